"""Why a move may not be made, and what was meant."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.match.reading import some_of


def test_the_reason_of_the_rules(load) -> None:
    state = load("lines").start(1).play("Put b2")
    assert state.why("Put a1") == ""
    assert state.why("Put b2") == state.why("put B2") == state.why("Put s = b2") == "that site is taken"
    with pytest.raises(rw.IllegalMove) as caught:
        state.play("Put b2")
    error = caught.value
    assert (error.move, error.reason) == ("Put b2", "that site is taken")
    assert str(error) == "Put b2: that site is taken"
    assert error.span is not None and "s.empty" in error.span.text
    assert len(state.moves()) == 8


def test_the_combination_that_got_furthest_tells(load) -> None:
    jumps = load("jumps").start(1)
    # Eastwards there is somebody to jump over; westwards there is nobody. Both are named by p alone.
    assert jumps.why("Jump d = W") == "there is nobody to jump over"
    blocked = rw.loads(jumps_text().replace("place Man of Black on b1, d1", "place Man of Black on b1, c1")).start(1)
    assert blocked.why("Jump p = a1") == "the site behind must be empty"


def jumps_text() -> str:
    """As jumps.rules, but one jump is a move, and standing still is one, too."""
    return """
game "Jumps"
players White, Black
board square 5 by 1
piece Man "m"
setup:
    place Man of White on a1
    place Man of Black on b1, d1
action Jump:
    pick p in mine
    pick d in {E, W}
    let over = step(p.at, d)
    let there = step(over, d)
    where over.piece in theirs "there is nobody to jump over"
    where there.empty "the site behind must be empty"
    do:
        remove over.piece
        move p to there
    say "{p.at}x{there}"
action Stay:
    say "stay"
turn:
    choose Jump | Stay
end:
    player loses when no(Man of player)
"""


def test_conditions_without_a_reason_name_their_line() -> None:
    text = jumps_text().replace(' "the site behind must be empty"', "")
    text = text.replace("place Man of Black on b1, d1", "place Man of Black on b1, c1")
    state = rw.loads(text).start(1)
    line = text.splitlines().index("    where there.empty") + 1
    assert state.why("a1xc1") == f"the condition in line {line} does not hold"


def test_what_does_not_exist_is_answered_with_what_does(load) -> None:
    state = load("lines").start(1)
    assert state.why("Put a11") == "there is no such move here; did you mean Put a1?"
    nim = load("nim").start(1)
    assert nim.why("jump over the moon") == "there is no such move here; possible: Take 1, Take 2"
    assert nim.play("Take 2").play("Take 2").play("Take 1").why("Take 1") == "the game is over"


def test_not_too_many_possible_moves_are_told(load) -> None:
    """Eight of the nine; of long ones as many as have 200 characters together: 3 of 60 and two commas, but not 4."""
    told = load("lines").start(1).why("jump over the moon")
    names = ", ".join(f"Put {site}" for site in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"))
    assert told == f"there is no such move here; possible: {names}, …"
    assert some_of([str(number) * 60 for number in range(5)]) == f"{'0' * 60}, {'1' * 60}, {'2' * 60}, …"
    assert some_of(["0" * 300, "1"]) == "0" * 300 + ", …" and some_of(["a", "b"]) == "a, b"


def test_where_there_is_nothing_to_pick_it_is_told_what() -> None:
    state = rw.loads(jumps_text().replace("place Man of White on a1\n", "nothing\n")).start(1)
    assert state.why("Jump") == "there is no component to pick"
    text = jumps_text().replace("place Man of White on a1\n", "nothing\n").replace("in mine", "in Man of mover")
    assert rw.loads(text).start(1).why("Jump") == "there is no Man to pick"


def test_several_moves_fit(load) -> None:
    with pytest.raises(rw.AmbiguousMove) as caught:
        load("nim").start(1).play("take")
    assert caught.value.candidates == ("Take 1", "Take 2")


def test_declining() -> None:
    text = jumps_text().replace("choose Jump | Stay", "may choose Jump\n    choose Stay")
    state = rw.loads(text).start(1)
    assert [move.text for move in state.moves()] == ["a1xc1", "decline"]
    assert state.moves()[1].declines
    assert [move.text for move in state.play("no").moves()] == ["stay"]


def test_yes_and_no() -> None:
    text = jumps_text().replace("choose Jump | Stay", 'may "jump at all?":\n        choose Jump\n    choose Stay')
    state = rw.loads(text).start(1)
    assert state.question == "jump at all?"
    assert [move.text for move in state.moves()] == ["yes", "decline"]
    assert str(state).splitlines()[-1] == "White to move: jump at all?"


def test_equal_notations_are_written_out() -> None:
    text = jumps_text().replace('say "{p.at}x{there}"', 'say "jump"').replace("on b1, d1", "on b1, d1, e2")
    text = text.replace("5 by 1", "5 by 2").replace("on a1\n", "on a1, c1\n")
    # White on a1 and c1, Black on b1, d1, e2: a1 is blocked by c1; c1 over b1 is blocked by a1; c1 over d1 to e1.
    state = rw.loads(text).start(1)
    assert [move.text for move in state.moves()] == ["jump", "stay"]
    text = text.replace("place Man of White on a1, c1", "place Man of White on c1")
    # c1 may jump both ways.
    state = rw.loads(text).start(1)
    assert [move.text for move in state.moves()] == ["Jump c1 E", "Jump c1 W", "stay"]
    assert state.play("jump c1 w").log == ("Jump c1 W",)
    with pytest.raises(rw.AmbiguousMove):
        state.play("Jump p = c1")
