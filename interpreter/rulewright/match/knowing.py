"""From states to what players know of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.engines.protocol import Act
from rulewright.match.knowledge import Knowledge, key_of
from rulewright.match.observed import Observed, Trail
from rulewright.match.state import State

if TYPE_CHECKING:
    from rulewright.match.game import Game


def seat_of(game: Game, player: str | int) -> int:
    """The seat of a player by name, or by number. Raises LookupError for others."""
    if isinstance(player, int):
        if 0 <= player < len(game.players):
            return player
        raise LookupError(f"there is no seat {player}; seats are 0 to {len(game.players) - 1}")
    if player not in game.players:
        raise LookupError(f"there is no player {player}; there are {', '.join(game.players)}")
    return game.players.index(player)


def observed(state: State, seat: int) -> Observed:
    """What a seat has observed up to a state. Raises ValueError if its line does not begin with the game."""
    open_: list[State] = []
    at: State | None = state
    while at is not None and seat not in at._observed:
        open_.append(at)
        at = at._before
    observer = state.game.observer(seat)
    for one in reversed(open_):
        before = one._before
        if before is None:
            if one._setup is None:
                raise ValueError("what was played before this state is not known")
            one._observed[seat] = Observed(None, tuple(observer.start(one._machine)), Trail())
        else:
            known = before._observed[seat]
            act, index = before._acts[one._index], one._index
            tokens, trail = observer.done(known.trail, before._machine, before._stop, act, index, one._machine)
            one._observed[seat] = Observed(known, tuple(tokens), trail)
    return state._observed[seat]


def present(state: State, seat: int) -> Any:
    """What a seat sees of the present moment."""
    return state.game.observer(seat).present(state._machine, state._stop)


def information_key(state: State, seat: int) -> int:
    """See `State.information_key`."""
    return key_of(seat, observed(state, seat).digest, present(state, seat))


def knowledge(state: State, seat: int) -> Knowledge:
    """Everything that a seat knows."""
    known, now = observed(state, seat), present(state, seat)
    return Knowledge(state.game, seat, state.setup or "", state.seed is None, known.tokens, now, known.digest)


class World(State):
    """A state that was drawn: the states before it are played again when they are asked for. `acts` lead to it."""

    def __init__(self, game: Game, seed: int | None, machine: Any, setup: str, acts: tuple[Act, ...]) -> None:
        for name, value in (("game", game), ("seed", seed), ("_machine", machine), ("_acts_made", acts)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_begun_with", setup)
        object.__setattr__(self, "_setup", None if acts else setup)

    @cached_property
    def _last(self) -> tuple[State, int] | None:
        """The state before, and the index of the last act there."""
        acts: tuple[Act, ...] = self._acts_made  # type: ignore[attr-defined]
        if not acts:
            return None
        setup: str = self._begun_with  # type: ignore[attr-defined]
        state = self.game.start(chance="explicit", setup=setup or None)
        for number, act in enumerate(acts):
            index = state._acts.index(act)
            if number == len(acts) - 1:
                break
            machine = self.game.setting.engine.apply(state._machine, act)
            state = State(self.game, None, machine, state, index)
        return state, index

    @cached_property
    def _before(self) -> State | None:
        return None if self._last is None else self._last[0]

    @cached_property
    def _index(self) -> int:
        return 0 if self._last is None else self._last[1]
