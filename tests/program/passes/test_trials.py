"""Trials that do no more than their test can see: the same moves, the same errors, in both engines."""

from __future__ import annotations

import random

import pytest

from engines.checked import CheckedEngine
from program.passes.rules import compiled, same_games
from rulewright.engines.native.module import Module
from rulewright.engines.native.store import compiled as linked
from rulewright.engines.native.worker import Worker
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir, walk
from rulewright.program.passes import rejection, trials, tried, unswitching
from rulewright.program.printer import print_routine

HEAD = """language 1
game "Test"
players White, Black
"""

WALKERS = (
    HEAD
    + """
board square 4 by 3

piece Man

setup:
    place Man of White on a1, b1, c1
    place Man of Black on b3, c3, d3

var done: int in 0..99 = 0

action Go:
    pick m in mine
    pick there in neighbors(m.at) - mine.at
    do:
        remove there.piece
        move m to there
        done += 1
    after count(neighbors(m.at) & theirs.at) <= 1 "between two others"
    say "{m.at}{there}"

turn:
    choose Go
    else: mover loses
"""
)

NAMED = WALKERS.replace("var done", "var last: Man = none\nvar done").replace(
    "        done += 1\n    after", "        last = m\n    after last.at != b2 or"
)
COUNTED = WALKERS.replace("0..99", "0..7")
WON = WALKERS.replace(
    "        done += 1\n", "        if there in rows(2):\n            mover wins\n        done += 1\n"
)
KEPT = WALKERS.replace(
    "    do:\n        remove there.piece\n",
    "    let near = neighbors(there).piece\n    do:\n        remove there.piece\n",
).replace("    after count", '    after all(x in near: x != none) "one of them is gone"\n    after count')
REPEATED = WALKERS.replace("action Go", "position is placement, mover\n\naction Go").replace(
    "    after count", "    after repetitions == 0\n    after count"
)
CLEARED = WALKERS.replace(
    "        done += 1\n", "        for x in theirs where distance(x.at, there) == 1:\n            remove x\n"
)
TOLD = (
    WALKERS.replace("0..99", "0..9999")
    .replace("action Go", "REACTIONS\naction Go")
    .replace(
        "REACTIONS",
        """
event gone(s: site)

when moved(x, here, there):
    done += 1
    emit gone(here)

when gone(s):
    done += count(theirs)
""",
    )
)
GAMES = {
    "references that move": WALKERS,
    "a cell with a reference": NAMED,
    "a rules error in a trial": COUNTED,
    "the end of the game in a trial": WON,
    "what the pieces around become": KEPT,
    "positions that were there": REPEATED,
    "a loop that removes": CLEARED,
    "reactions": TOLD,
}


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_do_what_the_whole_trial_does(name: str) -> None:
    """Random games: after every decision the moves and the states are those of trials that are as they were written,
    and those of the native engine; so are rules errors."""
    plain, light = compiled(GAMES[name]), compiled(GAMES[name], trials)
    if "error" not in name:
        assert same_games(plain, light, 10, most=30) > 10
    one, two = ReferenceEngine(plain, guarded=True), CheckedEngine(light)
    draw, failed = random.Random(3), 0
    for number in range(4):
        a, b = one.start(number), two.start(number)
        for _ in range(25):
            if one.ended(a) or one.stopped(a).kind != "decision":
                break
            at = draw.randrange(len(one.moves(a)))
            try:
                a = one.taken(a, at)
            except PlayError as error:
                failed += 1
                with pytest.raises(PlayError) as found:
                    two.taken(b, at)
                assert (found.value.code, str(found.value)) == (error.code, str(error))
                break
            b = two.taken(b, at)
            assert one.key(a) == two.key(b) and one.moves(a) == two.moves(b)
    assert ("error" in name) == (failed > 0)


def test_chess() -> None:
    assert same_games(compiled("chess"), compiled("chess", trials), 2, most=60) > 60
    assert same_games(compiled("chess"), compiled("chess", tried, rejection, trials), 1, most=30) > 20


def trial_of(program: ir.Program) -> ir.Trial:
    return next(s for s in walk.statements(program.decisions[0].generator.body) if isinstance(s, ir.Trial))


def cells(name: str) -> set[str] | None:
    found = trial_of(compiled(GAMES[name], trials)).cells
    return None if found is None else {cell.name for cell in found}


def test_only_what_is_looked_at_is_copied() -> None:
    """The test asks whose men stand where, not what kind they are. The number of steps is checked all the same."""
    assert trial_of(compiled(WALKERS)).cells is None
    assert cells("references that move") is not None
    assert "done" not in (cells("references that move") or ())
    text = print_routine(compiled(WALKERS, trials).decisions[0].generator)
    assert "done + 1 within 0..99" in text and "rename" not in text


def test_near_misses() -> None:
    """A cell that holds a reference must follow it; a loop over references that is changed on the way, too."""
    assert cells("a cell with a reference") is None
    assert cells("a loop that removes") is None


def test_the_state_is_as_before_when_a_trial_fails() -> None:
    """The native engine lists moves on the state itself: after a rules error in the midst of a trial it is whole."""
    program = compiled(COUNTED, trials)
    worker = Worker(linked(Module(program)))
    block = worker.start(1)
    done = next(cell for cell in program.cells if cell.name == "done")
    place = worker.module.memory.cells[done].at
    block.content[place : place + 4] = (7).to_bytes(4, "little")
    before = bytes(block.content)
    with pytest.raises(PlayError):
        worker.list(block)
    assert bytes(block.content) == before


def test_tests_that_get_constants() -> None:
    """Where nothing becomes of a man the moves are asked for that; who draws among candidates asks by what is given."""
    program = compiled("chess", tried, rejection, unswitching, trials)
    asked = print_routine(program.decisions[0].generator)
    assert "after_Move_none(m, there2)" in asked and "after_Move(m, there, into)" in asked
    whichever = program.decisions[0].holds[0]
    assert whichever is not None
    assert print_routine(whichever).splitlines()[1:] == [
        "    if into == -1:",
        "        return after_Move_none(m, there)",
        "    return after_Move(m, there, into)",
    ]
    assert same_games(compiled("chess"), program, 1, most=60) == 60
