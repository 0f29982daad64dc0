"""Loops of which it is kept, while games roll, who comes to the yield: which they are, and that it is true."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir

RULESETS = Path(__file__).parents[2] / "rulesets"
APART = (0b0001_0001_0001, 0b0010_0010_0010, 0b0100_0000_0100, 0b1000_0000_0000, 0)
SHARED = (0b0001_0001_0001, 0b0010_0011_0010, 0b0100_0000_0100, 0b1000_0000_0000, 0)
WIDTH = 12


def game(*changes: str, rows: tuple[int, ...] = APART, first: str = "a loop", start: int = 0) -> ir.Program:
    """A game in which one puts something on the first free site of a row, until nothing is free or many decisions were
    made; then the taken sites change in these ways. How many rows could be chosen from, over all, is the result."""
    made = Game()
    taken, total = made.cell("taken", ir.bits(WIDTH), (start,)), made.cell("total", ir.INT, (0,))
    table = ir.Table("rows", (len(rows),), rows, ir.bits(WIDTH))
    row, s, x, y, choice, column, at = (var(name) for name in ("row", "s", "x", "y", "choice", "column", "at"))
    free = b("without", ir.Look(table, (b("sub", g(row), n(2)),)), ir.Load(taken))
    looped: list[ir.Stmt] = [ir.Each(s, free, [ir.Return(g(s))]), ir.Return(n(-1))]
    lowest = function("lowest", (row,), looped if first == "a loop" else [ir.Return(u("least", free))], ir.INT)

    def of(member: ir.Expr) -> ir.Expr:
        if first == "least":
            return u("least", b("without", ir.Look(table, (b("sub", member, n(2)),)), ir.Load(taken)))
        return ir.Invoke(lowest, (member,))

    some = ir.If(b("ne", g(y), n(-1)), [ir.Yield(0, (g(y),), (g(x),))])
    listing = generator("moves", (), [ir.Each(x, ir.Mask(0b111100, 6), [ir.Set(y, of(g(x))), some])])
    add = b("joined", ir.Load(taken), u("single", g(at)))
    elsewhere = b("mod", b("add", b("mul", g(at), n(5)), ir.Load(total)), n(WIDTH))
    ways: dict[str, ir.Stmt] = {
        "another": ir.Store(taken, None, b("joined", ir.Load(taken), u("single", elsewhere))),
        "away": ir.Store(taken, None, b("without", ir.Load(taken), u("single", elsewhere))),
        "none": ir.Store(taken, None, b("without", ir.Load(taken), u("single", n(-1)))),
        "all": ir.Store(taken, None, b("joined", ir.Load(taken), ir.Mask(0b11, WIDTH))),
    }
    over: list[ir.Stmt] = [
        ir.Store(made.returns, n(0), ir.Load(total)),
        ir.Store(made.ended, None, n(1)),
        ir.Finish(),
    ]
    put: list[ir.Stmt] = [ir.Set(at, of(g(column))), ir.Store(taken, None, add), *(ways[change] for change in changes)]
    turn = flow(
        "turn",
        (),
        [
            ir.Decide(made.decision("Drop", listing), ir.Load(made.mover), (), choice, (column,)),
            ir.If(b("eq", g(choice), n(0)), put, over),
            ir.Store(total, None, b("add", ir.Load(total), g(column))),
            ir.If(b("gt", ir.Load(total), n(200)), over),
        ],
    )
    return made.program([ir.While(n(1), [ir.Do(turn, ()), made.other()])], (table,))


def assert_same(program: ir.Program) -> None:
    games, done = NativeGames(program)._rolled(0, 40, 4, 500)
    assert done == 40 and games == whole.playouts(ReferenceEngine(program), 0, 40, 4, 500)


@pytest.mark.parametrize("changes", [(), ("another",), ("away",), ("none",), ("another", "away"), ("away", "another")])
def test_what_is_kept_is_true(changes: tuple[str, ...]) -> None:
    program = game(*changes)
    assert [one.rows for one in RollingModule(program).standing.values()] == [
        dict(zip(range(2, 6), APART, strict=False))
    ]
    assert_same(program)


@pytest.mark.parametrize("start", [0b1000_0000_0000, 0b1001_0001_0001, (1 << WIDTH) - 1])
def test_what_is_taken_from_the_start(start: int) -> None:
    program = game("away", start=start)
    assert RollingModule(program).standing
    assert_same(program)


def test_the_least_of_a_row() -> None:
    program = game("away", first="least")
    assert RollingModule(program).standing
    assert_same(program)


def test_where_it_is_not_known() -> None:
    """Two rows share a site; several sites change at once; the function does something else than to go over a row."""
    for program in (game(rows=SHARED), game("all"), game(first="a function")):
        assert not RollingModule(program).standing
        assert_same(program)


@pytest.mark.parametrize(("name", "loops"), [("connect_four", 1), ("tic_tac_toe", 0), ("reversi", 0)])
def test_games(name: str, loops: int) -> None:
    assert len(RollingModule(rw.load(RULESETS / name).setting.program).standing) == loops
