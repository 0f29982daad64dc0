"""What a picture of a board in text is made of, line by line: for those who draw one and for those who read one.

A board has a line for each of its rows, the last row first. With edges or vertices it has a line for each height at
which something lies. Distances to the right are in steps of the board.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulewright.boards.board import Board
from rulewright.boards.names import column_name

EMPTY, EMPTY_EDGE, EMPTY_VERTEX = ".", "'", "+"

_WHOLE = 400
"""A torus of up to this many sites is shown whole while nothing stands on it."""


@dataclass(frozen=True, slots=True)
class PictureLine:
    """`label` is the row's number ("" beside edges, vertices and the letters), `sites` and `letters` (of columns) are
    from left to right, each with how far it is from the left."""

    label: str
    sites: tuple[tuple[float, int], ...]
    letters: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a torus that is shown: columns from the left, rows from below."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


def empty_mark(board: Board, site: int) -> str:
    """What is written where nothing stands."""
    return EMPTY_EDGE if site in board.edges else EMPTY_VERTEX if site in board.vertices else EMPTY


def picture_lines(board: Board, window: Window | None = None, *, parts: bool = True) -> list[PictureLine]:
    """The lines from the top. The last one holds letters only; it is missing where names do not tell columns.

    `parts` False leaves edges and vertices out.
    """
    if window is not None:
        return _of_window(board, window)
    distance = _distances(board)
    letters = _letters(board, distance) if board.lettered else {}
    lines = []
    for label, members in _groups(board, parts and board.surroundings is not None):
        sites = sorted((distance[site], site) for site in members)
        lines.append(PictureLine(label, tuple(sites), tuple(letters.get(int(label or -1), ()))))
    return [*lines, PictureLine("", (), tuple(letters[0]))] if 0 in letters else lines


def window_around(board: Board, occupied: Collection[int]) -> Window | None:
    """The part of a torus around what is occupied, one site wider on every side; None for the whole board."""
    if not board.wrapped or board.surroundings is not None:
        return None
    if not occupied:
        if len(board.sites) <= _WHOLE:
            return None
        return Window(_middle(board.columns), _middle(board.rows))
    columns = _round_about({board.column[site] for site in occupied}, board.columns)
    rows = _round_about({board.row[site] for site in occupied}, board.rows)
    return Window(columns, rows) if len(columns) < board.columns or len(rows) < board.rows else None


def _middle(count: int) -> tuple[int, ...]:
    return tuple(range(max(1, count // 2 - 2), min(count, count // 2 + 2) + 1))


def _round_about(used: set[int], count: int) -> tuple[int, ...]:
    """The shortest stretch of a circle that holds all of `used`, and one more on either side."""
    order = sorted(used)
    gaps = [(following - one, following) for one, following in itertools.pairwise(order)]
    gaps.append((order[0] + count - order[-1], order[0]))
    gap, first = max(gaps, key=lambda found: found[0])
    length = count - gap + 3
    if length >= count:
        return tuple(range(1, count + 1))
    return tuple((first - 2 + step) % count + 1 for step in range(length))


def _of_window(board: Board, window: Window) -> list[PictureLine]:
    lean = 0.5 if board.grid == "hex" else 0.0
    lines = []
    for up, row in reversed(list(enumerate(window.rows))):
        sites = [(right + up * lean, board.site_at(column, row)) for right, column in enumerate(window.columns)]
        lines.append(PictureLine(str(row), tuple((right, site) for right, site in sites if site >= 0)))
    letters = tuple((right - lean, column_name(column)) for right, column in enumerate(window.columns))
    return [*lines, PictureLine("", (), letters)]


def _distances(board: Board) -> list[float]:
    """How far each site is from the left. Where no halves of steps come out, its column tells."""
    exact = [x for x, _ in board.coordinates]
    if board.surroundings is not None or all(abs(2 * x - round(2 * x)) < 1e-6 for x in exact):
        return exact
    return [column - 1.0 for column in board.column]


def _groups(board: Board, parts: bool) -> list[tuple[str, list[int]]]:
    """The sites of each line with its label."""
    if not parts:
        rows: dict[int, list[int]] = {row: [] for row in range(board.rows, 0, -1)}
        for site in range(board.cell_count):
            rows[board.row[site]].append(site)
        return [(str(row), members) for row, members in rows.items()]
    heights: dict[float, list[int]] = {}
    for site, (_, y) in enumerate(board.coordinates):
        heights.setdefault(round(y, 3), []).append(site)
    lines = []
    for height in sorted(heights, reverse=True):
        rows_here = {board.row[site] for site in heights[height] if site < board.cell_count}
        lines.append((str(rows_here.pop()) if len(rows_here) == 1 else "", heights[height]))
    return lines


def _letters(board: Board, distance: Sequence[float]) -> dict[int, list[tuple[float, str]]]:
    """The letters of the columns by the row in whose line they stand; row 0 is the line below all rows.

    They stand where the column would go on below its lowest site: straight below on square boards and maps, to the
    left on hexes whose columns lean right, to the right on a hexagon, whose columns lean left.
    """
    used = sorted({board.column[site] for site in range(board.cell_count)})
    found: dict[int, list[tuple[float, str]]] = {0: []}
    for column in used:
        row, at = 0, column - 1.0
        if board.shape == "hexagon":
            lowest = max(1, column - (board.rows + 1) // 2 + 1)
            right, up = column - board.column[0], lowest - board.row[0]
            row, at = lowest - 1, distance[0] + right - up / 2 + 0.5
        elif board.grid == "hex" and not board.mapped:
            at -= 0.5
        found.setdefault(row, []).append((at, column_name(column)))
    return found


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
