"""Which expressions certainly have a value: no rules error can come of them, and they come to an end.

More is seen than in an expression by itself, since what is known of its variables goes with it into the functions that
it calls: a member of `owned[1]` is a component, so its kind is not none, so the strength of that kind is no error.

    beats(p, q)  ->  strength_of(kind[p]) >= strength_of(kind[q])

    function strength_of(x) -> int
        if x < 0:
            fail X105 "`strength` is asked of nothing (none)"
        return strength[x]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of

_LEAST, _MOST = -(2**31), 2**31 - 1
_DEEPEST = 12
"""So many calls are gone into at most, one in another."""


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a value: between which numbers it is (anything if it is no int), whether it is a component on
    the board."""

    least: int = _LEAST
    most: int = _MOST
    on_board: bool = False

    def or_(self, other: Value) -> Value:
        """One of the two."""
        return Value(
            min(self.least, other.least), max(self.most, other.most), on_board=self.on_board and other.on_board
        )


ANY = Value()
_TRUTH = Value(0, 1)

Names = dict[ir.Var, Value]


class MayFail(Exception):  # noqa: N818 - nothing is wrong: it is not known to have a value
    """An expression may have none."""


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
}
_SETS = ("common", "joined", "without", "shift_up", "shift_down", "before", "after")
_NUMBERS = ("add", "sub", "mul", "div", "mod", "min", "max")
_TRUTHS = ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "same", "differs", "inside", "has", "contains")
_OPERATORS = (*_NUMBERS, *_SETS, *_TRUTHS)


class Surely:
    """Asked of expressions of one program."""

    def __init__(self, program: ir.Program) -> None:
        cells: dict[str, ir.Cell] = {}
        for cell in program.cells:
            cells.setdefault(cell.name, cell)
        self._kind = cells.get("kind")
        self._on_board = tuple(cells[name] for name in ("owned", "of_kind") if name in cells)
        self._depth = 0

    def value(self, expr: ir.Expr, names: Names) -> Value:
        """What is known of the value of an expression. Raises MayFail if it may have none."""
        match expr:
            case ir.Num(value=value):
                return Value(value, value)
            case ir.Get(var=var, index=None):
                return names.get(var, ANY)
            case ir.Mask() | ir.Load(index=None):
                return ANY
            case ir.Load(cell=cell, index=index) if index is not None:
                at = self.value(index, names)
                return Value(0, cell_most(self._on_board)) if cell is self._kind and at.on_board else ANY
            case ir.Look(table=table, indices=indices):
                return _looked(table, [self.value(index, names) for index in indices])
            case ir.Select(condition=condition, a=a, b=b):
                self.value(condition, names)
                branches = (a, given(condition, True, names, self)), (b, given(condition, False, names, self))
                return _any([self.value(part, known) for part, known in branches if known is not None])
            case ir.Unary():
                return self._unary(expr, names)
            case ir.Binary():
                return self._binary(expr, names)
            case ir.Invoke(routine=routine, args=args):
                return self._invoked(routine, [self.value(arg, names) for arg in args])
            case _:
                raise MayFail

    def is_sure(self, expr: ir.Expr, names: Names) -> bool:
        """Whether an expression certainly has a value."""
        try:
            self.value(expr, names)
        except MayFail:
            return False
        return True

    def member(self, of: ir.Expr) -> Value:
        """What is known of the members of a set."""
        width = type_of(of).width
        return Value(0, width - 1 if width else _MOST, on_board=self.holds_components(of))

    def holds_components(self, of: ir.Expr) -> bool:
        """Whether all members of a set are components on the board."""
        match of:
            case ir.Load(cell=cell):
                return cell in self._on_board
            case ir.Binary(op="common", a=a, b=b):
                return self.holds_components(a) or self.holds_components(b)
            case ir.Binary(op="without", a=a):
                return self.holds_components(a)
            case _:
                return False

    def _unary(self, expr: ir.Unary, names: Names) -> Value:
        a = self.value(expr.a, names)
        match expr.op:
            case "not" | "some" | "none_of":
                return _TRUTH
            case "size" | "length":
                return Value(0, _MOST)
            case "least" | "greatest":
                found = self.member(expr.a)
                return Value(-1, found.most)
            case "neg" | "abs" if expr.span is not None and a.least <= _LEAST:
                raise MayFail
            case _:
                return ANY

    def _binary(self, expr: ir.Binary, names: Names) -> Value:
        op, a = expr.op, self.value(expr.a, names)
        if op not in _OPERATORS:
            raise MayFail
        if op in ("and", "or"):
            known = given(expr.a, op == "and", names, self)
            if known is not None:
                self.value(expr.b, known)
            return _TRUTH
        b = self.value(expr.b, names)
        if op in _TRUTHS:
            return _TRUTH
        if op in _SETS or (op in ("min", "max") and family(type_of(expr)) != "int"):
            return ANY
        if op in ("min", "max"):
            pick = min if op == "min" else max
            return Value(pick(a.least, b.least), pick(a.most, b.most))
        if op in _ARITHMETIC:
            ends = [_ARITHMETIC[op](x, y) for x in (a.least, a.most) for y in (b.least, b.most)]
            if min(ends) >= _LEAST and max(ends) <= _MOST:
                return Value(min(ends), max(ends))
        elif op == "mod" and b.least > 0:
            return Value(0, b.most - 1)
        if expr.span is None or (op == "div" and b.least > 0):
            return ANY
        raise MayFail

    # ---- functions ----

    def _invoked(self, routine: ir.Routine, args: list[Value]) -> Value:
        if routine.sort != "function" or self._depth >= _DEEPEST:
            raise MayFail
        names = dict(zip(routine.params, args, strict=True))
        self._depth += 1
        try:
            found, left = self._body(routine.body, names)
        finally:
            self._depth -= 1
        if left is not None:
            found.append(ANY)
        return _any(found)

    def _body(self, body: Iterable[ir.Stmt], names: Names | None) -> tuple[list[Value], Names | None]:
        """What a body may return, and what is known after it; None if its end is not reached."""
        returned: list[Value] = []
        for stmt in body:
            if names is None:
                break
            match stmt:
                case ir.Set(var=var, value=value, index=None, check=None):
                    names = {**names, var: self.value(value, names)}
                case ir.If(condition=condition, then=then, otherwise=otherwise):
                    self.value(condition, names)
                    ends = []
                    for branch, holds in ((then, True), (otherwise, False)):
                        more, end = self._body(branch, given(condition, holds, names, self))
                        returned += more
                        ends.append(end)
                    names = _either(*ends)
                case ir.Each(members=of) | ir.EachItem(items=of):
                    self.value(of, names)
                    steady = _without(names, walk.statements([stmt]))
                    inside = self.member(of) if isinstance(stmt, ir.Each) else _item(of)
                    more, _ = self._body(stmt.body, {**steady, stmt.var: inside})
                    returned += more
                    names = steady
                case ir.Return(value=result):
                    returned.append(ANY if result is None else self.value(result, names))
                    names = None
                case ir.Break():
                    names = None
                case _:
                    raise MayFail
        return returned, names


def cell_most(cells: Iterable[ir.Cell]) -> int:
    """The greatest number of a kind there may be."""
    return max((cell.size - 1 for cell in cells if cell.name == "of_kind"), default=_MOST)


def given(condition: ir.Expr, holds: bool, names: Names, surely: Surely) -> Names | None:
    """What is known where a condition holds, or does not; None if that cannot be."""
    match condition:
        case ir.Num(value=value):
            return names if bool(value) is holds else None
        case ir.Unary(op="not", a=a):
            return given(a, not holds, names, surely)
        case ir.Binary(op="and" | "or" as op, a=a, b=b) if holds is (op == "and"):
            known = given(a, holds, names, surely)
            return None if known is None else given(b, holds, known, surely)
        case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)) if holds:
            member, have = surely.member(of), names.get(var, ANY)
            inside = Value(max(member.least, have.least), min(member.most, have.most), member.on_board or have.on_board)
            return {**names, var: inside}
        case ir.Binary(op=op, a=ir.Get(var=var, index=None), b=ir.Num(value=value)) if op in _BOUNDS:
            low, high = _BOUNDS[op if holds else ir.CONTRARY[op]](value)
            have = names.get(var, ANY)
            least, most = max(low, have.least), min(high, have.most)
            return {**names, var: Value(least, most, have.on_board)} if least <= most else None
        case _:
            return names


_BOUNDS: dict[str, Callable[[int], tuple[int, int]]] = {
    "lt": lambda value: (_LEAST, value - 1),
    "le": lambda value: (_LEAST, value),
    "gt": lambda value: (value + 1, _MOST),
    "ge": lambda value: (value, _MOST),
}


def _any(values: list[Value]) -> Value:
    whole, *rest = values or [ANY]
    for one in rest:
        whole = whole.or_(one)
    return whole


def _looked(table: ir.Table, at: list[Value]) -> Value:
    """What a table may have there."""
    if family(table.type) != "int":
        return ANY
    values = table.values
    if len(at) == 1 and at[0].least >= 0:
        values = values[at[0].least : at[0].most + 1]
    found = [one for one in values if isinstance(one, int)]
    return Value(min(found), max(found)) if found else ANY


def _item(of: ir.Expr) -> Value:
    """What is known of the items of a list."""
    match of:
        case ir.Look(table=table):
            items = {item for listed in table.values if isinstance(listed, tuple) for item in listed}
            return Value(min(items, default=0), max(items, default=0))
        case _:
            return ANY


def _either(one: Names | None, other: Names | None) -> Names | None:
    if one is None or other is None:
        return other if one is None else one
    return {var: value.or_(other.get(var, ANY)) for var, value in one.items()}


def _without(names: Names, stmts: Iterable[ir.Stmt]) -> Names:
    gone = {var for stmt in stmts for var in walk.assigned(stmt)}
    return {var: value for var, value in names.items() if var not in gone}
