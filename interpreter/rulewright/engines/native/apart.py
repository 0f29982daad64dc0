"""Players who decide together, in machine code.

While a block is unfinished the state holds, before its frames: how far it is (ACTIVE: 0 not at all, DECIDING, RUNNING),
the seat, all seats as bits, the block's number, for each seat how many choices it has made and how many of them are
used up, the choices, how far each reference of the state before has moved on the copy, and the state before (cells,
then frames). What is not compiled: bodies in which moves of several decisions are made.

A choice: 0 the number of the decision, 4 the alternative (-1: declined, NOTHING: nothing was legal), then alternative
and key as they lie in an entry. Where references in keys can move, the key has those of the state before, which follow
until the choice is done, and behind it, in the same places, lies what does not follow: of a set its members, else 1 for
a reference that stays as it is. (As in the reference engine: see `reference/apart.py`.)
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.engines.native import apart_moves, choosing, context, memory, subsets
from rulewright.engines.native.apart_state import DECIDING, RUNNING, active, header, number_of, of_seat
from rulewright.engines.native.entries import ALTERNATIVE
from rulewright.engines.native.memory import ACTIVE, CHOICES, JOINT, MADE, SEAT, SEATS, Joint
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.engines.reference.apart import NOTHING
from rulewright.program import ir


def write_apart(linker: Linker) -> str:
    """The routines."""
    mem = linker.memory
    if mem.apart is None:
        return ""
    title = mem.program.main
    rolling = linker.rolling
    parts = [write(Emitter(linker, title)) for write in (_begin, _keep, _next, _like, *(() if rolling else (_seat,)))]
    parts += [_enter(joint, linker) for joint in mem.joints]
    return "\n".join(parts)


# ---- at a decision ----


def check_own(decide: ir.Decide, chooser: str, w: Emitter) -> None:
    """Nobody else decides meanwhile."""
    own = w.new(f"icmp eq i32 {chooser}, {w.load('i32', header(w, SEAT))}")
    w.error_unless(own, w.linker.faults.other_together(decide.span))


def keep(decide: ir.Decide, entry: str, w: Emitter) -> None:
    """The seat that decides on its copy has chosen the entry at an address."""
    number = number_of(decide, w.linker)
    length = w.linker.entry(decide.decision.generator).key_end - ALTERNATIVE
    alternative = w.load("i32", w.at(entry, ALTERNATIVE))
    given = f"i32 {number}, i32 {alternative}, ptr {entry}, i64 {length}"
    w.check(w.new(f"call i32 @apart_keep(ptr %s, ptr %c, {given})"))
    apart_moves.kept(number, w)


def keep_without(decide: ir.Decide, alternative: int, w: Emitter) -> None:
    """It has declined (-1), or nothing was legal (NOTHING)."""
    given = f"i32 {number_of(decide, w.linker)}, i32 {alternative}, ptr null, i64 0"
    w.check(w.new(f"call i32 @apart_keep(ptr %s, ptr %c, {given})"))


def write_again(
    decide: ir.Decide, given: str, nothing: str, declined: Callable[[], None], chosen: Callable[[str], None], w: Emitter
) -> None:
    """Do what the seat whose block runs chose at this decision: go on at `nothing` if nothing was legal, else write
    what is done if it declined, and with its entry among the moves of now if it chose one; both lead away. `given`: the
    arguments of the generator, as text."""
    linker = w.linker
    seat, joint = (w.wide(w.load("i32", header(w, at))) for at in (SEAT, JOINT))
    choice = w.new("call ptr @apart_next(ptr %s)")
    joints = linker.memory.joints
    unasked = linker.faults.impossible(
        joints, "is to decide something that was not asked while all decided", decide.span
    )
    w.error_unless(w.new(f"icmp ne ptr {choice}, null"), unasked, seat, joint)
    number = number_of(decide, linker)
    w.error_unless(w.new(f"icmp eq i32 {w.load('i32', choice)}, {number}"), unasked, seat, joint)
    alternative = w.load("i32", w.at(choice, 4))
    known, found, without = (w.label() for _ in range(3))
    w.branch(w.new(f"icmp eq i32 {alternative}, {NOTHING}"), nothing, known)
    w.mark(known)
    w.branch(w.new(f"icmp eq i32 {alternative}, -1"), without, found)
    w.mark(without)
    declined()
    w.mark(found)
    apart_moves.settled(number, choice, w)
    picked = subsets.subsets_of(decide, linker) if linker.rolling else None
    if picked is None:
        generator = decide.decision.generator
        choosing.write_list(generator, given, False, w)
        entry = linker.entry(generator)
        words = (entry.key_end - ALTERNATIVE) // 4
        place = w.new(f"call ptr @apart_like(ptr %c, ptr {choice}, i64 {entry.stride}, i32 {words})")
        possible = w.new(f"icmp ne ptr {place}, null")
    else:
        place, possible = choice, picked.has(choice, w)
    impossible = linker.faults.impossible(joints, "has chosen something here that is impossible now", decide.span)
    w.error_unless(possible, impossible, seat, joint)
    chosen(place)


# ---- the routines ----


def base(w: Emitter, back: bool) -> None:
    """Keep cells and frames of the state, or take them up again."""
    mem = w.linker.memory
    assert mem.apart is not None
    kept = w.at("%s", mem.apart.base)
    first = (kept, "%s") if not back else ("%s", kept)
    w.copy(*first, mem.apart.start)
    if w.linker.rolling:
        return
    used = w.wide(w.load("i32", w.at("%s", memory.FRAMES_USED)))
    frames, kept_frames = w.at("%s", mem.frames), w.at(kept, mem.apart.start)
    second = (kept_frames, frames) if not back else (frames, kept_frames)
    w.copy(*second, used)


def _begin(w: Emitter) -> str:
    """The block is reached by some seats: the first decides."""
    mem = w.linker.memory
    assert mem.apart is not None
    w.unless(w.new(f"icmp eq i32 {w.load('i32', w.at('%s', memory.QUEUED))}, 0"), context.UNSUPPORTED)
    length = mem.apart.choices - mem.apart.start
    w.line(f"call void @llvm.memset.p0.i64(ptr {header(w, 0)}, i8 0, i64 {length}, i1 false)")
    apart_moves.forget(w)
    base(w, back=False)
    w.store("i32", str(DECIDING), header(w, ACTIVE))
    w.store("i64", "%members", header(w, SEATS))
    w.store("i32", "%joint", header(w, JOINT))
    first = w.new("call i64 @llvm.cttz.i64(i64 %members, i1 true)")
    w.store("i32", w.new(f"trunc i64 {first} to i32"), header(w, SEAT))
    w.leave(f"ret i32 {context.OK}")
    return w.text("define internal i32 @apart_begin(ptr %s, ptr %c, i32 %joint, i64 %members)")


def _keep(w: Emitter) -> str:
    """Keep a choice of the seat that decides; `%entry` null: nothing was chosen."""
    mem = w.linker.memory
    assert mem.apart is not None
    seat = w.load("i32", header(w, SEAT))
    made = of_seat(w, mem.apart.start + MADE, seat)
    count = w.load("i32", made)
    w.unless(w.new(f"icmp slt i32 {count}, {CHOICES}"), context.UNSUPPORTED)
    w.store("i32", w.new(f"add i32 {count}, 1"), made)
    number = w.new(f"add i32 {w.new(f'mul i32 {seat}, {CHOICES}')}, {count}")
    record = of_seat(w, mem.apart.choices, number, mem.apart.choice)
    w.store("i32", "%decision", record)
    w.store("i32", "%alternative", w.at(record, 4))
    some, done = w.label(), w.label()
    w.branch(w.new("icmp ne ptr %entry, null"), some, done)
    w.mark(some)
    w.copy(w.at(record, 8), w.at("%entry", ALTERNATIVE), "%length")
    w.jump(done)
    w.mark(done)
    w.leave(f"ret i32 {context.OK}")
    head = "ptr %s, ptr %c, i32 %decision, i32 %alternative, ptr %entry, i64 %length"
    return w.text(f"define internal i32 @apart_keep({head})")


def _next(w: Emitter) -> str:
    """The next choice of the seat whose block runs, which is used up then; null if there is none."""
    mem = w.linker.memory
    assert mem.apart is not None
    seat = w.load("i32", header(w, SEAT))
    made = w.load("i32", of_seat(w, mem.apart.start + MADE, seat))
    place = of_seat(w, mem.apart.used, seat)
    used = w.load("i32", place)
    more, none = w.label(), w.label()
    w.branch(w.new(f"icmp slt i32 {used}, {made}"), more, none)
    w.mark(none)
    w.leave("ret ptr null")
    w.mark(more)
    w.store("i32", w.new(f"add i32 {used}, 1"), place)
    number = w.new(f"add i32 {w.new(f'mul i32 {seat}, {CHOICES}')}, {used}")
    w.leave(f"ret ptr {of_seat(w, mem.apart.choices, number, mem.apart.choice)}")
    return w.text("define internal ptr @apart_next(ptr %s)")


def _seat(w: Emitter) -> str:
    """The block of a seat is done: the next one follows; after the last copy the blocks run on the one state."""
    faults = w.linker.faults
    joints = w.linker.memory.joints
    seat = w.load("i32", header(w, SEAT))
    seats = w.load("i64", header(w, SEATS))
    by = w.wide(w.new(f"add i32 {seat}, 1"))
    later = w.new(f"and i64 {seats}, {w.new(f'shl i64 -1, {by}')}")
    last = w.new(f"icmp eq i64 {later}, 0")
    start = w.new(f"select i1 {last}, i64 {seats}, i64 {later}")
    coming = w.new(f"trunc i64 {w.new(f'call i64 @llvm.cttz.i64(i64 {start}, i1 true)')} to i32")
    deciding, running, enter, through, after = (w.label() for _ in range(5))
    joint = w.load("i32", header(w, JOINT))
    w.branch(w.new(f"icmp eq i32 {active(w)}, {DECIDING}"), deciding, running)
    w.mark(deciding)
    base(w, back=True)
    apart_moves.forget(w)
    stage = w.new(f"select i1 {last}, i32 {RUNNING}, i32 {DECIDING}")
    w.store("i32", stage, header(w, ACTIVE))
    w.jump(enter)
    w.mark(running)
    left = w.new("call ptr @apart_next(ptr %s)")
    nothing = w.new(f"icmp eq ptr {left}, null")
    fault = faults.impossible(joints, "has chosen something that is not asked for any more", None)
    w.error_unless(nothing, fault, w.wide(seat), w.wide(joint))
    w.branch(last, after, enter)
    w.mark(enter)
    w.store("i32", coming, header(w, SEAT))
    w.store("i32", str(memory.IDLE), w.at("%s", memory.KIND))
    w.store("i32", "-1", w.at("%s", memory.CHOOSER))
    w.jump(through)
    w.mark(after)
    w.store("i32", "0", header(w, ACTIVE))
    w.jump(through)
    w.mark(through)
    cases = [(one, w.label()) for one in joints]
    nowhere = w.label()
    targets = " ".join(f"i32 {one.number}, label %{label}" for one, label in cases)
    w.leave(f"switch i32 {joint}, label %{nowhere} [{targets}]")
    for one, label in cases:
        w.mark(label)
        w.line(f"call void @apart_enter{one.number}(ptr %s)")
        w.leave(f"ret i32 {context.CALLED}")
    w.mark(nowhere)
    w.leave(f"ret i32 {context.UNSUPPORTED}")
    return w.text("define internal i32 @apart_seat(ptr %s, ptr %c)")


def _enter(joint: Joint, linker: Linker) -> str:
    """The flow goes on at the block's start for the seat, or behind it when all is done."""
    w = Emitter(linker, joint.flow.cut.routine, joint.flow)
    top = w.load("i32", w.at("%s", memory.TOP))
    w.line(f"%f = getelementptr i8, ptr %s, i64 {w.wide(top)}")
    on, done = w.label(), w.label()
    w.branch(w.new(f"icmp eq i32 {active(w)}, 0"), done, on)
    w.mark(done)
    w.store("i32", str(joint.end.after), w.at("%f", memory.FRAME_BLOCK))
    w.leave("ret void")
    w.mark(on)
    w.write(joint.end.together.seat, w.load("i32", header(w, SEAT)))
    w.store("i32", str(joint.end.entry), w.at("%f", memory.FRAME_BLOCK))
    w.leave("ret void")
    return w.text(f"define internal void @apart_enter{joint.number}(ptr %s)")


def _like(w: Emitter) -> str:
    """The listed entry with the alternative and key of a choice; null if there is none."""
    place = w.alloca("i64")
    w.store("i64", w.load("i64", w.at("%c", context.ENTRIES_BASE)), place)
    head, look, more, found, none = (w.label() for _ in range(5))
    w.mark(head)
    at = w.load("i64", place)
    w.branch(w.new(f"icmp ult i64 {at}, {w.load('i64', w.at('%c', context.ENTRIES))}"), look, none)
    w.mark(look)
    entry = w.new(f"inttoptr i64 {at} to ptr")
    wanted = w.at("%choice", 8)
    same = w.new(f"call i1 @words_same(ptr {w.at(entry, ALTERNATIVE)}, ptr {wanted}, i32 %words)")
    w.branch(same, found, more)
    w.mark(found)
    w.leave(f"ret ptr {entry}")
    w.mark(more)
    w.store("i64", w.new(f"add i64 {at}, %stride"), place)
    w.jump(head)
    w.mark(none)
    w.leave("ret ptr null")
    return w.text("define internal ptr @apart_like(ptr %c, ptr %choice, i64 %stride, i32 %words)")
