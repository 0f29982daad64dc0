"""Zones in an SVG picture: rows of cards with their names, backs for what is not known.

Cards that are alike are one card with its number. Short rows stand side by side; one that is too long goes on in the
next line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from rulewright.drawing.svg_text import LINE_HEIGHT, fitted, width_of

WIDTH, HEIGHT, GAP, HEAD = 72.0, 92.0, 8.0, 20.0
"""Of a card, between two, and of the line above a row."""

_TEXT = "font-family='Helvetica, Arial, DejaVu Sans, Liberation Sans, sans-serif'"
_PAPER, _LINE, _BACK, _INK = "#FFFFFF", "#444444", "#D9D2C3", "#222222"
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
_TITLE = 13.0


@dataclass(frozen=True, slots=True)
class CardFigure:
    """Some cards that are alike: their name ("" for what is not known), their number, the seat of the zone's owner
    (-1: nobody), the colour of their upper edge as `#RRGGBB` ("": none). Of what has sides `shape` are the corners of a
    cell and `sides` the texts at its sides, with their places; all from its middle, y growing downwards."""

    name: str
    count: int = 1
    seat: int = -1
    colour: str = ""
    shape: tuple[tuple[float, float], ...] = ()
    sides: tuple[tuple[float, float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CardRow:
    """A zone: what is written above it, and what lies in it."""

    title: str
    cards: tuple[CardFigure, ...]


def rows_height(rows: Sequence[CardRow], width: float) -> float:
    """How high the rows are where they have this room."""
    return max((y + _height(row, width) for row, _, y in _placed(rows, width)), default=0.0)


def draw_rows(rows: Sequence[CardRow], left: float, top: float, width: float) -> Iterable[str]:
    """The rows, from this corner on."""
    across = _in_a_line(width)
    for row, x, y in _placed(rows, width):
        yield _text(left + x, top + y + HEAD * 0.5, row.title, _TITLE, anchor="start", bold=True)
        for number, card in enumerate(row.cards):
            at = x + number % across * (WIDTH + GAP), y + HEAD + number // across * (HEIGHT + GAP)
            yield _card(left + at[0], top + at[1], card)


def _placed(rows: Sequence[CardRow], width: float) -> Iterator[tuple[CardRow, float, float]]:
    """Each row with its place: as many side by side as there is room for."""
    x = y = below = 0.0
    for row in rows:
        wide = (
            max(min(len(row.cards), _in_a_line(width)) * (WIDTH + GAP), width_of(row.title, _TITLE, bold=True) + GAP)
            + GAP
        )
        if x and x + wide > width + 2 * GAP:
            x, y, below = 0.0, below, below
        yield row, x, y
        x += wide
        below = max(below, y + _height(row, width))


def _height(row: CardRow, width: float) -> float:
    return HEAD + -(-len(row.cards) // _in_a_line(width)) * (HEIGHT + GAP)


def _in_a_line(width: float) -> int:
    return max(1, int((width + GAP) // (WIDTH + GAP)))


def _card(x: float, y: float, card: CardFigure) -> str:
    number = f" x{card.count}" if card.count > 1 else ""
    fill = _PAPER if card.name else _BACK
    shape = f"<rect x='{_n(x)}' y='{_n(y)}' width='{_n(WIDTH)}' height='{_n(HEIGHT)}' rx='6'"
    parts = [f"<title>{escape((card.name or 'not known') + number)}</title>"]
    parts.append(f"{shape} fill='{fill}' stroke='{_LINE}' stroke-width='1'/>")
    if card.name and card.colour:
        parts.append(
            f"<rect x='{_n(x + 5)}' y='{_n(y + 5)}' width='{_n(WIDTH - 10)}' height='5' fill='{card.colour}'/>"
        )
    if card.shape:
        corners = " ".join(f"{_n(x + WIDTH / 2 + u)},{_n(y + HEIGHT / 2 + v)}" for u, v in card.shape)
        parts.append(f"<polygon points='{corners}' fill='none' stroke='{_LINE}' stroke-width='1'/>")
    for u, v, text in card.sides:
        parts.append(_text(x + WIDTH / 2 + u, y + HEIGHT / 2 + v, text, 11, bold=True))
    size, lines = _lines(card)
    for place, line in enumerate(lines):
        at = y + HEIGHT / 2 + (place - (len(lines) - 1) / 2) * size * LINE_HEIGHT
        parts.append(_text(x + WIDTH / 2, at, line, size))
    if card.count > 1:
        parts.append(_text(x + WIDTH - 6, y + HEIGHT - 11, f"x{card.count}", 12, anchor="end", bold=True))
    return f"<g>{''.join(parts)}</g>"


def _lines(card: CardFigure) -> tuple[float, list[str]]:
    """What is written on a card, and how large: short names larger, long ones so that all of it has room."""
    if len(card.name) < 4:
        return (15.0 if card.shape else 20.0), [card.name or "?"]
    if card.shape:
        return fitted(card.name, _SIZES, WIDTH / 2, HEIGHT / 2)
    edge = 20 if card.count > 1 else 14  # the colour above, the number below
    return fitted(card.name, _SIZES, WIDTH - GAP, HEIGHT - 2 * edge)


def _text(x: float, y: float, text: str, size: float, *, anchor: str = "middle", bold: bool = False) -> str:
    weight = " font-weight='bold'" if bold else ""
    return (
        f"<text x='{_n(x)}' y='{_n(y)}' dy='0.35em' font-size='{_n(size)}' {_TEXT}{weight}"
        f" text-anchor='{anchor}' fill='{_INK}'>{escape(text)}</text>"
    )


def _n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{round(value, 1):g}"
