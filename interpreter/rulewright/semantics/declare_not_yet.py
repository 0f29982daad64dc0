"""Constructs that have no meaning yet: one E900 each."""

from __future__ import annotations

from rulewright.semantics.not_yet import E_NOT_YET, NOT_YET
from rulewright.semantics.scope import Env
from rulewright.source import Span


def not_yet(env: Env, feature: str, what: str, span: Span) -> None:
    """Report a construct of `NOT_YET[feature]`; `what` is the construct as the message shows it."""
    assert feature in NOT_YET
    env.findings.add(E_NOT_YET, f"{what} cannot be played yet", span, hint="this version of Rulewright only reads it")
