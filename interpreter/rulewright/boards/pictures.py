"""Reading a picture of a position: which mark stands on which site.

A picture has one line for each row of the board, the last row first, as one sees it. The marks of a row are separated
by blanks, or written without any if each is a single character; how far a row is indented does not matter. `.` is an
empty site. What `rulewright.drawing.draw_text` draws is read back: a row may begin with its number, with or without a
bar after it (`8 | r n b q`), and the letters of the columns may stand beneath or above the rows, and on a `hexagon`
behind them.
"""

from __future__ import annotations

from rulewright.boards.board import Board
from rulewright.boards.errors import BoardError
from rulewright.boards.names import column_name

EMPTY = "."


def read_picture(board: Board, text: str) -> dict[int, str]:
    """The marks of the sites that are not empty, in the order in which they are read.

    Raises `BoardError` for a picture with too many or too few rows and for a row that does not fit; its `what` is the
    index of the line in `text.splitlines()`.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines()) if line.strip()]
    lines = _without_letters(board, lines)
    if len(lines) != board.rows:
        message = f"This picture has {_count(len(lines), 'row')}, the board has {board.rows}."
        hint = "Draw one line for each row of the board, the last row at the top; write . for an empty site."
        raise BoardError(message, hint, lines[min(len(lines) - 1, board.rows)][0] if lines else 0)
    marks: dict[int, str] = {}
    by_row: dict[int, list[int]] = {}
    for site, row in enumerate(board.row):
        by_row.setdefault(row, []).append(site)
    for row, (number, line) in zip(range(board.rows, 0, -1), lines, strict=True):
        sites = by_row.get(row, [])
        for site, mark in zip(sites, _row_marks(board, row, sites, line, number), strict=True):
            if mark != EMPTY:
                marks[site] = mark
    return marks


def _without_letters(board: Board, lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """`lines` without a line of column letters at the bottom or the top, if there is one line too many."""
    if len(lines) == board.rows + 1:
        for place in (-1, 0):
            names = lines[place][1].split()
            if names == [column_name(column) for column in range(1, len(names) + 1)]:
                return lines[:-1] if place else lines[1:]
    return lines


def _row_marks(board: Board, row: int, sites: list[int], line: str, number: int) -> list[str]:
    """The marks of one row, one for each of `sites`."""
    before, bar, after = line.partition("|")
    barred = bool(bar) and before.strip() == str(row)
    marks = (after if barred else line).split()
    if not barred and marks[0] == str(row) and (len(marks) > len(sites) or _split(marks[1:], len(sites))):
        marks = marks[1:]
    fitting = _split(marks, len(sites))
    if fitting is None and barred and marks and marks[-1] == _letter_behind(board, sites[-1]):
        fitting = _split(marks[:-1], len(sites))
    if fitting is None:
        found = len(marks[0]) if len(marks) == 1 else len(marks)
        there = _count(len(sites), "site")
        message = f"Row {row} of this picture has {_count(found, 'mark')}, the board has {there} there."
        raise BoardError(message, "Write one mark for each site, and . for an empty one.", number)
    return fitting


def _split(marks: list[str], wanted: int) -> list[str] | None:
    """Marks as separated by blanks, or one by one if they were written without any; None if neither fits."""
    if len(marks) == wanted:
        return marks
    return list(marks[0]) if len(marks) == 1 and len(marks[0]) == wanted else None


def _letter_behind(board: Board, last: int) -> str | None:
    """The letter that a hexagon's picture shows behind a row with this last site: of a column that ends just there."""
    column, row = board.column[last] + 1, board.row[last] + 1
    ends_here = board.site_at(column, row) >= 0 and board.site_at(column, row - 1) < 0
    return column_name(column) if ends_here else None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
