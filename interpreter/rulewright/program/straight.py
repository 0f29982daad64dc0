"""Lowering of `line(a, b, i)`: the one or two sites nearest to a point of a straight line.

On a lattice the point is worked out from the places of the two ends, as `boards.geometry.line_cells` does it: tables
over pairs of sites would hold as many sets as the board has sites to the third power. Boards without a lattice have
few straight lines, and tables of these.
"""

from __future__ import annotations

from rulewright.boards import Board
from rulewright.program import ir
from rulewright.program.builder import Builder
from rulewright.program.expressions import lower
from rulewright.program.geometry import Geometry
from rulewright.semantics import typed


def lower_line(b: Builder, e: typed.Op) -> ir.Expr:
    """The sites i steps along the line from a to z; {} if there are none, or an end is none."""
    fill = _from_tables if b.c.geometry.board.grid == "free" else _on_lattice
    return ir.Invoke(b.shared("line", (), fill), tuple(lower(b, arg) for arg in e.args))


def _bits(b: Builder) -> ir.IrType:
    return ir.bits(b.c.layout.sites)


def _from_tables(h: Builder) -> ir.IrType:
    g = h.c.geometry
    a, z, i = h.param("a", ir.INT), h.param("z", ir.INT), h.param("i", ir.INT)
    for n in range(max(g.board.rows, g.board.columns) + 1):

        def sites(p: int, q: int, n: int = n) -> int:
            return sum(1 << s for s in set(g.board.line(p, q, n)))

        with h.when(ir.Binary("eq", ir.Get(i), ir.Num(n))):
            h.add(ir.Return(ir.Look(g.per_pair(f"line_{n}", sites, 0, _bits(h)), (ir.Get(a), ir.Get(z)))))
    h.add(ir.Return(ir.Mask(0, g.sites)))
    return _bits(h)


def _on_lattice(h: Builder) -> ir.IrType:
    """With u and v as the lattice's coordinates the point lies at (u0 + du i / n, v0 + dv i / n), n steps being the
    greatest of the differences. One coordinate, or on hexes the sum of both, is whole there. Of the others the nearest
    whole numbers count, both of them halfway: the one as halves are rounded down, the other as they are rounded up."""
    g = h.c.geometry
    hexes = g.board.grid == "hex"
    width = h.c.layout.sites
    a, z, i = (h.param(name, ir.INT) for name in ("a", "z", "i"))
    u, v = (_places(g, name, at) for at, name in enumerate(("line_u", "line_v")))
    cells = ir.Num(len(g.board.lattice))
    for end in (a, z):
        with h.when(_or(_lt(ir.Get(end), ir.Num(0)), ir.Binary("ge", ir.Get(end), cells))):
            h.add(ir.Return(ir.Mask(0, width)))

    def kept(name: str, value: ir.Expr) -> ir.Expr:
        return h.keep(name, ir.INT, value)

    def times(value: ir.Expr, other: ir.Expr) -> ir.Expr:
        return ir.Binary("mul", value, other)

    start = [kept(name, ir.Look(table, (ir.Get(a),))) for name, table in (("u", u), ("v", v))]
    way = [
        kept(name, ir.Binary("sub", ir.Look(table, (ir.Get(z),)), first))
        for name, table, first in (("du", u, start[0]), ("dv", v, start[1]))
    ]
    far = [kept(name, ir.Unary("abs", one)) for name, one in (("far_u", way[0]), ("far_v", way[1]))]
    sides = [*far]
    if hexes:
        sides.append(kept("far_w", ir.Unary("abs", ir.Binary("add", way[0], way[1]))))
    n = sides[0]
    for number, side in enumerate(sides[1:]):
        n = kept(f"n{number}", ir.Select(_lt(n, side), side, n))
    with h.when(_or(_lt(ir.Get(i), ir.Num(0)), _lt(n, ir.Get(i)))):
        h.add(ir.Return(ir.Mask(0, width)))
    with h.when(ir.Binary("eq", n, ir.Num(0))):
        h.add(ir.Return(ir.Unary("single", ir.Get(a))))
    twice = kept("twice", times(n, ir.Num(2)))

    def rounded(first: ir.Expr, step: ir.Expr, nudge: ir.Expr) -> ir.Expr:
        exact = ir.Binary("add", times(first, n), times(step, ir.Get(i)))
        return ir.Binary("div", ir.Binary("add", times(exact, ir.Num(2)), nudge), twice)

    found: list[ir.Expr] = []
    for name, nudge in (("low", ir.Binary("sub", n, ir.Num(1))), ("high", n)):
        here = kept(f"{name}_u", rounded(start[0], way[0], nudge))
        there = rounded(start[1], way[1], nudge)
        if hexes:
            # Neither u nor v is whole: their sum is, and v is what it leaves.
            step = ir.Select(_lt(ir.Binary("add", way[0], way[1]), ir.Num(0)), ir.Unary("neg", ir.Get(i)), ir.Get(i))
            rest = ir.Binary("sub", ir.Binary("add", ir.Binary("add", start[0], start[1]), step), here)
            whole = _or(ir.Binary("eq", far[0], n), ir.Binary("eq", far[1], n))
            there = ir.Select(whole, there, rest)
        place = _from_least(g.board, 0, here), _from_least(g.board, 1, there)
        found.append(ir.Unary("single", ir.Look(_sites_at(g), place)))
    h.add(ir.Return(ir.Binary("joined", found[0], found[1])))
    return _bits(h)


def _lt(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Binary("lt", one, other)


def _or(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Binary("or", one, other)


def _places(g: Geometry, name: str, at: int) -> ir.Table:
    """A coordinate of each site on the lattice."""
    lattice = g.board.lattice
    return g.per_site(name, lambda s: lattice[s][at] if s < len(lattice) else 0, 0)


def _bounds(board: Board, at: int) -> tuple[int, int]:
    found = [place[at] for place in board.lattice]
    return min(found), max(found)


def _from_least(board: Board, at: int, value: ir.Expr) -> ir.Expr:
    """A coordinate counted from the least one."""
    return ir.Binary("sub", value, ir.Num(_bounds(board, at)[0]))


def _sites_at(g: Geometry) -> ir.Table:
    """The site at each place of the lattice, -1 where there is none. A point of a line lies between its ends, so its
    place is always in the table, which ends with a row and a column for none."""
    (left, right), (low, high) = (_bounds(g.board, at) for at in (0, 1))
    sites = {place: site for site, place in enumerate(g.board.lattice)}
    shape = (right - left + 2, high - low + 2)
    return g.table(
        "line_site",
        shape,
        ir.INT,
        lambda: (sites.get((u, v), -1) for u in range(left, right + 2) for v in range(low, high + 2)),
    )
