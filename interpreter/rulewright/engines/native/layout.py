"""How values look in machine code and in memory.

An int and a reference are `i32`. A set of at most w members is one integer of whole 64-bit words (LLVM splits what is
wider than a register). A list is a struct `%list`: where its items lie, how many there are, and for how many there is
room; only the variable that owns a list may append in place, whoever else reads it sees no room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of


class NativeUnsupported(Exception):  # noqa: N818 - no error of anybody's: the reference engine runs it
    """The program uses something that is not compiled to machine code (yet): `what`, in words."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def words_for(width: int) -> int:
    """How many 64-bit words a set of `width` bits takes."""
    return max(1, (width + 63) // 64)


@dataclass(frozen=True, slots=True)
class Sizes:
    """What values of a program need. `widest`: words of the widest set; `references`: words of a set of references
    (which are indices of cells); `room`: how many items a list in a frame may have."""

    widest: int
    references: int
    room: int

    def words(self, kind: ir.IrType) -> int:
        """The words of a set; one of unknown width gets the widest."""
        if kind.width:
            return words_for(kind.width)
        return self.references if kind.name == "refs" else self.widest

    def llvm(self, kind: ir.IrType) -> str:
        match family(kind):
            case "set":
                return f"i{64 * self.words(kind)}"
            case "list":
                return "%list"
            case _:
                return "i32"

    def bytes(self, kind: ir.IrType, room: int = 0) -> int:
        """How much memory a value takes where it is stored (a list: its length, padding, and the room)."""
        match family(kind):
            case "set":
                return 8 * self.words(kind)
            case "list":
                return 8 + _even(4 * (room or self.room))
            case _:
                return 4

    def align(self, kind: ir.IrType) -> int:
        return 4 if family(kind) == "int" else 8


def _even(size: int) -> int:
    return (size + 7) // 8 * 8


def sizes(program: ir.Program, routines: Sequence[ir.Routine]) -> Sizes:
    """What the values of a program need."""
    widths = {"bits": 1, "refs": 1}
    room, most = 64, 1

    def see(kind: ir.IrType) -> None:
        if kind.width:
            widths[kind.name] = max(widths[kind.name], kind.width)

    for cell in program.cells:
        see(cell.type)
        most = max(most, cell.size)
        room = max(room, cell.most)
    for table in program.tables:
        see(table.type)
    for routine in routines:
        for var in (*routine.params, *routine.locals):
            see(var.type)
        for expr in walk.within(e for stmt in walk.statements(routine.body) for e in walk.expressions(stmt)):
            if isinstance(expr, ir.Mask):
                see(ir.bits(expr.width))
    widest = words_for(max(widths.values()))
    references = min(widest, words_for(max(widths["refs"], most)))
    return Sizes(widest, references, max(room, widths["refs"]))


# ---- stretches of memory ----


class Layout:
    """Values of given types one after the other, each at its alignment."""

    def __init__(self, sizes: Sizes, kinds: Iterable[ir.IrType], start: int = 0) -> None:
        self.kinds = tuple(kinds)
        self.offsets: list[int] = []
        at = start
        for kind in self.kinds:
            align = sizes.align(kind)
            at = (at + align - 1) // align * align
            self.offsets.append(at)
            at += sizes.bytes(kind)
        self.end = at

    @property
    def size(self) -> int:
        """The end, at the next multiple of 8."""
        return _even(self.end)


# ---- how far an expression's set can reach ----


def reach(e: ir.Expr, sizes: Sizes) -> int:
    """How many words the set `e` needs."""
    kind = type_of(e)
    if kind.width:
        return words_for(kind.width)
    match e:
        case ir.Unary(op="single", a=a):
            bound = _bound(a)
            return sizes.words(kind) if bound is None else words_for(bound + 1)
        case ir.Binary(op="joined", a=a, b=b) | ir.Select(a=a, b=b):
            return max(reach(a, sizes), reach(b, sizes))
        case ir.Binary(op="common", a=a, b=b):
            return min(reach(a, sizes), reach(b, sizes))
        case ir.Binary(op="without" | "before" | "after", a=a):
            return reach(a, sizes)
        case _:
            return sizes.words(kind)


def _bound(e: ir.Expr) -> int | None:
    """The greatest value an int expression can have, if that is plain to see."""
    match e:
        case ir.Num(value=value):
            return max(0, value)
        case ir.Look(table=table) if family(table.type) == "int":
            return _greatest(table)
        case ir.Unary(op="least" | "greatest", a=a):
            width = type_of(a).width
            return width - 1 if width else None
        case ir.Select(a=a, b=b):
            one, other = _bound(a), _bound(b)
            return None if one is None or other is None else max(one, other)
        case _:
            return None


@lru_cache(maxsize=1024)
def _greatest(table: ir.Table) -> int:
    return max((value for value in table.values if isinstance(value, int)), default=0)
