"""What a routine that changes nothing asks again and again, with the same answer, it remembers.

Before:

    for v in contents[7]:
        for there in frontier():
            yield Explore(v, there)
    for p in contents[mover]:
        for there2 in frontier():
            yield Send(p, there2)

After:

    asked = 0
    for v in contents[7]:
        if not asked:
            frontier2 = frontier()
            asked = 1
        for there in frontier2:
            yield Explore(v, there)
    for p in contents[mover]:
        if not asked:
            frontier2 = frontier()
            asked = 1
        for there2 in frontier2:
            yield Send(p, there2)

It is asked where it was asked first, so nothing is asked in vain. That is for functions with loops that cannot fail,
and whose arguments are constants or what the routine itself was given; where they give what a loop goes over, decide a
condition, or give a local its value; in loops, or in several places. What is asked of a position that is tried out is
another thing, and stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.changing import changes, fails
from rulewright.program.passes.lifting import same

LOOP = ir.While | ir.Each | ir.EachItem | ir.Count | ir.EachStep | ir.YieldSubsets


@dataclass(slots=True)
class _Asked:
    """The places where the same is asked: statements and the bodies in which they stand. `looping`: of one of them is
    known that it may run several times."""

    call: ir.Invoke
    places: list[tuple[list[ir.Stmt], ir.Stmt]] = field(default_factory=list)
    looping: bool = False


def rewrite(program: ir.Program) -> None:
    """Rewrite the routines of a program in place."""
    worth: dict[ir.Routine, bool] = {}
    for routine in program.routines:
        found: list[_Asked] = []
        given = {var for stmt in walk.statements(routine.body) for var in walk.assigned(stmt)}
        fixed = set(routine.params) - given
        for body, stmt, looping in _heads(routine.body, False):
            for e in evaluated(walk.expressions(stmt)):
                if isinstance(e, ir.Invoke) and is_fixed(e, fixed) and is_worth(e.routine, worth):
                    _note(found, e, body, stmt, looping)
        found = [asked for asked in found if asked.looping or len(asked.places) > 1]
        if found and routine.sort != "flow" and not changes(routine.body):
            for asked in found:
                _remember(asked, routine)


def _heads(body: list[ir.Stmt], looping: bool) -> Iterator[tuple[list[ir.Stmt], ir.Stmt, bool]]:
    """The loops and conditions of a body and of the bodies inside it, but not of trials, and what locals are given;
    each with the body in which it stands, and whether that may run several times."""
    for stmt in body:
        if isinstance(stmt, ir.Each | ir.EachItem | ir.If | ir.Set):
            yield body, stmt, looping
        if not isinstance(stmt, ir.Trial | ir.Attempt | ir.Compound | ir.Together):
            for inner in walk.bodies(stmt):
                yield from _heads(inner, looping or isinstance(stmt, LOOP))


def evaluated(exprs: Iterable[ir.Expr]) -> Iterator[ir.Expr]:
    """The expressions that are evaluated whenever these are."""
    waiting = list(exprs)
    while waiting:
        e = waiting.pop()
        yield e
        match e:
            case ir.Binary(op="and" | "or", a=a) | ir.Select(condition=a):
                waiting.append(a)
            case _:
                waiting += walk.operands(e)


def is_fixed(call: ir.Invoke, fixed: set[ir.Var]) -> bool:
    """Whether the arguments of a call are the same throughout a routine."""
    return all(
        isinstance(arg, ir.Num | ir.Mask) or (isinstance(arg, ir.Get) and arg.index is None and arg.var in fixed)
        for arg in call.args
    )


def is_worth(routine: ir.Routine, worth: dict[ir.Routine, bool]) -> bool:
    """Whether a function takes a while, and cannot fail."""
    if routine not in worth:
        reached = walk.reachable([routine])
        loops = any(map(_goes_round, (stmt for one in reached for stmt in walk.statements(one.body))))
        plain = routine.sort == "function" and routine.result is not None
        worth[routine] = plain and loops and not fails(reached) and not changes(routine.body)
    return worth[routine]


def _goes_round(stmt: ir.Stmt) -> bool:
    gathers = (isinstance(e, ir.Unary) and e.op == "gather" for e in walk.within(walk.expressions(stmt)))
    return isinstance(stmt, LOOP) or any(gathers)


def _note(found: list[_Asked], call: ir.Invoke, body: list[ir.Stmt], stmt: ir.Stmt, looping: bool) -> None:
    asked = next((one for one in found if _alike(one.call, call)), None)
    if asked is None:
        asked = _Asked(call)
        found.append(asked)
    asked.places.append((body, stmt))
    asked.looping = asked.looping or looping


def _alike(a: ir.Invoke, b: ir.Invoke) -> bool:
    return a.routine is b.routine and all(map(same, a.args, b.args))


def _remember(asked: _Asked, routine: ir.Routine) -> None:
    """Ask where nobody has asked before; else use what was found."""
    called = asked.call.routine
    assert called.result is not None
    known, answer = ir.Var("asked", ir.INT), ir.Var(called.name, called.result)
    first: set[int] = set()
    for body, stmt in asked.places:
        if id(stmt) not in first:
            first.add(id(stmt))
            ask: list[ir.Stmt] = [ir.Set(answer, copies.expression(asked.call)), ir.Set(known, ir.Num(1))]
            at = next(i for i, one in enumerate(body) if one is stmt)
            body.insert(at, ir.If(ir.Unary("not", ir.Get(known)), ask))
            _use(stmt, asked.call, answer)
    routine.body.insert(0, ir.Set(known, ir.Num(0)))


def _use(stmt: ir.Stmt, call: ir.Invoke, answer: ir.Var) -> None:
    """Put the answer in the place of a question in the head of a statement."""

    def change(e: ir.Expr) -> ir.Expr | None:
        return ir.Get(answer) if isinstance(e, ir.Invoke) and _alike(e, call) else None

    match stmt:
        case ir.Each():
            stmt.members = rewriting.replaced(stmt.members, change)
        case ir.EachItem():
            stmt.items = rewriting.replaced(stmt.items, change)
        case ir.If():
            stmt.condition = rewriting.replaced(stmt.condition, change)
        case ir.Set():
            stmt.value = rewriting.replaced(stmt.value, change)
