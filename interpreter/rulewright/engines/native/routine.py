"""What a routine's emitter knows: the program's names, and where the routine's locals are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from rulewright.engines.native import context
from rulewright.engines.native.entries import Entry
from rulewright.engines.native.faults import Faults
from rulewright.engines.native.joined import Joined
from rulewright.engines.native.layout import Sizes
from rulewright.engines.native.looking import Looking
from rulewright.engines.native.memory import CellPlace, FlowPlace, Memory, Stop
from rulewright.engines.native.notes import Notes
from rulewright.engines.native.writer import Body
from rulewright.program import ir, liveness
from rulewright.program.typeof import family

if TYPE_CHECKING:
    from rulewright.engines.native.standing import Standing


class Linker(Protocol):
    """Gives the names of routines and tables."""

    sizes: Sizes
    memory: Memory
    together: Joined | None
    """The blocks in which players decide together, if there are any."""
    faults: Faults
    recursive: set[ir.Routine]
    tidy: bool
    """Whether memory that is not used must be zero, because states are compared."""
    rolling: bool
    """Whether games roll from start to end: flows are routines like others, and whatever goes wrong goes wrong without
    words."""
    rejecting: bool
    """Whether moves are drawn among candidates, which are tested then."""
    branching: bool
    """Whether the moves of every decision are counted."""
    sized: Mapping[ir.Cell, ir.Cell]
    """Sets whose sizes are kept, and where."""
    standing: Mapping[ir.Stmt, Standing]
    """Loops of which it is known who comes to the yield."""
    growing: frozenset[ir.Stmt]
    """Statements that add a member to such a set which does not hold it."""
    dead: frozenset[ir.Cell]
    """Cells that nobody reads: they are not stored, and keep the values they begin with."""
    looking: Looking
    """Which lists need not be copied."""
    recorded: bool
    """Whether anything asks for the history."""

    def routine(self, routine: ir.Routine) -> str:
        """A function, or a generator that lists its yields in the entries."""

    def explored(self, routine: ir.Routine) -> str:
        """A flow whose decisions are made by the script of the context."""

    def asker(self, routine: ir.Routine) -> str:
        """A generator as a routine that gives YIELDED at the first yield."""

    def counter(self, routine: ir.Routine) -> str:
        """A generator as a routine that lays down how many yields there are, where its last argument points."""

    def noter(self, routine: ir.Routine) -> str:
        """The same, which also notes its yields in groups where the last argument but one points."""

    def maker(self, routine: ir.Routine) -> str:
        """The routine that makes a yield of what was noted, given the notes, an index, and where the entry goes."""

    def notes(self, routine: ir.Routine) -> Notes | None:
        """How the yields of a generator are noted in groups; None where they are listed."""

    def follows(self, routine: ir.Routine) -> bool:
        """Whether references that move in a routine may be held elsewhere than in its own locals."""

    def plain(self, routine: ir.Routine) -> bool:
        """Whether the function returns its value itself, because nothing can go wrong in it."""

    def table(self, table: ir.Table) -> tuple[str, str]:
        """The address of a table's first entry, and the type of an entry of ints as it is stored."""

    def parts(self, table: ir.Table) -> int:
        """How many words a table stores of each of its sets; 0 if all."""

    def constants(self, kind: str, values: list[int]) -> str:
        """The address of a row of constants."""

    def items_of(self, table: ir.Table) -> str:
        """The address of the items of all lists of a table of lists."""

    def entry(self, routine: ir.Routine) -> Entry:
        """How the yields of a generator lie in the entries."""

    def drawer(self, routine: ir.Routine) -> str:
        """As `finisher`, of the outcomes of chance: equal ones are one, their weights added."""

    def flow(self, routine: ir.Routine) -> str: ...

    def fresh(self, flow: FlowPlace) -> str:
        """The address of a new frame's content."""

    def stop(self, routine: ir.Routine, block: int) -> Stop:
        """The stop at the end of a flow's block."""

    @property
    def budget(self) -> int:
        """How many rounds of loops there are between two stops."""

    def weight(self, loop: ir.Stmt) -> int:
        """How much of the budget a round of a loop takes."""

    def spent(self, routine: ir.Routine) -> int:
        """The fault of the error that a routine's loops go on too long."""

    def finisher(self, routine: ir.Routine) -> str:
        """The routine that leaves of a generator's entries those that differ and have the greatest rank."""


class Gatherer(Protocol):
    """What becomes of the yields of a generator."""

    def begin(self, w: Emitter) -> None:
        """The generator begins."""

    def loop(self, stmt: ir.Stmt, w: Emitter) -> bool:
        """Write a loop in another way, if there is one; whether it was."""

    def taken(self, stmt: ir.Yield | ir.YieldBags, w: Emitter) -> None:
        """A yield."""

    def done(self, w: Emitter) -> None:
        """The generator is about to return."""


class Emitter(Body):
    """Writes one routine. Locals lie on the stack, those of a flow in its frame."""

    def __init__(self, linker: Linker, routine: ir.Routine, flow: FlowPlace | None = None) -> None:
        super().__init__()
        self.linker = linker
        self.sizes = linker.sizes
        self.routine = routine
        self.flow = flow
        self.gatherer: Gatherer | None = None
        self.notes: dict[ir.Routine, str] = {}
        self.frame = "%f"
        self.exploring = False
        self._kept = liveness.keeps(routine) if routine.sort == "flow" and flow is None and linker.rolling else None
        self._places: dict[ir.Var, str] = {}

    # ---- locals ----

    def lay(self, var: ir.Var) -> None:
        """Make room for a local on the stack."""
        if var.size or self.in_memory(var):
            self._places[var] = self.alloca(f"[{(var.size or 1) * self.sizes.bytes(var.type)} x i8]")
        else:
            self._places[var] = self.alloca(self.sizes.llvm(var.type))

    def place(self, var: ir.Var, index: str | None = None) -> str:
        """The address of a local, or of an array's entry (an i64)."""
        if self.flow is None:
            if var not in self._places:
                self.lay(var)
            base = self._places[var]
        else:
            base = self.at(self.frame, self.flow.slots[var])
        if index is None:
            return base
        return self.at(base, self.scaled(index, self.sizes.bytes(var.type)))

    def scaled(self, index: str, stride: int) -> str:
        """An index (i64) in bytes."""
        if not index.startswith("%"):
            return str(int(index) * stride)
        return self.new(f"mul nsw i64 {index}, {stride}")

    def in_memory(self, var: ir.Var) -> bool:
        """Whether a list local is stored with its items: in flows and arrays."""
        return family(var.type) == "list" and (self.routine.sort == "flow" or bool(var.size))

    def read(self, var: ir.Var, index: str | None = None) -> str:
        """The value of a local. A list gets no room for more."""
        place = self.place(var, index)
        if family(var.type) == "list":
            if self.in_memory(var):
                return self.stored_list(place)
            found = self.load("%list", place)
            length = self.new(f"extractvalue %list {found}, 1")
            return self.new(f"insertvalue %list {found}, i32 {length}, 2")
        return self.load(self.sizes.llvm(var.type), place)

    def write(self, var: ir.Var, value: str, index: str | None = None) -> None:
        """Give a local a value of its type. A list must not lie in memory that changes."""
        place = self.place(var, index)
        if self.in_memory(var):
            self.store_list(value, place, self.sizes.room)
        else:
            self.store(self.sizes.llvm(var.type), value, place)

    def reset(self, var: ir.Var) -> None:
        """A local, or every entry of an array, becomes its default."""
        if not var.size:
            self.write_default(self.place(var), var)
            return
        size = self.sizes.bytes(var.type)
        if family(var.type) == "list":
            for i in range(var.size):
                self.write_default(self.place(var, str(i)), var)
        else:
            fill = 0 if family(var.type) == "set" else 255
            self.line(
                f"call void @llvm.memset.p0.i64(ptr {self.place(var)}, i8 {fill}, i64 {size * var.size}, i1 false)"
            )

    def write_default(self, place: str, var: ir.Var) -> None:
        match family(var.type):
            case "list":
                if self.in_memory(var):
                    self.store_list("zeroinitializer", place, self.sizes.room)
                else:
                    self.store("%list", "zeroinitializer", place)
            case "set":
                self.store(self.sizes.llvm(var.type), "0", place)
            case _:
                self.store("i32", "-1", place)

    @contextmanager
    def exploring_ways(self) -> Iterator[None]:
        """Decisions of the statements inside are made by the script of the context."""
        outer, self.exploring = self.exploring, True
        yield
        self.exploring = outer

    def called(self, routine: ir.Routine) -> str:
        """The name under which a routine is called here."""
        explored = self.exploring and routine.sort == "flow"
        return self.linker.explored(routine) if explored else self.linker.routine(routine)

    def keep(self, stmt: ir.Do | ir.Rename | ir.Compound) -> tuple[ir.Var, ...]:
        """The locals whose references must follow their components through a statement; those in frames do anyway.
        (In games that roll, of a compound: those that are needed behind it.)"""
        if self._kept is not None:
            return self._kept.get(stmt, ())
        return () if self.flow is not None or isinstance(stmt, ir.Compound) else stmt.keep

    # ---- errors: games that roll are played again where something goes wrong, so there words are not needed ----

    def fail(self, fault: int) -> None:
        if self.linker.rolling:
            self.propagate(str(context.ERROR))
        else:
            super().fail(fault)

    def error_unless(self, condition: str, fault: int, *values: str) -> None:
        if self.linker.rolling:
            self.unless(condition, context.ERROR)
        else:
            super().error_unless(condition, fault, *values)

    # ---- lists in memory: the length, then from byte 8 the items ----

    def stored_list(self, place: str) -> str:
        """A list as it lies in memory: whoever keeps it must copy it."""
        length = self.load("i32", place)
        return self.make_list(self.at(place, 8), length)

    def make_list(self, items: str, length: str) -> str:
        one = self.new(f"insertvalue %list undef, ptr {items}, 0")
        two = self.new(f"insertvalue %list {one}, i32 {length}, 1")
        return self.new(f"insertvalue %list {two}, i32 {length}, 2")

    def store_list(self, value: str, place: str, room: int) -> None:
        """Put a list where `room` items fit. It may overlap what is there."""
        length = self.list_length(value)
        if self.linker.tidy:
            self.line(f"call void @list_tail(ptr {place}, i32 {length})")
        self.unless(self.new(f"icmp sle i32 {length}, {room}"), context.UNSUPPORTED)
        self.line(
            f"call void @llvm.memmove.p0.p0.i64(ptr {self.at(place, 8)}, ptr {self.list_items(value)}, "
            f"i64 {self.scaled(self.wide(length), 4)}, i1 false)"
        )
        self.store("i32", length, place)

    def list_items(self, value: str) -> str:
        return self.new(f"extractvalue %list {value}, 0")

    def list_length(self, value: str) -> str:
        return self.new(f"extractvalue %list {value}, 1")

    def wide(self, number: str) -> str:
        """An int as an i64."""
        if not number.startswith("%"):
            return number
        return self.new(f"sext i32 {number} to i64")

    # ---- cells ----

    def cell(self, cell: ir.Cell, index: str | None = None) -> str:
        """The address of a cell's entry (its index as an i64 or a number)."""
        place: CellPlace = self.linker.memory.cells[cell]
        base = "@unread" if cell in self.linker.dead else self.state
        if index is None:
            return self.tagged(cell, self.at(base, place.at))
        if not index.startswith("%"):
            return self.tagged(cell, self.at(base, place.at + place.stride * int(index)))
        return self.tagged(cell, self.at(self.at(base, place.at), self.scaled(index, place.stride)))

    def tagged(self, cell: ir.Cell, address: str) -> str:
        """The address, of which is known that a cell lies there: what is stored to other cells does not change it."""
        if family(cell.type) != "list":
            self.tags[address] = self.linker.memory.cells[cell].tag
        return address
