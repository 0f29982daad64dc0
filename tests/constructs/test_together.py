"""`together by each`: players decide at the same time, each on a copy of the state before, and then it is all done."""

from __future__ import annotations

import random
from itertools import product

import pytest

import rulewright as rw
from constructs.playing import board, load, number, play, shown, texts, trail

# ---- what each chooses, and what comes of it ----

ROSHAMBO = """
enum Hand: rock, paper, scissors
var shown of each player: Hand = rock

define beats(a: Hand, b: Hand): bool = (
    (a == rock and b == scissors) or (a == paper and b == rock) or (a == scissors and b == paper))

action Show:
    pick h in {rock, paper, scissors}
    do:
        shown of mover = h
    say "{h}"

turn:
    together by each p in players:
        choose Show
    if beats(shown of White, shown of Black):
        White wins
    if beats(shown of Black, shown of White):
        Black wins
    tie
"""


def test_rock_paper_scissors() -> None:
    hands = ("rock", "paper", "scissors")
    payoffs = {(white, black): play(ROSHAMBO, white, black).returns[0] for white, black in product(hands, hands)}
    # rows: White's rock, paper, scissors; columns: Black's
    assert [[payoffs[white, black] for black in hands] for white in hands] == [
        [0, -1, 1],
        [1, 0, -1],
        [-1, 1, 0],
    ]
    assert [load(ROSHAMBO).perft(depth) for depth in (1, 2, 3)] == [3, 9, 0]


BIDS = """
var coins of each player: int in 0..9 = 3
var bid of each player: int in 0..9 = 0
var prize: int = 0
die d4: 1..4

turn:
    prize = roll d4
    together by each p in players:
        pick n in 0..coins of p
        bid of p = n
    for p in players:
        coins of p -= bid of p
    if bid of White == bid of Black:
        nothing
    elif bid of White > bid of Black:
        coins of White = min(9, coins of White + prize)
    else:
        coins of Black = min(9, coins of Black + prize)

end:
    rank by coins of player when turn_number == 3
"""


def test_nobody_sees_the_others_choice() -> None:
    """While Black decides, White has bid nothing yet: what White chose is not in the state that Black plays on."""
    states = [play(BIDS).play(str(n)) for n in range(4)]
    assert [state.mover for state in states] == ["Black"] * 4
    assert {(shown(state, "bid"), shown(state, "coins")) for state in states} == {
        ("White 0, Black 0", "White 3, Black 3")
    }
    assert {tuple(texts(state)) for state in states} == {("0", "1", "2", "3")}
    # but they are different states: what was chosen counts
    assert len({state.hash for state in states}) == 4 and len(set(states)) == 4


def test_after_the_last_all_is_done() -> None:
    state = play(BIDS)
    prize = number(state, "prize")
    after = state.play("1").play("2")
    assert after.mover == "White"
    assert shown(after, "coins") == f"White 2, Black {1 + prize}"
    even = state.play("2").play("2")
    assert shown(even, "coins") == "White 1, Black 1"


def test_explicit_chance_before_and_after() -> None:
    game = load(BIDS)
    state = game.start(chance="explicit")
    assert len(state.chance()) == 4
    state = state.play(state.chance()[2][0])
    assert number(state, "prize") == 3 and state.mover == "White"
    state = state.play("3").play("0")
    assert state.mover is None and len(state.chance()) == 4
    assert shown(state, "coins") == "White 3, Black 3"
    # 4 outcomes x 4 x 4 bids, then again 4 outcomes, and as many bids as each has coins
    assert game.perft(2) == 4 * 16
    coins = [
        (3 - a + (k if a > b else 0), 3 - b + (k if b > a else 0))
        for k in (1, 2, 3, 4)
        for a in range(4)
        for b in range(4)
    ]
    assert game.perft(4) == 4 * sum((min(9, w) + 1) * (min(9, b) + 1) for w, b in coins)


def test_games_are_written_down_and_read() -> None:
    game = load(BIDS)
    for seed in range(10):
        state = game.start(seed=seed)
        chooser = random.Random(seed)
        while not state.over:
            state = state.play(chooser.choice(state.moves()))
        assert rw.read_record(state.record(), game).state == state


def test_choices_are_done_in_the_order_of_seats() -> None:
    """What the first does, the second one's block sees; the copies are dropped, so each is noted once."""
    rules = """
players Red, Green, Blue
turn:
    together by each p in players:
        pick n in {1, 2, 3}
        note(10 * n)
        note(noted)
end:
    tie when turn_number > 1
"""
    state = play(rules, "3")
    assert state.mover == "Green" and trail(state) == []
    state = play(rules, "3", "1", "2")
    assert trail(state)[:6] == [30, 1, 10, 3, 20, 5]


def test_some_players_and_in_the_order_of_seats() -> None:
    rules = """
players Red, Green, Blue
turn:
    together by each p in PLAYERS:
        pick n in {1, 2}
        note(n)
    may "more?":
        nothing
"""

    def movers(those: str) -> list[str | None]:
        state = play(rules.replace("PLAYERS", those))
        found = []
        while "more?" not in str(state.moves()[0]) and "yes" not in texts(state):
            found.append(state.mover)
            state = state.play("2")
        return found

    assert movers("players") == ["Red", "Green", "Blue"]
    assert movers("{Blue, Green}") == ["Green", "Blue"]
    assert movers("[Blue, Red, Blue]") == ["Red", "Blue"]
    assert movers("{p in players: p != mover}") == ["Green", "Blue"]
    assert movers("enemies(Red) & allies(Red)") == []


def test_who_is_out_has_nothing_to_choose() -> None:
    state = play(
        """
players Red, Green, Blue
turn:
    if turn_number == 1:
        eliminate Green
    together by each p in players:
        pick n in {1, 2}
        else: note(7)
        note(n)
    tie
""",
    )
    assert state.mover == "Red"
    state = state.play("1")
    assert state.mover == "Blue"
    assert state.play("2").over


# ---- the mover, locals, loops, procedures ----


def test_the_player_of_a_block_is_the_mover() -> None:
    rules = """
turn:
    together by each p in players:
        note(1 if mover == p else 9)
        note(1 if mover == White else 2)
        may "go on?":
            note(1 if mover == p else 9)
    note(3 if mover == active else 9)
    may "end?":
        tie
"""
    assert trail(play(rules, "yes", "yes"))[:7] == [1, 1, 1, 1, 2, 1, 3]
    assert trail(declined(declined(play(rules)))) == [1, 1, 1, 2, 3]


def test_locals_around_are_shared_when_it_is_done() -> None:
    """Both add to one local: 2 + 5. On the copies each saw 0."""
    rules = """
turn:
    var total = 0
    together by each p in players:
        pick n in {2, 5}
        total += n
        let seen = total
        note(seen)
    note(100 + total)
    may "end?":
        tie
"""
    assert trail(play(rules, "2", "5")) == [2, 7, 107]


def test_several_decisions_and_loops() -> None:
    rules = """
turn:
    together by each p in players:
        var left = 3
        while left > 0:
            pick n in 1..left
            left -= n
            note(n + (10 if p == Black else 0))
    may "end?":
        tie
"""
    state = play(rules, "1", "1")
    assert state.mover == "White" and texts(state) == ["1"]
    state = state.play("1")
    assert state.mover == "Black" and texts(state) == ["1", "2", "3"]
    assert trail(state.play("2").play("1")) == [1, 1, 1, 12, 11]
    # 3 as a sum: 3; 2 + 1; 1 + 2; 1 + 1 + 1. After White's 3 come Black's 3, and then the question (2), 2 or 1
    assert [load(rules).perft(depth) for depth in (1, 2, 3)] == [3, 3 + 1 + 2, (2 + 1 + 2) + 3 + (3 + 1)]


def test_procedures_actions_and_reactions_decide_inside() -> None:
    rules = """
board square 3 by 1
piece Man
var gift of each player: int = 0

setup:
    place Man of White on a1
    place Man of Black on c1

event given(p: player, n: int)

when given(p, n):
    may "thank?":
        note(50)

procedure give(p: player):
    pick n in {1, 2}
    gift of p = n
    emit given(p, n)

action Give:
    do:
        give(mover)
        pick k in {3, 4}
        note(k)
    say "give"

turn:
    together by each p in players:
        choose Give
        give(p)
    may "end?":
        tie
"""
    state = play(rules, "give", "2", "yes", "3", "1")
    assert state.mover == "White" and trail(state) == [50, 3]
    state = state.play("yes").play("give").play("1")
    assert trail(state) == [] and state.mover == "Black" and shown(state, "gift") == "White 0, Black 1"
    for move in ("yes", "4", "2", "yes"):
        state = state.play(move)
    assert trail(state) == [50, 3, 50, 50, 4, 50]
    assert shown(state, "gift") == "White 1, Black 2"


@pytest.mark.parametrize(
    "where",
    [
        "turn:\n    together by each p in players:\n        pick n in {1, 2}\n        note(n)\n    tie\n",
        "turn:\n    ask()\n    tie\nprocedure ask():\n    together by each p in players:\n"
        "        pick n in {1, 2}\n        note(n)\n",
        "turn:\n    choose Ask\n    tie\naction Ask:\n    do:\n        together by each p in players:\n"
        "            pick n in {1, 2}\n            note(n)\n",
        "turn:\n    emit asked()\n    tie\nevent asked()\nwhen asked():\n    together by each p in players:\n"
        "        pick n in {1, 2}\n        note(n)\n",
        "flow:\n    turn of White:\n        together by each p in players:\n"
        "            pick n in {1, 2}\n            note(n)\n        tie\n",
        "setup:\n    together by each p in players:\n        pick n in {1, 2}\n        note(n)\nturn:\n    tie\n",
    ],
    ids=["turn", "procedure", "do", "trigger", "turn of", "setup"],
)
def test_it_may_stand_wherever_players_decide(where: str) -> None:
    state = play(where)
    if texts(state) == ["Ask"]:
        state = state.play("Ask")
    assert state.mover == "White"
    state = state.play("2")
    assert state.mover == "Black" and trail(state) == []
    over = state.play("1")
    assert over.over and trail(over) == [2, 1]


# ---- optional decisions, nothing to choose ----

OFFERS = """
var stock: int in 0..9 = 1

action Take:
    where stock > 0
    do:
        stock -= 1
        note(1 if mover == White else 2)
    say "take"

turn:
    together by each p in players:
        may choose Take
    may "end?":
        tie
"""


def declined(state: rw.State) -> rw.State:
    return state.play(state.moves()[-1])


def test_declining_inside() -> None:
    state = play(OFFERS)
    assert len(state.moves()) == 2
    assert trail(declined(declined(state))) == []
    assert trail(declined(state).play("take")) == [2]
    assert trail(declined(state.play("take"))) == [1]


def test_a_choice_that_has_become_impossible_is_an_error_at_its_place() -> None:
    state = play(OFFERS, "take")
    assert texts(state)[0] == "take"
    with pytest.raises(rw.PlayError) as error:
        state.play("take")
    assert error.value.code == "X012"
    assert "Black has chosen something here that is impossible now" in str(error.value)
    assert error.value.span is not None and error.value.span.text == "choose Take"
    # the state before is as it was
    assert declined(state).mover == "White"


def test_what_was_not_legal_on_the_copy_stays_undone() -> None:
    """White finds nothing to take on the copy, and takes nothing although Black, who is first, fills the stock."""
    rules = """
var stock: int in 0..9 = 0

action Take:
    where stock > 0
    do:
        stock -= 1
        note(1)
    say "take"

action Fill:
    do:
        stock += 2
    say "fill"

turn:
    together by each p in players:
        if p == White:
            choose Fill
        else:
            choose Take
            else: note(8)
            may choose Take
    note(20 + stock)
    may "end?":
        tie
"""
    assert trail(play(rules, "fill")) == [8, 22]


@pytest.mark.parametrize(
    ("condition", "moves", "message"),
    [
        ("stock == 1", ("1", "1"), "Black has chosen something that is not asked for any more"),
        ("stock > 1", ("2",), "Black is to decide something that was not asked while all decided"),
    ],
)
def test_decisions_that_come_or_go(condition: str, moves: tuple[str, ...], message: str) -> None:
    rules = f"""
var stock: int in 0..9 = 1
turn:
    together by each p in players:
        if p == White:
            pick n in {{1, 2}}
            stock += n
        elif {condition}:
            pick n in {{1, 2}}
            note(n)
    may "end?":
        tie
"""
    *first, last = moves
    state = play(rules, *first)
    with pytest.raises(rw.PlayError) as error:
        state.play(last)
    assert error.value.code == "X012" and message in str(error.value)


# ---- pieces that others move ----

PUSH = """
board square 4 by 4
piece Man

setup:
    place Man of White on a1, b1
    place Man of Black on a3, b3

action Step:
    pick m in Man of mover
    pick there in neighbors(m.at, orthogonal) & empty
    do:
        move m to there
    say "{m.at}{there}"

procedure push():
    for m in Man of Black:
        if step(m.at, N).empty:
            move m to step(m.at, N)
"""


def test_a_choice_follows_the_piece_that_somebody_moved() -> None:
    """White's block pushes Black's men north before Black's block runs: the man that Black chose has gone to a4, and is
    removed there."""
    state = play(
        PUSH
        + """
turn:
    together by each p in players:
        pick m in Man of p
        if p == White:
            push()
        remove m
    may "end?":
        tie
""",
        "a1",
        "a3",
    )
    assert board(state) == {"b1": "Man of White", "b4": "Man of Black"}


def test_choices_follow_ones_own_moves_on_the_copy() -> None:
    """Black moves a3 to a2, then b3 to a3, then removes what stands on a3 - the man that was on b3."""
    rules = (
        PUSH
        + """
turn:
    together by each p in players:
        if p == White:
            may "push?":
                push()
        else:
            pick m in Man of p
            move m to step(m.at, S)
            pick k in Man of p
            move k to a3
            pick r in Man of p
            remove r
    may "end?":
        tie
"""
    )
    plain = declined(play(rules)).play("a3").play("b3").play("a3")
    assert board(plain) == {"a1": "Man of White", "b1": "Man of White", "a2": "Man of Black"}
    # pushed one north before: a4 to a3, b4 to a3 is taken
    pushed = play(rules, "yes", "a3", "b3")
    assert texts(pushed) == ["a2", "a3"]
    with pytest.raises(rw.PlayError) as error:
        pushed.play("a3")
    assert error.value.code == "X101"


def test_what_was_made_inside_is_meant_by_its_place() -> None:
    """Black moves away from a3, places a man there and then removes it: that is the new one, also when it is done."""
    state = play(
        PUSH
        + """
turn:
    together by each p in players:
        pick m in Man of p
        if p == Black:
            move m to a2
            place Man of Black on a3
            pick r in Man of p
            remove r
    may "end?":
        tie
""",
        "a1",
        "a3",
        "a3",
    )
    assert board(state) == {
        "a1": "Man of White",
        "b1": "Man of White",
        "a2": "Man of Black",
        "b3": "Man of Black",
    }


def test_subsets_follow() -> None:
    state = play(
        PUSH
        + """
turn:
    together by each p in players:
        pick 2 both in Man of p
        if p == White:
            push()
        remove both
    may "end?":
        tie
"""
    )
    state = state.play(state.moves()[0])
    state = state.play(state.moves()[0])
    assert board(state) == {}


def test_steps_on_the_board_that_cannot_both_be() -> None:
    rules = (
        PUSH
        + """
turn:
    together by each p in players:
        choose Step
    may "end?":
        tie
"""
    )
    assert board(play(rules, "a1a2", "b3b2")) == {
        "a2": "Man of White", "b1": "Man of White", "a3": "Man of Black", "b2": "Man of Black",
    }  # fmt: skip
    with pytest.raises(rw.PlayError) as error:
        play(rules, "a1a2", "a3a2")
    assert error.value.code == "X012"


def test_pieces_with_fields_are_known_by_themselves() -> None:
    """Pieces with fields have a name of their own: the one chosen is the one meant, wherever it is by then."""
    state = play(
        """
board square 4 by 4
piece Man:
    hurt: int in 0..9 = 0
setup:
    place Man of White on a1
    place Man of Black on a3, b3
turn:
    together by each p in players:
        pick m in Man of p
        if p == White:
            swap a3.piece with b3.piece
        m.hurt += 3
        note(m.at.column)
    may "end?":
        tie
""",
        "a1",
        "a3",
    )
    assert trail(state) == [1, 2]


# ---- one move inside ----


def test_one_move_inside() -> None:
    rules = (
        PUSH
        + """
turn:
    together by each p in players:
        one move:
            choose Step
            choose Step
    may "end?":
        tie
"""
    )
    state = play(rules, "a1a2 a2b2")
    assert state.mover == "Black"
    assert board(state) == board(play(rules))
    after = state.play("b3c3 c3d3")
    assert board(after) == {
        "b2": "Man of White", "b1": "Man of White", "a3": "Man of Black", "d3": "Man of Black",
    }  # fmt: skip
    with pytest.raises(rw.PlayError) as error:
        state.play("a3a2 b3b2")
    assert error.value.code == "X012"


# ---- events, queue, end ----


def test_events_and_queues_inside_run_as_always() -> None:
    rules = """
event told(n: int)
event later_on(n: int)

when told(n):
    note(n)
    emit later_on(n + 1) later

when later_on(n):
    note(n + (20 if mover == Black else 10))

turn:
    together by each p in players:
        pick n in {1, 5}
        emit told(n)
        note(9)
    may "end?":
        tie
"""
    assert trail(play(rules, "1", "5")) == [1, 12, 9, 5, 26, 9]


def test_the_end_waits_for_the_end_of_the_block() -> None:
    """White's 5 points would win at once; but Black, who has as many, is asked and done, too."""
    rules = """
var points of each player: int = 0
turn:
    together by each p in players:
        pick n in {0, 5}
        points of p += n
        may "again?":
            points of p += 1
end:
    player wins when points of player >= 5
"""
    state = play(rules, "5")
    assert state.mover == "White" and not state.over
    state = declined(state)
    assert state.mover == "Black"
    both = declined(state.play("5"))
    assert both.over and both.returns == (1, 1)
    one = declined(state.play("0"))
    assert one.returns == (1, -1)


def test_a_reaction_that_ends_the_game() -> None:
    """On the copy it ends only that player's block; when all is done, the first one counts."""
    rules = """
event reached(p: player)
when reached(p):
    p wins
turn:
    together by each p in players:
        pick n in {1, 2}
        if n == 2:
            emit reached(p)
        pick k in {3, 4}
        note(k)
    may "end?":
        tie
"""
    state = play(rules, "2")
    assert not state.over and state.mover == "Black"
    assert state.play("2").returns == (1, -1)
    after = state.play("1").play("3")
    assert after.over and after.returns == (1, -1)
    lost = play(rules, "1", "3", "2")
    assert lost.over and lost.returns == (-1, 1) and trail(lost) == [3]


def test_one_move_that_ends_the_game_on_the_copy() -> None:
    rules = """
event reached(p: player)
when reached(p):
    p wins
turn:
    together by each p in players:
        one move:
            pick n in {1, 2}
            pick k in {1, 2}
            if n + k == 4:
                emit reached(p)
            note(n + k)
    may "end?":
        tie
"""
    state = play(rules, "2 2")
    assert not state.over and state.mover == "Black"
    assert state.play("1 1").returns == (1, -1)
    assert play(rules, "1 1", "2 2").returns == (-1, 1)


# ---- a state is a state ----


RANDOM = """
board square 3 by 3
piece Man
die d2: 1..2
var bid of each player: int in 0..9 = 0

setup:
    place Man of White on a1, b1
    place Man of Black on a3, b3

action Step:
    pick m in Man of mover
    pick there in neighbors(m.at) & (empty + (theirs).at)
    do:
        remove there.piece
        move m to there
    say "{m.at}{there}"

turn:
    together by each p in players:
        pick n in {1, 2, 3}
        bid of p = n
        for m in Man of p by choice:
            note(m.at.column)
        may "one more?":
            bid of p += 1
    if bid of White > bid of Black:
        choose by White Step
        else: nothing
    else:
        choose by Black Step
        else: nothing
    bid of White = roll d2

end:
    player loses when no(Man of player)
    tie when turn_number > 4
"""


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_a_copy_at_every_ply(seed: int) -> None:
    """A state that was saved and read again plays on alike; the same moves lead to equal states."""
    rules = RANDOM.replace("note(m.at.column)", "nothing")
    game = load(rules)
    engine = game.setting.engine
    chooser = random.Random(seed)
    state = game.start(seed=seed) if seed % 2 else game.start(chance="explicit")
    made: list[str] = []
    apart = 0
    while not state.over:
        back = game.unserialize(state.serialize())
        assert back == state and hash(back) == hash(state) and back.hash == state.hash
        assert engine.key(back._machine) == engine.key(state._machine)
        if state.chance():
            outcome = chooser.choice([one for one, _ in state.chance()])
            state, back = state.play(outcome), back.play(outcome)
        else:
            assert [move.text for move in back.moves()] == [move.text for move in state.moves()]
            at = chooser.randrange(len(state.moves()))
            found = engine.apart(state._machine)
            if found is not None:
                apart += 1
                assert found.deciding == engine.mover(state._machine)
                copy = engine.apart(back._machine)
                assert copy is not None and copy.made == found.made and copy.seats == (0, 1)
                assert engine.key(copy.base) == engine.key(found.base)
            move = state.moves()[at]
            made.append(move.text)
            state, back = state.play(move), back.play(back.moves()[at])
        assert back == state
    assert apart >= 6


def test_damaged_states_are_refused() -> None:
    state = play(BIDS, "1")
    packed = state.serialize()
    for at in range(len(packed) - 60, len(packed)):
        wrong = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]
        with pytest.raises(ValueError):
            state.game.unserialize(wrong)


def test_what_each_may_see() -> None:
    """The engine tells whose copy it is, who has made which of the last acts, and what each may see."""
    game = load(BIDS.replace("bid of p = n", 'bid of p = n\n        may "sure?":\n            nothing'))
    engine = game.setting.engine
    bid = next(cell for cell in game.setting.program.cells if cell.name == "bid")

    def bids(state: object, seat: int) -> list[int]:
        return list(engine.seen(state, seat).cells[bid.offset : bid.offset + 2])

    state = game.start(seed=1)
    found = engine.apart(state._machine)
    assert found is not None and (found.seats, found.deciding, found.made) == ((0, 1), 0, ())
    state = state.play("3")
    found = engine.apart(state._machine)
    assert found is not None and (found.deciding, found.made) == (0, (0,))
    assert bids(state._machine, 0) == [3, 0] and bids(state._machine, 1) == [0, 0]
    state = state.play("yes").play("2")
    found = engine.apart(state._machine)
    assert found is not None and (found.deciding, found.made) == (1, (0, 0, 1))
    assert bids(state._machine, 0) == [3, 0] and bids(state._machine, 1) == [0, 2]
    assert engine.stopped(engine.seen(state._machine, 0)).kind == "idle"
    assert engine.stopped(found.base).kind == "idle" and engine.mover(found.base) == 0
    state = state.play("yes")
    assert engine.apart(state._machine) is not None and engine.apart(state._machine).made == ()
    done = play(BIDS, "3", "2")
    assert bids(done._machine, 0) == bids(done._machine, 1)


# ---- what may not be ----


def test_chance_that_nobody_could_see_coming() -> None:
    """`any_of` of several in a reaction that is found only when it runs is an error then."""
    # what leads to chance is found by the checker; a compound stop without decisions is no chance
    with pytest.raises(rw.RulesError) as error:
        load("die d6: 1..6\nturn:\n    together by each p in players:\n        let x = roll d6\n        note(x)\n")
    assert "cannot stand in a `together` block" in str(error.value)


def test_another_player_is_not_asked_by_a_procedure() -> None:
    rules = """
procedure ask(q: player):
    pick n in {1, 2} by q
    note(n)
turn:
    together by each p in players:
        ask(opponent of p)
    tie
"""
    with pytest.raises(rw.PlayError) as error:
        play(rules)
    assert error.value.code == "X011" and "each for themselves" in str(error.value)
    assert trail(play(rules.replace("opponent of p", "p"), "1", "2")) == [1, 2]


# ---- cards ----


def test_cards_are_passed_at_the_same_time() -> None:
    """Each gives two cards to the next: on the copies the hands only shrink, and what comes is nowhere seen."""
    rules = """
players Red, Green, Blue
card Card
card A is Card
card B is Card
card C is Card
card D is Card
card E is Card
card F is Card
zone hand of each player: Card, visible to owner
zone passed of each player: Card, visible to owner

setup:
    place B, A in hand of Red
    place D, C in hand of Green
    place F, E in hand of Blue

turn:
    together by each p in players:
        pick c in hand of p
        move c to passed of p
        pick k in hand of p
        move k to passed of p
    for p in players:
        move passed of p to hand of next(p)
    may "end?":
        tie
"""
    state = play(rules)
    engine = state.game.setting.engine
    for count in range(6):
        assert [move.text for move in state.moves()] == ["ABCDEF"[count + i] for i in range(2 - count % 2)]
        # told in the copy: one card moved, unless it is this seat's first decision
        assert len(engine.told(state._machine)) == count % 2
        state = state.play(state.moves()[0])
    told = engine.told(state._machine)
    # six cards into `passed`, then six into the hands
    assert len(told) == 12 and [entry[1] for entry in told[:6]] == [entry[1] for entry in told[6:]]
    after = {zone.name + " " + zone.label: list(zone.cards) for zone in state.zones() if zone.cards}
    assert {name.split()[-1]: sorted(map(str, cards)) for name, cards in after.items()} == {
        "Green": ["A", "B"], "Blue": ["C", "D"], "Red": ["E", "F"],
    }  # fmt: skip


def test_a_deck_is_no_part_of_it() -> None:
    rules = """
card Card
card A is Card
card B is Card
zone deck: ordered, hidden
zone hand of each player: visible to owner
setup:
    move supply(Card) to deck
    shuffle deck
turn:
    together by each p in players:
        deal 1 from deck to hand of p
    tie
"""
    with pytest.raises(rw.RulesError) as error:
        load(rules)
    assert [one.code for one in error.value.diagnostics] == ["E183"]


# ---- against the same choices, made one after the other ----

ORDERS = """
board square 3 by 3
piece Man
var coins of each player: int in 0..9 = 2

setup:
    place Man of White on a1, b1, c1
    place Man of Black on a3, b3, c3

action Step:
    pick m in Man of mover
    pick there in neighbors(m.at) - (mine).at
    do:
        remove there.piece
        move m to there
    say "{m.at}{there}"

action Buy:
    where coins of mover > 0 "no coins"
    pick there in empty
    do:
        coins of mover -= 1
        place Man of mover on there
    say "{there}"

when removed(m):
    coins of m.owner += 1

turn:
    HEAD
        choose by p Step | Buy
        else: nothing
        may p "more?":
            coins of p += 1
            choose by p Step | Buy
            else: nothing

end:
    player loses when no(Man of player)
    tie when turn_number > 4
"""


def position(state: rw.State) -> tuple[object, ...]:
    return board(state), shown(state, "coins"), state.active, state.over, tuple(state.returns)


@pytest.mark.parametrize("seed", range(60))
def test_the_result_is_that_of_the_choices_one_after_the_other(seed: int) -> None:
    """Where each choice is still possible, the block has done what the same choices do in a plain loop over the
    players; where it breaks down, the plain loop finds one of them illegal."""
    together = load(ORDERS.replace("HEAD", "together by each p in players:")).start(seed=1)
    one_by_one = load(ORDERS.replace("HEAD", "for p in players:")).start(seed=1)
    chooser = random.Random(seed)
    engine = together.game.setting.engine
    while not together.over:
        made = []
        broken = None
        before = engine.apart(together._machine)
        while before is not None:
            move = chooser.choice(together.moves())
            made.append(move.text)
            try:
                together = together.play(move)
            except rw.PlayError as error:
                broken = error.code
                break
            now = engine.apart(together._machine)
            if now is None or now.made == ():
                break
            before = now
        try:
            for text in made:
                one_by_one = one_by_one.play(text)
        except (rw.IllegalMove, rw.PlayError):
            assert broken == "X012"
            return
        assert broken is None
        assert position(one_by_one) == position(together)
