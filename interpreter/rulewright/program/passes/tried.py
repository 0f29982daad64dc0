"""What is tried out becomes a function that tells whether it may be done.

Before:

    ok = 1
    on a copy:
        Move(m, there)
    then:
        if ok and in_check(mover):
            ok = 0
    if ok:
        yield 0(m, there)

After:

    if after_Move(m, there):
        yield 0(m, there)

    function after_Move(m, there) -> int
        ok = 1
        on a copy:
            Move(m, there)
        then:
            if ok and in_check(mover):
                ok = 0
        return ok

Trials that are alike become one function.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program import copies, ir, liveness, walk
from rulewright.program.printer import print_routine
from rulewright.source import Span


def rewrite(program: ir.Program) -> None:
    """Make functions of the trials of all functions and generators."""
    made: dict[object, ir.Routine] = {}
    taken = {routine.name for routine in program.routines}
    for routine in list(program.routines):
        if routine.sort not in ("function", "generator"):
            continue
        new = []
        for tried in _all_tried(routine):
            test, given = _test(tried)
            key = _content(test)
            if key not in made:
                made[key] = test
                test.name = _name(test.name, taken)
                new.append(test)
            asked = ir.Invoke(made[key], tuple(ir.Get(var) for var in given))
            tried.body[tried.at : tried.at + 3] = [ir.If(asked, tried.then)]
        at = program.routines.index(routine)
        program.routines[at:at] = new


@dataclass(frozen=True, slots=True)
class _Tried:
    """The statements from `at` of a body: `ok` becomes 1, the trial, what is done if `ok`."""

    body: list[ir.Stmt]
    at: int
    ok: ir.Var
    trial: ir.Trial
    then: list[ir.Stmt]
    span: Span | None


def _all_tried(routine: ir.Routine) -> list[_Tried]:
    """The trials that can be taken out, later ones of a body first."""
    found = []
    inner = [body for stmt in walk.statements(routine.body) for body in walk.bodies(stmt)]
    for body in [routine.body, *inner]:
        for at in reversed(range(len(body) - 2)):
            match body[at : at + 3]:
                case [
                    ir.Set(var=ok, value=ir.Num(value=1), index=None),
                    ir.Trial() as trial,
                    ir.If(condition=ir.Get(var=asked, index=None), then=then, otherwise=[]),
                ] if asked is ok:
                    tried = _Tried(body, at, ok, trial, then, routine.span)
                    if _closed(tried, routine):
                        found.append(tried)
                case _:
                    pass
    return found


def _closed(tried: _Tried, routine: ir.Routine) -> bool:
    """Whether a trial gives nothing but `ok` to the rest of its routine, and nothing leads out of it."""
    inside = list(walk.statements([tried.trial]))
    if any(isinstance(stmt, ir.Return | ir.Trial) for stmt in inside[1:]) or any(var.size for var in _needed(tried)):
        return False
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    own = {id(stmt) for stmt in (*inside, tried.body[tried.at], tried.body[tried.at + 2])}
    elsewhere = {
        var
        for stmt in walk.statements(routine.body)
        if id(stmt) not in own
        for var in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt)))
    }
    return elsewhere.isdisjoint(given | {tried.ok})


def _whole(tried: _Tried) -> list[ir.Stmt]:
    return [tried.body[tried.at], tried.trial, ir.Return(ir.Get(tried.ok))]


def _needed(tried: _Tried) -> list[ir.Var]:
    """The variables whose values a trial needs."""
    stmts = _whole(tried)
    live = liveness.Liveness(copies.variables(stmts), {})
    return list(live.members(live.before(stmts, 0)))


def _test(tried: _Tried) -> tuple[ir.Routine, list[ir.Var]]:
    """The function, and the variables that are its arguments."""
    stmts, given = _whole(tried), _needed(tried)
    own = {var: ir.Var(var.name, var.type, var.size) for var in copies.variables(stmts)}
    done = [stmt.routine.name for stmt in tried.trial.body if isinstance(stmt, ir.Do)]
    name = f"after_{done[0]}" if len(done) == 1 else "after"
    params = tuple(own[var] for var in given)
    return ir.Routine(name, params, ir.INT, copies.body(stmts, own), span=tried.span), given


def _content(test: ir.Routine) -> object:
    """What a function does, whatever its name and those of its variables, with all places in the rules."""
    numbered = {
        var: ir.Var(f"v{number}", var.type, var.size)
        for number, var in enumerate(dict.fromkeys((*test.params, *copies.variables(test.body))))
    }
    body = copies.body(test.body, numbered)
    model = ir.Routine("", tuple(numbered[param] for param in test.params), test.result, body)
    exprs = [expr for stmt in walk.statements(body) for expr in walk.within(walk.expressions(stmt))]
    spans = tuple(expr.span for expr in exprs if isinstance(expr, ir.Unary | ir.Binary))
    checks = tuple(stmt.check for stmt in walk.statements(body) if isinstance(stmt, ir.Set | ir.Store))
    return print_routine(model), tuple(walk.calls(model)), spans, checks


def _name(wanted: str, taken: set[str]) -> str:
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name
