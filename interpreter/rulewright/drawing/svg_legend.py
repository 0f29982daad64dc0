"""What stands below the board in an SVG picture, so that it can be understood alone: how the game stands, and a legend
of the players' shapes, the ground's hatchings and the signs of what is on the board, in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.drawing.svg_shapes import LINE, UNIT, draw_shape, label, n
from rulewright.drawing.svg_text import shrunk, width_of, wrapped

_STEP, _INDENT, _SIZE = 0.5, 0.4, 0.24
_EDGE = 0.35  # to the left of it, and to the right
_TEXT = 0.42  # from the middle of a shape to its text


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend: its text, and what stands before it: the shape of a `seat`, the hatching of an `area` with
    its letter, or else a `sign`; `colour` as `#RRGGBB` ("" for none)."""

    text: str
    seat: int = -1
    area: int = -1
    sign: str = ""
    colour: str = ""


class Legend:
    """The lines about how the game stands, the first one in bold, and the entries in as many columns as have room."""

    def __init__(self, lines: Sequence[str], entries: Sequence[Entry], width: float) -> None:
        self._room = width / UNIT - 2 * _EDGE
        heads = [line for text in lines[:1] for line in wrapped(text, _SIZE, self._room, bold=True)]
        self._lines = [(line, True) for line in heads]
        self._lines += [(line, False) for text in lines[1:] for line in wrapped(text, _SIZE, self._room)]
        self._entries = entries
        widest = max((width_of(entry.text, _SIZE) for entry in entries), default=0.0) + 2 * _TEXT + 0.2
        self._columns = max(1, min(int(self._room / widest), len(entries)))
        self._column = self._room / self._columns
        self._rows = -(-len(entries) // self._columns)

    @property
    def height(self) -> float:
        """Its height, with a little room below."""
        return (len(self._lines) + self._rows + 0.4) * _STEP * UNIT if self._lines or self._rows else 0.0

    def draw(self, top: float, left: float = 0.0) -> Iterable[str]:
        """All of it from there on."""
        left += _EDGE * UNIT
        for place, (text, bold) in enumerate(self._lines):
            size = shrunk(text, _SIZE, self._room, bold=bold)
            yield label(left, top + (place + 0.5) * _STEP * UNIT, text, size, bold=bold, anchor="start")
        top += len(self._lines) * _STEP * UNIT
        for place, entry in enumerate(self._entries):
            x = left + (place // self._rows * self._column + 0.2) * UNIT
            y = top + (place % self._rows + 0.5) * _STEP * UNIT
            yield from _mark(x, y, entry)
            size = shrunk(entry.text, _SIZE, self._column - _TEXT - 0.2)
            yield label(x + _TEXT * UNIT, y, entry.text, size, anchor="start")


def _mark(x: float, y: float, entry: Entry) -> Iterable[str]:
    if entry.seat >= 0:
        yield f"<g transform='translate({n(x)} {n(y)}) scale(0.5)'>{draw_shape(0, 0, entry.seat, entry.colour)}</g>"
        return
    if entry.area >= 0:
        square = f"<rect x='{n(x - 9)}' y='{n(y - 9)}' width='18' height='18'"
        if entry.colour:
            yield f"{square} fill='{entry.colour}' fill-opacity='0.35'/>"
        yield f"{square} fill='url(#area{entry.area})' stroke='{LINE}'/>"
    if entry.sign:
        yield label(x, y, entry.sign, shrunk(entry.sign, 0.22, 0.55, bold=True), bold=True, halo=entry.area >= 0)
