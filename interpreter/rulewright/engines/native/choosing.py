"""The choice among the moves of a decision, as LLVM assembly: how many there are, and the one with an index.

Two steps, because what comes between them (the number of decisions is limited, an index is drawn) is the caller's. Both
take the same way for a generator.
"""

from __future__ import annotations

from rulewright.engines.native import context
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def write_count(generator: ir.Routine, given: str, w: Emitter) -> str:
    """How many moves a generator yields, as an i32. `given`: the arguments behind state and context, as text."""
    return write_list(generator, given, False, w)


def write_entry(generator: ir.Routine, given: str, index: str, w: Emitter) -> str:
    """The address of the entry with an index (i32, below the number of moves). Valid until moves are listed again."""
    stride = w.linker.entry(generator).stride
    base = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
    return w.at(base, w.scaled(w.wide(index), stride))


def write_list(generator: ir.Routine, given: str, drawn: bool, w: Emitter) -> str:
    """List the moves, or outcomes if they are `drawn`, from the base of the entries; how many there are, as an i32
    (without the move not to move)."""
    base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
    w.store("i64", base, w.at("%c", context.ENTRIES))
    w.check(w.new(f"call i32 {w.linker.routine(generator)}(ptr %s, ptr %c{given})"))
    finisher = w.linker.drawer(generator) if drawn else w.linker.finisher(generator)
    w.check(w.new(f"call i32 {finisher}(ptr %c, i64 {base})"))
    return w.load("i32", w.at("%c", context.COUNT))
