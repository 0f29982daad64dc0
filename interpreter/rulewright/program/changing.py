"""What running statements may do besides giving values to locals."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program import ir, walk

_CHANGES = (
    ir.Store | ir.Rename | ir.Enqueue | ir.Dequeue | ir.Record | ir.ForgetRecords | ir.Tell | ir.Finish | ir.Attempt
)


def changes(body: Iterable[ir.Stmt], seen: dict[ir.Routine, None] | None = None) -> bool:
    """Whether statements, or what they call, may change the state. (Trials change a copy.) `seen`: routines of which
    it is known already, or being found out."""
    seen = {} if seen is None else seen
    for stmt in body:
        if isinstance(stmt, _CHANGES):
            return True
        called = [e.routine for e in walk.within(walk.expressions(stmt)) if isinstance(e, ir.Invoke)]
        called += [stmt.routine] if isinstance(stmt, ir.Do) else []
        for routine in called:
            if routine not in seen:
                seen[routine] = None
                if changes(routine.body, seen):
                    return True
        if not isinstance(stmt, ir.Trial) and any(changes(inner, seen) for inner in walk.bodies(stmt)):
            return True
    return False


def fails(routines: Iterable[ir.Routine]) -> bool:
    """Whether rules may break down in one of these routines themselves."""
    return any(_fails(stmt) for routine in routines for stmt in walk.statements(routine.body))


def _fails(stmt: ir.Stmt) -> bool:
    if isinstance(stmt, ir.Fail) or (isinstance(stmt, ir.Set | ir.Store) and stmt.check is not None):
        return True
    return any(
        (isinstance(e, ir.Unary | ir.Binary) and e.span is not None) or (isinstance(e, ir.Binary) and e.op == "nth")
        for e in walk.within(walk.expressions(stmt))
    )
