"""Exchanging the places of two components of one layer, with or without identity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.program import ir, knowing, layered, standing

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.components import Library


def make_exchange(library: Library, h: Builder) -> None:
    """Both components are taken up, then both set down on the other's place.

    A plain component's reference is its place: the two references change places by way of a spare ghost.
    """
    layout = library.c.layout
    first_number = layout.first_number
    spare = ir.Num(first_number - 1)
    cell = layout.cell
    x, y = h.param("x", ir.REF), h.param("y", ir.REF)
    names = ("k", "o", "s")
    of_x = [h.var(f"{name}_x", ir.INT) for name in names]
    of_y = [h.var(f"{name}_y", ir.INT) for name in names]
    for ref, (kind, owner, site) in ((x, of_x), (y, of_y)):
        h.add(ir.Set(kind, ir.Load(cell("kind"), ir.Get(ref))))
        h.add(ir.Set(owner, ir.Load(cell("owner"), ir.Get(ref))))
        h.add(ir.Set(site, library.site_of(ir.Get(ref)) if layout.flat else standing.place_of(library, ir.Get(ref))))
        library.exclude(h, ir.Get(ref), ir.Get(kind), ir.Get(owner))
    new_x, new_y = h.var("new_x", ir.INT), h.var("new_y", ir.INT)
    plain_x: ir.Expr = ir.Binary("lt", ir.Get(x), ir.Num(first_number))
    plain_y: ir.Expr = ir.Binary("lt", ir.Get(y), ir.Num(first_number))
    h.add(ir.Set(new_x, ir.Select(plain_x, ir.Get(of_y[2]), ir.Get(x))))
    h.add(ir.Set(new_y, ir.Select(plain_y, ir.Get(of_x[2]), ir.Get(y))))
    for ref, plain in ((x, plain_x), (y, plain_y)):
        with h.when(plain):
            library.describe(h, ir.Get(ref), ir.Num(-1), ir.Num(-1))
    for new, own, other in ((new_x, of_x, of_y), (new_y, of_y, of_x)):
        library.describe(h, ir.Get(new), ir.Get(own[0]), ir.Get(own[1]))
        library.include(h, ir.Get(new), ir.Get(own[0]), ir.Get(own[1]))
        if not layout.plain_only:
            if layout.places:
                with h.when(ir.Num(1) if layout.flat else ir.Binary("lt", ir.Get(other[2]), ir.Num(layout.places))):
                    h.add(ir.Store(cell("on"), ir.Get(other[2]), ir.Get(new)))
            with h.when(ir.Binary("ge", ir.Get(new), ir.Num(first_number))):
                h.add(ir.Store(cell("place"), library.number(ir.Get(new)), ir.Get(other[2])))
    if layout.has("many"):
        layered.swap_crowds(library, h, ir.Get(new_x), ir.Get(new_y), ir.Get(of_x[2]), ir.Get(of_y[2]))
    for ref, (_, _, here) in ((x, of_x), (y, of_y)) if layout.flips else ():
        with h.when(knowing.face_down(library, ir.Get(ref))):
            knowing.moved(library, h, ir.Get(ref), ir.Get(here), ir.Num(-1), ir.Unary("single", ir.Get(ref)))
    old_x, old_y = h.var("old_x", ir.INT), h.var("old_y", ir.INT)
    h.add(ir.Set(old_x, ir.Select(plain_x, ir.Get(of_x[2]), ir.Num(-1))))
    h.add(ir.Set(old_y, ir.Select(plain_y, ir.Get(of_y[2]), ir.Num(-1))))
    h.add(ir.Rename(ir.Get(old_x), spare))
    h.add(ir.Rename(ir.Get(old_y), ir.Get(new_y)))
    with h.when(ir.Binary("ge", ir.Get(old_x), ir.Num(0))):
        h.add(ir.Rename(spare, ir.Get(new_x)))
