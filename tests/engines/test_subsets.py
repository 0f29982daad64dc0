"""Decisions that pick so many items of a list, in games that roll: the same subsets in the same order as listed."""

from __future__ import annotations

from math import comb

import pytest

from engines.programs import Game, b, g, generator, n, var
from rulewright.engines import errors, noted
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.subsets import subsets_of
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir, walk

ITEMS = (5, 2, 9, 0, 70, 31, 12, 64)
NAMES = ir.Shown("player", ("Ann", "Bob"))


def picking(
    items: tuple[int, ...],
    least: int,
    most: int,
    *,
    optional: bool = False,
    different: bool = True,
    together: bool = False,
) -> ir.Program:
    """Somebody picks items of a row from some position on, or both at the same time; returns tell which, as the sum of
    their places in `ITEMS` as bits, or -1."""
    game = Game()
    game.cells.append(row := ir.Cell("row", ir.LIST, 1, ((99, *items),), different=different, most=100))
    sums = game.cell("sums", ir.INT, (-1, -1))
    members, start, x = var("members", ir.bits(100)), var("start"), var("x")
    listed = b("tail", ir.Load(row), g(start))
    ways = generator(
        "ways",
        (start,),
        [ir.YieldSubsets(members, listed, n(least), n(most), [ir.Yield(0, (g(members),), (g(members),))])],
    )
    seat, choice, pick, total, one = var("seat"), var("choice"), var("pick", ir.bits(100)), var("total"), var("one")
    decide = ir.Decide(game.decision("Pick", ways, optional), g(seat), (g(one),), choice, (pick,))
    place = ir.Table("place", (100,), tuple(1 << ITEMS.index(i) if i in ITEMS else 0 for i in range(100)), ir.INT)
    note: list[ir.Stmt] = [
        ir.Set(total, n(0)),
        ir.Each(x, g(pick), [ir.Set(total, b("add", g(total), ir.Look(place, (g(x),))))]),
        ir.If(b("eq", g(choice), n(0)), [ir.Store(sums, g(seat), g(total))]),
    ]
    body: list[ir.Stmt] = [decide, *note]
    asked: list[ir.Stmt] = [ir.Together(seat, ir.Mask(3, 2), body, NAMES)] if together else [ir.Set(seat, n(0)), *body]
    end: list[ir.Stmt] = [ir.Store(game.returns, n(i), ir.Load(sums, n(i))) for i in range(2)]
    program = game.program([ir.Set(one, n(1)), *asked, *end, ir.Store(game.ended, None, n(1)), ir.Finish()])
    program.tables = (*program.tables, place)
    return program


def known(program: ir.Program) -> bool:
    """Whether the moves of its decision are made without a list."""
    module = RollingModule(program)
    (decide,) = (stmt for one in module.routines for stmt in walk.statements(one.body) if isinstance(stmt, ir.Decide))
    return subsets_of(decide, module) is not None


def games(program: ir.Program, count: int) -> list[tuple[int, ...]]:
    found, done = NativeGames(program)._rolled(0, count, 9, 10)
    assert done == count
    assert found == whole.playouts(ReferenceEngine(program), 0, count, 9, 10)
    return list(noted.form(2).iter_unpack(found))


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("many", [1, 2, 3, 4])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 8])
def test_every_subset(length: int, many: int, optional: bool) -> None:
    program = picking(ITEMS[:length], many, many, optional=optional)
    assert known(program)
    moves = comb(length, many)
    found = games(program, 30 * (moves + 1))
    wanted = {
        sum(1 << i for i in range(length) if bits >> i & 1) for bits in range(1 << length) if bits.bit_count() == many
    }
    told = {one[3] for one in found}
    assert told == (wanted | {-1} if optional or not moves else wanted)
    assert {one[1:3] for one in found} == {(1, moves + optional) if moves else (0, 0)}


@pytest.mark.parametrize("many", [1, 3])
def test_while_players_decide_together(many: int) -> None:
    program = picking(ITEMS[:5], many, many, together=True)
    assert known(program)
    assert len({one[3:] for one in games(program, 1000)}) == comb(5, many) ** 2


@pytest.mark.parametrize(("least", "most", "different"), [(2, 3, True), (0, 0, True), (5, 5, True), (2, 2, False)])
def test_what_is_listed(least: int, most: int, different: bool) -> None:
    """Subsets of different sizes, without items or with many, and of items that may be alike."""
    items = ITEMS[:6] if different else (*ITEMS[:4], ITEMS[0])
    program = picking(items, least, most, different=different)
    assert not known(program)
    found = games(program, 300)
    counts = {(2, 3): 15 + 20, (0, 0): 1, (5, 5): 6, (2, 2): 7}
    assert {one[2] for one in found} == {counts[least, most]}


def test_too_many() -> None:
    """Then the game is played with stops, for the words of the error."""
    assert comb(60, 4) < errors.MAX_MOVES < comb(80, 4)
    assert NativeGames(picking(tuple(range(60)), 4, 4))._rolled(0, 1, 9, 10)[1] == 1
    program = picking(tuple(range(80)), 4, 4)
    assert known(program) and NativeGames(program)._rolled(0, 1, 9, 10) == (b"", 0)
