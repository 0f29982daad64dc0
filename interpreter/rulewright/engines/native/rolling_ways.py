"""Moves of several decisions in games that roll, as LLVM assembly: ways are gone one after the other on one state.

The first way takes the first move of every decision that it comes to. Then all is taken back, and the body runs again
with the next move at the last decision that has one more, the same moves before it, and the first ones behind it. What
tells the ends of ways apart is noted as they come; of those of the greatest rank one is drawn, and gone again.

The script, for which the context has a place: 0 how many decisions this run has come to, 4 for how many the move is
given, 8 who decides, from 16 for each decision the index of the move and how many there are. A note of an end lies in
the space of the context: what tells it apart, the number of its decisions, the indices of its moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.engines.native import context, loops, rolling_stops, statements, values
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.trials import length, saved, stretches
from rulewright.program import exploring, ir, walk

AT, LENGTH, CHOOSER, CHOICES = 0, 4, 8, 16
DEPTH = 64
"""So many decisions one way may have; longer ones are left to the module that knows how to stop."""

_MOST_RUNS = 4096
"""So many ways are gone; where there are more, that module finds them without going any part of them twice."""


@dataclass(frozen=True, slots=True)
class _Note:
    """Where the parts of a note lie: `key` is what tells an end apart, in bytes."""

    key: int
    length: int
    moves: int
    size: int


class _Ways:
    """The ways of one compound: `script`, `ends` and so on are addresses."""

    def __init__(self, stmt: ir.Compound, w: Emitter) -> None:
        self._stmt = stmt
        self._w = w
        program = w.linker.memory.program
        self._cells = [
            (place.at, place.stride * cell.size)
            for cell in exploring.telling(program, stmt)
            for place in (w.linker.memory.cells[cell],)
        ]
        self._locals = self._telling_locals()
        key = sum(size for _, size in self._cells) + sum(w.sizes.bytes(var.type) for var in self._locals)
        key = (key + 7) // 8 * 8
        self._note = _Note(key, key, key + 4, key + 8 + 4 * DEPTH)
        self._script = w.alloca(f"[{CHOICES + 8 * DEPTH} x i8]")
        self._ends, self._runs, self._standing = (w.alloca("i32") for _ in range(3))
        self._over, self._last = w.alloca("i1", 1), w.alloca("i1", 1)
        self._best = w.alloca(f"[{max(1, len(stmt.rank))} x i32]")

    def _telling_locals(self) -> list[ir.Var]:
        """The locals that are needed behind the compound, and may then hold something else."""
        given = {var for stmt in walk.statements(self._stmt.body) for var in walk.assigned(stmt)}
        moving = exploring.moving(self._stmt)
        return [var for var in self._w.keep(self._stmt) if var in given or (moving and var.type.follows)]

    # ---- the whole ----

    def write(self) -> None:
        w = self._w
        chooser = values.value(self._stmt.chooser, w)
        passing = [(place, kind, w.load(kind, w.at("%c", place))) for place, kind in context.PASSING]
        self._begin(chooser)
        back = self._back()
        head, over, came, first, noting, again, chosen, done, alone, ended, after = (w.label() for _ in range(11))
        w.mark(head)
        loops.charge(self._stmt, "1", w)
        w.store("i32", "0", w.at(self._script, AT))
        w.store("i1", "false", self._over, 1)
        with w.handling(over=over), w.exploring_ways():
            statements.write_body(self._stmt.body, w)
        w.jump(came)
        w.mark(over)
        w.store("i1", "true", self._over, 1)
        w.jump(came)
        w.mark(came)
        for place, kind, value in passing:
            w.store(kind, value, w.at("%c", place))
        w.branch(w.load("i1", self._last, 1), done, first)
        w.mark(first)
        w.branch(w.new(f"icmp eq i32 {w.load('i32', w.at(self._script, AT))}, 0"), alone, noting)
        w.mark(noting)
        self._note_end()
        self._next(again, chosen)
        w.mark(again)
        back()
        w.jump(head)
        w.mark(chosen)
        self._decide(done, again, back)
        w.mark(done)
        w.store("i64", str(w.linker.budget), w.at("%c", context.BUDGET))
        w.jump(alone)
        w.mark(alone)
        w.branch(w.load("i1", self._over, 1), ended, after)
        w.mark(ended)
        w.propagate(str(context.ENDED))
        w.mark(after)

    def _begin(self, chooser: str) -> None:
        """References of the routines above would move on every way, so they must have none."""
        w = self._w
        live, base = (w.load("i64", w.at("%c", place)) for place in (context.LIVE, context.LIVE_BASE))
        w.unless(w.new(f"icmp eq i64 {live}, {base}"), context.UNSUPPORTED)
        for place in (self._ends, self._runs):
            w.store("i32", "0", place)
        w.store("i32", "-1", self._standing)
        w.store("i1", "false", self._last, 1)
        w.store("i32", "0", w.at(self._script, LENGTH))
        w.store("i32", chooser, w.at(self._script, CHOOSER))
        w.store("ptr", self._script, w.at("%c", context.WAY))

    def _back(self) -> Callable[[], None]:
        """Keep what ways may change; what brings it back."""
        w, stmt = self._w, self._stmt
        program, routine = w.linker.memory.program, w.routine
        kept = [(at, size, w.alloca(f"[{size} x i8]")) for at, size in stretches(exploring.changed(program, stmt), w)]
        for at, size, place in kept:
            w.copy(place, w.at(w.state, at), size)
        given = {var for one in walk.statements(stmt.body) for var in walk.assigned(one)}
        moving = exploring.moving(stmt)
        own = [var for var in (*routine.params, *routine.locals) if var in given or (moving and var.type.follows)]
        places = [(var, saved(var, w)) for var in own]

        def back() -> None:
            for at, size, place in kept:
                w.copy(w.at(w.state, at), place, size)
            for var, place in places:
                w.copy(w.place(var), place, length(var, w))

        return back

    # ---- ends ----

    def _note_end(self) -> None:
        """Note where a way has come to, if it is of the greatest rank so far and no other has come there."""
        w, note = self._w, self._note
        runs = w.new(f"add i32 {w.load('i32', self._runs)}, 1")
        w.store("i32", runs, self._runs)
        w.unless(w.new(f"icmp ule i32 {runs}, {_MOST_RUNS}"), context.UNSUPPORTED)
        noted = w.label()
        w.store("i32", "-1", self._standing)
        if self._stmt.rank:
            self._compare(noted)
        ends = w.load("i32", self._ends)
        base = w.load("i64", w.at("%c", context.SPACE_BASE))
        start = w.new(f"add i64 {base}, {w.scaled(w.wide(ends), note.size)}")
        room = w.new(
            f"icmp ule i64 {w.new(f'add i64 {start}, {note.size}')}, {w.load('i64', w.at('%c', context.SPACE_END))}"
        )
        w.enough(room, context.NEED_SPACE)
        place = w.new(f"inttoptr i64 {start} to ptr")
        self._lay_key(place)
        if not self._stmt.by_path:
            self._find(place, ends, noted)
        count = w.load("i32", w.at(self._script, LENGTH))
        w.store("i32", count, w.at(place, note.length))
        self._each_choice(count, lambda choice, i: w.store("i32", w.load("i32", choice), w.at(place, self._move(i))))
        w.store("i32", ends, self._standing)
        w.store("i32", w.new(f"add i32 {ends}, 1"), self._ends)
        w.jump(noted)
        w.mark(noted)

    def _compare(self, less: str) -> None:
        """The rank of this end; go to `less` if it is less than the greatest, forget the others if it is greater."""
        w = self._w
        ranks = [values.value(part, w) for part in self._stmt.rank]
        first, greater, alike = w.label(), w.label(), w.label()
        w.branch(w.new(f"icmp eq i32 {w.load('i32', self._ends)}, 0"), greater, first)
        w.mark(first)
        for i, rank in enumerate(ranks):
            best = w.load("i32", w.at(self._best, 4 * i))
            not_less, same = w.label(), w.label()
            w.branch(w.new(f"icmp slt i32 {rank}, {best}"), less, not_less)
            w.mark(not_less)
            w.branch(w.new(f"icmp sgt i32 {rank}, {best}"), greater, same)
            w.mark(same)
        w.jump(alike)
        w.mark(greater)
        for i, rank in enumerate(ranks):
            w.store("i32", rank, w.at(self._best, 4 * i))
        w.store("i32", "0", self._ends)
        w.jump(alike)
        w.mark(alike)

    def _lay_key(self, place: str) -> None:
        w, at = self._w, 0
        for start, size in self._cells:
            w.copy(w.at(place, at), w.at(w.state, start), size)
            at += size
        for var in self._locals:
            size = w.sizes.bytes(var.type)
            w.copy(w.at(place, at), w.place(var), size)
            at += size
        if at < self._note.key:
            w.store("i32", "0", w.at(place, at))

    def _find(self, place: str, ends: str, found: str) -> None:
        """Go to `found` if another way has come to the same."""
        w, note = self._w, self._note
        base = w.load("ptr", w.at("%c", context.SPACE_BASE))
        index = w.alloca("i32")
        w.store("i32", "0", index)
        head, look, same, more, new = (w.label() for _ in range(5))
        w.mark(head)
        now = w.load("i32", index)
        w.branch(w.new(f"icmp slt i32 {now}, {ends}"), look, new)
        w.mark(look)
        other = w.at(base, w.scaled(w.wide(now), note.size))
        w.branch(w.new(f"call i1 @words_same(ptr {place}, ptr {other}, i32 {note.key // 4})"), same, more)
        w.mark(same)
        w.store("i32", now, self._standing)
        w.jump(found)
        w.mark(more)
        w.store("i32", w.new(f"add i32 {now}, 1"), index)
        w.jump(head)
        w.mark(new)

    # ---- the script ----

    def _choice(self, i: str) -> str:
        """The address of a decision in the script, by its number (i32)."""
        w = self._w
        return w.at(w.at(self._script, CHOICES), w.scaled(w.wide(i), 8))

    def _move(self, i: str) -> str:
        """Where the index of a move lies in a note, as an i64."""
        w = self._w
        return w.new(f"add i64 {w.scaled(w.wide(i), 4)}, {self._note.moves}")

    def _each_choice(self, count: str, write: Callable[[str, str], None]) -> None:
        """Write something for each of the first decisions in the script: its address and number."""
        w = self._w
        index = w.alloca("i32")
        w.store("i32", "0", index)
        head, inside, after = (w.label() for _ in range(3))
        w.mark(head)
        now = w.load("i32", index)
        w.branch(w.new(f"icmp slt i32 {now}, {count}"), inside, after)
        w.mark(inside)
        write(self._choice(now), now)
        w.store("i32", w.new(f"add i32 {now}, 1"), index)
        w.jump(head)
        w.mark(after)

    def _next(self, again: str, none: str) -> None:
        """The next move at the last decision that has one more."""
        w = self._w
        left = w.alloca("i32")
        w.store("i32", w.load("i32", w.at(self._script, LENGTH)), left)
        head, look, taken = (w.label() for _ in range(3))
        w.mark(head)
        now = w.load("i32", left)
        w.branch(w.new(f"icmp eq i32 {now}, 0"), none, look)
        w.mark(look)
        last = w.new(f"sub i32 {now}, 1")
        w.store("i32", last, left)
        choice = self._choice(last)
        following = w.new(f"add i32 {w.load('i32', choice)}, 1")
        w.branch(w.new(f"icmp slt i32 {following}, {w.load('i32', w.at(choice, 4))}"), taken, head)
        w.mark(taken)
        w.store("i32", following, choice)
        w.store("i32", now, w.at(self._script, LENGTH))
        w.jump(again)

    def _decide(self, done: str, again: str, back: Callable[[], None]) -> None:
        """Draw an end, and go to it."""
        w, note = self._w, self._note
        count = w.load("i32", self._ends)
        rolling_stops.made(w, back)
        rolling_stops.branching(count, w)
        drawn = rolling_stops.below(count, w)
        w.store("i64", str(w.linker.budget), w.at("%c", context.BUDGET))
        elsewhere = w.label()
        w.branch(w.new(f"icmp eq i32 {drawn}, {w.load('i32', self._standing)}"), done, elsewhere)
        w.mark(elsewhere)
        base = w.load("ptr", w.at("%c", context.SPACE_BASE))
        place = w.at(base, w.scaled(w.wide(drawn), note.size))
        length_ = w.load("i32", w.at(place, note.length))
        w.store("i32", length_, w.at(self._script, LENGTH))
        self._each_choice(length_, lambda choice, i: w.store("i32", w.load("i32", w.at(place, self._move(i))), choice))
        w.store("i1", "true", self._last, 1)
        w.jump(again)


def write_compound(stmt: ir.Compound, w: Emitter) -> None:
    """Draw one of the ways through a compound, and go it; a way without decisions is simply gone."""
    _Ways(stmt, w).write()
