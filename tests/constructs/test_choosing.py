"""Choosing: alternatives, `else`, filters, `may`, questions, picks without an action, the order of a loop."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, number, play, texts, trail

JUMPS = """
board square 5 by 2

piece Man

setup:
    place Man of White on a1, a2
    place Man of Black on b1

action Jump:
    pick p in mine
    let over = step(p.at, E)
    let there = step(over, E)
    where over.owner == opponent and there.empty "nobody to jump over"
    do:
        remove over.piece
        move p to there
    say "{p.at}x{there}"

action Step:
    pick p in mine
    pick d in {N, E}
    let there = step(p.at, d)
    where there.empty "blocked"
    do:
        move p to there
    say "{p.at}-{there}"

action Pass:
    say "pass"

turn:
    choose Jump else Step else Pass
"""


def test_the_first_alternative_that_has_a_move() -> None:
    """White must jump with a1. Then Black has nothing left but to pass. White then has no jump: steps."""
    state = play(JUMPS)
    assert texts(state) == ["a1xc1"]
    assert state.why("Step a2 E") != ""
    state = state.play("a1xc1")
    assert texts(state) == ["pass"]
    assert texts(state.play("pass")) == ["c1-c2", "c1-d1", "a2-b2"]


def test_groups_and_their_alternatives() -> None:
    """`A | B else C`: both of a group together."""
    rules = JUMPS.replace("choose Jump else Step else Pass", "choose Jump | Pass else Step")
    assert texts(play(rules)) == ["a1xc1", "pass"]
    rules = JUMPS.replace("choose Jump else Step else Pass", "choose Jump else Step | Pass")
    assert texts(play(rules)) == ["a1xc1"]
    assert texts(play(rules, "a1xc1")) == ["pass"]


FILTERS = """
board square 4 by 1

piece Man
piece King is Man

setup:
    place Man of White on a1, c1
    place King of White on d1

action Step:
    pick p in mine
    pick d in {E, W}
    let there = step(p.at, d)
    where there.empty
    do:
        move p to there
    say "{p.at}{there}"

action Grow:
    pick p in mine
    do:
        p.kind = King
    say "{p.at}+"

action Shout:
    do:
        note(9)
    say "shout"

turn:
    choose Step | Grow | Shout
    else: nothing
"""

CHOICE = "choose Step | Grow | Shout"


@pytest.mark.parametrize(
    ("choice", "moves"),
    [
        ("choose Step | Grow | Shout", ["a1b1", "c1b1", "a1+", "c1+", "d1+", "shout"]),
        ("choose Step | Grow where p is not King", ["a1b1", "c1b1", "a1+", "c1+"]),
        ("choose Step | Grow with p = a1.piece", ["a1b1", "a1+"]),
        ("choose Step with p = c1.piece, d = W", ["c1b1"]),
        ("choose Step with p = c1.piece, d = E | Grow", None),
        ("choose Step with there = b1", ["a1b1", "c1b1"]),
        ("choose Step where there == b1 and p.at != a1", ["c1b1"]),
        ("choose Step else Grow where p is King", ["d1+"]),
        ("choose Step else Grow with p = d1.piece", ["d1+"]),
        ("choose Grow most p.at.column", ["d1+"]),
        ("choose Step | Grow most p.at.column then 1", ["d1+"]),
        ("choose Step most 5 - p.at.column then p.at.row", ["a1b1"]),
        ("choose Step | Grow where p.at != d1 most p.at.column", ["c1b1", "c1+"]),
        ("choose Step | Grow with p = c1.piece where p is King most p.at.row", []),
    ],
)
def test_filters(choice: str, moves: list[str] | None) -> None:
    """d1 is blocked by c1. `else` alternatives are judged after the filters, which are for all of them; `most` keeps
    the greatest of all alternatives."""
    rules = FILTERS.replace(CHOICE, choice)
    if moves is None:
        with pytest.raises(rw.RulesError):
            play(rules)
    elif moves:
        assert texts(play(rules)) == moves
    else:
        with pytest.raises(rw.PlayError, match="loop"):  # nobody can ever do anything
            play(rules)


COUNTS = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1, c1

action Step:
    pick p in mine
    pick d in {E, W}
    let there = step(p.at, d)
    where there.empty
    do:
        move p to there

action Leap(n: int):
    pick p in mine
    let there = along(p.at, E, n)
    where there.empty
    do:
        move p to there

action Look:
    do:
        note(moves(Step))
        note(moves(Leap(3)))
        note(1 if possible(Leap(3)) else 0)
        note(1 if possible(Leap(2)) else 0)
        note(1 if possible(Step with p = c1.piece, d = W) else 0)
        note(1 if possible(Step | Leap(2) with p = b1.piece) else 0)
        note(moves(Leap(1)))
        note(count(mine))

turn:
    choose Look
    if possible(Step):
        note(50)
    if not possible(Leap(3)):
        note(60)
"""


def test_possible_and_moves() -> None:
    """White: a1-b1, c1-b1, c1-d1: 3 steps; a1 leaps 3 to d1: 1; leap 2: a1 to c1 (taken), c1 to e1 (none): 0. c1 W.
    With p on b1 (nobody): none. Leap 1: a1-b1, c1-d1. After the decision the turn's mover is White, too."""
    assert trail(play(COUNTS, "Look")) == [3, 1, 1, 0, 1, 0, 2, 2, 50]


REPEAT = """
option how: once | three | any = once

var left: int in 0..5 = 5

action Take:
    pick n in 1..2
    where n <= left
    do:
        left -= n
    say "{n}"

if how == once:
    turn:
        may choose Take
        note(99)
elif how == three:
    turn:
        may choose Take at most 3 times
        note(99)
else:
    turn:
        may choose Take repeatedly
        note(99)
end:
    tie when turn_number > 4
"""


def test_may_choose() -> None:
    """Take or decline, once."""
    state = play(REPEAT)
    assert texts(state) == ["1", "2", "decline"]
    assert [move.declines for move in state.moves()] == [False, False, True]
    assert (state.play("2").mover, trail(state.play("2"))) == ("Black", [99])
    assert (state.play("decline").mover, number(state.play("decline"), "left")) == ("Black", 5)
    # 5 - 2 - 2 - 1: nothing is left on Black's second turn, so nobody is asked, and the game runs out.
    out = play(REPEAT, "2", "2", "1")
    assert out.over and out.outcome == "a tie" and trail(out) == [99, 99, 99, 99]


def test_at_most_three_times() -> None:
    state = play(REPEAT, "1", "1", how="three")
    assert state.mover == "White"
    assert texts(state) == ["1", "2", "decline"]
    assert state.play("decline").mover == "Black"
    assert state.play("1").mover == "Black"
    # 2 2 1 within one turn: the third is the last in any case.
    assert play(REPEAT, "2", "2", "1", how="three").over


def test_repeatedly_until_declining_or_nothing_is_legal() -> None:
    state = play(REPEAT, "1", "1", "1", "1", how="any")
    assert (state.mover, texts(state)) == ("White", ["1", "decline"])
    assert state.play("decline").mover == "Black"
    assert state.play("1").over  # nothing is left for anybody


ASK = """
action Go:
    do:
        note(1)

turn:
    may "double?":
        note(2)
        may opponent "accept?":
            note(10 if mover == White else 20)
        note(3)
    choose Go
"""


QUESTIONS = """
board square 3 by 3

piece Man

setup:
    place Man of White on a1, b1
    place Man of Black on a3, b3

action Step:
    pick p in mine
    pick there in neighbors(p.at) & empty
    do:
        move p to there
    say "{p.at}{there}"

turn:
    choose "Where do you go?": by mover Step where there != c3
    else: nothing
    may choose "Once more?": Step at most 2 times
    pick "Who stays behind?": p in mine
    may pick "Who else?": 1..2 q in theirs by opponent
    pick r in mine
    let j = choose "At last:": Step
    else: tie
"""


def test_what_is_asked() -> None:
    state = play(QUESTIONS)
    asked = []
    for text in ("a1a2", "decline", "b1", "decline", "b1", "b1c1"):
        asked.append((state.mover, state.question))
        state = state.play(text)
    assert asked == [
        ("White", "Where do you go?"),
        ("White", "Once more?"),
        ("White", "Who stays behind?"),
        ("Black", "Who else?"),
        ("White", "pick r"),
        ("White", "At last:"),
    ]
    assert state.status == "Black to move: Where do you go?"


def test_yes_or_no() -> None:
    """The first asks the mover, the second the opponent, who is mover in its block."""
    state = play(ASK)
    assert (state.mover, state.question, texts(state)) == ("White", "double?", ["yes", "decline"])
    no = state.play("no")
    assert texts(no) == ["Go"] and trail(no) == []
    yes = state.play("yes")
    assert (yes.mover, yes.active, yes.question) == ("Black", "White", "accept?")
    assert trail(yes.play("yes")) == [2, 20, 3] and trail(yes.play("decline")) == [2, 3]
    assert yes.play("yes").mover == "White"


RESULT = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1, d1
    place Man of Black on b1

action Push:
    pick p in mine
    pick d in {E, W}
    let there = step(p.at, d)
    let behind = step(there, d)
    where there.piece in theirs and behind.empty
    do:
        move there.piece to behind
        move p to there

turn:
    let j = choose Push
    else:
        note(7)
        mover wins
    note(j.p.at.column)
    note(1 if j.d == E else 2)
    note(j.there.column)
    note(j.behind.column)
    if j.p.at == b1:
        move j.p to a1
        note(j.p.at.column)
"""


def test_let_j_is_choose() -> None:
    """White a1 pushes b1 to c1 and stands on b1; then goes back. Black's c1 then pushes d1? There is no site behind."""
    state = play(RESULT)
    assert texts(state) == ["Push a1 E"]
    state = state.play("Push a1 E")
    # Black's man on c1: W is b1, empty; E is d1 with nothing behind: nothing is legal.
    assert state.over and state.outcome == "Black wins"
    assert trail(state) == [2, 1, 2, 3, 1, 7]


STATEMENTS = """
board square 3 by 1

piece Man

setup:
    place Man of White on a1, b1
    place Man of Black on c1

turn:
    pick m in mine where m.at != b1
    else:
        note(8)
        tie
    pick there in empty by opponent
    else: nothing
    note(m.at.column)
    note(0 if there == none else 10 * there.column)
    remove m
    may pick k in 5..6
    note(99 if mover == White else 98)
    may pick other in mine by opponent
    if other != none:
        note(50 + other.at.column)
"""


def test_picks_without_an_action() -> None:
    """White must pick a1 (b1 is filtered out); no site is empty, so Black is not asked, and there is none."""
    state = play(STATEMENTS)
    assert (state.mover, state.question, texts(state)) == ("White", "pick m", ["a1"])
    state = state.play("a1")
    assert (state.mover, state.question, texts(state)) == ("White", "pick k", ["5", "6", "decline"])
    assert trail(state) == [1, 0] and board(state) == {"b1": "Man of White", "c1": "Man of Black"}
    state = state.play("5")
    # By opponent: Black picks among his own.
    assert (state.mover, texts(state)) == ("Black", ["c1", "decline"])
    # Black's turn: picks c1; White picks the empty a1; Black may pick 5 or 6; White may pick b1.
    state = state.play("c1")
    assert trail(state) == [1, 0, 99, 53] and (state.mover, texts(state)) == ("Black", ["c1"])
    state = state.play("c1")
    assert (state.mover, state.question, texts(state)) == ("White", "pick there", ["a1"])
    state = state.play("a1").play("decline")
    assert trail(state)[4:] == [3, 10, 98] and texts(state) == ["b1", "decline"]
    # White's turn: b1 alone, which is filtered out: a tie.
    over = state.play("decline")
    assert over.over and over.outcome == "a tie" and trail(over)[7:] == [8]


ORDER = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1, b1, d1

action Go:
    do:
        for m in mine by choice:
            note(m.at.column)
            for x in steps(m.at, {E}).piece:
                remove x
    say "go"

action Count:
    do:
        for n in {1, 2, 3} by choice:
            note(10 * n)
    say "count"

turn:
    choose Go | Count
"""


def test_the_order_of_a_loop_is_chosen() -> None:
    """d first, then a, which removes b: nothing is left, and nobody is asked about the last one."""
    state = play(ORDER, "go")
    assert (state.mover, texts(state)) == ("White", ["a1", "b1", "d1"])
    state = state.play("d1")
    assert texts(state) == ["a1", "b1"]
    assert trail(state.play("a1")) == [4, 1]
    assert state.play("a1").mover == "Black"
    # b first: then a, the last one, comes by itself.
    assert trail(state.play("b1")) == [4, 2, 1]


def test_numbers_in_a_chosen_order() -> None:
    state = play(ORDER, "count")
    assert texts(state) == ["1", "2", "3"]
    assert trail(state.play("2").play("3")) == [20, 30, 10]


ELSE = """
var n: int = 0

action Never:
    pick k in 1..3
    where k > 3

action Go:
    do:
        choose Never
        else:
            n += 1
            choose Deep
            else: n += 10
        note(n)

action Deep:
    pick k in 1..2
    where n < 3
    do:
        n += k

turn:
    choose Go
"""


def test_blocks_of_else_may_decide() -> None:
    """n: 1, then Deep 2: 3. On Black's turn n is 4, so that Deep is impossible: 14."""
    state = play(ELSE, "Go")
    assert texts(state) == ["Deep 1", "Deep 2"]
    state = state.play("Deep 2")
    assert trail(state) == [3]
    assert trail(state.play("Go")) == [3, 14]


TYPES = """
board square 3 by 1

piece Man

setup:
    place Man of White on a1, b1
    place Man of Black on c1

action Pay:
    pick 1..2 paid in mine
    pick n in -2..-1
    do:
        note(count(paid) * 10 + n)

action Move:
    pick m in mine
    pick there in sites
    where there == m.at
    do:
        note(m.at.column + there.column)

action Bid:
    pick n in -3..-2
    pick d in {N, E}
    do:
        note(n)

action Pass:
    pick p in mine when count(mine) > 5
    pick q in 0..1
    do:
        note(100 if p == none else 200)
        note(q)

turn:
    choose Pay | Move | Bid | Pass
"""


def test_alternatives_with_picks_of_different_types() -> None:
    """Sets, pieces, numbers below zero, none: each alternative gets its own back. Directions tell nothing apart."""
    state = play(TYPES)
    assert len(state.moves()) == 3 * 2 + 2 + 2 + 2
    state = play(TYPES, "Pay a1,b1 -2", "Move c1 c1", "Bid -3 E", "Pass none 1")
    assert trail(state) == [18, 6, -3, 100, 1]


MOVER = """
define seat(p: player): int = 1 if p == White else 2 if p == Black else 0

action Say:
    pick n in 1..2
    do:
        note(n)

procedure ask():
    for k in 1..3:
        choose by opponent Say
        note(10 + seat(mover))
        may opponent "stop?":
            note(20 + seat(mover))
            may active "really?":
                note(30 + seat(mover))
                if k == 1:
                    break
                return
        note(40 + seat(mover))

turn:
    ask()
    note(50 + seat(mover))
"""


def test_breaking_out_gives_the_mover_back() -> None:
    """White asks Black (mover 2 inside), Black is asked to stop, White whether really; `break` and `return` lead out of
    both, and White is mover again."""
    state = play(MOVER, "Say 1", "yes", "yes")
    assert trail(state) == [1, 11, 22, 31, 51]
    state = play(MOVER, "Say 1", "no", "Say 2", "yes", "yes")
    assert trail(state) == [1, 11, 41, 2, 11, 22, 31, 51]
    state = play(MOVER, "Say 1", "yes", "no")
    assert (state.mover, state.active, trail(state)) == ("Black", "White", [1, 11, 22, 41])
