"""Moves of several steps, made and written step by step."""

from __future__ import annotations

import pytest

import rulewright as rw

RULES = """
game "Pairs"
players White, Black
board square 4 by 2
piece Man "m"
setup:
    place Man of White on a1, c1
action Step:
    pick p in mine
    pick there in steps(p.at, {N})
    do:
        move p to there
    say "{p.at}{there}"
action Rest:
    say "rest"
turn:
    if mover == White:
        one move:
            choose Step
            choose Step
    else:
        choose Rest
end:
    White wins when a2.piece in mine and c2.piece in mine
"""


def test_ways_that_end_alike_are_one_move_in_any_order() -> None:
    state = rw.loads(RULES).start(1)
    (move,) = state.moves()
    assert move.text == "a1a2 c1c2" and move.steps == ("a1a2", "c1c2")
    assert state.find("c1c2 a1a2") == state.find("C1C2 / A1A2") == move
    assert state.find("c1c2") is None and state.find("c1c2 c1c2") is None
    assert state.play("c1c2 a1a2").outcome == "White wins"


def test_step_by_step() -> None:
    state = rw.loads(RULES).start(1)
    way = state.begin()
    assert way is not None and way.act is None
    assert [longer.texts for longer in way.onward()] == [("a1a2",), ("c1c2",)]
    second = way.onward()[1]
    (whole,) = second.onward()
    assert whole.text == "c1c2 a1a2" and whole.onward() == ()
    assert state.finish(whole).over
    with pytest.raises(rw.IllegalMove, match="not finished"):
        state.finish(second)
    assert state.finish(whole).begin() is None


def test_picks_of_any_step_may_be_named() -> None:
    state = rw.loads(RULES).start(1)
    assert state.find("Step p = c1") == state.moves()[0]
    assert state.why("Step p = b1") == "there is no such move here; possible: a1a2 c1c2"
