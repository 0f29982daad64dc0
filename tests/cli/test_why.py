"""`rulewright why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


def why(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(root, ["why", str(RULES / f"{name}.rules"), *arguments])


def test_the_reason_and_the_condition() -> None:
    result = why("lines", "Put b2", "--moves", "Put b2")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Put b2: that site is taken."
    assert "lines.rules:" in lines[2] and "where" in result.output and "^" in result.output


def test_a_legal_move() -> None:
    result = why("nim", "Take 2", "--moves", "Take 2; Take 1")
    assert (result.exit_code, result.output) == (0, "Take 2 may be played.\n")


def test_picks_by_name_options_and_what_falls() -> None:
    result = why("nim", "Take n = 2", "--option", "heap=1")
    assert result.output.startswith("Take n = 2: so many are not left.\n")
    assert why("race", "go", "--moves", "go 3 go").output == "go: chance decides here: d3; it can give: 1, 2, 3.\n"
    assert why("race", "go", "--moves", "go go", "--seed", "1").output == "go may be played.\n"


def test_no_such_move() -> None:
    assert why("lines", "Put z9").output.startswith("Put z9: there is no such move here")


def test_several_moves() -> None:
    result = why("nim", "Take")
    assert result.exit_code == 2 and "Take may mean 2 moves: Take 1, Take 2." in result.output


@pytest.mark.parametrize("move", ["Put b2", "Put a1"])
def test_json(move: str) -> None:
    told = json.loads(why("lines", move, "--moves", "Put b2", "--format", "json").output)
    assert (told["schema"], told["game"], told["move"]) == (1, "Lines", move)
    assert told["legal"] == (move == "Put a1") and (told["place"] is None) == told["legal"]
    if not told["legal"]:
        assert told["reason"] == "that site is taken" and told["place"]["line"] > 1


def test_wrong_usage() -> None:
    assert why("nim", "Take 1", "--moves", "Take 9").exit_code == 2
    assert CliRunner().invoke(root, ["why", "nothing", "x"]).exit_code == 2
