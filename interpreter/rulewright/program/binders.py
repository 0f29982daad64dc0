"""Lowering of binders (`any(x in S where c: e)` and the like), of `reach`, and of loops over sets and lists."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.program import ir, undecided, zone_ops
from rulewright.program.builder import Builder
from rulewright.program.expressions import bit, item_of, lower
from rulewright.program.failures import EMPTY_CHOICE
from rulewright.semantics import typed
from rulewright.semantics import types as t


@contextmanager
def loop(b: Builder, var: ir.Var, source: typed.Expr, *, ordered: bool) -> Iterator[None]:
    """A loop in which `var` takes each value of a set or list. `ordered`: the order of components matters."""
    if isinstance(source, typed.Op) and source.op == "range":
        lo, hi = lower(b, source.args[0]), lower(b, source.args[1])
        with b.block() as body:
            yield
        b.add(ir.Count(var, lo, hi, body))
        return
    known = _numbers(source)
    if known is not None:
        with b.block() as body:
            yield
        b.add(ir.Count(var, ir.Num(known[0]), ir.Num(known[-1]), body))
        return
    if isinstance(source, typed.Op) and source.op == "in_zone":
        with b.each_item(var, zone_ops.listed(b, source)):
            yield
        return
    value = lower(b, source)
    if isinstance(source.type, t.ListType):
        with b.each_item(var, value):
            yield
    elif isinstance(source.type, t.SetType) and isinstance(source.type.of, t.IntType):
        raw = b.var("bit", ir.INT)
        with b.each(raw, value):
            b.add(ir.Set(var, item_of(b, source.type.of, ir.Get(raw))))
            yield
    elif ordered and is_components(source.type) and not b.c.layout.simple:
        with b.each_item(var, b.c.library.in_order(value)):
            yield
    else:
        with b.each(var, value):
            yield


def _numbers(source: typed.Expr) -> range | None:
    """The numbers of a constant set of int, if they follow one another without a gap."""
    if not (isinstance(source, typed.Constant) and source.type == t.SetType(t.INT) and isinstance(source.value, int)):
        return None
    bits = source.value
    low, size = (bits & -bits).bit_length() - 1, bits.bit_count()
    if size == 0 or bits != ((1 << size) - 1) << low:
        return None
    return range(t.value_of(t.INT, low), t.value_of(t.INT, low) + size)


def is_components(of: t.Type) -> bool:
    return isinstance(of, t.SetType | t.ListType) and isinstance(of.of, t.ComponentType)


def lower_bind(b: Builder, e: typed.Bind) -> ir.Expr:
    if e.word in _LOOK_AT_ORDER:
        undecided.settle_all(b, e.source)
    short = _short_cut(b, e)
    if short is not None:
        return short

    def fill(h: Builder) -> ir.IrType:
        var = h.bind(e.var, never_none=not isinstance(e.source.type, t.ListType))
        return _WORDS[e.word](h, e, var)

    return b.closure(e, e.word, fill)


def _short_cut(b: Builder, e: typed.Bind) -> ir.Expr | None:
    """Properties of sets that need no loop: the sites of components, the components on sites."""
    body = e.body
    if e.word != "map" or e.filter is not None or not isinstance(body, typed.Op) or len(body.args) != 1:
        return None
    (of,) = body.args
    if not (isinstance(of, typed.LocalRef) and of.var is e.var) or not isinstance(e.source.type, t.SetType):
        return None
    if body.op == "at":
        return b.c.library.sites_of(lower(b, e.source))
    if body.op == "on" and b.c.layout.simple:
        return ir.Binary("common", lower(b, e.source), b.c.library.occupied())
    return None


@contextmanager
def _fitting(h: Builder, e: typed.Bind, var: ir.Var, *, ordered: bool = False) -> Iterator[None]:
    with loop(h, var, e.source, ordered=ordered):
        if e.filter is None:
            yield
        else:
            with h.when(lower(h, e.filter)):
                yield


def _any(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    found = 0 if e.word in ("no", "all") else 1
    with _fitting(h, e, var):
        condition = lower(h, e.body)
        with h.when(ir.negated(condition) if e.word == "all" else condition):
            h.add(ir.Return(ir.Num(found)))
    h.add(ir.Return(ir.Num(1 - found)))
    return ir.INT


def _count(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    n = h.var("n", ir.INT)
    h.add(ir.Set(n, ir.Num(0)))
    with _fitting(h, e, var), h.when(lower(h, e.body)):
        h.add(ir.Set(n, ir.Binary("add", ir.Get(n), ir.Num(1))))
    h.add(ir.Return(ir.Get(n)))
    return ir.INT


def _sum(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    n = h.var("n", ir.INT)
    h.add(ir.Set(n, ir.Num(0)))
    with _fitting(h, e, var):
        h.add(ir.Set(n, ir.Binary("add", ir.Get(n), lower(h, e.body), e.span)))
    h.add(ir.Return(ir.Get(n)))
    return ir.INT


def _extreme(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    """min, max, best: `best` gives the var with the greatest body, the first of equals."""
    none, value, best, item = (h.var(name, ir.INT) for name in ("none", "value", "best", "item"))
    item.type = var.type
    h.add(ir.Set(none, ir.Num(1)))
    with _fitting(h, e, var, ordered=e.word == "best"):
        h.add(ir.Set(value, lower(h, e.body)))
        better = ir.Binary("lt" if e.word == "min" else "gt", ir.Get(value), ir.Get(best))
        with h.when(ir.Binary("or", ir.Get(none), better)):
            h.add(ir.Set(none, ir.Num(0)))
            h.add(ir.Set(best, ir.Get(value)))
            h.add(ir.Set(item, ir.Get(var)))
    if e.word != "best" or isinstance(e.type, t.IntType):
        with h.when(ir.Get(none)):
            h.add(ir.Fail(EMPTY_CHOICE, (f"`{e.word}` is asked of nothing",), e.span))
    h.add(ir.Return(ir.Get(item if e.word == "best" else best)))
    return h.c.layout.type(e.type)


def _first(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    with _fitting(h, e, var, ordered=True), h.when(lower(h, e.body)):
        h.add(ir.Return(ir.Get(var)))
    if isinstance(e.type, t.IntType):
        h.add(ir.Fail(EMPTY_CHOICE, ("`first` finds nothing",), e.span))
    h.add(ir.Return(ir.Num(-1)))
    return h.c.layout.type(e.type)


def _prefix(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    kind = h.c.layout.type(e.type)
    out = h.var("out", kind)
    with _fitting(h, e, var, ordered=True):
        with h.when(ir.negated(lower(h, e.body))):
            h.add(ir.Break())
        if isinstance(e.type, t.ListType):
            h.add(ir.Append(out, ir.Get(var)))
        else:
            assert isinstance(e.type, t.SetType)
            _join(h, out, ir.Unary("single", bit(h, e.type.of, ir.Get(var), e.span)))
    h.add(ir.Return(ir.Get(out)))
    return kind


def _such(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    assert isinstance(e.type, t.SetType)
    kind = h.c.layout.type(e.type)
    out = h.var("out", kind)
    with _fitting(h, e, var), h.when(lower(h, e.body)):
        _join(h, out, ir.Unary("single", bit(h, e.type.of, ir.Get(var), e.span)))
    h.add(ir.Return(ir.Get(out)))
    return kind


def _union(h: Builder, e: typed.Bind, var: ir.Var) -> ir.IrType:
    assert isinstance(e.type, t.SetType)
    kind = h.c.layout.type(e.type)
    out = h.var("out", kind)
    with _fitting(h, e, var):
        _join(h, out, as_members(h, e.type.of, e.body))
    h.add(ir.Return(ir.Get(out)))
    return kind


def as_members(h: Builder, of: t.Type, e: typed.Expr) -> ir.Expr:
    """A set, a list or one value as a set of `of`."""
    if isinstance(e, typed.Op) and e.op == "in_zone":
        return ir.Unary("gather", zone_ops.listed(h, e))
    value = lower(h, e)
    if isinstance(e.type, t.SetType):
        return value
    if isinstance(e.type, t.ListType):
        return ir.Unary("gather", value)
    return ir.Unary("single", bit(h, of, value, e.span))


def _join(h: Builder, out: ir.Var, more: ir.Expr) -> None:
    h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), more)))


_WORDS = {
    "any": _any,
    "all": _any,
    "no": _any,
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "best": _extreme,
    "first": _first,
    "prefix": _prefix,
    "such": _such,
    "union": _union,
    "map": _union,
}


_LOOK_AT_ORDER = ("best", "first", "prefix")
"""The words that ask which member comes first."""


def lower_reach(b: Builder, e: typed.Reach) -> ir.Expr:
    """All that repeating the body leads to, breadth first; with a limit only that many times."""
    return b.closure(e, "reach", lambda h: _reach(h, e))


def _reach(h: Builder, e: typed.Reach) -> ir.IrType:
    assert isinstance(e.type, t.SetType)
    kind = h.c.layout.type(e.type)
    var = h.bind(e.var, never_none=True)
    seen, edge, more = (h.var(name, kind) for name in ("seen", "edge", "more"))
    n = h.var("n", ir.INT)
    h.add(ir.Set(seen, as_members(h, e.type.of, e.start)))
    h.add(ir.Set(edge, ir.Get(seen)))
    going: ir.Expr = ir.Unary("some", ir.Get(edge))
    if e.limit is not None:
        h.add(ir.Set(n, lower(h, e.limit)))
        going = ir.Binary("and", going, ir.Binary("gt", ir.Get(n), ir.Num(0)))
    with h.forever(going):
        h.add(ir.Set(more, ir.Mask(0, kind.width)))
        raw = h.var("bit", ir.INT)
        inner = raw if isinstance(e.type.of, t.IntType) else var
        with h.each(inner, ir.Get(edge)):
            if inner is raw:
                h.add(ir.Set(var, item_of(h, e.type.of, ir.Get(raw))))
            _join(h, more, as_members(h, e.type.of, e.body))
        h.add(ir.Set(edge, ir.Binary("without", ir.Get(more), ir.Get(seen))))
        _join(h, seen, ir.Get(edge))
        if e.limit is not None:
            h.add(ir.Set(n, ir.Binary("sub", ir.Get(n), ir.Num(1))))
    h.add(ir.Return(ir.Get(seen)))
    return kind
