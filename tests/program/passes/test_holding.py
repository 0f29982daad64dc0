"""Loops over the constant sets that hold a site go over these only."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, function, g, n, u, var
from program.passes.rules import compiled, same_games
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.finish import complete
from rulewright.program.passes import holding
from rulewright.program.printer import print_routine

WIDTH = 8
ROWS = (0b00000111, 0b00111000, 0b11000000, 0b00010010, 0b01001001)
"""Site 0 is in two of them, 5 in one; 3 in two, and so is no site in more."""


class Loop:
    """A function of a site that adds to a list every row that holds it and has `more` members, and gives it."""

    def __init__(self, rows: tuple[int, ...] = ROWS, more: int = 0, left: bool = False) -> None:
        self.s, self.row, self.out = var("s"), var("row", ir.bits(WIDTH)), var("out", ir.LIST)
        holds = b("has", g(self.row), g(self.s))
        self.then: list[ir.Stmt] = [ir.Append(self.out, u("number", g(self.row))), *([ir.Break()] if left else [])]
        test = b("and", holds, b("ge", u("size", g(self.row)), n(more))) if more else holds
        self.items: list[ir.Expr] = [ir.Mask(row, WIDTH) for row in rows]
        self.body: list[ir.Stmt] = [ir.If(test, self.then)]
        self.after: list[ir.Stmt] = []

    def routine(self) -> ir.Routine:
        loop = ir.EachItem(self.row, ir.MakeList(tuple(self.items)), self.body)
        last = ir.Return(g(self.out))
        return function("rows", (self.s,), [ir.Set(self.out, ir.MakeList(())), loop, *self.after, last], ir.LIST)

    def narrowed(self) -> tuple[ir.Program, ir.Routine, bool]:
        program, routine = Game().program([]), self.routine()
        program.routines.append(routine)
        holding.rewrite(program)
        return program, routine, any(isinstance(stmt, ir.Count) for stmt in walk.statements(routine.body))


@pytest.mark.parametrize("more", [0, 3])
@pytest.mark.parametrize("left", [False, True])
def test_the_same_rows_in_the_same_order(more: int, left: bool) -> None:
    made = Loop(more=more, left=left)
    program, routine, narrowed = made.narrowed()
    assert narrowed
    (table,) = program.tables
    assert table.shape == (9, 3)
    assert table.values[:3] == (0b00000111, 0b01001001, 0)
    complete([routine])
    engine = reference(program)
    for site in range(-1, WIDTH):
        found = [row for row in ROWS if site >= 0 and row >> site & 1 and row.bit_count() >= more]
        assert engine.evaluate(routine, engine.start(), (site,)) == tuple(found[:1] if left else found)


def test_sets_that_hold_nothing_less_stay() -> None:
    assert not Loop((0b11, 0b11, 0b1100, 0b11)).narrowed()[2]


def test_sets_that_are_not_constant_stay() -> None:
    made = Loop()
    made.items[2] = u("single", g(made.s))
    assert not made.narrowed()[2]


def test_the_last_row_may_not_be_asked_for() -> None:
    made = Loop()
    made.after.append(ir.Append(made.out, u("number", g(made.row))))
    assert not made.narrowed()[2]


@pytest.mark.parametrize("what", ["s", "row"])
def test_neither_the_site_nor_the_row_may_change(what: str) -> None:
    made = Loop()
    made.then.append(ir.Set(made.s, n(3)) if what == "s" else ir.Set(made.row, ir.Mask(1, WIDTH)))
    assert not made.narrowed()[2]


def test_what_is_done_for_the_others_stays() -> None:
    made = Loop()
    made.body.append(ir.Append(made.out, n(1)))
    assert not made.narrowed()[2]


def test_mills() -> None:
    made = compiled("morris", holding)
    assert same_games(compiled("morris"), made, 3, most=100) > 200
    (found,) = (one for one in made.routines if "holding[" in print_routine(one))
    assert "row = holding[s, i]\n        if some(row) and all(row, s):" in print_routine(found)
