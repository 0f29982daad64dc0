"""Edges and vertices as further sites of a board.

On a board of cells (squares or hexes) every side of a cell is an edge, also at the rim, and every corner a vertex;
cells that touch share them. An edge is named after the first of its cells and the direction in which it lies from
there: `a1_E` is between a1 and b1, and `a1_W` at the rim. A vertex is named so too: on squares by the diagonals
(`a1_NE`), on hexes by N, ENE, ESE, S, WSW, WNW, since there NE is the name of an edge. The names that the other cells
would give are understood as well (`b1_W`).

On a board of points, lines or a table the edges are the steps between neighbours: `a1_E` joins a1 and b1. Such a board
has no vertices of its own, since its sites are what edges end at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.builders import HEX_STEPS, SQUARE_STEPS
from rulewright.boards.errors import BoardError
from rulewright.boards.parts import Surroundings

EXTRAS = ("edges", "vertices")

_HEX_CORNERS = {"N": (5, 0), "ENE": (0, 1), "ESE": (1, 2), "S": (2, 3), "WSW": (3, 4), "WNW": (4, 5)}
"""A hex's corners by the two directions (NE E SE SW W NW) between which they lie."""

_Key = tuple[int, ...]


@dataclass(slots=True)
class _Parts:
    """The edges, or the vertices, by what tells them apart: their names, cells and centres."""

    names: dict[_Key, list[str]] = field(default_factory=dict)
    cells: dict[_Key, list[int]] = field(default_factory=dict)
    centres: dict[_Key, tuple[float, float]] = field(default_factory=dict)

    def add(self, key: _Key, name: str, cell: int, centre: tuple[float, float]) -> None:
        self.names.setdefault(key, []).append(name)
        self.cells.setdefault(key, [])
        if cell not in self.cells[key]:
            self.cells[key].append(cell)
        self.centres.setdefault(key, centre)


def with_surroundings(board: Board, *, edges: bool, vertices: bool) -> Board:
    """`board` with its edges, its vertices or both as further sites behind the cells.

    Raises `BoardError` for vertices of a board that has none, and for more than 65,535 sites.
    """
    cells = board.grid != "free" and board.shape != "points"
    if vertices and not cells:
        message = f"A board of {'points' if board.shape == 'points' else 'lines'} has no vertices."
        raise BoardError(message, "Its sites are where the edges end; write `with edges`.", "vertices")
    lines, corners = _cell_edges(board) if cells else _joining_edges(board), _corners(board) if cells else _Parts()
    kept_edges = list(lines.names) if edges else []
    kept_corners = list(corners.names) if vertices else []
    total = len(board.sites) + len(kept_edges) + len(kept_corners)
    if total > MAX_SITES:
        message = f"This board would have {total:,} sites with its edges and vertices."
        raise BoardError(message, f"A board has at most {MAX_SITES:,} sites; make it smaller.")
    return _with(board, lines, kept_edges, corners, kept_corners, _ends(board, lines, corners))


def _with(
    board: Board,
    lines: _Parts,
    kept_edges: Sequence[_Key],
    corners: _Parts,
    kept_corners: Sequence[_Key],
    ends: dict[_Key, list[_Key]],
) -> Board:
    count = len(board.sites)
    edge_site = {key: count + number for number, key in enumerate(kept_edges)}
    vertex_site = {key: count + len(kept_edges) + number for number, key in enumerate(kept_corners)}
    total = count + len(kept_edges) + len(kept_corners)
    cells_of: list[list[int]] = [[] for _ in range(total)]
    edges_of: list[list[int]] = [[] for _ in range(total)]
    vertices_of: list[list[int]] = [[] for _ in range(total)]
    names, aliases, places, centres = list(board.sites), {}, [], list(board.coordinates)
    for parts, sites, of_cell in ((lines, edge_site, edges_of), (corners, vertex_site, vertices_of)):
        for key, site in sites.items():
            cells_of[site] = sorted(parts.cells[key])
            for cell in parts.cells[key]:
                of_cell[cell].append(site)
            names.append(parts.names[key][0])
            aliases.update(dict.fromkeys(parts.names[key], site))
            places.append(parts.cells[key][0])
            centres.append(parts.centres[key])
    for key, site in edge_site.items():
        for corner in ends.get(key, ()):
            if corner in vertex_site:
                vertices_of[site].append(vertex_site[corner])
                edges_of[vertex_site[corner]].append(site)
    for name in dict.fromkeys(board.sites):
        if name in aliases:
            message = f"The site {name} is called like an edge or vertex of this board."
            raise BoardError(message, "Give it another name.", name)
    none = (-1,) * len(board.directions)
    return replace(
        board,
        sites=tuple(names),
        row=board.row + tuple(board.row[cell] for cell in places),
        column=board.column + tuple(board.column[cell] for cell in places),
        coordinates=tuple(centres),
        plain=board.plain + (none,) * (total - count),
        surroundings=Surroundings(
            range(count, count + len(kept_edges)),
            range(count + len(kept_edges), total),
            tuple(map(tuple, cells_of)),
            tuple(tuple(sorted(group)) for group in edges_of),
            tuple(tuple(sorted(group)) for group in vertices_of),
            aliases,
        ),
    )


def _key(board: Board, fine: int, u: int, v: int) -> _Key:
    """A point of a lattice that is `fine` times as fine as that of the cells; a torus begins anew."""
    return (u % (fine * board.columns), v % (fine * board.rows)) if board.wrapped else (u, v)


def _place(board: Board, cell: int, fine: int, du: int, dv: int) -> tuple[float, float]:
    """The centre of a cell, moved by some steps of the finer lattice."""
    x, y = board.coordinates[cell]
    if board.grid == "hex":
        return x + (du + dv / 2) / fine, y + dv * sqrt(3) / 2 / fine
    return x + du / fine, y + dv / fine


def _steps(board: Board) -> list[tuple[str, tuple[int, int]]]:
    """The directions in which a cell has edges."""
    steps = HEX_STEPS if board.grid == "hex" else SQUARE_STEPS
    return [(name, step) for name, step in steps.items() if board.grid == "hex" or 0 in step]


def _cell_edges(board: Board) -> _Parts:
    found = _Parts()
    for cell, (u, v) in enumerate(board.lattice):
        for name, (du, dv) in _steps(board):
            key = _key(board, 2, 2 * u + du, 2 * v + dv)
            found.add(key, f"{board.sites[cell]}_{name}", cell, _place(board, cell, 2, du, dv))
    return found


def _corner_steps(board: Board) -> dict[str, tuple[int, int]]:
    """How far the corners lie from the centre: halves of a square's side, thirds of a hex's step."""
    if board.grid == "square":
        return {name: step for name, step in SQUARE_STEPS.items() if 0 not in step}
    around = list(HEX_STEPS.values())
    return {name: (around[a][0] + around[b][0], around[a][1] + around[b][1]) for name, (a, b) in _HEX_CORNERS.items()}


def _corners(board: Board) -> _Parts:
    found = _Parts()
    fine = 2 if board.grid == "square" else 3
    for cell, (u, v) in enumerate(board.lattice):
        for name, (du, dv) in _corner_steps(board).items():
            key = _key(board, fine, fine * u + du, fine * v + dv)
            found.add(key, f"{board.sites[cell]}_{name}", cell, _place(board, cell, fine, du, dv))
    return found


def _ends(board: Board, lines: _Parts, corners: _Parts) -> dict[_Key, list[_Key]]:
    """For each edge of a board of cells the two corners that it joins."""
    if not corners.names:
        return {}
    ends: dict[_Key, list[_Key]] = {}
    fine = 2 if board.grid == "square" else 3
    sides = [step for _, step in _steps(board)]
    around = list(_corner_steps(board).values())
    for u, v in board.lattice:
        for number, (du, dv) in enumerate(sides):
            key = _key(board, 2, 2 * u + du, 2 * v + dv)
            if key not in ends:
                # Corners and sides alternate clockwise, a square's corner NE behind its side N, a hex's N before NE.
                pair = (number - 1, number) if board.grid == "square" else (number, (number + 1) % 6)
                moved = [around[corner] for corner in pair]
                ends[key] = [_key(board, fine, fine * u + mu, fine * v + mv) for mu, mv in moved]
    return ends


def _joining_edges(board: Board) -> _Parts:
    """The steps between neighbours; on a board of points those along its lines."""
    found = _Parts()
    directions = board.orthogonal if board.shape == "points" else board.all_directions
    for site, steps in enumerate(board.plain):
        for direction in directions:
            there = steps[direction]
            if there < 0 or there == site:
                continue
            name, back = board.directions[direction], board.opposite[direction]
            key = min((site, direction, there, back), (there, back, site, direction))
            if board.grid == "free":
                (x, y), (z, w) = board.coordinates[site], board.coordinates[there]
                centre = (x + z) / 2, (y + w) / 2
            else:
                centre = _place(board, site, 2, *SQUARE_STEPS[name])
            found.add(key, f"{board.sites[site]}_{name}", site, centre)
    return found
