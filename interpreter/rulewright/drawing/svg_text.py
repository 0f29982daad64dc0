"""How wide a text is, and how it is cut into lines that fit into a room.

A picture does not know with which font it will be shown, so widths are those of a wide one (DejaVu Sans, roughly): what
fits here fits with narrower ones, too. Widths, rooms and sizes of letters are in the same unit, whichever it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WIDTHS = {
    letter: width
    for letters, width in (
        ("ijl'", 0.28),
        ("I|.,:;/!-()[]{} ", 0.38),
        ("ftrsJ", 0.48),
        ("mwMW@%+=<>~", 0.98),
        ('abcdeghknopquvxyz0123456789?*"', 0.63),
        ("ABCDEFGHKLNOPQRSTUVXYZ&#", 0.76),
    )
    for letter in letters
}
_OTHER, _BOLD = 1.0, 1.1
LINE_HEIGHT = 1.2
"""From one line to the next, for letters of size 1."""


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is."""
    return sum(_WIDTHS.get(letter, _OTHER) for letter in text) * size * (_BOLD if bold else 1.0)


def shrunk(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """The size with which a text fits into the room in one line: `size`, or less."""
    return min(size, room / max(width_of(text, 1.0, bold=bold), 0.01))


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text in lines, broken at blanks and behind hyphens; a part that is wider than the room is a line alone."""
    lines = [""]
    for part in re.findall(r"\S+?(?:-(?=\S)|(?=\s|$)\s*)", text):
        if lines[-1] and width_of((lines[-1] + part).rstrip(), size, bold=bold) > room:
            lines.append("")
        lines[-1] += part
    return [line.rstrip() for line in lines]


def fitted(
    text: str, sizes: Sequence[float], room: float, height: float, *, bold: bool = False
) -> tuple[float, list[str]]:
    """The lines of a text, and the size of letters: the first of the sizes with which all of it fits. With the last
    one, if none does: words are broken then, and what has no room is cut off."""
    for size in sizes:
        lines = wrapped(text, size, room, bold=bold)
        most = int(height / (size * LINE_HEIGHT))
        if len(lines) <= most and all(width_of(line, size, bold=bold) <= room for line in lines):
            return size, lines
    size = sizes[-1]
    lines = [piece for line in wrapped(text, size, room, bold=bold) for piece in _broken(line, size, room, bold=bold)]
    most = max(1, int(height / (size * LINE_HEIGHT)))
    return size, lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1][:-1] + "…"]


def _broken(line: str, size: float, room: float, *, bold: bool) -> list[str]:
    pieces = [""]
    for letter in line:
        if pieces[-1] and width_of(pieces[-1] + letter, size, bold=bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces
