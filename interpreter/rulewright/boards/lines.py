"""Boards made of straight lines of sites, such as those of morris and mancala.

A line is a row of names; steps lead along it, both ways. A line with a name has it as its direction, and several lines
may share one. A line without a name gets a direction that keeps it apart from every other line through its sites:
that of the compass if the names are places (`a7 d7 g7` leads E), else `line1`, `line2` and so on, as few as possible.

Where sites lie: if all names are places, there. The sites of one line that closes a circle lie in two rows, the first
half below from left to right, the others above them from right to left. Otherwise each line makes a row, from the
top, of the sites that no line above it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class SiteLine:
    """Sites in a row; `name` is "" for a line without one, `loop` whether it is closed."""

    sites: tuple[str, ...]
    name: str = ""
    loop: bool = False

    def pairs(self) -> Iterator[tuple[int, str, str]]:
        """Neighbours on the line, with the index of the second one."""
        for index, (start, end) in enumerate(zip(self.sites, self.sites[1:], strict=False)):
            yield index + 1, start, end
        if self.loop:
            yield 0, self.sites[-1], self.sites[0]


def lines_board(lines: Sequence[SiteLine]) -> tuple[Board | None, list[BoardError]]:
    """The board of these lines, and everything that is wrong with them; None if something is.

    An error's `what` is the index of the line and that of the site in it, or None for the board as a whole.
    """
    errors = [error for number, line in enumerate(lines) for error in _line_errors(number, line)]
    if not lines:
        errors.append(BoardError("This board has no lines.", "Write the names of sites, one straight line in a row."))
    if errors:
        return None, errors
    names = list(dict.fromkeys(name for line in lines for name in line.sites))
    try:
        directions = _directions(lines, names)
    except BoardError as error:
        return None, [error]
    ways = [
        Way(start, direction, end, (number, index))
        for number, (line, along) in enumerate(zip(lines, directions, strict=True))
        for (index, start, end), direction in zip(line.pairs(), along, strict=True)
    ]
    steps, errors = join(ways)
    if errors:
        return None, errors
    places, coordinates = _layout(lines, names)
    order = list(dict.fromkeys(direction for along in directions for direction in along))
    try:
        return free_board("lines", names, places, coordinates, steps, order), []
    except BoardError as error:
        where = _first(lines, error.what) if isinstance(error.what, str) else None
        return None, [BoardError(error.message, error.hint, where)]


def _line_errors(number: int, line: SiteLine) -> Iterator[BoardError]:
    seen: set[str] = set()
    for index, name in enumerate(line.sites):
        if name in seen:
            message = f"{name} stands twice in this line."
            yield BoardError(message, "A line that comes back to its first site ends with `loop`.", (number, index))
        seen.add(name)
    if len(line.sites) < 2:
        yield BoardError("A line has at least two sites.", "Name its sites one after the other.", (number, 0))


def _first(lines: Sequence[SiteLine], name: str) -> tuple[int, int] | None:
    for number, line in enumerate(lines):
        if name in line.sites:
            return number, line.sites.index(name)
    return None


# ---- directions ----


def _directions(lines: Sequence[SiteLine], names: Sequence[str]) -> list[list[str]]:
    """The direction of every step of every line."""
    found: list[list[str]] = []
    taken: dict[str, set[str]] = {}
    places = [place_named(name) for name in names]
    lie = dict(zip(names, places, strict=True)) if None not in places and len(set(places)) == len(places) else {}
    for line in lines:
        if line.name:
            _take(taken, line, line.name)
    for line in lines:
        if line.name:
            found.append([line.name for _ in line.pairs()])
            continue
        direction = _on_compass(line, lie)
        if direction is None or _is_taken(taken, line, direction):
            direction = _numbered(taken, line)
        _take(taken, line, direction)
        found.append([direction for _ in line.pairs()])
    return found


def _numbered(taken: dict[str, set[str]], line: SiteLine) -> str:
    number = 1
    while _is_taken(taken, line, f"line{number}"):
        number += 1
        if number > MAX_DIRECTIONS:
            raise too_many_directions()
    return f"line{number}"


def _on_compass(line: SiteLine, lie: dict[str, tuple[int, int] | None]) -> str | None:
    if line.loop or not lie:
        return None
    steps = {compass(lie[start] or (0, 0), lie[end] or (0, 0)) for _, start, end in line.pairs()}
    return steps.pop() if len(steps) == 1 else None


def _is_taken(taken: dict[str, set[str]], line: SiteLine, direction: str) -> bool:
    """Whether another line in this direction shares a site: the two would be one."""
    return any(not taken.get(way, set()).isdisjoint(line.sites) for way in (direction, opposite_of(direction)))


def _take(taken: dict[str, set[str]], line: SiteLine, direction: str) -> None:
    taken.setdefault(direction, set()).update(line.sites)


# ---- where sites lie ----


def _layout(lines: Sequence[SiteLine], names: Sequence[str]) -> tuple[list[tuple[int, int]], list[tuple[float, float]]]:
    """Column and row of every site, and its centre."""
    named = [place_named(name) for name in names]
    places = [place for place in named if place is not None]
    if len(places) < len(names) or len(set(places)) < len(names):
        circle = next((line for line in lines if line.loop and set(line.sites) == set(names)), None)
        spot = _circle(circle.sites) if circle is not None else _as_read(lines)
        places = [spot[name] for name in names]
    return places, [(column - 1.0, row - 1.0) for column, row in places]


def _circle(sites: Sequence[str]) -> dict[str, tuple[int, int]]:
    below = (len(sites) + 1) // 2
    return {name: (index + 1, 1) if index < below else (2 * below - index, 2) for index, name in enumerate(sites)}


def _as_read(lines: Sequence[SiteLine]) -> dict[str, tuple[int, int]]:
    rows: list[list[str]] = []
    seen: set[str] = set()
    for line in lines:
        new = [name for name in line.sites if name not in seen]
        seen.update(new)
        if new:
            rows.append(new)
    return {
        name: (column + 1, len(rows) - number) for number, row in enumerate(rows) for column, name in enumerate(row)
    }
