"""Where one seat is enough, the seats are asked in the order of play: who moves next is asked first.

Before, where `can_place` changes nothing and cannot fail:

    for p in {0, 1}:
        if can_place(p):
            return 0

After:

    if mover == 0:
        if can_place(1):
            return 0
        if can_place(0):
            return 0
    else:
        if can_place(0):
            return 0
        if can_place(1):
            return 0

The answer is the same. But what is asked about the next seat is often what its decision then asks again, and an engine
that sees both need find it out only once.
"""

from __future__ import annotations

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes.lifting import is_total
from rulewright.program.typeof import family

_MOST_SEATS = 4


def rewrite(program: ir.Program) -> None:
    """Rewrite such loops in all routines."""
    if not 2 <= program.seats <= _MOST_SEATS:
        return
    for routine in program.routines:
        for body in [routine.body, *(inner for stmt in walk.statements(routine.body) for inner in walk.bodies(stmt))]:
            for at, stmt in enumerate(body):
                if isinstance(stmt, ir.Each):
                    test = _test(stmt, program.seats)
                    if test is not None:
                        body[at] = _in_turn(stmt.var, test, program)


def _test(loop: ir.Each, seats: int) -> ir.If | None:
    """What is asked of every seat, if the order does not matter."""
    match loop:
        case ir.Each(
            var=p,
            members=ir.Mask(value=members),
            body=[ir.If(condition=condition, then=[ir.Return(value=ir.Num())], otherwise=[]) as test],
        ) if members == (1 << seats) - 1 and _asks(condition, p) and _is_sure(condition, frozenset({p})):
            return test
        case _:
            return None


def _asks(condition: ir.Expr, p: ir.Var) -> bool:
    """Whether a condition is a question about a seat: a function gets it."""
    return any(
        isinstance(arg, ir.Get) and arg.var is p
        for expr in walk.within([condition])
        if isinstance(expr, ir.Invoke)
        for arg in expr.args
    )


def _is_sure(expr: ir.Expr, seats: frozenset[ir.Var]) -> bool:
    """Whether an expression has a value in every state, and no loop runs for it; some variables are seats, not none."""
    here = rewriting.replaced(expr, lambda part: _of_seat(part, seats))
    called = [part for part in walk.within([here]) if isinstance(part, ir.Invoke)]
    return is_total(rewriting.replaced(here, _result)) and all(_is_straight(call, seats) for call in called)


def _of_seat(expr: ir.Expr, seats: frozenset[ir.Var]) -> ir.Expr | None:
    """What is asked of a seat, where something else is asked of none."""
    match expr:
        case ir.Select(condition=ir.Binary(op="ge", a=ir.Get(var=var, index=None), b=ir.Num(value=0)), a=a) if (
            var in seats
        ):
            return a
        case _:
            return None


def _result(expr: ir.Expr) -> ir.Expr | None:
    """Any value in place of what a function gives."""
    match expr:
        case ir.Invoke(routine=ir.Routine(result=kind)) if kind is not None and family(kind) == "set":
            return ir.Mask(0, max(kind.width, 1))
        case ir.Invoke(routine=ir.Routine(result=kind)) if kind is not None and family(kind) == "int":
            return ir.Num(0)
        case _:
            return None


def _is_straight(call: ir.Invoke, seats: frozenset[ir.Var]) -> bool:
    """Whether a function goes through without a loop."""
    routine = call.routine
    given = zip(routine.params, call.args, strict=True)
    own = frozenset(param for param, arg in given if isinstance(arg, ir.Get) and arg.var in seats)
    every = list(walk.statements(routine.body))
    own -= {var for stmt in every for var in walk.assigned(stmt)}
    for stmt in every:
        match stmt:
            case ir.Set(index=None, check=None) | ir.If() | ir.Return():
                if not all(_is_sure(expr, own) for expr in walk.expressions(stmt)):
                    return False
            case _:
                return False
    return True


def _in_turn(p: ir.Var, test: ir.If, program: ir.Program) -> ir.If:
    """The test for each seat after the mover, and for the mover last."""
    *others, last = range(program.seats)
    body = _from(last, p, test, program.seats)
    for seat in reversed(others):
        is_it = ir.Binary("eq", ir.Load(program.mover), ir.Num(seat))
        body = [ir.If(is_it, _from(seat, p, test, program.seats), body)]
    (chosen,) = body
    assert isinstance(chosen, ir.If)
    return chosen


def _from(mover: int, p: ir.Var, test: ir.If, seats: int) -> list[ir.Stmt]:
    out: list[ir.Stmt] = []
    for k in range(1, seats + 1):
        seat = (mover + k) % seats
        one = copies.body([test])
        rewriting.rewrite(
            one,
            lambda part, seat=seat: ir.Num(seat) if isinstance(part, ir.Get) and part.var is p else None,  # type: ignore[misc]
        )
        out += one
    return out
