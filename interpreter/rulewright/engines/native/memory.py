"""Where everything lies in the memory of a state: one flat block, the same for all states of a program.

A header tells where the state stands; then come the cells (those that take part in equality first), the arguments of
the stop, the frames, the queue, the history. What is behind the used part of frames, queue and history is not there:
a copy leaves it out.

Header, in bytes: 0 the kind of stop (IDLE ...), 4 the chooser, 8 the number of the stop, 12 the used bytes of frames,
16 the entries of the queue, 20 those of the history, 24 how chance falls (EXPLICIT ...), 28 where the top frame lies
(-1: none), 32 the generator of chance (state and increment).

A frame: 0 its flow's number, 4 the block it stands at, 8 where the frame below lies, then its slots.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.engines import errors
from rulewright.engines.native.entries import ALTERNATIVE, entry_of
from rulewright.engines.native.joined import Joined
from rulewright.engines.native.layout import Layout, Sizes
from rulewright.program import flowgraph, ir, walk
from rulewright.program.typeof import family

KIND, CHOOSER, STOP, FRAMES_USED, QUEUED, RECORDED, CHANCE, TOP, GENERATOR = 0, 4, 8, 12, 16, 20, 24, 28, 32
HEADER = 64
IDLE, DECISION, DRAW, OVER = range(4)
EXPLICIT, SAMPLED, SEARCHING = range(3)

FRAME_FLOW, FRAME_BLOCK, FRAME_BELOW, FRAME_SLOTS = 0, 4, 8, 16
_DEEP = 1 << 16
"""Room for the frames of flows that call themselves."""


@dataclass(slots=True)
class CellPlace:
    """`at`: where the cell's entry 0 lies; `stride`: from one entry to the next; `room`: of a list; `number`: which
    cell it is."""

    at: int
    stride: int
    room: int
    number: int

    @property
    def tag(self) -> str:
        """What says, beside an access to the cell, that nothing else lies there."""
        return f", !tbaa !{2 * self.number + 3}"


@dataclass(slots=True)
class FlowPlace:
    """A flow's frame: where each variable lies from the frame's start, and its size."""

    number: int
    cut: flowgraph.Flow
    slots: dict[ir.Var, int]
    size: int


@dataclass(slots=True)
class Stop:
    """A place where a state may stand: the flow and block, what ends the block, the generator, the layout of its
    arguments."""

    number: int
    flow: FlowPlace
    block: int
    end: flowgraph.DecideStop | flowgraph.DrawStop | flowgraph.CompoundEnter
    generator: ir.Routine | None
    args: Layout


@dataclass(slots=True)
class Joint:
    """A block in which players decide together."""

    number: int
    flow: FlowPlace
    block: int
    end: flowgraph.TogetherEnter


# ---- players who decide together: see `apart.py` ----

ACTIVE, SEAT, SEATS, JOINT, MADE = 0, 4, 8, 16, 24
CHOICES = 32
"""How many choices of a seat there is room for."""


@dataclass(frozen=True, slots=True)
class ApartPlaces:
    """Where things lie in a state: `used` and `choices` of the first seat, `moves` how far references have moved on
    the copy, of so many `references` (0: none does), `base` the state before. `choice`: how long one is; `loose`: how
    far behind a part of its key lies which of it does not follow (0: nothing in keys follows)."""

    start: int
    used: int
    choices: int
    choice: int
    loose: int
    moves: int
    references: int
    base: int
    end: int


def apart_places(start: int, seats: int, key: int, base: int, references: int, follows: bool) -> ApartPlaces:
    """`key`: the bytes of the longest key, `base`: of a state's cells and frames."""
    used = start + MADE + 4 * seats
    choices = (used + 4 * seats + 7) // 8 * 8
    part = (key + 7) // 8 * 8
    choice = 8 + part * (1 + follows)
    moves = choices + choice * CHOICES * seats
    at = moves + (4 * references + 7) // 8 * 8
    return ApartPlaces(start, used, choices, choice, part * follows, moves, references, at, at + base)


class Memory:
    """Computes where things lie. The `dead` cells lie elsewhere, at the start of `unread` bytes that never change."""

    def __init__(
        self,
        program: ir.Program,
        sizes: Sizes,
        cuts: list[flowgraph.Flow],
        dead: frozenset[ir.Cell] = frozenset(),
        together: Joined | None = None,
    ) -> None:
        self.program = program
        self.sizes = sizes
        self.cells: dict[ir.Cell, CellPlace] = {}
        self.kept = HEADER
        at = HEADER
        for cell in sorted(program.cells, key=lambda cell: not cell.kept):
            if cell not in dead:
                at = self._lay(cell, at)
                if cell.kept:
                    self.kept = at
        self.unread = 0
        for cell in program.cells:
            if cell in dead:
                self.unread = self._lay(cell, self.unread)
        self.args = (at + 7) // 8 * 8
        self.flows: dict[ir.Routine, FlowPlace] = {}
        for number, cut in enumerate(cuts):
            self.flows[cut.routine] = self._flow(number, cut)
        self.stops = self._stops()
        self.frames = max([self.args, *(stop.args.size for stop in self.stops)])
        self.recursive = _recursive(cuts)
        self.joints = [
            Joint(number, flow, block, end)
            for number, (flow, block, end) in enumerate(
                (flow, i, block.end)
                for flow in self.flows.values()
                for i, block in enumerate(flow.cut.blocks)
                if isinstance(block.end, flowgraph.TogetherEnter)
            )
        ]
        self.apart: ApartPlaces | None = None
        if together is not None:
            asked = [decide.decision.generator for decide in together.asked]
            key = max([0, *(entry_of(one, sizes).key_end - ALTERNATIVE for one in asked)])
            # whoever looks at a state sees how far references have moved; a game that rolls needs it for choices only
            moves = together.moves if cuts else together.follows
            references = 64 * sizes.references * moves
            base = self.frames + self._depth()
            self.apart = apart_places(self.frames, program.seats, key, base, references, together.follows)
            self.frames = self.apart.end
        self.queue = self.frames + self._depth()
        self.entries = [Layout(sizes, kinds, 4) for kinds in program.queue]
        self.entry = max([0, *(layout.size for layout in self.entries)])
        self.history = self.queue + self.entry * errors.MAX_QUEUE
        self.start = self.frames

    def _lay(self, cell: ir.Cell, at: int) -> int:
        """Give a cell its place, from `at` on; where it ends."""
        room = (cell.most or self.sizes.room) if family(cell.type) == "list" else 0
        stride = self.sizes.bytes(cell.type, room)
        align = self.sizes.align(cell.type)
        at = (at + align - 1) // align * align + stride * cell.guarded
        self.cells[cell] = CellPlace(at, stride, room, len(self.cells))
        return at + stride * cell.size

    def tags(self) -> list[str]:
        """What the cells' tags stand for, in LLVM's words."""
        lines = ['!1 = !{!"cells"}']
        for place in self.cells.values():
            kind = 2 * place.number + 2
            lines += [f'!{kind} = !{{!"{place.number}", !1}}', f"!{kind + 1} = !{{!{kind}, !{kind}, i64 0}}"]
        return lines

    def _flow(self, number: int, cut: flowgraph.Flow) -> FlowPlace:
        slots: dict[ir.Var, int] = {}
        at = FRAME_SLOTS
        for var in cut.slots:
            align = self.sizes.align(var.type)
            at = (at + align - 1) // align * align
            slots[var] = at
            at += self.sizes.bytes(var.type) * (var.size or 1)
        return FlowPlace(number, cut, slots, (at + 7) // 8 * 8)

    def _stops(self) -> list[Stop]:
        found: list[Stop] = []
        for flow in self.flows.values():
            for i, block in enumerate(flow.cut.blocks):
                generator: ir.Routine | None
                match block.end:
                    case flowgraph.DecideStop(decide=decide):
                        generator = decide.decision.generator
                    case flowgraph.DrawStop(draw=draw):
                        generator = draw.generator
                    case flowgraph.CompoundEnter():
                        generator = None
                    case _:
                        continue
                params = () if generator is None else generator.params
                args = Layout(self.sizes, [param.type for param in params], self.args)
                found.append(Stop(len(found), flow, i, block.end, generator, args))
        return found

    def _depth(self) -> int:
        """How many bytes the frames may take."""
        if self.recursive:
            return _DEEP
        deepest: dict[ir.Routine, int] = {}

        def depth(flow: FlowPlace) -> int:
            routine = flow.cut.routine
            if routine not in deepest:
                called = [depth(self.flows[other]) for other in calls(flow.cut)]
                deepest[routine] = flow.size + max([0, *called])
            return deepest[routine]

        return max([0, *(depth(flow) for flow in self.flows.values())])


def calls(cut: flowgraph.Flow) -> list[ir.Routine]:
    """The flows that a flow calls."""
    return [block.end.do.routine for block in cut.blocks if isinstance(block.end, flowgraph.CallFlow)]


def _recursive(cuts: list[flowgraph.Flow]) -> set[ir.Routine]:
    """The flows that can come to call themselves."""
    called = {cut.routine: set(calls(cut)) for cut in cuts}
    found = set()
    for routine in called:
        seen: set[ir.Routine] = set()
        waiting = list(called[routine])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting.extend(called[other])
        if routine in seen:
            found.add(routine)
    return found


def followed(variables: list[ir.Var] | tuple[ir.Var, ...]) -> list[ir.Var]:
    """Those that hold references."""
    return [var for var in variables if var.type.follows]


def flows_of(routines: list[ir.Routine]) -> list[ir.Routine]:
    """The flows among routines, in their order."""
    return [routine for routine in routines if routine.sort == "flow"]


def stops_inside(routine: ir.Routine) -> bool:
    """Whether a routine holds moves of several decisions, whose states are compared."""
    return any(isinstance(stmt, ir.Compound) for stmt in walk.statements(routine.body))
