"""Compiling routines to Python, one at a time when they are first called, and linking them.

All routines of a program share one dictionary of globals. A routine that is not compiled yet stands there as a small
function that compiles it and calls it. The source is kept for tracebacks and debuggers (`linecache`).
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from rulewright.engines import errors
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference import runtime
from rulewright.engines.reference.state import State
from rulewright.engines.reference.steps import write, write_end
from rulewright.engines.reference.values import value
from rulewright.engines.reference.writer import Writer, defaults, identifier
from rulewright.program import flowgraph, ir, liveness, walk
from rulewright.program.blocks import cut as cut_flow
from rulewright.program.finish import complete
from rulewright.program.sure import may_fail
from rulewright.program.typeof import family

Compiled = Callable[..., Any]

_FOLLOWED = {"int": 0, "set": 1, "list": 2}


@dataclass(slots=True)
class Ask:
    """A stop for a decision: the list of its moves, the slots that a move fills, the block that goes on."""

    decide: ir.Decide
    decision: ir.Decision
    moves: Compiled
    choice: int
    picks: tuple[tuple[int, ...], ...]
    after: int


@dataclass(slots=True)
class Chance:
    """A stop for chance. `outcomes` lists identity, picks and weight of each; `few` only the first two, None where a
    whole list may fail (then it must be made when the stop is reached). `unset` is drawn where there is none."""

    info: ir.DrawInfo
    generator: ir.Routine
    outcomes: Compiled
    few: Compiled | None
    result: int
    unset: Any
    after: int


@dataclass(slots=True)
class Whole:
    """A compound stop: the block where its body starts, the rank of its ways."""

    compound: ir.Compound
    entry: int
    after: int
    rank: Compiled | None


@dataclass(slots=True)
class Joint:
    """A block in which players decide together: the slot of the seat, the block where its body starts."""

    together: ir.Together
    seat: int
    entry: int
    after: int


Where = Ask | Chance | Whole | Joint


def resume(f: list[Any], where: Any, alternative: int, picks: tuple[Any, ...]) -> None:
    """A stop of a frame is over: what was chosen or drawn is laid down, and the block that goes on."""
    if isinstance(where, Ask):
        f[where.choice] = alternative
        if alternative >= 0:
            for slot, value in zip(where.picks[alternative], picks, strict=False):
                f[slot] = value
    else:
        f[where.result] = picks[0]
    f[1] = where.after


@dataclass(slots=True)
class LinkedFlow:
    """A flow's number, its blocks compiled (None before it is first run), where calls go on (block, slot of the result
    or -1), its stops by block, a new frame's slots, the slots with references, sets and lists of them."""

    number: int
    routine: ir.Routine
    cut: flowgraph.Flow
    returns: dict[int, tuple[int, int]]
    stops: dict[int, Where]
    fresh: list[Any]
    followed: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    code: list[Compiled] = field(default_factory=list)


class Code:
    """A program, compiled as it is needed. `machine` gives the functions that blocks call when they stop."""

    def __init__(self, program: ir.Program, machine: dict[str, Compiled], guarded: bool = False) -> None:
        self.program = program
        self.guarded = guarded
        self.flows: list[LinkedFlow] = []
        self._numbers: dict[ir.Routine, int] = {}
        self._flow_of: dict[ir.Routine, LinkedFlow] = {}
        self._names: dict[int, str] = {}
        self._things: list[object] = []
        self._listers: dict[ir.Routine, str] = {}
        self.globals: dict[str, Any] = {
            name: getattr(runtime, name)
            for name in (
                *("Over", "bags", "digest", "elements", "enqueue", "fail", "fits", "follow", "gather", "index"),
                *("leaving", "least", "moved", "moved_in", "nth", "outside", "place", "quotient", "remainder", "sort"),
                *("spent", "subsets", "before", "after", "clear"),
            )
        }
        self.globals.update(machine, PlayError=PlayError)
        for routine in program.routines:
            self._numbers[routine] = len(self._numbers)
        for routine in program.routines:
            if routine.sort == "flow":
                self.linked(routine)

    # ---- names ----

    def routine(self, routine: ir.Routine) -> str:
        """The global name of a function or generator; a new one is completed first."""
        name = self._names.get(id(routine))
        if name is None:
            name = f"{identifier(routine.name)}_r{self._number(routine)}"
            self._names[id(routine)] = name
            self.globals[name] = self._later(routine, name)
        return name

    def table(self, table: ir.Table) -> str:
        name = self._names.get(id(table))
        if name is None:
            values: tuple[Any, ...] = tuple(table.values)
            if len(table.shape) == 2:
                width = table.shape[1]
                values = tuple(values[i : i + width] for i in range(0, len(values), width))
            name = f"{identifier(table.name)}_t{len(self._things)}"
            self._add(table, name, values)
        return name

    def constant(self, thing: object) -> str:
        name = self._names.get(id(thing))
        if name is None:
            name = f"_k{len(self._things)}"
            self._add(thing, name, thing)
        return name

    def moves_of(self, routine: ir.Routine) -> str:
        """The global name of the function that lists a generator's different moves of the greatest rank."""
        name = self._listers.get(routine)
        if name is None:
            name = f"{self.routine(routine)}_moves"
            self._listers[routine] = name
            self.globals[name] = self._lister(routine)
        return name

    def flow_number(self, routine: ir.Routine) -> int:
        return self.linked(routine).number

    def flow(self, routine: ir.Routine) -> flowgraph.Flow:
        return self.linked(routine).cut

    def function(self, routine: ir.Routine) -> Compiled:
        """A function or generator, to be called with a state and its arguments."""
        found: Compiled = self.globals[self.routine(routine)]
        return found

    def _add(self, thing: object, name: str, value: object) -> None:
        self._things.append(thing)  # keeps it, so that its id stays its own
        self._names[id(thing)] = name
        self.globals[name] = value

    def _number(self, routine: ir.Routine) -> int:
        if routine not in self._numbers:
            for new in complete([routine]):
                self._numbers.setdefault(new, len(self._numbers))
        return self._numbers[routine]

    # ---- functions and generators ----

    def _later(self, routine: ir.Routine, name: str) -> Compiled:
        def compile_and_call(*args: Any) -> Any:
            if self.globals[name] is compile_and_call:
                self._compile_routine(routine, name)
            return self.globals[name](*args)

        return compile_and_call

    def _compile_routine(self, routine: ir.Routine, name: str) -> None:
        w = Writer(self, routine, (*routine.params, *routine.locals), None, full(routine))
        arrays = [var for var in routine.locals if var.size]
        for var in dict.fromkeys((*arrays, *liveness.unset(routine))):
            w.fill(var, str(var.default()))
        for stmt in routine.body:
            write(stmt, w)
        if routine.sort == "generator":
            w.line("return")
            w.line("yield")
        elif routine.result is not None:
            w.line(f"return {ir.Var('', routine.result).default()}")
        params = ", ".join(["s", *(w.variable(var) for var in routine.params)])
        self._compile(routine, name, [f"def {name}({params}):", *_opening(w.lines), *(w.lines or ["    pass"])])

    def _compile(self, routine: ir.Routine, name: str, lines: list[str]) -> None:
        source = "\n".join(lines) + "\n"
        file = f"<rules {name} {id(self):x}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        exec(compile(source, file, "exec"), self.globals)

    def _lister(self, routine: ir.Routine) -> Compiled:
        generator = self.routine(routine)
        code = self.globals

        def moves(s: State, *args: Any) -> list[tuple[Any, Any]]:
            every = code[generator](s, *args)
            made = list(islice(every, errors.MAX_MOVES + 1))
            if len(dict(made)) == len(made) <= errors.MAX_MOVES:
                return made
            found: dict[Any, Any] = {}
            for identity, picks in chain(made, every):
                if identity not in found:
                    found[identity] = picks
                    if len(found) > errors.MAX_MOVES:
                        _too_many()
            return list(found.items())

        def ranked(s: State, *args: Any) -> list[tuple[Any, Any]]:
            found: dict[Any, Any] = {}
            best: Any = None
            for identity, picks, rank, _ in code[generator](s, *args):
                if best is None or rank > best:
                    best = rank
                    found = {}
                if rank == best and identity not in found:
                    found[identity] = picks
                    if len(found) > errors.MAX_MOVES:
                        _too_many()
            return list(found.items())

        return ranked if full(routine) else moves

    def outcomes_of(self, routine: ir.Routine) -> Compiled:
        """The function that lists a generator's different outcomes: identity, picks, weight (above 0)."""
        generator = self.routine(routine)
        code = self.globals
        weighed = full(routine)

        def even(s: State, *args: Any) -> list[tuple[Any, Any, int]]:
            made = list(code[generator](s, *args))
            if len(made) > errors.MAX_MOVES or len({identity for identity, _ in made}) < len(made):
                return outcomes(s, *args)
            return [(identity, picks, 1) for identity, picks in made]

        def outcomes(s: State, *args: Any) -> list[tuple[Any, Any, int]]:
            found: dict[Any, Any] = {}
            weights: dict[Any, int] = {}
            for made in code[generator](s, *args):
                identity, weight = made[0], made[3] if weighed else 1
                if weight < 0:
                    raise PlayError(errors.NEGATIVE_WEIGHT, f"An outcome has the weight {weight}.", routine.span)
                if weight:
                    found.setdefault(identity, made[1])
                    weights[identity] = weights.get(identity, 0) + weight
                    if len(found) > errors.MAX_MOVES:
                        _too_many()
            return [(identity, picks, weights[identity]) for identity, picks in found.items()]

        return outcomes if weighed else even

    def _first_two(self, routine: ir.Routine) -> Compiled:
        """As `outcomes_of`, but no more than two of them, whose weights are those of single yields."""
        generator = self.routine(routine)
        code = self.globals
        weighed = full(routine)

        def few(s: State, *args: Any) -> list[tuple[Any, Any, int]]:
            found: list[tuple[Any, Any, int]] = []
            for made in code[generator](s, *args):
                weight = made[3] if weighed else 1
                if weight and not (found and made[0] == found[0][0]):
                    found.append((made[0], made[1], weight))
                    if len(found) == 2:
                        break
            return found

        return few

    # ---- flows ----

    def linked(self, routine: ir.Routine) -> LinkedFlow:
        """A flow with its number among the flows; cut when it is first asked for, compiled when it is first run."""
        flow = self._flow_of.get(routine)
        if flow is None:
            self._number(routine)
            cut = cut_flow(routine)
            followed: tuple[list[int], list[int], list[int]] = ([], [], [])
            for var, slot in cut.slots.items():
                if var.type.follows:
                    followed[_FOLLOWED[family(var.type)]].extend(range(slot + 2, slot + 2 + (var.size or 1)))
            flow = LinkedFlow(
                len(self.flows),
                routine,
                cut,
                {i: _return_of(b.end, cut) for i, b in enumerate(cut.blocks) if isinstance(b.end, flowgraph.CallFlow)},
                {},
                defaults(cut),
                (tuple(followed[0]), tuple(followed[1]), tuple(followed[2])),
            )
            self._flow_of[routine] = flow
            self.flows.append(flow)
            for i, block in enumerate(cut.blocks):
                where = self._where(block.end, flow)
                if where is not None:
                    flow.stops[i] = where
        return flow

    def compile_flow(self, flow: LinkedFlow) -> list[Compiled]:
        """The blocks of a flow as functions of the state and the frame; each gives the next block or a sign."""
        lines: list[str] = []
        name = f"{identifier(flow.routine.name)}_f{flow.number}"
        for i, block in enumerate(flow.cut.blocks):
            w = Writer(self, flow.routine, (), flow.cut, False)
            for stmt in block.statements:
                write(stmt, w)
            write_end(block, i, flow.stops.get(i), w)
            lines += [f"def {name}_b{i}(s, f):", *_opening(w.lines), *w.lines]
        self._compile(flow.routine, name, lines)
        flow.code = [self.globals[f"{name}_b{i}"] for i in range(len(flow.cut.blocks))]
        return flow.code

    def _where(self, end: flowgraph.End, flow: LinkedFlow) -> Where | None:
        slots = flow.cut.slots
        match end:
            case flowgraph.DecideStop(decide=decide, after=after):
                picks = tuple(
                    tuple(slots[var] + 2 for var in decide.received(i))
                    for i in range(len(decide.decision.alternatives))
                )
                moves = self.globals[self.moves_of(decide.decision.generator)]
                return Ask(decide, decide.decision, moves, slots[decide.choice] + 2, picks, after)
            case flowgraph.DrawStop(draw=draw, after=after):
                outcomes = self.outcomes_of(draw.generator)
                unset = draw.result.default()
                few = None if may_fail(draw.generator) else self._first_two(draw.generator)
                return Chance(draw.what, draw.generator, outcomes, few, slots[draw.result] + 2, unset, after)
            case flowgraph.CompoundEnter(compound=compound, entry=entry, after=after):
                return Whole(compound, entry, after, self._rank(compound, flow))
            case (
                flowgraph.TogetherEnter(together=together, entry=entry, after=after)
                | flowgraph.TogetherLeave(together=together, entry=entry, after=after)
            ):
                return Joint(together, slots[together.seat] + 2, entry, after)
            case _:
                return None

    def _rank(self, compound: ir.Compound, flow: LinkedFlow) -> Compiled | None:
        """The rank of a way in which the game ended, as a function of the state and the flow's frame."""
        if not compound.rank:
            return None
        w = Writer(self, flow.routine, (), flow.cut, False)
        name = f"rank_f{flow.number}_{len(self._things)}"
        self._things.append(compound)
        lines = [f"    return {value(ir.MakeList(compound.rank), w)}"]
        self._compile(flow.routine, name, [f"def {name}(s, f):", *_opening(lines), *lines])
        result: Compiled = self.globals[name]
        return result


def full(routine: ir.Routine) -> bool:
    """Whether a generator's yields carry rank and weight beside identity and picks."""
    return any(
        isinstance(stmt, ir.YieldBags) or (isinstance(stmt, ir.Yield) and (stmt.rank or not _is_one(stmt.weight)))
        for stmt in walk.statements(routine.body)
    )


def _is_one(weight: ir.Expr | None) -> bool:
    return weight is None or (isinstance(weight, ir.Num) and weight.value == 1)


def following(kind: ir.IrType) -> str:
    """How references in a value of a type are followed: see `runtime.follow`."""
    return {"int": "r", "set": "s", "list": "l"}[family(kind)] if kind.follows else "-"


def _return_of(end: flowgraph.CallFlow, cut: flowgraph.Flow) -> tuple[int, int]:
    return end.after, -1 if end.do.result is None else cut.slots[end.do.result] + 2


def _opening(lines: list[str]) -> list[str]:
    """The lines that give a routine what its own lines use."""
    text = "\n".join(lines)
    opening = []
    if "c[" in text or ".cells" in text:
        opening.append("    c = s.cells")
    if "budget[" in text:
        opening.append("    budget = s.budget")
    return opening


def _too_many() -> None:
    raise PlayError(errors.TOO_MANY_MOVES, f"A decision has more than {errors.MAX_MOVES:,} moves.", None)
