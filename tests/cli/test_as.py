"""`--as PLAYER`: positions, records and reasons as one player knows them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright.cli.group import root

ORCHARD = str(Path(__file__).parents[1] / "match" / "rules" / "orchard.rules")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, list(arguments))


# ---- show ----


def test_a_position_shows_what_some_player_knows_or_what_one_knows() -> None:
    whole = run("show", ORCHARD).output.splitlines()
    assert whole[5:10] == [
        "deck (1)",
        "hand of South (4): Apple x2, Fire Bolt, Pear",
        "hand of North (2): Apple, Old Oak",
        "discard (2): Apple, Fire Bolt",
        "picked: 0",
    ]
    seen = run("show", ORCHARD, "--as", "north").output.splitlines()
    assert seen[5:] == [
        "deck (1); hand of South (4)",
        "hand of North (2): Apple, Old Oak",
        "discard (2): Apple, Fire Bolt",
        "picked: 0",
        "",
        "South to move",
    ]


def test_what_may_be_done_is_counted_for_whoever_may_know() -> None:
    assert run("show", ORCHARD, "--as", "South").output.endswith("\nSouth to move (23 moves)\n")
    # After `draw` North may choose; what North may choose tells about North's hand.
    assert run("show", ORCHARD, "--moves", "draw", "--as", "South").output.endswith("\nNorth to move\n")


def test_json() -> None:
    document = json.loads(run("show", ORCHARD, "--as", "North", "--format", "json").output)
    zones = {zone["name"]: zone["contents"] for zone in document["zones"]}
    assert zones["hand of South"] == [None] * 4 and zones["hand of North"] == ["Apple", "OldOak"]
    assert document["moves"] == [] and document["mover"] == "South"
    whole = json.loads(run("show", ORCHARD, "--format", "json").output)
    assert len(whole["moves"]) == 23
    assert {zone["zone"]: zone["owner"] for zone in whole["zones"]}["hand"] == "North"


def test_pictures() -> None:
    text = run("show", ORCHARD, "--as", "South", "--svg", "-").output
    assert "Fire Bolt" in text and "Old Oak" not in text and "hand of North (2)" in text
    assert "Old Oak" in run("show", ORCHARD, "--svg", "-").output


def test_a_notation_is_the_whole_position() -> None:
    result = run("show", "breakthrough", "--as", "White", "--notation")
    assert result.exit_code == 2 and "does not go with --as" in result.output
    assert run("show", "breakthrough", "--as", "White").output == run("show", "breakthrough").output


def test_there_must_be_such_a_player() -> None:
    for command in (["show", ORCHARD], ["why", ORCHARD, "draw"]):
        result = run(*command, "--as", "Nort")
        assert result.exit_code == 2 and "Orchard has no player Nort; did you mean North?" in result.output


# ---- why ----


def test_reasons() -> None:
    assert run("why", ORCHARD, "Fire Bolt a1", "--as", "South").output == (
        "Fire Bolt a1: only what costs nothing is planted.\n"
    )
    assert run("why", ORCHARD, "Pear a1", "--as", "South").output == "Pear a1 may be played.\n"
    assert run("why", ORCHARD, "draw", "--as", "North").output == "draw: it is not for North to decide.\n"


def test_no_reason_tells_where_a_card_lies() -> None:
    answers = {run("why", ORCHARD, f"Steal {card}", "--as", "South").output for card in ("Old Oak", "Pear")}
    assert len({" ".join(answer.partition(": ")[2].split()) for answer in answers}) == 1  # lines are wrapped


# ---- replay ----


@pytest.fixture
def record() -> str:
    state = rw.load(ORCHARD).start(1)
    for text in ("Steal hand of North 2", "draw", "look"):
        state = state.play(text)
    Path("one.record").write_text(state.record({1: "The Old Oak!"}))
    return "one.record"


def test_a_game_as_one_player_saw_it(record: str) -> None:
    result = run("replay", record, "--rules", ORCHARD, "--as", "South")
    assert result.exit_code == 0, result.output
    told = [line for line in result.output.splitlines() if line[:2] in ("1.", "2.", "3.") or line.startswith("shown")]
    assert told == [
        "1. South: Steal Old Oak",
        "2. North: draw",
        "3. South: look",
        "shown in hand of South: Apple x2, Fire Bolt, Pear, Old Oak",
    ]
    assert "seed" not in result.output and "The Old Oak!" not in result.output
    assert "hand of North (2)\n" in result.output


def test_the_other_saw_what_left_the_own_hand(record: str) -> None:
    output = run("replay", record, "--rules", ORCHARD, "--as", "North", "--to", "2").output
    assert "1. South: Steal Old Oak\n" in output and "2. North: draw\ndeck: Pear\n" in output
    assert "hand of South (5): Old Oak, ? x4" in output


def test_a_replay_as_json(record: str) -> None:
    document = json.loads(run("replay", record, "--rules", ORCHARD, "--as", "South", "--format", "json").output)
    assert document["seed"] is None
    assert [move["seen"] for move in document["moves"]][1:3] == [["South: Steal Old Oak"], ["North: draw"]]
    assert "In hand of North: 1, not seen." in document["moves"][1]["position"]


def test_a_replay_as_one_player_is_not_written_down(record: str) -> None:
    result = run("replay", record, "--rules", ORCHARD, "--as", "South", "--save", "two")
    assert result.exit_code == 2 and "does not go with --as" in result.output
