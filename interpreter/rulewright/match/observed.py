"""What a player has observed since the start of the game, as a list of tokens.

    (LOOK, what is seen)         the state, where the player decides or sees somebody act, if it has changed since
    (ASKED, moves)               the player is asked; the number of moves and a digest of them, as the player sees them
    (DID, index, …)              the player's own move, and for each component picked from an unordered zone into which
                                 the player does not look its place, and its position in the order of arrival
    (ACT, seat, move)            a move of another player, as seen; declining is not seen
    (MOVED …), (SHOWN …) …       what is told, as seen (see `Sight.told`)

What others do while all decide together is seen when all have decided. Where others are asked and decline nothing is
noted, and chance is seen through what is told: so it cannot be seen that somebody had a choice, or chance had one.

`present` tells what is seen of the moment: two states have equal tokens and an equal present if, and only if, the
player cannot tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulewright.engines import canonical
from rulewright.engines.protocol import Act, Stopped
from rulewright.match.setting import Setting
from rulewright.match.sight import Sight, Token
from rulewright.match.values import members
from rulewright.program import tellings

LOOK, ASKED, DID, ACT = (tellings.FELL + n for n in range(1, 5))

OVER, MINE, THEIRS, HIDDEN, CHANCE = range(5)
"""What the present moment is: the end; the player's decision; another's, which will be seen; one that need not be seen;
chance."""

_KEPT = 256
"""How many lists of moves an observer remembers."""


@dataclass(frozen=True, slots=True)
class Trail:
    """What has to be remembered on the way. `look`: the state as it was last noted. `pending`: what others did while
    all decide together, to be noted when all have decided."""

    look: Token | None = None
    pending: tuple[Token, ...] = ()


class Observer:
    """Notes what one seat observes."""

    def __init__(self, setting: Setting, seat: int) -> None:
        self.seat = seat
        self.engine = setting.engine
        self.sight = Sight(setting, seat)
        self._asked: dict[Any, Token] = {}

    # ---- what happens ----

    def start(self, machine: Any) -> list[Token]:
        """What is observed up to the first stop."""
        apart = self.engine.apart(machine)
        return self._told(machine if apart is None else apart.base)

    def done(
        self, trail: Trail, machine: Any, stop: Stopped, act: Act, index: int, after: Any
    ) -> tuple[list[Token], Trail]:
        """What is observed of an act (the move with that index, or an outcome of chance) and of all that follows up to
        the next stop."""
        tokens: list[Token] = []
        if stop.kind == "decision":
            tokens, trail = self.made(trail, machine, stop, act, index)
        arrived, trail = self.arrived(trail, machine, after)
        return tokens + arrived, trail

    def made(self, trail: Trail, machine: Any, stop: Stopped, act: Act, index: int) -> tuple[list[Token], Trail]:
        """What is observed of a move itself."""
        if stop.chooser == self.seat:
            tokens, trail = self.looked(trail, machine)
            return [
                *tokens,
                self.asked(machine, stop),
                (DID, index, *self.sight.blind_picks(machine, stop, act)),
            ], trail
        if declines(act):
            return [], trail
        seen = self.act(machine, stop, act)
        if self.engine.apart(machine) is not None:
            return [], replace(trail, pending=(*trail.pending, seen))
        tokens, trail = self.looked(trail, machine)
        return [*tokens, seen], trail

    def arrived(self, trail: Trail, machine: Any, after: Any) -> tuple[list[Token], Trail]:
        """What is observed on the way from a stop to the next one."""
        apart, now = self.engine.apart(machine), self.engine.apart(after)
        if apart is not None and now is not None and len(now.made) == len(apart.made) + 1:
            return [], trail
        tokens = [*trail.pending, *self._told(after if now is None else now.base)]
        return tokens, replace(trail, pending=()) if trail.pending else trail

    def looked(self, trail: Trail, machine: Any) -> tuple[list[Token], Trail]:
        """The state, if it looks other than before."""
        look = self.sight.look(machine)
        if look == trail.look:
            return [], trail
        return [(LOOK, look)], replace(trail, look=look)

    def asked(self, machine: Any, stop: Stopped) -> Token:
        """Being asked."""
        moves = self.engine.moves(machine)
        name = None if stop.compound else self._name(machine, stop, moves)
        if name is not None and name in self._asked:
            return self._asked[name]
        token = (ASKED, len(moves), canonical.digest([self.sight.act(machine, stop, act) for act in moves]))
        if name is not None:
            if len(self._asked) >= _KEPT:
                self._asked.clear()
            self._asked[name] = token
        return token

    def _name(self, machine: Any, stop: Stopped, moves: tuple[Act, ...]) -> Any:
        """What moves look like depends on these values alone."""
        assert stop.decision is not None
        cells = self.engine.cells(machine)
        picked = 0
        for act in moves:
            if act.alternative >= 0:
                picked |= self.sight.picked(stop.decision.alternatives[act.alternative], act)
        seen = tuple([self.sight.component(cells, ref) for ref in members(picked)])
        return stop.decision.index, tuple([(act.alternative, act.picks) for act in moves]), seen

    def act(self, machine: Any, stop: Stopped, act: Act) -> Token:
        """The move of another."""
        return (ACT, stop.chooser, self.sight.act(machine, stop, act))

    def _told(self, machine: Any) -> list[Token]:
        told = self.sight.told
        return [told(entry) for entry in self.engine.told(machine)]

    # ---- the moment ----

    def present(self, machine: Any, stop: Stopped) -> Token:
        """What is seen of the moment."""
        return (self.look(machine), self.moment(machine, stop))

    def look(self, machine: Any) -> Token:
        """The state as it is seen now."""
        return self.sight.look(self.engine.seen(machine, self.seat))

    def moment(self, machine: Any, stop: Stopped) -> Token:
        """Who is to decide, as far as that is seen."""
        match stop.kind:
            case "over":
                returns = self.engine.returns(machine)
                return (OVER, *(number for value in returns for number in value.as_integer_ratio()))
            case "chance":
                return (CHANCE,)
            case "decision" if stop.chooser == self.seat:
                return (MINE, self.asked(machine, stop))
            case "decision" if self.seen_to_decide(machine, stop):
                return (THEIRS, stop.chooser)
            case _:
                return (HIDDEN,)

    def seen_to_decide(self, machine: Any, stop: Stopped) -> bool:
        """Whether it is seen who is to decide: the player's own decision, or one whose move will be seen at once."""
        if stop.kind != "decision" or stop.decision is None:
            return False
        return stop.chooser == self.seat or not (stop.decision.optional or self.engine.apart(machine) is not None)


def declines(act: Act) -> bool:
    """Whether a move is not to do what is offered, in all of its steps."""
    return all(step.alternative < 0 for step in act.path) if act.path else act.alternative < 0


@dataclass(slots=True)
class Observed:
    """What a seat has observed up to a state of a line: its own tokens after those of `before`."""

    before: Observed | None
    own: tuple[Token, ...]
    trail: Trail
    known_digest: int | None = None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Everything, in order."""
        parts: list[tuple[Token, ...]] = []
        at: Observed | None = self
        while at is not None:
            parts.append(at.own)
            at = at.before
        return tuple(token for part in reversed(parts) for token in part)

    @property
    def digest(self) -> int:
        """64 bits that stand for the tokens; however they are parted."""
        open_: list[Observed] = []
        at: Observed | None = self
        while at is not None and at.known_digest is None:
            open_.append(at)
            at = at.before
        value = at.known_digest if at is not None and at.known_digest is not None else 0
        for one in reversed(open_):
            for token in one.own:
                value = canonical.digest((value, token))
            one.known_digest = value
        return value
