"""What a state holds while players decide together, between the reference engine and memory: see `apart.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.engines.native import memory
from rulewright.engines.native.apart_state import DECIDING, RUNNING
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import packed_value, read_int, read_value
from rulewright.engines.reference.apart import (
    FOLLOWS,
    LIST,
    NOTHING,
    PLAIN,
    SET,
    Apart,
    Choice,
    Part,
    decoded,
    encoded,
)
from rulewright.engines.reference.runtime import elements
from rulewright.engines.reference.state import State
from rulewright.engines.reference.together import kinds_of_key
from rulewright.program.ir import Decision, IrType
from rulewright.program.typeof import family

Write = Callable[[State, memoryview], None]
Read = Callable[[memoryview], State]


def write_apart(module: Module, apart: Apart | None, content: memoryview, write: Write) -> None:
    """Lay it down; `write` lays down a plain state."""
    mem, places = module.memory, module.memory.apart
    if places is None:
        return
    start = places.start
    content[start : places.end] = bytes(places.end - start)
    if apart is None:
        return
    temporary = memoryview(bytearray(mem.history + 8 * len(apart.base.history)))
    write(apart.base, temporary)
    content[places.base : places.base + start] = temporary[:start]
    frames = temporary[mem.frames : mem.queue]
    content[places.base + start : places.base + start + len(frames)] = frames

    def put(at: int, value: int) -> None:
        content[at : at + 4] = value.to_bytes(4, "little", signed=True)

    put(start + memory.ACTIVE, RUNNING if apart.running else DECIDING)
    put(start + memory.SEAT, apart.seat)
    seats = sum(1 << seat for seat in apart.seats)
    content[start + memory.SEATS : start + memory.SEATS + 8] = seats.to_bytes(8, "little")
    top = apart.base.frames[-1]
    flow = list(mem.flows.values())[top[0]]
    put(start + memory.JOINT, next(one.number for one in mem.joints if one.flow is flow and one.block == top[1]))
    for base, now in apart.moved:
        put(places.moves + 4 * base, now - base)
    for seat, own in zip(apart.seats, apart.chosen, strict=False):
        put(start + memory.MADE + 4 * seat, len(own))
        for i, choice in enumerate(own):
            at = places.choices + places.choice * (seat * memory.CHOICES + i)
            _write_choice(module, choice, content[at : at + places.choice])


def _write_choice(module: Module, choice: Choice, content: memoryview) -> None:
    number, alternative, parts, _ = choice
    content[:4] = number.to_bytes(4, "little")
    content[4:8] = alternative.to_bytes(4, "little", signed=True)
    if alternative < 0:
        return
    content[8:12] = alternative.to_bytes(4, "little")
    layout = module.entry(_decision(module, number).generator).keys[alternative]
    assert module.memory.apart is not None
    loose = module.memory.apart.loose
    for part, kind, offset in zip(parts, layout.kinds, layout.offsets, strict=True):
        follows, stays = _halves(part) if loose else (decoded((part,))[0], None)
        for value, at in ((follows, offset), (stays, offset + loose)):
            if value is not None:
                packed = packed_value(value, kind, module.sizes)
                content[at : at + len(packed)] = packed


def _halves(part: Part) -> tuple[Any, Any]:
    """What lies in the key, and what lies behind it in the same place (None: nothing)."""
    sort, value = part
    match sort:
        case 2:  # SET
            follows, stays = value
            return follows, stays
        case 3:  # LIST
            return decoded(value), tuple(int(one == PLAIN) for one, _ in value)
        case _:
            return value, int(sort == PLAIN)


def _part(letter: str, follows: Any, stays: Any) -> Part:
    """The other way round."""
    match letter:
        case "r":
            return (PLAIN if stays else FOLLOWS), follows
        case "s":
            return SET, (follows, stays)
        case "l":
            return LIST, tuple((PLAIN if one else FOLLOWS, ref) for ref, one in zip(follows, stays, strict=True))
        case _:
            return PLAIN, follows


def _decision(module: Module, number: int) -> Decision:
    return next(decision for decision in module.program.decisions if decision.index == number)


def read_apart(module: Module, content: memoryview, read: Read) -> Apart | None:
    """What memory holds; `read` reads a plain state."""
    mem, places = module.memory, module.memory.apart
    if places is None:
        return None
    start = places.start
    stage = read_int(content, start + memory.ACTIVE)
    if not stage:
        return None
    recorded = read_int(content, places.base + memory.RECORDED)
    temporary = memoryview(bytearray(mem.history + 8 * recorded))
    temporary[:start] = content[places.base : places.base + start]
    temporary[mem.frames : mem.queue] = content[places.base + start : places.base + start + mem.queue - mem.frames]
    temporary[mem.history :] = content[mem.history : mem.history + 8 * recorded]
    base = read(temporary)
    base.generator = None
    seats = elements(int.from_bytes(content[start + memory.SEATS : start + memory.SEATS + 8], "little"))
    at = seats.index(read_int(content, start + memory.SEAT))
    running = stage == RUNNING
    far = [read_int(content, places.moves + 4 * ref) for ref in range(places.references)]
    moved = tuple((ref, ref + by) for ref, by in enumerate(far) if by)
    chosen: list[tuple[Any, ...]] = []
    for seat in seats if running else seats[: at + 1]:
        first = read_int(content, places.used + 4 * seat)
        last = read_int(content, start + memory.MADE + 4 * seat)
        chosen.append(tuple(_read_choice(module, content, seat * memory.CHOICES + i) for i in range(first, last)))
    return Apart(base, seats, at, running, tuple(chosen), moved)


def _read_choice(module: Module, content: memoryview, number: int) -> Choice:
    places = module.memory.apart
    assert places is not None
    at = places.choices + places.choice * number
    decision, alternative = read_int(content, at), read_int(content, at + 4)
    if alternative in (NOTHING, -1):
        return decision, alternative, (), ()
    generator = _decision(module, decision).generator
    layout = module.entry(generator).keys[alternative]
    kinds = kinds_of_key(generator, alternative)

    def read(offset: int, kind: IrType) -> Any:
        return read_value(content, at + offset, kind, module.sizes)

    values = tuple(map(read, layout.offsets, layout.kinds))
    if not places.loose:
        return decision, alternative, encoded(kinds, values, ()), ()
    stays = [
        _stays(content, at + offset + places.loose, kind, value, module)
        for offset, kind, value in zip(layout.offsets, layout.kinds, values, strict=True)
    ]
    return decision, alternative, tuple(map(_part, kinds, values, stays)), ()


def _stays(content: memoryview, at: int, kind: IrType, value: Any, module: Module) -> Any:
    """What lies behind a part of a key."""
    if family(kind) == "list":
        return tuple(read_int(content, at + 8 + 4 * i) for i in range(len(value)))
    return read_value(content, at, kind, module.sizes)
