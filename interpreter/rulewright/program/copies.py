"""Copies of routines and statements, with other variables or expressions in them.

What a program has once stays what it is: cells, tables, routines, decisions, places in the rules. Statements and
expressions become new ones, so that a copy can be changed without its model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, get_args

from rulewright.program import ir, walk

Replaced = Mapping[ir.Var, ir.Var]
"""The variables that stand in a copy where others stand in its model."""

NODES: dict[type, tuple[str, ...]] = {
    node: tuple([part.name for part in fields(node)]) for node in (*get_args(ir.Stmt), *get_args(ir.Expr))
}
"""What each sort of statement and expression is made of."""


def body(stmts: Iterable[ir.Stmt], replaced: Replaced | None = None) -> list[ir.Stmt]:
    """Statements like these."""
    return [_copied(stmt, replaced or {}) for stmt in stmts]


def expression(expr: ir.Expr, replaced: Replaced | None = None) -> ir.Expr:
    """An expression like this one."""
    found: ir.Expr = _copied(expr, replaced or {})
    return found


def fresh(routine: ir.Routine) -> dict[ir.Var, ir.Var]:
    """New variables, named alike, for all that a routine has: its parameters and whatever it assigns or reads."""
    found: dict[ir.Var, ir.Var] = {}
    for var in (*routine.params, *variables(routine.body)):
        found.setdefault(var, ir.Var(var.name, var.type, var.size))
    return found


def variables(stmts: Iterable[ir.Stmt]) -> dict[ir.Var, None]:
    """Every variable that statements assign or read, in the order in which it is met."""
    found: dict[ir.Var, None] = {}
    for stmt in walk.statements(stmts):
        for var in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt))):
            found[var] = None
    return found


def routine(model: ir.Routine, name: str) -> ir.Routine:
    """A routine that does the same, with variables of its own."""
    own = fresh(model)
    params = tuple(own[param] for param in model.params)
    return ir.Routine(
        name,
        params,
        model.result,
        body(model.body, own),
        about=model.about,
        sort=model.sort,
        span=model.span,
        different=model.different,
    )


def rewritten(expr: ir.Expr, change: Callable[[ir.Expr], ir.Expr | None]) -> ir.Expr:
    """A copy in which `change` gives what stands for an expression (None: a copy of it), from the outside in."""
    found: ir.Expr = _rewritten(expr, change)
    return found


def _copied(part: Any, replaced: Replaced) -> Any:
    if isinstance(part, ir.Var):
        return replaced.get(part, part)
    if type(part) in NODES:
        return type(part)(*[_copied(getattr(part, name), replaced) for name in NODES[type(part)]])
    if isinstance(part, list):
        return [_copied(one, replaced) for one in part]
    if isinstance(part, tuple):
        return tuple([_copied(one, replaced) for one in part])
    return part


def _rewritten(part: Any, change: Callable[[ir.Expr], ir.Expr | None]) -> Any:
    if type(part) in NODES:
        instead = change(part)
        if instead is not None:
            return instead
        return type(part)(*[_rewritten(getattr(part, name), change) for name in NODES[type(part)]])
    if isinstance(part, tuple):
        return tuple([_rewritten(one, change) for one in part])
    return part
