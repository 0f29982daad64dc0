"""Moves are listed for each seat apart where only then it is known how far its components step.

Before:

    for p in owned[mover]:
        for there in {step[p, forward[mover]]}:
            …

After:

    if mover == 0:
        for p in owned[0]:
            for there in {step[p, 0]}:
                …
    else:
        for p in owned[1]:
            for there in {step[p, 4]}:
                …

`steps.py` has the loops lifted then. A routine in which that changes nothing stays as it is, and so does one that would
become too long.
"""

from __future__ import annotations

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import prefixes, settled, steps
from rulewright.program.passes.lifting import Sites, sites_of

_MOST_SEATS = 4
_LONGEST = 60
"""Statements of a routine that is written down for each seat."""


def rewrite(program: ir.Program) -> None:
    """Divide the generators of a program by the mover."""
    sites = sites_of(program)
    if sites is None or not 2 <= program.seats <= _MOST_SEATS:
        return
    for routine in program.routines:
        if routine.sort == "generator" and len(list(walk.statements(routine.body))) <= _LONGEST:
            _divide(routine, program, sites)


def _divide(routine: ir.Routine, program: ir.Program, sites: Sites) -> None:
    if not any(_asks(expr, program.mover) for expr in _everything(routine.body)):
        return
    of_seats = [_of_seat(routine, seat, program.mover) for seat in range(program.seats)]
    plain = _of_seat(routine, -1, program.mover)
    lifted = [steps.lift(one.body, one, sites) for one in of_seats]
    if not all(lifted) or steps.lift(plain.body, plain, sites) >= min(lifted):
        return
    *others, last = [one.body for one in of_seats]
    body = last if _has_mover(routine.body, program.mover) else copies.body(routine.body, {})
    if body is not last:
        others.append(last)
    for seat, one in reversed(list(enumerate(others))):
        body = [ir.If(ir.Binary("eq", ir.Load(program.mover), ir.Num(seat)), one, body)]
    routine.body[:] = body


def _of_seat(routine: ir.Routine, seat: int, mover: ir.Cell) -> ir.Routine:
    """The routine where that seat is the mover (-1: any)."""
    params = {param: param for param in routine.params}
    made = ir.Routine(routine.name, routine.params, None, copies.body(routine.body, copies.fresh(routine) | params))
    made.sort = routine.sort

    def change(expr: ir.Expr) -> ir.Expr | None:
        return ir.Num(seat) if seat >= 0 and _asks(expr, mover) else None

    settled.settle(made.body, change)
    rewriting.rewrite(made.body, _told)
    settled.settle(made.body, lambda expr: None)
    return made


def _told(expr: ir.Expr) -> ir.Expr | None:
    """What a short function says of constants."""
    constant = isinstance(expr, ir.Invoke) and all(isinstance(arg, ir.Num) for arg in expr.args)
    return prefixes.plain(expr) if constant else None


def _everything(body: list[ir.Stmt]) -> list[ir.Expr]:
    return [expr for stmt in walk.statements(body) for expr in walk.within(walk.expressions(stmt))]


def _asks(expr: ir.Expr, cell: ir.Cell) -> bool:
    return isinstance(expr, ir.Load) and expr.cell is cell


def _has_mover(body: list[ir.Stmt], mover: ir.Cell) -> bool:
    """Whether a body begins with reading what belongs to the mover, for which there must be one."""
    return any(_reads_entry(expr, mover) for expr in (walk.expressions(body[0]) if body else ()))


def _reads_entry(expr: ir.Expr, mover: ir.Cell) -> bool:
    match expr:
        case ir.Load(cell=cell, index=index) if index is not None and not cell.guarded:
            return _asks(index, mover)
        case ir.Binary(op="and" | "or", a=a) | ir.Select(condition=a):
            return _reads_entry(a, mover)
        case _:
            return any(_reads_entry(part, mover) for part in walk.operands(expr))
