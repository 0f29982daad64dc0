"""The concise line, the JSON document, the summary."""

import json

from rulewright.source import Diagnostic, Label, Source
from rulewright.source.render import concise, document, summary

SOURCE = Source.of("piece A\npiece A\n", "two.rules")
TWICE = Diagnostic(
    "E001",
    "two kinds are named A",
    SOURCE.span(14, 15),
    "again",
    "rename one",
    "piece B",
    (Label(SOURCE.span(6, 7), "x"),),
)
UNUSED = Diagnostic("W102", "A is never used", SOURCE.span(6, 7))


def test_concise_is_one_line_that_editors_can_follow() -> None:
    assert concise(TWICE) == "two.rules:2:7: E001 two kinds are named A"
    assert concise(Diagnostic("E204", "a\nb", SOURCE.span(0, 1))) == "two.rules:1:1: E204 a b"
    assert concise(Diagnostic("E204", "a\x1bb", SOURCE.span(0, 1))) == "two.rules:1:1: E204 a\ufffdb"


def test_summary_counts_each_kind() -> None:
    assert summary([]) == "no findings"
    assert summary([TWICE]) == "1 error"
    assert summary([UNUSED, TWICE, UNUSED]) == "1 error, 2 warnings"
    place = SOURCE.span(0, 1)
    others = [Diagnostic("R301", "x", place), Diagnostic("S401", "x", place), Diagnostic("S402", "x", place)]
    assert summary(others) == "1 rulebook finding, 2 style findings"


def test_document() -> None:
    assert json.loads(document([TWICE, UNUSED])) == {
        "schema": 1,
        "diagnostics": [
            {
                "code": "E001",
                "name": "unreadable-file",
                "severity": "error",
                "title": "two kinds are named A",
                "label": "again",
                "hint": "rename one",
                "fix": "piece B",
                "file": "two.rules",
                "start": {"line": 2, "column": 7},
                "end": {"line": 2, "column": 8},
                "labels": [
                    {
                        "text": "x",
                        "file": "two.rules",
                        "start": {"line": 1, "column": 7},
                        "end": {"line": 1, "column": 8},
                    }
                ],
            },
            {
                "code": "W102",
                "name": json.loads(document([UNUSED]))["diagnostics"][0]["name"],
                "severity": "warning",
                "title": "A is never used",
                "label": "",
                "hint": "",
                "fix": "",
                "file": "two.rules",
                "start": {"line": 1, "column": 7},
                "end": {"line": 1, "column": 8},
                "labels": [],
            },
        ],
        "summary": {"error": 1, "warning": 1, "rulebook": 0, "style": 0},
    }


def test_document_without_findings() -> None:
    assert json.loads(document([])) == {
        "schema": 1,
        "diagnostics": [],
        "summary": {"error": 0, "warning": 0, "rulebook": 0, "style": 0},
    }
