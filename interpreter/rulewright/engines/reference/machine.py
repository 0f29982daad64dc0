"""The machine: it runs the frames of a state to its next stop, and knows what stops are."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulewright.engines import errors, pcg
from rulewright.engines.protocol import Act, PlayError
from rulewright.engines.reference import together
from rulewright.engines.reference.code import Ask, Chance, Code, Compiled, Whole, following, resume
from rulewright.engines.reference.compound import Node, Ways, search
from rulewright.engines.reference.runtime import Over, follow, moved, moved_in, spent
from rulewright.engines.reference.state import IDLE, OVER, SEARCHING, Halt, State
from rulewright.engines.reference.steps import CALLED, LEFT, RETURNED, STOPPED
from rulewright.program import ir
from rulewright.program.typeof import family

DECLINE = ((-1, ()), ())
"""Identity and picks of the move not to move."""


_LATER = -1
"""Where a frame stands that begins when the one above it is done."""


class Machine:
    """Runs states of one program."""

    def __init__(self, program: ir.Program, guarded: bool = False) -> None:
        self.program = program
        self._ended = program.ended.offset
        self._followed = _followed_cells(program)
        self._queued = tuple("".join(following(value) for value in values) for values in program.queue)
        machine: dict[str, Compiled] = {
            "rename": self.rename,
            "decide": self.decide,
            "draw": self.draw,
            "enter": self.enter,
            "together": partial(together.begin, self),
            "next_seat": partial(together.next_seat, self),
        }
        self.code = Code(program, machine, guarded)
        self.own_flows = tuple(self.code.flows)
        self.kept = _kept(program)
        self.layout: int | None = None

    def frame(self, flow: ir.Routine, args: tuple[Any, ...] = ()) -> list[Any]:
        """A new frame at the start of a flow."""
        linked = self.code.linked(flow)
        return [linked.number, 0, *args, *linked.fresh[len(args) :]]

    def before(self, s: State, flow: ir.Routine) -> None:
        """Let a flow run before the one that a state has begun with."""
        f = s.frames[-1]
        f[1] = _LATER
        self.code.flows[f[0]].returns[_LATER] = 0, -1
        s.frames.append(self.frame(flow))

    def advance(self, s: State) -> bool:
        """Run to the next stop. Whether the run was left at the end of a body instead."""
        while True:
            try:
                return self._run(s)
            except Over:
                if self._goes_on(s):
                    continue
                return False

    def _run(self, s: State) -> bool:
        flows = self.code.flows
        frames = s.frames
        rounds = 0
        while frames:
            f = frames[-1]
            flow = flows[f[0]]
            code = flow.code or self.code.compile_flow(flow)
            at = f[1]
            while at >= 0:
                at = code[at](s, f)
                rounds += 1
                if rounds > errors.MAX_ITERATIONS:
                    spent(flow.routine.name, flow.routine.span)
            if at == STOPPED:
                return False
            if at == RETURNED:
                if frames:
                    f = frames[-1]
                    f[1], slot = flows[f[0]].returns[f[1]]
                    if slot >= 0:
                        f[slot] = s.result
            elif at == LEFT:
                return True
            else:
                frames = s.frames
        s.halt = OVER if s.cells[self._ended] else IDLE
        return False

    def _goes_on(self, s: State) -> bool:
        """The game has ended. Whether it has done so only in the copy on which a seat decides apart."""
        if s.apart is not None and s.generator is not SEARCHING:
            if not s.apart.running:
                together.next_seat(self, s)
                return True
            s.apart = None
        over(s)
        return False

    def decide(self, s: State, ask: Ask, chooser: int, args: tuple[Any, ...]) -> int:
        """A decision is reached: 0 if it has no moves, else a sign: the state stands at it, or a choice that was made
        before is done."""
        apart = s.apart if s.generator is not SEARCHING else None
        if apart is not None and apart.running:
            return together.do_again(self, s, ask, args)
        moves = ask.moves(s, *args)
        if apart is not None:
            together.asked(s, ask, chooser, moves)
        if not moves:
            return 0
        if ask.decision.optional:
            moves.append(DECLINE)
        s.halt = Halt(ask, chooser, args, moves)
        return STOPPED

    def draw(self, s: State, chance: Chance, args: tuple[Any, ...]) -> Any:
        """Chance is reached. What was drawn, or None: then the state stands at it."""
        if s.generator is None and chance.few is not None:
            outcomes = None
            found = chance.few(s, *args)
        else:
            outcomes = chance.outcomes(s, *args)
            found = outcomes[:2]
        if not found:
            return chance.unset
        if len(found) == 1:
            return found[0][1][0]
        if s.apart is not None:
            message = f"{chance.info.name} is drawn while players decide together."
            raise PlayError(errors.CHANCE_INSIDE, message, chance.generator.span)
        if s.generator is SEARCHING:
            message = f"{chance.info.name} is drawn inside one move."
            raise PlayError(errors.CHANCE_INSIDE, message, chance.generator.span)
        if s.generator is None:
            s.halt = Halt(chance, -1, args, outcomes)
            return None
        _, picks, s.generator = fall(outcomes, s.generator)
        return picks[0]

    def outcomes(self, s: State) -> list[tuple[Any, ...]]:
        """The outcomes of a state at chance: identity, picks and weight of each."""
        halt = s.halt
        if halt.moves is None:
            halt.moves = halt.where.outcomes(s.fresh(), *halt.args)
        listed: list[tuple[Any, ...]] = halt.moves
        return listed

    def again(self, s: State) -> None:
        """List anew what may be done at the stop of a state that may change."""
        halt = s.halt
        where = halt.where
        if isinstance(where, Whole):
            found = search(self, s, where, halt.chooser, self.kept)
            s.halt = Halt(where, halt.chooser, ways=Ways(Node(found), ()) if isinstance(found, State) else found)
        elif isinstance(where, Ask):
            moves = where.moves(s, *halt.args)
            s.halt = Halt(where, halt.chooser, halt.args, [*moves, DECLINE] if where.decision.optional else moves)
        else:
            s.halt = Halt(where, -1, halt.args, None)

    def enter(self, s: State, whole: Whole, chooser: int) -> int:
        """A compound stop is reached. The sign that the state stands, or that the only way was gone."""
        found = search(self, s, whole, chooser, self.kept)
        if s.apart is not None and s.generator is not SEARCHING and isinstance(found, Ways):
            found = together.entered(self, s, whole, chooser, found)
        if isinstance(found, State):
            s.become(found)
            if s.halt is OVER:
                raise Over
            return CALLED
        s.halt = Halt(whole, chooser, ways=found)
        return STOPPED

    def rename(self, s: State, old: int, new: int) -> None:
        """Move a reference in cells, frames, queue and what running functions need again. `old` is not -1."""
        if s.apart is not None:
            s.apart = s.apart.follow(old, new)
        cells = s.cells
        single, sets, lists = self._followed
        for i in single:
            if cells[i] == old:
                cells[i] = new
        for first, end in sets:
            # of the sets by site most are alike
            if any(members >> old & 1 for members in set(cells[first:end])):
                cells[first:end] = [moved(members, old, new) for members in cells[first:end]]
        for i in lists:
            if old in cells[i]:
                cells[i] = moved_in(cells[i], old, new)
        flows = self.code.flows
        for f in s.frames:
            single, sets, lists = flows[f[0]].followed
            for i in single:
                if f[i] == old:
                    f[i] = new
            for i in sets:
                if f[i] >> old & 1:
                    f[i] = moved(f[i], old, new)
            for i in lists:
                if old in f[i]:
                    f[i] = moved_in(f[i], old, new)
        for i, entry in enumerate(s.queue):
            values = list(entry[1:])
            follow(self._queued[entry[0]], values, old, new)
            s.queue[i] = (entry[0], *values)
        for kinds, kept in s.live:
            follow(kinds, kept, old, new)

    def kinds_of_args(self, halt: Halt) -> str:
        """How references in the arguments of a stop are followed."""
        match halt.where:
            case Ask(decision=decision):
                return "".join(following(param.type) for param in decision.generator.params)
            case Chance(generator=generator):
                return "".join(following(param.type) for param in generator.params)
            case _:
                return ""

    def go_on(self, s: State, alternative: int, picks: tuple[Any, ...]) -> None:
        """Make a move or take an outcome in a state that may change, up to the block that goes on."""
        resume(s.frames[-1], s.halt.where, alternative, picks)

    def make(self, s: State, identity: tuple[int, tuple[Any, ...]], picks: tuple[Any, ...]) -> None:
        """As `go_on`; while players decide together the choice is kept."""
        if s.apart is not None:
            together.keep(s, identity)
        self.go_on(s, identity[0], picks)

    def gone(self, s: State, path: tuple[Act, ...]) -> None:
        """A way through a compound stop was gone while players decide together: it is kept."""
        together.keep_way(s, path)
        if s.halt is OVER:
            s.halt = IDLE
            together.next_seat(self, s)


def fall(outcomes: Any, generator: pcg.Generator) -> tuple[Any, Any, pcg.Generator]:
    """Identity and picks of one of the outcomes, by their weights, and the generator after it."""
    number, generator = pcg.below(generator, sum(weight for _, _, weight in outcomes))
    for identity, picks, weight in outcomes:
        number -= weight
        if number < 0:
            return identity, picks, generator
    raise AssertionError("the number drawn is below the sum of the weights")


def over(s: State) -> None:
    """The game is over: nothing more runs."""
    s.frames.clear()
    s.queue.clear()
    s.live.clear()
    s.halt = OVER


def _followed_cells(program: ir.Program) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The offsets of all cells with references, stretches of those with sets, and the offsets of those with lists."""
    found: dict[str, list[int]] = {"int": [], "list": []}
    sets: list[tuple[int, int]] = []
    for cell in program.cells:
        if cell.type.follows and family(cell.type) == "set":
            sets.append((cell.offset, cell.offset + cell.size))
        elif cell.type.follows:
            found[family(cell.type)].extend(range(cell.offset, cell.offset + cell.size))
    return tuple(found["int"]), tuple(sets), tuple(found["list"])


def _kept(program: ir.Program) -> list[slice] | None:
    """The stretches of the block that take part in equality; None for all of it."""
    if all(cell.kept for cell in program.cells):
        return None
    parts: list[slice] = []
    for cell in program.cells:
        if not cell.kept:
            continue
        if parts and parts[-1].stop == cell.offset:
            parts[-1] = slice(parts[-1].start, cell.offset + cell.size)
        else:
            parts.append(slice(cell.offset, cell.offset + cell.size))
    return parts
