"""Worlds drawn by importance sampling, where there are too many to list.

A line of the game is played from the start with explicit chance and made to agree with what was observed: what is
hidden follows a plan (`planning.py`), what is told must be what was told, and the acts of others are such as looked so.
Its weight is its probability divided by that of the choices that led to it. Lines that come to disagree are dropped:
they weigh nothing. The true state plays no part.

Where a plan fails because a move that was seen would not have been legal, `excluding.py` finds the single cards that
forbid it, and later plans avoid them.

Some ways to see things come about no plan foresees. Where lines that are just drawn forward (`forward.py`) agree often
enough, they are taken instead, since none is left out there; also where no plan succeeds. Where these fail too, all is
listed as far as that can be done.

The pool is a sequence that depends only on what was observed; who asks for more worlds gets a longer part of it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from rulewright.engines.protocol import Act
from rulewright.match.enumerating import enumerate_lines
from rulewright.match.excluding import Excluder
from rulewright.match.following import Drawn, Line
from rulewright.match.forward import Forward
from rulewright.match.knowledge import Enumerated, Pool
from rulewright.match.planning import Group, NoPlan, Planner, Story
from rulewright.match.replaying import Replay
from rulewright.match.sight import UNKNOWN
from rulewright.program import tellings

ENOUGH = 100
"""So many effective draws are enough, however many worlds are asked for."""

TRIES = 20_000
"""So many lines are tried at most."""

FORWARD = 4000
"""So many acts are tried to see whether lines drawn forward are good enough."""

_LINES = 100
"""So many lines are drawn forward for that at most."""

_GOOD = 5.0
"""So many effective draws among them are enough."""

_FARTHER = 10
"""So many times as much is tried where plans are known to leave something out."""

_VAIN = 1000
"""So many plans are tried in vain before other ways are tried."""

_STEPS = 400_000
"""So many acts are tried in vain before all lines are listed."""

_LISTED = 1_000_000
"""So many steps are tried when all lines are listed after all."""

_SOON = 100
"""So many lines are tried for somebody who waits, and will do with what is found."""

_AHEAD = 3
"""Of these one in so many is drawn forward, whether or not that promises much."""

_SOME = 4
"""So many failures of a group in another order are enough to take it to be in order."""

_QUIET = 50
"""So many lines from which nothing is learned are enough to learn from."""


class Sampler(Pool):
    """Worlds that agree with the evidence of a replay, drawn as they are needed."""

    def __init__(self, replay: Replay, seed: int) -> None:
        self.replay = replay
        self.excluder = Excluder(replay)
        self._rng = random.Random(seed)
        start = replay.start()
        if start is None:
            raise ValueError("nothing that the rules allow agrees with what was observed")
        self._start = start
        self._forward = Forward(replay, start, self._rng)
        self._by_plan: bool | None = None
        self._all: Enumerated | None = None
        sight = replay.observer.sight
        first = start.at - len(start.told)
        born = {first + n: (entry[2], entry[3]) for n, entry in enumerate(start.told) if entry[0] == tellings.MOVED}
        self.story = Story(sight, replay.tokens, born)
        self.shown = _later_shown(self.story)
        self.direct: set[tuple[int, int]] = set()
        """The alternatives, by decision, of which it was found that what is picked is what leaves its place."""
        self.in_order: dict[Group, float] = {}
        """How often groups are taken to leave in the order in which they came."""
        self._mixed: dict[Group, list[int]] = {}
        self._pool: list[Drawn] = []
        self.tries = 0
        self.orders = {"order", *(zone.name for zone in sight.zones)}
        """What draws from an undecided order are called."""

    def drawn(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """See the base class."""
        size = 0 if self._all else self._size(min(n, ENOUGH))
        if not size:
            return self._listed().drawn(n, rng)
        part = self._pool[:size]
        weights = _shares(part)
        self.effective = _effective(weights)
        return [(one.machine, one.acts) for one in rng.choices(part, weights, k=n)]

    def some(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """See the base class. Nothing else may be asked of this pool then."""
        while len(self._pool) < n and self.tries < _SOON:
            self._by_plan = self.tries % _AHEAD != _AHEAD - 1
            self._try()
        return [(one.machine, one.acts) for one in self._pool[:n]]

    def _listed(self) -> Enumerated:
        """All worlds, since none could be drawn."""
        if self._all is None:
            endings = enumerate_lines(self.replay, _LISTED)
            if not endings:
                raise ValueError("no world was found that agrees with what was observed")
            self._all = Enumerated([(one.machine, one.lines) for one in endings])
            self.exact, self.effective = True, self._all.effective
        return self._all

    def _size(self, wanted: int) -> int:
        """How many of the pool are worth so many independent draws; more are drawn if need be."""
        if self._by_plan is None:
            self._choose()
        total = squares = 0.0
        best = -math.inf
        size = 0
        while size < len(self._pool) or self._goes_on():
            while size == len(self._pool) and self._goes_on():
                self._try()
            if size == len(self._pool):
                break
            weight = self._pool[size].weight
            if weight > best:
                shrink = math.exp(best - weight) if best > -math.inf else 0.0
                total, squares, best = total * shrink, squares * shrink * shrink, weight
            scaled = math.exp(weight - best)
            total += scaled
            squares += scaled * scaled
            size += 1
            if total * total / squares >= wanted:
                break
        return size

    def _goes_on(self) -> bool:
        """Whether more lines may be tried."""
        return self.tries < TRIES and (bool(self._pool) or self._forward.steps < _STEPS)

    def _choose(self) -> None:
        """Decide in which way lines are drawn, and learn for it what there is to learn."""
        far = _FARTHER if FORWARD and _unforeseen(self.story) else 1
        while self._forward.steps < far * FORWARD and self.tries < far * _LINES and not self._good(far):
            self._draw_forward()
        if self._good(far):
            self._by_plan = False
            return
        self._pool.clear()
        self._by_plan = True
        self._learn()
        begun = self.tries
        while not self._pool and self.tries < begun + _VAIN:
            self._try()
        self._by_plan = bool(self._pool)

    def _good(self, far: int) -> bool:
        """Whether lines drawn forward are good enough; where plans are known to leave something out, a few are."""
        return bool(self._pool) and _effective(_shares(self._pool)) >= (_GOOD if far == 1 else 1.0)

    def _learn(self) -> None:
        """Try lines until nothing is learned from them any more; then no more is learned, so that all lines of the pool
        are drawn in the same way."""
        quiet = 0
        while quiet < _QUIET and self.tries < TRIES:
            learned = self.excluder.learned + len(self.in_order)
            self._try()
            quiet = quiet + 1 if self.excluder.learned + len(self.in_order) == learned else 0
        if self.excluder.learned or self.in_order:
            self._pool.clear()
        self.excluder.closed = True

    def mixed(self, group: Group, *, passed: bool) -> None:
        """Note whether a group could be in another order than that in which its members came."""
        if not self.excluder.closed:
            seen = self._mixed.setdefault(group, [0, 0])
            seen[passed] += 1
            if seen[True]:
                self.in_order[group] = 0.5
            elif seen[False] == _SOME:
                self.in_order[group] = 0.98

    def _draw_forward(self) -> None:
        self.tries += 1
        drawn = self._forward.played()
        if drawn is not None:
            self._pool.append(drawn)

    def _try(self) -> None:
        if not self._by_plan:
            self._draw_forward()
            return
        self.tries += 1
        try:
            plan = Planner(self.story, self._rng, self.excluder.found, self.in_order).plan()
        except NoPlan:
            return
        drawn = Line(self, plan, self._rng).played(self._start)
        if drawn is not None:
            self._pool.append(drawn)


def _unforeseen(story: Story) -> bool:
    """Whether plans leave something out: one of several that lie in no order where all look was taken face down."""
    sight = story.sight
    places = {
        sight.first_zone + number
        for number, zone in enumerate(sight.zones)
        if not zone.ordered and sight.first_zone + number not in sight.mixing
    }
    return any(token[0] == tellings.MOVED and token[1] in places and token[5:] == UNKNOWN for token in story.tokens)


def _shares(part: Sequence[Drawn]) -> list[float]:
    best = max(one.weight for one in part)
    return [math.exp(one.weight - best) for one in part]


def _effective(weights: list[float]) -> float:
    return sum(weights) ** 2 / sum(weight * weight for weight in weights)


def _later_shown(story: Story) -> dict[int, tuple[Any, ...]]:
    """For what changed unseen in a zone, by its token, the fields that it is later seen to have, if in a zone things
    are seen in the order in which they changed."""
    waiting: dict[int, list[int]] = {}
    seen: dict[int, list[tuple[Any, ...]]] = {}
    found: dict[int, tuple[Any, ...]] = {}

    def settle(place: int) -> None:
        if len(waiting.get(place, ())) == len(seen.get(place, ())):  # else it may have been any of them
            found.update(zip(waiting.get(place, ()), seen.get(place, ()), strict=True))

    for index, token in enumerate(story.tokens):
        if token[0] == tellings.SHOWN:
            place, what = token[1], token[3:]
        elif token[0] == tellings.MOVED:
            place, what = token[1], token[5:]
        else:
            continue
        if len(what) > 2:
            found[index] = what[2:]
            seen.setdefault(place, []).append(what[2:])
        elif token[0] == tellings.SHOWN:
            if seen.get(place):
                settle(place)
                seen[place], waiting[place] = [], []
            waiting.setdefault(place, []).append(index)
    for place in waiting:
        settle(place)
    return found
