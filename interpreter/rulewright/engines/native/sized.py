"""Sets of the state whose sizes are kept beside them, in games that roll.

What is left of a board is counted at every decision. Where the set that is taken from it changes one member at a time,
its size is an int that changes by one: that is there long before the members of the next position are, so that the
number of moves, and what is drawn below it, need not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engines.native import truths, values
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir, walk
from rulewright.program.growing import change
from rulewright.program.typeof import family


def sized(routines: Iterable[ir.Routine], cells: Iterable[ir.Cell]) -> dict[ir.Cell, ir.Cell]:
    """The cells, single sets, whose sizes are kept, and where: those of which the complement is asked for, and which
    change by single members only."""
    every = [stmt for routine in routines for stmt in walk.statements(routine.body)]
    if any(isinstance(stmt, ir.Trial | ir.Attempt | ir.Compound) for stmt in every):
        return {}  # there states are put back
    asked = {cell for stmt in every for e in walk.within(walk.expressions(stmt)) if (cell := _left_of(e)) is not None}
    changed = {
        stmt.cell
        for stmt in every
        if isinstance(stmt, ir.Store) and family(stmt.cell.type) == "set" and not change(stmt)
    }
    found = {}
    for cell in cells:
        if cell in asked - changed and cell.size == 1 and not (cell.guarded or cell.type.follows):
            found[cell] = ir.Cell(f"size of {cell.name}", ir.INT, 1, (int(cell.init[0]).bit_count(),))  # type: ignore[arg-type]
    return found


def _left_of(e: ir.Expr) -> ir.Cell | None:
    """The cell of which an expression is the complement."""
    match e:
        case ir.Binary(op="without", a=ir.Mask(value=whole), b=ir.Load(cell=cell, index=None)):
            width = cell.type.width
            return cell if width and whole == (1 << width) - 1 else None
        case _:
            return None


def left(e: ir.Expr, w: Emitter) -> str | None:
    """How many members the complement of a set has whose size is kept, as an i32; None for other expressions."""
    cell = _left_of(e)
    kept = None if cell is None else w.linker.sized.get(cell)
    if cell is None or kept is None:
        return None
    return w.new(f"sub i32 {cell.type.width}, {w.load('i32', w.cell(kept))}")


def follow(stmt: ir.Store, w: Emitter) -> None:
    """What a statement changes in the size of its cell, before it runs."""
    kept = w.linker.sized.get(stmt.cell)
    value = change(stmt)
    if kept is None or value is None:
        return
    assert isinstance(value.b, ir.Unary)
    if stmt in w.linker.growing:
        place = w.cell(kept)
        w.store("i32", w.new(f"add i32 {w.load('i32', place)}, 1"), place)
        return
    has = truths.truth(ir.Binary("has", ir.Load(stmt.cell), value.b.a), w)
    place = w.cell(kept)
    now = w.load("i32", place)
    if value.op == "without":
        w.store("i32", w.new(f"sub i32 {now}, {w.new(f'zext i1 {has} to i32')}"), place)
        return
    number = values.int_value(value.b.a, w)
    inside = w.new(f"icmp sge i32 {number}, 0")
    new = w.new(f"and i1 {inside}, {w.new(f'xor i1 {has}, true')}")
    w.store("i32", w.new(f"add i32 {now}, {w.new(f'zext i1 {new} to i32')}"), place)
