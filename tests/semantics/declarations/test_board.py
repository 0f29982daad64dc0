"""Boards, links, regions."""

import pytest

from semantics.reading import diagnostics, errors, game


def bits(*sites: int) -> int:
    return sum(1 << site for site in sites)


@pytest.mark.parametrize(
    ("line", "sites"),
    [("square 3 by 4", 12), ("points 6 by 6", 36), ("hex 3 by 3", 9), ("hexagon 3", 19)],
)
def test_shapes(line: str, sites: int) -> None:
    board = game(f"board {line}\n").board
    assert board is not None
    assert len(board.sites) == sites


def test_sizes_follow_options() -> None:
    rules = "option size: 4..8 = 6\nboard square size by size / 2\n"
    board = game(rules, {"size": "8"}).board
    assert board is not None
    assert (board.columns, board.rows) == (8, 4)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("board square 0 by 8\n", [("E112", "0")]),
        ("board sqare 8 by 8\n", [("E112", "sqare")]),
        ("board square 8\n", [("E112", "square 8")]),
        ("board square 300 by 300\n", [("E112", "square 300 by 300")]),
        ("board square x by 8\n", [("E104", "x")]),
        ("board square 8 by 8 rounded\n", [("E112", "rounded")]),
        ("board hexagon 8 wrapped\n", [("E112", "wrapped")]),
        ("board hex 8 by 8 with edge\n", [("E112", "edge")]),
        ("board triangle 4 by 4\n", [("E112", "4")]),
        ("board square 4 by 4:\n    remove sites\n", [("E112", "sites")]),
        ("board square 4 by 4:\n    link a1 S to z4 N\n", [("E112", "z4")]),
        ("board square 4 by 4:\n    link a1 S to a4 X\n", [("E112", "X")]),
        ("board square 4 by 4:\n    link a1 N to a4 S\n", [("E112", "N")]),
        ("board square 4 by 4:\n    link a1 S to a4 S as loop beams\n", [("E112", "beams")]),
        ("board square 4 by 4\nboard square 5 by 5\n", [("E108", "board square 5 by 5")]),
    ],
)
def test_wrong_boards(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_links_have_names() -> None:
    rules = "board square 2 by 2:\n    link a1 S to b1 N as loop rays\n    link a2 N to b2 S as loop rays\n"
    board = game(rules).board
    assert board is not None
    assert board.links == ("loop",)


def test_a_board_that_cannot_be_built_is_one_error() -> None:
    rules = (
        "board square 0 by 8\nfacing White N, Black S\nregion goal = {a1} + rows(8)\nfield h of each site: int = 0\n"
    )
    assert errors(rules) == [("E112", "0")]


REGIONS = [
    ("rows(1..2)", bits(0, 1, 2, 3, 4, 5)),
    ("columns(3)", bits(2, 5, 8)),
    ("{a1, c3}", bits(0, 8)),
    ("{}", 0),
    ("corners", bits(0, 2, 6, 8)),
    ("side(N) - corners", bits(7)),
    ("{s in sites: (s.row + s.column) % 2 == 1}", bits(1, 3, 5, 7)),
    ("neighbors(b2, orthogonal)", bits(1, 3, 5, 7)),
    ("neighbors({a1, a2})", bits(1, 4, 6, 7)),
    ("around(a1, 1)", bits(0, 1, 3, 4)),
    ("{step(a1, E), step(a1, S)}", bits(1)),
    ("between(a1, c3)", bits(4)),
    ("{along(a1, N, 2)}", bits(6)),
    ("{site(2, 3)}", bits(7)),
    ("reach(s from {a1}: steps(s, {E}))", bits(0, 1, 2)),
    ("union(d in diagonal: steps(b2, {d}))", bits(0, 2, 6, 8)),
    ("{best(s in sites: distance(s, a1) * 10 - s.row)}", bits(2)),
    ("{first(s in sites where s.row == 2: s.column > 1)}", bits(4)),
    ("rows(size - 1) if size > 2 else {}", bits(3, 4, 5)),
    ("{step(b2, forward of Black)}", bits(1)),
    ("other & rows(1)", bits(0)),
    ("diagonal_from(a1)", bits(0, 4, 8)),
    ("home of White + home of Black", bits(0, 1, 2, 6, 7, 8)),
]


@pytest.mark.parametrize(("value", "expected"), REGIONS, ids=[value for value, _ in REGIONS])
def test_regions(value: str, expected: int) -> None:
    rules = (
        "option size: 2..4 = 3\nboard square size by size\nfacing White N, Black S\n"
        f"region it = {value}\n"
        "region other = columns(1)\n"
        "region home of White = rows(1)\nregion home of Black = rows(3)\n"
        "define diagonal_from(s: site): set of site:\n"
        "    let further = step(s, NE)\n"
        "    if further == none:\n"
        "        return {s}\n"
        "    return {s, further, step(further, NE)}\n"
    )
    assert game(rules).regions["it"].values == (expected,)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("region goal = rows(1)\n", [("E115", "goal")]),
        ("board square 3 by 3\nregion goal = occupied\n", [("E114", "occupied")]),
        ("board square 3 by 3\nregion goal = {a1}\nregion goal = {a2}\n", [("E100", "goal")]),
        ("board square 3 by 3\nregion goal of White = {a1}\n", [("E114", "goal")]),
        ("board square 3 by 3\nregion goal of Whte = {a1}\nregion goal of White = {}\n", [("E110", "Whte")]),
        ("board square 3 by 3\nregion a = b\nregion b = a\n", [("E114", "a")]),
    ],
)
def test_wrong_regions(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_an_unknown_site_is_told_with_those_there_are() -> None:
    (found,) = diagnostics("board square 3 by 3\nregion goal = {a1, d1}\n")
    assert found.span.text == "d1"
