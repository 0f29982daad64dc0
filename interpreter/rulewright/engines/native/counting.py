"""Generators that do not list their yields, as LLVM assembly: one is asked for, or they are counted, or noted in groups
(`groups.py`), of which any one can be made again."""

from __future__ import annotations

from rulewright.engines import errors
from rulewright.engines.native import context, loops, rounds, sets, statements, values, yields
from rulewright.engines.native.groups import Group, groups_of
from rulewright.engines.native.notes import MANY, MEMBERS, NUMBER, Notes, words_of
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


class Asker:
    """Whether there is a yield."""

    def begin(self, w: Emitter) -> None:
        pass

    def loop(self, stmt: ir.Stmt, w: Emitter) -> bool:
        return False

    def taken(self, stmt: ir.Yield | ir.YieldBags, w: Emitter) -> None:
        if isinstance(stmt, ir.YieldBags):
            values.value(stmt.count, w)
        else:
            yields.evaluate(stmt, w)
        w.clean()
        w.leave(f"ret i32 {context.YIELDED}")

    def done(self, w: Emitter) -> None:
        pass


# ---- counting ----


class Counter:
    """How many yields there are."""

    def __init__(self, routine: ir.Routine) -> None:
        found = groups_of(routine)
        listed = () if found is None else found.listed
        self._loops: dict[ir.Stmt | None, Group] = {group.loop: group for group in listed if group.whole}
        self._counted = ""

    def begin(self, w: Emitter) -> None:
        self._counted = _zero("i32", w)

    def loop(self, stmt: ir.Stmt, w: Emitter) -> bool:
        group = self._loops.get(stmt)
        if group is None or group.loop is None:
            return False
        size = _pass(group, rounds.how_many(group.loop, w), w)
        _add(self._counted, w.new(f"trunc i64 {size} to i32"), w)
        return True

    def taken(self, stmt: ir.Yield | ir.YieldBags, w: Emitter) -> None:
        assert isinstance(stmt, ir.Yield)
        yields.evaluate(stmt, w)
        _add(self._counted, "1", w)

    def done(self, w: Emitter) -> None:
        w.store("i32", w.load("i32", self._counted), "%counted")


def _zero(kind: str, w: Emitter) -> str:
    place = w.alloca(kind)
    w.store(kind, "0", place)
    return place


def _add(place: str, number: str, w: Emitter) -> None:
    w.store("i32", w.new(f"add i32 {w.load('i32', place)}, {number}"), place)


def _size(found: str, words: int, w: Emitter) -> str:
    return w.new(f"trunc i64 {loops.size(found, f'i{64 * words}', w)} to i32")


def _pass(group: Group, size: str, w: Emitter) -> str:
    """Pass over so many rounds of a loop (an i64), of which all come to the yield; how many yields that are."""
    assert group.loop is not None
    loops.charge(group.loop, size, w)
    for added in group.sums:
        sum_ = w.new(f"add nsw i64 {w.wide(w.read(added.var))}, {size}")
        if added.added.span is not None:
            fits = w.new(f"icmp sle i64 {sum_}, {errors.HIGHEST}")
            w.error_unless(fits, w.linker.faults.overflow(added.added.span), str(errors.HIGHEST + 1))
        w.write(added.var, w.new(f"trunc i64 {sum_} to i32"))
    if group.inner is None:
        return size
    every = w.scaled(size, len(group.constants))
    loops.charge(group.inner, every, w)
    return every


# ---- noting ----


class Noter:
    """The groups of yields, and how many there are in all."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._loops: dict[ir.Stmt | None, Group] = {group.loop: group for group in notes.groups.listed}
        self._yields = {group.taken: group for group in notes.groups.listed}
        self._kept: dict[ir.Yield, str] = {}
        self._counted = ""

    def begin(self, w: Emitter) -> None:
        self._counted = _zero("i32", w)
        if self._notes.groups.fixed:
            for at in self._notes.at:
                w.store("i32", "0", w.at("%notes", at + MANY))

    def loop(self, stmt: ir.Stmt, w: Emitter) -> bool:
        group = self._loops.get(stmt)
        if group is None or group.loop is None:
            return False
        words = words_of(group.loop, w.sizes)
        standing = w.linker.standing.get(group.loop)
        if standing is not None:
            found = sets.resized(w.load("i64", w.cell(standing.members)), 1, words, w)
            self._note(group, found, w, w.load("i32", w.cell(standing.size)))
            return True
        if group.whole:
            found = rounds.numbers(group.loop, w)
            size = _pass(group, rounds.how_many(group.loop, w), w)
            self._note(group, found, w, w.new(f"trunc i64 {size} to i32"))
            return True
        kept = self._kept[group.taken] = w.alloca(f"i{64 * words}")
        w.store(f"i{64 * words}", "0", kept)
        rounds.run(group.loop, w)
        found = w.load(f"i{64 * words}", kept)
        self._note(group, found, w, _size(found, words, w))
        return True

    def taken(self, stmt: ir.Yield | ir.YieldBags, w: Emitter) -> None:
        assert isinstance(stmt, ir.Yield)
        yields.evaluate(stmt, w)
        assert isinstance(stmt, ir.Yield)
        group = self._yields[stmt]
        if group.loop is None:
            self._note(group, "", w)
            return
        kept = self._kept[stmt]
        member = rounds.number(group.loop, w)
        if words_of(group.loop, w.sizes) > 1:
            kept = w.at(kept, w.new(f"shl i64 {w.new(f'lshr i64 {member}, 6')}, 3"))
            member = w.new(f"and i64 {member}, 63")
        bit = w.new(f"shl i64 1, {member}")
        w.store("i64", w.new(f"or i64 {w.load('i64', kept)}, {bit}"), kept)

    def _note(self, group: Group, found: str, w: Emitter, size: str = "1") -> None:
        """Note a group with so many members."""
        layout = self._notes.layouts[group.number]
        some = "true"
        if group.loop is not None:
            words = words_of(group.loop, w.sizes)
        place = w.at("%notes", self._notes.at[group.number])
        if not self._notes.groups.fixed:
            top = w.at("%c", context.ENTRIES)
            start = w.load("i64", top)
            end = w.new(f"add i64 {start}, {self._notes.size}")
            w.enough(
                w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.ENTRIES_END))}"), context.NEED_ENTRIES
            )
            some = w.new(f"icmp ne i32 {size}, 0") if group.loop is not None else "true"
            w.store("i64", w.new(f"select i1 {some}, i64 {end}, i64 {start}"), top)
            place = w.new(f"inttoptr i64 {start} to ptr")
            w.store("i32", str(group.number), w.at(place, NUMBER))
        w.store("i32", size, w.at(place, MANY))
        if group.loop is not None:
            w.store(f"i{64 * words}", found, w.at(place, MEMBERS))
        for var, at in zip(group.known, layout.offsets, strict=True):
            w.store(w.sizes.llvm(var.type), w.read(var), w.at(place, at))
        _add(self._counted, size, w)

    def done(self, w: Emitter) -> None:
        w.store("i32", w.load("i32", self._counted), "%counted")


# ---- making a yield again ----


def write_making(notes: Notes, w: Emitter) -> None:
    """The body of the routine that lays the yield with the number `%index` down as the entry at `%entry`."""
    budget = [context.BUDGET] if notes.groups.calling else []
    with w.restoring(*budget):
        if budget:
            w.store("i64", str(errors.MAX_ITERATIONS), w.at("%c", context.BUDGET))
        if notes.groups.fixed:
            _find_fixed(notes, w)
        else:
            _find(notes, w)


def _find_fixed(notes: Notes, w: Emitter) -> None:
    index = "%index"
    last = len(notes.groups.listed) - 1
    for group, at in zip(notes.groups.listed, notes.at, strict=True):
        note = w.at("%notes", at)
        if group.number == last:
            _make(group, notes, note, index, w)
            return
        here, further = w.label(), w.label()
        many = w.load("i32", w.at(note, MANY))
        w.branch(w.new(f"icmp ult i32 {index}, {many}"), here, further)
        w.mark(here)
        _make(group, notes, note, index, w)
        w.mark(further)
        index = w.new(f"sub i32 {index}, {many}")
    w.leave("unreachable")


def _find(notes: Notes, w: Emitter) -> None:
    place, left = w.alloca("ptr"), w.alloca("i32")
    w.store("ptr", "%notes", place)
    w.store("i32", "%index", left)
    head, here, further = w.label(), w.label(), w.label()
    w.mark(head)
    note, index = w.load("ptr", place), w.load("i32", left)
    many = w.load("i32", w.at(note, MANY))
    w.branch(w.new(f"icmp ult i32 {index}, {many}"), here, further)
    w.mark(further)
    w.store("ptr", w.at(note, notes.size), place)
    w.store("i32", w.new(f"sub i32 {index}, {many}"), left)
    w.jump(head)
    w.mark(here)
    cases = [(group, w.label()) for group in notes.groups.listed]
    nowhere = w.label()
    targets = " ".join(f"i32 {group.number}, label %{label}" for group, label in cases)
    w.leave(f"switch i32 {w.load('i32', w.at(note, NUMBER))}, label %{nowhere} [{targets}]")
    for group, label in cases:
        w.mark(label)
        _make(group, notes, note, index, w)
    w.mark(nowhere)
    w.leave("unreachable")


def _make(group: Group, notes: Notes, note: str, index: str, w: Emitter) -> None:
    for var, at in zip(group.known, notes.layouts[group.number].offsets, strict=True):
        w.write(var, w.load(w.sizes.llvm(var.type), w.at(note, at)))
    if group.loop is not None:
        words = words_of(group.loop, w.sizes)
        if group.inner is not None:
            which = w.new(f"urem i32 {index}, {len(group.constants)}")
            listed = w.linker.constants("i32", list(group.constants))
            w.write(group.inner.var, w.load("i32", w.at(listed, w.scaled(w.wide(which), 4))))
            index = w.new(f"udiv i32 {index}, {len(group.constants)}")
        found = w.load(f"i{64 * words}", w.at(note, MEMBERS))
        rounds.give(group.loop, sets.nth(found, words, index, w), w)
    statements.write_body(group.steps, w)
    yields.lay_entry(group.taken, "%entry", w)
    w.clean()
    w.leave(f"ret i32 {context.OK}")
