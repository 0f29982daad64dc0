"""The last pass of the compiler: what follows from the routines themselves is written into them.

Which routines there are, which may move references, which locals each has, what must be kept through a call, and
where each cell lies in the block.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program import ir, liveness, undo, walk
from rulewright.program.typeof import type_of


def finish(program: ir.Program) -> None:
    """Complete a program in place: offsets, the list of routines, and all that `complete` does.

    Routines that are missing from `program.routines` are added in the order in which they are reached from main, the
    decisions, the position, the views and the measures. Raises ValueError where a routine's sort does not allow what
    it calls.
    """
    offset = 0
    for cell in program.cells:
        cell.offset = offset + cell.guarded
        offset = cell.offset + cell.size
    program.block_size = offset
    roots = [*program.routines, program.main]
    for decision in program.decisions:
        roots.extend(walk.decision_routines(decision))
    if program.position is not None:
        roots.append(program.position)
    roots.extend(program.views.values())
    roots.extend(measure.routine for measure in program.measures)
    program.routines = complete(roots)


def complete(roots: Iterable[ir.Routine]) -> list[ir.Routine]:
    """Fill `renames`, `locals`, `rest` of loops, `keep` and the `cells` of trials of all routines that the given ones
    reach, and return these.

    May be called again with routines that are made later: what is filled already stays as it is.
    """
    routines = walk.reachable(roots)
    for routine in routines:
        _check_sort(routine)
    _mark_renaming(routines)
    for routine in routines:
        _lay_loops(routine.body)
        routine.locals = tuple(_locals(routine))
        liveness.fill(routine)
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Trial):
                stmt.cells = undo.changed(stmt, routine.sort)
    return routines


def _check_sort(routine: ir.Routine) -> None:
    for stmt in walk.statements(routine.body):
        yields = isinstance(stmt, ir.Yield | ir.YieldSubsets | ir.YieldBags)
        stops = isinstance(stmt, ir.Decide | ir.Draw | ir.Compound | ir.Together)
        stops = stops or (isinstance(stmt, ir.Do) and stmt.routine.sort == "flow")
        if (yields and routine.sort != "generator") or (stops and routine.sort != "flow"):
            raise ValueError(f"{routine.sort} {routine.name} holds a {type(stmt).__name__}")


def _mark_renaming(routines: list[ir.Routine]) -> None:
    changed = True
    while changed:
        changed = False
        for routine in routines:
            if not routine.renames and walk.may_rename(routine.body):
                routine.renames = changed = True


def _lay_loops(body: list[ir.Stmt]) -> None:
    """Give loops whose body may rename the locals in which the members to come are followed."""
    for stmt in walk.statements(body):
        match stmt:
            case ir.Each(var=var, members=members, rest=None) if var.type.follows and walk.may_rename(stmt.body):
                stmt.rest = ir.Var(f"{var.name}.rest", ir.refs(type_of(members).width))
            case ir.EachItem(var=var, rest=None) if var.type.follows and walk.may_rename(stmt.body):
                stmt.rest = ir.Var(f"{var.name}.rest", ir.REFLIST)
                stmt.at = ir.Var(f"{var.name}.next", ir.INT)
            case _:
                pass


def _locals(routine: ir.Routine) -> dict[ir.Var, None]:
    """Every variable that is assigned or read and is no parameter, in the order in which it is met."""
    found: dict[ir.Var, None] = {}
    for stmt in walk.statements(routine.body):
        for var in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt))):
            found[var] = None
    for param in routine.params:
        found.pop(param, None)
    return found
