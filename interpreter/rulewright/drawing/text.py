"""A board as text.

Every site has a place in half steps from the left, so that hex rows come out shifted as they lie. Row numbers stand
left of a bar. The letter of a column stands where the column would go on below its lowest site: straight below on
square boards, to the left on a rhombus of hexes, whose columns lean right, to the right on a hexagon, whose columns
lean left (there some letters stand behind the rows).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from unicodedata import combining, east_asian_width

from rulewright.boards import Board, column_name
from rulewright.boards.pictures import EMPTY

# From a column's lowest site to its letter, in half steps to the right; the letter is one row lower.
_LETTER_SHIFT = {"hex": -1, "hexagon": 1}


def draw_text(
    board: Board, marks: Mapping[int, str], *, highlight: Collection[int] = (), notes: Sequence[str] = ()
) -> str:
    """The board as lines of plain text, without colour and without a newline at the end.

    `marks` gives what to write on a site, any text (usually one or two characters); other sites show `.`. Sites of
    `highlight` stand in brackets. `notes` are lines written under the picture.
    """
    marks = {site: mark for site, mark in marks.items() if mark}
    letters = {column: column_name(column) for column in range(1, board.columns + 1)}
    width = max(map(text_width, [*letters.values(), *marks.values(), EMPTY]))
    places = _letter_places(board)
    halves = [round(2 * x) for x, _ in board.coordinates]
    left = min([*halves, *(half for _, half in places.values())])
    pitch = width + (2 if highlight else 1)
    if any(half % 2 for half in halves):
        pitch += pitch % 2

    rows: dict[int, list[tuple[int, str]]] = {row: [] for row in range(board.rows + 1)}
    for site, half in enumerate(halves):
        at = (half - left) * pitch // 2 + 1
        mark = marks.get(site, EMPTY)
        rows[board.row[site]].append((at - 1, f"[{mark}]") if site in highlight else (at, mark))
    for column, (row, half) in places.items():
        rows[row].append(((half - left) * pitch // 2 + 1, letters[column]))

    digits = len(str(board.rows))
    lines = [f"{row:>{digits}} |{_spread(rows[row])}" for row in range(board.rows, 0, -1)]
    lines.append(" " * (digits + 2) + _spread(rows[0]))
    return "\n".join([*lines, *notes])


def describe_links(board: Board) -> tuple[str, ...]:
    """One sentence for each link of the board, to be written under a picture that cannot show it."""
    return tuple(
        f"{link.name or 'link'}: leaving {link.start} to {link.leaving} arrives at {link.end} heading {link.heading},"
        " and back"
        for link in board.declared_links
    )


def text_width(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters count twice, combining ones not at all."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _letter_places(board: Board) -> dict[int, tuple[int, int]]:
    """For each column that has sites the row (0 is below the board) and the half steps from the left of its letter."""
    shift = _LETTER_SHIFT.get(board.shape, 0)
    places: dict[int, tuple[int, int]] = {}
    for site, column in enumerate(board.column):
        if column not in places:
            places[column] = (board.row[site] - 1, round(2 * board.coordinates[site][0]) + shift)
    return places


def _spread(items: Iterable[tuple[int, str]]) -> str:
    """The texts at their distances from the left, given in order of distance."""
    line, end = "", 0
    for at, text in sorted(items):
        line += " " * (at - end) + text
        end = max(at, end) + text_width(text)
    return line
