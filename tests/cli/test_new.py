"""`rulewright new`: what it makes is without findings and passes its tests; what is there stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright import resources
from rulewright.cli.group import root


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, list(arguments))


def files(folder: str = ".") -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*"))


def test_a_new_game_is_checked_tested_and_played() -> None:
    result = run("new", "my_game")
    assert result.exit_code == 0, result.output
    assert files() == ["my_game", "my_game/README.md", "my_game/my_game.rules"]
    commands = [line.split()[1:] for line in result.output.splitlines()[1:]]
    assert commands == [["play", "my_game"], ["lint", "my_game"], ["test", "my_game"]]
    assert run("lint", "my_game").output.endswith("no findings\n")
    tested = run("test", "my_game")
    assert tested.exit_code == 0 and tested.output.endswith("4 passed\n")
    assert run("play", "my_game", "--players", "random", "--seed", "1").exit_code == 0
    assert rw.load("my_game").title == "My Game"


@pytest.mark.parametrize("name", resources.bundled())
def test_from_each_bundled_game(name: str) -> None:
    result = run("new", "mine", "--from", name)
    assert result.exit_code == 0, result.output
    game, original = rw.load("mine"), rw.load(name)
    assert game.title == "Mine" and game.hash == original.hash
    assert run("lint", "mine").exit_code == 0
    assert f"Made from {name};" in Path("mine/README.md").read_text()


def test_a_copy_passes_the_tests_of_its_game() -> None:
    run("new", "deep/down/ttt", "--from", "tic_tac_toe")
    assert run("test", "deep/down/ttt").exit_code == 0


def test_included_files_come_along_and_nothing_else() -> None:
    Path("old/parts").mkdir(parents=True)
    Path("old/old.rules").write_text('include "parts/more.rules"\ngame "Old \'n\' new"\nplayers A, B\n' + BODY)
    Path("old/parts/more.rules").write_text("var x: int in 0..9 = 0\n")
    Path("old/secret.txt").write_text("no")
    assert run("new", "fresh", "--from", "old").exit_code == 0
    assert files("fresh") == ["README.md", "fresh.rules", "parts", "parts/more.rules"]
    assert rw.load("fresh").hash == rw.load("old").hash and rw.load("fresh").title == "Fresh"


def test_tables_come_along() -> None:
    Path("old").mkdir()
    Path("old/sites.csv").write_text("site,x,y\na,0,0\nb,1,0\n")
    Path("old/links.csv").write_text("from,to,direction\na,b,on\n")
    Path("old/other.csv").write_text("no")
    board = 'board from "sites.csv", "links.csv"\n'
    Path("old/old.rules").write_text(f'game "Old"\nplayers A, B\n{board}var x: int in 0..9 = 0\n{BODY}')
    assert run("new", "fresh", "--from", "old").exit_code == 0
    assert files("fresh") == ["README.md", "fresh.rules", "links.csv", "sites.csv"]
    assert rw.load("fresh").hash == rw.load("old").hash


BODY = """
action Go:
    do:
        x += 1
turn:
    choose Go
end:
    tie when x == 3
"""


def test_what_is_there_is_not_written_over() -> None:
    Path("taken").mkdir()
    Path("file").write_text("mine")
    Path("link").symlink_to("nowhere")
    for name in ("taken", "file", "link"):
        result = run("new", name)
        assert result.exit_code == 2 and f"There is already something called {name}" in result.output
    assert files() == ["file", "link", "taken"] and Path("file").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My Game!", "Take my_game."),
        ("3d", "letters, digits and underscores"),
        ("", "letters, digits and underscores"),
        ("..", "letters, digits and underscores"),
        (".", "letters, digits and underscores"),
        ("breakthrough", "rulewright new my_breakthrough --from breakthrough"),
    ],
)
def test_names_that_are_no_good(name: str, words: str) -> None:
    result = run("new", name)
    assert result.exit_code == 2 and words in result.output
    assert files() == []


def test_a_folder_that_cannot_be_made() -> None:
    Path("file").write_text("")
    result = run("new", "file/game")
    assert result.exit_code == 1 and "file/game cannot be made" in result.output
    assert files() == ["file"]


def test_a_game_that_is_not_there() -> None:
    result = run("new", "mine", "--from", "breaktrough")
    assert result.exit_code == 2 and "Did you mean breakthrough?" in result.output and files() == []
