"""What stands where, in games with several layers, with piles, or with `many` layers: tables over places and spots (see
`layout.py`), and routines that answer for one layer or for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.layout import Slots

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library

_Maker = Callable[["Library", Slots, "Builder"], ir.IrType]


# ---- tables ----


def by_spot(library: Library, name: str) -> ir.Table:
    """A table over all places, spots and zones: `site_of_place`, `layer_of_place`, `pile_of_place` (the pile's index,
    -1 if it is none), `order_of_place` (by site, layer, and in piles from the top; zones follow)."""
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
            values += range(len(rows), len(rows) + len(layout.zones))
    values += [-1] * (len(rows) + len(layout.zones) - len(values))
    return library.c.table(name, (len(values) + 1,), (*values, -1))


def _by_kind(library: Library) -> ir.Table:
    game = library.c.game
    values = [game.layer_of(kind).index for kind in game.kinds]
    return library.c.table("layer_of_kind", (len(values) + 1,), (*values, -1))


def first_of_pile(library: Library) -> ir.Table:
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
    if layout.plain_refs:
        with h.when(ir.Binary("lt", ir.Get(x), ir.Num(layout.plain_refs))):
            h.add(ir.Return(ir.Get(x)))
    if not layout.plain_only:
        with h.when(ir.Binary("ge", ir.Get(x), ir.Num(layout.first_number))):
            h.add(ir.Return(ir.Load(layout.cell("place"), library.number(ir.Get(x)))))
    h.add(ir.Return(ir.Num(-1)))
    return ir.INT


def site_of(library: Library, ref: ir.Expr) -> ir.Expr:
    return ir.Look(by_spot(library, "site_of_place"), (place_of(library, ref),))


def order_of(library: Library, ref: ir.Expr) -> ir.Expr:
    """What orders components: by site, then layer, then in piles from the top."""
    return ir.Look(by_spot(library, "order_of_place"), (place_of(library, ref),))


def layer_of_kind(library: Library, kind: ir.Expr) -> ir.Expr:
    return ir.Look(_by_kind(library), (kind,))


def _standing(library: Library, place: ir.Expr) -> ir.Expr:
    """Who stands on a place that is taken."""
    layout = library.c.layout
    return place if layout.plain_only else ir.Load(layout.cell("on"), place)


def place_on(slots: Slots, site: ir.Expr, level: ir.Expr | None = None) -> ir.Expr:
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
            h.add(ir.Return(_standing(library, place_on(slots, ir.Get(s)))))
        case "pile":
            level = ir.Binary("sub", height(library, slots, ir.Get(s)), ir.Num(1))
            h.add(ir.Return(_standing(library, place_on(slots, ir.Get(s), level))))
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
    h.add(ir.Return(_standing(library, place_on(slots, ir.Get(s)))))
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
            h.add(ir.Append(out, _standing(library, place_on(slots, ir.Get(s), ir.Get(level)))))
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
