"""Passes that make a program faster and leave what it does as it is. Both engines run what they make.

Each is a module that says in its docstring what it turns into what.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import ir
from rulewright.program.passes import (
    aligned,
    asked,
    barred,
    bulk,
    certain,
    decided,
    endings,
    fills,
    filters,
    floods,
    folding,
    holding,
    lines,
    orders,
    parted,
    prefixes,
    questions,
    rays,
    rejection,
    remembered,
    repeats,
    seats,
    shifted,
    steps,
    tabled,
    tested,
    trials,
    tried,
    unions,
    unrolling,
    unset,
    unswitching,
)


def optimise(program: ir.Program) -> Callable[[ir.Routine], None]:
    """Rewrite the routines of a program in place, before it is finished. Gives what routines must go through that are
    made later, and may change states."""
    tried.rewrite(program)
    folding.rewrite(program)
    holding.rewrite(program)
    shifted.rewrite(program)
    questions.rewrite(program)
    asked.rewrite(program)
    prefixes.rewrite(program)
    barred.rewrite(program)
    rejection.rewrite(program)
    unswitching.rewrite(program)
    repeats.rewrite(program)
    endings.rewrite(program)
    shorter = tested.rewrite(program)
    lines.rewrite(program)
    fills.rewrite(program)
    filters.rewrite(program)
    orders.rewrite(program)
    unrolling.rewrite(program)
    decided.rewrite(program)
    rays.rewrite(program)
    aligned.rewrite(program)
    floods.rewrite(program)
    bulk.rewrite(program)
    certain.rewrite(program)
    seats.rewrite(program)
    steps.rewrite(program)
    tabled.rewrite(program)
    trials.rewrite(program)
    parted.rewrite(program)
    remembered.rewrite(program)
    unions.rewrite(program)
    unset.rewrite(program)
    return lambda routine: tested.settle(shorter, [routine])
