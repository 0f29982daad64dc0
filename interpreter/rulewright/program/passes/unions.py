"""A union of many sets that is asked for in several places is written once, as a function.

Before, where the kinds 21 to 41 are sorts of land:

    for t in in_order((of_kind[21] + of_kind[22] + ... + of_kind[41]) & owned[mover]):
        ...
    for t2 in in_order(of_kind[21] + of_kind[22] + ... + of_kind[41]):
        ...

After:

    function union() -> bits60
        for i from 21 to 41:
            all += of_kind[i]
        return all

    for t in in_order(union() & owned[mover]):
        ...
    for t2 in in_order(union()):
        ...

This is for rules with many kinds: it makes programs short, not fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.program import ir, rewriting, walk
from rulewright.program.typeof import type_of

_MANY = 8
"""So many sets at least are written once."""

_OFTEN = 3
"""In so many places at least."""

_Key = tuple[tuple[ir.Cell, int], ...]


def rewrite(program: ir.Program) -> None:
    """Write such unions in all routines as functions, which are put before the routines."""
    places: dict[_Key, int] = {}
    for routine in program.routines:
        for stmt in walk.statements(routine.body):
            for key in _unions(walk.expressions(stmt)):
                places[key] = places.get(key, 0) + 1
    made: dict[_Key, ir.Routine] = {}
    names = {routine.name for routine in program.routines}

    def change(e: ir.Expr) -> ir.Expr | None:
        key = _sets(e)
        if key is None or places.get(key, 0) < _OFTEN:
            return None
        if key not in made:
            made[key] = _routine(_fresh(names), key, type_of(e))
        return ir.Invoke(made[key], ())

    if any(many >= _OFTEN for many in places.values()):
        for routine in program.routines:
            rewriting.rewrite(routine.body, change)
    program.routines[:0] = made.values()


def _unions(exprs: Iterable[ir.Expr]) -> Iterator[_Key]:
    """The unions in some expressions, without those that are part of others."""
    for e in exprs:
        key = _sets(e)
        if key is None:
            yield from _unions(walk.operands(e))
        else:
            yield key


def _sets(e: ir.Expr) -> _Key | None:
    """What is joined in a union of many sets, each a cell's entry with a constant index; None for other expressions."""
    found: list[tuple[ir.Cell, int]] = []
    while isinstance(e, ir.Binary) and e.op == "joined":
        if not (isinstance(e.b, ir.Load) and isinstance(e.b.index, ir.Num)):
            return None
        found.append((e.b.cell, e.b.index.value))
        e = e.a
    if len(found) < _MANY - 1 or not (isinstance(e, ir.Load) and isinstance(e.index, ir.Num)):
        return None
    return (*reversed(found), (e.cell, e.index.value))


def _routine(name: str, key: _Key, type: ir.IrType) -> ir.Routine:
    """A function that joins the sets, those of a row of indices in a loop."""
    out, index = ir.Var("all", type), ir.Var("i", ir.INT)
    body: list[ir.Stmt] = [ir.Set(out, ir.Mask(0, type.width))]
    for cell, first, last in _rows(key):
        at = ir.Num(first) if first == last else ir.Get(index)
        join: ir.Stmt = ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Load(cell, at)))
        body.append(join if first == last else ir.Count(index, ir.Num(first), ir.Num(last), [join]))
    return ir.Routine(name, (), type, [*body, ir.Return(ir.Get(out))])


def _rows(key: _Key) -> list[tuple[ir.Cell, int, int]]:
    """Indices that follow one another, from the first to the last."""
    rows: list[tuple[ir.Cell, int, int]] = []
    for cell, index in sorted(set(key), key=lambda one: (one[0].name, one[1])):
        if rows and rows[-1][0] is cell and rows[-1][2] == index - 1:
            rows[-1] = cell, rows[-1][1], index
        else:
            rows.append((cell, index, index))
    return rows


def _fresh(names: set[str]) -> str:
    number, name = 1, "union"
    while name in names:
        number += 1
        name = f"union_{number}"
    names.add(name)
    return name
