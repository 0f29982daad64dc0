"""What every engine offers: states that stop at decisions, at chance, or at the end.

A machine state is opaque to the floors above; they only pass it back. Engines never change a state they have given
out: `apply` and `run` give new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from rulewright.program.ir import Decision, DrawInfo, Program, Routine
from rulewright.source import Span

Value = int | tuple[int, ...]
"""A value at run time: an int (sets are ints as bitsets), or a list as a tuple."""


@dataclass(frozen=True, slots=True)
class Act:
    """One move of a decision, or one outcome of chance: alternative (-1: decline), key, values of its picks.

    `path` is not empty for a move made of several decisions: the acts of each. Equal when alternative and key (and
    for compound moves the path's) are.
    """

    alternative: int
    key: tuple[Value, ...]
    picks: tuple[Value, ...] = field(default=(), compare=False)
    path: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Yielded:
    """One raw yield of a generator."""

    alternative: int
    key: tuple[Value, ...]
    picks: tuple[Value, ...]
    rank: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a state stands. `kind`: decision, chance, over, idle (a flow that was run by `run` has come to its end).

    `chooser` is the seat that decides (-1 otherwise). For a compound stop `decision` is its first inner decision's
    and `compound` is true; then each act has a path.
    """

    kind: str
    chooser: int = -1
    decision: Decision | None = None
    draw: DrawInfo | None = None
    compound: bool = False
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Apart:
    """What is unfinished while players decide together (`together by each`), each on a copy of the state before.

    `base`: the state before the block, which is what all see who have not decided and are not deciding. It stands at no
    stop: it serves `evaluate`, `generate`, `told`, `mover` … `seats`: who takes part, in order. `deciding`: on whose
    copy the state stands. `made`: for each act made in the block so far the seat that made it, in order; these acts are
    the last ones of the game, and nobody else knows of them. After the last decision the acts are carried out seat by
    seat, in the same order, on the one state.
    """

    base: Any
    seats: tuple[int, ...]
    deciding: int
    made: tuple[int, ...]


class PlayError(Exception):
    """The rules broke down while they ran: `code`, the message, the place in the rules.

    `code` is one of X001 … (`engines.errors` lists them). The state before is unchanged.
    """

    def __init__(self, code: str, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span


class Engine(Protocol):
    """See the module's docstring. `S` stands for the engine's own state type."""

    program: Program

    def start(
        self,
        seed: int | None = None,
        *,
        explicit: bool = False,
        given: Routine | None = None,
        flow: Routine | None = None,
    ) -> Any:
        """A new game at its first stop.

        With a seed chance is drawn from a PCG32 generator; with `explicit` (or without a seed) every chance is a stop.
        `given`: a function, or a flow without parameters, that is run instead of the set-up. `flow`: a flow without
        parameters that is run after it in place of the game's own, to its first stop (`idle` at its end). Raises
        PlayError.
        """

    def run(self, state: Any, flow: Routine) -> Any:
        """A copy of `state` in which `flow` (without parameters) runs in place of what would go on, to its first stop
        (`idle` at its end). The queue is kept."""

    def stopped(self, state: Any) -> Stopped: ...

    def moves(self, state: Any) -> tuple[Act, ...]:
        """All moves of the decision, in the rules' order, decline last. Empty when over, idle or at chance."""

    def count(self, state: Any) -> int:
        """How many `moves` there are."""

    def outcomes(self, state: Any) -> tuple[tuple[Act, Fraction], ...]:
        """At a chance stop: every outcome with its probability. Empty elsewhere."""

    def apply(self, state: Any, act: Act) -> Any:
        """The state at the stop after `act`. Raises PlayError; `act` must be one of `moves` or `outcomes`;
        at a compound stop its path may be any legal way."""

    def taken(self, state: Any, index: int) -> Any:
        """As `apply`, for the act with this place among `moves` or `outcomes`."""

    def applied(self, state: Any, act: Act) -> tuple[Any, tuple[Value, ...]]:
        """As `apply` at a decision, with the arguments of the stop and the picks of the act behind one another, as they
        are on the new state: references follow their components, and are -1 for what has left the game. After a
        compound stop they are those of the last step, as they were before it."""

    def fallen(self, state: Any, act: Act) -> tuple[tuple[Any, Act], ...]:
        """What chance gives after a move in a game with a seed: for each draw on the way to the next stop the state
        in which it is made (with explicit chance) and its outcome. Empty with explicit chance."""

    def fallen_first(self, seed: int, given: Routine | None = None) -> tuple[tuple[Any, Act], ...]:
        """As `fallen`: what chance gives between the start of a game with this seed and its first stop. `given`: see
        `start`."""

    def steps(self, state: Any, done: tuple[Act, ...]) -> tuple[Act, ...]:
        """At a compound stop: the acts that may follow the steps already `done` on some legal way, also on ways that
        end like an earlier move. Empty when `done` is a whole way."""

    def completed(self, state: Any, done: tuple[Act, ...]) -> Act | None:
        """At a compound stop: the move of `moves` that ends where the whole way `done` ends, None for other steps."""

    def along(self, state: Any, path: tuple[Act, ...]) -> tuple[tuple[Any, Stopped], ...]:
        """At a compound stop: for each act of `path` the inner state in which it is made, with its inner stop.

        Such states serve only `evaluate`, `generate` and `stopped`: they name the steps of a move.
        """

    def evaluate(self, routine: Routine, state: Any, args: tuple[Value, ...] = ()) -> Value:
        """What a function gives on this state (which does not change)."""

    def generate(self, routine: Routine, state: Any, args: tuple[Value, ...] = ()) -> list[Yielded]:
        """All yields of a generator, before merging and ranking."""

    def told(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """What `Tell` noted between the stop before and this one, in order; see `program/tellings.py`.

        While players decide together it is what the deciding seat's copy told, and only that seat knows it. What was
        told on the way to the block is told by `apart(state).base`; when the block is done, the blocks on the one state
        tell everything (again).
        """

    def apart(self, state: Any) -> Apart | None:
        """What is unfinished if players are deciding together, else None."""

    def seen(self, state: Any, seat: int) -> Any:
        """The state that a seat may see while players decide together: its own copy while it decides and after it has
        decided (then a state without a stop, and `told` is all that its copy told), else `apart(state).base`; otherwise
        the state itself. What in it is hidden from the seat is another matter."""

    def altered(self, state: Any, routine: Routine, args: tuple[Value, ...] = ()) -> Any:
        """A copy of a state that stands at a decision or at chance, after `routine` (a function that may change cells)
        ran on it: it stands at the same stop, whose moves or outcomes are made anew. For thought experiments."""

    def draw(self, state: Any, picks: tuple[Value, ...]) -> Any:
        """As `apply` at a chance stop, for the outcome with these picks, without a list of all outcomes."""

    def legal(self, state: Any, act: Act) -> bool:
        """Whether `act` is one of `moves`."""

    def cells(self, state: Any) -> Sequence[Value]:
        """The block of the state as `Program.cells` lay it out, not to be changed: for whoever reads much of it."""

    def reseeded(self, state: Any, seed: int | None) -> Any:
        """A copy in which chance is drawn from this seed from now on; explicit with None."""

    def returns(self, state: Any) -> tuple[Fraction, ...]:
        """What each seat has won (0 for all before the end)."""

    def ended(self, state: Any) -> bool: ...

    def mover(self, state: Any) -> int: ...

    def active(self, state: Any) -> int: ...

    def key(self, state: Any) -> tuple[Value, ...]:
        """The canonical content: equal states have equal keys. Without the generator."""

    def digest(self, state: Any) -> int:
        """64-bit hash of `key`, the same on every machine."""

    def position(self, state: Any) -> int | None:
        """64-bit key of the declared position, None if the rules declare none."""

    def perft(self, state: Any, depth: int) -> int:
        """The number of different lines of `depth` moves (chance outcomes do not count as moves; each is followed).
        Lines that end early do not count."""

    def pack(self, state: Any) -> bytes:
        """The state as bytes, with its generator."""

    def unpack(self, data: bytes) -> Any:
        """The state that was packed. Raises ValueError for anything else."""
