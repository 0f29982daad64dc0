"""Rulewright's own engines: random games, steps from Python, lines of play, the time it takes to make machine code."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import rulewright as rw
from measuring import clock
from rulewright.engines.native.module import Module
from rulewright.engines.native.store import compiled
from rulewright.engines.native.worker import Worker

MOST = 1_000_000
"""Decisions after which a game is cut off, where nothing else is said."""


def playouts(game: rw.Game, limit: int = MOST) -> clock.Games:
    """Random games with the engine that the game was loaded with, on one thread."""
    return clock.games(lambda count: game.playouts(count, seed=count, jobs=1, limit=limit).decisions)


def steps(game: rw.Game, limit: int = MOST) -> clock.Games:
    """Random games from Python, state by state."""
    chosen = random.Random(1)

    def play(count: int) -> int:
        decisions = 0
        for seed in range(count):
            state, made = game.start(seed=seed), 0
            while made < limit and not state.over:
                state = state.play(chosen.choice(state.moves()))
                made += 1
            decisions += made
        return decisions

    return clock.games(play)


def lines(game: rw.Game, depth: int, right: int) -> clock.Rate:
    """Lines of `depth` moves, of which there are `right`, in machine code."""
    worker = Worker(compiled(Module(game.setting.program)))
    start = worker.start(None)
    return clock.lines(lambda: worker.perft(start, depth), right)


def seconds_to_compile(name: str, options: Mapping[str, str]) -> tuple[float, float]:
    """From a loaded game to the first random one, in seconds of the process: when machine code is made, and when it
    lies in the cache. Medians."""
    cold, cached = [], []
    for _ in range(clock.RUNS):
        with elsewhere():
            for times in (cold, cached):
                game = rw.load(name, options, engine="auto")
                start = time.process_time()
                game.playouts(1, jobs=1)
                times.append(time.process_time() - start)
    return clock.rate_of(cold).median, clock.rate_of(cached).median


@contextmanager
def elsewhere() -> Iterator[None]:
    """An empty folder in place of the cache."""
    before = os.environ.get("RULEWRIGHT_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEWRIGHT_CACHE"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["RULEWRIGHT_CACHE"]
            else:
                os.environ["RULEWRIGHT_CACHE"] = before
