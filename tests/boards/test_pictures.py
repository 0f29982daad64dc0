"""Reading pictures of positions."""

import pytest

from rulewright.boards import Board, BoardError, hex_rhombus, hexagon, points, read_picture, square


def read(board: Board, text: str) -> dict[str, str]:
    return {board.sites[site]: mark for site, mark in read_picture(board, text).items()}


def test_the_last_row_stands_at_the_top() -> None:
    picture = """
        r n .
        . . .
        . P R
        """
    assert read(square(3, 3), picture) == {"a3": "r", "b3": "n", "b1": "P", "c1": "R"}


def test_marks_may_stand_without_blanks() -> None:
    assert read(square(3, 2), "rn.\n.PR") == {"a2": "r", "b2": "n", "b1": "P", "c1": "R"}


def test_marks_may_be_longer_than_a_letter() -> None:
    assert read(points(3, 1), "P1 .  K12") == {"a1": "P1", "c1": "K12"}


def test_a_board_of_one_column() -> None:
    assert read(square(1, 2), "P1\n.") == {"a2": "P1"}


@pytest.mark.parametrize(
    "picture",
    ["2 | x .\n1 | . o\n    a b", "2 |x.\n1 |.o", "2 x .\n1 . o", "2 x.\n1 .o\n  a b", "  a b\n2|x .\n1|. o"],
)
def test_labels_are_no_marks(picture: str) -> None:
    assert read(square(2, 2), picture) == {"a2": "x", "b1": "o"}


def test_digits_may_be_marks() -> None:
    assert read(square(2, 2), "2 1\n1 2") == {"a2": "2", "b2": "1", "a1": "1", "b1": "2"}


def test_hex_rows_may_be_indented() -> None:
    picture = """
          R . .
         . B .
        . . R
        """
    assert read(hex_rhombus(3, 3), picture) == {"a3": "R", "b2": "B", "c1": "R"}


def test_a_hexagon() -> None:
    assert read(hexagon(2), " x .\n. . o\n x x") == {"b3": "x", "c2": "o", "a1": "x", "b1": "x"}


def test_a_hexagon_with_letters_behind_its_rows() -> None:
    picture = """
        3 |  x .
        2 | . . o
        1 |  x x c
              a b
        """
    assert read(hexagon(2), picture) == {"b3": "x", "c2": "o", "a1": "x", "b1": "x"}


@pytest.mark.parametrize(
    ("picture", "message", "line"),
    [
        ("\n. . .\n. . . .\n. . .\n", "Row 2 of this picture has 4 marks, the board has 3 sites there.", 2),
        ("...\n...\n..", "Row 1 of this picture has 2 marks, the board has 3 sites there.", 2),
        ("3 | . . .\n2 |\n1 | . . .", "Row 2 of this picture has 0 marks, the board has 3 sites there.", 1),
        ("x\n...\n...", "Row 3 of this picture has 1 mark, the board has 3 sites there.", 0),
        ("...\n\n...", "This picture has 2 rows, the board has 3.", 2),
        ("...\n...\n...\n...\n...", "This picture has 5 rows, the board has 3.", 3),
        ("", "This picture has 0 rows, the board has 3.", 0),
    ],
)
def test_pictures_that_do_not_fit(picture: str, message: str, line: int) -> None:
    with pytest.raises(BoardError) as caught:
        read_picture(square(3, 3), picture)
    assert (caught.value.message, caught.value.what) == (message, line)


def test_a_letter_is_a_mark_too_many_where_no_column_ends() -> None:
    with pytest.raises(BoardError, match="Row 3 of this picture has 3 marks"):
        read_picture(hexagon(2), "3 | x . d\n2 | . . .\n1 | . .")
