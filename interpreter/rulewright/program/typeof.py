"""The type of an expression, from its operands.

A set whose width the expression does not tell (the set of one int) has width 0: it fits any set.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.program import ir

INT_UNARY = ("neg", "not", "abs", "number", "size", "some", "none_of", "length")
INT_BINARY = ("add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or")
TRUTHS = ("not", "some", "none_of", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "same", "differs", "inside", "has")


def type_of(expr: ir.Expr) -> ir.IrType:
    """The type of the expression's value. Raises ValueError for an operator that does not exist."""
    match expr:
        case ir.Num() | ir.SomeYield() | ir.CountYields() | ir.QueueLength() | ir.Occurrences():
            return ir.INT
        case ir.Mask(width=width):
            return ir.bits(width)
        case ir.Get(var=var):
            return var.type
        case ir.Load(cell=cell):
            return cell.type
        case ir.Look(table=table):
            return table.type
        case ir.Clear(table=table):
            return ir.bits(table.shape[-1] - 1)
        case ir.Unary(op=op, a=a):
            return _unary(op, type_of(a))
        case ir.Binary(op=op, a=a, b=b):
            return _binary(op, type_of(a), type_of(b) if op in ("min", "max", "common", "joined") else ir.INT)
        case ir.Select(a=a, b=b):
            return joined(type_of(a), type_of(b))
        case ir.Invoke(routine=routine):
            return routine.result or ir.INT
        case ir.MakeList(items=items):
            return ir.REFLIST if any(type_of(item) == ir.REF for item in items) else ir.LIST
        case ir.Sorted(items=listed):
            return type_of(listed)
        case _:
            assert_never(expr)


def family(kind: ir.IrType) -> str:
    """int, set or list: what a value of the type looks like at run time."""
    if kind.name in ("bits", "refs"):
        return "set"
    return "list" if kind.name in ("list", "reflist") else "int"


def joined(a: ir.IrType, b: ir.IrType) -> ir.IrType:
    """The type of what is either an `a` or a `b`: it follows if one of them does."""
    first = b if b.follows and not a.follows else a
    return ir.IrType(first.name, max(a.width, b.width)) if family(first) == "set" else first


def member(kind: ir.IrType) -> ir.IrType:
    """The type of the members of a set or list."""
    return ir.REF if kind.follows else ir.INT


def _unary(op: str, a: ir.IrType) -> ir.IrType:
    if op in INT_UNARY:
        return ir.INT
    match op:
        case "least" | "greatest":
            return member(a)
        case "single":
            return ir.refs(0) if a.follows else ir.bits(0)
        case "elements":
            return ir.REFLIST if a.follows else ir.LIST
        case "gather":
            return ir.refs(0) if a.follows else ir.bits(0)
        case _:
            raise ValueError(f"no operator {op} with one operand")


def _binary(op: str, a: ir.IrType, b: ir.IrType) -> ir.IrType:
    if op in ("min", "max"):
        return joined(a, b)
    if op in INT_BINARY or op in ("same", "differs", "inside", "has", "contains", "place"):
        return ir.INT
    match op:
        case "common" | "joined":
            return joined(a, b)
        case "without" | "before" | "after" | "shift_up" | "shift_down" | "joined_lists" | "head" | "tail" | "leaving":
            return a
        case "nth":
            return member(a)
        case _:
            raise ValueError(f"no operator {op} with two operands")
