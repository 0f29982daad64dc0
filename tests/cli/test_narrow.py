"""What is shown on a narrow terminal: no line is wider than it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.group import root

CROWD = """
language 1
game "A crowd of people with a long name, and what they do":
    year 2020
players Red, Blue, Green
option size: small | large = small
board square 8 by 1
enum Terrain: land, water
field level of each site: int in 0..9 = 0
layer people: many Man
piece Man "Ma":
    damage: int in 0..9 = 0
piece Woman "Wo" is Man
var what_has_been_said_by_each_of_them_so_far of each player: int in 0..9 = 0
display:
    level: ""
setup:
    place Man of Red on a1
    place Woman of Blue on b1
    place Man of Green on c1
    place Woman of Green on c1
    place Man of Blue on d1, d1
    place Man of Red on e1 with damage = 3
    place Man of Red on f1 with damage = 3
action Walk:
    pick m in mine
    pick there in neighbors(m.at)
    do:
        move m to there
    say "{m.at}-{there}"
turn:
    choose Walk
end:
    tie when turn_number > 9
"""


def lines_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, *arguments: str, answers: str = ""
) -> list[str]:
    file = tmp_path / "crowd.rules"
    file.write_text(CROWD)
    monkeypatch.setenv("COLUMNS", str(width))
    result = CliRunner().invoke(root, [arguments[0], str(file), *arguments[1:]], input=answers)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


@pytest.mark.parametrize(
    ("width", "row", "letters", "below"),
    [
        (
            80,
            "1 | Ma1    Wo2    Ma3Wo3 Ma2x2  Ma1    Ma1    .      .",
            "    a      b      c      d      e      f      g      h",
            ["e1 Man of Red (damage 3)         f1 Man of Red (damage 3)"],
        ),
        (
            44,
            "1 | Ma1  Wo2  Ma3+ Ma2+ Ma1  Ma1  .    .",
            "    a    b    c    d    e    f    g    h",
            [
                "c1 Man of Green; Woman of Green",
                "d1 Man of Blue x2",
                "e1 Man of Red (damage 3)",
                "f1 Man of Red (damage 3)",
            ],
        ),
        (
            36,
            "1 | Ma1 Wo2 Ma+ Ma+ Ma1 Ma1 .   .",
            "    a   b   c   d   e   f   g   h",
            [
                "c1 Man of Green; Woman of Green",
                "d1 Man of Blue x2",
                "e1 Man of Red (damage 3)",
                "f1 Man of Red (damage 3)",
            ],
        ),
    ],
)
def test_where_several_stand_only_the_first_is_shown_if_there_is_no_room(
    width: int, row: str, letters: str, below: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_of(tmp_path, monkeypatch, width, "show")
    at = next(number for number, line in enumerate(lines) if line.startswith("1 |"))
    assert [line.rstrip() for line in lines[at : at + 2 + len(below)]] == [row, letters, *below]


def test_brackets_share_their_room_if_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red's men on a1, e1, f1 may go to b1, d1, e1, f1, g1; with brackets of their own a step is 5, 44 in all."""
    lines = lines_of(tmp_path, monkeypatch, 36, "show", "--choices", "all")
    assert "1 | Ma1[Wo2]Ma+[Ma+[Ma1[Ma1[.]  ." in [line.rstrip() for line in lines]


@pytest.mark.parametrize("width", [36, 60, 80])
def test_no_line_is_wider_than_the_terminal(width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = (
        "key\nhelp\nmoves\nboard\nwhy a1-c1\nwhy Walk d1 a1 over there\n?e1\ncard woman\n77\nnothing to do\nlog\nquit\n"
    )
    for arguments in (["show"], ["show", "--key"], ["play", "--players", "human"], ["why", "nothing to do here"]):
        lines = lines_of(tmp_path, monkeypatch, width, *arguments, answers=answers)
        assert [line for line in lines if len(line) > width] == []
