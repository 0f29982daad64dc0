"""What is asked again and again, with the same answer, is asked once."""

from __future__ import annotations

import pytest

from program.passes.rules import compiled, moves, same_games
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import whole
from rulewright.engines.reference.engine import ReferenceEngine
from rulewright.program import ir
from rulewright.program.passes import remembered

SPREAD = """language 1
game "Spread"
players White, Black
board square 5 by 5
piece Man:
    copies of each player = 4
piece Rook

setup:
    place Man of White on a1, b1
    place Man of Black on d5, e5

define near: set of site = {s in neighbors(occupied): any(neighbors(s) - occupied)}

action Put:
    pick there in near - occupied
    do:
        place Rook of mover on there

action Move:
    pick m in Man of mover
    pick there in near - occupied
    do:
        move m to there

turn:
    choose Put | Move
    else: mover loses
"""

KNOWN = """
    asked = 0
    if not asked:
        near = near()
        asked = 1
    for there in near - filled:
        yield 0(there)
    for m in of_kind[0] & owned[mover]:
        if not asked:
            near = near()
            asked = 1
        for there2 in near - filled:
            yield 1(m, there2)
"""

ONCE = SPREAD.replace("choose Put | Move", "choose Put")
OTHER = (
    SPREAD.replace("near - occupied", "around(m) - occupied", 2)
    .replace(
        "define near:",
        "define around(m: Man): set of site = {s in neighbors(m.at): any(neighbors(s) - occupied)}\ndefine near:",
    )
    .replace("pick there in around(m) - occupied", "pick there in near - occupied", 1)
)
SHORT = SPREAD.replace("{s in neighbors(occupied): any(neighbors(s) - occupied)}", "sites - rows(1)")
TRIED = SPREAD.replace(
    "        place Rook of mover on there\n", "        place Rook of mover on there\n    after any(near)\n"
).replace("choose Put | Move", "choose Put")
FAILING = SPREAD.replace("any(neighbors(s) - occupied)}", "any(neighbors(s) - occupied) and [1, 2][turn_number] > 0}")


def asks(program: ir.Program) -> int:
    return moves(program).count("near()")


def test_how_it_reads() -> None:
    assert asks(compiled(SPREAD)) == 2
    assert KNOWN.rstrip() in moves(compiled(SPREAD, remembered))


@pytest.mark.parametrize("rules", [SPREAD, "misty_valley"])
def test_games_are_the_same(rules: str) -> None:
    plain, short = compiled(rules), compiled(rules, remembered)
    assert "asked = 1" in moves(short, 0 if "\n" in rules else 1)
    assert same_games(plain, short, games=2) > 20
    listed = [whole.playouts(ReferenceEngine(one), 0, 3, 5, 80, True) for one in (plain, short)]
    assert listed[0] == listed[1] == NativeGames(short).playouts(0, 3, 5, 80, True)


@pytest.mark.parametrize(
    "rules", [ONCE, OTHER, SHORT, TRIED, FAILING], ids=["once", "other", "short", "tried", "failing"]
)
def test_what_stays(rules: str) -> None:
    """What is asked in one place that is come to once; of something else each time; what is found at once; of a
    position that is tried; what may fail."""
    assert compiled(rules)
    assert moves(compiled(rules, remembered)) == moves(compiled(rules))
