"""A board as SVG: cells or lines, links as arcs, areas as hatching, components as shapes with letters, zones as rows of
cards beside it.

Nothing is told by colour alone: each seat has a shape of its own beside its colour (the palette of Okabe and Ito, which
colour-blind people can tell apart), each kind a letter, each area a hatching and its name below the board. The picture
has a title and a description for those who hear it. One step of the board is `UNIT` units; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi
from xml.sax.saxutils import escape

from rulewright.boards import Board, Link, column_name
from rulewright.drawing import svg_cards
from rulewright.drawing.svg_cards import CardFigure, CardRow
from rulewright.drawing.svg_legend import Entry, Legend
from rulewright.drawing.svg_shapes import (
    LINE,
    UNIT,
    Figure,
    label,
    n,
    points,
    polygon,
    ring,
    square,
)
from rulewright.drawing.svg_sites import draw_ground_letters, draw_site
from rulewright.drawing.svg_text import shrunk
from rulewright.drawing.svg_tiles import SCALE, TileCanvas, TileFigure, draw_ground, draw_tile_figures

_MARGIN = 0.9
_LEAST = 5.0  # the least width of what stands below the board, in units
_ACROSS = 8, 16  # so many cards stand side by side, and at most so many where they would be too high
_LOW = 0.7  # zones are at most so high beside their width and the board's, if there is room
_EDGE = 0.4 * UNIT

_PAPER, _CELLS = "#FFFFFF", ("#F4EFE6", "#E3D9C6")

_HATCHINGS = (
    "<path d='M0 8L8 0'/>",
    "<circle cx='4' cy='4' r='1.2'/>",
    "<path d='M0 4H8'/>",
    "<path d='M0 0L8 8M0 8L8 0'/>",
    "<path d='M4 0V8'/>",
    "<path d='M0 4H8M4 0V8'/>",
)


@dataclass(frozen=True, slots=True)
class Area:
    """A named set of sites, with a letter ("" for none), which stands to the left for a `number`, and a colour as
    `#RRGGBB`."""

    name: str
    sites: tuple[int, ...]
    letter: str = ""
    colour: str = ""
    number: bool = False


def draw_svg(
    board: Board | None,
    figures: Sequence[Figure] = (),
    *,
    title: str,
    description: str = "",
    areas: Sequence[Area] = (),
    players: Sequence[tuple[str, str]] = (),
    rows: Sequence[CardRow] = (),
    tiles: Mapping[int, TileFigure] | None = None,
    signs: Sequence[tuple[str, str]] = (),
    lines: Sequence[str] = (),
) -> str:
    """The board as a whole SVG document, ending with a newline. `players` are the seats' names and colours, for the
    legend, `signs` what letters of figures stand for; `lines` say how the game stands. `rows` are the zones, drawn to
    the right of the board, or alone where there is none. With `tiles`, by site, cells are drawn large, and no other
    figures."""
    body: list[str] = []
    left = height = width = 0.0
    if board is not None:
        canvas = _Canvas(board) if tiles is None else TileCanvas(board, tiles)
        if isinstance(canvas, TileCanvas):
            body += _tiles(canvas, tiles or {}, areas)
        else:
            body += _board(canvas, figures, areas)
        width = max(canvas.width, _LEAST * UNIT)
        legend = Legend(lines, [*_seats(players), *_names(areas), *_signs(signs)], width)
        body += legend.draw(canvas.height)
        left, height = width, canvas.height + legend.height
    if rows:
        room = _room(rows, left, height)
        body += svg_cards.draw_rows(rows, left + _EDGE, _EDGE, room)
        width = left + room + 2 * _EDGE
        height = max(height, svg_cards.rows_height(rows, room) + 2 * _EDGE)
    if board is None:
        legend = Legend(lines, (), width)
        body += legend.draw(height)
        height += legend.height
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {n(width)} {n(height)}'"
        f" width='{n(width)}' height='{n(height)}' role='img' aria-labelledby='title desc'>"
    )
    zones = "; ".join(f"{row.title}: {', '.join(_called(card) for card in row.cards)}" for row in rows if row.cards)
    said = "; ".join(filter(None, [description, zones])) or title
    told = [f"<title id='title'>{escape(title)}</title>", f"<desc id='desc'>{escape(said)}</desc>"]
    ground = f"<rect width='{n(width)}' height='{n(height)}' fill='{_PAPER}'/>"
    return "\n".join([head, *told, *_patterns(areas), ground, *body, "</svg>"]) + "\n"


def _room(rows: Sequence[CardRow], left: float, height: float) -> float:
    """How wide the zones are: enough for a row, and for their height not to be much more than the board's."""
    step = svg_cards.WIDTH + svg_cards.GAP
    least, most = _ACROSS
    across = max(6, min(max(len(row.cards) for row in rows), least))
    while across < most and svg_cards.rows_height(rows, across * step) > max(height, _LOW * (left + across * step)):
        across += 1
    return across * step


def _called(card: CardFigure) -> str:
    return (card.name or "not known") + (f" x{card.count}" if card.count > 1 else "")


def _board(canvas: _Canvas, figures: Sequence[Figure], areas: Sequence[Area]) -> Iterable[str]:
    yield from _ground(canvas)
    yield from _hatched(canvas, areas)
    yield from _arcs(canvas)
    yield from _labels(canvas)
    yield from _figures(canvas, figures)


def _tiles(canvas: TileCanvas, tiles: Mapping[int, TileFigure], areas: Sequence[Area]) -> Iterable[str]:
    """The same with large cells; areas are to be seen where nothing stands."""
    free = [replace(area, sites=tuple(s for s in area.sites if s in canvas.shown and s not in tiles)) for area in areas]
    yield f"<g transform='scale({n(SCALE)})'>"
    yield from draw_ground(canvas)
    yield from _hatched(canvas, free)
    yield from draw_tile_figures(canvas, tiles)
    yield "</g>"


class _Canvas:
    """Where sites lie in the picture, in units."""

    def __init__(self, board: Board) -> None:
        self.board = board
        xs = [x for x, _ in board.coordinates]
        ys = [y for _, y in board.coordinates]
        reach = 1.6 if board.declared_links else 0.0
        self._left, self._top = min(xs) - _MARGIN - reach, max(ys) + _MARGIN + reach
        self.width = (max(xs) - self._left + _MARGIN + reach) * UNIT
        self.height = (self._top - min(ys) + _MARGIN + reach) * UNIT
        self.directions = {name: self._direction(index) for index, name in enumerate(board.directions)}

    def at(self, site: int) -> tuple[float, float]:
        x, y = self.board.coordinates[site]
        return (x - self._left) * UNIT, (self._top - y) * UNIT

    def _direction(self, direction: int) -> tuple[float, float]:
        """The unit vector of a direction in the picture, from the first step that goes that way."""
        for site, steps in enumerate(self.board.plain):
            other = steps[direction]
            if other >= 0:
                (x, y), (u, v) = self.at(site), self.at(other)
                length = hypot(u - x, v - y) or 1.0
                return (u - x) / length, (v - y) / length
        return 0.0, 0.0


# ---- the ground ----


def _ground(canvas: _Canvas) -> Iterable[str]:
    """Cells of square and hex boards; points and lines of all others. Edges are strokes, vertices dots."""
    board = canvas.board
    if board.shape == "square":
        for site in range(board.cell_count):
            shade = _CELLS[(board.row[site] + board.column[site]) % 2]
            yield polygon(square(*canvas.at(site), UNIT / 2), shade, board.names[site])
    elif board.grid == "hex":
        for site in range(board.cell_count):
            yield polygon(ring(*canvas.at(site), UNIT / 3**0.5, 6, pi / 6), _CELLS[0], board.names[site])
    else:
        yield from _lattice(canvas)
    yield from _parts(canvas)


def _parts(canvas: _Canvas) -> Iterable[str]:
    """An edge between cells is a stroke across the way from one to the other, three fifths of a side long."""
    board = canvas.board
    for site in board.edges if board.grid != "free" and board.shape != "points" else ():
        x, y = canvas.at(site)
        u, v = canvas.at(board.cells_of(site)[0])
        side = UNIT / (3**0.5 if board.grid == "hex" else 1)
        length = hypot(x - u, y - v) or 1.0
        dx, dy = 0.3 * side * (y - v) / length, -0.3 * side * (x - u) / length
        yield (
            f"<path d='M{n(x - dx)} {n(y - dy)}L{n(x + dx)} {n(y + dy)}' stroke='{LINE}' stroke-width='2'"
            f" opacity='0.5'><title>{escape(board.names[site])}</title></path>"
        )
    for site in board.vertices:
        x, y = canvas.at(site)
        told = f"<title>{escape(board.names[site])}</title>"
        yield f"<circle cx='{n(x)}' cy='{n(y)}' r='3' fill='{LINE}'>{told}</circle>"


def _lattice(canvas: _Canvas) -> Iterable[str]:
    board = canvas.board
    seen: set[tuple[int, int]] = set()
    diagonal = set() if board.grid == "free" else set(board.diagonal)
    for site, steps in enumerate(board.plain):
        for direction, other in enumerate(steps):
            if other < 0 or direction in diagonal or (min(site, other), max(site, other)) in seen:
                continue
            seen.add((min(site, other), max(site, other)))
            (x, y), (u, v) = canvas.at(site), canvas.at(other)
            if board.wrapped and hypot(u - x, v - y) > 1.5 * UNIT:
                continue
            yield f"<path d='M{n(x)} {n(y)}L{n(u)} {n(v)}' stroke='{LINE}' stroke-width='1.5'/>"
    for site in range(board.cell_count):
        x, y = canvas.at(site)
        told = f"<title>{escape(board.names[site])}</title>"
        yield f"<circle cx='{n(x)}' cy='{n(y)}' r='4' fill='{LINE}'>{told}</circle>"


def _arcs(canvas: _Canvas) -> Iterable[str]:
    """A link leaves its site straight on, swings round outside and comes in from where it arrives."""
    for link in canvas.board.declared_links:
        yield _arc(canvas, link)


def _arc(canvas: _Canvas, link: Link) -> str:
    board = canvas.board
    x, y = canvas.at(board.index[link.start])
    u, v = canvas.at(board.index[link.end])
    out, into = canvas.directions[link.leaving], canvas.directions[link.heading]
    swing = 0.9 * hypot(u - x, v - y) + 0.6 * UNIT
    bend = (x + out[0] * swing, y + out[1] * swing, u - into[0] * swing, v - into[1] * swing)
    path = f"M{n(x)} {n(y)}C{' '.join(map(n, bend))} {n(u)} {n(v)}"
    dash = " stroke-dasharray='6 4'" if link.rays else ""
    told = f"<title>{escape(link.name or 'link')}: {escape(link.start)} to {escape(link.end)}</title>"
    return f"<path d='{path}' fill='none' stroke='{LINE}' stroke-width='1.5'{dash}>{told}</path>"


def _labels(canvas: _Canvas) -> Iterable[str]:
    """Row numbers left of the lowest column, column letters below the lowest row, where sites are named so; else the
    names below the sites."""
    board = canvas.board
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    if not board.lettered or board.called:
        low, room = (0.44, 0.3) if board.grid == "hex" else (0.41, 0.9) if board.shape == "square" else (0.46, 0.9)
        for site in range(board.cell_count):
            x, y = canvas.at(site)
            yield label(x, y + low * UNIT, board.names[site], shrunk(board.names[site], 0.15, room))
        return
    for site in range(board.cell_count):
        rows[board.row[site]] = min(rows.get(board.row[site], site), site, key=lambda s: board.coordinates[s][0])
        columns[board.column[site]] = min(
            columns.get(board.column[site], site), site, key=lambda s: board.coordinates[s][1]
        )
    upright = board.grid != "hex" or board.mapped
    left = min(canvas.at(site)[0] for site in rows.values())
    low = max(canvas.at(site)[1] for site in columns.values())
    for row, site in rows.items():
        x, y = canvas.at(site)
        x = left if upright else x
        yield label(x - 0.72 * UNIT, y, str(row), 0.28)
    for column, site in columns.items():
        x, y = canvas.at(site)
        y = low if upright else y
        yield label(x, y + 0.72 * UNIT, column_name(column), 0.28)


# ---- areas ----


def _patterns(areas: Sequence[Area]) -> Iterable[str]:
    if areas:
        yield "<defs>"
        for number, _ in enumerate(areas):
            shape = _HATCHINGS[number % len(_HATCHINGS)]
            yield (
                f"<pattern id='area{number}' width='8' height='8' patternUnits='userSpaceOnUse'>"
                f"<g stroke='{LINE}' stroke-width='1' fill='none' opacity='0.55'>{shape}</g></pattern>"
            )
        yield "</defs>"


def _hatched(canvas: _Canvas | TileCanvas, areas: Sequence[Area]) -> Iterable[str]:
    board = canvas.board
    hexes = board.grid == "hex"
    named = isinstance(canvas, TileCanvas) or not board.lettered or bool(board.called)
    written: dict[int, tuple[str, str]] = {}
    for number, area in enumerate(areas):
        for site in area.sites:
            x, y = canvas.at(site)
            cell = ring(x, y, UNIT / 3**0.5, 6, pi / 6) if hexes else square(x, y, UNIT / 2)
            if area.colour:
                yield f"<polygon points='{points(cell)}' fill='{area.colour}' fill-opacity='0.35' stroke='none'/>"
            yield f"<polygon points='{points(cell)}' fill='url(#area{number})' stroke='none'/>"
            letters, numbers = written.get(site, ("", ""))
            written[site] = (letters, numbers + area.letter) if area.number else (letters + area.letter, numbers)
    for site, (letters, numbers) in written.items():
        yield from draw_ground_letters(*canvas.at(site), letters, numbers, hexes=hexes, named=named)


# ---- components ----


def _figures(canvas: _Canvas, figures: Sequence[Figure]) -> Iterable[str]:
    here: dict[int, list[Figure]] = {}
    for figure in figures:
        here.setdefault(figure.site, []).append(figure)
    for site, there in here.items():
        yield from draw_site(*canvas.at(site), there)


# ---- legend ----


def _seats(players: Sequence[tuple[str, str]]) -> Iterable[Entry]:
    return [Entry(name, seat=seat, colour=colour) for seat, (name, colour) in enumerate(players)]


def _names(areas: Sequence[Area]) -> Iterable[Entry]:
    return [Entry(area.name, area=number, sign=area.letter, colour=area.colour) for number, area in enumerate(areas)]


def _signs(signs: Sequence[tuple[str, str]]) -> Iterable[Entry]:
    return [Entry(name, sign=sign) for sign, name in signs]
