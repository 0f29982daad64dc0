"""Players who decide together: each apart from the others, on a copy of the state before the block.

While a block is unfinished a state carries, beside the copy on which one seat decides, an `Apart`: the state before
the block, who takes part, and the choices made so far. When the last has decided, the state before is taken up again
and the block runs for each seat with its choices.

A choice is kept as (number of the decision, alternative, key, path); alternative -2 tells that nothing was legal. By
then effects of others may have moved what it names, so the references in a key are kept as those of the state before
(`moved` tells where they are in the copy) and follow there. A part of a key is kept as (sort, value): sort 0 a value
that stays as it is, 1 a reference that follows, 2 a set of them with the members that do not, 3 a list of parts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulewright.engines.reference.runtime import elements, moved
from rulewright.engines.reference.state import IDLE, State, key

PLAIN, FOLLOWS, SET, LIST = range(4)

NOTHING = -2

Part = tuple[int, Any]
Choice = tuple[int, int, tuple[Part, ...], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Apart:
    """`base`: the state before the block, whose top frame stands at the block. `at`: which of `seats` decides, or
    whose block runs; `running`: all have decided. `chosen`: the choices of each seat up to `at`; when running, those
    that are not used up. `moved`: where references of the state before are in this copy, if they are elsewhere (-1:
    gone). `alone`: only this seat's block runs, to see the copy after it decided."""

    base: State
    seats: tuple[int, ...]
    at: int = 0
    running: bool = False
    chosen: tuple[tuple[Choice, ...], ...] = ((),)
    moved: tuple[tuple[int, int], ...] = ()
    alone: bool = False

    @property
    def seat(self) -> int:
        return self.seats[self.at]

    def key(self, kept: list[slice] | None) -> tuple[Any, ...]:
        """The canonical content."""
        return (key(self.base, kept), self.seats, self.at, int(self.running), self.chosen, self.moved)

    def with_choice(self, choice: Choice) -> Apart:
        return replace(self, chosen=(*self.chosen[:-1], (*self.chosen[-1], choice)))

    def next_choice(self) -> Choice | None:
        """The next choice of the seat whose block runs."""
        left = self.chosen[self.at]
        return left[0] if left else None

    def without_choice(self) -> Apart:
        """After the next choice was taken."""
        left = self.chosen[self.at][1:]
        return replace(self, chosen=(*self.chosen[: self.at], left, *self.chosen[self.at + 1 :]))

    def next_seat(self) -> Apart:
        """The next seat decides, or its block runs."""
        if self.running:
            return replace(self, at=self.at + 1)
        return replace(self, at=self.at + 1, chosen=(*self.chosen, ()), moved=())

    def decided(self) -> Apart:
        """All have decided: the blocks run."""
        return replace(self, at=0, running=True, moved=())

    def follow(self, old: int, new: int) -> Apart:
        """A reference moves. `old` is not -1."""
        if self.running:
            return replace(self, chosen=tuple(tuple(_followed(one, old, new) for one in own) for own in self.chosen))
        places = dict(self.moved)
        origin = next((base for base, now in self.moved if now == old), None)
        if origin is not None:
            places[origin] = new
        elif old not in places:
            places[old] = new
        return replace(self, moved=tuple(sorted((base, now) for base, now in places.items() if base != now)))


def begun(s: State, members: int) -> Apart | None:
    """The block begins for the seats of a set; None if there are none."""
    if not members:
        return None
    base = s.copy()
    base.halt, base.generator = IDLE, None
    return Apart(base, elements(members))


def restored(s: State, base: State) -> None:
    """Take up the state before the block again; nothing is told of it."""
    s.cells = base.cells[:]
    s.frames = [frame[:] for frame in base.frames]
    s.queue = base.queue[:]
    s.history = base.history
    s.live.clear()
    s.told = ()


# ---- keys of choices ----


def encoded(kinds: str, values: tuple[Any, ...], places: tuple[tuple[int, int], ...]) -> tuple[Part, ...]:
    """A key as it is kept. `kinds` as for `runtime.follow`."""
    origins = {now: base for base, now in places if now >= 0}
    gone = {base for base, _ in places}

    def single(ref: int) -> Part:
        if ref < 0:
            return PLAIN, ref
        if ref in origins:
            return FOLLOWS, origins[ref]
        return (PLAIN if ref in gone else FOLLOWS), ref

    def part(kind: str, value: Any) -> Part:
        match kind:
            case "r":
                return single(value)
            case "s":
                parts = [single(ref) for ref in elements(value)]
                return SET, tuple(sum(1 << ref for sort, ref in parts if sort == wanted) for wanted in (FOLLOWS, PLAIN))
            case "l":
                return LIST, tuple(single(ref) for ref in value)
            case _:
                return PLAIN, value

    return tuple(part(kind, value) for kind, value in zip(kinds, values, strict=True))


def decoded(parts: tuple[Part, ...]) -> tuple[Any, ...]:
    """The key that was kept, as it is now."""
    return tuple(_value(*part) for part in parts)


def _value(sort: int, value: Any) -> Any:
    match sort:
        case 2:  # SET
            return value[0] | value[1]
        case 3:  # LIST
            return decoded(value)
        case _:
            return value


def _followed(choice: Choice, old: int, new: int) -> Choice:
    index, alternative, parts, path = choice
    return index, alternative, tuple(_part_followed(part, old, new) for part in parts), path


def _part_followed(part: Part, old: int, new: int) -> Part:
    sort, value = part
    if sort == FOLLOWS and value == old:
        return FOLLOWS, new
    if sort == SET:
        return SET, (moved(value[0], old, new), value[1])
    if sort == LIST:
        return LIST, tuple(_part_followed(one, old, new) for one in value)
    return part
