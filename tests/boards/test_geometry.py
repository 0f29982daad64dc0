"""Distances, neighbourhoods and straight lines, by hand."""

from collections.abc import Iterable

import pytest

from rulewright.boards import Board, Link, hex_rhombus, hexagon, square, with_links


def names(board: Board, sites: Iterable[int]) -> list[str]:
    return [board.sites[site] for site in sites]


@pytest.mark.parametrize(("a", "b", "moves"), [("a1", "h8", 7), ("a1", "b3", 2), ("e4", "e4", 0), ("h1", "a2", 7)])
def test_distance_on_a_square_board_counts_a_kings_moves(a: str, b: str, moves: int) -> None:
    board = square(8, 8)
    assert board.distance(board.index[a], board.index[b]) == moves


def test_distance_table() -> None:
    assert square(3, 1).distance_table() == ((0, 1, 2), (1, 0, 1), (2, 1, 0))


def test_around_includes_the_site_itself() -> None:
    board = square(8, 8)
    assert names(board, board.around(board.index["a1"], 1)) == ["a1", "b1", "a2", "b2"]
    assert board.around(board.index["a1"], 0) == (0,)
    assert board.around(board.index["a1"], -1) == ()
    assert len(board.around(board.index["d4"], 2)) == 25
    assert len(board.around(board.index["d4"], 100)) == 64
    assert len(hexagon(5).around(hexagon(5).index["e5"], 2)) == 19


@pytest.mark.parametrize(
    ("a", "b", "there"),
    [("a1", "d4", ["b2", "c3"]), ("d4", "a1", ["c3", "b2"]), ("h1", "e1", ["g1", "f1"]), ("c2", "c3", []),
     ("a1", "b3", []), ("a1", "a1", [])],
)  # fmt: skip
def test_between_on_a_square_board(a: str, b: str, there: list[str]) -> None:
    board = square(8, 8)
    assert names(board, board.between(board.index[a], board.index[b])) == there


def test_between_on_a_hex_board() -> None:
    board = hex_rhombus(5, 5)
    assert names(board, board.between(board.index["a5"], board.index["d2"])) == ["b4", "c3"]
    assert board.between(board.index["a1"], board.index["b2"]) == ()


def test_towards_is_the_direction_of_a_neighbor() -> None:
    board = square(8, 8)
    d4 = board.index["d4"]
    assert board.directions[board.towards(d4, board.index["c5"])] == "NW"
    assert board.directions[board.towards(d4, board.index["d3"])] == "S"
    assert board.towards(d4, board.index["d6"]) == -1
    assert board.towards(d4, d4) == -1


def line(board: Board, a: str, b: str) -> list[list[str]]:
    """All sites of a line, from the step before its start to the step after its end."""
    steps = board.distance(board.index[a], board.index[b])
    return [names(board, board.line(board.index[a], board.index[b], i)) for i in range(-1, steps + 2)]


def test_line_on_a_square_board() -> None:
    board = square(8, 8)
    assert line(board, "a1", "c2") == [[], ["a1"], ["b1", "b2"], ["c2"], []]
    assert line(board, "a1", "d2") == [[], ["a1"], ["b1"], ["c2"], ["d2"], []]
    assert line(board, "d2", "a1") == [[], ["d2"], ["c2"], ["b1"], ["a1"], []]
    assert line(board, "d4", "b2") == [[], ["d4"], ["c3"], ["b2"], []]
    assert line(board, "c5", "b1") == [[], ["c5"], ["c4"], ["b3", "c3"], ["b2"], ["b1"], []]
    assert line(board, "e5", "e5") == [[], ["e5"], []]


def test_line_on_a_hex_board() -> None:
    board = hex_rhombus(5, 5)
    assert line(board, "a1", "b2") == [[], ["a1"], ["b1", "a2"], ["b2"], []]
    assert line(board, "a1", "c2") == [[], ["a1"], ["b1"], ["b2"], ["c2"], []]
    assert line(board, "a3", "c1") == [[], ["a3"], ["b2"], ["c1"], []]
    assert line(board, "c3", "b5") == [[], ["c3"], ["b4", "c4"], ["b5"], []]
    assert line(board, "c2", "c4") == [[], ["c2"], ["c3"], ["c4"], []]


def test_line_on_a_hexagon() -> None:
    board = hexagon(3)
    assert line(board, "a1", "b3") == [[], ["a1"], ["a2", "b2"], ["b3"], []]
    assert line(board, "c1", "c5") == [[], ["c1"], ["c2"], ["c3"], ["c4"], ["c5"], []]


@pytest.mark.parametrize(
    ("columns", "rows", "length", "count"),
    [(7, 6, 4, 69), (3, 3, 3, 8), (15, 15, 5, 572), (8, 8, 1, 64), (8, 8, 8, 18), (8, 8, 9, 0), (8, 8, 0, 0)],
)
def test_how_many_lines_a_square_board_has(columns: int, rows: int, length: int, count: int) -> None:
    assert len(square(columns, rows).lines(length)) == count


def test_lines_are_sorted_and_each_is_there_once() -> None:
    board = square(3, 3)
    assert [" ".join(names(board, sites)) for sites in board.lines(3)] == [
        "a1 b1 c1", "a1 a2 a3", "a1 b2 c3", "b1 b2 b3", "c1 b2 a3", "c1 c2 c3", "a2 b2 c2", "a3 b3 c3",
    ]  # fmt: skip


def test_lines_of_hex_boards_have_three_ways() -> None:
    board = hex_rhombus(3, 3)
    found = [" ".join(names(board, sites)) for sites in board.lines(3)]
    assert found == ["a1 b1 c1", "a1 a2 a3", "b1 b2 b3", "c1 b2 a3", "c1 c2 c3", "a2 b2 c2", "a3 b3 c3"]
    assert len(hexagon(2).lines(3)) == 3
    assert len(hexagon(2).lines(2)) == 12


def test_lines_follow_links_that_steps_follow() -> None:
    """A cylinder: the rows of a board four columns wide are closed to rings."""
    flat = square(4, 3)
    rings = with_links(flat, [Link(f"d{row}", "E", f"a{row}", "E") for row in (1, 2, 3)])
    assert len(flat.lines(3)) == 2 * 3 + 4 + 4
    assert len(rings.lines(3)) == 4 * 3 + 4 + 4
    assert len(rings.lines(4)) == 3
    assert (0, 3, 2) in rings.lines(3)
    through_rays = with_links(flat, [Link(f"d{row}", "E", f"a{row}", "E", rays=True) for row in (1, 2, 3)])
    assert through_rays.lines(3) == flat.lines(3)
