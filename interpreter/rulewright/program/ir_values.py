"""IR: types, variables, cells, tables and expressions. See `ir.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.ir import Routine

# ---- types, variables, cells, tables ----


@dataclass(frozen=True, slots=True)
class IrType:
    """`name`: int, ref, bits, refs, list (of ints), reflist. `width`: how many bits a set has at most (0 else)."""

    name: str
    width: int = 0

    def __str__(self) -> str:
        return f"{self.name}{self.width}" if self.width else self.name

    @property
    def follows(self) -> bool:
        """Whether values of this type hold references that `Rename` must update."""
        return self.name in ("ref", "refs", "reflist")


INT = IrType("int")
REF = IrType("ref")
LIST = IrType("list")
REFLIST = IrType("reflist")


def bits(width: int) -> IrType:
    return IrType("bits", width)


def refs(width: int) -> IrType:
    return IrType("refs", width)


@dataclass(slots=True, eq=False)
class Var:
    """A local of a routine. `size` > 0: an array of that many values of `type`."""

    name: str
    type: IrType
    size: int = 0

    def default(self) -> int | tuple[int, ...]:
        """What an unset variable holds: -1 for int and ref, the empty set, the empty list."""
        if self.type.name in ("list", "reflist"):
            return ()
        return 0 if self.type.name in ("bits", "refs") else -1


@dataclass(slots=True, eq=False)
class Cell:
    """A named stretch of the state: `size` values of `type` from `offset` (index into the block).

    `init` are the values before anything happens. `kept` False: a cache that can be recomputed from other cells and
    takes no part in equality and hash. `guarded`: the index -1 may be read too and gives `none_value` (one more cell
    before `offset`, never written), so that a property of none needs no test. `most`: how many items a list in it
    has at most (0 where that is not known). `different`: no list in it holds an item twice. `truth`: it holds truths,
    of which none is false.
    """

    name: str
    type: IrType
    size: int
    init: tuple[int, ...] | tuple[tuple[int, ...], ...]
    offset: int = -1
    kept: bool = True
    guarded: bool = False
    most: int = 0
    different: bool = False
    truth: bool = False

    @property
    def none_value(self) -> int | tuple[int, ...]:
        return 0 if self.truth else Var("", self.type).default()


@dataclass(slots=True, eq=False)
class Table:
    """Static data. `shape` has one or two dimensions, `values` are in row order; each value an int (bits are ints too)
    or, in a table of lists, a tuple of ints.

    The last entry of every dimension is the one for none: an index of -1 reads it (with two dimensions the flat index
    `i * shape[1] + j` may be negative too and then counts from the end: all entries for none are alike).
    """

    name: str
    shape: tuple[int, ...]
    values: tuple[int, ...] | tuple[tuple[int, ...], ...] = field(repr=False)
    type: IrType


# ---- expressions ----


@dataclass(slots=True, eq=False)
class Num:
    """A constant int."""

    value: int


@dataclass(slots=True, eq=False)
class Mask:
    """A constant set."""

    value: int
    width: int


@dataclass(slots=True, eq=False)
class Get:
    """The value of a local; of the array's cell `index` if given (from 0)."""

    var: Var
    index: Expr | None = None


@dataclass(slots=True, eq=False)
class Load:
    """The value of a cell at `index` (None: 0)."""

    cell: Cell
    index: Expr | None = None


@dataclass(slots=True, eq=False)
class Look:
    """A table's entry. One index per dimension."""

    table: Table
    indices: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Clear:
    """The columns of a row of a table of sets, whose sets share nothing with the set `of` (of all columns but the last,
    which is that for none)."""

    table: Table
    index: Expr
    of: Expr


@dataclass(slots=True, eq=False)
class Unary:
    """`op`: neg, not (of a bool), abs; number (a set of few bits read as a binary number); size (members of a set),
    least and greatest (a member, -1 if empty), some (not empty), none_of (empty), single (the set of one int; {} for
    -1), length (of a list), elements (a list of the members of a set, ascending), gather (the set of a list's members
    without -1)."""

    op: str
    a: Expr
    span: Span | None = None


def negated(condition: Expr) -> Expr:
    """The contrary of a condition, without a double negation."""
    match condition:
        case Unary(op="not", a=inner) if isinstance(inner, Binary | Unary) and inner.op in CONDITIONS:
            return inner
        case Unary(op="some", a=members):
            return Unary("none_of", members)
        case Unary(op="none_of", a=members):
            return Unary("some", members)
        case Binary(op=op, a=a, b=b) if op in CONTRARY:
            return Binary(CONTRARY[op], a, b)
        case _:
            return Unary("not", condition)


CONTRARY = {"eq": "ne", "lt": "ge", "gt": "le", "same": "differs"}
CONTRARY |= {contrary: op for op, contrary in CONTRARY.items()}
CONDITIONS = {*CONTRARY, "and", "or", "not", "some", "none_of", "inside", "has", "contains"}


@dataclass(slots=True, eq=False)
class Binary:
    """On ints: add sub mul div mod min max, eq ne lt le gt ge, and or (which stop left to right).
    On sets: common, joined, without, same, differs, inside (subset), has (set, int: false for -1), shift_up,
    shift_down (set, int), before and after (members of the first that are less, or greater, than all of the second).
    On lists: nth (list, int from 0), joined_lists, contains (list, int), head and tail (list, int: the first n items,
    all but these; n is not negative), leaving (list, int: without its first item of that value), place (list, int: the
    position of the first item of that value from 0, -1 if there is none).

    div floors, mod takes the divisor's sign. `span` not None: the result must fit 32 bits and a divisor must not be 0,
    else the engine raises a rules error there.
    """

    op: str
    a: Expr
    b: Expr
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Select:
    """`a` if `condition` else `b`; only that branch is evaluated."""

    condition: Expr
    a: Expr
    b: Expr


@dataclass(slots=True, eq=False)
class Invoke:
    """The result of a function that leaves the state as it is."""

    routine: Routine
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class MakeList:
    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Sorted:
    """The list `items` sorted by the lists of keys (compared in order, ascending, stable)."""

    items: Expr
    keys: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class SomeYield:
    """Whether a generator yields anything."""

    routine: Routine
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class CountYields:
    """How many different (alternative, key) a generator yields."""

    routine: Routine
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class QueueLength:
    """How many entries wait in the queue."""


@dataclass(slots=True, eq=False)
class Occurrences:
    """How often the history holds the key made of `parts` (a 64-bit digest)."""

    parts: tuple[Expr, ...]


Expr = (
    Num
    | Mask
    | Get
    | Load
    | Look
    | Clear
    | Unary
    | Binary
    | Select
    | Invoke
    | MakeList
    | Sorted
    | SomeYield
    | CountYields
    | QueueLength
    | Occurrences
)
