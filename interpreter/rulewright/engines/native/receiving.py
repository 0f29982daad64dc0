"""What a stop leaves in locals: the choice and the picks of an entry, as LLVM assembly."""

from __future__ import annotations

from rulewright.engines.native import sets
from rulewright.engines.native.entries import ALTERNATIVE, Entry
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family


def receive_choice(decide: ir.Decide, generator: ir.Routine, place: str, w: Emitter) -> None:
    """The alternative and the picks of the entry of a generator at an address."""
    entry = w.linker.entry(generator)
    done = w.label()
    alternative = w.load("i32", w.at(place, ALTERNATIVE))
    w.write(decide.choice, alternative)
    cases = [(number, layout, w.label()) for number, layout in entry.picks.items()]
    targets = " ".join(f"i32 {number}, label %{label}" for number, _, label in cases)
    w.leave(f"switch i32 {alternative}, label %{done} [{targets}]")
    for number, layout, label in cases:
        w.mark(label)
        for var, kind, at in zip(decide.received(number), layout.kinds, layout.offsets, strict=False):
            receive(var, kind, w.at(place, at), w)
        w.jump(done)
    w.mark(done)


def receive_first(var: ir.Var, entry: Entry, place: str, w: Emitter) -> None:
    """The first pick of an entry of chance."""
    firsts = {(layout.offsets[0], layout.kinds[0]) for layout in entry.picks.values()}
    if len(firsts) != 1:
        raise NativeUnsupported("chance with outcomes of different sorts")
    at, kind = firsts.pop()
    receive(var, kind, w.at(place, at), w)


def receive(var: ir.Var, kind: ir.IrType, place: str, w: Emitter) -> None:
    """A local becomes a value that lies in an entry."""
    w.write(var, read_part(var.type, kind, place, w))


def read_part(wanted: ir.IrType, kind: ir.IrType, place: str, w: Emitter) -> str:
    """A value of one type as it lies in an entry, as one of another type."""
    match family(kind):
        case "list":
            return w.stored_list(place)
        case "set" if family(wanted) == "set":
            found = w.load(w.sizes.llvm(kind), place, 4)
            return sets.resized(found, w.sizes.words(kind), w.sizes.words(wanted), w)
        case _:
            return w.load("i32", place)
