"""Short ways to check rules in tests. Rules without `turn:` get one that does nothing, without `players` two, without
`end` one after 999 turns."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.semantics import Game, check_text
from rulewright.source import Diagnostic, Severity


def completed(rules: str) -> str:
    lines = rules.splitlines()
    if not any(line.startswith("players") for line in lines):
        rules = rules + "players White, Black\n"
    if not any(line.startswith(("turn", "flow")) for line in lines):
        rules += "turn:\n    nothing\n"
    if not any(line.startswith(("end", "flow")) for line in lines):
        rules += "end:\n    tie when turn_number > 999\n"
    return rules


def diagnostics(
    rules: str, options: Mapping[str, str] | None = None, preset: str | None = None, *, warnings: bool = False
) -> list[Diagnostic]:
    """The errors of the rules, by place; with `warnings` everything else."""
    _, findings = check_text(completed(rules), options=options, preset=preset)
    return [found for found in findings.sorted() if (found.severity is not Severity.ERROR) == warnings]


def errors(rules: str, options: Mapping[str, str] | None = None, preset: str | None = None) -> list[tuple[str, str]]:
    """Code and the words under the caret of each error."""
    return [(found.code, found.span.text) for found in diagnostics(rules, options, preset)]


def warnings(rules: str) -> list[tuple[str, str]]:
    """Code and the words under the caret of everything that is no error."""
    return [(found.code, found.span.text) for found in diagnostics(rules, warnings=True)]


def game(rules: str, options: Mapping[str, str] | None = None, preset: str | None = None) -> Game:
    """The game of rules that have no errors."""
    checked, findings = check_text(completed(rules), options=options, preset=preset)
    assert checked is not None, "\n".join(map(str, findings.errors))
    return checked
