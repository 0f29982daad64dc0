"""Conditions in loops are asked part by part where what they ask is the same in every round, so that it can be
remembered (`remembered.py`).

Before:

    function follows(c) -> int
        return suit[kind[c]] == led() or no_other()

    for c in contents[mover]:
        if follows(c):
            yield Play(c)

After:

    for c in contents[mover]:
        holds = suit[kind[c]] == led()
        if not holds:
            holds = no_other()
        if holds:
            yield Play(c)

What is asked, and in which order, stays the same. Functions that are one expression stand in place where they ask such
things.
"""

from __future__ import annotations

from rulewright.program import ir, rewriting, walk
from rulewright.program.changing import changes
from rulewright.program.passes.directions import returned
from rulewright.program.passes.remembered import LOOP, evaluated, is_fixed, is_worth
from rulewright.program.typeof import type_of

_LONGEST = 60
"""So many expressions has a condition at most that is asked part by part."""


def rewrite(program: ir.Program) -> None:
    """Rewrite the generators and functions of a program that change nothing, in place."""
    worth: dict[ir.Routine, bool] = {}
    for routine in program.routines:
        if routine.sort != "flow" and _asks(routine) and not changes(routine.body):
            given = {var for stmt in walk.statements(routine.body) for var in walk.assigned(stmt)}
            _Parting(set(routine.params) - given, worth).body(routine.body, False)


def _asks(routine: ir.Routine) -> bool:
    """Whether anything is called in a condition in a loop."""
    loops = [stmt for stmt in walk.statements(routine.body) if isinstance(stmt, LOOP)]
    inside = (stmt for loop in loops for body in walk.bodies(loop) for stmt in walk.statements(body))
    conditions = (stmt.condition for stmt in inside if isinstance(stmt, ir.If))
    return any(isinstance(e, ir.Invoke) for e in walk.within(conditions))


class _Parting:
    """`fixed`: the parameters that keep their values."""

    def __init__(self, fixed: set[ir.Var], worth: dict[ir.Routine, bool]) -> None:
        self._fixed = fixed
        self._worth = worth

    def body(self, body: list[ir.Stmt], looping: bool) -> None:
        out: list[ir.Stmt] = []
        for stmt in body:
            if not isinstance(stmt, ir.Trial | ir.Attempt):
                for inner in walk.bodies(stmt):
                    self.body(inner, looping or isinstance(stmt, LOOP))
            out += self._parted(stmt) if looping and isinstance(stmt, ir.If) else [stmt]
        body[:] = out

    def _parted(self, stmt: ir.If) -> list[ir.Stmt]:
        condition = self._opened(stmt.condition)
        asked = [e for e in walk.within([condition]) if self._is_asked(e)]
        if not asked or sum(1 for _ in walk.within([condition])) > _LONGEST:
            return [stmt]
        surely = list(evaluated([condition]))
        if all(any(e is one for one in surely) for e in asked):
            return [ir.If(condition, stmt.then, stmt.otherwise)]
        holds = ir.Var("holds", ir.INT)
        return [*self._asking(condition, holds), ir.If(ir.Get(holds), stmt.then, stmt.otherwise)]

    def _is_asked(self, e: ir.Expr) -> bool:
        return isinstance(e, ir.Invoke) and is_fixed(e, self._fixed) and is_worth(e.routine, self._worth)

    def _asked_in(self, e: ir.Expr) -> bool:
        return any(map(self._is_asked, walk.within([e])))

    def _opened(self, expr: ir.Expr) -> ir.Expr:
        """An expression with what functions return in their place, where they ask what is the same in every round."""

        def change(part: ir.Expr) -> ir.Expr | None:
            match part:
                case ir.Invoke(routine=routine, args=args) if not self._is_asked(part) and all(map(_short, args)):
                    found = returned(routine.body)
                    if found is None or type_of(found) != routine.result:
                        return None
                    found = self._opened(rewriting.with_values(found, dict(zip(routine.params, args, strict=True))))
                    return found if self._asked_in(found) else None
                case _:
                    return None

        return rewriting.replaced(expr, change)

    def _asking(self, e: ir.Expr, holds: ir.Var) -> list[ir.Stmt]:
        """Statements after which a local tells whether a condition holds."""
        known = ir.Get(holds)
        match e:
            case _ if not self._asked_in(e):
                return [ir.Set(holds, e)]
            case ir.Binary(op="and", a=a, b=b):
                return [*self._asking(a, holds), ir.If(known, self._asking(b, holds), [])]
            case ir.Binary(op="or", a=a, b=b):
                return [*self._asking(a, holds), ir.If(ir.Unary("not", known), self._asking(b, holds), [])]
            case ir.Unary(op="not", a=a):
                return [*self._asking(a, holds), ir.Set(holds, ir.Unary("not", known))]
            case ir.Select(condition=condition, a=a, b=b):
                return [
                    *self._asking(condition, holds),
                    ir.If(known, self._asking(a, holds), self._asking(b, holds)),
                ]
            case _:
                return [ir.Set(holds, e)]


def _short(arg: ir.Expr) -> bool:
    """Whether what stands for a parameter may be written wherever that is read."""
    return isinstance(arg, ir.Num | ir.Mask) or (isinstance(arg, ir.Get) and arg.index is None)
