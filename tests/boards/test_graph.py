"""The board as a networkx graph."""

import networkx as nx
import pytest

from rulewright.boards import Board, Link, hex_rhombus, hexagon, points, square, with_links

LINKED = with_links(points(6, 6), [Link("b1", "S", "a2", "E", "loop", rays=True), Link("f1", "E", "a1", "E")])
BOARDS = [square(8, 8), hex_rhombus(4, 5), hexagon(3), LINKED]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_graph_has_the_steps_of_the_board(board: Board) -> None:
    edges = {
        (start, data["direction"], end)
        for start, end, data in board.graph.edges(data=True)
        if not data.get("rays", False)
    }
    assert edges == {
        (board.sites[site], board.directions[direction], board.sites[there])
        for site, steps in enumerate(board.step)
        for direction, there in enumerate(steps)
        if there >= 0
    }


@pytest.mark.parametrize("board", BOARDS[:3], ids=repr)
def test_networkx_finds_the_same_distances(board: Board) -> None:
    found = dict(nx.all_pairs_shortest_path_length(board.graph))
    for a, start in enumerate(board.sites):
        for b, end in enumerate(board.sites):
            assert board.distance(a, b) == found[start][end]


def test_nodes_carry_their_place() -> None:
    graph = hex_rhombus(3, 3).graph
    assert list(graph) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert graph.nodes["c2"] == {"row": 2, "column": 3, "x": 2.5, "y": pytest.approx(3**0.5 / 2)}
    assert graph.graph["shape"] == "hex"


def test_links_are_edges_with_more_to_say() -> None:
    graph = LINKED.graph
    assert graph.edges["b1", "a2", "S"] == {"direction": "S", "link": "loop", "heading": "E", "rays": True}
    assert graph.edges["a2", "b1", "W"] == {"direction": "W", "link": "loop", "heading": "N", "rays": True}
    assert graph.edges["f1", "a1", "E"] == {"direction": "E", "link": "", "heading": "E", "rays": False}
    assert graph.edges["b1", "a2", "NW"] == {"direction": "NW"}


def test_the_graph_is_frozen() -> None:
    board = square(3, 3)
    assert board.graph is board.graph
    with pytest.raises(nx.NetworkXError):
        board.graph.add_edge("a1", "c3")
