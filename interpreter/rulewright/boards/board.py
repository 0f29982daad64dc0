"""A board: sites, directions, the steps between them, and everything that can be measured on them.

Sites and directions are small integers everywhere; their names are in `Board.sites` and `Board.directions`. Sites are
in canonical order: by row from row 1, which is in the south, then by column; those of maps, lines and tables as they
are read. Directions are clockwise from north; those with names of their own follow as they are read.

A board is immutable. The fields are what a builder says about it; everything else is computed from them when it is
first asked for, and kept. Boards compare by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rulewright.boards import geometry
from rulewright.boards.bits import mask
from rulewright.boards.names import site_name
from rulewright.boards.parts import Exit, Link, RayStep, Surroundings

if TYPE_CHECKING:
    import networkx as nx

MAX_SITES = 65_535

# Rows of distances are kept up to this many entries, so that a large board does not fill the memory by and by.
_KEPT_DISTANCES = 1 << 22


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """See the module. Built by `build_board` or one of the builders; `with_links` adds links.

    The fields, in the order of `sites` or `directions` where they are per site or per direction:

    - `shape` is square, points, hex, hexagon, triangle, lines or table; `sites` and `directions` are the names.
    - `row`, `column` are counted from 1; `rows`, `columns` say how many there are.
    - `grid` and `lattice` place each cell on a square or hex lattice as (right, up); on a hex lattice *up* leads
      north-east. A `free` board (lines, table) has no lattice.
    - `coordinates` are the centres for drawing, y growing upwards, neighbours in a row 1 apart.
    - `orthogonal` and `diagonal` are direction indices; on hex boards all six are orthogonal.
    - `opposite` gives the opposite direction, -1 where there is none.
    - `plain` is the step table of the shape by itself, before links, with -1 for no site.
    - `corners` are sites; `sides` are sites by the name of the side. A hex board has sides, N and S, that are no
      directions.
    - `declared_links` are the links as they were given.
    - `wrapped`: a torus. Rows and columns go round, and there are no sides and corners.
    - `mapped`: the board comes from a picture. On a lattice of hexes its columns zigzag.
    - `called` are the names by which people know the sites, if they are not those of `sites`.
    - `surroundings` are the edges and vertices of a board that has them as further sites; the cells come first in
      `sites`. They have no steps; their row and column are those of the cell that they are named after.
    """

    shape: str
    sites: tuple[str, ...]
    row: tuple[int, ...]
    column: tuple[int, ...]
    rows: int
    columns: int
    grid: Literal["square", "hex", "free"]
    lattice: tuple[tuple[int, int], ...]
    coordinates: tuple[tuple[float, float], ...]
    directions: tuple[str, ...]
    orthogonal: tuple[int, ...]
    diagonal: tuple[int, ...]
    opposite: tuple[int, ...]
    plain: tuple[tuple[int, ...], ...]
    corners: tuple[int, ...]
    sides: Mapping[str, tuple[int, ...]]
    declared_links: tuple[Link, ...] = ()
    wrapped: bool = False
    mapped: bool = False
    surroundings: Surroundings | None = None
    called: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Board {self.shape}, {len(self.sites)} sites>"

    # ---- names ----

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The number of each site by its name, and by the other names that an edge or vertex may be called by."""
        other = self.surroundings.aliases if self.surroundings else {}
        return {**other, **{name: site for site, name in enumerate(self.sites)}}

    @property
    def names(self) -> tuple[str, ...]:
        """What people call the sites."""
        return self.called or self.sites

    @cached_property
    def called_index(self) -> Mapping[str, int]:
        """The number of each site by the name that people use, where that is another than the board's."""
        return {name: site for site, name in enumerate(self.called)}

    @cached_property
    def lettered(self) -> bool:
        """Whether every cell's name tells its column and row: c4 is in the third column and the fourth row."""
        return all(self.sites[site] == site_name(self.column[site], self.row[site]) for site in range(self.cell_count))

    @cached_property
    def direction_index(self) -> Mapping[str, int]:
        """The number of each direction by its name."""
        return {name: direction for direction, name in enumerate(self.directions)}

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The different names of links, as first declared; links without a name share the name ""."""
        return tuple(dict.fromkeys(link.name for link in self.declared_links))

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The board as a frozen networkx graph; see `rulewright.boards.graph.as_graph`."""
        from rulewright.boards.graph import as_graph

        return as_graph(self)

    # ---- cells, edges, vertices ----

    @property
    def cell_count(self) -> int:
        """How many of the sites are cells: those before this number."""
        return self.surroundings.edges.start if self.surroundings else len(self.sites)

    @property
    def cell_mask(self) -> int:
        """The cells as a mask."""
        return (1 << self.cell_count) - 1

    @property
    def edges(self) -> range:
        """The sites that are edges."""
        return self.surroundings.edges if self.surroundings else range(0)

    @property
    def vertices(self) -> range:
        """The sites that are vertices."""
        return self.surroundings.vertices if self.surroundings else range(0)

    def cells_of(self, site: int) -> tuple[int, ...]:
        """The one or two cells of an edge, the cells of a vertex; () for a cell."""
        return self.surroundings.cells_of[site] if self.surroundings else ()

    def edges_of(self, site: int) -> tuple[int, ...]:
        """The edges of a cell, those that meet in a vertex; () for an edge."""
        return self.surroundings.edges_of[site] if self.surroundings else ()

    def vertices_of(self, site: int) -> tuple[int, ...]:
        """The vertices of a cell, the ends of an edge; () for a vertex."""
        return self.surroundings.vertices_of[site] if self.surroundings else ()

    def edge(self, a: int, b: int) -> int:
        """The first edge that two cells share; -1 if they share none."""
        if a == b:
            return -1
        other = set(self.edges_of(b)) if b < self.cell_count else set()
        return next((edge for edge in self.edges_of(a) if a < self.cell_count and edge in other), -1)

    # ---- directions ----

    @property
    def all_directions(self) -> tuple[int, ...]:
        return tuple(range(len(self.directions)))

    def turned(self, direction: int, k: int) -> int:
        """The direction `k` places clockwise from `direction`; negative `k` turns back."""
        return (direction + k) % len(self.directions)

    def side(self, direction: int) -> tuple[int, ...]:
        """The sites of the side that bears the name of `direction`; () if the shape has no such side."""
        return self.sides.get(self.directions[direction], ())

    # ---- steps ----

    @cached_property
    def exits(self) -> tuple[tuple[Exit | None, ...], ...]:
        """`exits[s][d]`: where s is left to in direction d, links of both kinds included; None at the edge."""
        table = [
            [Exit(there, direction) if there >= 0 else None for direction, there in enumerate(steps)]
            for steps in self.plain
        ]
        for link in self.declared_links:
            start, end = self.index[link.start], self.index[link.end]
            leaving, heading = self.direction_index[link.leaving], self.direction_index[link.heading]
            name = self.links.index(link.name)
            table[start][leaving] = Exit(end, heading, name, link.rays)
            table[end][self.opposite[heading]] = Exit(start, self.opposite[leaving], name, link.rays)
        return tuple(map(tuple, table))

    @cached_property
    def step(self) -> tuple[tuple[int, ...], ...]:
        """`step[s][d]`: the site one step from s in direction d, or -1. Follows links, save those with `rays`."""
        return tuple(
            tuple(-1 if exit_ is None or exit_.rays else exit_.site for exit_ in exits) for exits in self.exits
        )

    @cached_property
    def step_heading(self) -> tuple[tuple[int, ...], ...]:
        """`step_heading[s][d]`: the direction that is straight on after `step[s][d]`, or -1 where there is no step."""
        return tuple(
            tuple(-1 if exit_ is None or exit_.rays else exit_.heading for exit_ in exits) for exits in self.exits
        )

    @cached_property
    def step_table(self) -> tuple[int, ...]:
        """`step` in one row: the step from s in direction d is at `s * len(directions) + d`."""
        return tuple(there for steps in self.step for there in steps)

    def neighbors(self, site: int, directions: Iterable[int] | None = None) -> tuple[int, ...]:
        """The other sites one step away in any of `directions` (all of them by default), in canonical order."""
        steps = self.step[site]
        found = {steps[direction] for direction in (self.all_directions if directions is None else directions)}
        return tuple(sorted(found - {-1, site}))

    def towards(self, a: int, b: int) -> int:
        """The direction in which a step leads from `a` to `b`, the first clockwise from north; -1 if none does."""
        return self.step[a].index(b) if b in self.step[a] else -1

    # ---- rays and lines ----

    def ray(self, site: int, direction: int) -> tuple[RayStep, ...]:
        """The sites straight on from `site`, nearest first, along every link.

        Ends at the edge, or before it would repeat a site with the same heading. `site` with its first heading counts
        as visited; it may be crossed with another heading.
        """
        return geometry.walk(self, site, direction, rays=True)

    def walk(self, site: int, direction: int) -> tuple[RayStep, ...]:
        """The sites reached by repeating a step straight on: like `ray`, but links with `rays` are not followed."""
        return geometry.walk(self, site, direction, rays=False)

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The sites strictly between `a` and `b` on one straight line without links, from `a` on; () if not in line."""
        return self.in_line_with(a).get(b, ())

    def in_line_with(self, a: int) -> Mapping[int, tuple[int, ...]]:
        """The sites in one straight line with `a`, links aside, each with what lies strictly `between`."""
        return geometry.in_line_with(self.plain, a)

    def line(self, a: int, b: int, i: int) -> tuple[int, ...]:
        """The one or two sites `i` steps along the straight line from `a` to `b` on the flat board.

        The line has as many steps as the distance between its ends, links aside. Two sites are given, in canonical
        order, where the line runs exactly between them; () if `i` is not on the line. A site that the board lacks is
        left out. A free board has only its own straight lines.
        """
        if self.grid == "free":
            return geometry.free_line(self.plain, a, b, i)
        if max(a, b) >= len(self.lattice):
            return ()
        cells = geometry.line_cells(self.grid, self.lattice[a], self.lattice[b], i)
        return tuple(sorted(self._by_lattice[cell] for cell in cells if cell in self._by_lattice))

    @cached_property
    def _by_lattice(self) -> Mapping[tuple[int, int], int]:
        return {cell: site for site, cell in enumerate(self.lattice)}

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight runs of `length` different sites, each once, sorted; () if `length` is below 1.

        A run follows steps, so also links without `rays`, and starts at its end with the smaller index.
        """
        if length not in self._lines:
            self._lines[length] = geometry.straight_runs(self, length)
        return self._lines[length]

    @cached_property
    def _lines(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    # ---- distances ----

    def distances_from(self, site: int) -> tuple[int, ...]:
        """The number of steps from `site` to each site, in all directions; -1 where no way leads."""
        kept = self._distances
        if self.uniform and site:
            right, up = self.lattice[site]
            rows = [self.distances_from(0)[row * self.columns :][: self.columns] for row in range(self.rows)]
            turned = [row[self.columns - right :] + row[: self.columns - right] for row in rows]
            return tuple(far for row in range(self.rows) for far in turned[(row - up) % self.rows])
        if site not in kept:
            if (len(kept) + 1) * len(self.sites) > _KEPT_DISTANCES:
                kept.clear()
            found = geometry.distances(self.step, site)
            kept[site] = tuple(found.get(there, -1) for there in range(len(self.sites)))
        return kept[site]

    @cached_property
    def _distances(self) -> dict[int, tuple[int, ...]]:
        return {}

    @cached_property
    def uniform(self) -> bool:
        """Whether every site of a torus sees the board alike."""
        whole = len(self.sites) == self.rows * self.columns
        return self.wrapped and whole and not self.declared_links

    def distance(self, a: int, b: int) -> int:
        """The least number of steps from `a` to `b`, in all directions; -1 if no way leads there."""
        if self.uniform and a:
            (u, v), (right, up) = self.lattice[b], self.lattice[a]
            return self.distances_from(0)[(v - up) % self.rows * self.columns + (u - right) % self.columns]
        return self.distances_from(a)[b]

    def distance_table(self) -> tuple[tuple[int, ...], ...]:
        """`distance` for all pairs of sites. Grows with the square of the board; not kept on large boards."""
        return tuple(self.distances_from(site) for site in range(len(self.sites)))

    def around(self, site: int, n: int) -> tuple[int, ...]:
        """The sites at most `n` steps away, `site` itself included, in canonical order; () if `n` is negative."""
        return tuple(sorted(geometry.distances(self.step, site, n))) if n >= 0 else ()

    # ---- rows, columns and sets as integers ----

    def site_at(self, column: int, row: int) -> int:
        """The site in that column and row, both counted from 1; -1 if there is none. A torus goes round."""
        if self.wrapped:
            column, row = (column - 1) % self.columns + 1, (row - 1) % self.rows + 1
        return self._by_place.get((column, row), -1)

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int], int]:
        return {(self.column[site], self.row[site]): site for site in range(self.cell_count)}

    @cached_property
    def row_masks(self) -> tuple[int, ...]:
        """The sites of each row as a mask; row 1 is at index 0."""
        return self._masks_by(self.row, self.rows)

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        """The sites of each column as a mask; column 1 is at index 0."""
        return self._masks_by(self.column, self.columns)

    def _masks_by(self, numbers: tuple[int, ...], count: int) -> tuple[int, ...]:
        members: list[list[int]] = [[] for _ in range(count)]
        for site, number in enumerate(numbers[: self.cell_count]):
            members[number - 1].append(site)
        return tuple(map(mask, members))

    def neighbor_mask(self, site: int, directions: Iterable[int] | None = None) -> int:
        """`neighbors(site, directions)` as a mask."""
        return mask(self.neighbors(site, directions))

    @cached_property
    def neighbor_sets(self) -> tuple[int, ...]:
        """For each site the mask of its neighbours in all directions."""
        return tuple(self.neighbor_mask(site) for site in range(len(self.sites)))
