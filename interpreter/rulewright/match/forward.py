"""One line of the game drawn forward from the start, with its weight: see `sampling.py`.

Chance and others do what the rules let them do, with the probabilities that the rules give, but nothing after which
something else would be observed next than was observed. Whatever agrees can be drawn: nothing is taken for granted
that is observed later only. So it is always right, and soon finds nothing where much has to come right by luck.
"""

from __future__ import annotations

import math
import random

from rulewright.engines.protocol import Act
from rulewright.match.following import Drawn
from rulewright.match.replaying import Node, Option, Replay
from rulewright.match.sight import UNKNOWN
from rulewright.program import tellings

_STOPS = 0.5
_MANY = 256
"""Of more acts than these one is drawn before it is seen whether it agrees."""


class Forward:
    """Draws such lines. `steps`: how many acts were tried."""

    def __init__(self, replay: Replay, start: Node, rng: random.Random) -> None:
        self._replay = replay
        self._start = start
        self._rng = rng
        self.steps = 0

    def played(self) -> Drawn | None:
        """A line to a state that may be the present; None if it comes to disagree."""
        node = self._start
        acts: list[Act] = []
        weight = 0.0
        while True:
            options = self._replay.options(node)
            if self._replay.here(node):
                if not options or self._rng.random() < _STOPS:
                    return Drawn(weight - (math.log(_STOPS) if options else 0.0), node.machine, tuple(acts))
                weight -= math.log(1 - _STOPS)
            after, share = self._after(node, options)
            if not after:
                return None
            option, node = self._rng.choices(after, [option.chance for option, _ in after])[0]
            weight += math.log(share)
            acts.append(option.act)

    def _after(self, node: Node, options: list[Option]) -> tuple[list[tuple[Option, Node]], float]:
        """The acts that agree, with the stops after them, and their probability together; or one of them that was
        drawn already, if very likely all agree."""
        share = sum(option.chance for option in options)
        if len(options) > 1 and (len(options) > _MANY or self._unseen(node)):
            options = self._rng.choices(options, [option.chance for option in options])
        self.steps += len(options)
        after = [(option, self._replay.follow(node, option)) for option in options]
        agree = [(option, following) for option, following in after if following is not None]
        if len(agree) < len(options):
            share = sum(option.chance for option, _ in agree)
        return agree, share

    def _unseen(self, node: Node) -> bool:
        """Whether chance moves something next of which it was not seen what it is."""
        token = self._replay.expected(node.at)
        if node.stop.kind != "chance" or token is None:
            return False
        return bool(token[0] == tellings.MOVED and token[5:] == UNKNOWN)
