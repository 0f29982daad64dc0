"""How moves are written: templates, the default form, every sort of value."""

from __future__ import annotations

import rulewright as rw


def start(rules: str) -> rw.State:
    head = 'game "T"\nplayers White, Black\nboard square 3 by 3\npiece Man "m"\npiece Queen "Q"\n'
    return rw.loads(head + rules).start(1)


def texts(rules: str) -> list[str]:
    return [move.text for move in start(rules).moves()]


ENDS = "\nend:\n    tie when turn_number > 2\n"


def test_default_form_of_every_sort_of_value() -> None:
    rules = """
enum Mood: merry, sad
setup:
    place Man of White on a1
action Do:
    pick p in mine
    pick d in {N}
    pick s in {c3}
    pick q in {Black}
    pick m in {sad}
    pick k in {Queen}
    pick n in 4..4
    do:
        remove p
        if d == N and s.empty and q == Black and m == sad and n == 4:
            place k of q on s
turn:
    choose Do else Rest
action Rest:
    say "rest"
"""
    assert texts(rules + ENDS) == ["Do a1 N c3 Black sad Queen 4"]
    (move,) = start(rules + ENDS).moves()
    assert move.picks == {"p": "a1", "d": "N", "s": "c3", "q": "Black", "m": "sad", "k": "Queen", "n": "4"}
    state = start(rules + ENDS)
    assert str(state.play("Do k = queen")).splitlines()[0] == "3 | . . q"
    assert state.find("Do p = Man") == state.find("do p = man, n = 4") == state.moves()[0]
    assert state.find("Do n = 5") is None


def test_templates_give_kinds_by_their_letters() -> None:
    rules = """
setup:
    place Man of White on a1
    place Queen of White on b1
action Step:
    pick p in mine
    pick there in steps(p.at, {N})
    do:
        move p to there
    say "{p.kind}-{p.at}{there}" then "{turn_number}"
action Rest:
    say "rest"
turn:
    choose Step else Rest
"""
    # `then` looks at the state after the move, when the second turn has begun.
    assert texts(rules + ENDS) == ["m-a1a22", "Q-b1b22"]
    # What it adds need not be written.
    assert str(start(rules + ENDS).find("m-a1a2")) == "m-a1a22"
    assert start(rules + ENDS).find("m-a1a3") is None


def test_subsets() -> None:
    rules = """
setup:
    place Man of White on a1, b1, c1
action Pay:
    pick 2 paid in mine
    do:
        remove paid
turn:
    choose Pay else Rest
action Rest:
    say "rest"
"""
    assert texts(rules + ENDS) == ["Pay a1,b1", "Pay a1,c1", "Pay b1,c1"]
    state = start(rules + ENDS)
    assert state.play("Pay paid = a1, c1").log == ("Pay a1,c1",)
    assert state.play("pay B1,C1").log == ("Pay b1,c1",)


def test_skipped_picks_are_none() -> None:
    rules = """
setup:
    place Man of White on a1
action Go:
    pick p in mine
    pick there in {a2, a3} when p.at == b1
    do:
        move p to there
turn:
    choose Go
"""
    assert texts(rules + ENDS) == ["Go a1 none"]


def test_picks_without_an_action() -> None:
    rules = """
setup:
    place Man of White on a1
    place Man of Black on c3
turn:
    may pick p in mine
    if p != none:
        remove p
"""
    state = start(rules + ENDS)
    assert [move.text for move in state.moves()] == ["a1", "decline"]
    assert state.question == "pick p" and state.status == "White to move: pick p"
    assert state.moves()[0].picks == {"p": "a1"} and state.moves()[0].action == ""
    assert state.play("p = a1").log == ("a1",)
    assert state.play("decline").mover == "Black"


def test_three_players_are_ranked() -> None:
    state = rw.loads(
        """
game "Three"
players Red, Blue, Green
var points of each player: int in 0..9 = 0
action Take:
    pick n in {1, 3}
    do:
        points of mover += n
turn:
    choose Take
end:
    rank by points of player when turn_number > 3
"""
    ).start(1)
    for text in ("Take 1", "Take 3", "Take 1"):
        assert state.ranking == () and state.returns == (0.0, 0.0, 0.0)
        state = state.play(text)
    # Blue alone is first: 1. Red and Green share the second and third place: the mean of 0 and -1.
    assert state.ranking == (("Blue",), ("Red", "Green"))
    assert state.returns == (-0.5, 1.0, -0.5)
    assert state.outcome == "Red -0.5, Blue 1, Green -0.5"
