"""Declarations that have no meaning yet: one E900 each, and their names are silent afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics.declare_game import heading
from rulewright.semantics.names import broken
from rulewright.semantics.not_yet import E_NOT_YET, NOT_YET
from rulewright.semantics.scope import Env
from rulewright.source import Span
from rulewright.syntax import ast


def not_yet(env: Env, feature: str, what: str, span: Span) -> None:
    """Report a construct of `NOT_YET[feature]`; `what` is the construct as the message shows it."""
    assert feature in NOT_YET
    env.findings.add(E_NOT_YET, f"{what} cannot be played yet", span, hint="this version of Rulewright only reads it")


def refuse_later_constructs(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Answer zones."""
    for item in declarations:
        match item:
            case ast.Zone():
                not_yet(env, "zones", "`zone`", heading(item.span))
                broken(env, item.name.text, item.name.span)
            case _:
                pass
