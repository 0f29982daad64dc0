"""Triangles of hexes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import BoardError, build_board, triangle


def names(sites: tuple[int, ...]) -> list[str]:
    board = triangle(4)
    return [board.sites[site] for site in sites]


def test_rows_grow_shorter() -> None:
    assert triangle(4).sites == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4")


def test_sides_and_corners() -> None:
    board = triangle(4)
    assert {name: names(sites) for name, sites in board.sides.items()} == {
        "NE": ["d1", "c2", "b3", "a4"],
        "S": ["a1", "b1", "c1", "d1"],
        "NW": ["a1", "a2", "a3", "a4"],
    }
    assert names(board.corners) == ["a1", "d1", "a4"]


def test_steps() -> None:
    board = triangle(4)
    b2 = board.index["b2"]
    steps = {board.directions[d]: board.sites[there] for d, there in enumerate(board.step[b2])}
    assert steps == {"NE": "b3", "E": "c2", "SE": "c1", "SW": "b1", "W": "a2", "NW": "a3"}


def test_sizes() -> None:
    with pytest.raises(BoardError, match="size 0"):
        triangle(0)
    with pytest.raises(BoardError, match="one size, not 2"):
        build_board("triangle", [3, 3])


@given(st.integers(1, 9))
@settings(derandomize=True, deadline=None)
def test_a_triangle_looks_the_same_from_every_corner(size: int) -> None:
    board = triangle(size)
    assert len(board.sites) == size * (size + 1) // 2
    views = [sorted(board.distances_from(corner)) for corner in board.corners]
    assert all(view == views[0] for view in views)
    assert {len(sites) for sites in board.sides.values()} == {size}
