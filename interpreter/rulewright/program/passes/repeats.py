"""What a generator has yielded it does not yield again.

Before, where the same site may be hit in several directions:

    for s in owned[mover]:
        for d in {0, 2, 4, 6}:
            for hit in ray[s, d]:
                yield Capture(s, d, hit) key s, step_site[hit]

After:

    for s in owned[mover]:
        seen = {}
        for d in {0, 2, 4, 6}:
            for hit in ray[s, d]:
                if not seen has step_site[hit]:
                    seen += {step_site[hit]}
                    yield fresh Capture(s, d, hit) key s, step_site[hit]

It is done where an alternative has one yield, whose key holds the variables of the outer loops and one number besides,
which is an entry of a table: then the yields of a generator need not be compared. Ranks and weights of yields that are
dropped would count; such yields stay. A decision keeps what its generator was as `spelled`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import copies, ir, walk
from rulewright.program.typeof import family, type_of

_WIDEST = 256
"""So many numbers are told apart at most."""

_Loop = ir.Each | ir.EachItem | ir.Count | ir.EachStep


def rewrite(program: ir.Program) -> None:
    """Rewrite the generators of a program in place."""
    for routine in _listed(program):
        yields = [one for one in walk.statements(routine.body) if isinstance(one, ir.Yield)]
        others = any(isinstance(one, ir.YieldBags | ir.YieldSubsets) for one in walk.statements(routine.body))
        before = copies.routine(routine, f"{routine.name}_spelled")
        for stmt in yields:
            alone = sum(one.alternative == stmt.alternative for one in yields) == 1
            if alone and not others and not stmt.rank and stmt.weight is None:
                _rewrite(stmt, routine)
        for decision in program.decisions:
            if decision.generator is routine and any(stmt.fresh for stmt in yields):
                decision.spelled = before
                if before not in program.routines:
                    program.routines.insert(program.routines.index(routine) + 1, before)


def _listed(program: ir.Program) -> list[ir.Routine]:
    """The generators whose yields are listed or counted; for others the first one is enough."""
    counted = {
        expr.routine
        for routine in program.routines
        for stmt in walk.statements(routine.body)
        for expr in walk.within(walk.expressions(stmt))
        if isinstance(expr, ir.CountYields)
    }
    offered = [one for decision in program.decisions for one in (decision.generator, decision.candidates)]
    return [routine for routine in program.routines if routine in counted or routine in offered]


def _rewrite(taken: ir.Yield, routine: ir.Routine) -> None:
    way = list(_way(routine.body, taken))
    if any(isinstance(stmt, ir.While | ir.Trial | ir.Attempt) for _, stmt in way):
        return
    loops = [(body, stmt) for body, stmt in way if isinstance(stmt, _Loop)]
    told: set[ir.Var] = set()
    while loops and _tells(loops[0][1], taken, routine):
        told |= set(walk.assigned(loops.pop(0)[1]))
    steps: ir.EachStep | None = None
    match loops[:1]:
        case [(_, ir.EachStep(var=member) as found)] if _is_told(member, taken, routine):
            told.add(member)
            steps = found
    rest = [part for part in taken.key if not (isinstance(part, ir.Get) and part.var in told)]
    if not loops or len(rest) != 1:
        return
    width = _width(rest[0], [stmt for _, stmt in way], routine)
    if width is None:
        return
    seen = ir.Var("seen", ir.bits(width))
    none = ir.Set(seen, ir.Mask(0, width))
    body, first = loops[0]
    if steps is None:
        body.insert(body.index(first), none)
    else:  # the steps of one member come one after the other
        before = ir.Var("before", ir.INT)
        body.insert(body.index(first), ir.Set(before, ir.Num(-1)))
        other = ir.Binary("ne", ir.Get(steps.var), ir.Get(before))
        steps.body.insert(0, ir.If(other, [ir.Set(before, ir.Get(steps.var)), none]))
    inner, _ = way[-1]
    more = ir.Set(seen, ir.Binary("joined", ir.Get(seen), ir.Unary("single", rest[0])))
    new = ir.Unary("not", ir.Binary("has", ir.Get(seen), rest[0]))
    inner[inner.index(taken)] = ir.If(new, [more, taken])
    taken.fresh = True


def _way(body: list[ir.Stmt], taken: ir.Stmt) -> Iterator[tuple[list[ir.Stmt], ir.Stmt]]:
    """The statements around one, from the outside in, and itself; each with the body in which it stands."""
    for stmt in body:
        if any(one is taken for one in walk.statements([stmt])):
            yield body, stmt
            for inner in walk.bodies(stmt):
                yield from _way(inner, taken)


def _tells(loop: ir.Stmt, taken: ir.Yield, routine: ir.Routine) -> bool:
    """Whether the key of a yield tells which time round a loop around it is."""
    match loop:
        case ir.Each() | ir.Count() | ir.EachStep() | ir.EachItem(items=ir.Unary(op="elements")):
            pass
        case _:
            return False
    return all(_is_told(var, taken, routine) for var in walk.assigned(loop))


def _is_told(var: ir.Var, taken: ir.Yield, routine: ir.Routine) -> bool:
    """Whether the key of a yield holds a variable that a loop gives its values."""
    plain = {part.var for part in taken.key if isinstance(part, ir.Get) and part.index is None}
    return var in plain and _givers(var, routine) == 1


def _givers(var: ir.Var, routine: ir.Routine) -> int:
    return sum(var in walk.assigned(stmt) for stmt in walk.statements(routine.body)) + (var in routine.params)


def _width(number: ir.Expr, way: list[ir.Stmt], routine: ir.Routine) -> int | None:
    """What a number that is not negative stays below; None where that is not seen."""
    match number:
        case ir.Get(var=var, index=None):
            most = _most(var, way, routine)
        case ir.Look(table=table, indices=(ir.Get(var=var, index=None),)) if family(table.type) == "int":
            last = _most(var, way, routine)
            found = [] if last is None else [value for value in table.values[: last + 1] if isinstance(value, int)]
            most = max(found, default=-1) if found and min(found) >= 0 else None
        case _:
            most = None
    return None if most is None or not 0 <= most < _WIDEST else most + 1


def _most(var: ir.Var, way: list[ir.Stmt], routine: ir.Routine) -> int | None:
    """The greatest value of a variable that a loop around gives values that are not negative."""
    loops = [stmt for stmt in way if isinstance(stmt, ir.Each | ir.EachItem) and stmt.var is var]
    if len(loops) != 1 or _givers(var, routine) != 1:
        return None
    match loops[0]:
        case ir.Each(members=of) | ir.EachItem(items=ir.Unary(op="elements", a=of)):
            return type_of(of).width - 1 if type_of(of).width else None
        case ir.EachItem(items=ir.Look(table=table)):
            items = {item for listed in table.values if isinstance(listed, tuple) for item in listed}
            return max(items, default=0) if min(items, default=0) >= 0 else None
        case _:
            return None
