"""Which generators list their yields without ever failing: then the list need not be made before it is asked for."""

from __future__ import annotations

from rulewright.program import ir, walk

_FAILS = ir.Fail | ir.While | ir.Finish | ir.YieldBags
"""A `while` may go on for ever; the ways many dice can fall may be too many."""


def may_fail(routine: ir.Routine) -> bool:
    """Whether a routine, or one that it calls, may raise a rules error, or yields a weight that may be negative."""
    return any(_fails(stmt) for called in walk.reachable([routine]) for stmt in walk.statements(called.body))


def _fails(stmt: ir.Stmt) -> bool:
    if isinstance(stmt, _FAILS) or (isinstance(stmt, ir.Set | ir.Store) and stmt.check is not None):
        return True
    if isinstance(stmt, ir.Yield) and not _counts(stmt.weight):
        return True
    return any(
        isinstance(expr, ir.Unary | ir.Binary) and expr.span is not None for expr in walk.within(walk.expressions(stmt))
    )


def _counts(weight: ir.Expr | None) -> bool:
    """Whether a weight is certainly not negative."""
    match weight:
        case None:
            return True
        case ir.Num(value=value):
            return value >= 0
        case ir.Unary(op="size" | "length"):
            return True
        case _:
            return False
