"""Expressions of the intermediate representation as Python source.

`value` gives source that needs no parentheses around it; truths are 0 and 1, as everywhere in a state. `truth` gives
source for a condition, where Python's own truths do and which is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, assert_never

from rulewright.program import ir
from rulewright.program.typeof import family, type_of

ARITHMETIC = {"add": "+", "sub": "-", "mul": "*"}
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "same": "==", "differs": "!="}
JOINED = {"common": "&", "joined": "|", "joined_lists": "+"}
CHAINED = ("add", "mul", "and", "or", "common", "joined", "joined_lists")


class Names(Protocol):
    """How the routine being written calls things. `state` and `cells` are names of Python variables."""

    state: str
    cells: str
    guarded: bool

    def variable(self, var: ir.Var) -> str:
        """A local."""

    def array(self, var: ir.Var, index: str) -> str:
        """An entry of an array local."""

    def routine(self, routine: ir.Routine) -> str: ...

    def table(self, table: ir.Table) -> str: ...

    def constant(self, thing: object) -> str:
        """A thing that source text cannot hold (a place, a Shown)."""

    def moves_of(self, routine: ir.Routine) -> str:
        """The function that lists a generator's different moves."""


def number(value: int) -> str:
    """An int; large ones (sets) in hexadecimal, which has no limit on its digits."""
    return str(value) if abs(value) < 1 << 20 else hex(value)


def tuple_of(items: Iterable[str]) -> str:
    """A tuple of sources."""
    listed = list(items)
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


def value(e: ir.Expr, names: Names) -> str:
    """The source of an expression's value."""
    match e:
        case ir.Num(value=constant) | ir.Mask(value=constant):
            return number(constant)
        case ir.Get(var=var, index=None):
            return names.variable(var)
        case ir.Get(var=var, index=index):
            assert index is not None
            return names.array(var, _index(index, var.size, var.name, names))
        case ir.Load(cell=cell):
            return f"{names.cells}[{offset(cell, e.index, names)}]"
        case ir.Look(table=table, indices=indices):
            return names.table(table) + "".join(
                f"[{_index(i, size, table.name, names, -1)}]" for i, size in zip(indices, table.shape, strict=True)
            )
        case ir.Clear(table=table, index=index, of=of):
            row = _index(index, table.shape[0], table.name, names, -1)
            return f"clear({names.table(table)}[{row}], {value(of, names)})"
        case ir.Unary():
            return _unary(e, names)
        case ir.Binary():
            return _binary(e, names)
        case ir.Select(condition=condition, a=a, b=b):
            return f"({value(a, names)} if {truth(condition, names)} else {value(b, names)})"
        case ir.Invoke(routine=routine, args=args):
            return f"{names.routine(routine)}({arguments(args, names)})"
        case ir.MakeList(items=items):
            return tuple_of(value(item, names) for item in items)
        case ir.Sorted(items=listed, keys=keys):
            return f"sort({', '.join(value(part, names) for part in (listed, *keys))})"
        case ir.SomeYield():
            return f"(1 if {truth(e, names)} else 0)"
        case ir.CountYields(routine=routine, args=args):
            return f"len({names.moves_of(routine)}({arguments(args, names)}))"
        case ir.QueueLength():
            return f"len({names.state}.queue)"
        case ir.Occurrences(parts=parts):
            return f"{names.state}.history.count(digest({tuple_of(value(part, names) for part in parts)}))"
        case _:
            assert_never(e)


def arguments(args: Iterable[ir.Expr], names: Names) -> str:
    """The arguments of a routine, after the state."""
    return ", ".join([names.state, *(value(arg, names) for arg in args)])


def offset(cell: ir.Cell, index: ir.Expr | None, names: Names) -> str:
    """Where in the block a cell's entry lies."""
    if index is None:
        return str(cell.offset)
    if isinstance(index, ir.Num):
        return str(cell.offset + index.value)
    within = _index(index, cell.size, cell.name, names, -1 if cell.guarded else 0)
    return f"{cell.offset} + {within}" if cell.offset else within


def _index(index: ir.Expr, size: int, name: str, names: Names, lowest: int = 0) -> str:
    source = value(index, names)
    return f"index({source}, {size}, {name!r}, {lowest})" if names.guarded else source


def truth(e: ir.Expr, names: Names) -> str:
    """The source of a condition; Python takes it for true or false as it is."""
    match e:
        case ir.Binary(op=op, a=a, b=b) if op in COMPARED:
            return f"({value(a, names)} {COMPARED[op]} {value(b, names)})"
        case ir.Binary(op=("and" | "or") as op):
            return "(" + f" {op} ".join(truth(part, names) for part in _chain(e)) + ")"
        case ir.Binary(op="inside", a=a, b=b):
            return f"(not {value(a, names)} & ~{value(b, names)})"
        case ir.Binary(op="contains", a=a, b=b):
            return f"({value(b, names)} in {value(a, names)})"
        case ir.Unary(op="not" | "none_of", a=a):
            return f"(not {truth(a, names)})"
        case ir.Unary(op="some", a=a):
            return value(a, names)
        case ir.SomeYield(routine=routine, args=args):
            return f"any(True for _ in {names.routine(routine)}({arguments(args, names)}))"
        case _:
            return value(e, names)


def _unary(e: ir.Unary, names: Names) -> str:
    match e.op:
        case "not" | "some" | "none_of":
            return f"(1 if {truth(e, names)} else 0)"
    a = value(e.a, names)
    match e.op:
        case "neg":
            return _fitting(f"(-{a})", e, names)
        case "abs":
            return _fitting(f"abs({a})", e, names)
        case "number":
            return a
        case "size":
            return f"({a}).bit_count()"
        case "least":
            return f"(({a} & -{a}).bit_length() - 1)" if isinstance(e.a, ir.Get) else f"least({a})"
        case "greatest":
            return f"(({a}).bit_length() - 1)"
        case "single":
            return number(1 << e.a.value + 1 >> 1) if isinstance(e.a, ir.Num) else f"(1 << {a} + 1 >> 1)"
        case "length":
            return f"len({a})"
        case "elements" | "gather":
            return f"{e.op}({a})"
        case _:
            raise ValueError(f"no operator {e.op} with one operand")


def _chain(e: ir.Binary) -> list[ir.Expr]:
    """The operands of a row of one operator, which needs no parentheses (and may be long)."""
    parts: list[ir.Expr] = [e.b]
    first = e.a
    while isinstance(first, ir.Binary) and first.op == e.op and first.span is None:
        parts.append(first.b)
        first = first.a
    parts.append(first)
    return parts[::-1]


def _binary(e: ir.Binary, names: Names) -> str:
    op = e.op
    if op in COMPARED or op in ("and", "or", "inside", "contains"):
        return f"(1 if {truth(e, names)} else 0)"
    if op in CHAINED and e.span is None:
        sign = f" {(JOINED | ARITHMETIC)[op]} "
        return "(" + sign.join(value(part, names) for part in _chain(e)) + ")"
    a, b = value(e.a, names), value(e.b, names)
    if op in ARITHMETIC:
        return _fitting(f"({a} {ARITHMETIC[op]} {b})", e, names)
    match op:
        case "div":
            return f"({a} // {b})" if e.span is None else f"quotient({a}, {b}, {names.constant(e.span)})"
        case "mod":
            return f"({a} % {b})" if e.span is None else f"remainder({a}, {b}, {names.constant(e.span)})"
        case "min" | "max":
            return f"{op}({a}, {b})"
        case "without":
            return f"({a} & ~{b})"
        case "before" | "after":
            return f"{op}({a}, {b})"
        case "has":
            if isinstance(e.b, ir.Num):
                return f"({a} >> {b} & 1)" if e.b.value >= 0 else "0"
            shifted = number(e.a.value << 1) if isinstance(e.a, ir.Mask) else f"{a} << 1"
            return f"({shifted} >> {b} + 1 & 1)"
        case "shift_up":
            kind = type_of(e.a)
            width = kind.width if family(kind) == "set" else 0
            return f"({a} << {b} & {number((1 << width) - 1)})" if width else f"({a} << {b})"
        case "shift_down":
            return f"({a} >> {b})"
        case "head":
            return f"{a}[:{b}]"
        case "tail":
            return f"{a}[{b}:]"
        case "leaving" | "place":
            return f"{op}({a}, {b})"
        case "nth":
            return f"nth({a}, {b}, {'None' if e.span is None else names.constant(e.span)})"
        case _:
            raise ValueError(f"no operator {op} with two operands")


def _fitting(source: str, e: ir.Unary | ir.Binary, names: Names) -> str:
    return source if e.span is None else f"fits({source}, {names.constant(e.span)})"
