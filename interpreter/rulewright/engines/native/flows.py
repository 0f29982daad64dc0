"""Flows as LLVM assembly: one routine each, which goes on at the block that it is told.

A flow that calls another one pushes its frame and calls it directly; when that stops, both return, and what goes on
later is the frame on top: see `advance` in `machine.py`. It then tells the flow below by its `returned` block: the
number of the block that called, plus the number of blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engines import errors
from rulewright.engines.native import apart, apart_state, choosing, context, memory, sets, statements, truths, values
from rulewright.engines.native import compound as compounds
from rulewright.engines.native.layout import Layout
from rulewright.engines.native.memory import FlowPlace, Stop
from rulewright.engines.native.receiving import receive_first
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.engines.reference.apart import NOTHING
from rulewright.program import flowgraph, ir
from rulewright.program.typeof import family


def write_flow(flow: FlowPlace, linker: Linker) -> str:
    """The routine of a flow."""
    return _Flow(flow, linker).write()


def head(linker: Linker, routine: ir.Routine) -> str:
    return f"define internal i32 {linker.flow(routine)}(ptr noalias %s, ptr noalias %c, i32 %at)"


class _Flow:
    def __init__(self, flow: FlowPlace, linker: Linker) -> None:
        self._flow = flow
        self._linker = linker
        self._blocks = flow.cut.blocks
        self._w = Emitter(linker, flow.cut.routine, flow)

    def write(self) -> str:
        w = self._w
        frame_of(w)
        entries = [(0, "k0")]
        for i, block in enumerate(self._blocks):
            match block.end:
                case flowgraph.DecideStop(after=after) | flowgraph.DrawStop(after=after):
                    entries.append((after, f"k{after}"))
                case flowgraph.CompoundEnter(entry=entry, after=after):
                    entries += [(entry, f"k{entry}"), (after, f"k{after}")]
                case flowgraph.CompoundLeave(after=after):
                    entries.append((after, f"k{after}"))
                case flowgraph.TogetherEnter(entry=entry, after=after):
                    entries += [(entry, f"k{entry}"), (after, f"k{after}")]
                case flowgraph.CallFlow():
                    entries.append((len(self._blocks) + i, f"r{i}"))
        targets = " ".join(f"i32 {number}, label %{label}" for number, label in dict(entries).items())
        w.leave(f"switch i32 %at, label %nowhere [{targets}]")
        w.mark("nowhere")
        w.leave("unreachable")
        for i, block in enumerate(self._blocks):
            w.mark(f"k{i}")
            self._round()
            statements.write_body(block.statements, w)
            self._end(block, i)
        return w.text(head(self._linker, self._flow.cut.routine))

    def _round(self) -> None:
        w = self._w
        place = w.at("%c", context.ROUNDS)
        now = w.new(f"add i64 {w.load('i64', place)}, 1")
        w.store("i64", now, place)
        w.error_unless(
            w.new(f"icmp ule i64 {now}, {errors.MAX_ITERATIONS}"), self._linker.spent(self._flow.cut.routine)
        )

    def _end(self, block: flowgraph.Block, here: int) -> None:
        w = self._w
        match block.end:
            case flowgraph.Goto(target=target):
                w.jump(f"k{target}")
            case flowgraph.Branch(condition=condition, then=then, otherwise=otherwise):
                truths.branch(condition, f"k{then}", f"k{otherwise}", w)
            case flowgraph.CallFlow(do=do, after=after):
                self._call(block, do, after, here)
            case flowgraph.DecideStop(decide=decide, after=after):
                self._decide(block, decide, after, here)
            case flowgraph.DrawStop(draw=draw, after=after):
                self._draw(block, draw, after, here)
            case flowgraph.CompoundEnter(compound=compound):
                self._enter(block, compound, here)
            case flowgraph.CompoundLeave(compound=compound, after=after):
                for i in range(compounds.RANKS):
                    number = values.value(compound.rank[i], w) if i < len(compound.rank) else "0"
                    w.store("i32", number, w.at("%c", context.RESULT + 4 * i))
                self._stand(block, after)
                w.leave(f"ret i32 {context.LEFT}")
            case flowgraph.TogetherEnter(together=together, after=after):
                self._together(block, together, after, here)
            case flowgraph.TogetherLeave():
                self._stand(block, here)
                w.leave(f"ret i32 {w.new('call i32 @apart_seat(ptr %s, ptr %c)')}")
            case flowgraph.Return(value=result):
                self._return(result)

    def _stand(self, block: flowgraph.Block, here: int) -> None:
        """What is not needed any more is forgotten, and the frame stands at this block."""
        for var in block.resets:
            self._w.reset(var)
        self._w.store("i32", str(here), self._w.at(self._w.frame, memory.FRAME_BLOCK))

    # ---- calls ----

    def _call(self, block: flowgraph.Block, do: ir.Do, after: int, here: int) -> None:
        w, linker = self._w, self._linker
        called = linker.memory.flows[do.routine]
        given = [values.typed(arg, param.type, w) for arg, param in zip(do.args, do.routine.params, strict=True)]
        self._stand(block, here)
        push(called, given, w)
        if {do.routine, self._flow.cut.routine} & linker.memory.recursive:
            w.leave(f"ret i32 {context.CALLED}")
        else:
            sign = w.new(f"call i32 {linker.flow(do.routine)}(ptr %s, ptr %c, i32 0)")
            other = w.label()
            w.branch(w.new(f"icmp eq i32 {sign}, {context.RETURNED}"), f"r{here}", other)
            w.mark(other)
            w.leave(f"ret i32 {sign}")
        w.mark(f"r{here}")
        if do.result is not None:
            self._receive(do.result, do.routine)
        w.jump(f"k{after}")

    def _receive(self, var: ir.Var, routine: ir.Routine) -> None:
        w = self._w
        kind = routine.result
        if kind is None:
            w.reset(var)
            return
        found = w.load(w.sizes.llvm(kind), w.at("%c", context.RESULT))
        if family(kind) == "set":
            found = sets.resized(found, w.sizes.words(kind), w.sizes.words(var.type), w)
        w.write(var, found)

    def _return(self, result: ir.Expr | None) -> None:
        w = self._w
        kind = self._flow.cut.routine.result
        if kind is not None:
            found = statements.default(kind) if result is None else values.typed(result, kind, w)
            w.store(w.sizes.llvm(kind), found, w.at("%c", context.RESULT))
        below = w.load("i32", w.at(w.frame, memory.FRAME_BELOW))
        w.store("i32", below, w.at("%s", memory.TOP))
        used = w.at("%s", memory.FRAMES_USED)
        w.store("i32", w.new(f"sub i32 {w.load('i32', used)}, {self._flow.size}"), used)
        w.leave(f"ret i32 {context.RETURNED}")

    # ---- stops ----

    def _arguments(self, stop: Stop, args: Sequence[ir.Expr]) -> str:
        """Evaluate the arguments of a stop and lay them down in the state; as they are handed to the generator."""
        w = self._w
        given = [values.typed(arg, kind, w) for arg, kind in zip(args, stop.args.kinds, strict=True)]
        if self._linker.tidy and stop.args.kinds:
            size = self._linker.memory.frames - self._linker.memory.args
            w.line(f"call void @llvm.memset.p0.i64(ptr {w.at('%s', stop.args.offsets[0])}, i8 0, i64 {size}, i1 false)")
        lay(given, stop.args, "%s", w)
        return "".join(f", {w.sizes.llvm(kind)} {value}" for kind, value in zip(stop.args.kinds, given, strict=True))

    def _decide(self, block: flowgraph.Block, decide: ir.Decide, after: int, here: int) -> None:
        w = self._w
        stop = self._linker.stop(self._flow.cut.routine, here)
        chooser = values.value(decide.chooser, w)
        given = self._arguments(stop, decide.args)
        self._stand(block, here)
        nothing = w.label()
        together = apart_state.asked(decide, self._linker)
        if together:
            self._again(stop, decide, given, after, nothing)
        count = choosing.write_arrival(decide.decision.generator, given, w)
        some, none = w.label(), w.label()
        if together:
            self._apart(decide, chooser, count)
        w.branch(w.new(f"icmp ne i32 {count}, 0"), some, none)
        w.mark(some)
        stand(stop, memory.DECISION, chooser, w)
        if decide.decision.optional:
            w.store("i32", w.new(f"add i32 {count}, 1"), w.at("%c", context.COUNT))
        w.leave(f"ret i32 {context.OK}")
        w.mark(none)
        w.jump(nothing)
        w.mark(nothing)
        w.write(decide.choice, "-2")
        w.jump(f"k{after}")

    # ---- while players decide together ----

    def _together(self, block: flowgraph.Block, together: ir.Together, after: int, here: int) -> None:
        """Each seat decides on a copy, one after the other: see `apart.py`."""
        w, linker = self._w, self._linker
        joint = next(one for one in linker.memory.joints if one.flow is self._flow and one.block == here)
        seats = sets.members(together.seats, 1, w)
        self._stand(block, here)
        inside = "a block in which players decide together"
        free = w.new(f"icmp eq i32 {apart_state.active(w)}, 0")
        w.error_unless(free, linker.faults.together_inside(inside, together.span))
        mode = w.load("i32", w.at("%s", memory.CHANCE))
        alone = w.new(f"icmp ne i32 {mode}, {memory.SEARCHING}")
        w.error_unless(alone, linker.faults.together_inside("one move", together.span))
        begin = w.label()
        w.branch(w.new(f"icmp eq i64 {seats}, 0"), f"k{after}", begin)
        w.mark(begin)
        w.check(w.new(f"call i32 @apart_begin(ptr %s, ptr %c, i32 {joint.number}, i64 {seats})"))
        w.line(f"call void @apart_enter{joint.number}(ptr %s)")
        w.leave(f"ret i32 {context.CALLED}")

    def _apart(self, decide: ir.Decide, chooser: str, count: str) -> None:
        """A seat that decides on its copy comes to a decision."""
        w = self._w
        deciding, kept, done = w.label(), w.label(), w.label()
        w.branch(w.new(f"icmp eq i32 {apart_state.active(w)}, {apart_state.DECIDING}"), deciding, done)
        w.mark(deciding)
        apart.check_own(decide, chooser, w)
        w.branch(w.new(f"icmp eq i32 {count}, 0"), kept, done)
        w.mark(kept)
        apart.keep_without(decide, NOTHING, w)
        w.jump(done)
        w.mark(done)

    def _again(self, stop: Stop, decide: ir.Decide, given: str, after: int, nothing: str) -> None:
        """Do what the seat whose block runs on the one state chose."""
        w = self._w
        again, usual = w.label(), w.label()
        w.branch(w.new(f"icmp eq i32 {apart_state.active(w)}, {apart_state.RUNNING}"), again, usual)
        w.mark(again)

        def apply(entry: str) -> None:
            w.check(w.new(f"call i32 @apply{stop.number}(ptr %s, ptr %c, ptr {entry})"))
            w.jump(f"k{after}")

        apart.write_again(decide, given, nothing, lambda: apply("null"), apply, w)
        w.mark(usual)

    def _enter(self, block: flowgraph.Block, compound: ir.Compound, here: int) -> None:
        w = self._w
        stop = self._linker.stop(self._flow.cut.routine, here)
        chooser = values.value(compound.chooser, w)
        self._stand(block, here)
        w.check(w.new(f"call i32 @search{stop.number}(ptr %s, ptr %c, i32 {chooser})"))
        stand(stop, memory.DECISION, chooser, w)
        w.leave(f"ret i32 {context.OK}")

    def _draw(self, block: flowgraph.Block, draw: ir.Draw, after: int, here: int) -> None:
        w = self._w
        stop = self._linker.stop(self._flow.cut.routine, here)
        entry = self._linker.entry(draw.generator)
        given = self._arguments(stop, draw.args)
        self._stand(block, here)
        count = choosing.write_list(draw.generator, given, True, w)
        none, some, one, several, explicit, sampled, chosen = (w.label() for _ in range(7))
        index = w.alloca("i32")
        w.store("i32", "0", index)
        w.branch(w.new(f"icmp eq i32 {count}, 0"), none, some)
        w.mark(none)
        w.reset(draw.result)
        w.jump(f"k{after}")
        w.mark(some)
        w.branch(w.new(f"icmp eq i32 {count}, 1"), chosen, several)
        w.mark(several)
        if self._linker.memory.joints:
            fault = self._linker.faults.chance_inside(
                draw.what.name, "while players decide together", draw.generator.span
            )
            w.error_unless(w.new(f"icmp eq i32 {apart_state.active(w)}, 0"), fault)
        mode = w.load("i32", w.at("%s", memory.CHANCE))
        w.branch(w.new(f"icmp eq i32 {mode}, {memory.SAMPLED}"), sampled, one)
        w.mark(one)
        inside = w.new(f"icmp eq i32 {mode}, {memory.EXPLICIT}")
        fault = self._linker.faults.chance_inside(draw.what.name, "inside one move", draw.generator.span)
        w.error_unless(inside, fault)
        w.jump(explicit)
        w.mark(explicit)
        stand(stop, memory.DRAW, "-1", w)
        w.leave(f"ret i32 {context.OK}")
        w.mark(sampled)
        base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
        total = w.new(f"call i64 @total(i64 {base}, i64 {entry.stride}, i32 {count})")
        number = w.new(f"call i64 @below(ptr {w.at('%s', memory.GENERATOR)}, i64 {total})")
        w.store("i32", w.new(f"call i32 @fallen(i64 {base}, i64 {entry.stride}, i64 {number})"), index)
        w.jump(chosen)
        w.mark(chosen)
        start = w.load("ptr", w.at("%c", context.ENTRIES_BASE))
        at = w.scaled(w.wide(w.load("i32", index)), entry.stride)
        receive_first(draw.result, entry, w.at(start, at), w)
        w.jump(f"k{after}")


def frame_of(w: Emitter) -> None:
    """`%f` becomes the frame on top of `%s`."""
    top = w.load("i32", w.at("%s", memory.TOP))
    w.line(f"%f = getelementptr i8, ptr %s, i64 {w.wide(top)}")


def push(called: FlowPlace, given: Sequence[str], w: Emitter) -> None:
    """A new frame for a flow on top of the others."""
    mem = w.linker.memory
    used = w.load("i32", w.at("%s", memory.FRAMES_USED))
    more = w.new(f"add i32 {used}, {called.size}")
    if mem.recursive:
        w.error_unless(w.new(f"icmp sle i32 {more}, {mem.queue - mem.frames}"), w.linker.faults.too_deep())
    at = w.new(f"add i32 {used}, {mem.frames}")
    frame = w.at("%s", w.wide(at))
    w.copy(frame, w.linker.fresh(called), called.size)
    top = w.at("%s", memory.TOP)
    w.store("i32", w.load("i32", top), w.at(frame, memory.FRAME_BELOW))
    w.store("i32", at, top)
    w.store("i32", more, w.at("%s", memory.FRAMES_USED))
    for param, value in zip(called.cut.routine.params, given, strict=True):
        place = w.at(frame, called.slots[param])
        if family(param.type) == "list":
            w.store_list(value, place, w.sizes.room)
        else:
            w.store(w.sizes.llvm(param.type), value, place)


def lay(given: Sequence[str], layout: Layout, base: str, w: Emitter) -> None:
    """Put values in memory."""
    for value, kind, at in zip(given, layout.kinds, layout.offsets, strict=True):
        if family(kind) == "list":
            w.store_list(value, w.at(base, at), w.sizes.room)
        else:
            w.store(w.sizes.llvm(kind), value, w.at(base, at))


def stand(stop: Stop, kind: int, chooser: str, w: Emitter) -> None:
    """The state stands at a stop."""
    w.store("i32", str(kind), w.at("%s", memory.KIND))
    w.store("i32", chooser, w.at("%s", memory.CHOOSER))
    w.store("i32", str(stop.number), w.at("%s", memory.STOP))
