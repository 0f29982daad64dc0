"""The state of the reference engine: a block of cells, a stack of frames, the queue, the history, the generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.engines import canonical, errors
from rulewright.engines.pcg import Generator

SEARCHING: Generator = (-1, -1)
"""Stands for the generator while the ways of one compound move are searched: nothing may be drawn."""


@dataclass(slots=True, eq=False)
class Halt:
    """Why a state stands. `where` is the stop in the flow (an Ask, Chance or Whole of `code.py`), None when the state
    is over or idle. `moves` are pairs of identity (alternative, key) and picks; at chance with a weight each, and None
    until they are asked for. `ways`: those of a compound stop. `told`: the same as a `Stopped`, once asked for."""

    where: Any = None
    chooser: int = -1
    args: tuple[Any, ...] = ()
    moves: Any = ()
    over: bool = False
    ways: Any = None
    told: Any = None


OVER = Halt(over=True)
IDLE = Halt()


class State:
    """One state. States that were given out never change; the engine changes only fresh copies.

    `cells`: the block. `frames`: for each running flow its number, the block it stands at, its slots. `queue`: entries
    (sort, values). `history`: digests. `generator`: None where chance is explicit. `live`: references that running
    functions need again (kinds, values). `budget`: iterations left before the next stop, shared by copies. `result`:
    what the last flow returned. `told`: what `Tell` noted since the last stop. `apart`: what else a state holds while
    players decide together. `halt`: where it stands.
    """

    __slots__ = (
        *("acts", "apart", "budget", "cells", "frames", "generator", "halt", "history", "live", "queue", "result"),
        "told",
    )

    def __init__(self, cells: list[Any], generator: Generator | None) -> None:
        self.cells = cells
        self.frames: list[list[Any]] = []
        self.queue: list[tuple[Any, ...]] = []
        self.history: tuple[int, ...] = ()
        self.generator = generator
        self.live: list[tuple[str, list[Any]]] = []
        self.budget = [errors.MAX_ITERATIONS]
        self.result: Any = -1
        self.told: tuple[tuple[int, ...], ...] = ()
        self.apart: Any = None
        self.halt = IDLE
        self.acts: Any = None

    def copy(self) -> State:
        """A state of its own with the same content; it shares the budget."""
        new = State.__new__(State)
        new.cells = self.cells[:]
        new.frames = [frame[:] for frame in self.frames]
        new.queue = self.queue[:]
        new.history = self.history
        new.generator = self.generator
        new.live = []
        new.budget = self.budget
        new.result = self.result
        new.told = self.told
        new.apart = self.apart
        new.halt = self.halt
        new.acts = None
        return new

    def tried(self) -> State:
        """A copy for something that changes cells and the ends of queue and history only."""
        new = State.__new__(State)
        new.cells = self.cells[:]
        new.frames = self.frames
        new.queue = self.queue[:]
        new.history = self.history
        new.generator = self.generator
        new.live = []
        new.budget = self.budget
        new.result = self.result
        new.told = self.told
        new.apart = self.apart
        new.halt = self.halt
        new.acts = None
        return new

    def fresh(self) -> State:
        """A copy with a full budget, of which nothing is told yet: the start of something that runs to a stop."""
        new = self.copy()
        new.told = ()
        new.budget = [errors.MAX_ITERATIONS]
        return new

    def become(self, other: State) -> None:
        """Take over the content of a copy that is not used any more."""
        self.cells = other.cells
        self.frames = other.frames
        self.queue = other.queue
        self.history = other.history
        self.live = other.live
        self.result = other.result
        self.told = other.told
        self.apart = other.apart
        self.halt = other.halt
        self.acts = None


def key(state: State, kept: list[slice] | None) -> tuple[Any, ...]:
    """The canonical content. `kept`: the stretches of cells that count, None for all."""
    cells = state.cells
    if kept is not None:
        cells = []
        for part in kept:
            cells += state.cells[part]
    halt = state.halt
    content = (
        tuple(cells),
        tuple([tuple(frame) for frame in state.frames]),
        tuple(state.queue),
        tuple(sorted(state.history)),
        halt.chooser,
        halt.args,
    )
    return content if state.apart is None else (*content, state.apart.key(kept))


def digest(state: State, kept: list[slice] | None) -> int:
    """The 64-bit hash of the key."""
    return canonical.digest(key(state, kept))
