r"""A board of tiles as text: cells several lines high, with what faces each direction written at that side.

      /1   1\
     |  P8  2|     a tile: at its sides what it has there, in the middle what stands there and the site's name
     |  u22  |
      \     /

An empty site shows its name alone. Of a torus what is occupied is drawn, and the sites that touch it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import dedent

from rulewright.boards import Board
from rulewright.boards.picture_lines import window_around
from rulewright.drawing.text import spread, text_width

_LEAST, _GAP = 8, 3
_UPPER, _LOWER = ("NW", "N", "NE"), ("SW", "S", "SE")


@dataclass(frozen=True, slots=True)
class Cell:
    """A site on which something stands: `text` is what, `sides` are texts by direction."""

    text: str
    sides: Mapping[int, str] = field(default_factory=dict)


def draws_tiles(board: Board | None) -> bool:
    """Whether a board has cells that can be drawn big: of squares or hexes, without edges and vertices."""
    return board is not None and board.grid != "free" and board.shape != "points" and board.surroundings is None


def places(board: Board, occupied: Collection[int]) -> dict[int, tuple[int, int]]:
    """The sites that are shown, with their distance from the left in half steps, and their row from below."""
    if not board.wrapped:
        return {site: (round(2 * x), board.row[site]) for site, (x, _) in enumerate(board.coordinates)}
    window = window_around(board, occupied)
    columns = window.columns if window else tuple(range(1, board.columns + 1))
    rows = window.rows if window else tuple(range(1, board.rows + 1))
    lean = 1 if board.grid == "hex" else 0
    found = {
        board.site_at(column, row): (2 * right + lean * up, up)
        for up, row in enumerate(rows)
        for right, column in enumerate(columns)
    }
    near = {there for site in occupied for there in (site, *board.plain[site])}
    return {site: at for site, at in found.items() if site >= 0 and (not occupied or site in near)}


def draw_tiles(
    board: Board, cells: Mapping[int, Cell], *, empty: Mapping[int, str] | None = None, notes: Sequence[str] = ()
) -> str:
    """The board as lines of plain text, without a newline at the end: see the module. `empty` are marks of sites where
    nothing stands; `notes` are lines written under the picture."""
    shown = places(board, cells)
    pitch = _pitch(board, cells.values(), [board.names[site] for site in shown])
    left = min(x for x, _ in shown.values())
    placed = [
        ((x - left) * pitch // 2, -4 * y, cells.get(site) or (empty or {}).get(site, ""), board.names[site])
        for site, (x, y) in shown.items()
    ]
    return "\n".join([*_drawn(board, placed, pitch), *notes])


def draw_row(board: Board, cells: Sequence[tuple[Cell, str]], width: int) -> list[str]:
    """Cells that lie on no board, each with its name, side by side as far as `width` has room: lines."""
    pitch = _pitch(board, [cell for cell, _ in cells], [name for _, name in cells])
    across = max(1, (width + _GAP) // (pitch + 1 + _GAP))
    rows = [cells[start : start + across] for start in range(0, len(cells), across)]
    placed = [
        (number * (pitch + 1 + _GAP), 4 * down, cell, name)
        for down, row in enumerate(rows)
        for number, (cell, name) in enumerate(row)
    ]
    return _drawn(board, placed, pitch)


def _drawn(board: Board, placed: Iterable[tuple[int, int, Cell | str, str]], pitch: int) -> list[str]:
    """The lines of cells, and of texts in place of cells, each with its distance from the left, its upper line and its
    name."""
    lines: dict[int, dict[int, str]] = {}
    for at, top, cell, name in placed:
        framed = isinstance(cell, Cell)
        for down, text in enumerate((cell.text if isinstance(cell, Cell) else cell, name), 1):
            items = lines.setdefault(top + down, {})
            if text:
                items[at + (pitch - text_width(text) + 1) // 2] = text
            if framed:
                items[at] = items[at + pitch] = "|"
        if isinstance(cell, Cell):
            _sides(board, cell, lines, at, top, pitch)
    drawn = "\n".join(spread(items.items()) for _, items in sorted(lines.items()))
    return dedent(drawn).strip("\n").split("\n")


def _pitch(board: Board, cells: Iterable[Cell], names: Iterable[str]) -> int:
    """How many characters lie between the left bars of two cells side by side; an even number."""
    widest = max([_LEAST, *(text_width(name) + 3 for name in names)])
    for cell in cells:
        by_name = {board.directions[direction]: text_width(text) for direction, text in cell.sides.items()}
        beside = max(by_name.get("W", 0), by_name.get("E", 0))
        widest = max(widest, text_width(cell.text) + 2 * (beside + 1) + 1)
        for upper in (_UPPER, _LOWER):
            west, middle, east = (by_name.get(name, 0) for name in upper)
            beside = 2 * max(west, east) + 2 if middle else west + east + 1
            widest = max(widest, beside + middle + 3)
    return widest + widest % 2


def _sides(board: Board, cell: Cell, lines: dict[int, dict[int, str]], at: int, top: int, pitch: int) -> None:
    """The frame of a cell, with the texts at its sides."""
    texts = {board.directions[direction]: text for direction, text in cell.sides.items()}
    hexes = board.grid == "hex"
    edge = 1 if hexes else 0
    for line, names, corners in ((top, _UPPER, ("/", "\\")), (top + 3, _LOWER, ("\\", "/"))):
        items = lines.setdefault(line, {})
        items[at + edge], items[at + pitch - edge] = corners if hexes else ("+", "+")
        west, middle, east = (texts.get(name, "") for name in names)
        if not hexes:
            west, middle, east = _ruled(west, middle, east, pitch - 1)
        for start, text in (
            (at + edge + 1, west),
            (at + (pitch - text_width(middle) + 1) // 2, middle),
            (at + pitch - edge - text_width(east), east),
        ):
            if text:
                items[start] = text
    items = lines[top + 1]
    if texts.get("W"):
        items[at + 1] = texts["W"]
    if texts.get("E"):
        items[at + pitch - text_width(texts["E"])] = texts["E"]


def _ruled(west: str, middle: str, east: str, width: int) -> tuple[str, str, str]:
    """A line with texts at its ends and in the middle, as one text in the first place."""
    line = "-" * width
    for start, text in (
        (0, west),
        ((width - text_width(middle)) // 2 + (width - text_width(middle)) % 2, middle),
        (width - text_width(east), east),
    ):
        line = line[:start] + text + line[start + len(text) :] if text else line
    return line, "", ""
