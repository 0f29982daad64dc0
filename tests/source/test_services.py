"""The forms for services: GitHub's workflow commands and SARIF 2.1.0."""

import json
import re
from pathlib import Path
from typing import Any

from rulewright.source import Diagnostic, Label, Source
from rulewright.source.render import github, sarif

SOURCE = Source("games/a b/ab.rules", "piece A\npiece A, é\n", Path("games/a b/ab.rules"))
TWICE = Diagnostic(
    "E001",
    "two kinds are named A, 100% alike",
    SOURCE.span(14, 15),
    "again",
    "rename: one",
    "    piece B",
    (Label(SOURCE.span(6, 7), "first here"),),
)
LONG = Diagnostic("W101", "A is never used", SOURCE.span(6, 15))
STYLE = Diagnostic("S101", "a\x1b[31m", Source.of("x", "a,b:c").span(0, 1))


def test_github() -> None:
    assert github(TWICE) == (
        "::error file=games/a b/ab.rules,line=2,col=7,endLine=2,endColumn=8,title=E001 unreadable-file"
        "::two kinds are named A, 100%25 alike (again)%0Ahint: rename: one%0Afix: piece B"
    )


def test_github_without_columns_where_they_are_of_two_lines() -> None:
    assert re.fullmatch(r"::warning file=\S+ \S+,line=1,endLine=2,title=W101[a-z -]*::A is never used", github(LONG))


def test_github_escapes_what_would_end_a_property_or_steer_a_terminal() -> None:
    assert re.fullmatch(
        r"::notice file=a%2Cb%3Ac,line=1,col=1,endLine=1,endColumn=2,title=S101[a-z -]*::a�\[31m", github(STYLE)
    )


# ---- SARIF: what the schema of version 2.1.0 asks for, written out by hand ----


def log(*found: Diagnostic) -> dict[str, Any]:
    document = json.loads(sarif(found, "1.2.3"))
    check_log(document)
    return dict(document)


def check_log(document: dict[str, Any]) -> None:
    """`version` and `runs` are required; of a run its tool; of a driver its name; of a result its message."""
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-2.1.0.json")
    assert set(document) <= {"$schema", "version", "runs"}
    (run,) = document["runs"]
    assert set(run) <= {"tool", "results", "columnKind"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert isinstance(driver["name"], str) and driver["name"]
    rules = driver["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert set(rule) <= {"id", "name", "shortDescription", "help", "defaultConfiguration"}
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
        for key in ("shortDescription", "help"):
            assert key not in rule or rule[key]["text"]
    for result in run["results"]:
        assert set(result) <= {"ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "fixes"}
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            check_place(location["physicalLocation"])
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                assert change["artifactLocation"]["uri"] and change["replacements"]
                for replacement in change["replacements"]:
                    check_region(replacement["deletedRegion"])


def check_place(place: dict[str, Any]) -> None:
    assert re.fullmatch(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+", place["artifactLocation"]["uri"])
    check_region(place["region"])


def check_region(region: dict[str, int]) -> None:
    assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}
    assert all(isinstance(number, int) and number >= 1 for number in region.values())
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


def test_sarif() -> None:
    document = log(TWICE, LONG, STYLE, TWICE)
    (run,) = document["runs"]
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["E001", "S101", "W101"]
    assert [result["ruleId"] for result in run["results"]] == ["E001", "W101", "S101", "E001"]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note", "error"]
    first = run["results"][0]
    assert first["message"]["text"] == "two kinds are named A, 100% alike (again)\nhint: rename: one"
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "games/a%20b/ab.rules"},
                "region": {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 8},
            }
        }
    ]
    (related,) = first["relatedLocations"]
    assert related["message"] == {"text": "first here"}
    assert related["physicalLocation"]["region"]["startLine"] == 1


def test_a_fix_replaces_the_whole_line() -> None:
    (run,) = log(TWICE)["runs"]
    (change,) = run["results"][0]["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    region = replacement["deletedRegion"]
    lines = SOURCE.text.split("\n")
    line = lines[region["startLine"] - 1]
    mended = (
        line[: region["startColumn"] - 1] + replacement["insertedContent"]["text"] + line[region["endColumn"] - 1 :]
    )
    assert (region["startLine"], region["endLine"], mended) == (2, 2, TWICE.fix)


def test_a_file_named_from_the_root_is_a_uri() -> None:
    source = Source("/x/ü.rules", "a\n", Path("/x/ü.rules"))
    (run,) = log(Diagnostic("E001", "t", source.span(0, 1)))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "file:///x/%C3%BC.rules"


def test_sarif_without_findings() -> None:
    (run,) = log()["runs"]
    assert run["results"] == [] and run["tool"]["driver"]["rules"] == []
