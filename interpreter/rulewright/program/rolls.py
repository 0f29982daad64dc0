"""Whether games of a program can be played from start to end without standing still."""

from __future__ import annotations

from rulewright.program import exploring, ir, walk


def rolls(program: ir.Program) -> bool:
    """Whether decisions come one after the other: no players who decide together, no flow that comes to call itself,
    and moves of several decisions only where their ways can be gone on one state."""
    flows = [routine for routine in walk.reachable([program.main]) if routine.sort == "flow"]
    if any(isinstance(stmt, ir.Together) for flow in flows for stmt in walk.statements(flow.body)):
        return False
    ways = all(exploring.explorable(program, flow, compound) for flow, compound in exploring.compounds(flows))
    return ways and not _circular(program.main, ())


DRAWN = 32
"""So many candidates are drawn and tried out one by one; if none of them holds all others are, before one is drawn."""


def rejects(program: ir.Program) -> bool:
    """Whether random games draw moves among candidates that are tested afterwards, so that moves are not counted."""
    tried = any(decision.candidates is not None for decision in program.decisions)
    return tried and rolls(program) and not any(exploring.compounds(walk.reachable([program.main])))


def _circular(flow: ir.Routine, above: tuple[ir.Routine, ...]) -> bool:
    called = {stmt.routine for stmt in walk.statements(flow.body) if isinstance(stmt, ir.Do)}
    inside = (*above, flow)
    return any(one in inside or _circular(one, inside) for one in called if one.sort == "flow")
