"""Decisions and chance in games that roll from start to end, as LLVM assembly: statements like others.

Nothing stands still here: the moves are counted, an index is drawn, and what was chosen is received at once. The budget
is that of a run from stop to stop: it is full again after every decision.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.engines.native import (
    apart,
    apart_state,
    choosing,
    context,
    rolling_tried,
    rolling_ways,
    subsets,
    values,
)
from rulewright.engines.native.receiving import receive_choice
from rulewright.engines.native.routine import Emitter
from rulewright.engines.reference.apart import NOTHING
from rulewright.program import ir


def write_decide(stmt: ir.Decide, w: Emitter) -> None:
    """A player takes any move, each as likely as the others; CUT where so many decisions have been made."""
    chooser = values.value(stmt.chooser, w)
    if w.linker.rejecting and stmt.decision.candidates is not None:
        rolling_tried.write_decide(stmt, stmt.decision.candidates, w)
        return
    generator = stmt.decision.generator
    given = choosing.arguments(generator, stmt.args, w)
    some, none, done = (w.label() for _ in range(3))
    together = _Together(stmt, w) if apart_state.asked(stmt, w.linker) else None
    if together is not None:
        together.again(given, none, done)
    picked = subsets.subsets_of(stmt, w.linker)
    found, count = ("", choosing.write_count(generator, given, w)) if picked is None else picked.count(w)
    if together is not None:
        together.begin(chooser, count)
    w.branch(w.new(f"icmp ne i32 {count}, 0"), some, none)
    w.mark(some)
    every = w.new(f"add i32 {count}, 1") if stmt.decision.optional else count
    index = _scripted(chooser, every, w) if w.exploring else _drawn(every, w)
    if stmt.decision.optional:
        taken, declined = w.label(), w.label()
        w.branch(w.new(f"icmp slt i32 {index}, {count}"), taken, declined)
        w.mark(declined)
        if together is not None:
            together.keep(None)
        nothing(stmt, -1, w)
        w.jump(done)
        w.mark(taken)
    place = choosing.write_entry(generator, given, index, w) if picked is None else picked.move(found, index, w)
    if together is not None:
        together.keep(place)
    _receive(stmt, place, w)
    w.jump(done)
    w.mark(none)
    nothing(stmt, -2, w)
    w.mark(done)


def _receive(stmt: ir.Decide, place: str, w: Emitter) -> None:
    # an alternative may leave picks unset
    for var in stmt.picks:
        w.reset(var)
    receive_choice(stmt, stmt.decision.generator, place, w)


class _Together:
    """What else is done at a decision to which players may come while they decide together."""

    def __init__(self, stmt: ir.Decide, w: Emitter) -> None:
        self._stmt = stmt
        self._w = w
        self._stage = apart_state.active(w)

    def _when(self, stage: int, otherwise: str) -> None:
        """Go on in one stage, else there."""
        here = self._w.label()
        self._w.branch(self._w.new(f"icmp eq i32 {self._stage}, {stage}"), here, otherwise)
        self._w.mark(here)

    def again(self, given: str, none: str, done: str) -> None:
        """Where all have decided, the choice that was kept is done."""
        w, stmt = self._w, self._stmt
        usual = w.label()
        self._when(apart_state.RUNNING, usual)

        def declined() -> None:
            nothing(stmt, -1, w)
            w.jump(done)

        def chosen(place: str) -> None:
            _receive(stmt, place, w)
            w.jump(done)

        apart.write_again(stmt, given, none, declined, chosen, w)
        w.mark(usual)

    def begin(self, chooser: str, count: str) -> None:
        """A seat comes to its decision, among so many moves."""
        w = self._w
        kept, done = w.label(), w.label()
        self._when(apart_state.DECIDING, done)
        apart.check_own(self._stmt, chooser, w)
        w.branch(w.new(f"icmp eq i32 {count}, 0"), kept, done)
        w.mark(kept)
        apart.keep_without(self._stmt, NOTHING, w)
        w.mark(done)

    def keep(self, place: str | None) -> None:
        """The move at an address was drawn; None: it declined."""
        w = self._w
        done = w.label()
        self._when(apart_state.DECIDING, done)
        if place is None:
            apart.keep_without(self._stmt, -1, w)
        else:
            apart.keep(self._stmt, place, w)
        w.mark(done)


def _drawn(every: str, w: Emitter) -> str:
    """The index of the move that is made, among so many."""
    made(w)
    branching(every, w)
    index = below(every, w)
    w.store("i64", str(w.linker.budget), w.at("%c", context.BUDGET))
    return index


def _scripted(chooser: str, every: str, w: Emitter) -> str:
    """The index of the move that a script says (see `rolling_ways.py`); where it says nothing more, of the first."""
    script = w.load("ptr", w.at("%c", context.WAY))
    own = w.new(f"icmp eq i32 {chooser}, {w.load('i32', w.at(script, rolling_ways.CHOOSER))}")
    w.unless(own, context.ERROR)
    at = w.load("i32", w.at(script, rolling_ways.AT))
    w.unless(w.new(f"icmp ult i32 {at}, {rolling_ways.DEPTH}"), context.UNSUPPORTED)
    choice = w.at(w.at(script, rolling_ways.CHOICES), w.scaled(w.wide(at), 8))
    more, known = w.label(), w.label()
    following = w.new(f"add i32 {at}, 1")
    w.store("i32", following, w.at(script, rolling_ways.AT))
    length = w.at(script, rolling_ways.LENGTH)
    w.branch(w.new(f"icmp slt i32 {at}, {w.load('i32', length)}"), known, more)
    w.mark(more)
    w.store("i32", "0", choice)
    w.store("i32", every, w.at(choice, 4))
    w.store("i32", following, length)
    w.jump(known)
    w.mark(known)
    return w.load("i32", choice)


def made(w: Emitter, back: Callable[[], None] | None = None) -> None:
    """One decision more, unless so many have been made; `back` writes what is to be done before the game is cut."""
    go_on, cut = w.label(), w.label()
    made = w.load("i64", w.at("%c", context.DECISIONS))
    limit = w.load("i64", w.at("%c", context.LIMIT))
    w.branch(w.new(f"icmp slt i64 {made}, {limit}"), go_on, cut)
    w.mark(cut)
    if back is not None:
        back()
    w.propagate(str(context.CUT))
    w.mark(go_on)
    w.store("i64", w.new(f"add i64 {made}, 1"), w.at("%c", context.DECISIONS))


def branching(count: str, w: Emitter) -> None:
    place = w.at("%c", context.BRANCHING)
    w.store("i64", w.new(f"add i64 {w.load('i64', place)}, {w.wide(count)}"), place)


def below(count: str, w: Emitter) -> str:
    """A number below another one, by the generator of those who play."""
    drawn = w.new(f"call i64 @below(ptr {w.at('%c', context.POLICY)}, i64 {w.wide(count)})")
    return w.new(f"trunc i64 {drawn} to i32")


def nothing(stmt: ir.Decide, choice: int, w: Emitter) -> None:
    """No move was made."""
    w.write(stmt.choice, str(choice))
    for var in stmt.picks:
        w.reset(var)
