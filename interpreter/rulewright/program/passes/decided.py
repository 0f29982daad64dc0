"""A function whose conditions are decided by constants that it is given is written down for these constants.

Before:

    function any(p) -> int
        for s in free & enclosing(owned[p % 3], owned[opponent[p] % 3]) if p >= 0 else such(free, p):
            return 1
        return 0

    function can_place(p) -> int
        return any(p)

        ...
        if can_place(0):

After:

    function any_0() -> int
        for s in free & enclosing(owned[0], owned[1]):
            return 1
        return 0

    function can_place_0() -> int
        return any_0()

        ...
        if can_place_0():

Functions that nothing calls any more go.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import settled
from rulewright.program.passes.folding import uncalled

_COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")

_Key = tuple[ir.Routine, tuple[int | None, ...]]


@dataclass(slots=True)
class _Deciding:
    """Which parameters decide something, and the functions that are made: for a value of each parameter (None: any)."""

    decide: dict[tuple[ir.Routine, int], bool] = field(default_factory=dict)
    made: dict[_Key, ir.Routine] = field(default_factory=dict)
    waiting: list[ir.Routine] = field(default_factory=list)

    def decides(self, routine: ir.Routine, number: int) -> bool:
        """Whether a condition depends on no more than a parameter, in a routine or in one to which it hands it on."""
        key = (routine, number)
        if key not in self.decide:
            self.decide[key] = False  # for one that calls itself
            param = routine.params[number]
            every = list(walk.statements(routine.body))
            fixed = not any(param in walk.assigned(stmt) for stmt in every)
            self.decide[key] = fixed and any(self._asks(stmt, param) for stmt in every)
        return self.decide[key]

    def _asks(self, stmt: ir.Stmt, param: ir.Var) -> bool:
        if isinstance(stmt, ir.If) and _is_decided(stmt.condition, param):
            return True
        for expr in walk.within(walk.expressions(stmt)):
            match expr:
                case ir.Select(condition=condition) if _is_decided(condition, param):
                    return True
                case ir.Invoke(routine=routine, args=args):
                    for number, arg in enumerate(args):
                        if _is(arg, param) and self.decides(routine, number):
                            return True
                case _:
                    pass
        return False

    def instead(self, expr: ir.Expr) -> ir.Expr | None:
        """A call of the function that is written down for the constants of this one."""
        if not isinstance(expr, ir.Invoke):
            return None
        values = tuple(
            arg.value if isinstance(arg, ir.Num) and self.decides(expr.routine, number) else None
            for number, arg in enumerate(expr.args)
        )
        if all(value is None for value in values):
            return None
        args = tuple(arg for arg, value in zip(expr.args, values, strict=True) if value is None)
        return ir.Invoke(self._written(expr.routine, values), args)

    def _written(self, model: ir.Routine, values: tuple[int | None, ...]) -> ir.Routine:
        key = (model, values)
        if key not in self.made:
            name = "_".join([model.name, *(str(value).replace("-", "no") for value in values if value is not None)])
            made = copies.routine(model, name)
            given = dict(zip(made.params, values, strict=True))
            made.params = tuple(param for param, value in given.items() if value is None)

            def constant(expr: ir.Expr) -> ir.Expr | None:
                value = given.get(expr.var) if isinstance(expr, ir.Get) else None
                return None if value is None else ir.Num(value)

            settled.settle(made.body, constant)
            self.made[key] = made
            self.waiting.append(made)
        return self.made[key]


def rewrite(program: ir.Program) -> None:
    """Rewrite the calls in all routines."""
    roots = uncalled(program)
    deciding = _Deciding()
    for routine in program.routines:
        rewriting.rewrite(routine.body, deciding.instead)
    while deciding.waiting:
        rewriting.rewrite(deciding.waiting.pop(0).body, deciding.instead)
    if deciding.made:
        program.routines += deciding.made.values()
        reached = set(walk.reachable(roots))
        program.routines = [one for one in program.routines if one in reached]


def _is_decided(condition: ir.Expr, param: ir.Var) -> bool:
    match condition:
        case ir.Binary(op=op, a=a, b=ir.Num()) if op in _COMPARED:
            return _is(a, param)
        case ir.Unary(op="not", a=a):
            return _is_decided(a, param)
        case ir.Binary(op="and" | "or", a=a, b=b):
            return _is_decided(a, param) and _is_decided(b, param)
        case _:
            return False


def _is(expr: ir.Expr, var: ir.Var) -> bool:
    return isinstance(expr, ir.Get) and expr.var is var and expr.index is None
