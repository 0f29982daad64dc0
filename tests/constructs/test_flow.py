"""`flow`, `turn of`, `mover =`; set-ups that decide; loops and procedures that wait for decisions."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, load, play, texts, trail

FLOW = """
define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

procedure look():
    note(10 * seat(mover) + seat(active))

event done()
when done():
    note(7)

when turn_start(p):
    note(100 + 10 * seat(mover) + seat(active))

when turn_end(p):
    note(200 + 10 * seat(mover) + seat(active))

action Go:
    do:
        look()

flow:
    look()
    choose Go
    mover = Black
    choose Go
    turn of White:
        emit done() later
        look()
        choose Go
        choose by opponent Go
    look()
    turn of Black:
        choose Go
    look()
"""


def test_mover_and_active_in_a_flow() -> None:
    """Outside turns active is none and mover the first player, until it is set. A turn sets both and gives them back:
    Black is mover again. An emit in a turn is answered at once."""
    state = play(FLOW)
    assert (state.mover, state.active, trail(state)) == ("White", None, [10])
    state = state.play("Go")
    assert (state.mover, state.active, trail(state)) == ("Black", None, [10, 10])
    state = state.play("Go")
    assert (state.mover, state.active) == ("White", "White")
    assert trail(state)[2:] == [20, 111, 7, 11]
    state = state.play("Go")
    assert (state.mover, state.active) == ("Black", "White")
    state = state.play("Go")
    assert (state.mover, state.active) == ("Black", "Black")
    assert trail(state)[6:] == [11, 21, 211, 20, 122]
    state = state.play("Go")
    assert trail(state)[11:] == [22, 222, 20]


def test_a_flow_that_runs_out_is_a_tie() -> None:
    state = play(FLOW, *["Go"] * 5)
    assert state.over and state.outcome == "a tie" and state.returns == (0, 0)


ENDS = """
players Ann, Bob, Cat

var n: int = 0

action Add:
    do:
        n += 1

flow:
    n = 5
    while n < 9:
        for p in players:
            turn of p:
                choose Add
                n += 1
    Bob wins

end:
    Ann wins when n == 6 and active == Cat
    Cat wins when n == stop_at

option stop_at: 0..20 = 0
"""


@pytest.mark.parametrize(
    ("stop_at", "plies", "outcome"),
    [
        (0, 3, "Bob wins"),  # 7, 9, 11: one round; the loop is over
        (6, 1, "Cat wins"),  # after the decision: 6
        (5, 3, "Bob wins"),  # 5 before the first turn: not looked at on entering the first one
        (7, 1, "Cat wins"),  # on entering the second turn
        (8, 2, "Cat wins"),
        (11, 3, "Bob wins"),  # after the last turn no turn is entered
    ],
)
def test_when_the_end_is_looked_at(stop_at: int, plies: int, outcome: str) -> None:
    state = load(ENDS, stop_at=stop_at).start(seed=1)
    for _ in range(plies):
        assert not state.over
        state = state.play("Add")
    assert state.over and state.outcome == outcome


COUNTERS = """
players Ann, Bob, Cat

define seat(p: player): int = 1 if p == Ann else 2 if p == Bob else 3 if p == Cat else 0

when round_end:
    note(99)

action Go:
    do:
        note(100 * round_number + 10 * turn_number + seat(mover))

action Again:
    do:
        note(5)
        again

flow:
    turn of Bob:
        choose Go | Again
    turn of Ann:
        choose Go
    turn of Cat:
        choose Go
    turn of Ann:
        choose Go
"""


def test_turns_and_rounds_in_a_flow() -> None:
    """The round begins with Bob. Ann: turn 2 of round 1. Cat, who sits before Ann seen from Bob, begins a new one.
    Ann follows Cat in it."""
    assert trail(play(COUNTERS, "Go", "Go", "Go", "Go")) == [112, 121, 99, 233, 241]


def test_again_in_a_flow() -> None:
    """Bob's second turn belongs to the same round, as it does without a flow."""
    assert trail(play(COUNTERS, "Again", "Go", "Go", "Go")) == [5, 122, 131, 99, 243]


SETUP = """
board square 3 by 1

piece Man

setup:
    for p in players:
        choose by p Settle
    note(1 if active == none else 0)

action Settle:
    pick there in empty
    do:
        note(2 if active == none else 3)
        place Man of mover on there
    say "{there}"

turn:
    choose Settle
    else: mover loses
"""


def test_a_set_up_that_decides() -> None:
    state = play(SETUP)
    assert (state.mover, state.active, texts(state)) == ("White", None, ["a1", "b1", "c1"])
    state = state.play("b1")
    assert (state.mover, state.active, texts(state)) == ("Black", None, ["a1", "c1"])
    state = state.play("a1")
    assert (state.mover, state.active, texts(state)) == ("White", "White", ["c1"])
    assert board(state) == {"a1": "Man of Black", "b1": "Man of White"}
    assert trail(state) == [2, 2, 1]
    assert state.play("c1").outcome == "White wins"


WAITING = """
action Say:
    pick n in 0..9
    do:
        note(n)

procedure ask(times: int):
    var left = times
    while left > 0:
        choose by opponent Say
        left -= 1
        note(10 * times + left)
        if left == 1:
            return

procedure twice(a: int):
    ask(a)
    ask(a + 1)

turn:
    for k in {1, 3}:
        repeat 2 times:
            var fresh = k
            choose Say
            fresh += 1
            note(100 * fresh)
            if k == 3:
                break
    twice(1)
"""


def test_loops_and_procedures_wait() -> None:
    """k = 1: twice Say, fresh is 2 each time; k = 3: once. ask(1): one answer; ask(2): returns with one left."""
    state = play(WAITING, "Say 1", "Say 2", "Say 3")
    assert trail(state) == [1, 200, 2, 200, 3, 400]
    assert (state.mover, state.active) == ("Black", "White")
    state = state.play("Say 4").play("Say 5")
    assert trail(state)[6:] == [4, 10, 5, 21]
    assert (state.mover, state.active) == ("Black", "Black")


LOOPS = """
board square 4 by 2

piece Man

setup:
    place Man of White on a1, c1, b2
    place Man of Black on d1, a2

action Walk:
    do:
        for m in Man where m.owner == White by -m.at.column, m.at.row:
            note(10 * m.at.column + m.at.row)
        for p in players by count(Man of p):
            note(1 if p == White else 2)
        for d in {W, N, E}:
            note(count(steps(b1, {d})) + (5 if d == N else 7 if d == W else 0))
        for s in [c1, a1] by 0:
            note(s.column)
        for s in {c1, a1}:
            note(s.column)
        var sum_of = 0
        for n in 1..4 where n != 3:
            sum_of += n
        note(sum_of)
    say "walk"

turn:
    choose Walk
"""


def test_orders_of_loops() -> None:
    """By column from the right: c1, b2, a1. Black has fewer. Directions clockwise from north: N E W. A list keeps its
    order, a set has the order of the sites. 1 + 2 + 4."""
    assert trail(play(LOOPS, "walk")) == [31, 22, 11, 2, 1, 6, 1, 8, 3, 1, 1, 3, 7]


def test_mover_is_set_outside_turns_only() -> None:
    with pytest.raises(rw.RulesError):
        load("action Go\nturn:\n    mover = Black\n    choose Go\n")
    with pytest.raises(rw.RulesError):
        load("action Go\nflow:\n    turn of White:\n        turn of Black:\n            choose Go\n")


def test_nothing_reaches_itself_by_calls() -> None:
    with pytest.raises(rw.RulesError):
        load(
            "define f(n: int): int = g(n)\ndefine g(n: int): int = f(n)\n"
            "action Go\nturn:\n    choose Go\n    note(f(1))\n"
        )
    with pytest.raises(rw.RulesError):
        load("action Go:\n    do:\n        choose Go\nturn:\n    choose Go\n")


LEAVING = """
players Ann, Bob, Cat

action Go:
    pick k in 0..2
    do:
        if k == 1:
            eliminate mover
    say "{k}"

flow:
    var n = 1
    for p in players:
        turn of p:
            while true:
                for q in {7, 8}:
                    let j = choose Go
                    n += 1
                    note(10 * q + n)
                    if j.k == 2:
                        return
            note(5)
        note(n)
    note(99)
    choose Go

when turn_end(p):
    note(0 if p == Ann else 1 if p == Bob else 2)
"""


def test_a_turn_in_a_flow_is_left_by_return_and_by_elimination() -> None:
    """Ann goes 0, 0, and returns at the third: n is 4; her turn ends (0). Bob eliminates himself: his turn ends at once
    (1), n is still 4. Cat returns: 5, the end of her turn (2). Locals of the flow live on in its turns."""
    state = play(LEAVING, "0", "0", "2")
    assert trail(state) == [72, 83, 74, 0, 4] and state.mover == "Bob"
    state = state.play("1")
    assert trail(state)[5:] == [1, 4] and state.mover == "Cat"
    state = state.play("2")
    assert trail(state)[7:] == [75, 2, 5, 99]
    # Outside turns the mover is still the first player.
    assert (state.mover, state.active) == ("Ann", None)
    assert state.play("0").outcome == "a tie"


WHOLE = """
players Ann, Bob, Cat

action Strike:
    pick p in players
    do:
        eliminate p
    say "{p}"

action Pass:
    say "pass"

procedure two():
    one move:
        choose Strike | Pass
        note(count(players))
        choose Pass
    note(7)

turn:
    two()
    note(8)

end:
    player wins when count(players) == 1
"""


def test_one_move_is_done_before_ones_turn_ends() -> None:
    """Ann strikes herself in the first half; the second is done with nothing legal for her: that is no error. Then her
    turn ends, in the midst of the procedure."""
    rules = WHOLE.replace("        choose Pass\n", "        choose Pass\n        else: nothing\n")
    state = play(rules)
    assert texts(state) == ["Ann", "Bob pass", "Cat pass", "pass pass"]
    out = state.play("Ann")
    assert trail(out) == [2] and out.mover == "Bob"
    assert trail(state.play("Cat pass")) == [2, 7, 8]
