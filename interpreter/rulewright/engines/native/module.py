"""A program as one module of LLVM assembly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rulewright.engines import errors
from rulewright.engines.native import (
    analysis,
    apart,
    apart_moves,
    compound,
    context,
    flows,
    games,
    machine,
    memory,
    sparse,
    statements,
    values,
)
from rulewright.engines.native.entries import Entry, entry_of
from rulewright.engines.native.faults import Faults
from rulewright.engines.native.forms import Forms
from rulewright.engines.native.joined import Joined, joined
from rulewright.engines.native.layout import Layout, NativeUnsupported, Sizes, sizes
from rulewright.engines.native.library import library, set_intrinsics
from rulewright.engines.native.looking import Looking
from rulewright.engines.native.memory import FlowPlace, Memory, Stop
from rulewright.engines.native.notes import Notes
from rulewright.engines.native.packed import packed_value
from rulewright.engines.native.routine import Emitter, Gatherer
from rulewright.engines.native.standing import Standing
from rulewright.engines.native.tables import table_text
from rulewright.engines.native.twins import merged
from rulewright.engines.protocol import Value
from rulewright.program import flowgraph, ir, liveness, walk
from rulewright.program.blocks import cut
from rulewright.program.typeof import family
from rulewright.program.unread import asks_for_history


class Module:
    """Implements `routine.Linker`. `text` is the assembly; `exported` the functions that can be called one by one (with
    a state, the context, the arguments, and where the result goes)."""

    rolling = False
    sized: Mapping[ir.Cell, ir.Cell] = MappingProxyType({})
    growing: frozenset[ir.Stmt] = frozenset()
    standing: Mapping[ir.Stmt, Standing] = MappingProxyType({})
    branching = True
    rejecting = False

    def __init__(self, program: ir.Program, extra: Iterable[ir.Routine] = ()) -> None:
        self.program = program
        extras = list(extra)
        exported = dict.fromkeys([measure.routine for measure in program.measures] + extras)
        self.exported = [] if self.rolling else [one for one in exported if one.sort == "function"]
        self.routines = analysis.needed(self._roots(extras), self._decided)
        self.sizes: Sizes = sizes(program, self.routines)
        self.dead = self._dead()
        self.recorded = not self.rolling or any(asks_for_history(routine) for routine in self.routines)
        self.together: Joined | None = joined(self.routines)
        self.memory = Memory(program, self.sizes, self._cuts(), self.dead, self.together)
        self.faults = Faults()
        self.looking = Looking()
        self.recursive = analysis.recursive([r for r in self.routines if r.sort != "flow"])
        self.tidy = any(memory.stops_inside(flow.cut.routine) for flow in self.memory.flows.values())
        self._plain = analysis.plain(self.routines, self.recursive)
        self._numbers = {routine: number for number, routine in enumerate(self.routines)}
        self._stops = {(stop.flow.cut.routine, stop.block): stop for stop in self.memory.stops}
        self._entries: dict[ir.Routine, Entry] = {}
        self._spent: dict[ir.Routine, int] = {}
        self._tables: dict[ir.Table, str] = {}
        self._stored: dict[ir.Table, tuple[str, str]] = {}
        self._written: dict[str, str] = {}
        self._cleared = analysis.cleared(self.routines)
        self._forms = Forms(self)
        self._finished: dict[tuple[ir.Routine, bool], None] = {}
        self.text = self._write()

    def _roots(self, extras: list[ir.Routine]) -> list[ir.Routine]:
        """What is compiled, besides what it calls."""
        program = self.program
        roots = [*memory.flows_of(program.routines), *([program.position] if program.position else [])]
        return [*roots, *(measure.routine for measure in program.measures), *extras]

    def _decided(self, decision: ir.Decision) -> list[ir.Routine]:
        """What is compiled of a decision."""
        return [decision.generator]

    def _cuts(self) -> list[flowgraph.Flow]:
        """The flows that have frames."""
        own = memory.flows_of(self.program.routines)
        if any(isinstance(stmt, ir.Together) for flow in own for stmt in walk.statements(flow.body)):
            _check_together(own, self.routines)
        return [cut(flow) for flow in own]

    def _dead(self) -> frozenset[ir.Cell]:
        """The cells that nobody reads."""
        return frozenset()

    # ---- names ----

    def routine(self, routine: ir.Routine) -> str:
        return f"@r{self._numbers[routine]}"

    def explored(self, routine: ir.Routine) -> str:
        return self._forms.name(routine, "explored")

    def asker(self, routine: ir.Routine) -> str:
        return self._forms.name(routine, "asker")

    def counter(self, routine: ir.Routine) -> str:
        return self._forms.name(routine, "counter")

    def noter(self, routine: ir.Routine) -> str:
        return self._forms.name(routine, "noter")

    def maker(self, routine: ir.Routine) -> str:
        return self._forms.name(routine, "maker")

    def notes(self, routine: ir.Routine) -> Notes | None:
        return self._forms.notes(routine)

    def flow(self, routine: ir.Routine) -> str:
        return f"@flow{self.memory.flows[routine].number}"

    def follows(self, routine: ir.Routine) -> bool:
        return True

    def plain(self, routine: ir.Routine) -> bool:
        return routine in self._plain

    def entry(self, routine: ir.Routine) -> Entry:
        if routine not in self._entries:
            self._entries[routine] = entry_of(routine, self.sizes)
        return self._entries[routine]

    @property
    def budget(self) -> int:
        return errors.MAX_ITERATIONS

    def weight(self, loop: ir.Stmt) -> int:
        return 1

    def spent(self, routine: ir.Routine) -> int:
        if routine not in self._spent:
            self._spent[routine] = self.faults.spent(routine.name, routine.span)
        return self._spent[routine]

    def stop(self, routine: ir.Routine, block: int) -> Stop:
        return self._stops[routine, block]

    def fresh(self, flow: FlowPlace) -> str:
        return f"@fresh{flow.number}"

    def finisher(self, routine: ir.Routine) -> str:
        self._finished[routine, False] = None
        return f"@fin{self._numbers[routine]}"

    def drawer(self, routine: ir.Routine) -> str:
        self._finished[routine, True] = None
        return f"@drawn{self._numbers[routine]}"

    def table(self, table: ir.Table) -> tuple[str, str]:
        if table not in self._stored:
            name = f"@t{len(self._tables)}"
            self._tables[table], offset, stored = table_text(name, table, self.sizes, self.parts(table))
            self._stored[table] = f"getelementptr (i8, ptr {name}, i64 {offset})", stored
        return self._stored[table]

    def parts(self, table: ir.Table) -> int:
        return 0 if table in self._cleared else sparse.parts_of(table, self.sizes)

    def items_of(self, table: ir.Table) -> str:
        found = re.search(r"@t\d+", self.table(table)[0])
        assert found is not None
        return f"{found[0]}i"

    def constants(self, kind: str, values: list[int]) -> str:
        row = f"[{len(values)} x {kind}] [{', '.join(f'{kind} {value}' for value in values)}]"
        if row not in self._written:
            self._written[row] = f"@k{len(self._written)}"
        return self._written[row]

    # ---- writing ----

    def _write(self) -> str:
        parts = [flows.write_flow(flow, self) for flow in self.memory.flows.values()]
        parts += [self.function(routine) for routine in self.routines if routine.sort == "function"]
        parts += [self._wrapper(routine) for routine in self.exported]
        parts.append(machine.write_machine(self, self.program.main))
        parts.append(compound.write_compounds(self))
        parts += [apart.write_apart(self), apart_moves.write_moves(self)]
        parts.append(games.write_games(self, self.program.main))
        parts += [self._fresh(flow) for flow in self.memory.flows.values()]
        return self._complete(parts)

    def _complete(self, parts: list[str]) -> str:
        """The assembly, with all that its parts use."""
        parts += self._called(parts)
        parts += [self._finisher(routine, drawn) for routine, drawn in self._finished]
        parts.append(f"@init = internal constant {_bytes(self.initial())}")
        parts.append(f"@unread = internal constant {_bytes(self.unread())}")
        parts += self._tables.values()
        parts += [f"{name} = internal constant {row}, align 8" for row, name in self._written.items()]
        parts += self.memory.tags()
        text = merged("\n".join(parts))
        helped = {int(n) for n in re.findall(r"@(?:gather|elements|mix_set)(\d+)\(", text)} | {1}
        counted = {int(n) // 64 for n in re.findall(r"@llvm\.(?:ctpop|cttz|ctlz)\.i(\d+)", text)} - helped
        moving = self.memory.apart is not None and self.memory.apart.references > 0
        return "\n".join([library(helped, self.memory.history, moving), *map(set_intrinsics, sorted(counted)), text])

    def _called(self, parts: Sequence[str]) -> Iterator[str]:
        """The generators that list their yields for some parts, and the forms of routines that these parts use."""
        waiting = [routine for routine in self.routines if routine.sort == "generator"]
        more = list(parts)
        while more:
            named = {int(number) for part in more for number in re.findall(r"@r(\d+)\b", part)}
            more = list(self._forms.written())
            more += [self.function(routine) for routine in waiting if self._numbers[routine] in named]
            waiting = [routine for routine in waiting if self._numbers[routine] not in named]
            yield from more

    def function(
        self,
        routine: ir.Routine,
        gatherer: Gatherer | None = None,
        form: str = "",
        more: str = "",
        exploring: bool = False,
    ) -> str:
        """A routine; `gatherer`: what becomes of its yields, `form`: what its name ends with then, `more`: what it is
        given besides, `exploring`: its decisions are made by the script of the context."""
        w = Emitter(self, routine)
        w.gatherer, w.exploring = gatherer, exploring
        for i, param in enumerate(routine.params):
            w.write(param, f"%p{i}")
        arrays = [var for var in routine.locals if var.size]
        for var in dict.fromkeys((*arrays, *liveness.unset(routine))):
            w.reset(var)
        if gatherer is not None:
            gatherer.begin(w)
        statements.write_body(routine.body, w)
        if w.open:
            statements.write_return(None, w)
        params = ["ptr noalias %s", "ptr noalias %c"]
        params += [f"{self.sizes.llvm(param.type)} %p{i}" for i, param in enumerate(routine.params)]
        kind = "i32"
        if self.plain(routine):
            kind = "void" if routine.result is None else self.sizes.llvm(routine.result)
        elif routine.result is not None and routine.sort != "generator":
            params.append("ptr noalias %out")
        return w.text(f"define internal {kind} {self.routine(routine)}{form}({', '.join(params)}{more})")

    def _wrapper(self, routine: ir.Routine) -> str:
        """A function that Python can call: arguments and result lie in memory."""
        w = Emitter(self, routine)
        number = self._numbers[routine]
        head = f"define i32 @call{number}(ptr %s, ptr %c, ptr %args, ptr %result)"
        machine.begin_run(w)
        base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
        w.store("i64", base, w.at("%c", context.ENTRIES))
        given = []
        for kind, at in zip(*self._args(routine), strict=True):
            place = w.at("%args", at)
            found = w.stored_list(place) if family(kind) == "list" else w.load(self.sizes.llvm(kind), place)
            given.append(f", {self.sizes.llvm(kind)} {found}")
        found_ = values.called(routine, f"ptr %s, ptr %c{''.join(given)}", w, w.check)
        if found_ is not None and routine.result is not None:
            if family(routine.result) == "list":
                w.store_list(found_, "%result", self.sizes.room)
            else:
                w.store(self.sizes.llvm(routine.result), found_, "%result")
        w.leave(f"ret i32 {context.OK}")
        return w.text(head)

    def _args(self, routine: ir.Routine) -> tuple[Sequence[ir.IrType], Sequence[int]]:
        layout = Layout(self.sizes, [param.type for param in routine.params])
        return layout.kinds, layout.offsets

    def call_number(self, routine: ir.Routine) -> int:
        """The number in the name of an exported function."""
        return self._numbers[routine]

    def _finisher(self, routine: ir.Routine, drawn: bool) -> str:
        entry = self.entry(routine)
        w = Emitter(self, routine)
        if entry.ranks and not drawn:
            w.line(f"call void @best(ptr %c, i64 %start, i64 {entry.stride}, i64 {entry.rank}, i32 {entry.ranks})")
        if entry.distinct and not (drawn and entry.weighed):
            length = w.new(f"sub i64 {w.load('i64', w.at('%c', context.ENTRIES))}, %start")
            count = w.new(f"trunc i64 {w.new(f'udiv i64 {length}, {entry.stride}')} to i32")
        else:
            words = (entry.key_end - 8) // 4
            given = f"ptr %c, i64 %start, i64 {entry.stride}, i32 {words}"
            if entry.apart and not drawn:
                count = w.new(f"call i32 @merge_some({given}, i64 {entry.apart})")
            else:
                count = w.new(f"call i32 @merge({given}, i1 {'true' if drawn else 'false'})")
            w.enough(w.new(f"icmp ne i32 {count}, -1"), context.NEED_ARENA)
            if drawn:
                w.error_unless(w.new(f"icmp ne i32 {count}, -2"), self.faults.negative_weight(routine.span))
        w.error_unless(w.new(f"icmp ule i32 {count}, {errors.MAX_MOVES}"), self.faults.too_many())
        w.store("i32", count, w.at("%c", context.COUNT))
        w.leave(f"ret i32 {context.OK}")
        name = f"{'@drawn' if drawn else '@fin'}{self._numbers[routine]}"
        return w.text(f"define internal i32 {name}(ptr %c, i64 %start)")

    # ---- first contents ----

    def initial(self) -> bytes:
        """What lies in the memory of a state before the game begins, up to the arguments of a stop."""
        content = bytearray(self.memory.args)
        for at in (memory.CHOOSER, memory.TOP):
            content[at : at + 4] = b"\xff" * 4
        self._fill(content, [cell for cell in self.memory.cells if cell not in self.dead])
        return bytes(content)

    def unread(self) -> bytes:
        """What the cells hold that nobody reads."""
        content = bytearray(self.memory.unread)
        self._fill(content, self.dead)
        return bytes(content)

    def _fill(self, content: bytearray, cells: Iterable[ir.Cell]) -> None:
        """Lay down what cells hold before the game begins."""
        for cell in cells:
            place = self.memory.cells[cell]
            listed: list[Value] = [cell.none_value, *cell.init] if cell.guarded else list(cell.init)
            at = place.at - place.stride * cell.guarded
            for i, value in enumerate(listed):
                there = at + place.stride * i
                packed = packed_value(value, cell.type, self.sizes, place.room)
                content[there : there + len(packed)] = packed

    def frame(self, flow: FlowPlace) -> bytes:
        """A frame at the start of a flow."""
        content = bytearray(flow.size)
        content[memory.FRAME_FLOW : memory.FRAME_FLOW + 4] = flow.number.to_bytes(4, "little")
        for var, at in flow.slots.items():
            size = self.sizes.bytes(var.type)
            packed = packed_value(var.default(), var.type, self.sizes)
            for i in range(var.size or 1):
                content[at + i * size : at + i * size + len(packed)] = packed
        return bytes(content)

    def _fresh(self, flow: FlowPlace) -> str:
        return f"{self.fresh(flow)} = internal constant {_bytes(self.frame(flow))}"


def _check_together(flows_: list[ir.Routine], routines: list[ir.Routine]) -> None:
    """What is compiled of players who decide together."""
    every = [stmt for routine in routines for stmt in walk.statements(routine.body)]
    if any(isinstance(stmt, ir.ForgetRecords) for stmt in every):
        raise NativeUnsupported("players who decide together in a game that forgets positions")
    if any(isinstance(stmt, ir.Compound) for flow in flows_ for stmt in walk.statements(flow.body)):
        raise NativeUnsupported("players who decide together in a game with moves of several decisions")


def _bytes(content: bytes) -> str:
    return f'[{len(content)} x i8] c"{"".join(f"{chr(92)}{byte:02x}" for byte in content)}", align 8'
