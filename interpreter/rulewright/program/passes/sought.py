"""What searches in sets are made of that need only look at what has come to the set: see `searches.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.program import ir

Look = Callable[[ir.Expr], tuple[list[ir.Stmt], ir.Expr]]

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

    def asking(self, call: Callable[[ir.Expr], tuple[ir.Routine, tuple[ir.Expr, ...]]]) -> None:
        """Look by a call, where the site has come to the set."""

        def look(site: ir.Expr) -> tuple[list[ir.Stmt], ir.Expr]:
            routine, args = call(site)
            found = ir.Var("found", ir.INT)
            came = ir.Binary("has", self.of, site)
            return [ir.Set(found, ir.Num(0)), ir.If(came, [ir.Do(routine, args, found)])], ir.Get(found)

        self.look = look
