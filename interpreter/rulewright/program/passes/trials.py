"""What is tried out does no more than its test can see.

Before:

    on a copy:
        Move(m, there)
    then:
        if ok and in_check(mover):
            ok = 0

After, where `in_check` reads `owned`, `of_kind`, `filled` and the tables:

    on a copy of owned, of_kind, filled:
        m2 = m
        filled -= {m2}
        filled += {there}
        of_kind[kind[m2]] -= {m2}
        ...
    then:
        if ok and in_check(mover):
            ok = 0

The calls in a trial are written out. Then, from its end backwards, what is stored where nobody looks any more is left
out, unless it may fail; references that move are followed in the locals that are still needed and nowhere else, if
neither cells nor the queue are asked for references afterwards. What remains says which cells the trial changes: no
others need be copied (`Trial.cells`, which `finish.py` fills).
"""

from __future__ import annotations

from collections import Counter

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import forwarding, settled
from rulewright.program.passes.inlining import expanded
from rulewright.program.passes.slicing import Reads, Slicing

_LEFT = ir.Return | ir.Yield | ir.YieldSubsets | ir.YieldBags | ir.Decide | ir.Draw | ir.Compound | ir.Together


def rewrite(program: ir.Program) -> None:
    """Lighten the trials of all functions and generators."""
    _for_constants(program)
    reads = Reads()
    for routine in program.routines:
        if routine.sort in ("function", "generator"):
            for stmt in list(walk.statements(routine.body)):
                if isinstance(stmt, ir.Trial):
                    _lighten(stmt, routine, reads)


def _for_constants(program: ir.Program) -> None:
    """Tests that get constants are written down for these."""
    made: dict[tuple[ir.Routine, tuple[int | None, ...]], ir.Routine] = {}
    tests = {one for one in program.routines if any(isinstance(stmt, ir.Trial) for stmt in one.body)}

    def change(expr: ir.Expr) -> ir.Expr | None:
        match expr:
            case ir.Invoke(routine=test, args=args) if test in tests:
                numbers = tuple(arg.value if isinstance(arg, ir.Num) else None for arg in args)
                if all(number is None for number in numbers) or _assigns(test):
                    return None
                if (test, numbers) not in made:
                    made[test, numbers] = _with_numbers(test, numbers)
                rest = tuple(arg for arg, number in zip(args, numbers, strict=True) if number is None)
                return ir.Invoke(made[test, numbers], rest)
            case _:
                return None

    for routine in program.routines:
        rewriting.rewrite(routine.body, change)
    for (test, _), new in made.items():
        program.routines.insert(program.routines.index(test) + 1, new)
    for decision in program.decisions:
        decision.holds = tuple(test and _whichever(test, made, program) for test in decision.holds)


def _whichever(
    test: ir.Routine, made: dict[tuple[ir.Routine, tuple[int | None, ...]], ir.Routine], program: ir.Program
) -> ir.Routine:
    """A function that asks what is written down for the numbers that it gets, if that is."""
    params = tuple(ir.Var(param.name, param.type) for param in test.params)
    body: list[ir.Stmt] = []
    for (other, numbers), new in made.items():
        if other is test:
            given = zip(params, numbers, strict=True)
            same = [ir.Binary("eq", ir.Get(param), ir.Num(number)) for param, number in given if number is not None]
            rest = tuple(ir.Get(param) for param, number in zip(params, numbers, strict=True) if number is None)
            body.append(ir.If(_all(same), [ir.Return(ir.Invoke(new, rest))]))
    if not body:
        return test
    body.append(ir.Return(ir.Invoke(test, tuple(map(ir.Get, params)))))
    chosen = ir.Routine(f"{test.name}_whichever", params, ir.INT, body, span=test.span)
    program.routines.insert(program.routines.index(test) + 1, chosen)
    return chosen


def _all(conditions: list[ir.Binary]) -> ir.Binary:
    first, *rest = conditions
    for one in rest:
        first = ir.Binary("and", first, one)
    return first


def _with_numbers(test: ir.Routine, numbers: tuple[int | None, ...]) -> ir.Routine:
    told = "_".join("none" if number == -1 else str(number) for number in numbers if number is not None)
    new = copies.routine(test, f"{test.name}_{told}")
    given = {param: number for param, number in zip(new.params, numbers, strict=True) if number is not None}
    new.params = tuple(param for param in new.params if param not in given)
    settled.settle(new.body, lambda e: ir.Num(given[e.var]) if isinstance(e, ir.Get) and e.var in given else None)
    return new


def _assigns(test: ir.Routine) -> bool:
    """Whether a function gives its parameters other values."""
    return any(var in test.params for stmt in walk.statements(test.body) for var in walk.assigned(stmt))


def _lighten(trial: ir.Trial, routine: ir.Routine, reads: Reads) -> None:
    inside = list(walk.statements([*trial.body, *trial.then]))
    if any(isinstance(stmt, _LEFT | ir.Trial) for stmt in inside):
        return
    body, then = expanded(trial.body, (routine,)), expanded(trial.then, (routine,))
    old = {*copies.variables([trial]), *routine.params}
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    # a reference that the trial does not assign is after it what it was before
    own = {
        var: ir.Var(var.name, var.type)
        for var in copies.variables([*body, *then])
        if var in old and var not in given and var.type.follows and not var.size
    }
    moved = any(isinstance(stmt, ir.Rename) for stmt in walk.statements([*body, *then]))
    if moved:
        body = [*(ir.Set(new, ir.Get(var)) for var, new in own.items()), *copies.body(body, own)]
        then = copies.body(then, own)
    trial.body[:], trial.then[:] = body, then
    _slice(trial, old, given, reads)
    forwarding.shorten(trial, _steady(trial, old, given))
    _slice(trial, old, given, reads)


def _slice(trial: ir.Trial, old: set[ir.Var], given: set[ir.Var], reads: Reads) -> None:
    order = {var: at for at, var in enumerate(copies.variables([*trial.body, *trial.then]))}
    slicing = Slicing(reads, order, old, given)
    then, slicing.over = slicing.before(trial.then, slicing.needed)
    body, _ = slicing.before(trial.body, slicing.over)
    trial.body[:], trial.then[:] = body, then


def _steady(trial: ir.Trial, old: set[ir.Var], given: set[ir.Var]) -> set[ir.Var]:
    """The locals that have one value in a trial, once they have any."""
    inside = list(walk.statements([*trial.body, *trial.then]))
    sets = Counter(var for stmt in inside for var in walk.assigned(stmt))
    moves = any(isinstance(stmt, ir.Rename | ir.Do) for stmt in inside)
    return {
        var
        for var in copies.variables(inside)
        if not var.size and not (moves and var.type.follows) and (var not in given if var in old else sets[var] == 1)
    }
