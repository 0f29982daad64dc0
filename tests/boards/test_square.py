"""Square and points boards: names, directions, steps, sides, neighbours."""

from collections.abc import Iterable

import pytest

from rulewright.boards import Board, points, square


def names(board: Board, sites: Iterable[int]) -> list[str]:
    return [board.sites[site] for site in sites]


def test_sites_go_by_row_from_the_south_then_by_column() -> None:
    board = square(3, 2)
    assert board.sites == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert board.row == (1, 1, 1, 2, 2, 2)
    assert board.column == (1, 2, 3, 1, 2, 3)
    assert (board.columns, board.rows) == (3, 2)
    assert board.index["b2"] == 4


def test_columns_after_z_have_two_letters() -> None:
    board = square(55, 1)
    assert [board.sites[i] for i in (0, 25, 26, 27, 51, 52, 54)] == ["a1", "z1", "aa1", "ab1", "az1", "ba1", "bc1"]


def test_directions_are_clockwise_from_north() -> None:
    board = square(8, 8)
    assert board.directions == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert [board.directions[d] for d in board.orthogonal] == ["N", "E", "S", "W"]
    assert [board.directions[d] for d in board.diagonal] == ["NE", "SE", "SW", "NW"]
    assert board.all_directions == (0, 1, 2, 3, 4, 5, 6, 7)
    assert board.opposite == (4, 5, 6, 7, 0, 1, 2, 3)


@pytest.mark.parametrize(("start", "k", "end"), [("N", 1, "NE"), ("N", -1, "NW"), ("W", 3, "NE"), ("E", 8, "E")])
def test_a_turn_is_45_degrees(start: str, k: int, end: str) -> None:
    board = square(8, 8)
    assert board.directions[board.turned(board.direction_index[start], k)] == end


@pytest.mark.parametrize(
    ("direction", "there"),
    [("N", "d5"), ("NE", "e5"), ("E", "e4"), ("SE", "e3"), ("S", "d3"), ("SW", "c3"), ("W", "c4"), ("NW", "c5")],
)
def test_steps_from_the_middle(direction: str, there: str) -> None:
    board = square(8, 8)
    d = board.direction_index[direction]
    assert board.sites[board.step[board.index["d4"]][d]] == there
    assert board.step_heading[board.index["d4"]][d] == d
    assert board.step_table[board.index["d4"] * 8 + d] == board.index[there]


def test_steps_end_at_the_edge() -> None:
    board = square(8, 8)
    a1 = board.index["a1"]
    b1, b2, a2 = (board.index[name] for name in ("b1", "b2", "a2"))
    assert board.step[a1] == (a2, b2, b1, -1, -1, -1, -1, -1)
    assert board.step_heading[a1] == (0, 1, 2, -1, -1, -1, -1, -1)


def test_neighbors_by_all_or_by_some_directions() -> None:
    board = square(8, 8)
    assert names(board, board.neighbors(board.index["a1"])) == ["b1", "a2", "b2"]
    assert names(board, board.neighbors(board.index["d4"])) == ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]
    assert names(board, board.neighbors(board.index["d4"], board.orthogonal)) == ["d3", "c4", "e4", "d5"]
    assert names(board, board.neighbors(board.index["h4"], board.diagonal)) == ["g3", "g5"]
    assert board.neighbors(board.index["a1"], [board.direction_index["W"]]) == ()


def test_a_board_has_8_5_and_3_neighbors() -> None:
    counts = [len(square(8, 8).neighbors(site)) for site in range(64)]
    assert (counts.count(3), counts.count(5), counts.count(8)) == (4, 24, 36)


def test_sides_and_corners() -> None:
    board = square(3, 4)
    assert {side: names(board, sites) for side, sites in board.sides.items()} == {
        "N": ["a4", "b4", "c4"],
        "E": ["c1", "c2", "c3", "c4"],
        "S": ["a1", "b1", "c1"],
        "W": ["a1", "a2", "a3", "a4"],
    }
    assert names(board, board.corners) == ["a1", "c1", "a4", "c4"]
    assert board.side(board.direction_index["N"]) == board.sides["N"]
    assert board.side(board.direction_index["NE"]) == ()


def test_corners_of_a_single_row_are_its_ends() -> None:
    board = square(24, 1)
    assert names(board, board.corners) == ["a1", "x1"]
    assert square(1, 1).corners == (0,)


def test_site_at() -> None:
    board = square(8, 5)
    assert board.sites[board.site_at(2, 5)] == "b5"
    assert [board.site_at(*place) for place in ((0, 1), (9, 1), (1, 6), (1, 0))] == [-1, -1, -1, -1]


def test_masks_have_bit_i_for_site_i() -> None:
    board = square(3, 2)
    assert board.row_masks == (0b000111, 0b111000)
    assert board.column_masks == (0b001001, 0b010010, 0b100100)
    assert board.neighbor_sets == (0b011010, 0b111101, 0b110010, 0b010011, 0b101111, 0b010110)
    assert board.neighbor_mask(0, board.orthogonal) == 0b001010


def test_coordinates_grow_to_the_right_and_upwards() -> None:
    board = square(3, 2)
    assert board.coordinates == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))


def test_points_differ_only_in_shape() -> None:
    a, b = square(9, 10), points(9, 10)
    assert (a.shape, b.shape) == ("square", "points")
    assert (a.sites, a.step, a.sides, a.corners) == (b.sites, b.step, b.sides, b.corners)
