"""`swap x with y` where components may lie in zones: each comes to lie, or stand, where the other was."""

from __future__ import annotations

from rulewright.program import ir, knowing, layered, standing, zone_effects, zones
from rulewright.program.builder import Builder
from rulewright.program.components import Library
from rulewright.program.expressions import lower
from rulewright.semantics import typed


def swap(b: Builder, s: typed.Swap) -> None:
    library, layout = b.c.library, b.c.layout
    x, y = b.var("x", ir.REF), b.var("y", ir.REF)
    at_x, at_y = b.var("at_x", ir.INT), b.var("at_y", ir.INT)
    for ref, e, at in ((x, s.first, at_x), (y, s.second, at_y)):
        b.add(ir.Set(ref, lower(b, e)))
        b.add(ir.Set(at, ir.Num(-1)))
        with b.when(ir.Binary("ge", ir.Get(ref), ir.Num(0))):
            b.add(ir.Set(at, standing.place_of(library, ir.Get(ref))))
    here = ir.Binary("ge", ir.Binary("min", ir.Get(at_x), ir.Get(at_y)), ir.Num(0))
    lies = ir.Binary("ge", ir.Binary("max", ir.Get(at_x), ir.Get(at_y)), ir.Num(layout.first_zone))
    with b.when(ir.Binary("and", here, ir.Binary("ne", ir.Get(x), ir.Get(y)))):
        with b.block() as stand:
            from rulewright.program.effects import swap_standing

            swap_standing(b, s, x, y)
        with b.block() as trade:
            for ref, at, e in ((x, at_y, s.first), (y, at_x, s.second)):
                zone_effects.refuse_other_kind(b, ir.Get(ref), zones.zone_at(library, ir.Get(at)), e, None, s.span)
            b.add(ir.Do(library.once("trade", lambda h: _make_trade(library, h)), (ir.Get(x), ir.Get(y))))
            for ref, was, now in ((x, at_x, at_y), (y, at_y, at_x)):
                with b.when(ir.Binary("and", ir.Binary("ge", ir.Get(ref), ir.Num(0)), _apart(at_x, at_y))):
                    _event(b, ref, was, now)
        if layout.sites:
            b.add(ir.If(lies, trade, stand))
        else:
            b.blocks[-1] += trade


def _apart(one: ir.Var, other: ir.Var) -> ir.Expr:
    return ir.Binary("ne", ir.Get(one), ir.Get(other))


def _event(b: Builder, ref: ir.Var, was: ir.Var, now: ir.Var) -> None:
    library, layout = b.c.library, b.c.layout
    with b.block() as into:
        zone = zones.zone_at(library, ir.Get(now))
        zone_effects.event(b, ir.Get(ref), ir.Get(was), b.keep("zone", ir.INT, zone), to_zone=True)
    with b.block() as on:
        site = ir.Look(standing.by_spot(library, "site_of_place"), (ir.Get(now),))
        zone_effects.event(b, ir.Get(ref), ir.Get(was), b.keep("site", ir.INT, site), to_zone=False)
    if into or on:
        b.add(ir.If(ir.Binary("ge", ir.Get(now), ir.Num(layout.first_zone)), into, on))


def _make_trade(library: Library, h: Builder) -> None:
    """Both are taken up, then both set down; in one ordered zone the upper place is filled first."""
    layout = library.c.layout
    x, y = h.param("x", ir.REF), h.param("y", ir.REF)
    names = ("here", "was", "index")
    of_x = tuple(h.var(f"{name}_x", ir.INT) for name in names)
    of_y = tuple(h.var(f"{name}_y", ir.INT) for name in names)
    for ref, (here, was, index) in ((x, of_x), (y, of_y)):
        h.add(ir.Set(here, standing.place_of(library, ir.Get(ref))))
        h.add(ir.Set(was, ir.Num(-1)))
        h.add(ir.Set(index, zones.position(library, ir.Get(ref))))
    for ref, (here, was, _) in ((x, of_x), (y, of_y)):
        zones.leave(library, h, ir.Get(ref), here, was)

    def down(ref: ir.Var, there: tuple[ir.Var, ...]) -> None:
        with h.block() as lies:
            zone = zones.zone_at(library, ir.Get(there[0]))
            h.add(zones.put(library, ir.Get(ref), zone, ir.Get(there[2])))
        with h.block() as stands:
            if layout.sites:
                site = ir.Look(standing.by_spot(library, "site_of_place"), (ir.Get(there[0]),))
                layered.stand(library, h, ir.Get(ref), site)
        h.add(ir.If(ir.Binary("ge", ir.Get(there[0]), ir.Num(layout.first_zone)), lies, stands))

    with h.block() as x_first:
        down(x, of_y)
        down(y, of_x)
    with h.block() as y_first:
        down(y, of_x)
        down(x, of_y)
    h.add(ir.If(ir.Binary("lt", ir.Get(of_y[2]), ir.Get(of_x[2])), x_first, y_first))
    both = ir.Binary("joined", ir.Unary("single", ir.Get(x)), ir.Unary("single", ir.Get(y)))
    for ref, (here, was, _) in ((x, of_x), (y, of_y)):
        zones.change_of_play(library, h, ir.Get(ref), ir.Get(here), standing.place_of(library, ir.Get(ref)))
        knowing.moved(library, h, ir.Get(ref), ir.Get(here), ir.Get(was), both)
