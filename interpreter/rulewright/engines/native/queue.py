"""The queue, and locals with references that must follow their components through a call."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.engines import errors
from rulewright.engines.native import context, memory, sets, values
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family

REF, SET, LIST = range(3)
"""Sorts of what lies on the live stack: so many references, a set of so many words, a list (whose items are its own).
A record is the sort, the number, then the values."""


# ---- the queue ----


def enqueue(stmt: ir.Enqueue, w: Emitter) -> None:
    """Entries have one size; what an entry does not use is zero."""
    mem = w.linker.memory
    layout = mem.entries[stmt.sort]
    given = [values.typed(arg, kind, w) for arg, kind in zip(stmt.args, layout.kinds, strict=True)]
    count = w.load("i32", w.at(w.state, memory.QUEUED))
    inside = w.new(f"icmp slt i32 {count}, {errors.MAX_QUEUE}")
    w.error_unless(inside, w.linker.faults.queue_full(w.routine.span))
    place = w.at(w.at(w.state, mem.queue), w.scaled(w.wide(count), mem.entry))
    w.line(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {mem.entry}, i1 false)")
    w.store("i32", str(stmt.sort), place)
    for value, kind, at in zip(given, layout.kinds, layout.offsets, strict=True):
        if family(kind) == "list":
            w.store_list(value, w.at(place, at), w.sizes.room)
        else:
            w.store(w.sizes.llvm(kind), value, w.at(place, at))
    w.store("i32", w.new(f"add i32 {count}, 1"), w.at(w.state, memory.QUEUED))


def dequeue(stmt: ir.Dequeue, w: Emitter) -> None:
    mem = w.linker.memory
    count = w.load("i32", w.at(w.state, memory.QUEUED))
    some, none, after = w.label(), w.label(), w.label()
    first = w.at(w.state, mem.queue)
    w.branch(w.new(f"icmp sgt i32 {count}, 0"), some, none)
    w.mark(none)
    w.write(stmt.sort, "-1")
    for var in stmt.vars:
        w.reset(var)
    w.jump(after)
    w.mark(some)
    found = w.load("i32", first)
    w.write(stmt.sort, found)
    taken = w.label()
    cases = [(sort, layout, w.label()) for sort, layout in enumerate(mem.entries)]
    targets = " ".join(f"i32 {sort}, label %{label}" for sort, _, label in cases)
    w.leave(f"switch i32 {found}, label %{taken} [{targets}]")
    for _, layout, label in cases:
        w.mark(label)
        for i, var in enumerate(stmt.vars):
            if i < len(layout.kinds) and family(layout.kinds[i]) == family(var.type):
                _take(var, layout.kinds[i], w.at(first, layout.offsets[i]), w)
            else:
                w.reset(var)
        w.jump(taken)
    w.mark(taken)
    left = w.new(f"sub i32 {count}, 1")
    w.store("i32", left, w.at(w.state, memory.QUEUED))
    w.line(
        f"call void @llvm.memmove.p0.p0.i64(ptr {first}, ptr {w.at(first, mem.entry)}, "
        f"i64 {w.scaled(w.wide(left), mem.entry)}, i1 false)"
    )
    w.jump(after)
    w.mark(after)


def _take(var: ir.Var, kind: ir.IrType, place: str, w: Emitter) -> None:
    if family(kind) == "list":
        listed = w.stored_list(place)
        w.write(var, listed if w.in_memory(var) else values.copied(listed, w))
        return
    found = w.load(w.sizes.llvm(kind), place)
    if family(kind) == "set":
        found = sets.resized(found, w.sizes.words(kind), w.sizes.words(var.type), w)
    w.write(var, found)


# ---- references that running routines need again ----


@dataclass(slots=True)
class Kept:
    """A local that lies on the live stack, and where."""

    var: ir.Var
    place: str


def lay_down(keep: tuple[ir.Var, ...], w: Emitter) -> list[Kept]:
    """Lay locals on the live stack, before a call that may rename."""
    kept: list[Kept] = []
    if not keep:
        return kept
    top = w.at("%c", context.LIVE)
    place = w.new(f"inttoptr i64 {w.load('i64', top)} to ptr")
    size = sum(_record(var, w)[2] for var in keep)
    end = w.new(f"ptrtoint ptr {w.at(place, size)} to i64")
    w.enough(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.LIVE_END))}"), context.NEED_LIVE)
    at = 0
    for var in keep:
        sort, number, length = _record(var, w)
        record = w.at(place, at)
        w.store("i32", str(sort), record)
        w.store("i32", str(number), w.at(record, 4))
        if sort == LIST:
            w.store("%list", values.copied(w.read(var), w), w.at(record, 8))
        else:
            w.copy(w.at(record, 8), w.place(var), w.sizes.bytes(var.type) * (var.size or 1))
        kept.append(Kept(var, w.at(record, 8)))
        at += length
    w.store("i64", end, top)
    return kept


def _record(var: ir.Var, w: Emitter) -> tuple[int, int, int]:
    """Sort, number and length of a local's record."""
    match family(var.type):
        case "set":
            words = w.sizes.words(var.type) * (var.size or 1)
            if var.size:
                raise NativeUnsupported("an array of sets that follow")
            return SET, words, 8 + 8 * words
        case "list":
            if var.size:
                raise NativeUnsupported("an array of lists that follow")
            return LIST, 1, 24
        case _:
            count = var.size or 1
            return REF, count, 8 + (4 * count + 7) // 8 * 8


def take_up(kept: list[Kept], w: Emitter) -> None:
    """Take the locals from the live stack again."""
    for one in kept:
        if family(one.var.type) == "list":
            w.write(one.var, w.load("%list", one.place))
        else:
            w.copy(w.place(one.var), one.place, w.sizes.bytes(one.var.type) * (one.var.size or 1))
    if kept:
        start = w.new(f"ptrtoint ptr {kept[0].place} to i64")
        w.store("i64", w.new(f"sub i64 {start}, 8"), w.at("%c", context.LIVE))


def follow(var: ir.Var, old: str, new: str, w: Emitter) -> None:
    """Move a reference in a local of the routine itself."""
    match family(var.type):
        case "set":
            words = w.sizes.words(var.type)
            for i in range(var.size or 1):
                place = w.place(var, str(i) if var.size else None)
                w.line(f"call void @follow_set(ptr {place}, i32 {words}, i32 {old}, i32 {new})")
        case "list":
            if var.size:
                raise NativeUnsupported("an array of lists that follow")
            own = values.copied(w.read(var), w)
            w.line(f"call void @follow_list(ptr {w.list_items(own)}, i32 {w.list_length(own)}, i32 {old}, i32 {new})")
            w.write(var, own)
        case _:
            w.line(f"call void @follow_list(ptr {w.place(var)}, i32 {var.size or 1}, i32 {old}, i32 {new})")
