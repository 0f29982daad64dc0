"""Reading a picture of a position: which mark stands on which site.

A picture has one line for each row of the board, the last row first, as one sees it. The marks of a row are separated
by blanks, or written without any if each is a single character; how far a row is indented does not matter. `.` is an
empty site. On a board with edges or vertices a picture has either the rows of the cells only, or all lines that
`rulewright.drawing.draw_text` draws; `'` is an empty edge and `+` an empty vertex.

What `draw_text` draws is read back: a row may begin with its number, with or without a bar after it (`8 | r n b q`);
the letters of the columns may stand beneath or above the rows, and on a `hexagon` behind them; the names of the sites
may stand behind a second bar. Of a torus a part may be drawn if numbers and letters tell which.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.boards.board import Board
from rulewright.boards.errors import BoardError
from rulewright.boards.names import column_name
from rulewright.boards.picture_lines import EMPTY, PictureLine, Window, count_of, empty_mark, picture_lines

__all__ = ["EMPTY", "read_picture"]

_Lines = list[tuple[int, str]]


def read_picture(board: Board, text: str) -> dict[int, str]:
    """The marks of the sites that are not empty, in the order in which they are read.

    Raises `BoardError` for a picture with too many or too few rows and for a row that does not fit; its `what` is the
    index of the line in `text.splitlines()`.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines()) if line.strip()]
    expected, lines = _fitting(board, lines)
    marks: dict[int, str] = {}
    for one, (number, line) in zip(expected, lines, strict=True):
        sites = [site for _, site in one.sites]
        for site, mark in zip(sites, _marks(board, one, line, number), strict=True):
            if mark not in (EMPTY, empty_mark(board, site)):
                marks[site] = mark
    return marks


def _fitting(board: Board, lines: _Lines) -> tuple[list[PictureLine], _Lines]:
    """The lines that the picture should have, and its own without letters and rows that have no sites."""
    whole = [one for one in picture_lines(board) if one.sites]
    cells = [one for one in picture_lines(board, parts=False) if one.sites]
    holes = {str(row) for row in range(1, board.rows + 1)} - {one.label for one in cells}
    lines = [(number, line) for number, line in lines if line.rstrip(" |") not in holes or line[-1] != "|"]
    window = _window(board, lines)
    if window is not None:
        return [one for one in picture_lines(board, window) if one.sites], lines[:-1]
    for expected in (whole, cells):
        rest = _without_letters(board, lines, len(expected))
        if len(rest) == len(expected):
            return expected, rest
    message = f"This picture has {count_of(len(lines), 'row')}, the board has {len(cells)}."
    hint = "Draw one line for each row of the board, the last row at the top; write . for an empty site."
    raise BoardError(message, hint, lines[min(len(lines) - 1, len(cells))][0] if lines else 0)


def _without_letters(board: Board, lines: _Lines, wanted: int) -> _Lines:
    """`lines` without a line of column letters at the bottom or the top, if there is one line too many."""
    if len(lines) == wanted + 1:
        drawn = [text for _, text in picture_lines(board)[-1].letters]
        for place in (-1, 0):
            names = lines[place][1].split()
            if names in (drawn, [column_name(column) for column in range(1, len(names) + 1)]):
                return lines[:-1] if place else lines[1:]
    return lines


def _columns(names: Sequence[str]) -> list[int]:
    """The columns that these letters name; [] if they are no letters of columns."""
    numbers = []
    for name in names:
        number = 0
        for letter in name:
            number = 26 * number + ord(letter) - ord("a") + 1
        if not 0 < number < 1 << 16 or column_name(number) != name:
            return []
        numbers.append(number)
    return numbers


def _window(board: Board, lines: _Lines) -> Window | None:
    """The part of a torus that a picture with numbers and letters shows; None if it is no such picture."""
    if not board.wrapped or len(lines) < 2:
        return None
    if not all("|" in line for _, line in lines[:-1]):
        return None
    labels = [line.partition("|")[0].strip() for _, line in lines[:-1]]
    columns = _columns(lines[-1][1].split())
    if not columns or not all(label.isdecimal() for label in labels):
        return None
    rows = [int(label) for label in reversed(labels)]
    known = max(columns) <= board.columns and all(1 <= row <= board.rows for row in rows)
    return Window(tuple(columns), tuple(rows)) if known else None


def _marks(board: Board, expected: PictureLine, line: str, number: int) -> list[str]:
    """The marks of one line, one for each of its sites."""
    wanted = len(expected.sites)
    before, bar, after = line.partition("|")
    barred = bool(bar) and before.strip() == expected.label
    if barred and not board.lettered:
        after = after.partition("|")[0]
    marks = (after if barred else line).split()
    numbered = not barred and expected.label and marks[0] == expected.label
    if numbered and (len(marks) > wanted or _split(marks[1:], wanted)):
        marks = marks[1:]
    fitting = _split(marks, wanted)
    letters = [text for _, text in expected.letters]
    if fitting is None and barred and letters and marks[-len(letters) :] == letters:
        fitting = _split(marks[: -len(letters)], wanted)
    if fitting is None:
        found = len(marks[0]) if len(marks) == 1 else len(marks)
        which = f"Row {expected.label}" if expected.label else f"Line {number + 1}"
        message = (
            f"{which} of this picture has {count_of(found, 'mark')}, the board has {count_of(wanted, 'site')} there."
        )
        raise BoardError(message, "Write one mark for each site, and . for an empty one.", number)
    return fitting


def _split(marks: list[str], wanted: int) -> list[str] | None:
    """Marks as separated by blanks, or one by one if they were written without any; None if neither fits."""
    if len(marks) == wanted:
        return marks
    return list(marks[0]) if len(marks) == 1 and len(marks[0]) == wanted else None
