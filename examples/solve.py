"""Solve a small game of two players without chance: what comes out if both play as well as possible.

    python examples/solve.py tic_tac_toe

States are values that can be compared, so that each position is looked at once, however it was reached.
"""

import sys

import rulewright as rw


def value(state: rw.State, known: dict[rw.State, float]) -> float:
    """What the first player gets from here, between -1 and 1."""
    if state not in known:
        if state.over:
            known[state] = state.returns[0]
        else:
            values = [value(state.play(move), known) for move in state.moves()]
            known[state] = max(values) if state.mover == state.game.players[0] else min(values)
    return known[state]


def main(name: str = "tic_tac_toe", *options: str) -> None:
    game = rw.load(name, dict(option.split("=", 1) for option in options))
    known: dict[rw.State, float] = {}
    start = game.start(seed=1)
    result = value(start, known)
    first, second = game.players
    words = {1.0: f"{first} wins", -1.0: f"{second} wins", 0.0: "a tie"}
    print(f"{game.title}: {words.get(result, result)}. {len(known)} positions were looked at. The first moves:")
    for move in start.moves():
        after = value(start.play(move), known)
        print(f"  {move}: {words.get(after, after)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
