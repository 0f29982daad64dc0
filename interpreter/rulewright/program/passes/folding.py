"""What a function gives for constants is computed beforehand.

Before:

    for site in elements(rows(range(1, 2))):
        place(0, 0, site)

After:

    for site in elements({0..11}):
        place(0, 0, site)

Functions that ask anything of the state stay, and those that would fail. Routines that nothing calls any more go.
"""

from __future__ import annotations

from rulewright.program import constants, ir, rewriting, walk
from rulewright.program.typeof import family


def rewrite(program: ir.Program) -> None:
    """Fold the calls in all routines."""
    roots = uncalled(program)
    folded = {called for routine in program.routines for called in _fold(routine)}
    if folded:
        reached = set(walk.reachable(roots))
        program.routines = [one for one in program.routines if one in reached]


def uncalled(program: ir.Program) -> list[ir.Routine]:
    """Where running can start: routines that no other calls, and those that the program itself names."""
    called = {other for routine in program.routines for other in walk.calls(routine)}
    roots = [routine for routine in program.routines if routine not in called]
    roots += [program.main, *program.views.values(), *(measure.routine for measure in program.measures)]
    return roots + [routine for decision in program.decisions for routine in walk.decision_routines(decision)]


def _fold(routine: ir.Routine) -> set[ir.Routine]:
    """The functions of which a call was replaced."""
    folded = set()

    def change(expr: ir.Expr) -> ir.Expr | None:
        match expr:
            case ir.Invoke(routine=called, args=args) if all(constants.known(arg) is not None for arg in args):
                found = constants.known(expr)
                kind = called.result
                if kind is None or found is None or isinstance(found, tuple):
                    return None
                folded.add(called)
                return ir.Mask(found, kind.width) if family(kind) == "set" else ir.Num(found)
            case _:
                return None

    rewriting.rewrite(routine.body, change)
    return folded
