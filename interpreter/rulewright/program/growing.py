"""Statements that change a single set of the state by one member, and those of them by which it surely grows."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program import ir
from rulewright.program.known import Known, Runner
from rulewright.program.passes.lifting import Sites, sites_of


def change(stmt: ir.Store) -> ir.Binary | None:
    """The value of a statement that adds a member to a single set, or takes one from it."""
    match stmt.value:
        case ir.Binary(op="joined" | "without", a=ir.Load(cell=cell, index=None), b=ir.Unary(op="single")) as value:
            return value if cell is stmt.cell and stmt.index is None else None
        case _:
            return None


class _Growing(Runner):
    """Finds the statements that add a member which was not there."""

    def __init__(self, sites: Sites) -> None:
        super().__init__(sites)
        self.found: set[ir.Stmt] = set()

    def _stored(self, stmt: ir.Store, known: Known) -> tuple[list[ir.Stmt], Known]:
        new = False
        value = change(stmt)
        if value is not None and value.op == "joined" and isinstance(value.b, ir.Unary):
            member = value.b.a
            if isinstance(member, ir.Get) and member.index is None:
                new = member.var in known.some and known.inside.get(((stmt.cell, 0), member.var)) is False
        made, after = super()._stored(stmt, known)
        if new:
            self.found |= {stmt, *made}
        return made, after


def growing(program: ir.Program, flows: Iterable[ir.Routine]) -> frozenset[ir.Stmt]:
    """The statements of flows that add a member to a single set which certainly did not hold it."""
    sites = sites_of(program)
    if sites is None:
        return frozenset()
    found: set[ir.Stmt] = set()
    for flow in flows:
        runner = _Growing(sites)
        flow.body[:], _ = runner.body(flow.body, Known(sites))
        found |= runner.found
    return frozenset(found)
