"""Decisions and chance in games that roll from start to end, as LLVM assembly: statements like others.

Nothing stands still here: the moves are counted, an index is drawn, and what was chosen is received at once. The budget
is that of a run from stop to stop: it is full again after every decision.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.engines.native import choosing, context, loops, rolling_ways, values
from rulewright.engines.native.entries import ALTERNATIVE
from rulewright.engines.native.receiving import read_part, receive_choice
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def write_decide(stmt: ir.Decide, w: Emitter) -> None:
    """A player takes any move, each as likely as the others; CUT where so many decisions have been made."""
    chooser = values.value(stmt.chooser, w)
    if w.linker.rejecting and stmt.decision.candidates is not None:
        _decide_tried(stmt, stmt.decision.candidates, w)
        return
    generator = stmt.decision.generator
    given = choosing.arguments(generator, stmt.args, w)
    some, none, done = (w.label() for _ in range(3))
    count = choosing.write_count(generator, given, w)
    w.branch(w.new(f"icmp ne i32 {count}, 0"), some, none)
    w.mark(some)
    every = w.new(f"add i32 {count}, 1") if stmt.decision.optional else count
    index = _scripted(chooser, every, w) if w.exploring else _drawn(every, w)
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
    receive_choice(stmt, generator, place, w)
    w.jump(done)
    w.mark(none)
    _nothing(stmt, -2, w)
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


# ---- candidates, which are tried out after they are drawn ----


def _decide_tried(stmt: ir.Decide, candidates: ir.Routine, w: Emitter) -> None:
    """Candidates are drawn, each at most once, until one holds. Those that did not are noted by their numbers,
    ascending, in the arena."""
    given = choosing.arguments(candidates, stmt.args, w)
    arena = w.load("i64", w.at("%c", context.ARENA))
    count = choosing.write_count(candidates, given, w)
    left, out, noted = w.alloca("i32"), w.alloca("i32"), w.alloca("ptr")
    w.store("i32", count, left)
    w.store("i32", "0", out)
    head, draw, none, chosen, refused, done = (w.label() for _ in range(6))
    w.mark(head)
    still = w.load("i32", left)
    w.branch(w.new(f"icmp ne i32 {still}, 0"), draw, none)
    w.mark(draw)
    loops.charge(stmt, "1", w)
    number = below(still, w)
    wanted = w.load("i32", out)
    index, at = _skipping(number, wanted, noted, w)
    place = choosing.write_entry(candidates, given, index, w)
    _test(stmt.decision, candidates, given, place, chosen, refused, w)
    w.mark(refused)
    _refuse(index, at, wanted, count, noted, w)
    w.store("i32", w.new(f"add i32 {wanted}, 1"), out)
    w.store("i32", w.new(f"sub i32 {still}, 1"), left)
    w.jump(head)
    w.mark(chosen)
    made(w)
    for var in stmt.picks:
        w.reset(var)
    receive_choice(stmt, candidates, place, w)
    if w.linker.branching:
        # moves may be listed where the candidates were
        branching(choosing.write_size(stmt.decision.generator, given, w), w)
    w.store("i64", str(w.linker.budget), w.at("%c", context.BUDGET))
    w.jump(done)
    w.mark(none)
    _nothing(stmt, -2, w)
    w.mark(done)
    w.store("i64", arena, w.at("%c", context.ARENA))


def _skipping(number: str, wanted: str, noted: str, w: Emitter) -> tuple[str, str]:
    """The number of a candidate among all, from that among those which are left; how many refused ones are less."""
    index, at = w.alloca("i32"), w.alloca("i32")
    w.store("i32", number, index)
    w.store("i32", "0", at)
    head, look, more, found = (w.label() for _ in range(4))
    w.mark(head)
    passed = w.load("i32", at)
    w.branch(w.new(f"icmp slt i32 {passed}, {wanted}"), look, found)
    w.mark(look)
    other = w.load("i32", w.at(w.load("ptr", noted), w.scaled(w.wide(passed), 4)))
    now = w.load("i32", index)
    w.branch(w.new(f"icmp sle i32 {other}, {now}"), more, found)
    w.mark(more)
    w.store("i32", w.new(f"add i32 {now}, 1"), index)
    w.store("i32", w.new(f"add i32 {passed}, 1"), at)
    w.jump(head)
    w.mark(found)
    return w.load("i32", index), w.load("i32", at)


def _refuse(index: str, at: str, wanted: str, count: str, noted: str, w: Emitter) -> None:
    """Note a candidate that does not hold, behind `at` others; the first makes room for all."""
    first, put = w.label(), w.label()
    w.branch(w.new(f"icmp eq i32 {wanted}, 0"), first, put)
    w.mark(first)
    room = w.new(f"call ptr @alloc(ptr %c, i64 {w.scaled(w.wide(count), 4)})")
    w.enough(w.new(f"icmp ne ptr {room}, null"), context.NEED_ARENA)
    w.store("ptr", room, noted)
    w.jump(put)
    w.mark(put)
    place = w.at(w.load("ptr", noted), w.scaled(w.wide(at), 4))
    behind = w.scaled(w.wide(w.new(f"sub i32 {wanted}, {at}")), 4)
    w.line(f"call void @llvm.memmove.p0.p0.i64(ptr {w.at(place, 4)}, ptr {place}, i64 {behind}, i1 false)")
    w.store("i32", index, place)


def _test(
    decision: ir.Decision, candidates: ir.Routine, given: str, place: str, chosen: str, refused: str, w: Emitter
) -> None:
    """Go on at `chosen` if the candidate at an address is a move, else at `refused`."""
    entry = w.linker.entry(candidates)
    cases = [(number, test, w.label()) for number, test in enumerate(decision.holds) if test is not None]
    alternative = w.load("i32", w.at(place, ALTERNATIVE))
    targets = " ".join(f"i32 {number}, label %{label}" for number, _, label in cases)
    w.leave(f"switch i32 {alternative}, label %{chosen} [{targets}]")
    for number, test, label in cases:
        w.mark(label)
        layout = entry.keys[number]
        params = test.params[len(candidates.params) :]
        key = [
            read_part(param.type, kind, w.at(place, at), w)
            for param, kind, at in zip(params, layout.kinds, layout.offsets, strict=True)
        ]
        parts = "".join(f", {w.sizes.llvm(param.type)} {part}" for param, part in zip(params, key, strict=True))
        found = values.called(test, f"ptr {w.state}, ptr %c{given}{parts}", w, w.check)
        w.branch(w.new(f"icmp ne i32 {found}, 0"), chosen, refused)


def _nothing(stmt: ir.Decide, choice: int, w: Emitter) -> None:
    """No move was made."""
    w.write(stmt.choice, str(choice))
    for var in stmt.picks:
        w.reset(var)
