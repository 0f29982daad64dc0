"""The choice among the moves of a decision, as LLVM assembly: how many there are, and the one with an index.

Two steps, because what comes between them (the number of decisions is limited, an index is drawn) is the caller's. Both
take the same way for a generator: the moves are noted in groups, from which the one is made, or they are listed.
"""

from __future__ import annotations

from rulewright.engines import errors
from rulewright.engines.native import context, values
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def arguments(generator: ir.Routine, args: tuple[ir.Expr, ...], w: Emitter) -> str:
    """The arguments of a generator, as they follow state and context."""
    given = [values.typed(arg, param.type, w) for arg, param in zip(args, generator.params, strict=True)]
    kinds = [w.sizes.llvm(param.type) for param in generator.params]
    return "".join(f", {kind} {value}" for kind, value in zip(kinds, given, strict=True))


def write_count(generator: ir.Routine, given: str, w: Emitter) -> str:
    """How many moves a generator yields, as an i32. `given`: the arguments behind state and context, as text."""
    notes = w.linker.notes(generator)
    if notes is None:
        return write_list(generator, given, False, w)
    counted = w.alloca("i32")
    if notes.groups.fixed:
        place = w.notes[generator] = w.alloca(f"[{notes.size} x i8]")
    else:
        place = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
        w.store("ptr", place, w.at("%c", context.ENTRIES))
    w.check(w.new(f"call i32 {w.linker.noter(generator)}(ptr %s, ptr %c{given}, ptr {place}, ptr {counted})"))
    return _not_too_many(w.load("i32", counted), w)


def write_entry(generator: ir.Routine, given: str, index: str, w: Emitter) -> str:
    """The address of the entry with an index (i32, below the number of moves). Valid until moves are listed again."""
    entry = w.linker.entry(generator)
    notes = w.linker.notes(generator)
    base = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
    if notes is None:
        return w.at(base, w.scaled(w.wide(index), entry.stride))
    place = w.notes[generator] if notes.groups.fixed else base
    made = w.alloca(f"[{entry.stride} x i8]")
    maker = w.linker.maker(generator)
    w.check(w.new(f"call i32 {maker}(ptr %s, ptr %c, ptr {place}, i32 {index}, ptr {made})"))
    return made


def write_arrival(generator: ir.Routine, given: str, w: Emitter) -> str:
    """How many moves a generator yields, as an i32, where a state may come to stand: what else becomes of the moves is
    the context's MODE."""
    notes = w.linker.notes(generator)
    if notes is None or not may_note(generator, w):
        return write_list(generator, given, False, w)
    counted = w.alloca("i32")
    listing, counting, noting, done = (w.label() for _ in range(4))
    mode = w.load("i32", w.at("%c", context.MODE))
    w.leave(
        f"switch i32 {mode}, label %{listing} [i32 {context.COUNTING}, label %{counting} "
        f"i32 {context.NOTING}, label %{noting}]"
    )
    w.mark(listing)
    w.store("i32", write_list(generator, given, False, w), counted)
    w.jump(done)
    w.mark(counting)
    w.store("i32", write_size(generator, given, w), counted)
    w.jump(done)
    w.mark(noting)
    base = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
    top = w.at("%c", context.ENTRIES)
    w.store("ptr", w.at(base, notes.size if notes.groups.fixed else 0), top)
    if notes.groups.fixed:
        _room(0, w)
    w.check(w.new(f"call i32 {w.linker.noter(generator)}(ptr %s, ptr %c{given}, ptr {base}, ptr {counted})"))
    _room(w.linker.entry(generator).stride, w)
    w.jump(done)
    w.mark(done)
    count = _not_too_many(w.load("i32", counted), w)
    w.store("i32", count, w.at("%c", context.COUNT))
    return count


def may_note(generator: ir.Routine, w: Emitter) -> bool:
    """Whether the moves of a stop may be noted: not where they are looked at one by one."""
    alone = not w.linker.tidy and not w.linker.memory.joints
    return alone and w.linker.notes(generator) is not None


def write_made(generator: ir.Routine, w: Emitter) -> str:
    """The address of the entry with the number `%index`, made of what was noted on arrival; behind the notes."""
    base = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
    place = w.load("ptr", w.at("%c", context.ENTRIES))
    maker = w.linker.maker(generator)
    w.check(w.new(f"call i32 {maker}(ptr %s, ptr %c, ptr {base}, i32 %index, ptr {place})"))
    return place


def _room(size: int, w: Emitter) -> None:
    """So much must fit behind the entries."""
    end = w.new(f"add i64 {w.load('i64', w.at('%c', context.ENTRIES))}, {size}")
    w.enough(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.ENTRIES_END))}"), context.NEED_ENTRIES)


def write_size(generator: ir.Routine, given: str, w: Emitter) -> str:
    """How many moves a generator yields, as an i32, where none of them is wanted."""
    if w.linker.notes(generator) is None:
        return write_list(generator, given, False, w)
    counted = w.alloca("i32")
    w.check(w.new(f"call i32 {w.linker.counter(generator)}(ptr %s, ptr %c{given}, ptr {counted})"))
    return _not_too_many(w.load("i32", counted), w)


def _not_too_many(count: str, w: Emitter) -> str:
    w.error_unless(w.new(f"icmp ule i32 {count}, {errors.MAX_MOVES}"), w.linker.faults.too_many())
    return count


def write_list(generator: ir.Routine, given: str, drawn: bool, w: Emitter) -> str:
    """List the moves, or outcomes if they are `drawn`, from the base of the entries; how many there are, as an i32
    (without the move not to move)."""
    base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
    w.store("i64", base, w.at("%c", context.ENTRIES))
    w.check(w.new(f"call i32 {w.linker.routine(generator)}(ptr %s, ptr %c{given})"))
    finisher = w.linker.drawer(generator) if drawn else w.linker.finisher(generator)
    w.check(w.new(f"call i32 {finisher}(ptr %c, i64 {base})"))
    return w.load("i32", w.at("%c", context.COUNT))
