"""Whole random games on the reference engine: slow, and the measure for other engines."""

from __future__ import annotations

from typing import Any

from rulewright.engines import noted, pcg
from rulewright.engines.reference.code import Ask
from rulewright.engines.reference.engine import ReferenceEngine
from rulewright.engines.reference.machine import Machine
from rulewright.engines.reference.state import Halt, State
from rulewright.engines.reference.steps import STOPPED
from rulewright.program import ir
from rulewright.program.rolls import DRAWN, rejects


def playout(
    engine: ReferenceEngine, s: State, policy: pcg.Generator, limit: int
) -> tuple[State, int, int, pcg.Generator]:
    """The last state of a game with random moves, its decisions, the sum of the numbers of moves, the generator.

    Chance is drawn from the state's own generator. Each move is as likely as the others; a `one move` counts as one.
    """
    decisions = branching = 0
    while engine.stopped(s).kind == "decision" and decisions < limit:
        moves = engine.moves(s)
        at, policy = pcg.below(policy, len(moves))
        s = engine.apply(s, moves[at])
        decisions += 1
        branching += len(moves)
    return s, decisions, branching, policy


def playouts(engine: ReferenceEngine, first: int, end: int, seed: int, limit: int, branching: bool = False) -> bytes:
    """What is noted of the games with these numbers. Where the program `rejects`, moves are drawn among candidates, and
    counted only if `branching` is asked for."""
    program = engine.program
    form, at = noted.form(program.seats), program.returns.offset
    drawing = DrawingEngine(program) if rejects(program) else None
    games = []
    for number in range(first, end):
        own = pcg.game_seed(seed, number)
        policy = pcg.seeded(own, pcg.POLICY_STREAM)
        if drawing is None:
            s, decisions, moves, _ = playout(engine, engine.start(own), policy, limit)
        else:
            s, decisions, moves = drawing.playout(own, policy, limit, branching)
        stands = noted.OVER if engine.stopped(s).kind == "over" else noted.CUT_OFF
        games.append(form.pack(stands, decisions, moves, *s.cells[at : at + program.seats]))
    return b"".join(games)


class DrawingMachine(Machine):
    """Stops with a single move at decisions that have candidates: one that was drawn among them, with `policy`."""

    policy: pcg.Generator = (0, 1)

    def decide(self, s: State, ask: Ask, chooser: int, args: tuple[Any, ...]) -> int:
        """See `Machine.decide`."""
        decision = ask.decision
        if decision.candidates is None:
            return super().decide(s, ask, chooser, args)
        listed = self.code.globals[self.code.moves_of(decision.candidates)](s, *args)

        def holds(made: tuple[Any, Any]) -> bool:
            alternative, key = made[0]
            test = decision.holds[alternative]
            return test is None or bool(self.code.function(test)(s, *args, *key))

        for _ in range(DRAWN):
            if not listed:
                return 0
            at, self.policy = pcg.below(self.policy, len(listed))
            if holds(listed[at]):
                s.halt = Halt(ask, chooser, args, [listed[at]])
                return STOPPED
            del listed[at]
        listed = [made for made in listed if holds(made)]
        if not listed:
            return 0
        at, self.policy = pcg.below(self.policy, len(listed))
        s.halt = Halt(ask, chooser, args, [listed[at]])
        return STOPPED


class DrawingEngine(ReferenceEngine):
    """Random games of a program that `rejects`."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.drawing = DrawingMachine(program)
        self._machine, self._code = self.drawing, self.drawing.code

    def playout(self, seed: int, policy: pcg.Generator, limit: int, branching: bool) -> tuple[State, int, int]:
        """The last state of a game from the start, its decisions, the sum of the numbers of moves (without those that
        were not asked for)."""
        drawing = self.drawing
        drawing.policy = policy
        s = self.start(seed)
        decisions = moves = 0
        while isinstance(s.halt.where, Ask) and decisions < limit:
            halt, at = s.halt, 0
            if halt.where.decision.candidates is None:
                at, drawing.policy = pcg.below(drawing.policy, len(halt.moves))
                moves += len(halt.moves)
            elif branching:
                moves += len(halt.where.moves(s.fresh(), *halt.args))
            s = self.made(s, *halt.moves[at])
            decisions += 1
        return s, decisions, moves
