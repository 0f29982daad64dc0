"""Decisions among candidates that are tried out after they are drawn, in games that roll, as LLVM assembly.

Candidates are drawn, each at most once, until one holds; so each that holds is as likely as the others. Those that did
not are noted by their numbers, ascending. After so many of them all others are tried out, and one is drawn of those
that hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.engines.native import choosing, context, loops, rolling_stops, values
from rulewright.engines.native.entries import ALTERNATIVE
from rulewright.engines.native.receiving import read_part, receive_choice
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.rolls import DRAWN


@dataclass(frozen=True, slots=True)
class _Trying:
    """A decision while candidates are tried out. `given`: the arguments of the generator, as text; `count`: how many
    candidates there are; `refused` and `numbers`: where it lies how many do not hold, and which; `entry`: where the
    address of the last one that was looked at lies."""

    stmt: ir.Decide
    candidates: ir.Routine
    given: str
    count: str
    refused: str
    numbers: str
    entry: str


def write_decide(stmt: ir.Decide, candidates: ir.Routine, w: Emitter) -> None:
    """As `rolling_stops.write_decide`."""
    given = choosing.arguments(candidates, stmt.args, w)
    arena = w.load("i64", w.at("%c", context.ARENA))
    count = choosing.write_count(candidates, given, w)
    places = w.alloca("i32"), w.alloca(f"[{DRAWN} x i32]"), w.alloca("ptr")
    trying = _Trying(stmt, candidates, given, count, *places)
    w.store("i32", "0", trying.refused)
    head, left, draw, fails, all_, none, chosen, done = (w.label() for _ in range(8))
    w.mark(head)
    refused = w.load("i32", trying.refused)
    w.branch(w.new(f"icmp slt i32 {refused}, {DRAWN}"), left, all_)
    w.mark(left)
    still = w.new(f"sub i32 {count}, {refused}")
    w.branch(w.new(f"icmp sgt i32 {still}, 0"), draw, none)
    w.mark(draw)
    index, behind = _skipping(rolling_stops.below(still, w), refused, trying, w)
    _try(index, trying, chosen, fails, w)
    w.mark(fails)
    _refuse(index, behind, refused, trying, w)
    w.jump(head)
    w.mark(all_)
    _try_all(trying, chosen, none, w)
    w.mark(chosen)
    rolling_stops.made(w)
    for var in stmt.picks:
        w.reset(var)
    receive_choice(stmt, candidates, w.load("ptr", trying.entry), w)
    if w.linker.branching:
        # moves may be listed where the candidates were
        rolling_stops.branching(choosing.write_size(stmt.decision.generator, given, w), w)
    w.store("i64", str(w.linker.budget), w.at("%c", context.BUDGET))
    w.jump(done)
    w.mark(none)
    rolling_stops.nothing(stmt, -2, w)
    w.mark(done)
    w.store("i64", arena, w.at("%c", context.ARENA))


def _number(numbers: str, at: str, w: Emitter) -> str:
    return w.at(numbers, w.scaled(w.wide(at), 4))


def _skipping(number: str, refused: str, trying: _Trying, w: Emitter) -> tuple[str, str]:
    """The number of a candidate among all, from that among those which are left; how many refused ones are less."""
    index, at = w.alloca("i32"), w.alloca("i32")
    w.store("i32", number, index)
    w.store("i32", "0", at)
    head, look, more, found = (w.label() for _ in range(4))
    w.mark(head)
    passed = w.load("i32", at)
    w.branch(w.new(f"icmp slt i32 {passed}, {refused}"), look, found)
    w.mark(look)
    other = w.load("i32", _number(trying.numbers, passed, w))
    now = w.load("i32", index)
    w.branch(w.new(f"icmp sle i32 {other}, {now}"), more, found)
    w.mark(more)
    w.store("i32", w.new(f"add i32 {now}, 1"), index)
    w.store("i32", w.new(f"add i32 {passed}, 1"), at)
    w.jump(head)
    w.mark(found)
    return w.load("i32", index), w.load("i32", at)


def _refuse(index: str, behind: str, refused: str, trying: _Trying, w: Emitter) -> None:
    """Note a candidate that does not hold, behind so many others."""
    place = _number(trying.numbers, behind, w)
    length = w.scaled(w.wide(w.new(f"sub i32 {refused}, {behind}")), 4)
    w.line(f"call void @llvm.memmove.p0.p0.i64(ptr {w.at(place, 4)}, ptr {place}, i64 {length}, i1 false)")
    w.store("i32", index, place)
    w.store("i32", w.new(f"add i32 {refused}, 1"), trying.refused)


def _try_all(trying: _Trying, chosen: str, none: str, w: Emitter) -> None:
    """Try out all candidates that were not refused, and draw one of those that hold; their numbers lie in the arena."""
    room = w.new(f"call ptr @alloc(ptr %c, i64 {w.scaled(w.wide(trying.count), 4)})")
    w.enough(w.new(f"icmp ne ptr {room}, null"), context.NEED_ARENA)
    coming, passed, held = w.alloca("i32"), w.alloca("i32"), w.alloca("i32")
    for place in (coming, passed, held):
        w.store("i32", "0", place)
    head, look, compare, over, new, holds, last, some = (w.label() for _ in range(8))
    w.mark(head)
    index = w.load("i32", coming)
    w.branch(w.new(f"icmp slt i32 {index}, {trying.count}"), look, last)
    w.mark(look)
    w.store("i32", w.new(f"add i32 {index}, 1"), coming)
    behind = w.load("i32", passed)
    w.branch(w.new(f"icmp slt i32 {behind}, {DRAWN}"), compare, new)
    w.mark(compare)
    other = w.load("i32", _number(trying.numbers, behind, w))
    w.branch(w.new(f"icmp eq i32 {other}, {index}"), over, new)
    w.mark(over)
    w.store("i32", w.new(f"add i32 {behind}, 1"), passed)
    w.jump(head)
    w.mark(new)
    _try(index, trying, holds, head, w)
    w.mark(holds)
    number = w.load("i32", held)
    w.store("i32", index, _number(room, number, w))
    w.store("i32", w.new(f"add i32 {number}, 1"), held)
    w.jump(head)
    w.mark(last)
    many = w.load("i32", held)
    w.branch(w.new(f"icmp sgt i32 {many}, 0"), some, none)
    w.mark(some)
    drawn = w.load("i32", _number(room, rolling_stops.below(many, w), w))
    w.store("ptr", choosing.write_entry(trying.candidates, trying.given, drawn, w), trying.entry)
    w.jump(chosen)


def _try(index: str, trying: _Trying, holds: str, fails: str, w: Emitter) -> None:
    """Go on at `holds` if the candidate with this number is a move, else at `fails`."""
    candidates, decision = trying.candidates, trying.stmt.decision
    loops.charge(trying.stmt, "1", w)
    place = choosing.write_entry(candidates, trying.given, index, w)
    w.store("ptr", place, trying.entry)
    entry = w.linker.entry(candidates)
    cases = [(number, test, w.label()) for number, test in enumerate(decision.holds) if test is not None]
    alternative = w.load("i32", w.at(place, ALTERNATIVE))
    targets = " ".join(f"i32 {number}, label %{label}" for number, _, label in cases)
    w.leave(f"switch i32 {alternative}, label %{holds} [{targets}]")
    for number, test, label in cases:
        w.mark(label)
        layout = entry.keys[number]
        params = test.params[len(candidates.params) :]
        key = [
            read_part(param.type, kind, w.at(place, at), w)
            for param, kind, at in zip(params, layout.kinds, layout.offsets, strict=True)
        ]
        parts = "".join(f", {w.sizes.llvm(param.type)} {part}" for param, part in zip(params, key, strict=True))
        found = values.called(test, f"ptr {w.state}, ptr %c{trying.given}{parts}", w, w.check)
        w.branch(w.new(f"icmp ne i32 {found}, 0"), holds, fails)
