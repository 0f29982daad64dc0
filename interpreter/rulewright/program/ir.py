"""The intermediate representation: a small typed language over a flat state, the contract between compiler and engines.

It knows integers, bitsets, lists, static tables and the cells of a state, and nothing of board games: a pawn's step is
a table look-up, a capture three stores, a choice a generator that yields tuples.

A `Routine` is a list of structured statements. Routines of three sorts:
- *functions* compute a value or change the state and cannot stop;
- *generators* yield the moves of a decision or the outcomes of chance (they leave the state as it is);
- *flows* may stop at a decision or at chance, anywhere. Their locals live in a frame inside the state; `blocks.py`
  cuts them into basic blocks before they run.

Values: an `int` (checked 32 bit where a node says so; -1 stands for none), a `ref` (an int that names a component and
is followed when the component moves: see `Rename`), `bits` (a set of small ints), `refs` (a set of refs), `list`.
Nodes are compared by identity; the verifier (`verify.py`) checks every rule that is stated here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.source import Span

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
    before `offset`, never written), so that a property of none needs no test.
    """

    name: str
    type: IrType
    size: int
    init: tuple[int, ...]
    offset: int = -1
    kept: bool = True
    guarded: bool = False

    @property
    def none_value(self) -> int:
        return 0 if self.type.width else -1


@dataclass(slots=True, eq=False)
class Table:
    """Static data. `shape` has one or two dimensions, `values` are in row order; each value an int (bits are ints too)
    or, in a table of lists, a tuple of ints.

    The last entry of every dimension is the one for none: an index of -1 reads it (with two dimensions the flat index
    `i * shape[1] + j` may be negative too and then counts from the end: all entries for none are alike).
    """

    name: str
    shape: tuple[int, ...]
    values: tuple[int, ...] | tuple[tuple[int, ...], ...]
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
class Unary:
    """`op`: neg, not (of a bool), abs; number (a set of few bits read as a binary number); size (members of a set), least (its least member, -1 if empty), some (not
    empty), none_of (empty), single (the set of one int; {} for -1), length (of a list), elements (a list of the
    members of a set, ascending), gather (the set of a list's members without -1)."""

    op: str
    a: Expr
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Binary:
    """On ints: add sub mul div mod min max, eq ne lt le gt ge, and or (which stop left to right).
    On sets: common, joined, without, same, differs, inside (subset), has (set, int: false for -1), shift_up,
    shift_down (set, int). On lists: nth (list, int from 0), joined_lists, contains (list, int).

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

# ---- statements ----


@dataclass(slots=True, eq=False)
class Check:
    """A bound on a stored int: else a rules error that names `what`, the value and the place."""

    lo: int
    hi: int
    what: str
    span: Span


@dataclass(slots=True, eq=False)
class Set:
    """`var = value`, or the array's cell `index`. `check` as in Store."""

    var: Var
    value: Expr
    index: Expr | None = None
    check: Check | None = None


@dataclass(slots=True, eq=False)
class Fill:
    """Every cell of an array local becomes `value`."""

    var: Var
    value: Expr


@dataclass(slots=True, eq=False)
class Append:
    """Add `value` to the end of a list local."""

    var: Var
    value: Expr


@dataclass(slots=True, eq=False)
class Store:
    """`cell[index] = value`"""

    cell: Cell
    index: Expr | None
    value: Expr
    check: Check | None = None


@dataclass(slots=True, eq=False)
class If:
    condition: Expr
    then: list[Stmt]
    otherwise: list[Stmt] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class While:
    condition: Expr
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Each:
    """For each member of a set, ascending. The set is evaluated once.

    `rest` (filled by `finish.py` where the body may rename): a local that holds the members still to come, so that
    they follow their components; a component that is renamed to none does not come any more.
    """

    var: Var
    members: Expr
    body: list[Stmt]
    rest: Var | None = None


@dataclass(slots=True, eq=False)
class EachItem:
    """For each member of a list, in order. The list is evaluated once.

    `rest` and `at` (filled by `finish.py` where the body may rename): locals that hold the list and the index of the
    next item; an item that is renamed to none meanwhile comes as -1.
    """

    var: Var
    items: Expr
    body: list[Stmt]
    rest: Var | None = None
    at: Var | None = None


@dataclass(slots=True, eq=False)
class Count:
    """For var from `lo` to `hi`, both included, evaluated once."""

    var: Var
    lo: Expr
    hi: Expr
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Break:
    """Leave the innermost loop."""


@dataclass(slots=True, eq=False)
class Return:
    value: Expr | None = None


@dataclass(slots=True, eq=False)
class Do:
    """Call a routine for its effects; `result` receives what it returns.

    `keep` (filled by `liveness.py`, in functions): locals with references that are needed after the call and must
    follow their components through it.
    """

    routine: Routine
    args: tuple[Expr, ...]
    result: Var | None = None
    keep: tuple[Var, ...] = ()


@dataclass(slots=True, eq=False)
class Fail:
    """A rules error: `code`, the message (pieces of text and values, shown by `show` in the order of the values),
    the place. `values` pairs an expression with how to show it (a Shown)."""

    code: str
    text: tuple[str | tuple[Expr, Shown], ...]
    span: Span


@dataclass(slots=True, eq=False)
class Rename:
    """Every live reference `old` - in locals of all routines being run, frames and queue - becomes `new` (-1: none);
    in sets the member moves. `old` -1: nothing happens. `keep` (filled by `liveness.py`, in functions): the routine's
    own locals with references that are needed afterwards."""

    old: Expr
    new: Expr
    keep: tuple[Var, ...] = ()


@dataclass(slots=True, eq=False)
class Enqueue:
    """Add an entry (its sort, an index into `Program.queue`, and its values) to the end of the queue."""

    sort: int
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Dequeue:
    """Take the oldest entry: its sort into `sort`, its values into the first of `vars`; the others become unset (their
    default). An empty queue: `sort` becomes -1."""

    sort: Var
    vars: tuple[Var, ...]


@dataclass(slots=True, eq=False)
class Record:
    """Add the key made of `parts` to the history."""

    parts: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class ForgetRecords:
    """Empty the history."""


@dataclass(slots=True, eq=False)
class Finish:
    """The game is over (the cells that say how are set): nothing more runs, except the end of an enclosing Trial."""


@dataclass(slots=True, eq=False)
class Trial:
    """Run `body` on a copy of the state, which is then dropped; locals keep what they were assigned. `Finish` in it
    ends only the body's effects: `then` still runs (on the copy)."""

    body: list[Stmt]
    then: list[Stmt]


@dataclass(slots=True, eq=False)
class Attempt:
    """Run `body`; a rules error in it is dropped and `failed` becomes 1 (0 before)."""

    body: list[Stmt]
    failed: Var


@dataclass(slots=True, eq=False)
class Yield:
    """Only in generators. A move of alternative `alternative` with the values of its picks; moves with one
    (alternative, key) are one, the first stands. `rank`: only yields of the greatest rank count. `weight`: for
    chance."""

    alternative: int
    key: tuple[Expr, ...]
    picks: tuple[Expr, ...]
    rank: tuple[Expr, ...] = ()
    weight: Expr | None = None


@dataclass(slots=True, eq=False)
class YieldSubsets:
    """Only in generators. For each subset of the list `items` with `least` to `most` members, in lexicographic order
    of positions, `var` is that subset as a set, and `body` runs."""

    var: Var
    items: Expr
    least: Expr
    most: Expr
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class YieldBags:
    """Only in generators. For each way `count` dice can fall, as a bag (8 bits for each of `weights`' faces, the first
    lowest), a yield of (0, (bag,), (bag,)) with its weight. `weights`: how many sides of the die show each face."""

    count: Expr
    weights: tuple[int, ...]


# ---- statements that may stop: only in flows ----


@dataclass(slots=True, eq=False)
class Decide:
    """Stop for a player's decision.

    The moves are what `decision.generator` yields for `args` (evaluated when the stop is reached, and kept). If it
    yields nothing, nothing stops and `choice` becomes -2. Else, when a move is made, `choice` becomes its alternative
    (-1: declined) and `picks` its values. Picks that the move does not give become unset (their default).
    """

    decision: Decision
    chooser: Expr
    args: tuple[Expr, ...]
    choice: Var
    picks: tuple[Var, ...]


@dataclass(slots=True, eq=False)
class Draw:
    """Stop for chance: `result` becomes the first pick of one of the generator's yields, drawn by weight.

    No yield: -1 (0 for sets), without a stop; one yield: that, without a stop.
    """

    generator: Routine
    args: tuple[Expr, ...]
    result: Var
    what: DrawInfo


@dataclass(slots=True, eq=False)
class Compound:
    """All ways through the decisions in `body` are the moves of one stop of `chooser`.

    A way's result is the state at the end of `body` (or where the game ended in it). Ways with equal states are one
    move (the first stands) unless `by_path`; only ways of the greatest `rank` (evaluated at the end of the body)
    count. A single way without a decision is taken without a stop.
    """

    body: list[Stmt]
    chooser: Expr
    by_path: bool
    rank: tuple[Expr, ...]


Stmt = (
    Set
    | Fill
    | Append
    | Store
    | If
    | While
    | Each
    | EachItem
    | Count
    | Break
    | Return
    | Do
    | Fail
    | Rename
    | Enqueue
    | Dequeue
    | Record
    | ForgetRecords
    | Finish
    | Trial
    | Attempt
    | Yield
    | YieldSubsets
    | YieldBags
    | Decide
    | Draw
    | Compound
)

# ---- routines, decisions, programs ----


@dataclass(slots=True, eq=False)
class Routine:
    """`sort`: function, generator, flow. `result` None: returns nothing. `renames`: may (through what it calls) run a
    Rename. `about` names the rule it comes from, for the printer. The last three are filled by `finish.py`."""

    name: str
    params: tuple[Var, ...]
    result: IrType | None
    body: list[Stmt]
    about: str = ""
    sort: str = "function"
    renames: bool = False
    locals: tuple[Var, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """How a value is shown to people and read from them: `sort` is int, bool, player, site, direction, enum, kind,
    component, step, set, list, text; `words` the names of an enum's values, `of` the members of a set or list."""

    sort: str
    words: tuple[str, ...] = ()
    of: Shown | None = None


@dataclass(slots=True, eq=False)
class Alternative:
    """One sort of move of a decision, for people: the action's name ("" for a pick or a yes/no), its picks' names and
    how to show them (in the order of Yield's `picks`), the notation.

    `say` is a generator routine: given the decision's args and the picks, it yields once, with one pick for each value
    that stands in `notation` (a str piece, or the Shown of the next value). None: the default notation.
    `then` likewise, evaluated on the state after the move, with the values in `then_notation`.
    `reasons` are the texts that `explain` refers to.
    """

    action: str
    names: tuple[str, ...]
    shown: tuple[Shown, ...]
    notation: tuple[str | Shown, ...] = ()
    say: Routine | None = None
    then_notation: tuple[str | Shown, ...] = ()
    then: Routine | None = None
    reasons: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()


@dataclass(slots=True, eq=False)
class Decision:
    """`optional`: the chooser may decline (offered last). `question`: for people, what is asked ("" if the
    alternatives say it). `explain()` gives a generator with the same params that yields *every* combination of picks:
    alternative, key = (index into `reasons` of the first test that failed or -1,), picks (those that could not be
    evaluated are -1)."""

    index: int
    name: str
    generator: Routine
    alternatives: tuple[Alternative, ...]
    optional: bool
    question: str
    explain: Callable[[], Routine] | None = None


@dataclass(slots=True, eq=False)
class DrawInfo:
    """For people: what is rolled or drawn, and how its outcomes are shown (`faces` of a bag's counts)."""

    name: str
    shown: Shown
    faces: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Program:
    """A compiled game.

    `main`: the flow to start, with one int parameter: 0 runs the set-up first, 1 starts at the first turn.
    `cells` make the layout; `returns_cell` has a value for each seat in units of 1/`scale`; `ended_cell` is set to 1
    by what ends the game. `mover_cell`, `active_cell`.
    `queue`: the types of the values of each sort of queue entry.
    `position`: a generator that yields once, with the parts of the declared position as its key.
    `views`: functions the shells need, by name - `site_of(ref)`, `kind_of(ref)`, `owner_of(ref)`, `ref_on(site, layer)`.
    """

    title: str
    seats: int
    cells: tuple[Cell, ...]
    tables: tuple[Table, ...]
    routines: list[Routine]
    decisions: list[Decision]
    main: Routine
    mover: Cell
    active: Cell
    ended: Cell
    returns: Cell
    scale: int
    queue: tuple[tuple[IrType, ...], ...]
    position: Routine | None
    views: dict[str, Routine]
    block_size: int = 0
