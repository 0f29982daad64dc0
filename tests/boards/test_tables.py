"""Boards made of lists of sites and links, and of graphs."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.boards import Board, BoardError, LinkEntry, SiteEntry, parse_graphml, table_board


def made(sites: list[SiteEntry], links: list[LinkEntry]) -> Board:
    board, errors = table_board(sites, links)
    assert errors == []
    assert board is not None
    return board


def wrong(sites: list[SiteEntry], links: list[LinkEntry]) -> list[tuple[str, object]]:
    board, errors = table_board(sites, links)
    assert board is None
    return [(error.message, error.what) for error in errors]


TOWNS = [SiteEntry("Oslo", x=1, y=1), SiteEntry("Bergen", x=0, y=2), SiteEntry("Alta", x=2, y=4)]


def test_links_lead_both_ways() -> None:
    board = made(TOWNS, [LinkEntry("Oslo", "Bergen", "road"), LinkEntry("Oslo", "Alta", "N")])
    assert board.sites == ("Oslo", "Bergen", "Alta")
    assert board.directions == ("N", "S", "road", "road_back")
    assert [board.sites[s] for s in board.neighbors(0)] == ["Bergen", "Alta"]
    assert [board.sites[s] for s in board.neighbors(1)] == ["Oslo"]
    assert [board.opposite[d] for d in range(4)] == [1, 0, 3, 2]


def test_where_sites_lie() -> None:
    board = made(TOWNS, [])
    assert board.coordinates == ((1, 0), (0, 1), (2, 3))
    assert list(zip(board.column, board.row, strict=True)) == [(2, 1), (1, 2), (3, 3)]
    given_places = made([SiteEntry("x", row=4, column=2), SiteEntry("y", row=1, column=5)], [])
    assert (given_places.row, given_places.column) == ((4, 1), (2, 5))
    named = made([SiteEntry("c4"), SiteEntry("a1")], [])
    assert (named.row, named.column) == ((4, 1), (3, 1))
    assert made([SiteEntry(name) for name in "pqrst"], []).row == (2, 2, 2, 1, 1)


def test_links_without_directions() -> None:
    sites = [SiteEntry("m", x=1, y=1), SiteEntry("n", x=1, y=3), SiteEntry("e", x=2, y=1), SiteEntry("far", x=3, y=2)]
    board = made(sites, [LinkEntry("m", "n"), LinkEntry("e", "m"), LinkEntry("m", "far"), LinkEntry("far", "m")])
    assert board.directions == ("N", "E", "S", "W", "link1", "link1_back")
    assert board.towards(0, 1) == board.direction_index["N"]
    assert board.towards(2, 0) == board.direction_index["W"]
    assert board.towards(0, 3) == board.direction_index["link1"]


def test_the_list_may_name_the_way_back() -> None:
    links = [LinkEntry("Oslo", "Alta", "up"), LinkEntry("Alta", "Oslo", "down")]
    board = made(TOWNS, links)
    assert board.directions == ("up", "down")
    assert board.opposite == (1, 0)


def test_special_links() -> None:
    links = [
        LinkEntry("Oslo", "Bergen", "N"),
        LinkEntry("Bergen", "Alta", "E", heading="S", name="ferry", rays=True),
    ]
    board = made(TOWNS, links)
    assert board.links == ("ferry",)
    assert board.neighbors(1) == (0,)
    steps = board.ray(1, board.direction_index["E"])
    assert [(board.sites[step.site], board.directions[step.heading]) for step in steps] == [("Alta", "S")]
    back = board.ray(2, board.direction_index["N"])
    assert [(board.sites[step.site], board.directions[step.heading]) for step in back] == [("Bergen", "W")]


def test_a_way_back_may_be_listed() -> None:
    links = [LinkEntry("Oslo", "Bergen", "E", name="loop"), LinkEntry("Bergen", "Oslo", "W", name="loop")]
    assert len(made(TOWNS, links).declared_links) == 1


@pytest.mark.parametrize(
    ("sites", "links", "expected"),
    [
        ([], [], [("This board has no sites.", None)]),
        (
            [SiteEntry("a"), SiteEntry("b"), SiteEntry("a")],
            [],
            [("The site a is listed twice.", ("sites", 2, "site"))],
        ),
        (TOWNS, [LinkEntry("Osla", "Bergen", "N")], [("There is no site Osla on this board.", ("links", 0, "from"))]),
        (TOWNS, [LinkEntry("Oslo", "x", "N")], [("There is no site x on this board.", ("links", 0, "to"))]),
        (
            TOWNS,
            [LinkEntry("Oslo", "Bergen", "N"), LinkEntry("Oslo", "Alta", "N")],
            [("Oslo is left to N twice: to Bergen and to Alta.", ("links", 1, "direction"))],
        ),
        (
            TOWNS,
            [LinkEntry("Oslo", "Bergen", "N"), LinkEntry("Alta", "Bergen", "N")],
            [
                (
                    "Alta leads N to Bergen, but the way back from Bergen leads to Oslo.",
                    ("links", 1, "direction"),
                )
            ],
        ),
        (
            [SiteEntry("p", row=1, column=1), SiteEntry("q", row=1, column=1)],
            [],
            [("q lies in row 1 and column 1 like p.", ("sites", 1, "row"))],
        ),
        (
            TOWNS,
            [LinkEntry("Oslo", "Bergen", name="ferry")],
            [("A link with a name, a heading or rays has a direction.", ("links", 0, "direction"))],
        ),
        (
            TOWNS,
            [LinkEntry("Oslo", "Bergen", "Alta")],
            [("Alta is both a site and a direction.", ("sites", 2, "site"))],
        ),
    ],
)
def test_lists_that_are_no_board(
    sites: list[SiteEntry], links: list[LinkEntry], expected: list[tuple[str, object]]
) -> None:
    assert wrong(sites, links) == expected


def test_so_many_directions_are_a_mistake() -> None:
    sites = [SiteEntry(f"s{number}", x=0, y=number) for number in range(600)]
    hub = [LinkEntry("s0", f"s{number}") for number in range(1, 600)]
    assert wrong(sites, hub) == [("This board would have more than 256 directions.", None)]
    named = [LinkEntry("s0", f"s{number}", f"d{number}") for number in range(1, 600)]
    assert wrong(sites, named) == [("This board would have more than 256 directions.", None)]


def test_a_graph() -> None:
    graph = nx.Graph()
    graph.add_node("a", x=0.0, y=0.0, harbour=True)
    graph.add_node("b", x=1.0, y=0.5, terrain="water")
    graph.add_edge("a", "b", direction="road", rays=False)
    read = parse_graphml("\n".join(nx.generate_graphml(graph)))
    assert read.nodes == (
        ("a", {"x": "0", "y": "0", "harbour": "yes"}),
        ("b", {"x": "1", "y": "0.5", "terrain": "water"}),
    )
    assert [(start, end, dict(data)) for start, end, data in read.edges] == [
        ("a", "b", {"direction": "road", "rays": "no"})
    ]


@pytest.mark.parametrize("text", ["", "<graph>", "<graphml></graphml", "<!DOCTYPE x []><graphml/>", "site,row"])
def test_what_is_no_graph(text: str) -> None:
    with pytest.raises(BoardError):
        parse_graphml(text)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=90))
@settings(derandomize=True, deadline=None, max_examples=60)
def test_every_site_has_a_place_of_its_own(spots: list[tuple[float, float]]) -> None:
    board = made([SiteEntry(f"s{number}", x=x, y=y) for number, (x, y) in enumerate(spots)], [])
    places = list(zip(board.column, board.row, strict=True))
    assert len(set(places)) == len(places)
    assert min(board.row) >= 1 and min(board.column) >= 1 and max(board.row) <= 60
