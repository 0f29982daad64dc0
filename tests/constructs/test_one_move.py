"""`one move`: every way through a block's decisions is one move."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, load, number, play, texts, trail

TWO_STEPS = """
board square 3 by 3

piece Rook

setup:
    place Rook of White on a1

action Step:
    pick d in {N, E}
    let there = step((the Rook).at, d)
    where there != none
    do:
        move the Rook to there
    say "{d}"

turn:
    one move:
        choose Step
        choose Step
"""


def test_ways_that_end_alike_are_one_move() -> None:
    """North then east and east then north end alike: 3 moves, at their first combinations. With `by path` 4."""
    state = play(TWO_STEPS)
    assert state.mover == "White"
    assert texts(state) == ["N N", "N E", "E E"]
    assert state.game.perft(1) == 3
    by_path = play(TWO_STEPS.replace("one move:", "one move by path:"))
    assert texts(by_path) == ["N N", "N E", "E N", "E E"]
    assert by_path.game.perft(1) == 4
    assert by_path.play("N E") == by_path.play("E N")


def test_the_merged_move_may_be_written_either_way() -> None:
    state = play(TWO_STEPS)
    assert state.play("E N") == state.play("N E")
    assert board(state.play("E N")) == {"b2": "Rook of White"}
    assert state.moves()[1].steps == ("N", "E")
    assert state.play("N E").mover == "Black"
    with pytest.raises(rw.IllegalMove):
        state.play("N")
    with pytest.raises(rw.IllegalMove):
        state.play("N N N")


def test_step_by_step() -> None:
    """After E one may go on with N, too, although that move is listed as N E."""
    state = play(TWO_STEPS)
    way = state.begin()
    assert way is not None
    first = way.onward()
    assert [one.text for one in first] == ["N", "E"]
    second = first[1].onward()
    assert [one.text for one in second] == ["E N", "E E"]
    assert all(not one.onward() for one in second)
    assert state.finish(second[0]) == state.play("N E")
    with pytest.raises(rw.IllegalMove, match="not finished"):
        state.finish(first[0])


MOST = """
board square 4 by 1

piece Hopper

var steps_made: int in 0..9 = 0 until turn_end
var coins: int in 0..9 = 0

setup:
    place Hopper of White on a1

action Walk:
    where (the Hopper).at.column < 4
    do:
        move the Hopper to step((the Hopper).at, E)
        steps_made += 1
    say "walk"

action Leap:
    where (the Hopper).at.column < 3
    do:
        move the Hopper to along((the Hopper).at, E, 2)
        steps_made += 1
    say "leap"

turn:
    one move most (the Hopper).at.column then -steps_made:
        may choose Walk | Leap repeatedly
"""


def test_most_then_most() -> None:
    """From a1 to d1, the farthest, in at least two steps: walk leap or leap walk, which end alike. (walk walk walk
    gets there, too, in three.)"""
    assert texts(play(MOST)) == ["walk leap"]
    assert texts(play(MOST.replace("one move most", "one move by path most"))) == ["walk leap", "leap walk"]


def test_most_alone_keeps_all_that_are_equal() -> None:
    """Farthest only: the ways to d1 end in two different states, as steps_made counts."""
    assert texts(play(MOST.replace(" then -steps_made", ""))) == ["walk walk walk", "walk leap"]


def test_only_steps_that_some_legal_way_continues_are_offered() -> None:
    """After two walks only three steps lead to d1, which is too many: `walk` is offered once, then only `leap`."""
    way = play(MOST).begin()
    assert way is not None
    assert [one.text for one in way.onward()] == ["walk", "leap"]
    assert [one.text for one in way.onward()[0].onward()] == ["walk leap"]
    assert [one.text for one in way.onward()[1].onward()] == ["leap walk"]


def test_ways_may_end_early() -> None:
    """Without `most` one may stop anywhere. 0, 1, 2 or 3 steps: nothing; walk (b1), leap (c1, 1 step); walk walk (c1,
    2 steps), walk leap = leap walk (d1, 2 steps); walk walk walk (d1, 3). Six moves; declining at once comes last."""
    rules = MOST.replace("one move most (the Hopper).at.column then -steps_made:", "one move:")
    state = play(rules)
    assert texts(state) == ["walk walk walk", "walk walk", "walk leap", "walk", "leap", "decline"]
    assert board(state.play("decline")) == {"a1": "Hopper of White"}
    assert state.play("decline").mover == "Black"


NOTHING = """
var round_of: int = 0

action Step:
    pick n in 1..2
    do:
        note(n)

turn:
    one move:
        note(7)
        if turn_number > 1:
            choose Step
        note(8)
    choose Step
"""


def test_a_block_without_a_decision_asks_nothing() -> None:
    state = play(NOTHING)
    assert trail(state) == [7, 8] and texts(state) == ["Step 1", "Step 2"]
    state = state.play("Step 1")
    # Black's turn: now there is one in it.
    assert state.mover == "Black" and trail(state) == [7, 8, 1]
    assert trail(state.play("Step 2")) == [7, 8, 1, 7, 2, 8]


EARLY = """
var sum_of: int in 0..9 = 0

action Add:
    pick n in 1..2
    do:
        sum_of += n
        if sum_of == 2:
            mover wins
    say "{n}"

turn:
    one move:
        choose Add
        choose Add

end:
    mover loses when sum_of == 1
    mover wins when sum_of == 3
"""


def test_an_outcome_ends_a_way_and_the_end_waits() -> None:
    """1 1 and 2 make two and win at once: ways of two and of one step. The states differ (none counts who moved), but
    are equal: the same game over. 1 2 makes three; the end is not looked at when the sum is 1 in between."""
    state = play(EARLY)
    assert texts(state) == ["1 1", "1 2"]
    assert state.play("2") == state.play("1 1")
    assert state.play("1 1").outcome == "White wins"
    assert state.play("1 2").outcome == "White wins"
    assert number(state.play("1 2"), "sum_of") == 3


EVENTS = """
event rung(n: int)

when rung(n):
    note(10 + n)
    if n == 1:
        choose Answer

action Answer:
    pick m in 5..6
    do:
        note(m)
    say "{m}"

action Ring:
    pick n in 1..2
    do:
        emit rung(n) later
        note(n)
    say "{n}"

turn:
    one move:
        choose Ring
        choose Ring
    note(99)
"""


def test_queue_and_reactions_run_inside_as_without() -> None:
    """Each ring is followed by its reaction, which asks when n is 1."""
    state = play(EVENTS)
    assert texts(state) == ["1 5 1 5", "1 5 1 6", "1 5 2", "1 6 1 5", "1 6 1 6", "1 6 2", "2 1 5", "2 1 6", "2 2"]
    assert trail(state.play("1 6 2")) == [1, 11, 6, 2, 12, 99]


LOCALS = """
board square 5 by 2

piece Man

setup:
    place Man of White on a1, e1
    place Man of Black on a2

action Go:
    pick m in mine
    pick d in {E, W}
    let there = step(m.at, d)
    where there.empty
    do:
        move m to there
    say "{m.at}{there}"

turn:
    one move:
        let start = choose Go
        var more = 1
        while possible(Go with m = start.m) and more > 0:
            choose Go with m = start.m
            more -= 1
"""


def test_locals_are_part_of_a_way() -> None:
    """The same man goes on. a1: b1, then back to a1 or on to c1; e1: d1, then (east first) back to e1 or on to c1.
    Back on a1 and back on e1 are the same: nothing has changed."""
    state = play(LOCALS)
    assert texts(state) == ["a1b1 b1c1", "a1b1 b1a1", "e1d1 d1c1"]
    assert board(state.play("e1d1 d1c1")) == {"a1": "Man of White", "c1": "Man of White", "a2": "Man of Black"}
    assert state.play("e1d1 d1e1") == state.play("a1b1 b1a1")


def test_the_position_before_is_unchanged() -> None:
    game = load(TWO_STEPS)
    state = game.start(seed=1)
    before = state.serialize()
    for move in state.moves():
        state.play(move)
    assert state.serialize() == before and board(state) == {"a1": "Rook of White"}


OTHERS = """
event asked()

when asked():
    may opponent "really?":
        note(1)

action Go:
    pick n in 1..2
    do:
        if n == 2:
            emit asked()

turn:
    one move:
        choose Go
"""


def test_one_player_decides() -> None:
    """A reaction asks somebody else: one move cannot hold that."""
    with pytest.raises(rw.PlayError) as caught:
        play(OTHERS)
    assert caught.value.code == "X011"


def test_no_chance_inside() -> None:
    with pytest.raises((rw.PlayError, rw.RulesError)):
        play("die d6: 1..6\naction Go:\n    do:\n        note(roll d6)\nturn:\n    one move:\n        choose Go\n")


@pytest.mark.parametrize("leaving", ["return", "break"])
def test_nothing_leads_out_of_the_block(leaving: str) -> None:
    rules = "action Go\nprocedure p():\n    while true:\n        one move:\n            choose Go\n            "
    with pytest.raises(rw.RulesError):
        load(rules + leaving + "\nturn:\n    p()\n")


NESTED = """
board square 4 by 1

define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

piece Man

setup:
    place Man of White on a1
    place Man of Black on d1

action Step:
    pick m in mine
    pick d in {E, W}
    where step(m.at, d).empty
    do:
        move m to step(m.at, d)
    say "{m.at}{d}"

action Go:
    do:
        choose by opponent Run
        note(count(Man))

action Run:
    do:
        one move:
            choose Step
            one move:
                choose Step
                choose Step
        note(10 * seat(mover) + seat(active))

turn:
    choose Go
"""


def test_inside_an_action_of_the_other_player() -> None:
    """Black's three steps from d1, where a1 is taken: W W is b1, then back to c1; or c1, d1, c1: the same. One move."""
    state = play(NESTED, "Go", "Run")
    assert (state.mover, state.active) == ("Black", "White")
    assert texts(state) == ["d1W c1E d1W"]
    state = state.play("d1W c1E d1W")
    assert board(state) == {"a1": "Man of White", "c1": "Man of Black"}
    assert trail(state) == [21, 2] and state.mover == "Black"


LEAVES = """
var total: int = 0

action Add:
    pick n in 0..2
    do:
        total += n
    say "{n}"

turn:
    one move:
        while true:
            let j = choose Add
            if total >= 3 or j.n == 0:
                break
"""


def test_a_loop_inside_may_be_left() -> None:
    """Totals of the turn: 0; 1 (1 0); 2 (1 1 0); 3 (1 1 1); 4 (1 1 2). The other orders end like one of these."""
    assert texts(play(LEAVES)) == ["0", "1 0", "1 1 0", "1 1 1", "1 1 2"]


BLIND = """
board square 3 by 2

piece Rook

var done: int in 0..2 = 0 until turn_end

setup:
    place Rook of White on a1

action Step:
    pick d in {N, E}
    let there = step((the Rook).at, d)
    where there != none and the Rook.at != a2
    do:
        move the Rook to there
    say "{d}"

turn:
    one move:
        choose Step
        choose Step
""".replace("the Rook.at", "(the Rook).at")


def test_a_way_that_finds_nothing_is_an_error_and_not_left_out() -> None:
    """East and east, east and north are ways; from a2, after north, nothing is possible."""
    with pytest.raises(rw.PlayError) as caught:
        play(BLIND)
    assert caught.value.code == "X103"


def test_ways_that_get_furthest_are_kept_by_a_count() -> None:
    lenient = BLIND.replace("one move:", "one move most done:")
    lenient = lenient.replace(
        "        choose Step\n", "        choose Step\n        else: done -= 1\n        done += 1\n"
    )
    assert texts(play(lenient)) == ["E N", "E E"]
