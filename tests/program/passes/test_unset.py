"""Locals that nothing gives a value hold their default, and are not read any more."""

from __future__ import annotations

from rulewright.program import ir
from rulewright.program.passes import unset
from rulewright.program.printer import print_routine


def optimised(*body: ir.Stmt, params: tuple[ir.Var, ...] = ()) -> str:
    routine = ir.Routine("asked", params, ir.INT, list(body))
    cell = ir.Cell("mover", ir.INT, 1, (0,))
    unset.rewrite(ir.Program("", 1, (cell,), (), [routine], [], routine, cell, cell, cell, cell, 1, (), None, {}))
    return print_routine(routine)


def test_what_is_never_set_is_its_default() -> None:
    best, some = ir.Var("best", ir.REF), ir.Var("some", ir.bits(9))
    asked = ir.Select(ir.Unary("some", ir.Get(some)), ir.Get(best), ir.Num(3))
    assert "return -1 if some({}) else 3" in optimised(ir.Return(asked))


def test_what_is_set_somewhere_or_given_stays() -> None:
    best, given = ir.Var("best", ir.INT), ir.Var("given", ir.INT)
    later = [ir.If(ir.Get(given), [ir.Set(best, ir.Num(1))]), ir.Return(ir.Get(best))]
    assert "return best" in optimised(*later, params=(given,))
