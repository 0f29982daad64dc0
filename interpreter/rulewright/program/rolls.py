"""Whether games of a program can be played from start to end without standing still."""

from __future__ import annotations

from rulewright.program import exploring, ir, walk


def rolls(program: ir.Program) -> bool:
    """Whether no flow comes to call itself, and all that is tried can be taken back on one state: moves of several
    decisions only where their ways can be, and nobody decides together in a game that has such moves, or forgets."""
    routines = walk.reachable([program.main])
    flows = [routine for routine in routines if routine.sort == "flow"]
    compounds = list(exploring.compounds(flows))
    if together(program) and (compounds or _any(routines, ir.ForgetRecords)):
        return False
    return all(exploring.explorable(program, *one) for one in compounds) and not _circular(program.main, ())


def together(program: ir.Program) -> bool:
    """Whether players decide together."""
    return _any(walk.reachable([program.main]), ir.Together)


def _any(routines: list[ir.Routine], sort: type[ir.Stmt]) -> bool:
    return any(isinstance(stmt, sort) for routine in routines for stmt in walk.statements(routine.body))


DRAWN = 32
"""So many candidates are drawn and tried out one by one; if none of them holds all others are, before one is drawn."""


def rejects(program: ir.Program) -> bool:
    """Whether random games draw moves among candidates that are tested afterwards, so that moves are not counted. Where
    players decide together moves are made that were chosen before: they must be known by what tells them apart."""
    tried = any(decision.candidates is not None for decision in program.decisions)
    listed = together(program) or any(exploring.compounds(walk.reachable([program.main])))
    return tried and not listed and rolls(program)


def _circular(flow: ir.Routine, above: tuple[ir.Routine, ...]) -> bool:
    called = {stmt.routine for stmt in walk.statements(flow.body) if isinstance(stmt, ir.Do)}
    inside = (*above, flow)
    return any(one in inside or _circular(one, inside) for one in called if one.sort == "flow")
