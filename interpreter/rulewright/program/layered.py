"""Coming and going of components in games with several layers, with piles, or with `many` layers.

Whoever leaves a pile from its middle lets those above it come down by one; plain ones among them, whose references are
their places, are renamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.program import ir, knowing, standing, zones
from rulewright.program.failures import FULL_SITE, OTHER_LAYER
from rulewright.program.layout import Slots
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library


# ---- room ----


def refuse_full(library: Library, b: Builder, kind: ir.Expr, site: ir.Expr, span: Span) -> None:
    """A rules error if there is no room for a component of that kind on the site."""
    layout, c = library.c.layout, library.c
    wanted = layout.slots
    if isinstance(kind, ir.Num) and kind.value >= 0:
        wanted = (layout.slots_of(c.game.kinds[kind.value]),)
    where = (site, c.site_shown())
    for slots in wanted:
        index = slots.layer.index
        right: ir.Expr | None = None
        if len(wanted) > 1:
            right = ir.Binary("eq", standing.layer_of_kind(library, kind), ir.Num(index))
        match slots.layer.mode:
            case "one":
                full = standing.anything(library, index, site)
                who = ir.Load(layout.cell("kind"), standing.on(library, site, index))
                fail = ir.Fail(FULL_SITE, (where, " is taken already, by ", (who, c.kind_shown())), span)
            case "pile":
                full = ir.Binary("ge", standing.height(library, slots, site), ir.Num(slots.height))
                fail = ir.Fail(FULL_SITE, ("the pile on ", where, " can be no higher"), span)
            case _:
                continue
        b.add(ir.If(full if right is None else ir.Binary("and", right, full), [fail]))


def refuse_other_layer(library: Library, b: Builder, old: ir.Expr, new: ir.Expr, span: Span) -> None:
    """A rules error if components of the one kind stand in another layer than those of the other."""
    if len(library.c.layout.slots) > 1:
        before = (old, library.c.kind_shown())
        text = (before, " cannot become ", (new, library.c.kind_shown()), ", which stands in another layer")
        other = ir.Binary("ne", standing.layer_of_kind(library, old), standing.layer_of_kind(library, new))
        b.add(ir.If(other, [ir.Fail(OTHER_LAYER, text, span)]))


def _room(library: Library, kind: ir.Expr, site: ir.Expr) -> ir.Expr:
    """The place or spot where a component of a kind comes to stand on a site."""
    if len(library.c.layout.slots) == 1:
        return _free(library, library.c.layout.slots[0], site)
    return ir.Invoke(library.once("room_on", lambda h: _make_room(library, h)), (kind, site))


def _free(library: Library, slots: Slots, site: ir.Expr) -> ir.Expr:
    return standing.place_on(slots, site, standing.height(library, slots, site) if slots.piles >= 0 else None)


def _make_room(library: Library, h: Builder) -> ir.IrType:
    k, s, layer = h.param("k", ir.INT), h.param("s", ir.INT), h.var("layer", ir.INT)
    h.add(ir.Set(layer, standing.layer_of_kind(library, ir.Get(k))))
    for slots in library.c.layout.slots:
        with h.when(ir.Binary("eq", ir.Get(layer), ir.Num(slots.layer.index))):
            h.add(ir.Return(_free(library, slots, ir.Get(s))))
    h.add(ir.Return(ir.Num(-1)))
    return ir.INT


# ---- coming and going ----


def make_place(library: Library, h: Builder) -> ir.IrType:
    k, o, s = h.param("k", ir.INT), h.param("o", ir.INT), h.param("s", ir.INT)
    there = h.var("there", ir.INT)
    h.add(ir.Set(there, _room(library, ir.Get(k), ir.Get(s))))
    ref: ir.Expr = ir.Get(there)
    if not library.c.layout.plain_only:
        ref = library.new_reference(h, ir.Get(k), ir.Get(there))
    library.enter(h, ref, ir.Get(k), ir.Get(o))
    h.add(_arrive(library, ir.Get(there), ref))
    if "known" in library.c.layout.named:
        with h.when(ir.Binary("ge", ref, ir.Num(library.c.layout.first_number))):
            knowing.learn(library, h, ref, knowing.everybody(library))
    h.add(ir.Return(ref))
    return ir.REF


def make_shift(library: Library, h: Builder) -> None:
    layout = library.c.layout
    x, s = h.param("x", ir.REF), h.param("s", ir.INT)
    ref = ir.Get(x)
    here, there, kind, owner = (h.var(name, ir.INT) for name in ("here", "there", "k", "o"))
    h.add(ir.Set(kind, ir.Load(layout.cell("kind"), ref)))
    h.add(ir.Set(owner, ir.Load(layout.cell("owner"), ref)))
    h.add(ir.Set(here, standing.place_of(library, ref)))
    h.add(ir.Set(there, _room(library, ir.Get(kind), ir.Get(s))))
    if layout.zoned:
        _shift_with_zones(library, h, ref, here, there)
    elif not layout.plain_only:
        with h.when(ir.Binary("ge", ref, ir.Num(layout.first_number))):
            h.add(ir.Store(layout.cell("place"), library.number(ref), ir.Get(there)))
            h.add(leave(library, ir.Get(here), ref))
            h.add(_arrive(library, ir.Get(there), ref))
            h.add(ir.Return())
    library.exclude(h, ref, ir.Get(kind), ir.Get(owner))
    library.describe(h, ref, ir.Num(-1), ir.Num(-1))
    library.enter(h, ir.Get(there), ir.Get(kind), ir.Get(owner))
    h.add(ir.Rename(ir.Get(here), ir.Get(there)))
    h.add(leave(library, ir.Get(here), ir.Num(-1)))
    h.add(_arrive(library, ir.Get(there), ir.Get(there)))


def _shift_with_zones(library: Library, h: Builder, ref: ir.Expr, here: ir.Var, there: ir.Var) -> None:
    """What has identity comes to a place on the board, perhaps from a zone."""
    layout = library.c.layout
    going, was = h.param("going", ir.refs(layout.refs)), h.var("was", ir.INT)
    with h.when(ir.Binary("ge", ref, ir.Num(layout.first_number))):
        h.add(ir.Set(was, ir.Num(-1)))
        zones.leave(library, h, ref, here, was)
        h.add(ir.Store(layout.cell("place"), library.number(ref), ir.Get(there)))
        h.add(_arrive(library, ir.Get(there), ref))
        zones.change_of_play(library, h, ref, ir.Get(here), ir.Get(there))
        with h.when(_worth_telling(library, ref, ir.Get(here))):
            knowing.moved(library, h, ref, ir.Get(here), ir.Get(was), ir.Get(going))
        h.add(ir.Return())


def stand(library: Library, h: Builder, ref: ir.Expr, site: ir.Expr) -> None:
    """A component with identity that is nowhere comes to stand on a site."""
    there = h.var("there", ir.INT)
    h.add(ir.Set(there, _room(library, ir.Load(library.c.layout.cell("kind"), ref), site)))
    h.add(ir.Store(library.c.layout.cell("place"), library.number(ref), ir.Get(there)))
    h.add(_arrive(library, ir.Get(there), ref))


def _worth_telling(library: Library, ref: ir.Expr, here: ir.Expr) -> ir.Expr:
    """On the board everybody sees where something goes, and which it is if it lies face up."""
    from_zone = ir.Binary("ge", here, ir.Num(library.c.layout.first_zone))
    return ir.Binary("or", from_zone, knowing.face_down(library, ref))


def _arrive(library: Library, place: ir.Expr, ref: ir.Expr) -> ir.Do:
    return ir.Do(library.once("arrive", lambda h: _make_arrive(library, h)), (place, ref))


def _make_arrive(library: Library, h: Builder) -> None:
    layout = library.c.layout
    p, x = h.param("p", ir.INT), h.param("x", ir.REF)
    place, ref = ir.Get(p), ir.Get(x)
    _mark(library, h, "joined", place)
    if not layout.plain_only and layout.places:
        with h.when(ir.Binary("lt", place, ir.Num(layout.places))):
            h.add(ir.Store(layout.cell("on"), place, ref))
    if layout.has("many"):
        _join(library, h, "joined", place, ref)
    if layout.has("pile"):
        pile = h.var("pile", ir.INT)
        h.add(ir.Set(pile, ir.Look(standing.by_spot(library, "pile_of_place"), (place,))))
        with h.when(ir.Binary("ge", ir.Get(pile), ir.Num(0))):
            _grow(library, h, ir.Get(pile), 1)


def _mark(library: Library, h: Builder, op: str, place: ir.Expr) -> None:
    """Enter a place's site in what its layer has filled, or take it out."""
    filled = library.c.layout.cell("filled")
    layer: ir.Expr = ir.Num(0)
    if len(library.c.layout.slots) > 1:
        layer = ir.Look(standing.by_spot(library, "layer_of_place"), (place,))
    site = ir.Look(standing.by_spot(library, "site_of_place"), (place,))
    h.add(ir.Store(filled, layer, ir.Binary(op, ir.Load(filled, layer), ir.Unary("single", site))))


def _join(library: Library, h: Builder, op: str, place: ir.Expr, ref: ir.Expr) -> None:
    layout = library.c.layout
    crowd = layout.cell("crowd")
    with h.when(ir.Binary("ge", place, ir.Num(layout.places))):
        index = ir.Binary("sub", place, ir.Num(layout.places))
        h.add(ir.Store(crowd, index, ir.Binary(op, ir.Load(crowd, index), ir.Unary("single", ref))))


def _grow(library: Library, h: Builder, pile: ir.Expr, by: int) -> None:
    cell = library.c.layout.cell("height")
    h.add(ir.Store(cell, pile, ir.Binary("add", ir.Load(cell, pile), ir.Num(by))))


def leave(library: Library, place: ir.Expr, ref: ir.Expr) -> ir.Do:
    """Nobody stands on a place any more. `ref`: who did, if it has identity. Plain ones above are renamed."""
    return ir.Do(library.once("leave", lambda h: _make_leave(library, h)), (place, ref))


def _make_leave(library: Library, h: Builder) -> None:
    layout = library.c.layout
    p, x = h.param("p", ir.INT), h.param("x", ir.REF)
    place = ir.Get(p)
    if layout.has("many"):
        with h.when(ir.Binary("ge", place, ir.Num(layout.places))):
            _join(library, h, "without", place, ir.Get(x))
            index = ir.Binary("sub", place, ir.Num(layout.places))
            with h.when(ir.Unary("none_of", ir.Load(layout.cell("crowd"), index))):
                _mark(library, h, "without", place)
            h.add(ir.Return())
    if layout.has("pile"):
        pile = h.var("pile", ir.INT)
        h.add(ir.Set(pile, ir.Look(standing.by_spot(library, "pile_of_place"), (place,))))
        with h.when(ir.Binary("ge", ir.Get(pile), ir.Num(0))):
            _come_down(library, h, p, ir.Get(pile))
            _grow(library, h, ir.Get(pile), -1)
            with h.when(ir.Binary("eq", ir.Load(layout.cell("height"), ir.Get(pile)), ir.Num(0))):
                _mark(library, h, "without", place)
            h.add(ir.Return())
    if layout.has("one"):
        _mark(library, h, "without", place)
        if not layout.plain_only:
            h.add(ir.Store(layout.cell("on"), place, ir.Num(-1)))


def _come_down(library: Library, h: Builder, p: ir.Var, pile: ir.Expr) -> None:
    """All above the place `p` of a pile come down by one; `p` is then the highest place that was taken."""
    layout = library.c.layout
    last, above = h.var("last", ir.INT), h.var("above", ir.INT)
    kind, owner = h.var("k", ir.INT), h.var("o", ir.INT)
    top = ir.Binary("add", ir.Look(standing.first_of_pile(library), (pile,)), ir.Load(layout.cell("height"), pile))
    h.add(ir.Set(last, ir.Binary("sub", top, ir.Num(1))))
    with h.forever(ir.Binary("lt", ir.Get(p), ir.Get(last))):
        h.add(ir.Set(above, ir.Binary("add", ir.Get(p), ir.Num(1))))
        with h.block() as plain:
            h.add(ir.Set(kind, ir.Load(layout.cell("kind"), ir.Get(above))))
            h.add(ir.Set(owner, ir.Load(layout.cell("owner"), ir.Get(above))))
            library.exclude(h, ir.Get(above), ir.Get(kind), ir.Get(owner))
            library.describe(h, ir.Get(above), ir.Num(-1), ir.Num(-1))
            library.enter(h, ir.Get(p), ir.Get(kind), ir.Get(owner))
            if not layout.plain_only:
                h.add(ir.Store(layout.cell("on"), ir.Get(p), ir.Get(p)))
            h.add(ir.Rename(ir.Get(above), ir.Get(p)))
        if layout.plain_only:
            h.blocks[-1] += plain
        else:
            who = h.var("who", ir.REF)
            h.add(ir.Set(who, ir.Load(layout.cell("on"), ir.Get(above))))
            with h.block() as itself:
                h.add(ir.Store(layout.cell("on"), ir.Get(p), ir.Get(who)))
                h.add(ir.Store(layout.cell("place"), library.number(ir.Get(who)), ir.Get(p)))
            h.add(ir.If(ir.Binary("lt", ir.Get(who), ir.Num(layout.plain_refs)), plain, itself))
        h.add(ir.Set(p, ir.Get(above)))
    if not layout.plain_only:
        h.add(ir.Store(layout.cell("on"), ir.Get(p), ir.Num(-1)))


def swap_crowds(library: Library, h: Builder, x: ir.Expr, y: ir.Expr, at_x: ir.Expr, at_y: ir.Expr) -> None:
    """Two components of a `many` layer have changed places: they left `at_x` and `at_y`."""
    for ref, was, now in ((x, at_x, at_y), (y, at_y, at_x)):
        _join(library, h, "without", was, ref)
        _join(library, h, "joined", now, ref)
