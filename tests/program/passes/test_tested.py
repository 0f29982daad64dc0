"""Tests of the end that look only at what has changed: which games get one, what it says, and that games stay as they
were."""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from engines.programs import LINES, Game, b, function, g, generator, n, u, var
from program.passes.rules import same_games
from rulewright.engines.reference import ReferenceEngine
from rulewright.match.scenarios import run_scenario
from rulewright.match.setting import Setting
from rulewright.program import compile_game, compiler, ir, walk
from rulewright.program.passes import endings, lines, tested
from rulewright.program.printer import print_program, print_routine
from rulewright.program.verify import verify
from rulewright.semantics import check_text

HEAD = """language 1
game "Test"
players A, B
board {board}
piece Stone
{more}
"""

PLACE = """
action Place:
    pick there in empty
    do:
        place Stone of mover on there
    say "{there}"
turn:
    choose Place
"""


def rules(board: str, *parts: str) -> str:
    return HEAD.format(board=board, more="\n".join(parts)) + "\n"


FULL = "tie when no(empty)"


def row(length: int) -> str:
    return f"player wins when in_line({length}, (Stone of player).at)"


def ends(*lines: str) -> str:
    return "\n".join(["end:", *(f"    {line}" for line in lines)])


def program(text: str, *, shorter: bool) -> ir.Program:
    """The program of these rules with this pass and those about it, or without."""

    def optimise(made: ir.Program) -> object:
        endings.rewrite(made)
        known = tested.rewrite(made) if shorter else []
        lines.rewrite(made)
        return lambda routine: tested.settle(known, [routine])

    game, problems = check_text(text)
    assert game is not None, problems
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "optimise", optimise)
        made = compile_game(game)
    assert verify(made) == []
    return made


def routine(made: ir.Program, name: str) -> str:
    return print_routine(next(one for one in made.routines if one.name == name))


def is_shorter(made: ir.Program) -> bool:
    return any(cell.name == "tested" for cell in made.cells)


def shortened(text: str, games: int = 60, most: int = 120) -> ir.Program | None:
    """The program with the pass, if it has done anything; random games with it and without must be the same."""
    made = program(text, shorter=True)
    assert same_games(program(text, shorter=False), made, games, most=most) > games
    return made if is_shorter(made) else None


# ---- where it applies ----


def test_only_the_rows_of_the_last_site_are_looked_at() -> None:
    made = shortened(rules("square 9 by 9", PLACE, ends(row(4))), games=30)
    assert made is not None
    assert routine(made, "end_after") == (
        """function end_after(mover, there)
    with held: bits2
    held = {}
    if {0, 1} has mover:
        player = mover
        found = 0
        if owned[player] has there:
            found = in_line_at(player * 41, there)
        if found:
            held += {player}
    if some(held):
        returns[0] = 1 if some(held & {0}) else -1
        returns[1] = 1 if some(held & {1}) else -1
        ended = 1
        finish"""
    )
    assert routine(made, "in_line_at") == (
        """function in_line_at(first, x) -> int
    with come: bits64, row: bits64, all: bits64, run: bits64, found: bits64
    come = place_in[x, 0]
    at = first + row_of[x, 0]
    row = rows[at] + come & {0..8}
    rows[at] = row
    all = row
    at = first + row_of[x, 1]
    row = rows[at] + come & {10..18}
    rows[at] = row
    all += row
    at = first + row_of[x, 2]
    row = rows[at] + come & {20..28}
    rows[at] = row
    all += row
    at = first + row_of[x, 3]
    row = rows[at] + come & {30..38}
    rows[at] = row
    all += row
    run = all & shift_down(all, 1)
    run &= shift_down(run, 2)
    found = run
    return some(found)"""
    )
    assert not any(isinstance(stmt, ir.Each | ir.Count | ir.While) for stmt in inside(made, "end_after"))
    assert """        if tested:
            end_after(mover, there)
        else:
            end()
            learn()
            tested = 1
""" in print_program(made)


def inside(made: ir.Program, name: str) -> list[ir.Stmt]:
    """All statements that run in a routine or in what it calls."""
    start = next(one for one in made.routines if one.name == name)
    return [stmt for called in walk.reachable([start]) for stmt in walk.statements(called.body)]


def test_gomoku_looks_only_at_the_last_site() -> None:
    made = rw.load("gomoku").setting.program
    assert not any(isinstance(stmt, ir.Each | ir.Count | ir.While) for stmt in inside(made, "end_after"))
    read = {
        e.cell.name
        for stmt in inside(made, "end_after")
        for e in walk.within(walk.expressions(stmt))
        if isinstance(e, ir.Load)
    }
    assert read == {"rows", "owned", "filled"}


def test_a_row_is_part_of_every_direction() -> None:
    """Four rows, columns and diagonals through each site are told apart, with what lies on a line of none."""
    made = program(rules("square 9 by 9", PLACE, ends(row(4))), shorter=True)
    (row_of,) = (table for table in made.tables if table.name == "row_of")
    (place_in,) = (table for table in made.tables if table.name == "place_in")
    of = [row_of.values[site * 5 : site * 5 + 4] for site in range(82)]
    # 9 rows, 9 columns and 11 diagonals of at least four sites each way, and a last one for those that are shorter.
    assert {row for rows in of for row in rows} == set(range(41))
    for site in range(81):
        come = place_in.values[2 * site]
        assert isinstance(come, int)
        for d, step in enumerate((1, 9, 10, 8)):
            part = come >> 10 * d & 0x3FF
            assert part.bit_count() == (of[site][d] != 40)
            if site + step < 81 and of[site][d] == of[site + step][d] != 40:
                beside = place_in.values[2 * (site + step)]
                assert isinstance(beside, int)
                assert beside >> 10 * d & 0x3FF == part << 1


def test_rows_take_as_many_words_as_they_need() -> None:
    """On a board of 19 by 19 there is room in a word for the rows of three directions: 20 bits each."""
    made = shortened(rules("square 19 by 19", PLACE, ends(row(5))), games=2, most=250)
    assert made is not None
    text = routine(made, "in_line_at")
    assert text.count("come = ") == 2
    assert "row = rows[at] + come & {40..58}" in text
    assert text.endswith("found += run\n    return some(found)")


def test_on_a_board_of_one_word_only_the_set_of_who_moved_is_searched() -> None:
    made = shortened(
        rules(
            "square 7 by 6",
            PLACE,
            ends(row(4)),
            ends(FULL),
        )
    )
    assert made is not None
    assert "if in_line(owned[player % 3]):" in routine(made, "end_after") or "if in_line(owned[player]):" in routine(
        made, "end_after"
    )
    assert "for player" not in routine(made, "end_after")


def test_few_lines_are_in_a_table_by_site() -> None:
    made = shortened(
        rules(
            "square 3 by 3",
            PLACE,
            ends(row(3)),
            ends(FULL),
        )
    )
    assert made is not None
    (table,) = (one for one in made.tables if one.name == "lines_at")
    assert table.shape == (10, 5)
    assert table.values[:5] == (0o007, 0o111, 0o421, 0o777, 0o777)
    assert table.values[20:24] == (0o421, 0o222, 0o124, 0o070)
    assert "if in_line_at(there, owned[player]" in routine(made, "end_after")


CHAINS = ends(
    "A wins when connected((Stone of A).at, side(S), side(N))",
    "B wins when connected((Stone of B).at, side(W), side(E))",
    FULL,
)


@pytest.mark.parametrize("board", ["hex 5 by 5", "square 4 by 5", "hex 9 by 9"])
def test_a_connection_grows_from_the_last_site(board: str) -> None:
    made = shortened(rules(board, PLACE, CHAINS))
    assert made is not None
    text = routine(made, "end_after")
    assert "if mover == 0:" in text
    assert "found = connected_at(there, owned[0]" in text
    assert "for x in edge" in routine(made, "connected_at")


def test_a_connection_by_player() -> None:
    edges = """
region first of A = side(S)
region first of B = side(W)
region last of A = side(N)
region last of B = side(E)
"""
    chain = "player wins when connected((Stone of player).at, first of player, last of player)"
    made = shortened(
        rules(
            "hex 5 by 5",
            edges,
            PLACE,
            ends(chain),
        )
    )
    assert made is not None
    assert "found = connected_at(there, player, owned[player]" in routine(made, "end_after")
    (reached,) = (cell for cell in made.cells if cell.name == "reached")
    assert reached.size == 2


def test_two_rules_in_one_condition() -> None:
    either = "player wins when in_line(5, (Stone of player).at) or in_line(3, (Stone of player).at & side(W))"
    made = shortened(rules("square 9 by 9", PLACE, ends(either)), games=30)
    assert made is not None
    assert "if found or found2:" in routine(made, "end_after")


def test_another_turn_for_who_made_a_row_of_three() -> None:
    again = """
action Place:
    pick there in empty
    do:
        place Stone of mover on there
        if in_line(3, (Stone of mover).at):
            again
turn:
    choose Place
"""
    assert shortened(rules("square 9 by 9", again, ends(row(5))), games=20)


def test_stones_for_both_players_in_one_move() -> None:
    both = """
action Place:
    pick there in empty
    pick other in empty
    where other.row == there.row and other != there
    do:
        place Stone of mover on there
        place Stone of opponent on other
turn:
    choose Place
"""
    text = rules(
        "square 9 by 9",
        both,
        ends(row(3)),
        ends("tie when count(empty) < 9"),
    )
    made = shortened(text, games=8, most=30)
    assert made is not None
    assert routine(made, "end_after").count("in_line_at(") == 2


# ---- where it applies in part, or not at all ----


def test_a_rule_of_which_nothing_has_changed_is_not_tested() -> None:
    """Which stones there are of A and B is not asked when only a number changes."""
    pay = """
var coins of each player: int in 0..99 = 9
action Place:
    pick there in empty
    do:
        place Stone of mover on there
action Pay:
    where coins of mover > 0
    do:
        coins of mover -= 1
turn:
    choose Place | Pay
"""
    made = shortened(rules("square 9 by 9", pay, ends(row(4))), games=20)
    assert made is not None


CAPTURE = """
action Place:
    pick there in empty
    do:
        place Stone of mover on there
        for x in theirs where x.at in neighbors(there) and count(neighbors(x.at) & (Stone of mover).at) > 2:
            remove x
turn:
    choose Place
"""


def test_where_stones_go_nothing_is_kept() -> None:
    """Stones of the other player go, from sites that are not known when it is tested: rows cannot follow, but only the
    set of who moved has grown."""
    made = shortened(rules("square 9 by 9", CAPTURE, ends(row(5))), games=20)
    assert made is not None
    assert not any(cell.name == "rows" for cell in made.cells)
    assert "for player" not in routine(made, "end_after")


MOVING = """
setup:
    place Stone of A on rows(1)
    place Stone of B on rows(9)
action Move:
    pick m in mine
    pick there in neighbors(m.at) & empty
    do:
        move m to there
turn:
    choose Move
    else: tie
"""


def test_stones_that_move() -> None:
    text = rules("square 9 by 9", MOVING, ends("player wins when in_line(3, (Stone of player).at - rows(1) - rows(9))"))
    made = program(text, shorter=True)
    assert same_games(program(text, shorter=False), made, 20, most=80) > 20
    assert not any(cell.name == "rows" for cell in made.cells)


def test_owners_that_change() -> None:
    turning = """
action Place:
    pick there in empty
    do:
        place Stone of mover on there
        for x in theirs where x.at in neighbors(there):
            x.owner = mover
turn:
    choose Place
"""
    text = rules("square 9 by 9", turning, ends(row(4)))
    assert shortened(text, games=20) is None


def test_a_swap_of_the_first_stone() -> None:
    """Only the move that swaps makes the end forget."""
    swap = """
action Place:
    pick there in empty
    do:
        place Stone of mover on there
action Swap:
    where turn_number == 2
    let there = only(theirs).at
    do:
        remove there.piece
        place Stone of mover on there
turn:
    choose Place | Swap
"""
    made = shortened(rules("hex 5 by 5", swap, CHAINS), games=100)
    assert made is not None
    assert "tested = 0" in print_routine(made.main) + routine(made, "turn")


def test_a_rule_that_asks_who_moves() -> None:
    assert (
        shortened(rules("square 9 by 9", PLACE, ends("mover wins when in_line(4, (Stone of mover).at)")), games=20)
        is None
    )


def test_a_count_needs_no_pass() -> None:
    assert shortened(rules("square 4 by 4", PLACE, ends("player wins when count(Stone of player) > 5"))) is None


def test_stones_that_are_placed_at_the_same_time() -> None:
    together = """
turn:
    together by each p in players:
        pick there in empty & (columns(1..5) if p == A else columns(6..10))
        place Stone of p on there
"""
    text = rules(
        "square 10 by 10",
        together,
        ends(row(4)),
        ends("tie when count(empty) < 10"),
    )
    shortened(text, games=6, most=60)


# ---- states from outside ----


@pytest.fixture(scope="module")
def four() -> rw.Game:
    shown = 'display:\n    Stone of A: "a"\n    Stone of B: "b"\nnotation pos = "{board} {mover}"'
    return rw.loads(rules("square 9 by 9", PLACE, ends(row(4)), shown))


def test_a_row_that_was_there_from_the_start_is_seen_after_the_first_move(four: rw.Game) -> None:
    assert is_shorter(four.setting.program)
    state = four.start(setup="9/9/9/2aaaa3/9/9/9/9/9 B")
    assert not state.over
    state = state.play("a1")
    assert state.over
    assert state.returns == (1, -1)


def test_a_row_that_was_begun_at_the_start_is_completed(four: rw.Game) -> None:
    state = four.start(setup="9/9/9/1bb1b4/9/9/9/9/9 A").play("a1").play("d6")
    assert state.returns == (-1, 1)


def test_a_row_in_the_setup_is_seen_after_the_first_move() -> None:
    setup = "setup:\n    place Stone of B on a1, b2, c3, d4"
    text = rules("square 9 by 9", setup, PLACE, ends(row(4)))
    state = rw.loads(text).start().play("a9")
    assert state.returns == (-1, 1)


def test_games_that_go_on_from_bytes_and_from_worlds(four: rw.Game) -> None:
    draw = random.Random(5)
    results = set()
    for game in range(12):
        state = other = four.start(game)
        for number in range(90):
            if state.over:
                break
            move = draw.choice(state.moves())
            state, other = state.play(move.text), other.play(move.text)
            assert (state.over, state.returns, state.hash) == (other.over, other.returns, other.hash)
            if number % 7 == 3 and not state.over:
                other = four.unserialize(other.serialize())
            elif number % 7 == 6 and not state.over:
                (other,) = state.worlds("A", 1)
        results.add(state.returns)
    assert results == {(1, -1), (-1, 1)}


def test_a_rule_that_holds_before_the_first_move() -> None:
    """It cannot be left out for a player who has not moved: nothing is known at first."""
    alone = "player wins when all(s in (Stone of player).at: count(neighbors(s) & (Stone of player).at) > 1)"
    text = rules("square 9 by 9", PLACE, ends(alone))
    assert is_shorter(program(text, shorter=True))
    assert rw.loads(text).start().play("a1").returns == (-1, 1)


# ---- what has changed ----


class Sequence:
    """A flow in which `s` comes to the set of the seat who moves; its test asks whether that seat has all of a line."""

    def __init__(self) -> None:
        self.game = Game()
        self.owned = self.game.cell("owned", ir.bits(9), (0, 0))
        self.table = ir.Table("lines", (9,), (*LINES, 0), ir.bits(9))
        s, i, seat, held = var("s", ir.bits(9)), var("i"), var("seat"), var("held", ir.bits(2))
        look = ir.If(b("inside", ir.Look(self.table, (g(i),)), g(s)), [ir.Return(n(1))])
        search = function("in_line", (s,), [ir.Count(i, n(0), n(7), [look]), ir.Return(n(0))], ir.INT)
        gather = ir.Set(held, b("joined", g(held), u("single", g(seat))))
        asked = ir.If(ir.Invoke(search, (ir.Load(self.owned, g(seat)),)), [gather])
        rule: list[ir.Stmt] = [ir.Set(held, ir.Mask(0, 2)), ir.Each(seat, ir.Mask(3, 2), [asked])]
        self.end = function("end", (), [*rule, ir.If(u("some", g(held)), self.game.win())])
        self.there, self.choice = var("there"), var("choice")

    def comes(self, op: str = "joined") -> ir.Store:
        entry = ir.Load(self.game.mover)
        return ir.Store(self.owned, entry, b(op, ir.Load(self.owned, entry), u("single", g(self.there))))

    def flow(self, *body: ir.Stmt) -> str:
        """The turns of a game, each with a decision, these statements and the test."""
        moves = generator("moves", (), [ir.Yield(0, (n(1),), (n(1),))])
        decide = ir.Decide(self.game.decision("Place", moves), ir.Load(self.game.mover), (), self.choice, (self.there,))
        made = self.game.program([ir.While(n(1), [decide, *body, ir.Do(self.end, ())])], (self.table,))
        tested.rewrite(made)
        self.short = "".join(print_routine(one) for one in made.routines if one.name == "end_after")
        return print_routine(made.main).partition("moves()\n")[2]


def test_a_change_is_told_to_the_test() -> None:
    t = Sequence()
    assert "if tested:\n            end_after(mover, there)" in t.flow(t.comes())


def test_what_goes_does_not_matter_to_a_line() -> None:
    t = Sequence()
    assert "if tested:\n            end_after()" in t.flow(t.comes("without"))


def test_the_test_is_made_in_full_where_the_words_of_a_change_have_another_meaning() -> None:
    for between in ("there", "mover"):
        t = Sequence()
        other = ir.Set(t.there, n(3)) if between == "there" else t.game.other()
        assert (
            t.flow(t.comes(), other)
            == f"        owned[mover] += {{there}}\n        {between} = "
            + ("3\n" if between == "there" else "1 - mover\n")
            + "        end()"
        )


def test_what_comes_in_a_loop_is_not_known() -> None:
    t = Sequence()
    text = t.flow(ir.While(b("lt", g(t.there), n(4)), [t.comes(), ir.Set(t.there, b("add", g(t.there), n(1)))]))
    assert "end_after(mover)" in text
    assert "in_line(owned[seat])" in t.short


def test_branches_tell_all_that_may_have_changed() -> None:
    t = Sequence()
    other = ir.Store(t.owned, n(1), b("joined", ir.Load(t.owned, n(1)), u("single", n(4))))
    text = t.flow(ir.If(b("lt", g(t.there), n(4)), [t.comes()], [other]))
    assert "end_after(mover, there)" in text
    assert "{0, 1} has 1" in t.short


def test_a_position_in_which_something_is_drawn_is_not_taken_for_tested() -> None:
    """Chance in `given` makes it a flow, and what it calls is made with it."""
    shown = 'display:\n    Stone of A: "a"\n    Stone of B: "b"'
    scenario = """
die d6: 1..6
procedure begin(r: int):
    place Stone of B on c1, d1, e1, f1
    if roll d6 > r:
        place Stone of A on a9
scenario "drawn":
    given:
        begin(3)
        mover = A
    roll 5
    play "i9"
    expect B wins
"""
    game, problems = check_text(rules("square 9 by 9", PLACE, ends(row(4)), shown, scenario))
    assert game is not None, problems
    made, (drawn,) = compiler.compile_with_scenarios(game)
    assert is_shorter(made)
    result = run_scenario(Setting(game, made, ReferenceEngine(made)), drawn)
    assert result.passed, result


def test_what_is_counted_for_a_tie_is_always_tested() -> None:
    """A number that changes with every turn does not make the end forget what is known of lines."""
    count = """
var idle: int in 0..9 = 0 until turn_start
var moves: int in 0..99 = 0
action Place:
    pick there in empty
    do:
        place Stone of mover on there
        idle = 1
        moves += 1
turn:
    choose Place
"""
    made = shortened(
        rules("square 9 by 9", count, ends(row(4), "tie when moves + idle > 40 or turn_number > 50")), games=20
    )
    assert made is not None
    assert "tested = 0" not in routine(made, "turn")
    assert "moves + idle > 40 or turn_number > 50" in routine(made, "end_after")


def test_three_players() -> None:
    text = rules("square 9 by 9", PLACE, ends(row(4), FULL)).replace("players A, B", "players A, B, C")
    made = shortened(text, games=30)
    assert made is not None
    assert "if {0..2} has mover:" in routine(made, "end_after")
