"""Which cells nobody reads: what is stored in them has no effect on how a game goes on, nor on what it gives.

A cell is read where its value can come to decide something: a condition, a place where something is stored, a move, an
error. It is not read where its value only goes into cells and locals that nobody reads themselves (such as a count
that is only counted on), into the words of an error, or into what people are told.

This goes by demand, whatever the order of the statements: locals, parameters, cells and results are demanded by what
needs their values, and demand in turn what they may be given.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program import ir, walk

_Node = ir.Var | ir.Cell | ir.Routine
"""A local, a cell, what a routine returns."""


def unread(routines: Iterable[ir.Routine], wanted: Iterable[ir.Cell], cells: Iterable[ir.Cell]) -> frozenset[ir.Cell]:
    """The `cells` that nobody reads if only these routines run, and only the `wanted` cells count in the end."""
    demand = _Demand()
    routines = list(routines)
    demand.recorded = any(asks_for_history(routine) for routine in routines)
    for cell in wanted:
        demand.node(cell)
    for routine in routines:
        for stmt in walk.statements(routine.body):
            demand.statement(stmt, routine)
    return frozenset(cell for cell in cells if cell not in demand.reached)


def asks_for_history(routine: ir.Routine) -> bool:
    """Whether a routine compares a position with those that were recorded."""
    return any(
        isinstance(e, ir.Occurrences)
        for stmt in walk.statements(routine.body)
        for e in walk.within(walk.expressions(stmt))
    )


def sure(e: ir.Expr) -> bool:
    """Whether nothing happens where an expression is evaluated: nothing goes wrong, and no loop runs."""
    return not any(
        isinstance(one, ir.Invoke | ir.SomeYield | ir.CountYields)
        or (isinstance(one, ir.Unary | ir.Binary) and one.span is not None)
        or (isinstance(one, ir.Binary) and one.op == "nth")
        for one in walk.within((e,))
    )


class _Demand:
    """`reached`: what is demanded; `_given`: the expressions of which something may get its value."""

    def __init__(self) -> None:
        self.reached: set[_Node] = set()
        self.recorded = False
        self._given: dict[_Node, list[ir.Expr]] = {}
        self._from: dict[_Node, list[_Node]] = {}

    # ---- what demands ----

    def node(self, node: _Node) -> None:
        waiting = [node]
        while waiting:
            one = waiting.pop()
            if one not in self.reached:
                self.reached.add(one)
                waiting += self._from.get(one, ())
                for e in self._given.get(one, ()):
                    waiting += _read(e)

    def value(self, e: ir.Expr) -> None:
        for node in _read(e):
            self.node(node)

    def _give(self, node: _Node, e: ir.Expr) -> None:
        """Something gets the value of an expression."""
        if node in self.reached or not sure(e):
            self.value(e)
        else:
            self._given.setdefault(node, []).append(e)

    def _hand(self, node: _Node, source: _Node) -> None:
        """Something gets the value of something else."""
        if node in self.reached:
            self.node(source)
        else:
            self._from.setdefault(node, []).append(source)

    # ---- statements ----

    def statement(self, stmt: ir.Stmt, routine: ir.Routine) -> None:
        """What one statement demands, without the bodies inside it."""
        for e in walk.within(walk.expressions(stmt)):
            if isinstance(e, ir.Invoke):
                self._call(e.routine, e.args)
        match stmt:
            case ir.Set(var=target, check=None) | ir.Fill(var=target) | ir.Append(var=target):
                for e in walk.expressions(stmt):
                    self._give(target, e)
            case ir.Store(cell=stored, check=None):
                for e in walk.expressions(stmt):
                    self._give(stored, e)
            case ir.Return(value=returned):
                if returned is not None:
                    self._give(routine, returned)
            case ir.Do(routine=called, args=args, result=result):
                self._call(called, args)
                if result is not None:
                    self._hand(result, called)
            case ir.Fail():
                pass
            case ir.Tell() | ir.Record() if isinstance(stmt, ir.Tell) or not self.recorded:
                for e in walk.expressions(stmt):
                    if not sure(e):
                        self.value(e)
            case _:
                for e in walk.expressions(stmt):
                    self.value(e)

    def _call(self, routine: ir.Routine, args: tuple[ir.Expr, ...]) -> None:
        for param, arg in zip(routine.params, args, strict=True):
            self._give(param, arg)


def _read(e: ir.Expr) -> Iterable[_Node]:
    """What an expression reads itself. Of a call that is the result; of what generators yield, the arguments."""
    match e:
        case ir.Get(var=var):
            yield var
        case ir.Load(cell=cell):
            yield cell
        case ir.Invoke(routine=routine):
            yield routine
            return
        case _:
            pass
    for part in walk.operands(e):
        yield from _read(part)
