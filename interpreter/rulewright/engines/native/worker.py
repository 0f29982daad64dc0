"""Running compiled code: memory for states and a context, and calls that repeat themselves with more memory."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulewright.engines import pcg
from rulewright.engines.native import context, memory
from rulewright.engines.native.compile import Linked, object_code
from rulewright.engines.native.games import game_size
from rulewright.engines.native.layout import Layout, NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import packed_value, read_value
from rulewright.engines.protocol import Value
from rulewright.program import ir
from rulewright.program.typeof import family

_SIZES = {
    context.NEED_ARENA: 1 << 20,
    context.NEED_ENTRIES: 1 << 22,
    context.NEED_SCRATCH: 8,
    context.NEED_LIVE: 1 << 20,
    context.NEED_HISTORY: 4096,
    context.NEED_SPACE: 1 << 22,
}
"""What a worker starts with, in bytes; copies of states and entries of the history by number."""

_MOST = {
    context.NEED_ARENA: 1 << 32,
    context.NEED_ENTRIES: 1 << 33,
    context.NEED_SCRATCH: 1 << 12,
    context.NEED_LIVE: 1 << 28,
    context.NEED_HISTORY: 1 << 24,
    context.NEED_SPACE: 1 << 33,
}


class Block:
    """A stretch of memory of zeros, which takes up room only where it is used."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._map = mmap.mmap(-1, max(size, 1))
        self.content = memoryview(self._map)
        self._hold = (ctypes.c_char * max(size, 1)).from_buffer(self._map)
        self.address = ctypes.addressof(self._hold)


@dataclass(frozen=True, slots=True)
class Shape:
    """What random games need to know of a module: where the history begins in a state's memory, the words of the widest
    set, the seats."""

    history: int
    widest: int
    seats: int


def shape_of(module: Module) -> Shape:
    return Shape(module.memory.history, module.sizes.widest, module.program.seats)


class Compiled:
    """A program in machine code. `code`: made earlier, of the same module; with its `shape` a function is enough that
    makes the module, which is called if anybody asks for it."""

    def __init__(
        self, module: Module | Callable[[], Module], code: bytes | None = None, shape: Shape | None = None
    ) -> None:
        self._module = module
        self.shape = shape or shape_of(self.module)
        self.code = object_code(self.module.text) if code is None else code
        self._linked = Linked(self.code)
        self._functions: dict[str, Callable[..., int]] = {}

    @cached_property
    def module(self) -> Module:
        return self._module if isinstance(self._module, Module) else self._module()

    def address(self, name: str) -> int:
        return self._linked.address(name)

    def function(self, name: str, *kinds: Any) -> Callable[..., int]:
        """An exported function; its arguments are addresses and numbers."""
        found = self._functions.get(name)
        if found is None:
            made = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(self._linked.address(name))
            found = self._functions[name] = made
        return found


def _signed(number: int) -> int:
    """The lowest 64 bits as a signed number."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


_P, _I32, _I64 = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64


class Worker:
    """A context with its memory, for one thread at a time."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.shape = compiled.shape
        self._sizes = dict(_SIZES)
        self._blocks: dict[int, Block] = {}
        self._context = Block(context.RESULT + 8 * self.shape.widest + 64)
        self._content = self._context.content
        for need in (context.NEED_ARENA, context.NEED_ENTRIES, context.NEED_LIVE, context.NEED_SPACE):
            self._allocate(need)
        self._history()
        self._link()

    def _link(self) -> None:
        """Find the functions that are called."""
        compiled = self.compiled
        get = compiled.function
        self._start = get("start", _P, _P, _I32)
        self._advance = get("advance", _P, _P)
        self._list = get("list", _P, _P)
        self._apply = get("apply", _P, _P, _P)
        self._playout = get("playout", _P, _P, _I64)
        self._perft = get("perft", _P, _P, _I32, _P)
        self._count = get("count", _P, _P)
        self._note = get("note", _P, _P)
        self._chosen = get("chosen", _P, _P, _I32, _P)
        self._move = ctypes.CFUNCTYPE(None, _P, _P)(compiled.address("state_move"))

    @property
    def module(self) -> Module:
        return self.compiled.module

    # ---- memory ----

    @property
    def state_size(self) -> int:
        return self.shape.history + 8 * self._sizes[context.NEED_HISTORY]

    def block(self) -> Block:
        """Memory for a state."""
        return Block(self.state_size)

    def _put(self, at: int, value: int, size: int = 8) -> None:
        self._content[at : at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def _get(self, at: int, size: int = 8) -> int:
        return int.from_bytes(self._content[at : at + size], "little", signed=True)

    def _allocate(self, need: int) -> None:
        size = self._sizes[need] * (self.state_size if need == context.NEED_SCRATCH else 1)
        block = self._blocks[need] = Block(size)
        base, end = block.address, block.address + size
        places = {
            context.NEED_ARENA: (context.ARENA, context.ARENA_BASE, context.ARENA_END),
            context.NEED_ENTRIES: (context.ENTRIES, context.ENTRIES_BASE, context.ENTRIES_END),
            context.NEED_LIVE: (context.LIVE, context.LIVE_BASE, context.LIVE_END),
            context.NEED_SPACE: (context.SPACE, context.SPACE_BASE, context.SPACE_END),
            context.NEED_SCRATCH: (context.SCRATCH, context.SCRATCH, context.SCRATCH_END),
        }[need]
        for place, value in zip(places, (base, base, end), strict=True):
            self._put(place, value)

    def _history(self) -> None:
        self._put(context.HISTORY_ROOM, self._sizes[context.NEED_HISTORY], 4)
        self._allocate(context.NEED_SCRATCH)

    def _more(self, need: int) -> None:
        """Twice as much memory of a sort."""
        self._sizes[need] *= 2
        if self._sizes[need] > _MOST[need]:
            raise NativeUnsupported("a game that needs so much memory")
        if need == context.NEED_HISTORY:
            self._history()
        else:
            self._allocate(need)

    # ---- running ----

    def run(self, state: Block, call: Callable[[int, int], int]) -> Block:
        """Run something on a copy of a state that may need more memory than there is; the copy."""
        while True:
            copy = self.block()
            self._move(copy.address, state.address)
            sign = self._call(lambda copy=copy: call(copy.address, self._context.address))  # type: ignore[misc]
            if sign:
                return copy

    def _call(self, call: Callable[[], int]) -> bool:
        """Whether it came to its end; False if it must be done again."""
        self._put(context.SCRATCH, self._blocks[context.NEED_SCRATCH].address)
        self._put(context.LIVE_BASE, self._blocks[context.NEED_LIVE].address)
        self._put(context.SPACE_BASE, self._blocks[context.NEED_SPACE].address)
        self._put(context.ENTRIES_BASE, self._blocks[context.NEED_ENTRIES].address)
        sign = call()
        match sign:
            case context.OK | context.ENDED:
                return True
            case context.ERROR:
                self._raise()
            case context.EXHAUSTED:
                self._more(self._get(context.NEED, 4))
                return False
        raise NativeUnsupported("a value that is larger than this engine holds")

    def _raise(self) -> None:
        fault = self.module.faults.listed[self._get(context.FAULT, 4) - 1]
        values: list[Any] = []
        at = context.VALUES
        for kind in fault.kinds:
            match "int" if kind is None else family(kind):
                case "set":
                    assert kind is not None
                    size = 8 * self.module.sizes.words(kind)
                    values.append(int.from_bytes(self._content[at : at + size], "little"))
                    at += size
                case "list":
                    start, length = self._get(at), self._get(at + 8, 4)
                    values.append(tuple((ctypes.c_int32 * length).from_address(start)))
                    at += 16
                case _:
                    values.append(self._get(at))
                    at += 8
        fault.make(values)

    # ---- games ----

    def start(self, seed: int | None, way: int = 0) -> Block:
        """A new game at its first stop. Without a seed every chance is a stop."""
        while True:
            state = self.block()
            self._start(state.address, self._context.address, way)
            if seed is not None:
                mode, generator = memory.SAMPLED, pcg.seeded(seed)
                state.content[memory.CHANCE : memory.CHANCE + 4] = mode.to_bytes(4, "little")
                for i, number in enumerate(generator):
                    at = memory.GENERATOR + 8 * i
                    state.content[at : at + 8] = number.to_bytes(8, "little")
            if self._call(lambda state=state: self._advance(state.address, self._context.address)):  # type: ignore[misc]
                return state

    def list(self, state: Block) -> int:
        """List the moves or outcomes of a state in the context's entries; how many there are."""
        while not self._call(lambda: self._list(state.address, self._context.address)):
            pass
        return self._get(context.COUNT, 4)

    def entries(self) -> tuple[memoryview, int]:
        """What was listed, and its length in bytes."""
        block = self._blocks[context.NEED_ENTRIES]
        return block.content, self._get(context.ENTRIES) - block.address

    def play(self, state: Block, entry: bytes | None) -> Block:
        """The state at the stop after a move or outcome, given by its entry (None: declined)."""
        kept = None if entry is None else ctypes.create_string_buffer(entry, len(entry))

        def step(s: int, c: int) -> int:
            return self._apply(s, c, kept) or self._advance(s, c)

        return self.run(state, step)

    def play_at(self, state: Block, index: int) -> Block:
        """The state at the stop after the move or outcome with this place in the list."""

        entry = ctypes.c_void_p()

        def step(s: int, c: int) -> int:
            sign = self._note(s, c) or self._chosen(s, c, index, ctypes.addressof(entry))
            return sign or self._apply(s, c, entry) or self._advance(s, c)

        return self.run(state, step)

    def playout(self, state: Block, generator: pcg.Generator, limit: int) -> tuple[Block, int, int, pcg.Generator]:
        """Play random moves to the end: the last state, the decisions, the sum of the numbers of moves, the
        generator."""

        def step(s: int, c: int) -> int:
            self._put(context.POLICY, generator[0])
            self._put(context.POLICY + 8, generator[1])
            self._put(context.DECISIONS, 0)
            self._put(context.BRANCHING, 0)
            if int.from_bytes(state.content[:4], "little") != memory.DECISION:
                return 0
            return self._playout(s, c, limit)

        last = self.run(state, step)
        mask = 2**64 - 1
        after = self._get(context.POLICY) & mask, self._get(context.POLICY + 8) & mask
        return last, self._get(context.DECISIONS), self._get(context.BRANCHING), after

    def playouts(self, state: Block | None, first: int, end: int, seed: int, limit: int) -> memoryview:
        """Random games with the numbers from `first` up to before `end`, from the start or from a state: what is noted
        of each (see `games.py`), one after the other. Game k's generators are seeded with `pcg.game_seed(seed, k)`."""
        size = game_size(self.shape.seats)
        games = Block(size * (end - first))
        done = 0
        start = 0 if state is None else state.address
        play = self.compiled.function("playouts", _P, _P, _P, _I64, _I64, _I64, _I64, _P)
        while first + done < end:
            work = self.block()
            place = games.address + size * done
            known = first + done

            def step(work: Block = work, place: int = place, known: int = known) -> int:
                return play(start, work.address, self._context.address, known, end, _signed(seed), limit, place)

            self._call(step)
            done += self._get(context.GAMES)
        return games.content

    def perft(self, state: Block, depth: int) -> int:
        """The number of lines of so many decisions."""
        total = ctypes.c_int64(0)

        def step(s: int, c: int) -> int:
            total.value = 0
            if depth and int.from_bytes(state.content[:4], "little") in (memory.DECISION, memory.DRAW):
                sign = self._count(s, c) if depth == 1 else self._list(s, c)
                if sign:
                    return sign
            return self._perft(s, c, depth, ctypes.addressof(total))

        self.run(state, step)
        return total.value

    def evaluate(self, routine: ir.Routine, state: Block, args: Sequence[Value] = ()) -> Value:
        """What an exported function gives on a copy of a state."""
        sizes = self.module.sizes
        call = self.compiled.function(f"call{self.module.call_number(routine)}", _P, _P, _P, _P)
        layout = Layout(sizes, [param.type for param in routine.params])
        given, result = Block(layout.size + 8), Block(4096 + 8 * sizes.widest)
        for kind, at, value in zip(layout.kinds, layout.offsets, args, strict=True):
            packed = packed_value(value, kind, sizes)
            given.content[at : at + len(packed)] = packed
        self.run(state, lambda s, c: call(s, c, given.address, result.address))
        return -1 if routine.result is None else read_value(result.content, 0, routine.result, sizes)


class RollingWorker(Worker):
    """A worker for games that roll (see `rolling.py`): it can do nothing else."""

    def _link(self) -> None:
        self._games = Block(0)
        self._through = self.compiled.function("playouts", _P, _P, _I64, _I64, _I64, _I64, _P)

    def through(self, first: int, end: int, seed: int, limit: int) -> tuple[memoryview, int]:
        """As `playouts` from the start, up to before the first game in which rules break down or a limit of the engine
        is met; and how many games that are. What is noted stays so until the next call."""
        size = game_size(self.shape.seats)
        if self._games.size < size * (end - first):
            self._games = Block(size * (end - first))
        games = self._games
        done = 0
        while first + done < end:
            work = self.block()
            place, known = games.address + size * done, first + done

            def step(work: Block = work, place: int = place, known: int = known) -> int:
                return self._through(work.address, self._context.address, known, end, _signed(seed), limit, place)

            try:
                self._call(step)
            except NativeUnsupported:
                return games.content[: size * (done + self._get(context.GAMES))], done + self._get(context.GAMES)
            done += self._get(context.GAMES)
        return games.content[: size * done], done

    def _raise(self) -> None:
        raise NativeUnsupported("rules that break down")
