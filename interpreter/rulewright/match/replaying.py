"""Playing a game again, with explicit chance, so that a player observes what was observed.

`Replay.options` are the acts at a stop that do not contradict what comes next, each with its probability: chance as the
rules say, moves of others uniform over all that are legal, the player's own as they were. `follow` makes one of them
and drops the line where something else is told than was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.engines.protocol import Act, Stopped
from rulewright.match.observed import ACT, ASKED, DID, LOOK, Observer, Trail, declines
from rulewright.match.setting import Setting
from rulewright.match.sight import Token
from rulewright.program.ir import Routine


@dataclass(frozen=True, slots=True)
class Evidence:
    """What worlds must agree with: everything the seat observed, and the present moment as it sees it."""

    seat: int
    tokens: tuple[Token, ...]
    present: Token


@dataclass(slots=True)
class Node:
    """A state of a line that agrees so far. `at`: how many tokens are accounted for; `told`: what was told on the way
    to it, which the last of them stand for."""

    machine: Any
    stop: Stopped
    at: int
    trail: Trail
    told: tuple[tuple[int, ...], ...] = ()


@dataclass(slots=True)
class Option:
    """An act that may be made at a node, its probability, what is accounted for when it is made."""

    act: Act
    chance: float
    at: int
    trail: Trail


class Replay:
    """Lines of one game that agree with the evidence."""

    def __init__(self, setting: Setting, given: Routine | None, evidence: Evidence) -> None:
        self.setting = setting
        self.engine = setting.engine
        self.given = given
        self.evidence = evidence
        self.tokens = evidence.tokens
        self.observer = Observer(setting, evidence.seat)
        self.seat = evidence.seat

    def start(self) -> Node | None:
        """The first stop; None if already something else is observed."""
        machine = self.engine.start(None, explicit=True, given=self.given)
        told = self._told(machine)
        at = self._fits(self.observer.start(machine), 0)
        return None if at is None else Node(machine, self.engine.stopped(machine), at, Trail(), told)

    def here(self, node: Node) -> bool:
        """Whether the node may be the present."""
        if node.at != len(self.tokens):
            return False
        look, moment = self.evidence.present
        if self.observer.moment(node.machine, node.stop) != moment:
            return False
        return bool(self.observer.look(node.machine) == look)

    def options(self, node: Node, only: Sequence[Act] | None = None) -> list[Option]:
        """What may be done at a node. `only`: another player does nothing but one of these."""
        match node.stop.kind:
            case "chance":
                outcomes = self.engine.outcomes(node.machine)
                return [Option(act, float(chance), node.at, node.trail) for act, chance in outcomes]
            case "decision" if node.stop.chooser == self.seat:
                return self._own(node)
            case "decision":
                return self._of_another(node, only)
            case _:
                return []

    def follow(self, node: Node, option: Option) -> Node | None:
        """The next stop after an option; None where something else is observed."""
        if node.stop.kind == "chance" and not option.act.path:
            after = self.engine.draw(node.machine, option.act.picks)
        else:
            after = self.engine.apply(node.machine, option.act)
        arrived, trail = self.observer.arrived(option.trail, node.machine, after)
        at = self._fits(arrived, option.at)
        if at is None:
            return None
        told = self._told(after) if arrived else ()
        return Node(after, self.engine.stopped(after), at, trail, told)

    def _told(self, machine: Any) -> tuple[tuple[int, ...], ...]:
        apart = self.engine.apart(machine)
        return self.engine.told(machine if apart is None else apart.base)

    def expected(self, at: int) -> Token | None:
        """The token at a place; None at the end."""
        return self.tokens[at] if at < len(self.tokens) else None

    def _fits(self, tokens: list[Token], at: int) -> int | None:
        if not tokens:
            return at
        end = at + len(tokens)
        return end if self.tokens[at:end] == tuple(tokens) else None

    # ---- decisions ----

    def _own(self, node: Node) -> list[Option]:
        at, trail = self._looked(node)
        if at < 0 or at + 1 >= len(self.tokens):
            return []
        asked, did = self.tokens[at], self.tokens[at + 1]
        if asked[0] != ASKED or did[0] != DID:
            return []
        moves = self.engine.moves(node.machine)
        if len(moves) != asked[1] or self.observer.asked(node.machine, node.stop) != asked:
            return []
        return [Option(moves[did[1]], 1.0, at + 2, trail)]

    def _looked(self, node: Node) -> tuple[int, Trail]:
        """What is accounted for when the state has been looked at; -1 if it looked other than this one."""
        expected = self.expected(node.at)
        if expected is None:
            return -1, node.trail
        look = self.observer.sight.look(node.machine)
        if expected[0] == LOOK:
            return (node.at + 1, replace(node.trail, look=look)) if expected[1] == look else (-1, node.trail)
        return (node.at, node.trail) if look == node.trail.look else (-1, node.trail)

    def _of_another(self, node: Node, only: Sequence[Act] | None) -> list[Option]:
        moves: Sequence[Act] = self.engine.moves(node.machine)
        chance = 1 / len(moves)
        if only is not None:
            moves = only
        found = [Option(act, chance, node.at, node.trail) for act in moves if declines(act)]
        if self.engine.apart(node.machine) is not None:
            return found + self._together(node, moves, chance)
        seen = self.expected(node.at)
        if seen is not None and seen[0] == LOOK:
            seen = self.expected(node.at + 1)
        if seen is None or seen[0] != ACT or seen[1] != node.stop.chooser:
            return found
        at, trail = self._looked(node)
        if at < 0:
            return found
        fitting = self._fitting(node, moves, seen)
        return found + [Option(act, chance, at + 1, trail) for act in fitting]

    def _fitting(self, node: Node, moves: Sequence[Act], seen: Token) -> list[Act]:
        """The moves that look so."""
        alternative = seen[2][1] if seen[2] and isinstance(seen[2][0], int) else None
        act = self.observer.act
        return [
            move
            for move in moves
            if (alternative is None or move.alternative == alternative or move.path)
            and not declines(move)
            and act(node.machine, node.stop, move) == seen
        ]

    def _together(self, node: Node, moves: Sequence[Act], chance: float) -> list[Option]:
        """Moves while all decide together: what they were is seen when all have decided, if that is past."""
        known, seen = self.ahead(node)
        if known and (seen is None or seen[1] != node.stop.chooser):
            return []
        out = []
        for move in moves:
            if not declines(move):
                token = self.observer.act(node.machine, node.stop, move)
                if not known or token == seen:
                    trail = replace(node.trail, pending=(*node.trail.pending, token))
                    out.append(Option(move, chance, node.at, trail))
        return out

    def ahead(self, node: Node) -> tuple[bool, Token | None]:
        """While all decide together: whether what they did is known, and what was done next (None: nothing more)."""
        at = node.at
        while at < len(self.tokens) and self.tokens[at][0] in (LOOK, ASKED, DID):
            at += 1
        if at == len(self.tokens):
            return False, None
        token = self.expected(at + len(node.trail.pending))
        return True, token if token is not None and token[0] == ACT else None
