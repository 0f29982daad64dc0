"""Drawing a position."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = Path(__file__).parents[1] / "match" / "rules"


def show(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(root, ["show", str(RULES / f"{name}.rules"), *arguments])


def test_the_start() -> None:
    assert show("lines").output == "Lines\n\n3 | . . .\n2 | . . .\n1 | . . .\n    a b c\n\nX to move (9 moves)\n"
    assert show("nim", "--option", "heap=3").output == "Nim (heap 3)\n\nleft: 3\n\nAnn to move (2 moves)\n"


def test_after_moves() -> None:
    result = show("lines", "--moves", "Put a1; Put b2")
    assert "2 | . m .\n1 | M . .\n" in result.output and "X to move (7 moves)" in result.output
    assert "a1xc1" not in show("jumps", "--moves", "a1xc1; ").output


def test_sites_told_by_what_lies_beside_them_after_one_another() -> None:
    """The marks come to lie on b2, then on c2 and on c1."""
    boards = [
        show("lines", "--moves", moves).output for moves in ("Put b2; Put c2; Put c1", "Put b2; put b2 e; Put c2 S")
    ]
    assert boards[0] == boards[1] and "2 | . M m\n1 | . . M\n" in boards[0]
    assert show("lines", "--moves", "Put b2 Put b2 E Put c2 S").output == boards[0]
    result = show("lines", "--moves", "Put b2; Put c2; Put b2 E")
    assert result.exit_code == 2 and "Put c2: that site is taken." in result.output


def test_chance_as_written_or_drawn() -> None:
    result = show("race", "--moves", "go 3 go")
    assert "far: Red 3, Blue 0" in result.output and "chance: d3" in result.output
    assert "Blue to move" in show("race", "--moves", "go", "--seed", "1").output


def test_a_wrong_move() -> None:
    result = show("lines", "--moves", "Put a1; Put a1")
    assert result.exit_code == 2 and "Put a1: that site is taken." in result.output


def test_json() -> None:
    told = json.loads(show("lines", "--moves", "Put a1; Put b2", "--format", "json").output)
    assert told["schema"] == 1 and told["mover"] == "X" and told["log"] == ["Put a1", "Put b2"]
    assert told["board"] == [
        {"site": "a1", "layer": "piece", "kind": "Mark", "owner": "X"},
        {"site": "b2", "layer": "piece", "kind": "Mark", "owner": "O"},
    ]
    assert len(told["moves"]) == 7


def test_colours_keep_the_columns() -> None:
    plain = show("lines", "--moves", "Put a1").output
    result = CliRunner(env={"FORCE_COLOR": "1"}).invoke(
        root, ["show", str(RULES / "lines.rules"), "--moves", "Put a1"], color=True
    )
    assert "\x1b[" in result.output
    import click

    assert click.unstyle(result.output) == plain


def test_a_picture_in_a_file(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["show", "tic_tac_toe", "--moves", "b2", "--svg", str(tmp_path / "board.svg")])
    assert result.exit_code == 0, result.output
    text = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg ") and "on b2</desc>" in text


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["show", "tic_tac_toe", "--svg", str(tmp_path / "none" / "board.svg")])
    assert result.exit_code == 1
    assert "cannot be written" in result.output


def test_no_board_to_draw() -> None:
    result = CliRunner().invoke(root, ["show", "pig", "--svg", "-"])
    assert result.exit_code == 2
    assert "Pig has no board to draw" in result.output


def test_a_picture_as_png(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["show", "tic_tac_toe", "--png", str(tmp_path / "board.png")])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


TILES = """
game "Tiles"
players Red, Blue
board hex 20 by 20 wrapped
layer tile: Tile
layer people: Man
tile Tile:
    ways of each direction: int in 0..3
tile Bend is Tile:
    ways = [1, 2, 0, 0, 1, 0]
piece Man "M"
display:
    origin: c3
setup:
    place Bend of Red on c3
    place Man of Blue on c3
action Lay:
    pick s in neighbors(occupied) & empty
    do:
        place Bend of mover on s
turn:
    choose Lay
"""


def test_colours_keep_the_cells_of_tiles(tmp_path: Path) -> None:
    """After two moves: each mark in the colour of its owner, and without colours just the plain picture."""
    import click

    file = tmp_path / "tiles.rules"
    file.write_text(TILES, encoding="utf-8")
    arguments = ["show", str(file), "--moves", "Lay 1,0; Lay d4"]
    plain = CliRunner().invoke(root, arguments).output
    coloured = CliRunner(env={"FORCE_COLOR": "1"}).invoke(root, arguments, color=True).output
    assert "|1 B m 2|1  B  2|" in plain and "1,1 Bend of Blue" in plain
    assert coloured != plain and click.unstyle(coloured) == plain
    assert len(set(re.findall(r"38;5;(\d+)m", coloured))) == 2
