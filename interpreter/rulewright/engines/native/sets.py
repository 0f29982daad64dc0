"""Sets of the intermediate representation as LLVM assembly: integers of whole words."""

from __future__ import annotations

from rulewright.engines.native import lists, sparse, values
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.passes.lifting import same
from rulewright.program.typeof import type_of

_OPERATORS = {"common": "and", "joined": "or"}
_ENDS = {("before", "least"), ("after", "greatest")}


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
        case ir.Unary(op="single", a=ir.Unary(op="least", a=a)) if reach(a, w.sizes) == words:
            found = members(a, words, w)
            return w.new(f"and {kind} {found}, {w.new(f'sub {kind} 0, {found}')}")
        case ir.Unary(op="single", a=ir.Unary(op="greatest", a=a)) if reach(a, w.sizes) == words == 1:
            found = members(a, words, w)
            above = w.new(f"call i64 @llvm.ctlz.i64(i64 {found}, i1 false)")
            highest = w.new(f"lshr i64 {1 << 63}, {above}")
            return w.new(f"select i1 {w.new(f'icmp ne i64 {found}, 0')}, i64 {highest}, i64 0")
        case ir.Unary(op="single", a=a):
            return single(values.int_value(a, w), words, w)
        case ir.Unary(op="gather", a=a):
            return w.new(f"call {kind} @gather{words}(%list {lists.list_value(a, w)})")
        case ir.Binary(
            op="joined",
            a=ir.Binary(op="before" | "after" as op, a=a, b=b),
            b=ir.Unary(op="single", a=ir.Unary(op="least" | "greatest" as end, a=stop)),
        ) if reach(a, w.sizes) == words and (op, end) in _ENDS and same(b, stop) and _is_part(b, a):
            found, others = members(a, words, w), members(b, words, w)
            return w.new(f"and {kind} {found}, {(to_least if op == 'before' else from_greatest)(others, words, w)}")
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


def _word_by_word(place: str, words: int, w: Emitter) -> str:
    """A set in the state, loaded in words: one of them may just have been stored by itself, and waiting for it takes
    long if it is loaded together with others. Long sets are loaded whole: LLVM takes too long to put them together."""
    kind = f"i{64 * words}"
    if words == 1 or words > sparse.FEW_WORDS:
        return w.load(kind, place)
    found = w.new(f"zext i64 {w.load('i64', place)} to {kind}")
    for k in range(1, words):
        word = w.new(f"zext i64 {w.load('i64', w.at(place, 8 * k))} to {kind}")
        found = w.new(f"or {kind} {found}, {w.new(f'shl {kind} {word}, {64 * k}')}")
    return found


def _natural(e: ir.Expr, words: int, w: Emitter) -> str:
    """A set with the words it has by itself."""
    kind = f"i{64 * words}"
    match e:
        case ir.Get(var=var):
            have = w.sizes.words(var.type)
            return resized(w.load(f"i{64 * have}", values.address(e, w)), have, words, w)
        case ir.Load(cell=cell):
            have = w.sizes.words(cell.type)
            return resized(_word_by_word(values.address(e, w), have, w), have, words, w)
        case ir.Look(table=table):
            have = w.sizes.words(table.type)
            if w.linker.parts(table):
                return resized(sparse.whole(sparse.few(e, w), have, w), have, words, w)
            return resized(w.load(f"i{64 * have}", values.entry(e, w)[0]), have, words, w)
        case ir.Clear():
            return _clear(e, words, w)
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
        case ir.Binary(op="before" | "after" as op, a=a, b=b):
            both = max(words, reach(b, w.sizes))
            beside = _before if op == "before" else _after
            return resized(beside(members(a, both, w), members(b, both, w), both, w), both, words, w)
        case ir.Binary(op="common" | "joined" | "without"):
            return resized(
                members(e, max(reach(e.a, w.sizes), reach(e.b, w.sizes)), w),
                max(reach(e.a, w.sizes), reach(e.b, w.sizes)),
                words,
                w,
            )
        case ir.Unary(op="number", a=a):
            return members(a, words, w)
        case ir.Select():
            return values.chosen(e, kind, lambda part: members(part, words, w), w)
        case _:
            raise ValueError(f"a {type(e).__name__} is no set")


def _before(found: str, others: str, words: int, w: Emitter) -> str:
    """The members that are less than all others."""
    kind = f"i{64 * words}"
    below = w.new(f"and {kind} {to_least(others, words, w)}, {w.new(f'xor {kind} {others}, -1')}")
    return w.new(f"and {kind} {found}, {below}")


def _after(found: str, others: str, words: int, w: Emitter) -> str:
    """The members that are greater than all others."""
    kind = f"i{64 * words}"
    above = w.new(f"and {kind} {from_greatest(others, words, w)}, {w.new(f'xor {kind} {others}, -1')}")
    return w.new(f"and {kind} {found}, {above}")


def to_least(others: str, words: int, w: Emitter) -> str:
    """All numbers up to the least member of a set; all if it is empty."""
    kind = f"i{64 * words}"
    return w.new(f"xor {kind} {others}, {w.new(f'sub {kind} {others}, 1')}")


def from_greatest(others: str, words: int, w: Emitter) -> str:
    """All numbers from the greatest member of a set on; all if it is empty. Word by word from the highest: below one
    with members there are none."""
    kind = f"i{64 * words}"
    whole, none_above = "", "true"
    for i in reversed(range(words)):
        own = word(others, i, words, w)
        above = w.new(f"call i64 @llvm.ctlz.i64(i64 {w.new(f'or i64 {own}, 1')}, i1 true)")
        part = w.new(f"ashr i64 {-1 << 63}, {above}")
        if words == 1:
            return part
        part = w.new(f"select i1 {none_above}, i64 {part}, i64 0")
        none_above = w.new(f"select i1 {w.new(f'icmp eq i64 {own}, 0')}, i1 {none_above}, i1 false")
        placed = w.new(f"zext i64 {part} to {kind}")
        placed = placed if i == 0 else w.new(f"shl {kind} {placed}, {64 * i}")
        whole = placed if not whole else w.new(f"or {kind} {whole}, {placed}")
    return whole


def _is_part(part: ir.Expr, whole: ir.Expr) -> bool:
    """Whether a set is plainly part of another."""
    match part:
        case ir.Binary(op="common", a=a, b=b):
            return same(a, whole) or same(b, whole)
        case ir.Binary(op="without", a=a):
            return same(a, whole)
        case _:
            return False


def word(found: str, number: int, words: int, w: Emitter) -> str:
    """One of a set's words (an i64), counted from the lowest."""
    kind = f"i{64 * words}"
    if words == 1:
        return found
    if not found.startswith("%"):
        return str(int(found) >> 64 * number & (1 << 64) - 1)
    shifted = found if number == 0 else w.new(f"lshr {kind} {found}, {64 * number}")
    return w.new(f"trunc {kind} {shifted} to i64")


def _clear(e: ir.Clear, words: int, w: Emitter) -> str:
    """Of sets of one word eight columns at once."""
    have, columns = w.sizes.words(e.table.type), e.table.shape[1] - 1
    base, _ = w.linker.table(e.table)
    row = w.at(base, w.scaled(values.index(e.index, w), 8 * have * e.table.shape[1]))
    of, wide = members(e.of, have, w), f"i{64 * words}"
    some = 1 if have > 1 else min(8, columns)
    kind = f"i{64 * have}" if have > 1 else f"<{some} x i64>"
    if have == 1:
        first = w.new(f"insertelement {kind} poison, i64 {of}, i32 0")
        of = w.new(f"shufflevector {kind} {first}, {kind} poison, <{some} x i32> zeroinitializer")
    found = "0"
    for start in range(0, columns, some):
        at = min(start, columns - some)  # the last ones may be asked twice
        shared = w.new(f"and {kind} {w.load(kind, w.at(row, 8 * have * at), 8)}, {of}")
        bits = w.new(f"icmp eq {kind} {shared}, {'0' if have > 1 else 'zeroinitializer'}")
        if have == 1:
            bits = w.new(f"bitcast <{some} x i1> {bits} to i{some}")
        moved = w.new(f"shl {wide} {w.new(f'zext i{some} {bits} to {wide}')}, {at}")
        found = w.new(f"or {wide} {found}, {moved}")
    return found


def single(number: str, words: int, w: Emitter) -> str:
    """The set of one int, {} for -1."""
    kind = f"i{64 * words}"
    if not number.startswith("%"):
        return str(1 << int(number)) if int(number) >= 0 else "0"
    inside = w.new(f"icmp ult i32 {number}, {64 * words}")
    near = w.new(f"select i1 {inside}, i32 {number}, i32 0")
    bit = w.new(f"shl {kind} 1, {w.new(f'zext i32 {near} to {kind}')}")
    return w.new(f"select i1 {inside}, {kind} {bit}, {kind} 0")


def nth(found: str, words: int, index: str, w: Emitter) -> str:
    """The member with an index (an i32, from 0 in ascending order; there must be so many)."""
    if words > sparse.FEW_WORDS:
        return w.new(f"call i32 @nth_of(ptr {sparse.laid(found, words, w)}, i32 {index})")
    left = w.new(f"zext i32 {index} to i64")
    chosen, before, start, passed = word(found, 0, words, w), "0", "0", ""
    for i in range(1, words):
        size = w.new(f"call i64 @llvm.ctpop.i64(i64 {word(found, i - 1, words, w)})")
        passed = w.new(f"add i64 {passed}, {size}") if passed else size
        further = w.new(f"icmp uge i64 {left}, {passed}")
        chosen = w.new(f"select i1 {further}, i64 {word(found, i, words, w)}, i64 {chosen}")
        before = w.new(f"select i1 {further}, i64 {passed}, i64 {before}")
        start = w.new(f"select i1 {further}, i64 {64 * i}, i64 {start}")
    inside = w.new(f"call i64 @nth(i64 {chosen}, i64 {w.new(f'sub i64 {left}, {before}')})")
    return w.new(f"trunc i64 {w.new(f'add i64 {inside}, {start}')} to i32")
