"""Conditions of the intermediate representation as LLVM assembly: an `i1`, or where to go on."""

from __future__ import annotations

from rulewright.engines.native import context, lists, sets, sized, sparse, values
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family, type_of

COMPARED = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
TRUE_UNARY = ("not", "some", "none_of")
TRUE_BINARY = (*COMPARED, "same", "differs", "inside", "has", "contains", "and", "or")


def branch(e: ir.Expr, yes: str, no: str, w: Emitter) -> None:
    """Go on at `yes` or `no`."""
    match e:
        case ir.Binary(op="and", a=a, b=b) if not (values.cheap(a) and values.cheap(b)):
            more = w.label()
            branch(a, more, no, w)
            w.mark(more)
            branch(b, yes, no, w)
        case ir.Binary(op="or", a=a, b=b) if not (values.cheap(a) and values.cheap(b)):
            more = w.label()
            branch(a, yes, more, w)
            w.mark(more)
            branch(b, yes, no, w)
        case ir.Unary(op="not", a=a):
            branch(a, no, yes, w)
        case _:
            w.branch(truth(e, w), yes, no)


def truth(e: ir.Expr, w: Emitter) -> str:
    """A condition as an i1."""
    match e:
        case ir.Num(value=constant):
            return "true" if constant else "false"
        case ir.Binary(op=op, a=a, b=b) if op in COMPARED:
            if family(type_of(a)) != "int":
                return _same(e, w)
            return w.new(f"icmp {COMPARED[op]} i32 {values.int_value(a, w)}, {values.int_value(b, w)}")
        case ir.Binary(op="and" | "or" as op, a=a, b=b):
            if values.cheap(b):
                return w.new(f"{op} i1 {truth(a, w)}, {truth(b, w)}")
            result = w.alloca("i1", 1)
            yes, no, after = w.label(), w.label(), w.label()
            branch(e, yes, no, w)
            for label, outcome in ((yes, "true"), (no, "false")):
                w.mark(label)
                w.store("i1", outcome, result)
                w.jump(after)
            w.mark(after)
            return w.load("i1", result)
        case ir.Unary(op="not", a=a):
            return w.new(f"xor i1 {truth(a, w)}, true")
        case ir.Unary(op="some" | "none_of" as op, a=a):
            if family(type_of(a)) == "list":
                sign = "ne" if op == "some" else "eq"
                return w.new(f"icmp {sign} i32 {w.list_length(lists.list_value(a, w))}, 0")
            size = sized.left(a, w)
            if size is not None:
                return w.new(f"icmp {'ne' if op == 'some' else 'eq'} i32 {size}, 0")
            if sparse.is_few(a, w):
                found = sparse.some(sparse.few(a, w), w)
                return found if op == "some" else w.new(f"xor i1 {found}, true")
            words = reach(a, w.sizes)
            return w.new(f"icmp {'ne' if op == 'some' else 'eq'} i{64 * words} {sets.members(a, words, w)}, 0")
        case ir.Binary(op="same" | "differs"):
            return _same(e, w)
        case ir.Binary(op="inside", a=a, b=b):
            left = sparse.rest(a, b, w)
            if left is not None:
                return w.new(f"xor i1 {sparse.some(sparse.few(left, w), w)}, true")
            words = max(reach(a, w.sizes), reach(b, w.sizes))
            kind = f"i{64 * words}"
            one, other = sets.members(a, words, w), sets.members(b, words, w)
            outside = w.new(f"and {kind} {one}, {w.new(f'xor {kind} {other}, -1')}")
            return w.new(f"icmp eq {kind} {outside}, 0")
        case ir.Binary(op="has", a=a, b=b):
            return _has(a, b, w)
        case ir.Binary(op="contains", a=a, b=b):
            listed = lists.list_value(a, w)
            at = w.new(f"call i32 @list_place(%list {listed}, i32 {values.int_value(b, w)})")
            return w.new(f"icmp sge i32 {at}, 0")
        case ir.SomeYield(routine=routine, args=args):
            return _some_yield(routine, args, w)
        case _:
            match family(type_of(e)):
                case "set":
                    words = reach(e, w.sizes)
                    return w.new(f"icmp ne i{64 * words} {sets.members(e, words, w)}, 0")
                case "list":
                    return w.new(f"icmp ne i32 {w.list_length(lists.list_value(e, w))}, 0")
                case _:
                    return w.new(f"icmp ne i32 {values.int_value(e, w)}, 0")


def _some_yield(routine: ir.Routine, args: tuple[ir.Expr, ...], w: Emitter) -> str:
    given = values.arguments(routine, args, w)
    sign = w.new(f"call i32 {w.linker.asker(routine)}({given})")
    some = w.new(f"icmp eq i32 {sign}, {context.YIELDED}")
    w.check(w.new(f"select i1 {some}, i32 {context.OK}, i32 {sign}"))
    return some


def _same(e: ir.Binary, w: Emitter) -> str:
    sign = "eq" if e.op in ("same", "eq") else "ne"
    if family(type_of(e.a)) == "list":
        found = w.new(f"call i1 @list_same(%list {lists.list_value(e.a, w)}, %list {lists.list_value(e.b, w)})")
        return found if sign == "eq" else w.new(f"xor i1 {found}, true")
    words = max(reach(e.a, w.sizes), reach(e.b, w.sizes))
    one, other = sets.members(e.a, words, w), sets.members(e.b, words, w)
    return w.new(f"icmp {sign} i{64 * words} {one}, {other}")


def _has(a: ir.Expr, b: ir.Expr, w: Emitter) -> str:
    words = reach(a, w.sizes)
    match b:
        case ir.Unary(op="least", a=others):
            return _has_least(a, others, max(words, reach(others, w.sizes)), w)
        case ir.Unary(op="greatest", a=others) if words == reach(others, w.sizes) == 1:
            return _has_greatest(a, others, w)
    if sparse.is_few(a, w) or (isinstance(a, ir.Get) and sparse.is_wide(a.var.type, w)):
        return sparse.has(a, values.int_value(b, w), w)
    if isinstance(a, ir.Load | ir.Look) and words > 1:
        place = values.address(a, w) if isinstance(a, ir.Load) else values.entry(a, w)[0]
        at = w.wide(values.int_value(b, w))
        inside = w.new(f"icmp ult i64 {at}, {64 * words}")
        near = w.new(f"select i1 {inside}, i64 {at}, i64 0")
        word = w.load("i64", w.at(place, w.new(f"shl i64 {w.new(f'lshr i64 {near}, 6')}, 3")))
        low = w.new(f"and i64 {near}, 63")
        bit = w.new(f"trunc i64 {w.new(f'lshr i64 {word}, {low}')} to i1")
        return w.new(f"and i1 {inside}, {bit}")
    kind = f"i{64 * words}"
    found = sets.members(a, words, w)
    at = values.int_value(b, w)
    if not at.startswith("%"):
        if not 0 <= int(at) < 64 * words:
            return "false"
        return w.new(f"trunc {kind} {w.new(f'lshr {kind} {found}, {at}')} to i1")
    inside = w.new(f"icmp ult i32 {at}, {64 * words}")
    near = w.new(f"select i1 {inside}, i32 {at}, i32 0")
    by = w.new(f"zext i32 {near} to {kind}")
    bit = w.new(f"trunc {kind} {w.new(f'lshr {kind} {found}, {by}')} to i1")
    return w.new(f"and i1 {inside}, {bit}")


def _has_least(a: ir.Expr, b: ir.Expr, words: int, w: Emitter) -> str:
    """Whether a set holds the least member of another, if there is one."""
    kind = f"i{64 * words}"
    found, others = sets.members(a, words, w), sets.members(b, words, w)
    lowest = w.new(f"and {kind} {others}, {w.new(f'sub {kind} 0, {others}')}")
    return w.new(f"icmp ne {kind} {w.new(f'and {kind} {found}, {lowest}')}, 0")


def _has_greatest(a: ir.Expr, b: ir.Expr, w: Emitter) -> str:
    """Whether a set of one word holds the greatest member of another, if there is one."""
    found, others = sets.members(a, 1, w), sets.members(b, 1, w)
    above = w.new(f"call i64 @llvm.ctlz.i64(i64 {others}, i1 false)")
    held = w.new(f"icmp slt i64 {w.new(f'shl i64 {found}, {above}')}, 0")
    return w.new(f"select i1 {w.new(f'icmp ne i64 {others}, 0')}, i1 {held}, i1 false")
