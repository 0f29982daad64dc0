"""Walks up to the first site that does not belong to a set become arithmetic on sets of sites.

Before:

    function run(s, d, of: bits64) -> bits64
        for x in walk[s, d]:
            if not of has x:
                return out
            out += {x}
        return out

After, where the numbers of sites rise in the directions 0, 1, 2 and 7 and fall in the others:

    function run(s, d, of: bits64) -> bits64
        beyond = rays[s, d] - of
        if {0..2, 7} has d:
            return before(rays[s, d], beyond)
        return after(rays[s, d], beyond)

`past` gives the least or the greatest member of `beyond`. Where a direction turns (as on a board whose edges are
joined) the walk stays. Calls with a direction that is constant are written out:

    out += run(s, 0, {0..63} - filled)      becomes      out += before(rays[s, 0], rays[s, 0] & filled)
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import walks
from rulewright.program.passes.lifting import without


@dataclass(frozen=True, slots=True)
class _Rays:
    """The sites of each walk as a set, and the directions (bits) in which their numbers rise."""

    table: ir.Table
    rising: int


def rewrite(program: ir.Program) -> None:
    """Rewrite the functions that walk and the calls of them, and drop the tables of walks that nothing reads any
    more."""
    made: dict[ir.Table, _Rays | None] = {}
    changed: dict[ir.Routine, tuple[str, _Rays]] = {}
    for routine in program.routines:
        found = walks.walked(routine)
        if found is not None:
            if found.table not in made:
                made[found.table] = _rays(found.table, routine.params[2].type)
            rays = made[found.table]
            if rays is not None:
                routine.body = _body(routine, found.what, rays)
                changed[routine] = found.what, rays
    if not changed:
        return
    for routine in program.routines:
        rewriting.rewrite(routine.body, lambda expr: _written_out(expr, changed))
    read = {
        expr.table
        for routine in program.routines
        for stmt in walk.statements(routine.body)
        for expr in walk.within(walk.expressions(stmt))
        if isinstance(expr, ir.Look)
    }
    new = [rays.table for rays in made.values() if rays is not None]
    program.tables = (*(table for table in program.tables if table in read or table not in made), *new)


def _rays(walked: ir.Table, kind: ir.IrType) -> _Rays | None:
    rising = walks.rising(walked)
    if rising is None:
        return None
    masks = [sum(1 << s for s in line) for line in walked.values if isinstance(line, tuple)]
    name = "rays" if walked.name == "walk" else f"{walked.name}.rays"
    return _Rays(ir.Table(name, walked.shape, tuple(masks), kind), rising)


def _stop(what: str, ray: ir.Expr, beyond: ir.Expr, rises: bool) -> ir.Expr:
    """What a walk gives along a ray of which the sites `beyond` do not belong to the set."""
    if what == "past":
        return ir.Unary("least" if rises else "greatest", beyond)
    return ir.Binary("before" if rises else "after", ray, beyond)


def _body(routine: ir.Routine, what: str, rays: _Rays) -> list[ir.Stmt]:
    s, d, of = routine.params
    beyond = ir.Var("beyond", of.type)

    def ray() -> ir.Expr:
        return ir.Look(rays.table, (ir.Get(s), ir.Get(d)))

    first, last = (ir.Return(_stop(what, ray(), ir.Get(beyond), rises)) for rises in (True, False))
    directions = rays.table.shape[1] - 1
    body: list[ir.Stmt] = [ir.Set(beyond, ir.Binary("without", ray(), ir.Get(of)))]
    if rays.rising == 0 or rays.rising == (1 << directions) - 1:
        return [*body, first if rays.rising else last]
    return [*body, ir.If(ir.Binary("has", ir.Mask(rays.rising, directions), ir.Get(d)), [first]), last]


def _written_out(expr: ir.Expr, changed: dict[ir.Routine, tuple[str, _Rays]]) -> ir.Expr | None:
    match expr:
        case ir.Invoke(routine=routine, args=(ir.Get(index=None) | ir.Num() as s, ir.Num(value=d), of)) if (
            routine in changed and d >= 0 and _is_short(of)
        ):
            what, rays = changed[routine]

            def ray() -> ir.Expr:
                return ir.Look(rays.table, (copies.expression(s), ir.Num(d)))

            return _stop(what, ray(), without(ray(), of), bool(rays.rising >> d & 1))
        case _:
            return None


def _is_short(of: ir.Expr) -> bool:
    """Whether it does no harm to have a set twice."""
    return all(isinstance(one, ir.Mask | ir.Num | ir.Get | ir.Load | ir.Binary) for one in walk.within([of]))
