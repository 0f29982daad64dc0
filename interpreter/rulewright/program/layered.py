"""The library of `components.py` for games with several layers, with piles, or with `many` layers.

What stands where is told by places and spots (see `layout.py`). Whoever leaves a pile from its middle lets those above
it come down by one; plain ones among them, whose references are their places, are renamed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.failures import FULL_SITE, OTHER_LAYER
from rulewright.program.layout import Slots
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library

_Maker = Callable[["Library", Slots, "Builder"], ir.IrType]


# ---- tables ----


def _by_spot(library: Library, name: str) -> ir.Table:
    """A table over all places and spots: `site_of_place`, `layer_of_place`, `pile_of_place` (the pile's index, -1 if it
    is none), `order_of_place` (by site, layer, and in piles from the top)."""
    layout = library.c.layout
    sites = layout.sites
    rows: list[tuple[tuple[int, int, int], int, Slots]] = []
    for slots in layout.slots:
        for site in range(sites):
            for level in range(slots.height):
                rows.append(((site, slots.layer.index, -level), slots.first + site * slots.height + level, slots))
    rows.sort(key=lambda row: row[1])
    match name:
        case "site_of_place":
            values = [key[0] for key, _, _ in rows]
        case "layer_of_place":
            values = [slots.layer.index for _, _, slots in rows]
        case "pile_of_place":
            values = [slots.piles + key[0] if slots.piles >= 0 else -1 for key, _, slots in rows]
        case _:
            rank = {key: i for i, key in enumerate(sorted(key for key, _, _ in rows))}
            values = [rank[key] for key, _, _ in rows]
    return library.c.table(name, (len(values) + 1,), (*values, -1))


def _by_kind(library: Library) -> ir.Table:
    game = library.c.game
    values = [game.layer_of(kind).index for kind in game.kinds]
    return library.c.table("layer_of_kind", (len(values) + 1,), (*values, -1))


def _first_of_pile(library: Library) -> ir.Table:
    """The lowest place of each pile."""
    values = [
        slots.first + site * slots.height
        for slots in library.c.layout.slots
        if slots.piles >= 0
        for site in range(library.c.layout.sites)
    ]
    return library.c.table("first_of_pile", (len(values) + 1,), (*values, -1))


# ---- questions ----


def place_of(library: Library, ref: ir.Expr) -> ir.Expr:
    """The place or spot of a component, -1 off the board."""
    return ir.Invoke(library.once("place_of", lambda h: _make_place_of(library, h)), (ref,))


def _make_place_of(library: Library, h: Builder) -> ir.IrType:
    layout = library.c.layout
    x = h.param("x", ir.REF)
    with h.when(ir.Binary("lt", ir.Get(x), ir.Num(layout.places))):
        h.add(ir.Return(ir.Get(x)))
    if not layout.plain_only:
        with h.when(ir.Binary("ge", ir.Get(x), ir.Num(layout.places + layout.ghosts))):
            h.add(ir.Return(ir.Load(layout.cell("place"), library.number(ir.Get(x)))))
    h.add(ir.Return(ir.Num(-1)))
    return ir.INT


def site_of(library: Library, ref: ir.Expr) -> ir.Expr:
    return ir.Look(_by_spot(library, "site_of_place"), (place_of(library, ref),))


def order_of(library: Library, ref: ir.Expr) -> ir.Expr:
    """What orders components: by site, then layer, then in piles from the top."""
    return ir.Look(_by_spot(library, "order_of_place"), (place_of(library, ref),))


def layer_of_kind(library: Library, kind: ir.Expr) -> ir.Expr:
    return ir.Look(_by_kind(library), (kind,))


def _standing(library: Library, place: ir.Expr) -> ir.Expr:
    """Who stands on a place that is taken."""
    layout = library.c.layout
    return place if layout.plain_only else ir.Load(layout.cell("on"), place)


def _place(slots: Slots, site: ir.Expr, level: ir.Expr | None = None) -> ir.Expr:
    out = site if slots.height == 1 else ir.Binary("mul", site, ir.Num(slots.height))
    if slots.first:
        out = ir.Binary("add", out, ir.Num(slots.first))
    return out if level is None else ir.Binary("add", out, level)


def height(library: Library, slots: Slots, site: ir.Expr) -> ir.Expr:
    """How many stand in a pile; the site is none or not."""
    cell = library.c.layout.cell("height")
    pile = ir.Binary("add", site, ir.Num(slots.piles)) if slots.piles else site
    return ir.Load(cell, pile)


def size_of_pile(library: Library, layer: int, site: ir.Expr) -> ir.Expr:
    return ir.Invoke(_about(library, "size_of", layer, _make_size), (site,))


def _make_size(library: Library, slots: Slots, h: Builder) -> ir.IrType:
    s = h.param("s", ir.INT)
    with h.when(ir.Binary("lt", ir.Get(s), ir.Num(0))):
        h.add(ir.Return(ir.Num(0)))
    h.add(ir.Return(height(library, slots, ir.Get(s))))
    return ir.INT


def _about(library: Library, what: str, layer: int, make: _Maker) -> ir.Routine:
    """A routine that answers for the sites of one layer."""
    slots = library.c.layout.slots[layer]
    return library.once(f"{what}_{slots.layer.name}", lambda h: make(library, slots, h))


def anything(library: Library, layer: int, site: ir.Expr) -> ir.Expr:
    """Whether a layer has something on a site; false for none."""
    return ir.Binary("has", ir.Load(library.c.layout.cell("filled"), ir.Num(layer)), site)


def on(library: Library, site: ir.Expr, layer: int) -> ir.Expr:
    """The component of a layer on a site, of a pile its top, of `many` the first; -1 if there is none."""
    return ir.Invoke(_about(library, "on", layer, _make_on), (site,))


def _make_on(library: Library, slots: Slots, h: Builder) -> ir.IrType:
    s = h.param("s", ir.INT)
    with h.when(ir.negated(anything(library, slots.layer.index, ir.Get(s)))):
        h.add(ir.Return(ir.Num(-1)))
    match slots.layer.mode:
        case "one":
            h.add(ir.Return(_standing(library, _place(slots, ir.Get(s)))))
        case "pile":
            level = ir.Binary("sub", height(library, slots, ir.Get(s)), ir.Num(1))
            h.add(ir.Return(_standing(library, _place(slots, ir.Get(s), level))))
        case _:
            h.add(ir.Return(ir.Unary("least", _crowd(library, slots, ir.Get(s)))))
    return ir.REF


def bottom(library: Library, site: ir.Expr, layer: int) -> ir.Expr:
    """The lowest component of a pile, -1 if there is none."""
    return ir.Invoke(_about(library, "bottom_of", layer, _make_bottom), (site,))


def _make_bottom(library: Library, slots: Slots, h: Builder) -> ir.IrType:
    s = h.param("s", ir.INT)
    with h.when(ir.negated(anything(library, slots.layer.index, ir.Get(s)))):
        h.add(ir.Return(ir.Num(-1)))
    h.add(ir.Return(_standing(library, _place(slots, ir.Get(s)))))
    return ir.REF


def pile(library: Library, site: ir.Expr, layer: int) -> ir.Expr:
    """What stands in a pile, from the top down."""
    return ir.Invoke(_about(library, "pile_of", layer, _make_pile), (site,))


def _make_pile(library: Library, slots: Slots, h: Builder) -> ir.IrType:
    s, level, out = h.param("s", ir.INT), h.var("level", ir.INT), h.var("out", ir.REFLIST)
    h.add(ir.Set(out, ir.MakeList(())))
    with h.when(ir.Binary("ge", ir.Get(s), ir.Num(0))):
        h.add(ir.Set(level, ir.Binary("sub", height(library, slots, ir.Get(s)), ir.Num(1))))
        with h.forever(ir.Binary("ge", ir.Get(level), ir.Num(0))):
            h.add(ir.Append(out, _standing(library, _place(slots, ir.Get(s), ir.Get(level)))))
            h.add(ir.Set(level, ir.Binary("sub", ir.Get(level), ir.Num(1))))
    h.add(ir.Return(ir.Get(out)))
    return ir.REFLIST


def _crowd(library: Library, slots: Slots, site: ir.Expr) -> ir.Expr:
    """Who stands on a site of a `many` layer."""
    layout = library.c.layout
    first = slots.first - layout.places
    return ir.Load(layout.cell("crowd"), ir.Binary("add", site, ir.Num(first)) if first else site)


def all_on(library: Library, site: ir.Expr, layer: int) -> ir.Expr:
    """Who stands on a site of a `many` layer, as a set; {} for none."""
    return ir.Invoke(_about(library, "all_on", layer, _make_all_on), (site,))


def _make_all_on(library: Library, slots: Slots, h: Builder) -> ir.IrType:
    kind = ir.refs(library.c.layout.refs)
    s = h.param("s", ir.INT)
    with h.when(ir.Binary("lt", ir.Get(s), ir.Num(0))):
        h.add(ir.Return(ir.Mask(0, kind.width)))
    h.add(ir.Return(_crowd(library, slots, ir.Get(s))))
    return kind


def listed(library: Library, site: ir.Expr, layer: ir.Expr) -> ir.Expr:
    """What stands on a site in any layer, in order; for those who draw positions."""
    return ir.Invoke(library.once("listed_on", lambda h: _make_listed(library, h)), (site, layer))


def _make_listed(library: Library, h: Builder) -> ir.IrType:
    s, layer = h.param("s", ir.INT), h.param("layer", ir.INT)
    for slots in library.c.layout.slots:
        index = slots.layer.index
        with h.when(ir.Binary("eq", ir.Get(layer), ir.Num(index))):
            match slots.layer.mode:
                case "one":
                    with h.when(anything(library, index, ir.Get(s))):
                        h.add(ir.Return(ir.MakeList((on(library, ir.Get(s), index),))))
                case "pile":
                    h.add(ir.Return(pile(library, ir.Get(s), index)))
                case _:
                    h.add(ir.Return(ir.Unary("elements", all_on(library, ir.Get(s), index))))
    h.add(ir.Return(ir.MakeList(())))
    return ir.REFLIST


def site_owner(library: Library, site: ir.Expr) -> ir.Expr:
    """Who owns what lies topmost on a site, in the topmost layer that has something: of a pile its top, of many the
    one who owns them all."""
    return ir.Invoke(library.once("site_owner", lambda h: _make_site_owner(library, h)), (site,))


def _make_site_owner(library: Library, h: Builder) -> ir.IrType:
    s = h.param("s", ir.INT)
    owner = library.c.layout.cell("owner")
    for slots in reversed(library.c.layout.slots):
        index = slots.layer.index
        with h.when(anything(library, index, ir.Get(s))):
            found = ir.Load(owner, on(library, ir.Get(s), index))
            if slots.layer.mode == "many":
                seat = library.c.players.owner_index(found)
                own = ir.Load(library.c.layout.cell("owned"), seat)
                alone = ir.Binary("inside", _crowd(library, slots, ir.Get(s)), own)
                found_ = ir.Select(alone, found, ir.Num(-1))
                h.add(ir.Return(found_))
            else:
                h.add(ir.Return(found))
    h.add(ir.Return(ir.Num(-1)))
    return ir.INT


def held(library: Library, owner: ir.Expr) -> ir.Expr:
    """The sites that are taken and whose owner is this one."""
    return ir.Invoke(library.once("held", lambda h: _make_held(library, h)), (owner,))


def _make_held(library: Library, h: Builder) -> ir.IrType:
    kind = ir.bits(library.c.layout.sites)
    o, s, out = h.param("o", ir.INT), h.var("s", ir.INT), h.var("out", kind)
    with h.each(s, library.occupied()), h.when(ir.Binary("eq", site_owner(library, ir.Get(s)), ir.Get(o))):
        h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Unary("single", ir.Get(s)))))
    h.add(ir.Return(ir.Get(out)))
    return kind


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
            right = ir.Binary("eq", layer_of_kind(library, kind), ir.Num(index))
        match slots.layer.mode:
            case "one":
                full = anything(library, index, site)
                standing = ir.Load(layout.cell("kind"), on(library, site, index))
                fail = ir.Fail(FULL_SITE, (where, " is taken already, by ", (standing, c.kind_shown())), span)
            case "pile":
                full = ir.Binary("ge", height(library, slots, site), ir.Num(slots.height))
                fail = ir.Fail(FULL_SITE, ("the pile on ", where, " can be no higher"), span)
            case _:
                continue
        b.add(ir.If(full if right is None else ir.Binary("and", right, full), [fail]))


def refuse_other_layer(library: Library, b: Builder, old: ir.Expr, new: ir.Expr, span: Span) -> None:
    """A rules error if components of the one kind stand in another layer than those of the other."""
    if len(library.c.layout.slots) > 1:
        before = (old, library.c.kind_shown())
        text = (before, " cannot become ", (new, library.c.kind_shown()), ", which stands in another layer")
        other = ir.Binary("ne", layer_of_kind(library, old), layer_of_kind(library, new))
        b.add(ir.If(other, [ir.Fail(OTHER_LAYER, text, span)]))


def _room(library: Library, kind: ir.Expr, site: ir.Expr) -> ir.Expr:
    """The place or spot where a component of a kind comes to stand on a site."""
    if len(library.c.layout.slots) == 1:
        return _free(library, library.c.layout.slots[0], site)
    return ir.Invoke(library.once("room_on", lambda h: _make_room(library, h)), (kind, site))


def _free(library: Library, slots: Slots, site: ir.Expr) -> ir.Expr:
    return _place(slots, site, height(library, slots, site) if slots.piles >= 0 else None)


def _make_room(library: Library, h: Builder) -> ir.IrType:
    k, s, layer = h.param("k", ir.INT), h.param("s", ir.INT), h.var("layer", ir.INT)
    h.add(ir.Set(layer, layer_of_kind(library, ir.Get(k))))
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
    h.add(ir.Return(ref))
    return ir.REF


def make_shift(library: Library, h: Builder) -> None:
    layout = library.c.layout
    x, s = h.param("x", ir.REF), h.param("s", ir.INT)
    ref = ir.Get(x)
    here, there, kind, owner = (h.var(name, ir.INT) for name in ("here", "there", "k", "o"))
    h.add(ir.Set(kind, ir.Load(layout.cell("kind"), ref)))
    h.add(ir.Set(owner, ir.Load(layout.cell("owner"), ref)))
    h.add(ir.Set(here, place_of(library, ref)))
    h.add(ir.Set(there, _room(library, ir.Get(kind), ir.Get(s))))
    if not layout.plain_only:
        with h.when(ir.Binary("ge", ref, ir.Num(layout.places + layout.ghosts))):
            h.add(ir.Store(layout.cell("place"), library.number(ref), ir.Get(there)))
            h.add(_leave(library, ir.Get(here), ref))
            h.add(_arrive(library, ir.Get(there), ref))
            h.add(ir.Return())
    library.exclude(h, ref, ir.Get(kind), ir.Get(owner))
    library.describe(h, ref, ir.Num(-1), ir.Num(-1))
    library.enter(h, ir.Get(there), ir.Get(kind), ir.Get(owner))
    h.add(ir.Rename(ir.Get(here), ir.Get(there)))
    h.add(_leave(library, ir.Get(here), ir.Num(-1)))
    h.add(_arrive(library, ir.Get(there), ir.Get(there)))


def leave(library: Library, place: ir.Expr, ref: ir.Expr) -> ir.Do:
    """Nobody stands on a place any more. `ref`: who did, if it has identity. Plain ones above are renamed."""
    return _leave(library, place, ref)


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
        h.add(ir.Set(pile, ir.Look(_by_spot(library, "pile_of_place"), (place,))))
        with h.when(ir.Binary("ge", ir.Get(pile), ir.Num(0))):
            _grow(library, h, ir.Get(pile), 1)


def _mark(library: Library, h: Builder, op: str, place: ir.Expr) -> None:
    """Enter a place's site in what its layer has filled, or take it out."""
    filled = library.c.layout.cell("filled")
    layer: ir.Expr = ir.Num(0)
    if len(library.c.layout.slots) > 1:
        layer = ir.Look(_by_spot(library, "layer_of_place"), (place,))
    site = ir.Look(_by_spot(library, "site_of_place"), (place,))
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


def _leave(library: Library, place: ir.Expr, ref: ir.Expr) -> ir.Do:
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
        h.add(ir.Set(pile, ir.Look(_by_spot(library, "pile_of_place"), (place,))))
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
    top = ir.Binary("add", ir.Look(_first_of_pile(library), (pile,)), ir.Load(layout.cell("height"), pile))
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
            h.add(ir.If(ir.Binary("lt", ir.Get(who), ir.Num(layout.places)), plain, itself))
        h.add(ir.Set(p, ir.Get(above)))
    if not layout.plain_only:
        h.add(ir.Store(layout.cell("on"), ir.Get(p), ir.Num(-1)))


def swap_crowds(library: Library, h: Builder, x: ir.Expr, y: ir.Expr, at_x: ir.Expr, at_y: ir.Expr) -> None:
    """Two components of a `many` layer have changed places: they left `at_x` and `at_y`."""
    for ref, was, now in ((x, at_x, at_y), (y, at_y, at_x)):
        _join(library, h, "without", was, ref)
        _join(library, h, "joined", now, ref)
