"""Distances, straight lines and rays over a board's tables.

Two kinds of geometry meet here. What moves along the board (`walk`, `distances`, `straight_runs`) reads the exits of
each site, so it follows links with the heading that they give. What measures on the flat board (`line`, `between`)
looks at the lattice or at the steps the shape has by itself and ignores links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.boards.parts import RayStep

if TYPE_CHECKING:
    from rulewright.boards.board import Board


def walk(board: Board, site: int, direction: int, *, rays: bool) -> tuple[RayStep, ...]:
    """The sites that follow `site` straight on, nearest first; `rays` says whether links with `rays` are followed.

    Ends at the edge, or before a site would come again with the same heading; `site` with its first heading counts as
    visited, so it may be crossed only with another one.
    """
    visited = {(site, direction)}
    steps: list[RayStep] = []
    here, heading = site, direction
    while (exit_ := board.exits[here][heading]) is not None and (rays or not exit_.rays):
        here, heading = exit_.site, exit_.heading
        if (here, heading) in visited:
            break
        visited.add((here, heading))
        steps.append(RayStep(here, heading, exit_.link))
    return tuple(steps)


def distances(step: Sequence[Sequence[int]], start: int, limit: int | None = None) -> dict[int, int]:
    """The number of steps from `start` to every site within `limit` steps (all that can be reached if None).

    Breadth-first search over the step table; in order of distance.
    """
    found = {start: 0}
    front = [start]
    far = 0
    while front and (limit is None or far < limit):
        far += 1
        reached = []
        for site in front:
            for there in step[site]:
                if there >= 0 and there not in found:
                    found[there] = far
                    reached.append(there)
        front = reached
    return found


def straight_runs(board: Board, length: int) -> tuple[tuple[int, ...], ...]:
    """All straight runs of `length` different sites, each set of sites once, sorted.

    A run follows steps (so also links without `rays`) and lists its sites from the end with the smaller index.
    """
    if length <= 0:
        return ()
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for site in range(len(board.sites)):
        for direction in board.all_directions:
            run = _run(board, site, direction, length)
            if run is not None:
                found.setdefault(frozenset(run), run if run[0] <= run[-1] else run[::-1])
    return tuple(sorted(found.values()))


def _run(board: Board, site: int, direction: int, length: int) -> tuple[int, ...] | None:
    """`length` different sites straight on from `site`, itself the first; None if there are not so many."""
    run = [site]
    here, heading = site, direction
    while len(run) < length:
        exit_ = board.exits[here][heading]
        if exit_ is None or exit_.rays or exit_.site in run:
            return None
        here, heading = exit_.site, exit_.heading
        run.append(here)
    return tuple(run)


def in_line_with(plain: Sequence[Sequence[int]], a: int) -> dict[int, tuple[int, ...]]:
    """The sites in one straight line with `a`, links aside, each with the sites strictly between, from `a` on.

    Where several lines lead there, as on a torus, the shortest counts, and the first of those.
    """
    found: dict[int, tuple[int, ...]] = {}
    for direction in range(len(plain[a])):
        passed: list[int] = []
        here = plain[a][direction]
        while here not in (-1, a):
            if here not in found or len(passed) < len(found[here]):
                found[here] = tuple(passed)
            passed.append(here)
            here = plain[here][direction]
    return found


def free_line(plain: Sequence[Sequence[int]], a: int, b: int, i: int) -> tuple[int, ...]:
    """The site `i` steps from `a` on the straight line to `b`; () if no line leads there, or `i` is not on it."""
    if a == b:
        return (a,) if i == 0 else ()
    between = in_line_with(plain, a).get(b)
    if between is None:
        return ()
    whole = (a, *between, b)
    return (whole[i],) if 0 <= i < len(whole) else ()


def line_cells(grid: str, start: tuple[int, int], end: tuple[int, int], i: int) -> tuple[tuple[int, int], ...]:
    """The lattice cells nearest to the point `i` steps along the straight line between the centres of two cells.

    The line has as many steps as the greatest difference of the coordinates that the lattice has: two on a square
    grid, three (the third is minus the sum of the others) on a hex grid. That coordinate is then whole at every step,
    so the point lies on a row of cells and is nearest to one of them, or halfway between two: exact in integers, no
    nudging needed. () if `i` lies outside the line.
    """
    du, dv = end[0] - start[0], end[1] - start[1]
    steps = max(abs(du), abs(dv), abs(du + dv) if grid == "hex" else 0)
    if not 0 <= i <= steps:
        return ()
    if steps == 0:
        return (start,)
    if abs(du) == steps:
        u = start[0] + (i if du > 0 else -i)
        return tuple((u, v) for v in _nearest(start[1] * steps + dv * i, steps))
    if abs(dv) == steps:
        v = start[1] + (i if dv > 0 else -i)
        return tuple((u, v) for u in _nearest(start[0] * steps + du * i, steps))
    total = start[0] + start[1] + (i if du + dv > 0 else -i)
    return tuple((u, total - u) for u in _nearest(start[0] * steps + du * i, steps))


def _nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to the fraction, or both if it lies halfway."""
    low, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return (low, low + 1)
    return (low,) if 2 * rest < denominator else (low + 1,)
