"""Chance: dice, bags of dice and draws from a set are stops before the statement that asks for them. What falls in the
open is told."""

from __future__ import annotations

from rulewright.program import binders, ir, tellings
from rulewright.program.alike import first_like, may_be_alike
from rulewright.program.builder import Builder
from rulewright.program.choices import as_list
from rulewright.program.expressions import lower
from rulewright.program.typeof import family
from rulewright.program.values import bag_part, faces_of
from rulewright.semantics import typed
from rulewright.semantics import types as t


def draw(b: Builder, e: typed.RollDie | typed.AnyOf, *, secret: bool = False) -> ir.Expr:
    """Adds the stop to `b`; the value is the outcome. `secret`: not all may see what comes, as with all components."""
    if isinstance(e, typed.RollDie):
        return _roll(b, e, secret)
    return _any_of(b, e, secret or isinstance(e.type, t.ComponentType))


def _tell(b: Builder, e: typed.RollDie | typed.AnyOf, result: ir.Var, info: ir.DrawInfo) -> None:
    value = ir.Get(result)
    fell = ir.Num(tellings.FELL), ir.Num(len(b.c.draws))
    b.c.draws.append(info)
    if isinstance(e.type, t.BagType):
        counts = (bag_part(value, i) for i in range(len(faces_of(e.type.die.faces))))
        b.add(ir.Tell((*fell, *counts)))
    elif family(result.type) == "int":
        b.add(ir.Tell((*fell, value)))


def _roll(b: Builder, e: typed.RollDie, secret: bool) -> ir.Expr:
    faces = faces_of(e.die.faces)
    weights = tuple(e.die.faces.count(face) for face in faces)
    info = ir.DrawInfo(e.die.name, b.c.shown(e.die.type), faces if e.count is not None else (), secret)
    result = b.var("rolled", b.c.layout.type(e.type))
    h = b.helper(f"falls_{e.die.name}", "generator")
    h.span = e.span
    if e.count is not None:
        n = h.param("n", ir.INT)
        h.add(ir.YieldBags(ir.Get(n), weights))
        b.add(ir.Draw(h.done(), (lower(b, e.count),), result, info))
    else:
        _yield_faces(h, faces, weights)
        b.add(ir.Draw(h.done(), (), result, info))
    if not secret:
        _tell(b, e, result, info)
    return ir.Get(result)


def _yield_faces(h: Builder, faces: tuple[int, ...], weights: tuple[int, ...]) -> None:
    for face, weight in zip(faces, weights, strict=True):
        h.add(ir.Yield(0, (ir.Num(face),), (ir.Num(face),), weight=ir.Num(weight)))


def _any_of(b: Builder, e: typed.AnyOf, secret: bool) -> ir.Expr:
    info = ir.DrawInfo(e.called or "any_of", b.c.shown(e.type), secret=secret)
    result = b.var("drawn", b.c.layout.type(e.type))
    h = b.helper("draws", "generator")
    h.span = e.span
    if may_be_alike(b, e.source.type):
        _alike_once(h, e)
    elif e.var is not None and e.weight is not None:
        var = h.bind(e.var, never_none=isinstance(e.source.type, t.SetType))
        with binders.loop(h, var, e.source, ordered=True):
            h.add(ir.Yield(0, (ir.Get(var),), (ir.Get(var),), weight=lower(h, e.weight)))
    else:
        item = h.var("item", result.type)
        with h.each_item(item, as_list(h, e.source)):
            h.add(ir.Yield(0, (ir.Get(item),), (ir.Get(item),), weight=ir.Num(1)))
    b.add(ir.Draw(h.done(), tuple(h.captured), result, info))
    if not secret:
        _tell(b, e, result, info)
    return ir.Get(result)


def _alike_once(h: Builder, e: typed.AnyOf) -> None:
    """Components that are alike are one outcome, whose weights add up."""
    items, first = h.var("items", ir.REFLIST), h.var("first", ir.REF)
    h.add(ir.Set(items, as_list(h, e.source)))
    item = h.bind(e.var, never_none=True) if e.var is not None else h.var("item", ir.REF)
    with h.each_item(item, ir.Get(items)):
        h.add(ir.Set(first, first_like(h, ir.Get(items), ir.Get(item))))
        weight = lower(h, e.weight) if e.weight is not None else ir.Num(1)
        h.add(ir.Yield(0, (ir.Get(first),), (ir.Get(first),), weight=weight))
