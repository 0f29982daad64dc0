"""Lowering of the operations that ask what stands on sites: by layer, on top, at all."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import geometry_ops, ir, standing
from rulewright.program.builder import Builder, sure
from rulewright.program.expressions import lower
from rulewright.semantics import typed
from rulewright.semantics.symbols import LayerDecl

Lowering = Callable[[Builder, typed.Op], ir.Expr]


def _on(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.library.on(lower(b, e.args[0]), layer_of(e))


def _site_owner(b: Builder, e: typed.Op) -> ir.Expr:
    if "filled" not in b.c.layout.named:
        return ir.Num(-1)
    if b.c.layout.simple:
        return ir.Load(b.c.layout.cell("owner"), lower(b, e.args[0]))
    if not b.c.layout.flat:
        return standing.site_owner(b.c.library, lower(b, e.args[0]))
    return ir.Load(b.c.layout.cell("owner"), b.c.library.on(lower(b, e.args[0]), 0))


def _all_on(b: Builder, e: typed.Op) -> ir.Expr:
    return standing.all_on(b.c.library, lower(b, e.args[0]), layer_of(e))


def _pile(b: Builder, e: typed.Op) -> ir.Expr:
    return standing.pile(b.c.library, lower(b, e.args[0]), layer_of(e))


def _end_of_pile(b: Builder, e: typed.Op) -> ir.Expr:
    """The first or last of a list of components; of a site's pile without making the list."""
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op == "pile":
        find = standing.on if e.op == "top" else standing.bottom
        return find(b.c.library, lower(b, of.args[0]), layer_of(of))

    def fill(h: Builder) -> ir.IrType:
        items = ir.Get(h.param("items", ir.REFLIST))
        size = ir.Unary("length", items)
        at: ir.Expr = ir.Num(0) if e.op == "top" else ir.Binary("sub", size, ir.Num(1))
        h.add(ir.Return(ir.Select(ir.Binary("eq", size, ir.Num(0)), ir.Num(-1), ir.Binary("nth", items, at))))
        return ir.REF

    return ir.Invoke(b.shared(e.op, (), fill), (lower(b, of),))


def layer_of(e: typed.Op) -> int:
    """The index of the layer that an operation asks about."""
    assert isinstance(e.data, LayerDecl)
    return e.data.index


def _site_empty(b: Builder, e: typed.Op) -> ir.Expr:
    (site,) = e.args
    taken = b.c.library.occupied()
    value = lower(b, site)
    if sure(b, site):
        return ir.negated(ir.Binary("has", taken, value))
    return ir.Binary("has", b.c.library.empty(), value)


def _site_occupied(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Binary("has", b.c.library.occupied(), lower(b, e.args[0]))


def _empty(b: Builder, e: typed.Op) -> ir.Expr:
    return _of_cells(b, b.c.library.empty())


def _occupied(b: Builder, e: typed.Op) -> ir.Expr:
    return _of_cells(b, b.c.library.occupied())


def _of_cells(b: Builder, sites: ir.Expr) -> ir.Expr:
    """Of these sites those that are cells."""
    if b.c.geometry.board.surroundings is None:
        return sites
    return ir.Binary("common", sites, geometry_ops.cells(b))


OPERATIONS: dict[str, Lowering] = {
    "on": _on,
    "all_on": _all_on,
    "pile": _pile,
    "top": _end_of_pile,
    "bottom": _end_of_pile,
    "site_owner": _site_owner,
    "site_empty": _site_empty,
    "site_occupied": _site_occupied,
    "empty": _empty,
    "occupied": _occupied,
}
