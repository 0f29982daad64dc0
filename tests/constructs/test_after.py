"""`after`: a move is legal only if the state to which it leads is as it must be."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, play, texts, trail

APART = """
board square 4 by 1

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


def test_a_condition_on_the_state_to_come() -> None:
    """White b1; Black is free to put anywhere else. Then White may not touch b1: a1 and c1 are out."""
    state = play(APART, "b1")
    assert texts(state) == ["a1", "c1", "d1"]
    state = state.play("a1")
    assert texts(state) == ["d1"]
    assert state.why("c1") == "two stones of one player must not touch"
    with pytest.raises(rw.IllegalMove, match="must not touch"):
        state.play("c1")
    assert board(state) == {"a1": "Stone of Black", "b1": "Stone of White"}
    # d1; then Black has c1 only, which does not touch a1; then nothing is left for White.
    assert texts(state.play("d1")) == ["c1"]
    assert state.play("d1").play("c1").outcome == "Black wins"


REACTIONS = """
board square 3 by 1

piece Stone

event put_down(s: site)

when placed(x, there):
    note(1)
    emit put_down(there)

when put_down(s):
    for y in neighbors(s).piece where y.owner != s.owner:
        y.owner = s.owner

action Put:
    pick there in empty
    do:
        place Stone of mover on there
    after count(mine) <= 2 "too greedy"
    after there != a1 or mover == White
    say "{there}"

action Pass
turn:
    choose Put | Pass
"""


def test_it_sees_what_the_reactions_did_and_who_moved() -> None:
    """White a1. Black a1 is taken; b1 turns a1: two stones are Black's; then White at c1 turns b1 only: two. If White
    has a1 and Black c1, White's b1 would turn c1 and have three: too greedy."""
    state = play(REACTIONS, "a1")
    assert texts(state) == ["b1", "c1", "Pass"]
    state = state.play("c1")
    assert texts(state) == ["Pass"]
    assert state.why("b1") == "too greedy"
    assert trail(state) == [1, 1]  # what was tried leaves no trace
    assert texts(play(REACTIONS, "Pass")) == ["b1", "c1", "Pass"]  # a1 is for White


SUPERKO = """
board square 2 by 2

piece Man

setup:
    place Man of White on a1
    place Man of Black on b2

position is placement

action Go:
    pick there in neighbors((the Man of mover).at) & empty
    do:
        move the Man of mover to there
    after repetitions == 0 "the position has stood before"
    say "{there}"

action Pass
turn:
    choose Go | Pass
"""


def test_no_position_may_come_again() -> None:
    """White's and Black's site: a1 b2 -> b1 b2 -> b1 a2 -> a1 a2. Black may now go to b1, but a1 b2 was the start."""
    state = play(SUPERKO, "b1", "a2", "a1")
    assert texts(state) == ["b1", "Pass"]
    assert state.why("b2") == "the position has stood before"


def test_passing_repeats_without_being_asked() -> None:
    """Without an `after`, Pass may repeat. After b1, Pass: a1 b2 has stood, whoever is to move."""
    state = play(SUPERKO, "b1", "Pass")
    assert texts(state) == ["a2", "Pass"]


def test_the_position_to_come_has_the_next_player_as_mover() -> None:
    """With the mover in it, a1 b2 with Black to move is new. With White to move it is not."""
    rules = SUPERKO.replace("position is placement", "position is placement, mover")
    assert texts(play(rules, "b1", "Pass")) == ["a1", "a2", "Pass"]
    assert texts(play(rules, "b1", "a2", "a1")) == ["b1", "Pass"]


OUTCOME = """
var wins_left: int in 0..3 = 3

action Claim:
    pick n in 1..3
    do:
        wins_left -= n
        if wins_left <= 1:
            mover wins
        wins_left = 3
    after wins_left != 1 "one may not be left"
    say "{n}"

turn:
    choose Claim
"""


def test_it_is_tested_even_when_the_move_ends_the_game() -> None:
    """1 leaves 2, which becomes 3 again; 2 leaves 1 and would win, but is refused; 3 leaves 0 and wins."""
    state = play(OUTCOME)
    assert texts(state) == ["1", "3"]
    assert state.why("2") == "one may not be left"
    assert state.play("3").outcome == "White wins"
