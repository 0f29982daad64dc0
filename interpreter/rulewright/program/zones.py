"""What lies in zones, and how it comes and goes: routines that keep the cells of zones in step.

Whatever lies in a zone has identity. `put` and `take` are the two ways in and out; `bring` takes a component from
wherever it is to a zone, `place_in` a new one. What players know of it is in `knowing.py`, orders that are not decided
yet in `undecided.py`, the statements of the rules in `zone_effects.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.program import ir, knowing, layered, standing
from rulewright.program.zone_places import ARRIVAL, ORDERED, SORTED

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library

BOTTOM = ir.Num(-1)
"""Where something is put: a position from 0 at the top, or this."""


# ---- tables ----


def _table(library: Library, name: str, values: list[int], none: int, type: ir.IrType = ir.INT) -> ir.Table:
    return library.c.table(name, (len(values) + 1,), (*values, none), type)


def listing(library: Library, zone: ir.Expr) -> ir.Expr:
    """How a zone lists what lies there (see `zone_places.py`)."""
    zones = library.c.layout.zones
    ways = {declared: zones.listing(declared) for declared in zones.first}
    values = [ways[declared] for declared in zones.declared]
    if isinstance(zone, ir.Num) and zone.value >= 0:
        return ir.Num(values[zone.value])
    if len(set(values)) == 1:
        return ir.Num(values[0])
    return ir.Look(_table(library, "listing", values, -1), (zone,))


def is_ordered(library: Library, zone: ir.Expr) -> ir.Expr:
    return _is(listing(library, zone), ORDERED)


def _is(listed: ir.Expr, way: int) -> ir.Expr:
    if isinstance(listed, ir.Num):
        return ir.Num(int(listed.value == way))
    return ir.Binary("eq", listed, ir.Num(way))


def in_play_at(library: Library, place: ir.Expr) -> ir.Expr:
    """Whether what is at a place is in play; false for none."""
    layout = library.c.layout
    if not any(info.in_play for info in layout.zones.infos):
        on_board = ir.Binary("lt", place, ir.Num(layout.first_zone))
        return ir.Binary("and", ir.Binary("ge", place, ir.Num(0)), on_board)
    values = [1] * layout.spots + [int(info.in_play) for info in layout.zones.infos]
    return ir.Look(_table(library, "in_play_at", values, 0), (place,))


def in_play(library: Library, ref: ir.Expr) -> ir.Expr:
    """Whether a component is in play."""
    if not library.c.layout.zones:
        return ir.Binary("ge", library.site_of(ref), ir.Num(0))
    return in_play_at(library, standing.place_of(library, ref))


def place_of_zone(library: Library, zone: ir.Expr) -> ir.Expr:
    """The place of a zone that is not none."""
    first = library.c.layout.first_zone
    return ir.Binary("add", zone, ir.Num(first)) if first else zone


def zone_at(library: Library, place: ir.Expr) -> ir.Expr:
    """The zone of a place; below 0 if it is none."""
    first = library.c.layout.first_zone
    return ir.Binary("sub", place, ir.Num(first)) if first else place


# ---- questions ----


def zone_of(library: Library, ref: ir.Expr) -> ir.Expr:
    """The zone in which a component is, -1 elsewhere."""
    return ir.Binary("max", zone_at(library, standing.place_of(library, ref)), ir.Num(-1))


def contents(library: Library, zone: ir.Expr) -> ir.Expr:
    """What lies in a zone, in its order; [] for none."""
    return ir.Load(library.c.layout.cell("contents"), zone)


def size(library: Library, zone: ir.Expr) -> ir.Expr:
    return ir.Unary("length", contents(library, zone))


def top(library: Library, zone: ir.Expr) -> ir.Expr:
    """The first of a zone, -1 if it is empty."""
    return ir.Invoke(library.once("top_of_zone", lambda h: _make_end(library, h, last=False)), (zone,))


def bottom(library: Library, zone: ir.Expr) -> ir.Expr:
    return ir.Invoke(library.once("bottom_of_zone", lambda h: _make_end(library, h, last=True)), (zone,))


def _make_end(library: Library, h: Builder, *, last: bool) -> ir.IrType:
    z, items = h.param("z", ir.INT), h.var("items", ir.REFLIST)
    h.add(ir.Set(items, contents(library, ir.Get(z))))
    length = ir.Unary("length", ir.Get(items))
    with h.when(ir.Binary("eq", length, ir.Num(0))):
        h.add(ir.Return(ir.Num(-1)))
    at = ir.Binary("sub", length, ir.Num(1)) if last else ir.Num(0)
    h.add(ir.Return(ir.Binary("nth", ir.Get(items), at)))
    return ir.REF


def owner(library: Library, zone: ir.Expr) -> ir.Expr:
    """The player whose a zone is, or to whom its holder belongs."""
    layout = library.c.layout
    seats = ir.Look(_table(library, "owner_of_zone", [info.owner for info in layout.zones.infos], -1), (zone,))
    if not layout.zones.held:
        return seats
    held = holder(library, zone)
    return ir.Select(ir.Binary("ge", held, ir.Num(0)), ir.Load(layout.cell("owner"), held), seats)


def holder(library: Library, zone: ir.Expr) -> ir.Expr:
    """The component whose a zone is."""
    holders = [info.holder for info in library.c.layout.zones.infos]
    return ir.Look(_table(library, "holder_of_zone", holders, -1, ir.REF), (zone,))


def loose(library: Library, zone: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """From and up to which position the order is undecided."""
    layout = library.c.layout
    return ir.Load(layout.cell("loose_from"), zone), ir.Load(layout.cell("loose_to"), zone)


def is_loose(library: Library, zone: ir.Expr, position: ir.Expr) -> ir.Expr:
    """Whether a position lies in the undecided stretch."""
    low, high = loose(library, zone)
    return ir.Binary("and", ir.Binary("le", low, position), ir.Binary("lt", position, high))


# ---- in and out ----


def put(library: Library, ref: ir.Expr, zone: ir.Expr, at: ir.Expr) -> ir.Do:
    """Lay a component that is nowhere into a zone: in an ordered one at a position."""
    return ir.Do(library.once("put", lambda h: _make_put(library, h)), (ref, zone, at))


def _make_put(library: Library, h: Builder) -> None:
    layout = library.c.layout
    cell = layout.cell("contents")
    x, z, at = h.param("x", ir.REF), h.param("z", ir.INT), h.param("at", ir.INT)
    items, i = h.var("items", ir.REFLIST), h.var("i", ir.INT)
    ref, zone = ir.Get(x), ir.Get(z)
    h.add(ir.Store(layout.cell("place"), library.number(ref), place_of_zone(library, zone)))
    h.add(ir.Set(items, ir.Load(cell, zone)))
    end = ir.Unary("length", ir.Get(items))
    listed = listing(library, zone)
    ways = {layout.zones.listing(declared) for declared in layout.zones.first}
    with h.when(_is(listed, SORTED) if SORTED in ways else ir.Num(0)):
        h.add(ir.Set(i, ir.Num(0)))
        with h.forever(ir.Binary("lt", ir.Get(i), end)):
            with h.when(_before(library, ref, ir.Binary("nth", ir.Get(items), ir.Get(i)))):
                h.add(ir.Break())
            h.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
    with h.when(_is(listed, ARRIVAL) if ARRIVAL in ways else ir.Num(0)):
        h.add(ir.Set(i, end))
    with h.when(_is(listed, ORDERED) if ORDERED in ways else ir.Num(0)):
        h.add(ir.Set(i, ir.Select(ir.Binary("lt", ir.Get(at), ir.Num(0)), end, ir.Get(at))))
    if layout.zones.shuffled:
        low, high = loose(library, zone)
        inside = ir.Binary("and", ir.Binary("lt", low, ir.Get(i)), ir.Binary("lt", ir.Get(i), high))
        with h.when(inside):  # above an order that is undecided, not in it
            h.add(ir.Set(i, low))
        stretched = ir.Binary("lt", low, high)
        with h.when(ir.Binary("and", stretched, ir.Binary("le", ir.Get(i), low))):
            _move_loose(library, h, zone, 1, 1)
    before, after = (ir.Binary(op, ir.Get(items), ir.Get(i)) for op in ("head", "tail"))
    whole = ir.Binary("joined_lists", ir.Binary("joined_lists", before, ir.MakeList((ref,))), after)
    h.add(ir.Store(cell, zone, whole))


def _before(library: Library, x: ir.Expr, y: ir.Expr) -> ir.Expr:
    """Whether x comes before y by kind and number."""
    kind = library.c.layout.cell("kind")
    kinds = ir.Load(kind, x), ir.Load(kind, y)
    same = ir.Binary("and", ir.Binary("eq", *kinds), ir.Binary("lt", x, y))
    return ir.Binary("or", ir.Binary("lt", *kinds), same)


def _move_loose(library: Library, h: Builder, zone: ir.Expr, low: int, high: int) -> None:
    layout = library.c.layout
    for name, by in (("loose_from", low), ("loose_to", high)):
        if by:
            cell = layout.cell(name)
            h.add(ir.Store(cell, zone, ir.Binary("add", ir.Load(cell, zone), ir.Num(by))))


def take(library: Library, ref: ir.Expr, position: ir.Var) -> ir.Do:
    """Take a component out of the zone where it lies; `position` becomes the one it had in an ordered zone, else -1."""
    return ir.Do(library.once("take", lambda h: _make_take(library, h)), (ref,), result=position)


def _make_take(library: Library, h: Builder) -> ir.IrType:
    layout = library.c.layout
    cell = layout.cell("contents")
    x, z, i = h.param("x", ir.REF), h.var("z", ir.INT), h.var("i", ir.INT)
    ref, zone = ir.Get(x), ir.Get(z)
    h.add(ir.Set(z, zone_at(library, ir.Load(layout.cell("place"), library.number(ref)))))
    h.add(ir.Set(i, ir.Binary("place", ir.Load(cell, zone), ref)))
    h.add(ir.Store(cell, zone, ir.Binary("leaving", ir.Load(cell, zone), ref)))
    h.add(ir.Store(layout.cell("place"), library.number(ref), ir.Num(-1)))
    if layout.zones.shuffled:
        low, high = loose(library, zone)
        with h.when(ir.Binary("lt", ir.Get(i), low)):
            _move_loose(library, h, zone, -1, -1)
            h.add(ir.Return(ir.Get(i)))
        with h.when(ir.Binary("lt", ir.Get(i), high)):
            _move_loose(library, h, zone, 0, -1)
            decide_rest(library, h, zone)
            h.add(ir.Return(ir.Num(-1)))
    h.add(ir.Return(ir.Select(is_ordered(library, zone), ir.Get(i), ir.Num(-1))))
    return ir.INT


def decide_rest(library: Library, h: Builder, zone: ir.Expr) -> None:
    """Of one component alone the order is decided."""
    low, high = loose(library, zone)
    with h.when(ir.Binary("lt", ir.Binary("sub", high, low), ir.Num(2))):
        h.add(ir.Store(library.c.layout.cell("loose_from"), zone, ir.Num(0)))
        h.add(ir.Store(library.c.layout.cell("loose_to"), zone, ir.Num(0)))


def position(library: Library, ref: ir.Expr) -> ir.Expr:
    """Where in its zone a component lies, from 0, if that is ordered; -1 elsewhere."""
    return ir.Invoke(library.once("position_of", lambda h: _make_position(library, h)), (ref,))


def _make_position(library: Library, h: Builder) -> ir.IrType:
    x, z = h.param("x", ir.REF), h.var("z", ir.INT)
    h.add(ir.Set(z, zone_of(library, ir.Get(x))))
    known = ir.Binary("and", ir.Binary("ge", ir.Get(z), ir.Num(0)), is_ordered(library, ir.Get(z)))
    at = ir.Binary("place", contents(library, ir.Get(z)), ir.Get(x))
    h.add(ir.Return(ir.Select(known, at, ir.Num(-1))))
    return ir.INT


# ---- from place to place ----


def bring(library: Library, ref: ir.Expr, zone: ir.Expr, at: ir.Expr, going: ir.Expr) -> ir.Do:
    """Take a component from where it is to a zone. `going`: all that are on their way together."""
    return ir.Do(library.once("bring", lambda h: _make_bring(library, h)), (ref, zone, at, going))


def _make_bring(library: Library, h: Builder) -> None:
    layout = library.c.layout
    x, z, at = h.param("x", ir.REF), h.param("z", ir.INT), h.param("at", ir.INT)
    going = h.param("going", ir.refs(layout.refs))
    here, was = h.var("here", ir.INT), h.var("was", ir.INT)
    ref = ir.Get(x)
    h.add(ir.Set(here, standing.place_of(library, ref)))
    h.add(ir.Set(was, ir.Num(-1)))
    leave(library, h, ref, here, was)
    h.add(put(library, ref, ir.Get(z), ir.Get(at)))
    change_of_play(library, h, ref, ir.Get(here), place_of_zone(library, ir.Get(z)))
    knowing.moved(library, h, ref, ir.Get(here), ir.Get(was), ir.Get(going))


def leave(library: Library, h: Builder, ref: ir.Expr, here: ir.Var, was: ir.Var) -> None:
    """A component with identity leaves its place `here`; `was` becomes its position in an ordered zone."""
    layout = library.c.layout
    with h.block() as off:
        if layout.sites:
            with h.when(ir.Binary("ge", ir.Get(here), ir.Num(0))):
                h.add(layered.leave(library, ir.Get(here), ref))
    if not layout.zones:
        h.blocks[-1] += off
        return
    with h.block() as out:
        h.add(take(library, ref, was))
    h.add(ir.If(ir.Binary("ge", ir.Get(here), ir.Num(layout.first_zone)), out, off))


def change_of_play(library: Library, h: Builder, ref: ir.Expr, here: ir.Expr, there: ir.Expr) -> None:
    """A component that went from one place to another comes into play, or goes out of it, or neither."""
    layout = library.c.layout
    some = any(info.in_play for info in layout.zones.infos)
    if not layout.zones or not (some or layout.sites):
        return
    before, now = in_play_at(library, here), in_play_at(library, there)
    kind, owner_ = (ir.Load(layout.cell(name), ref) for name in ("kind", "owner"))
    with h.when(ir.Binary("ne", before, now)):
        with h.block() as comes:
            library.include(h, ref, kind, owner_)
        with h.block() as goes:
            library.exclude(h, ref, kind, owner_)
        h.add(ir.If(now, comes, goes))


def place_in(library: Library, kind: ir.Expr, owner_: ir.Expr, zone: ir.Expr, at: ir.Expr) -> ir.Do:
    """Put a new component into a zone; the result is the component, -1 if its family has no more."""
    return ir.Do(library.once("place_in", lambda h: _make_place_in(library, h)), (kind, owner_, zone, at))


def _make_place_in(library: Library, h: Builder) -> ir.IrType:
    layout = library.c.layout
    k, o, z, at = (h.param(name, ir.INT) for name in ("k", "o", "z", "at"))
    ref = library.new_reference(h, ir.Get(k), ir.Num(-1))
    with h.when(ir.Binary("lt", ref, ir.Num(layout.first_number))):  # a plain one: no zone holds it
        h.add(ir.Return(ir.Num(-1)))
    library.describe(h, ref, ir.Get(k), ir.Get(o))
    library.exists(h, "joined", ref, ir.Get(k))
    h.add(put(library, ref, ir.Get(z), ir.Get(at)))
    change_of_play(library, h, ref, ir.Num(-1), place_of_zone(library, ir.Get(z)))
    knowing.moved(library, h, ref, ir.Num(-1), ir.Num(-1), ir.Mask(0, layout.refs))
    h.add(ir.Return(ref))
    return ir.REF


def sort_stretch(library: Library, h: Builder, zone: ir.Expr, low: ir.Expr, high: ir.Expr) -> None:
    """Sort a stretch of a zone by kind and number."""
    layout = library.c.layout
    cell = layout.cell("contents")
    x, items, kinds = h.var("y", ir.REF), h.var("stretch", ir.REFLIST), h.var("kinds", ir.LIST)
    whole = ir.Load(cell, zone)
    h.add(ir.Set(items, ir.Binary("tail", ir.Binary("head", whole, high), low)))
    h.add(ir.Set(kinds, ir.MakeList(())))
    with h.each_item(x, ir.Get(items)):
        h.add(ir.Append(kinds, ir.Load(layout.cell("kind"), ir.Get(x))))
    sorted_ = ir.Sorted(ir.Get(items), (ir.Get(kinds), ir.Get(items)))
    start = ir.Binary("joined_lists", ir.Binary("head", whole, low), sorted_)
    h.add(ir.Store(cell, zone, ir.Binary("joined_lists", start, ir.Binary("tail", whole, high))))


def sort_again(library: Library, h: Builder, ref: ir.Expr) -> None:
    """The kind of a component has changed: what is listed by kind is put in order."""
    z = h.var("z", ir.INT)
    h.add(ir.Set(z, zone_of(library, ref)))
    with h.when(ir.Binary("ge", ir.Get(z), ir.Num(0))):
        with h.when(_is(listing(library, ir.Get(z)), SORTED)):
            sort_stretch(library, h, ir.Get(z), ir.Num(0), size(library, ir.Get(z)))
        if library.c.layout.zones.shuffled:
            low, high = loose(library, ir.Get(z))
            with h.when(ir.Binary("lt", low, high)):
                sort_stretch(library, h, ir.Get(z), low, high)


# ---- sets in order ----


def make_in_order(library: Library, h: Builder) -> ir.IrType:
    """A set of components as a list: those on the board by site, layer, in piles from the top; then zone after zone in
    the order in which it lists them."""
    layout = library.c.layout
    refs, x, place = h.param("s", ir.refs(layout.refs)), h.var("x", ir.REF), h.var("place", ir.INT)
    items, keys, out = h.var("items", ir.REFLIST), h.var("keys", ir.LIST), h.var("out", ir.REFLIST)
    zones, z = h.var("zones", ir.bits(len(layout.zones))), h.var("z", ir.INT)
    for var in (items, keys):
        h.add(ir.Set(var, ir.MakeList(())))
    h.add(ir.Set(zones, ir.Mask(0, len(layout.zones))))
    with h.each(x, ir.Get(refs)):
        h.add(ir.Set(place, standing.place_of(library, ir.Get(x))))
        with h.block() as lies:
            one = ir.Unary("single", zone_at(library, ir.Get(place)))
            h.add(ir.Set(zones, ir.Binary("joined", ir.Get(zones), one)))
        with h.block() as stands:
            h.add(ir.Append(items, ir.Get(x)))
            h.add(ir.Append(keys, ir.Look(standing.by_spot(library, "order_of_place"), (ir.Get(place),))))
        h.add(ir.If(ir.Binary("ge", ir.Get(place), ir.Num(layout.first_zone)), lies, stands))
    h.add(ir.Set(out, ir.Sorted(ir.Get(items), (ir.Get(keys),))))
    wanted = ir.Binary("has", ir.Get(refs), ir.Get(x))
    with h.each(z, ir.Get(zones)), h.each_item(x, contents(library, ir.Get(z))), h.when(wanted):
        h.add(ir.Append(out, ir.Get(x)))
    h.add(ir.Return(ir.Get(out)))
    return ir.REFLIST
