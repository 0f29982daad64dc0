"""`line(a, b, i)` gives in both engines the sites that the board itself finds along a straight line."""

from pathlib import Path

import pytest

import rulewright as rw

RULES = """
language 1
game "Lines"
players White, Black
{board}
piece Stone "S"
var start: site
var stop: site
var steps_on: int in 0..9 = 0
action Line:
    pick a in sites
    pick b in sites
    pick i in 0..9
    pick s in line(a, b, i)
    do:
        start = a
        stop = b
        steps_on = i
        place Stone of mover on s
turn:
    choose Line
end:
    tie when turn_number > 1
"""

BOARDS = {
    "square": "board square 4 by 3",
    "hex": "board hex 4 by 3",
    "hexagon": "board hexagon 3",
    "triangle": "board triangle 4",
    "wrapped": "board hex 4 by 4 wrapped",
    "holes": """board map hex:
    \"\"\"
    . . .
     . x .
    .   .
     . . .
    \"\"\"
    legend:
        "x": in hill
""",
    "edges": "board square 3 by 2 with edges, vertices",
    "free": "board lines:\n    a3 b3 c3\n    a2 b2 c2\n    a3 a2\n    b3 b2\n    c3 c2\n",
}


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", BOARDS)
def test_lines_are_those_of_the_board(name: str, engine: str, tmp_path: Path) -> None:
    if engine == "native":
        pytest.importorskip("llvmlite")
    path = tmp_path / "lines.rules"
    path.write_text(RULES.format(board=BOARDS[name]))
    game = rw.load(path, engine=engine)
    board = game.setting.declared.board
    assert board is not None
    names = board.names
    cells = range(board.cell_count)
    wanted = [
        {"a": names[a], "b": names[b], "i": str(i), "s": names[s]}
        for a in cells
        for b in cells
        for i in range(10)
        for s in board.line(a, b, i)
    ]
    assert [move.picks for move in game.start(1).moves()] == wanted


def test_points_of_a_line_by_hand(tmp_path: Path) -> None:
    """On a rhombus of hexes columns lead north-east; from a1 to b2 is due east-north-east: two steps, the first one
    exactly between b1 and a2."""
    path = tmp_path / "lines.rules"
    path.write_text(RULES.format(board=BOARDS["hex"]))
    game = rw.load(path)
    found = {tuple(move.picks.values()) for move in game.start(1).moves()}
    assert {s for a, b, i, s in found if (a, b, i) == ("a1", "b2", "1")} == {"b1", "a2"}
    assert {s for a, b, i, s in found if (a, b, i) == ("a1", "d1", "2")} == {"c1"}
    assert not [s for a, b, i, s in found if (a, b, i) == ("a1", "b2", "3")]
