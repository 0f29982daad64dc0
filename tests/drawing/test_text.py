"""Boards as text."""

from textwrap import dedent

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, Link, hex_rhombus, hexagon, points, square, with_links
from rulewright.drawing import describe_links, draw_text, read_picture, text_width


def check(drawn: str, expected: str) -> None:
    assert drawn == dedent(expected).strip("\n")


def test_an_empty_board() -> None:
    check(
        draw_text(square(3, 2), {}),
        """
        2 | . . .
        1 | . . .
            a b c
        """,
    )


def test_marks_by_site() -> None:
    board = square(8, 8)
    check(
        draw_text(board, {board.index["a1"]: "R", board.index["e8"]: "k", board.index["h8"]: "r"}),
        """
        8 | . . . . k . . r
        7 | . . . . . . . .
        6 | . . . . . . . .
        5 | . . . . . . . .
        4 | . . . . . . . .
        3 | . . . . . . . .
        2 | . . . . . . . .
        1 | R . . . . . . .
            a b c d e f g h
        """,
    )


def test_wide_marks_widen_every_column() -> None:
    check(
        draw_text(points(3, 2), {0: "P1", 4: "K12"}),
        """
        2 | .   K12 .
        1 | P1  .   .
            a   b   c
        """,
    )


def test_row_numbers_are_aligned_and_long_column_letters_fit() -> None:
    drawn = draw_text(square(27, 10), {}).splitlines()
    assert drawn[0].startswith("10 | .  .  .")
    assert drawn[-2].startswith(" 1 | .  .  .")
    assert drawn[-1].startswith("     a  b  c")
    assert drawn[-1].endswith(" z  aa")


def test_glyphs_that_a_terminal_shows_wide() -> None:
    assert [text_width(text) for text in ("a", "象", "♟", "e\u0301", "P1")] == [1, 2, 1, 1, 2]
    check(
        draw_text(square(3, 1), {0: "象"}),
        """
        1 | 象 .  .
            a  b  c
        """,
    )


def test_a_rhombus_leans_to_the_right() -> None:
    check(
        draw_text(hex_rhombus(3, 3), {0: "R", 8: "B"}),
        """
        3 |    . . B
        2 |   . . .
        1 |  R . .
            a b c
        """,
    )


def test_wide_marks_on_a_rhombus_keep_half_steps_whole() -> None:
    check(
        draw_text(hex_rhombus(2, 2), {0: "R1"}),
        """
        2 |     .   .
        1 |   R1  .
            a   b
        """,
    )


def test_a_hexagon_is_centred() -> None:
    check(
        draw_text(hexagon(3), {9: "x"}),
        """
        5 |   . . .
        4 |  . . . .
        3 | . . x . .
        2 |  . . . . e
        1 |   . . . d
               a b c
        """,
    )


def test_highlighted_sites_stand_in_brackets() -> None:
    check(
        draw_text(square(3, 2), {0: "P", 4: "q"}, highlight=[0, 1, 4]),
        """
        2 | . [q] .
        1 |[P][.] .
            a  b  c
        """,
    )


def test_brackets_side_by_side_may_share_their_room() -> None:
    """Two characters and one between them, three a step: a bracket closes unless the next one begins there."""
    check(
        draw_text(square(4, 2), {0: "Pa", 1: "q", 4: "Ra", 5: "Sa", 7: "Ta"}, highlight=[0, 1, 2, 4, 7], tight=True),
        """
        2 |[Ra]Sa . [Ta]
        1 |[Pa[q][.] .
            a  b  c  d
        """,
    )


def test_notes_stand_under_the_picture() -> None:
    board = with_links(points(2, 1), [Link("b1", "E", "a1", "E", "ring"), Link("a1", "N", "b1", "S")])
    check(
        draw_text(board, {}, notes=describe_links(board)),
        """
        1 | . .
            a b
        ring: leaving b1 to E arrives at a1 heading E, and back
        link: leaving a1 to N arrives at b1 heading S, and back
        """,
    )


boards = st.one_of(
    st.builds(square, st.integers(1, 30), st.integers(1, 12)),
    st.builds(points, st.integers(1, 12), st.integers(1, 12)),
    st.builds(hex_rhombus, st.integers(1, 12), st.integers(1, 12)),
    st.builds(hexagon, st.integers(1, 6)),
)
glyphs = st.text("KQRNkqrn123", min_size=1, max_size=3)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Board, dict[int, str]]:
    board = draw(boards)
    return board, draw(st.dictionaries(st.integers(0, len(board.sites) - 1), glyphs, max_size=20))


@settings(max_examples=100, derandomize=True, deadline=None)
@given(positions())
def test_what_is_drawn_can_be_read(position: tuple[Board, dict[int, str]]) -> None:
    board, marks = position
    drawn = draw_text(board, marks)
    assert read_picture(board, drawn) == marks
    assert all(line == line.rstrip() for line in drawn.splitlines())
