"""Which expressions cannot fail: they may be tested earlier than they stand, since no rules error can come of it."""

from __future__ import annotations

from rulewright.program.facts import reachable
from rulewright.semantics import typed
from rulewright.semantics import types as t

_MAY_FAIL = {
    "add", "sub", "mul", "div", "mod", "neg", "abs", "item", "bag_sum", "row", "column", "step_index", "step_passed",
    "range", "index_in_zone",
}  # fmt: skip


def cannot_fail(e: typed.Expr) -> bool:
    """Whether evaluating `e` on any state gives a value: no overflow, no number of nothing, no index out of bounds."""
    return all(_safe(node) for node in reachable([e]))


def _safe(node: object) -> bool:
    match node:
        case typed.Op(op=op) if op in _MAY_FAIL:
            return False
        case typed.Op(op="first" | "only", type=t.IntType()):
            return False
        case typed.FieldRef(type=t.IntType()) | typed.KindConstant(type=t.IntType()):
            return False
        case typed.VarRef(index=index) if index is not None:
            return False
        case typed.LocalRef(index=index) if index is not None:
            return False
        case typed.Bind(word="sum" | "min" | "max" | "best"):
            return False
        case typed.Bind(word="first", type=t.IntType()):
            return False
        case typed.Possible() | typed.CountMoves():
            return False
        case typed.While() | typed.Repeat():
            return False
        case typed.MakeSet(type=t.SetType(t.IntType()), items=items):
            return all(isinstance(item, typed.Constant) for item in items)
        case _:
            return True
