"""Components that are alike - in kind, owner, fields and place - are offered once: see *Identity* in the language.

Only where several may stand on one site can two be alike. A kind that says `distinct`, or that a var or field may hold,
has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.program import fields, ir
from rulewright.program.builder import Builder
from rulewright.semantics import types as t
from rulewright.semantics.fitting import kinds_of
from rulewright.semantics.symbols import KindDecl


def may_be_alike(b: Builder, of: t.Type) -> bool:
    """Whether among components of a type, or in a set or list of them, there may be some that are alike."""
    inner = of.of if isinstance(of, t.SetType | t.ListType) else of
    return isinstance(inner, t.ComponentType) and any(_mergeable(b, kind) for kind in kinds_of(inner, b.c.game))


def _mergeable(b: Builder, kind: KindDecl) -> bool:
    return b.c.game.layer_of(kind).mode != "one" and not kind.distinct and not kind.held


def first_ones(b: Builder, items: ir.Expr) -> ir.Expr:
    """The list `items` without those that are alike to one before them."""
    return ir.Invoke(b.shared("first_ones", (), _make_first_ones), (items,))


def _make_first_ones(h: Builder) -> ir.IrType:
    items = h.param("items", ir.REFLIST)
    x, y, out, known = h.var("x", ir.REF), h.var("y", ir.REF), h.var("out", ir.REFLIST), h.var("known", ir.INT)
    h.add(ir.Set(out, ir.MakeList(())))
    with h.each_item(x, ir.Get(items)):
        h.add(ir.Set(known, ir.Num(0)))
        with h.each_item(y, ir.Get(out)), h.when(_alike(h, ir.Get(x), ir.Get(y))):
            h.add(ir.Set(known, ir.Num(1)))
            h.add(ir.Break())
        with h.when(ir.negated(ir.Get(known))):
            h.add(ir.Append(out, ir.Get(x)))
    h.add(ir.Return(ir.Get(out)))
    return ir.REFLIST


def first_like(b: Builder, items: ir.Expr, one: ir.Expr) -> ir.Expr:
    """The first of the list `items` that is alike to `one`, or `one` itself."""
    return ir.Invoke(b.shared("first_like", (), _make_first_like), (items, one))


def _make_first_like(h: Builder) -> ir.IrType:
    items, x, y = h.param("items", ir.REFLIST), h.param("x", ir.REF), h.var("y", ir.REF)
    with h.each_item(y, ir.Get(items)), h.when(_alike(h, ir.Get(x), ir.Get(y))):
        h.add(ir.Return(ir.Get(y)))
    h.add(ir.Return(ir.Get(x)))
    return ir.REF


@contextmanager
def only_first(b: Builder, chosen: ir.Var, items: ir.Expr) -> Iterator[None]:
    """Statements that run only if the subset `chosen` of the list `items` has, of those that are alike, the first."""
    with b.when(ir.Invoke(b.shared("has_first_ones", (), _make_has_first_ones), (items, ir.Get(chosen)))):
        yield


def _make_has_first_ones(h: Builder) -> ir.IrType:
    items, chosen = h.param("items", ir.REFLIST), h.param("chosen", ir.refs(h.c.layout.refs))
    x, y, left = h.var("x", ir.REF), h.var("y", ir.REF), h.var("left", ir.REFLIST)
    h.add(ir.Set(left, ir.MakeList(())))
    with h.each_item(x, ir.Get(items)):
        with h.block() as inside, h.each_item(y, ir.Get(left)), h.when(_alike(h, ir.Get(x), ir.Get(y))):
            h.add(ir.Return(ir.Num(0)))
        with h.block() as outside:
            h.add(ir.Append(left, ir.Get(x)))
        h.add(ir.If(ir.Binary("has", ir.Get(chosen), ir.Get(x)), inside, outside))
    h.add(ir.Return(ir.Num(1)))
    return ir.INT


def _alike(b: Builder, x: ir.Expr, y: ir.Expr) -> ir.Expr:
    return ir.Invoke(b.shared("alike", (), _make_alike), (x, y))


def _make_alike(h: Builder) -> ir.IrType:
    layout, library = h.c.layout, h.c.library
    x, y = h.param("x", ir.REF), h.param("y", ir.REF)
    kinds = [kind.index for kind in h.c.game.kinds if _mergeable(h, kind)]
    mask = ir.Mask(sum(1 << kind for kind in kinds), len(h.c.game.kinds))
    for name in ("kind", "owner"):
        cell = layout.cell(name)
        with h.when(ir.Binary("ne", ir.Load(cell, ir.Get(x)), ir.Load(cell, ir.Get(y)))):
            h.add(ir.Return(ir.Num(0)))
    kind = ir.Load(layout.cell("kind"), ir.Get(x))
    with h.when(ir.negated(ir.Binary("has", mask, kind))):
        h.add(ir.Return(ir.Num(0)))
    site = library.site_of(ir.Get(x))
    apart = ir.Binary("ne", site, library.site_of(ir.Get(y)))
    with h.when(ir.Binary("or", ir.Binary("lt", site, ir.Num(0)), apart)):
        h.add(ir.Return(ir.Num(0)))
    numbers = [library.number(ir.Get(one)) for one in (x, y)]
    for differ in fields.differences(h, *numbers):
        # plain components have no fields
        with h.when(ir.Binary("ge", numbers[0], ir.Num(0))), h.when(differ):
            h.add(ir.Return(ir.Num(0)))
    h.add(ir.Return(ir.Num(1)))
    return ir.INT
