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

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.source import Diagnostic, Findings, Severity, Source, Span, register

UNUSED_ALLOWANCE = register("W107", "unused-allowance", __doc__)

_PIECES = re.compile(r'"""(?:.|\n)*?"""|"[^"\n]*"|#[^\n]*')
_ALLOW = re.compile(r"#\s*allow\s+(?P<codes>[A-Z]\d{3}(?:\s*,\s*[A-Z]\d{3})*)\s*(?P<reason>:\s*\S)?")


@dataclass(frozen=True, slots=True)
class Allowance:
    """One code of one comment; it counts for one line of `span.source`."""

    code: str
    span: Span
    line: int
    reasoned: bool


def allowances(source: Source) -> Iterator[Allowance]:
    """The `# allow` comments of a file: those on a line of their own count for the next line that is no comment."""
    for piece in _PIECES.finditer(source.text):
        found = _ALLOW.match(piece.group()) if piece.group().startswith("#") else None
        if found is None:
            continue
        line, column = source.position(piece.start())
        if source.line(line)[: column - 1].strip() == "":
            line += 1
            while source.line(line).strip().startswith("#"):
                line += 1
        for code in re.finditer(r"[A-Z]\d{3}", found.group("codes")):
            at = piece.start() + found.start("codes") + code.start()
            yield Allowance(code.group(), source.span(at, at + 4), line, found.group("reason") is not None)


def silence(findings: Findings, sources: Sequence[Source]) -> None:
    """Take the findings away that are allowed where they stand, and add a warning for each allowance not needed."""
    for source in sources:
        for allowance in allowances(source):
            if not allowance.reasoned:
                findings.add(
                    UNUSED_ALLOWANCE,
                    "an allowance needs a reason",
                    allowance.span,
                    hint=f"write `# allow {allowance.code}: why`",
                )
                continue
            silenced = [found for found in findings if _silences(allowance, found)]
            findings.items[:] = [found for found in findings if found not in silenced]
            if not silenced:
                findings.add(
                    UNUSED_ALLOWANCE,
                    f"there is no {allowance.code} here to allow",
                    allowance.span,
                    hint="errors cannot be allowed" if allowance.code.startswith("E") else "take the comment away",
                )


def _silences(allowance: Allowance, found: Diagnostic) -> bool:
    return (
        found.code == allowance.code
        and found.severity is not Severity.ERROR
        and found.span.source is allowance.span.source
        and found.span.line == allowance.line
    )
