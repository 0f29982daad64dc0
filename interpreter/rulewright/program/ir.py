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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program.ir_statements import *  # noqa: F403
from rulewright.program.ir_statements import Stmt
from rulewright.program.ir_values import *  # noqa: F403
from rulewright.program.ir_values import Cell, IrType, Table, Var
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.semantics import typed

# ---- routines, decisions, programs ----


@dataclass(slots=True, eq=False)
class Routine:
    """`sort`: function, generator, flow. `result` None: returns nothing. `renames`: may (through what it calls) run a
    Rename. `about` names the rule it comes from, for the printer, `span` is its place. `different`: the list that it
    gives holds no item twice, if no list does that it is given.
    `renames` and `locals` are filled by `finish.py`."""

    name: str
    params: tuple[Var, ...]
    result: IrType | None
    body: list[Stmt]
    about: str = ""
    sort: str = "function"
    renames: bool = False
    locals: tuple[Var, ...] = ()
    span: Span | None = None
    different: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """How a value is shown to people and read from them: `sort` is int, bool, player, site, direction, enum, kind,
    component, zone, step, set, list, text; `words` the names of an enum's values, `of` the members of a set or list."""

    sort: str
    words: tuple[str, ...] = ()
    of: Shown | None = None


Part = int | tuple[int, ...] | None
"""What a value in a notation reads: it is the pick of that number and nothing else; or it reads these picks, and
besides nothing that changes; or (None) it may read anything."""


@dataclass(slots=True, eq=False)
class Alternative:
    """One sort of move of a decision, for people: the action's name ("" for a pick or a yes/no), its picks' names and
    how to show them (in the order of Yield's `picks`), the notation.

    `say` is a generator routine: given the decision's args and the picks, it yields once, with one pick for each value
    that stands in `notation` (a str piece, or the Shown of the next value). None: the default notation.
    `then` likewise, evaluated on the state after the move, with the values in `then_notation`.
    `reasons` are the texts that `explain` refers to; `tell(n)` gives, for one that holds values, a generator like
    `say`'s and its notation. `parts`: what each value in `notation` reads.
    """

    action: str
    names: tuple[str, ...]
    shown: tuple[Shown, ...]
    notation: tuple[str | Shown, ...] = ()
    say: Routine | None = None
    then_notation: tuple[str | Shown, ...] = ()
    then: Routine | None = None
    reasons: tuple[str, ...] = ()
    tell: Callable[[int], tuple[Routine, tuple[str | Shown, ...]] | None] | None = None
    spans: tuple[Span, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(slots=True, eq=False)
class Decision:
    """`optional`: the chooser may decline (offered last). `question`: for people, what is asked ("" if the
    alternatives say it). `explain()` gives a generator with the same params that yields *every* combination of picks:
    alternative, key = (index into `reasons` of the first test that failed or -1,), picks (those that could not be
    evaluated are -1).

    `candidates`, where there is one, is a generator with the same params that yields the moves, in their order, among
    others that are none: those of alternative i that `holds[i]` of the params and the parts of their key tells to be 0
    (None: all are moves).

    `spelled`: where `generator` leaves out yields of moves that were yielded before, one that has them all, since a
    move may be told by any of its combinations of picks.
    """

    index: int
    name: str
    generator: Routine
    alternatives: tuple[Alternative, ...]
    optional: bool
    question: str
    explain: Callable[[], Routine] | None = None
    candidates: Routine | None = None
    holds: tuple[Routine | None, ...] = ()
    spelled: Routine | None = None


@dataclass(slots=True, eq=False)
class DrawInfo:
    """For people: what is rolled or drawn, and how its outcomes are shown (`faces` of a bag's counts). `secret`: what
    comes is seen only by those who see the component it is, or into whose field it goes (a card drawn)."""

    name: str
    shown: Shown
    faces: tuple[int, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """One zone instance, for people. `name` as declared; `owner`: the seat whose it is (-1: nobody's, or its holder's);
    `label`: what it is of, in words ("" for a single zone); `viewers`: the seats that see what lies there face up, as
    bits (of a zone `visible to owner` of a component the owner's is not among them: the view `viewers` tells).
    `holder`: the reference whose zone it is, -1 for others."""

    name: str
    label: str
    owner: int
    ordered: bool
    viewers: int
    in_play: bool
    holder: int = -1


@dataclass(slots=True, eq=False)
class Measure:
    """A number that simulations collect `at` turn_end, round_end or end. `routine` is a function of the state, or of
    the state and a seat if `each`: then it has a value of each seat."""

    name: str
    at: str
    each: bool
    routine: Routine


@dataclass(slots=True, eq=False)
class Program:
    """A compiled game.

    `main`: the flow to start, with one int parameter: 0 runs the set-up first, 1 starts at the first turn.
    `cells` make the layout; `returns_cell` has a value for each seat in units of 1/`scale`; `ended_cell` is set to 1
    by what ends the game. `mover_cell`, `active_cell`.
    `queue`: the types of the values of each sort of queue entry.
    `position`: a generator that yields once, with the parts of the declared position as its key.
    `views`: functions the shells need, by name: `site_of(ref)`, `kind_of(ref)`, `owner_of(ref)`,
    `ref_on(site, layer)`, or where sites may hold several `refs_on(site, layer)`, a list in order.
    `zones`: all zone instances by number; the place of a component in one is `first_zone` + that number. In games with
    zones or hidden components there are also the views `place_of(ref)`, `zone_of(ref)` (-1), `contents(zone)` (a list
    from the top, an undecided stretch in the order of kinds), `loose_from(zone)`, `loose_to(zone)` (the undecided
    stretch, positions from 0; equal if there is none), `known(ref)` (the seats that know it, as bits), `viewers(ref)`
    (the seats that see it where it is), `zone_viewers(zone)` (the seats that look into it), `face_down(ref)`.
    `draws`: what is rolled or drawn in the open, by the number with which it is told.
    `given(statements)` compiles statements of the language into a function that replaces the set-up; like
    `Decision.explain` it may be asked for when the program is finished. So may `asked(local, expression)`, a function
    that gives what an expression of the language does, of one value if the local holds it (None: of none).
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
    measures: tuple[Measure, ...] = ()
    zones: tuple[ZoneInfo, ...] = ()
    first_zone: int = 0
    draws: list[DrawInfo] = field(default_factory=list)
    given: Callable[[Sequence[typed.Statement]], Routine] | None = None
    asked: Callable[[typed.Local | None, typed.Expr], Routine] | None = None
