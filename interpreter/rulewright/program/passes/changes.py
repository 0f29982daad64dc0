"""What statements may change in some cells: which entry, and of a set which member comes or goes.

    owned[o % 3] += {s}        owned grows at `o` by `s`
    filled -= {x}              filled shrinks by `x`
    in_hand[p] = 3             in_hand changes at `p`

What a function does is told in the words of its caller: parameters, constants, and cells that it leaves alone. What
cannot be told so is unknown: some entry, some member. Conditions are not asked: it is what *may* change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulewright.program import ir, walk
from rulewright.program.passes.lifting import same

Values = Mapping[ir.Var, ir.Expr | None]
"""What variables hold, in words that stay true; None, or none at all, where that is not known."""


@dataclass(frozen=True, slots=True)
class Change:
    """`way`: grows, shrinks, or anything. `entry`: an index (None: any entry); of `x % n`, where n is the number of
    entries, it is `x`. `member`: what comes or goes (None: anything)."""

    cell: ir.Cell
    way: str
    entry: ir.Expr | None = None
    member: ir.Expr | None = None

    @property
    def words(self) -> tuple[ir.Expr, ...]:
        """The expressions in which it is told."""
        return tuple(expr for expr in (self.entry, self.member) if expr is not None)

    def is_like(self, other: Change) -> bool:
        """Whether both tell the same."""
        alike = self.cell is other.cell and self.way == other.way
        return alike and same(self.entry, other.entry) and same(self.member, other.member)


class Changes:
    """What the statements and routines of a program change in `cells`."""

    def __init__(self, cells: Iterable[ir.Cell]) -> None:
        self.cells = frozenset(cells)
        self._stored: dict[ir.Routine, frozenset[ir.Cell]] = {}
        self._made: dict[ir.Routine, tuple[Change, ...]] = {}

    def anything(self) -> tuple[Change, ...]:
        """Everything may have changed."""
        return tuple(Change(cell, "anything") for cell in self.cells)

    def of(self, stmt: ir.Stmt, values: Values) -> tuple[Change, ...]:
        """What a statement changes, with all that is inside it."""
        return self._of(stmt, values, self.stored([stmt]))

    def of_routine(self, routine: ir.Routine) -> tuple[Change, ...]:
        """What a routine changes, in the words of its parameters."""
        if routine not in self._made:
            self._made[routine] = self.anything()  # for one that calls itself
            values, stored = _values(routine), self._all_stored(routine)
            self._made[routine] = distinct(
                change for stmt in _lasting(routine.body) for change in self._of(stmt, values, stored)
            )
        return self._made[routine]

    def stored(self, body: Iterable[ir.Stmt]) -> frozenset[ir.Cell]:
        """All cells, also others than `cells`, that statements store to, by themselves or in what they call."""
        found: set[ir.Cell] = set()
        for stmt in walk.statements(body):
            if isinstance(stmt, ir.Store):
                found.add(stmt.cell)
            elif isinstance(stmt, ir.Do):
                found |= self._all_stored(stmt.routine)
        return frozenset(found)

    def _all_stored(self, routine: ir.Routine) -> frozenset[ir.Cell]:
        if routine not in self._stored:
            own = (stmt for called in walk.reachable([routine]) for stmt in walk.statements(called.body))
            self._stored[routine] = frozenset(stmt.cell for stmt in own if isinstance(stmt, ir.Store))
        return self._stored[routine]

    def _of(self, stmt: ir.Stmt, values: Values, stored: frozenset[ir.Cell]) -> tuple[Change, ...]:
        match stmt:
            case ir.Store(cell=cell) if cell in self.cells:
                return (_stored(stmt, values, stored),)
            case ir.Do(routine=routine, args=args):
                given = {param: said(arg, values, stored) for param, arg in zip(routine.params, args, strict=True)}
                return tuple(_told(change, given, stored) for change in self.of_routine(routine))
            case _ if any(walk.bodies(stmt)):
                # what a loop goes over is another thing each time
                fixed = {var: None for inner in walk.statements([stmt]) for var in walk.assigned(inner)}
                inside = {**values, **fixed}
                return distinct(
                    change for one in _lasting([stmt]) if one is not stmt for change in self._of(one, inside, stored)
                )
            case _:
                return ()


def distinct(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes without those that another one tells."""
    found: list[Change] = []
    for change in changes:
        if not any(change.is_like(other) for other in found):
            found.append(change)
    return tuple(found)


def said(expr: ir.Expr, values: Values, stored: Iterable[ir.Cell] = ()) -> ir.Expr | None:
    """An expression in words that stay true while the cells in `stored` change; None if there are none."""
    match expr:
        case ir.Num():
            return expr
        case ir.Get(var=var, index=None):
            return None if var.type.follows else values.get(var)
        case ir.Load(cell=cell, index=None):
            return None if cell in stored or cell.type.follows else expr
        case _:
            return None


def _stored(stmt: ir.Store, values: Values, stored: frozenset[ir.Cell]) -> Change:
    cell, index = stmt.cell, stmt.index
    change = Change(cell, "anything", said(unwound(cell, index), values, stored) if index is not None else None)
    match stmt.value:
        case ir.Binary(op="joined" | "without" as op, a=ir.Load(cell=before, index=at), b=ir.Unary(op="single", a=x)):
            if before is cell and same(at, index):
                return replace(change, way="grows" if op == "joined" else "shrinks", member=said(x, values, stored))
    return change


def unwound(cell: ir.Cell, index: ir.Expr) -> ir.Expr:
    """The index of an entry, where that of none is the last one: `x` of `x % n`."""
    match index:
        case ir.Binary(op="mod", a=x, b=ir.Num(value=size), span=None) if size == cell.size:
            return x
        case _:
            return index


def _told(change: Change, given: Values, stored: frozenset[ir.Cell]) -> Change:
    """A change in a routine's words, in those of its caller."""
    entry = None if change.entry is None else said(change.entry, given, stored)
    member = None if change.member is None else said(change.member, given, stored)
    return replace(change, entry=entry, member=member)


def _lasting(body: Iterable[ir.Stmt]) -> Iterable[ir.Stmt]:
    """Stores and calls, but for those of trials, which are dropped."""
    for stmt in body:
        if isinstance(stmt, ir.Store | ir.Do):
            yield stmt
        elif not isinstance(stmt, ir.Trial):
            for inner in walk.bodies(stmt):
                yield from _lasting(inner)


def _values(routine: ir.Routine) -> Values:
    """What the variables of a routine hold wherever they are read: parameters that it does not assign, and variables
    that are set once, before they are read and whatever happens, to such a value."""
    times: dict[ir.Var, int] = {}
    for stmt in walk.statements(routine.body):
        for var in walk.assigned(stmt):
            times[var] = times.get(var, 0) + 1
    values: dict[ir.Var, ir.Expr | None] = {param: ir.Get(param) for param in routine.params if param not in times}
    stored = Changes(()).stored(routine.body)
    read: set[ir.Var] = set()
    for stmt in routine.body:
        read.update(var for one in walk.statements([stmt]) for var in walk.variables(walk.expressions(one)))
        if isinstance(stmt, ir.Set) and stmt.index is None and times[stmt.var] == 1 and stmt.var not in read:
            values[stmt.var] = said(stmt.value, values, stored)
    return values
