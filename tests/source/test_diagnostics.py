"""Collecting findings, the table of codes, suggestions."""

import pytest

from rulewright.source import (
    Diagnostic,
    Findings,
    RulesError,
    Severity,
    Source,
    check,
    checks,
    did_you_mean,
    register,
)
from rulewright.source.registry import name_of

SOURCE = Source.of("abc\n", "b.rules")
OTHER = Source.of("abc\n", "a.rules")


def test_equal_findings_are_kept_once() -> None:
    findings = Findings()
    findings.add("E204", "twice", SOURCE.span(0, 1))
    findings.add("E204", "twice", SOURCE.span(0, 1))
    findings.add("E204", "twice", SOURCE.span(1, 2))
    findings.extend(list(findings))
    assert [found.span.start for found in findings] == [0, 1]
    again = Findings(list(findings))
    again.extend(findings)
    assert again.items == findings.items


def test_sorted_by_file_place_and_code() -> None:
    findings = Findings()
    findings.add("W102", "x", SOURCE.span(1, 2))
    findings.add("E204", "x", SOURCE.span(1, 2))
    findings.add("E204", "x", SOURCE.span(0, 3))
    findings.add("E204", "x", OTHER.span(2, 3))
    assert [str(found) for found in findings.sorted()] == [
        "a.rules:1:3: E204 x",
        "b.rules:1:1: E204 x",
        "b.rules:1:2: E204 x",
        "b.rules:1:2: W102 x",
    ]
    assert len(findings.errors) == 3


def test_severity_is_the_letter() -> None:
    letters = {
        "E": Severity.ERROR,
        "X": Severity.ERROR,
        "T": Severity.ERROR,
        "W": Severity.WARNING,
        "R": Severity.RULEBOOK,
        "S": Severity.STYLE,
    }
    place = SOURCE.span(0, 0)
    assert {letter: Diagnostic(f"{letter}204", "", place).severity for letter in letters} == letters


def test_rules_error_lists_what_is_wrong() -> None:
    found = Diagnostic("E204", "twice", SOURCE.span(0, 1))
    error = RulesError([found, found])
    assert str(error) == "b.rules:1:1: E204 twice\nb.rules:1:1: E204 twice"
    assert error.diagnostics == [found, found]


def test_registry() -> None:
    assert check("E001").name == name_of("E001") == "unreadable-file"
    assert name_of("E999") == ""
    codes = [one.code for one in checks()]
    assert codes == sorted(codes) and "E003" in codes
    with pytest.raises(ValueError, match="E001 is registered twice: unreadable-file, other"):
        register("E001", "other")
    with pytest.raises(ValueError, match="Z001 is not a code"):
        register("Z001", "other")
    with pytest.raises(ValueError, match="small letters"):
        register("E999", "Not So")
    with pytest.raises(KeyError):
        check("E999")


@pytest.mark.parametrize(
    ("word", "candidates", "suggestion"),
    [
        ("Pwan", ["King", "Pawn", "Pan"], "Pawn"),  # `Pan` is one slip away, too, but shorter
        ("pawn", ["Pawn", "pawns"], "Pawn"),  # only the case differs
        ("ab", ["xy", "zw"], None),
        ("a", ["b", "cd"], "b"),  # one slip is always allowed
        ("foward", ["forward", "backward"], "forward"),
        ("stormwingg", ["velvet", "stormwing"], "stormwing"),
        ("strmwg", ["velvet", "stormwing"], None),  # three slips in six letters
        ("anything", ["only"], "only"),  # one candidate is always suggested
        ("anything", [], None),
    ],
)
def test_did_you_mean(word: str, candidates: list[str], suggestion: str | None) -> None:
    assert did_you_mean(word, candidates) == suggestion
    assert did_you_mean(word, reversed(candidates)) == suggestion


def test_a_name_that_was_meant_is_put_into_the_line() -> None:
    source = Source.of("piece Pawn\nsetup:\n    place Pwan on a1  # first\n")
    at = source.text.index("Pwan")
    findings = Findings()
    findings.add("E200", "nothing is called Pwan", source.span(at, at + 4), hint="did you mean Pawn?")
    findings.add("E200", "two words", source.span(at, at + 7), hint="did you mean Pawn?")
    findings.add("E200", "nothing near", source.span(at, at + 4), hint="the kinds are Pawn and Queen")
    findings.add("E200", "with its own", source.span(at, at + 4), hint="did you mean Pawn?", fix="tie")
    assert [found.fix for found in findings] == ["    place Pawn on a1  # first", "", "", "tie"]
