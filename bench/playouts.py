"""Random playouts: how many a second on one thread, beside the limit programs in C and OpenSpiel.

Run as `python bench/playouts.py [GAME ...]`, on an idle machine. Every figure is the median of five runs in time of
the thread, so that other work on the machine counts little; beside it is the spread of the runs. `cold` is how long it
takes to make machine code, `cached` to read it from the cache, and both hold the writing of the assembly. The limit is
a program written by hand for this one game (`bench/limit`), compiled with the system's `cc` where there is one;
OpenSpiel is run from Python where it is installed.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import rulewright as rw
from rulewright.engines import noted
from rulewright.engines.native.whole import NativeGames

RUNS = 5
SECONDS = 0.4
PORTION = 1 << 14
"""So many games are asked for at once, as `Game.playouts` does."""
LIMITS = Path(__file__).parent / "limit"
PLIES = {"chess": 200}
"""Where games are cut off, as the programs do that one compares with."""

GAMES = (
    *("tic_tac_toe", "connect_four", "breakthrough", "reversi", "gomoku", "hex", "draughts", "chess", "morris"),
    *("amazons", "surakarta", "kalah", "pig", "leduc_poker", "hearts", "mistwings", "sylvion"),
)
OPTIONS = {"draughts": {"rules": "english"}}
PEERS = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "gomoku": "mnk(m=15,n=15,k=5)",
    "hex": "hex(board_size=11)",
    "draughts": "checkers",
    "chess": "chess",
    "morris": "nine_mens_morris",
    "amazons": "amazons",
    "leduc_poker": "leduc_poker",
}


def measured(play: Callable[[int], int]) -> tuple[float, float, int]:
    """Median and spread (the difference of the extremes, as a part of the median) of how many playouts a second there
    are. `play` plays so many and says how many decisions were made in them; the last number is decisions by playout,
    in thousandths."""
    count = 1
    while True:
        start = time.thread_time()
        play(count)
        used = time.thread_time() - start
        if used > SECONDS / 8:
            break
        count *= 4
    count = max(1, int(count * SECONDS / used))
    rates, decisions = [], 0
    for _ in range(RUNS):
        start = time.thread_time()
        decisions = play(count)
        rates.append(count / (time.thread_time() - start))
    middle = statistics.median(rates)
    return middle, (max(rates) - min(rates)) / middle, 1000 * decisions // count


def native(name: str) -> tuple[float, float, int, float, float]:
    """The native engine: median, spread, length, seconds to compile cold and from the cache."""
    program = rw.load(name, OPTIONS.get(name)).setting.program
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            start = time.process_time()
            games = NativeGames(program, Path(folder))
            games.ready()
            times.append(time.process_time() - start)
    limit = PLIES.get(name, 1_000_000)
    size = noted.form(program.seats).size

    def play(count: int) -> int:
        decisions = 0
        for first in range(0, count, PORTION):
            told = games.playouts(first, min(count, first + PORTION), 1, limit)
            decisions += int(np.frombuffer(told, "<i4")[1 :: size // 4].sum())
        return decisions

    return *measured(play), times[0], times[1]


def limit(name: str) -> float | None:
    """The limit program: median of its playouts a second."""
    source, cc = LIMITS / f"{name}.c", shutil.which("cc")
    if cc is None or not source.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / name
        subprocess.run([cc, "-O3", "-march=native", "-o", str(made), str(source)], check=True)
        rates = []
        for run in range(RUNS):
            out = subprocess.run([str(made), str(SECONDS), str(run)], check=True, capture_output=True, text=True)
            told = json.loads(out.stdout)
            rates.append(told["playouts"] / told["seconds"])
    return statistics.median(rates)


def peer(name: str) -> float | None:
    """OpenSpiel's own states, moved at random from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    if name not in PEERS:
        return None
    try:
        game = pyspiel.load_game(PEERS[name])
    except pyspiel.SpielError:
        return None
    chosen = random.Random(1)

    def play(count: int) -> int:
        decisions = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += 1
                state.apply_action(chosen.choice(state.legal_actions()))
        return decisions

    return measured(play)[0]


def ratio(mine: float, other: float | None) -> str:
    return f"{'-':>19}" if other is None else f"{other:>12,.0f} {mine / other:>5.2f}x"


def main(names: list[str]) -> None:
    """Print the table; a row for each game."""
    print(f"{'':14}{'playouts/s':>12}{'spread':>8}{'decisions/s':>14}{'cold':>9}{'cached':>9}", end="")
    print(f"{'limit':>13}{'':7}{'OpenSpiel':>12}")
    for name in names or GAMES:
        try:
            rate, spread, length, cold, cached = native(name)
        except Exception as error:
            print(f"{name:14}{type(error).__name__}: {error}", flush=True)
            continue
        told = f"{name:14}{rate:>12,.0f}{spread:>8.0%}{rate * length / 1000:>14,.0f}"
        told += f"{cold * 1000:>6.0f} ms{cached * 1000:>6.0f} ms {ratio(rate, limit(name))} {ratio(rate, peer(name))}"
        print(told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
