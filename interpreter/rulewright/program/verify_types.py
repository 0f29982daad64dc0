"""The verifier's rules for a single expression: operators, operands, what it reads and calls."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import ir
from rulewright.program.typeof import INT_BINARY, family, type_of

_UNARY = {"neg": "int", "not": "int", "abs": "int", "size": "set", "least": "set", "some": "set", "none_of": "set"}
_UNARY |= {"greatest": "set", "number": "set", "single": "int", "length": "list", "elements": "set", "gather": "list"}
_BINARY = dict.fromkeys(INT_BINARY, ("int", "int"))
_BINARY |= dict.fromkeys(("common", "joined", "without", "inside", "before", "after"), ("set", "set"))
_BINARY |= dict.fromkeys(("has", "shift_up", "shift_down"), ("set", "int"))
_BINARY |= dict.fromkeys(("nth", "contains", "head", "tail", "leaving", "place"), ("list", "int"))
_BINARY |= {"joined_lists": ("list", "list")}


def expression_problems(expr: ir.Expr, cells: set[int], tables: set[int], changing: set[int]) -> Iterator[str]:
    """What is wrong with an expression itself (not with those inside it). `cells` and `tables` are the ids of the
    program's, `changing` those of the routines that may change the state."""
    match expr:
        case ir.Unary(op=op) if op not in _UNARY:
            yield f"there is no operator {op} with one operand"
        case ir.Binary(op=op) if op not in _BINARY and op not in ("same", "differs"):
            yield f"there is no operator {op} with two operands"
        case ir.Get(var=var, index=index):
            if (index is None) == bool(var.size):
                yield f"{var.name} is read with an index and is no array, or the other way round"
            yield from _operand(index, "int")
        case ir.Load(cell=cell, index=index):
            if id(cell) not in cells:
                yield f"the cell {cell.name} does not belong to the program"
            if isinstance(index, ir.Num) and not -1 * cell.guarded <= index.value < cell.size:
                yield f"{cell.name} has no entry {index.value}"
            yield from _operand(index, "int")
        case ir.Look(table=table, indices=indices):
            if id(table) not in tables:
                yield f"the table {table.name} does not belong to the program"
            if len(indices) != len(table.shape):
                yield f"{table.name} has {len(table.shape)} dimensions and gets {len(indices)} indices"
            for index in indices:
                yield from _operand(index, "int")
        case ir.Clear(table=table, index=index, of=of):
            if id(table) not in tables:
                yield f"the table {table.name} does not belong to the program"
            if len(table.shape) != 2 or family(table.type) != "set":
                yield f"{table.name} has no rows of sets"
            yield from _operand(index, "int")
            yield from _operand(of, "set")
        case ir.Mask(value=value, width=width):
            if value < 0 or value >> width:
                yield "the set has members outside its width"
        case ir.Unary(op=op, a=a):
            yield from _operand(a, _UNARY[op])
        case ir.Binary(op="same" | "differs", a=a, b=b):
            yield from _alike(a, b)
        case ir.Binary(op=op, a=a, b=b):
            first, second = _BINARY[op]
            yield from _operand(a, first)
            yield from _operand(b, second)
        case ir.Select(condition=condition, a=a, b=b):
            yield from _operand(condition, "int")
            yield from _alike(a, b)
        case ir.Invoke(routine=routine, args=args):
            if routine.sort != "function" or routine.result is None:
                yield f"{routine.name} is no function with a result"
            if id(routine) in changing:
                yield f"{routine.name} changes the state"
            yield from _arguments(routine, args)
        case ir.SomeYield(routine=routine, args=args) | ir.CountYields(routine=routine, args=args):
            if routine.sort != "generator":
                yield f"{routine.name} is no generator"
            yield from _arguments(routine, args)
        case ir.MakeList(items=items):  # of sets: the lines of a board
            for item in items:
                yield from _alike(items[0], item)
        case ir.Sorted(items=listed, keys=keys):
            for part in (listed, *keys):
                yield from _operand(part, "list")
        case _:
            pass


def type_or_none(expr: ir.Expr) -> ir.IrType | None:
    """The type of an expression; None where it has none, which is reported for the operator."""
    try:
        return type_of(expr)
    except ValueError:
        return None


def _operand(expr: ir.Expr | None, expected: str) -> Iterator[str]:
    found = None if expr is None else type_or_none(expr)
    if found is not None and family(found) != expected:
        yield f"an operand is {found}, no {expected}"


def _alike(a: ir.Expr, b: ir.Expr) -> Iterator[str]:
    first = type_or_none(a)
    if first is not None:
        yield from _operand(b, family(first))


def _arguments(routine: ir.Routine, args: tuple[ir.Expr, ...]) -> Iterator[str]:
    if len(args) != len(routine.params):
        yield f"{routine.name} has {len(routine.params)} parameters and gets {len(args)} arguments"
    for arg, param in zip(args, routine.params, strict=False):
        yield from _operand(arg, family(param.type))
