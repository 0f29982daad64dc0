"""All lines at once: a loop over a table of lines becomes shifts of the set that is searched.

Before:

    for i from 0 to 571:
        if lines_5[i] inside s:
            return 1

After, for each direction in which lines lie (the numbers of a line's sites are one step apart):

    run = s & shift_down(s, 15)
    run = run & shift_down(run, 30)
    run = run & shift_down(run, 15)
    if some(run & {0..164}):
        return 1

A member of `run` is the first site of so many in a row; those from which no line starts (the row would go over the
edge) are taken out at the end. Loops over few lines stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rulewright.program import ir, walk


@dataclass(frozen=True, slots=True)
class Row:
    """Lines of `length` sites whose numbers are `step` apart; `starts` are the first sites, as bits."""

    length: int
    step: int
    starts: int


@dataclass(frozen=True, slots=True)
class Search:
    """A loop that looks for a line of `table`, from `first` to `last`, inside `of`, and returns `found` if there is
    one."""

    table: ir.Table
    first: int
    last: int
    of: ir.Var
    found: ir.Return

    @property
    def lines(self) -> list[int]:
        return [line for line in self.table.values[self.first : self.last + 1] if isinstance(line, int)]


def rewrite(program: ir.Program) -> None:
    """Replace the loops over lines, and drop the tables that nothing reads any more."""
    searched = {table for routine in program.routines for table in _rewrite(routine)}
    read = {
        expr.table
        for routine in program.routines
        for stmt in walk.statements(routine.body)
        for expr in walk.within(walk.expressions(stmt))
        if isinstance(expr, ir.Look)
    }
    program.tables = tuple(table for table in program.tables if table in read or table not in searched)


def _rewrite(routine: ir.Routine) -> list[ir.Table]:
    searched = []
    for body in [routine.body, *(inner for stmt in walk.statements(routine.body) for inner in walk.bodies(stmt))]:
        for at, stmt in reversed(list(enumerate(body))):
            found = search(stmt)
            evenly = rows(found.lines) if found is not None else None
            if found is not None and evenly is not None:
                run = ir.Var("run", found.of.type)
                body[at : at + 1] = [one for row in evenly for one in _test(row, found, run)]
                searched.append(found.table)
    return searched


def search(stmt: ir.Stmt) -> Search | None:
    """The search that a statement is."""
    match stmt:
        case ir.Count(
            var=i,
            lo=ir.Num(value=first),
            hi=ir.Num(value=last),
            body=[
                ir.If(
                    condition=ir.Binary(
                        op="inside",
                        a=ir.Look(table=table, indices=(ir.Get(var=index, index=None),)),
                        b=ir.Get(var=of, index=None),
                    ),
                    then=[ir.Return(value=ir.Num()) as found],
                    otherwise=[],
                )
            ],
        ) if index is i and 0 <= first <= last < table.shape[0] - 1:
            return Search(table, first, last, of, found)
        case _:
            return None


def rows(lines: list[int]) -> list[Row] | None:
    """The lines by length and step; None if the sites of one are not evenly apart, or if there are too few lines."""
    starts: dict[tuple[int, int], int] = {}
    for line in lines:
        sites = [site for site in range(line.bit_length()) if line >> site & 1]
        steps = {b - a for a, b in pairwise(sites)}
        if len(steps) != 1:
            return None
        row = (len(sites), steps.pop())
        starts[row] = starts.get(row, 0) | 1 << sites[0]
    if len(lines) <= sum(2 * length.bit_length() for length, _ in starts):
        return None
    return [Row(length, step, first) for (length, step), first in starts.items()]


def in_row(row: Row, of: ir.Var, run: ir.Var) -> list[ir.Stmt]:
    """Statements after which `run` holds the first sites of rows in `of`, also of those over the edge.

    After each step it holds the first sites of rows of `have`: of two such rows, one behind the other or overlapping,
    becomes a longer one.
    """
    out: list[ir.Stmt] = []
    before, have = of, 1
    while have < row.length:
        more = min(have, row.length - have)
        shifted = ir.Binary("shift_down", ir.Get(before), ir.Num(more * row.step))
        out.append(ir.Set(run, ir.Binary("common", ir.Get(before), shifted)))
        before, have = run, have + more
    return out


def _test(row: Row, found: Search, run: ir.Var) -> list[ir.Stmt]:
    starting = ir.Binary("common", ir.Get(run), ir.Mask(row.starts, found.of.type.width))
    return [*in_row(row, found.of, run), ir.If(ir.Unary("some", starting), [ir.Return(found.found.value)])]
