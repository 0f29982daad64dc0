"""`rulewright why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.group import root
from rulewright.match.knowledge import Knowledge

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


def test_sites_told_by_what_lies_beside_them(tmp_path: Path) -> None:
    """The well stands on c3: east of it is d3, east of that e3."""
    rules = (
        "language 1\nplayers White, Black\nboard square 5 by 5\npiece Well\npiece Hedge\n"
        "setup:\n    place Well on c3\naction Grow:\n"
        '    pick s in neighbors(c3)\n    where s.empty "something grows there"\n'
        "    do:\n        place Hedge of mover on s\nturn:\n    choose Grow\n"
    )
    file = tmp_path / "garden.rules"
    file.write_text(rules, encoding="utf-8")
    asked = ["why", str(file), "--moves", "Grow Well E"]
    assert CliRunner().invoke(root, [*asked, "Grow Well N"]).output == "Grow c4 may be played.\n"
    refused = CliRunner().invoke(root, [*asked, "grow well e"])
    assert refused.output.startswith("grow d3: something grows there.\n"), refused.output
    # One more step is told as no move of the rules.
    assert CliRunner().invoke(root, [*asked, "Grow Well E E"]).output.startswith("Grow e3: there is no such move here")
    both = [*asked, "--as", "White"]
    assert CliRunner().invoke(root, [*both, "Grow Well N"]).output == "Grow c4: it is not for White to decide.\n"
    assert CliRunner().invoke(root, [*both[:-1], "Black", "Grow Well N"]).output == "Grow c4 may be played.\n"


def test_where_nothing_is_found_that_agrees_with_what_a_player_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "some", lambda *_: ())
    result = why("nim", "Take 9", "--as", "Ann")
    assert result.exit_code == 1 and "no world was found soon" in result.output
