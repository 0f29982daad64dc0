"""Sight in Arena of the Planeswalkers, for its referee: who sees what over which ground, by the rule of the clauses.

A point of sight lies over the middle of a cell, at a height in half levels; so do the heights of what is looked at. All
is decided in whole numbers. `top` gives the level of the surface of a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from games.arena_box import HEIGHT, WIDTH, Cell

Cube = tuple[int, int, int]


@cache
def cube(cell: Cell) -> Cube:
    """The cell in three coordinates that add up to 0; each step changes two of them by one."""
    column, row = cell
    x = column - (row - row % 2) // 2
    return x, -x - row, row


@cache
def distance(a: Cell, b: Cell) -> int:
    """The number of steps from a cell to another."""
    return max(abs(one - other) for one, other in zip(cube(a), cube(b), strict=True))


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """The cells beside a cell."""
    column, row = cell
    beside = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return tuple(one for one in beside if on_board(one) and distance(one, cell) == 1)


def on_board(cell: Cell) -> bool:
    """Whether there is such a cell."""
    return 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT


@cache
def between(a: Cell, b: Cell) -> tuple[tuple[Cell, ...], ...]:
    """For each of the points that divide the line from a to b into its steps: the cells in which it lies, one, or two
    if it lies on their common edge."""
    n, one, other = distance(a, b), cube(a), cube(b)
    found = []
    for i in range(1, n):
        point = tuple(p * (n - i) + q * i for p, q in zip(one, other, strict=True))  # n times as far from the corner
        found.append(tuple(_cells_at(point, n)))
        assert 1 <= len(found[-1]) <= 2
    return tuple(found)


def _cells_at(point: tuple[int, ...], n: int) -> Iterator[Cell]:
    """The cells with a point whose coordinates are given n times: none of its offsets from the middle of such a cell
    are further apart than one step."""
    column, row = point[0] // n, point[2] // n
    for x in range(column - 1, column + 3):
        for y in range(row - 1, row + 3):
            off = [point[0] - n * x, point[1] + n * (x + y), point[2] - n * y]
            if max(off) - min(off) <= n:
                cell = (x + (y - y % 2) // 2, y)
                if on_board(cell):
                    yield cell


def blocked(
    top: Callable[[Cell], int], a: Cell, s: int, b: Cell, t: int, ground: int | None = None, *, leaning: bool = False
) -> bool:
    """Whether the ground hides what is at the height t over b from what is at the height s over a.

    `ground` is the level on which the target stands, if not the surface of b; `leaning`: the own ground does not count.
    """
    n = distance(a, b)
    foot = top(b) if ground is None else ground
    own_edge = s * (2 * n - 1) + t < 2 * top(a) * 2 * n
    far_edge = s + t * (2 * n - 1) < 2 * foot * 2 * n
    hidden = any(
        all(2 * top(cell) * n > s * (n - i) + t * i for cell in cells) for i, cells in enumerate(between(a, b), 1)
    )
    return (own_edge and not leaning) or far_edge or hidden
