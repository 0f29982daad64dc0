"""What players may believe, worked out by walking through a whole game: the oracle of the tests of worlds.

The tree is walked through the public interface with explicit chance, others choosing uniformly. States that a player
cannot tell apart are those with one information key, whose meaning `test_view.py` tests by itself; what the rules of a
test game make of it is told by hand in each test.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import rulewright as rw


def lines(state: rw.State, player: str, chance: float = 1.0) -> Iterator[tuple[rw.State, float]]:
    """Every state of the tree with its probability, the player's own choices taken as given."""
    yield state, chance
    for move, likely in state.chance():
        yield from lines(state.play(move), player, chance * float(likely))
    moves = state.moves()
    for move in moves:
        yield from lines(state.play(move), player, chance if state.mover == player else chance / len(moves))


def believed(game: rw.Game, player: str) -> dict[int, tuple[rw.State, dict[int, float]]]:
    """For each information key of a player at decisions and ends: one of its states, and the probabilities of all by
    their hashes."""
    found: dict[int, dict[int, float]] = defaultdict(Counter)
    states: dict[int, rw.State] = {}
    for state, chance in lines(game.start(chance="explicit"), player):
        if state.mover is not None or state.over:
            key = state.information_key(player)
            states[key] = state
            found[key][state.hash] += chance
    return {key: (states[key], _shares(chances)) for key, chances in found.items()}


def _shares(chances: Mapping[int, float]) -> dict[int, float]:
    total = sum(chances.values())
    return {one: chance / total for one, chance in chances.items()}


def chi_square(expected: Mapping[int, float], drawn: Mapping[int, float], draws: float) -> tuple[float, int]:
    """Pearson's statistic for so many draws, and its degrees of freedom. What is expected less than five times is one
    class."""
    rare = [one for one, share in expected.items() if share * draws < 5]
    classes = [[one] for one in expected if one not in rare] + ([rare] if rare else [])
    total = sum(drawn.values())
    statistic = 0.0
    for members in classes:
        share = sum(expected[one] for one in members)
        seen = sum(drawn.get(one, 0.0) for one in members) / total
        statistic += draws * (seen - share) ** 2 / share
    return statistic, len(classes) - 1
