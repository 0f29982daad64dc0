"""Links and rays."""

import pytest

from rulewright.boards import Board, BoardError, Link, link_errors, points, square, with_links

LOOPS = [
    Link(start, leaving, end, heading, "loop", rays=True)
    for start, leaving, end, heading in (
        ("b1", "S", "a2", "E"),
        ("c1", "S", "a3", "E"),
        ("e1", "S", "f2", "W"),
        ("d1", "S", "f3", "W"),
        ("b6", "N", "a5", "E"),
        ("c6", "N", "a4", "E"),
        ("e6", "N", "f5", "W"),
        ("d6", "N", "f4", "W"),
    )
]


def looped() -> Board:
    """Points 6 by 6 with four loops at each end, an inner and an outer one in each corner."""
    return with_links(points(6, 6), LOOPS)


def ray(board: Board, site: str, direction: str, *, rays: bool = True) -> str:
    """A ray as text: the sites, with a bar before one reached by a link and the heading after it where it changes."""
    follow = board.ray if rays else board.walk
    heading = board.direction_index[direction]
    words = []
    for step in follow(board.index[site], heading):
        word = ("|" if step.link >= 0 else "") + board.sites[step.site]
        words.append(word if step.heading == heading else f"{word}:{board.directions[step.heading]}")
        heading = step.heading
    return " ".join(words)


# ---- rays without links ----


def test_a_ray_ends_at_the_edge() -> None:
    board = square(8, 8)
    assert ray(board, "a1", "NE") == "b2 c3 d4 e5 f6 g7 h8"
    assert ray(board, "d4", "W") == "c4 b4 a4"
    assert ray(board, "a1", "S") == ""


def test_a_ray_step_knows_heading_and_link() -> None:
    board = square(8, 8)
    (step,) = board.ray(board.index["b3"], board.direction_index["W"])
    assert (board.sites[step.site], board.directions[step.heading], step.link) == ("a3", "W", -1)


# ---- loops that only rays follow ----


def test_a_ray_runs_through_all_loops_and_ends_before_its_start() -> None:
    assert ray(looped(), "b3", "S") == (
        "b2 b1 |a2:E b2 c2 d2 e2 f2 |e1:N e2 e3 e4 e5 e6 |f5:W e5 d5 c5 b5 a5 |b6:S b5 b4"
    )


def test_the_inner_loops() -> None:
    assert ray(looped(), "c3", "S") == (
        "c2 c1 |a3:E b3 c3 d3 e3 f3 |d1:N d2 d3 d4 d5 d6 |f4:W e4 d4 c4 b4 a4 |c6:S c5 c4"
    )


def test_a_loop_leads_back_too() -> None:
    board = looped()
    assert ray(board, "a2", "W").startswith("|b1:N b2 b3 b4 b5 b6 |a5:E b5")
    assert len(board.ray(board.index["a2"], board.direction_index["W"])) == 23


def test_the_start_may_be_crossed_with_another_heading() -> None:
    board = looped()
    found = board.ray(board.index["b2"], board.direction_index["S"])
    b2 = board.index["b2"]
    assert [board.directions[step.heading] for step in found if step.site == b2] == ["E"]
    assert len(found) == 23


def test_where_no_loop_begins_a_ray_ends() -> None:
    assert ray(looped(), "a1", "N") == "a2 a3 a4 a5 a6"
    assert ray(looped(), "b2", "SE") == "c1"


def test_steps_neighbors_and_distances_leave_links_with_rays_alone() -> None:
    flat, board = points(6, 6), looped()
    assert board.step == flat.step
    assert board.distance_table() == flat.distance_table()
    assert board.towards(board.index["b1"], board.index["a2"]) == board.direction_index["NW"]
    assert ray(board, "b3", "S", rays=False) == "b2 b1"
    exit_ = board.exits[board.index["b1"]][board.direction_index["S"]]
    assert exit_ is not None
    assert exit_.rays


def test_links_are_known_by_name() -> None:
    board = with_links(looped(), [Link("a6", "W", "f6", "W", "tunnel"), Link("a1", "W", "f1", "W")])
    assert board.links == ("loop", "tunnel", "")
    (step, *_) = board.ray(board.index["a6"], board.direction_index["W"])
    assert board.links[step.link] == "tunnel"


# ---- links that steps follow ----


def test_a_cylinder() -> None:
    board = with_links(square(4, 2), [Link("d1", "E", "a1", "E"), Link("d2", "E", "a2", "E")])
    a1, c1, d1 = (board.index[name] for name in ("a1", "c1", "d1"))
    east, west = board.direction_index["E"], board.direction_index["W"]
    assert board.step[d1][east] == a1
    assert board.step[a1][west] == d1
    assert board.step_heading[a1][west] == west
    assert [board.sites[site] for site in board.neighbors(a1)] == ["b1", "d1", "a2", "b2"]
    assert (board.distance(a1, d1), board.distance(a1, c1)) == (1, 2)
    assert board.towards(a1, d1) == west
    assert ray(board, "a1", "E") == "b1 c1 d1"
    assert ray(board, "b1", "E", rays=False) == "c1 d1 |a1"
    assert [board.sites[site] for site in board.between(a1, d1)] == ["b1", "c1"]


def test_a_step_through_a_turning_link_goes_on_with_the_new_heading() -> None:
    board = with_links(square(3, 3), [Link("b1", "S", "a2", "E")])
    b1, south = board.index["b1"], board.direction_index["S"]
    assert board.sites[board.step[b1][south]] == "a2"
    assert board.directions[board.step_heading[b1][south]] == "E"
    assert ray(board, "b3", "S", rays=False) == "b2 b1 |a2:E b2 c2"


def test_a_cushion_turns_a_ray_back() -> None:
    board = with_links(square(3, 1), [Link("c1", "E", "c1", "W", "cushion", rays=True)])
    assert ray(board, "a1", "E") == "b1 c1 |c1:W b1 a1"


def test_a_link_to_itself_makes_no_neighbor() -> None:
    board = with_links(square(3, 1), [Link("c1", "E", "c1", "W")])
    assert board.neighbors(2) == (1,)


# ---- mistakes ----


@pytest.mark.parametrize(
    ("link", "field", "message", "hint"),
    [
        (Link("b9", "S", "a2", "E"), "start", "There is no site b9 on this board.", "Did you mean b1?"),
        (Link("b1", "S", "queen", "E"), "end", "There is no site queen on this board.", "The sites run from a1 to f6."),
        (Link("b1", "s", "a2", "E"), "leaving", "There is no direction s on this board.", "Did you mean S?"),
        (
            Link("b1", "S", "a2", "up"),
            "heading",
            "There is no direction up on this board.",
            "The directions of this board are N, NE, E, SE, S, SW, W, NW.",
        ),
        (
            Link("b2", "S", "a2", "E"),
            "leaving",
            "This link leaves b2 to S, where a step already leads to b1.",
            "A link can leave a site only where the board ends.",
        ),
        (
            Link("b1", "S", "a2", "W"),
            "heading",
            "The way back of this link leaves a2 to E, where a step already leads to b2.",
            "A link can leave a site only where the board ends.",
        ),
    ],
)
def test_a_wrong_link(link: Link, field: str, message: str, hint: str) -> None:
    with pytest.raises(BoardError) as caught:
        with_links(points(6, 6), [LOOPS[2], link])
    assert (caught.value.message, caught.value.hint, caught.value.what) == (message, hint, (1, field))


def test_a_doubled_link() -> None:
    doubled = Link("b1", "S", "a3", "E")
    (error,) = link_errors(points(6, 6), [LOOPS[0], doubled])
    assert error.message == "This link leaves b1 to S, where another link already leaves."
    assert error.what == (1, "leaving")
    (error,) = link_errors(looped(), [doubled])
    assert error.what == (0, "leaving")


def test_a_link_that_is_the_way_back_of_another() -> None:
    (error,) = link_errors(points(6, 6), [LOOPS[0], Link("f1", "S", "a2", "E")])
    assert error.message == "The way back of this link leaves a2 to W, where another link already leaves."
    assert error.what == (1, "heading")


def test_every_wrong_link_is_reported_once() -> None:
    errors = link_errors(points(6, 6), [Link("x", "S", "y", "E"), LOOPS[0], Link("c1", "S", "a9", "E"), LOOPS[0]])
    assert [error.what for error in errors] == [(0, "start"), (2, "end"), (3, "leaving")]


def test_a_board_is_not_changed_by_adding_links() -> None:
    board = points(6, 6)
    board.step, board.exits  # noqa: B018  computed before the links are added
    linked = with_links(board, [Link("a1", "W", "f1", "W")])
    assert board.declared_links == ()
    assert board.step[0][board.direction_index["W"]] == -1
    assert linked.step[0][board.direction_index["W"]] == board.index["f1"]
    with pytest.raises(AttributeError):
        board.rows = 7  # type: ignore[misc]
