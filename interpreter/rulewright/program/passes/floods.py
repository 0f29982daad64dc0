"""A loop that gathers what a table gives for each member of a set becomes a few shifts of the set.

Before:

    for x in edge:
        more += neighbors[x]

After, on a board where `neighbors[x]` are `x` + 1, `x` - 1 and `x` + 9, as far as they are on the board:

    more = more + shift_up(edge & {0..7, 9..16, ...}, 1) + shift_down(edge & {1..8, 10..17, ...}, 1) + shift_up(edge, 9)

It applies where the table's entries lie at few distances from their sites.
"""

from __future__ import annotations

from rulewright.program import copies, ir, walk
from rulewright.program.passes.lifting import common
from rulewright.program.typeof import type_of

_MOST_SHIFTS = 8


def rewrite(program: ir.Program) -> None:
    """Replace such loops in all routines."""
    for routine in program.routines:
        for body in [routine.body, *(inner for stmt in walk.statements(routine.body) for inner in walk.bodies(stmt))]:
            for at, stmt in enumerate(body):
                instead = _shifted(stmt, routine)
                if instead is not None:
                    body[at] = instead


def _shifted(stmt: ir.Stmt, routine: ir.Routine) -> ir.Set | None:
    match stmt:
        case ir.Each(
            var=x,
            members=ir.Get(index=None) as members,
            body=[
                ir.Set(
                    var=out,
                    value=ir.Binary(
                        op="joined",
                        a=ir.Get(var=before, index=None),
                        b=ir.Look(table=table, indices=(ir.Get(var=at, index=None),)),
                    ),
                    index=None,
                    check=None,
                )
            ],
        ) if before is out and at is x and x is not out and _reads(x, routine) == 1:
            width = table.type.width
            sources = _sources(table) if type_of(members).width == width == out.type.width else None
            if sources is None:
                return None
            value: ir.Expr = ir.Get(out)
            for step, some in sorted(sources.items()):
                value = ir.Binary("joined", value, _moved(members, step, some, width))
            return ir.Set(out, value)
        case _:
            return None


def _reads(var: ir.Var, routine: ir.Routine) -> int:
    read = (one for stmt in walk.statements(routine.body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)


def _sources(table: ir.Table) -> dict[int, int] | None:
    """At which distances the entries of a table lie, and from which sites (bits); None if there are too many, or if the
    table is not one of sites by site."""
    if table.type.name != "bits" or len(table.shape) != 1 or len(table.values) != table.type.width + 1:
        return None
    found: dict[int, int] = {}
    for site, there in enumerate(table.values[:-1]):
        assert isinstance(there, int)
        for other in range(there.bit_length()):
            if there >> other & 1:
                found[other - site] = found.get(other - site, 0) | 1 << site
                if len(found) > _MOST_SHIFTS:
                    return None
    return found


def _moved(members: ir.Expr, step: int, sources: int, width: int) -> ir.Expr:
    """Those of the members that are among the sources, so many numbers on."""
    inside = (1 << width) - 1
    kept = inside >> step if step >= 0 else inside >> -step << -step
    some = copies.expression(members)
    if sources != kept:  # else what is no source is moved out of the set
        some = common(some, ir.Mask(sources, width))
    if step == 0:
        return some
    return ir.Binary("shift_up" if step > 0 else "shift_down", some, ir.Num(abs(step)))
