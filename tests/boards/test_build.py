"""Shapes by name, sizes, and what start-up costs."""

import subprocess
import sys

import pytest

from rulewright.boards import SHAPES, BoardError, build_board, column_name, hexagon, mask, site_name, sites_in, square


@pytest.mark.parametrize(
    ("shape", "sizes", "count"), [("square", [8, 7], 56), ("points", [9, 10], 90), ("hex", [11, 11], 121),
                                  ("hexagon", [5], 61)],
)  # fmt: skip
def test_shapes_by_name(shape: str, sizes: list[int], count: int) -> None:
    board = build_board(shape, sizes)
    assert board.shape == shape
    assert len(board.sites) == count


def test_the_shapes() -> None:
    assert SHAPES == ("square", "points", "hex", "hexagon", "triangle")


@pytest.mark.parametrize(
    ("shape", "sizes", "message", "hint", "what"),
    [
        ("sqare", [8, 8], "There is no board shape sqare.", "Did you mean square?", "sqare"),
        ("disc", [8], "There is no board shape disc.", "The shapes are square, points, hex, hexagon, triangle.",
         "disc"),
        ("square", [8], "A square board has two sizes, not 1.", "Give the number of columns by the number of rows.",
         None),
        ("hexagon", [5, 5], "A hexagon board has one size, not 2.", "Give the number of cells along one side.", 1),
        ("square", [0, 8], "A board cannot have the size 0.", "Sizes are 1 or more.", 0),
        ("hex", [8, -3], "A board cannot have the size -3.", "Sizes are 1 or more.", 1),
        ("hexagon", [0], "A board cannot have the size 0.", "Sizes are 1 or more.", 0),
        ("points", [256, 256], "This board would have 65,536 sites.",
         "A board has at most 65,535 sites; make it smaller.", None),
        ("hexagon", [1_000_000], "This board would have 2,999,997,000,001 sites.",
         "A board has at most 65,535 sites; make it smaller.", None),
    ],
)  # fmt: skip
def test_boards_that_cannot_be(shape: str, sizes: list[int], message: str, hint: str, what: object) -> None:
    with pytest.raises(BoardError) as caught:
        build_board(shape, sizes)
    assert (caught.value.message, caught.value.hint, caught.value.what) == (message, hint, what)
    assert str(caught.value) == message


def test_the_largest_board() -> None:
    board = square(65_535, 1)
    assert board.sites[-1] == site_name(65_535, 1)
    assert len(board.corners) == 2
    assert len(hexagon(148).sites) == 65_269


def test_names() -> None:
    assert [column_name(n) for n in (1, 26, 27, 52, 702, 703)] == ["a", "z", "aa", "az", "zz", "aaa"]
    assert site_name(28, 12) == "ab12"


def test_masks() -> None:
    assert mask([0, 3, 70]) == 1 | 8 | 1 << 70
    assert list(sites_in(1 | 8 | 1 << 70)) == [0, 3, 70]
    assert list(sites_in(0)) == []


def test_networkx_is_loaded_only_for_a_graph() -> None:
    program = (
        "import sys, rulewright.drawing, rulewright.boards as boards; b = boards.square(8, 8); b.distance(0, 9);"
        "assert 'networkx' not in sys.modules; b.graph; assert 'networkx' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
