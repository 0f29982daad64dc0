"""How much of the budget of iterations the loops of a game that rolls must take one by one.

A game that goes on for ever without a stop is refused: between two stops loops may go round so many times, and no more.
Most loops go over a set, and how often all that runs inside one round of an endless loop goes round has a bound that
is plain to see. So only loops without such a bound take from the budget, each round as much as everything may that runs
inside it once; the budget is smaller by what may run outside of them. It is spent no later than if all were counted,
and where it is spent the game is played again by the module that does count.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engines import errors
from rulewright.engines.native.layout import Sizes, reach
from rulewright.program import ir, walk
from rulewright.program.typeof import family

_MOST = 1_000
"""A loop that may go round more often, with all that is inside, takes from the budget."""

_BLOCKS = 4
"""A statement of a flow comes to so many blocks at most, which are limited, too."""

_Loop = ir.While | ir.Each | ir.EachItem | ir.Count | ir.EachStep | ir.YieldSubsets | ir.Decide | ir.Together


class Weights:
    """`budget`: how much there is after a stop. `of`: what a loop takes each round; a decision, each time that a
    candidate is tried out; a compound, for each way that is gone."""

    def __init__(self, main: ir.Routine, routines: Iterable[ir.Routine], sizes: Sizes) -> None:
        self._sizes = sizes
        self._routines: dict[ir.Routine, int] = {}
        self._loops: dict[ir.Stmt, int] = {}
        self.budget = errors.MAX_ITERATIONS - self._routine(main)
        for routine in routines:
            self._routine(routine)
            if routine.sort == "flow":
                # where a stop lies in a loop, the rest of the round comes after it
                self.budget -= sum(self._loops.get(stmt, 0) for stmt in walk.statements(routine.body))

    def of(self, stmt: ir.Stmt) -> int:
        return self._loops.get(stmt, 1)

    # ---- bounds of what is not taken from the budget ----

    def _routine(self, routine: ir.Routine) -> int:
        """Of one call. No routine here calls itself."""
        if routine not in self._routines:
            self._routines[routine] = self._body(routine.body, routine.sort == "flow")
        return self._routines[routine]

    def _body(self, body: Iterable[ir.Stmt], flow: bool) -> int:
        return sum(self._statement(stmt, flow) + _BLOCKS * flow for stmt in body)

    def _statement(self, stmt: ir.Stmt, flow: bool) -> int:
        inside = sum(self._body(one, flow) for one in walk.bodies(stmt))
        called = sum(
            self._routine(e.routine)
            for e in walk.within(walk.expressions(stmt))
            if isinstance(e, ir.Invoke | ir.SomeYield | ir.CountYields)
        )
        match stmt:
            case ir.Do(routine=routine) | ir.Draw(generator=routine):
                return called + self._routine(routine)
            case ir.Decide(decision=decision):
                tests = [self._routine(test) for test in decision.holds if test is not None]
                self._loops[stmt] = 1 + max([0, *tests])
                listed = [decision.generator, *([decision.candidates] if decision.candidates else [])]
                return called + sum(self._routine(routine) for routine in listed)
            case ir.Compound():
                self._loops[stmt] = 1 + called + inside
                return called
            case _ if isinstance(stmt, _Loop):
                rounds = _rounds(stmt, self._sizes)
                if isinstance(stmt, ir.While):  # its condition is evaluated each round
                    inside += called
                if rounds is not None and rounds * (1 + inside) <= _MOST:
                    self._loops[stmt] = 0
                    return called + rounds * (1 + inside)
                self._loops[stmt] = 1 + inside
                return called
            case _:
                return called + inside


def _rounds(stmt: ir.Stmt, sizes: Sizes) -> int | None:
    """How often a loop goes round at most; None if that is not plain to see."""
    match stmt:
        case ir.Each(members=members) | ir.EachItem(items=ir.Unary(op="elements", a=members)):
            return _members(members, sizes)
        case ir.EachItem(items=ir.MakeList(items=items)):
            return len(items)
        case ir.Together(seats=seats):
            return 2 * _members(seats, sizes)
        case ir.EachItem(items=ir.Look(table=table)):
            return max(len(listed) for listed in table.values if isinstance(listed, tuple))
        case ir.Count(lo=ir.Num(value=lo), hi=ir.Num(value=hi)):
            return max(0, hi - lo + 1)
        case ir.EachStep(ways=ways):
            return sum(_members(members, sizes) for members, _ in ways)
        case _:
            return None


def _members(members: ir.Expr, sizes: Sizes) -> int:
    match members:
        case ir.Mask(value=value):
            return value.bit_count()
        case ir.Unary(op="single"):
            return 1
        case ir.Binary(op="common", a=a, b=b):
            return min(_members(a, sizes), _members(b, sizes))
        case ir.Binary(op="without", a=a):
            return _members(a, sizes)
        case ir.Look(table=table) if family(table.type) == "set":
            return max(value.bit_count() for value in table.values if isinstance(value, int))
        case _:
            return 64 * reach(members, sizes)
