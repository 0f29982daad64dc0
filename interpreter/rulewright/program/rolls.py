"""Whether games of a program can be played from start to end without standing still."""

from __future__ import annotations

from rulewright.program import ir, walk


def rolls(program: ir.Program) -> bool:
    """Whether every decision is one of its own: no moves of several decisions, no players who decide together, and no
    flow that comes to call itself."""
    flows = [routine for routine in walk.reachable([program.main]) if routine.sort == "flow"]
    every = [stmt for flow in flows for stmt in walk.statements(flow.body)]
    return not any(isinstance(stmt, ir.Compound | ir.Together) for stmt in every) and not _circular(program.main, ())


def rejects(program: ir.Program) -> bool:
    """Whether random games draw moves among candidates that are tested afterwards, so that moves are not counted."""
    return rolls(program) and any(decision.candidates is not None for decision in program.decisions)


def _circular(flow: ir.Routine, above: tuple[ir.Routine, ...]) -> bool:
    called = {stmt.routine for stmt in walk.statements(flow.body) if isinstance(stmt, ir.Do)}
    inside = (*above, flow)
    return any(one in inside or _circular(one, inside) for one in called if one.sort == "flow")
