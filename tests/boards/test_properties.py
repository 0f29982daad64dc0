"""What holds on every board, with and without links."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, Link, hex_rhombus, hexagon, link_errors, points, square, with_links

sizes = st.integers(1, 6)
flat = st.one_of(
    st.builds(square, sizes, sizes),
    st.builds(points, sizes, sizes),
    st.builds(hex_rhombus, sizes, sizes),
    st.builds(hexagon, st.integers(1, 4)),
)


@st.composite
def linked(draw: st.DrawFn) -> Board:
    """A board with as many random links as fit."""
    board = draw(flat)
    sites, directions = st.sampled_from(board.sites), st.sampled_from(board.directions)
    link = st.builds(Link, sites, directions, sites, directions, st.sampled_from(["loop", "tunnel"]), st.booleans())
    for one in draw(st.lists(link, max_size=12)):
        if not link_errors(board, [one]):
            board = with_links(board, [one])
    return board


def pairs(board: Board) -> list[tuple[int, int]]:
    return [(a, b) for a in range(len(board.sites)) for b in range(len(board.sites))]


examples = settings(max_examples=40, derandomize=True, deadline=None)


@examples
@given(linked())
def test_every_exit_leads_back(board: Board) -> None:
    for site, exits in enumerate(board.exits):
        for direction, exit_ in enumerate(exits):
            if exit_ is not None:
                back = board.exits[exit_.site][board.opposite[exit_.heading]]
                assert back is not None
                assert (back.site, back.heading) == (site, board.opposite[direction])
                assert (back.link, back.rays) == (exit_.link, exit_.rays)


@examples
@given(linked())
def test_neighbors_distance_and_around_agree(board: Board) -> None:
    for a, b in pairs(board):
        distance = board.distance(a, b)
        assert distance == board.distance(b, a)
        assert (distance == 0) == (a == b)
        assert (distance == 1) == (b in board.neighbors(a)) == (a != b and board.towards(a, b) >= 0)
        assert bool(board.neighbor_sets[a] >> b & 1) == (b in board.neighbors(a))
        assert (b in board.around(a, 2)) == (0 <= distance <= 2)


@examples
@given(flat)
def test_distance_is_that_of_the_lattice(board: Board) -> None:
    for a, b in pairs(board):
        du, dv = (end - start for start, end in zip(board.lattice[a], board.lattice[b], strict=True))
        third = abs(du + dv) if board.grid == "hex" else 0
        assert board.distance(a, b) == max(abs(du), abs(dv), third)


@examples
@given(linked())
def test_rays_end_and_never_repeat_a_heading_at_a_site(board: Board) -> None:
    for site in range(len(board.sites)):
        for direction in board.all_directions:
            seen = [(step.site, step.heading) for step in board.ray(site, direction)]
            assert len(set(seen)) == len(seen)
            assert (site, direction) not in seen
            walked = board.walk(site, direction)
            assert board.ray(site, direction)[: len(walked)] == walked


@examples
@given(flat)
def test_lines_between_two_sites(board: Board) -> None:
    for a, b in pairs(board):
        steps = board.distance(a, b)
        whole = [board.line(a, b, i) for i in range(steps + 1)]
        assert whole[0] == (a,)
        assert whole[-1] == (b,)
        assert whole == [board.line(b, a, steps - i) for i in range(steps + 1)]
        for i, sites in enumerate(whole):
            assert 1 <= len(sites) <= 2
            assert all(board.distance(a, site) == i for site in sites)
        passed = board.between(a, b)
        assert passed == board.between(b, a)[::-1]
        if passed:
            assert [(site,) for site in passed] == whole[1:-1]


@examples
@given(linked(), st.integers(1, 4))
def test_straight_runs(board: Board, length: int) -> None:
    found = board.lines(length)
    assert list(found) == sorted(found)
    assert len({frozenset(run) for run in found}) == len(found)
    for run in found:
        assert len(set(run)) == length
        assert run[0] <= run[-1]
        assert all(b in board.neighbors(a) for a, b in pairwise(run))


@examples
@given(flat)
def test_rows_and_columns_part_the_board(board: Board) -> None:
    everything = (1 << len(board.sites)) - 1
    assert sum(board.row_masks) == everything
    assert sum(board.column_masks) == everything
    for site in range(len(board.sites)):
        assert board.site_at(board.column[site], board.row[site]) == site
    assert [(r, c) for r, c in zip(board.row, board.column, strict=True)] == sorted(
        zip(board.row, board.column, strict=True)
    )
