"""IR: statements. See `ir.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program.ir_values import Cell, Expr, Var
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.ir import Decision, DrawInfo, Routine, Shown

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
class EachStep:
    """For each step from one site to another: `ways` pairs the set of sites from which a step leads with how much
    further it leads, these ascending and all different.

    For each member of any of the sets, ascending, and for each way whose set holds it, in order: `var` is the member,
    `to` is the member + the step, and `body` runs. All sets are evaluated once, before. The body may rename nothing,
    and no break in it leaves the loop. `plain`: what stands with a set is no step but a direction, and `to` is that
    number itself.
    """

    var: Var
    to: Var
    ways: tuple[tuple[Expr, int], ...]
    body: list[Stmt]
    plain: bool = False


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
class Tell:
    """Note something that people at the table may have seen: the values of `parts` (ints), kept beside the state until
    the next stop. What is told takes no part in equality, and no rule reads it; in a Trial and in evaluation it is
    dropped. `tellings.py` lists what is told."""

    parts: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Finish:
    """The game is over (the cells that say how are set): nothing more runs, except the end of an enclosing Trial."""


@dataclass(slots=True, eq=False)
class Trial:
    """Run `body` on a copy of the state, which is then dropped; locals keep what they were assigned. `Finish` in it
    ends only the body's effects: `then` still runs (on the copy).

    `cells` (filled by `finish.py`): all that both can change, beside the ends of queue and history; None where they
    may change more. See `undo.py`.
    """

    body: list[Stmt]
    then: list[Stmt]
    cells: tuple[Cell, ...] | None = None


@dataclass(slots=True, eq=False)
class Attempt:
    """Run `body`; a rules error in it is dropped and `failed` becomes 1 (0 before)."""

    body: list[Stmt]
    failed: Var


@dataclass(slots=True, eq=False)
class Yield:
    """Only in generators. A move of alternative `alternative` with the values of its picks; moves with one
    (alternative, key) are one, the first stands. `rank`: only yields of the greatest rank count. `weight`: for
    chance. `fresh` (filled by `passes/repeats.py`): no yield before it has this alternative and key."""

    alternative: int
    key: tuple[Expr, ...]
    picks: tuple[Expr, ...]
    rank: tuple[Expr, ...] = ()
    weight: Expr | None = None
    fresh: bool = False


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

    `slots`: where alternatives give values of different types, for each of them the indices in `picks` of what
    receives its values; () if each gives the first ones. `span`: the decision's place, for errors.
    """

    decision: Decision
    chooser: Expr
    args: tuple[Expr, ...]
    choice: Var
    picks: tuple[Var, ...]
    slots: tuple[tuple[int, ...], ...] = ()
    span: Span | None = None

    def received(self, alternative: int) -> tuple[Var, ...]:
        """What receives the values of an alternative, in order."""
        return tuple(self.picks[i] for i in self.slots[alternative]) if self.slots else self.picks


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
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Together:
    """Each member of the set `seats` decides apart from the others: `body` runs for it (`seat` holds it) on a copy of
    the state before, in the order of the seats. After the last the copies are dropped, and `body` runs for each on the
    one state, without stops, with the choices that were made. A choice that is impossible then is a rules error.

    Nobody but that seat decides in the body, and nothing is left to chance there. `names`: the seats, for messages.
    """

    seat: Var
    seats: Expr
    body: list[Stmt]
    names: Shown
    span: Span | None = None


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
    | EachStep
    | Break
    | Return
    | Do
    | Fail
    | Rename
    | Enqueue
    | Dequeue
    | Record
    | ForgetRecords
    | Tell
    | Finish
    | Trial
    | Attempt
    | Yield
    | YieldSubsets
    | YieldBags
    | Decide
    | Draw
    | Compound
    | Together
)
