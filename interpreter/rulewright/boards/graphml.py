"""Reading a graph in GraphML, as drawing programs and networkx write it.

A node is a site: its id is the name, and `row`, `column`, `x`, `y` are read from its attributes; further attributes are
left to the caller. An edge is a link: `direction`, `heading`, `name` (or `link`, as `Board.graph` calls it) and `rays`
are read from its attributes. networkx is imported only here, and only when a graph is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.boards.errors import BoardError


@dataclass(frozen=True, slots=True)
class Graph:
    """What a file says: for every node its id and attributes as text, for every edge its two ends and attributes."""

    nodes: tuple[tuple[str, Mapping[str, str]], ...]
    edges: tuple[tuple[str, str, Mapping[str, str]], ...]


def parse_graphml(text: str) -> Graph:
    """The graph of a GraphML document. Raises `BoardError` for what is none."""
    hint = "Save the graph as GraphML, with its data as plain numbers and texts."
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BoardError("A graph with a document type of its own is not read.", hint)
    import networkx as nx

    try:
        found = nx.parse_graphml(text)
    except Exception as error:  # whatever a parser of other people's files may raise
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BoardError(f"This is no graph in GraphML: {said}.", hint) from error
    nodes = tuple((str(name), _texts(data)) for name, data in found.nodes(data=True))
    edges = tuple((str(start), str(end), _texts(data)) for start, end, data in found.edges(data=True))
    return Graph(nodes, edges)


def _texts(data: Mapping[str, object]) -> dict[str, str]:
    return {str(name): _text(value) for name, value in data.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
