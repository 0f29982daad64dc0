"""Play random games and count how they end.

    python examples/random_games.py breakthrough 50

Seeds are 1, 2, 3 ...: each game can be played again, and written down with `state.record()`.
"""

import random
import sys
from collections import Counter

import rulewright as rw


def play(game: rw.Game, seed: int) -> rw.State:
    """A whole game in which everybody plays at random."""
    chooser = random.Random(seed)
    state = game.start(seed)
    while not state.over:
        state = state.play(chooser.choice(state.moves()))
    return state


def main(name: str = "breakthrough", games: str = "20") -> None:
    game = rw.load(name)
    ends = [play(game, seed) for seed in range(1, int(games) + 1)]
    print(f"{game.title}: {len(ends)} games, {sum(len(end.log) for end in ends) / len(ends):.1f} moves each")
    for outcome, count in Counter(end.outcome for end in ends).most_common():
        print(f"{count:>5}  {outcome}")
    shortest = min(ends, key=lambda end: len(end.log))
    print(f"\nThe shortest game had {len(shortest.log)} moves, and its seed is {shortest.seed}:\n{shortest}")


if __name__ == "__main__":
    main(*sys.argv[1:])
