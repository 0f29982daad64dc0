"""Counting lines of play: nodes a second on one thread, beside the `chess` package.

Run as `python bench/perft.py`, on an idle machine. Each figure is the median of five runs in time of the thread. The
counts are those that published tables have, and the run stops if one is wrong. What is counted last is not played: a
line of five moves takes four positions and the number of their moves.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import rulewright as rw
from rulewright.engines.native.module import Module
from rulewright.engines.native.store import compiled
from rulewright.engines.native.worker import Worker

RUNS = 5

# https://www.chessprogramming.org/Perft_Results, Bik's pages on draughts and Othello, John Tromp on Connect Four.
COUNTS: list[tuple[str, dict[str, object], int, int]] = [
    ("chess", {}, 5, 4_865_609),
    ("draughts", {}, 8, 6_483_961),
    ("reversi", {}, 8, 390_216),
    ("connect_four", {}, 7, 823_536),
    ("breakthrough", {}, 4, 256_036),
    ("tic_tac_toe", {}, 9, 127_872),
]


def rate(count: Callable[[], int], right: int) -> float:
    """Nodes a second."""
    rates = []
    for _ in range(RUNS):
        start = time.thread_time()
        found = count()
        rates.append(found / (time.thread_time() - start))
        if found != right:
            sys.exit(f"{found:,} lines were counted in place of {right:,}")
    return statistics.median(rates)


def peer() -> float | None:
    """The `chess` package, to a depth of 4."""
    try:
        import chess
    except ImportError:
        return None
    board = chess.Board()

    def lines(depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += lines(depth - 1)
            board.pop()
        return total

    return rate(lambda: lines(4), 197_281)


def main() -> None:
    """Print the table; a row for each game."""
    print(f"{'':14}{'depth':>6}{'lines':>14}{'nodes/s':>14}{'`chess`':>12}")
    for name, options, depth, right in COUNTS:
        worker = Worker(compiled(Module(rw.load(name, options).setting.program)))
        start = worker.start(None)
        mine = rate(lambda worker=worker, start=start, depth=depth: worker.perft(start, depth), right)  # type: ignore[misc]
        told = f"{name:14}{depth:>6}{right:>14,}{mine:>14,.0f}"
        other = peer() if name == "chess" else None
        print(told if other is None else f"{told}{other:>12,.0f} {mine / other:.0f}x", flush=True)


if __name__ == "__main__":
    main()
