"""What SVG pictures are made of: shapes of seats with letters, cells, texts. One step of a board is `UNIT` units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

from rulewright.drawing.palette import seat_colour
from rulewright.drawing.svg_text import shrunk

UNIT = 48.0
LINE = "#444444"
_ROOM = 0.6  # for the letters of a figure
_TEXT = "font-family='Helvetica, Arial, DejaVu Sans, Liberation Sans, sans-serif'"


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn on a site: its letter or letters, the seat of its owner (-1: nobody), its name for the title, its
    colour as `#RRGGBB` ("": the seat's), a note in small letters, and which layer of the site it is in, from below."""

    site: int
    text: str
    seat: int = -1
    name: str = ""
    colour: str = ""
    note: str = ""
    level: int = 0


def draw_figure(x: float, y: float, figure: Figure, shift: tuple[float, float] = (0.0, 0.0)) -> str:
    """A figure with its middle there, without its note; `shift`: how far from the middle its letters stand, in
    units."""
    fill = figure.colour or seat_colour(figure.seat)
    told = f"<title>{escape(figure.name or figure.text)}</title>"
    size = 0.34 if len(figure.text) < 2 else 0.26 if len(figure.text) < 3 else 0.2
    size = shrunk(figure.text, size, _ROOM, bold=True)
    text = label(x + shift[0] * UNIT, y + shift[1] * UNIT, figure.text, size, _ink(fill), bold=True)
    return f"<g>{told}{draw_shape(x, y, figure.seat, fill)}{text}</g>"


def _ink(fill: str) -> str:
    """Black or white, whichever is easier to read on a colour (relative luminance as in WCAG, roughly)."""
    red, green, blue = (int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return "#000000" if 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 > 0.25 else "#FFFFFF"


def draw_shape(x: float, y: float, seat: int, fill: str) -> str:
    """Circle, square, hexagon, diamond, triangle-like pentagon … by seat; a ring for nobody's."""
    size = 0.36 * UNIT
    style = f"fill='{fill}' stroke='#000000' stroke-width='1.5'"
    if seat < 0:
        return f"<circle cx='{n(x)}' cy='{n(y)}' r='{n(size * 0.9)}' {style} stroke-dasharray='3 2'/>"
    if seat == 0:
        return f"<circle cx='{n(x)}' cy='{n(y)}' r='{n(size)}' {style}/>"
    shapes = {1: square(x, y, size * 0.92), 2: ring(x, y, size * 1.15, 6, 0.0), 3: ring(x, y, size * 1.15, 4, 0.0)}
    found = shapes.get(seat) or ring(x, y, size * 1.15, seat + 1, -pi / 2)
    return f"<polygon points='{points(found)}' {style}/>"


def n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{round(value, 1):g}"


def square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    """The corners of a square."""
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def ring(x: float, y: float, radius: float, count: int, turn: float) -> list[tuple[float, float]]:
    """The corners of a regular polygon."""
    angles = [turn + 2 * pi * i / count for i in range(count)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in corners)


def polygon(corners: Iterable[tuple[float, float]], fill: str, title: str) -> str:
    """A cell with its title."""
    told = f"<title>{escape(title)}</title>"
    return f"<polygon points='{points(corners)}' fill='{fill}' stroke='{LINE}' stroke-width='1'>{told}</polygon>"


def label(
    x: float,
    y: float,
    text: str,
    size: float,
    color: str = "#222222",
    *,
    bold: bool = False,
    anchor: str = "middle",
    halo: bool = False,
) -> str:
    """A text with its middle (or what `anchor` says) there; `size` is in units. `halo`: with a white edge."""
    weight = " font-weight='bold'" if bold else ""
    weight += " stroke='#FFFFFF' stroke-width='2.5' stroke-linejoin='round' paint-order='stroke'" if halo else ""
    return (
        f"<text x='{n(x)}' y='{n(y)}' dy='0.35em' font-size='{n(size * UNIT)}' {_TEXT}{weight}"
        f" text-anchor='{anchor}' fill={quoteattr(color)}>{escape(text)}</text>"
    )
