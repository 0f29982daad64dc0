"""Rules that break down while they run: an error at every limit, in plain words, and the state before is as it was."""

from __future__ import annotations

import time

import pytest

import rulewright as rw
from constructs.playing import load, play, trail


def refused(rules: str, move: str = "Go", **options: object) -> rw.PlayError:
    """The error that a move of the first state leads to. That state is unchanged by it."""
    state = load(rules, **options).start(seed=1)
    before = (state.serialize(), state.hash, str(state))
    with pytest.raises(rw.PlayError) as caught:
        state.play(move)
    assert (state.serialize(), state.hash, str(state)) == before
    assert state.play("Wait").mover == "Black"
    return caught.value


def go(body: str, more: str = "") -> str:
    """A game with an action Go that does `body`, and one that does nothing."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"{more}\naction Go:\n    do:\n{lines}\naction Wait\n\nturn:\n    choose Go | Wait\n"


BOARD = """
board square 2 by 2

piece Stone
piece Gem:
    copies = 2
piece Coin:
    copies of each player = 1
piece Card:
    damage: int in 0..3 = 2

setup:
    place Stone of White on a1
    place Card of White on b1
"""


def line_of(error: rw.PlayError) -> str:
    """The line of the rules to which an error points."""
    assert error.span is not None
    return error.span.source.text.splitlines()[error.span.line - 1].strip()


@pytest.mark.parametrize(
    ("declaration", "statement", "named", "value"),
    [
        ("var n: int in 0..3 = 0", "n += 4", "n", "4"),
        ("var n: int in 0..3 = 0", "n -= 1", "n", "-1"),
        ("var n: int in -5..3 = 0", "n += 7 - 15", "n", "-8"),
        ("var pot of each player: int in 0..3 = 3", "pot of Black += 1", "pot", "4"),
        ("var dice of each 1..6: int in 0..2 = 0", "dice of 6 += 3", "dice", "3"),
        (BOARD + "field height of each site: int in 0..2 = 2", "a1.height += 1", "height", "3"),
        (BOARD, "(the Card of White).damage += 2", "damage", "4"),
    ],
)
def test_a_value_outside_its_range(declaration: str, statement: str, named: str, value: str) -> None:
    """The message names the variable and the value; the span is the line."""
    error = refused(go(statement, declaration))
    assert error.code == "X001"
    assert named in error.message and value in error.message
    assert line_of(error) == statement


def test_a_range_of_a_local() -> None:
    error = refused(go("var k: int in 1..2 = 1\nk += 2"))
    assert error.code == "X001" and "k" in error.message and "3" in error.message
    assert line_of(error) == "k += 2"


def test_the_members_of_a_set_lie_in_its_range() -> None:
    rules = "var seen: set of int in 0..9 = {}\nvar n: int = 0\n"
    state = play(go("seen = seen + {0, 9}\nseen -= {0}", rules), "Go")
    assert "seen: 9" in state.variables()
    error = refused(go("n += 10\nseen = {3, n}", rules))
    assert error.code == "X001" and "seen holds numbers from 0 to 9 only" in error.message
    assert refused(go("seen += {0 - 1}", rules)).code == "X001"


def test_a_field_given_when_placing() -> None:
    error = refused(go("place Card of White on b2 with damage = 9 * count(Card)", BOARD))
    assert error.code == "X001" and "damage" in error.message and "9" in error.message


@pytest.mark.parametrize(
    ("statement", "code", "words"),
    [
        ("place Stone of Black on a1", "X101", ["a1", "Stone"]),
        ("place Stone of Black on {a2, a1}", "X101", ["a1", "Stone"]),
        ("move a1.piece to b1", "X101", ["b1", "Card"]),
        ("move b1.piece to a1", "X101", ["a1", "Stone"]),
        ("place Gem on a2\nplace Gem on b2\nremove a1.piece\nplace Gem on a1", "X102", ["Gem"]),
        ("place Coin of White on a2\nplace Coin of Black on b2\nplace Coin of White on a1", "X101", ["a1"]),
        ("remove b1.piece\nplace Coin of White on a2\nplace Coin of White on b1", "X102", ["Coin"]),
    ],
)
def test_full_sites_and_empty_supplies(statement: str, code: str, words: list[str]) -> None:
    error = refused(go(statement, BOARD))
    assert error.code == code
    assert all(word in error.message for word in words)
    assert line_of(error) == statement.splitlines()[-1]
    assert "Go" in error.message  # the move that led to it


def test_supply_counts_what_exists_now() -> None:
    """Removing one gives it back; changing the kind needs no supply."""
    rules = go("place Gem on a2\nplace Gem on b2\nremove b2.piece\nplace Gem on b2\na1.piece.kind = Gem", BOARD)
    state = play(rules, "Go")
    assert state.mover == "Black"
    with pytest.raises(rw.PlayError):
        state.play("Go")


ENDLESS = """
event ping(n: int)
event pong(n: int)

var deepest: int = 0

when ping(n):
    deepest = max(deepest, n)
    if n < limit:
        emit pong(n + 1)

when pong(n):
    deepest = max(deepest, n)
    if n < limit:
        emit ping(n + 1)

option limit: 1..1000 = 64
"""


def test_sixty_four_reactions_inside_one_another() -> None:
    """Reactions 1 to 64 nest; a 65th is an error that shows the chain."""
    assert play(go("emit ping(1)", ENDLESS), "Go").mover == "Black"
    error = refused(go("emit ping(1)", ENDLESS), limit=65)
    assert error.code == "X104" and "64" in error.message
    assert "ping -> pong -> ping" in error.message
    assert error.span is not None


def test_reactions_to_effects_nest_as_deep() -> None:
    rules = go("move a1.piece to a2", BOARD + "\nwhen moved(x, here, there):\n    move x to here\n")
    error = refused(rules)
    assert error.code == "X104" and "moved -> moved" in error.message


def test_a_queue_that_never_empties() -> None:
    """Each reaction puts two events into the queue: no queue is large enough."""
    rules = go("emit tick() later", "event tick()\n\nwhen tick():\n    emit tick() later\n    emit tick() later\n")
    began = time.monotonic()
    error = refused(rules)
    assert error.code == "X007"
    assert time.monotonic() - began < 20


def test_a_queue_that_goes_round() -> None:
    """One event after the other for ever: a loop without a decision."""
    rules = go("emit tick() later", "event tick()\n\nwhen tick():\n    emit tick() later\n")
    assert refused(rules).code in ("X004", "X007")


def test_nothing_legal_and_no_else() -> None:
    more = "action Never:\n    pick n in 1..3\n    where n > 3\n"
    error = refused(go("choose Never", more))
    assert error.code == "X103" and "White" in error.message
    assert line_of(error) == "choose Never"
    error = refused(go("choose by opponent Never", more))
    assert error.code == "X103" and "Black" in error.message
    error = refused(go("pick n in {1} where n > 1"))
    assert error.code == "X103"


def test_nothing_legal_at_the_first_decision() -> None:
    with pytest.raises(rw.PlayError, match="White must choose"):
        play("board square 2 by 2\npiece Man\naction Go:\n    pick m in mine\nturn:\n    choose Go\n")


@pytest.mark.parametrize(
    "expression", ["big + 1", "-big - 2", "big * 2", "(-big - 1) - 1", "big * big", "abs(-big - 1)", "-(-big - 1)"]
)
def test_numbers_beyond_32_bits(expression: str) -> None:
    """big is 2**31 - 1; -2**31 is a number, too, but not its opposite."""
    error = refused(go(f"big = {expression}", "var big: int = 2147483647"))
    assert error.code == "X002"
    assert line_of(error) == f"big = {expression}"


def test_the_greatest_numbers_are_numbers() -> None:
    rules = go("big = -big - 1\nbig = big + 2147483647\nbig = big + 2", "var big: int = 2147483647")
    assert play(rules, "Go").variables() == ("big: 1",)


@pytest.mark.parametrize("expression", ["1 / n", "1 % n", "5 / (n * 3)"])
def test_division_by_zero(expression: str) -> None:
    error = refused(go(f"n = {expression}", "var n: int = 0"))
    assert error.code == "X003"
    assert line_of(error) == f"n = {expression}"


def test_division_floors_and_remainders_are_never_negative() -> None:
    """-7 / 2 is -4 and -7 % 2 is 1; 7 / -2 is -4; 7 % -2: never negative, 1."""
    rules = go("note(-7 / n)\nnote(-7 % n)\nnote(7 / -n)\nnote(7 % -n)\nnote(-8 / n)\nnote(-8 % -n)", "var n: int = 2")
    assert trail(play(rules, "Go")) == [-4, 1, -4, 1, -4, 0]


@pytest.mark.parametrize(
    "expression", ["a2.piece.damage", "step(a1, W).row", "(the Card of Black).damage", "a2.piece.at.row"]
)
def test_a_number_asked_of_nothing(expression: str) -> None:
    more = BOARD.replace("piece Stone\n", "").replace("place Stone", "place Card").replace(
        "piece Gem:\n    copies = 2\npiece Coin:\n    copies of each player = 1\n", ""
    )  # fmt: skip
    error = refused(go(f"n = {expression}", more + "\nvar n: int = 0\n"))
    assert error.code == "X105"
    assert line_of(error) == f"n = {expression}"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("n = min(s in {s in sites: s.row > 5}: s.row)", "X107"),
        ("n = max(s in {s in sites: s.row > 5}: s.row)", "X107"),
        ("n = only({k in 1..9: k > 3})", "X107"),
        ("n = only({k in 1..9: k > 9})", "X107"),
        ("n = first(k in 1..9: k > 9)", "X107"),
        ("n = [1, 2, 3][n]", "X106"),
        ("n = [1, 2, 3][n + 4]", "X106"),
        ("n = pips of 7", "X106"),
    ],
)
def test_the_least_of_nothing_and_items_that_are_not_there(statement: str, code: str) -> None:
    more = "board square 2 by 2\nvar n: int = 0\nvar pips of each 1..6: int = 0\n"
    error = refused(go(statement.replace("of 7", "of (n + 7)"), more))
    assert error.code == code
    assert line_of(error).startswith("n = ")


def test_first_and_only_of_sites_are_none() -> None:
    """Where there is a none, it is none."""
    more = "board square 2 by 2\nvar s: site = a1\nvar n: int = 0\n"
    rules = go("s = first(t in sites: t.row > 5)\nn = 1 if s == none else 2", more)
    assert play(rules, "Go").variables() == ("s: none", "n: 1")


@pytest.mark.parametrize("body", ["while true:\n    n = 1 - n", "repeat 2000000000 times:\n    n = 1 - n"])
def test_a_loop_without_a_decision(body: str) -> None:
    began = time.monotonic()
    error = refused(go(body, "var n: int = 0"))
    assert error.code == "X004"
    assert "10,000,000" in error.message
    assert time.monotonic() - began < 20


def test_a_turn_that_never_asks() -> None:
    rules = "var n: int = 0\naction Go\naction Wait\nturn:\n    if turn_number == 1:\n        choose Go | Wait\n"
    with pytest.raises(rw.PlayError) as caught:
        play(rules, "Go")
    assert caught.value.code == "X004"


def test_an_error_in_a_condition_is_told_when_moves_are_asked_for() -> None:
    """Whether 6 / n is a number shows when n is tried; the state itself is there."""
    rules = "action Go:\n    pick n in 0..3\n    where 6 / n > 1\n    do:\n        note(n)\nturn:\n    choose Go\n"
    with pytest.raises(rw.PlayError) as caught:
        play(rules).moves()
    assert caught.value.code == "X003"
    guarded = rules.replace("where 6 / n > 1", "where n > 0 and 6 / n > 2")
    assert [move.text for move in play(guarded).moves()] == ["Go 1", "Go 2"]
    in_two = rules.replace("    where 6 / n > 1", "    where n > 0\n    where 6 / n > 2")
    assert [move.text for move in play(in_two).moves()] == ["Go 1", "Go 2"]
