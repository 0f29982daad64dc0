"""Boards whose sites lie on no lattice: they are made of names and of steps between them.

Every step leads both ways. The way back is the opposite direction: of N it is S and so on, of a direction with a name
of its own, `sow`, it is `sow_back`. Straight on is the same direction again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.builders import SQUARE_STEPS
from rulewright.boards.errors import BoardError
from rulewright.boards.names import column_name

COMPASS = tuple(SQUARE_STEPS)
OPPOSITE = {name: COMPASS[(place + 4) % 8] for place, name in enumerate(COMPASS)}
BACK = "_back"

MAX_GRID = 200
"""Names such as c4 are taken for places only up to this many rows and columns."""

MAX_DIRECTIONS = 256
"""Ways back included."""

_PLACE = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Way:
    """A step from `start` in `direction` to `end`, by name; `told` says, in errors, what told of it."""

    start: str
    direction: str
    end: str
    told: object = None


def opposite_of(direction: str, known: Mapping[str, str] | None = None) -> str:
    """The direction of the way back."""
    found = (known or {}).get(direction) or OPPOSITE.get(direction)
    if found:
        return found
    return direction.removesuffix(BACK) if direction.endswith(BACK) else direction + BACK


def place_named(name: str) -> tuple[int, int] | None:
    """Column and row that a name such as c4 tells, from 1; None for other names."""
    found = _PLACE.fullmatch(name)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("a") + 1
    place = column, int(found[2])
    return place if max(place) <= MAX_GRID and column_name(column) == found[1] else None


def compass(start: tuple[float, float], end: tuple[float, float]) -> str | None:
    """The direction of the compass from one point to another, y growing northwards; None if it is none of the eight."""
    right, up = end[0] - start[0], end[1] - start[1]
    if max(abs(right), abs(up)) < 1e-6:
        return None
    straight = min(abs(right), abs(up), abs(abs(right) - abs(up))) < 1e-6
    if not straight:
        return None

    def sign(number: float) -> int:
        return 0 if abs(number) < 1e-6 else 1 if number > 0 else -1

    return next(name for name, step in SQUARE_STEPS.items() if step == (sign(right), sign(up)))


def join(
    ways: Iterable[Way], opposites: Mapping[str, str] | None = None
) -> tuple[dict[tuple[str, str], str], list[BoardError]]:
    """For site and direction where the step leads, the ways back included; and what is wrong, by `told`.

    Two ways that leave one site in one direction contradict each other, unless they lead to the same site.
    """
    steps: dict[tuple[str, str], str] = {}
    errors = []
    for way in ways:
        back = opposite_of(way.direction, opposites)
        clash = _clash(steps, way, back)
        if clash is None:
            steps[way.start, way.direction] = way.end
            steps[way.end, back] = way.start
        else:
            errors.append(clash)
    return steps, errors


def _clash(steps: Mapping[tuple[str, str], str], way: Way, back: str) -> BoardError | None:
    there = steps.get((way.start, way.direction))
    if there is not None and there != way.end:
        message = f"{way.start} is left to {way.direction} twice: to {there} and to {way.end}."
        return BoardError(message, "A site has one neighbour in each direction.", way.told)
    from_there = steps.get((way.end, back))
    if from_there is not None and from_there != way.start:
        message = (
            f"{way.start} leads {way.direction} to {way.end}, but the way back from {way.end} leads to {from_there}."
        )
        return BoardError(message, "Ways lead both ways; give one of the two another direction.", way.told)
    return None


def too_many_directions() -> BoardError:
    message = f"This board would have more than {MAX_DIRECTIONS} directions."
    return BoardError(message, "Give ways that lead alike the same direction.")


def free_board(
    shape: str,
    names: Sequence[str],
    places: Sequence[tuple[int, int]],
    coordinates: Sequence[tuple[float, float]],
    steps: Mapping[tuple[str, str], str],
    directions: Sequence[str],
    opposites: Mapping[str, str] | None = None,
) -> Board:
    """A board of these sites, each with its place (column, row), and steps that `join` made.

    `directions` are given in the order in which they are read, and their opposites follow them; those of the compass
    come first. Raises `BoardError` for too many sites or directions, or if a direction bears the name of a site.
    """
    if len(names) > MAX_SITES:
        message = f"This board would have {len(names):,} sites."
        raise BoardError(message, f"A board has at most {MAX_SITES:,} sites; make it smaller.")
    both = dict.fromkeys(name for one in directions for name in (one, opposite_of(one, opposites)))
    known = [*(name for name in COMPASS if name in both), *(name for name in both if name not in COMPASS)]
    if len(known) > MAX_DIRECTIONS:
        raise too_many_directions()
    doubled = next((name for name in names if name in known), None)
    if doubled is not None:
        raise BoardError(f"{doubled} is both a site and a direction.", "Give one of the two another name.", doubled)
    number = {name: site for site, name in enumerate(names)}
    order = {name: index for index, name in enumerate(known)}
    table = [[-1] * len(known) for _ in names]
    for (start, direction), end in steps.items():
        table[number[start]][order[direction]] = number[end]
    diagonal = tuple(order[name] for name in known if name in SQUARE_STEPS and 0 not in SQUARE_STEPS[name])
    return Board(
        shape=shape,
        sites=tuple(names),
        row=tuple(row for _, row in places),
        column=tuple(column for column, _ in places),
        rows=max(row for _, row in places),
        columns=max(column for column, _ in places),
        grid="free",
        lattice=(),
        coordinates=tuple(coordinates),
        directions=tuple(known),
        orthogonal=tuple(index for index in range(len(known)) if index not in diagonal),
        diagonal=diagonal,
        opposite=tuple(order.get(opposite_of(name, opposites), -1) for name in known),
        plain=tuple(map(tuple, table)),
        corners=(),
        sides={},
    )
