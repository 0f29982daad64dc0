"""Decisions inside reactions, inside actions, on the turn of another player: who decides, who is mover, who is next."""

from __future__ import annotations

from constructs.playing import board, play, texts, trail

TOLL = """
board square 4 by 2

piece Runner
piece Guard

setup:
    place Runner of White on a1
    place Guard of Black on d2

define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

## Two digits: who is mover, who is active.
procedure look():
    note(10 * seat(mover) + seat(active))

action Run:
    pick p in mine
    pick there in steps(p.at, orthogonal) & empty
    do:
        look()
        move p to there
        look()

action Block:
    pick g in mine
    pick there in steps(g.at, orthogonal) & empty
    do:
        look()
        move g to there
        look()

when moved(x, here, there) if x.owner == active:
    look()
    choose by opponent Block
    look()

when moved(x, here, there) if x.owner != active:
    look()
    may "go on?":
        look()
        may x.owner "really?":
            look()
        may active "let him?":
            look()
        look()

turn:
    choose Run
"""


def test_the_reaction_asks_the_other_player() -> None:
    """White runs a1-b1; the reaction asks Black (mover Black, White still active), whose picks are his own guard's.

    d2 can go W (c2) and S (d1); sites come by row from row 1: d1 first.
    """
    state = play(TOLL)
    assert (state.mover, state.active) == ("White", "White")
    assert texts(state) == ["Run a1 b1", "Run a1 a2"]
    state = state.play("Run a1 b1")
    assert (state.mover, state.active) == ("Black", "White")
    assert texts(state) == ["Block d2 d1", "Block d2 c2"]
    assert trail(state) == [11, 11]
    assert board(state) == {"b1": "Runner of White", "d2": "Guard of Black"}


def test_a_decision_in_a_reaction_in_a_reaction() -> None:
    """Block moves a piece whose owner is not active: the second trigger asks Black, who is mover while his decision is
    carried out, then its owner (Black again), then the active player, White, who is mover only for that."""
    state = play(TOLL, "Run a1 b1", "Block d2 d1")
    assert (state.mover, state.active, state.question) == ("Black", "White", "go on?")
    assert trail(state) == [11, 11, 21, 21]
    state = state.play("yes")
    assert (state.mover, state.question) == ("Black", "really?")
    state = state.play("yes")
    assert (state.mover, state.active, state.question) == ("White", "White", "let him?")
    state = state.play("yes")
    # yes of Black: 21; really: 21; White's: 11; after it Black is mover again: 21; the rest of Block: 21;
    # the first trigger and Run have their chooser back: 11, 11.
    assert trail(state) == [11, 11, 21, 21, 21, 21, 11, 21, 21, 11, 11]
    assert (state.mover, state.active) == ("Black", "Black")


def test_declining_goes_on_where_it_was() -> None:
    state = play(TOLL, "Run a1 a2", "Block d2 c2", "decline")
    assert trail(state) == [11, 11, 21, 21, 21, 11, 11]
    assert (state.mover, state.active) == ("Black", "Black")


def test_on_blacks_turn_it_is_the_other_way_round() -> None:
    """Black's guard c2 runs to c1 (his turn): `opponent` is White now, whose only piece on b1 may go to a1 (b2 is free
    too: b1's neighbours are a1, c1 (taken), b2)."""
    state = play(TOLL, "Run a1 b1", "Block d2 c2", "decline", "Run c2 c1")
    assert (state.mover, state.active) == ("White", "Black")
    assert texts(state) == ["Block b1 a1", "Block b1 b2"]
    state = state.play("Block b1 b2")
    assert (state.mover, state.question) == ("White", "go on?")
    state = state.play("decline")
    assert (state.mover, state.active) == ("White", "White")
    assert trail(state)[7:] == [22, 22, 12, 12, 12, 22, 22]


ENDS = """
board square 3 by 1

var open: int in 0..2 = 0

action Offer:
    do:
        open = 1
        choose by opponent Close
        open -= 1

action Close:
    pick n in 0..1
    do:
        open += n

turn:
    choose Offer

end:
    White wins when open == 1
    Black wins when open == 2
"""


def test_the_end_waits_for_the_outermost_decision() -> None:
    """open is 1 before Close and 1 or 2 after it; only when Offer is done (0 or 1) is the end looked at."""
    state = play(ENDS, "Offer")
    assert not state.over and state.mover == "Black"
    assert not state.play("Close 0").over
    assert state.play("Close 0").mover == "Black"
    won = state.play("Close 1")
    assert won.over and won.outcome == "White wins"


CHAIN = """
players North, East, South

action Ask(p: player):
    pick n in 1..2
    do:
        note(n)
        if n == 2:
            choose by next(mover) Tell
        note(10 + n)

action Tell:
    pick n in 3..4
    do:
        note(n)
        if n == 4:
            choose by next(mover) Last
        note(10 + n)

action Last:
    do:
        note(5)

turn:
    choose by next(active) Ask(active)
    note(20)
    choose by active Last
    note(30)
"""


def test_three_players_deep() -> None:
    """On North's turn East is asked, who asks South, who asks North; `next(mover)` counts from who is mover there."""
    state = play(CHAIN)
    assert (state.mover, state.active) == ("East", "North")
    state = state.play("Ask 2")
    assert (state.mover, state.active) == ("South", "North")
    state = state.play("Tell 4")
    assert (state.mover, state.active) == ("North", "North")
    state = state.play("Last")
    assert (state.mover, state.active) == ("North", "North")
    assert trail(state) == [2, 4, 5, 14, 12, 20]
    state = state.play("Last")
    # East's turn: South is asked.
    assert (state.mover, state.active) == ("South", "East")
