"""What is only looked up in tables is looked up in one.

Before:

    {step[s, backward_left[p]]} + {step[s, backward_right[p]]}

After, where the table holds what that gives for each site and player:

    joined_step[s, p]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.program import constants, copies, ir, rewriting, walk
from rulewright.program.passes.lifting import same
from rulewright.program.typeof import family, type_of

_MOST = 1024
"""So many entries a table has at most that is made."""

_UNARY = ("single", "some", "none_of", "size", "least", "greatest", "not")
_BINARY = ("joined", "common", "without", "add", "sub", "eq", "ne")


@dataclass(slots=True)
class _Index:
    """Something by which tables are looked up, and how many values it has, with none."""

    expr: ir.Expr
    size: int
    var: ir.Var = field(default_factory=lambda: ir.Var("index", ir.INT))


def rewrite(program: ir.Program) -> None:
    """Make tables of what all routines look up, and drop those that nothing reads any more."""
    made: set[ir.Table] = set()
    before = _read(program.routines)

    def change(expr: ir.Expr) -> ir.Expr | None:
        found = _tabled(expr)
        if found is not None:
            made.add(found.table)
        return found

    for routine in program.routines:
        rewriting.rewrite(routine.body, change)
    read = _read(program.routines)
    gone = {table for table in before if table not in read}
    new = [table for table in read if table in made]
    program.tables = (*(table for table in program.tables if table not in gone), *new)


def _read(routines: Iterable[ir.Routine]) -> dict[ir.Table, None]:
    """The tables that are looked up, in order."""
    exprs = (e for one in routines for s in walk.statements(one.body) for e in walk.within(walk.expressions(s)))
    return {expr.table: None for expr in exprs if isinstance(expr, ir.Look)}


def _tabled(expr: ir.Expr) -> ir.Look | None:
    """One table's entry in place of an expression in which several are looked up."""
    if sum(isinstance(part, ir.Look) for part in walk.within([expr])) < 2 or family(type_of(expr)) == "list":
        return None
    indices: list[_Index] = []
    if not _only_tables(expr, indices) or not 1 <= len(indices) <= 2:
        return None
    shape = tuple(index.size for index in indices)
    if shape[0] * (shape[1] if len(shape) == 2 else 1) > _MOST:
        return None
    asked = copies.rewritten(expr, lambda part: next((ir.Get(i.var) for i in indices if same(part, i.expr)), None))
    values: list[int] = []
    for numbers in _all(shape):
        found = constants.known(asked, {index.var: number for index, number in zip(indices, numbers, strict=True)})
        if not isinstance(found, int):
            return None
        values.append(found)
    nothing = [value for value, numbers in zip(values, _all(shape), strict=True) if -1 in numbers]
    if len(set(nothing)) != 1:
        return None
    kind = ir.INT
    if family(type_of(expr)) == "set":
        kind = ir.bits(max(type_of(expr).width, *(value.bit_length() for value in values), 1))
    tables = [part.table.name for part in walk.within([expr]) if isinstance(part, ir.Look)]
    table = ir.Table("_".join(dict.fromkeys(tables)), shape, tuple(values), kind)
    return ir.Look(table, tuple(index.expr for index in indices))


def _all(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All indices in row order; the last one of each dimension is -1, for none."""
    if not shape:
        yield ()
        return
    for first in (*range(shape[0] - 1), -1):
        for rest in _all(shape[1:]):
            yield (first, *rest)


def _only_tables(expr: ir.Expr, indices: list[_Index]) -> bool:
    """Whether an expression depends on nothing but tables and a few indices of them, which are gathered."""
    match expr:
        case ir.Num() | ir.Mask():
            return True
        case ir.Look(table=table, indices=at) if family(table.type) != "list":
            return all(_index(one, size, indices) for one, size in zip(at, table.shape, strict=True))
        case ir.Unary(op=op, a=a, span=None) if op in _UNARY:
            return _only_tables(a, indices)
        case ir.Binary(op=op, a=a, b=b, span=None) if op in _BINARY:
            return _only_tables(a, indices) and _only_tables(b, indices)
        case _:
            return False


def _index(expr: ir.Expr, size: int, indices: list[_Index]) -> bool:
    if not isinstance(expr, ir.Get | ir.Load):
        return _only_tables(expr, indices)
    if expr.index is not None and not isinstance(expr.index, ir.Get | ir.Num):
        return False
    for index in indices:
        if same(index.expr, expr):
            return index.size == size
    indices.append(_Index(expr, size))
    return True
