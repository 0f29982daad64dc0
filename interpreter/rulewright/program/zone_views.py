"""What shells ask of zones and of what players know: see `Program.views`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import ir, knowing, standing, zones

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler

View = Callable[[ir.Expr], ir.Expr]


def zone_views(c: Compiler) -> dict[str, ir.Routine]:
    """The views of a game with zones, or in which components may lie face down."""
    library, layout = c.library, c.layout
    if not layout.zoned:
        return {}
    shuffled = layout.zones.shuffled
    seats = c.players.bits

    def bound(index: int) -> View:
        return lambda z: zones.loose(library, z)[index] if shuffled else ir.Num(0)

    about: list[tuple[str, ir.IrType, ir.IrType, View]] = [
        ("place_of", ir.REF, ir.INT, lambda x: standing.place_of(library, x)),
        ("known", ir.REF, seats, lambda x: knowing.known(library, x)),
        ("viewers", ir.REF, seats, lambda x: knowing.viewers(library, x)),
        ("face_down", ir.REF, ir.INT, lambda x: knowing.face_down(library, x)),
    ]
    if layout.zones:
        about += [
            ("zone_of", ir.REF, ir.INT, lambda x: zones.zone_of(library, x)),
            ("contents", ir.INT, ir.REFLIST, lambda z: zones.contents(library, z)),
            ("zone_viewers", ir.INT, seats, lambda z: knowing.viewers_of_zone(library, z)),
            ("loose_from", ir.INT, ir.INT, bound(0)),
            ("loose_to", ir.INT, ir.INT, bound(1)),
        ]
    out = {}
    for name, of, result, get in about:
        h = c.function(f"view_{name}")
        h.add(ir.Return(get(ir.Get(h.param("of", of)))))
        out[name] = h.done(result)
    return out
