"""Moves of several steps, made and written step by step."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.match.notation import joined

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


LEAPS = """
game "Leaps"
players White, Black
board square 5 by 5
piece Man "m"
setup:
    place Man of White on a1
    place Man of Black on a2, a4, b1, d1, b3, b5
var taken: set of site = {} until turn_end
action Leap:
    pick p in Man of mover
    pick over in neighbors(p.at, orthogonal) - taken
    where over.piece in theirs
    let there = step(over, towards(p.at, over))
    where there.empty
    do:
        taken += {over}
        move p to there
    say "{p.at}x{there}"
turn:
    if mover == White:
        one move:
            let first = choose Leap
            while possible(Leap with p = first.p):
                choose Leap with p = first.p
    White wins
"""


def test_steps_that_go_on_from_one_another_are_written_on() -> None:
    state = rw.loads(LEAPS).start(1)
    # Up and right twice, or up once, right, up; or right twice.
    assert sorted(move.text for move in state.moves()) == ["a1xa3xa5xc5", "a1xa3xc3", "a1xc1xe1"]
    for text in ("a1xa3xc3", "a1xa3 a3xc3", "A1xA3 / a3xc3", "a1xc3"):
        found = state.find(text)
        assert found is not None and found.text == "a1xa3xc3", text
    assert state.find("a1xa3") is None and state.find("a1xa3xc5") is None and state.find("a3xc3") is None
    assert state.find("a1xc5") == state.find("a1xa3xa5xc5")


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (["31x22", "22x13", "13x4"], "31x22x13x4"),
        (["c3:e5", "e5:g3"], "c3:e5:g3"),
        (["c3-c4", "c4-c5"], "c3-c4-c5"),
        # Not the place where the step before ended, no place, another sign: these are steps of their own.
        (["31-26", "6-1"], "31-26 6-1"),
        (["e4", "e4-e5"], "e4 e4-e5"),
        (["c3-c4", "c4xc5"], "c3-c4 c4xc5"),
        (["a1 xb3", "b3 xc4"], "a1 xb3 / b3 xc4"),
    ],
)
def test_which_steps_go_on(steps: list[str], text: str) -> None:
    assert joined(steps) == text
