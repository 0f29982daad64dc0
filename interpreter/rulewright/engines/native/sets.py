"""Sets of the intermediate representation as LLVM assembly: integers of whole words."""

from __future__ import annotations

from rulewright.engines.native import lists, values
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import type_of

_OPERATORS = {"common": "and", "joined": "or"}


def resized(found: str, words: int, wanted: int, w: Emitter) -> str:
    """A set with another number of words."""
    if words == wanted or not found.startswith("%"):
        return found
    how = "zext" if words < wanted else "trunc"
    return w.new(f"{how} i{64 * words} {found} to i{64 * wanted}")


def members(e: ir.Expr, words: int, w: Emitter) -> str:
    """A set as an integer of so many words."""
    kind = f"i{64 * words}"
    match e:
        case ir.Mask(value=constant) | ir.Num(value=constant):
            return str(constant)
        case ir.Unary(op="single", a=a):
            return single(values.int_value(a, w), words, w)
        case ir.Unary(op="gather", a=a):
            return w.new(f"call {kind} @gather{words}(%list {lists.list_value(a, w)})")
        case ir.Binary(op="common" | "joined" as op, a=a, b=b) if reach(e, w.sizes) <= words:
            return w.new(f"{_OPERATORS[op]} {kind} {members(a, words, w)}, {members(b, words, w)}")
        case ir.Binary(op="without", a=a, b=b) if reach(a, w.sizes) <= words:
            one = members(a, words, w)
            other = w.new(f"xor {kind} {members(b, words, w)}, -1")
            return w.new(f"and {kind} {one}, {other}")
        case ir.Select() if reach(e, w.sizes) <= words:
            return values.chosen(e, kind, lambda part: members(part, words, w), w)
    natural = reach(e, w.sizes)
    return resized(_natural(e, natural, w), natural, words, w)


def _natural(e: ir.Expr, words: int, w: Emitter) -> str:
    """A set with the words it has by itself."""
    kind = f"i{64 * words}"
    match e:
        case ir.Get(var=var):
            have = w.sizes.words(var.type)
            return resized(w.load(f"i{64 * have}", values.address(e, w)), have, words, w)
        case ir.Load(cell=cell):
            have = w.sizes.words(cell.type)
            return resized(w.load(f"i{64 * have}", values.address(e, w)), have, words, w)
        case ir.Look(table=table):
            have = w.sizes.words(table.type)
            return resized(w.load(f"i{64 * have}", values.entry(e, w)[0]), have, words, w)
        case ir.Invoke(routine=routine):
            assert routine.result is not None
            return resized(values.invoked(e, w), w.sizes.words(routine.result), words, w)
        case ir.Binary(op="shift_up" | "shift_down" as op, a=a, b=b):
            found = members(a, words, w)
            by = values.int_value(b, w)
            wide = by if not by.startswith("%") else w.new(f"zext i32 {by} to {kind}")
            shifted = w.new(f"{'shl' if op == 'shift_up' else 'lshr'} {kind} {found}, {wide}")
            inside = w.new(f"icmp ult i32 {by}, {64 * words}")
            kept = w.new(f"select i1 {inside}, {kind} {shifted}, {kind} 0")
            width = type_of(a).width
            if op == "shift_up" and width % 64:
                return w.new(f"and {kind} {kept}, {(1 << width) - 1}")
            return kept
        case ir.Binary(op="common" | "joined" | "without"):
            return resized(
                members(e, max(reach(e.a, w.sizes), reach(e.b, w.sizes)), w),
                max(reach(e.a, w.sizes), reach(e.b, w.sizes)),
                words,
                w,
            )
        case ir.Unary(op="number", a=a):
            return members(a, words, w)
        case _:
            raise ValueError(f"a {type(e).__name__} is no set")


def single(number: str, words: int, w: Emitter) -> str:
    """The set of one int, {} for -1."""
    kind = f"i{64 * words}"
    if not number.startswith("%"):
        return str(1 << int(number)) if int(number) >= 0 else "0"
    inside = w.new(f"icmp ult i32 {number}, {64 * words}")
    near = w.new(f"select i1 {inside}, i32 {number}, i32 0")
    bit = w.new(f"shl {kind} 1, {w.new(f'zext i32 {near} to {kind}')}")
    return w.new(f"select i1 {inside}, {kind} {bit}, {kind} 0")
