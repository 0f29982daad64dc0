"""Boards with cells several lines high."""

from textwrap import dedent

import pytest

from rulewright.boards import Board, hex_rhombus, points, square
from rulewright.drawing import Cell, draw_row, draw_tiles, draws_tiles

NE, E, SE, SW, W, NW = range(6)
"""The directions of hexes, clockwise from north."""


def check(drawn: str, expected: str) -> None:
    assert [line.rstrip() for line in drawn.splitlines()] == dedent(expected).strip("\n").splitlines()


def test_a_hex_has_its_sides_where_they_face() -> None:
    board = hex_rhombus(3, 3)
    assert board.directions == ("NE", "E", "SE", "SW", "W", "NW")
    sides = {NE: "1", E: "2", SE: "3", SW: "4", W: "5", NW: "6"}
    check(
        draw_tiles(board, {board.index["b2"]: Cell("P", sides)}),
        r"""
                a3      b3      c3
                  /6   1\
                 |5  P  2|
            a2   |  b2   |  c2
                  \4   3/

        a1      b1      c1
        """,
    )


def test_squares_have_sides_and_corners() -> None:
    board = square(1, 2)
    sides = {board.direction_index[name]: name.lower() for name in ("N", "E", "S", "W", "SE")}
    check(
        draw_tiles(board, {0: Cell("P", sides), 1: Cell("Q")}),
        """
        +---------+
        |    Q    |
        |   a2    |
        +---------+
        +----n----+
        |w   P   e|
        |   a1    |
        +----s--se+
        """,
    )


def test_of_a_torus_what_is_occupied_and_what_touches_it_across_its_edge() -> None:
    board = hex_rhombus(20, 20, wrapped=True)
    check(
        draw_tiles(board, {board.index["a1"]: Cell("P"), board.index["t1"]: Cell("Q")}),
        r"""
            s2      t2      a2
              /     \ /     \
             |   Q   |   P   |
        s1   |  t1   |  a1   |  b1
              \     / \     /

            t20     a20     b20
        """,
    )


def test_cells_are_as_wide_as_what_they_hold() -> None:
    board = square(2, 1)
    check(
        draw_tiles(board, {0: Cell("long text", {board.direction_index["W"]: "1+2"})}, notes=["a note"]),
        """
        +-----------------+
        |1+2 long text    |
        |       a1        |       b1
        +-----------------+
        a note
        """,
    )


def test_marks_of_empty_sites() -> None:
    check(
        draw_tiles(square(2, 1), {}, empty={1: "~"}),
        """
                 ~
        a1      b1
        """,
    )


def test_cells_that_lie_on_no_board_side_by_side_as_far_as_there_is_room() -> None:
    cells = [(Cell("P", {NE: "1", W: "2"}), "0"), (Cell("P"), "1"), (Cell("Q", {SW: "3"}), "2")]
    check(
        "\n".join(draw_row(hex_rhombus(2, 2), cells, 21)),
        r"""
         /    1\     /     \
        |2  P   |   |   P   |
        |   0   |   |   1   |
         \     /     \     /
         /     \
        |   Q   |
        |   2   |
         \3    /
        """,
    )
    assert len(draw_row(hex_rhombus(2, 2), cells, 32)) == 8
    assert len(draw_row(hex_rhombus(2, 2), cells, 33)) == 4
    assert len(draw_row(hex_rhombus(2, 2), cells, 1)) == 12


@pytest.mark.parametrize(
    ("board", "fits"),
    [(square(2, 2), True), (hex_rhombus(2, 2), True), (points(2, 2), False), (None, False)],
    ids=["square", "hex", "points", "none"],
)
def test_what_has_cells(board: Board | None, fits: bool) -> None:
    assert draws_tiles(board) is fits
