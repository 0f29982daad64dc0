"""Decisions and chance in games that roll from start to end, as LLVM assembly: statements like others.

Nothing stands still here: the moves are counted, an index is drawn, and what was chosen is received at once. The budget
is that of a run from stop to stop: it is full again after every decision.
"""

from __future__ import annotations

from rulewright.engines import errors
from rulewright.engines.native import choosing, context, memory, values
from rulewright.engines.native.receiving import receive_choice, receive_first
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def write_decide(stmt: ir.Decide, w: Emitter) -> None:
    """A player takes any move, each as likely as the others; CUT where so many decisions have been made."""
    generator = stmt.decision.generator
    values.value(stmt.chooser, w)
    given = _arguments(generator, stmt.args, w)
    some, none, go_on, cut, done = (w.label() for _ in range(5))
    count = choosing.write_count(generator, given, w)
    w.branch(w.new(f"icmp ne i32 {count}, 0"), some, none)
    w.mark(some)
    made = w.load("i64", w.at("%c", context.DECISIONS))
    limit = w.load("i64", w.at("%c", context.LIMIT))
    w.branch(w.new(f"icmp slt i64 {made}, {limit}"), go_on, cut)
    w.mark(cut)
    w.propagate(str(context.CUT))
    w.mark(go_on)
    w.store("i64", w.new(f"add i64 {made}, 1"), w.at("%c", context.DECISIONS))
    every = w.new(f"add i32 {count}, 1") if stmt.decision.optional else count
    branching = w.at("%c", context.BRANCHING)
    w.store("i64", w.new(f"add i64 {w.load('i64', branching)}, {w.wide(every)}"), branching)
    drawn = w.new(f"call i64 @below(ptr {w.at('%c', context.POLICY)}, i64 {w.wide(every)})")
    index = w.new(f"trunc i64 {drawn} to i32")
    w.store("i64", str(errors.MAX_ITERATIONS), w.at("%c", context.BUDGET))
    if stmt.decision.optional:
        taken, declined = w.label(), w.label()
        w.branch(w.new(f"icmp slt i32 {index}, {count}"), taken, declined)
        w.mark(declined)
        _nothing(stmt, -1, w)
        w.jump(done)
        w.mark(taken)
    place = choosing.write_entry(generator, given, index, w)
    # an alternative may leave picks unset
    for var in stmt.picks:
        w.reset(var)
    receive_choice(stmt, place, w)
    w.jump(done)
    w.mark(none)
    _nothing(stmt, -2, w)
    w.mark(done)


def write_draw(stmt: ir.Draw, w: Emitter) -> None:
    """An outcome of chance, by weight; of a single one nothing is drawn."""
    generator = stmt.generator
    entry = w.linker.entry(generator)
    given = _arguments(generator, stmt.args, w)
    count = choosing.write_list(generator, given, True, w)
    none, some, several, chosen, done = (w.label() for _ in range(5))
    index = w.alloca("i32")
    w.store("i32", "0", index)
    w.branch(w.new(f"icmp eq i32 {count}, 0"), none, some)
    w.mark(none)
    w.reset(stmt.result)
    w.jump(done)
    w.mark(some)
    w.branch(w.new(f"icmp eq i32 {count}, 1"), chosen, several)
    w.mark(several)
    base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
    total = w.new(f"call i64 @total(i64 {base}, i64 {entry.stride}, i32 {count})")
    number = w.new(f"call i64 @below(ptr {w.at('%s', memory.GENERATOR)}, i64 {total})")
    w.store("i32", w.new(f"call i32 @fallen(i64 {base}, i64 {entry.stride}, i64 {number})"), index)
    w.jump(chosen)
    w.mark(chosen)
    start = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
    receive_first(stmt.result, entry, w.at(start, w.scaled(w.wide(w.load("i32", index)), entry.stride)), w)
    w.jump(done)
    w.mark(done)


def _arguments(generator: ir.Routine, args: tuple[ir.Expr, ...], w: Emitter) -> str:
    """The arguments of a generator, as they follow state and context."""
    given = [values.typed(arg, param.type, w) for arg, param in zip(args, generator.params, strict=True)]
    kinds = [w.sizes.llvm(param.type) for param in generator.params]
    return "".join(f", {kind} {value}" for kind, value in zip(kinds, given, strict=True))


def _nothing(stmt: ir.Decide, choice: int, w: Emitter) -> None:
    """No move was made."""
    w.write(stmt.choice, str(choice))
    for var in stmt.picks:
        w.reset(var)
