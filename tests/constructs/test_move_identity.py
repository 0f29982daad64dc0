"""Which combinations of picks are one move, and how moves are written."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, play, texts, trail

EXISTS = """
board square 4 by 4

piece Man

setup:
    place Man of White on b2, c2, d4
    place Man of Black on b3

action Support:
    pick s in empty
    pick helper in mine
    where adjacent(s, helper.at) "nobody helps"
    where s.row == 3
    do:
        place Man of mover on s

turn:
    choose Support
    else: nothing
"""


def test_picks_that_only_conditions_read_make_no_difference() -> None:
    """a3 is next to b2; c3 to b2, c2 and d4; d3 to c2 and d4. Three moves, written as their first combinations; naming
    any helper that fits is enough."""
    state = play(EXISTS)
    assert texts(state) == ["Support a3 b2", "Support c3 b2", "Support d3 c2"]
    assert state.play("Support s = c3, helper = d4") == state.play("Support c3 b2")
    assert state.play("Support s = c3") == state.play("Support c3 b2")
    with pytest.raises(rw.IllegalMove):
        state.play("Support s = a3, helper = d4")
    assert state.why("Support s = a3, helper = d4") == "nobody helps"
    with pytest.raises(rw.AmbiguousMove) as caught:
        state.play("Support helper = c2")
    assert caught.value.candidates == ("Support c3 b2", "Support d3 c2")


def test_a_pick_that_the_effect_names_tells_moves_apart() -> None:
    rules = EXISTS.replace("        place Man of mover on s\n", "        place Man of helper.owner on s\n")
    assert texts(play(rules)) == [
        "Support a3 b2", "Support c3 b2", "Support c3 c2", "Support c3 d4", "Support d3 c2", "Support d3 d4",
    ]  # fmt: skip


LETS = """
board square 3 by 1

action Add:
    pick a in 1..3
    pick b in 1..3
    let total = a + b
    where total <= 4
    do:
        note(total)
    say "{total}"

turn:
    choose Add
"""


def test_lets_in_the_effect_count() -> None:
    """Sums: 1+1; 1+2 = 2+1; 1+3 = 2+2 = 3+1. Only the sum is named in the effect: 3 moves."""
    state = play(LETS)
    assert texts(state) == ["2", "3", "4"]
    assert trail(state.play("Add a = 3, b = 1")) == [4]
    assert trail(state.play("Add a = 2, b = 1")) == [3]


def test_picks_in_after_and_most_count_too() -> None:
    """With b in an `after`, sum and b are the key: 6 pairs. With `most b` the same, of which those with b = 3 are
    kept."""
    after = LETS.replace('    say "{total}"\n', '    after b > 0\n    say "{total}"\n')
    assert texts(play(after)) == ["2", "Add 1 2", "Add 1 3", "Add 2 1", "Add 2 2", "Add 3 1"]
    most = LETS.replace("choose Add", "choose Add most b")
    assert texts(play(most)) == ["4"]
    most = LETS.replace("choose Add", "choose Add most min(b, 2)")
    assert texts(play(most)) == ["3", "Add 1 3", "Add 2 2"]


def test_let_of_choose_counts() -> None:
    """`let j = choose` can see both picks."""
    rules = LETS.replace("    choose Add\n", "    let j = choose Add\n    note(j.a)\n")
    state = play(rules)
    assert texts(state) == ["2", "Add 1 2", "Add 1 3", "Add 2 1", "Add 2 2", "Add 3 1"]
    assert trail(state.play("Add 2 1")) == [3, 2]


STEPS = """
board square 5 by 1

piece Man

setup:
    place Man of White on a1
    place Man of Black on c1, e1

action Shoot:
    pick p in mine
    pick hit in ray(p.at, E)
    where hit.site.occupied
    do:
        remove hit.site.piece
    say "x{hit}"

action Aim:
    pick p in mine
    pick hit in ray(p.at, E)
    do:
        note(count(hit.before) % 2)

turn:
    choose Shoot | Aim
"""


def test_a_step_counts_by_what_is_used_of_it() -> None:
    """A ray from a1: b1 c1 d1 e1. Shots by their sites; aiming by the steps before (0 to 3), which are four different
    lists, though the effect then is the same for two of them each."""
    state = play(STEPS)
    assert texts(state) == ["xc1", "xe1", "Aim a1 b1", "Aim a1 c1", "Aim a1 d1", "Aim a1 e1"]
    assert board(state.play("Shoot hit = e1")) == {"a1": "Man of White", "c1": "Man of Black"}


TEXTS = """
board square 3 by 3

piece Man

setup:
    place Man of White on a1, c1
    place Man of Black on b2

action Go:
    pick p in mine
    pick there in neighbors(p.at)
    where there.empty
    where there.row == 2 or there == b1
    do:
        move p to there
    say "{there}"

action Sit:
    pick n in 1..2
    do:
        note(n)
    say "sit"

turn:
    choose Go | Sit
"""


def test_moves_with_one_text_are_written_in_full() -> None:
    """a1 and c1 may both go to b1. a2 and c2 are reached by one each. Both sits look the same."""
    state = play(TEXTS)
    assert texts(state) == ["Go a1 b1", "a2", "Go c1 b1", "c2", "Sit 1", "Sit 2"]
    assert board(state.play("Go c1 b1"))["b1"] == "Man of White"
    assert trail(state.play("sit 2")) == [2]


def test_moves_come_as_alternatives_picks_and_subsets_are_written() -> None:
    rules = """
action A:
    pick b in {false, true}
    pick n in {3, 1, 2}
    do:
        note(10 * n + (1 if b else 0))
action B:
    pick p in players
    do:
        note(9 if p == Black else 8)
turn:
    may choose B | A
    choose A
"""
    state = play(rules)
    assert texts(state) == [
        "B White", "B Black", "A false 1", "A false 2", "A false 3", "A true 1", "A true 2", "A true 3", "decline",
    ]  # fmt: skip
    assert trail(state.play("a TRUE 3")) == [31]


NONE = """
board square 3 by 1

piece Man

setup:
    place Man of White on b1

action Go:
    pick d in {E, W}
    pick extra in {1, 2}
    pick helper in mine when d == W
    do:
        note(extra)
        note(1 if helper == none else 2)
        move b1.piece to step(b1, d)
    after count(Man) > 0

turn:
    choose Go
"""


def test_a_pick_that_is_skipped_is_none() -> None:
    state = play(NONE)
    assert texts(state) == ["Go E 1 none", "Go E 2 none", "Go W 1 b1", "Go W 2 b1"]
    assert trail(state.play("Go E 2 none")) == [2, 1]
    assert trail(state.play("Go W 1 b1")) == [1, 2]
