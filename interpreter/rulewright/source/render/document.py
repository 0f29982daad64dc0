"""Findings as a JSON document, for programs.

```
{
  "schema": 1,
  "diagnostics": [
    {"code": "E201", "name": "unknown-name", "severity": "error", "title": "...", "label": "...", "hint": "...",
     "fix": "...", "file": "x.rules", "start": {"line": 3, "column": 5}, "end": {"line": 3, "column": 9},
     "labels": [{"text": "...", "file": "x.rules", "start": ..., "end": ...}]}
  ],
  "summary": {"error": 1, "warning": 0, "rulebook": 0, "style": 0}
}
```

Lines and columns count from 1, columns in characters; `end` is the place just after the last character. Texts that a
finding does not have are empty strings. Later versions of `schema` 1 may add keys, never change or remove one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from rulewright.source.diagnostic import Diagnostic, Severity
from rulewright.source.registry import name_of
from rulewright.source.span import Span

SCHEMA = 1


def document(findings: Iterable[Diagnostic]) -> str:
    """The whole document, indented, in ASCII, without a newline at its end."""
    found = list(findings)
    counts = {severity.value: sum(one.severity is severity for one in found) for severity in Severity}
    return json.dumps({"schema": SCHEMA, "diagnostics": [_entry(one) for one in found], "summary": counts}, indent=2)


def _entry(found: Diagnostic) -> dict[str, object]:
    return {
        "code": found.code,
        "name": name_of(found.code),
        "severity": found.severity.value,
        "title": found.title,
        "label": found.label,
        "hint": found.hint,
        "fix": found.fix,
        **_place(found.span),
        "labels": [{"text": label.text, **_place(label.span)} for label in found.others],
    }


def _place(span: Span) -> dict[str, object]:
    def point(offset: int) -> dict[str, int]:
        line, column = span.source.position(offset)
        return {"line": line, "column": column}

    return {"file": span.source.name, "start": point(span.start), "end": point(span.end)}
