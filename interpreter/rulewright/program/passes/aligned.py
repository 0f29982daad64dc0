"""What stands first on none of several rays need not be looked for if nothing of it stands on any of them.

Before:

    if attackers has least(rays[s, 0] & filled):
        return 1
    if attackers has greatest(rays[s, 4] & filled):
        return 1

After, where `rays_0_4[s]` are the sites of both rays:

    if some(attackers & rays_0_4[s]):
        if attackers has least(rays[s, 0] & filled):
            return 1
        if attackers has greatest(rays[s, 4] & filled):
            return 1
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import ir, walk
from rulewright.program.passes.lifting import same
from rulewright.program.passes.prefixes import cannot_fail

_FEWEST = 3
"""So many tests are worth one more before them."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A test of whether `of` holds the first or last site of a ray of `table` from a site that stands somewhere."""

    of: ir.Expr
    table: ir.Table
    site: ir.Expr
    direction: int


@dataclass(slots=True)
class _Tables:
    """The tables that are made, for a table of rays and directions."""

    made: dict[tuple[ir.Table, tuple[int, ...]], ir.Table] = field(default_factory=dict)

    def of(self, rays: ir.Table, directions: tuple[int, ...]) -> ir.Table:
        """For each site all sites on its rays in these directions."""
        if (rays, directions) not in self.made:
            rows, columns = rays.shape
            values = []
            for row in range(rows):
                sites = 0
                for direction in directions:
                    entry = rays.values[row * columns + direction]
                    assert isinstance(entry, int)
                    sites |= entry
                values.append(sites)
            name = "_".join([rays.name, *map(str, directions)])
            self.made[rays, directions] = ir.Table(name, (rows,), tuple(values), rays.type)
        return self.made[rays, directions]


def rewrite(program: ir.Program) -> None:
    """Ask beforehand in all routines."""
    tables = _Tables()
    for routine in program.routines:
        inner = [body for stmt in walk.statements(routine.body) for body in walk.bodies(stmt)]
        for body in [routine.body, *inner]:
            _ask(body, tables)
    program.tables = (*program.tables, *tables.made.values())


def _ask(body: list[ir.Stmt], tables: _Tables) -> None:
    at = 0
    while at < len(body):
        row = _row(body, at)
        if len(row) >= _FEWEST:
            first = row[0]
            table = tables.of(first.table, tuple(sorted({one.direction for one in row})))
            near = ir.Binary("common", first.of, ir.Look(table, (first.site,)))
            body[at : at + len(row)] = [ir.If(ir.Unary("some", near), body[at : at + len(row)])]
        at += 1


def _row(body: list[ir.Stmt], at: int) -> list[_Look]:
    """The tests that come one after the other, about the same set and site."""
    found: list[_Look] = []
    for stmt in body[at:]:
        look = _look(stmt)
        if look is None or (found and not _belongs(look, found[0])):
            break
        found.append(look)
    return found


def _belongs(look: _Look, first: _Look) -> bool:
    return look.table is first.table and same(look.of, first.of) and same(look.site, first.site)


def _look(stmt: ir.Stmt) -> _Look | None:
    match stmt:
        case ir.If(
            condition=ir.Binary(
                op="has",
                a=of,
                b=ir.Unary(
                    op="least" | "greatest",
                    a=ir.Binary(
                        op="common", a=ir.Look(table=table, indices=(site, ir.Num(value=direction))), b=standing
                    ),
                ),
            ),
            then=[ir.Return(value=ir.Num())],
            otherwise=[],
        ) if direction >= 0 and cannot_fail(of) and cannot_fail(site) and cannot_fail(standing):
            return _Look(of, table, site, direction)
        case _:
            return None
