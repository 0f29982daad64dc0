"""Guesses of what lay where, made from what one player observed alone.

Where components go is always seen; which they are often is not. So from the tokens every component can be followed from
place to place without being known: a *slot*. A card that leaves an undecided order makes a new slot, and what it is is
one of the *pool* of those that were shuffled there. A `Plan` decides

- which slot it was that left an unordered zone into which the player does not look: among those that may have been it,
  by their chances; several that leave together mostly do in the order in which they came;
- of which class (kind and owner) each slot is: what was seen later is known, the rest is dealt out among what is left
  of the pool, first to the slots for which least is possible.

Whatever agrees with the tokens is planned with a probability above zero, and `Plan.chance` is its logarithm: what the
choices were that led to the plan. Whether the plan could be is found out by playing it (`sampling.py`).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.match.observed import ACT, ASKED, DID, LOOK
from rulewright.match.sight import Sight, Token
from rulewright.program import tellings

Kind = tuple[int, int]
"""Kind and owner of a component."""

IN_ORDER = 0.75
"""How often several components that leave a zone together are taken to leave in the order in which they came, as long
as nothing is known of that."""

UNLIKELY = 1e-4
"""The weight of a class that is taken to be impossible for a slot."""


class NoPlan(Exception):  # noqa: N818 - nothing is wrong
    """The choices made so far cannot be gone on with."""


@dataclass(eq=False, slots=True)
class Slot:
    """A component that is followed. `what`: its class, None if it is not decided; `pool`: from which it was drawn;
    `not_`: classes that it is taken not to be."""

    pool: Pool | None = None
    what: Kind | None = None
    not_: set[Kind] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class Pool:
    """What was shuffled together: the slots, and as many of an older pool as were not drawn from it. `drawn`: the slots
    drawn. `left`: how many there are of each class less those that are spoken for; None if that cannot be known."""

    slots: list[Slot]
    older: Pool | None
    undrawn: int
    size: int
    drawn: list[Slot] = field(default_factory=list)
    left: Counter[Kind] | None = None
    maybe: int = 0
    """How many of the slots are of a class that is not decided."""


Entry = Slot | Pool
"""What lies in a zone: a slot, or something undrawn of a pool."""


@dataclass(frozen=True, slots=True)
class Group:
    """The components that leave (or are shown in) one zone between two moments: at which tokens, in order."""

    events: tuple[int, ...]


class Story:
    """The tokens of one player, read once. `born`: the classes of what came into the game before the first stop, by
    token: rules and set-up are known to all."""

    def __init__(self, sight: Sight, tokens: Sequence[Token], born: dict[int, Kind]) -> None:
        self.sight = sight
        self.tokens = tokens
        self.born = born
        self.groups: dict[int, Group] = {}
        self.ends: dict[int, int] = {}
        """For each token the index of the next one that is not told."""
        self._read()

    def _read(self) -> None:
        open_: dict[tuple[int, int], list[int]] = {}
        last = 0
        for index, token in enumerate([*self.tokens, (LOOK,)]):
            if token[0] in (LOOK, ASKED, DID, ACT):
                for events in open_.values():
                    group = Group(tuple(events))
                    self.groups.update(dict.fromkeys(events, group))
                open_ = {}
                for at in range(last, index + 1):
                    self.ends[at] = index
                last = index + 1
            elif token[0] == tellings.MOVED and token[1] in self.sight.mixing:
                open_.setdefault((tellings.MOVED, token[1]), []).append(index)
            elif token[0] == tellings.SHOWN and token[1] in self.sight.mixing and token[3] >= 0:
                open_.setdefault((tellings.SHOWN, token[1]), []).append(index)

    def group_after(self, index: int) -> range:
        """The tokens that tell what followed upon the move at a token."""
        while index < len(self.tokens) and self.tokens[index][0] in (LOOK, ASKED, DID, ACT):
            index += 1
        return range(index, self.ends.get(index, index))


@dataclass(eq=False, slots=True)
class Plan:
    """`slots`: of each event (by its token) the component it is about, if that is followed. `draws`: for each place of
    a zone what is drawn from its undecided order, with the tokens that tell it. `gone`: what is not followed any
    more from a token on, since it was shuffled, left the game, or stands open on the board. `mixed`: the groups
    whose members are taken to leave in another order than that in which they came. `plain`: the events of which
    it was not chosen which component it is, since all that lay there were of one class. `chance`: the logarithm
    of the probability with which it was chosen."""

    slots: dict[int, Slot]
    draws: dict[int, list[tuple[int, Slot]]]
    gone: dict[int, list[Slot]]
    mixed: set[Group]
    plain: set[int]
    chance: float


class Planner:
    """Makes one plan. `excluded`: for the token of a move and a place what cannot have lain there besides what left.
    `in_order`: for groups of which something is known what stands in for IN_ORDER."""

    def __init__(
        self,
        story: Story,
        rng: random.Random,
        excluded: dict[int, dict[int, set[Kind]]],
        in_order: dict[Group, float],
    ) -> None:
        self._story = story
        self._sight = story.sight
        self._rng = rng
        self._excluded = excluded
        self._in_order = in_order
        self._zones: dict[int, list[Entry]] = {}
        self._pools: list[Pool] = []
        self._slots: dict[int, Slot] = {}
        self._draws: dict[int, list[tuple[int, Slot]]] = {}
        self._choices: dict[Group, _Choice] = {}
        self._waiting: list[tuple[int, list[Slot], set[Kind]]] = []
        self._gone: dict[int, list[Slot]] = {}
        self._plain: set[int] = set()
        self._forced: dict[int, list[Entry]] = {}
        self.chance = 0.0

    def plan(self) -> Plan:
        """A plan. Raises NoPlan where the choices lead nowhere."""
        for index, token in enumerate(self._story.tokens):
            self._event(index, token)
        self._exclude(None)
        for choice in self._choices.values():
            self.chance += choice.chance
        for pool in self._pools:
            self._resolve(pool)
        mixed = {group for group, choice in self._choices.items() if choice.mixed}
        return Plan(self._slots, self._draws, self._gone, mixed, self._plain, self.chance)

    # ---- what happened ----

    def _event(self, index: int, token: Token) -> None:
        match token:
            case (tellings.MOVED, here, was, to, at, *what):
                kind = (what[0], what[1]) if what[0] >= 0 else None
                slot = self._left(index, here, was, kind)
                self._slots[index] = slot
                if to < 0 or (to < self._sight.first_zone and kind is not None):
                    self._gone[index] = [slot]
                else:
                    self._arrive(slot, to, at)
            case (tellings.SHOWN, place, position, *what):
                self._shown(index, place, position, (what[0], what[1]) if what[0] >= 0 else None)
            case (tellings.FLIPPED, place, position, _, *what):
                self._shown(index, place, position, (what[0], what[1]) if what[0] >= 0 else None)
            case (tellings.SHUFFLED, place):
                self._shuffled(index, place)
            case (other, *rest) if other in (LOOK, ASKED, DID, ACT):
                self._exclude(index)
                self._forced = {}
                if other == DID:
                    for place, position in rest[1:]:
                        self._forced.setdefault(place, []).append(self._zones[place][position])
            case _:
                pass

    def _exclude(self, index: int | None) -> None:
        """Note for what lay in a zone when somebody moved, and has stayed, what it cannot be."""
        for place, slots, kinds in self._waiting:
            there = self._zones.get(place, ())
            for slot in slots:
                if slot in there:
                    slot.not_ |= kinds
        self._waiting = []
        if index in self._excluded:
            for place, kinds in self._excluded[index].items():
                slots = [entry for entry in self._zones.get(place, ()) if isinstance(entry, Slot)]
                self._waiting.append((place, slots, kinds))

    def _left(self, index: int, here: int, was: int, kind: Kind | None) -> Slot:
        """The component that left a place."""
        if here < 0:
            return Slot(what=self._story.born.get(index, kind))
        lie = self._zones.setdefault(here, [])
        if not lie:  # it stood open on the board, where moves are not told
            return Slot(what=kind)
        if 0 <= was < len(lie):
            at = was
            self._settle(index, here, lie, at)
        elif here in self._sight.mixing:
            at = self._chosen(index, here, kind)
        else:
            at = _found(lie, kind)
        slot = self._taken(index, here, lie, at)
        self._is(slot, kind)
        return slot

    def _settle(self, index: int, here: int, lie: list[Entry], at: int) -> None:
        """What is taken out of the midst of an undecided order decides it up to there, from the end that is nearer."""
        pool = lie[at]
        if isinstance(pool, Pool):
            low = lie.index(pool)
            high = low + lie.count(pool)
            from_end = range(low, at) if at - low < high - at else range(high - 1, at, -1)
            for place in from_end:
                lie[place] = self._drawn(index, here, pool)

    def _taken(self, index: int, here: int, lie: list[Entry], at: int) -> Slot:
        entry = lie.pop(at)
        return self._drawn(index, here, entry) if isinstance(entry, Pool) else entry

    def _drawn(self, index: int, here: int, pool: Pool) -> Slot:
        slot = Slot(pool)
        pool.drawn.append(slot)
        self._draws.setdefault(here, []).append((index, slot))
        return slot

    def _arrive(self, slot: Slot, to: int, at: int) -> None:
        lie = self._zones.setdefault(to, [])
        lie.insert(at if at >= 0 else len(lie), slot)

    def _shown(self, index: int, place: int, position: int, kind: Kind | None) -> None:
        lie = self._zones.get(place, [])
        if not lie:
            return
        if 0 <= position < len(lie):
            at = position
        elif place in self._sight.mixing:
            if kind is None:
                return
            at = self._chosen(index, place, kind)
        elif len(lie) == 1:
            at = 0
        else:
            return
        entry = lie[at]
        if isinstance(entry, Pool):
            entry = lie[at] = self._drawn(index, place, entry)
        self._slots[index] = entry
        self._is(entry, kind)

    def _is(self, slot: Slot, kind: Kind | None) -> None:
        """A slot is of a class, if that is known."""
        if kind is None or slot.what == kind:
            return
        if slot.what is not None:
            raise NoPlan
        slot.what = kind
        if slot.pool is not None and slot.pool.left is not None:
            if slot.pool.left[kind] <= 0:
                raise NoPlan
            slot.pool.left[kind] -= 1

    def _shuffled(self, index: int, place: int) -> None:
        lie = self._zones.get(place, [])
        slots = [entry for entry in lie if isinstance(entry, Slot)]
        undrawn = [entry for entry in lie if isinstance(entry, Pool)]
        pool = Pool(slots, undrawn[0] if undrawn else None, len(undrawn), len(lie))
        if not undrawn and all(slot.what is not None for slot in slots):
            pool.left = Counter(slot.what for slot in slots if slot.what is not None)
        pool.maybe = len(undrawn) + sum(slot.what is None for slot in slots)
        self._pools.append(pool)
        self._gone[index] = slots
        self._zones[place] = [pool] * len(lie)

    # ---- which it was ----

    def _chosen(self, index: int, place: int, kind: Kind | None) -> int:
        """The position of what left an unordered zone, or was shown in it, chosen by chance."""
        lie = self._zones[place]
        if self._forced.get(place):
            return lie.index(self._forced[place].pop(0))
        first = lie[0]
        if isinstance(first, Slot) and first.what is not None and all(_same(entry, first) for entry in lie):
            return self._any(index, lie)
        group = self._story.groups.get(index, Group((index,)))
        choice = self._choices.get(group)
        if choice is None:
            rate = self._in_order.get(group, IN_ORDER)
            choice = self._choices[group] = _Choice(list(lie), len(group.events), rate, self._rng.random() < rate)
        fits = [_fit(entry, kind) if entry in lie and entry not in choice.gone else 0.0 for entry in choice.lie]
        at = choice.next(fits, self._rng)
        entry = choice.lie[at]
        if isinstance(entry, Pool):  # those that are undrawn are all the same
            return next(i for i, one in enumerate(lie) if one is entry)
        choice.gone.append(entry)
        return lie.index(entry)

    def _any(self, index: int, lie: list[Entry]) -> int:
        """The position of one among several that are all of one class: it does not matter which, so nothing is chosen.
        What is shown together is not the same."""
        self._plain.add(index)
        group = self._story.groups.get(index)
        shown = [self._slots.get(event) for event in group.events] if group else []
        moved = self._story.tokens[index][0] == tellings.MOVED
        return next(at for at, entry in enumerate(lie) if moved or entry not in shown)

    # ---- what the others are ----

    def _resolve(self, pool: Pool) -> None:
        """Deal out what is left of a pool among the slots drawn from it whose class is not decided."""
        if pool.left is None:
            pool.left = self._content(pool)
            if pool.left is None:
                return
            for slot in pool.drawn:
                if slot.what is not None:
                    pool.left[slot.what] -= 1
            if any(number < 0 for number in pool.left.values()):
                raise NoPlan
        open_: dict[frozenset[Kind], list[Slot]] = {}
        for slot in pool.drawn:
            if slot.what is None:
                open_.setdefault(frozenset(slot.not_), []).append(slot)
        possible = {not_: sum(n for kind, n in pool.left.items() if kind not in not_) for not_ in open_}
        while open_:
            not_ = min(open_, key=lambda not_: possible[not_] - len(open_[not_]))
            kind = self._dealt(pool.left, not_)
            open_[not_].pop(0).what = kind
            pool.left[kind] -= 1
            for other in possible:
                possible[other] -= kind not in other
            if not open_[not_]:
                del open_[not_]

    def _dealt(self, left: Counter[Kind], not_: frozenset[Kind]) -> Kind:
        """A class of what is left, drawn by number."""
        kinds = [kind for kind, number in left.items() if number > 0]
        weights = [left[kind] * (UNLIKELY if kind in not_ else 1.0) for kind in kinds]
        total = sum(weights)
        if total <= 0:
            raise NoPlan
        at = self._rng.choices(range(len(kinds)), weights)[0]
        self.chance += math.log(weights[at] / total)
        return kinds[at]

    def _content(self, pool: Pool) -> Counter[Kind] | None:
        """What was shuffled together, when all older pools are resolved."""
        found: Counter[Kind] = Counter()
        for slot in pool.slots:
            if slot.what is None:
                return None
            found[slot.what] += 1
        if pool.older is not None:
            if pool.older.left is None:
                return None
            found.update({kind: number for kind, number in pool.older.left.items() if number > 0})
        return found


@dataclass(eq=False, slots=True)
class _Choice:
    """How the members of a group are chosen, and with which probability so far, in order and freely."""

    lie: list[Entry]
    members: int
    rate: float
    in_order: bool
    gone: list[Slot] = field(default_factory=list)
    made: int = 0
    last: int = -1
    ordered: float = 0.0
    free: float = 0.0

    def next(self, fits: list[float], rng: random.Random) -> int:
        """The position of the next one."""
        rest = self.members - self.made - 1
        size = len(self.lie)
        ordered = [
            fit * math.comb(size - at - 1, rest) if at > self.last and fit else 0.0 for at, fit in enumerate(fits)
        ]
        weights = ordered if self.in_order else fits
        total = sum(weights)
        if total <= 0:
            raise NoPlan
        at = rng.choices(range(size), weights)[0]
        of = sum(ordered)
        if self.ordered > -math.inf and of > 0 and ordered[at] > 0:
            self.ordered += math.log(ordered[at] / of)
        else:
            self.ordered = -math.inf
        self.free += math.log(fits[at] / sum(fits))
        self.made += 1
        self.last = at
        return at

    @property
    def chance(self) -> float:
        """The logarithm of the probability of all these choices."""
        return math.log(self.rate * math.exp(self.ordered) + (1 - self.rate) * math.exp(self.free))

    @property
    def mixed(self) -> bool:
        """Whether it was another order than that of arrival."""
        return self.ordered == -math.inf


def _same(entry: Entry, first: Slot) -> bool:
    return isinstance(entry, Slot) and entry.what == first.what


def _fit(entry: Entry, kind: Kind | None) -> float:
    """How likely it is that what lies there is of a class, compared with others."""
    if kind is None:
        return 1.0
    if isinstance(entry, Slot):
        if entry.what is not None:
            return 1.0 if entry.what == kind else 0.0
        pool, factor = entry.pool, UNLIKELY if kind in entry.not_ else 1.0
    else:
        pool, factor = entry, 1.0
    if pool is None:
        return factor
    if pool.left is not None:
        total = sum(pool.left.values())
        return factor * pool.left[kind] / total if total else 0.0
    known = sum(slot.what == kind for slot in pool.slots)
    return factor * (known + (0.5 if pool.maybe else 0.0)) / pool.size


def _found(lie: list[Entry], kind: Kind | None) -> int:
    """Where in a place that the player sees something of a class lies."""
    for at, entry in enumerate(lie):
        if isinstance(entry, Slot) and entry.what == kind:
            return at
    for at, entry in enumerate(lie):
        if isinstance(entry, Pool) or entry.what is None:
            return at
    raise NoPlan
