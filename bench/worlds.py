"""How long it takes to draw 1,000 worlds of a deal of Hearts after 20 plays, beside the limit of 10 seconds.

Run as `python bench/worlds.py`; exits with 1 when the median is over the limit. Cards were passed, and some
players have shown that they have no cards of a suit: worlds have to take all that into account. The first deal is not
counted: caches fill. Run it on an idle machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import rulewright as rw
from games.hearts_play import played

WORLDS = 1000
PLAYS = 20
DEALS = 5
LIMIT = 10.0  # seconds


def main() -> int:
    """Print a line for each deal; the exit code."""
    game = rw.load("hearts", {"deals": "one"})
    times = []
    for seed in range(DEALS + 1):
        state, watched, _ = played(game, seed, PLAYS)
        assert state.mover is not None
        view = state.view(state.mover)
        start = time.perf_counter()
        worlds = view.worlds(WORLDS, seed)
        seconds = time.perf_counter() - start
        voids = sum(len(suits) for suits in watched.voids.values())
        print(f"deal {seed}: {voids} voids shown, {seconds:5.2f} s, effective {worlds.effective:.0f} of {WORLDS}")
        if seed:
            times.append(seconds)
    median = statistics.median(times)
    print(f"median {median:.2f} s, {median / LIMIT:.0%} of the limit of {LIMIT:.0f} s")
    return int(median > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
