"""Boards that go round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, BoardError, Link, build_board, hex_rhombus, link_errors, points, square, without
from rulewright.boards.geometry import distances


def test_the_rim_leads_to_the_other_side() -> None:
    board = square(4, 3, wrapped=True)
    a1 = board.index["a1"]
    steps = {board.directions[d]: board.sites[there] for d, there in enumerate(board.step[a1])}
    assert steps == {"N": "a2", "NE": "b2", "E": "b1", "SE": "b3", "S": "a3", "SW": "d3", "W": "d1", "NW": "d2"}


def test_a_torus_has_no_edge() -> None:
    board = points(5, 5, wrapped=True)
    assert board.corners == ()
    assert dict(board.sides) == {"N": (), "E": (), "S": (), "W": ()}
    assert all(len(board.neighbors(site)) == 8 for site in range(25))


def test_distances_go_the_shorter_way() -> None:
    board = hex_rhombus(9, 9, wrapped=True)
    name = board.index
    assert board.distance(name["a1"], name["i1"]) == 1
    assert board.distance(name["a1"], name["e1"]) == 4
    assert board.distance(name["a1"], name["f1"]) == 4
    # From a1 to i9 it is one step to the south and one to the west: on hexes those are two.
    assert board.distance(name["a1"], name["i9"]) == 2
    assert board.distance(name["a1"], name["i2"]) == 1


def test_a_ray_ends_before_its_start() -> None:
    board = square(5, 1, wrapped=True)
    east = board.direction_index["E"]
    assert [board.sites[step.site] for step in board.ray(0, east)] == ["b1", "c1", "d1", "e1", "a1"][:4]


def test_between_is_the_shorter_way() -> None:
    board = square(7, 7, wrapped=True)
    name = board.index
    assert [board.sites[s] for s in board.between(name["b1"], name["f1"])] == ["a1", "g1"]
    assert [board.sites[s] for s in board.between(name["b1"], name["d1"])] == ["c1"]


def test_site_at_goes_round() -> None:
    board = square(4, 3, wrapped=True)
    assert board.sites[board.site_at(5, 4)] == "a1"
    assert board.sites[board.site_at(0, 0)] == "d3"
    assert square(4, 3).site_at(5, 1) == -1


def test_nowhere_for_a_link_to_leave() -> None:
    (error,) = link_errors(square(3, 3, wrapped=True), [Link("a1", "S", "b1", "N")])
    assert error.message == "This link leaves a1 to S, where a step already leads to a3."


@pytest.mark.parametrize("shape", ["hexagon", "triangle"])
def test_other_shapes_do_not_go_round(shape: str) -> None:
    with pytest.raises(BoardError, match=f"A {shape} board cannot be wrapped") as caught:
        build_board(shape, [3], wrapped=True)
    assert caught.value.what == "wrapped"


BOARDS = st.builds(
    lambda shape, columns, rows: build_board(shape, [columns, rows], wrapped=True),
    st.sampled_from(["square", "points", "hex"]),
    st.integers(1, 7),
    st.integers(1, 7),
)


@given(BOARDS)
@settings(derandomize=True, deadline=None, max_examples=60)
def test_every_site_sees_the_board_alike(board: Board) -> None:
    first = sorted(board.distances_from(0))
    for site in range(len(board.sites)):
        found = distances(board.step, site)
        assert board.distances_from(site) == tuple(found[there] for there in range(len(board.sites)))
        assert [board.distance(site, there) for there in range(len(board.sites))] == list(board.distances_from(site))
        assert sorted(found.values()) == first


@given(BOARDS, st.data())
@settings(derandomize=True, deadline=None, max_examples=60)
def test_every_step_has_a_way_back(board: Board, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.integers(0, len(board.sites) - 1), max_size=len(board.sites) - 1))
    holed = without(board, gone)
    for site, steps in enumerate(holed.step):
        for direction, there in enumerate(steps):
            assert there < 0 or holed.step[there][holed.opposite[direction]] == site
    assert [name for name in board.sites if board.index[name] not in gone] == list(holed.sites)
