"""Compiled scenarios: what the compiler hands to the runner of scenarios, beside the program they belong to.

The routines read and change the cells of that very program. All values that a scenario names are functions without
parameters, since some (`site(23, 21)`, `any(Pawn).at`) are known only on a state.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program.ir import Routine, Shown
from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class CompiledMove:
    """A move by its notation (`text`), or by the name of its action and some of its picks: name, value, how to show it.

    A component may be named by a site or a kind, a step by a site; the value's Shown tells which it is.
    """

    text: str | None
    action: str | None
    picks: tuple[tuple[str, Routine, Shown], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CompiledStep:
    """One line of a scenario.

    `what`: given (`routine` a function that replaces the set-up), do (`routine` a flow), roll (`values`: the faces),
    play, illegal, legal (`move`, `because`), decline, expect (`routine` a function that gives 0 or 1), outcome
    (`verb` wins, loses or tie; `seat` -1 for everyone).
    """

    what: str
    span: Span
    routine: Routine | None = None
    values: tuple[tuple[Routine, Shown], ...] = ()
    move: CompiledMove | None = None
    because: str | None = None
    seat: int = -1
    verb: str = ""


@dataclass(frozen=True, slots=True)
class CompiledScenario:
    """`options` are the texts of `with`; a scenario that was checked with other options has no steps."""

    title: str
    span: Span
    covers: tuple[str, ...]
    options: dict[str, str]
    steps: tuple[CompiledStep, ...]
