"""Calls of small functions, written out where they stand.

Before:

    function lift(x: ref) -> ref
        if x < 0:
            return -1
        filled -= {x}
        rename x to -1
        return x

        ...
        gone = lift(here)

After:

        x = here
        if x < 0:
            gone = -1
        else:
            filled -= {x}
            rename x to -1
            gone = x

A function stays a call if it holds loops, which say in errors where they stand, or other statements that belong to
their routine, if it can come to call itself, or if it is long.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.program import copies, ir, liveness, walk

_MOST = 40
"""So many statements has a function at most that is written out."""

_OPEN = (
    *(ir.Set, ir.Fill, ir.Append, ir.Store, ir.If, ir.Return, ir.Do, ir.Fail, ir.Rename, ir.Record, ir.ForgetRecords),
    *(ir.Tell, ir.Finish),
)


def expanded(body: Sequence[ir.Stmt], above: tuple[ir.Routine, ...] = ()) -> list[ir.Stmt]:
    """A copy of a body with calls written out, as far as they can be; the variables that are new in it are new ones.
    `above`: the routines in which it stands."""
    out: list[ir.Stmt] = []
    for stmt in body:
        written = _written_out(stmt, above) if isinstance(stmt, ir.Do) else None
        if written is not None:
            out += written
            continue
        (copy,) = copies.body([stmt])
        for inner in walk.bodies(copy):
            inner[:] = expanded(inner, above)
        out.append(copy)
    return out


def _written_out(call: ir.Do, above: tuple[ir.Routine, ...]) -> list[ir.Stmt] | None:
    routine = call.routine
    if routine in above or not _fits(routine):
        return None
    straight = _straight(routine.body, call.result, routine)
    if straight is None:
        return None
    own = copies.fresh(routine)
    if call.result is not None:
        own.pop(call.result, None)
    given: list[ir.Stmt] = [
        ir.Set(own[param], copies.expression(arg)) for param, arg in zip(routine.params, call.args, strict=True)
    ]
    live = liveness.Liveness((*routine.params, *copies.variables(routine.body)), {})
    entry = live.before(routine.body, 0) & ~live.mask(routine.params)
    given += [_reset(own[var]) for var in live.members(entry)]
    return [*given, *expanded(copies.body(straight, own), (*above, routine))]


def _fits(routine: ir.Routine) -> bool:
    stmts = list(walk.statements(routine.body))
    return routine.sort == "function" and len(stmts) <= _MOST and all(isinstance(stmt, _OPEN) for stmt in stmts)


def _reset(var: ir.Var) -> ir.Stmt:
    """What a local holds before it is set."""
    return ir.Fill(var, _default(var.type)) if var.size else ir.Set(var, _default(var.type))


def _default(kind: ir.IrType) -> ir.Expr:
    match kind.name:
        case "bits" | "refs":
            return ir.Mask(0, kind.width)
        case "list" | "reflist":
            return ir.MakeList(())
        case _:
            return ir.Num(-1)


def _straight(body: Sequence[ir.Stmt], result: ir.Var | None, routine: ir.Routine) -> list[ir.Stmt] | None:
    """The same without returns: what they give is set. None if what follows a branch would stand there twice."""
    out: list[ir.Stmt] = []
    for at, stmt in enumerate(body):
        match stmt:
            case ir.Return(value=value):
                return out + _given(value, result, routine)
            case ir.If(condition=condition, then=then, otherwise=otherwise) if _returns([stmt]):
                rest = list(body[at + 1 :])
                branches = []
                for branch in (then, otherwise):
                    branches.append(_straight(branch if _ends(branch) else [*branch, *rest], result, routine))
                first, second = branches
                if first is None or second is None or (rest and not _ends(then) and not _ends(otherwise)):
                    return None
                return [*out, ir.If(condition, first, second)]
            case _:
                out.append(stmt)
    return out + _given(None, result, routine)


def _given(value: ir.Expr | None, result: ir.Var | None, routine: ir.Routine) -> list[ir.Stmt]:
    if result is None:
        # what it gives may fail, or run long
        return [] if value is None or not _runs(value) else [ir.Set(ir.Var("unused", routine.result or ir.INT), value)]
    if value is None:
        return [ir.Set(result, _default(routine.result or ir.INT))]
    return [ir.Set(result, value)]


def _runs(value: ir.Expr) -> bool:
    return any(not isinstance(part, ir.Num | ir.Mask | ir.Get | ir.Load) for part in walk.within([value]))


def _returns(body: Sequence[ir.Stmt]) -> bool:
    return any(isinstance(stmt, ir.Return) for stmt in walk.statements(body))


def _ends(body: Sequence[ir.Stmt]) -> bool:
    """Whether nothing that follows a body is ever reached from it."""
    if not body:
        return False
    match body[-1]:
        case ir.Return() | ir.Fail() | ir.Finish():
            return True
        case ir.If(then=then, otherwise=otherwise):
            return _ends(then) and _ends(otherwise)
        case _:
            return False
