"""Maps, lines, tori, holes, edges and vertices as text, and read back."""

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import (
    Board,
    BoardError,
    SiteEntry,
    SiteLine,
    build_board,
    hex_rhombus,
    hexagon,
    lines_board,
    map_board,
    square,
    table_board,
    triangle,
    with_surroundings,
    without,
)
from rulewright.drawing import draw_text, read_picture


def check(board: Board, marks: dict[str, str], expected: str) -> None:
    """The drawing is as expected, and says the same when it is read."""
    standing = {board.index[name]: mark for name, mark in marks.items()}
    drawn = draw_text(board, standing)
    assert drawn == dedent(expected).strip("\n")
    assert read_picture(board, drawn) == standing


def lines(*rows: str, loop: str = "") -> Board:
    board, errors = lines_board([*(SiteLine(tuple(row.split())) for row in rows), *ring(loop)])
    assert board is not None, errors
    return board


def ring(names: str) -> list[SiteLine]:
    return [SiteLine(tuple(names.split()), "sow", loop=True)] if names else []


def test_a_triangle() -> None:
    check(
        triangle(3),
        {"a1": "x"},
        """
        3 |    .
        2 |   . .
        1 |  x . .
            a b c
        """,
    )


def test_morris() -> None:
    board = lines("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
    check(
        board,
        {"a7": "W", "e4": "b"},
        """
        7 | W     .     .
        6 |   .   .   .
        5 |     . . .
        4 | . . .   b . .
        3 |     . . .
        2 |   .   .   .
        1 | .     .     .
            a b c d e f g
        """,
    )


def test_a_ring_of_pits() -> None:
    check(
        lines(loop="a1 b1 store a2 b2 other"),
        {"b1": "4", "other": "12"},
        """
        2 | 12 .  . | other b2 a2
        1 | .  4  . | a1 b1 store
        """,
    )


def test_other_names_stand_beside_the_rows() -> None:
    check(
        lines("hub north", "hub south"),
        {"south": "x"},
        """
        2 | . . | hub north
        1 | x   | south
        """,
    )


def test_a_table() -> None:
    board, _ = table_board([SiteEntry("p", x=0, y=0.3), SiteEntry("q", x=2.7, y=0.3), SiteEntry("r", x=1.1, y=9)], [])
    assert board is not None
    check(
        board,
        {"q": "Q"},
        """
        2 |   .   | r
        1 | .   Q | p q
        """,
    )


def test_a_map_of_hexes() -> None:
    board, _ = map_board("hex", "  . .\n . . .\n. .   .")
    check(
        board,
        {"a1": "A", "c2": "b"},
        """
        3 |   . .
        2 |  . . b
        1 | A .   .
            a b c d
        """,
    )


def test_a_row_without_sites() -> None:
    board, _ = map_board("square", "..\n\n..")
    check(
        board,
        {"b1": "x"},
        """
        3 | . .
        2 |
        1 | . x
            a b
        """,
    )


def test_holes() -> None:
    board = without(square(3, 3), [1, 3, 5, 7])
    check(
        board,
        {"b2": "x"},
        """
        3 | .   .
        2 |   x
        1 | .   .
            a b c
        """,
    )


def test_edges_and_vertices() -> None:
    board = with_surroundings(square(2, 2), edges=True, vertices=True)
    check(
        board,
        {"a1": "P", "a1_E": "=", "a1_NE": "w"},
        """
            + ' + ' +
        2 | ' . ' . '
            + ' w ' +
        1 | ' P = . '
            + ' + ' +
              a   b
        """,
    )


def test_edges_alone() -> None:
    board = with_surroundings(square(2, 1), edges=True, vertices=False)
    check(
        board,
        {"b1_N": "x"},
        """
              '   x
        1 | ' . ' . '
              '   '
              a   b
        """,
    )


def test_a_picture_of_the_cells_is_enough() -> None:
    board = with_surroundings(square(2, 2), edges=True, vertices=True)
    assert read_picture(board, "x .\n. o") == {board.index["a2"]: "x", board.index["b1"]: "o"}


def test_of_a_torus_what_is_occupied() -> None:
    board = hex_rhombus(30, 30, wrapped=True)
    drawn = draw_text(board, {board.index["a1"]: "A", board.index["b30"]: "B"}).splitlines()
    assert [line.partition("|")[0].strip() for line in drawn[:-1]] == ["2", "1", "30", "29"]
    assert drawn[-1].split() == ["ad", "a", "b", "c"]
    assert "A" in drawn[1] and "B" in drawn[2]


def test_a_small_torus_is_whole_while_it_is_empty() -> None:
    assert draw_text(square(3, 2, wrapped=True), {}) == "2 | . . .\n1 | . . .\n    a b c"
    assert len(draw_text(square(42, 42, wrapped=True), {}).splitlines()) == 6


@pytest.mark.parametrize("text", [". .", ". . .\n. . .\n. . .\n. . .", "x\n. .\n. ."])
def test_pictures_that_do_not_fit(text: str) -> None:
    with pytest.raises(BoardError):
        read_picture(with_surroundings(square(2, 2), edges=True, vertices=False), text)


BOARDS = st.one_of(
    st.builds(triangle, st.integers(1, 5)),
    st.builds(
        lambda shape, columns, rows: build_board(shape, [columns, rows], wrapped=True),
        st.sampled_from(["square", "points", "hex"]),
        st.integers(1, 30),
        st.integers(1, 30),
    ),
    st.builds(
        lambda board, edges: with_surroundings(board, edges=edges, vertices=True),
        st.one_of(st.builds(square, st.integers(1, 4), st.integers(1, 4)), st.builds(hexagon, st.integers(1, 3))),
        st.booleans(),
    ),
    st.builds(lambda names: lines(" ".join(names)), st.lists(st.sampled_from("pqrstuvw"), min_size=2, unique=True)),
    st.builds(
        lambda rows: map_board("square", "\n".join(["......", *rows]))[0],
        st.lists(st.text(alphabet=" .", min_size=1, max_size=6), max_size=4),
    ),
)


@given(BOARDS, st.data())
@settings(derandomize=True, deadline=None, max_examples=150)
def test_what_is_drawn_is_read_back(board: Board, data: st.DataObject) -> None:
    sites = st.integers(0, len(board.sites) - 1)
    marks = data.draw(st.dictionaries(sites, st.sampled_from(["X", "o", "K1", "Zz2"]), max_size=8))
    assert read_picture(board, draw_text(board, marks)) == marks
