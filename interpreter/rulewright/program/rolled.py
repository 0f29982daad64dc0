"""The flows of a game that rolls from start to end, written anew for that: nothing stands still in them.

The calls of small functions in them are written out, so that what a move does is in one place: references need not be
followed through calls, and it is seen what cannot go wrong (`known.py`).
"""

from __future__ import annotations

from rulewright.program import copies, ir, walk
from rulewright.program.finish import complete
from rulewright.program.known import Known, Runner
from rulewright.program.passes.inlining import expanded
from rulewright.program.passes.lifting import sites_of

_LONGEST = 400
"""So many statements have the flows at most in which calls are written out: where they have more it gains nothing."""


def _bodies(flows: list[ir.Routine]) -> dict[ir.Routine, list[ir.Stmt]]:
    """New bodies for flows, with calls written out unless that gets long."""
    bodies: dict[ir.Routine, list[ir.Stmt]] = {}
    size = 0
    for flow in flows:
        bodies[flow] = expanded(flow.body)
        size += len(list(walk.statements(bodies[flow])))
        if size > _LONGEST:
            return {flow: copies.body(flow.body) for flow in flows}
    return bodies


def rolled(program: ir.Program) -> ir.Routine:
    """A main flow that does the same as the program's. The routines it calls are new ones where they are flows."""
    sites = sites_of(program)
    made: dict[ir.Routine, ir.Routine] = {}
    bodies = _bodies([routine for routine in walk.reachable([program.main]) if routine.sort == "flow"])

    def of(flow: ir.Routine) -> ir.Routine:
        if flow not in made:
            body = bodies[flow]
            if sites is not None:
                body, _ = Runner(sites).body(body, Known(sites))
            model = ir.Routine(flow.name, flow.params, flow.result, body, sort="flow", span=flow.span)
            made[flow] = copies.routine(model, flow.name)
            for stmt in walk.statements(made[flow].body):
                if isinstance(stmt, ir.Do) and stmt.routine.sort == "flow":
                    stmt.routine = of(stmt.routine)
        return made[flow]

    main = of(program.main)
    complete([main])
    return main
