"""Boards drawn as a picture: every mark is a site.

A picture with blanks between its marks splits on them, and a mark may then be of several characters; in one without,
every character is a mark. What is blank is no site. `square` and `points` read a mark's column from where it stands.
On a map of hexes neighbouring rows are half a step apart, and how far a row is indented tells how.

Rows are counted from the last line, columns from the left. On a map of hexes a column zigzags: its sites stand half a
step to the right in every other row.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.builders import assemble
from rulewright.boards.errors import BoardError
from rulewright.source.suggest import did_you_mean

MAP_SHAPES = ("square", "hex", "points")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a picture: its text, the index of its line and where in it it begins."""

    text: str
    line: int
    at: int


def map_board(shape: str, text: str, glyphs: Collection[str] = ()) -> tuple[Board, tuple[Mark, ...]]:
    """The board of a picture, and for each of its sites, which are in the order of reading, its mark.

    `glyphs` are marks of several characters. Raises `BoardError`: with the shape as `what`, or the `Mark` at fault, or
    None for the picture as a whole.
    """
    if shape not in MAP_SHAPES:
        near = did_you_mean(shape, MAP_SHAPES)
        hint = f"Did you mean {near}?" if near else f"Maps are {', '.join(MAP_SHAPES)}."
        raise BoardError(f"There is no map of {shape}.", hint, shape)
    lines = text.expandtabs(8).splitlines()
    used = [number for number, line in enumerate(lines) if line.strip()]
    if not used:
        raise BoardError("This picture is empty.", "Draw one mark for each site.")
    lines_used = {number: lines[number] for number in range(used[0], used[-1] + 1)}
    marks = _halves(lines_used, glyphs, hexes=shape == "hex")
    if len(marks) > MAX_SITES:
        raise BoardError(f"This board would have {len(marks):,} sites.", f"A board has at most {MAX_SITES:,} sites.")
    rows = {number: used[-1] - number + 1 for number in lines_used}
    if shape == "hex":
        _check_halves(marks, rows)
    placed = [(half // 2 + 1, rows[mark.line]) for mark, half in marks]
    if shape == "hex":
        odd = (marks[0][1] + placed[0][1] - 1) % 2
        lattice = [((half - row + 1 - odd) // 2, row - 1) for (_, half), (_, row) in zip(marks, placed, strict=True)]
    else:
        lattice = [(column - 1, row - 1) for column, row in placed]
    board = assemble(
        shape,
        "hex" if shape == "hex" else "square",
        placed,
        lattice,
        _sides(placed, hexes=shape == "hex"),
        mapped=True,
    )
    return board, tuple(mark for mark, _ in marks)


def _halves(lines: Mapping[int, str], glyphs: Collection[str], *, hexes: bool) -> list[tuple[Mark, int]]:
    """Every mark with how many half steps it stands from the left, in the order of reading."""
    tokens = [(number, at, word) for number, line in lines.items() for at, word in _words(line)]
    spread = all(len(word) == 1 or word in glyphs for _, _, word in tokens)
    left = min(at for _, at, _ in tokens)
    out: list[tuple[Mark, int]] = []
    if not spread:
        for number, line in lines.items():
            indent = len(line) - len(line.lstrip())
            for at, char in enumerate(line):
                if not char.isspace():
                    half = indent - left + 2 * (at - indent) if hexes else 2 * (at - left)
                    out.append((Mark(char, number, at), half))
        return out
    pitch = _pitch(tokens)
    for number, at, word in tokens:
        half, rest = divmod(2 * (at - left), pitch)
        if rest == pitch - 1 and pitch % 2:  # an odd distance has no half: a step more or less does
            half, rest = half + 1, 0
        if rest > pitch % 2 or (not hexes and half % 2):
            raise BoardError(
                f"{word} stands between two columns.",
                "Keep the marks of a picture equally far apart.",
                Mark(word, number, at),
            )
        out.append((Mark(word, number, at), half))
    return out


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line with where they begin."""
    out, at = [], 0
    for word in line.split():
        at = line.index(word, at)
        out.append((at, word))
        at += len(word)
    return out


def _pitch(tokens: Sequence[tuple[int, int, str]]) -> int:
    """How far apart neighbouring marks of a row are: the least distance of any two."""
    gaps = [
        other - at for (number, at, _), (next_number, other, _) in itertools.pairwise(tokens) if number == next_number
    ]
    return min(gaps, default=2)


def _check_halves(marks: Sequence[tuple[Mark, int]], rows: Mapping[int, int]) -> None:
    """Whether the hexes of every row lie between those of the next; the first row sets the measure."""
    wanted: int | None = None
    for mark, half in marks:
        parity = (half + rows[mark.line]) % 2
        if wanted is None:
            wanted = parity
        elif parity != wanted:
            message = f"{mark.text} in row {rows[mark.line]} does not lie between the hexes of its neighbour rows."
            raise BoardError(message, "Indent every other row by half the distance of two marks.", mark)


def _sides(places: Sequence[tuple[int, int]], *, hexes: bool) -> dict[str, list[tuple[int, int]]]:
    """The first and last site of every row (W, E) and column (S, N); of hexes the first and last row (S, N)."""
    by_row: dict[int, list[tuple[int, int]]] = {}
    by_column: dict[int, list[tuple[int, int]]] = {}
    for place in places:
        by_row.setdefault(place[1], []).append(place)
        by_column.setdefault(place[0], []).append(place)
    first, last = min(by_row), max(by_row)

    def ends(groups: dict[int, list[tuple[int, int]]], index: int) -> list[tuple[int, int]]:
        return [sorted(group)[index] for group in groups.values()]

    return {
        "N": by_row[last] if hexes else ends(by_column, -1),
        "E": ends(by_row, -1),
        "S": by_row[first] if hexes else ends(by_column, 0),
        "W": ends(by_row, 0),
    }
