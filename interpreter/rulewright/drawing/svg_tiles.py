"""A board of tiles in an SVG picture: cells with what faces each direction at that side, and all layers.

A tile fills its cell with its owner's colour, pale, and has its letter in the owner's shape in the middle; what else
stands there lies smaller beside it. Of a torus what is occupied is drawn, and the sites that touch it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from xml.sax.saxutils import escape

from rulewright.boards import Board
from rulewright.drawing.palette import seat_colour
from rulewright.drawing.svg_shapes import LINE, UNIT, Figure, draw_figure, label, n, points, polygon, ring, square
from rulewright.drawing.tiles import places

SCALE = 2.0
_EMPTY, _TILE = "#F4EFE6", "#FFFFFF"
_MARGIN = 0.7
_ON_CARD = 56.0  # from side to side
_NAME, _NOTE = 0.25, 0.36  # how far below the middle they stand
_HEX_WAYS = {"E": 0, "NE": 60, "NW": 120, "W": 180, "SW": 240, "SE": 300}
_SQUARE_WAYS = {"E": 0, "NE": 45, "N": 90, "NW": 135, "W": 180, "SW": 225, "S": 270, "SE": 315}


@dataclass(frozen=True, slots=True)
class TileFigure:
    """What stands on a site: the tile first; the texts at its sides by direction; what its fields hold."""

    figures: tuple[Figure, ...]
    sides: Mapping[int, str] = field(default_factory=dict)
    note: str = ""


class TileCanvas:
    """Where the sites that are shown lie in the picture, in units; `width` and `height` are those of the whole board,
    which is drawn larger by `SCALE`."""

    def __init__(self, board: Board, occupied: Iterable[int]) -> None:
        self.board = board
        high = 0.75**0.5 if board.grid == "hex" else 1.0
        self.shown = {site: (x / 2, y * high) for site, (x, y) in places(board, set(occupied)).items()}
        xs, ys = [x for x, _ in self.shown.values()], [y for _, y in self.shown.values()]
        self._left, self._top = min(xs) - _MARGIN, max(ys) + _MARGIN
        self.width = (max(xs) - self._left + _MARGIN) * UNIT * SCALE
        self.height = (self._top - min(ys) + _MARGIN) * UNIT * SCALE

    def at(self, site: int) -> tuple[float, float]:
        """The middle of a site that is shown."""
        x, y = self.shown[site]
        return (x - self._left) * UNIT, (self._top - y) * UNIT

    def cell(self, site: int) -> list[tuple[float, float]]:
        """Its corners."""
        x, y = self.at(site)
        return ring(x, y, UNIT / 3**0.5, 6, pi / 6) if self.board.grid == "hex" else square(x, y, UNIT / 2)


def draw_ground(canvas: TileCanvas) -> Iterable[str]:
    """The cells that are shown, each with its name."""
    for site in canvas.shown:
        yield polygon(canvas.cell(site), _EMPTY, canvas.board.names[site])


def draw_tile_figures(canvas: TileCanvas, tiles: Mapping[int, TileFigure]) -> Iterable[str]:
    """What stands on the sites, and the names of all of them."""
    for site in canvas.shown:
        x, y = canvas.at(site)
        if site in tiles:
            yield from _tile(canvas, site, tiles[site])
        yield label(x, y + _NAME * UNIT, canvas.board.names[site], 0.1, "#666666")


def _tile(canvas: TileCanvas, site: int, tile: TileFigure) -> Iterable[str]:
    first, *others = tile.figures
    x, y = canvas.at(site)
    corners = points(canvas.cell(site))
    told = f"<title>{escape(first.name or first.text)}</title>"
    style = f"stroke='{LINE}' stroke-width='1'"
    yield f"<polygon points='{corners}' fill='{_TILE}' {style}>{told}</polygon>"
    if first.seat >= 0:
        colour = first.colour or seat_colour(first.seat)
        yield f"<polygon points='{corners}' fill='{colour}' fill-opacity='0.35' {style}>{told}</polygon>"
    yield _small(x - (0.1 * UNIT if others else 0), y - 0.05 * UNIT, 0.6, first)
    for place, other in enumerate(others):
        yield _small(x + 0.2 * UNIT, y + (0.1 - 0.22 * place) * UNIT, 0.4, other)
    if tile.note:
        yield label(x, y + _NOTE * UNIT, tile.note, 0.09, bold=True)
    for direction, text in tile.sides.items():
        u, v = _side(canvas.board, direction)
        short = len(text) < 3
        u = u if short else 0.9 * u
        yield label(x + u * UNIT, y - v * UNIT, text, 0.15 if short else 0.11, bold=True)


def card_shape(board: Board) -> tuple[tuple[float, float], ...]:
    """The corners of a cell that fits on a card, from its middle, y growing downwards."""
    cell = ring(0, 0, _ON_CARD / 3**0.5, 6, pi / 6) if board.grid == "hex" else square(0, 0, _ON_CARD / 2)
    return tuple(cell)


def card_sides(board: Board, sides: Mapping[int, str]) -> tuple[tuple[float, float, str], ...]:
    """The texts at the sides of such a cell, with their places."""
    places = [(_side(board, direction), text) for direction, text in sides.items()]
    return tuple((u * _ON_CARD, -v * _ON_CARD, text) for (u, v), text in places)


def _small(x: float, y: float, size: float, figure: Figure) -> str:
    return f"<g transform='translate({n(x)} {n(y)}) scale({size})'>{draw_figure(0, 0, figure)}</g>"


def _side(board: Board, direction: int) -> tuple[float, float]:
    """Where the middle of a side lies, seen from that of its cell, y growing upwards."""
    ways = _HEX_WAYS if board.grid == "hex" else _SQUARE_WAYS
    angle = ways.get(board.directions[direction], 0) * pi / 180
    far = 0.4 if ways is _HEX_WAYS or round(angle * 180 / pi) % 90 == 0 else 0.57
    return far * cos(angle), far * sin(angle)
