"""Copies of routines and statements."""

from __future__ import annotations

import rulewright as rw
from rulewright.program import copies, ir, walk
from rulewright.program.finish import complete
from rulewright.program.printer import print_routine


def test_a_copy_reads_like_its_model_and_shares_nothing_that_changes() -> None:
    program = rw.load("chess").setting.program
    for model in program.routines:
        copy = copies.routine(model, model.name)
        complete([copy])
        assert print_routine(copy) == print_routine(model)
        assert {id(stmt) for stmt in walk.statements(copy.body)}.isdisjoint(map(id, walk.statements(model.body)))
        assert set(copies.variables(copy.body)).isdisjoint(copies.variables(model.body))


def test_variables_and_expressions_are_replaced_wherever_they_stand() -> None:
    x, y, out = ir.Var("x", ir.INT), ir.Var("y", ir.INT), ir.Var("out", ir.LIST)
    loop = ir.Count(x, ir.Num(1), ir.Get(y), [ir.Append(out, ir.Binary("add", ir.Get(x), ir.Get(y)))])
    z = ir.Var("z", ir.INT)
    (copy,) = copies.body([loop], {y: z})
    assert isinstance(copy, ir.Count) and copy.var is x and copy.body is not loop.body
    assert list(walk.variables(e for stmt in walk.statements([copy]) for e in walk.expressions(stmt))) == [z, x, z]

    def doubled(e: ir.Expr) -> ir.Expr | None:
        return ir.Num(2 * e.value) if isinstance(e, ir.Num) else None

    made = copies.rewritten(ir.Binary("add", ir.Num(3), ir.Unary("neg", ir.Num(4))), doubled)
    assert [e.value for e in walk.within([made]) if isinstance(e, ir.Num)] == [6, 8]
