"""All lines of a game that agree with what was observed, with their exact weights.

Breadth first, stop by stop. Lines that come to the same state with the same tokens still to come are one from there on:
their weights add up, and each remembers where it came from, so that one of them can be drawn in proportion.

What is too much to list stays so when more is observed, as long as nobody decides together with others: each line that
agrees so far is tried then too.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from rulewright.engines.protocol import Act
from rulewright.match.replaying import Node, Replay
from rulewright.match.sight import UNKNOWN
from rulewright.program import tellings


@dataclass(slots=True)
class Lines:
    """Lines that have come to one state. `parents`: from which lines, by which act, with which weight."""

    weight: float
    parents: list[tuple[Lines, Act, float]] = field(default_factory=list)

    def drawn(self, rng: random.Random) -> tuple[Act, ...]:
        """The acts of one of the lines, drawn by weight."""
        acts: list[Act] = []
        at = self
        while at.parents:
            if len(at.parents) == 1:
                parent, act, _ = at.parents[0]
            else:
                weights = [weight for _, _, weight in at.parents]
                parent, act, _ = rng.choices(at.parents, weights)[0]
            acts.append(act)
            at = parent
        return tuple(reversed(acts))


@dataclass(slots=True)
class Ending:
    """A state that may be the present, and the lines to it."""

    machine: Any
    lines: Lines


def enumerate_lines(replay: Replay, limit: int) -> list[Ending] | None:
    """Every state that may be the present, once; None if more than `limit` steps would have to be tried."""
    start = replay.start()
    if start is None:
        return []
    endings: list[Ending] = []
    layer = [(start, Lines(1.0))]
    tried = 0
    while layer:
        planned = []
        for node, lines in layer:
            if replay.here(node):
                endings.append(Ending(node.machine, lines))
            options = replay.options(node)
            tried += len(options)
            if tried > limit:
                return None
            planned.append(options)
        unseen = max(_unseen(replay, node.at) for node, _ in layer)
        if tried + sum(map(len, planned)) * unseen / 2 > limit:
            return None
        following: dict[Any, tuple[Node, Lines]] = {}
        for (node, lines), options in zip(layer, planned, strict=True):
            for option in options:
                after = replay.follow(node, option)
                if after is None:
                    continue
                weight = lines.weight * option.chance
                key = (after.at, after.trail.pending, replay.engine.key(after.machine))
                known = following.get(key)
                if known is None:
                    known = following[key] = (after, Lines(0.0))
                known[1].weight += weight
                known[1].parents.append((lines, option.act, weight))
        layer = list(following.values())
    return endings


def _unseen(replay: Replay, at: int) -> int:
    """How many components are now seen to go without being known, one after the other: so long nothing contradicts a
    line, and there are ever more, or towards the end not many fewer."""
    end = at
    while end < len(replay.tokens) and replay.tokens[end][0] == tellings.MOVED and replay.tokens[end][5:] == UNKNOWN:
        end += 1
    return max(end - at - 1, 0)
