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
joined) the walk stays.
"""

from __future__ import annotations

from rulewright.program import ir, walk
from rulewright.program.passes import walks


def rewrite(program: ir.Program) -> None:
    """Rewrite the functions that walk, and drop the tables of walks that nothing reads any more."""
    made: dict[ir.Table, tuple[ir.Table, int] | None] = {}
    for routine in program.routines:
        found = walks.walked(routine)
        if found is not None:
            if found.table not in made:
                made[found.table] = _rays(found.table, routine.params[2].type)
            rays = made[found.table]
            if rays is not None:
                routine.body = _body(routine, found, *rays)
    read = {
        expr.table
        for routine in program.routines
        for stmt in walk.statements(routine.body)
        for expr in walk.within(walk.expressions(stmt))
        if isinstance(expr, ir.Look)
    }
    new = [rays[0] for rays in made.values() if rays is not None]
    program.tables = (*(table for table in program.tables if table in read or table not in made), *new)


def _rays(table: ir.Table, kind: ir.IrType) -> tuple[ir.Table, int] | None:
    """The sites of each walk as a set, and the directions in which their numbers rise."""
    rising = walks.rising(table)
    if rising is None:
        return None
    masks = [sum(1 << s for s in line) for line in table.values if isinstance(line, tuple)]
    return ir.Table("rays" if table.name == "walk" else f"{table.name}.rays", table.shape, tuple(masks), kind), rising


def _body(routine: ir.Routine, found: walks.Walked, rays: ir.Table, rising: int) -> list[ir.Stmt]:
    s, d, of = routine.params
    beyond = ir.Var("beyond", of.type)

    def ray() -> ir.Expr:
        return ir.Look(rays, (ir.Get(s), ir.Get(d)))

    if found.what == "past":
        first, last = ir.Unary("least", ir.Get(beyond)), ir.Unary("greatest", ir.Get(beyond))
    else:
        first, last = (ir.Binary(op, ray(), ir.Get(beyond)) for op in ("before", "after"))
    directions = rays.shape[1] - 1
    every = (1 << directions) - 1
    body: list[ir.Stmt] = [ir.Set(beyond, ir.Binary("without", ray(), ir.Get(of)))]
    if rising not in (0, every):
        rises = ir.Binary("has", ir.Mask(rising, directions), ir.Get(d))
        return [*body, ir.If(rises, [ir.Return(first)]), ir.Return(last)]
    return [*body, ir.Return(first if rising else last)]
