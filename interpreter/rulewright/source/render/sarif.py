"""Findings as SARIF 2.1.0, the format in which tools for code scanning exchange results.

One run of one tool: its rules are the codes that occur, each with the page that `explain` shows, its results are the
findings in order. Lines and columns count from 1; columns count characters, and the end is the place just after the
last one. Files are named relative to where the tool ran, with `/`, or by a file URI if they are named from the root.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import quote

from rulewright.source.diagnostic import Diagnostic, Severity, severity_of
from rulewright.source.registry import checks, name_of
from rulewright.source.span import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.RULEBOOK: "note",
    Severity.STYLE: "note",
}


def sarif(findings: Iterable[Diagnostic], version: str = "0") -> str:
    """The whole log, indented, in ASCII, without a newline at its end. `version` is the tool's."""
    found = list(findings)
    codes = sorted({one.code for one in found})
    driver = {"name": "Rulewright", "version": version, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes.index(one.code)) for one in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, object]:
    page = next((check.page.strip() for check in checks() if check.code == code), "")
    rule: dict[str, object] = {"id": code, "defaultConfiguration": {"level": _LEVELS[severity_of(code)]}}
    if name_of(code):
        rule["name"] = name_of(code)
    if page:
        rule["shortDescription"] = {"text": " ".join(page.split("\n\n")[0].split())}
        rule["help"] = {"text": page, "markdown": page}
    return rule


def _result(found: Diagnostic, rule: int) -> dict[str, object]:
    said = found.title if not found.label else f"{found.title} ({found.label})"
    text = "\n".join([said, *([f"hint: {found.hint}"] if found.hint else [])])
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(found.span)}],
    }
    if found.others:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(label.span), "message": {"text": label.text}}
            for number, label in enumerate(found.others, 1)
        ]
    if found.fix:
        result["fixes"] = [{"description": {"text": "the corrected line"}, "artifactChanges": [_change(found)]}]
    return result


def _change(found: Diagnostic) -> dict[str, object]:
    """The line of the finding, replaced by the corrected one."""
    source, line = found.span.source, found.span.line
    region = {"startLine": line, "startColumn": 1, "endLine": line, "endColumn": len(source.line(line)) + 1}
    replacement = {"deletedRegion": region, "insertedContent": {"text": found.fix}}
    return {"artifactLocation": _file(found.span), "replacements": [replacement]}


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {"artifactLocation": _file(span), "region": region}


def _file(span: Span) -> dict[str, str]:
    source = span.source
    if source.path is None:
        return {"uri": quote(source.name)}
    path: PurePath = source.path
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}
