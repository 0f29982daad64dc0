"""Which of the known slips explains a broken line."""

from __future__ import annotations

from typing import cast

from lark import Token

from rulewright.source import Findings, Source
from rulewright.syntax.codes_signs import TOO_DEEP
from rulewright.syntax.layout import MAX_NESTING
from rulewright.syntax.look import Look, Slip
from rulewright.syntax.slips_signs import SIGN_SLIPS
from rulewright.syntax.slips_words import WORD_SLIPS


def known_slip(look: Look) -> Slip | None:
    """The first slip whose mending makes the line readable; else the first that is certain; else None."""
    certain: Slip | None = None
    for find in (*SIGN_SLIPS, *WORD_SLIPS):
        slip = find(look)
        if slip is None:
            continue
        mended = look.edited(slip.edits)
        if slip.edits and mended.readable and not mended.unknown_kind:
            return slip
        if slip.certain and certain is None:
            certain = slip
    return certain


def report_deep(findings: Findings, source: Source, token: Token) -> None:
    """Report the token at which an expression nests past the limits."""
    findings.add(
        TOO_DEEP,
        f"this expression is nested more than {MAX_NESTING} deep, or joins too many parts",
        source.span(cast(int, token.start_pos), cast(int, token.end_pos)),
        label="too deep here",
        hint="give parts of it names with `let` or `define`",
    )
