"""Boards made of two lists: sites, and links between them.

A site may say where it lies: by `x` and `y`, y growing upwards, or by `row` and `column`; a name that is a place, such
as c4, says it too. Sites that say nothing lie in rows as they are read. Rows and columns that are not given are
counted from where sites lie.

A link leads both ways. The way back is the opposite direction (see `free`), or the one that the list itself gives for
the way back. A link without a direction gets that of the compass if it points there, else `link1`, `link2` and so on.
A link with a name, a heading of its own or `rays` is one of the board's links (see `links`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from rulewright.boards.board import Board
from rulewright.boards.errors import BoardError
from rulewright.boards.free import (
    MAX_DIRECTIONS,
    Way,
    compass,
    free_board,
    join,
    opposite_of,
    place_named,
    too_many_directions,
)
from rulewright.boards.links import link_errors, with_links
from rulewright.boards.parts import Link
from rulewright.source.suggest import did_you_mean

MAX_LINES = 60
"""More rows or columns than this are not told apart where they are counted from coordinates."""


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """A line of the list of sites; None for what it does not say."""

    name: str
    row: int | None = None
    column: int | None = None
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """A line of the list of links; "" for what it does not say."""

    start: str
    end: str
    direction: str = ""
    heading: str = ""
    name: str = ""
    rays: bool = False

    @property
    def special(self) -> bool:
        return bool(self.name) or self.rays or self.heading not in ("", self.direction)


def table_board(sites: Sequence[SiteEntry], links: Sequence[LinkEntry]) -> tuple[Board | None, list[BoardError]]:
    """The board of these lists, and everything that is wrong with them; None if something is.

    An error's `what` is (list, index, field) with the list "sites" or "links", or None for the board as a whole.
    """
    errors = [*_site_errors(sites), *_unknown_sites(sites, links)]
    if not sites:
        errors.append(BoardError("This board has no sites.", "Write one line for each site."))
    if errors:
        return None, errors
    coordinates = _coordinates(sites)
    opposites = _opposites(links)
    plain = [(index, link) for index, link in enumerate(links) if not link.special]
    given = [
        Way(one.start, one.direction, one.end, ("links", index, "direction")) for index, one in plain if one.direction
    ]
    steps, errors = join(given, opposites)
    if errors:
        return None, errors
    lie = {site.name: spot for site, spot in zip(sites, coordinates, strict=True)}
    try:
        found = _directed([link for _, link in plain if not link.direction], steps, lie)
    except BoardError as error:
        return None, [error]
    steps, errors = join([*given, *found], opposites)
    order = list(dict.fromkeys([*(one.direction for one in links if one.direction), *(way.direction for way in found)]))
    order += [one.heading for one in links if one.heading and one.heading not in order]
    names = [site.name for site in sites]
    try:
        board = free_board("table", names, _places(sites, coordinates), coordinates, steps, order, opposites)
    except BoardError as error:
        where = ("sites", names.index(error.what), "site") if isinstance(error.what, str) else None
        return None, [*errors, BoardError(error.message, error.hint, where)]
    return _linked(board, links, errors)


def _linked(
    board: Board, links: Sequence[LinkEntry], errors: list[BoardError]
) -> tuple[Board | None, list[BoardError]]:
    """The board with the links that are no plain steps; a way back that is listed too is left out."""
    special: list[tuple[int, Link]] = []
    back: set[tuple[str, str, str]] = set()
    for index, one in enumerate(links):
        if not one.special or (one.start, one.direction, one.end) in back:
            continue
        heading = one.heading or one.direction
        special.append((index, Link(one.start, one.direction, one.end, heading, one.name, one.rays)))
        if heading in board.direction_index:
            back.add((one.end, board.directions[board.opposite[board.direction_index[heading]]], one.start))
    wrong = list(errors)
    for error in link_errors(board, [link for _, link in special]):
        assert isinstance(error.what, tuple)
        number, part = error.what
        column = {"start": "from", "leaving": "direction", "end": "to"}.get(part, part)
        wrong.append(BoardError(error.message, error.hint, ("links", special[number][0], column)))
    return (None, wrong) if wrong else (with_links(board, [link for _, link in special]), [])


# ---- what may be wrong ----


def _site_errors(sites: Sequence[SiteEntry]) -> list[BoardError]:
    errors = []
    seen: set[str] = set()
    taken: dict[tuple[int, int], str] = {}
    for index, site in enumerate(sites):
        if site.name in seen:
            message = f"The site {site.name} is listed twice."
            errors.append(BoardError(message, "Take one of the two lines away.", ("sites", index, "site")))
        seen.add(site.name)
        if site.row is None or site.column is None:
            continue
        place = site.column, site.row
        if min(place) < 1:
            errors.append(BoardError("Rows and columns are counted from 1.", "", ("sites", index, "row")))
        elif place in taken:
            message = f"{site.name} lies in row {site.row} and column {site.column} like {taken[place]}."
            errors.append(BoardError(message, "Give it another place.", ("sites", index, "row")))
        taken.setdefault(place, site.name)
    return errors


def _unknown_sites(sites: Sequence[SiteEntry], links: Sequence[LinkEntry]) -> list[BoardError]:
    names = {site.name: None for site in sites}
    errors = []
    for index, link in enumerate(links):
        for column, name in (("from", link.start), ("to", link.end)):
            if name not in names:
                near = did_you_mean(name, tuple(names))
                hint = f"Did you mean {near}?" if near else "List it among the sites."
                errors.append(BoardError(f"There is no site {name} on this board.", hint, ("links", index, column)))
        if link.special and not link.direction:
            message = "A link with a name, a heading or rays has a direction."
            errors.append(BoardError(message, "Say in which direction it leaves.", ("links", index, "direction")))
    return errors


# ---- directions ----


def _opposites(links: Sequence[LinkEntry]) -> dict[str, str]:
    """For directions with names of their own the one in which the list always leads back, if there is one."""
    ways: dict[tuple[str, str], list[str]] = {}
    for link in links:
        if link.direction and not link.special:
            ways.setdefault((link.start, link.end), []).append(link.direction)
    backs: dict[str, set[str]] = {}
    for (start, end), names in ways.items():
        for name in names:
            backs.setdefault(name, set()).update(ways.get((end, start), ()))
    found: dict[str, str] = {}
    for name, others in backs.items():
        if len(others) == 1:
            (other,) = others
            if other != name and backs.get(other) == {name}:
                found[name] = other
    return found


def _directed(
    links: Sequence[LinkEntry], steps: Mapping[tuple[str, str], str], lie: Mapping[str, tuple[float, float]]
) -> list[Way]:
    """Directions for links that have none."""
    taken = dict(steps)
    joined = {frozenset((start, end)) for (start, _), end in steps.items()}
    numbered: dict[int, set[str]] = {}
    out = []
    for link in links:
        if frozenset((link.start, link.end)) in joined:
            continue
        joined.add(frozenset((link.start, link.end)))
        direction = compass(lie[link.start], lie[link.end])
        if direction is not None:
            back = opposite_of(direction)
            if (link.start, direction) in taken or (link.end, back) in taken:
                direction = None
        if direction is None:
            ends = {link.start, link.end}
            number = next((n for n in range(1, MAX_DIRECTIONS + 1) if ends.isdisjoint(numbered.get(n, ()))), 0)
            if not number:
                raise too_many_directions()
            numbered.setdefault(number, set()).update((link.start, link.end))
            direction = f"link{number}"
        taken[link.start, direction] = link.end
        taken[link.end, opposite_of(direction)] = link.start
        out.append(Way(link.start, direction, link.end))
    return out


# ---- where sites lie ----


def _coordinates(sites: Sequence[SiteEntry]) -> list[tuple[float, float]]:
    exact = [(site.x, site.y) for site in sites if site.x is not None and site.y is not None]
    if len(exact) == len(sites):
        left, low = min(x for x, _ in exact), min(y for _, y in exact)
        return [(x - left, y - low) for x, y in exact]
    given = [(site.column, site.row) for site in sites if site.column is not None and site.row is not None]
    if len(given) == len(sites):
        return [(column - 1.0, row - 1.0) for column, row in given]
    named = [place for site in sites if (place := place_named(site.name)) is not None]
    if len(named) == len(sites):
        return [(column - 1.0, row - 1.0) for column, row in named]
    width = ceil(sqrt(len(sites)))
    height = ceil(len(sites) / width)
    return [(float(index % width), float(height - 1 - index // width)) for index in range(len(sites))]


def _places(sites: Sequence[SiteEntry], coordinates: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """Column and row of every site: as given, or else counted, no two alike."""
    given = [(site.column, site.row) for site in sites if site.column is not None and site.row is not None]
    if len(given) == len(sites):
        return given
    named = [place for site in sites if (place := place_named(site.name)) is not None]
    if len(set(named)) == len(sites) and all(site.x is None for site in sites):
        return named
    columns, rows = _ranks([x for x, _ in coordinates]), _ranks([y for _, y in coordinates])
    places: list[tuple[int, int]] = [(0, 0)] * len(sites)
    last: dict[int, int] = {}
    for index in sorted(range(len(sites)), key=lambda index: (coordinates[index][0], index)):
        row = rows[index]
        last[row] = max(columns[index], last.get(row, 0) + 1)
        places[index] = last[row], row
    return places


def _ranks(numbers: Sequence[float]) -> list[int]:
    """Each number's place, from 1, among the different ones; coarser where there are too many."""
    different = sorted({round(number, 4) for number in numbers})
    if len(different) > MAX_LINES:
        low, span = different[0], different[-1] - different[0]
        return [1 + round((number - low) / span * (MAX_LINES - 1)) for number in numbers]
    order = {number: place for place, number in enumerate(different, 1)}
    return [order[round(number, 4)] for number in numbers]
