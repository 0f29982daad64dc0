"""Lowering of expressions: from the typed tree to IR expressions.

Whatever needs a loop or a test becomes a helper function that is invoked in place, so that order and conditional
evaluation stay as written; only chance is hoisted: the statement before draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import ir, sides
from rulewright.program.builder import Builder, sure
from rulewright.program.failures import BAD_INDEX, OF_NONE
from rulewright.program.fold import known
from rulewright.program.values import constant, width_of
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.semantics.symbols import Domain


def lower(b: Builder, e: typed.Expr) -> ir.Expr:
    """The IR for an expression. May add statements to `b` only for chance."""
    from rulewright.program import binders, chance, choices, operations, zone_ops

    if isinstance(e.type, t.BoolType):
        fixed = known(e)
        if fixed is not None:
            return ir.Num(fixed)
    match e:
        case typed.Constant(value=value):
            width = b.c.width(e.type.of) if isinstance(e.type, t.SetType) else 0
            return constant(e.type, value, width)
        case typed.LocalRef(var=var, index=None):
            return ir.Get(b.find(var))
        case typed.LocalRef(var=var, index=index):
            assert index is not None
            array, at = b.find(var), array_index(b, var, index)
            return ir.Get(array, at) if array.size else ir.Binary("nth", ir.Get(array), at)
        case typed.VarRef(var=var, index=None):
            return ir.Load(b.c.layout.vars[var])
        case typed.VarRef(var=var, index=index):
            assert index is not None and var.each is not None
            return ir.Load(b.c.layout.vars[var], domain_index(b, var.each, index, var.name, e.span))
        case typed.FieldRef():
            return field(b, e)
        case typed.KindConstant():
            return kind_constant(b, e)
        case typed.RegionRef(region=region, owner=owner):
            return ir.Look(b.c.region_table(region), (lower(b, owner),))
        case typed.ZoneRef():
            return zone_ops.zone_ref(b, e)
        case typed.Op():
            return operations.lower_op(b, e)
        case typed.Logic(op=op, left=left, right=right):
            if known(left) is not None:
                return lower(b, right)
            return ir.Binary(op, lower(b, left), lower(b, right))
        case typed.Cond(condition=condition, then=then, otherwise=otherwise):
            chosen = known(condition)
            if chosen is not None:
                return lower(b, then if chosen else otherwise)
            return ir.Select(lower(b, condition), lower(b, then), lower(b, otherwise))
        case typed.IsKind(subject=subject, kind=kind, negated=negated):
            found = kind_test(b, subject, [k.index for k in kind.descendants()])
            return ir.negated(found) if negated else found
        case typed.MakeSet(items=items):
            return make_set(b, e, items)
        case typed.MakeList(items=items):
            return ir.MakeList(tuple(lower(b, item) for item in items))
        case typed.Bind():
            return binders.lower_bind(b, e)
        case typed.Reach():
            return binders.lower_reach(b, e)
        case typed.Call(generic=generic, args=()) if generic.table is not None and generic.table[0] is not None:
            width = b.c.width(e.type.of) if isinstance(e.type, t.SetType) else 0
            return constant(e.type, generic.table[0], width)
        case typed.Call(generic=generic, args=(arg,)) if generic.table and (
            generic.table[-1] is not None or sure(b, arg)
        ):
            return ir.Look(b.c.definition_table(generic), (lower(b, arg),))
        case typed.Call(generic=generic, args=args):
            routine = b.c.methods.definition(generic)
            return ir.Invoke(routine, tuple(lower(b, arg) for arg in args))
        case typed.Possible(choice=choice):
            generator, args_ = choices.generator(b, choice)
            return ir.SomeYield(generator, args_)
        case typed.CountMoves(choice=choice):
            generator, args_ = choices.generator(b, choice)
            return ir.CountYields(generator, args_)
        case typed.Chosen(choice=chosen, name=name):
            return ir.Get(b.find_member(chosen, name))
        case typed.RollDie() | typed.AnyOf():
            return chance.draw(b, e)
        case _:
            raise TypeError(f"no lowering for {type(e).__name__}")


def kind_of(b: Builder, subject: typed.Expr) -> ir.Expr:
    """The kind index of a component or of a kind value; -1 for none."""
    value = lower(b, subject)
    return value if isinstance(subject.type, t.KindType) else kind_of_ref(b, value)


def kind_of_ref(b: Builder, ref: ir.Expr) -> ir.Expr:
    return ir.Load(b.c.layout.cell("kind"), ref)


def kind_test(b: Builder, subject: typed.Expr, kinds: list[int]) -> ir.Expr:
    """Whether a component or kind value is one of exactly these kinds."""
    return among(kind_of(b, subject), kinds, len(b.c.game.kinds))


def among(value: ir.Expr, wanted: list[int], width: int) -> ir.Expr:
    if len(wanted) == 1:
        return ir.Binary("eq", value, ir.Num(wanted[0]))
    return ir.Binary("has", ir.Mask(sum(1 << k for k in wanted), width), value)


def make_set(b: Builder, e: typed.MakeSet, items: tuple[typed.Expr, ...]) -> ir.Expr:
    assert isinstance(e.type, t.SetType)
    of = e.type.of
    out: ir.Expr | None = None
    known = 0
    for item in items:
        if isinstance(item, typed.Constant) and isinstance(item.value, int):
            if item.value >= 0 or isinstance(of, t.IntType):
                known |= 1 << t.bit_of(of, item.value)
            continue
        one = ir.Unary("single", bit(b, of, lower(b, item), item.span))
        out = one if out is None else ir.Binary("joined", out, one)
    if out is None:
        return ir.Mask(known, b.c.width(of))
    return ir.Binary("joined", out, ir.Mask(known, b.c.width(of))) if known else out


def bit(b: Builder, of: t.Type, value: ir.Expr, span: Span) -> ir.Expr:
    """The bit index of a value in a set of its type (ints are shifted, and must fit)."""
    if not isinstance(of, t.IntType):
        return value
    if isinstance(value, ir.Num):
        return ir.Num(value.value + t.INT_SET_BIAS)
    h = b.helper("bit")
    n = h.param("n", ir.INT)
    low, high = -t.INT_SET_BIAS, t.INT_SET_WIDTH - t.INT_SET_BIAS - 1
    outside = ir.Binary("or", ir.Binary("lt", ir.Get(n), ir.Num(low)), ir.Binary("gt", ir.Get(n), ir.Num(high)))
    with h.when(outside):
        h.add(ir.Fail(BAD_INDEX, (f"a set of int holds numbers from {low} to {high}, not ", shown_int(n)), span))
    h.add(ir.Return(ir.Binary("add", ir.Get(n), ir.Num(t.INT_SET_BIAS))))
    return ir.Invoke(h.done(ir.INT), (value, *h.captured))


def shown_int(var: ir.Var) -> tuple[ir.Expr, ir.Shown]:
    return ir.Get(var), ir.Shown("int")


def item_of(b: Builder, of: t.Type, raw: ir.Expr) -> ir.Expr:
    """The value that a bit of a set of `of` stands for."""
    return ir.Binary("add", raw, ir.Num(-t.INT_SET_BIAS)) if isinstance(of, t.IntType) else raw


# ---- state ----


def array_index(b: Builder, var: typed.Local, index: typed.Expr) -> ir.Expr:
    return in_bounds(b, lower(b, index), index, var.each_base, var.each_size, var.name, index.span)


def domain_index(b: Builder, domain: Domain, index: typed.Expr, name: str, span: Span) -> ir.Expr:
    """The cell of `index`: checked unless the type makes it certain."""
    return in_bounds(b, lower(b, index), index, domain.base, domain.size, name, index.span)


def in_bounds(b: Builder, value: ir.Expr, e: typed.Expr, base: int, size: int, name: str, span: Span) -> ir.Expr:
    if isinstance(value, ir.Num) and 0 <= value.value - base < size:
        return ir.Num(value.value - base)
    if base == 0 and sure(b, e) and not isinstance(e.type, t.IntType):
        return value
    h = b.helper(f"index_of_{name}")
    n = h.param("n", ir.INT)
    outside = ir.Binary("or", ir.Binary("lt", ir.Get(n), ir.Num(base)), ir.Binary("ge", ir.Get(n), ir.Num(base + size)))
    with h.when(outside):
        what = (ir.Get(n), b.c.shown(e.type))
        h.add(ir.Fail(BAD_INDEX, (f"there is no {name} of ", what), span))
    h.add(ir.Return(ir.Binary("sub", ir.Get(n), ir.Num(base)) if base else ir.Get(n)))
    return ir.Invoke(h.done(ir.INT), (value, *h.captured))


def field_index(b: Builder, e: typed.FieldRef) -> tuple[ir.Cell, ir.Expr]:
    """The cell of a field and the index of the subject's value in it, -1 for none."""
    declared = e.field
    cell = b.c.layout.fields[declared]
    if declared.owner is None:
        if declared.each is not None and (declared.each.base or isinstance(e.subject.type, t.IntType)):
            return cell, domain_index(b, declared.each, e.subject, declared.name, e.span)
        return cell, lower(b, e.subject)
    if declared.each is not None and declared.each.turns:
        assert e.index is not None
        return cell, sides.cell_of_side(b, declared, lower(b, e.subject), lower(b, e.index))
    number = identity(b, lower(b, e.subject))
    if declared.each is None:
        return cell, number
    assert e.index is not None
    inner = domain_index(b, declared.each, e.index, declared.name, e.span)
    flat = ir.Binary("add", ir.Binary("mul", number, ir.Num(declared.each.size)), inner)
    if sure(b, e.subject):
        return cell, flat
    return cell, ir.Select(ir.Binary("lt", number, ir.Num(0)), ir.Num(-1), flat)


def identity(b: Builder, ref: ir.Expr) -> ir.Expr:
    """The number of a component with identity in the cells by number; -1 for none."""
    first = b.c.layout.refs - b.c.layout.identities.total
    if first == 0:
        return ref
    number = ir.Binary("sub", ref, ir.Num(first))
    return ir.Binary("max", number, ir.Num(-1))


def field(b: Builder, e: typed.FieldRef) -> ir.Expr:
    if e.field.owner is not None and e.field.each is not None and e.field.each.turns:
        return sides.field(b, e)
    cell, index = field_index(b, e)
    if isinstance(e.type, t.IntType):
        return number_of(b, e.subject, index, lambda i: ir.Load(cell, i), e.field.name, e.span)
    return ir.Load(cell, index)


def number_of(
    b: Builder, subject: typed.Expr, index: ir.Expr, get: Callable[[ir.Expr], ir.Expr], name: str, span: Span
) -> ir.Expr:
    """An int property: a rules error if its subject is none."""
    if sure(b, subject):
        return get(index)
    h = b.helper(f"{name}_of")
    x = h.param("x", ir.INT)
    with h.when(ir.Binary("lt", ir.Get(x), ir.Num(0))):
        h.add(ir.Fail(OF_NONE, (f"`{name}` is asked of nothing (none)",), span))
    h.add(ir.Return(get(ir.Get(x))))
    return ir.Invoke(h.done(ir.INT), (index, *h.captured))


def kind_constant(b: Builder, e: typed.KindConstant) -> ir.Expr:
    family = e.family
    if family.sides is not None:
        return sides.constant(b, e)
    component = isinstance(e.subject.type, t.ComponentType)
    if component and family.modifiers:
        routine = b.c.methods.constant(family)
        value = lower(b, e.subject)
        if isinstance(family.type, t.IntType):
            return number_of(b, e.subject, value, lambda x: ir.Invoke(routine, (x,)), family.name, e.span)
        return ir.Invoke(routine, (value,))
    table = b.c.constant_table(family)
    kind = kind_of(b, e.subject)
    if isinstance(family.type, t.IntType):
        return number_of(b, e.subject, kind, lambda k: ir.Look(table, (k,)), family.name, e.span)
    return ir.Look(table, (kind,))


def set_width(b: Builder, of: t.Type) -> int:
    return width_of(b.c.game, b.c.layout.refs, of, b.c.layout.steps)
