"""A loop over constant sets that hold a site becomes a loop over the few that do, from a table by site.

Before:

    for row in [{0..2}, {0, 9, 21}, {1, 4, 7}, ...]:
        if row has s and all(row, s):
            return 1

After, where no site is in more than two of them:

    for i from 0 to 1:
        row = holding[s, i]
        if some(row) and all(row, s):
            return 1

They come in the same order. It applies where the sets that hold a site are less than half of all.
"""

from __future__ import annotations

from rulewright.program import ir, walk


def rewrite(program: ir.Program) -> None:
    """Replace such loops in all routines."""
    made: dict[tuple[int, ...], ir.Table] = {}
    names = {table.name for table in program.tables}
    for routine in program.routines:
        for body in [routine.body, *(inner for stmt in walk.statements(routine.body) for inner in walk.bodies(stmt))]:
            for at, stmt in enumerate(body):
                if isinstance(stmt, ir.EachItem):
                    body[at] = _narrowed(stmt, routine, made, names) or stmt
    program.tables += tuple(made.values())


def _narrowed(
    loop: ir.EachItem, routine: ir.Routine, made: dict[tuple[int, ...], ir.Table], names: set[str]
) -> ir.Count | None:
    match loop:
        case ir.EachItem(
            var=row,
            items=ir.MakeList(items=items),
            body=[ir.If(condition=condition, then=then, otherwise=[])],
            rest=None,
        ):
            masks = tuple(item.value for item in items if isinstance(item, ir.Mask))
        case _:
            return None
    rest: ir.Expr | None = None
    holds = condition
    if isinstance(condition, ir.Binary) and condition.op == "and":
        holds, rest = condition.a, condition.b
    match holds:
        case ir.Binary(op="has", a=ir.Get(var=of), b=ir.Get(var=site, index=None) as s):
            pass
        case _:
            return None
    changed = {var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt)}
    elsewhere = _reads(row, routine.body) - _reads(row, loop.body)
    if of is not row or site is row or len(masks) < len(items) or elsewhere or changed & {row, site}:
        return None
    width = row.type.width
    through = [[mask for mask in masks if mask >> at & 1] for at in range(width)]
    most = max(map(len, through), default=0)
    if 2 * most >= len(masks):
        return None
    if masks not in made:
        rows = [*through, []]
        values = tuple(value for held in rows for value in (*held, *[0] * (most + 1 - len(held))))
        made[masks] = ir.Table(_fresh(names), (width + 1, most + 1), values, ir.bits(width))
    i = ir.Var("i", ir.INT)
    there: ir.Expr = ir.Unary("some", ir.Get(row))
    test = there if rest is None else ir.Binary("and", there, rest)
    take = ir.Set(row, ir.Look(made[masks], (s, ir.Get(i))))
    return ir.Count(i, ir.Num(0), ir.Num(most - 1), [take, ir.If(test, then)])


def _reads(var: ir.Var, body: list[ir.Stmt]) -> int:
    read = (one for stmt in walk.statements(body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)


def _fresh(names: set[str]) -> str:
    number, name = 1, "holding"
    while name in names:
        number += 1
        name = f"holding_{number}"
    names.add(name)
    return name
