"""Conditions that ask in every round of a loop what is the same in all of them are asked part by part."""

from __future__ import annotations

import pytest

from program.passes.rules import compiled, moves, same_games
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import whole
from rulewright.engines.reference.engine import ReferenceEngine
from rulewright.program.passes import parted, remembered

FOLLOW = """language 1
game "Follow"
players White, Black
board square 5 by 5
piece Man:
    copies of each player = 6
piece Rook:
    copies of each player = 20

setup:
    place Man of White on a1, b1, c1, e1
    place Man of Black on d5, e5, a5, b5

define crowded: bool = any(m in theirs: m.at.row < 3)
define stuck: bool = all(m in Man of mover: no(neighbors(m.at) - occupied))
define row(m: Man): int = m.at.row
define may_go(m: Man): bool = row(m) < 5 and not crowded or m.at.column == 1 or stuck

action Go:
    pick m in Man of mover
    where may_go(m) "it may not go"
    pick there in neighbors(m.at) - occupied
    do:
        move m to there

turn:
    choose Go
    else: mover loses
"""

# of `may_go` and `row` only that is written out which asks what is the same for all
PARTED = """
    for m in of_kind[0] & owned[mover]:
        holds = row(m) < 5
        if holds:
            holds = crowded()
            holds = not holds
        if not holds:
            holds = column_of(m) == 1
        if not holds:
            holds = stuck()
        if holds:
            for there in neighbors[m] - filled:
                yield 0(m, there)
"""
ANOTHER = FOLLOW.replace("not crowded or", "not near(m) or").replace(
    "define stuck", "define near(m: Man): bool = any(n in theirs: n.at.row < m.at.row)\ndefine stuck"
)
SURE = FOLLOW.replace("row(m) < 5 and not crowded or m.at.column == 1 or stuck", "crowded")
FAILING = FOLLOW.replace("m.at.row < 3)", "[1, 2, 3, 4, 5][m.at.row] < 3)").replace(" or stuck", "")
SHORT = FOLLOW.replace("any(m in theirs: m.at.row < 3)", "d1.empty").replace(" or stuck", "")


def test_how_it_reads() -> None:
    assert "may_go(m)" in moves(compiled(FOLLOW))
    assert PARTED.rstrip() in moves(compiled(FOLLOW, parted))


def test_what_is_the_same_is_remembered_then() -> None:
    assert moves(compiled(FOLLOW, remembered)) == moves(compiled(FOLLOW))
    both = moves(compiled(FOLLOW, parted, remembered))
    assert both.count("crowded()") == both.count("stuck()") == 1 and both.count("if not asked") == 2


def test_a_condition_that_asks_it_anyway_stays_whole() -> None:
    """The function that stands in it is written out."""
    assert "        if crowded():\n" in moves(compiled(SURE, parted))


def test_only_what_is_the_same_is_asked_by_itself() -> None:
    told = moves(compiled(ANOTHER, parted))
    assert "holds = row(m) < 5 and not near(m) or column_of(m) == 1\n" in told
    assert "            holds = stuck()\n" in told


@pytest.mark.parametrize("rules", [FAILING, SHORT], ids=["failing", "short"])
def test_what_stays(rules: str) -> None:
    """What may fail, and what is found at once."""
    assert moves(compiled(rules, parted)) == moves(compiled(rules))


@pytest.mark.parametrize("rules", [FOLLOW, ANOTHER, "hearts", "morris"])
def test_games_are_the_same(rules: str) -> None:
    plain, short = compiled(rules), compiled(rules, parted, remembered)
    assert same_games(plain, short, games=5) > 20
    listed = [whole.playouts(ReferenceEngine(one), 0, 3, 5, 80, True) for one in (plain, short)]
    assert listed[0] == listed[1] == NativeGames(short).playouts(0, 3, 5, 80, True)
