"""States as bytes. The form: a mark, a checksum of 8 bytes, then the canonical text of what the state holds.

A state is only taken back by an engine whose program lays states out alike; the moves at its stop are listed anew.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from rulewright.engines import canonical
from rulewright.engines.reference.code import Ask, Chance, Whole
from rulewright.engines.reference.machine import Machine
from rulewright.engines.reference.state import OVER, State
from rulewright.program import ir
from rulewright.program.typeof import family

_MARK = b"state1"
_ALIVE, _OVER = 0, 1


def pack(machine: Machine, s: State) -> bytes:
    """The state as bytes. Raises ValueError for a state inside a flow that does not belong to the program."""
    if any(f[0] >= len(machine.own_flows) for f in s.frames):
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
    )
    text = canonical.text(content).encode()
    return _MARK + blake2b(text, digest_size=8).digest() + text


def unpack(machine: Machine, data: bytes) -> State:
    """The state that was packed. Raises ValueError for anything else."""
    start = len(_MARK) + 8
    text = data[start:]
    if data[: len(_MARK)] != _MARK or data[len(_MARK) : start] != blake2b(text, digest_size=8).digest():
        raise ValueError("these bytes are no state, or were damaged")
    content = canonical.read(text.decode("ascii"))
    if not isinstance(content, tuple) or len(content) != 9 or content[0] != layout(machine):
        raise ValueError("the state belongs to other rules")
    _, cells, frames, queue, history, generator, over, chooser, args = content
    s = State(list(cells), generator or None)
    s.frames = [list(frame) for frame in frames]
    s.queue = list(queue)
    s.history = history
    if over == _OVER:
        s.halt = OVER
    elif s.frames:
        _halt_again(machine, s, chooser, args)
    return s


def _halt_again(machine: Machine, s: State, chooser: int, args: tuple[Any, ...]) -> None:
    f = s.frames[-1]
    where = machine.code.flows[f[0]].stops.get(f[1])
    match where:
        case Ask():
            machine.decide(s, where, chooser, args)
        case Chance():
            generator, s.generator = s.generator, None
            machine.draw(s, where, args)
            s.generator = generator
        case Whole():
            machine.enter(s, where, chooser)
        case _:
            raise ValueError("the state does not stand at a stop")


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
