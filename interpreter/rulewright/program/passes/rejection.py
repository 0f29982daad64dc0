"""Moves that are tried out one by one can be drawn before they are tried.

Before:

    generator moves()
        for m in owned[mover]:
            for there in goals(m):
                if after_Move(m, there):
                    yield 0(m, there)

Beside it, for whoever wants a move at random and no list:

    generator moves_untried()
        for m in owned[mover]:
            for there in goals(m):
                yield 0(m, there)

    moves of alternative 0 for which after_Move(m, there) holds

Candidates are drawn until one holds, each at most once: every move is then as likely as the others. What the test gets
must be arguments of the decision and parts of the move's key, so that the test of a candidate is that of all with its
key, of which the first stands. A decision with ranks needs its list, and so does one that may be declined, since that
is no move where nothing else is. A test is a function with a trial: see `tried.py`.
"""

from __future__ import annotations

from rulewright.program import copies, ir, walk
from rulewright.program.typeof import type_of


def rewrite(program: ir.Program) -> None:
    """Give decisions their `candidates` and `holds` where they have some."""
    for decision in program.decisions:
        _divide(decision, program)


def _divide(decision: ir.Decision, program: ir.Program) -> None:
    generator = decision.generator
    yields = [stmt for stmt in walk.statements(generator.body) if isinstance(stmt, ir.Yield | ir.YieldBags)]
    if decision.optional or any(isinstance(one, ir.YieldBags) or one.rank or one.weight is not None for one in yields):
        return
    alternatives = [one.alternative for one in yields if isinstance(one, ir.Yield)]
    candidates = copies.routine(generator, f"{generator.name}_untried")
    tests: dict[int, ir.Routine] = {}
    inner = [body for stmt in walk.statements(candidates.body) for body in walk.bodies(stmt)]
    for body in [candidates.body, *inner]:
        for at, stmt in enumerate(body):
            match stmt:
                case ir.If(condition=ir.Invoke(routine=test, args=args), then=[ir.Yield() as move], otherwise=[]):
                    if _tries(test) and alternatives.count(move.alternative) == 1:
                        holds = _holds(test, args, move, candidates, program)
                        if holds is not None:
                            tests[move.alternative] = holds
                            body[at] = move
                case _:
                    pass
    if tests:
        decision.candidates = candidates
        decision.holds = tuple(tests.get(number) for number in range(len(decision.alternatives)))
        program.routines.insert(program.routines.index(generator) + 1, candidates)


def _tries(test: ir.Routine) -> bool:
    return any(isinstance(stmt, ir.Trial) for stmt in walk.statements(test.body))


def _holds(
    test: ir.Routine, args: tuple[ir.Expr, ...], move: ir.Yield, generator: ir.Routine, program: ir.Program
) -> ir.Routine | None:
    """The test as a function of the decision's arguments and the parts of the key; None if it needs something else."""
    given = [*(ir.Get(param) for param in generator.params), *move.key]
    names = [part.var if isinstance(part, ir.Get) and part.index is None else None for part in given]
    wanted = [arg.var if isinstance(arg, ir.Get) and arg.index is None else None for arg in args]
    if None in wanted or any(var not in names for var in wanted):
        return None
    if wanted == names:
        return test
    params = tuple(
        ir.Var("part" if var is None else var.name, type_of(part)) for var, part in zip(names, given, strict=True)
    )
    asked = ir.Invoke(test, tuple(ir.Get(params[names.index(var)]) for var in wanted))
    made = ir.Routine(f"{test.name}_of", params, ir.INT, [ir.Return(asked)], span=test.span)
    program.routines.insert(program.routines.index(test) + 1, made)
    return made
