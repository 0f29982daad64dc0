"""A loop over the members that stand in another set becomes a loop over what the sets have in common.

Before:

    for there in {0..224}:
        if not filled has there:
            yield Place(there)

After:

    for there in {0..224} - filled:
        yield Place(there)

The loop may change nothing in the state, and none of the variables that the other set is made of.
"""

from __future__ import annotations

from rulewright.program import ir, walk

_QUIET = ir.Set | ir.Append | ir.Fill | ir.If | ir.Each | ir.EachItem | ir.Count | ir.Break | ir.Return | ir.Yield


def rewrite(program: ir.Program) -> None:
    """Narrow the loops of all routines."""
    for routine in program.routines:
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Each):
                while _narrow(stmt, routine):
                    pass


def _narrow(loop: ir.Each, routine: ir.Routine) -> bool:
    """Whether the first condition in a loop could be made part of its set."""
    match loop.body:
        case [ir.If(condition=ir.Binary(op="and", a=first, b=rest), then=then, otherwise=[])]:
            inside: list[ir.Stmt] = [ir.If(rest, then)]
        case [ir.If(condition=first, then=then, otherwise=[])] if then:
            inside = then
        case _:
            return False
    match first:
        case ir.Binary(op="has", a=other, b=ir.Get(var=var, index=None)):
            op = "common"
        case ir.Unary(op="not", a=ir.Binary(op="has", a=other, b=ir.Get(var=var, index=None))):
            op = "without"
        case _:
            return False
    if var is not loop.var or not _plain(other) or not _still(loop, other, routine):
        return False
    loop.members = ir.Binary(op, loop.members, other)
    loop.body[:] = inside
    return True


def _plain(of: ir.Expr) -> bool:
    """Whether a set can be had without work, and without fail."""
    match of:
        case ir.Mask() | ir.Get(index=None) | ir.Load(index=None):
            return True
        case ir.Load(index=ir.Num() | ir.Get(index=None) | ir.Load(index=None)):
            return True
        case ir.Load(index=ir.Binary(op="mod", a=ir.Get(index=None) | ir.Load(index=None), b=ir.Num(), span=None)):
            return True
        case _:
            return False


def _still(loop: ir.Each, other: ir.Expr, routine: ir.Routine) -> bool:
    """Whether the other set is the same in every round, and nobody asks at which member the loop was left."""
    inside = list(walk.statements(loop.body))
    changed = {loop.var, *(var for stmt in inside for var in walk.assigned(stmt))}
    quiet = all(isinstance(stmt, _QUIET) for stmt in inside) and changed.isdisjoint(walk.variables([other]))
    return quiet and _reads(loop.var, loop.body) == _reads(loop.var, routine.body)


def _reads(var: ir.Var, body: list[ir.Stmt]) -> int:
    read = (one for stmt in walk.statements(body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)
