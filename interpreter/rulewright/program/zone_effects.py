"""Lowering of effects where components lie in zones: place, move, deal, shuffle, reveal, flip.

A set, a list or a whole zone goes as a whole, its first on top; then the events run in order. `deal` takes one after
the other. What came from where decides which event it is: `moved` from site to site, `removed` from a site into a zone,
`placed` from a zone on a site (or new there), `dealt` from zone to zone (or new in one).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rulewright.program import ir, knowing, standing, undecided, zone_ops, zones
from rulewright.program.builder import Builder, sure
from rulewright.program.choices import as_list
from rulewright.program.expressions import lower
from rulewright.program.failures import OTHER_ZONE
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.fitting import kinds_of
from rulewright.source import Span

_EVENTS = ("placed", "moved", "removed", "dealt")


def is_zone(e: typed.Expr) -> bool:
    return isinstance(e.type, t.ZoneType)


def is_supply(e: typed.Expr) -> bool:
    return isinstance(e, typed.Op) and e.op == "supply_set"


# ---- what moved, and the events ----


@dataclass(slots=True)
class Moved:
    """What has moved, and from which place; only where something reacts to it. `backwards`: the last comes first."""

    who: ir.Var
    left: ir.Var
    backwards: bool = False

    def add(self, b: Builder, ref: ir.Expr, here: ir.Expr) -> None:
        for var, value in ((self.who, ref), (self.left, here)):
            if self.backwards:
                b.add(ir.Set(var, ir.Binary("joined_lists", ir.MakeList((value,)), ir.Get(var))))
            else:
                b.add(ir.Append(var, value))


def _begin(b: Builder) -> Moved | None:
    from rulewright.program.effects import reacts

    if not any(reacts(b, name) for name in _EVENTS):
        return None
    found = Moved(b.var("moved", ir.REFLIST), b.var("left", ir.LIST))
    for var in (found.who, found.left):
        b.add(ir.Set(var, ir.MakeList(())))
    return found


def _tell_all(b: Builder, moved: Moved | None, there: ir.Expr, *, to_zone: bool) -> None:
    """The events of what has moved, in order; what has left the game by then has none."""
    if moved is None:
        return
    i, x, here = b.var("k", ir.INT), b.var("x", ir.REF), b.var("here", ir.INT)
    b.add(ir.Set(i, ir.Num(0)))
    with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(moved.who)))):
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(moved.who), ir.Get(i))))
        b.add(ir.Set(here, ir.Binary("nth", ir.Get(moved.left), ir.Get(i))))
        b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
        with b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
            event(b, ir.Get(x), ir.Get(here), there, to_zone=to_zone)


def event(b: Builder, ref: ir.Expr, here: ir.Expr, there: ir.Expr, *, to_zone: bool) -> None:
    """The event of one component that came from a place to a site or zone."""
    library, layout = b.c.library, b.c.layout
    from_site = ir.Binary("and", ir.Binary("ge", here, ir.Num(0)), ir.Binary("lt", here, ir.Num(layout.first_zone)))
    site = ir.Look(standing.by_spot(library, "site_of_place"), (here,))
    with b.block() as off:
        if to_zone:
            b.c.events.emit(b, "removed", (ref, site))
        else:
            b.c.events.emit(b, "moved", (ref, site, there))
    with b.block() as other:
        b.c.events.emit(b, "dealt" if to_zone else "placed", (ref, there))
    if not layout.sites:
        b.blocks[-1] += other
    elif off or other:
        b.add(ir.If(from_site, off, other))


@contextmanager
def _unless_none(b: Builder, *values: tuple[ir.Expr, typed.Expr]) -> Iterator[None]:
    """Statements that run only if none of these is none."""
    test: ir.Expr = ir.Num(1)
    for value, e in values:
        if not sure(b, e) and not (isinstance(value, ir.Num) and value.value >= 0):
            one = ir.Binary("ge", value, ir.Num(0))
            test = one if isinstance(test, ir.Num) else ir.Binary("and", test, one)
    with b.when(test):
        yield


def refuse_other_kind(
    b: Builder, ref: ir.Expr, zone: ir.Expr, what: typed.Expr | None, place_: typed.Expr | None, span: Span
) -> None:
    """A rules error if a zone does not hold the kind of a component, where that is not certain from the types."""
    declared = b.c.layout.zones.declared
    if isinstance(place_, typed.ZoneRef):
        declared = (place_.zone,)
    found = what.type.of if what is not None and isinstance(what.type, t.SetType | t.ListType) else what and what.type
    kinds = kinds_of(found, b.c.game) if isinstance(found, t.ComponentType) else b.c.game.kinds
    if not all(kind.is_a(one.kind) for kind in kinds for one in declared):
        _refuse_kind(b, ir.Load(b.c.layout.cell("kind"), ref), zone, span)


def refuse_new_kind(b: Builder, ref: ir.Expr, kind: ir.Expr, value: typed.Expr) -> None:
    """A rules error if the zone in which a component lies does not hold the kind that it becomes."""
    declared = b.c.layout.zones.declared
    kinds = kinds_of(value.type, b.c.game) if isinstance(value.type, t.KindType) else b.c.game.kinds
    if not all(one.is_a(zone.kind) for one in kinds for zone in declared):
        _refuse_kind(b, kind, zones.zone_of(b.c.library, ref), value.span)


def _refuse_kind(b: Builder, kind: ir.Expr, zone: ir.Expr, span: Span) -> None:
    width = len(b.c.game.kinds)
    masks = [
        sum(1 << kind.index for kind in b.c.game.kinds if kind.is_a(one.kind)) for one in b.c.layout.zones.declared
    ]
    table = b.c.table("held_kinds", (len(masks) + 1,), (*masks, (1 << width) - 1), ir.bits(width))
    with b.when(ir.negated(ir.Binary("has", ir.Look(table, (ir.Binary("max", zone, ir.Num(-1)),)), kind))):
        text = ((kind, b.c.kind_shown()), " cannot come into ", (zone, b.c.shown(t.ZONE)))
        b.add(ir.Fail(OTHER_ZONE, text, span))


# ---- place ----


def place(b: Builder, s: typed.PlaceOne) -> None:
    """`place … in ZONE`"""
    from rulewright.program import effects

    kind = b.keep("kind", ir.INT, lower(b, s.kind))
    owner = b.keep("owner", ir.INT, lower(b, s.owner)) if s.owner is not None else ir.Num(-1)
    zone = b.keep("zone", ir.INT, lower(b, s.site))
    named = b.bind(s.name) if s.name is not None else None
    moved = _begin(b)
    with _unless_none(b, (kind, s.kind), (zone, s.site)):
        values = effects.field_values(b, s)
        with effects.as_often(b, s.count):
            b.c.library.refuse_spent(b, kind, owner, s.span)
            ref = _new(b, kind, owner, zone, ir.Num(0), s.site, s.span)
            effects.set_fields(b, s, ref, values)
            if named is not None:
                b.add(ir.Set(named, ir.Get(ref)))
            if moved is not None:
                moved.add(b, ir.Get(ref), ir.Num(-1))
        _tell_all(b, moved, zone, to_zone=True)


def _new(
    b: Builder, kind: ir.Expr, owner: ir.Expr, zone: ir.Expr, at: ir.Expr, where: typed.Expr, span: Span
) -> ir.Var:
    """A new component of a kind of which there are some left."""
    library = b.c.library
    ref = b.var("new", ir.REF)
    do = zones.place_in(library, kind, owner, zone, at)
    do.result = ref
    b.add(do)
    with b.when(ir.Binary("lt", ir.Get(ref), ir.Num(0))):
        library.none_left(b, kind, span)
    if not isinstance(where, typed.ZoneRef):
        refuse_other_kind(b, ir.Get(ref), zone, None, where, span)
    return ref


def _from_supply(b: Builder, s: typed.MoveTo) -> None:
    """`move supply(K) to …`: one after the other by kind; the first comes to lie on top."""
    from rulewright.program import effects

    assert isinstance(s.what, typed.Op)
    library = b.c.library
    there = b.keep("there", ir.INT, lower(b, s.place))
    owner = zone_ops.supply_owner(b, s.what)
    kind, kinds = zone_ops.kinds_of_supply(b, s.what)
    moved, at = _begin(b), b.var("at", ir.INT)
    b.add(ir.Set(at, ir.Num(0)))
    with _unless_none(b, (there, s.place)):
        with b.each(kind, kinds):
            with b.block() as body:
                if is_zone(s.place):
                    position = zones.BOTTOM if s.end == "bottom" else ir.Get(at)
                    ref = _new(b, ir.Get(kind), owner, there, position, s.place, s.span)
                    b.add(ir.Set(at, ir.Binary("add", ir.Get(at), ir.Num(1))))
                else:
                    ref = effects.new_on_site(b, ir.Get(kind), owner, there, s.span)
                if moved is not None:
                    moved.add(b, ir.Get(ref), ir.Num(-1))
            b.add(ir.Count(b.var("n", ir.INT), ir.Num(1), library.supply(ir.Get(kind), owner), body))
        _tell_all(b, moved, there, to_zone=is_zone(s.place))


# ---- move ----


def move(b: Builder, s: typed.MoveTo) -> None:
    """`move … to …` in a game with zones."""
    if is_supply(s.what):
        _from_supply(b, s)
        return
    if not isinstance(s.what.type, t.SetType | t.ListType):
        ref = b.keep("x", ir.REF, lower(b, s.what))
        there = b.keep("there", ir.INT, lower(b, s.place))
        moved = _begin(b)
        with _unless_none(b, (ref, s.what), (there, s.place)):
            at = zones.BOTTOM if s.end == "bottom" else ir.Num(0)
            _go(b, s, ref, there, at, ir.Unary("single", ref), moved)
            _tell_all(b, moved, there, to_zone=is_zone(s.place))
        return
    if _keeps_order(b, s.place):
        undecided.settle_all(b, s.what)
    items, x, going = b.var("items", ir.REFLIST), b.var("x", ir.REF), b.var("going", ir.refs(b.c.layout.refs))
    b.add(ir.Set(items, as_list(b, s.what)))
    b.add(ir.Set(going, ir.Unary("gather", ir.Get(items))))
    there = b.keep("there", ir.INT, lower(b, s.place))
    moved = _begin(b)
    with _unless_none(b, (there, s.place)):
        if is_zone(s.place) or not b.c.layout.has("pile"):
            _in_turn(b, s, (items, x, going), there, moved)
        else:
            _upon_one_another(b, s, (items, x, going), there, moved)
        _tell_all(b, moved, there, to_zone=is_zone(s.place))


def _keeps_order(b: Builder, place_: typed.Expr) -> bool:
    """Whether it can be seen in which order things come to a place."""
    if not isinstance(place_, typed.ZoneRef) or place_.zone.ordered:
        return True
    return not b.c.layout.zones.seen_by_all(place_.zone)


def _in_turn(
    b: Builder, s: typed.MoveTo, vars: tuple[ir.Var, ir.Var, ir.Var], there: ir.Expr, moved: Moved | None
) -> None:
    """From the first to the last; on the top of an ordered zone each below the one before it."""
    items, x, going = vars
    at = b.var("at", ir.INT)
    b.add(ir.Set(at, zones.BOTTOM if s.end == "bottom" else ir.Num(0)))
    with b.each_item(x, ir.Get(items)):
        _go(b, s, ir.Get(x), there, ir.Get(at), ir.Get(going), moved)
        if s.end != "bottom":
            there_is = ir.Binary("ge", standing.place_of(b.c.library, ir.Get(x)), ir.Num(0))
            with b.when(there_is):
                b.add(ir.Set(at, ir.Binary("add", ir.Get(at), ir.Num(1))))


def _upon_one_another(
    b: Builder, s: typed.MoveTo, vars: tuple[ir.Var, ir.Var, ir.Var], there: ir.Expr, moved: Moved | None
) -> None:
    """To a site that may hold a pile: the last goes first, so that the first lies on top."""
    items, x, going = vars
    i = b.var("i", ir.INT)
    if moved is not None:
        moved.backwards = True
    b.add(ir.Set(i, ir.Unary("length", ir.Get(items))))
    with b.forever(ir.Binary("gt", ir.Get(i), ir.Num(0))):
        b.add(ir.Set(i, ir.Binary("sub", ir.Get(i), ir.Num(1))))
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(items), ir.Get(i))))
        _go(b, s, ir.Get(x), there, ir.Num(0), ir.Get(going), moved)


def _go(
    b: Builder,
    s: typed.MoveTo | typed.Deal,
    ref: ir.Expr,
    there: ir.Expr,
    at: ir.Expr,
    going: ir.Expr,
    moved: Moved | None,
) -> None:
    """One component goes to a place that is not none. Where it is already, nothing happens; in an ordered zone it goes
    to that end, without an event. What has left the game goes nowhere."""
    library = b.c.library
    here = b.var("here", ir.INT)
    b.add(ir.Set(here, standing.place_of(library, ref)))
    there_is = ir.Binary("ge", ir.Get(here), ir.Num(0))
    if is_zone(s.place):
        elsewhere = ir.Binary("ne", ir.Get(here), zones.place_of_zone(library, there))
        wanted = ir.Binary("or", elsewhere, zones.is_ordered(library, there))
        with b.when(ir.Binary("and", there_is, wanted)):
            refuse_other_kind(b, ref, there, s.what if isinstance(s, typed.MoveTo) else None, s.place, s.span)
            b.add(zones.bring(library, ref, there, at, going))
            if moved is not None:
                with b.when(elsewhere):
                    moved.add(b, ref, ir.Get(here))
        return
    stands = ir.Look(standing.by_spot(library, "site_of_place"), (ir.Get(here),))
    with b.when(ir.Binary("and", there_is, ir.Binary("ne", stands, there))):
        library.refuse_full(b, ir.Load(b.c.layout.cell("kind"), ref), there, s.span)
        b.add(library.shift(ref, there, going))
        if moved is not None:
            moved.add(b, ref, ir.Get(here))


# ---- deal ----


def deal(b: Builder, s: typed.Deal) -> None:
    """One after the other from the top, as many as there are; then the events."""
    library = b.c.library
    source = b.keep("source", ir.INT, lower(b, s.source))
    there = b.keep("there", ir.INT, lower(b, s.place))
    count = b.keep("count", ir.INT, lower(b, s.count))
    moved, x = _begin(b), b.var("x", ir.REF)
    chance = undecided.may_be_undecided(b, s.source)
    with _unless_none(b, (source, s.source), (there, s.place)):
        with b.block() as body:
            with b.when(ir.Binary("eq", zones.size(library, source), ir.Num(0))):
                b.add(ir.Break())
            undecided.take_end(b, source, x, undecided.name_of(s.source), undecided=chance)
            at = zones.BOTTOM if s.end == "bottom" else ir.Num(0)
            _go(b, s, ir.Get(x), there, at, ir.Unary("single", ir.Get(x)), moved)
        b.add(ir.Count(b.var("n", ir.INT), ir.Num(1), count, body))
        _tell_all(b, moved, there, to_zone=is_zone(s.place))


# ---- shuffle, reveal, flip ----


def shuffle(b: Builder, s: typed.Shuffle) -> None:
    library = b.c.library
    zone = b.keep("zone", ir.INT, lower(b, s.zone))
    with _unless_none(b, (zone, s.zone)), b.when(zones.is_ordered(library, zone)):
        b.add(undecided.shuffle(library, zone))


def reveal(b: Builder, s: typed.Reveal) -> None:
    """Somebody comes to know components; an order that is undecided is decided first."""
    library, layout = b.c.library, b.c.layout
    seats = b.keep("seats", b.c.players.bits, _seats(b, s.to))
    if is_zone(s.what):
        zone = b.keep("zone", ir.INT, lower(b, s.what))
        if undecided.may_be_undecided(b, s.what):
            undecided.settle(b, zone, undecided.name_of(s.what))
        if "known" in layout.named:
            x = b.var("x", ir.REF)
            with b.each_item(x, zones.contents(library, zone)):
                b.add(knowing.reveal(library, ir.Get(x), seats))
        return
    undecided.settle_all(b, s.what)
    with _each(b, s.what) as ref:
        _settle_around(b, ref)
        if "known" in layout.named:
            b.add(knowing.reveal(library, ref, seats))


def _seats(b: Builder, to: typed.Expr | None) -> ir.Expr:
    if to is None:
        return knowing.everybody(b.c.library)
    value = lower(b, to)
    return value if isinstance(to.type, t.SetType) else ir.Unary("single", value)


def flip(b: Builder, s: typed.Flip) -> None:
    with _each(b, s.what) as ref:
        b.add(knowing.flip(b.c.library, ref))


@contextmanager
def _each(b: Builder, what: typed.Expr) -> Iterator[ir.Expr]:
    """Each component of a set or list, or one that is not none."""
    x = b.var("x", ir.REF)
    if isinstance(what.type, t.SetType | t.ListType):
        items = b.var("items", ir.REFLIST)
        b.add(ir.Set(items, as_list(b, what)))
        with b.each_item(x, ir.Get(items)), b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
            yield ir.Get(x)
        return
    b.add(ir.Set(x, lower(b, what)))
    with b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
        yield ir.Get(x)


def _settle_around(b: Builder, ref: ir.Expr) -> None:
    """Where a component lies in an undecided stretch, decide the order of that zone."""
    library = b.c.library
    if not b.c.layout.zones.shuffled:
        return
    z = b.var("z", ir.INT)
    b.add(ir.Set(z, zones.zone_of(library, ref)))
    at = ir.Binary("place", zones.contents(library, ir.Get(z)), ref)
    with b.when(ir.Binary("and", ir.Binary("ge", ir.Get(z), ir.Num(0)), zones.is_loose(library, ir.Get(z), at))):
        undecided.settle(b, ir.Get(z), "order")
