"""What is asked again and again in a loop over directions, and is the same in all of them, is asked before it.

Before:

    for d in {0..7}:
        if {0, 2, 4, 6} has d or pounces(p):
            for hit in ray[p, d]:
                if passed[hit] >= 1 or pounces(p) and index[hit] == 1:
                    yield Capture(p, d, hit)

After:

    if pounces(p):
        for d in {0..7}:
            for hit in ray[p, d]:
                if passed[hit] >= 1 or index[hit] == 1:
                    yield Capture(p, d, hit)
    else:
        for d2 in {0, 2, 4, 6}:
            for hit2 in ray[p, d2]:
                if passed[hit2] >= 1:
                    yield Capture(p, d2, hit2)

so that what is left can be decided beforehand, by directions and by items of tables. It is done where the question is
one of several of which one is enough, so that much is saved when the answer is no.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import constants, copies, ir, walk
from rulewright.program.passes.directions import inlined
from rulewright.program.passes.lifting import same
from rulewright.program.passes.prefixes import cannot_fail
from rulewright.program.passes.settled import is_condition, settle
from rulewright.program.passes.unswitching import own

_MOST_DIRECTIONS = 8

_QUIET = ir.Set | ir.If | ir.Each | ir.EachItem | ir.Count | ir.Break | ir.Yield


def rewrite(program: ir.Program) -> None:
    """Divide the loops of the generators of a program."""
    for routine in program.routines:
        if routine.sort == "generator":
            _divide_all(routine.body, routine)


def _divide_all(body: list[ir.Stmt], routine: ir.Routine) -> None:
    for at, stmt in enumerate(body):
        for inner in walk.bodies(stmt):
            _divide_all(inner, routine)
        if isinstance(stmt, ir.Each):
            divided = _divided(stmt, routine)
            if divided is not None:
                body[at] = divided


def _divided(loop: ir.Each, routine: ir.Routine) -> ir.If | None:
    inside = list(walk.statements([loop]))
    walks = any(isinstance(stmt, ir.EachItem) and isinstance(stmt.items, ir.Look) for stmt in inside)
    if not walks or not _is_few(loop.members) or not all(isinstance(stmt, _QUIET) for stmt in inside):
        return None
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    if not own(loop, given, routine):
        return None
    for question in _enough(inside):
        answer = inlined(question, numbers=True)
        if given.isdisjoint(walk.variables([question])) and _is_truth(answer) and cannot_fail(answer):
            other = copies.body([loop], {var: ir.Var(var.name, var.type, var.size) for var in given})
            _answered([loop], question, 1)
            _answered(other, question, 0)
            return ir.If(copies.expression(question), [loop], other)
    return None


def _is_few(members: ir.Expr) -> bool:
    return isinstance(members, ir.Mask) and 1 < members.value.bit_count() <= _MOST_DIRECTIONS


def _enough(stmts: list[ir.Stmt]) -> Iterator[ir.Invoke]:
    """The questions of which one of several is enough."""
    for stmt in stmts:
        for expr in walk.within(walk.expressions(stmt)) if isinstance(stmt, ir.If) else ():
            if isinstance(expr, ir.Binary) and expr.op == "or":
                for part in (*_parts(expr.a), *_parts(expr.b)):
                    if isinstance(part, ir.Invoke):
                        yield part


def _parts(condition: ir.Expr) -> Iterator[ir.Expr]:
    match condition:
        case ir.Binary(op="and" | "or", a=a, b=b):
            yield from _parts(a)
            yield from _parts(b)
        case _:
            yield condition


def _is(expr: ir.Expr, question: ir.Invoke) -> bool:
    if not isinstance(expr, ir.Invoke) or expr.routine is not question.routine:
        return False
    return all(map(same, expr.args, question.args))


def _is_truth(answer: ir.Expr) -> bool:
    match answer:
        case ir.Num(value=value):
            return value in (0, 1)
        case ir.Select(a=a, b=b):
            return _is_truth(a) and _is_truth(b)
        case _:
            return is_condition(answer)


def _answered(loops: list[ir.Stmt], question: ir.Invoke, answer: int) -> None:
    """Put the answer to a question in loops, and what is certain by it."""
    settle(loops, lambda expr: ir.Num(answer) if _is(expr, question) else None)
    for one in loops:
        assert isinstance(one, ir.Each)
        _narrow(one)


def _narrow(loop: ir.Each) -> None:
    """Go only over the directions that satisfy what they decide alone."""
    match loop:
        case ir.Each(var=var, members=ir.Mask(value=value, width=width), body=[ir.If(otherwise=[]) as test]):
            asked = set(walk.variables([test.condition])) == {var}
            found = {d: constants.known(test.condition, {var: d}) for d in constants.members(value)} if asked else {}
            if found and None not in found.values():
                loop.members = ir.Mask(sum(1 << d for d, holds in found.items() if holds), width)
                loop.body[:] = test.then
        case _:
            pass
