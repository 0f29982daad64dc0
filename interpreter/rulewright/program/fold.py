"""What is known of an expression while compiling: options make whole branches of a game dead.

Only cheap, certain things are looked for; geometry has been evaluated by the checker already.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.semantics import typed

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def known(e: typed.Expr) -> int | None:
    """The value of an expression if it does not depend on the state, else None (also where that is not seen)."""
    match e:
        case typed.Constant(value=int() as value):
            return value
        case typed.Logic(op=op, left=left, right=right):
            return _logic(op, known(left), right)
        case typed.Op(op="not", args=(a,)):
            value_ = known(a)
            return None if value_ is None else int(not value_)
        case typed.Op(op=op, args=(a, b)) if op in _COMPARE:
            x, y = known(a), known(b)
            return None if x is None or y is None else int(_COMPARE[op](x, y))
        case typed.Op(op="member", args=(a, b)):
            x, y = known(a), known(b)
            return None if x is None or y is None or x < 0 else y >> x & 1
        case typed.Cond(condition=condition, then=then, otherwise=otherwise):
            chosen = known(condition)
            return None if chosen is None else known(then if chosen else otherwise)
        case typed.Call(generic=generic, args=()):
            (method, *more) = generic.methods
            fixed = not more and not generic.modifiers and isinstance(method.body, typed.Expr)
            return known(method.body) if fixed and isinstance(method.body, typed.Expr) else None
        case _:
            return None


def _logic(op: str, left: int | None, right: typed.Expr) -> int | None:
    if left is None:
        return None
    decided = (op == "and" and not left) or (op == "or" and left)
    return left if decided else known(right)


def impossible(offer: typed.Offer) -> bool:
    """Whether an alternative is never legal, whatever the state."""
    conditions = [item.condition for item in offer.action.items if isinstance(item, typed.WhereItem)]
    return any(known(condition) == 0 for condition in conditions)
