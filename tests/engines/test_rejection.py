"""Moves that are drawn among candidates and tested afterwards: both engines play the same games, and every legal move
is as likely as the others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

import rulewright as rw
from constructs.playing import load
from rulewright.engines import noted, pcg
from rulewright.engines.native.convert import read_parts
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.store import compiled
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.native.worker import Block, RollingWorker
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.engines.reference.state import State
from rulewright.program import ir
from rulewright.program.rolls import rejects

ALONE = """
board square 5 by 4

piece Stone

action Put:
    pick there in empty
    do:
        place Stone of mover on there
    after no(x in mine: any(neighbors(x.at) & mine.at)) "two stones of one player must not touch"
    say "{there}"

turn:
    choose Put
    else: mover loses
"""

CROWDED = ALONE.replace("5 by 4", "9 by 9").replace("x in mine", "x in Stone").replace("& mine.at", "& Stone.at")
"""Towards the end some fifty sites are empty, of which hardly any will do."""

WEIGHING = """
var weight: int in 0..12 = 6
var moves: int in 0..99 = 0

action Weigh:
    pick a in 1..8
    do:
        weight = max(0, weight + a - 4)
        moves += 1
    after weight <= 12 - a "too heavy"
    say "{a}"

action Halve:
    do:
        weight = max(0, weight - 3)
        moves += 1
    say "half"

turn:
    choose Weigh | Halve

end:
    tie when moves >= 12
"""


def programs() -> list[ir.Program]:
    found = [rw.load("chess").setting.program, rw.load("chess", {"draws": "claimed"}).setting.program]
    return [*found, *(load(rules).setting.program for rules in (ALONE, WEIGHING, CROWDED))]


@pytest.mark.parametrize("number", range(5))
def test_both_engines_play_the_same_games(number: int) -> None:
    """The sum of the numbers of moves tells one game from another; without it the games are the same."""
    program = programs()[number]
    assert rejects(program)
    native, engine = NativeGames(program), ReferenceEngine(program)
    count, limit = (4, 60) if number < 2 else (60, 100)
    counted = native.playouts(0, count, 9, limit, branching=True)
    assert counted == whole.playouts(engine, 0, count, 9, limit, branching=True)
    plain = native.playouts(0, count, 9, limit)
    assert plain == whole.playouts(engine, 0, count, 9, limit)
    form = noted.form(program.seats)
    for one, other in zip(form.iter_unpack(counted), form.iter_unpack(plain), strict=True):
        assert one[:2] == other[:2] and one[3:] == other[3:]
        assert one[2] > 0 and other[2] == 0


class Watched(RollingWorker):
    """A worker that tells in which memory it played last."""

    last: Block

    def block(self) -> Block:
        self.last = super().block()
        return self.last


@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_after_every_decision_the_cells_are_the_same(number: int) -> None:
    program = programs()[number]
    module = RollingModule(program)
    worker, drawing = Watched(compiled(module)), whole.DrawingEngine(program)
    alive = [cell for cell in program.cells if cell not in module.dead]
    seed = pcg.game_seed(4, 0)
    for limit in range(1, 40):
        worker.through(0, 1, 4, limit)
        s, made, _ = drawing.playout(seed, pcg.seeded(seed, pcg.POLICY_STREAM), limit, False)
        found = read_parts(module, worker.last.content).cells
        for cell in alive:
            stretch = slice(cell.offset, cell.offset + cell.size)
            assert found[stretch] == s.cells[stretch], (limit, cell.name)
        if made < limit:
            break


def positions(engine: ReferenceEngine, seed: int, plies: Sequence[int]) -> list[State]:
    """States after so many random moves."""
    found, chosen = [], random.Random(seed)
    s = engine.start(seed)
    for ply in range(max(plies) + 1):
        if ply in plies:
            found.append(s)
        s = engine.taken(s, chosen.randrange(engine.count(s)))
    return found


def test_every_legal_move_is_as_likely_as_the_others() -> None:
    """In three positions of a random game of chess and one in check, where most candidates do not hold."""
    game = rw.load("chess")
    engine = game.setting.engine
    assert isinstance(engine, ReferenceEngine)
    checked = engine.start(given=game.given("4k3/8/8/8/4r3/8/3P1P2/4K2R w K - 0 1"))
    assert_even(game.setting.program, [*positions(engine, 2, (0, 25, 60)), checked])


def test_they_are_where_hardly_any_candidate_holds() -> None:
    """With 14 stones on 81 sites and more, so many are refused that the others are all tried out."""
    program = load(CROWDED).setting.program
    late = positions(ReferenceEngine(program), 2, (14, 16, 17))
    assert [len(s.halt.moves) for s in late] == [8, 4, 2]
    assert_even(program, late)


def assert_even(program: ir.Program, states: Sequence[State]) -> None:
    """Pearson's test with fixed seeds."""
    machine = whole.DrawingEngine(program).drawing
    for number, s in enumerate(states):
        legal = {identity for identity, _ in s.halt.moves}
        machine.policy = pcg.seeded(number, pcg.POLICY_STREAM)
        counts: Counter[object] = Counter()
        for _ in range(40 * len(legal)):
            copy = s.fresh()
            machine.decide(copy, s.halt.where, s.halt.chooser, s.halt.args)
            counts[copy.halt.moves[0][0]] += 1
        assert set(counts) == legal
        free = len(legal) - 1
        pearson = sum((count - 40) ** 2 / 40 for count in counts.values())
        assert pearson < free + 4 * (2 * free) ** 0.5


def test_no_candidate_holds() -> None:
    """Fool's mate: there are candidates and no moves."""
    state = rw.load("chess").start(seed=1)
    for move in ("f3", "e5", "g4", "Qh4#"):
        state = state.play(move)
    assert state.over and state.outcome == "Black wins"
    games = NativeGames(load(ALONE).setting.program).playouts(0, 50, 1, 1000)
    returns = {one[3:] for one in noted.form(2).iter_unpack(games)}
    assert returns == {(1, -1), (-1, 1)}
