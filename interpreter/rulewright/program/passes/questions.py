"""Questions about the members of a set are asked of all at once.

Before:

    function any(player) -> int
        for p in owned[player]:
            if goal[player] has p:
                return 1
        return 0

    function count() -> int
        n = 0
        for s in {0..63}:
            if owner[s] == 1:
                n = n + 1
        return n

        ...
        if any(0):

After:

    function any(player) -> int
        return some(owned[player] & goal[player])

    function count() -> int
        return size(owned[1])

        ...
        if some(owned[0] & {56..63}):

The conditions must be such as `lifting.py` knows, all of them, or say that the member stands in another set.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import ir, rewriting, walk
from rulewright.program.passes.lifting import Member, Sites, common, is_total, sites_of
from rulewright.program.passes.settled import folded, is_condition
from rulewright.program.passes.steps import tests_of
from rulewright.program.typeof import family, type_of

_LONGEST = 16
"""Expressions of which an answer consists at most that is put where it is asked for."""


def rewrite(program: ir.Program) -> None:
    """Rewrite the questions of a program, and ask those that have become short where they are asked."""
    sites = sites_of(program)
    answers = {routine: _answer(routine, sites) for routine in program.routines if routine.sort == "function"}
    for routine, answer in answers.items():
        if answer is not None:
            routine.body[:] = [ir.Return(answer)]
    short = {routine for routine, answer in answers.items() if answer is not None and _is_short(answer)}
    asked = _called(program) & short
    change = _instead(short)
    for routine in program.routines:
        rewriting.rewrite(routine.body, change)
    unasked = asked - _called(program)
    program.routines = [routine for routine in program.routines if routine not in unasked]


def _called(program: ir.Program) -> set[ir.Routine]:
    return {called for routine in program.routines for called in walk.calls(routine)}


def _answer(routine: ir.Routine, sites: Sites | None) -> ir.Expr | None:
    """What a function returns, if it is an expression now."""
    for at, stmt in enumerate(routine.body):
        made = _asked(stmt, sites) if isinstance(stmt, ir.Each) else None
        if made is not None:
            routine.body[at] = made
    match routine.body:
        case [ir.If(condition=condition, then=[ir.Return(value=ir.Num(value=1))], otherwise=[]), ir.Return(value=last)]:
            return condition if isinstance(last, ir.Num) and last.value == 0 and is_condition(condition) else None
        case [ir.If(condition=condition, then=[ir.Return(value=ir.Num(value=0))], otherwise=[]), ir.Return(value=last)]:
            return ir.negated(condition) if isinstance(last, ir.Num) and last.value == 1 else None
        case [
            ir.Set(var=n, value=ir.Num(value=0), index=None),
            ir.Each() as loop,
            ir.Return(value=ir.Get(var=result, index=None)),
        ] if n is result and _counts(loop, n):
            return _size_of(_members(loop, sites))
        case [ir.Each() as loop, ir.Return(value=ir.Get(var=result, index=None))] if (
            result not in routine.params and _gathers(loop, result)
        ):
            return _members(loop, sites)
        case _:
            return None


def _size_of(of: ir.Expr | None) -> ir.Expr | None:
    return None if of is None else ir.Unary("size", of)


def _asked(loop: ir.Each, sites: Sites | None) -> ir.Stmt | None:
    """The condition in place of a loop that returns a constant for the first member for which its conditions hold."""
    _, rest = tests_of(loop.body)
    match rest:
        case [ir.Return(value=None | ir.Num() | ir.Mask())]:
            of = _members(loop, sites)
            return None if of is None else ir.If(ir.Unary("some", of), rest)
        case _:
            return None


def _counts(loop: ir.Each, n: ir.Var) -> bool:
    """Whether a loop adds 1 to `n` for some members."""
    match tests_of(loop.body)[1]:
        case [ir.Set(var=var, value=ir.Binary(op="add", a=ir.Get(var=a, index=None), b=ir.Num(value=1)), index=None)]:
            return var is n and a is n
        case _:
            return False


def _gathers(loop: ir.Each, out: ir.Var) -> bool:
    """Whether a loop adds some members to the set `out`."""
    match tests_of(loop.body)[1]:
        case [
            ir.Set(
                var=var,
                value=ir.Binary(
                    op="joined", a=ir.Get(var=a, index=None), b=ir.Unary(op="single", a=ir.Get(var=x, index=None))
                ),
                index=None,
            )
        ]:
            return var is out and a is out and x is loop.var
        case _:
            return False


def _members(loop: ir.Each, sites: Sites | None) -> ir.Expr | None:
    """The members of a loop for which its conditions hold."""
    tests, _ = tests_of(loop.body)
    of: ir.Expr = loop.members
    changing = {var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt)} | {loop.var}
    for test in tests:
        narrowed = _common(test, loop, sites, frozenset(changing))
        if narrowed is None:
            return None
        of = narrowed(of)
    return of


def _common(
    test: ir.Expr, loop: ir.Each, sites: Sites | None, changing: frozenset[ir.Var]
) -> Callable[[ir.Expr], ir.Expr] | None:
    """What narrows a set to the members for which a condition holds."""
    if sites is not None and type_of(loop.members).width == sites.count:
        every = (1 << sites.count) - 1
        where = Member(sites, loop.var, every, changing=changing - {loop.var}).where(test)
        return None if where is None else lambda of: common(of, where)
    match test:
        case ir.Binary(op="has", a=other, b=ir.Get(var=var, index=None)) if var is loop.var and _fixed(other, changing):
            return lambda of: ir.Binary("common", of, other)
        case ir.Unary(op="not", a=ir.Binary(op="has", a=other, b=ir.Get(var=var, index=None))) if (
            var is loop.var and _fixed(other, changing)
        ):
            return lambda of: ir.Binary("without", of, other)
        case _:
            return None


def _fixed(of: ir.Expr, changing: frozenset[ir.Var]) -> bool:
    return is_total(of) and changing.isdisjoint(walk.variables([of]))


# ---- where they are asked ----


def _is_short(answer: ir.Expr) -> bool:
    return is_total(answer) and sum(1 for _ in walk.within([answer])) <= _LONGEST


def _instead(short: set[ir.Routine]) -> rewriting.Change:
    """What puts short answers in place of questions, with what tables hold at constants."""

    def change(expr: ir.Expr) -> ir.Expr | None:
        match expr:
            case ir.Invoke(routine=routine, args=args) if routine in short and all(map(_plain, args)):
                (returned,) = routine.body
                assert isinstance(returned, ir.Return) and returned.value is not None
                if family(type_of(returned.value)) == "set" and type_of(returned.value) != routine.result:
                    return None
                found = rewriting.with_values(returned.value, dict(zip(routine.params, args, strict=True)))
                return rewriting.replaced(found, lambda part: folded(part) if isinstance(part, ir.Look) else None)
            case _:
                return None

    return change


def _plain(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Num | ir.Mask) or (isinstance(expr, ir.Get | ir.Load) and expr.index is None)
