"""The reference engine: obviously correct Python, and the measure for every other engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulewright.engines import canonical, errors, pcg
from rulewright.engines.protocol import Act, Apart, PlayError, Stopped, Value, Yielded
from rulewright.engines.reference import packing, together
from rulewright.engines.reference import state as states
from rulewright.engines.reference.apart import NOTHING
from rulewright.engines.reference.code import Ask, Chance, Whole, full
from rulewright.engines.reference.compound import End
from rulewright.engines.reference.machine import Machine, fall, over
from rulewright.engines.reference.runtime import Over
from rulewright.engines.reference.state import OVER, Halt, State
from rulewright.program import ir

_RECURSION = 4000
"""Python's limit is raised to this: 64 nested reactions with the calls between them go deeper than its default."""

_IDLE, _OVER = Stopped("idle"), Stopped("over")


class ReferenceEngine:
    """Implements `engines.protocol.Engine`. Its states are `State` objects.

    `guarded`: check every index of cells, tables and arrays, to find mistakes of the compiler.
    """

    def __init__(self, program: ir.Program, guarded: bool = False) -> None:
        self.program = program
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self._machine = Machine(program, guarded)
        self._code = self._machine.code
        self._init = _initial(program)
        self._kept = self._machine.kept

    @property
    def machine(self) -> Machine:
        """What runs the program, for whoever makes states in another way."""
        return self._machine

    # ---- starting and going on ----

    def start(
        self,
        seed: int | None = None,
        *,
        explicit: bool = False,
        given: ir.Routine | None = None,
        flow: ir.Routine | None = None,
    ) -> State:
        """See the protocol."""
        s = State(self._init[:], None if explicit or seed is None else pcg.seeded(seed))
        if given is not None and given.sort == "function":
            try:
                self._code.function(given)(s)
            except Over:
                over(s)
                return s
            except RecursionError:
                raise _too_deep() from None
        s.frames.append(
            self._machine.frame(self.program.main, (0 if given is None else 1,))
            if flow is None
            else self._machine.frame(flow)
        )
        if given is not None and given.sort == "flow":
            self._machine.before(s, given)
        return self._advanced(s)

    def run(self, state: State, flow: ir.Routine) -> State:
        """See the protocol."""
        s = state.fresh()
        s.frames = [self._machine.frame(flow)]
        s.apart = None
        return self._advanced(s)

    def apply(self, state: State, act: Act) -> State:
        """See the protocol."""
        ways = state.halt.ways
        if ways is None:
            return self.made(state, (act.alternative, act.key), act.picks)
        end = ways.end(act.path)
        if end is None:
            raise ValueError("these acts are no legal way through the move")
        return self._ended(end, act.path)

    def taken(self, state: State, index: int) -> State:
        """See the protocol."""
        halt = state.halt
        if halt.ways is not None:
            end = halt.ways.ends[index]
            return self._ended(end, end.act.path)
        made = self._machine.outcomes(state)[index] if halt.moves is None else halt.moves[index]
        return self.made(state, made[0], made[1])

    def applied(self, state: State, act: Act) -> tuple[State, tuple[Value, ...]]:
        """See the protocol."""
        if act.path:
            last, step = state.halt.ways.along(act.path)[-1], act.path[-1]
            return self.apply(state, act), (*last.halt.args, *step.picks)
        s = state.fresh()
        decision = state.halt.where.decision
        shown = decision.alternatives[act.alternative].shown if act.alternative >= 0 else ()
        kept = [*state.halt.args, *act.picks]
        s.live.append((self._machine.kinds_of_args(state.halt) + "".join(map(_followed, shown)), kept))
        self._machine.make(s, (act.alternative, act.key), act.picks)
        self._advanced(s)
        s.live.clear()
        return s, tuple(kept)

    def _ended(self, end: End, path: tuple[Act, ...]) -> State:
        """The state that follows the end of a way of a compound stop."""
        s = self._at_end(end, path)
        return s if s.halt is OVER else self._advanced(s)

    def _at_end(self, end: End, path: tuple[Act, ...]) -> State:
        """A fresh copy of the end of a way, which goes on unless the game is over."""
        s = end.state.fresh()
        s.told = end.state.told
        if s.apart is not None:
            self._machine.gone(s, path)
        return s

    def made(self, state: State, identity: tuple[int, tuple[Value, ...]], picks: tuple[Any, ...]) -> State:
        """The state after a move or outcome that is given by its identity (alternative, key) and picks."""
        s = state.fresh()
        self._machine.make(s, identity, picks)
        return self._advanced(s)

    def _advanced(self, s: State) -> State:
        try:
            self._machine.advance(s)
        except RecursionError:
            raise _too_deep() from None
        return s

    # ---- where a state stands ----

    def stopped(self, state: State) -> Stopped:
        """See the protocol."""
        halt = state.halt
        found: Stopped | None = halt.told
        if found is None:
            found = halt.told = self._stopped(halt)
        return found

    def _stopped(self, halt: Halt) -> Stopped:
        match halt.where:
            case Ask(decision=decision):
                return Stopped("decision", halt.chooser, decision, args=halt.args)
            case Chance(info=info):
                return Stopped("chance", draw=info, args=halt.args)
            case Whole():
                first = self.stopped(halt.ways.root.state)
                return Stopped("decision", halt.chooser, first.decision, compound=True, args=first.args)
            case _:
                return _OVER if halt.over else _IDLE

    def moves(self, state: State) -> tuple[Act, ...]:
        """See the protocol."""
        halt = state.halt
        if not isinstance(halt.where, Ask | Whole):
            return ()
        if halt.ways is not None:
            return tuple([end.act for end in halt.ways.ends])
        if state.acts is None:
            state.acts = tuple([Act(identity[0], identity[1], picks) for identity, picks in halt.moves])
        acts: tuple[Act, ...] = state.acts
        return acts

    def count(self, state: State) -> int:
        """See the protocol."""
        halt = state.halt
        if halt.ways is not None:
            return len(halt.ways.ends)
        return len(halt.moves) if isinstance(halt.where, Ask) else 0

    def outcomes(self, state: State) -> tuple[tuple[Act, Fraction], ...]:
        """See the protocol."""
        halt = state.halt
        if not isinstance(halt.where, Chance):
            return ()
        if state.acts is None:
            listed = self._machine.outcomes(state)
            total = sum(weight for _, _, weight in listed)
            state.acts = tuple(
                [(Act(identity[0], identity[1], picks), Fraction(weight, total)) for identity, picks, weight in listed]
            )
        found: tuple[tuple[Act, Fraction], ...] = state.acts
        return found

    def fallen(self, state: State, act: Act) -> tuple[tuple[State, Act], ...]:
        """See the protocol."""
        if state.generator is None:
            return ()
        ways = state.halt.ways
        end = None if ways is None else ways.end(act.path)
        s = state.fresh() if end is None else self._at_end(end, act.path)
        s.generator = None
        if end is None:
            self._machine.make(s, (act.alternative, act.key), act.picks)
        return self._fallen(s if s.halt is OVER else self._advanced(s), state.generator)

    def fallen_first(self, seed: int, given: ir.Routine | None = None) -> tuple[tuple[State, Act], ...]:
        """See the protocol."""
        return self._fallen(self.start(explicit=True, given=given), pcg.seeded(seed))

    def _fallen(self, s: State, generator: pcg.Generator) -> tuple[tuple[State, Act], ...]:
        found = []
        while isinstance(s.halt.where, Chance):
            identity, picks, generator = fall(self._machine.outcomes(s), generator)
            act = Act(identity[0], identity[1], picks)
            found.append((s, act))
            s = self.apply(s, act)
        return tuple(found)

    def steps(self, state: State, done: tuple[Act, ...]) -> tuple[Act, ...]:
        """See the protocol."""
        ways = state.halt.ways
        return () if ways is None else ways.steps(done)

    def completed(self, state: State, done: tuple[Act, ...]) -> Act | None:
        """See the protocol."""
        end = None if state.halt.ways is None else state.halt.ways.end(done)
        return None if end is None else end.act

    def along(self, state: State, path: tuple[Act, ...]) -> tuple[tuple[State, Stopped], ...]:
        """See the protocol."""
        ways = state.halt.ways
        return () if ways is None else tuple((inner, self.stopped(inner)) for inner in ways.along(path))

    # ---- reading a state ----

    def evaluate(self, routine: ir.Routine, state: State, args: tuple[Value, ...] = ()) -> Value:
        """See the protocol."""
        try:
            value: Value = self._code.function(routine)(state.fresh(), *args)
        except RecursionError:
            raise _too_deep() from None
        return value

    def generate(self, routine: ir.Routine, state: State, args: tuple[Value, ...] = ()) -> list[Yielded]:
        """See the protocol."""
        weighed = full(routine)
        try:
            return [
                Yielded(made[0][0], made[0][1], made[1], *((made[2], made[3]) if weighed else ((), 1)))
                for made in self._code.function(routine)(state.fresh(), *args)
            ]
        except RecursionError:
            raise _too_deep() from None

    def told(self, state: State) -> tuple[tuple[int, ...], ...]:
        """See the protocol."""
        return state.told

    def altered(self, state: State, routine: ir.Routine, args: tuple[Value, ...] = ()) -> State:
        """See the protocol."""
        s = state.fresh()
        halt = s.halt
        kinds, kept = self._machine.kinds_of_args(halt), list(halt.args)
        s.live.append((kinds, kept))
        try:
            self._code.function(routine)(s, *args)
            s.live.clear()
            s.halt = Halt(halt.where, halt.chooser, tuple(kept))
            self._machine.again(s)
        except RecursionError:
            raise _too_deep() from None
        s.told = state.told
        return s

    def draw(self, state: State, picks: tuple[Value, ...]) -> State:
        """See the protocol."""
        return self.made(state, (0, picks), picks)

    def apart(self, state: State) -> Apart | None:
        """See the protocol."""
        apart = state.apart
        if apart is None:
            return None
        made = [seat for seat, own in zip(apart.seats, apart.chosen, strict=False) for one in own if one[1] != NOTHING]
        return Apart(apart.base, apart.seats, apart.seat, tuple(made))

    def seen(self, state: State, seat: int) -> State:
        """See the protocol."""
        return together.seen(self._machine, state, seat)

    def legal(self, state: State, act: Act) -> bool:
        """See the protocol."""
        halt = state.halt
        if halt.ways is not None:
            return halt.ways.end(act.path) is not None
        identity = act.alternative, act.key
        return isinstance(halt.where, Ask) and any(identity == made for made, _ in halt.moves)

    def cells(self, state: State) -> Sequence[Value]:
        """See the protocol."""
        return state.cells

    def reseeded(self, state: State, seed: int | None) -> State:
        """See the protocol."""
        s = state.fresh()
        s.generator = None if seed is None else pcg.seeded(seed)
        s.told = state.told
        return s

    def settled(self, state: State, seed: int) -> State:
        """A copy in which chance is drawn from this seed, also that at which the state stands."""
        s = self.reseeded(state, seed)
        while isinstance(s.halt.where, Chance):
            assert s.generator is not None
            identity, picks, generator = fall(self._machine.outcomes(state), s.generator)
            s.generator = generator
            s = self.made(s, identity, picks)
        return s

    def returns(self, state: State) -> tuple[Fraction, ...]:
        """See the protocol."""
        program = self.program
        if not self.ended(state):
            return (Fraction(0),) * program.seats
        first = program.returns.offset
        return tuple(Fraction(value, program.scale) for value in state.cells[first : first + program.seats])

    def ended(self, state: State) -> bool:
        """See the protocol."""
        return bool(state.cells[self.program.ended.offset])

    def mover(self, state: State) -> int:
        """See the protocol."""
        seat: int = state.cells[self.program.mover.offset]
        return seat

    def active(self, state: State) -> int:
        """See the protocol."""
        seat: int = state.cells[self.program.active.offset]
        return seat

    def key(self, state: State) -> tuple[Value, ...]:
        """See the protocol."""
        return states.key(state, self._kept)

    def digest(self, state: State) -> int:
        """See the protocol."""
        return states.digest(state, self._kept)

    def position(self, state: State) -> int | None:
        """See the protocol."""
        if self.program.position is None:
            return None
        return canonical.mixed(self.generate(self.program.position, state)[0].key)

    def perft(self, state: State, depth: int) -> int:
        """See the protocol."""
        if depth == 0:
            return 1
        where, moves = state.halt.where, state.halt.moves
        if where is None:
            return 0
        if isinstance(where, Chance):
            listed = self._machine.outcomes(state)
            return sum(self.perft(self.made(state, identity, picks), depth) for identity, picks, _ in listed)
        if isinstance(where, Whole):
            ends = state.halt.ways.ends
            return (
                len(ends) if depth == 1 else sum(self.perft(self._ended(end, end.act.path), depth - 1) for end in ends)
            )
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.made(state, identity, picks), depth - 1) for identity, picks in moves)

    def pack(self, state: State) -> bytes:
        """See the protocol."""
        return packing.pack(self._machine, state)

    def unpack(self, data: bytes) -> State:
        """See the protocol."""
        return packing.unpack(self._machine, data)


def _followed(shown: ir.Shown) -> str:
    """How references in a pick are followed: see `runtime.follow`."""
    if (shown.of or shown).sort != "component":
        return "-"
    return {"set": "s", "list": "l"}.get(shown.sort, "r")


def _too_deep() -> PlayError:
    return PlayError(errors.TOO_DEEP, "The rules call one another too deeply.", None)


def _initial(program: ir.Program) -> list[Any]:
    """The block of a game that has not begun."""
    block: list[Any] = []
    for cell in program.cells:
        if cell.guarded:
            block.append(cell.none_value)
        block.extend(cell.init)
        if len(block) != cell.offset + cell.size:
            raise ValueError(f"the cell {cell.name} has {len(cell.init)} values for {cell.size}, or no offset")
    return block
