"""Walks over all positions that can be reached, each visited once: states are told apart by their hash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import rulewright as rw


def plies(start: rw.State) -> Iterator[list[rw.State]]:
    """The different positions after 0, 1, 2 … moves, until no game goes on."""
    level = {start.hash: start}
    while level:
        yield list(level.values())
        following: dict[int, rw.State] = {}
        for state in level.values():
            for move in state.moves():
                after = state.play(move)
                following.setdefault(after.hash, after)
        level = following


def games(state: rw.State, known: dict[int, Counter[str]] | None = None) -> Counter[str]:
    """How many different games can be played from here, by their outcomes."""
    known = {} if known is None else known
    if state.hash not in known:
        known[state.hash] = (
            Counter([state.outcome])
            if state.over
            else sum((games(state.play(move), known) for move in state.moves()), Counter())
        )
    return known[state.hash]


def value(state: rw.State, known: dict[int, float]) -> float:
    """What the first player gets if both play as well as possible."""
    if state.hash not in known:
        if state.over:
            known[state.hash] = state.returns[0]
        else:
            best = max if state.mover == state.game.players[0] else min
            known[state.hash] = best(value(state.play(move), known) for move in state.moves())
    return known[state.hash]
