"""Counting the lines of play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.group import root
from rulewright.engines.native import whole
from rulewright.engines.native.layout import NativeUnsupported

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


def test_engines_count_alike() -> None:
    counts = {perft("lines", "--depth", "4", "--engine", engine).output for engine in ("auto", "reference", "native")}
    assert counts == {"3024\n"}
    assert perft("lines", "--depth", "4", "--engine", "fast").exit_code == 2


def test_what_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*given: object, **named: object) -> None:
        raise NativeUnsupported("such a thing")

    monkeypatch.setattr(whole, "NativeGames", unknown)
    result = perft("lines", "--depth", "4")
    assert result.stdout == "3024\n"
    assert result.stderr == (
        "The native engine cannot run Lines: it does not know such a thing yet. The reference engine does it, slowly.\n"
    )
    result = perft("lines", "--depth", "4", "--engine", "native")
    assert result.exit_code == 1
    assert result.output == "Error: The native engine cannot run Lines: it does not know such a thing yet.\n"
