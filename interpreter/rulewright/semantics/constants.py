"""Working out expressions while checking: `evaluate` gives the value of a typed expression that needs no position.

Values are as everywhere (see `types`): sets are bitsets, lists are tuples, `none` is -1. An expression that reads the
state, or that would be a rules error, has no constant value. Work is bounded, so that a rule file cannot keep the
checker busy for ever.
"""

from __future__ import annotations

from rulewright.semantics import typed
from rulewright.semantics.constant_ops import OPERATIONS
from rulewright.semantics.constant_values import (
    NONE_VALUE,
    Machine,
    NotConstantError,
    bits,
    checked,
    items,
    make_set,
    truth,
)
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Const
from rulewright.semantics.types import KindType, Poison, SetType

LIMIT = 2_000_000
"""Steps of one expression. All expressions of a game together have ten times as many."""

_DEPTH = 100


def evaluate(expr: typed.Expr, env: Env, given: Locals | None = None) -> Const | None:
    """The value of `expr` if it is known before the game begins, else None. `given`: values of local names.

    Sets come as bitsets, lists as tuples.
    """
    return work_out(expr, env, given)[0]


def work_out(expr: typed.Expr, env: Env, given: Locals | None = None) -> tuple[Const | None, bool]:
    """What `evaluate` gives, and whether it is None because of an error that is reported already."""
    machine = Machine(env, min(LIMIT, 10 * LIMIT - env.work))
    started = machine.left
    try:
        return _eval(expr, dict(given or {}), machine), False
    except NotConstantError:
        return None, machine.spoiled
    finally:
        env.work += started - machine.left


Locals = dict[typed.Local, Const]


def _eval(expr: typed.Expr, locals_: Locals, machine: Machine) -> Const:
    machine.step()
    if isinstance(expr.type, Poison):
        machine.spoiled = True
        raise NotConstantError
    match expr:
        case typed.Constant():
            return expr.value
        case typed.LocalRef(index=None):
            if expr.var not in locals_:
                raise NotConstantError
            return locals_[expr.var]
        case typed.KindConstant():
            return _kind_constant(expr, locals_, machine)
        case typed.RegionRef():
            owner = _eval(expr.owner, locals_, machine)
            assert isinstance(owner, int)
            return expr.region.values[owner] if owner >= 0 else 0
        case typed.Op():
            operation = OPERATIONS.get(expr.op)
            if operation is None:
                raise NotConstantError
            return operation(machine, expr, [_eval(arg, locals_, machine) for arg in expr.args])
        case typed.Logic():
            left = _eval(expr.left, locals_, machine)
            if bool(left) == (expr.op == "or"):
                return left
            return _eval(expr.right, locals_, machine)
        case typed.Cond():
            branch = expr.then if _eval(expr.condition, locals_, machine) else expr.otherwise
            return _eval(branch, locals_, machine)
        case typed.IsKind():
            return _is_kind(expr, locals_, machine)
        case typed.MakeSet():
            return make_set(expr.type, [_eval(item, locals_, machine) for item in expr.items])
        case typed.MakeList():
            return tuple(_flat(_eval(item, locals_, machine)) for item in expr.items)
        case typed.Bind():
            return _bind(expr, locals_, machine)
        case typed.Reach():
            return _reach(expr, locals_, machine)
        case typed.Call():
            return _call(expr, locals_, machine)
        case _:
            raise NotConstantError


def _flat(value: Const) -> int:
    """An item of a list. Lists of sets of sites hold bitsets; a list in a list is nothing that is needed here."""
    if isinstance(value, int):
        return value
    raise NotConstantError


def _kind_constant(expr: typed.KindConstant, locals_: Locals, machine: Machine) -> Const:
    if not isinstance(expr.subject.type, KindType):
        raise NotConstantError
    kind = _eval(expr.subject, locals_, machine)
    if not isinstance(kind, int) or kind not in expr.family.values:
        raise NotConstantError
    value = expr.family.values[kind]
    sides = expr.family.sides
    if sides is None or expr.index is None:
        return value
    direction = _eval(expr.index, locals_, machine)
    if not isinstance(value, tuple) or not isinstance(direction, int) or direction not in sides.turns:
        raise NotConstantError
    return value[sides.turns.index(direction)]


def _is_kind(expr: typed.IsKind, locals_: Locals, machine: Machine) -> int:
    if not isinstance(expr.subject.type, KindType):
        raise NotConstantError
    index = _eval(expr.subject, locals_, machine)
    assert isinstance(index, int)
    found = index >= 0 and machine.game.kinds[index].is_a(expr.kind)
    return int(index >= 0 and found != expr.negated)


# ---- binders ----


def _bind(expr: typed.Bind, outer: Locals, machine: Machine) -> Const:
    members = items(expr.source.type, _eval(expr.source, outer, machine))
    locals_ = dict(outer)
    kept: list[int] = []
    bodies: list[Const] = []
    for member in members:
        locals_[expr.var] = member
        if expr.filter is not None and not _eval(expr.filter, locals_, machine):
            continue
        kept.append(member)
        bodies.append(_eval(expr.body, locals_, machine))
        if expr.word in _STOP and bool(bodies[-1]) == _STOP[expr.word]:
            break
    return _fold(expr, kept, bodies)


_STOP = {"any": True, "all": False, "no": True, "first": True, "prefix": False}
"""Binders that look no further once a body has this value."""


def _fold(expr: typed.Bind, kept: list[int], bodies: list[Const]) -> Const:
    match expr.word:
        case "any":
            return int(any(bodies))
        case "all":
            return int(all(bodies))
        case "no":
            return int(not any(bodies))
        case "count":
            return sum(map(truth, bodies))
        case "sum":
            return checked(sum(_number(body) for body in bodies))
        case "min" | "max":
            if not bodies:
                raise NotConstantError
            numbers = [_number(body) for body in bodies]
            return min(numbers) if expr.word == "min" else max(numbers)
        case "best":
            ranked = zip(map(_number, bodies), range(0, -len(bodies), -1), kept, strict=True)
            return max(ranked)[2] if kept else NONE_VALUE
        case "first":
            return kept[-1] if bodies and bodies[-1] else NONE_VALUE
        case "prefix":
            front = kept if all(bodies) else kept[:-1]
            return make_set(expr.type, list(front)) if isinstance(expr.type, SetType) else tuple(front)
        case "such":
            return make_set(expr.type, [member for member, body in zip(kept, bodies, strict=True) if body])
        case "union" | "map":
            out = 0
            for body in bodies:
                out |= bits(body) if isinstance(expr.body.type, SetType) else make_set(expr.type, [body])
            return out
        case _:
            raise NotConstantError


def _number(value: Const) -> int:
    if isinstance(value, int):
        return value
    raise NotConstantError


def _reach(expr: typed.Reach, outer: Locals, machine: Machine) -> Const:
    """Breadth first: what repeating `body` leads to, at most `limit` times."""
    start = _eval(expr.start, outer, machine)
    limit = None if expr.limit is None else _number(_eval(expr.limit, outer, machine))
    wanted = SetType(expr.var.type)
    found = bits(start) if isinstance(expr.start.type, SetType) else make_set(wanted, [start])
    front = items(wanted, found)
    locals_ = dict(outer)
    rounds = 0
    while front and (limit is None or rounds < limit):
        rounds += 1
        reached = 0
        for member in front:
            locals_[expr.var] = member
            body = _eval(expr.body, locals_, machine)
            reached |= bits(body) if isinstance(expr.body.type, SetType) else make_set(wanted, [body])
        front = items(wanted, reached & ~found)
        found |= reached
    return found


# ---- calls of definitions ----


def _call(expr: typed.Call, outer: Locals, machine: Machine) -> Const:
    generic = expr.generic
    if len(generic.methods) != 1 or generic.modifiers or not generic.pure or machine.depth >= _DEPTH:
        raise NotConstantError
    method = generic.methods[0]
    type_body = machine.env.pending.pop(method, None)
    if type_body is not None:
        type_body()
    args = [_eval(arg, outer, machine) for arg in expr.args]
    if len(args) != len(method.params):
        raise NotConstantError
    locals_: Locals = dict(zip(method.params, args, strict=True))
    machine.depth += 1
    try:
        if isinstance(method.body, typed.Expr):
            return _eval(method.body, locals_, machine)
        result = _block(method.body, locals_, machine)
    finally:
        machine.depth -= 1
    if result is None:
        raise NotConstantError
    return result


def _block(block: typed.Block, locals_: Locals, machine: Machine) -> Const | None:
    """The value that a block returns; None if it runs out. Only `let`, `if`, `return` and assignments are known."""
    for statement in block.statements:
        machine.step()
        match statement:
            case typed.Let() if not statement.var.each_size:
                locals_[statement.var] = _eval(statement.value, locals_, machine)
            case typed.If():
                for condition, inner in statement.branches:
                    if _eval(condition, locals_, machine):
                        chosen: typed.Block | None = inner
                        break
                else:
                    chosen = statement.otherwise
                result = _block(chosen, locals_, machine) if chosen else None
                if result is not None:
                    return result
            case typed.Return(value=value) if value is not None:
                return _eval(value, locals_, machine)
            case _:
                raise NotConstantError
    return None
