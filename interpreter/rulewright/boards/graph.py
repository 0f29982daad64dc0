"""A board as a networkx graph, for people who want to use that library's algorithms on it.

The graph is made from the board's tables and frozen; the rest of the package works on the tables. networkx is imported
only here, and only when a graph is asked for, because importing it takes longer than everything else at start-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

    from rulewright.boards.board import Board


def as_graph(board: Board) -> nx.MultiDiGraph[str]:
    """A frozen MultiDiGraph of `board`.

    Nodes are site names in canonical order with `row`, `column` (from 1), `x` and `y`. For every direction in which a
    site can be left there is an edge whose key and whose `direction` are the direction's name. Edges that are links
    carry further `link` (the link's name, "" if it has none), `heading` (the direction on arrival) and `rays`
    (whether only rays follow it). The graph itself carries `shape` and `directions`. On a board with edges or vertices
    every node has a `part` (cell, edge, vertex), and those two the names of their `cells`, with blanks between them;
    steps lead only between cells.
    """
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(shape=board.shape, directions=board.directions)
    for site, name in enumerate(board.sites):
        x, y = board.coordinates[site]
        graph.add_node(name, row=board.row[site], column=board.column[site], x=x, y=y)
        if board.surroundings:
            part = "edge" if site in board.edges else "vertex" if site in board.vertices else "cell"
            graph.nodes[name]["part"] = part
            if part != "cell":
                graph.nodes[name]["cells"] = " ".join(board.sites[cell] for cell in board.cells_of(site))
    for site, name in enumerate(board.sites):
        for direction, exit_ in zip(board.directions, board.exits[site], strict=True):
            if exit_ is None:
                continue
            there = board.sites[exit_.site]
            if exit_.link < 0:
                graph.add_edge(name, there, key=direction, direction=direction)
            else:
                graph.add_edge(
                    name,
                    there,
                    key=direction,
                    direction=direction,
                    link=board.links[exit_.link],
                    heading=board.directions[exit_.heading],
                    rays=exit_.rays,
                )
    nx.freeze(graph)
    return graph
