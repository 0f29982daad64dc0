"""States of the reference engine as memory of the native one, and back."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native import memory
from rulewright.engines.native.convert_apart import read_apart, write_apart
from rulewright.engines.native.memory import FlowPlace, Stop
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import packed_value, read_int, read_row, read_value
from rulewright.engines.reference.code import Ask, Chance, Whole
from rulewright.engines.reference.machine import Machine
from rulewright.engines.reference.state import IDLE, OVER, SEARCHING, Halt, State
from rulewright.program import flowgraph, ir


def write_state(module: Module, s: State, content: memoryview) -> None:
    """Lay a state of the reference engine down in memory."""

    def write_base(base: State, plain: memoryview) -> None:
        # Nothing is drawn until the state before the block is taken up again, with the generator there is then.
        drawing = base.copy()
        drawing.generator = s.generator
        _write(module, drawing, plain)

    write_apart(module, s.apart, content, write_base)
    _write(module, s, content)


def _write(module: Module, s: State, content: memoryview) -> None:
    mem, sizes = module.memory, module.sizes

    def put(at: int, value: Any, kind: ir.IrType = ir.INT, room: int = 0) -> None:
        packed = packed_value(value, kind, sizes, room)
        content[at : at + len(packed)] = packed

    for cell, place in mem.cells.items():
        for i in range(cell.size):
            put(place.at + place.stride * i, s.cells[cell.offset + i], cell.type, place.room)
        if cell.guarded:
            put(place.at - place.stride, cell.none_value, cell.type, place.room)
    at, below = mem.frames, -1
    flows = list(mem.flows.values())
    for frame in s.frames:
        flow = flows[frame[0]]
        put(at, frame[0])
        put(at + memory.FRAME_BLOCK, frame[1])
        put(at + memory.FRAME_BELOW, below)
        for place_, value, kind in _slots(flow, module, frame[2:]):
            put(at + place_, value, kind)
        below, at = at, at + flow.size
    put(memory.TOP, below)
    put(memory.FRAMES_USED, at - mem.frames)
    for i, entry in enumerate(s.queue):
        start = mem.queue + mem.entry * i
        content[start : start + mem.entry] = bytes(mem.entry)
        put(start, entry[0])
        layout = mem.entries[entry[0]]
        for kind, offset, value in zip(layout.kinds, layout.offsets, entry[1:], strict=True):
            put(start + offset, value, kind)
    put(memory.QUEUED, len(s.queue))
    for i, key in enumerate(s.history):
        content[mem.history + 8 * i : mem.history + 8 * i + 8] = key.to_bytes(8, "little")
    put(memory.RECORDED, len(s.history))
    searching = s.generator is SEARCHING
    sort = memory.EXPLICIT if s.generator is None else memory.SEARCHING if searching else memory.SAMPLED
    put(memory.CHANCE, sort)
    for i, number in enumerate((0, 0) if searching or s.generator is None else s.generator):
        content[memory.GENERATOR + 8 * i : memory.GENERATOR + 8 * i + 8] = number.to_bytes(8, "little")
    put(memory.CHOOSER, s.halt.chooser)
    put(memory.KIND, standing(s.halt))
    if s.halt.where is not None:
        top = s.frames[-1]
        stop = module.stop(flows[top[0]].cut.routine, top[1])
        put(memory.STOP, stop.number)
        for kind, offset, value in zip(stop.args.kinds, stop.args.offsets, s.halt.args, strict=True):
            put(offset, value, kind)


def standing(halt: Halt) -> int:
    """How a state stands: one of the kinds in `memory`."""
    match halt.where:
        case Ask():
            return memory.DECISION
        case Whole():
            return memory.DECISION
        case Chance():
            return memory.DRAW
        case None:
            return memory.OVER if halt.over else memory.IDLE
        case where:
            raise ValueError(f"a state at a {type(where).__name__} has no form in memory")


def _slots(flow: FlowPlace, module: Module, values: list[Any]) -> list[tuple[int, Any, ir.IrType]]:
    """Where each slot of a frame lies, with a value and its type."""
    found = []
    rest = iter(values)
    for var, at in flow.slots.items():
        size = module.sizes.bytes(var.type)
        found += [(at + i * size, next(rest), var.type) for i in range(var.size or 1)]
    return found


def read_cells(module: Module, content: memoryview) -> list[Any]:
    """The block of cells."""
    cells: list[Any] = [None] * module.program.block_size
    for cell, place in module.memory.cells.items():
        first, count = cell.offset - cell.guarded, cell.size + cell.guarded
        at = place.at - place.stride * cell.guarded
        cells[first : first + count] = read_row(content, at, place.stride, count, cell.type, module.sizes)
    return cells


def read_args(module: Module, stop: Stop, content: memoryview) -> tuple[Any, ...]:
    """The arguments of the stop at which the state stands."""
    layout = stop.args
    return tuple(
        read_value(content, at, kind, module.sizes) for kind, at in zip(layout.kinds, layout.offsets, strict=True)
    )


def read_state(module: Module, machine: Machine, content: memoryview) -> State:
    """The state of the reference engine that memory holds; its moves are listed anew."""
    s = read_parts(module, content)
    s.apart = read_apart(module, content, lambda base: read_parts(module, base))
    _halt(module, machine, s, content)
    return s


def read_parts(module: Module, content: memoryview) -> State:
    """The same without where it stands, and without what is unfinished while players decide together."""
    mem, sizes = module.memory, module.sizes
    generator = tuple(int.from_bytes(content[at : at + 8], "little") for at in (memory.GENERATOR, memory.GENERATOR + 8))
    mode = read_int(content, memory.CHANCE)
    s = State(read_cells(module, content), None if mode == memory.EXPLICIT else (generator[0], generator[1]))
    if mode == memory.SEARCHING:
        s.generator = SEARCHING
    flows = list(mem.flows.values())
    at = read_int(content, memory.TOP)
    while at >= 0:
        flow = flows[read_int(content, at)]
        blank = [None] * sum(var.size or 1 for var in flow.slots)
        slots = [read_value(content, at + place, kind, sizes) for place, _, kind in _slots(flow, module, blank)]
        s.frames.insert(0, [flow.number, read_int(content, at + memory.FRAME_BLOCK), *slots])
        at = read_int(content, at + memory.FRAME_BELOW)
    for i in range(read_int(content, memory.QUEUED)):
        start = mem.queue + mem.entry * i
        sort = read_int(content, start)
        layout = mem.entries[sort]
        values = [
            read_value(content, start + offset, kind, sizes)
            for kind, offset in zip(layout.kinds, layout.offsets, strict=True)
        ]
        s.queue.append((sort, *values))
    s.history = tuple(
        int.from_bytes(content[mem.history + 8 * i : mem.history + 8 * i + 8], "little")
        for i in range(read_int(content, memory.RECORDED))
    )
    return s


def _halt(module: Module, machine: Machine, s: State, content: memoryview) -> None:
    kind = read_int(content, memory.KIND)
    if kind in (memory.IDLE, memory.OVER):
        s.halt = OVER if kind == memory.OVER else IDLE
        return
    stop = module.memory.stops[read_int(content, memory.STOP)]
    where = machine.own_flows[stop.flow.number].stops[stop.block]
    s.halt = Halt(where, read_int(content, memory.CHOOSER), read_args(module, stop, content))
    machine.again(s)


def read_entry(module: Module, stop: Stop, content: memoryview, at: int) -> tuple[int, Any, Any, int]:
    """An entry: alternative, key, picks, weight."""
    assert stop.generator is not None
    entry = module.entry(stop.generator)
    alternative = read_int(content, at + 8)
    parts = []
    for layout in (entry.keys[alternative], entry.picks[alternative]):
        parts.append(
            tuple(
                read_value(content, at + offset, kind, module.sizes)
                for kind, offset in zip(layout.kinds, layout.offsets, strict=True)
            )
        )
    return alternative, parts[0], parts[1], int.from_bytes(content[at : at + 8], "little", signed=True)


def is_optional(stop: Stop) -> bool:
    return isinstance(stop.end, flowgraph.DecideStop) and stop.end.decide.decision.optional
