"""The flows of a game that rolls from start to end, written anew for that: nothing stands still in them.

The calls of small functions in them are written out, so that what a move does is in one place: references need not be
followed through calls.
"""

from __future__ import annotations

from rulewright.program import copies, ir, walk
from rulewright.program.finish import complete
from rulewright.program.passes.inlining import expanded


def rolled(main: ir.Routine) -> ir.Routine:
    """A main flow that does the same. The routines it calls are new ones where they are flows."""
    made = _Flows().of(main)
    complete([made])
    return made


class _Flows:
    def __init__(self) -> None:
        self._made: dict[ir.Routine, ir.Routine] = {}

    def of(self, flow: ir.Routine) -> ir.Routine:
        if flow not in self._made:
            model = ir.Routine(flow.name, flow.params, flow.result, expanded(flow.body), sort="flow", span=flow.span)
            made = self._made[flow] = copies.routine(model, flow.name)
            for stmt in walk.statements(made.body):
                if isinstance(stmt, ir.Do) and stmt.routine.sort == "flow":
                    stmt.routine = self.of(stmt.routine)
        return self._made[flow]
