"""States as bytes. The form: a mark, a checksum of 8 bytes, then the canonical text of what the state holds.

A state is only taken back by an engine whose program lays states out alike; the moves at its stop are listed anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from rulewright.engines import canonical
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference.apart import FOLLOWS, LIST, PLAIN, SET, Apart
from rulewright.engines.reference.code import Ask, Chance, Joint, Whole
from rulewright.engines.reference.machine import Machine
from rulewright.engines.reference.state import OVER, State
from rulewright.engines.reference.steps import STOPPED
from rulewright.program import ir
from rulewright.program.typeof import family

_MARK = b"state1"
_ALIVE, _OVER = 0, 1


def pack(machine: Machine, s: State) -> bytes:
    """The state as bytes. Raises ValueError for a state inside a flow that does not belong to the program."""
    frames = s.frames if s.apart is None else [*s.frames, *s.apart.base.frames]
    if any(f[0] >= len(machine.own_flows) for f in frames):
        raise ValueError("the state is inside a flow that is not part of the game")
    halt = s.halt
    content = (
        layout(machine),
        s.cells,
        s.frames,
        s.queue,
        s.history,
        () if s.generator is None else s.generator,
        _OVER if halt.over else _ALIVE,
        halt.chooser,
        halt.args,
        *(() if s.apart is None else _apart(s.apart)),
    )
    text = canonical.text(content).encode()
    return _MARK + blake2b(text, digest_size=8).digest() + text


def _apart(apart: Apart) -> tuple[Any, ...]:
    """What else a state holds while players decide together."""
    base = apart.base
    before = (base.cells, base.frames, base.queue, base.history)
    return before, apart.seats, apart.at, apart.chosen, apart.moved


def unpack(machine: Machine, data: bytes) -> State:
    """The state that was packed. Raises ValueError for anything else."""
    start = len(_MARK) + 8
    text = data[start:]
    if data[: len(_MARK)] != _MARK or data[len(_MARK) : start] != blake2b(text, digest_size=8).digest():
        raise ValueError("these bytes are no state, or were damaged")
    content = canonical.read(text.decode("ascii"))
    if not isinstance(content, tuple) or len(content) not in (9, 14) or content[0] != layout(machine):
        raise ValueError("the state belongs to other rules")
    content, apart = content[:9], content[9:]
    if not _well_formed(machine, content):
        raise ValueError("the state is not whole")
    _, cells, frames, queue, history, generator, over, chooser, args = content
    s = _state(cells, frames, queue, history)
    s.generator = generator or None
    if apart:
        s.apart = _read_apart(machine, apart)
    if over == _OVER:
        s.halt = OVER
    elif s.frames:
        try:
            _halt_again(machine, s, chooser, args)
        except (PlayError, LookupError, ArithmeticError, TypeError) as error:
            raise ValueError("the state cannot go on") from error
    return s


def _state(cells: Any, frames: Any, queue: Any, history: Any) -> State:
    s = State(list(cells), None)
    s.frames = [list(frame) for frame in frames]
    s.queue = list(queue)
    s.history = history
    return s


def _read_apart(machine: Machine, parts: tuple[Any, ...]) -> Apart:
    """What was packed of a state in which players decide together. Raises ValueError if it is not whole."""
    before, seats, at, chosen, moved = parts
    if not isinstance(before, tuple) or len(before) != 4 or not _is_block(machine, *before):
        raise ValueError("the state is not whole")
    members = range(machine.program.seats)
    if not _numbers(seats, 1) or any(seat not in members for seat in seats) or at not in range(len(seats)):
        raise ValueError("the state is not whole")
    base = _state(*before)
    joint = machine.code.flows[base.frames[-1][0]].stops.get(base.frames[-1][1]) if base.frames else None
    if not isinstance(joint, Joint) or not isinstance(moved, tuple) or not all(_numbers(pair, 2, 2) for pair in moved):
        raise ValueError("the state is not whole")
    if not isinstance(chosen, tuple) or len(chosen) != at + 1 or not all(_are_choices(own) for own in chosen):
        raise ValueError("the state is not whole")
    return Apart(base, seats, at, chosen=chosen, moved=moved)


def _numbers(values: Any, least: int, most: int | None = None) -> bool:
    """Whether it is a tuple of so many ints."""
    if not isinstance(values, tuple) or not all(isinstance(number, int) for number in values):
        return False
    return least <= len(values) and (most is None or len(values) <= most)


def _are_choices(own: Any) -> bool:
    return isinstance(own, tuple) and all(
        isinstance(choice, tuple)
        and len(choice) == 4
        and _numbers(choice[:2], 2)
        and isinstance(choice[2], tuple)
        and all(
            isinstance(part, tuple) and len(part) == 2 and part[0] in (PLAIN, FOLLOWS, SET, LIST) for part in choice[2]
        )
        and isinstance(choice[3], tuple)
        and all(isinstance(act, tuple) and len(act) == 2 and isinstance(act[1], tuple) for act in choice[3])
        for choice in own
    )


def _well_formed(machine: Machine, content: tuple[Any, ...]) -> bool:
    """Whether what was read has the shape of a state of the program: counts, and ints or lists where they belong."""
    _, cells, frames, queue, history, generator, over, chooser, args = content
    if over not in (_ALIVE, _OVER) or not isinstance(chooser, int) or not isinstance(args, tuple):
        return False
    if not _numbers(generator, 0, 2) or len(generator) == 1:
        return False
    return _is_block(machine, cells, frames, queue, history)


def _is_block(machine: Machine, cells: Any, frames: Any, queue: Any, history: Any) -> bool:
    """Whether cells, frames, queue and history are those of a state of the program."""
    program = machine.program
    kinds = [cell.type for cell in program.cells for _ in range(cell.size + cell.guarded)]
    if not isinstance(frames, tuple) or not isinstance(queue, tuple) or not _numbers(history, 0):
        return False
    return (
        _alike(cells, kinds)
        and all(_is_frame(machine, frame) for frame in frames)
        and all(frame[1] in machine.own_flows[frame[0]].returns for frame in frames[:-1])
        and all(isinstance(entry, tuple) and _is_entry(program, entry) for entry in queue)
    )


def _alike(values: Any, kinds: Sequence[ir.IrType]) -> bool:
    if not isinstance(values, tuple) or len(values) != len(kinds):
        return False
    return all(isinstance(v, tuple) == (family(kind) == "list") for v, kind in zip(values, kinds, strict=True))


def _is_frame(machine: Machine, frame: Any) -> bool:
    if not isinstance(frame, tuple) or len(frame) < 2 or not all(isinstance(number, int) for number in frame[:2]):
        return False
    if not 0 <= frame[0] < len(machine.own_flows):
        return False
    cut = machine.own_flows[frame[0]].cut
    kinds = [var.type for var in cut.slots for _ in range(var.size or 1)]
    return 0 <= frame[1] < len(cut.blocks) and _alike(frame[2:], kinds)


def _is_entry(program: ir.Program, entry: tuple[Any, ...]) -> bool:
    return (
        bool(entry)
        and isinstance(entry[0], int)
        and 0 <= entry[0] < len(program.queue)
        and _alike(entry[1:], program.queue[entry[0]])
    )


def _halt_again(machine: Machine, s: State, chooser: int, args: tuple[Any, ...]) -> None:
    f = s.frames[-1]
    where = machine.code.flows[f[0]].stops.get(f[1])
    if isinstance(where, Ask | Chance) and len(args) != len(_generator(where).params):
        raise ValueError("the state has other values for its stop")
    match where:
        case Ask():
            if not machine.decide(s, where, chooser, args):
                raise ValueError("the state stands at a decision without moves")
        case Chance():
            generator, s.generator = s.generator, None
            drawn = machine.draw(s, where, args)
            s.generator = generator
            if drawn is not None:
                raise ValueError("the state stands at chance without a choice")
        case Whole():
            if machine.enter(s, where, chooser) != STOPPED:
                raise ValueError("the state stands at a decision without moves")
        case _:
            raise ValueError("the state does not stand at a stop")


def _generator(where: Ask | Chance) -> ir.Routine:
    return where.decision.generator if isinstance(where, Ask) else where.generator


def layout(machine: Machine) -> int:
    """A number that tells how a program lays out its states: its cells, queue and frames."""
    if machine.layout is None:
        program = machine.program
        cells = [f"{cell.name} {cell.type} {cell.size} {cell.offset}" for cell in program.cells]
        queue = [" ".join(str(kind) for kind in kinds) for kinds in program.queue]
        flows = [
            f"{flow.routine.name} {len(flow.cut.blocks)} " + ",".join(_slot(var) for var in flow.cut.slots)
            for flow in machine.own_flows
        ]
        text = "\n".join([program.title, *cells, *queue, *flows])
        machine.layout = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    return machine.layout


def _slot(var: ir.Var) -> str:
    return f"{var.name}:{family(var.type)}{var.size or ''}"
