"""What a trial changes of the state, so that no more of it need be copied, or taken back."""

from __future__ import annotations

from rulewright.program import ir, walk

_MOVING = ir.Rename | ir.Dequeue | ir.Return | ir.Decide | ir.Draw | ir.Compound | ir.Together


def changed(trial: ir.Trial, sort: str) -> tuple[ir.Cell, ...] | None:
    """The cells that a trial in a routine of this sort may store, in the order in which they lie.

    Beside them it may lengthen the queue, and either lengthen the history or forget it. None if it does more than that:
    references move, which may be anywhere, something is taken from the queue, or the frames of flows change.
    """
    stmts = list(walk.statements([*trial.body, *trial.then]))
    if sort == "flow" or any(isinstance(stmt, ir.Return) for stmt in stmts):
        return None
    called = walk.reachable([stmt.routine for stmt in stmts if isinstance(stmt, ir.Do)])
    stmts = [stmt for stmt in stmts if not isinstance(stmt, ir.Return)]
    stmts += [stmt for routine in called for stmt in walk.statements(routine.body) if not isinstance(stmt, ir.Return)]
    if any(isinstance(stmt, _MOVING) for stmt in stmts):
        return None
    if any(isinstance(stmt, ir.Record) for stmt in stmts) and any(isinstance(stmt, ir.ForgetRecords) for stmt in stmts):
        return None
    cells = {stmt.cell for stmt in stmts if isinstance(stmt, ir.Store)}
    return tuple(sorted(cells, key=lambda cell: cell.offset))
