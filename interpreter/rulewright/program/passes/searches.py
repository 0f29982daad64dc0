"""Searches in a set that need only look at what has come to the set, once they have found nothing.

A line of sites inside the set: only lines through a new site can be complete. These are in a table, or rows are kept
(`rows.py`); on boards that fit a word all lines at once are found as fast. A connection of two edges: what is connected
with the first one is kept (`reached.py`).

What is kept is right as long as the set only grows, and every site that comes is looked at.
"""

from __future__ import annotations

from rulewright.program import ir, rewriting
from rulewright.program.passes import lines
from rulewright.program.passes.changes import unwound
from rulewright.program.passes.reached import connection, keep_reached
from rulewright.program.passes.rows import keep_rows
from rulewright.program.passes.sought import Made, Search

_FEW = 64
"""Sets of so many sites fit a word."""


def search_of(call: ir.Invoke, seat: ir.Var | None) -> Search | None:
    """The search that a call makes; None if it makes none."""
    if lines_of(call.routine) is not None or connection(call.routine) is not None:
        return Search(call, _by_seat(plain(call.args[0]), seat), seat)
    return None


def plain(of: ir.Expr) -> ir.Expr:
    """An expression with the results of functions that only give one in their place."""

    def inside(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Invoke(routine=routine, args=args):
                match routine.body:
                    case [ir.Return(value=value)] if value is not None:
                        return plain(rewriting.with_values(value, dict(zip(routine.params, args, strict=True))))
        return None

    return rewriting.replaced(of, inside)


def _by_seat(of: ir.Expr, seat: ir.Var | None) -> ir.Expr:
    """A set in which the entry of a seat is plainly that."""

    def plainly(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Load(cell=cell, index=ir.Binary(a=a) as index) if unwound(cell, index) is a:
                own = isinstance(a, ir.Get) and a.index is None and a.var is seat
                return ir.Load(cell, a) if own or (isinstance(a, ir.Num) and 0 <= a.value < cell.size) else None
        return None

    return rewriting.replaced(of, plainly)


def prepare(search: Search, made: Made, keeping: bool) -> None:
    """Find how a search may look at a site only. `keeping`: something may be kept."""
    found = lines_of(search.call.routine)
    if found is None:
        if keeping:
            keep_reached(search, made)
        return
    rows = lines.rows(found)
    width = search.call.routine.params[0].type.width
    if rows is not None and width <= _FEW:
        return
    if rows is None or not keeping or not keep_rows(search, rows, width, made):
        _look_in_table(search, found, width, made)


def lines_of(routine: ir.Routine) -> list[int] | None:
    """The lines for which a function of a set looks."""
    match routine.body:
        case [ir.Count() as loop, ir.Return(value=ir.Num(value=0))] if len(routine.params) == 1:
            found = lines.search(loop)
            of = None if found is None else found.of
            if found is not None and of is routine.params[0] and isinstance(found.found.value, ir.Num):
                return found.lines if found.found.value.value else None
    return None


def _look_in_table(search: Search, masks: list[int], width: int, made: Made) -> None:
    through = [[line for line in masks if line >> site & 1] for site in range(width)]
    most = max(map(len, through))
    if 2 * most > len(masks):
        return
    kind = search.call.routine.params[0].type
    table = made.table("lines_at", through, (1 << width) - 1, kind)
    x, s, i = ir.Var("x", ir.INT), ir.Var("s", kind), ir.Var("i", ir.INT)
    inside = ir.Binary("inside", ir.Look(table, (ir.Get(x), ir.Get(i))), ir.Get(s))
    loop = ir.Count(i, ir.Num(0), ir.Num(most - 1), [ir.If(inside, [ir.Return(ir.Num(1))])])
    routine = made.function("in_line_at", (x, s), [loop, ir.Return(ir.Num(0))])
    search.look = lambda site: ([], ir.Invoke(routine, (site, search.of)))
