"""`rulewright replay`, in a pipe."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright.cli.group import root
from rulewright.cli.keeping import read_kept
from rulewright.cli.replay import KEYS, Replay

RULES = Path(__file__).parents[1] / "match" / "rules"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the record of a race with dice that people rolled."""
    monkeypatch.chdir(tmp_path)
    Path("race.rules").write_text((RULES / "race.rules").read_text())
    state = rw.load("race.rules").start(chance="explicit")
    for text in ("go", "3", "go", "2", "go", "1"):
        state = state.play(text)
    Path("race.record").write_text(state.record({1: "A three!"}))


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["replay", *arguments])


def edit(old: str, new: str) -> None:
    text = Path("race.record").read_text()
    assert old in text
    Path("race.record").write_text(text.replace(old, new, 1))


EMPTY = "1 | . . . . . .\n    a b c d e f"


def test_all_moves_and_positions_are_printed() -> None:
    result = replay("race.record")
    assert result.exit_code == 0
    assert result.output == (
        f"Race\nRed, Blue\n\n{EMPTY}\nfar: Red 0, Blue 0\n\n"
        f"1. Red: go\n   d3: 3\n   # A three!\n\n{EMPTY}\nfar: Red 3, Blue 0\n\n"
        f"2. Blue: go\n   d3: 2\n\n{EMPTY}\nfar: Red 3, Blue 2\n\n"
        f"3. Red: go\n   d3: 1\n\n{EMPTY}\nfar: Red 4, Blue 2\n\n"
        "The game is over: Red wins.\n"
    )


def test_the_ending_may_be_left_out() -> None:
    assert replay("race").output == replay("race.record").output


def test_only_up_to_a_move() -> None:
    result = replay("race", "--to", "2", "--plain")
    assert "2. Blue: go" in result.output and "3. Red" not in result.output and "over" not in result.output
    assert "The board is empty." in result.output and "|" not in result.output
    assert "1. Red" not in replay("race", "--to", "0").output
    result = replay("race", "--to", "4")
    assert result.exit_code == 2 and "The record has 3 moves." in result.output


def test_json() -> None:
    told = json.loads(replay("race", "--format", "json").output)
    assert (told["schema"], told["game"], told["players"], told["seed"]) == (1, "Race", ["Red", "Blue"], None)
    assert told["hash"] == rw.load("race.rules").hash and told["differs"] == [] and told["diagnostics"] == []
    assert (told["over"], told["result"], told["returns"]) == (True, "Red wins", [1.0, -1.0])
    assert [move["number"] for move in told["moves"]] == [0, 1, 2, 3]
    assert told["moves"][1] == {
        "number": 1,
        "mover": "Red",
        "move": "go",
        "fell": [{"name": "d3", "result": "3"}],
        "comments": ["A three!"],
        "position": ["The board is empty.", "far: Red 3, Blue 0"],
    }


def test_up_to_what_is_wrong() -> None:
    edit("   d3: 2", "   d3: 5")
    result = replay("race")
    assert result.exit_code == 1
    assert "far: Red 3, Blue 0" in result.stdout and "2. Blue" not in result.stdout
    assert "error[T109]: 5 is no result of d3" in result.stderr and "race.record:12:4" in result.stderr
    assert "d3: 5\n" in result.stderr and "possible are 1, 2, 3" in result.stderr
    assert replay("race", "--to", "1").exit_code == 0
    told = json.loads(replay("race", "--format", "json").output)
    assert len(told["moves"]) == 2 and [one["code"] for one in told["diagnostics"]] == ["T109"]


def test_other_rules_are_refused_unless_forced() -> None:
    rules = Path("race.rules").read_text()
    Path("race.rules").write_text(rules.replace("far of player >= 4", "far of player >= 3"))
    result = replay("race")
    assert result.exit_code == 1 and result.stdout == ""
    assert "error[T105]: this record was made with other rules than Race has now" in result.stderr
    assert "what differs: how the game ends" in result.stderr
    result = replay("race", "--force")
    assert result.exit_code == 1
    assert "The rules have changed since this was written: how the game ends." in result.stderr
    assert "1. Red: go" in result.stdout and "error[T107]: the game is over before this move" in result.stderr
    told = json.loads(replay("race", "--format", "json").output)
    assert [one["code"] for one in told["diagnostics"]] == ["T105"]


def test_written_anew_for_the_rules_of_today() -> None:
    rules = Path("race.rules").read_text()
    Path("race.rules").write_text(rules.replace("in 0..9", "in 0..10"))
    result = replay("race", "--force", "--save", "new")
    assert result.exit_code == 0 and "The game is written to new.record." in result.output
    assert replay("new").exit_code == 0
    old, new = Path("race.record").read_text(), Path("new.record").read_text()
    assert old.split("\n\n")[1] == new.split("\n\n")[1] and old != new


def test_a_cut_record() -> None:
    edit("   d3: 1\nresult Red wins\n", "")
    assert replay("race").exit_code == 1 and "error[T110]" in replay("race").stderr
    result = replay("race", "--force")
    assert result.exit_code == 0 and "3. Red: go" in result.output


def test_the_rules_may_be_named() -> None:
    Path("race.rules").rename("old.rules")
    assert "error[T104]: there is no game race here" in replay("race").stderr
    assert replay("race", "--rules", "old.rules").exit_code == 0


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "E001"), (b"\x00", "E002"), (b"", "T101"), (b"hello\n", "T101"), (b"record 2\n", "T102")],
)
def test_files_that_are_no_records(content: bytes | None, code: str) -> None:
    if content is not None:
        Path("x.record").write_bytes(content)
    result = replay("x")
    assert result.exit_code == 1 and f"error[{code}]" in result.stderr and result.stdout == ""
    assert json.loads(replay("x", "--format", "json").output)["diagnostics"][0]["code"] == code


def test_a_bundled_game() -> None:
    state = rw.load("breakthrough", {"size": 5}).start(1).play("a2a3")
    Path("b.record").write_text(state.record())
    result = replay("b")
    assert result.exit_code == 0 and "Breakthrough (size 5)" in result.output and "seed 1" in result.output
    Path("b.record").write_text(state.record().replace("size = 5", "size = 50"))
    result = replay("b")
    assert result.exit_code == 1 and "error[T106]: 50 is not a value of size" in result.stderr
    assert "size takes 5 to 10" in result.stderr


def test_comments_cannot_steer_the_terminal() -> None:
    edit("# A three!", "# red \x1b[31m\x07")
    output = replay("race").output
    assert "   # red " in output and "\x1b" not in output and "\x07" not in output


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ("\r", 2), ("n", 2), ("b", 0), ("s", 0), ("e", 3), ("t", 2), ("12\r", 12), ("q", None), ("", None),
        ("?b", 0), ("xb", 0), ("2xb", 0),
    ],
)  # fmt: skip
def test_keys(keys: str, wanted: int | None) -> None:
    """From the first of three moves, each a turn."""
    assert pressed(keys)[0] == wanted


@pytest.mark.parametrize(
    ("key", "wanted"), [("\x1b[H", 0), ("\x1b[F", 3), ("\x1b[C", 2), ("\x1b[D", 0), ("\x1b", None)]
)
def test_keys_of_several_characters(key: str, wanted: int | None) -> None:
    assert pressed([key])[0] == wanted


def test_a_key_that_means_nothing_tells_what_may_be_pressed() -> None:
    asked, unknown = pressed("?q")[1], pressed("xq")[1]
    assert KEYS in asked and "does nothing" not in asked
    assert KEYS in unknown and "This key does nothing." in unknown and unknown.count("[1/3] Blue to move") == 1


def test_the_next_turn_is_where_the_turn_is_another() -> None:
    shown = shown_replay()
    assert [shown.next_turn(number) for number in range(4)] == [1, 2, 3, 3]


def shown_replay() -> Replay:
    shown = Replay(read_kept("race.record", None, False, ""), plain=False)
    shown.states += shown.record.replay()
    shown.states[:] = [state for state in shown.states if state.mover is not None or state.over]
    return shown


def pressed(keys: Iterable[str]) -> tuple[int | None, str]:
    """Where keys lead from move 1, and what is written."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        wanted = shown_replay().wanted(iter(keys), 1)
    return wanted, output.getvalue()
