"""The last line of a report: how many findings of which kind."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.source.diagnostic import Diagnostic, Severity

_WORDS = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.RULEBOOK: ("rulebook finding", "rulebook findings"),
    Severity.STYLE: ("style finding", "style findings"),
}


def summary(findings: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`; `no findings` when there is nothing."""
    severities = [found.severity for found in findings]
    counts = ((severities.count(severity), words) for severity, words in _WORDS.items())
    parts = [f"{count} {words[count != 1]}" for count, words in counts if count]
    return ", ".join(parts) or "no findings"
