"""The small values that boards take and give: links, exits, ray steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """Leaving site `start` in direction `leaving` arrives at site `end` with direction `heading`, and back.

    With `rays` only rays follow the link, never a step. Several links may bear one `name`; "" is no name.
    """

    start: str
    leaving: str
    end: str
    heading: str
    name: str = ""
    rays: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a site is left to in one direction, as numbers.

    `site` is reached with direction `heading`; `link` is the index in `Board.links` of the name of the link followed,
    -1 for an ordinary step; `rays` tells that only rays go this way.
    """

    site: int
    heading: int
    link: int = -1
    rays: bool = False


@dataclass(frozen=True, slots=True)
class RayStep:
    """One site of a ray: `heading` is the direction on arrival, `link` the link followed to arrive (as in `Exit`)."""

    site: int
    heading: int
    link: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The edges and vertices of a board: which sites they are, and what touches what, for every site of the board.

    `aliases` are further names: an edge is also called after its other cell.
    """

    edges: range
    vertices: range
    cells_of: tuple[tuple[int, ...], ...]
    edges_of: tuple[tuple[int, ...], ...]
    vertices_of: tuple[tuple[int, ...], ...]
    aliases: Mapping[str, int]
