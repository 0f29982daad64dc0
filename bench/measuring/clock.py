"""How often something happens in a second: the median of some runs, with the least and the greatest."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 5
SECONDS = 0.4
"""About how long a run takes. The clock is the thread's own, so that other work on the machine counts little."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second: median, least and greatest of the runs."""

    median: float
    least: float
    greatest: float

    @property
    def spread(self) -> float:
        """The difference of the extremes, as a part of the median."""
        return (self.greatest - self.least) / self.median

    def __mul__(self, factor: float) -> Rate:
        return Rate(self.median * factor, self.least * factor, self.greatest * factor)

    def over(self, other: Rate) -> Rate:
        """This rate as a multiple of another: of the medians, and of the extremes that are farthest apart."""
        return Rate(self.median / other.median, self.least / other.greatest, self.greatest / other.least)


def rate_of(numbers: list[float]) -> Rate:
    return Rate(statistics.median(numbers), min(numbers), max(numbers))


@dataclass(frozen=True, slots=True)
class Games:
    """What was measured of random games: games a second, decisions in a game."""

    rate: Rate
    length: float

    @property
    def decisions(self) -> Rate:
        return self.rate * self.length


def games(
    play: Callable[[int], int], count: int = 1, fixed: bool = False, clock: Callable[[], float] = time.thread_time
) -> Games:
    """`play` plays so many games and says how many decisions were made in them. `fixed`: always `count` at once. The
    first time, when things are made, is not counted."""
    play(count)
    while not fixed:
        start = clock()
        play(count)
        used = clock() - start
        if used > SECONDS / 8:
            count = max(1, int(count * SECONDS / used))
            break
        count *= 4
    rates, decisions = [], 0
    for _ in range(RUNS):
        start = clock()
        made = play(count)
        rates.append(count / (clock() - start))
        decisions += made
    return Games(rate_of(rates), decisions / (RUNS * count))


def lines(count: Callable[[], int], right: int) -> Rate:
    """Lines of play that are counted in a second; `right` is how many there are. Raises ValueError for other counts."""
    rates = []
    for _ in range(RUNS):
        start = time.thread_time()
        found = count()
        rates.append(found / (time.thread_time() - start))
        if found != right:
            raise ValueError(f"{found:,} lines were counted in place of {right:,}")
    return rate_of(rates)
