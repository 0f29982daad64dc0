"""What the ways of a move of several decisions do to a state, so that they can be gone one after the other on it.

Each way is taken back before the next one, and two ways are one move if they come to the same state: so it must be
known which cells a way may change, and which of these tell states apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.program import ir, walk
from rulewright.program.typeof import family

_LEAVES_MORE = ir.Compound | ir.Together | ir.Record | ir.ForgetRecords | ir.Enqueue | ir.Dequeue
"""Statements that change more of a state than cells and locals, or are no part of one way."""


def explorable(program: ir.Program, flow: ir.Routine, compound: ir.Compound) -> bool:
    """Whether a way changes nothing but cells and locals, no lists, and its body has one end."""
    inside = list(walk.statements(compound.body))
    if any(isinstance(stmt, _LEAVES_MORE) for stmt in _run(compound)):
        return False
    if any(isinstance(stmt, ir.Return) for stmt in inside) or _breaks(compound.body):
        return False
    if any(family(cell.type) == "list" for cell in changed(program, compound)):
        return False
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    return not any(var.size or family(var.type) == "list" for var in given & _read_elsewhere(flow, compound))


def changed(program: ir.Program, compound: ir.Compound) -> tuple[ir.Cell, ...]:
    """The cells that a way may store, in the order in which they lie."""
    stored = {stmt.cell for stmt in _run(compound) if isinstance(stmt, ir.Store)}
    return tuple(cell for cell in program.cells if cell in stored)


def telling(program: ir.Program, compound: ir.Compound) -> tuple[ir.Cell, ...]:
    """The cells that tell apart states in which ways end. Who stands where is known from the sets of those that belong
    to a seat, or are of a kind, where each site has one place and a component is where it stands."""
    cells = changed(program, compound)
    named = {cell.name: cell for cell in program.cells}
    sets = {"owner": "owned", "kind": "of_kind"}
    filled = named.get("filled")
    plain = filled is not None and filled.size == 1 and "on" not in named

    def instead(cell: ir.Cell) -> ir.Cell:
        other = named.get(sets.get(cell.name, ""))
        if plain and other is not None and filled is not None and cell.size == filled.type.width == other.type.width:
            return other
        return cell

    return tuple(dict.fromkeys(instead(cell) for cell in cells if cell.kept))


def compounds(routines: Iterable[ir.Routine]) -> Iterator[tuple[ir.Routine, ir.Compound]]:
    """Those of some routines, with the flow in which each is."""
    for routine in routines:
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Compound):
                yield routine, stmt


def moving(compound: ir.Compound) -> bool:
    """Whether references can move on a way."""
    return walk.may_rename(compound.body)


def _run(compound: ir.Compound) -> Iterator[ir.Stmt]:
    """All statements that a way may run."""
    inside = list(walk.statements(compound.body))
    yield from inside
    called = [stmt.routine for stmt in inside if isinstance(stmt, ir.Do)]
    for routine in walk.reachable(called):
        yield from walk.statements(routine.body)


def _breaks(body: list[ir.Stmt]) -> bool:
    """Whether a body is left by a break."""
    for stmt in body:
        if isinstance(stmt, ir.Break):
            return True
        looping = isinstance(stmt, ir.While | ir.Each | ir.EachItem | ir.Count | ir.YieldSubsets)
        if not looping and any(map(_breaks, walk.bodies(stmt))):
            return True
    return False


def _read_elsewhere(flow: ir.Routine, compound: ir.Compound) -> set[ir.Var]:
    """The variables that a flow reads outside of the body."""
    inside = set(walk.statements(compound.body))
    outside = [stmt for stmt in walk.statements(flow.body) if stmt not in inside]
    return {var for stmt in outside for var in walk.variables(walk.expressions(stmt))}
