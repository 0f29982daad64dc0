"""Boards made of lines of sites."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, SiteLine, lines_board

MORRIS = """
a7 d7 g7
b6 d6 f6
c5 d5 e5
a4 b4 c4
e4 f4 g4
c3 d3 e3
b2 d2 f2
a1 d1 g1
a7 a4 a1
b6 b4 b2
c5 c4 c3
d7 d6 d5
d3 d2 d1
e5 e4 e3
f6 f4 f2
g7 g4 g1
"""
PITS = "a1 b1 c1 d1 e1 f1 south_store a2 b2 c2 d2 e2 f2 north_store"


def made(*lines: SiteLine | str) -> Board:
    board, errors = lines_board([SiteLine(tuple(one.split())) if isinstance(one, str) else one for one in lines])
    assert errors == []
    assert board is not None
    return board


def wrong(*lines: SiteLine | str) -> list[tuple[str, object]]:
    board, errors = lines_board([SiteLine(tuple(one.split())) if isinstance(one, str) else one for one in lines])
    assert board is None
    return [(error.message, error.what) for error in errors]


def test_nine_mens_morris() -> None:
    board = made(*MORRIS.split("\n")[1:-1])
    assert len(board.sites) == 24
    assert sum(len(board.neighbors(site)) for site in range(24)) // 2 == 32
    assert len(board.lines(3)) == 16
    assert board.directions == ("N", "E", "S", "W")
    name = board.index
    assert [board.sites[s] for s in board.neighbors(name["d6"])] == ["d7", "b6", "f6", "d5"]
    assert [board.sites[s] for s in board.neighbors(name["c4"])] == ["c5", "b4", "c3"]
    assert [board.sites[s] for s in board.between(name["a7"], name["a1"])] == ["a4"]
    assert board.between(name["c4"], name["e4"]) == ()


def test_the_symmetries_of_morris() -> None:
    """A quarter turn keeps the 32 edges and the 16 lines, and so does exchanging the inner and the outer square."""
    board = made(*MORRIS.split("\n")[1:-1])
    edges = {frozenset((s, t)) for s in range(24) for t in board.neighbors(s)}
    lines = {frozenset(line) for line in board.lines(3)}

    def turned(column: int, row: int) -> tuple[int, int]:
        return row, 8 - column

    def turned_inside_out(column: int, row: int) -> tuple[int, int]:
        x, y = column - 4, row - 4
        ring = max(abs(x), abs(y))
        return 4 + x // ring * (4 - ring) if x % ring == 0 else 0, 4 + y // ring * (4 - ring) if y % ring == 0 else 0

    for move in (turned, turned_inside_out):
        image = [board.site_at(*move(board.column[s], board.row[s])) for s in range(24)]
        assert sorted(image) == list(range(24))
        assert {frozenset(image[s] for s in edge) for edge in edges} == edges
        assert {frozenset(image[s] for s in line) for line in lines} == lines


def test_a_ring_of_pits() -> None:
    board = made(SiteLine(tuple(PITS.split()), "sow", loop=True))
    sow = board.direction_index["sow"]
    assert board.directions == ("sow", "sow_back")
    assert board.opposite == (1, 0)
    assert board.sites == tuple(PITS.split())
    here, passed = 0, []
    for _ in range(14):
        passed.append(here)
        here = board.step[here][sow]
    assert passed == list(range(14)) and here == 0
    assert len(board.lines(3)) == 14
    assert board.distance(0, 7) == 7
    # The row of South runs to the right, that of North above it back to the left.
    assert board.row == (1,) * 7 + (2,) * 7
    assert board.column == (1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1)


def test_lines_without_names_are_kept_apart() -> None:
    board = made("hub rim1 end1", "hub rim2", "rim1 rim2")
    assert board.directions == ("line1", "line1_back", "line2", "line2_back", "line3", "line3_back")
    name = board.index
    assert [board.sites[s] for s in board.neighbors(name["rim1"])] == ["hub", "end1", "rim2"]
    assert [board.sites[step.site] for step in board.ray(name["hub"], 0)] == ["rim1", "end1"]
    assert len(board.lines(2)) == 4 and len(board.lines(3)) == 1


def test_lines_that_touch_at_their_ends_are_two() -> None:
    board = made("a1 b1", "b1 c1")
    assert board.lines(3) == ()
    assert len(made("a1 b1 c1").lines(3)) == 1


def test_a_site_may_lie_on_several_named_lines() -> None:
    board = made(SiteLine(("a", "b"), "up"), SiteLine(("c", "d"), "up"), SiteLine(("a", "c"), "along"))
    assert board.directions == ("up", "up_back", "along", "along_back")
    assert [board.sites[s] for s in board.neighbors(board.index["a"])] == ["b", "c"]


def test_directions_of_the_compass() -> None:
    board = made("a1 b2 c3", "a3 b2 c1")
    assert board.directions == ("NE", "SE", "SW", "NW")
    assert board.opposite == (2, 3, 0, 1)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], [("This board has no lines.", None)]),
        (["a b a"], [("a stands twice in this line.", (0, 2))]),
        (["a b", "c"], [("A line has at least two sites.", (1, 0))]),
        (
            [SiteLine(("a", "b"), "up"), SiteLine(("a", "c"), "up")],
            [("a is left to up twice: to b and to c.", (1, 1))],
        ),
        (
            [SiteLine(("a", "c"), "up"), SiteLine(("b", "c"), "up")],
            [("b leads up to c, but the way back from c leads to a.", (1, 1))],
        ),
        ([SiteLine(("a", "up"), "up")], [("up is both a site and a direction.", (0, 1))]),
        (["a a", "b b"], [("a stands twice in this line.", (0, 1)), ("b stands twice in this line.", (1, 1))]),
    ],
)
def test_lines_that_are_no_board(lines: list[SiteLine | str], expected: list[tuple[str, object]]) -> None:
    assert wrong(*lines) == expected


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=5, unique=True), min_size=1, max_size=6))
@settings(derandomize=True, deadline=None, max_examples=150)
def test_every_line_can_be_walked_both_ways(lines: list[list[str]]) -> None:
    board = made(*(SiteLine(tuple(line)) for line in lines))
    for line in lines:
        first, last = board.index[line[0]], board.index[line[-1]]
        ways = [
            [board.sites[step.site] for step in board.ray(start, direction)]
            for start in (first, last)
            for direction in board.all_directions
        ]
        assert line[1:] in ways and line[-2::-1] in ways
    places = list(zip(board.column, board.row, strict=True))
    assert len(set(places)) == len(places)
