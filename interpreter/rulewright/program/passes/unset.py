"""What no statement gives a value any more holds its default.

Before, where a loop over what is empty has gone:

    with best: ref
    return row[best]

After:

    return row[-1]
"""

from __future__ import annotations

from rulewright.program import ir, walk
from rulewright.program.rewriting import rewrite as rewrite_body


def rewrite(program: ir.Program) -> None:
    """Put the defaults of locals that are never set in their place."""
    for routine in program.routines:
        given = {var for stmt in walk.statements(routine.body) for var in walk.assigned(stmt)} | set(routine.params)
        read = {var for stmt in walk.statements(routine.body) for var in walk.variables(walk.expressions(stmt))}
        unset = {var for var in read - given if not var.size}
        if unset:
            rewrite_body(routine.body, lambda part, unset=unset: _default(part, unset))  # type: ignore[misc]


def _default(part: ir.Expr, unset: set[ir.Var]) -> ir.Expr | None:
    if not (isinstance(part, ir.Get) and part.index is None and part.var in unset):
        return None
    kind = part.var.type
    if kind.width:
        return ir.Mask(0, kind.width)
    return ir.Num(-1) if kind.name in ("int", "ref") else ir.MakeList(())
