"""Running scenarios: what passes, and how each failure is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.match.suite import suite

RULES = Path(__file__).parent / "rules"


def failures(name: str) -> dict[str, list[tuple[str, str, str]]]:
    """For each scenario of a file its failures: code, title, the text under the caret."""
    found = suite(RULES / f"{name}.rules", {})
    return {
        result.scenario.title: [(one.code, one.title, one.span.text) for one in result.failures]
        for result in found.run()
    }


@pytest.mark.parametrize("name", ["nim", "lines", "jumps"])
def test_good_scenarios_pass(name: str) -> None:
    found = failures(name)
    assert found and not any(found.values())


def test_every_failure_says_what_was_found() -> None:
    found = failures("nim_wrong")
    assert {title: [code for code, _, _ in told] for title, told in found.items()} == {
        "fine": [],
        "wrong count": ["T006", "T006"],
        "not legal": ["T002"],
        "is legal": ["T008"],
        "other reason": ["T009"],
        "several fit": ["T003"],
        "not over": ["T007"],
        "the other wins": ["T007"],
        "over": ["T010"],
        "must not decline": ["T010"],
        "a roll too many": ["T005"],
    }
    titles = {title: told[0][1] for title, told in found.items() if told}
    assert titles["not legal"] == "the move is not legal: so many are not left"
    assert titles["other reason"] == "the move is illegal for another reason: so many are not left"
    assert titles["several fit"] == "2 legal moves fit: Take 1, Take 2"
    assert titles["not over"] == "the game is not over: Ann is to move"
    assert titles["the other wins"] == "the game ended otherwise: Ann wins"
    assert titles["over"] == "the game is over"
    assert titles["must not decline"] == "this decision may not be declined"
    assert titles["a roll too many"] == "nothing was rolled that could be 3"


def test_the_place_of_a_failure() -> None:
    found = failures("nim_wrong")
    assert "left == 3" in found["wrong count"][0][2] and "left == 2" in found["wrong count"][1][2]
    assert "Take n = 2" in found["not legal"][0][2]


def test_chance_in_scenarios() -> None:
    found = failures("race")
    assert found["three and one are four"] == []
    assert [(code, title) for code, title, _ in found["chance is never left open"]] == [
        ("T004", "here d3 is not decided yet")
    ]
    assert [(code, title) for code, title, _ in found["a seven cannot fall"]] == [("T005", "d3 cannot give 7")]


def test_other_options_make_other_rules() -> None:
    found = suite(RULES / "nim.rules", {"heap": "9"}, title="larger")
    assert found.titles == ("a larger heap",)
    assert all(result.passed for result in found.run())


def test_the_board_at_the_first_failure(tmp_path: Path) -> None:
    file = tmp_path / "lines.rules"
    text = (RULES / "lines.rules").read_text()
    file.write_text(text.replace("expect b2.owner == X", 'expect b2.owner == O\n    play "Put c1"\n'))
    (result,) = suite(file, {}).run()
    assert result.board.splitlines()[:3] == ["3 | . . .", "2 | . M .", "1 | m . ."]


def test_an_impossible_start_is_an_error_of_that_scenario_alone(tmp_path: Path) -> None:
    file = tmp_path / "lines.rules"
    text = (RULES / "lines.rules").read_text()
    file.write_text(
        text
        + """
scenario "two on one":
    given:
        place Mark of X on a1
        place Mark of O on a1
    expect a1.owner == X

scenario "after it":
    play "Put a1"
"""
    )
    results = {result.scenario.title: result for result in suite(file, {}).run()}
    assert results["after it"].passed and results["a taken site"].passed
    (failure,) = results["two on one"].failures
    assert failure.code == "T001" and failure.others[0].span.text == "place Mark of O on a1"
