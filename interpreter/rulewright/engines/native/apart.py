"""Players who decide together, in machine code.

While a block is unfinished the state holds, before its frames: how far it is (ACTIVE: 0 not at all, DECIDING, RUNNING),
the seat, all seats as bits, the block's number, for each seat how many choices it has made and how many of them are
used up, the choices, and the state before (cells, then frames). What is not compiled: bodies in which references are
renamed, or moves of several decisions are made.

A choice: 0 the number of the decision, 4 the alternative (-1: declined, NOTHING: nothing was legal), then alternative
and key as they lie in an entry.
"""

from __future__ import annotations

from rulewright.engines.native import context, memory
from rulewright.engines.native.entries import ALTERNATIVE
from rulewright.engines.native.memory import ACTIVE, CHOICES, JOINT, MADE, SEAT, SEATS, Joint
from rulewright.engines.native.routine import Emitter, Linker

DECIDING, RUNNING = 1, 2


def write_apart(linker: Linker) -> str:
    """The routines."""
    mem = linker.memory
    if not mem.joints:
        return ""
    title = mem.program.main
    parts = [write(Emitter(linker, title)) for write in (_begin, _keep, _next, _seat, _like)]
    parts += [_enter(joint, linker) for joint in mem.joints]
    return "\n".join(parts)


def header(w: Emitter, at: int) -> str:
    assert w.linker.memory.apart is not None
    return w.at("%s", w.linker.memory.apart.start + at)


def active(w: Emitter) -> str:
    return w.load("i32", header(w, ACTIVE))


def _of_seat(w: Emitter, place: int, seat: str, stride: int = 4) -> str:
    return w.at(w.at("%s", place), w.scaled(w.wide(seat), stride))


def _base(w: Emitter, back: bool) -> None:
    """Keep cells and frames of the state, or take them up again."""
    mem = w.linker.memory
    assert mem.apart is not None
    kept = w.at("%s", mem.apart.base)
    first = (kept, "%s") if not back else ("%s", kept)
    w.copy(*first, mem.apart.start)
    used = w.wide(w.load("i32", w.at("%s", memory.FRAMES_USED)))
    frames, kept_frames = w.at("%s", mem.frames), w.at(kept, mem.apart.start)
    second = (kept_frames, frames) if not back else (frames, kept_frames)
    w.copy(*second, used)


def _begin(w: Emitter) -> str:
    """The block is reached by some seats: the first decides."""
    mem = w.linker.memory
    assert mem.apart is not None
    w.unless(w.new(f"icmp eq i32 {w.load('i32', w.at('%s', memory.QUEUED))}, 0"), context.UNSUPPORTED)
    length = mem.apart.base - mem.apart.start
    w.line(f"call void @llvm.memset.p0.i64(ptr {header(w, 0)}, i8 0, i64 {length}, i1 false)")
    _base(w, back=False)
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
    made = _of_seat(w, mem.apart.start + MADE, seat)
    count = w.load("i32", made)
    w.unless(w.new(f"icmp slt i32 {count}, {CHOICES}"), context.UNSUPPORTED)
    w.store("i32", w.new(f"add i32 {count}, 1"), made)
    number = w.new(f"add i32 {w.new(f'mul i32 {seat}, {CHOICES}')}, {count}")
    record = _of_seat(w, mem.apart.choices, number, mem.apart.choice)
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
    made = w.load("i32", _of_seat(w, mem.apart.start + MADE, seat))
    place = _of_seat(w, mem.apart.used, seat)
    used = w.load("i32", place)
    more, none = w.label(), w.label()
    w.branch(w.new(f"icmp slt i32 {used}, {made}"), more, none)
    w.mark(none)
    w.leave("ret ptr null")
    w.mark(more)
    w.store("i32", w.new(f"add i32 {used}, 1"), place)
    number = w.new(f"add i32 {w.new(f'mul i32 {seat}, {CHOICES}')}, {used}")
    w.leave(f"ret ptr {_of_seat(w, mem.apart.choices, number, mem.apart.choice)}")
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
    _base(w, back=True)
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
