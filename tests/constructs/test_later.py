"""`emit … later`: one queue, emptied oldest first when a decision is finished, never inside a `do` or a reaction."""

from __future__ import annotations

from constructs.playing import play, texts, trail

QUEUE = """
board square 3 by 1

event a()
event b()
event c(k: int)
event now()

piece Stone

when now():
    note(3)

when a():
    note(4)
    emit c(1) later
    emit now()
    note(5)

when b():
    note(6)
    emit c(2) later
    note(7)

when c(k):
    note(10 + k)

action Go:
    do:
        note(1)
        emit a() later
        emit b() later
        emit now()
        note(2)

action Deep:
    do:
        emit b() later
        choose Inner
        note(8)

action Inner:
    do:
        emit a() later
        note(9)

procedure from_a_procedure():
    emit b() later
    note(8)
    emit a() later
    note(9)

procedure wrapped():
    from_a_procedure()
    note(20)

action Wrapped:
    do:
        wrapped()
        note(21)

action Calls

turn:
    let first_one = choose Go | Deep | Wrapped | Calls
    note(30)
    if turn_number == 2:
        wrapped()
        note(31)
"""


def test_two_reactions_that_each_emit() -> None:
    """now() is immediate: 1 3 2. The decision is finished: a (4, c1 queued behind b, now at once: 3, then 5), b (6 7,
    c2 queued), c1, c2. Then the next statement of the turn."""
    assert trail(play(QUEUE, "Go")) == [1, 3, 2, 4, 3, 5, 6, 7, 11, 12, 30]


def test_an_inner_decision_does_not_empty_it() -> None:
    """Deep queues b, Inner queues a; both decisions are done (9, 8) before b, which was first, and a."""
    assert trail(play(QUEUE, "Deep", "Inner")) == [9, 8, 6, 7, 4, 3, 5, 12, 11, 30]


def test_procedures_are_transparent_in_a_turn_only() -> None:
    """Called in a `do`, nothing empties the queue until the end: 8 9 20 21, then b and a. Called from the turn, each
    emit is followed by its reactions: b (6 7, then c2: 12), 8, a (4 3 5, then c1: 11), 9."""
    state = play(QUEUE, "Wrapped")
    assert trail(state) == [8, 9, 20, 21, 6, 7, 4, 3, 5, 12, 11, 30]
    state = state.play("Calls")
    assert trail(state)[12:] == [30, 6, 7, 12, 8, 4, 3, 5, 11, 9, 20, 31]


MOVER = """
event told(k: int)

define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

when told(k):
    note(100 * k + 10 * seat(mover) + seat(active))
    if k == 1:
        may "more?":
            emit told(2) later
            note(1)

action Tell:
    do:
        emit told(1) later

turn:
    choose by opponent Tell
    emit told(3) later
    note(2)
"""


def test_the_mover_in_the_queue_is_the_chooser_of_the_decision() -> None:
    """On White's turn Black chooses; he is mover in the reactions to it, also in the queue, where he is asked; what he
    adds there comes after. An emit of the turn itself has White as mover."""
    state = play(MOVER, "Tell")
    assert (state.mover, state.active, state.question) == ("Black", "White", "more?")
    assert trail(state) == [121]
    after = state.play("yes")
    assert trail(after) == [121, 1, 221, 311, 2]
    assert (after.mover, after.active) == ("White", "Black")
    assert trail(state.play("decline")) == [121, 311, 2]


ENDING = """
event fuse()
var left: int in 0..2 = 2

when fuse():
    left -= 1
    if left == 1:
        emit fuse() later

action Light:
    do:
        emit fuse() later

turn:
    choose Light

end:
    mover wins when left == 1
    mover loses when left == 0
"""


def test_the_end_is_looked_at_after_the_queue() -> None:
    """left is 1 after the first event, but 0 when the queue is empty."""
    state = play(ENDING, "Light")
    assert state.over and state.outcome == "Black wins"


EFFECTS = """
board square 3 by 1

event seen(s: site)

piece Stone

when placed(x, there):
    note(there.column)
    emit seen(there) later

when seen(s):
    note(10 + s.column)

action Drop:
    do:
        place Stone on a1
        place Stone on b1

procedure drop_both():
    place Stone on a1
    place Stone on b1

action Wait

turn:
    choose Drop | Wait
    if no(Stone):
        drop_both()
"""


def test_an_effect_of_the_turn_empties_the_queue_an_effect_of_an_action_does_not() -> None:
    assert trail(play(EFFECTS, "Drop")) == [1, 2, 11, 12]
    assert trail(play(EFFECTS, "Wait")) == [1, 11, 2, 12]


def test_also_in_the_set_up() -> None:
    rules = EFFECTS.replace("turn:\n", "setup:\n    drop_both()\n\nturn:\n")
    state = play(rules)
    assert trail(state) == [1, 11, 2, 12]
    assert texts(state) == ["Drop", "Wait"]


STOPPED = """
event one()
event two()

when one():
    note(1)
    mover wins
    note(2)

when two():
    note(3)

action Go:
    do:
        emit one() later
        emit two() later

turn:
    choose Go
    note(4)
"""


def test_an_outcome_in_the_queue_stops_everything() -> None:
    state = play(STOPPED, "Go")
    assert state.over and state.outcome == "White wins" and trail(state) == [1]
