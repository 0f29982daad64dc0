"""Lists that are only looked at where they lie, in the state or in a local, and so need not be copied.

A loop goes over a list as it was when the loop began; a local keeps a list as it was when it was given it. Where
nothing can change what they come from as long as they are needed, they are the list itself, not a copy of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.program import ir, walk
from rulewright.program.typeof import family

_Source = ir.Cell | ir.Var


class Looking:
    """What is known of the routines of a module."""

    def __init__(self) -> None:
        self._changed: dict[ir.Routine, frozenset[_Source | type]] = {}
        self._locals: dict[ir.Routine, frozenset[ir.Stmt]] = {}

    def over(self, items: ir.Expr, body: Sequence[ir.Stmt]) -> bool:
        """Whether a list is the same as long as statements run that go over it."""
        source = _source(items)
        return source is not None and self._steady(source, self._by(body))

    def kept(self, stmt: ir.Set, routine: ir.Routine) -> bool:
        """Whether what a local of a function or generator is given may be the list that lies in a cell."""
        if routine not in self._locals:
            self._locals[routine] = frozenset(self._found(routine))
        return stmt in self._locals[routine]

    # ---- what statements change ----

    def _by(self, body: Iterable[ir.Stmt]) -> frozenset[_Source | type]:
        """The cells and lists of locals that statements may change, and `Rename` if references may move."""
        found: set[_Source | type] = set()
        for stmt in walk.statements(body):
            found |= {*_changes(stmt), *self._within(stmt)}
        return frozenset(found)

    def _in(self, routine: ir.Routine) -> frozenset[_Source | type]:
        if routine not in self._changed:
            every = (stmt for called in walk.reachable([routine]) for stmt in walk.statements(called.body))
            self._changed[routine] = frozenset(one for stmt in every for one in _changes(stmt))
        return self._changed[routine]

    def _steady(self, source: _Source, changed: frozenset[_Source | type]) -> bool:
        return source not in changed and not (source.type.follows and ir.Rename in changed)

    # ---- locals ----

    def _found(self, routine: ir.Routine) -> Iterator[ir.Set]:
        """The statements that give a local a list of a cell which does not change before the local is read last."""
        order = list(_in_order(routine.body, ()))
        for at, (stmt, loops) in enumerate(order):
            match stmt:
                case ir.Set(var=var, value=value, index=None) if not var.size and family(var.type) == "list":
                    source = _source(value)
                case _:
                    continue
            if any(isinstance(e, ir.Binary) and e.op == "tail" for e in walk.within([value])):
                continue  # what begins where the list does is known by its place
            given = sum(var in walk.assigned(one) for one, _ in order)
            if not isinstance(source, ir.Cell) or given != 1 or var in routine.params:
                continue
            reading = [i for i, (one, _) in enumerate(order) if var in walk.variables(walk.expressions(one))]
            # each round of a loop must give it anew before it is read
            inside = not loops or (stmt in _body(loops[-1]) and all(loops[-1] in order[i][1] for i in reading))
            if inside and all(at < i and _looks(order[i][0], var) for i in reading):
                last = max(reading, default=at)
                again = {loop for i in reading for loop in order[i][1]} - set(loops)
                between = [one for i, (one, around) in enumerate(order) if at < i < last or again & set(around)]
                if self._steady(source, self._alone(between) | self._within(order[last][0])):
                    yield stmt

    def _alone(self, stmts: Iterable[ir.Stmt]) -> frozenset[_Source | type]:
        """As `_by`, of statements without those inside them."""
        found: set[_Source | type] = set()
        for stmt in stmts:
            found |= self._within(stmt) if any(walk.bodies(stmt)) else self._by([stmt])
        return frozenset(found)

    def _within(self, stmt: ir.Stmt) -> frozenset[_Source | type]:
        """What is changed by the routines that a statement calls itself."""
        return frozenset(one for called in _called(stmt) for one in self._in(called))


_LOOPS = ir.While | ir.Each | ir.EachItem | ir.Count | ir.EachStep | ir.YieldSubsets


def _changes(stmt: ir.Stmt) -> Iterator[_Source | type]:
    """What a statement changes itself."""
    yield from (var for var in walk.assigned(stmt) if family(var.type) == "list")
    match stmt:
        case ir.Store(cell=cell):
            yield cell
        case ir.Rename():
            yield ir.Rename
        case _:
            pass


def _source(items: ir.Expr) -> _Source | None:
    """Where a list lies, if it lies anywhere."""
    match items:
        case ir.Load(cell=cell):
            return cell
        case ir.Get(var=var):
            return var
        case ir.Binary(op="head" | "tail", a=a):
            return _source(a)
        case _:
            return None


def _called(stmt: ir.Stmt) -> Iterator[ir.Routine]:
    """The routines that a statement calls itself; generators change nothing, but may call what does."""
    for expr in walk.within(walk.expressions(stmt)):
        if isinstance(expr, ir.Invoke | ir.SomeYield | ir.CountYields):
            yield expr.routine
    match stmt:
        case ir.Do(routine=routine) | ir.Draw(generator=routine):
            yield routine
        case ir.Decide(decision=decision):
            yield decision.generator
        case _:
            pass


def _body(loop: ir.Stmt) -> list[ir.Stmt]:
    (body,) = walk.bodies(loop)
    return body


def _in_order(body: Iterable[ir.Stmt], loops: tuple[ir.Stmt, ...]) -> Iterator[tuple[ir.Stmt, tuple[ir.Stmt, ...]]]:
    """All statements as they are written, each with the loops around it (and itself, if it is one)."""
    for stmt in body:
        around = (*loops, stmt) if isinstance(stmt, _LOOPS) else loops
        yield stmt, around
        for inner in walk.bodies(stmt):
            yield from _in_order(inner, around)


def _looks(stmt: ir.Stmt, var: ir.Var) -> bool:
    """Whether a statement uses a list only for what it makes of it at once."""
    match stmt:
        case ir.Store(cell=cell, value=value) if family(cell.type) == "list":
            rest = [value] if stmt.index is None else [stmt.index, value]
            return all(_uses(e, var, e is value) for e in rest)
        case ir.EachItem(items=items, rest=None):
            return _uses(items, var, True)
        case ir.Do() | ir.Return() | ir.Decide() | ir.Draw() | ir.Yield() | ir.Trial() | ir.Attempt():
            return not any(var in walk.variables([e]) for e in walk.expressions(stmt))
        case _:
            return all(_uses(e, var, False) for e in walk.expressions(stmt))


def _uses(e: ir.Expr, var: ir.Var, whole: bool) -> bool:
    """Whether an expression only looks at the list; `whole`: the list itself may be its value."""
    match e:
        case ir.Get(var=own, index=None) if own is var:
            return whole
        case ir.Binary(op="head" | "tail", a=a, b=b):
            return _uses(a, var, whole) and _uses(b, var, False)
        case ir.Unary(op="length" | "gather", a=a):
            return _uses(a, var, True)
        case ir.Binary(op="nth" | "place" | "joined_lists" | "leaving", a=a, b=b):
            return _uses(a, var, True) and _uses(b, var, e.op == "joined_lists")
        case ir.Sorted(items=items, keys=keys):
            return all(_uses(one, var, True) for one in (items, *keys))
        case _:
            return all(_uses(one, var, False) for one in walk.operands(e))
