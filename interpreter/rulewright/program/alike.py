"""Components that are alike - in kind, owner, fields, place and what is known of them - are offered once: see
*Identity* in the language.

Only where several may stand on one site, or lie in one zone, can two be alike; in an ordered zone only where the order
is undecided. A kind that says `distinct`, or that a var or field may hold, has none. From a zone that the chooser does
not look into a position is picked: nothing is alike there, nor among what the chooser does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.program import fields, ir, knowing, zones
from rulewright.program.builder import Builder
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.fitting import kinds_of
from rulewright.semantics.symbols import KindDecl

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


def may_be_alike(b: Builder, of: t.Type) -> bool:
    """Whether among components of a type, or in a set or list of them, there may be some that are alike."""
    inner = of.of if isinstance(of, t.SetType | t.ListType) else of
    return isinstance(inner, t.ComponentType) and any(_mergeable(b.c, kind) for kind in kinds_of(inner, b.c.game))


def in_zones(c: Compiler) -> bool:
    """Whether there may be components in zones that are alike."""
    return any(_several(c, kind) and not kind.distinct and not kind.held for kind in c.game.kinds)


def _mergeable(c: Compiler, kind: KindDecl) -> bool:
    if kind.distinct or kind.held:
        return False
    return c.game.layer_of(kind).mode != "one" or _several(c, kind)


def _several(c: Compiler, kind: KindDecl) -> bool:
    """Whether a zone may hold two components of exactly this kind and one owner."""
    if not any(kind.is_a(zone.kind) for zone in c.game.zones):
        return False
    if kind.copies is None or kind.copies > 1:
        return True
    if any(_may_become(kind, change) for change in c.facts.of(typed.SetKind)):
        return True
    return kind.copies_each_player and c.facts.uses(typed.SetOwner)


def _may_become(kind: KindDecl, change: typed.SetKind) -> bool:
    """Whether something may become of this kind."""
    to = change.kind
    if isinstance(to, typed.Constant) and isinstance(to.value, int):
        return to.value == kind.index
    return not isinstance(to.type, t.KindType) or kind.is_a(to.type.kind)


def first_ones(b: Builder, items: ir.Expr) -> ir.Expr:
    """The list `items` without those that are alike to one before them."""
    routine = b.shared("first_ones", (), _make_first_ones)
    routine.different = True
    return ir.Invoke(routine, (items,))


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


def drawn_alike(b: Builder, x: ir.Expr, y: ir.Expr) -> ir.Expr:
    """Whether it makes no difference which of two components chance gives."""
    return ir.Invoke(b.shared("alike", ("drawn",), lambda h: _make_alike(h, drawn=True)), (x, y))


def alike_in_stretch(b: Builder, x: ir.Expr, y: ir.Expr) -> ir.Expr:
    """Whether it makes no difference which of two components of one kind, with identity, comes out of an order that is
    undecided. In place, since it is asked of every card of a deck for each that is drawn."""
    layout, library = b.c.layout, b.c.library
    owner = layout.cell("owner")
    kinds = [kind.index for kind in b.c.game.kinds if _mergeable(b.c, kind)]
    out: ir.Expr = ir.Binary("eq", ir.Load(owner, x), ir.Load(owner, y))
    if len(kinds) < len(b.c.game.kinds):
        mask = ir.Mask(sum(1 << kind for kind in kinds), len(b.c.game.kinds))
        out = ir.Binary("and", out, ir.Binary("has", mask, ir.Load(layout.cell("kind"), x)))
    numbers = library.number(x), library.number(y)
    if "known" in layout.named:
        known = layout.cell("known")
        one, other = (ir.Load(known, number) for number in numbers)
        out = ir.Binary("and", out, ir.Binary("same", one, other))
    if layout.flips:
        out = ir.Binary("and", out, ir.Binary("eq", knowing.face_down(library, x), knowing.face_down(library, y)))
    for differ in fields.differences(b, *numbers):
        out = ir.Binary("and", out, ir.negated(differ))
    return out


def first_like(b: Builder, items: ir.Expr, one: ir.Expr) -> ir.Expr:
    """The first of the list `items` that is alike to `one`, or `one` itself: for chance."""
    return ir.Invoke(b.shared("first_like", (), _make_first_like), (items, one))


def _make_first_like(h: Builder) -> ir.IrType:
    items, x, y = h.param("items", ir.REFLIST), h.param("x", ir.REF), h.var("y", ir.REF)
    alike = drawn_alike if h.c.layout.hides else _alike
    with h.each_item(y, ir.Get(items)), h.when(alike(h, ir.Get(x), ir.Get(y))):
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
    return ir.Invoke(b.shared("alike", (), lambda h: _make_alike(h, drawn=not h.c.layout.hides)), (x, y))


def _make_alike(h: Builder, *, drawn: bool) -> ir.IrType:
    layout, library = h.c.layout, h.c.library
    x, y = h.param("x", ir.REF), h.param("y", ir.REF)
    kinds = [kind.index for kind in h.c.game.kinds if _mergeable(h.c, kind)]
    mask = ir.Mask(sum(1 << kind for kind in kinds), len(h.c.game.kinds))
    for name in ("kind", "owner"):
        cell = layout.cell(name)
        with h.when(ir.Binary("ne", ir.Load(cell, ir.Get(x)), ir.Load(cell, ir.Get(y)))):
            h.add(ir.Return(ir.Num(0)))
    kind = ir.Load(layout.cell("kind"), ir.Get(x))
    with h.when(ir.negated(ir.Binary("has", mask, kind))):
        h.add(ir.Return(ir.Num(0)))
    if layout.zoned:
        _refuse_apart(h, ir.Get(x), ir.Get(y), drawn=drawn)
    else:
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


def _refuse_apart(h: Builder, x: ir.Expr, y: ir.Expr, *, drawn: bool) -> None:
    """Return false for components at different places, or of which different things are known."""
    layout, library = h.c.layout, h.c.library
    site, z = h.var("site", ir.INT), h.var("z", ir.INT)
    h.add(ir.Set(site, library.site_of(x)))
    h.add(ir.Set(z, zones.zone_of(library, x) if layout.zones else ir.Num(-1)))
    apart: list[ir.Expr] = [ir.Binary("ne", ir.Get(site), library.site_of(y))]
    if layout.zones:
        apart.append(ir.Binary("ne", ir.Get(z), zones.zone_of(library, y)))
    apart.append(ir.Binary("and", ir.Binary("lt", ir.Get(site), ir.Num(0)), ir.Binary("lt", ir.Get(z), ir.Num(0))))
    if "known" in layout.named:
        apart.append(ir.Binary("differs", knowing.known(library, x), knowing.known(library, y)))
        if not drawn:
            apart.append(ir.negated(ir.Binary("has", knowing.known(library, x), ir.Load(layout.cell("mover")))))
    if layout.flips:
        apart.append(ir.Binary("ne", knowing.face_down(library, x), knowing.face_down(library, y)))
    for difference in apart:
        with h.when(difference):
            h.add(ir.Return(ir.Num(0)))
    if not layout.zones:
        return
    with h.when(ir.Binary("ge", ir.Get(z), ir.Num(0))):
        if not drawn:
            seen = ir.Binary("has", knowing.viewers_of_zone(library, ir.Get(z)), ir.Load(layout.cell("mover")))
            with h.when(ir.negated(seen)):
                h.add(ir.Return(ir.Num(0)))
        with h.when(zones.is_ordered(library, ir.Get(z))):
            if not layout.zones.shuffled:
                h.add(ir.Return(ir.Num(0)))
            else:
                for one in (x, y):
                    at = ir.Binary("place", zones.contents(library, ir.Get(z)), one)
                    with h.when(ir.negated(zones.is_loose(library, ir.Get(z), at))):
                        h.add(ir.Return(ir.Num(0)))
