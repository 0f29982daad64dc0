"""What players know: which component it is that lies there, as one bit a player for every component.

A player comes to know a component where it lies, or is turned, so that the player sees it, and by `reveal`; forgets it
when it is shuffled among others, or when one of several goes, unseen, from a place that the player does not look into
to another such place. The cells are there only in games where something is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.program import ir, standing, tellings, zones
from rulewright.program.typeof import family

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library


def everybody(library: Library) -> ir.Mask:
    seats = library.c.players.seats
    return ir.Mask((1 << seats) - 1, seats)


def nobody(library: Library) -> ir.Mask:
    return ir.Mask(0, library.c.players.seats)


# ---- who sees ----


def face_down(library: Library, ref: ir.Expr) -> ir.Expr:
    """Whether a component lies face down; false for none."""
    layout = library.c.layout
    if not layout.flips:
        return ir.Num(0)
    number = ir.Binary("max", library.number(ref), ir.Num(-1))
    return ir.Binary("has", ir.Load(layout.cell("down")), number)


def viewers_of_zone(library: Library, zone: ir.Expr) -> ir.Expr:
    """The players who look into a zone."""
    layout = library.c.layout
    infos = layout.zones.infos
    kind = library.c.players.bits
    table = library.c.table("viewers", (len(infos) + 1,), (*(info.viewers for info in infos), 0), kind)
    seen = ir.Look(table, (zone,))
    theirs = [int(one.visible == "owner" and one.holder is not None) for one in layout.zones.declared]
    if not any(theirs):
        return seen
    owners = ir.Unary("single", zones.owner(library, zone))
    by_owner = ir.Look(library.c.table("seen_by_owner", (len(theirs) + 1,), (*theirs, 0)), (zone,))
    return ir.Select(by_owner, owners, seen)


def viewers(library: Library, ref: ir.Expr) -> ir.Expr:
    """The players who see which component it is, where it lies now."""
    if not library.c.layout.hides:
        return everybody(library)
    return ir.Invoke(library.once("viewers_of", lambda h: _make_viewers(library, h)), (ref,))


def _make_viewers(library: Library, h: Builder) -> ir.IrType:
    layout = library.c.layout
    x, place = h.param("x", ir.REF), h.var("place", ir.INT)
    down = face_down(library, ir.Get(x))
    h.add(ir.Set(place, standing.place_of(library, ir.Get(x))))
    with h.when(ir.Binary("lt", ir.Get(place), ir.Num(layout.first_zone))):
        unseen = ir.Binary("or", ir.Binary("lt", ir.Get(place), ir.Num(0)), down)
        h.add(ir.Return(ir.Select(unseen, nobody(library), everybody(library))))
    if layout.zones:
        z = h.var("z", ir.INT)
        h.add(ir.Set(z, zones.zone_at(library, ir.Get(place))))
        if layout.flips:
            public = [int(zone.visible == "all") for zone in layout.zones.declared]
            table = library.c.table("public", (len(public) + 1,), (*public, 0))
            with h.when(ir.Binary("and", ir.Look(table, (ir.Get(z),)), down)):
                h.add(ir.Return(nobody(library)))
        h.add(ir.Return(viewers_of_zone(library, ir.Get(z))))
    return library.c.players.bits


def known(library: Library, ref: ir.Expr) -> ir.Expr:
    """The players who know which component it is."""
    layout = library.c.layout
    if "known" not in layout.named:
        return everybody(library)
    number = library.number(ref)
    plain = ir.Binary("lt", number, ir.Num(0))
    if all(not layout.identities.plain(kind) for kind in layout.game.kinds):
        return ir.Load(layout.cell("known"), ir.Binary("max", number, ir.Num(-1)))
    return ir.Select(plain, everybody(library), ir.Load(layout.cell("known"), number))


def learn(library: Library, h: Builder, ref: ir.Expr, seats: ir.Expr) -> None:
    _change(library, h, "joined", ref, seats)


def unlearn(library: Library, h: Builder, ref: ir.Expr, seats: ir.Expr) -> None:
    _change(library, h, "without", ref, seats)


def _change(library: Library, h: Builder, op: str, ref: ir.Expr, seats: ir.Expr) -> None:
    cell, number = library.c.layout.cell("known"), library.number(ref)
    h.add(ir.Store(cell, number, ir.Binary(op, ir.Load(cell, number), seats)))


# ---- what happens ----


def begin(library: Library, h: Builder, number: ir.Expr) -> None:
    """A new component is unknown until it lies somewhere, and its face is up."""
    layout = library.c.layout
    if "known" in layout.named:
        h.add(ir.Store(layout.cell("known"), number, nobody(library)))
    if layout.flips:
        down = layout.cell("down")
        h.add(ir.Store(down, None, ir.Binary("without", ir.Load(down), ir.Unary("single", number))))


def moved(library: Library, h: Builder, ref: ir.Expr, here: ir.Expr, was: ir.Expr, going: ir.Expr) -> None:
    """A component has come from the place `here` (position `was` in an ordered zone) to where it is now; `going` are
    all that went together."""
    if library.c.layout.tells:
        h.add(ir.Do(library.once("seen_moving", lambda g: _make_moved(library, g)), (ref, here, was, going)))


def _make_moved(library: Library, h: Builder) -> None:
    layout = library.c.layout
    x, here, was = h.param("x", ir.REF), h.param("here", ir.INT), h.param("was", ir.INT)
    going = h.param("going", ir.refs(layout.refs))
    ref = ir.Get(x)
    before, now = (h.var(name, library.c.players.bits) for name in ("before", "now"))
    h.add(ir.Set(before, known(library, ref)))
    if "known" in layout.named:
        seen = h.var("seen", library.c.players.bits)
        h.add(ir.Set(now, ir.Get(before)))
        h.add(ir.Set(seen, viewers(library, ref)))
        if layout.zones:
            with h.when(ir.Binary("ge", ir.Get(here), ir.Num(layout.first_zone))):
                _mix_up(library, h, now, zones.zone_at(library, ir.Get(here)), ir.Get(going), ir.Get(seen))
        h.add(ir.Set(now, ir.Binary("joined", ir.Get(now), ir.Get(seen))))
        h.add(ir.Store(layout.cell("known"), library.number(ref), ir.Get(now)))
    else:
        h.add(ir.Set(now, ir.Get(before)))
    at, to = _position(library, ref), standing.place_of(library, ref)
    what, bits = _class_of(library, ref), (_bits(ir.Get(before)), _bits(ir.Get(now)))
    places = ir.Get(here), ir.Get(was), to, at
    h.add(ir.Tell((ir.Num(tellings.MOVED), *what, *places, *bits, *_fields(library, ref))))


def _mix_up(library: Library, h: Builder, now: ir.Var, left: ir.Expr, going: ir.Expr, seen: ir.Expr) -> None:
    """Who sees neither what lay in the zone that a component left nor where it went knows neither it nor the others any
    more - unless all went. `now`: who knows it."""
    z, y = h.var("z", ir.INT), h.var("y", ir.REF)
    unseen, stay = h.var("unseen", library.c.players.bits), h.var("stay", ir.INT)
    h.add(ir.Set(z, left))
    looking = ir.Binary("joined", viewers_of_zone(library, ir.Get(z)), seen)
    h.add(ir.Set(unseen, ir.Binary("without", everybody(library), looking)))
    mixes = ir.negated(zones.is_ordered(library, ir.Get(z)))
    with h.when(ir.Binary("and", mixes, ir.Unary("some", ir.Get(unseen)))):
        h.add(ir.Set(stay, ir.Num(0)))
        stays = ir.negated(ir.Binary("has", going, ir.Get(y)))
        with h.each_item(y, zones.contents(library, ir.Get(z))), h.when(stays):
            h.add(ir.Set(stay, ir.Num(1)))
            unlearn(library, h, ir.Get(y), ir.Get(unseen))
        with h.when(ir.Get(stay)):
            h.add(ir.Set(now, ir.Binary("without", ir.Get(now), ir.Get(unseen))))


def _class_of(library: Library, ref: ir.Expr) -> tuple[ir.Expr, ir.Expr, ir.Expr]:
    cell = library.c.layout.cell
    return ref, ir.Load(cell("kind"), ref), ir.Load(cell("owner"), ref)


def _fields(library: Library, ref: ir.Expr) -> tuple[ir.Expr, ...]:
    """What its fields hold, of all fields of components that are no sets or lists."""
    layout, out = library.c.layout, []
    number = library.number(ref)
    for declared, cell in layout.fields.items():
        if declared.owner is None or family(cell.type) != "int" or cell.type.follows:
            continue
        width = declared.each.size if declared.each else 1
        for i in range(width):
            at = number if width == 1 else ir.Binary("add", ir.Binary("mul", number, ir.Num(width)), ir.Num(i))
            out.append(ir.Load(cell, at))
    return tuple(out)


def _bits(seats: ir.Expr) -> ir.Expr:
    return ir.Unary("number", seats)


def _position(library: Library, ref: ir.Expr) -> ir.Expr:
    return zones.position(library, ref) if library.c.layout.zones else ir.Num(-1)


def reveal(library: Library, ref: ir.Expr, seats: ir.Expr) -> ir.Do:
    """Players learn which component it is."""
    return ir.Do(library.once("reveal", lambda h: _make_reveal(library, h)), (ref, seats))


def _make_reveal(library: Library, h: Builder) -> None:
    x, seats = h.param("x", ir.REF), h.param("seats", library.c.players.bits)
    ref = ir.Get(x)
    with h.when(ir.Binary("lt", ref, ir.Num(library.c.layout.first_number))):
        h.add(ir.Return())  # everybody knows plain ones
    learn(library, h, ref, ir.Get(seats))
    _tell_shown(library, h, ref, ir.Get(seats))


def _noticing(library: Library, ref: ir.Expr, seats: ir.Expr) -> ir.Expr:
    """The players who see to which component something happens where it lies: who knows one in an unordered zone, but
    does not look into it, cannot tell it from the others there. `seats` are shown it."""
    if not library.c.layout.zones:
        return known(library, ref)
    zone = zones.zone_of(library, ref)
    mixed = ir.Binary("and", ir.Binary("ge", zone, ir.Num(0)), ir.negated(zones.is_ordered(library, zone)))
    return ir.Select(mixed, ir.Binary("joined", viewers(library, ref), seats), known(library, ref))


def _tell_shown(library: Library, h: Builder, ref: ir.Expr, seats: ir.Expr) -> None:
    at, place = _position(library, ref), standing.place_of(library, ref)
    now = _bits(_noticing(library, ref, seats))
    h.add(ir.Tell((ir.Num(tellings.SHOWN), *_class_of(library, ref), place, at, now, *_fields(library, ref))))


def flip(library: Library, ref: ir.Expr) -> ir.Do:
    """Turn a component over."""
    return ir.Do(library.once("flip", lambda h: _make_flip(library, h)), (ref,))


def _make_flip(library: Library, h: Builder) -> None:
    layout = library.c.layout
    x, before = h.param("x", ir.REF), h.var("before", library.c.players.bits)
    ref, down = ir.Get(x), layout.cell("down")
    with h.when(ir.Binary("lt", ref, ir.Num(layout.first_number))):
        h.add(ir.Return())
    one = ir.Unary("single", library.number(ref))
    h.add(ir.Set(before, known(library, ref)))
    turned = ir.Select(
        face_down(library, ref),
        ir.Binary("without", ir.Load(down), one),
        ir.Binary("joined", ir.Load(down), one),
    )
    h.add(ir.Store(down, None, turned))
    learn(library, h, ref, viewers(library, ref))
    at, place = _position(library, ref), standing.place_of(library, ref)
    bits = _bits(ir.Get(before)), _bits(_noticing(library, ref, nobody(library)))
    what = _class_of(library, ref)
    h.add(ir.Tell((ir.Num(tellings.FLIPPED), *what, place, at, face_down(library, ref), *bits, *_fields(library, ref))))


def change_unseen(library: Library, ref: ir.Expr) -> ir.Do:
    """Chance gave a component another value: who sees it knows it, who does not does not know it any more."""
    return ir.Do(library.once("change_unseen", lambda h: _make_change_unseen(library, h)), (ref,))


def _make_change_unseen(library: Library, h: Builder) -> None:
    ref = ir.Get(h.param("x", ir.REF))
    if "known" in library.c.layout.named:
        with h.when(ir.Binary("ge", ref, ir.Num(library.c.layout.first_number))):
            unlearn(library, h, ref, ir.Binary("without", everybody(library), viewers(library, ref)))
            forget_changed(library, h, ref)
            _tell_shown(library, h, ref, nobody(library))


def mixes(library: Library) -> bool:
    """Whether there are zones without an order into which somebody does not look."""
    layout = library.c.layout
    some = (not one.ordered and not layout.zones.seen_by_all(one) for one in layout.zones.first)
    return "known" in layout.named and any(some)


def change(library: Library, ref: ir.Expr) -> ir.Do:
    """Something about a component has changed: see `forget_changed`."""
    return ir.Do(library.once("changed", lambda h: forget_changed(library, h, ir.Get(h.param("x", ir.REF)))), (ref,))


def forget_changed(library: Library, h: Builder, ref: ir.Expr) -> None:
    """Where several lie in no order and one of them changes, who does not look there does not see which one it is, and
    does not know them any more."""
    if not mixes(library):
        return
    z, y = h.var("z", ir.INT), h.var("y", ir.REF)
    unseen = h.var("unseen", library.c.players.bits)
    h.add(ir.Set(z, zones.zone_of(library, ref)))
    with h.when(ir.Binary("ge", ir.Get(z), ir.Num(0))):
        looking = viewers_of_zone(library, ir.Get(z))
        h.add(ir.Set(unseen, ir.Binary("without", everybody(library), looking)))
        several = ir.Binary("gt", zones.size(library, ir.Get(z)), ir.Num(1))
        mixed = ir.Binary("and", ir.negated(zones.is_ordered(library, ir.Get(z))), several)
        with h.when(mixed), h.each_item(y, zones.contents(library, ir.Get(z))):
            unlearn(library, h, ir.Get(y), ir.Get(unseen))


def see_zones_of(library: Library, h: Builder, holder: ir.Expr) -> None:
    """A component has another owner, who now sees what lies in its zones."""
    layout = library.c.layout
    z, y = h.var("z", ir.INT), h.var("y", ir.REF)
    for zone, first in layout.zones.first.items():
        numbers = layout.zones.numbers_of(zone)
        if zone.visible != "owner" or not numbers or "known" not in layout.named:
            continue
        h.add(ir.Set(z, ir.Binary("sub", library.number(holder), ir.Num(numbers[0] - first))))
        inside = ir.Binary("lt", ir.Get(z), ir.Num(first + len(numbers)))
        theirs = ir.Binary("and", ir.Binary("ge", ir.Get(z), ir.Num(first)), inside)
        with h.when(theirs), h.each_item(y, zones.contents(library, ir.Get(z))):
            learn(library, h, ir.Get(y), viewers(library, ir.Get(y)))
