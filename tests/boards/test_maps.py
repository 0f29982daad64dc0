"""Boards drawn as pictures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, BoardError, Mark, hexagon, map_board, square

STAR = """
                a
               a a
              a a a
             a a a a
    f f f f . . . . . b b b b
     f f f . . . . . . b b b
      f f . . . . . . . b b
       f . . . . . . . . b
        . . . . . . . . .
       e . . . . . . . . c
      e e . . . . . . . c c
     e e e . . . . . . c c c
    e e e e . . . . . c c c c
             d d d d
              d d d
               d d
                d
"""


def around(board: Board, name: str) -> set[str]:
    return {board.sites[there] for there in board.neighbors(board.index[name])}


def test_the_star_of_chinese_checkers() -> None:
    board, marks = map_board("hex", STAR)
    assert len(board.sites) == 121
    assert [sum(mark.text == letter for mark in marks) for letter in "abcdef."] == [10] * 6 + [61]
    # The tips have two neighbours, the corners of the inner hexagon six.
    assert [len(around(board, name)) for name in ("g17", "g1", "a13", "m13", "a5", "m5", "g9")] == [2] * 6 + [6]
    # Tip to tip straight through the centre: 16 steps.
    assert board.distance(board.index["g17"], board.index["g1"]) == 16
    assert board.distance(board.index["a13"], board.index["m5"]) == 16


def test_reading_order_is_the_order_of_sites() -> None:
    board, marks = map_board("square", "x .\n. y\n")
    assert board.sites == ("a2", "b2", "a1", "b1")
    assert [mark.text for mark in marks] == ["x", ".", ".", "y"]


def test_a_blank_is_no_site() -> None:
    board, _ = map_board("square", "...\n. .\n...")
    assert board.sites == ("a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1")
    assert around(board, "b1") == {"a1", "c1", "a2", "c2"}
    spread, _ = map_board("square", ". . .\n.   .\n. . .")
    assert spread.sites == board.sites


def test_a_full_picture_is_the_shape() -> None:
    board, _ = map_board("square", "....\n....\n....")
    plain = square(4, 3)
    for name in plain.sites:
        assert around(board, name) == {plain.sites[there] for there in plain.neighbors(plain.index[name])}
    assert {name: len(sites) for name, sites in board.sides.items()} == {"N": 4, "E": 3, "S": 4, "W": 3}


def test_a_hexagon_as_a_picture() -> None:
    board, _ = map_board("hex", "  . . .\n . . . .\n. . . . .\n . . . .\n  . . .")
    plain = hexagon(3)
    assert sorted(len(board.neighbors(s)) for s in range(19)) == sorted(len(plain.neighbors(s)) for s in range(19))
    assert sorted(board.distances_from(9)) == sorted(plain.distances_from(plain.index["c3"]))


def test_hexes_without_blanks() -> None:
    board, _ = map_board("hex", "...\n ...\n...")
    assert board.sites == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    assert around(board, "b2") == {"b3", "c3", "a2", "c2", "b1", "c1"}
    assert around(board, "b3") == {"a3", "c3", "a2", "b2"}


def test_marks_of_several_characters() -> None:
    board, marks = map_board("square", "R1 .  R2\n.  .  .", ("R1", "R2"))
    assert [mark.text for mark in marks] == ["R1", ".", "R2", ".", ".", "."]
    assert board.columns == 3
    letters, _ = map_board("square", "R1\n..", ())
    assert len(letters.sites) == 4


def test_marks_are_equally_far_apart() -> None:
    with pytest.raises(BoardError, match=r"^\. stands between two columns") as caught:
        map_board("square", "R1 . R2\n.  .  .", ("R1", "R2"))
    assert caught.value.what == Mark(".", 0, 3)
    assert map_board("hex", "R1 R1\n .  R1", ("R1",))[0].sites == map_board("hex", "R1 R1\n  .  R1", ("R1",))[0].sites


def test_tabs_are_blanks() -> None:
    assert map_board("square", "\t. .\n\t. .")[0].sites == ("a2", "b2", "a1", "b1")


@pytest.mark.parametrize(
    ("shape", "text", "message", "what"),
    [
        ("disc", ".", "There is no map of disc.", "disc"),
        ("hexagon", ".", "There is no map of hexagon.", "hexagon"),
        ("square", " \n\n", "This picture is empty.", None),
        ("hex", ". .\n. .", ". in row 1 does not lie between the hexes of its neighbour rows.", Mark(".", 1, 0)),
    ],
)
def test_pictures_that_are_no_map(shape: str, text: str, message: str, what: object) -> None:
    with pytest.raises(BoardError) as caught:
        map_board(shape, text)
    assert (caught.value.message, caught.value.what) == (message, what)


ROWS = st.lists(st.text(alphabet=". x", min_size=1, max_size=9), min_size=1, max_size=7)


@given(ROWS)
@settings(derandomize=True, deadline=None, max_examples=150)
def test_every_mark_is_a_site(rows: list[str]) -> None:
    text = "\n".join(rows)
    if not text.strip():
        return
    try:
        board, marks = map_board("square", text)
    except BoardError as error:
        assert "between two columns" in error.message
        return
    assert len(board.sites) == len(marks) == sum(not char.isspace() for char in text)
    assert len(set(board.sites)) == len(board.sites)
    for site, steps in enumerate(board.step):
        for direction, there in enumerate(steps):
            assert there < 0 or board.step[there][board.opposite[direction]] == site
