"""Lowering of what the rules ask of zones."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import ir, knowing, undecided, zones
from rulewright.program.builder import Builder, sure
from rulewright.program.expressions import in_bounds, lower, number_of
from rulewright.program.failures import BAD_INDEX
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.symbols import KindDecl

Lowering = Callable[[Builder, typed.Op], ir.Expr]


def zone_ref(b: Builder, e: typed.ZoneRef) -> ir.Expr:
    """The number of a zone; none if what it is of is none."""
    layout, zone = b.c.layout, e.zone
    first = layout.zones.first[zone]
    if e.index is None:
        return ir.Num(first)
    if zone.each is not None:
        if isinstance(zone.each.over, t.IntType) or zone.each.base:
            value = in_bounds(b, lower(b, e.index), e.index, zone.each.base, zone.each.size, zone.name, e.span)
            return _shifted(value, first)
        return _unless_none(b, e.index, first)
    numbers = layout.zones.numbers_of(zone)
    if not numbers:
        return ir.Num(-1)
    return _unless_none(b, e.index, first - numbers[0] - layout.first_number)


def _shifted(value: ir.Expr, by: int) -> ir.Expr:
    if isinstance(value, ir.Num):
        return ir.Num(value.value + by)
    return ir.Binary("add", value, ir.Num(by)) if by else value


def _unless_none(b: Builder, index: typed.Expr, by: int) -> ir.Expr:
    value = lower(b, index)
    if isinstance(value, ir.Num):
        return ir.Num(value.value + by if value.value >= 0 else -1)
    if by == 0 or sure(b, index):
        return _shifted(value, by)

    def fill(h: Builder) -> ir.IrType:
        i = ir.Get(h.param("i", ir.INT))
        h.add(ir.Return(ir.Select(ir.Binary("lt", i, ir.Num(0)), ir.Num(-1), _shifted(i, by))))
        return ir.INT

    return ir.Invoke(b.shared("zone_of_it", (by,), fill), (value,))


# ---- what lies there ----


def listed(b: Builder, e: typed.Op) -> ir.Expr:
    """The contents of a zone as a list in the order of the zone."""
    return zones.contents(b.c.library, lower(b, e.args[0]))


def _in_zone(b: Builder, e: typed.Op) -> ir.Expr:
    undecided.settle_all(b, e)
    return listed(b, e) if isinstance(e.type, t.ListType) else ir.Unary("gather", listed(b, e))


def _size(b: Builder, e: typed.Op) -> ir.Expr:
    return zones.size(b.c.library, lower(b, e.args[0]))


def _end(b: Builder, e: typed.Op) -> ir.Expr:
    """The top or bottom card; where it may be undecided, drawn before the statement."""
    (zone,) = e.args
    last = e.op == "zone_bottom"
    value = lower(b, zone)
    if not undecided.may_be_undecided(b, zone):
        return (zones.bottom if last else zones.top)(b.c.library, value)
    z, into = b.keep("z", ir.INT, value), b.var("card", ir.REF)
    b.add(ir.Set(into, ir.Num(-1)))
    with b.when(ir.Binary("ge", z, ir.Num(0)) if not isinstance(z, ir.Num) else ir.Num(int(z.value >= 0))):
        undecided.take_end(b, z, into, undecided.name_of(zone), undecided=True, last=last)
    return ir.Get(into)


def member(b: Builder, item: typed.Expr, of: typed.Op) -> ir.Expr:
    """Whether a component lies in a zone."""

    def fill(h: Builder) -> ir.IrType:
        x, z = h.param("x", ir.REF), h.param("z", ir.INT)
        there = ir.Binary("eq", zones.zone_of(h.c.library, ir.Get(x)), ir.Get(z))
        h.add(ir.Return(ir.Binary("and", ir.Binary("ge", ir.Get(z), ir.Num(0)), there)))
        return ir.INT

    return ir.Invoke(b.shared("lies_in", (), fill), (lower(b, item), lower(b, of.args[0])))


# ---- whose it is ----


def _zone_owner(b: Builder, e: typed.Op) -> ir.Expr:
    def fill(h: Builder) -> ir.IrType:
        h.add(ir.Return(zones.owner(h.c.library, ir.Get(h.param("z", ir.INT)))))
        return ir.INT

    return ir.Invoke(b.shared("owner_of_zone", (), fill), (lower(b, e.args[0]),))


def _zone_holder(b: Builder, e: typed.Op) -> ir.Expr:
    return zones.holder(b.c.library, lower(b, e.args[0]))


def _zone_of(b: Builder, e: typed.Op) -> ir.Expr:
    if not b.c.layout.zones:
        return ir.Num(-1)
    return zones.zone_of(b.c.library, lower(b, e.args[0]))


def _holder(b: Builder, e: typed.Op) -> ir.Expr:
    if not b.c.layout.zones:
        return ir.Num(-1)
    return zones.holder(b.c.library, zones.zone_of(b.c.library, lower(b, e.args[0])))


def _index_in_zone(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args

    def get(ref: ir.Expr) -> ir.Expr:
        h = b.helper("position")
        x, i, z = h.param("x", ir.REF), h.var("i", ir.INT), h.var("z", ir.INT)
        library = h.c.library
        h.add(ir.Set(i, zones.position(library, ir.Get(x))))
        bad: ir.Expr = ir.Binary("lt", ir.Get(i), ir.Num(0))
        with h.when(bad):
            h.add(ir.Fail(BAD_INDEX, ("`position` is asked of what lies in no ordered zone",), e.span))
        if h.c.layout.zones.shuffled:
            h.add(ir.Set(z, zones.zone_of(library, ir.Get(x))))
            with h.when(zones.is_loose(library, ir.Get(z), ir.Get(i))):
                h.add(ir.Fail(BAD_INDEX, ("`position` is asked of a shuffled component: it has none yet",), e.span))
        h.add(ir.Return(ir.Binary("add", ir.Get(i), ir.Num(1))))
        return ir.Invoke(h.done(ir.INT), (ref, *h.captured))

    return number_of(b, of, lower(b, of), get, "position", e.span)


def _face_down(b: Builder, e: typed.Op) -> ir.Expr:
    return knowing.face_down(b.c.library, lower(b, e.args[0]))


# ---- the supply ----


def kinds_of_supply(b: Builder, e: typed.Op) -> tuple[ir.Var, ir.Expr]:
    """A variable for each of the kinds that `supply(K)` may give, and the set of these."""
    width = len(b.c.game.kinds)
    if isinstance(e.data, tuple):
        mask = sum(1 << kind.index for kind in e.data if isinstance(kind, KindDecl))
        return b.var("kind", ir.INT), ir.Mask(mask, width)
    exact = sum(1 << kind.index for kind in b.c.game.kinds if not kind.children or kind.placed)
    value = ir.Unary("single", lower(b, e.args[0]))
    return b.var("kind", ir.INT), ir.Binary("common", value, ir.Mask(exact, width))


def supply_owner(b: Builder, e: typed.Op) -> ir.Expr:
    return b.keep("owner", ir.INT, lower(b, e.args[1])) if len(e.args) > 1 else ir.Num(-1)


def supply_size(b: Builder, e: typed.Op) -> ir.Expr:
    """How many components a supply still holds."""
    h = b.helper("supply_of")
    n = h.var("n", ir.INT)
    h.add(ir.Set(n, ir.Num(0)))
    owner = supply_owner(h, e)
    kind, kinds = kinds_of_supply(h, e)
    with h.each(kind, kinds):
        h.add(ir.Set(n, ir.Binary("add", ir.Get(n), h.c.library.supply(ir.Get(kind), owner))))
    h.add(ir.Return(ir.Get(n)))
    return ir.Invoke(h.done(ir.INT), tuple(h.captured))


OPERATIONS: dict[str, Lowering] = {
    "in_zone": _in_zone,
    "zone_size": _size,
    "zone_top": _end,
    "zone_bottom": _end,
    "zone_owner": _zone_owner,
    "zone_holder": _zone_holder,
    "zone_of": _zone_of,
    "holder": _holder,
    "index_in_zone": _index_in_zone,
    "face_down": _face_down,
}
