"""Moves that are tried out one by one can be drawn before they are tried.

Before:

    generator moves()
        for m in owned[mover]:
            for there in goals(m):
                ok = 1
                on a copy:
                    Move(m, there)
                then:
                    if ok and in_check(mover):
                        ok = 0
                if ok:
                    yield 0(m, there)

Beside it, for whoever wants a move at random and no list:

    generator moves_untried()
        for m in owned[mover]:
            for there in goals(m):
                yield 0(m, there)

    function holds_Move(m, there) -> int
        ok = 1
        on a copy:
            Move(m, there)
        then:
            if ok and in_check(mover):
                ok = 0
        return ok

Candidates are drawn until one holds, each at most once: every move is then as likely as the others. What the test reads
must be the arguments of the decision and parts of the move's key, so that the test of a candidate is that of all with
its key, of which the first stands. A decision with ranks needs its list, and so does one that may be declined, since
that is no move where nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program import copies, ir, liveness, walk
from rulewright.program.typeof import type_of


def rewrite(program: ir.Program) -> None:
    """Give decisions their `candidates` and `holds` where they have some."""
    for decision in program.decisions:
        _divide(decision, program)


@dataclass(frozen=True, slots=True)
class _Tried:
    """The statements from `at` of a body: `ok` becomes 1, the trial, the yield if `ok`."""

    body: list[ir.Stmt]
    at: int
    ok: ir.Var
    trial: ir.Trial
    yields: ir.Yield


def _divide(decision: ir.Decision, program: ir.Program) -> None:
    generator = decision.generator
    stmts = list(walk.statements(generator.body))
    if decision.optional or not any(isinstance(stmt, ir.Trial) for stmt in stmts):
        return
    yields = [stmt for stmt in stmts if isinstance(stmt, ir.Yield | ir.YieldBags)]
    if any(isinstance(one, ir.YieldBags) or one.rank or one.weight is not None for one in yields):
        return
    alone = [one for one in yields if isinstance(one, ir.Yield)]
    alternatives = [one.alternative for one in alone]
    taken = {routine.name for routine in program.routines}
    own = copies.fresh(generator)
    candidates = ir.Routine(
        _name(f"{generator.name}_untried", taken),
        tuple(own[param] for param in generator.params),
        None,
        copies.body(generator.body, own),
        about=generator.about,
        sort="generator",
        span=generator.span,
    )
    holds: list[ir.Routine | None] = [None] * len(decision.alternatives)
    for tried in _all_tried(candidates):
        alternative = tried.yields.alternative
        if alternatives.count(alternative) == 1:
            action = decision.alternatives[alternative].action or decision.name
            holds[alternative] = _test(tried, candidates, _name(f"holds_{action}", taken))
            tried.body[tried.at : tried.at + 3] = [tried.yields]
    if any(holds):
        decision.candidates, decision.holds = candidates, tuple(holds)
        at = program.routines.index(generator) + 1
        program.routines[at:at] = [candidates, *(test for test in holds if test is not None)]


def _name(wanted: str, taken: set[str]) -> str:
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name


def _all_tried(generator: ir.Routine) -> list[_Tried]:
    found = []
    inner = [body for stmt in walk.statements(generator.body) for body in walk.bodies(stmt)]
    for body in [generator.body, *inner]:
        for at in range(len(body) - 2):
            match body[at : at + 3]:
                case [
                    ir.Set(var=ok, value=ir.Num(value=1), index=None),
                    ir.Trial() as trial,
                    ir.If(condition=ir.Get(var=asked, index=None), then=[ir.Yield() as yields], otherwise=[]),
                ] if asked is ok:
                    tried = _Tried(body, at, ok, trial, yields)
                    if _closed(tried, generator):
                        found.append(tried)
    return found


def _closed(tried: _Tried, generator: ir.Routine) -> bool:
    """Whether a test depends on nothing but arguments of the decision and parts of the key, and gives nothing else."""
    if any(isinstance(stmt, ir.Return | ir.Break) for stmt in walk.statements([tried.trial])):
        return False
    given = {var for stmt in walk.statements([tried.trial]) for var in walk.assigned(stmt)}
    if not _read(tried) <= {*generator.params, *_plain(tried.yields)}:
        return False
    outside = [stmt for stmt in walk.statements(generator.body) if stmt is not tried.trial]
    within = set(map(id, walk.statements([*tried.trial.body, *tried.trial.then])))
    first, asked = tried.body[tried.at], tried.body[tried.at + 2]
    elsewhere = {
        var
        for stmt in outside
        if id(stmt) not in within and stmt is not first and stmt is not asked
        for var in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt)))
    }
    return elsewhere.isdisjoint(given | {tried.ok})


def _read(tried: _Tried) -> set[ir.Var]:
    """The variables whose values a test needs."""
    test = [tried.body[tried.at], tried.trial, ir.Return(ir.Get(tried.ok))]
    live = liveness.Liveness(copies.variables(test), {})
    return set(live.members(live.before(test, 0)))


def _plain(yields: ir.Yield) -> list[ir.Var]:
    """The variables that are themselves parts of a key."""
    return [part.var for part in yields.key if isinstance(part, ir.Get) and part.index is None]


def _test(tried: _Tried, generator: ir.Routine, name: str) -> ir.Routine:
    """The test as a function of the decision's arguments and the parts of the key."""
    params: list[ir.Var] = [*generator.params]
    for part in tried.yields.key:
        plain = isinstance(part, ir.Get) and part.index is None and part.var not in params
        params.append(part.var if plain and isinstance(part, ir.Get) else ir.Var("other", type_of(part)))
    stmts = [tried.body[tried.at], tried.trial, ir.Return(ir.Get(tried.ok))]
    own = {var: ir.Var(var.name, var.type, var.size) for var in (*params, *copies.variables(stmts))}
    made = copies.body(stmts, own)
    return ir.Routine(name, tuple(own[param] for param in params), ir.INT, made, span=generator.span)
