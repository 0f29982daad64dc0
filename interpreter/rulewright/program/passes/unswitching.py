"""What does not change in a loop is asked before it.

Before:

    for there in goals(m):
        for into in elements({3..6}) if kind[m] == 7 and last[mover] has there else [-1]:
            yield Move(m, there, into)

After:

    if kind[m] == 7:
        for there in goals(m):
            if last[mover] has there:
                for into in elements({3..6}):
                    yield Move(m, there, into)
            else:
                yield Move(m, there, -1)
    else:
        for there2 in goals(m):
            yield Move(m, there2, -1)

In the second branch the loop has nothing but its yield, so that its members can be counted at once. The question must
be the same in every round and have an answer even where there is none; the loop may change nothing in the state. A loop
over a single item is none.
"""

from __future__ import annotations

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import settled
from rulewright.program.passes.prefixes import cannot_fail

_QUIET = ir.Set | ir.Append | ir.Fill | ir.If | ir.Each | ir.EachItem | ir.Count | ir.Break | ir.Yield

_Loop = ir.Each | ir.EachItem | ir.Count

_FEW = 4
"""So many statements are written down twice."""


def rewrite(program: ir.Program) -> None:
    """Divide the loops of all functions and generators, and go no more over lists of one item."""
    for routine in program.routines:
        if routine.sort != "flow":
            _divide(routine.body, routine)
            _choose(routine.body, routine)
            _single(routine.body, routine)


def _divide(body: list[ir.Stmt], routine: ir.Routine) -> None:
    for at, stmt in enumerate(body):
        for inner in walk.bodies(stmt):
            _divide(inner, routine)
        if isinstance(stmt, _Loop):
            divided = _divided(stmt, routine)
            if divided is not None:
                body[at] = divided


def _divided(loop: _Loop, routine: ir.Routine) -> ir.If | None:
    match loop.body:
        case [ir.EachItem(items=ir.Select(condition=condition, a=some, b=none)) as choice]:
            asked, rest = _first(condition)
        case _:
            return None
    inside = list(walk.statements([loop]))
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    still = given.isdisjoint(walk.variables([asked])) and cannot_fail(asked)
    if not still or not all(isinstance(stmt, _QUIET) for stmt in inside) or not own(loop, given, routine):
        return None
    choice.items = none
    other = copies.body([loop], {var: ir.Var(var.name, var.type, var.size) for var in given})
    choice.items = some if rest is None else ir.Select(rest, some, none)
    return ir.If(asked, [loop], other)


def _first(condition: ir.Expr) -> tuple[ir.Expr, ir.Expr | None]:
    """The part of a condition that is asked first, and the rest."""
    match condition:
        case ir.Binary(op="and", a=a, b=b):
            first, rest = _first(a)
            return first, b if rest is None else ir.Binary("and", rest, b)
        case _:
            return condition, None


def own(loop: ir.Stmt, given: set[ir.Var], routine: ir.Routine) -> bool:
    """Whether what a loop gives to locals is read in it alone, and given to them by nothing else."""
    inside = set(map(id, walk.statements([loop])))
    outside = [stmt for stmt in walk.statements(routine.body) if id(stmt) not in inside]
    met = {var for stmt in outside for var in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt)))}
    return given.isdisjoint({*met, *routine.params})


def _choose(body: list[ir.Stmt], routine: ir.Routine) -> None:
    """Choose between a loop over one item and one over others before it, if not much stands there twice then."""
    for at, stmt in enumerate(body):
        for inner in walk.bodies(stmt):
            _choose(inner, routine)
        match stmt:
            case ir.EachItem(items=ir.Select(condition=condition, a=some, b=ir.MakeList(items=(_,)) as one)) if (
                len(list(walk.statements(stmt.body))) <= _FEW
            ):
                given = {var for inner in walk.statements([stmt]) for var in walk.assigned(inner)}
                if own(stmt, given, routine):
                    stmt.items = one
                    other = copies.body([stmt], {var: ir.Var(var.name, var.type, var.size) for var in given})
                    stmt.items = some
                    body[at] = ir.If(condition, [stmt], other)
            case _:
                pass


def _single(body: list[ir.Stmt], routine: ir.Routine) -> None:
    """Put what a loop over one item does in its place."""
    for at in reversed(range(len(body))):
        stmt = body[at]
        for inner in walk.bodies(stmt):
            _single(inner, routine)
        match stmt:
            case ir.EachItem(var=var, items=ir.MakeList(items=(item,)), body=inner) if not _breaks(inner):
                if isinstance(item, ir.Num) and not any(var in walk.assigned(one) for one in walk.statements(inner)):
                    settled.settle(inner, _in_place(var, item))
                body[at : at + 1] = [ir.Set(var, item), *inner] if _read(var, routine) else inner
            case _:
                pass


def _in_place(var: ir.Var, item: ir.Num) -> rewriting.Change:
    return lambda expr: item if isinstance(expr, ir.Get) and expr.var is var else None


def _read(var: ir.Var, routine: ir.Routine) -> bool:
    return any(var in walk.variables(walk.expressions(stmt)) for stmt in walk.statements(routine.body))


def _breaks(body: list[ir.Stmt]) -> bool:
    """Whether a break in a body leads out of it."""
    for stmt in body:
        if isinstance(stmt, ir.Break):
            return True
        loop = isinstance(stmt, ir.While | ir.Each | ir.EachItem | ir.Count | ir.YieldSubsets)
        if not loop and any(map(_breaks, walk.bodies(stmt))):
            return True
    return False
