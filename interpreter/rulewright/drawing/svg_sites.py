"""What stands on a site in an SVG picture, and what is written about its ground, all of it within the cell.

    several of one layer        side by side, smaller; of more than four the first three, and how many more there are
    layers below the topmost    small, beside its upper edge
    notes (`damage 2`)          on a white ground over the lower part of the figure that they are about
    letters of the ground       below, and numbers above; in the lower corners of squares, in the upper ones of hexes in
                                which names of sites stand

Places are offsets from the middle of the site in units of a cell's width, y growing downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rulewright.drawing.svg_shapes import LINE, UNIT, Figure, draw_figure, label, n
from rulewright.drawing.svg_text import LINE_HEIGHT, fitted, shrunk, width_of


@dataclass(frozen=True, slots=True)
class _Places:
    """Where figures stand: their middles, their size, how far below its middle one's note stands and its room."""

    middles: tuple[tuple[float, float], ...]
    size: float
    below: float
    room: float


_TOP = (
    _Places(((0.0, 0.0),), 1.0, 0.265, 0.72),
    _Places(((-0.23, 0.0), (0.23, 0.0)), 0.6, 0.2, 0.42),
    _Places(((-0.21, 0.14), (0.21, 0.14), (0.0, -0.22)), 0.52, 0.12, 0.38),
    _Places(((-0.2, -0.19), (0.2, -0.19), (-0.2, 0.19), (0.2, 0.19)), 0.5, 0.12, 0.38),
)
_BELOW = _Places(((-0.3, -0.21), (0.3, -0.21), (-0.3, 0.21), (0.3, 0.21)), 0.42, 0.0, 0.0)
_NOTES = (0.15, 0.14, 0.13, 0.12, 0.11)
_LONG_NOTES = (0.12, 0.11, 0.1, 0.09, 0.08)


def draw_site(x: float, y: float, figures: Sequence[Figure]) -> Iterable[str]:
    """All that stands on a site with its middle there, given by layers from below."""
    *below, top = [list(layer) for _, layer in groupby(figures, lambda figure: figure.level)]
    lower = _few([figure for layer in below for figure in layer])
    here = _few(top)
    notes = [f"{figure.text} {figure.note}" for figure in lower if figure.note]
    places = _TOP[len(here) - 1]
    texts = [", ".join(filter(None, [figure.note, *(notes if not at else ())])) for at, figure in enumerate(here)]
    tags = [_tag(text, places.room) for text in texts]
    aside = 0.06 if len(lower) == 1 and len(here) == 1 else 0.0
    for figure, (u, v), (_, lines) in zip(here, places.middles, tags, strict=True):
        yield _scaled(x + u * UNIT, y + v * UNIT, places.size, figure, (aside, -_lift(len(lines), places.size)))
    for figure, (u, v) in zip(lower, _BELOW.middles, strict=False):
        yield _scaled(x + u * UNIT, y + v * UNIT, _BELOW.size, figure)
    for (u, v), (size, lines) in zip(places.middles, tags, strict=True):
        yield from _note(x + u * UNIT, y + (v + places.below) * UNIT, size, lines)


def _few(figures: list[Figure]) -> list[Figure]:
    """At most four: the first ones, and how many more there are."""
    if len(figures) <= len(_TOP):
        return figures
    left = figures[len(_TOP) - 1 :]
    return [*figures[: len(_TOP) - 1], replace(left[0], text=f"+{len(left)}", seat=-1, colour="", note="")]


def _lift(lines: int, size: float) -> float:
    """How much higher the letters of a figure of this size stand if there are lines of a note on its lower part."""
    return min(lines * 0.07, 0.14) + (0.06 if lines and size < 1.0 else 0.0)


def _scaled(x: float, y: float, size: float, figure: Figure, shift: tuple[float, float] = (0.0, 0.0)) -> str:
    if size == 1.0:
        return draw_figure(x, y, figure, shift)
    return f"<g transform='translate({n(x)} {n(y)}) scale({size})'>{draw_figure(0, 0, figure, shift)}</g>"


def _tag(text: str, room: float) -> tuple[float, list[str]]:
    """The size and the lines of a note: one line if that can be read, else two."""
    if not text:
        return 0.0, []
    for size in _NOTES:
        if width_of(text, size, bold=True) <= room:
            return size, [text]
    return fitted(text, _LONG_NOTES, room, 2 * LINE_HEIGHT * _LONG_NOTES[0] + 0.01, bold=True)


def _note(x: float, y: float, size: float, lines: Sequence[str]) -> Iterable[str]:
    """Lines with the middle of the last one there, on a white ground."""
    if not lines:
        return
    step = size * LINE_HEIGHT
    wide = max(width_of(line, size, bold=True) for line in lines) + 0.06
    top = y - ((len(lines) - 0.5) * step) * UNIT
    yield (
        f"<rect x='{n(x - wide / 2 * UNIT)}' y='{n(top)}' width='{n(wide * UNIT)}'"
        f" height='{n(len(lines) * step * UNIT)}' rx='2' fill='#FFFFFF' stroke='{LINE}' stroke-width='0.5'/>"
    )
    for place, line in enumerate(reversed(lines)):
        yield label(x, y - place * step * UNIT, line, size, bold=True)


def draw_ground_letters(
    x: float, y: float, letters: str, numbers: str, *, hexes: bool, named: bool = False
) -> Iterable[str]:
    """The letters and numbers of the ground of a site with its middle there. `named`: the name of the site stands in
    the lower part of its cell."""
    if not hexes:
        for text, side, anchor in ((letters, 0.45, "end"), (numbers, -0.45, "start")):
            size = shrunk(text, 0.18, 0.24 if named else 0.42)
            yield from _halo(x + side * UNIT, y + 0.4 * UNIT, text, size, anchor)
    elif named:
        for text, side, anchor in ((letters, 0.46, "end"), (numbers, -0.46, "start")):
            yield from _halo(x + side * UNIT, y - 0.22 * UNIT, text, shrunk(text, 0.16, 0.15), anchor)
    else:
        for text, down in ((letters, 0.435), (numbers, -0.435)):
            yield from _halo(x, y + down * UNIT, text, shrunk(text, 0.19, 0.2), "middle")


def _halo(x: float, y: float, text: str, size: float, anchor: str) -> Iterable[str]:
    """A text that can be read over hatching."""
    if text:
        yield label(x, y, text, size, anchor=anchor, halo=True)
