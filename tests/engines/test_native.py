"""The native engine against the reference engine: after every decision of random games all that can be observed is
the same, in every bundled game that it compiles."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.engines import pcg
from rulewright.engines.choose import Whole
from rulewright.engines.native import convert, games, memory
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import read_int
from rulewright.engines.native.store import compiled
from rulewright.engines.native.worker import Block, Worker
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.engines.reference.state import State, key
from rulewright.program import ir, walk
from rulewright.program.rolls import rolls

RULESETS = Path(__file__).parents[2] / "rulesets"
NAMES = sorted(folder.name for folder in RULESETS.iterdir() if (folder / f"{folder.name}.rules").exists())
VARIANTS = [
    *("draughts rules=english", "draughts rules=russian", "draughts paths=apart", "draughts rules=brazilian size=12"),
    *("morris variant=six", "morris variant=twelve", "morris variant=lasker"),
    *(f"mistwings shadows=on abilities={of} swoop={swoop}" for of in ("full", "basic") for swoop in ("off", "on")),
]
PLIES = 300
OFTEN = 8
"""Every so many decisions a state is made from the memory, too, and everything is asked of it."""

_made: dict[str, tuple[ReferenceEngine, Worker]] = {}


def engines(name: str) -> tuple[ReferenceEngine, Worker]:
    if name not in _made:
        folder, *options = name.split()
        program = rw.load(RULESETS / folder, dict(option.split("=") for option in options)).setting.program
        _made[name] = ReferenceEngine(program), Worker(compiled(Module(program)))
    return _made[name]


def assert_alike(worker: Worker, s: State, block: Block) -> None:
    """The memory of a native state says the same as a state of the reference engine."""
    module, content = worker.module, block.content
    found = convert.read_parts(module, content)
    assert found.cells == s.cells
    assert (found.frames, found.queue, found.history, found.generator) == (s.frames, s.queue, s.history, s.generator)
    halt = s.halt
    assert read_int(content, memory.KIND) == convert.standing(halt)
    if halt.where is not None:
        assert read_int(content, memory.CHOOSER) == halt.chooser
        stop = module.memory.stops[read_int(content, memory.STOP)]
        assert (stop.flow.number, stop.block) == tuple(s.frames[-1][:2])
        assert convert.read_args(module, stop, content) == halt.args


def assert_same(reference: ReferenceEngine, worker: Worker, s: State, block: Block) -> None:
    """The memory of a native state says the same as a state of the reference engine, and makes one that does."""
    assert_alike(worker, s, block)
    found = convert.read_state(worker.module, reference._machine, block.content)
    assert found.cells == s.cells
    assert found.frames == s.frames
    assert key(found, None) == key(s, None)
    assert found.history == s.history
    assert found.generator == s.generator
    assert reference.digest(found) == reference.digest(s)
    assert reference.stopped(found) == reference.stopped(s)
    assert reference.returns(found) == reference.returns(s)


def listed(worker: Worker, block: Block) -> list[tuple[object, ...]]:
    """What the entries of a native state's stop say; of ways through several decisions only how many there are."""
    count = worker.list(block)
    content, length = worker.entries()
    stop = worker.module.memory.stops[read_int(block.content, memory.STOP)]
    if stop.generator is None:
        return [()] * count
    stride = worker.module.entry(stop.generator).stride
    found: list[tuple[object, ...]] = []
    for at in range(0, length, stride):
        alternative, parts, picks, weight = convert.read_entry(worker.module, stop, content, at)
        found.append(((alternative, parts), picks, weight))
    if convert.is_optional(stop):
        found.append(((-1, ()), (), 1))
    assert len(found) == count
    return found


def play(name: str, seed: int, explicit: bool) -> int:
    """One random game in both engines; the number of its decisions."""
    reference, worker = engines(name)
    chance = random.Random(seed)
    s = reference.start(None if explicit else seed, explicit=explicit)
    block = worker.start(None if explicit else seed)
    for ply in range(PLIES):
        if ply % OFTEN and s.apart is None and s.halt.where is not None:
            assert_alike(worker, s, block)
        else:
            assert_same(reference, worker, s, block)
        if s.halt.where is None:
            return ply
        moves = listed(worker, block)
        if reference.stopped(s).kind == "chance":
            assert moves == reference._machine.outcomes(s)
            acts = [act for act, _ in reference.outcomes(s)]
        else:
            acts = list(reference.moves(s))
            if s.halt.ways is None:
                assert [said[:2] for said in moves] == [tuple(made) for made in s.halt.moves]
        assert len(moves) == len(acts)
        at = chance.randrange(len(acts))
        s = reference.apply(s, acts[at])
        block = worker.play_at(block, at)
    return PLIES


@pytest.mark.parametrize("name", [*NAMES, *VARIANTS])
def test_the_same_games(name: str) -> None:
    try:
        engines(name)
    except NativeUnsupported as missing:
        pytest.skip(str(missing))
    assert sum(play(name, seed, explicit=seed % 3 == 2) for seed in range(20)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *VARIANTS])
def test_the_same_in_many_games(name: str) -> None:
    try:
        engines(name)
    except NativeUnsupported as missing:
        pytest.skip(str(missing))
    for seed in range(300):
        play(name, seed, explicit=seed % 3 == 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_compiled(name: str) -> None:
    """Each value of each option (of numbers the ends), alone; some go without another one only."""
    for option in rw.load(RULESETS / name).setting.declared.options.values():
        for value in option.enum.values if option.enum else (option.lo, option.hi):
            try:
                game = rw.load(RULESETS / name, {option.name: str(value)}, engine="native")
            except rw.RulesError:
                continue
            assert game.engine == "native" and rolls(game.setting.program), (option.name, value)


@pytest.mark.parametrize("name", NAMES)
def test_games_go_on(name: str) -> None:
    """A random game that goes on from a state of the reference engine, some decisions long, and back."""
    program = rw.load(RULESETS / name).setting.program
    reference = ReferenceEngine(program)
    native = Whole(reference, "native")
    chance = random.Random(11)
    s = reference.start(11)
    for decisions in range(12):
        if decisions % 4 == 3:
            policy = pcg.seeded(decisions, pcg.POLICY_STREAM)
            wanted = whole.playout(reference, reference.settled(s, decisions), policy, 80)[0]
            found = native.playout(s, decisions, 80)
            assert key(found, None) == key(wanted, None)
            assert reference.stopped(found) == reference.stopped(wanted)
        acts = reference.moves(s)
        if not acts:
            break
        s = reference.apply(s, chance.choice(acts))


@pytest.mark.parametrize("name", ["breakthrough", "draughts", "kalah", "leduc_poker", "mistwings"])
def test_states_go_both_ways(name: str) -> None:
    reference, worker = engines(name)
    chance = random.Random(7)
    s = reference.start(7)
    for _ in range(40):
        if s.halt.where is None:
            break
        block = worker.block()
        convert.write_state(worker.module, s, block.content)
        assert_same(reference, worker, s, block)
        acts = reference.moves(s)
        at = chance.randrange(len(acts))
        s = reference.apply(s, acts[at])
        assert_same(reference, worker, s, worker.play_at(block, at))


@pytest.mark.parametrize("name", ["breakthrough", "chess", "mistwings", "sylvion"])
def test_functions_give_the_same(name: str) -> None:
    """Single functions on states of random games: all that read the state, have a result and no sets as arguments."""
    program = rw.load(RULESETS / name).setting.program
    routines = [
        routine
        for routine in program.routines
        if routine.sort == "function"
        and routine.result is not None
        and all(p.type.name == "int" for p in routine.params)
    ]
    reading = [routine for routine in routines if not _changes(routine)]
    assert len(reading) > 1
    reference, worker = ReferenceEngine(program), Worker(compiled(Module(program, reading)))
    chance = random.Random(3)
    for seed in range(3):
        s = reference.start(seed)
        for _ in range(chance.randrange(40)):
            if s.halt.where is None:
                break
            s = reference.apply(s, chance.choice(reference.moves(s)))
        block = worker.block()
        convert.write_state(worker.module, s, block.content)
        for routine in reading:
            args = tuple(chance.randrange(2) for _ in routine.params)
            assert worker.evaluate(routine, block, args) == reference.evaluate(routine, s, args), routine.name


def _changes(routine: ir.Routine) -> bool:
    changing = ir.Store | ir.Rename | ir.Enqueue | ir.Dequeue | ir.Record | ir.ForgetRecords | ir.Finish | ir.Fail
    return any(
        isinstance(stmt, changing) for called in walk.reachable([routine]) for stmt in walk.statements(called.body)
    )


@pytest.mark.parametrize(
    ("name", "depth"),
    [("tic_tac_toe", 5), ("breakthrough", 3), ("connect_four", 4), ("leduc_poker", 2), ("reversi", 4)],
)
def test_perft(name: str, depth: int) -> None:
    reference, worker = engines(name)
    explicit = reference.start(explicit=True)
    assert worker.perft(worker.start(None), depth) == reference.perft(explicit, depth)


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough", "pig", "leduc_poker", "monty_hall"])
def test_random_games_are_those_of_the_reference_engine(name: str) -> None:
    reference, worker = engines(name)
    seats = reference.program.seats
    noted = worker.playouts(None, 3, 8, 77, PLIES)
    for number in range(3, 8):
        s, decisions, branching = random_game(reference, pcg.game_seed(77, number))
        found = struct.unpack_from(f"<iiq{seats}i", noted, games.game_size(seats) * (number - 3))
        first = reference.program.returns.offset
        kind = memory.DECISION if s.halt.where is not None else memory.OVER
        assert found == (kind, decisions, branching, *s.cells[first : first + seats])


def random_game(reference: ReferenceEngine, seed: int) -> tuple[State, int, int]:
    """The last state of a game with random moves, its decisions, and how many moves it had to choose from."""
    s, policy = reference.start(seed), pcg.seeded(seed, pcg.POLICY_STREAM)
    decisions = branching = 0
    while s.halt.where is not None and decisions < PLIES:
        moves = reference.moves(s)
        at, policy = pcg.below(policy, len(moves))
        s = reference.apply(s, moves[at])
        decisions += 1
        branching += len(moves)
    return s, decisions, branching
