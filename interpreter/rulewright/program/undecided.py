"""Orders that chance has not decided yet.

After `shuffle` the order of a zone is undecided: a stretch of its positions, from `loose_from` up to `loose_to`, holds
components that are only listed by kind and number there. Which of them lies first is drawn when somebody looks or takes
it; what is put on top or below is decided. So a deck is drawn card by card, and states that differ only in what nobody
can know yet are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.program import alike, ir, knowing, tellings, zones
from rulewright.program.facts import walk
from rulewright.semantics import typed
from rulewright.semantics import types as t

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library


def may_be_undecided(b: Builder, zone: typed.Expr) -> bool:
    """Whether the order of the zone that an expression gives may be undecided."""
    of = zone.type
    declared = zone.zone if isinstance(zone, typed.ZoneRef) else of.zone if isinstance(of, t.ZoneType) else None
    return declared.shuffled if declared is not None else b.c.layout.zones.shuffled


def looked_into(e: typed.Expr) -> list[typed.Expr]:
    """The zones whose order, which may be undecided, is looked at when a list is gone through."""
    match e:
        case typed.Op(op="in_zone", type=t.ListType(), args=(typed.Expr(type=t.ZoneType(zone=zone)) as at,)):
            return [at] if zone is not None and zone.shuffled else []
        case typed.Cond(then=then, otherwise=otherwise):
            return [*looked_into(then), *looked_into(otherwise)]
        case _:
            return []


# ---- shuffling ----


def shuffle(library: Library, zone: ir.Expr) -> ir.Do:
    return ir.Do(library.once("shuffle", lambda h: _make_shuffle(library, h)), (zone,))


def _make_shuffle(library: Library, h: Builder) -> None:
    layout = library.c.layout
    z, y = h.param("z", ir.INT), h.var("y", ir.REF)
    zone = ir.Get(z)
    with h.when(ir.Binary("lt", zones.size(library, zone), ir.Num(2))):
        h.add(ir.Return())
    zones.sort_stretch(library, h, zone, ir.Num(0), zones.size(library, zone))
    h.add(ir.Store(layout.cell("loose_from"), zone, ir.Num(0)))
    h.add(ir.Store(layout.cell("loose_to"), zone, zones.size(library, zone)))
    if "known" in layout.named:
        with h.each_item(y, zones.contents(library, zone)):
            seen = knowing.viewers(library, ir.Get(y))
            h.add(ir.Store(layout.cell("known"), library.number(ir.Get(y)), seen))
    h.add(ir.Tell((ir.Num(tellings.SHUFFLED), zones.place_of_zone(library, zone))))


# ---- deciding ----


def _outcomes(b: Builder) -> ir.Routine:
    """The generator of what may lie first (or last) in a zone's undecided stretch."""
    return b.shared("undecided", (), _make_outcomes)


def _make_outcomes(h: Builder) -> None:
    library = h.c.library
    h.sort = "generator"
    z, x = h.param("z", ir.INT), h.var("x", ir.REF)
    low, high = zones.loose(library, ir.Get(z))
    stretch = ir.Binary("tail", ir.Binary("head", zones.contents(library, ir.Get(z)), high), low)
    if not alike.in_zones(h.c):
        with h.each_item(x, stretch):
            h.add(ir.Yield(0, (ir.Get(x),), (ir.Get(x),)))
        return
    # those that are alike stand one after the other, since they are of one kind
    run, y, first, kind = h.var("run", ir.REFLIST), h.var("y", ir.REF), h.var("first", ir.REF), h.var("k", ir.INT)
    own = ir.Load(h.c.layout.cell("kind"), ir.Get(x))
    h.add(ir.Set(kind, ir.Num(-1)))
    h.add(ir.Set(run, ir.MakeList(())))
    with h.each_item(x, stretch):
        with h.when(ir.Binary("ne", own, ir.Get(kind))):
            h.add(ir.Set(kind, own))
            h.add(ir.Set(run, ir.MakeList(())))
        h.add(ir.Set(first, ir.Get(x)))
        with h.each_item(y, ir.Get(run)), h.when(alike.alike_in_stretch(h, ir.Get(x), ir.Get(y))):
            h.add(ir.Set(first, ir.Get(y)))
            h.add(ir.Break())
        with h.when(ir.Binary("eq", ir.Get(first), ir.Get(x))):
            h.add(ir.Append(run, ir.Get(x)))
        h.add(ir.Yield(0, (ir.Get(first),), (ir.Get(first),)))


def _draw(b: Builder, zone: ir.Expr, into: ir.Var, name: str) -> None:
    info = ir.DrawInfo(name, b.c.shown(t.COMPONENT), secret=True)
    b.add(ir.Draw(_outcomes(b), (zone,), into, info))


def _decided(library: Library, zone: ir.Expr, ref: ir.Expr, *, last: bool) -> ir.Do:
    """A component of the undecided stretch lies first (last) in it."""
    name = "decide_last" if last else "decide_first"
    return ir.Do(library.once(name, lambda h: _make_decided(library, h, last=last)), (zone, ref))


def _make_decided(library: Library, h: Builder, *, last: bool) -> None:
    layout = library.c.layout
    cell = layout.cell("contents")
    z, x = h.param("z", ir.INT), h.param("x", ir.REF)
    zone = ir.Get(z)
    low, high = zones.loose(library, zone)
    at = ir.Binary("sub", high, ir.Num(1)) if last else low
    rest = ir.Load(cell, zone)
    h.add(ir.Store(cell, zone, ir.Binary("leaving", rest, ir.Get(x))))
    start = ir.Binary("joined_lists", ir.Binary("head", rest, at), ir.MakeList((ir.Get(x),)))
    h.add(ir.Store(cell, zone, ir.Binary("joined_lists", start, ir.Binary("tail", rest, at))))
    bound = layout.cell("loose_to" if last else "loose_from")
    h.add(ir.Store(bound, zone, ir.Binary("sub" if last else "add", ir.Load(bound, zone), ir.Num(1))))
    zones.decide_rest(library, h, zone)


def take_end(b: Builder, zone: ir.Expr, into: ir.Var, name: str, *, undecided: bool, last: bool = False) -> None:
    """`into` becomes the first (last) of a zone that is not none, drawn if that is undecided; -1 if it is empty."""
    library = b.c.library
    found = ir.Set(into, zones.bottom(library, zone) if last else zones.top(library, zone))
    if not undecided:
        b.add(found)
        return
    low, high = zones.loose(library, zone)
    there = ir.Binary("eq", high, zones.size(library, zone)) if last else ir.Binary("eq", low, ir.Num(0))
    with b.block() as drawn:
        _draw(b, zone, into, name)
        b.add(_decided(library, zone, ir.Get(into), last=last))
    b.add(ir.If(ir.Binary("and", ir.Binary("lt", low, high), there), drawn, [found]))


def settle(b: Builder, zone: ir.Expr, name: str) -> None:
    """Decide the order of a zone (that may be none), from the top."""
    library = b.c.library
    z, x = b.keep("z", ir.INT, zone), b.var("drawn", ir.REF)
    low, high = zones.loose(library, z)
    with b.forever(ir.Binary("lt", low, high)):
        _draw(b, z, x, name)
        b.add(_decided(library, z, ir.Get(x), last=False))


def settle_all(b: Builder, e: typed.Expr) -> None:
    """Decide the orders that are looked at when the members of `e` are taken in order."""
    from rulewright.program.expressions import lower

    for zone in looked_into(e):
        settle(b, lower(b, zone), name_of(zone))


def name_of(zone: typed.Expr) -> str:
    """What people read where something is drawn from a zone."""
    if isinstance(zone, typed.ZoneRef):
        return zone.zone.name
    return zone.type.zone.name if isinstance(zone.type, t.ZoneType) and zone.type.zone is not None else "zone"


# ---- picking by position ----


def decide_picked(b: Builder, var: ir.Var, source: typed.Expr) -> None:
    """From a zone that the chooser does not look into a position was picked. Where the order there is undecided, it is
    decided now which component it is: `var`, a component or a set of them, holds what lies at those positions."""
    if not _hides_order(b, source):
        return
    if var.type.width:
        _decide_set(b, var)
        return
    library = b.c.library
    z, i = b.var("z", ir.INT), b.var("i", ir.INT)
    with _picked_blindly(b, ir.Get(var), z, i):
        _settle_at(b, z, i)
        b.add(ir.Set(var, ir.Binary("nth", zones.contents(library, ir.Get(z)), ir.Get(i))))


def _hides_order(b: Builder, source: typed.Expr) -> bool:
    """Whether a source takes components from a zone that is shuffled and that somebody does not look into."""
    for node in walk(source):
        if isinstance(node, typed.Op) and node.op == "in_zone" and may_be_undecided(b, node.args[0]):
            (zone,) = node.args
            if not isinstance(zone, typed.ZoneRef) or not b.c.layout.zones.seen_by_all(zone.zone):
                return True
    return False


@contextmanager
def _picked_blindly(b: Builder, ref: ir.Expr, z: ir.Var, i: ir.Var) -> Iterator[None]:
    """Statements for a component in an undecided stretch, in a zone `z` that the mover does not look into, at `i`."""
    library = b.c.library
    with b.when(ir.Binary("ge", ref, ir.Num(0))):
        b.add(ir.Set(z, zones.zone_of(library, ref)))
        b.add(ir.Set(i, ir.Binary("place", zones.contents(library, ir.Get(z)), ref)))
        seen = ir.Binary("has", knowing.viewers_of_zone(library, ir.Get(z)), ir.Load(b.c.layout.cell("mover")))
        blind = ir.Binary("and", zones.is_loose(library, ir.Get(z), ir.Get(i)), ir.negated(seen))
        with b.when(ir.Binary("and", ir.Binary("ge", ir.Get(z), ir.Num(0)), blind)):
            yield


def _decide_set(b: Builder, var: ir.Var) -> None:
    library = b.c.library
    where, at = b.var("where", ir.LIST), b.var("at", ir.LIST)
    x, z, i, k = b.var("x", ir.REF), b.var("z", ir.INT), b.var("i", ir.INT), b.var("k", ir.INT)
    for listed in (where, at):
        b.add(ir.Set(listed, ir.MakeList(())))
    with b.each(x, ir.Get(var)), _picked_blindly(b, ir.Get(x), z, i):
        b.add(ir.Append(where, ir.Get(z)))
        b.add(ir.Append(at, ir.Get(i)))
        b.add(ir.Set(var, ir.Binary("without", ir.Get(var), ir.Unary("single", ir.Get(x)))))
    b.add(ir.Set(k, ir.Num(0)))
    with b.forever(ir.Binary("lt", ir.Get(k), ir.Unary("length", ir.Get(at)))):
        b.add(ir.Set(z, ir.Binary("nth", ir.Get(where), ir.Get(k))))
        b.add(ir.Set(i, ir.Binary("nth", ir.Get(at), ir.Get(k))))
        b.add(ir.Set(k, ir.Binary("add", ir.Get(k), ir.Num(1))))
        _settle_at(b, z, i)
        there = ir.Unary("single", ir.Binary("nth", zones.contents(library, ir.Get(z)), ir.Get(i)))
        b.add(ir.Set(var, ir.Binary("joined", ir.Get(var), there)))


def _settle_at(b: Builder, z: ir.Var, i: ir.Var) -> None:
    """Decide what lies at a position, from the end of the stretch that is nearer."""
    library = b.c.library
    x = b.var("drawn", ir.REF)
    low, high = zones.loose(library, ir.Get(z))
    above, below = ir.Binary("sub", ir.Get(i), low), ir.Binary("sub", high, ir.Get(i))
    with b.forever(zones.is_loose(library, ir.Get(z), ir.Get(i))):
        _draw(b, ir.Get(z), x, "order")
        first, last = (_decided(library, ir.Get(z), ir.Get(x), last=last) for last in (False, True))
        b.add(ir.If(ir.Binary("lt", above, below), [first], [last]))
