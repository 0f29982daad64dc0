"""Whole random games on the reference engine: slow, and the measure for other engines."""

from __future__ import annotations

from rulewright.engines import noted, pcg
from rulewright.engines.reference.engine import ReferenceEngine
from rulewright.engines.reference.state import State


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


def playouts(engine: ReferenceEngine, first: int, end: int, seed: int, limit: int) -> bytes:
    """What is noted of the games with these numbers."""
    program = engine.program
    form, at = noted.form(program.seats), program.returns.offset
    games = []
    for number in range(first, end):
        own = pcg.game_seed(seed, number)
        s, decisions, branching, _ = playout(engine, engine.start(own), pcg.seeded(own, pcg.POLICY_STREAM), limit)
        stands = noted.OVER if engine.stopped(s).kind == "over" else noted.CUT_OFF
        games.append(form.pack(stands, decisions, branching, *s.cells[at : at + program.seats]))
    return b"".join(games)
