"""Components that have zones of their own: what lies in them leaves the game with their holder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.program import ir, standing, zones
from rulewright.program.builder import Builder
from rulewright.program.choices import as_list
from rulewright.program.components import Library
from rulewright.program.expressions import lower
from rulewright.semantics import typed
from rulewright.semantics import types as t


def contents_of(library: Library, ref: ir.Expr) -> ir.Expr:
    """What lies in the zones of a component, as a list."""
    return ir.Invoke(library.once("belongings", lambda h: _make_contents(library, h)), (ref,))


def _make_contents(library: Library, h: Builder) -> ir.IrType:
    layout = library.c.layout
    x, z, out = h.param("x", ir.REF), h.var("z", ir.INT), h.var("out", ir.REFLIST)
    h.add(ir.Set(out, ir.MakeList(())))
    for zone, first in layout.zones.first.items():
        numbers = layout.zones.numbers_of(zone)
        if not numbers:
            continue
        h.add(ir.Set(z, ir.Binary("sub", library.number(ir.Get(x)), ir.Num(numbers[0] - first))))
        low, high = (
            ir.Binary("ge", ir.Get(z), ir.Num(first)),
            ir.Binary("lt", ir.Get(z), ir.Num(first + len(numbers))),
        )
        with h.when(ir.Binary("and", low, high)):
            more = ir.Binary("joined_lists", ir.Get(out), zones.contents(library, ir.Get(z)))
            h.add(ir.Set(out, more))
    h.add(ir.Return(ir.Get(out)))
    return ir.REFLIST


def remove(b: Builder, s: typed.Remove) -> None:
    """`remove` where components may have zones: each goes with all that lies in its zones, then the events run."""
    from rulewright.program.effects import reacts

    library = b.c.library
    items, x, i = b.var("items", ir.REFLIST), b.var("x", ir.REF), b.var("i", ir.INT)
    ghosts, sites = b.var("ghosts", ir.REFLIST), b.var("sites", ir.LIST)
    if isinstance(s.what.type, t.SetType | t.ListType):
        b.add(ir.Set(items, as_list(b, s.what)))
    else:
        b.add(ir.Set(items, ir.MakeList((lower(b, s.what),))))
    for var in (ghosts, sites):
        b.add(ir.Set(var, ir.MakeList(())))
    with _each(b, i, x, items):
        there = ir.Binary("ge", standing.place_of(library, ir.Get(x)), ir.Num(0))
        with b.when(ir.Binary("and", ir.Binary("ge", ir.Get(x), ir.Num(0)), there)):
            b.add(ir.Append(sites, library.site_of(ir.Get(x))))
            more = ir.Binary("joined_lists", ir.Get(items), contents_of(library, ir.Get(x)))
            b.add(ir.Set(items, more))
            ghost = b.var("ghost", ir.REF)
            do = library.lift(ir.Get(x))
            do.result = ghost
            b.add(do)
            b.add(ir.Append(ghosts, ir.Get(ghost)))
    heard = reacts(b, "removed")
    with _each(b, i, x, ghosts):
        if heard:
            at = ir.Binary("nth", ir.Get(sites), ir.Binary("sub", ir.Get(i), ir.Num(1)))
            b.c.events.emit(b, "removed", (ir.Get(x), at))
        b.add(library.forget(ir.Get(x)))


@contextmanager
def _each(b: Builder, i: ir.Var, x: ir.Var, items: ir.Var) -> Iterator[None]:
    """A loop over a list that may grow meanwhile; `i` is one more than the index of `x`."""
    b.add(ir.Set(i, ir.Num(0)))
    with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(items)))):
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(items), ir.Get(i))))
        b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
        yield
