"""Whole games in machine code for whoever has states of the reference engine: random games, counts of lines."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from rulewright.engines import pcg
from rulewright.engines.batch import Portion, dealt
from rulewright.engines.native import convert, memory
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import read_int
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.store import remembered
from rulewright.engines.native.worker import Block, Compiled, RollingWorker, Worker
from rulewright.program.ir import Program
from rulewright.program.rolls import rejects, rolls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from rulewright.engines.reference.engine import ReferenceEngine
    from rulewright.engines.reference.state import State

_TOGETHER = 1 << 14
"""So many games roll at once at most: what is noted of them lies in memory that is used again."""

_ENOUGH, _MOST = 300, 5000
"""About so many positions are dealt out where lines are counted."""


class NativeGames:
    """A program in machine code, with workers that are used again. What is needed of it is made when it is needed, or
    read from the cache (`folder`: another one). `known`: see `store.remembered`, of the program.

    Raises NativeUnsupported for what is not compiled; ImportError or OSError where there is no llvmlite.
    """

    def __init__(self, program: Program, known: str = "", folder: Path | None = None) -> None:
        import llvmlite.binding  # noqa: F401 - before work is done for nothing

        self._program = program
        self._known = known
        self._folder = folder
        self._rolls = rolls(program)
        self._rejects = rejects(program)
        self._lock = Lock()
        self._exact: Compiled | None = None
        self._rolling: dict[bool, Compiled] = {}
        self._idle: deque[Worker] = deque()
        self._idle_rolling: dict[bool, deque[RollingWorker]] = {False: deque(), True: deque()}

    def ready(self) -> None:
        """Make what random games are played with."""
        if self._rolls:
            self._made_rolling()
        else:
            self._made_exact()

    def _compiled(self, make: Callable[[], Module], sort: str) -> Compiled:
        return remembered(make, f"{sort} {self._known}" if self._known else "", self._folder)

    def _made_exact(self) -> Compiled:
        """What can stop anywhere."""
        with self._lock:
            if self._exact is None:
                self._exact = self._compiled(lambda: Module(self._program), "exact")
            return self._exact

    def _made_rolling(self, branching: bool = False) -> Compiled:
        """What plays games from start to end."""
        with self._lock:
            if branching not in self._rolling:
                self._rolling[branching] = self._compiled(
                    lambda: RollingModule(self._program, branching), "counting" if branching else "rolling"
                )
            return self._rolling[branching]

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = Worker(self._made_exact())
        yield worker
        self._idle.append(worker)  # one that has failed is dropped

    def playouts(self, first: int, end: int, seed: int, limit: int, branching: bool = False) -> bytes:
        """What is noted of the games with these numbers; see `reference.whole.playouts`."""
        found = []
        branching = branching and self._rejects
        while self._rolls and first < end:
            together = min(end, first + _TOGETHER)
            games, done = self._rolled(first, together, seed, limit, branching)
            found.append(games)
            first += done
            if first < together:  # something is the matter with this game
                found.append(self._stepped(first, first + 1, seed, limit, branching))
                first += 1
        if first < end:
            found.append(self._stepped(first, end, seed, limit, branching))
        return b"".join(found)

    def _rolled(self, first: int, end: int, seed: int, limit: int, branching: bool = False) -> tuple[bytes, int]:
        idle = self._idle_rolling[branching]
        try:
            worker = idle.pop()
        except IndexError:
            worker = RollingWorker(self._made_rolling(branching))
        games, done = worker.through(first, end, seed, limit)
        found = bytes(games)
        idle.append(worker)
        return found, done

    def _stepped(self, first: int, end: int, seed: int, limit: int, branching: bool) -> bytes:
        if self._rejects:
            from rulewright.engines.reference import whole
            from rulewright.engines.reference.engine import ReferenceEngine

            return whole.playouts(ReferenceEngine(self._program), first, end, seed, limit, branching)
        with self._worker() as worker:
            return bytes(worker.playouts(None, first, end, seed, limit))

    def playout(
        self, engine: ReferenceEngine, s: State, policy: pcg.Generator, limit: int
    ) -> tuple[State, int, int, pcg.Generator]:
        """See `reference.whole.playout`."""
        with self._worker() as worker:
            last, decisions, branching, policy = worker.playout(self._block(worker, s), policy, limit)
            return convert.read_state(worker.module, engine.machine, last.content), decisions, branching, policy

    def perft(self, s: State, depth: int, jobs: int) -> int:
        """The number of lines of so many decisions; see the protocol."""
        with self._worker() as worker:
            nodes = _spread(worker, self._block(worker, s), depth)
        counts = [0] * len(nodes)

        def make() -> Portion:
            worker = Worker(self._made_exact())

            def portion(first: int, end: int) -> None:
                for i in range(first, end):
                    counts[i] = worker.perft(*nodes[i])

            return portion

        if nodes:
            dealt(len(nodes), make, jobs)
        return sum(counts)

    def _block(self, worker: Worker, s: State) -> Block:
        """A state of the reference engine in memory."""
        if worker.module.memory.history + 8 * len(s.history) > worker.state_size:
            raise NativeUnsupported("a game with so long a history")
        block = worker.block()
        convert.write_state(worker.module, s, block.content)
        return block


def _spread(worker: Worker, block: Block, depth: int) -> list[tuple[Block, int]]:
    """Positions between which the lines are divided, each with how long its lines are: level by level."""
    nodes, short = [(block, depth)], []
    while nodes and len(nodes) < _ENOUGH:
        level, nodes = nodes, []
        for i, (block, left) in enumerate(level):
            if len(nodes) > _MOST:
                nodes += level[i:]
                break
            kind = read_int(block.content, memory.KIND)
            if left <= 2:
                short.append((block, left))
            elif kind in (memory.DECISION, memory.DRAW):
                further = left - (kind == memory.DECISION)
                nodes += [(worker.play_at(block, n), further) for n in range(worker.list(block))]
    return [*nodes, *short]
