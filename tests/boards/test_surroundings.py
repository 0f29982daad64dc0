"""Edges and vertices as sites, and sites taken away."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import (
    Board,
    BoardError,
    SiteLine,
    build_board,
    hex_rhombus,
    hexagon,
    lines_board,
    map_board,
    points,
    square,
    with_surroundings,
    without,
)


def full(board: Board) -> Board:
    return with_surroundings(board, edges=True, vertices=True)


def names(board: Board, sites: tuple[int, ...]) -> set[str]:
    return {board.sites[site] for site in sites}


def test_dots_and_boxes() -> None:
    board = full(square(3, 3))
    assert (board.cell_count, len(board.edges), len(board.vertices)) == (9, 24, 16)
    assert sorted(len(board.edges_of(vertex)) for vertex in board.vertices) == [2] * 4 + [3] * 8 + [4] * 4
    assert sorted(len(board.cells_of(edge)) for edge in board.edges) == [1] * 12 + [2] * 12


@pytest.mark.parametrize(
    ("board", "edges", "vertices"),
    [
        (square(9, 9), 180, 100),
        (square(1, 1), 4, 4),
        (hexagon(1), 6, 6),
        (hexagon(2), 30, 24),
        # The island of settlers: 19 hexes, 72 roads, 54 crossings.
        (hexagon(3), 72, 54),
        (square(5, 4, wrapped=True), 40, 20),
        (hex_rhombus(4, 3, wrapped=True), 36, 24),
        (map_board("square", "...\n. .\n...")[0], 24, 16),
    ],
)
def test_counts(board: Board, edges: int, vertices: int) -> None:
    found = full(board)
    assert (len(found.edges), len(found.vertices)) == (edges, vertices)


def test_names() -> None:
    board = full(square(2, 2))
    assert board.sites[4:16] == (
        "a1_N", "a1_E", "a1_S", "a1_W", "b1_N", "b1_E", "b1_S", "a2_N", "a2_E", "a2_W", "b2_N", "b2_E",
    )  # fmt: skip
    assert board.sites[16:] == ("a1_NE", "a1_SE", "a1_SW", "a1_NW", "b1_NE", "b1_SE", "a2_NE", "a2_NW", "b2_NE")
    # Whichever cell one looks from, it is the same edge and the same vertex.
    assert board.index["b1_W"] == board.index["a1_E"]
    assert board.index["b2_SW"] == board.index["a2_SE"] == board.index["b1_NW"] == board.index["a1_NE"]


def test_what_touches_what() -> None:
    board = full(square(3, 3))
    name = board.index
    assert names(board, board.edges_of(name["b2"])) == {"b2_N", "b2_E", "b1_N", "a2_E"}
    assert names(board, board.vertices_of(name["b2"])) == {"b2_NE", "b1_NE", "a1_NE", "a2_NE"}
    assert names(board, board.cells_of(name["a1_NE"])) == {"a1", "b1", "a2", "b2"}
    assert names(board, board.edges_of(name["a1_NE"])) == {"a1_N", "a1_E", "b1_N", "a2_E"}
    assert names(board, board.vertices_of(name["a1_E"])) == {"a1_NE", "a1_SE"}
    assert board.sites[board.edge(name["a1"], name["a2"])] == "a1_N"
    assert board.edge(name["a1"], name["b2"]) == -1
    assert board.edge(name["a1"], name["a1"]) == -1


def test_corners_of_hexes() -> None:
    board = full(hex_rhombus(2, 2))
    a1 = board.index["a1"]
    assert [board.sites[v] for v in board.vertices_of(a1)] == [
        "a1_N", "a1_ENE", "a1_ESE", "a1_S", "a1_WSW", "a1_WNW",
    ]  # fmt: skip
    # a1, b1 and a2 meet in one corner.
    assert names(board, board.cells_of(board.index["a1_ENE"])) == {"a1", "b1", "a2"}


def test_edges_of_points_join_them() -> None:
    board = with_surroundings(points(3, 2), edges=True, vertices=False)
    assert len(board.edges) == 7
    assert names(board, board.cells_of(board.index["a1_E"])) == {"a1", "b1"}
    assert names(board, board.edges_of(board.index["b1"])) == {"a1_E", "b1_N", "b1_E"}


def test_edges_of_lines_join_sites() -> None:
    lines, _ = lines_board([SiteLine(("a", "b", "c"), "up"), SiteLine(("a", "d"), "out")])
    assert lines is not None
    board = with_surroundings(lines, edges=True, vertices=False)
    assert board.sites == ("a", "b", "c", "d", "a_up", "a_out", "b_up")
    assert board.index["b_up_back"] == board.index["a_up"]


@pytest.mark.parametrize("board", [points(3, 3), lines_board([SiteLine(("a", "b"))])[0]])
def test_no_vertices(board: Board) -> None:
    with pytest.raises(BoardError, match="has no vertices") as caught:
        full(board)
    assert caught.value.what == "vertices"


def test_a_site_called_like_an_edge() -> None:
    lines, _ = lines_board([SiteLine(("a", "a_up", "c"), "up")])
    assert lines is not None
    with pytest.raises(BoardError, match="a_up is called like an edge") as caught:
        with_surroundings(lines, edges=True, vertices=False)
    assert caught.value.what == "a_up"


def test_rows_columns_and_steps_are_of_cells() -> None:
    board = full(square(3, 3))
    assert all(mask < 1 << 9 for mask in (*board.row_masks, *board.column_masks))
    assert all(step == -1 for edge in board.edges for step in board.step[edge])
    assert board.site_at(1, 1) == 0
    assert board.neighbors(0) == square(3, 3).neighbors(0)


def test_the_graph_tells_parts() -> None:
    graph = full(square(2, 1)).graph
    assert {part for _, part in graph.nodes(data="part")} == {"cell", "edge", "vertex"}
    assert graph.nodes["a1_E"]["cells"] == "a1 b1"
    assert graph.number_of_edges() == 2


SIZES = st.integers(1, 5)


@given(st.sampled_from(["square", "hex"]), SIZES, SIZES, st.booleans(), st.randoms(use_true_random=False))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_incidence_is_mutual(shape: str, columns: int, rows: int, wrapped: bool, random: Random) -> None:
    plain = build_board(shape, [columns, rows], wrapped=wrapped)
    gone = [site for site in range(1, len(plain.sites)) if random.random() < 0.2]
    board = full(without(plain, gone))
    ends = 4 if shape == "square" else 6
    for cell in range(board.cell_count):
        assert all(cell in board.cells_of(part) for part in (*board.edges_of(cell), *board.vertices_of(cell)))
        assert len(set(board.edges_of(cell))) <= ends
    for edge in board.edges:
        assert all(edge in board.edges_of(part) for part in (*board.cells_of(edge), *board.vertices_of(edge)))
        assert 1 <= len(board.cells_of(edge)) <= 2 and 1 <= len(board.vertices_of(edge)) <= 2
    if not wrapped:
        assert all(len(board.vertices_of(edge)) == 2 for edge in board.edges)
    assert len(set(board.sites)) == len(board.sites)
    assert all(name.isidentifier() for name in board.sites)


# ---- taking sites away ----


def test_the_dark_squares_of_draughts() -> None:
    plain = square(10, 10)
    board = without(plain, [s for s in range(100) if (plain.row[s] + plain.column[s]) % 2 == 1])
    assert len(board.sites) == 50
    assert board.sites[:6] == ("a1", "c1", "e1", "g1", "i1", "b2")
    diagonal = [[board.sites[s] for s in board.neighbors(board.index[name], board.diagonal)] for name in ("a1", "b2")]
    assert diagonal == [["b2"], ["a1", "c1", "a3", "c3"]]
    assert all(board.neighbors(site, board.orthogonal) == () for site in range(50))
    assert {board.sites[s] for s in board.corners} == {"a1", "j10"}
    assert [len(board.lines(10)), board.rows, board.columns] == [1, 10, 10]


def test_a_hole_stops_a_ray() -> None:
    board = without(square(5, 1), [2])
    assert [board.sites[step.site] for step in board.ray(0, board.direction_index["E"])] == ["b1"]


def test_something_is_left() -> None:
    with pytest.raises(BoardError, match="No site would be left"):
        without(square(2, 1), [0, 1])
