"""Passes that make a program faster and leave what it does as it is. Both engines run what they make.

Each is a module that says in its docstring what it turns into what.
"""

from __future__ import annotations

from rulewright.program import ir
from rulewright.program.passes import (
    endings,
    fills,
    filters,
    folding,
    lines,
    prefixes,
    rays,
    rejection,
    repeats,
    seats,
    steps,
    trials,
    unrolling,
)


def optimise(program: ir.Program) -> None:
    """Rewrite the routines of a program in place, before it is finished."""
    folding.rewrite(program)
    prefixes.rewrite(program)
    rejection.rewrite(program)
    repeats.rewrite(program)
    endings.rewrite(program)
    lines.rewrite(program)
    fills.rewrite(program)
    filters.rewrite(program)
    unrolling.rewrite(program)
    rays.rewrite(program)
    seats.rewrite(program)
    steps.rewrite(program)
    trials.rewrite(program)
