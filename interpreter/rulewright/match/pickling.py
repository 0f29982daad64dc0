"""How games and states are pickled: as what they can be made from again.

A game is where its rules came from, with options and hash: rules that have changed since are refused. A state is its
moves, which are played again. Views hold games, so that both are small and hold no secrets of their own.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.engines.choose import EngineName
    from rulewright.match.game import Game
    from rulewright.match.state import State


@dataclass(frozen=True, slots=True)
class Origin:
    """Where rules came from: a bundled game's name, a path, or their text; and with what they were loaded."""

    name: str
    path: str
    text: str
    options: tuple[tuple[str, str], ...]
    language: str
    engine: EngineName = "auto"


@lru_cache(maxsize=16)
def game_again(origin: Origin, rules: str) -> Game:
    """The game from there. Raises UnpicklingError if its rules are others now."""
    from rulewright.match.game import load, loads

    options = dict(origin.options)
    if origin.text:
        game = loads(origin.text, options, engine=origin.engine)
    else:
        game = load(origin.name or Path(origin.path), options, language=origin.language, engine=origin.engine)
    if game.hash != rules:
        raise pickle.UnpicklingError(f"the rules of {game.title} have changed since it was pickled")
    return game


def state_parts(
    state: State,
) -> tuple[Game, int | None, str | None, bytes, tuple[int, ...], tuple[tuple[int, int | None], ...]]:
    """What `state_again` needs: where the line began, the index of each act, where another seed was taken."""
    line = state.line
    first = line[0]
    packed = first.serialize() if first._setup is None else b""
    acts = tuple(one._index for one in line[1:])
    seeds = tuple((n, one.seed) for n, one in enumerate(line) if n and one.seed != line[n - 1].seed)
    return state.game, first.seed, first._setup, packed, acts, seeds


def state_again(
    game: Game,
    seed: int | None,
    setup: str | None,
    packed: bytes,
    acts: tuple[int, ...],
    seeds: tuple[tuple[int, int | None], ...],
) -> State:
    """The state to which these acts lead."""
    from rulewright.match.state import State

    engine = game.setting.engine
    if setup is None:
        state = game.unserialize(packed)
    else:
        state = game.start(seed, "explicit" if seed is None else "sampled", setup or None)
    changes = dict(seeds)
    for number, index in enumerate(acts, 1):
        machine = engine.apply(state._machine, state._acts[index])
        if number in changes:
            machine = engine.reseeded(machine, changes[number])
        state = State(game, changes.get(number, state.seed), machine, state, index)
    return state
