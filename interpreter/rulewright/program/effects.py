"""Lowering of effects: what is done to components and the board's state, each followed by its events.

An effect whose subject, place or kind is none does nothing. On a set an effect is done whole, then its events run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.program import belongings, ir, layered, standing, zone_effects, zone_swaps
from rulewright.program.builder import Builder, Level, sure
from rulewright.program.choices import as_list
from rulewright.program.expressions import lower
from rulewright.program.fields import in_range
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.source import Span


def lower_effect(b: Builder, s: typed.Statement) -> None:
    match s:
        case typed.PlaceOne() if zone_effects.is_zone(s.site):
            zone_effects.place(b, s)
        case typed.PlaceOne():
            _place(b, s)
        case typed.MoveTo() if b.c.layout.zones or zone_effects.is_supply(s.what):
            zone_effects.move(b, s)
        case typed.MoveTo():
            _move(b, s)
        case typed.Deal():
            zone_effects.deal(b, s)
        case typed.Shuffle():
            zone_effects.shuffle(b, s)
        case typed.Reveal():
            zone_effects.reveal(b, s)
        case typed.Flip():
            zone_effects.flip(b, s)
        case typed.Remove() if b.c.layout.zones.held:
            belongings.remove(b, s)
        case typed.Remove():
            _remove(b, s)
        case typed.Swap() if b.c.layout.zones:
            zone_swaps.swap(b, s)
        case typed.Swap():
            _swap(b, s)
        case typed.SetOwner(what=what, owner=value):
            _change(b, what, value, "owner")
        case typed.SetKind(what=what, kind=value):
            _change(b, what, value, "kind")
        case typed.SetMover(player=player, in_given=in_given):
            value_ = lower(b, player)
            b.add(ir.Store(b.c.layout.cell("mover"), None, value_))
            if in_given:
                b.add(ir.Store(b.c.layout.cell("active"), None, ir.Load(b.c.layout.cell("mover"))))
        case typed.SetCounter(counter=counter, value=value):
            b.add(ir.Store(b.c.counter(counter), None, lower(b, value)))
        case typed.Eliminate(player=player):
            out = b.c.players.out
            assert out is not None
            b.add(ir.Store(out, None, ir.Binary("joined", ir.Load(out), ir.Unary("single", lower(b, player)))))
        case typed.ForgetPositions():
            b.add(ir.ForgetRecords())
        case typed.Emit():
            _emit(b, s)
        case _:
            raise TypeError(f"no lowering for {type(s).__name__}")
    b.c.events.drain(b)


def _guard(b: Builder, value: ir.Expr, name: str, type: ir.IrType = ir.INT) -> ir.Expr:
    return b.keep(name, type, value)


def _exists(*values: ir.Expr) -> ir.Expr:
    """All of these are not none."""
    out: ir.Expr | None = None
    for value in values:
        if isinstance(value, ir.Num) and value.value >= 0:
            continue
        test = ir.Binary("ge", value, ir.Num(0))
        out = test if out is None else ir.Binary("and", out, test)
    return out or ir.Num(1)


def _place(b: Builder, s: typed.PlaceOne) -> None:
    kind = _guard(b, lower(b, s.kind), "kind")
    owner = _guard(b, lower(b, s.owner), "owner") if s.owner is not None else ir.Num(-1)
    where = s.site
    if isinstance(where.type, t.SetType | t.ListType):
        heard = reacts(b, "placed")
        placed = b.var("placed", ir.REFLIST)
        if heard:
            b.add(ir.Set(placed, ir.MakeList(())))
        site = b.var("site", ir.INT)
        wanted = as_list(b, where)
        values = field_values(b, s)
        needed = [kind] if isinstance(where.type, t.SetType) else [kind, ir.Get(site)]
        with b.each_item(site, wanted), b.when(_exists(*needed)), as_often(b, s.count):
            ref = _place_one(b, s, kind, owner, ir.Get(site), values)
            if heard:
                b.add(ir.Append(placed, ir.Get(ref)))
            if s.name is not None:
                b.add(ir.Set(b.vars.get(s.name) or b.bind(s.name), ir.Get(ref)))
        if heard:
            _tell_placed(b, placed)
        return
    site_ = _guard(b, lower(b, where), "site")
    named = b.bind(s.name) if s.name is not None else None
    if s.count is not None:
        _place_several(b, s, kind, owner, site_, named)
        return
    with b.when(_exists(kind, site_)):
        ref = _place_one(b, s, kind, owner, site_, field_values(b, s))
        if named is not None:
            b.add(ir.Set(named, ir.Get(ref)))
        b.c.events.emit(b, "placed", (ir.Get(ref), site_))


def _place_several(
    b: Builder, s: typed.PlaceOne, kind: ir.Expr, owner: ir.Expr, site: ir.Expr, named: ir.Var | None
) -> None:
    """Several of a kind on one site: all of them, then their events."""
    heard = reacts(b, "placed")
    placed = b.var("placed", ir.REFLIST)
    with b.when(_exists(kind, site)):
        values = field_values(b, s)
        if heard:
            b.add(ir.Set(placed, ir.MakeList(())))
        with as_often(b, s.count):
            ref = _place_one(b, s, kind, owner, site, values)
            if heard:
                b.add(ir.Append(placed, ir.Get(ref)))
            if named is not None:
                b.add(ir.Set(named, ir.Get(ref)))
        if heard:
            _tell_placed(b, placed)


@contextmanager
def as_often(b: Builder, count: typed.Expr | None) -> Iterator[None]:
    if count is None:
        yield
        return
    with b.block() as body:
        yield
    b.add(ir.Count(b.var("n", ir.INT), ir.Num(1), lower(b, count), body))


def _tell_placed(b: Builder, placed: ir.Var) -> None:
    x = b.var("x", ir.REF)
    with each_following(b, x, placed):
        b.c.events.emit(b, "placed", (ir.Get(x), b.c.library.site_of(ir.Get(x))))


def field_values(b: Builder, s: typed.PlaceOne) -> list[ir.Expr]:
    """What the fields are to hold, as it is before anything is placed."""
    return [b.keep(declared.name, b.c.layout.type(declared.type), lower(b, value)) for declared, value in s.fields]


def _place_one(
    b: Builder, s: typed.PlaceOne, kind: ir.Expr, owner: ir.Expr, site: ir.Expr, values: list[ir.Expr]
) -> ir.Var:
    ref = new_on_site(b, kind, owner, site, s.span)
    set_fields(b, s, ref, values)
    return ref


def new_on_site(b: Builder, kind: ir.Expr, owner: ir.Expr, site: ir.Expr, span: Span) -> ir.Var:
    """Place a component of a kind on a site, where there must be room."""
    ref = b.var("new", ir.REF)
    library = b.c.library
    library.refuse_full(b, kind, site, span)
    library.refuse_spent(b, kind, owner, span)
    do = library.place(kind, owner, site)
    do.result = ref
    b.add(do)
    if not b.c.layout.plain_only:
        with b.when(ir.Binary("lt", ir.Get(ref), ir.Num(0))):
            library.none_left(b, kind, span)
    return ref


def set_fields(b: Builder, s: typed.PlaceOne, ref: ir.Var, values: list[ir.Expr]) -> None:
    """The fields of a new component hold what `with` says."""
    for (declared, _), value in zip(s.fields, values, strict=True):
        stored, check = in_range(b, declared, value, s.span)
        b.add(ir.Store(b.c.layout.fields[declared], b.c.library.number(ir.Get(ref)), stored, check))


def reacts(b: Builder, event: str) -> bool:
    return b.level is not Level.SILENT and b.c.events.heard_builtin(event)


@contextmanager
def each_following(b: Builder, x: ir.Var, items: ir.Var) -> Iterator[None]:
    """A loop over a list of components that follows them; what is none by then is skipped."""
    i = b.var("i", ir.INT)
    b.add(ir.Set(i, ir.Num(0)))
    with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(items)))):
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(items), ir.Get(i))))
        b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
        with b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
            yield


def _move(b: Builder, s: typed.MoveTo) -> None:
    if isinstance(s.what.type, t.SetType | t.ListType):
        items = b.var("items", ir.REFLIST)
        b.add(ir.Set(items, as_list(b, s.what)))
        place = _guard(b, lower(b, s.place), "there")
        if b.c.layout.has("many", "pile"):
            with b.when(_exists(place)):
                _move_together(b, s, items, place)
            return
        x = b.var("x", ir.REF)
        with each_following(b, x, items):
            _move_one(b, s, ir.Get(x), place)
        return
    ref = _guard(b, lower(b, s.what), "x", ir.REF)
    place = _guard(b, lower(b, s.place), "there")
    conditions = [value for value, e in ((ref, s.what), (place, s.place)) if not sure(b, e)]
    with b.when(_exists(*conditions)):
        _move_one(b, s, ref, place)


def _move_together(b: Builder, s: typed.MoveTo, items: ir.Var, place: ir.Expr) -> None:
    """Several components move to one site, then their events run in order. The last goes first, so that on a pile the
    first lies on top."""
    library, heard = b.c.library, reacts(b, "moved")
    i, x, here = b.var("i", ir.INT), b.var("x", ir.REF), b.var("here", ir.INT)
    moved, left = b.var("moved", ir.REFLIST), b.var("left", ir.LIST)
    down = ir.Set(i, ir.Binary("sub", ir.Get(i), ir.Num(1)))
    for var in (moved, left) if heard else ():
        b.add(ir.Set(var, ir.MakeList(())))
    b.add(ir.Set(i, ir.Unary("length", ir.Get(items))))
    with b.forever(ir.Binary("gt", ir.Get(i), ir.Num(0))):
        b.add(down)
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(items), ir.Get(i))))
        b.add(ir.Set(here, library.site_of(ir.Get(x))))
        stands_elsewhere = ir.Binary("ne", ir.Get(here), place)
        with b.when(ir.Binary("and", ir.Binary("ge", ir.Get(x), ir.Num(0)), stands_elsewhere)):
            library.refuse_full(b, ir.Load(b.c.layout.cell("kind"), ir.Get(x)), place, s.span)
            b.add(library.shift(ir.Get(x), place))
            if heard:
                b.add(ir.Append(moved, ir.Get(x)))
                b.add(ir.Append(left, ir.Get(here)))
    if heard:
        b.add(ir.Set(i, ir.Unary("length", ir.Get(moved))))
        with b.forever(ir.Binary("gt", ir.Get(i), ir.Num(0))):
            b.add(ir.Set(i, ir.Binary("sub", ir.Get(i), ir.Num(1))))
            b.add(ir.Set(x, ir.Binary("nth", ir.Get(moved), ir.Get(i))))
            with b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
                b.c.events.emit(b, "moved", (ir.Get(x), ir.Binary("nth", ir.Get(left), ir.Get(i)), place))


def _move_one(b: Builder, s: typed.MoveTo, ref: ir.Expr, place: ir.Expr) -> None:
    """Where it stands already, nothing happens."""
    library = b.c.library
    heard = reacts(b, "moved")
    here: ir.Expr = library.site_of(ref)
    if heard:
        var = b.var("here", ir.INT)
        b.add(ir.Set(var, here))
        here = ir.Get(var)
    with b.when(ir.Binary("ne", here, place)):
        library.refuse_full(b, ir.Load(b.c.layout.cell("kind"), ref), place, s.span)
        b.add(library.shift(ref, place))
        if heard:
            moved = library.on(place, 0) if b.c.layout.flat else ref
            b.c.events.emit(b, "moved", (moved, here, place))


def _remove(b: Builder, s: typed.Remove) -> None:
    heard = reacts(b, "removed")
    if isinstance(s.what.type, t.SetType | t.ListType):
        items, x = b.var("items", ir.REFLIST), b.var("x", ir.REF)
        b.add(ir.Set(items, as_list(b, s.what)))
        if not heard:
            with each_following(b, x, items):
                _lift(b, ir.Get(x), heard=False)
            return
        ghosts, sites = b.var("ghosts", ir.REFLIST), b.var("sites", ir.LIST)
        b.add(ir.Set(ghosts, ir.MakeList(())))
        b.add(ir.Set(sites, ir.MakeList(())))
        with each_following(b, x, items):
            b.add(ir.Append(sites, b.c.library.site_of(ir.Get(x))))
            b.add(ir.Append(ghosts, ir.Get(_lift(b, ir.Get(x), heard=True))))
        i = b.var("k", ir.INT)
        b.add(ir.Set(i, ir.Num(0)))
        with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(ghosts)))):
            ghost = b.var("ghost", ir.REF)
            b.add(ir.Set(ghost, ir.Binary("nth", ir.Get(ghosts), ir.Get(i))))
            b.c.events.emit(b, "removed", (ir.Get(ghost), ir.Binary("nth", ir.Get(sites), ir.Get(i))))
            b.add(b.c.library.forget(ir.Get(ghost)))
            b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
        return
    ref = _guard(b, lower(b, s.what), "x", ir.REF)
    with b.when(_exists(ref) if not sure(b, s.what) else ir.Num(1)):
        if not heard:
            _lift(b, ref, heard=False)
            return
        here = b.var("here", ir.INT)
        b.add(ir.Set(here, b.c.library.site_of(ref)))
        ghost = _lift(b, ref, heard=True)
        b.c.events.emit(b, "removed", (ir.Get(ghost), ir.Get(here)))
        b.add(b.c.library.forget(ir.Get(ghost)))


def _lift(b: Builder, ref: ir.Expr, *, heard: bool) -> ir.Var:
    """Take a component off the board; without reactions every reference to it is none at once."""
    ghost = b.var("ghost", ir.REF)
    do = b.c.library.lift(ref)
    b.add(do)
    if heard or b.c.layout.ghosts or not b.c.layout.plain_only:
        do.result = ghost
        if not heard:
            b.add(b.c.library.forget(ir.Get(ghost)))
    return ghost


def _swap(b: Builder, s: typed.Swap) -> None:
    x, y = b.var("x", ir.REF), b.var("y", ir.REF)
    b.add(ir.Set(x, lower(b, s.first)))
    b.add(ir.Set(y, lower(b, s.second)))
    both = _exists(ir.Get(x), ir.Get(y))
    with b.when(ir.Binary("and", both, ir.Binary("ne", ir.Get(x), ir.Get(y)))):
        swap_standing(b, s, x, y)


def swap_standing(b: Builder, s: typed.Swap, x: ir.Var, y: ir.Var) -> None:
    """Two different components on the board change places."""
    heard = reacts(b, "moved")
    library = b.c.library
    if heard:
        at_x, at_y = b.var("at_x", ir.INT), b.var("at_y", ir.INT)
        b.add(ir.Set(at_x, library.site_of(ir.Get(x))))
        b.add(ir.Set(at_y, library.site_of(ir.Get(y))))
    if len(b.c.layout.slots) > 1:
        _exchange_sites(b, x, y, s.span)
    else:
        b.add(library.exchange(ir.Get(x), ir.Get(y)))
    if heard:
        # both may stand on one site, in two layers or in a pile
        with b.when(ir.Num(1) if b.c.layout.flat else ir.Binary("ne", ir.Get(at_x), ir.Get(at_y))):
            b.c.events.emit(b, "moved", (ir.Get(x), ir.Get(at_x), ir.Get(at_y)))
            with b.when(ir.Binary("ge", ir.Get(y), ir.Num(0))):
                b.c.events.emit(b, "moved", (ir.Get(y), ir.Get(at_y), ir.Get(at_x)))


def _exchange_sites(b: Builder, x: ir.Var, y: ir.Var, span: Span) -> None:
    """Two components of one layer exchange their places; those of two layers go each to the other's site."""
    library = b.c.library
    kinds = [ir.Load(b.c.layout.cell("kind"), ir.Get(one)) for one in (x, y)]
    mine, other = (standing.layer_of_kind(library, kind) for kind in kinds)
    with b.block() as exchange:
        b.add(library.exchange(ir.Get(x), ir.Get(y)))
    to_x, to_y = b.var("to_x", ir.INT), b.var("to_y", ir.INT)
    with b.block() as pass_by:
        b.add(ir.Set(to_x, library.site_of(ir.Get(x))))
        b.add(ir.Set(to_y, library.site_of(ir.Get(y))))
        with b.when(ir.Binary("ne", ir.Get(to_x), ir.Get(to_y))):
            for one, kind, to in ((x, kinds[0], to_y), (y, kinds[1], to_x)):
                library.refuse_full(b, kind, ir.Get(to), span)
                b.add(library.shift(ir.Get(one), ir.Get(to)))
    b.add(ir.If(ir.Binary("eq", mine, other), exchange, pass_by))


def _change(b: Builder, what: typed.Expr, value: typed.Expr, kind: str) -> None:
    library = b.c.library
    new = _guard(b, lower(b, value), "new")
    change = library.set_owner if kind == "owner" else library.set_kind
    event = f"{kind}_changed"
    heard = reacts(b, event)

    from rulewright.program import statements

    chance = statements.by_chance(value)

    def apply(ref: ir.Expr) -> None:
        b.add(change(ref, new))
        if chance:
            statements.unknown_to_others(b, ref)

    def refuse(ref: ir.Expr) -> None:
        layered.refuse_other_layer(library, b, ir.Load(b.c.layout.cell("kind"), ref), new, value.span)
        zone_effects.refuse_new_kind(b, ref, new, value)

    def one(ref: ir.Expr) -> None:
        if kind == "kind":
            refuse(ref)
        if not heard:
            apply(ref)
            return
        was = b.var("was", ir.INT)
        b.add(ir.Set(was, ir.Load(b.c.layout.cell(kind), ref)))
        with b.when(ir.Binary("ne", ir.Get(was), new)):
            apply(ref)
            b.c.events.emit(b, event, (ref, ir.Get(was)))

    if isinstance(what.type, t.SetType | t.ListType):
        items, x = b.var("items", ir.REFLIST), b.var("x", ir.REF)
        b.add(ir.Set(items, as_list(b, what)))
        if not heard:
            with each_following(b, x, items):
                one(ir.Get(x))
            return
        old, i = b.var("old", ir.LIST), b.var("k", ir.INT)
        b.add(ir.Set(old, ir.MakeList(())))
        with b.each_item(x, ir.Get(items)):
            b.add(ir.Append(old, ir.Load(b.c.layout.cell(kind), ir.Get(x))))
            if kind == "kind":
                refuse(ir.Get(x))
            apply(ir.Get(x))
        b.add(ir.Set(i, ir.Num(0)))
        with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(items)))):
            b.add(ir.Set(x, ir.Binary("nth", ir.Get(items), ir.Get(i))))
            was = b.var("was", ir.INT)
            b.add(ir.Set(was, ir.Binary("nth", ir.Get(old), ir.Get(i))))
            b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
            changed = ir.Binary("and", ir.Binary("ge", ir.Get(x), ir.Num(0)), ir.Binary("ne", ir.Get(was), new))
            with b.when(changed):
                b.c.events.emit(b, event, (ir.Get(x), ir.Get(was)))
        return
    ref = _guard(b, lower(b, what), "x", ir.REF)
    needed = [ref] if not sure(b, what) else []
    if kind == "kind" and not isinstance(new, ir.Num):
        needed.append(new)
    with b.when(_exists(*needed)):
        one(ref)


def _emit(b: Builder, s: typed.Emit) -> None:
    args = tuple(lower(b, arg) for arg in s.args)
    if b.level is Level.SILENT:
        return
    if s.later:
        b.add(ir.Enqueue(b.c.events.sort(s.event), args))
        return
    if not b.c.events.triggers(s.event):
        return
    b.add(ir.Do(b.c.events.routine(s.event), args))
    for i, (_, target) in enumerate(s.answers):
        from rulewright.program.statements import lower_statement

        cell = b.c.layout.once(f"answer_{i}", ir.INT)
        answer = typed.Local(f"answer_{i}", target.type, s.span)
        b.add(ir.Set(b.bind(answer), ir.Load(cell)))
        b.add(ir.Store(cell, None, ir.Num(0)))
        value = typed.LocalRef(answer, type=target.type, span=s.span)
        lower_statement(b, typed.Assign(target, "=", value, span=s.span))
