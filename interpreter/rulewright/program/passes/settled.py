"""What is certain is put down as it is: constants in place of what gives them, branches that are always taken in place
of choices.
"""

from __future__ import annotations

from rulewright.program import constants, ir, rewriting, walk
from rulewright.program.typeof import family, type_of


def settle(body: list[ir.Stmt], change: rewriting.Change) -> None:
    """Replace expressions as `change` says, and what has become certain by it, in place."""

    def both(expr: ir.Expr) -> ir.Expr | None:
        instead = change(expr)
        return folded(expr) if instead is None else folded(instead)

    rewriting.rewrite(body, both)
    _prune(body)


def _prune(body: list[ir.Stmt]) -> None:
    out: list[ir.Stmt] = []
    for stmt in body:
        for inner in walk.bodies(stmt):
            _prune(inner)
        if isinstance(stmt, ir.If) and isinstance(stmt.condition, ir.Num):
            out += stmt.then if stmt.condition.value else stmt.otherwise
        else:
            out.append(stmt)
    body[:] = out


def folded(expr: ir.Expr) -> ir.Expr:
    """A constant in place of an expression whose parts are constants; a part in place of a choice that is certain."""
    match expr:
        case ir.Num() | ir.Mask() | ir.Get() | ir.Load():
            return expr
        case ir.Select(condition=ir.Num(value=value), a=a, b=b):
            return a if value else b
        case ir.Binary(op="and", a=ir.Num(value=value), b=b) if value and is_condition(b):
            return b
        case ir.Binary(op="and", a=a, b=ir.Num(value=value)) if value and is_condition(a):
            return a
        case ir.Binary(op="or", a=ir.Num(value=0), b=b) if is_condition(b):
            return b
        case ir.Binary(op="or", a=a, b=ir.Num(value=0)) if is_condition(a):
            return a
        case ir.Binary(op="mod", a=ir.Num(value=a), b=ir.Num(value=b)) if b > 0:
            return ir.Num(a % b)
    kind = type_of(expr)
    found = constants.known(expr) if family(kind) != "list" else None
    if found is None or isinstance(found, tuple):
        return expr
    return ir.Num(found) if family(kind) == "int" else ir.Mask(found, max(kind.width, found.bit_length(), 1))


def is_condition(expr: ir.Expr) -> bool:
    """Whether an expression gives 0 or 1."""
    return isinstance(expr, ir.Unary | ir.Binary) and expr.op in ir.CONDITIONS
