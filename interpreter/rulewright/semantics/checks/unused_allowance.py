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

from rulewright.source import Diagnostic, Findings, Severity, Source, did_you_mean, register
from rulewright.source.registry import checks
from rulewright.syntax import Allowance, allowances

UNUSED_ALLOWANCE = register("W107", "unused-allowance", __doc__)
UNKNOWN_ALLOWANCE = register(
    "W112",
    "unknown-allowance",
    """
`# allow W101: reason` names the code of a finding: a letter and three digits, as they stand in brackets in the report.
There is none of this code.

```rules wrong
players White, Black
board square 4 by 4
# allow W1001: for later
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
""",
)


def silence(findings: Findings, sources: Sequence[Source], *, report: bool) -> None:
    """Take the findings away that are allowed where they stand; with `report`, add a warning for each allowance that
    is not needed, or not written as it should be. Those warnings can be allowed too, so they come first."""
    written = [allowance for source in sources for allowance in allowances(source)]
    about_allowances = (UNUSED_ALLOWANCE, UNKNOWN_ALLOWANCE)
    for second in (False, True):
        for allowance in written:
            if (allowance.code in about_allowances) == second and not _silences(findings, allowance) and report:
                _report(findings, allowance)


def _silences(findings: Findings, allowance: Allowance) -> bool:
    """Whether there was something to take away, and a reason to."""
    lines = _lines(allowance)
    silenced = [found for found in findings if _is(found, allowance, lines)] if allowance.reason else []
    findings.items[:] = [found for found in findings if found not in silenced]
    return bool(silenced)


def _report(findings: Findings, allowance: Allowance) -> None:
    known = {check.code: check for check in checks()}
    names = {check.name: check.code for check in checks()}
    code = allowance.code
    if code not in known:
        near = names.get(code.lower()) or did_you_mean(code.upper(), known)
        findings.add(
            UNKNOWN_ALLOWANCE,
            f"there is no code {code}",
            allowance.span,
            hint=f"did you mean {near}?" if near else "the code stands in brackets in the report, as in warning[W101]",
        )
    elif not allowance.reason:
        findings.add(
            UNUSED_ALLOWANCE,
            "an allowance needs a reason",
            allowance.span,
            hint=f"write `# allow {code}: why`",
        )
    else:
        findings.add(
            UNUSED_ALLOWANCE,
            f"there is no {code} here to allow",
            allowance.span,
            hint="errors cannot be allowed" if code.startswith(("E", "X", "T")) else "take the comment away",
        )


def _lines(allowance: Allowance) -> range:
    """The lines that an allowance is for: its own, or if it stands alone those down to the next that is no comment."""
    source, line = allowance.span.source, allowance.line
    if source.line(line)[: allowance.span.column - 1].strip() == "":
        while source.line(line).strip().startswith("#"):
            line += 1
    return range(allowance.line, line + 1)


def _is(found: Diagnostic, allowance: Allowance, lines: range) -> bool:
    return (
        found.code == allowance.code
        and found.severity is not Severity.ERROR
        and found.span.source is allowance.span.source
        and found.span.line in lines
        and found.span != allowance.span
    )
