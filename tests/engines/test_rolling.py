"""Random games that roll from start to end: what is noted of them is what the reference engine notes, and where
something goes wrong, or a game is long enough, the same comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, flow, function, g, generator, n, tic_tac_toe, u, var
from rulewright.engines import noted
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.rolling_chance import listed
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir, walk
from rulewright.program.rolls import rolls

RULESETS = Path(__file__).parents[2] / "rulesets"
NAMES = sorted(folder.name for folder in RULESETS.iterdir() if (folder / f"{folder.name}.rules").exists())
LONG = 60


def rolled(program: ir.Program, count: int, seed: int, limit: int) -> bytes:
    """What is noted of games of which none was played any other way."""
    games, done = NativeGames(program)._rolled(0, count, seed, limit)
    assert done == count
    return games


@pytest.mark.parametrize("name", NAMES)
def test_what_is_noted(name: str) -> None:
    game = rw.load(RULESETS / name)
    program = game.setting.program
    if not rolls(program):
        pytest.skip("its games stand still at decisions")
    assert rolled(program, 5, 3, LONG) == whole.playouts(game.setting.engine, 0, 5, 3, LONG)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_noted_of_many(name: str) -> None:
    game = rw.load(RULESETS / name)
    program = game.setting.program
    if not rolls(program):
        pytest.skip("its games stand still at decisions")
    assert rolled(program, 100, 8, 1000) == whole.playouts(game.setting.engine, 0, 100, 8, 1000)


VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("amazons", {"size": 12}),
    ("breakthrough", {"size": 5}),
    ("breakthrough", {"size": 9}),
    ("chess", {"draws": "claimed"}),
    ("connect_four", {"width": 12, "height": 12}),
    ("dots_and_boxes", {"width": 7, "height": 7}),
    *(("draughts", {"rules": rules}) for rules in ("english", "russian", "brazilian")),
    ("draughts", {"paths": "apart"}),
    ("gomoku", {"size": 19, "exactly_five": True}),
    ("hex", {"size": 2, "swap": True}),
    ("hex", {"size": 19, "swap": True}),
    ("kalah", {"empty_capture": True, "left_over": "give"}),
    ("liars_dice", {"loss": "game", "wild": "sixes", "dice": 6}),
    ("mistwings", {"draws": False}),
    ("monty_hall", {"host": "guesses"}),
    *(("morris", {"variant": variant}) for variant in ("six", "twelve", "lasker")),
    ("reversi", {"size": 10}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_what_is_noted_of_variants(name: str, options: dict[str, object]) -> None:
    game = rw.load(RULESETS / name, options)
    program = game.setting.program
    assert rolls(program)
    assert rolled(program, 6, 4, 120) == whole.playouts(game.setting.engine, 0, 6, 4, 120)


@pytest.mark.parametrize("limit", [0, 1, 6, 7, 8, 9])
def test_games_that_are_long_enough(limit: int) -> None:
    program = tic_tac_toe()
    games = rolled(program, 30, 5, limit)
    assert games == whole.playouts(ReferenceEngine(program), 0, 30, 5, limit)
    stands = {one[0] for one in noted.form(2).iter_unpack(games)}
    assert stands == ({noted.OVER} if limit == 9 else {noted.CUT_OFF} if limit < 5 else {noted.OVER, noted.CUT_OFF})


def test_one_after_the_other() -> None:
    program = tic_tac_toe()
    native = NativeGames(program)
    games = native.playouts(0, 20, 5, 100)
    assert native.playouts(0, 7, 5, 100) + native.playouts(7, 20, 5, 100) == games


def test_only_what_is_needed_is_made() -> None:
    engine = ReferenceEngine(tic_tac_toe())
    games = NativeGames(engine.program)
    games.playouts(0, 3, 1, 100)
    assert games._exact is None and games._rolling
    lines = NativeGames(engine.program)
    assert lines.perft(engine.start(explicit=True), 3, 1) == 504
    assert lines._exact is not None and not lines._rolling


# ---- rules that break down ----

BREAKING = """
game "Breaking"
players A, B
var count: int in 0..3 = 0
action Up:
    do:
        count += 1
    say "up"
action Stop:
    do:
        tie
    say "stop"
turn:
    choose Up | Stop
"""


def test_games_that_break_down_are_played_again() -> None:
    """Three times up is allowed, a fourth time is an error, told in the same words."""
    program = rw.loads(BREAKING).setting.program
    engine, native = ReferenceEngine(program), NativeGames(program)
    fine = 0
    for number in range(40):
        try:
            games = whole.playouts(engine, number, number + 1, 1, 100)
        except rw.PlayError as error:
            with pytest.raises(rw.PlayError) as caught:
                native.playouts(number, number + 1, 1, 100)
            told = caught.value
            assert (told.code, told.message, str(told.span)) == (error.code, error.message, str(error.span))
            assert native._rolled(number, number + 1, 1, 100) == (b"", 0)
        else:
            assert native._rolled(number, number + 1, 1, 100) == (games, 1)
            fine += 1
    assert 0 < fine < 40


ENDLESS = """
game "Endless"
players A, B
var count: int in 0..3 = 0
action Go:
    do:
        while count < 3:
            count = 0
    say "go"
action Stop:
    do:
        tie
    say "stop"
turn:
    choose Go | Stop
"""


def test_games_that_never_end() -> None:
    told = []
    for engine in ("reference", "native"):
        game = rw.loads(ENDLESS, engine=engine)
        with pytest.raises(rw.PlayError) as caught:
            game.playouts(5, seed=1, jobs=1)
        told.append((caught.value.code, caught.value.message))
    assert told[0] == told[1]


# ---- chance ----


def outcome(key: int, first: int, weight: int | None = None) -> ir.Yield:
    return ir.Yield(0, (n(key),), (n(first),), (), None if weight is None else n(weight))


X, SOME = var("x"), ir.Mask(0b101110, 6)
FALLS: dict[str, list[ir.Stmt]] = {
    "a die": [outcome(face, face, 1) for face in range(1, 7)],
    "faces out of order": [outcome(face, face) for face in (5, 2, 9)],
    "equal ones": [outcome(4, 4), outcome(2, 2), outcome(4, 7), outcome(3, 3)],
    "weights": [outcome(1, 1, 2), outcome(2, 2, 0), outcome(3, 3, 5)],
    "the same from two": [outcome(1, 8), outcome(2, 8)],
    "one": [outcome(5, 5, 3)],
    "one that weighs something": [outcome(5, 5, 3), outcome(6, 6, 0)],
    "none": [outcome(5, 5, 0)],
    "members": [ir.Each(X, SOME, [ir.Yield(0, (g(X),), (g(X),))])],
    "members that weigh differently": [ir.Each(X, SOME, [ir.Yield(0, (g(X),), (g(X),), (), g(X))])],
    "members that are alike": [ir.Each(X, SOME, [ir.Yield(0, (b("mod", g(X), n(2)),), (g(X),))])],
    "a single member": [ir.Each(X, ir.Mask(8, 6), [ir.Yield(0, (g(X),), (g(X),))])],
    "items": [ir.EachItem(X, u("elements", SOME), [ir.Yield(0, (g(X),), (g(X),))])],
    "items that are alike": [ir.EachItem(X, ir.MakeList((n(4), n(2), n(4))), [ir.Yield(0, (g(X),), (g(X),))])],
    "items that weigh something": [ir.EachItem(X, u("elements", SOME), [ir.Yield(0, (g(X),), (g(X),), (), g(X))])],
    "a single item": [ir.EachItem(X, u("elements", ir.Mask(8, 6)), [ir.Yield(0, (g(X),), (g(X),))])],
    "no item": [ir.EachItem(X, u("elements", ir.Mask(0, 6)), [ir.Yield(0, (g(X),), (g(X),))])],
}


SURE = (
    *("the same from two", "one", "one that weighs something", "none", "a single member", "a single item", "no item"),
)


@pytest.mark.parametrize("name", FALLS)
def test_what_falls(name: str) -> None:
    """The same as the reference engine draws: what fell three times, and how the generator went on."""
    game = Game()
    falls, drawn, total = generator("falls", (), FALLS[name]), var("drawn"), var("total")
    draw = [
        ir.Draw(falls, (), drawn, ir.DrawInfo("die", ir.Shown("int"))),
        ir.Set(total, b("add", b("mul", g(total), n(20)), g(drawn))),
    ]
    coin = ir.Draw(generator("coin", (), FALLS["a die"]), (), drawn, ir.DrawInfo("die", ir.Shown("int")))
    end = [ir.Store(game.returns, n(0), g(total)), ir.Store(game.returns, n(1), g(drawn))]
    body = [ir.Set(total, n(0)), *draw, *draw, *draw, coin, *end, ir.Store(game.ended, None, n(1)), ir.Finish()]
    program = game.program(body)
    games = rolled(program, 50, 4, 10)
    assert games == whole.playouts(ReferenceEngine(program), 0, 50, 4, 10)
    told = {one[3] for one in noted.form(2).iter_unpack(games)}
    assert (len(told) == 1) == (name in SURE)


@pytest.mark.parametrize(("start", "different"), [(0, True), (2, True), (3, True), (4, True), (1, False)])
def test_an_item_of_a_list_falls(start: int, different: bool) -> None:
    """Of a list that lies in the state, from some item on: each of them, or none. What may hold an item twice is
    listed."""
    game = Game()
    game.cells.append(row := ir.Cell("row", ir.LIST, 1, ((7, 3, 9, 5),), different=different))
    at, drawn = var("at"), var("drawn")
    falls = generator("falls", (at,), [ir.EachItem(X, b("tail", ir.Load(row), g(at)), [ir.Yield(0, (g(X),), (g(X),))])])
    draw = ir.Draw(falls, (n(start),), drawn, ir.DrawInfo("card", ir.Shown("int")))
    end = [ir.Store(game.returns, n(0), g(drawn)), ir.Store(game.ended, None, n(1)), ir.Finish()]
    program = game.program([draw, *end])
    module = RollingModule(program)
    (drawing,) = (s for one in module.routines for s in walk.statements(one.body) if isinstance(s, ir.Draw))
    assert (listed(drawing, Emitter(module, module.main)) is not None) == different
    games = rolled(program, 60, 4, 10)
    assert games == whole.playouts(ReferenceEngine(program), 0, 60, 4, 10)
    assert {one[3] for one in noted.form(2).iter_unpack(games)} == ({7, 3, 9, 5}, {3, 9, 5}, {9, 5}, {5}, {-1})[start]


# ---- references ----


def mixed(x: ir.Var, members: ir.Var, items: ir.Var, row: ir.Var) -> ir.Expr:
    """What locals with references hold, digit by digit: x, the ends of the set, the items, the row."""
    parts = [g(x), u("least", g(members)), u("greatest", g(members))]
    parts += [b("nth", g(items), n(0)), b("nth", g(items), n(1)), g(row, n(0)), g(row, n(1))]
    found: ir.Expr = n(0)
    for part in parts:
        found = b("add", b("mul", found, n(10)), part)
    return found


@pytest.mark.parametrize("how", ["at once", "in a function", "in a flow", "in a flow with a decision"])
def test_references_in_flows_are_followed(how: str) -> None:
    """Component 3 moves to 5 while a flow holds it in locals of every sort; a flow that is called decides meanwhile."""
    game = Game()
    there, choice, pick = var("there"), var("choice"), var("pick")
    moves = generator("moves", (), [ir.Each(there, ir.Mask(0b110, 6), [ir.Yield(0, (g(there),), (g(there),))])])
    decide = ir.Decide(game.decision("Go", moves), ir.Load(game.mover), (), choice, (pick,))
    rename = ir.Rename(n(3), n(5))
    bodies: dict[str, list[ir.Stmt]] = {
        "at once": [rename],
        "in a function": [ir.Do(function("move", (), [rename]), ())],
        "in a flow": [ir.Do(flow("moving", (), [rename]), ())],
        "in a flow with a decision": [
            ir.Do(flow("going", (), [decide, ir.Do(function("move", (), [rename]), ())]), ())
        ],
    }
    x, members, items = var("x", ir.REF), var("members", ir.refs(8)), var("items", ir.REFLIST)
    row, y, total = var("row", ir.REF, 2), var("y", ir.REF), var("total")
    again = ir.Decide(decide.decision, ir.Load(game.mover), (), var("c"), (var("q"),))
    body: list[ir.Stmt] = [
        ir.Set(x, n(3)),
        ir.Set(members, ir.Mask(0b11000, 8)),
        ir.Set(items, ir.MakeList((n(3), n(1)))),
        ir.Set(row, n(2), n(0)),
        ir.Set(row, n(3), n(1)),
        again,
        *bodies[how],
        ir.Store(game.returns, n(0), mixed(x, members, items, row)),
        # what is still to come of a loop follows, too: in the round of 1 the member 4 becomes 6
        ir.Set(total, n(0)),
        ir.Each(
            y,
            ir.Mask(0b10110, 8),
            [
                ir.Set(total, b("add", b("mul", g(total), n(10)), g(y))),
                ir.If(b("eq", g(y), n(1)), [ir.Do(function("gone", (), [ir.Rename(n(4), n(6))]), ())]),
            ],
        ),
        ir.Store(game.returns, n(1), g(total)),
        ir.Store(game.ended, None, n(1)),
        ir.Finish(),
    ]
    program = game.program(body)
    games = rolled(program, 6, 2, 10)
    assert games == whole.playouts(ReferenceEngine(program), 0, 6, 2, 10)
    assert {one[3:5] for one in noted.form(2).iter_unpack(games)} == {(5455125, 126)}


# ---- lists ----


def test_lists_outlast_decisions() -> None:
    """A list that a flow goes over while players decide, and one that grows from turn to turn beside lists that are
    made and forgotten."""
    game = Game()
    there, x, turns, total = var("there"), var("x"), var("turns"), var("total")
    chosen, order, pick = var("chosen", ir.LIST), var("order", ir.LIST), var("pick")
    moves = generator("moves", (), [ir.Each(there, ir.Mask(0b1110, 6), [ir.Yield(0, (g(there),), (g(there),))])])
    decide = ir.Decide(game.decision("Go", moves), ir.Load(game.mover), (), var("choice"), (pick,))
    body: list[ir.Stmt] = [
        ir.Set(order, ir.MakeList((n(7), n(4), n(9)))),
        ir.Set(chosen, ir.MakeList(())),
        ir.Count(
            turns,
            n(1),
            n(20),
            [
                ir.Set(total, n(0)),
                ir.EachItem(
                    x,
                    g(order),
                    [
                        decide,
                        ir.Set(total, b("add", b("mul", g(total), n(10)), g(x))),
                        ir.Append(chosen, g(pick)),
                    ],
                ),
                ir.Set(order, b("joined_lists", b("tail", g(order), n(1)), b("head", g(order), n(1)))),
            ],
        ),
        # 60 picks, of which the last five are told; before the last turn the order has gone round 19 times: 4, 9, 7
        ir.Store(game.returns, n(0), g(total)),
        ir.Set(total, n(0)),
        ir.EachItem(x, b("tail", g(chosen), n(55)), [ir.Set(total, b("add", b("mul", g(total), n(10)), g(x)))]),
        ir.Store(game.returns, n(1), g(total)),
        ir.Store(game.ended, None, n(1)),
        ir.Finish(),
    ]
    program = game.program(body)
    games = rolled(program, 8, 2, 100)
    assert games == whole.playouts(ReferenceEngine(program), 0, 8, 2, 100)
    told = list(noted.form(2).iter_unpack(games))
    assert {one[:4] for one in told} == {(noted.OVER, 60, 180, 497)}
    assert len({one[4] for one in told}) > 4
