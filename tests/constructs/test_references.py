"""A reference to a piece follows it through every effect and decision, and is none once it is removed.

The pieces here are plain: nothing tells one from another but where it stands.
"""

from __future__ import annotations

import pytest

from constructs.playing import board, play, texts, trail

SHOVE = """
board square 3 by 3

piece Man
piece King is Man

define place_of(s: site): int = s.column + 3 * (s.row - 1)

setup:
    place Man of White on b2
    place Man of Black on a1

action Mark:
    pick p in mine
    do:
        let was = p.at
        choose by opponent Push(p)
        note(place_of(p.at))
        place Man of Black on was
        choose by opponent Push(p)
        note(place_of(p.at))
        note(place_of(was))
        p.kind = King

action Push(m: Man):
    pick there in steps(m.at, {N, E, S, W}) & empty
    do:
        move m to there
    say "to {there}"

turn:
    let chosen = choose Mark
    note(100 + place_of(chosen.p.at))
    remove chosen.p
    note(0 if chosen.p == none else 1)
"""


def test_a_piece_that_the_opponent_moves_twice() -> None:
    """Pushed b2-c2; another man comes to b2, where it stood; pushed c2-c3. It is crowned there, found there by the turn
    (c3 is 9, c2 is 6, b2 is 5), and removed. The man on b2 is another one."""
    state = play(SHOVE, "Mark b2")
    assert (state.mover, texts(state)) == ("Black", ["to b1", "to a2", "to c2", "to b3"])
    state = state.play("to c2")
    assert trail(state) == [6] and board(state)["b2"] == "Man of Black"
    assert texts(state) == ["to c1", "to c3"]
    state = state.play("to c3")
    assert trail(state) == [6, 9, 5, 109, 0]
    assert board(state) == {"a1": "Man of Black", "b2": "Man of Black"}


def test_the_king_was_crowned_where_it_stood() -> None:
    rules = SHOVE.replace("    remove chosen.p\n", "    place Man of White on a2\n")
    assert board(play(rules, "Mark b2", "to c2", "to c3")) == {
        "a1": "Man of Black", "b2": "Man of Black", "c3": "King of White", "a2": "Man of White",
    }  # fmt: skip


LOOP = """
board square 4 by 2

piece Man

setup:
    place Man of White on a1, b1, c1

action Shift:
    pick m in theirs
    pick there in steps(m.at, {N, E}) & empty
    do:
        move m to there
    say "{m.at}{there}"

action Kill:
    pick m in theirs
    do:
        remove m
    say "x{m.at}"

action Add:
    do:
        place Man of White on d2
    say "add"

action Tour:
    do:
        for m in mine:
            note(10 * m.at.row + m.at.column)
            choose by opponent Shift | Kill | Add
            note(100 if m == none else 10 * m.at.row + m.at.column)
        note(count(mine))

turn:
    choose Tour
"""


def test_a_loop_goes_on_with_the_pieces_it_began_with() -> None:
    """a1, b1, c1. Black moves c1 to d1 in the first round and a1 to a2 in the second; the third is the man on d1. What
    came in between is no part of it."""
    state = play(LOOP, "Tour", "c1d1", "a1a2", "add")
    assert trail(state) == [11, 11, 12, 12, 14, 14, 4]


def test_a_removed_one_is_skipped() -> None:
    """In the first round Black removes b1; in the second, which is c1's, c1 itself."""
    state = play(LOOP, "Tour", "xb1", "xc1")
    assert trail(state) == [11, 11, 13, 100, 1]
    # Moved onto a vacated site: b1 is removed, a1 moves to b1; c1 follows, and nobody is asked about b1 again.
    state = play(LOOP, "Tour", "xb1", "a1b1")
    assert trail(state) == [11, 11, 13, 13, 2]


SETS = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1, b1
    place Man of Black on c1

action Watch:
    do:
        let all = mine
        let here = all.at
        let one = first(all)
        move b1.piece to d1
        note(count(all))
        note(1 if all.at == {a1, d1} else 0)
        note(1 if here == {a1, b1} else 0)
        remove one
        note(count(all))
        note(1 if one == none else 0)
        place Man of White on a1
        note(count(all))
        note(1 if all.at == {d1} else 0)
        note(1 if all == mine else 0)
        d1.piece.owner = Black
        note(count(all))
        note(count(mine))
    say "watch"

turn:
    choose Watch
"""


def test_sets_of_pieces_follow_too() -> None:
    """Two men: a1 and the one that goes to d1; sites do not follow. One is removed, another put where it stood: that is
    no member. A member that changes sides stays one, but `mine` is asked anew."""
    assert trail(play(SETS, "watch")) == [2, 1, 1, 1, 1, 1, 1, 0, 1, 1]


SWAP = """
board square 3 by 1

piece Man
piece King

setup:
    place Man of White on a1
    place King of Black on c1

when moved(x, here, there):
    note(100 * here.column + 10 * there.column + x.at.column)
    note(1 if a1.piece is King and c1.piece is Man else 0)

action Swap:
    do:
        let m = a1.piece
        let k = c1.piece
        let both = {m, k}
        swap m with k
        note(m.at.column)
        note(k.at.column)
        note(1 if m is Man and k is King else 0)
        note(count(both))
        remove k
        note(1 if both.at == {c1} else 0)
    say "swap"

turn:
    choose Swap
"""


def test_a_swap() -> None:
    """Both stand when the first of them reacts; then moved(first), moved(second)."""
    state = play(SWAP, "swap")
    assert trail(state) == [133, 1, 311, 1, 3, 1, 1, 2, 1]
    assert board(state) == {"c1": "Man of White"}


def test_a_swap_of_alike_pieces() -> None:
    """Two white men: m stands on c1 afterwards, k on a1; the board looks the same."""
    rules = SWAP.replace("King of Black", "Man of White")
    state = play(rules, "swap")
    assert trail(state) == [133, 0, 311, 0, 3, 1, 0, 2, 1]
    assert board(state) == {"c1": "Man of White"}


EVENTS = """
board square 4 by 1

piece Man

event arrived(m: Man, there: site)

setup:
    place Man of White on a1

when moved(x, here, there) if there == b1:
    note(2)
    move x to d1
    note(3)

when moved(x, here, there):
    note(10 * there.column + x.at.column)

when arrived(m, there):
    note(0 if m == none else 100 * m.at.column + there.column)

action Go:
    do:
        let m = a1.piece
        emit arrived(m, c1) later
        move m to b1
        note(m.at.column)
        emit arrived(m, b1) later
        move m to c1
    say "go"

action Vanish:
    do:
        let m = a1.piece
        emit arrived(m, a1) later
        remove m
        place Man of White on a1
    say "vanish"

turn:
    choose Go | Vanish
"""


def test_arguments_of_events_follow() -> None:
    """a1-b1: the first trigger moves it on to d1, whose own event comes at once (there d, at d: 44); the second trigger
    of the first event is told b1, but its piece stands on d1 (24). Then to c1: 33. In the queue both arguments stand on
    c1 by now."""
    assert trail(play(EVENTS, "go")) == [2, 44, 3, 24, 4, 33, 303, 302]


def test_a_removed_argument_is_none_in_the_queue() -> None:
    assert trail(play(EVENTS, "vanish")) == [0]


REMOVED = """
board square 3 by 1

piece Man

setup:
    place Man of White on a1
    place Man of Black on c1

when removed(x, here):
    note(1 if x.at == none else 0)
    note(1 if x.owner == White else 2)
    note(1 if x is Man else 0)
    note(here.column)
    place Man of Black on here
    note(1 if x.owner == White else 2)

action Kill:
    do:
        let m = a1.piece
        remove m
        note(1 if m == none else 0)
        note(1 if a1.piece.owner == Black else 0)
    say "kill"

turn:
    choose Kill
"""


def test_what_was_removed_is_itself_until_the_reactions_are_done() -> None:
    """It stands nowhere but has owner and kind, even when another stands where it stood; then it is none."""
    state = play(REMOVED, "kill")
    assert trail(state) == [1, 1, 1, 1, 1, 1, 1]
    assert board(state) == {"a1": "Man of Black", "c1": "Man of Black"}


CALLS = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1
    place Man of Black on d1

action Nudge:
    pick there in empty
    do:
        move the Man of White to there
    say "{there}"

procedure inner(m: Man):
    choose by Black Nudge
    note(m.at.column)

procedure outer(m: Man, s: site):
    note(m.at.column)
    inner(m)
    note(m.at.column)
    note(s.column)

turn:
    let m = the Man of White
    outer(m, m.at)
    let s = m.at
    choose by Black Nudge
    note(m.at.column)
    note(s.column)
    if turn_number == 2:
        White wins
"""


def test_locals_of_callers_follow_while_a_callee_waits() -> None:
    """Moved to c1 inside, then to b1: the man is found wherever it is; the sites stay what they were."""
    state = play(CALLS, "c1")
    assert trail(state) == [1, 3, 3, 1]
    assert trail(state.play("b1")) == [1, 3, 3, 1, 2, 3, 2]


VARIABLE = """
board square 3 by 1

piece Man

var hero: Man = none
var band: set of Man = {}

setup:
    place Man of White on a1, b1
    hero = a1.piece
    band = mine

action Go:
    pick m in mine
    pick there in empty
    do:
        move m to there
    say "{m.at}{there}"

action Kill:
    pick m in mine
    do:
        remove m
    say "x{m.at}"

turn:
    choose by White Go | Kill
    note(0 if hero == none else hero.at.column)
    note(count(band))
    note(sum(m in band: m.at.column))
"""


@pytest.mark.parametrize(
    ("moves", "notes"),
    [
        (("a1c1", "b1a1"), [3, 2, 5, 3, 2, 4]),
        (("a1c1", "xb1", "c1b1"), [3, 2, 5, 3, 1, 3, 2, 1, 2]),
        (("xa1", "b1a1"), [0, 1, 2, 0, 1, 1]),
    ],
)
def test_variables_follow(moves: tuple[str, ...], notes: list[int]) -> None:
    assert trail(play(VARIABLE, *moves)) == notes


ARRAYS = """
board square 3 by 3

field height of each site: int in 0..3 = 1

action Walk:
    do:
        b1.height = 3
        var cost of each site = 99
        var todo = {a1}
        cost of a1 = 0
        while any(todo):
            let a = best(s in todo: -(cost of s))
            todo -= {a}
            for b in neighbors(a, orthogonal):
                let c = cost of a + b.height
                if c < cost of b:
                    cost of b = c
                    todo += {b}
        note(cost of c1)
        note(max(s in sites: cost of s))
        choose Pick where cost of s == 3
        note(cost of a1)

action Pick:
    pick s in sites
    do:
        note(s.column)
    say "{s}"

turn:
    choose Walk
"""


def test_local_arrays_are_read_in_binders_and_filters() -> None:
    """All sites cost 1 to enter, b1 3. From a1: a2 1, b2 and a3 2, c2 and b3 3, b1 3; c1 and c3 4."""
    state = play(ARRAYS, "Walk")
    assert texts(state) == ["b1", "c2", "b3"]
    assert trail(state.play("c2")) == [4, 4, 3, 0]
