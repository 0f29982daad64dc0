"""The shapes that boards come in.

All of them number their rows from 1 in the south, where row 1 is also the side S, and their columns with letters.

- `square` and `points` have eight directions; they differ only in how they are drawn.
- `hex` is a rhombus of pointed hexes, each row half a step to the right of the one below it. A column leads
  north-east, so the cell in column c and row r touches (c-1, r), (c+1, r), (c, r-1), (c, r+1), (c+1, r-1) and
  (c-1, r+1), as in Hex. The first and the last cell of all, a1 among them, are the sharp corners with two neighbours.
  Its sides are N, S (last and first row), W, E (first and last column).
- `triangle` has n hexes a side and stands on its base, row 1; each row is one shorter than the one below it. Columns
  lead north-east as on a rhombus. Its sides are NE, S, NW, each of n sites.
- `hexagon` has n cells a side and 2n-1 rows. A column leads north-west, so that the rows of the lower half all start
  with column a: for n = 3 the rows from below are a1 b1 c1, a2 to d2, a3 to e3, b4 to e4, c5 d5 e5. Its sides are
  N, NE, SE, S, SW, NW, each of n sites.

`square`, `points` and `hex` may be wrapped: rows and columns go round, and a torus has neither sides nor corners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Literal

from rulewright.boards.board import MAX_SITES, Board
from rulewright.boards.errors import BoardError
from rulewright.boards.names import site_name
from rulewright.source.suggest import did_you_mean

_Place = tuple[int, int]

# Names, and steps on the lattice, clockwise from north.
SQUARE_STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
HEX_STEPS = {"NE": (0, 1), "E": (1, 0), "SE": (1, -1), "SW": (0, -1), "W": (-1, 0), "NW": (-1, 1)}


def square(columns: int, rows: int, *, wrapped: bool = False) -> Board:
    """A board of square cells. Raises `BoardError` for a size below 1 or more than 65,535 sites."""
    return _rectangle("square", columns, rows, wrapped)


def points(columns: int, rows: int, *, wrapped: bool = False) -> Board:
    """A board of lines whose crossings are the sites. Raises as `square` does."""
    return _rectangle("points", columns, rows, wrapped)


def hex_rhombus(columns: int, rows: int, *, wrapped: bool = False) -> Board:
    """A rhombus of hexes; see the module. Raises as `square` does."""
    return _rectangle("hex", columns, rows, wrapped)


def triangle(size: int) -> Board:
    """A triangle of hexes with `size` cells a side; see the module. Raises as `square` does."""
    _check_sizes((size,), size * (size + 1) // 2)
    places = [(column, row) for row in range(1, size + 1) for column in range(1, size - row + 2)]
    sides = {
        "NE": [(size - row + 1, row) for row in range(1, size + 1)],
        "S": [(column, 1) for column in range(1, size + 1)],
        "NW": [(1, row) for row in range(1, size + 1)],
    }
    return assemble("triangle", "hex", places, [(column - 1, row - 1) for column, row in places], sides)


def hexagon(size: int) -> Board:
    """A hexagon of hexes with `size` cells a side; see the module. Raises as `square` does."""
    _check_sizes((size,), 3 * size * (size - 1) + 1)
    rows = 2 * size - 1
    first = {row: max(1, row - size + 1) for row in range(1, rows + 1)}
    last = {row: min(rows, row + size - 1) for row in range(1, rows + 1)}
    places = [(column, row) for row in range(1, rows + 1) for column in range(first[row], last[row] + 1)]
    upper, lower = range(size, rows + 1), range(1, size + 1)
    sides = {
        "N": [place for place in places if place[1] == rows],
        "NE": [(last[row], row) for row in upper],
        "SE": [(last[row], row) for row in lower],
        "S": [place for place in places if place[1] == 1],
        "SW": [(first[row], row) for row in lower],
        "NW": [(first[row], row) for row in upper],
    }
    return assemble("hexagon", "hex", places, [(column - row, row - 1) for column, row in places], sides)


_BUILDERS: Mapping[str, tuple[int, Callable[..., Board]]] = {
    "square": (2, square),
    "points": (2, points),
    "hex": (2, hex_rhombus),
    "hexagon": (1, hexagon),
    "triangle": (1, triangle),
}
_ROUND = ("square", "points", "hex")

SHAPES: tuple[str, ...] = tuple(_BUILDERS)


def build_board(shape: str, sizes: Sequence[int], *, wrapped: bool = False) -> Board:
    """The board of a shape of `SHAPES`: columns and rows for all but `hexagon` and `triangle`, which take the cells of
    a side.

    Raises `BoardError` for an unknown shape (its `what` is the shape), a wrong number of sizes (the index of the first
    one too many, None if too few), a shape that cannot be wrapped ("wrapped"), and as the builders do.
    """
    if shape not in _BUILDERS:
        near = did_you_mean(shape, SHAPES)
        hint = f"Did you mean {near}?" if near else f"The shapes are {', '.join(SHAPES)}."
        raise BoardError(f"There is no board shape {shape}.", hint, shape)
    wanted, builder = _BUILDERS[shape]
    if len(sizes) != wanted:
        if wanted == 1:
            needs, hint = "one size", "Give the number of cells along one side."
        else:
            needs, hint = "two sizes", "Give the number of columns by the number of rows."
        message = f"A {shape} board has {needs}, not {len(sizes)}."
        raise BoardError(message, hint, wanted if len(sizes) > wanted else None)
    if wrapped and shape not in _ROUND:
        message = f"A {shape} board cannot be wrapped."
        raise BoardError(message, f"Boards that may be wrapped are {', '.join(_ROUND)}.", "wrapped")
    return builder(*sizes, wrapped=True) if wrapped else builder(*sizes)


def _check_sizes(sizes: Sequence[int], total: int) -> None:
    for index, size in enumerate(sizes):
        if size < 1:
            raise BoardError(f"A board cannot have the size {size}.", "Sizes are 1 or more.", index)
    if total > MAX_SITES:
        message = f"This board would have {total:,} sites."
        raise BoardError(message, f"A board has at most {MAX_SITES:,} sites; make it smaller.")


def _rectangle(shape: str, columns: int, rows: int, wrapped: bool) -> Board:
    _check_sizes((columns, rows), columns * rows)
    places = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    lattice = [(column - 1, row - 1) for column, row in places]
    sides = dict.fromkeys("NESW", ()) if wrapped else _rectangle_sides(places)
    return assemble(
        shape, "hex" if shape == "hex" else "square", places, lattice, sides, (columns, rows) if wrapped else None
    )


def _rectangle_sides(places: Sequence[_Place]) -> dict[str, list[_Place]]:
    columns, rows = places[-1]
    return {
        "N": [place for place in places if place[1] == rows],
        "E": [place for place in places if place[0] == columns],
        "S": [place for place in places if place[1] == 1],
        "W": [place for place in places if place[0] == 1],
    }


def assemble(
    shape: str,
    grid: Literal["square", "hex"],
    places: Sequence[_Place],
    lattice: Sequence[tuple[int, int]],
    sides: Mapping[str, Sequence[_Place]],
    period: tuple[int, int] | None = None,
    *,
    mapped: bool = False,
) -> Board:
    """A board from its places (column and row), in canonical order, and where each lies on the lattice.

    `sides` go clockwise; the corners are the sites where one side meets the next. After `period` steps to the right
    and up a torus begins anew.
    """
    steps = SQUARE_STEPS if grid == "square" else HEX_STEPS
    names = tuple(steps)
    at_cell = {cell: site for site, cell in enumerate(lattice)}
    at_place = {place: site for site, place in enumerate(places)}
    side_sites = {name: tuple(sorted(at_place[place] for place in members)) for name, members in sides.items()}
    around = [set(members) for members in side_sites.values()]
    corners = set().union(*(side & following for side, following in zip(around, around[1:] + around[:1], strict=True)))
    directions = tuple(range(len(names)))

    def at(u: int, v: int) -> int:
        return at_cell.get((u, v) if period is None else (u % period[0], v % period[1]), -1)

    return Board(
        shape=shape,
        sites=tuple(site_name(column, row) for column, row in places),
        row=tuple(row for _, row in places),
        column=tuple(column for column, _ in places),
        rows=max(row for _, row in places),
        columns=max(column for column, _ in places),
        grid=grid,
        lattice=tuple(lattice),
        coordinates=_coordinates(grid, lattice),
        directions=names,
        orthogonal=tuple(d for d in directions if grid == "hex" or 0 in steps[names[d]]),
        diagonal=tuple(d for d in directions if grid == "square" and 0 not in steps[names[d]]),
        opposite=tuple((d + len(names) // 2) % len(names) for d in directions),
        plain=tuple(tuple(at(u + du, v + dv) for du, dv in steps.values()) for u, v in lattice),
        corners=tuple(sorted(corners)),
        sides=side_sites,
        wrapped=period is not None,
        mapped=mapped,
    )


def _coordinates(grid: Literal["square", "hex"], lattice: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
    """Centres of the sites, the leftmost at x = 0, row 1 at y = 0; a hex row is half a step beside the next."""
    if grid == "square":
        return tuple((float(u), float(v)) for u, v in lattice)
    left = min(2 * u + v for u, v in lattice)
    return tuple(((2 * u + v - left) / 2, v * sqrt(3) / 2) for u, v in lattice)
