"""The routines around a program's own: from stop to stop, moves, copies, renaming, whole games."""

from __future__ import annotations

from rulewright.engines.native import apart, apart_moves, apart_state, choosing, compound, context, flows, memory
from rulewright.engines.native.memory import Stop
from rulewright.engines.native.receiving import receive_choice, receive_first
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.program import flowgraph, ir
from rulewright.program.typeof import family

_WRITTEN_OUT = 8
"""Up to so many sets or lists of a cell are gone through without a loop."""


def write_machine(linker: Linker, title: ir.Routine) -> str:
    """All of them. `title`: a routine for whatever wants one."""
    machine = _Machine(linker, title)
    parts = [
        machine.state_move(),
        machine.state_copy(),
        machine.rename(),
        machine.advance(),
        machine.go(),
        machine.start(),
        machine.strides(),
        *(machine.apply(stop) for stop in linker.memory.stops),
        *(machine.arrive(stop) for stop in linker.memory.stops),
        machine.dispatch("apply", ", ptr %entry"),
        machine.dispatch("arrive", ""),
        machine.anew("list", context.LISTING),
        machine.anew("count", context.COUNTING),
        machine.anew("note", context.NOTING),
        machine.chosen(),
        machine.entry_at(),
    ]
    return "\n".join(parts)


def write_copies(linker: Linker, title: ir.Routine) -> str:
    """Those of a game that rolls from start to end."""
    machine = _Machine(linker, title)
    return "\n".join([machine.state_move(), machine.state_copy(), machine.rename()])


def begin_run(w: Emitter, mode: str = str(context.LISTING)) -> None:
    """A full budget, and all memory of passing use is free. `mode`: what becomes of the moves (an i32)."""
    w.store("i32", mode, w.at("%c", context.MODE))
    for place, value in ((context.BUDGET, w.linker.budget), (context.ROUNDS, 0)):
        w.store("i64", str(value), w.at("%c", place))
    w.store("i32", "0", w.at("%c", context.DEPTH))
    w.store("i32", "0", w.at("%c", context.COUNT))
    for to, source in (
        (context.ARENA, context.ARENA_BASE),
        (context.LIVE, context.LIVE_BASE),
        (context.SPACE, context.SPACE_BASE),
    ):
        w.store("i64", w.load("i64", w.at("%c", source)), w.at("%c", to))


class _Machine:
    def __init__(self, linker: Linker, title: ir.Routine) -> None:
        self._linker = linker
        self._memory = linker.memory
        self._title = title

    def _emitter(self) -> Emitter:
        return Emitter(self._linker, self._title)

    # ---- copies ----

    def state_move(self) -> str:
        """Copy what is used of a state."""
        mem = self._memory
        w = self._emitter()
        used = w.wide(w.load("i32", w.at("%from", memory.FRAMES_USED)))
        w.copy("%to", "%from", w.new(f"add i64 {used}, {mem.frames}"))
        if mem.entry:
            queued = w.wide(w.load("i32", w.at("%from", memory.QUEUED)))
            w.copy(w.at("%to", mem.queue), w.at("%from", mem.queue), w.scaled(queued, mem.entry))
        recorded = w.wide(w.load("i32", w.at("%from", memory.RECORDED)))
        w.copy(w.at("%to", mem.history), w.at("%from", mem.history), w.scaled(recorded, 8))
        w.leave("ret void")
        return w.text("define void @state_move(ptr noalias %to, ptr noalias %from)")

    def state_copy(self) -> str:
        """A copy in the scratch memory; null if there is no room."""
        w = self._emitter()
        top = w.at("%c", context.SCRATCH)
        start = w.load("i64", top)
        room = w.wide(w.load("i32", w.at("%c", context.HISTORY_ROOM)))
        size = w.new(f"add i64 {w.scaled(room, 8)}, {self._memory.history}")
        end = w.new(f"add i64 {start}, {size}")
        fits, full = w.label(), w.label()
        w.branch(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.SCRATCH_END))}"), fits, full)
        w.mark(full)
        w.leave("ret ptr null")
        w.mark(fits)
        w.store("i64", end, top)
        copy = w.new(f"inttoptr i64 {start} to ptr")
        w.line(f"call void @state_move(ptr {copy}, ptr %s)")
        w.leave(f"ret ptr {copy}")
        return w.text("define internal ptr @state_copy(ptr %s, ptr %c)")

    # ---- references ----

    def rename(self) -> str:
        """Move a reference in cells, frames, queue, and what running routines need again."""
        mem = self._memory
        w = self._emitter()
        w.state = "%s"
        apart_moves.rename(w)
        for cell, place in mem.cells.items():
            if cell.type.follows and cell not in self._linker.dead:
                self._follow(w, cell.type, "%s", place.at, place.stride, cell.size)
        if mem.flows:
            self._rename_frames(w)
        self._rename_queue(w)
        self._rename_live(w)
        w.leave("ret void")
        return w.text("define internal void @rename(ptr %s, ptr %c, i32 %old, i32 %new)")

    def _follow(self, w: Emitter, kind: ir.IrType, base: str, at: int, stride: int, size: int) -> None:
        """Move a reference in so many values that lie in memory."""
        if family(kind) == "int":
            w.line(f"call void @follow_list(ptr {w.at(base, at)}, i32 {size}, i32 %old, i32 %new)")
        elif size <= _WRITTEN_OUT:
            for i in range(size):
                self._follow_in(w, kind, w.at(base, at + stride * i))
        elif family(kind) == "set" and stride == 8:
            w.line(f"call void @follow_words(ptr {w.at(base, at)}, i64 {size}, i32 %old, i32 %new)")
        else:
            index = w.alloca("i64")
            w.store("i64", "0", index)
            head, look, after = w.label(), w.label(), w.label()
            w.mark(head)
            now = w.load("i64", index)
            w.branch(w.new(f"icmp ult i64 {now}, {size}"), look, after)
            w.mark(look)
            self._follow_in(w, kind, w.at(w.at(base, at), w.scaled(now, stride)))
            w.store("i64", w.new(f"add i64 {now}, 1"), index)
            w.jump(head)
            w.mark(after)

    def _follow_in(self, w: Emitter, kind: ir.IrType, place: str) -> None:
        """Move a reference in a set or a list that lies in memory."""
        if family(kind) == "set":
            w.line(f"call void @follow_set(ptr {place}, i32 {w.sizes.words(kind)}, i32 %old, i32 %new)")
        else:
            length = w.load("i32", place)
            w.line(f"call void @follow_list(ptr {w.at(place, 8)}, i32 {length}, i32 %old, i32 %new)")

    def _rename_frames(self, w: Emitter) -> None:
        frame = w.alloca("i32")
        w.store("i32", w.load("i32", w.at("%s", memory.TOP)), frame)
        head, look, next_one, after = (w.label() for _ in range(4))
        w.mark(head)
        at = w.load("i32", frame)
        w.branch(w.new(f"icmp sge i32 {at}, 0"), look, after)
        w.mark(look)
        here = w.at("%s", w.wide(at))
        flows_with = [
            (flow, w.label()) for flow in self._memory.flows.values() if any(var.type.follows for var in flow.slots)
        ]
        targets = " ".join(f"i32 {flow.number}, label %{label}" for flow, label in flows_with)
        number = w.load("i32", w.at(here, memory.FRAME_FLOW))
        w.leave(f"switch i32 {number}, label %{next_one} [{targets}]")
        for flow, label in flows_with:
            w.mark(label)
            for var, slot in flow.slots.items():
                if var.type.follows:
                    self._follow(w, var.type, here, slot, w.sizes.bytes(var.type), var.size or 1)
            w.jump(next_one)
        w.mark(next_one)
        w.store("i32", w.load("i32", w.at(here, memory.FRAME_BELOW)), frame)
        w.jump(head)
        w.mark(after)

    def _rename_queue(self, w: Emitter) -> None:
        mem = self._memory
        following = [
            (sort, layout, w.label())
            for sort, layout in enumerate(mem.entries)
            if any(kind.follows for kind in layout.kinds)
        ]
        if not following:
            return
        index = w.alloca("i32")
        w.store("i32", "0", index)
        head, look, next_one, after = (w.label() for _ in range(4))
        w.mark(head)
        at = w.load("i32", index)
        w.branch(w.new(f"icmp slt i32 {at}, {w.load('i32', w.at('%s', memory.QUEUED))}"), look, after)
        w.mark(look)
        here = w.at(w.at("%s", mem.queue), w.scaled(w.wide(at), mem.entry))
        targets = " ".join(f"i32 {sort}, label %{label}" for sort, _, label in following)
        w.leave(f"switch i32 {w.load('i32', here)}, label %{next_one} [{targets}]")
        for _, layout, label in following:
            w.mark(label)
            for kind, offset in zip(layout.kinds, layout.offsets, strict=True):
                if kind.follows:
                    self._follow(w, kind, here, offset, 0, 1)
            w.jump(next_one)
        w.mark(next_one)
        w.store("i32", w.new(f"add i32 {at}, 1"), index)
        w.jump(head)
        w.mark(after)

    def _rename_live(self, w: Emitter) -> None:
        """Records on the live stack: references, a set, a list."""
        place = w.alloca("i64")
        w.store("i64", w.load("i64", w.at("%c", context.LIVE_BASE)), place)
        head, look, refs, members, items, after = (w.label() for _ in range(6))
        w.mark(head)
        at = w.load("i64", place)
        w.branch(w.new(f"icmp ult i64 {at}, {w.load('i64', w.at('%c', context.LIVE))}"), look, after)
        w.mark(look)
        here = w.new(f"inttoptr i64 {at} to ptr")
        sort = w.load("i32", here)
        number = w.load("i32", w.at(here, 4))
        first = w.at(here, 8)
        w.leave(f"switch i32 {sort}, label %{refs} [i32 1, label %{members} i32 2, label %{items}]")
        w.mark(refs)
        w.line(f"call void @follow_list(ptr {first}, i32 {number}, i32 %old, i32 %new)")
        length = w.scaled(w.wide(number), 4)
        even = w.new(f"and i64 {w.new(f'add i64 {length}, 7')}, -8")
        w.store("i64", w.new(f"add i64 {at}, {w.new(f'add i64 {even}, 8')}"), place)
        w.jump(head)
        w.mark(members)
        w.line(f"call void @follow_set(ptr {first}, i32 {number}, i32 %old, i32 %new)")
        length = w.scaled(w.wide(number), 8)
        w.store("i64", w.new(f"add i64 {at}, {w.new(f'add i64 {length}, 8')}"), place)
        w.jump(head)
        w.mark(items)
        listed = w.load("%list", first)
        w.line(f"call void @follow_list(ptr {w.list_items(listed)}, i32 {w.list_length(listed)}, i32 %old, i32 %new)")
        w.store("i64", w.new(f"add i64 {at}, 24"), place)
        w.jump(head)
        w.mark(after)

    # ---- from stop to stop ----

    def advance(self) -> str:
        """Run to the next stop, with a full budget."""
        w = self._emitter()
        begin_run(w)
        w.leave(f"ret i32 {w.new('call i32 @go(ptr %s, ptr %c)')}")
        return w.text("define i32 @advance(ptr %s, ptr %c)")

    def go(self) -> str:
        """Run on to the next stop, or to where the body of a compound stop is left."""
        w = self._emitter()
        returned = w.alloca("i32")
        w.store("i32", "0", returned)
        head, run, done, over, go_on, again, called, nowhere = (w.label() for _ in range(8))
        w.mark(head)
        top = w.load("i32", w.at("%s", memory.TOP))
        w.branch(w.new(f"icmp sge i32 {top}, 0"), run, done)
        w.mark(done)
        ended = w.load("i32", w.cell(self._memory.program.ended))
        kind = w.new(f"select i1 {w.new(f'icmp ne i32 {ended}, 0')}, i32 {memory.OVER}, i32 {memory.IDLE}")
        w.store("i32", kind, w.at("%s", memory.KIND))
        w.store("i32", "-1", w.at("%s", memory.CHOOSER))
        w.leave(f"ret i32 {context.OK}")
        w.mark(run)
        frame = w.at("%s", w.wide(top))
        number = w.load("i32", w.at(frame, memory.FRAME_FLOW))
        block = w.load("i32", w.at(frame, memory.FRAME_BLOCK))
        flag = w.load("i32", returned)
        sign = w.alloca("i32")
        cases = [(flow, w.label()) for flow in self._memory.flows.values()]
        targets = " ".join(f"i32 {flow.number}, label %{label}" for flow, label in cases)
        w.leave(f"switch i32 {number}, label %{nowhere} [{targets}]")
        for flow, label in cases:
            w.mark(label)
            further = w.new(f"mul i32 {flag}, {len(flow.cut.blocks)}")
            at = w.new(f"add i32 {block}, {further}")
            name = self._linker.flow(flow.cut.routine)
            w.store("i32", w.new(f"call i32 {name}(ptr %s, ptr %c, i32 {at})"), sign)
            w.jump(again)
        w.mark(nowhere)
        w.leave("unreachable")
        w.mark(again)
        found = w.load("i32", sign)
        w.leave(
            f"switch i32 {found}, label %{go_on} [i32 {context.RETURNED}, label %{called} "
            f"i32 {context.CALLED}, label %{called} i32 {context.ENDED}, label %{over}]"
        )
        w.mark(called)
        came_back = w.new(f"icmp eq i32 {found}, {context.RETURNED}")
        w.store("i32", w.new(f"zext i1 {came_back} to i32"), returned)
        w.jump(head)
        w.mark(over)
        if self._memory.joints:
            self._over_apart(w, sign, again)
        for place, number_ in (
            (memory.FRAMES_USED, 0),
            (memory.TOP, -1),
            (memory.QUEUED, 0),
            (memory.KIND, memory.OVER),
            (memory.CHOOSER, -1),
        ):
            w.store("i32", str(number_), w.at("%s", place))
        w.leave(f"ret i32 {context.OK}")
        w.mark(go_on)
        w.leave(f"ret i32 {found}")
        return w.text("define internal i32 @go(ptr %s, ptr %c)")

    def _over_apart(self, w: Emitter, sign: str, again: str) -> None:
        """The game has ended only for the seat that decides on its copy: then the next one follows."""
        deciding, all_of_it = w.label(), w.label()
        w.branch(w.new(f"icmp eq i32 {apart_state.active(w)}, {apart_state.DECIDING}"), deciding, all_of_it)
        w.mark(deciding)
        w.store("i32", w.new("call i32 @apart_seat(ptr %s, ptr %c)"), sign)
        w.jump(again)
        w.mark(all_of_it)
        w.store("i32", "0", apart_state.header(w, memory.ACTIVE))

    def start(self) -> str:
        """A state of a game that has not begun, with the frame of the main flow. `%way`: 0 with the set-up."""
        mem = self._memory
        w = self._emitter()
        w.copy("%s", "@init", mem.args)
        if mem.joints:
            w.store("i32", "0", apart_state.header(w, memory.ACTIVE))
        flows.push(mem.flows[mem.program.main], ["%way"], w)
        w.leave(f"ret i32 {context.OK}")
        return w.text("define i32 @start(ptr %s, ptr %c, i32 %way)")

    # ---- stops ----

    def strides(self) -> str:
        """How long the entries of each stop are."""
        listed = [self._stride(stop) for stop in self._memory.stops] or [8]
        return f"@strides = internal constant [{len(listed)} x i64] [{', '.join(f'i64 {one}' for one in listed)}]"

    def _stride(self, stop: Stop) -> int:
        return compound.stride_of(stop) if stop.generator is None else self._linker.entry(stop.generator).stride

    def dispatch(self, what: str, more: str) -> str:
        """The routine that does something at whatever stop a state stands."""
        w = self._emitter()
        number = w.load("i32", w.at("%s", memory.STOP))
        nowhere = w.label()
        cases = [(stop, w.label()) for stop in self._memory.stops]
        targets = " ".join(f"i32 {stop.number}, label %{label}" for stop, label in cases)
        w.leave(f"switch i32 {number}, label %{nowhere} [{targets}]")
        for stop, label in cases:
            w.mark(label)
            sign = w.new(f"call i32 @{what}{stop.number}(ptr %s, ptr %c{more})")
            w.leave(f"ret i32 {sign}")
        w.mark(nowhere)
        w.leave(f"ret i32 {context.UNSUPPORTED}")
        sort = "" if what == "apply" else "internal "
        return w.text(f"define {sort}i32 @{what}(ptr %s, ptr %c{more})")

    def anew(self, name: str, mode: int) -> str:
        """Come once more to the stop at which a state stands."""
        w = self._emitter()
        begin_run(w, str(mode))
        w.leave(f"ret i32 {w.new('call i32 @arrive(ptr %s, ptr %c)')}")
        return w.text(f"define i32 @{name}(ptr %s, ptr %c)")

    def chosen(self) -> str:
        """Lay down at `%to` the address of the entry with an index, null for the move not to move, where the moves may
        be noted."""
        w = self._emitter()
        noted = []
        for stop in self._memory.stops:
            if isinstance(stop.end, flowgraph.DecideStop) and choosing.may_note(stop.end.decide.decision.generator, w):
                noted.append((stop, stop.end.decide.decision, w.label()))
        listed, making = w.label(), w.label()
        if noted:
            mode = w.load("i32", w.at("%c", context.MODE))
            w.branch(w.new(f"icmp eq i32 {mode}, {context.NOTING}"), making, listed)
            w.mark(making)
            targets = " ".join(f"i32 {stop.number}, label %{label}" for stop, _, label in noted)
            w.leave(f"switch i32 {w.load('i32', w.at('%s', memory.STOP))}, label %{listed} [{targets}]")
        for _, decision, label in noted:
            w.mark(label)
            if decision.optional:
                made, declined = w.label(), w.label()
                last = w.new(f"sub i32 {w.load('i32', w.at('%c', context.COUNT))}, 1")
                w.branch(w.new(f"icmp slt i32 %index, {last}"), made, declined)
                w.mark(declined)
                w.store("ptr", "null", "%to")
                w.leave(f"ret i32 {context.OK}")
                w.mark(made)
            w.store("ptr", choosing.write_made(decision.generator, w), "%to")
            w.leave(f"ret i32 {context.OK}")
        w.mark(listed)
        w.store("ptr", w.new("call ptr @entry_at(ptr %s, ptr %c, i32 %index)"), "%to")
        w.leave(f"ret i32 {context.OK}")
        return w.text("define i32 @chosen(ptr %s, ptr %c, i32 %index, ptr %to)")

    def apply(self, stop: Stop) -> str:
        """A stop is over: what was chosen or drawn is laid down in the frame. `%entry` null: declined."""
        w = Emitter(self._linker, stop.flow.cut.routine, stop.flow)
        if stop.generator is None:
            record = w.load("ptr", w.at("%entry", compound.ENTRY_RECORD))
            w.line(f"call void @state_unpack(ptr %s, ptr {w.at(record, compound.PACKED)})")
            w.leave(f"ret i32 {context.OK}")
            return w.text(f"define internal i32 @apply{stop.number}(ptr %s, ptr %c, ptr %entry)")
        flows.frame_of(w)
        entry = self._linker.entry(stop.generator)
        match stop.end:
            case flowgraph.DecideStop(decide=decide):
                if apart_state.asked(decide, self._linker):
                    self._keep(w, decide)
                self._chosen(w, decide)
            case flowgraph.DrawStop(draw=draw):
                receive_first(draw.result, entry, "%entry", w)
        w.store("i32", str(memory.IDLE), w.at("%s", memory.KIND))
        w.store("i32", "-1", w.at("%s", memory.CHOOSER))
        w.store("i32", str(stop.end.after), w.at("%f", memory.FRAME_BLOCK))
        w.leave(f"ret i32 {context.OK}")
        return w.text(f"define internal i32 @apply{stop.number}(ptr %s, ptr %c, ptr %entry)")

    def _keep(self, w: Emitter, decide: ir.Decide) -> None:
        """The choice of a seat that decides on its copy is kept."""
        deciding, some, none, done = (w.label() for _ in range(4))
        w.branch(w.new(f"icmp eq i32 {apart_state.active(w)}, {apart_state.DECIDING}"), deciding, done)
        w.mark(deciding)
        w.branch(w.new("icmp ne ptr %entry, null"), some, none)
        w.mark(some)
        apart.keep(decide, "%entry", w)
        w.jump(done)
        w.mark(none)
        apart.keep_without(decide, -1, w)
        w.jump(done)
        w.mark(done)

    def _chosen(self, w: Emitter, decide: ir.Decide) -> None:
        chosen, declined, done = w.label(), w.label(), w.label()
        w.branch(w.new("icmp ne ptr %entry, null"), chosen, declined)
        w.mark(declined)
        w.write(decide.choice, "-1")
        w.jump(done)
        w.mark(chosen)
        receive_choice(decide, decide.decision.generator, "%entry", w)
        w.mark(done)

    def arrive(self, stop: Stop) -> str:
        """Come to a stop once more: list, count or note its moves or outcomes."""
        w = self._emitter()
        if stop.generator is None:
            chooser = w.load("i32", w.at("%s", memory.CHOOSER))
            w.leave(f"ret i32 {w.new(f'call i32 @search{stop.number}(ptr %s, ptr %c, i32 {chooser})')}")
            return w.text(f"define internal i32 @arrive{stop.number}(ptr %s, ptr %c)")
        given = []
        for kind, at in zip(stop.args.kinds, stop.args.offsets, strict=True):
            place = w.at("%s", at)
            found = w.stored_list(place) if family(kind) == "list" else w.load(w.sizes.llvm(kind), place)
            given.append(f", {w.sizes.llvm(kind)} {found}")
        if isinstance(stop.end, flowgraph.DrawStop):
            count = choosing.write_list(stop.generator, "".join(given), True, w)
        else:
            count = choosing.write_arrival(stop.generator, "".join(given), w)
        if isinstance(stop.end, flowgraph.DecideStop) and stop.end.decide.decision.optional:
            w.store("i32", w.new(f"add i32 {count}, 1"), w.at("%c", context.COUNT))
        w.leave(f"ret i32 {context.OK}")
        return w.text(f"define internal i32 @arrive{stop.number}(ptr %s, ptr %c)")

    def entry_at(self) -> str:
        """The entry with this index; null for the move not to move."""
        w = self._emitter()
        start = w.load("i64", w.at("%c", context.ENTRIES_BASE))
        number = w.wide(w.load("i32", w.at("%s", memory.STOP)))
        stride = w.load("i64", w.at("@strides", w.scaled(number, 8)))
        index = w.wide("%index")
        at = w.new(f"add i64 {start}, {w.new(f'mul i64 {index}, {stride}')}")
        inside = w.new(f"icmp ult i64 {at}, {w.load('i64', w.at('%c', context.ENTRIES))}")
        found = w.new(f"select i1 {inside}, i64 {at}, i64 0")
        w.leave(f"ret ptr {w.new(f'inttoptr i64 {found} to ptr')}")
        return w.text("define internal ptr @entry_at(ptr %s, ptr %c, i32 %index)")
