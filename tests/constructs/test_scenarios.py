"""Scenarios of games that decide in the midst of things; the same lines, changed so that they do not hold, fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.match.suite import suite

RULES = Path(__file__).parent / "rules"


def failures(path: Path) -> dict[str, list[str]]:
    found = suite(path, {})
    return {result.scenario.title: [one.title for one in result.failures] for result in found.run()}


@pytest.mark.parametrize("name", ["toll"])
def test_scenarios_pass(name: str) -> None:
    found = failures(RULES / f"{name}.rules")
    assert len(found) > 5 and not any(found.values()), found


@pytest.mark.parametrize(
    ("scenario", "line", "wrong"),
    [
        ("the guard is asked when the runner comes near", "anger == 1", "anger == 2"),
        ("sent back, he pays", "play Pay n = 1", "play Pay n = 3"),
        ("two tolls", 'because "the purse is empty"', 'because "too much"'),
        ("two tolls", "expect White loses", "expect Black loses"),
        ("a range is no scenario's end", "roll sword, blank", "roll sword"),
        ("statements stand in for the flow", "roll 6, 1", "roll 6, 2"),
    ],
)
def test_what_does_not_hold_fails(tmp_path: Path, scenario: str, line: str, wrong: str) -> None:
    text = (RULES / "toll.rules").read_text(encoding="utf-8")
    at = text.index(f'scenario "{scenario}"')
    path = tmp_path / "toll.rules"
    path.write_text(text[:at] + text[at:].replace(line, wrong, 1), encoding="utf-8")
    found = failures(path)
    assert [title for title, told in found.items() if told] == [scenario]
