"""A loop over a few directions or seats that are constant is written out, so that each of them is a constant.

Before:

    for d in {0, 2, 4, 6}:
        out += run(s, d, free)

After:

    out += run(s, 0, free)
    out += run(s, 2, free)
    out += run(s, 4, free)
    out += run(s, 6, free)

The same where a table gives the directions and holds few different sets of them:

    ways = Rider.ways[kind[s]]
    if ways == {0..7}:
        ...
    elif ways == {0, 2, 4, 6}:
        ...

It is done where the loop's variable is an index of a table, here or in a function that it goes to, and where the loop
only computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from rulewright.program import copies, ir, rewriting, walk

_MOST_MEMBERS = 8
_MOST_SETS = 3
_MOST_PARTS = 800
"""So many statements and expressions a loop may become."""

_COMPUTES = ir.Set | ir.Fill | ir.Append | ir.If | ir.Each | ir.EachItem | ir.Count | ir.While | ir.Return | ir.Break


def rewrite(program: ir.Program) -> None:
    """Write out the loops of all routines, the inner ones first."""
    for routine in program.routines:
        _rewrite(routine.body, routine)


def _rewrite(body: list[ir.Stmt], routine: ir.Routine) -> None:
    for at, stmt in reversed(list(enumerate(body))):
        for inner in walk.bodies(stmt):
            _rewrite(inner, routine)
        instead = _written_out(stmt, routine) if isinstance(stmt, ir.Each) else None
        if instead is not None:
            body[at : at + 1] = instead


def _written_out(loop: ir.Each, routine: ir.Routine) -> list[ir.Stmt] | None:
    if not (_asks_by(loop.var, loop.body) and _only_computes(loop) and _is_its_own(loop.var, routine)):
        return None
    match loop.members:
        case ir.Mask(value=members):
            sets = [members]
        case ir.Look(table=table) if table.type.name == "bits":
            sets = sorted({value for value in table.values if isinstance(value, int) and value}, reverse=True)
        case _:
            return None
    parts = sum(1 + sum(1 for _ in walk.within(walk.expressions(stmt))) for stmt in walk.statements(loop.body))
    rounds = [members.bit_count() for members in sets]
    if not sets or len(sets) > _MOST_SETS or max(rounds) > _MOST_MEMBERS or parts * sum(rounds) > _MOST_PARTS:
        return None
    if isinstance(loop.members, ir.Mask):
        return _rounds(loop, sets[0])
    which = ir.Var(f"{loop.var.name}.of", loop.members.table.type) if isinstance(loop.members, ir.Look) else None
    assert which is not None
    chosen: list[ir.Stmt] = []
    for members in reversed(sets):
        is_it = ir.Binary("same", ir.Get(which), ir.Mask(members, which.type.width))
        chosen = [ir.If(is_it, _rounds(loop, members), chosen)]
    return [ir.Set(which, loop.members), *chosen]


def _rounds(loop: ir.Each, members: int) -> list[ir.Stmt]:
    """The body for each member."""
    out: list[ir.Stmt] = []
    for member in range(members.bit_length()):
        if members >> member & 1:
            one = copies.body(loop.body)
            rewriting.rewrite(one, lambda part, member=member: ir.Num(member) if _reads(part, loop.var) else None)  # type: ignore[misc]
            out += one
    return out


def _reads(expr: ir.Expr, var: ir.Var) -> TypeGuard[ir.Get]:
    return isinstance(expr, ir.Get) and expr.var is var


def _asks_by(var: ir.Var, body: list[ir.Stmt]) -> bool:
    """Whether a variable is an index of a table, here or in a function that it goes to."""
    for stmt in walk.statements(body):
        for expr in walk.within(walk.expressions(stmt)):
            match expr:
                case ir.Look(indices=indices):
                    if any(_reads(one, var) for one in indices):
                        return True
                case ir.Invoke(routine=routine, args=args):
                    for param, arg in zip(routine.params, args, strict=True):
                        if _reads(arg, var) and _asks_by(param, routine.body):
                            return True
                case _:
                    pass
    return False


def _only_computes(loop: ir.Each) -> bool:
    """Whether a loop that nothing leaves but `return` changes only other variables."""
    inside = list(walk.statements(loop.body))
    quiet = all(isinstance(stmt, _COMPUTES) and loop.var not in walk.assigned(stmt) for stmt in inside)
    return quiet and loop.rest is None and not any(_breaks(loop.body))


def _breaks(body: list[ir.Stmt]) -> Iterator[ir.Break]:
    """Those that leave the loop around a body."""
    for stmt in body:
        if isinstance(stmt, ir.Break):
            yield stmt
        elif isinstance(stmt, ir.If):
            yield from _breaks(stmt.then)
            yield from _breaks(stmt.otherwise)


def _is_its_own(var: ir.Var, routine: ir.Routine) -> bool:
    """Whether a variable is read only in loops over it."""
    inside = 0
    for stmt in walk.statements(routine.body):
        if isinstance(stmt, ir.Each) and stmt.var is var:
            inside += _times_read(var, stmt.body)
    return _times_read(var, routine.body) == inside


def _times_read(var: ir.Var, body: list[ir.Stmt]) -> int:
    read = (one for stmt in walk.statements(body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)
