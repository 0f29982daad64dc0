"""Replacing expressions: nodes are compared by identity, so what changes is built anew, and the rest stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from rulewright.program import ir, walk

Change = Callable[[ir.Expr], ir.Expr | None]
"""What stands in place of an expression, whose operands are replaced already; None: it stays."""


def replaced(expr: ir.Expr, change: Change) -> ir.Expr:
    """An expression in which `change` was asked of every part, from the inside out."""
    new = {
        field.name: again
        for field in fields(expr)
        if (again := _part(getattr(expr, field.name), change)) is not getattr(expr, field.name)
    }
    whole: ir.Expr = replace(expr, **new) if new else expr
    changed = change(whole)
    return whole if changed is None else changed


def _part(value: Any, change: Change) -> Any:
    """An operand, or a row of operands; anything else stays."""
    if isinstance(value, ir.Expr):
        return replaced(value, change)
    if isinstance(value, tuple):
        parts = [_part(one, change) for one in value]
        return tuple(parts) if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    return value


def rewrite(body: Iterable[ir.Stmt], change: Change) -> None:
    """Replace the expressions in statements and in the bodies inside them, in place."""
    for stmt in walk.statements(body):
        for field in fields(stmt):
            value = getattr(stmt, field.name)
            again = _part(value, change)
            if again is not value:
                setattr(stmt, field.name, again)


def with_values(expr: ir.Expr, values: dict[ir.Var, ir.Expr]) -> ir.Expr:
    """An expression with values in place of variables."""
    return replaced(expr, lambda part: values.get(part.var) if isinstance(part, ir.Get) and not part.index else None)
