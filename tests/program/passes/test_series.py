"""Statements that come again and again with other numbers become a loop."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, function, g, n, var
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.finish import finish
from rulewright.program.passes import series

# ---- what becomes a loop, and what does not ----

COUNT = 20


class Sums:
    """A function that adds up numbers in a cell, each by way of a local of its own: `total = total + number - 1`."""

    def __init__(self, numbers: list[int]) -> None:
        self.game = Game()
        self.total = self.game.cell("total", ir.INT, (0,))
        self.locals = [var(f"x{i}") for i in range(len(numbers))]
        self.body: list[ir.Stmt] = []
        for x, number in zip(self.locals, numbers, strict=True):
            self.body += [
                ir.Set(x, n(number)),
                ir.Store(self.total, None, b("add", ir.Load(self.total), b("sub", g(x), n(1)))),
            ]

    def function(self) -> ir.Routine:
        return function("sums", (), self.body, None)

    def loops(self) -> int:
        """How many loops there are after the pass; what the function does stays the same."""
        totals, loops = [], 0
        for passes in ([], [series]):
            made = function("sums", (), list(self.body), None)
            program = self.game.program([ir.Do(made, ()), *self.game.win()])
            program.routines = [made, *(one for one in program.routines if one is not made)]
            for one in passes:
                one.rewrite(program)
            finish(program)
            loops = sum(isinstance(stmt, ir.Count) for stmt in walk.statements(made.body))
            engine = reference(program)
            totals.append(engine.cells(engine.start())[self.total.offset])
        assert totals[0] == totals[1]
        return loops


def test_numbers_that_ascend() -> None:
    made = Sums(list(range(3, 3 + COUNT)))
    assert made.loops() == 1


def test_in_a_flow() -> None:
    """The numbers 3, 4, ... 22, each less 1, are 230 in all."""
    for passes in ([], [series]):
        made = Sums(list(range(3, 3 + COUNT)))
        program = made.game.program([*made.body, *made.game.win()])
        for one in passes:
            one.rewrite(program)
        finish(program)
        loops = [stmt for stmt in walk.statements(program.main.body) if isinstance(stmt, ir.Count)]
        assert len(loops) == len(passes)
        engine = reference(program)
        assert engine.cells(engine.start())[made.total.offset] == 230


@pytest.mark.parametrize("numbers", [[5] * COUNT, [7, 1, 4, 4] * 5, list(range(COUNT, 0, -1))])
def test_other_numbers_are_looked_up(numbers: list[int]) -> None:
    assert Sums(numbers).loops() == 1


def test_a_few_stay() -> None:
    assert Sums([1, 2, 3]).loops() == 0
    assert Sums([1, 2, 3, 4, 5]).loops() == 0


def test_a_local_that_is_read_later() -> None:
    made = Sums(list(range(COUNT)))
    made.body.append(ir.Store(made.total, None, b("add", ir.Load(made.total), g(made.locals[3]))))
    assert made.loops() == 0


def test_a_local_that_is_read_before_it_is_set() -> None:
    made = Sums(list(range(COUNT)))
    for i, x in enumerate(made.locals):
        made.body[2 * i : 2 * i + 2] = reversed(made.body[2 * i : 2 * i + 2])
        assert g(x).var is x
    assert made.loops() == 0


def test_locals_in_another_order() -> None:
    """The local of one repetition is that of another in another place."""
    made = Sums(list(range(COUNT)))
    x, y = made.locals[:2]
    made.body = []
    for i in range(COUNT):
        one, other = (x, y) if i % 2 else (y, x)
        made.body += [ir.Set(one, n(i)), ir.Set(other, n(1))]
        made.body.append(ir.Store(made.total, None, b("add", ir.Load(made.total), b("sub", g(one), g(other)))))
    # Two repetitions together come again.
    assert made.loops() == 1


def test_what_is_in_between() -> None:
    made = Sums(list(range(COUNT)))
    for i in range(3, 2 * COUNT, 3):
        made.body.insert(i, ir.Store(made.total, None, n(i)))
    assert made.loops() == 0


def test_functions_that_are_left() -> None:
    made = Sums(list(range(COUNT)))
    for i in range(COUNT):
        made.body[3 * i : 3 * i] = [ir.If(b("gt", ir.Load(made.total), n(10**6)), [ir.Return()])]
    assert made.loops() == 0
