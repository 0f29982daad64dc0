"""What expressions give that ask nothing of the state: they can be evaluated before the game is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.program import ir

Value = int | tuple[int, ...]

_MOST_STEPS = 100_000
"""So many statements are run at most for one value."""


class Unknown(Exception):  # noqa: N818 - no error: the value depends on the state, or there is none
    """An expression has no value that is known."""


def known(expr: ir.Expr, names: dict[ir.Var, Value] | None = None) -> Value | None:
    """The value of an expression, where `names` are the values of its variables. None: it depends on the state or on
    other variables, or would fail."""
    try:
        return _Run().value(expr, names or {})
    except Unknown:
        return None


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "common": lambda a, b: a & b,
    "joined": lambda a, b: a | b,
    "without": lambda a, b: a & ~b,
    "same": lambda a, b: int(a == b),
    "differs": lambda a, b: int(a != b),
    "inside": lambda a, b: int(not a & ~b),
    "has": lambda a, b: a >> b & 1 if b >= 0 else 0,
}

_ALONE: dict[str, Callable[[int], int]] = {
    "neg": lambda a: -a,
    "abs": abs,
    "not": lambda a: int(not a),
    "number": lambda a: a,
    "size": lambda a: a.bit_count(),
    "least": lambda a: (a & -a).bit_length() - 1,
    "some": lambda a: int(a != 0),
    "none_of": lambda a: int(a == 0),
    "single": lambda a: 1 << a if a >= 0 else 0,
}


class _Left(Exception):  # noqa: N818 - how `return` leaves a function
    def __init__(self, value: Value | None) -> None:
        self.value = value


class _Broken(Exception):  # noqa: N818 - how `break` leaves a loop
    pass


class _Locals(dict[ir.Var, Value]):
    """Those of a function, which have a value from the start."""

    def __missing__(self, var: ir.Var) -> Value:
        return var.default()


class _Run:
    """One evaluation; it is given up when it takes too long."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def value(self, expr: ir.Expr, names: dict[ir.Var, Value]) -> Value:
        match expr:
            case ir.Num(value=constant) | ir.Mask(value=constant):
                return constant
            case ir.Get(var=var, index=None):
                try:
                    return names[var]
                except KeyError:
                    raise Unknown from None
            case ir.Look(table=table, indices=indices):
                return self._looked(table, [self.number(index, names) for index in indices])
            case ir.Clear(table=table, index=index, of=of):
                row = [self._looked(table, (self.number(index, names), i)) for i in range(table.shape[1] - 1)]
                other = self.number(of, names)
                return sum(1 << i for i, one in enumerate(row) if isinstance(one, int) and not one & other)
            case ir.Select(condition=condition, a=a, b=b):
                return self.value(a if self.number(condition, names) else b, names)
            case ir.Binary(op="and", a=a, b=b):
                return int(bool(self.number(a, names)) and bool(self.number(b, names)))
            case ir.Binary(op="or", a=a, b=b):
                return int(bool(self.number(a, names)) or bool(self.number(b, names)))
            case ir.Binary(op=op, a=a, b=b, span=span) if op in _ARITHMETIC:
                return _fitting(_ARITHMETIC[op](self.number(a, names), self.number(b, names)), span is not None)
            case ir.Unary(op="elements", a=a):
                return members(self.number(a, names))
            case ir.Unary(op=op, a=a, span=span) if op in _ALONE:
                return _fitting(_ALONE[op](self.number(a, names)), span is not None)
            case ir.Invoke(routine=routine, args=args):
                return self._invoked(routine, [self.value(arg, names) for arg in args])
            case _:
                raise Unknown

    def number(self, expr: ir.Expr, names: dict[ir.Var, Value]) -> int:
        """An int, or a set as bits."""
        found = self.value(expr, names)
        if isinstance(found, tuple):
            raise Unknown
        return found

    def _looked(self, table: ir.Table, at: Sequence[int]) -> Value:
        if not all(-1 <= one < size for one, size in zip(at, table.shape, strict=True)):
            raise Unknown
        flat = 0
        for one, size in zip(at, table.shape, strict=True):
            flat = flat * size + one % size
        return table.values[flat]

    def _invoked(self, routine: ir.Routine, args: list[Value]) -> Value:
        names = _Locals(zip(routine.params, args, strict=True))
        if routine.sort != "function" or routine.result is None:
            raise Unknown
        try:
            self._body(routine.body, names)
        except _Left as left:
            if left.value is not None:
                return left.value
        return ir.Var("", routine.result).default()

    def _body(self, body: Iterable[ir.Stmt], names: dict[ir.Var, Value]) -> None:
        for stmt in body:
            self._left -= 1
            if self._left < 0:
                raise Unknown
            match stmt:
                case ir.Set(var=var, value=value, index=None, check=None) if not var.size:
                    names[var] = self.value(value, names)
                case ir.If(condition=condition, then=then, otherwise=otherwise):
                    self._body(then if self.number(condition, names) else otherwise, names)
                case ir.Each(var=var, members=of):
                    self._rounds(var, members(self.number(of, names)), stmt.body, names)
                case ir.EachItem(var=var, items=of):
                    listed = self.value(of, names)
                    if not isinstance(listed, tuple):
                        raise Unknown
                    self._rounds(var, listed, stmt.body, names)
                case ir.Count(var=var, lo=lo, hi=hi):
                    self._rounds(var, range(self.number(lo, names), self.number(hi, names) + 1), stmt.body, names)
                case ir.Return(value=value):
                    raise _Left(None if value is None else self.value(value, names))
                case ir.Break():
                    raise _Broken
                case _:
                    raise Unknown

    def _rounds(self, var: ir.Var, of: Iterable[int], body: list[ir.Stmt], names: dict[ir.Var, Value]) -> None:
        try:
            for one in of:
                names[var] = one
                self._body(body, names)
        except _Broken:
            pass


def members(of: int) -> tuple[int, ...]:
    """The members of a set, ascending."""
    return tuple(one for one in range(of.bit_length()) if of >> one & 1)


def _fitting(number: int, checked: bool) -> int:
    if checked and not -(1 << 31) <= number < 1 << 31:
        raise Unknown
    return number
