"""Trial and Attempt as LLVM assembly: statements that can be left from anywhere inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.engines.native import context, memory, statements
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir, walk


def write_trial(stmt: ir.Trial, w: Emitter) -> None:
    """What a trial changes is taken back after it; where that may be anything, it runs on a copy of the state."""
    if stmt.cells is None or w.flow is not None:
        _on_copy(stmt, w)
    else:
        _taken_back(stmt, stmt.cells, w)


def _taken_back(stmt: ir.Trial, cells: tuple[ir.Cell, ...], w: Emitter) -> None:
    """On the state itself: the cells that may change lie on the stack meanwhile. Queue and history become as long as
    they were."""
    kept = [
        _Kept(at, kind, align, w.load(kind, w.at(w.state, at), align))
        for start, size in stretches(cells, w, _lengthens(stmt))
        for at, kind, align in _parts(start, size)
    ]
    over, left, after = w.label(), w.label(), w.label()
    sign = w.alloca("i32")
    depth = w.load("i32", w.at("%c", context.DEPTH))
    with w.undoing(left, sign, over):
        statements.write_body(stmt.body, w)
    w.mark(over)
    if w.linker.recursive:
        w.store("i32", depth, w.at("%c", context.DEPTH))
    with w.undoing(left, sign):
        statements.write_body(stmt.then, w)
    _back(kept, w)
    w.jump(after)
    w.mark(left)
    _back(kept, w)
    w.propagate(w.load("i32", sign))
    w.mark(after)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A part of the state, as a value."""

    at: int
    kind: str
    align: int
    value: str


def _back(kept: list[_Kept], w: Emitter) -> None:
    for one in kept:
        w.store(one.kind, one.value, w.at(w.state, one.at), one.align)


def _parts(start: int, size: int) -> Iterator[tuple[int, str, int]]:
    """A stretch in parts that are loaded and stored as a whole, always the same ones: what was stored as two halves
    cannot be loaded before it has come to the memory. Their places, types and alignments."""
    at, end = start, start + size
    while at < end:
        length = 4 if at % 8 or end - at < 8 else 32 if end - at >= 32 else 16 if end - at >= 16 else 8
        yield at, "i32" if length == 4 else "i64" if length == 8 else f"<{length // 8} x i64>", min(length, 8)
        at += length


def _lengthens(stmt: ir.Trial) -> bool:
    """Whether a trial may change queue or history."""
    inside = list(walk.statements([stmt]))
    called = walk.reachable([one.routine for one in inside if isinstance(one, ir.Do)])
    inside += [one for routine in called for one in walk.statements(routine.body)]
    return any(isinstance(one, ir.Enqueue | ir.Record | ir.ForgetRecords) for one in inside)


def stretches(cells: tuple[ir.Cell, ...], w: Emitter, lengthens: bool = True) -> list[tuple[int, int]]:
    """Where these cells lie in a state, with the lengths of queue and history: starts and sizes."""
    mem = w.linker.memory
    found = [(memory.QUEUED, 8)] if lengthens else []
    for cell in cells:
        if cell not in w.linker.dead:
            found.append((mem.cells[cell].at, mem.cells[cell].stride * cell.size))
    joined: list[tuple[int, int]] = []
    for at, size in sorted(found):
        if joined and sum(joined[-1]) == at:
            joined[-1] = joined[-1][0], joined[-1][1] + size
        else:
            joined.append((at, size))
    return joined


def _on_copy(stmt: ir.Trial, w: Emitter) -> None:
    """The copy lies in the scratch memory until the trial is over."""
    inner = [*walk.statements(stmt.body), *walk.statements(stmt.then)]
    changed = dict.fromkeys(var for one in inner for var in walk.assigned(one))
    followed = dict.fromkeys(var for one in inner if isinstance(one, ir.Do | ir.Rename) for var in w.keep(one))
    kept = [(var, saved(var, w)) for var in followed if var not in changed]
    outer_state, outer_frame = w.state, w.frame
    over, after = w.label(), w.label()
    with w.restoring(context.SCRATCH, context.LIVE, context.LIVE_BASE):
        restored = w.leaving.cleanups[-1]
        w.store("i64", restored[1][0], w.at("%c", context.LIVE_BASE))
        w.state = w.new(f"call ptr @state_copy(ptr {outer_state}, ptr %c)")
        w.enough(w.new(f"icmp ne ptr {w.state}, null"), context.NEED_SCRATCH)
        if w.flow is not None:
            start = w.new(f"ptrtoint ptr {outer_state} to i64")
            here = w.new(f"ptrtoint ptr {outer_frame} to i64")
            w.frame = w.at(w.state, w.new(f"sub i64 {here}, {start}"))
        depth = w.load("i32", w.at("%c", context.DEPTH))
        with w.handling(over=over):
            statements.write_body(stmt.body, w)
        w.mark(over)
        w.store("i32", depth, w.at("%c", context.DEPTH))
        w.store("i64", restored[1][0], w.at("%c", context.LIVE))
        statements.write_body(stmt.then, w)
        copied = w.frame
        w.state, w.frame = outer_state, outer_frame
        if w.flow is not None:
            for var in changed:
                at = w.flow.slots[var]
                w.copy(w.at(w.frame, at), w.at(copied, at), w.sizes.bytes(var.type) * (var.size or 1))
        w.restore(restored)
    for var, place in kept:
        w.copy(w.place(var), place, length(var, w))
    w.mark(after)


def length(var: ir.Var, w: Emitter) -> int:
    if var.size or w.in_memory(var):
        return w.sizes.bytes(var.type) * (var.size or 1)
    return {"i32": 4, "%list": 16}.get(w.sizes.llvm(var.type), w.sizes.bytes(var.type))


def saved(var: ir.Var, w: Emitter) -> str:
    """A copy of a local on the stack."""
    place = w.alloca(f"[{length(var, w)} x i8]")
    w.copy(place, w.place(var), length(var, w))
    return place


def write_attempt(stmt: ir.Attempt, w: Emitter) -> None:
    """A rules error in the body is dropped."""
    w.write(stmt.failed, "0")
    broken, after = w.label(), w.label()
    with w.restoring(context.SCRATCH, context.LIVE, context.LIVE_BASE):
        restored = w.leaving.cleanups[-1]
        depth = w.load("i32", w.at("%c", context.DEPTH))
        with w.handling(error=broken):
            statements.write_body(stmt.body, w)
        w.jump(after)
        w.mark(broken)
        w.restore(restored)
        w.store("i32", depth, w.at("%c", context.DEPTH))
    w.write(stmt.failed, "1")
    w.mark(after)
