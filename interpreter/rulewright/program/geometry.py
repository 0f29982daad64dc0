"""Tables of the board's geometry, made when a rule first asks for them.

Every dimension has one entry more, for none (see `ir.Table`). Sets of sites are bitsets. Ray steps are numbered
through: the steps of one ray have successive numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rulewright.boards import Board
from rulewright.program import ir


@dataclass(slots=True)
class Geometry:
    """The tables of one board."""

    board: Board
    tables: dict[str, ir.Table] = field(default_factory=dict)
    _rays: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def sites(self) -> int:
        return len(self.board.sites)

    @property
    def directions(self) -> int:
        return len(self.board.directions)

    def table(self, name: str, shape: tuple[int, ...], type: ir.IrType, make: Callable[[], Iterable[int]]) -> ir.Table:
        """The table of that name, made with its entries for none by `make` if it is new."""
        found = self.tables.get(name)
        if found is None:
            found = ir.Table(name, shape, tuple(make()), type)
            self.tables[name] = found
        return found

    def per_site(self, name: str, value: Callable[[int], int], none: int, type: ir.IrType = ir.INT) -> ir.Table:
        return self.table(name, (self.sites + 1,), type, lambda: [*(value(s) for s in range(self.sites)), none])

    def per_site_direction(
        self, name: str, value: Callable[[int, int], int], none: int, type: ir.IrType = ir.INT
    ) -> ir.Table:
        def make() -> Iterable[int]:
            for s in range(self.sites):
                yield from (value(s, d) for d in range(self.directions))
                yield none
            yield from (none for _ in range(self.directions + 1))

        return self.table(name, (self.sites + 1, self.directions + 1), type, make)

    def per_pair(self, name: str, value: Callable[[int, int], int], none: int, type: ir.IrType = ir.INT) -> ir.Table:
        def make() -> Iterable[int]:
            for a in range(self.sites):
                yield from (value(a, b) for b in range(self.sites))
                yield none
            yield from (none for _ in range(self.sites + 1))

        return self.table(name, (self.sites + 1, self.sites + 1), type, make)

    def per_near_pair(
        self, name: str, near: Callable[[int], Mapping[int, int]], none: int, type: ir.IrType = ir.INT
    ) -> ir.Table:
        """A table over pairs of which most have no value; `near` gives those of a site that have one."""

        def make() -> Iterable[int]:
            for a in range(self.sites):
                row = [none] * (self.sites + 1)
                for b, value in near(a).items():
                    row[b] = value
                yield from row
            yield from (none for _ in range(self.sites + 1))

        return self.table(name, (self.sites + 1, self.sites + 1), type, make)

    # ---- the tables by name ----

    def step(self) -> ir.Table:
        return self.per_site_direction("step", lambda s, d: self.board.step[s][d], -1)

    def neighbors(self, directions: int | None = None) -> ir.Table:
        """Sets of neighbours, of all directions or of a bitset of them."""
        bits = ir.bits(self.sites)
        if directions is None:
            return self.per_site("neighbors", lambda s: self.board.neighbor_mask(s), 0, bits)
        chosen = [d for d in range(self.directions) if directions >> d & 1]
        names = "_".join(self.board.directions[d] for d in chosen) or "none"
        return self.per_site(f"neighbors_{names}", lambda s: self.board.neighbor_mask(s, chosen), 0, bits)

    def around(self, n: int) -> ir.Table:
        """Sets of the sites that are at most `n` steps away."""

        def ball(s: int) -> int:
            out = edge = 1 << s
            for _ in range(n):
                more = 0
                for x in range(edge.bit_length()):
                    if edge >> x & 1:
                        more |= self.board.neighbor_mask(x)
                edge = more & ~out
                if not edge:
                    break
                out |= edge
            return out

        return self.per_site(f"around_{n}", ball, 0, ir.bits(self.sites))

    def distance(self) -> ir.Table:
        def make() -> Iterable[int]:
            for a in range(self.sites):
                yield from self.board.distances_from(a)
                yield -1
            yield from (-1 for _ in range(self.sites + 1))

        return self.table("distance", (self.sites + 1, self.sites + 1), ir.INT, make)

    def towards(self) -> ir.Table:
        board = self.board
        return self.per_near_pair("towards", lambda a: {b: board.towards(a, b) for b in board.step[a] if b >= 0}, -1)

    def between(self) -> ir.Table:
        bits = ir.bits(self.sites)
        return self.per_near_pair(
            "between", lambda a: {b: _mask(sites) for b, sites in self.board.in_line_with(a).items()}, 0, bits
        )

    def row(self) -> ir.Table:
        return self.per_site("row", lambda s: self.board.row[s], -1)

    def column(self) -> ir.Table:
        return self.per_site("column", lambda s: self.board.column[s], -1)

    def row_sites(self) -> ir.Table:
        masks = self.board.row_masks
        return self.table("row_sites", (len(masks) + 1,), ir.bits(self.sites), lambda: [*masks, 0])

    def column_sites(self) -> ir.Table:
        masks = self.board.column_masks
        return self.table("column_sites", (len(masks) + 1,), ir.bits(self.sites), lambda: [*masks, 0])

    def site_at(self) -> ir.Table:
        columns, rows = self.board.columns, self.board.rows

        def make() -> Iterable[int]:
            for c in range(1, columns + 1):
                yield from (self.board.site_at(c, r) for r in range(1, rows + 1))
                yield -1
            yield from (-1 for _ in range(rows + 1))

        return self.table("site_at", (columns + 1, rows + 1), ir.INT, make)

    def edge(self) -> ir.Table:
        board = self.board

        def near(a: int) -> Mapping[int, int]:
            beyond = [b for edge in board.edges_of(a) for b in board.cells_of(edge)]
            return {b: board.edge(a, b) for b in beyond}

        return self.per_near_pair("edge", near, -1)

    def parts_of(self, op: str) -> ir.Table:
        """`cells_of`, `edges_of`, `vertices_of`: sets of sites."""
        board = self.board
        found = {"cells_of": board.cells_of, "edges_of": board.edges_of, "vertices_of": board.vertices_of}[op]
        return self.per_site(op, lambda s: _mask(found(s)), 0, ir.bits(self.sites))

    def opposite(self) -> ir.Table:
        return self.table("opposite", (self.directions + 1,), ir.INT, lambda: [*self.board.opposite, -1])

    def turned(self) -> ir.Table:
        n = self.directions

        def make() -> Iterable[int]:
            for d in range(n):
                yield from (self.board.turned(d, k) for k in range(n))
                yield -1
            yield from (-1 for _ in range(n + 1))

        return self.table("turned", (n + 1, n + 1), ir.INT, make)

    def walk_sites(self) -> ir.Table:
        """For each site and direction the sites straight on, in order, without `rays` links."""
        return self.list_table("walk", lambda s, d: tuple(step.site for step in self.board.walk(s, d)))

    def list_table(self, name: str, value: Callable[[int, int], tuple[int, ...]]) -> ir.Table:
        found = self.tables.get(name)
        if found is None:
            rows: list[tuple[int, ...]] = []
            for s in range(self.sites):
                rows += [*(value(s, d) for d in range(self.directions)), ()]
            rows += [()] * (self.directions + 1)
            found = ir.Table(name, (self.sites + 1, self.directions + 1), tuple(rows), ir.LIST)
            self.tables[name] = found
        return found

    def lines(self, n: int) -> ir.Table:
        found = [_mask(line) for line in self.board.lines(n)]
        return self.table(f"lines_{n}", (len(found) + 1,), ir.bits(self.sites), lambda: [*found, 0])

    # ---- ray steps ----

    def ray_numbers(self) -> list[tuple[int, int, int]]:
        """Every step as (site it starts from, direction, index from 1), in the order of their numbers."""
        if not self._rays:
            for s in range(self.sites):
                for d in range(self.directions):
                    self._rays += [(s, d, i + 1) for i in range(len(self.board.ray(s, d)))]
        return self._rays

    def ray(self) -> ir.Table:
        firsts: dict[tuple[int, int], int] = {}
        for number, (s, d, index) in enumerate(self.ray_numbers()):
            if index == 1:
                firsts[s, d] = number

        def numbers(s: int, d: int) -> tuple[int, ...]:
            first = firsts.get((s, d), 0)
            return tuple(range(first, first + len(self.board.ray(s, d))))

        return self.list_table("ray", numbers)

    def per_step(self, name: str, value: Callable[[int, int, int], int], none: int = -1) -> ir.Table:
        """A table over steps; `value` gets the start, the direction and the index from 0."""
        steps = self.ray_numbers()
        return self.table(name, (len(steps) + 1,), ir.INT, lambda: [*(value(s, d, i - 1) for s, d, i in steps), none])

    def step_site(self) -> ir.Table:
        return self.per_step("step_site", lambda s, d, i: self.board.ray(s, d)[i].site)

    def step_heading(self) -> ir.Table:
        return self.per_step("step_heading", lambda s, d, i: self.board.ray(s, d)[i].heading)

    def step_link(self) -> ir.Table:
        return self.per_step("step_link", lambda s, d, i: self.board.ray(s, d)[i].link)

    def step_index(self) -> ir.Table:
        return self.per_step("step_index", lambda s, d, i: i + 1)

    def step_next(self) -> ir.Table:
        numbers = {key: number for number, key in enumerate(self.ray_numbers())}
        return self.per_step("step_next", lambda s, d, i: numbers.get((s, d, i + 2), -1))

    def step_previous(self) -> ir.Table:
        numbers = {key: number for number, key in enumerate(self.ray_numbers())}
        return self.per_step("step_previous", lambda s, d, i: numbers.get((s, d, i), -1))

    def step_before(self) -> ir.Table:
        found = self.tables.get("step_before")
        if found is None:
            rows = [tuple(range(n - i + 1, n)) for n, (_, _, i) in enumerate(self.ray_numbers())]
            found = ir.Table("step_before", (len(rows) + 1,), (*rows, ()), ir.LIST)
            self.tables["step_before"] = found
        return found

    def step_passed(self, link: int) -> ir.Table:
        def count(s: int, d: int, i: int) -> int:
            return sum(step.link == link for step in self.board.ray(s, d)[: i + 1])

        return self.per_step(f"passed_{self.board.links[link] or 'link'}", count)


def _mask(sites: Iterable[int]) -> int:
    out = 0
    for site in sites:
        out |= 1 << site
    return out
