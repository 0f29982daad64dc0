"""
`# allow W101: reason` on a line, or on the line above it, silences that warning there. One that silences nothing is
left over from a warning that is gone; take it away. Errors cannot be silenced.

```rules wrong
players White, Black
# allow W101: for later
turn:
    nothing
```

```rules right
players White, Black
board square 4 by 4
# allow W101: for later
region goal = rows(4)
turn:
    nothing
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.source import Diagnostic, Findings, Severity, Source, register
from rulewright.syntax import Allowance, allowances

UNUSED_ALLOWANCE = register("W107", "unused-allowance", __doc__)


def silence(findings: Findings, sources: Sequence[Source]) -> None:
    """Take the findings away that are allowed where they stand, and add a warning for each allowance not needed."""
    for source in sources:
        for allowance in allowances(source):
            if not allowance.reason:
                findings.add(
                    UNUSED_ALLOWANCE,
                    "an allowance needs a reason",
                    allowance.span,
                    hint=f"write `# allow {allowance.code}: why`",
                )
                continue
            line = _line(allowance)
            silenced = [found for found in findings if _is(found, allowance, line)]
            findings.items[:] = [found for found in findings if found not in silenced]
            if not silenced:
                findings.add(
                    UNUSED_ALLOWANCE,
                    f"there is no {allowance.code} here to allow",
                    allowance.span,
                    hint="errors cannot be allowed" if allowance.code.startswith("E") else "take the comment away",
                )


def _line(allowance: Allowance) -> int:
    """The line that an allowance is for: its own, or if it stands alone the next one that is no comment."""
    source, line = allowance.span.source, allowance.line
    if source.line(line)[: allowance.span.column - 1].strip() == "":
        while source.line(line).strip().startswith("#"):
            line += 1
    return line


def _is(found: Diagnostic, allowance: Allowance, line: int) -> bool:
    return (
        found.code == allowance.code
        and found.severity is not Severity.ERROR
        and found.span.source is allowance.span.source
        and found.span.line == line
    )
