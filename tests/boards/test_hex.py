"""Hex boards: the rhombus and the hexagon."""

from collections import Counter
from collections.abc import Iterable
from math import dist, isclose

import pytest

from rulewright.boards import Board, hex_rhombus, hexagon


def names(board: Board, sites: Iterable[int]) -> list[str]:
    return [board.sites[site] for site in sites]


def degrees(board: Board) -> Counter[int]:
    return Counter(len(board.neighbors(site)) for site in range(len(board.sites)))


@pytest.mark.parametrize("board", [hex_rhombus(11, 11), hexagon(5)], ids=["hex", "hexagon"])
def test_six_directions_clockwise_from_north(board: Board) -> None:
    assert board.directions == ("NE", "E", "SE", "SW", "W", "NW")
    assert board.orthogonal == board.all_directions == (0, 1, 2, 3, 4, 5)
    assert board.diagonal == ()
    assert board.opposite == (3, 4, 5, 0, 1, 2)
    assert board.turned(0, 1) == 1
    assert board.turned(0, -1) == 5


@pytest.mark.parametrize("board", [hex_rhombus(4, 3), hexagon(3)], ids=["hex", "hexagon"])
def test_neighbors_are_drawn_one_apart_in_their_direction(board: Board) -> None:
    half, height = 0.5, 3**0.5 / 2
    shift = {
        "NE": (half, height), "E": (1, 0), "SE": (half, -height),
        "SW": (-half, -height), "W": (-1, 0), "NW": (-half, height),
    }  # fmt: skip
    for site, steps in enumerate(board.step):
        x, y = board.coordinates[site]
        near = {b for b, place in enumerate(board.coordinates) if isclose(dist(place, (x, y)), 1)}
        assert near == set(board.neighbors(site))
        for direction, there in enumerate(steps):
            if there >= 0:
                dx, dy = shift[board.directions[direction]]
                assert board.coordinates[there] == pytest.approx((x + dx, y + dy))


# ---- the rhombus ----


def test_rhombus_adjacency_is_that_of_hex() -> None:
    board = hex_rhombus(11, 11)
    assert names(board, board.neighbors(board.index["e5"])) == ["e4", "f4", "d5", "f5", "d6", "e6"]
    steps = dict(zip(board.directions, names(board, board.step[board.index["e5"]]), strict=True))
    assert steps == {"NE": "e6", "E": "f5", "SE": "f4", "SW": "e4", "W": "d5", "NW": "d6"}


def test_rhombus_corners_are_two_sharp_and_two_blunt() -> None:
    board = hex_rhombus(11, 11)
    assert names(board, board.corners) == ["a1", "k1", "a11", "k11"]
    assert [len(board.neighbors(site)) for site in board.corners] == [2, 3, 3, 2]
    assert names(board, board.neighbors(board.index["a1"])) == ["b1", "a2"]
    assert names(board, board.neighbors(board.index["k1"])) == ["j1", "j2", "k2"]
    assert degrees(board) == {2: 2, 3: 2, 4: 36, 6: 81}


def test_rhombus_sides_are_rows_and_columns() -> None:
    board = hex_rhombus(3, 2)
    assert {side: names(board, sites) for side, sites in board.sides.items()} == {
        "N": ["a2", "b2", "c2"],
        "E": ["c1", "c2"],
        "S": ["a1", "b1", "c1"],
        "W": ["a1", "a2"],
    }


def test_rhombus_keeps_its_neighbors_when_rows_and_columns_are_exchanged() -> None:
    """What the second player's swap in Hex relies on."""
    board = hex_rhombus(5, 5)

    def mirrored(site: int) -> int:
        return board.site_at(board.row[site], board.column[site])

    for site in range(25):
        assert set(board.neighbors(mirrored(site))) == {mirrored(there) for there in board.neighbors(site)}


def test_rhombus_distances() -> None:
    board = hex_rhombus(5, 5)
    assert board.distance(board.index["a1"], board.index["e5"]) == 8
    assert board.distance(board.index["a5"], board.index["e1"]) == 4
    assert board.distance(board.index["b2"], board.index["d3"]) == 3


def test_rhombus_rows_lean_to_the_right() -> None:
    board = hex_rhombus(2, 3)
    assert [x for x, _ in board.coordinates] == [0, 1, 0.5, 1.5, 1, 2]


# ---- the hexagon ----


def test_hexagon_rows() -> None:
    board = hexagon(5)
    assert len(board.sites) == 61
    assert [bits.bit_count() for bits in board.row_masks] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [bits.bit_count() for bits in board.column_masks] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert (board.rows, board.columns) == (9, 9)
    assert board.sites[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert [name for name in board.sites if name.endswith("6")] == ["b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6"]
    assert board.sites[-5:] == ("e9", "f9", "g9", "h9", "i9")


def test_hexagon_columns_lead_north_west() -> None:
    board = hexagon(5)
    steps = dict(zip(board.directions, names(board, board.step[board.index["e5"]]), strict=True))
    assert steps == {"NE": "f6", "E": "f5", "SE": "e4", "SW": "d4", "W": "d5", "NW": "e6"}
    assert names(board, board.neighbors(board.index["a5"])) == ["a4", "b5", "b6"]


def test_hexagon_degrees() -> None:
    assert degrees(hexagon(5)) == {3: 6, 4: 18, 6: 37}
    assert degrees(hexagon(2)) == {3: 6, 6: 1}


def test_hexagon_sides_and_corners() -> None:
    board = hexagon(3)
    assert {side: names(board, sites) for side, sites in board.sides.items()} == {
        "N": ["c5", "d5", "e5"],
        "NE": ["e3", "e4", "e5"],
        "SE": ["c1", "d2", "e3"],
        "S": ["a1", "b1", "c1"],
        "SW": ["a1", "a2", "a3"],
        "NW": ["a3", "b4", "c5"],
    }
    assert names(board, board.corners) == ["a1", "c1", "a3", "e3", "c5", "e5"]
    assert board.side(board.direction_index["NE"]) == board.sides["NE"]
    assert board.side(board.direction_index["E"]) == ()


def test_hexagon_distances() -> None:
    board = hexagon(5)
    assert board.distance(board.index["a1"], board.index["i9"]) == 8
    assert board.distance(board.index["a5"], board.index["i5"]) == 8
    assert board.distance(board.index["e1"], board.index["e9"]) == 8
    assert [board.distance(board.index["e5"], corner) for corner in board.corners] == [4] * 6
    assert board.site_at(9, 1) == -1


def test_the_smallest_hexagon_is_one_cell() -> None:
    board = hexagon(1)
    assert board.sites == ("a1",)
    assert board.corners == (0,)
    assert board.neighbors(0) == ()
