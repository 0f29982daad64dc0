"""Which of several triggers on one event runs first, and which runs at all."""

from __future__ import annotations

import pytest

from constructs.playing import board, play, trail

OUTSIDE = """
event bell(k: int)

when bell(k) last:
    note(5)

when bell(k):
    note(2)

when bell(k) first:
    note(1)

when bell(k):
    note(3)

when bell(k) by -1:
    note(4)

when bell(k) by 2 - k:
    note(6)

action Ring:
    pick k in 1..3
    do:
        emit bell(k)
        note(9)

turn:
    choose Ring
"""


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("Ring 1", [1, 4, 2, 3, 6, 5, 9]),  # keys of the ordinary ones: 0, 0, -1, 1
        ("Ring 2", [1, 4, 2, 3, 6, 5, 9]),  # 0, 0, -1, 0: the last declared comes last
        ("Ring 3", [1, 4, 6, 2, 3, 5, 9]),  # 0, 0, -1, -1
    ],
)
def test_first_last_key_declaration(move: str, order: list[int]) -> None:
    """`first` ones, ordinary, `last` ones; within these by key (0 if none), then as declared. All before the next
    statement."""
    assert trail(play(OUTSIDE, move)) == order


OWNERS = """
board square 3 by 3

event bell()

define place_of(s: site): int = s.column + 3 * (s.row - 1)

piece Hare:
    when bell():
        note(10 + place_of(self.at))

piece Fox:
    when bell():
        note(20 + place_of(self.at))
    when bell() first:
        note(30 + place_of(self.at))
    when bell() by -place_of(self.at):
        note(40 + place_of(self.at))

when bell():
    note(1)

setup:
    place Hare of Black on a1
    place Fox of White on b1
    place Fox of Black on b2
    place Hare of White on c2, c3

action Ring:
    do:
        emit bell()

turn:
    choose Ring
"""


def test_outside_kinds_then_the_active_player_then_the_others() -> None:
    """First: the foxes' `first` (White's b1 = 2, then Black's b2 = 5). Ordinary: outside kinds; White's by key: the
    fox's -2, then key 0 as declared: hares (c2 = 6, c3 = 9), fox; Black's the same: -5, hare a1 = 1, fox."""
    state = play(OWNERS, "Ring")
    assert trail(state) == [32, 35, 1, 42, 16, 19, 22, 45, 11, 25]


def test_the_same_on_the_other_players_turn() -> None:
    state = play(OWNERS, "Ring", "Ring")
    assert trail(state)[10:] == [35, 32, 1, 45, 11, 25, 42, 16, 19, 22]


THREE = """
players Red, Green, Blue
board square 3 by 1
event bell()

piece Tower:
    when bell():
        note(self.at.column)

setup:
    place Tower of Red on c1
    place Tower of Green on b1
    place Tower of Blue on a1

action Ring:
    do:
        emit bell()

turn:
    choose Ring
"""


def test_three_players_in_seat_order_from_the_active_one() -> None:
    """The active player's, then seat order: read as the order of turns from the active player on, which for Red is
    Red, Green, Blue; on Blue's turn Blue, Red, Green."""
    assert trail(play(THREE, "Ring")) == [3, 2, 1]
    assert trail(play(THREE, "Ring", "Ring", "Ring"))[6:] == [1, 3, 2]


CONDITIONS = """
event bell()
var lit: int in 0..3 = 0

when bell() if lit == 0:
    lit = 2
    note(1)

when bell() if lit == 0:
    note(2)

when bell() if lit == 2:
    lit = 3
    note(3)

action Ring:
    do:
        emit bell()

turn:
    choose Ring
"""


def test_the_condition_is_tested_just_before_the_body() -> None:
    """lit becomes 2 in the first reaction: the second no longer runs, the third does. At the next ring none does."""
    assert trail(play(CONDITIONS, "Ring")) == [1, 3]
    assert trail(play(CONDITIONS, "Ring", "Ring")) == [1, 3]


LEAVING = """
board square 3 by 2

event bell()

piece Dog:
    when bell():
        note(self.at.column)
        for x in steps(self.at, {E}).piece:
            remove x
        place Dog of White on step(self.at, N)

piece Cat is Dog:
    when bell():
        note(10 + self.at.column)

piece Lamb

setup:
    place Dog of White on a1, b1
    place Dog of Black on c1

action Ring:
    do:
        emit bell()

action Change:
    do:
        c1.piece.owner = White
        emit bell()

turn:
    choose Ring | Change
"""


def test_who_has_left_play_is_skipped_and_who_came_later_too() -> None:
    """a1 removes b1, which therefore does not react; the dog it places on a2 was not there at the event. c1 reacts,
    being Black's after White's; it places one on c2."""
    state = play(LEAVING, "Ring")
    assert trail(state) == [1, 3]
    assert board(state) == {"a1": "Dog of White", "a2": "Dog of White", "c1": "Dog of Black", "c2": "Dog of White"}


LOSING = """
board square 3 by 1

event bell()

piece Wolf:
    when bell():
        note(1)
        step(self.at, E).piece.kind = Sheep

piece Sheep

piece Bear:
    when bell():
        note(3)

setup:
    place Wolf of White on a1, b1, c1

action Ring:
    do:
        emit bell()

turn:
    choose Ring
"""


def test_who_has_lost_the_trigger_is_skipped() -> None:
    """a1 turns b1 into a sheep, which has no trigger; c1 is still a wolf."""
    assert trail(play(LOSING, "Ring")) == [1, 1]


ABOUT = """
board square 3 by 1

piece Egg:
    worth = 7
    when removed(self, here):
        note(here.column)
        note(self.worth)
        note(1 if self.owner == White else 2)
        note(count(Egg))
        note(1 if self.at == none else 0)

piece Bystander:
    when removed(x, here):
        note(50 + here.column)

when removed(x, here) first if x is Egg:
    note(90 + count(mine))

setup:
    place Egg of White on a1, b1
    place Bystander of Black on c1

action Smash:
    pick eggs in {1, 2}
    do:
        if eggs == 1:
            remove a1.piece
        else:
            remove mine
        note(99)

turn:
    choose Smash
"""


def test_a_reaction_about_oneself_runs_for_who_has_just_left() -> None:
    """The egg is off the board (one egg is left, it stands nowhere), but still itself. The egg's trigger comes before
    the bystander's because White is active."""
    assert trail(play(ABOUT, "Smash 1")) == [91, 1, 7, 1, 1, 1, 51, 99]


def test_an_effect_on_a_set_is_done_whole_before_its_events() -> None:
    """Both eggs are gone at the first event already; then the events come in the order of the sites."""
    assert trail(play(ABOUT, "Smash 2")) == [90, 1, 7, 1, 0, 1, 51, 90, 2, 7, 1, 0, 1, 52, 99]


SETS = """
board square 3 by 1

piece Stone
piece Gem

setup:
    place Stone of White on a1
    place Stone of Black on {b1, c1}

when placed(x, there):
    note(10 * count(Stone) + there.column)

when owner_changed(x, was):
    note(10 * count(Stone of White) + x.at.column)

when kind_changed(x, was) if was == Stone:
    note(10 * count(Gem) + x.at.column)

action Turn:
    do:
        for x in theirs:
            x.owner = White

action Polish:
    do:
        for x in Stone:
            x.kind = Gem
        for x in Gem:
            x.kind = Gem

turn:
    choose Turn | Polish
"""


def test_a_set_is_placed_whole_and_a_loop_goes_one_by_one() -> None:
    """Setting up: a1 alone (1 stone), then b1 and c1 together (3 stones at both events). In a loop each change has its
    event. A change to what it is already is none."""
    assert trail(play(SETS)) == [11, 32, 33]
    assert trail(play(SETS, "Turn"))[3:] == [22, 33]
    assert trail(play(SETS, "Turn", "Turn"))[5:] == []  # on Black's turn `theirs` are White's already
    assert trail(play(SETS, "Polish", "Polish"))[3:] == [11, 22, 33]


NESTED = """
event outer(k: int)
event inner(k: int)

when outer(k):
    note(10 + k)
    emit inner(k)
    note(20 + k)

when outer(k):
    note(30 + k)

when inner(k):
    note(40 + k)
    if k < 2:
        emit outer(k + 1)
    note(50 + k)

action Go:
    do:
        emit outer(1)
        note(99)

turn:
    choose Go
"""


def test_reactions_nest_depth_first() -> None:
    """outer 1: 11, inner 1: 41, outer 2: 12, inner 2: 42 52, back in outer 2: 22, its second: 32, back: 51, 21, 31."""
    assert trail(play(NESTED, "Go")) == [11, 41, 12, 42, 52, 22, 32, 51, 21, 31, 99]


ANSWERS = """
event struck(n: int, var wounds: int)

when struck(n, wounds) last:
    note(wounds)
    wounds = wounds * 2

when struck(n, wounds) if n > 3:
    wounds = max(0, wounds - 2)

when struck(n, wounds) first:
    note(10 * n + wounds)

action Strike:
    pick n in {3, 5}
    do:
        var hurt = n
        emit struck(n, hurt)
        note(hurt)

turn:
    choose Strike
"""


def test_triggers_may_answer() -> None:
    """3: nothing is prevented, doubled to 6. 5: 2 are prevented (3), doubled to 6."""
    assert trail(play(ANSWERS, "Strike 3")) == [33, 3, 6]
    assert trail(play(ANSWERS, "Strike 5")) == [55, 3, 6]


ASKING = """
event hit(var n: int)
event inner(var m: int)

when hit(n):
    may opponent "block?":
        var k = 3
        emit inner(k)
        n -= k

when hit(n):
    note(n)
    n = n * 10
    if n > 50:
        return
    n += 1

when inner(m):
    may "more?":
        m += 1
    note(100 + m)

action Hit:
    do:
        var h = 7
        emit hit(h)
        note(h)

turn:
    choose Hit
"""


def test_answers_of_triggers_that_ask() -> None:
    """Blocked by 3 + 1: 3 is left, tenfold and one more. Not blocked: 70, and the trigger returns."""
    assert trail(play(ASKING, "Hit", "yes", "yes")) == [104, 3, 31]
    assert trail(play(ASKING, "Hit", "yes", "no")) == [103, 4, 41]
    assert trail(play(ASKING, "Hit", "no")) == [7, 70]


CROWD = """
board square 10 by 10

piece Man

setup:
    place Man of White on sites

when removed(x, here):
    if here == a1 or here == j10:
        note(10 * count(Man) + (1 if x.owner == White else 2))

action Clear:
    do:
        remove mine

turn:
    choose Clear
"""


def test_a_large_set_is_removed_at_once() -> None:
    state = play(CROWD, "Clear")
    assert trail(state) == [1, 1] and board(state) == {}


DECIDING = """
define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

procedure look():
    note(10 * seat(mover) + seat(active))

action Say:
    pick n in 1..2
    do:
        note(n)

when turn_start(p):
    look()
    choose Say
    choose by opponent Say
    look()

when turn_end(p):
    look()
    may "end?":
        look()

when round_end:
    look()
    may "round?":
        look()

turn:
    choose by opponent Say
"""


def test_reactions_to_turns_may_decide() -> None:
    """At the start and the end of a turn the active player is mover, and is asked."""
    state = play(DECIDING)
    assert (state.mover, state.active) == ("White", "White")
    state = state.play("Say 1")
    assert (state.mover, state.active) == ("Black", "White")
    state = state.play("Say 2").play("Say 1")
    assert (state.mover, state.active, state.question) == ("White", "White", "end?")
    assert trail(state) == [11, 1, 2, 11, 1, 11]
    state = state.play("yes").play("Say 1").play("Say 1").play("Say 1").play("decline")
    assert (state.mover, state.active, state.question) == ("Black", "Black", "round?")
    assert trail(state)[6:] == [11, 22, 1, 1, 22, 1, 22, 22]
