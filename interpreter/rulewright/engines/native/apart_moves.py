"""References that move while players decide together, in machine code: see `apart.py`.

On a copy it is noted how far each reference of the state before has moved, so that a choice can be kept with those of
the state before. When the blocks run on that state, the references in the choices to come follow. Helpers for both are
in `assembly/apart.ll`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.engines.native.apart_state import DECIDING, RUNNING, active, last_choice, number_of, of_seat
from rulewright.engines.native.apart_state import places as places_of
from rulewright.engines.native.memory import CHOICES, MADE
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.engines.reference.together import kinds_of_key
from rulewright.program import ir

Part = tuple[str, ir.IrType, int]
"""A part of a key that may follow: r a reference, s a set, l a list; its type; where it lies in a choice."""


def write_moves(linker: Linker) -> str:
    """The routines."""
    if linker.memory.apart is None or not linker.memory.apart.loose:
        return ""
    emitter = Emitter(linker, linker.memory.program.main)
    parts = [_followed(emitter)]
    for number, generator in _generators(linker).items():
        parts.append(_kept(number, generator, Emitter(linker, linker.memory.program.main)))
        parts.append(_settled(number, generator, Emitter(linker, linker.memory.program.main)))
    return "\n".join(parts)


def forget(w: Emitter) -> None:
    """On a new copy all references are where they were."""
    places = places_of(w)
    if places.references:
        first, size = w.at("%s", places.moves), 4 * places.references
        w.line(f"call void @llvm.memset.p0.i64(ptr {first}, i8 0, i64 {size}, i1 false)")


def kept(number: int, w: Emitter) -> None:
    """A choice of this decision was just kept: its references are those of the state before."""
    if places_of(w).loose:
        w.line(f"call void @apart_kept{number}(ptr %s)")


def settled(number: int, choice: str, w: Emitter) -> None:
    """A choice of this decision is about to be done: its key becomes one that can be compared."""
    if places_of(w).loose:
        w.line(f"call void @apart_settled{number}(ptr {choice})")


def rename(w: Emitter) -> None:
    """A reference moves from `%old` to `%new`."""
    if w.linker.memory.apart is None or not w.linker.memory.apart.references:
        return
    places = places_of(w)
    deciding, running, done = (w.label() for _ in range(3))
    w.leave(
        f"switch i32 {active(w)}, label %{done} [i32 {DECIDING}, label %{deciding} i32 {RUNNING}, label %{running}]"
    )
    w.mark(deciding)
    moves = w.at("%s", places.moves)
    w.line(f"call void @moves_follow(ptr {moves}, i32 {places.references}, i32 %old, i32 %new)")
    w.jump(done)
    w.mark(running)
    if places.loose:
        w.line("call void @apart_followed(ptr %s, i32 %old, i32 %new)")
    w.jump(done)
    w.mark(done)


# ---- the keys of choices ----


def _generators(linker: Linker) -> dict[int, ir.Routine]:
    assert linker.together is not None
    return {number_of(decide, linker): decide.decision.generator for decide in linker.together.asked}


def _parts(generator: ir.Routine, linker: Linker) -> Iterator[tuple[int, list[Part]]]:
    """For each alternative the parts of its key that may follow."""
    for alternative, layout in linker.entry(generator).keys.items():
        sorts = kinds_of_key(generator, alternative)
        listed = zip(sorts, layout.kinds, layout.offsets, strict=False)
        yield alternative, [part for part in listed if part[0] != "-"]


def _each_part(generator: ir.Routine, choice: str, write: Callable[[Part], None], w: Emitter) -> None:
    """Write something for each part of a choice's key that may follow, by its alternative."""
    cases = [(number, parts, w.label()) for number, parts in _parts(generator, w.linker) if parts]
    done = w.label()
    targets = " ".join(f"i32 {number}, label %{label}" for number, _, label in cases)
    w.leave(f"switch i32 {w.load('i32', w.at(choice, 4))}, label %{done} [{targets}]")
    for _, parts, label in cases:
        w.mark(label)
        for part in parts:
            write(part)
        w.jump(done)
    w.mark(done)


def _items(part: Part, choice: str, w: Emitter) -> tuple[str, str, str]:
    """Where the references of a part that is no set lie, where it lies whether each stays, how many there are."""
    sort, _, at = part
    first = at + 8 if sort == "l" else at
    count = w.load("i32", w.at(choice, at)) if sort == "l" else "1"
    return w.at(choice, first), w.at(choice, first + places_of(w).loose), count


def _kept(number: int, generator: ir.Routine, w: Emitter) -> str:
    places = places_of(w)
    choice = last_choice(w)
    moves = f"ptr {w.at('%s', places.moves)}, i32 {places.references}"

    def write(part: Part) -> None:
        sort, kind, at = part
        if sort == "s":
            members, loose = w.at(choice, at), w.at(choice, at + places.loose)
            w.line(f"call void @moves_split({moves}, ptr {members}, ptr {loose}, i32 {w.sizes.words(kind)})")
        else:
            items, stay, count = _items(part, choice, w)
            w.line(f"call void @moves_list({moves}, ptr {items}, ptr {stay}, i32 {count})")

    _each_part(generator, choice, write, w)
    w.leave("ret void")
    return w.text(f"define internal void @apart_kept{number}(ptr %s)")


def _settled(number: int, generator: ir.Routine, w: Emitter) -> str:
    """Sets are whole again."""

    def write(part: Part) -> None:
        sort, kind, at = part
        if sort == "s":
            type_ = w.sizes.llvm(kind)
            place = w.at("%choice", at)
            loose = w.load(type_, w.at("%choice", at + places_of(w).loose), 4)
            w.store(type_, w.new(f"or {type_} {w.load(type_, place, 4)}, {loose}"), place, 4)

    _each_part(generator, "%choice", write, w)
    w.leave("ret void")
    return w.text(f"define internal void @apart_settled{number}(ptr %choice)")


def _followed(w: Emitter) -> str:
    """A reference moves: those in all choices that are still to be done follow."""
    linker, places = w.linker, places_of(w)
    seat, at = w.alloca("i32"), w.alloca("i32")
    w.store("i32", "0", seat)
    seats, one_seat, choices, one, next_one, next_seat, done = (w.label() for _ in range(7))
    w.mark(seats)
    now = w.load("i32", seat)
    w.branch(w.new(f"icmp slt i32 {now}, {linker.memory.program.seats}"), one_seat, done)
    w.mark(one_seat)
    w.store("i32", w.load("i32", of_seat(w, places.used, now)), at)
    w.jump(choices)
    w.mark(choices)
    index = w.load("i32", at)
    made = w.load("i32", of_seat(w, places.start + MADE, now))
    w.branch(w.new(f"icmp slt i32 {index}, {made}"), one, next_seat)
    w.mark(one)
    number = w.new(f"add i32 {w.new(f'mul i32 {now}, {CHOICES}')}, {index}")
    choice = of_seat(w, places.choices, number, places.choice)
    cases = [(number_, generator, w.label()) for number_, generator in _generators(linker).items()]
    targets = " ".join(f"i32 {number_}, label %{label}" for number_, _, label in cases)
    w.leave(f"switch i32 {w.load('i32', choice)}, label %{next_one} [{targets}]")

    def write(part: Part) -> None:
        sort, kind, where = part
        if sort == "s":
            w.line(f"call void @follow_set(ptr {w.at(choice, where)}, i32 {w.sizes.words(kind)}, i32 %old, i32 %new)")
        else:
            items, stay, count = _items(part, choice, w)
            w.line(f"call void @follow_loose(ptr {items}, ptr {stay}, i32 {count}, i32 %old, i32 %new)")

    for _, generator, label in cases:
        w.mark(label)
        _each_part(generator, choice, write, w)
        w.jump(next_one)
    w.mark(next_one)
    w.store("i32", w.new(f"add i32 {index}, 1"), at)
    w.jump(choices)
    w.mark(next_seat)
    w.store("i32", w.new(f"add i32 {now}, 1"), seat)
    w.jump(seats)
    w.mark(done)
    w.leave("ret void")
    return w.text("define internal void @apart_followed(ptr %s, i32 %old, i32 %new)")
