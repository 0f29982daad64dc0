"""Scenarios as routines of the program they test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import lower
from rulewright.program.scenario import CompiledMove, CompiledScenario, CompiledStep
from rulewright.program.statements import lower_block
from rulewright.semantics import typed

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


def lower_scenarios(c: Compiler) -> list[CompiledScenario]:
    """All scenarios of the game that were checked with the options in force; the others come without steps."""
    return [
        CompiledScenario(
            scenario.title, scenario.span, scenario.covers, scenario.options, tuple(_step(c, s) for s in scenario.steps)
        )
        for scenario in c.game.scenarios
    ]


def _step(c: Compiler, step: typed.ScenarioStep) -> CompiledStep:
    routine: ir.Routine | None = None
    match step.what:
        case "given":
            assert step.block is not None
            routine = lower_given(c, step.block)
        case "do":
            assert step.block is not None
            routine = _block(c, "do", step.block, Level.FLOW)
        case "expect":
            assert step.condition is not None
            routine = _value(c, step.condition)
        case _:
            pass
    seat = -1
    if isinstance(step.player, typed.Constant) and isinstance(step.player.value, int):
        seat = step.player.value
    return CompiledStep(
        step.what,
        step.span,
        routine,
        tuple((_value(c, e), c.shown(e.type)) for e in step.values),
        _move(c, step.move) if step.move is not None else None,
        step.because,
        seat,
        step.verb,
    )


def lower_given(c: Compiler, block: typed.Block) -> ir.Routine:
    """A function that replaces the set-up; nothing reacts to what it does."""
    return _block(c, "given", block, Level.SILENT)


def _block(c: Compiler, name: str, block: typed.Block, level: Level) -> ir.Routine:
    b = Builder(c, c.fresh(name), level, sort="flow", in_turn=level is Level.FLOW)
    if level is Level.SILENT:
        c.set_initial_values(b)
    lower_block(b, block)
    return b.done()


def _value(c: Compiler, e: typed.Expr) -> ir.Routine:
    h = c.function("value")
    h.add(ir.Return(lower(h, e)))
    return h.done(c.layout.type(e.type))


def _move(c: Compiler, move: typed.PlayedMove) -> CompiledMove:
    picks = tuple((name, _value(c, e), c.shown(e.type)) for name, e in move.picks)
    return CompiledMove(move.text, move.action, picks, move.span)
