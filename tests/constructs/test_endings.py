"""How games end: outcomes and what each player gets, when the end is looked at, turns, rounds, elimination."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import board, load, number, play, shown, texts, trail

OUTCOMES = """
players Ann, Bob, Cat

var score of each player: int = 0
var flag: int = 0

action Score:
    pick a in -1..9
    pick b in -1..9
    pick c in -1..9
    do:
        score of Ann = a
        score of Bob = b
        score of Cat = c

action End:
    pick k in 1..9
    do:
        flag = k

turn:
    choose Score | End

end:
    player wins when flag == 1 and score of player >= 5
    player loses when flag == 2 and score of player < 5
    tie when flag == 3
    everyone loses when flag == 4
    rank by score of player when flag == 5
    rank by min(score of player, 1), -(score of player) when flag == 6
    pay 2 * score of player - 3 when flag == 7
    next(active) wins when flag == 8
    Cat loses when flag == 9
"""


@pytest.mark.parametrize(
    ("scores", "flag", "returns", "ranking"),
    [
        ("7 2 1", 1, (1, -1, -1), (("Ann",), ("Bob", "Cat"))),
        ("7 5 1", 1, (1, 1, -1), (("Ann", "Bob"), ("Cat",))),
        ("7 5 9", 1, (1, 1, 1), (("Ann", "Bob", "Cat"),)),
        ("7 5 1", 2, (1, 1, -1), (("Ann", "Bob"), ("Cat",))),
        ("1 5 1", 2, (-1, 1, -1), (("Bob",), ("Ann", "Cat"))),
        ("7 5 1", 3, (0, 0, 0), (("Ann", "Bob", "Cat"),)),
        ("7 5 1", 4, (-1, -1, -1), (("Ann", "Bob", "Cat"),)),
        ("7 5 1", 5, (1, 0, -1), (("Ann",), ("Bob",), ("Cat",))),
        ("1 5 5", 5, (-1, 0.5, 0.5), (("Bob", "Cat"), ("Ann",))),  # the mean of 1 and 0
        ("9 5 5", 5, (1, -0.5, -0.5), (("Ann",), ("Bob", "Cat"))),
        ("5 5 5", 5, (0, 0, 0), (("Ann", "Bob", "Cat"),)),
        ("7 0 3", 6, (0, -1, 1), (("Cat",), ("Ann",), ("Bob",))),  # 1, 0, 1 first; then the fewer the better
        ("0 3 3", 6, (-1, 0.5, 0.5), (("Bob", "Cat"), ("Ann",))),
        ("7 0 3", 7, (11, -3, 3), (("Ann",), ("Cat",), ("Bob",))),
        # End is Bob's move; the lines are tested before the turn changes.
        ("1 1 1", 8, (-1, -1, 1), (("Cat",), ("Ann", "Bob"))),
        ("1 1 1", 9, (1, 1, -1), (("Ann", "Bob"), ("Cat",))),
    ],
)
def test_what_each_player_gets(
    scores: str, flag: int, returns: tuple[float, ...], ranking: tuple[tuple[str, ...], ...]
) -> None:
    """With three players the ranks are worth 1, 0, -1; equals share the mean. Several may share a line."""
    state = play(OUTCOMES, f"Score {scores}")
    assert not state.over and state.returns == (0, 0, 0) and state.ranking == ()
    state = state.play(f"End {flag}")
    assert state.over and state.mover is None and state.moves() == ()
    assert state.returns == returns
    assert state.ranking == ranking


def test_ranks_of_two() -> None:
    rules = OUTCOMES.replace("players Ann, Bob, Cat", "players Ann, Bob").replace("        score of Cat = c\n", "")
    rules = rules.replace("    Cat loses when flag == 9\n", "")
    assert play(rules, "Score a = 7, b = 5", "End 5").returns == (1, -1)
    assert play(rules, "Score a = 5, b = 7", "End 5").returns == (-1, 1)
    assert play(rules, "Score a = 5, b = 5", "End 5").returns == (0, 0)


def test_the_first_line_that_holds_decides() -> None:
    rules = OUTCOMES.replace("    tie when flag == 3\n", "    tie when flag == 3\n    Ann wins when flag == 3\n")
    assert play(rules, "End 3").outcome == "a tie"
    rules = OUTCOMES.replace("    tie when flag == 3\n", "    Ann wins when flag == 3\n    tie when flag == 3\n")
    assert play(rules, "End 3").outcome == "Ann wins"


def test_nobody_for_whom_a_line_holds_is_no_outcome() -> None:
    assert not play(OUTCOMES, "Score 1 1 1", "End 1").over
    assert not play(OUTCOMES, "Score 5 5 5", "End 2").over


TEAMS = """
players North, East, South, West
team Axis: North, South
team Line: East, West

var score of each player: int = 0
define team_score(p: player): int = sum(q in allies(p): score of q)

action Score:
    pick a in 0..5
    pick b in 0..5
    pick c in 0..5
    pick d in 0..5
    do:
        score of North = a
        score of East = b
        score of South = c
        score of West = d

action End:
    pick k in 1..4
    do:
        if k == 1:
            South wins
        if k == 2:
            East loses
        if k == 3:
            rank teams by team_score(player)
        pay score of player

turn:
    choose Score | End
"""


def test_teams() -> None:
    """North and South win together; East and West lose together; 1 + 3 against 2 + 3; equal sums."""
    assert play(TEAMS, "End 1").returns == (1, -1, 1, -1)
    assert play(TEAMS, "End 2").returns == (1, -1, 1, -1)
    assert play(TEAMS, "Score 1 2 3 3", "End 3").returns == (-1, 1, -1, 1)
    assert play(TEAMS, "Score 1 2 3 2", "End 3").returns == (0, 0, 0, 0)
    assert play(TEAMS, "Score 1 2 3 4", "End 4").returns == (1, 2, 3, 4)


STATEMENTS = """
board square 3 by 1

piece Man

setup:
    place Man of White on a1, b1

when removed(x, here) first:
    note(1)
    if here == a1:
        x.owner loses

when removed(x, here):
    note(2)

when turn_end(p):
    note(3)

action Kill:
    pick m in Man
    do:
        remove m
        note(4)
    say "x{m.at}"

action Resign:
    do:
        mover loses
    say "resign"

action Crash:
    do:
        remove {s in sites: s.occupied}.piece
        note(4)
    say "crash"

turn:
    choose Kill | Resign | Crash
    note(5)
"""


def test_an_outcome_as_a_statement_stops_all() -> None:
    """b1: reactions, the rest of the action and of the turn, the end of the turn. a1: after the first reaction
    nothing."""
    assert trail(play(STATEMENTS, "xb1")) == [1, 2, 4, 5, 3]
    lost = play(STATEMENTS, "xa1")
    assert (lost.over, lost.outcome, trail(lost)) == (True, "Black wins", [1])
    crash = play(STATEMENTS, "crash")
    assert (crash.outcome, trail(crash), board(crash)) == ("Black wins", [1], {})
    assert play(STATEMENTS, "xb1", "resign").outcome == "White wins"


TURNS = """
event dummy()
var bonus: int = 0 until turn_end
var guard_of: int = 0 until turn_start
var over_at: int = 99

define seat(p: player): int = 1 if p == White else 2 if p == Black else 0
define look: int = 1000 * turn_number + 100 * round_number + 10 * seat(active) + seat(mover)

when turn_start(p):
    note(look)
    note(10 * seat(p) + bonus + guard_of)

when turn_end(p):
    note(-look)
    note(-(10 * seat(p) + bonus + guard_of))

when round_end:
    note(-1)
    note(-(bonus + guard_of))

action Step:
    do:
        bonus = 5
        guard_of = 2
    say "step"

action Again:
    do:
        bonus = 6
        again
        again
    say "again"

turn:
    choose by opponent Step | Again

end:
    tie when turn_number == over_at
"""


def test_what_happens_between_turns() -> None:
    """The first turn: 1, round 1, White. turn_end still sees the bonus (5) and the guard (2), mover is the active
    player again. At the start of the next turn both are reset. After Black's turn the round ends, before the resets."""
    state = play(TURNS, "step")
    assert trail(state) == [1111, 10, -1111, -17, 2122, 20]
    state = state.play("step")
    assert trail(state)[6:] == [-2122, -27, -1, -7, 3211, 10]


def test_again_gives_one_more_turn_however_often_said() -> None:
    """White's second turn is turn 2 of round 1; it says again, once more; then Black's turn, after which the round
    ends."""
    state = play(TURNS, "again", "again", "step")
    assert [note for note in trail(state) if note > 1000] == [1111, 2111, 3111, 4122]
    assert (state.active, state.mover) == ("Black", "White")
    state = state.play("step")
    assert [note for note in trail(state) if note > 1000][4:] == [5211]
    assert state.active == "White"


def test_the_end_between_turns_sees_the_next_turn() -> None:
    """turn_number is 3 when the second turn is over: the guard is not yet reset then, nor has the third turn begun."""
    rules = TURNS.replace("var over_at: int = 99", "var over_at: int = 3")
    state = play(rules, "step")
    assert not state.over
    state = state.play("step")
    assert state.over and trail(state)[-4:] == [-2122, -27, -1, -7]
    assert not any(line.startswith("bonus: ") for line in state.variables())  # 0 again, and so it is not shown
    assert number(state, "guard_of") == 2
    assert state.active == "White"


MOVER = """
players Ann, Bob, Cat

var asked: int = 0

action Go:
    do:
        asked += 1

turn:
    choose by next(active) Go

end:
    mover wins when asked == 2
"""


def test_the_end_after_a_decision_has_its_mover_restored() -> None:
    """Bob decides on Ann's turn; the first Go makes asked 1. On Bob's turn Cat decides: asked is 2. After the decision
    the mover is Bob again, whose turn it is: he wins."""
    assert play(MOVER, "Go", "Go").outcome.startswith("Bob")


REPEAT = """
board square 2 by 2

piece King

setup:
    place King of White on a1
    place King of Black on a2

position is placement, mover

action Go:
    do:
        move the King of mover to only(rows((the King of mover).at.row) & empty)
    say "go"

action Jump:
    do:
        swap a1.piece with b1.piece
    say "stay"

action Forget:
    do:
        forget positions
        move the King of mover to only(rows((the King of mover).at.row) & empty)
    say "forget"

turn:
    choose Go | Jump | Forget

end:
    White wins when repetitions >= 3
"""


def test_the_third_time_counts_the_start_and_the_present() -> None:
    """Four moves bring the start back: the second time. After eight it is the third."""
    state = play(REPEAT, *["go"] * 7)
    assert not state.over
    state = state.play("go")
    assert state.over and state.outcome == "White wins"


def test_the_mover_is_part_of_it() -> None:
    """Staying (a swap with nobody) repeats the placement with the other player to move: after one, three, five ...
    stays Black is to move. The start with White to move comes after 2 and 4 stays: the third time."""
    assert not play(REPEAT, *["stay"] * 3).over
    assert play(REPEAT, *["stay"] * 4).over
    without = REPEAT.replace("position is placement, mover", "position is placement")
    assert not play(without, "stay").over
    assert play(without, "stay", "stay").over


def test_forgotten_positions_do_not_count() -> None:
    """Seven goes; the eighth forgets all before: then the position stands for the first time. Four more: the second."""
    state = play(REPEAT, *["go"] * 7, "forget")
    assert not state.over
    state = play(REPEAT, *["go"] * 7, "forget", *["go"] * 7)
    assert not state.over
    assert state.play("go").over


OUT = """
players Ann, Bob, Cat, Dan
board square 4 by 1

piece Man

setup:
    place Man of Ann on a1
    place Man of Bob on b1
    place Man of Cat on c1
    place Man of Dan on d1

action Strike:
    pick p in players
    do:
        eliminate p
        note(count(players))
    say "{p}"

action Pass:
    say "pass"

action Ask:
    pick p in {Ann, Bob, Cat, Dan}
    do:
        choose by p Pass
        else:
            note(9)
        may choose by p Pass
        note(8)
    say "ask {p}"

turn:
    choose Strike | Pass | Ask
    note(7)

end:
    player wins when count(players) == 1
"""


def test_who_is_eliminated_is_out_of_the_order() -> None:
    """Ann strikes Bob: Cat is next. Cat strikes Dan: Ann is next, then Cat. Components stay."""
    state = play(OUT, "Bob")
    assert state.mover == "Cat" and trail(state) == [3, 7]
    assert board(state)["b1"] == "Man of Bob"
    assert texts(state) == ["Ann", "Cat", "Dan", "pass", "ask Ann", "ask Bob", "ask Cat", "ask Dan"]
    state = state.play("Dan")
    assert state.mover == "Ann"
    state = state.play("pass")
    assert state.mover == "Cat"
    won = state.play("Ann")
    assert won.over and won.returns == (-1, -1, 1, -1)


def test_ones_own_turn_ends_after_the_outermost_decision() -> None:
    """The rest of the action is done (3 players are left), the rest of the turn is not."""
    state = play(OUT, "Ann")
    assert state.mover == "Bob" and trail(state) == [3]


def test_decisions_of_the_eliminated_have_nothing_legal() -> None:
    state = play(OUT, "Bob", "ask Bob")
    assert trail(state) == [3, 7, 9, 8, 7] and state.mover == "Dan"
    state = play(OUT, "Bob", "ask Dan")
    assert state.mover == "Dan" and texts(state) == ["pass"]


SOLO = """
players Hermit

var left: int in 0..3 = 3

action Go:
    pick n in 1..2
    do:
        left -= min(n, left)
        if n == 2 and left == 0:
            mover loses

turn:
    choose Go

end:
    mover wins when left == 0
    everyone loses when turn_number > 2
"""


def test_one_player() -> None:
    assert play(SOLO, "Go 1", "Go 1").returns == (-1,)
    assert play(SOLO, "Go 2", "Go 1").returns == (1,)
    assert play(SOLO, "Go 1", "Go 2").returns == (-1,)


def test_rank_with_one_team_is_an_error() -> None:
    rules = SOLO.replace("everyone loses when", "rank by left when")
    with pytest.raises(rw.RulesError):
        load(rules)


def test_variables_of_players_are_shown_by_player() -> None:
    assert shown(play(OUTCOMES, "Score 7 5 1"), "score") == "Ann 7, Bob 5, Cat 1"
