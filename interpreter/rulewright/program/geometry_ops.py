"""Lowering of geometry: look-ups in the board's tables, and the few shapes that read the state.

`run` and `past` go straight on over the board's steps; links that only rays follow are for `ray` alone.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import ir, standing
from rulewright.program.builder import Builder
from rulewright.program.expressions import lower, number_of
from rulewright.program.straight import lower_line
from rulewright.semantics import typed
from rulewright.semantics import types as t

Lowering = Callable[[Builder, typed.Op], ir.Expr]


def _site_bits(b: Builder) -> ir.IrType:
    return ir.bits(b.c.layout.sites)


def cells(b: Builder) -> ir.Mask:
    """The sites that are cells."""
    return ir.Mask(b.c.geometry.board.cell_mask, b.c.layout.sites)


def _sites(b: Builder, e: typed.Op) -> ir.Expr:
    return cells(b)


def _edge(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.geometry.edge(), (lower(b, e.args[0]), lower(b, e.args[1])))


def _parts_of(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.geometry.parts_of(e.op), (lower(b, e.args[0]),))


def _number(b: Builder, e: typed.Op) -> ir.Expr:
    g = b.c.geometry
    table = g.row() if e.op == "row" else g.column()
    (site,) = e.args
    return number_of(b, site, lower(b, site), lambda s: ir.Look(table, (s,)), e.op, e.span)


def _site_at(b: Builder, e: typed.Op) -> ir.Expr:
    column, row = (lower(b, arg) for arg in e.args)
    board = b.c.geometry.board
    table = b.c.geometry.site_at()

    def index(value: ir.Expr, limit: int) -> ir.Expr:
        if board.wrapped:
            rest = ir.Binary("add", ir.Binary("mod", value, ir.Num(limit)), ir.Num(limit - 1))
            return ir.Binary("mod", rest, ir.Num(limit))
        if isinstance(value, ir.Num):
            return ir.Num(value.value - 1 if 1 <= value.value <= limit else -1)

        def fill(h: Builder) -> ir.IrType:
            n = h.param("n", ir.INT)
            inside = ir.Binary("and", ir.Binary("ge", ir.Get(n), ir.Num(1)), ir.Binary("le", ir.Get(n), ir.Num(limit)))
            h.add(ir.Return(ir.Select(inside, ir.Binary("sub", ir.Get(n), ir.Num(1)), ir.Num(-1))))
            return ir.INT

        return ir.Invoke(b.shared("index", (limit,), fill), (value,))

    return ir.Look(table, (index(column, board.columns), index(row, board.rows)))


def _bands(b: Builder, e: typed.Op) -> ir.Expr:
    """`rows(2)`, `rows(1..3)` with numbers that are not known while compiling."""
    table = b.c.geometry.row_sites() if e.op == "rows" else b.c.geometry.column_sites()
    (which,) = e.args
    limit = table.shape[0] - 1

    def band(n: ir.Expr) -> ir.Expr:
        inside = ir.Binary("and", ir.Binary("ge", n, ir.Num(1)), ir.Binary("le", n, ir.Num(limit)))
        found = ir.Look(table, (ir.Binary("sub", n, ir.Num(1)),))
        return ir.Select(inside, found, ir.Mask(0, b.c.layout.sites))

    def of_one(h: Builder) -> ir.IrType:
        h.add(ir.Return(band(ir.Get(h.param("n", ir.INT)))))
        return _site_bits(b)

    def of_set(h: Builder) -> ir.IrType:
        numbers, n, bit = h.param("numbers", b.c.layout.type(which.type)), h.var("n", ir.INT), h.var("bit", ir.INT)
        out = h.var("out", _site_bits(b))
        with h.each(bit, ir.Get(numbers)):
            h.add(ir.Set(n, ir.Binary("add", ir.Get(bit), ir.Num(-t.INT_SET_BIAS))))
            h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), band(ir.Get(n)))))
        h.add(ir.Return(ir.Get(out)))
        return _site_bits(b)

    several = isinstance(which.type, t.SetType)
    routine = b.shared(e.op, (several,), of_set if several else of_one)
    return ir.Invoke(routine, (lower(b, which),))


def _all_numbers(b: Builder, e: typed.Op) -> ir.Expr:
    board = b.c.geometry.board
    n = board.rows if e.op == "all_rows" else board.columns
    return ir.Mask(((1 << n) - 1) << (1 + t.INT_SET_BIAS), t.INT_SET_WIDTH)


def _fixed(sites: Callable[[Builder, typed.Op], int]) -> Lowering:
    return lambda b, e: ir.Mask(sites(b, e), b.c.layout.sites)


def _step(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.geometry.step(), (lower(b, e.args[0]), lower(b, e.args[1])))


def _along(b: Builder, e: typed.Op) -> ir.Expr:
    def fill(h: Builder) -> ir.IrType:
        s, d, n = h.param("s", ir.INT), h.param("d", ir.INT), h.param("n", ir.INT)
        i = h.var("i", ir.INT)
        with h.block() as body:
            h.add(ir.Set(s, ir.Look(b.c.geometry.step(), (ir.Get(s), ir.Get(d)))))
            with h.when(ir.Binary("lt", ir.Get(s), ir.Num(0))):
                h.add(ir.Break())
        h.add(ir.Count(i, ir.Num(1), ir.Get(n), body))
        h.add(ir.Return(ir.Get(s)))
        return ir.INT

    return ir.Invoke(b.shared("along", (), fill), tuple(lower(b, arg) for arg in e.args))


Directions = int | ir.Expr | None
"""Directions to go in: known while compiling (a bitset), a value, or all there are (None)."""


def _directions(b: Builder, e: typed.Op, index: int) -> Directions:
    if len(e.args) <= index:
        return None
    given = e.args[index]
    if isinstance(given, typed.Constant) and isinstance(given.value, int):
        return given.value
    return lower(b, given)


def near(b: Builder, site: ir.Expr, directions: Directions) -> ir.Expr:
    """The neighbours of a site in some directions."""
    g = b.c.geometry
    if directions is None or isinstance(directions, int):
        return ir.Look(g.neighbors(directions), (site,))

    def fill(h: Builder) -> ir.IrType:
        s, ds = h.param("s", ir.INT), h.param("ds", ir.bits(g.directions))
        d, found = h.var("d", ir.INT), h.var("found", _site_bits(b))
        with h.each(d, ir.Get(ds)):
            one = ir.Unary("single", ir.Look(g.step(), (ir.Get(s), ir.Get(d))))
            h.add(ir.Set(found, ir.Binary("joined", ir.Get(found), one)))
        h.add(ir.Return(ir.Get(found)))
        return _site_bits(b)

    return ir.Invoke(b.shared("steps", (), fill), (site, directions))


def _steps(b: Builder, e: typed.Op) -> ir.Expr:
    """`{forward, forward_left}` and the like become one look-up each."""
    site = lower(b, e.args[0])
    given = e.args[1] if len(e.args) > 1 else None
    if isinstance(given, typed.MakeSet) and isinstance(site, ir.Get | ir.Num):
        out: ir.Expr | None = None
        for item in given.items:
            one = ir.Unary("single", ir.Look(b.c.geometry.step(), (site, lower(b, item))))
            out = one if out is None else ir.Binary("joined", out, one)
        return out or ir.Mask(0, b.c.layout.sites)
    return near(b, site, _directions(b, e, 1))


def _with_directions(
    b: Builder, name: str, directions: Directions, fill: Callable[[Builder, Directions], ir.IrType]
) -> tuple[ir.Routine, tuple[ir.Expr, ...]]:
    """A shared routine that goes in some directions; those that are a value become its last parameter."""
    if directions is None or isinstance(directions, int):
        return b.shared(name, (directions,), lambda h: fill(h, directions)), ()

    def with_param(h: Builder) -> ir.IrType:
        ds = ir.Var("ds", ir.bits(b.c.geometry.directions))
        result = fill(h, ir.Get(ds))
        h.params.append(ds)
        return result

    return b.shared(name, ("any",), with_param), (directions,)


def _neighbors_of_set(b: Builder, e: typed.Op) -> ir.Expr:
    def fill(h: Builder, directions: Directions) -> ir.IrType:
        s, x, out = h.param("s", _site_bits(b)), h.var("x", ir.INT), h.var("out", _site_bits(b))
        with h.each(x, ir.Get(s)):
            h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), near(h, ir.Get(x), directions))))
        h.add(ir.Return(ir.Binary("without", ir.Get(out), ir.Get(s))))
        return _site_bits(b)

    routine, more = _with_directions(b, "neighbors_of", _directions(b, e, 1), fill)
    return ir.Invoke(routine, (lower(b, e.args[0]), *more))


def _adjacent(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Binary("has", ir.Look(b.c.geometry.neighbors(), (lower(b, e.args[0]),)), lower(b, e.args[1]))


def _distance(b: Builder, e: typed.Op) -> ir.Expr:
    table = b.c.geometry.distance()
    return ir.Look(table, (lower(b, e.args[0]), lower(b, e.args[1])))


def _around(b: Builder, e: typed.Op) -> ir.Expr:
    """A table where it is known while compiling how far it goes."""
    site, far = lower(b, e.args[0]), e.args[1]
    found = _ball(b, site, far)
    if found is not None:
        return found

    def fill(h: Builder) -> ir.IrType:
        s, n, i, x = h.param("s", ir.INT), h.param("n", ir.INT), h.var("i", ir.INT), h.var("x", ir.INT)
        out, edge, more = (h.var(name, _site_bits(b)) for name in ("out", "edge", "more"))
        h.add(ir.Set(out, ir.Unary("single", ir.Get(s))))
        h.add(ir.Set(edge, ir.Get(out)))
        with h.block() as body:
            h.add(ir.Set(more, ir.Mask(0, b.c.layout.sites)))
            with h.each(x, ir.Get(edge)):
                h.add(ir.Set(more, ir.Binary("joined", ir.Get(more), near(h, ir.Get(x), None))))
            h.add(ir.Set(edge, ir.Binary("without", ir.Get(more), ir.Get(out))))
            h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Get(edge))))
            with h.when(ir.Unary("none_of", ir.Get(edge))):
                h.add(ir.Break())
        h.add(ir.Count(i, ir.Num(1), ir.Get(n), body))
        h.add(ir.Return(ir.Get(out)))
        return _site_bits(b)

    return ir.Invoke(b.shared("around", (), fill), (site, lower(b, far)))


_FARTHEST = 8
"""So far tables are made for what is around a site."""


def _ball(b: Builder, site: ir.Expr, far: typed.Expr) -> ir.Expr | None:
    """The sites around a site, by tables; None if it is not known how far that goes."""
    match far:
        case typed.Constant(value=int() as n) if n <= _FARTHEST:
            return ir.Look(b.c.geometry.around(max(n, 0)), (site,))
        case typed.Cond(
            condition=condition, then=typed.Constant() as then, otherwise=typed.Constant() as otherwise
        ) if isinstance(site, ir.Get | ir.Num):
            one, other = _ball(b, site, then), _ball(b, site, otherwise)
            return None if one is None or other is None else ir.Select(lower(b, condition), one, other)
        case _:
            return None


def _pair(b: Builder, e: typed.Op) -> ir.Expr:
    g = b.c.geometry
    table = g.between() if e.op == "between" else g.towards()
    return ir.Look(table, (lower(b, e.args[0]), lower(b, e.args[1])))


def _lines(b: Builder, e: typed.Op) -> ir.Expr:
    assert isinstance(e.data, int)
    table = b.c.geometry.lines(e.data)
    values = [value for value in table.values[:-1] if isinstance(value, int)]
    return ir.MakeList(tuple(ir.Mask(value, b.c.layout.sites) for value in values))


def _in_line(b: Builder, e: typed.Op) -> ir.Expr:
    n, of = e.args
    assert isinstance(n, typed.Constant) and isinstance(n.value, int), "the length of a line is known while checking"
    table = b.c.geometry.lines(n.value)

    def fill(h: Builder) -> ir.IrType:
        s, i = h.param("s", _site_bits(b)), h.var("i", ir.INT)
        with h.block() as body, h.when(ir.Binary("inside", ir.Look(table, (ir.Get(i),)), ir.Get(s))):
            h.add(ir.Return(ir.Num(1)))
        h.add(ir.Count(i, ir.Num(0), ir.Num(table.shape[0] - 2), body))
        h.add(ir.Return(ir.Num(0)))
        return ir.INT

    return ir.Invoke(b.shared("in_line", (n.value,), fill), (lower(b, of),))


def _opposite(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.geometry.opposite(), (lower(b, e.args[0]),))


def _turned(b: Builder, e: typed.Op) -> ir.Expr:
    g = b.c.geometry
    turns = ir.Binary("mod", lower(b, e.args[1]), ir.Num(g.directions))
    return ir.Look(g.turned(), (lower(b, e.args[0]), turns))


def _facing(b: Builder, e: typed.Op) -> ir.Expr:
    assert isinstance(e.data, int)
    return ir.Look(b.c.players.facing(e.data), (lower(b, e.args[0]),))


# ---- shapes that read the state ----


def _run(b: Builder, e: typed.Op) -> ir.Expr:
    """`run` collects the sites of S that follow, `past` gives the first site beyond them."""
    walk = b.c.geometry.walk_sites()
    collects = e.op == "run"

    def fill(h: Builder) -> ir.IrType:
        s, d, of = h.param("s", ir.INT), h.param("d", ir.INT), h.param("of", _site_bits(b))
        x, out = h.var("x", ir.INT), h.var("out", _site_bits(b))
        with h.each_item(x, ir.Look(walk, (ir.Get(s), ir.Get(d)))):
            with h.when(ir.negated(ir.Binary("has", ir.Get(of), ir.Get(x)))):
                h.add(ir.Return(ir.Get(out if collects else x)))
            if collects:
                h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Unary("single", ir.Get(x)))))
        h.add(ir.Return(ir.Get(out) if collects else ir.Num(-1)))
        return _site_bits(b) if collects else ir.INT

    return ir.Invoke(b.shared(e.op, (), fill), tuple(lower(b, arg) for arg in e.args))


def spread(h: Builder, start: ir.Expr, within: ir.Expr, directions: Directions) -> ir.Var:
    """Statements that fill the sites of `within` connected to `start` (which counts where it lies within)."""
    seen, edge, more = (h.var(name, _site_bits(h)) for name in ("seen", "edge", "more"))
    x = h.var("x", ir.INT)
    h.add(ir.Set(seen, ir.Binary("common", start, within)))
    h.add(ir.Set(edge, ir.Get(seen)))
    with h.forever(ir.Unary("some", ir.Get(edge))):
        h.add(ir.Set(more, ir.Mask(0, h.c.layout.sites)))
        with h.each(x, ir.Get(edge)):
            h.add(ir.Set(more, ir.Binary("joined", ir.Get(more), near(h, ir.Get(x), directions))))
        h.add(ir.Set(edge, ir.Binary("without", ir.Binary("common", ir.Get(more), within), ir.Get(seen))))
        h.add(ir.Set(seen, ir.Binary("joined", ir.Get(seen), ir.Get(edge))))
    return seen


def _group(b: Builder, e: typed.Op) -> ir.Expr:
    c = b.c

    def fill(h: Builder, directions: Directions) -> ir.IrType:
        s, mine = h.param("s", ir.INT), h.var("mine", _site_bits(b))
        with h.when(ir.negated(ir.Binary("has", c.library.occupied(), ir.Get(s)))):
            h.add(ir.Return(ir.Mask(0, c.layout.sites)))
        if c.layout.flat:
            owner = ir.Load(c.layout.cell("owner"), c.library.on(ir.Get(s), 0))
            same_owner = ir.Load(c.layout.cell("owned"), c.players.owner_index(owner))
            h.add(ir.Set(mine, c.library.sites_of(same_owner)))
        else:
            h.add(ir.Set(mine, standing.held(c.library, standing.site_owner(c.library, ir.Get(s)))))
        h.add(ir.Return(ir.Get(spread(h, ir.Unary("single", ir.Get(s)), ir.Get(mine), directions))))
        return _site_bits(b)

    routine, more = _with_directions(b, "group", _directions(b, e, 1), fill)
    return ir.Invoke(routine, (lower(b, e.args[0]), *more))


def _connected(b: Builder, e: typed.Op) -> ir.Expr:
    def fill(h: Builder, directions: Directions) -> ir.IrType:
        s, start, goal = (h.param(name, _site_bits(b)) for name in ("s", "start", "goal"))
        seen = spread(h, ir.Get(start), ir.Get(s), directions)
        h.add(ir.Return(ir.Unary("some", ir.Binary("common", ir.Get(seen), ir.Get(goal)))))
        return ir.INT

    routine, more = _with_directions(b, "connected", _directions(b, e, 3), fill)
    return ir.Invoke(routine, (*(lower(b, arg) for arg in e.args[:3]), *more))


# ---- rays ----


def _ray(b: Builder, e: typed.Op) -> ir.Expr:
    return ir.Look(b.c.geometry.ray(), (lower(b, e.args[0]), lower(b, e.args[1])))


def _step_property(table: str) -> Lowering:
    def lowering(b: Builder, e: typed.Op) -> ir.Expr:
        found: ir.Table = getattr(b.c.geometry, table)()
        return ir.Look(found, (lower(b, e.args[0]),))

    return lowering


def _step_index(b: Builder, e: typed.Op) -> ir.Expr:
    (of,) = e.args
    return number_of(b, of, lower(b, of), lambda x: ir.Look(b.c.geometry.step_index(), (x,)), "index", e.span)


def _step_passed(b: Builder, e: typed.Op) -> ir.Expr:
    of, link = e.args
    assert isinstance(link, typed.Constant) and isinstance(link.value, int)
    table = b.c.geometry.step_passed(link.value)
    return number_of(b, of, lower(b, of), lambda x: ir.Look(table, (x,)), "passed", e.span)


def _mask_of(sites: tuple[int, ...]) -> int:
    return sum(1 << s for s in sites)


OPERATIONS: dict[str, Lowering] = {
    "sites": _sites,
    "edges": _fixed(lambda b, e: _mask_of(tuple(b.c.geometry.board.edges))),
    "vertices": _fixed(lambda b, e: _mask_of(tuple(b.c.geometry.board.vertices))),
    "edge": _edge,
    "cells_of": _parts_of,
    "edges_of": _parts_of,
    "vertices_of": _parts_of,
    "row": _number,
    "column": _number,
    "site_at": _site_at,
    "rows": _bands,
    "columns": _bands,
    "all_rows": _all_numbers,
    "all_columns": _all_numbers,
    "side": _fixed(lambda b, e: _mask_of(b.c.geometry.board.sides[str(e.data)])),
    "corners": _fixed(lambda b, e: _mask_of(b.c.geometry.board.corners)),
    "step": _step,
    "steps": _steps,
    "neighbors": _steps,
    "along": _along,
    "neighbors_of_set": _neighbors_of_set,
    "adjacent": _adjacent,
    "distance": _distance,
    "around": _around,
    "between": _pair,
    "towards": _pair,
    "line": lower_line,
    "lines": _lines,
    "in_line": _in_line,
    "opposite": _opposite,
    "turned": _turned,
    "facing": _facing,
    "run": _run,
    "past": _run,
    "group": _group,
    "connected": _connected,
    "ray": _ray,
    "step_site": _step_property("step_site"),
    "step_heading": _step_property("step_heading"),
    "step_link": _step_property("step_link"),
    "step_next": _step_property("step_next"),
    "step_previous": _step_property("step_previous"),
    "step_before": _step_property("step_before"),
    "step_index": _step_index,
    "step_passed": _step_passed,
}
