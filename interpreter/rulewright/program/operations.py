"""Lowering of the built-in operations that are values: integers, sets, players, components.

One function an operation, found by name; what stands on sites is in `site_ops.py`, geometry in `geometry_ops.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import geometry_ops, ir, site_ops, standing, zone_ops, zones
from rulewright.program.builder import Builder, sure
from rulewright.program.expressions import among, bit, item_of, kind_of_ref, lower
from rulewright.program.failures import BAD_INDEX, EMPTY_CHOICE
from rulewright.program.values import bag_part, faces_of
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.symbols import KindDecl

Lowering = Callable[[Builder, typed.Op], ir.Expr]

_INTS = {"add": "add", "sub": "sub", "mul": "mul", "div": "div", "mod": "mod"}
_COMPARE = {"lt", "le", "gt", "ge"}
_SETS = {"union": "joined", "intersect": "common", "difference": "without", "within": "inside"}


def lower_op(b: Builder, e: typed.Op) -> ir.Expr:
    if e.op in _INTS:
        return arithmetic(b, e)
    if e.op in _COMPARE:
        return ir.Binary(e.op, lower(b, e.args[0]), lower(b, e.args[1]))
    if e.op in _SETS:
        return _sets(b, _SETS[e.op], as_set(b, e.args[0]), as_set(b, e.args[1]))
    found = next((table[e.op] for table in _TABLES if e.op in table), None)
    if found is None:
        raise TypeError(f"no lowering for the operation {e.op}")
    return found(b, e)


def arithmetic(b: Builder, e: typed.Op) -> ir.Expr:
    left, right = lower(b, e.args[0]), lower(b, e.args[1])
    if e.op == "mod" and b.c.ranges.of(e.args[1])[0] < 0:
        right = ir.Unary("abs", right, e.span)  # the language's remainder is never negative
    safe = b.c.ranges.fits(e) and not (e.op in ("div", "mod") and b.c.ranges.may_be_zero(e.args[1]))
    if e.op == "mod" and b.c.ranges.of(e.args[1])[0] < 0:
        right = ir.Unary("abs", right, e.span)
    return ir.Binary(e.op, left, right, None if safe else e.span)


def _sets(b: Builder, op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Set algebra; what is on the board and of a kind or owner is just what is of that kind or owner, and an owner's
    components of a family are those of the owner's that have its numbers."""
    if op == "common":
        for one, other in ((left, right), (right, left)):
            numbers = _numbers_in_play(b, one)
            if numbers is not None and isinstance(other, ir.Load) and other.cell.name == "owned":
                return ir.Binary("common", other, numbers)
            everything = isinstance(one, ir.Load) and one.cell.name == "filled" and b.c.layout.simple
            if everything and isinstance(other, ir.Load) and other.cell.name in ("owned", "of_kind"):
                return other
    return ir.Binary(op, left, right)


def as_set(b: Builder, e: typed.Expr) -> ir.Expr:
    """A set or list as a set."""
    if isinstance(e, typed.Op) and e.op == "in_zone":
        return ir.Unary("gather", zone_ops.listed(b, e))
    value = lower(b, e)
    return ir.Unary("gather", value) if isinstance(e.type, t.ListType) else value


# ---- integers ----


def _neg(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Unary(e.op, lower(b, e.args[0]), None if b.c.ranges.fits(e) else e.span)


def _extreme(b: Builder, e: typed.Op) -> ir.Expr:
    out = lower(b, e.args[0])
    for arg in e.args[1:]:
        out = ir.Binary(e.op, out, lower(b, arg))
    return out


def _eq(b: Builder, e: typed.Op) -> ir.Expr:
    a, other = e.args
    if isinstance(a.type, t.SetType | t.ListType | t.BagType):
        return ir.Binary("same" if e.op == "eq" else "differs", as_set(b, a), as_set(b, other))
    return ir.Binary(e.op, lower(b, a), lower(b, other))


def _not(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.negated(lower(b, e.args[0]))


# ---- sets and lists ----


def _range(b: Builder, e: typed.Op) -> ir.Expr:
    low, high = e.args
    width = t.INT_SET_WIDTH
    h = b.helper("range")
    lo, hi, n, out = h.param("lo", ir.INT), h.param("hi", ir.INT), h.var("n", ir.INT), h.var("out", ir.bits(width))
    with h.block() as body:
        h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Unary("single", bit(h, t.INT, ir.Get(n), e.span)))))
    h.add(ir.Count(n, ir.Get(lo), ir.Get(hi), body))
    h.add(ir.Return(ir.Get(out)))
    return ir.Invoke(h.done(ir.bits(width)), (lower(b, low), lower(b, high), *h.captured))


def _member(b: Builder, e: typed.Op) -> ir.Expr:
    item, of = e.args
    if isinstance(of, typed.Op) and of.op == "in_zone":
        return zone_ops.member(b, item, of)
    if isinstance(of.type, t.ListType):
        return ir.Binary("contains", lower(b, of), lower(b, item))
    if isinstance(of, typed.Op) and of.op == "range":
        h = b.helper("between")
        n, lo, hi = h.param("n", ir.INT), h.param("lo", ir.INT), h.param("hi", ir.INT)
        inside = ir.Binary("and", ir.Binary("le", ir.Get(lo), ir.Get(n)), ir.Binary("le", ir.Get(n), ir.Get(hi)))
        h.add(ir.Return(inside))
        return ir.Invoke(h.done(ir.INT), (lower(b, item), lower(b, of.args[0]), lower(b, of.args[1])))
    value = lower(b, item)
    if isinstance(item.type, t.IntType):
        value = ir.Binary("max", item_bit_unchecked(value), ir.Num(-1))
    return ir.Binary("has", lower(b, of), value)


def item_bit_unchecked(value: ir.Expr) -> ir.Expr:
    return ir.Binary("add", value, ir.Num(t.INT_SET_BIAS))


def _count(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op in ("in_zone", "supply_set"):
        return _size_of(b, of)
    value = lower(b, of)
    if isinstance(of.type, t.BagType):
        out: ir.Expr = ir.Num(0)
        for i in range(len(faces_of(of.type.die.faces))):
            one = bag_part(value, i)
            out = one if i == 0 else ir.Binary("add", out, one)
        return out
    if isinstance(of, typed.Op) and of.op == "pile":
        return standing.size_of_pile(b.c.library, site_ops.layer_of(of), lower(b, of.args[0]))
    return ir.Unary("length" if isinstance(of.type, t.ListType) else "size", value)


def _any(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op == "pile":
        return standing.anything(b.c.library, site_ops.layer_of(of), lower(b, of.args[0]))
    if isinstance(of, typed.Op) and of.op in ("in_zone", "supply_set"):
        return ir.Binary("gt", _size_of(b, of), ir.Num(0))
    value = lower(b, of)
    if isinstance(of.type, t.ListType):
        return ir.Binary("gt", ir.Unary("length", value), ir.Num(0))
    return ir.Unary("some" if e.op == "any" else "none_of", value)


def _no(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op == "pile":
        return ir.negated(standing.anything(b.c.library, site_ops.layer_of(of), lower(b, of.args[0])))
    if isinstance(of, typed.Op) and of.op in ("in_zone", "supply_set"):
        return ir.Binary("eq", _size_of(b, of), ir.Num(0))
    if isinstance(of.type, t.ListType):
        return ir.Binary("eq", ir.Unary("length", lower(b, of)), ir.Num(0))
    return ir.Unary("none_of", lower(b, of))


def _size_of(b: Builder, of: typed.Op) -> ir.Expr:
    """How many lie in a zone, or wait in the supply."""
    if of.op == "supply_set":
        return zone_ops.supply_size(b, of)
    return zones.size(b.c.library, lower(b, of.args[0]))


def _first(b: Builder, e: typed.Op) -> ir.Expr:
    """The first (or only) member: none if there is none; of ints a rules error."""
    (of,) = e.args
    assert isinstance(of.type, t.SetType | t.ListType)
    item = of.type.of
    kind = b.c.layout.type(of.type)
    out = ir.REF if isinstance(item, t.ComponentType) else ir.INT
    if isinstance(of.type, t.SetType) and not isinstance(item, t.IntType):
        in_order = not isinstance(item, t.ComponentType) or b.c.layout.simple
        if e.op == "first" and in_order:
            return ir.Unary("least", lower(b, of))
    h = b.helper(e.op)
    s = h.param("s", kind)
    items = None if e.op == "only" and isinstance(of.type, t.SetType) else _items(h, of.type, ir.Get(s))
    if items is not None:
        items = h.keep("items", kind if isinstance(of.type, t.ListType) else ir.REFLIST, items)
    many = "length" if isinstance(of.type, t.ListType) or items is not None else "size"
    size = ir.Unary(many, items if items is not None else ir.Get(s))
    bad = ir.Binary("eq", size, ir.Num(0)) if e.op == "first" else ir.Binary("ne", size, ir.Num(1))
    with h.when(bad):
        if isinstance(item, t.IntType):
            what = "the first member of nothing" if e.op == "first" else "the only member, but there is not exactly one"
            h.add(ir.Fail(EMPTY_CHOICE, (f"this asks for {what}",), e.span))
        h.add(ir.Return(ir.Num(-1)))
    if items is not None:
        h.add(ir.Return(ir.Binary("nth", items, ir.Num(0))))
    else:
        h.add(ir.Return(item_of(h, item, ir.Unary("least", ir.Get(s)))))
    return ir.Invoke(h.done(out), (lower(b, of), *h.captured))


def _items(b: Builder, of: t.Type, value: ir.Expr) -> ir.Expr | None:
    """A list or a set of components that needs ordering as a list; None for other sets."""
    if isinstance(of, t.ListType):
        return value
    if isinstance(of, t.SetType) and isinstance(of.of, t.ComponentType) and not b.c.layout.simple:
        return b.c.library.in_order(value)
    return None


def _item(b: Builder, e: typed.Op) -> ir.Expr:
    of, index = e.args
    h = b.helper("item")
    items, i = h.param("items", b.c.layout.type(of.type)), h.param("i", ir.INT)
    outside = ir.Binary(
        "or",
        ir.Binary("lt", ir.Get(i), ir.Num(1)),
        ir.Binary("gt", ir.Get(i), ir.Unary("length", ir.Get(items))),
    )
    with h.when(outside):
        size = (ir.Unary("length", ir.Get(items)), ir.Shown("int"))
        text = ("the list has ", size, " members, there is no number ", (ir.Get(i), ir.Shown("int")))
        h.add(ir.Fail(BAD_INDEX, text, e.span))
    h.add(ir.Return(ir.Binary("nth", ir.Get(items), ir.Binary("sub", ir.Get(i), ir.Num(1)))))
    return ir.Invoke(h.done(b.c.layout.type(e.type)), (lower(b, of), lower(b, index), *h.captured))


def _as_set(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    assert isinstance(of.type, t.ListType)
    if isinstance(of.type.of, t.IntType):
        h = b.helper("as_set")
        items, n = h.param("items", ir.LIST), h.var("n", ir.INT)
        out = h.var("out", ir.bits(t.INT_SET_WIDTH))
        with h.each_item(n, ir.Get(items)):
            one = ir.Unary("single", bit(h, t.INT, ir.Get(n), e.span))
            h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), one)))
        h.add(ir.Return(ir.Get(out)))
        return ir.Invoke(h.done(ir.bits(t.INT_SET_WIDTH)), (lower(b, of), *h.captured))
    return as_set(b, of)


def _bag_count(b: Builder, e: typed.Op) -> ir.Expr:
    bag, face = e.args
    assert isinstance(bag.type, t.BagType)
    faces = faces_of(bag.type.die.faces)
    if isinstance(face, typed.Constant) and isinstance(face.value, int):
        return bag_part(lower(b, bag), faces.index(face.value)) if face.value in faces else ir.Num(0)
    h = b.helper("bag_count")
    of, wanted = h.param("bag", b.c.layout.type(bag.type)), h.param("face", ir.INT)
    for i, value in enumerate(faces):
        with h.when(ir.Binary("eq", ir.Get(wanted), ir.Num(value))):
            h.add(ir.Return(bag_part(ir.Get(of), i)))
    h.add(ir.Return(ir.Num(0)))
    return ir.Invoke(h.done(ir.INT), (lower(b, bag), lower(b, face), *h.captured))


def _bag_sum(b: Builder, e: typed.Op) -> ir.Expr:
    (bag,) = e.args
    assert isinstance(bag.type, t.BagType)
    h = b.helper("bag_sum")
    of = h.param("bag", b.c.layout.type(bag.type))
    out: ir.Expr = ir.Num(0)
    for i, value in enumerate(faces_of(bag.type.die.faces)):
        out = ir.Binary("add", out, ir.Binary("mul", bag_part(ir.Get(of), i), ir.Num(value)), e.span)
    h.add(ir.Return(out))
    return ir.Invoke(h.done(ir.INT), (lower(b, bag), *h.captured))


# ---- players ----


def _mover(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Load(b.c.layout.cell(e.op))


def _opponent(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.players.opponent(lower(b, e.args[0]))


def _next(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.players.next(lower(b, e.args[0]))


def _allies(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.players.allies(), (lower(b, e.args[0]),))


def _enemies(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.players.enemies(), (lower(b, e.args[0]),))


def _players_in(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.players.all_in()


# ---- components ----


def _in_play(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.library.in_play()


def _owned(b: Builder, e: typed.Op) -> ir.Expr:
    (player,) = e.args
    if isinstance(player, typed.Op) and player.op == "mover":
        return ir.Load(b.c.layout.cell("owned"), ir.Load(b.c.layout.cell("mover")))
    value = lower(b, player)
    if sure(b, player):
        return ir.Load(b.c.layout.cell("owned"), value)
    return ir.Load(b.c.layout.cell("owned"), b.c.players.owner_index(value))


def _owned_by_any(b: Builder, e: typed.Op) -> ir.Expr:
    (who,) = e.args
    if isinstance(who, typed.Op) and who.op == "enemies" and b.c.players.duel:
        return ir.Load(b.c.layout.cell("owned"), b.c.players.opponent(lower(b, who.args[0])))
    h = b.helper("owned_by_any")
    seats, p = h.param("seats", ir.bits(len(b.c.game.players))), h.var("p", ir.INT)
    out = h.var("out", ir.refs(b.c.layout.refs))
    with h.each(p, ir.Get(seats)):
        h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Load(b.c.layout.cell("owned"), ir.Get(p)))))
    h.add(ir.Return(ir.Get(out)))
    return ir.Invoke(h.done(ir.refs(b.c.layout.refs)), (lower(b, who), *h.captured))


def _kinds_data(e: typed.Op) -> list[int]:
    assert isinstance(e.data, tuple)
    return [kind.index for kind in e.data if isinstance(kind, KindDecl)]


_MANY = 3
"""So many kinds at least are told by their numbers."""


def of_kinds(b: Builder, kinds: list[int], cell: str = "of_kind") -> ir.Expr:
    """All components in play (or existing ones) of exactly these kinds."""
    if len(kinds) == len(b.c.game.kinds) and cell == "of_kind":
        return b.c.library.in_play()
    numbers = _family(b, kinds) if cell == "of_kind" and len(kinds) >= _MANY else None
    if numbers is not None:
        return ir.Binary("common", b.c.library.in_play(), numbers)
    out: ir.Expr = ir.Mask(0, b.c.layout.refs)
    for i, kind in enumerate(kinds):
        one = ir.Load(b.c.layout.cell(cell), ir.Num(kind))
        out = one if i == 0 else ir.Binary("joined", out, one)
    return out


def _family(b: Builder, kinds: list[int]) -> ir.Mask | None:
    """The numbers that components of these kinds have, if all others have other ones."""
    layout = b.c.layout
    pools = layout.identities.pools
    mine = {pools.get(kind, 0) for kind in kinds}
    others = [pools.get(kind.index, 0) for kind in b.c.game.kinds if kind.index not in kinds and not kind.children]
    (pool, *more) = mine
    if more or not pool or any(pool & other for other in others):
        return None
    return ir.Mask(pool << layout.first_number, layout.refs)


def _numbers_in_play(b: Builder, e: ir.Expr) -> ir.Mask | None:
    """The numbers of a family of which `e` is what is in play, as `of_kinds` gives it; else None."""
    if not (isinstance(e, ir.Binary) and e.op == "common" and isinstance(e.b, ir.Mask)):
        return None
    seats, chain = len(b.c.game.players) + 1, e.a
    while isinstance(chain, ir.Binary) and chain.op == "joined":
        if not (isinstance(chain.b, ir.Load) and chain.b.cell.name == "owned"):
            return None
        seats, chain = seats - 1, chain.a
    whole = seats == 1 and isinstance(chain, ir.Load) and chain.cell.name == "owned"
    return e.b if whole else None


def _of_kinds(b: Builder, e: typed.Op) -> ir.Expr:
    return of_kinds(b, _kinds_data(e))


def _narrow(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    kinds = _kinds_data(e)
    if isinstance(of.type, t.SetType):
        if len(kinds) == len(b.c.game.kinds):
            return lower(b, of)
        numbers = _family(b, kinds) if len(kinds) >= _MANY else None
        among_all = numbers or of_kinds(b, kinds, "existing" if b.c.layout.zones else "of_kind")
        return ir.Binary("common", lower(b, of), among_all)
    h = b.helper("narrow")
    x = h.param("x", ir.REF)
    test = among(kind_of_ref(h, ir.Get(x)), kinds, len(b.c.game.kinds))
    h.add(ir.Return(ir.Select(test, ir.Get(x), ir.Num(-1))))
    return ir.Invoke(h.done(ir.REF), (lower(b, of), *h.captured))


def _at(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.library.site_of(lower(b, e.args[0]))


def _owner(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op == "on" and b.c.layout.simple:
        return ir.Load(b.c.layout.cell("owner"), lower(b, of.args[0]))
    return ir.Load(b.c.layout.cell("owner"), lower(b, of))


def _kind(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    if isinstance(of, typed.Op) and of.op == "on" and b.c.layout.simple:
        return kind_of_ref(b, lower(b, of.args[0]))
    return kind_of_ref(b, lower(b, of))


def _supply_count(b: Builder, e: typed.Op) -> ir.Expr:
    kind, player = e.args
    return b.c.library.supply(lower(b, kind), lower(b, player))


def _kinds(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Mask(sum(1 << k for k in _kinds_data(e)), len(b.c.game.kinds))


# ---- history ----


def _repetitions(b: Builder, e: typed.Op) -> ir.Expr:
    return b.c.history.repetitions(b)


def _turn_number(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Load(b.c.counter(e.op))


_OPERATIONS: dict[str, Lowering] = {
    "neg": _neg,
    "abs": _neg,
    "min": _extreme,
    "max": _extreme,
    "eq": _eq,
    "ne": _eq,
    "not": _not,
    "range": _range,
    "member": _member,
    "count": _count,
    "any": _any,
    "no": _no,
    "first": _first,
    "only": _first,
    "item": _item,
    "as_set": _as_set,
    "bag_count": _bag_count,
    "bag_sum": _bag_sum,
    "mover": _mover,
    "active": _mover,
    "opponent": _opponent,
    "next": _next,
    "allies": _allies,
    "enemies": _enemies,
    "players_in": _players_in,
    "in_play": _in_play,
    "owned": _owned,
    "owned_by_any": _owned_by_any,
    "of_kinds": _of_kinds,
    "narrow": _narrow,
    "at": _at,
    "owner": _owner,
    "kind": _kind,
    "supply_count": _supply_count,
    "kinds": _kinds,
    "repetitions": _repetitions,
    "turn_number": _turn_number,
    "round_number": _turn_number,
}

_TABLES = (_OPERATIONS, site_ops.OPERATIONS, geometry_ops.OPERATIONS, zone_ops.OPERATIONS)
