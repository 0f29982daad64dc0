"""Playing with files: moves from a file, records written, loaded and gone on with; what is taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(name: str, lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(root, ["play", str(RULES / f"{name}.rules"), *arguments], input=lines)


def people(name: str, lines: str, *arguments: str) -> Result:
    return play(name, lines, "--players", "human", *arguments)


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


# ---- save and load ----


def test_a_record_with_other_options_is_for_a_game_of_its_own() -> None:
    people("nim", "Take 2\nquit\n", "--option", "heap=7", "--save", "seven")
    told = people("nim", "load seven\nquit\n").output
    refused = (
        "seven: the record was made with heap = 7; leave this game, and go on with `rulewright play --load seven`."
    )
    assert refused in " ".join(told.split()) and "error[" not in told


def test_save_load_and_go_on() -> None:
    result = people("nim", "Take 2\nnote greedy\nsave first\nTake 1\nload first\nTake 2\nsave second.record\nquit\n")
    assert result.exit_code == 0, result.output
    assert "The game is written to first.record." in result.output
    assert "first goes on after 1 move." in result.output
    assert names() == ["first.record", "second.record"]
    text = Path("second.record").read_text()
    assert "1. Ann: Take 2\n# greedy\n2. Bob: Take 2\nresult unfinished\n" in text
    assert rw.read_record(Path("second.record"), RULES / "nim.rules").state.variables() == ("left: 1",)


def test_resuming_from_a_file() -> None:
    people("nim", "Take 2\nTake 1\nquit\n", "--option", "heap=6", "--save", "kept")
    result = CliRunner().invoke(
        root,
        ["play", str(RULES / "nim.rules"), "--load", "kept", "--players", "human", "--save", "kept"],
        input="undo\nTake 2\nTake 2\n",
    )
    assert result.exit_code == 0, result.output
    assert "Nim (heap 6)" in result.output and "kept goes on after 2 moves." in result.output
    assert result.output.splitlines()[-2] == "The game is over: Ann wins."
    assert Path("kept.record").read_text().endswith("1. Ann: Take 2\n2. Bob: Take 2\n3. Ann: Take 2\nresult Ann wins\n")


def test_a_bundled_game_is_resumed_without_naming_it() -> None:
    CliRunner().invoke(
        root, ["play", "pig", "--players", "random", "--seed", "4", "--option", "goal=20", "--save", "p"]
    )
    result = CliRunner().invoke(root, ["play", "--load", "p"])
    assert result.exit_code == 0 and result.output.splitlines()[-1].startswith("The game is over: ")


def test_the_dice_go_on_as_the_seed_says() -> None:
    whole = people("race", "go\n" * 8, "--seed", "6", "--save", "whole")
    assert whole.exit_code == 0
    people("race", "go\ngo\n", "--seed", "6", "--save", "part")
    arguments = ["play", str(RULES / "race.rules"), "--load", "part", "--players", "human", "--save", "part"]
    CliRunner().invoke(root, arguments, input="go\n" * 6)
    assert Path("part.record").read_text() == Path("whole.record").read_text()


def test_a_record_without_a_seed_goes_on_with_new_dice() -> None:
    people("race", "go\ngo\n", "--seed", "6", "--save", "part")
    text = Path("part.record").read_text().replace("seed 6\ngenerator pcg32\n", "")
    Path("part.record").write_text(text)
    arguments = ["play", str(RULES / "race.rules"), "--load", "part", "--players", "human", "--save", "end"]
    result = CliRunner().invoke(root, arguments, input="undo\n" + "go\n" * 8)
    assert "There is nothing to take back" in result.output and "d3: " in result.output
    assert "The game is over: " in result.output
    end = rw.read_record(Path("end.record"), RULES / "race.rules")
    assert (
        end.seed is None and end.state.over and Path("end.record").read_text().startswith(text[: text.index("result")])
    )


def test_nothing_but_records_is_written_over() -> None:
    Path("notes.txt").write_text("my notes")
    result = people("nim", "save notes.txt\nsave a.record\nTake 1\nsave a\nsave no/such/place\nsave\nquit\n")
    assert "notes.txt is no record; choose another name." in result.output
    assert result.output.count("The game is written to a.record.") == 2
    assert "cannot be written" in result.output and "Write it with a file: save FILE." in result.output
    assert Path("notes.txt").read_text() == "my notes"
    assert "1. Ann: Take 1" in Path("a.record").read_text()
    assert names() == ["a.record", "notes.txt"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("Ann: Take 2", "Ann: Take 3"), "error[T107]"),
        (("record 1", "record 9"), "error[T102]"),
        (("result unfinished\n", ""), "error[T110]"),
        (("heap = 5", "heap = 7"), "a: the record was made with heap = 7; leave this game"),
        (("1. Ann", "1. Bob"), "error[T108]"),
    ],
)
def test_a_record_that_is_wrong_is_told_and_the_game_goes_on(change: tuple[str, str], words: str) -> None:
    people("nim", "Take 2\nquit\n", "--save", "a")
    Path("a.record").write_text(Path("a.record").read_text().replace(*change))
    result = people("nim", "Take 1\nload a\nload nothing\nTake 2\nquit\n", "--save", "b")
    assert result.exit_code == 0 and words in result.output and "error[E001]" in result.output
    assert Path("b.record").read_text().endswith("1. Ann: Take 1\n2. Bob: Take 2\nresult unfinished\n")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--load", "nothing"], 1, "error[E001]"),
        (["--load", "a", "--option", "heap=3"], 2, "--load takes the game as the record tells it"),
        ([], 2, "Name a game, or a record with --load."),
        (["--load", "a"], 1, "error[T104]"),
        (["--format", "json", str(RULES / "nim.rules")], 2, "--format json is for games without questions"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, words: str) -> None:
    people("nim", "quit\n", "--save", "a")
    result = CliRunner().invoke(root, ["play", *arguments])
    assert (result.exit_code, words in result.output) == (code, True), result.output


def test_a_record_that_cannot_be_written_at_the_end_is_an_error() -> None:
    result = people("nim", "quit\n", "--save", "no/such/place")
    assert result.exit_code == 1 and "cannot be written" in result.output
    assert names() == []


# ---- undo and redo ----


def test_undo_and_redo() -> None:
    result = people("lines", "Put a1\nPut b2\nundo\nundo\nredo\nredo\nredo\nsave a\nquit\n")
    assert result.output.count("There is nothing to make again") == 1
    assert Path("a.record").read_text().endswith("1. X: Put a1\n2. O: Put b2\nresult unfinished\n")


def test_a_new_move_ends_what_could_be_made_again() -> None:
    result = people("lines", "Put a1\nnote bad\nundo\nPut c3\nredo\nsave a\nquit\n")
    assert "There is nothing to make again" in result.output
    assert Path("a.record").read_text().endswith("\n\n1. X: Put c3\nresult unfinished\n")


def test_redo_gives_back_the_answers_of_random_players() -> None:
    result = play("lines", "Put b2\nsave a\nundo\nredo\nsave b\nquit\n", "--seed", "1")
    assert result.exit_code == 0
    assert Path("a.record").read_text() == Path("b.record").read_text()
    assert Path("a.record").read_text().count("\n2. O: Put ") == 1


def test_undo_passes_neither_dice_of_a_seed_nor_dice_of_a_record() -> None:
    result = people("race", "go\nsave a\nundo\nload a\nundo\nredo\nquit\n", "--seed", "1")
    assert result.output.count("There is nothing to take back") == 2


def test_undo_goes_back_to_the_last_dice_only() -> None:
    rules = """
game "Some"
players Ann, Bob
die d2: 1..2
var sum: int in 0..99 = 0
action Roll:
    do:
        sum += roll d2
    say "roll"
action Wait:
    do:
        sum += 10
    say "wait"
turn:
    choose Roll | Wait
end:
    tie when turn_number == 9
"""
    Path("some.rules").write_text(rules)
    lines = "wait\nroll\nwait\nwait\nundo\nundo\nundo\nquit\n"
    result = CliRunner().invoke(root, ["play", "some.rules", "--players", "human", "--save", "a"], input=lines)
    assert result.output.count("There is nothing to take back") == 1
    assert Path("a.record").read_text().split("\n\n")[1].startswith("1. Ann: wait\n2. Bob: roll\n   d2: ")
    assert "3. " not in Path("a.record").read_text()


# ---- why ----


def test_why() -> None:
    result = people("lines", "Put b2\nwhy Put b2\nwhy Put a1\nwhy\nwhy z9\nquit\n")
    assert "Put b2: that site is taken.\n" in result.output
    assert "Put a1 may be played.\n" in result.output
    assert "Write it with a move: why MOVE." in result.output
    assert "z9: there is no such move here" in result.output


def test_a_word_of_the_game_comes_before_a_command() -> None:
    Path("words.rules").write_text(
        """
game "Words"
players Ann, Bob
action Go:
    say "save me"
action Stop:
    say "undo"
turn:
    choose Go | Stop
end:
    tie when turn_number == 3
"""
    )
    arguments = ["play", "words.rules", "--players", "human", "--save", "a"]
    result = CliRunner().invoke(root, arguments, input="save me\nundo\n")
    assert result.exit_code == 0 and names() == ["a.record", "words.rules"]
    assert Path("a.record").read_text().endswith("1. Ann: save me\n2. Bob: undo\nresult a tie\n")


# ---- files of moves ----


def test_moves_from_a_file() -> None:
    Path("moves.txt").write_text("# a game of Nim\n\nTake 2\nn = 1\n  take 2\n")
    result = play("nim", "", "--moves", "moves.txt", "--save", "a")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[:2] == ["Nim (heap 5)", "Ann: human, Bob: human"]
    assert lines[2:5] == ["Ann: Take 2", "Bob: Take 1", "Ann: Take 2"]
    assert lines[-2:] == ["The game is over: Ann wins.", "The game is written to a.record."]


def test_moves_that_end_before_the_game() -> None:
    Path("moves.txt").write_text("Put b2\nPut a1")
    result = play("lines", "", "--moves", "moves.txt")
    assert result.exit_code == 0
    assert result.output.endswith("3 | . . .\n2 | . M .\n1 | m . .\n    a b c\n\nX to move.\n")


def test_moves_from_the_standard_input() -> None:
    result = play("nim", "Take 2\nundo\nTake 1\n", "--moves", "-")
    assert result.exit_code == 0 and "left: 4" in result.output


def test_moves_against_random_players() -> None:
    Path("moves.txt").write_text("Put b2\n")
    result = play("lines", "", "--moves", "moves.txt", "--players", "human,random", "--seed", "2")
    assert "O: Put " in result.output and result.output.endswith("X to move.\n")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Take 3", "error[T113]: Take 3: there is no such move here"),
        ("Take n = 2", "error[T113]: Take n = 2: so many are not left"),
        ("Take", "error[T113]: Take may be one of these"),
        ("redo", "error[T113]: There is nothing to make again"),
        ("save", "error[T113]: Write it with a file"),
        ("load x", "error[T113]: x: there is no file x.record"),
    ],
)
def test_a_line_that_is_no_move_ends_the_command_and_writes_nothing(line: str, words: str) -> None:
    first = "Take 2\nTake 1\n" if line != "Take n = 2" else "Take 2\nTake 2\n"
    if line == "Take":
        first = "Take 2\n"
    Path("moves.txt").write_text(f"{first}{line}\nTake 1\n")
    result = play("nim", "", "--moves", "moves.txt", "--save", "a")
    assert result.exit_code == 1
    assert words in result.output and f"moves.txt:{first.count(chr(10)) + 1}:1" in result.output
    assert names() == ["moves.txt"]


@pytest.mark.parametrize("content", [None, b"\x00\xff"])
def test_files_that_cannot_be_read(content: bytes | None) -> None:
    if content is not None:
        Path("moves.txt").write_bytes(content)
    result = play("nim", "", "--moves", "moves.txt")
    assert result.exit_code == 1 and "error[E00" in result.output and "Traceback" not in result.output


def test_json_of_a_game_without_questions() -> None:
    Path("moves.txt").write_text("go\ngo\n")
    result = play("race", "", "--moves", "moves.txt", "--seed", "3", "--format", "json")
    told = json.loads(result.output)
    assert told["schema"] == 1 and told["game"] == "Race" and told["log"] == ["go", "go"]
    assert json.loads(play("nim", "", "--players", "random", "--seed", "1", "--format", "json").output)["over"] is True
    Path("moves.txt").write_text("stop\n")
    result = play("race", "", "--moves", "moves.txt", "--format", "json")
    assert result.exit_code == 1 and json.loads(result.output)["diagnostics"][0]["code"] == "T113"


def test_a_position_of_its_own_is_written_down_and_resumed() -> None:
    Path("moves.txt").write_text("c4b3\n")
    setup = "5/2p2/5/1PPP1/5 Black"
    arguments = ["play", "breakthrough", "--option", "size=5", "--setup", setup, "--moves", "moves.txt", "--save", "a"]
    assert CliRunner().invoke(root, arguments).exit_code == 0
    assert f"\nsetup {setup}\n\n1. Black: c4b3\n" in Path("a.record").read_text()
    result = CliRunner().invoke(root, ["play", "--load", "a", "--moves", "-"], input="c2b3\n")
    assert result.exit_code == 0 and "The game is over: White wins." in result.output
