"""Measures: numbers that simulations collect. Their names are bound, so that a rule that reads one is told not to."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_forms as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import wording
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.names import declare
from rulewright.semantics.scope import Context, Env, MeasureName, Scope
from rulewright.semantics.symbols import MeasureDecl
from rulewright.semantics.typed import Local
from rulewright.semantics.types import PLAYER, BoolType, IntType
from rulewright.source import did_you_mean
from rulewright.syntax import ast

MOMENTS = ("turn_end", "round_end", "end")


def declare_measures(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Bind the names of measures."""
    for item in declarations:
        if isinstance(item, ast.Measure):
            declare(env, item.name, MeasureName(item.name.text))


def type_measure(env: Env, item: ast.Measure) -> None:
    """Add a measure to the game."""
    moment = _moment(env, item)
    player = None
    scope = Scope(env, Context("a measure"))
    if item.each is not None:
        over = item.each.over
        if not (isinstance(over, ast.Word) and over.name == "player"):
            env.findings.add(
                codes.MEASURE,
                "a measure is one number, or one of each player",
                over.span,
                hint=f"write `measure {item.name.text} of each player = …`, or leave `of each` away",
            )
            return
        player = scope.names["player"] = Local("player", PLAYER, over.span)
    value = ex.infer(item.value, scope)
    if is_poison(value.type) or moment is None:
        return
    if not isinstance(value.type, IntType | BoolType):
        env.findings.add(
            codes.MEASURE,
            f"a measure is a number or true or false, and this is {wording.a(value.type)}",
            item.value.span,
            hint=f"how many they are: count({item.value.span.text})" if hasattr(value.type, "of") else "",
        )
        return
    env.game.measures.append(MeasureDecl(item.name.text, player, value, moment, item.name.span))


def _moment(env: Env, item: ast.Measure) -> str | None:
    """When it is measured; None after an error."""
    if item.at is None:
        return "end"
    if item.at.text in MOMENTS:
        return item.at.text
    near = did_you_mean(item.at.text, MOMENTS)
    env.findings.add(
        codes.MEASURE,
        f"nothing is measured at {item.at.text}",
        item.at.span,
        hint=f"did you mean {near}?" if near else f"it is one of {wording.listing(MOMENTS, 'or')}",
    )
    return None
