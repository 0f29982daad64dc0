"""Typing the texts of `say` and `then`: literal pieces, and expressions in braces."""

from __future__ import annotations

from rulewright.semantics import codes_rules as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Scope
from rulewright.semantics.types import ListType, SetType
from rulewright.source import Span
from rulewright.syntax import parse_template


def type_template(span: Span, scope: Scope) -> typed.Template:
    """The typed template of one of the texts of a `say` line; `span` is the text without its quotation marks."""
    pieces, errors = parse_template(span)
    scope.env.findings.extend(errors)
    parts: list[str | typed.Expr] = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(piece)
            continue
        found = ex.infer(piece, scope)
        if isinstance(found.type, SetType | ListType) and not is_poison(found.type):
            ex.error(
                scope,
                codes.TEMPLATE,
                f"a notation cannot show {wording.a(found.type)}",
                piece.span,
                hint="show single things: numbers, sites, components, kinds, players",
            )
        elif not is_poison(found.type):
            parts.append(found)
    return typed.Template(tuple(parts))
