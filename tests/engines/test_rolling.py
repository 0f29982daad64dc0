"""Random games that roll from start to end: what is noted of them is what the reference engine notes, and where
something goes wrong, or a game is long enough, the same comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, g, generator, n, tic_tac_toe, var
from rulewright.engines import noted
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir
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
}


SURE = ("the same from two", "one", "one that weighs something", "none", "a single member")


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
