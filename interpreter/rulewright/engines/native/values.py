"""Expressions of the intermediate representation as LLVM assembly.

`value` gives the operand of an expression's value, `truth` that of a condition (an `i1`), `members` a set with so many
words. Values are computed in the order of the rules; of `and`, `or` and branches only what is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.engines import canonical
from rulewright.engines.native import context, lists, memory, sets, sized, sparse, truths
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family, type_of
from rulewright.source import Span


def value(e: ir.Expr, w: Emitter) -> str:
    """The operand of a value: i32, a set at its own words, or a list (it may lie in memory that changes)."""
    match family(type_of(e)):
        case "set":
            return sets.members(e, reach(e, w.sizes), w)
        case "list":
            return lists.list_value(e, w)
        case _:
            return int_value(e, w)


def typed(e: ir.Expr, kind: ir.IrType, w: Emitter) -> str:
    """The operand of a value as a local of this type holds it; a list that nobody changes."""
    match family(kind):
        case "set":
            return sets.members(e, w.sizes.words(kind), w)
        case "list":
            return kept_list(e, w)
        case _:
            return int_value(e, w)


def kept_list(e: ir.Expr, w: Emitter) -> str:
    """A list that stays as it is, whatever happens to where it came from."""
    found = lists.list_value(e, w)
    return copied(found, w) if borrowed(e, w) else found


def copied(found: str, w: Emitter) -> str:
    """A list of its own in the arena."""
    result = w.new(f"call %list @list_copy(ptr %c, %list {found})")
    return arena_list(result, w)


def arena_list(result: str, w: Emitter) -> str:
    """A list that was made in the arena, if there was room."""
    room = w.new(f"extractvalue %list {result}, 2")
    w.enough(w.new(f"icmp ne i32 {room}, -1"), context.NEED_ARENA)
    return result


def borrowed(e: ir.Expr, w: Emitter) -> bool:
    """Whether a list's items lie in the state or an array, where they may change."""
    match e:
        case ir.Load():
            return True
        case ir.Get(var=var):
            return w.in_memory(var)
        case ir.Select(a=a, b=b):
            return borrowed(a, w) or borrowed(b, w)
        case ir.Binary(op="head" | "tail", a=a):
            return borrowed(a, w)
        case _:
            return False


# ---- places ----


def index(e: ir.Expr, w: Emitter) -> str:
    """An index as an i64."""
    return w.wide(int_value(e, w))


def address(e: ir.Load | ir.Get, w: Emitter) -> str:
    """Where what is read lies."""
    at = None if e.index is None else index(e.index, w)
    return w.cell(e.cell, at) if isinstance(e, ir.Load) else w.place(e.var, at)


def entry(e: ir.Look, w: Emitter) -> tuple[str, str]:
    """The address of a table's entry, and the type of a stored int."""
    base, stored = w.linker.table(e.table)
    at = index(e.indices[0], w)
    if len(e.indices) == 2:
        row = w.scaled(at, e.table.shape[1])
        column = index(e.indices[1], w)
        at = w.new(f"add nsw i64 {row}, {column}")
    match family(e.table.type):
        case "set":
            stride = 16 * w.linker.parts(e.table) or 8 * w.sizes.words(e.table.type)
        case "list":
            stride = 8
        case _:
            stride = int(stored[1:]) // 8
    return w.at(base, w.scaled(at, stride)), stored


# ---- ints ----


def int_value(e: ir.Expr, w: Emitter) -> str:
    match e:
        case ir.Num(value=constant):
            return str(constant)
        case ir.Get(var=var, index=None):
            return w.read(var)
        case ir.Get() | ir.Load():
            return w.load("i32", address(e, w))
        case ir.Look():
            place, stored = entry(e, w)
            found = w.load(stored, place, int(stored[1:]) // 8)
            return found if stored == "i32" else w.new(f"sext {stored} {found} to i32")
        case ir.Unary(op=op) if op in truths.TRUE_UNARY:
            return w.new(f"zext i1 {truths.truth(e, w)} to i32")
        case ir.Binary(op=op) if op in truths.TRUE_BINARY:
            return w.new(f"zext i1 {truths.truth(e, w)} to i32")
        case ir.Unary():
            return _unary(e, w)
        case ir.Binary():
            return _arithmetic(e, w)
        case ir.Select():
            return chosen(e, "i32", lambda part: int_value(part, w), w)
        case ir.Invoke():
            return invoked(e, w)
        case ir.SomeYield():
            return w.new(f"zext i1 {truths.truth(e, w)} to i32")
        case ir.CountYields():
            return _count_yields(e, w)
        case ir.QueueLength():
            return w.load("i32", w.at(w.state, memory.QUEUED))
        case ir.Occurrences(parts=parts):
            key = digest(parts, w)
            if w.linker.rolling:
                return w.new(f"call i32 @occurrences_noted(ptr {w.state}, ptr %c, i64 {key})")
            return w.new(f"call i32 @occurrences(ptr {w.state}, i64 {key})")
        case ir.Mask() | ir.Clear() | ir.MakeList() | ir.Sorted():
            raise ValueError(f"a {type(e).__name__} is no int")
        case _:
            assert_never(e)


def chosen(e: ir.Select, kind: str, part: Callable[[ir.Expr], str], w: Emitter) -> str:
    if cheap(e.a) and cheap(e.b):
        condition = truths.truth(e.condition, w)
        a, b = part(e.a), part(e.b)
        return w.new(f"select i1 {condition}, {kind} {a}, {kind} {b}")
    result = w.alloca(kind)
    yes, no, after = w.label(), w.label(), w.label()
    truths.branch(e.condition, yes, no, w)
    for label, chosen in ((yes, e.a), (no, e.b)):
        w.mark(label)
        w.store(kind, part(chosen), result)
        w.jump(after)
    w.mark(after)
    return w.load(kind, result)


def cheap(e: ir.Expr) -> bool:
    """Whether an expression may be evaluated without need: it is short and cannot go wrong."""
    match e:
        case ir.Num() | ir.Mask() | ir.Get(index=None) | ir.Load(index=None | ir.Num()) | ir.QueueLength():
            return family(type_of(e)) != "list"
        case ir.Unary(op=op, a=a, span=None):
            return op in ("not", "some", "none_of", "neg", "size", "single") and cheap(a)
        case ir.Binary(op=op, a=a, b=b, span=None):
            return op in (*truths.COMPARED, "same", "differs", "inside", "has", "common", "joined", "add", "sub") and (
                cheap(a) and cheap(b)
            )
        case _:
            return False


def _unary(e: ir.Unary, w: Emitter) -> str:
    match e.op:
        case "neg" | "abs":
            wide = w.wide(int_value(e.a, w))
            result = w.new(f"sub nsw i64 0, {wide}")
            if e.op == "abs":
                below = w.new(f"icmp slt i64 {wide}, 0")
                result = w.new(f"select i1 {below}, i64 {result}, i64 {wide}")
            return _fitting(result, e.span, w)
        case "number" | "size" | "least" | "greatest":
            left = sized.left(e.a, w) if e.op == "size" else None
            if left is not None:
                return left
            if e.op == "size" and sparse.is_few(e.a, w):
                return w.new(f"trunc i64 {sparse.size(sparse.few(e.a, w), w)} to i32")
            words = reach(e.a, w.sizes)
            kind = f"i{64 * words}"
            found = sets.members(e.a, words, w)
            if e.op == "number":
                return w.new(f"trunc {kind} {found} to i32")
            if e.op == "size":
                return w.new(f"trunc {kind} {w.new(f'call {kind} @llvm.ctpop.{kind}({kind} {found})')} to i32")
            if e.op == "greatest":
                above = w.new(f"call {kind} @llvm.ctlz.{kind}({kind} {found}, i1 false)")
                short = w.new(f"trunc {kind} {above} to i32")
                return w.new(f"sub i32 {64 * words - 1}, {short}")
            least = w.new(f"call {kind} @llvm.cttz.{kind}({kind} {found}, i1 false)")
            short = w.new(f"trunc {kind} {least} to i32")
            empty = w.new(f"icmp eq {kind} {found}, 0")
            return w.new(f"select i1 {empty}, i32 -1, i32 {short}")
        case "length":
            return w.list_length(lists.list_value(e.a, w))
        case _:
            raise ValueError(f"no operator {e.op} with one operand")


def _arithmetic(e: ir.Binary, w: Emitter) -> str:
    match e.op:
        case "add" | "sub" | "mul":
            a, b = int_value(e.a, w), int_value(e.b, w)
            if e.span is None:
                return w.new(f"{e.op} i32 {a}, {b}")
            wide = w.new(f"{e.op} nsw i64 {w.wide(a)}, {w.wide(b)}")
            return _fitting(wide, e.span, w)
        case "min" | "max":
            return w.new(f"call i32 @llvm.s{e.op}.i32(i32 {int_value(e.a, w)}, i32 {int_value(e.b, w)})")
        case "div" | "mod":
            return _divided(e, w)
        case "nth":
            listed = lists.list_value(e.a, w)
            at = int_value(e.b, w)
            length = w.list_length(listed)
            inside = w.new(f"icmp ult i32 {at}, {length}")
            w.error_unless(inside, w.linker.faults.nth(e.span), w.wide(length), w.wide(at))
            return w.load("i32", w.at(w.list_items(listed), w.scaled(w.wide(at), 4)))
        case "place":
            listed = lists.list_value(e.a, w)
            return w.new(f"call i32 @list_place(%list {listed}, i32 {int_value(e.b, w)})")
        case _:
            raise ValueError(f"no operator {e.op} with two operands")


def _fitting(wide: str, span: Span | None, w: Emitter) -> str:
    """The low half of an i64, which must be all of it where there is a span."""
    short = w.new(f"trunc i64 {wide} to i32")
    if span is not None:
        back = w.new(f"sext i32 {short} to i64")
        w.error_unless(w.new(f"icmp eq i64 {back}, {wide}"), w.linker.faults.overflow(span), wide)
    return short


def _divided(e: ir.Binary, w: Emitter) -> str:
    """Rounded down; the remainder has the sign of the divisor."""
    a, b = w.wide(int_value(e.a, w)), w.wide(int_value(e.b, w))
    faults = w.linker.faults
    if e.span is not None and not (isinstance(e.b, ir.Num) and e.b.value):
        fault = faults.quotient(e.span) if e.op == "div" else faults.remainder(e.span)
        w.error_unless(w.new(f"icmp ne i64 {b}, 0"), fault, a)
    rest = w.new(f"srem i64 {a}, {b}")
    signs = w.new(f"xor i64 {rest}, {b}")
    uneven = w.new(f"icmp ne i64 {rest}, 0")
    apart = w.new(f"icmp slt i64 {signs}, 0")
    down = w.new(f"and i1 {uneven}, {apart}")
    if e.op == "mod":
        up = w.new(f"select i1 {down}, i64 {b}, i64 0")
        return w.new(f"trunc i64 {w.new(f'add nsw i64 {rest}, {up}')} to i32")
    whole = w.new(f"sdiv i64 {a}, {b}")
    step = w.new(f"sext i1 {down} to i64")
    return _fitting(w.new(f"add nsw i64 {whole}, {step}"), e.span, w)


def digest(parts: tuple[ir.Expr, ...], w: Emitter) -> str:
    """The 64-bit key of the history."""
    key = str(canonical.MIX_START)
    for part in parts:
        match family(type_of(part)):
            case "set":
                words = reach(part, w.sizes)
                found = sets.members(part, words, w)
                key = w.new(f"call i64 @mix_set{words}(i64 {key}, i{64 * words} {found})")
            case "list":
                key = w.new(f"call i64 @mix_list(i64 {key}, %list {lists.list_value(part, w)})")
            case _:
                key = w.new(f"call i64 @mix(i64 {key}, i64 {w.wide(int_value(part, w))})")
    return w.new(f"call i64 @mix_end(i64 {key})")


# ---- calls ----


def arguments(routine: ir.Routine, args: tuple[ir.Expr, ...], w: Emitter) -> str:
    """State, context and arguments of a routine."""
    given = [
        f"{w.sizes.llvm(param.type)} {typed(arg, param.type, w)}"
        for param, arg in zip(routine.params, args, strict=True)
    ]
    return ", ".join([f"ptr {w.state}", "ptr %c", *given])


def call(routine: ir.Routine, args: tuple[ir.Expr, ...], w: Emitter) -> str | None:
    """Call a function; what it returns. The sign is checked."""
    given = arguments(routine, args, w)
    return called(routine, given, w, w.check)


def called(routine: ir.Routine, given: str, w: Emitter, check: Callable[[str], None]) -> str | None:
    """Call a function with arguments that are there; `check` is given its sign."""
    name = w.called(routine)
    kind = None if routine.result is None else w.sizes.llvm(routine.result)
    if w.linker.plain(routine):
        if kind is None:
            w.line(f"call void {name}({given})")
            return None
        return w.new(f"call {kind} {name}({given})")
    if kind is None:
        check(w.new(f"call i32 {name}({given})"))
        return None
    result = w.alloca(kind)
    check(w.new(f"call i32 {name}({given}, ptr {result})"))
    return w.load(kind, result)


def invoked(e: ir.Invoke, w: Emitter) -> str:
    found = call(e.routine, e.args, w)
    assert found is not None
    return found


def _count_yields(e: ir.CountYields, w: Emitter) -> str:
    """How many different moves a generator yields: listed behind the entries that are there, and counted."""
    given = arguments(e.routine, e.args, w)
    top = w.at("%c", context.ENTRIES)
    start = w.load("i64", top)
    w.check(w.new(f"call i32 {w.linker.routine(e.routine)}({given})"))
    w.check(w.new(f"call i32 {w.linker.finisher(e.routine)}(ptr %c, i64 {start})"))
    w.store("i64", start, top)
    return w.load("i32", w.at("%c", context.COUNT))
