"""Searches in a set that need only look at what has come to the set, once they have found nothing.

A line of sites inside the set: only lines through a new site can be complete. On boards of few words the lines through
a site are in a table; on greater ones each row, column and diagonal of the board is kept by itself:

    function in_line_at(first, x, s: bits225) -> int
        if not s has x:
            return 0
        at = first + row_of[x, 0]
        row = rows[at] + {place_in[x, 0]}
        rows[at] = row
        run = row & shift_down(row, 1)
        run = run & shift_down(run, 2)
        run = run & shift_down(run, 1)
        found = run
        ...
        return some(found)

A connection of two edges: what is connected with the first edge is kept, and a new site beside it adds what is
connected with that site:

    function connected_at(x, s: bits121, start: bits121, goal: bits121) -> int
        seen = reached
        if not s has x or not (start has x or some(neighbors[x] & seen)):
            return 0
        seen += {x}
        edge = {x}
        while some(edge):
            ...
        reached = seen
        return some(seen & goal)

What is kept is right as long as the set only grows, and every site that comes is looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.program import copies, ir, rewriting
from rulewright.program.passes import lines
from rulewright.program.passes.changes import unwound

_FEW = 64
"""Sets of so many sites fit a word: all lines at once are found as fast as those through a site."""

Look = Callable[[ir.Expr], tuple[list[ir.Stmt], ir.Expr]]

_NOWHERE = (-1, 0)

Fresh = Callable[[str], str]
"""A name that no routine, table or cell of the program has."""


@dataclass(slots=True)
class Made:
    """What a program needs for its searches."""

    fresh: Fresh
    cells: list[ir.Cell] = field(default_factory=list)
    tables: list[ir.Table] = field(default_factory=list)
    routines: list[ir.Routine] = field(default_factory=list)

    def function(self, name: str, params: tuple[ir.Var, ...], body: list[ir.Stmt]) -> ir.Routine:
        """A function with a truth for its result."""
        self.routines.append(ir.Routine(self.fresh(name), params, ir.INT, body))
        return self.routines[-1]

    def table(self, name: str, rows: list[list[int]], of_none: int, kind: ir.IrType) -> ir.Table:
        """A table by site and number, with `of_none` for none and for what is missing."""
        width = max(map(len, rows)) + 1
        flat = [value for row in (*rows, []) for value in (*row, *[of_none] * (width - len(row)))]
        self.tables.append(ir.Table(self.fresh(name), (len(rows) + 1, width), tuple(flat), kind))
        return self.tables[-1]

    def cache(self, name: str, kind: ir.IrType, size: int) -> ir.Cell:
        """A cell that takes no part in equality, of empty sets."""
        self.cells.append(ir.Cell(self.fresh(name), kind, size, (0,) * size, kept=False))
        return self.cells[-1]


@dataclass(slots=True, eq=False)
class Search:
    """A call that searches the set `of`. `seat`: the variable that says whose set it is, `seats` how many there are
    (None, 1: nobody's).

    `look(x)`: statements after which the expression says whether something is there that was not there before the
    site x came. None: the call itself must be made. `learn`: statements that find out what is kept. `keeps`: whether
    there is anything.
    """

    call: ir.Invoke
    of: ir.Expr
    seat: ir.Var | None = None
    seats: int = 1
    keeps: bool = False
    look: Look | None = None
    learn: list[ir.Stmt] = field(default_factory=list)

    def first(self, length: int) -> ir.Expr:
        """Where in a cell the entries of the set begin, if there are `length` of each seat."""
        if self.seat is None:
            return ir.Num(0)
        return ir.Get(self.seat) if length == 1 else ir.Binary("mul", ir.Get(self.seat), ir.Num(length))


def search_of(call: ir.Invoke, seat: ir.Var | None) -> Search | None:
    """The search that a call makes; None if it makes none."""
    if lines_of(call.routine) is not None or connection(call.routine) is not None:
        return Search(call, _by_seat(plain(call.args[0]), seat), seat)
    return None


def plain(of: ir.Expr) -> ir.Expr:
    """An expression with the results of functions that only give one in their place."""

    def inside(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Invoke(routine=routine, args=args):
                match routine.body:
                    case [ir.Return(value=value)] if value is not None:
                        return plain(rewriting.with_values(value, dict(zip(routine.params, args, strict=True))))
        return None

    return rewriting.replaced(of, inside)


def _by_seat(of: ir.Expr, seat: ir.Var | None) -> ir.Expr:
    """A set in which the entry of a seat is plainly that."""

    def plainly(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Load(cell=cell, index=ir.Binary(a=a) as index) if unwound(cell, index) is a:
                own = isinstance(a, ir.Get) and a.index is None and a.var is seat
                return ir.Load(cell, a) if own or (isinstance(a, ir.Num) and 0 <= a.value < cell.size) else None
        return None

    return rewriting.replaced(of, plainly)


def prepare(search: Search, made: Made, keeping: bool) -> None:
    """Find how a search may look at a site only. `keeping`: something may be kept."""
    found = lines_of(search.call.routine)
    if found is None:
        if keeping:
            _keep_reached(search, made)
        return
    rows = lines.rows(found)
    width = search.call.routine.params[0].type.width
    if rows is not None and width <= _FEW:
        return
    if rows is None or not keeping or not _keep_rows(search, rows, width, made):
        _look_in_table(search, found, width, made)


# ---- lines ----


def lines_of(routine: ir.Routine) -> list[int] | None:
    """The lines for which a function of a set looks."""
    match routine.body:
        case [ir.Count() as loop, ir.Return(value=ir.Num(value=0))] if len(routine.params) == 1:
            found = lines.search(loop)
            of = None if found is None else found.of
            if found is not None and of is routine.params[0] and isinstance(found.found.value, ir.Num):
                return found.lines if found.found.value.value else None
    return None


def _look_in_table(search: Search, masks: list[int], width: int, made: Made) -> None:
    through = [[line for line in masks if line >> site & 1] for site in range(width)]
    most = max(map(len, through))
    if 2 * most > len(masks):
        return
    kind = search.call.routine.params[0].type
    table = made.table("lines_at", through, (1 << width) - 1, kind)
    x, s, i = ir.Var("x", ir.INT), ir.Var("s", kind), ir.Var("i", ir.INT)
    inside = ir.Binary("inside", ir.Look(table, (ir.Get(x), ir.Get(i))), ir.Get(s))
    loop = ir.Count(i, ir.Num(0), ir.Num(most - 1), [ir.If(inside, [ir.Return(ir.Num(1))])])
    routine = made.function("in_line_at", (x, s), [loop, ir.Return(ir.Num(0))])
    search.look = lambda site: ([], ir.Invoke(routine, (site, search.of)))


def _keep_rows(search: Search, rows: list[lines.Row], width: int, made: Made) -> bool:
    """Each row of the board, in each direction of a line, becomes a set by itself."""
    chains: list[list[int]] = []
    at: list[list[tuple[int, int]]] = [[] for _ in range(width)]
    for row in rows:
        through = _chains(row)
        if through is None:
            return False
        where = {site: (len(chains) + i, k) for i, chain in enumerate(through) for k, site in enumerate(chain)}
        chains += through
        for site in range(width):
            at[site].append(where.get(site, _NOWHERE))
    count = len(chains) + 1  # the last one is for sites through which no line goes
    longest = max(map(len, chains))
    number = made.table("row_of", [[row % count for row, _ in site] for site in at], count - 1, ir.INT)
    within = made.table("place_in", [[k for _, k in site] for site in at], 0, ir.INT)
    cell = made.cache("rows", ir.bits(longest), search.seats * count)
    search.keeps = True
    x, y = ir.Var("x", ir.INT), ir.Var("y", ir.INT)

    def with_site(of: ir.Var, d: int, index: ir.Expr) -> ir.Expr:
        return ir.Binary("joined", ir.Load(cell, index), ir.Unary("single", ir.Look(within, (ir.Get(of), ir.Num(d)))))

    def index(of: ir.Var, d: int, first: ir.Expr) -> ir.Expr:
        here = ir.Look(number, (ir.Get(of), ir.Num(d)))
        return here if isinstance(first, ir.Num) else ir.Binary("add", first, here)

    first, s = ir.Var("first", ir.INT), ir.Var("s", search.call.routine.params[0].type)
    body: list[ir.Stmt] = [ir.If(ir.negated(ir.Binary("has", ir.Get(s), ir.Get(x))), [ir.Return(ir.Num(0))])]
    own, run, found, here = (ir.Var(name, ir.bits(longest)) for name in ("row", "run", "found", "at"))
    here.type = ir.INT
    for d, row in enumerate(rows):
        body += [ir.Set(here, index(x, d, ir.Get(first))), ir.Set(own, with_site(x, d, ir.Get(here)))]
        body.append(ir.Store(cell, ir.Get(here), ir.Get(own)))
        body += lines.in_row(replace(row, step=1), own, run)
        body.append(ir.Set(found, ir.Get(run) if d == 0 else ir.Binary("joined", ir.Get(found), ir.Get(run))))
    routine = made.function("in_line_at", (first, x, s), [*body, ir.Return(ir.Unary("some", ir.Get(found)))])
    start = search.first(count)
    search.look = _asking(lambda site: (routine, (start, site, search.of)))
    i = ir.Var("i", ir.INT)
    last = ir.Binary("add", start, ir.Num(count - 1))
    places = [index(y, d, start) for d in range(len(rows))]
    search.learn = [
        ir.Count(i, start, last, [ir.Store(cell, ir.Get(i), ir.Mask(0, longest))]),
        ir.Each(y, search.of, [ir.Store(cell, place, with_site(y, d, place)) for d, place in enumerate(places)]),
    ]
    return True


def _asking(
    call: Callable[[ir.Expr], tuple[ir.Routine, tuple[ir.Expr, ...]]],
) -> Callable[[ir.Expr], tuple[list[ir.Stmt], ir.Expr]]:
    """How to look by a call that also keeps what it finds."""

    def look(site: ir.Expr) -> tuple[list[ir.Stmt], ir.Expr]:
        routine, args = call(site)
        found = ir.Var("found", ir.INT)
        return [ir.Do(routine, args, found)], ir.Get(found)

    return look


def _chains(row: lines.Row) -> list[list[int]] | None:
    """The maximal rows of sites of which all that are long enough are lines; None if some of these are not."""
    starts = [site for site in range(row.starts.bit_length()) if row.starts >> site & 1]
    following = {site + k * row.step for site in starts for k in range(row.length - 1)}
    chains = []
    for site in sorted(following):
        if site - row.step not in following:
            chain = [site]
            while chain[-1] in following:
                chain.append(chain[-1] + row.step)
            chains.append(chain)
            if any(not row.starts >> chain[k] & 1 for k in range(len(chain) - row.length + 1)):
                return None
    return chains


# ---- connections ----


def connection(routine: ir.Routine) -> ir.Table | None:
    """The table of neighbors by which a function finds whether a set connects two others."""
    match routine.body:
        case [
            ir.Set(var=seen, value=ir.Binary(op="common", a=ir.Get(var=start), b=ir.Get(var=of))),
            ir.Set(var=edge, value=ir.Get(var=seen_1)),
            ir.While(
                condition=ir.Unary(op="some", a=ir.Get(var=edge_1)),
                body=[
                    ir.Set(var=more, value=ir.Mask(value=0)),
                    ir.Each(
                        var=x,
                        members=ir.Get(var=edge_2),
                        body=[
                            ir.Set(
                                var=more_1,
                                value=ir.Binary(
                                    op="joined",
                                    a=ir.Get(var=more_2),
                                    b=ir.Look(table=table, indices=(ir.Get(var=x_1),)),
                                ),
                            )
                        ],
                    ),
                    ir.Set(
                        var=edge_3,
                        value=ir.Binary(
                            op="without",
                            a=ir.Binary(op="common", a=ir.Get(var=more_3), b=ir.Get(var=of_1)),
                            b=ir.Get(var=seen_2),
                        ),
                    ),
                    ir.Set(var=seen_3, value=ir.Binary(op="joined", a=ir.Get(var=seen_4), b=ir.Get(var=edge_4))),
                ],
            ),
            ir.Return(value=ir.Unary(op="some", a=ir.Binary(op="common", a=ir.Get(var=seen_5), b=ir.Get(var=goal)))),
        ] if routine.params == (of, start, goal):
            alike = (
                (seen, seen_1, seen_2, seen_3, seen_4, seen_5),
                (edge, edge_1, edge_2, edge_3, edge_4),
                (more, more_1, more_2, more_3),
                (x, x_1),
                (of, of_1),
            )
            same = all(one is names[0] for names in alike for one in names)
            return table if same and _mutual(table) else None
    return None


def _mutual(neighbors: ir.Table) -> bool:
    """Whether each is a neighbor of its neighbors."""
    sets = [of for of in neighbors.values if isinstance(of, int)]
    pairs = [(a, b) for a, of in enumerate(sets[:-1]) for b in range(of.bit_length()) if of >> b & 1]
    return all(b < len(sets) - 1 and sets[b] >> a & 1 for a, b in pairs)


def _keep_reached(search: Search, made: Made) -> None:
    """What is connected with the start is kept."""
    model = search.call.routine
    kind = model.params[0].type
    cell = made.cache("reached", kind, search.seats)
    index = None if search.seat is None else search.first(1)
    search.keeps = True
    look = copies.routine(model, made.fresh("connected_at"))
    s, start, goal = look.params
    head, edges, flood, _ = look.body
    assert isinstance(head, ir.Set) and isinstance(edges, ir.Set)
    seen, edge, x = head.var, edges.var, ir.Var("site", ir.INT)
    own = ir.Var("own", ir.INT)
    here = None if index is None else ir.Get(own)
    table = connection(model)
    assert table is not None
    beside = ir.Unary("some", ir.Binary("common", ir.Look(table, (ir.Get(x),)), ir.Get(seen)))
    begins = ir.Binary("or", ir.Binary("has", ir.Get(start), ir.Get(x)), beside)
    reached = ir.Binary("and", ir.Binary("has", ir.Get(s), ir.Get(x)), begins)
    look.params = (x, *(() if index is None else (own,)), s, start, goal)
    look.body = [
        ir.Set(seen, ir.Load(cell, here)),
        ir.If(ir.negated(reached), [ir.Return(ir.Num(0))]),
        ir.Set(edge, ir.Unary("single", ir.Get(x))),
        ir.Set(seen, ir.Binary("joined", ir.Get(seen), ir.Get(edge))),
        flood,
        ir.Store(cell, here, ir.Get(seen)),
        ir.Return(ir.Unary("some", ir.Binary("common", ir.Get(seen), ir.Get(goal)))),
    ]
    spread = copies.routine(model, made.fresh("reached_from"))
    spread.params, spread.result = spread.params[:2], kind
    spread.body[-1] = ir.Return(ir.Get(spread.body[0].var))  # type: ignore[union-attr]
    made.routines += [look, spread]
    numbers = () if index is None else (index,)
    _, from_, to = search.call.args
    search.look = _asking(lambda site: (look, (site, *numbers, search.of, from_, to)))
    search.learn = [ir.Store(cell, index, ir.Invoke(spread, (search.of, from_)))]
