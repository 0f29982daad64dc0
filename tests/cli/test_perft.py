"""Counting the lines of play."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


def perft(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(root, ["perft", str(RULES / f"{name}.rules"), *arguments])


def test_the_last_line_is_the_count() -> None:
    assert perft("lines", "--depth", "3").output == "504\n"
    assert perft("lines", "--depth", "0").output == "1\n"
    assert perft("lines", "--depth", "0", "--divide").output == "1\n"


def test_divide() -> None:
    # Five: after 1 there are four left, 1 and 2 are possible; after 2 three are left, again both.
    assert perft("nim", "--depth", "2", "--divide").output == "Take 1: 2\nTake 2: 2\n4\n"


def test_options() -> None:
    assert perft("nim", "--depth", "2", "--option", "heap=1").output == "0\n"


def test_json() -> None:
    result = perft("nim", "--depth", "3", "--divide", "--format", "json")
    assert json.loads(result.output) == {
        "schema": 1,
        "game": "Nim",
        "options": {"heap": "5"},
        "depth": 3,
        "count": 7,
        "divide": [{"move": "Take 1", "count": 4}, {"move": "Take 2", "count": 3}],
    }


def test_wrong_usage() -> None:
    assert perft("nim").exit_code == 2
    assert perft("nim", "--depth", "-1").exit_code == 2
