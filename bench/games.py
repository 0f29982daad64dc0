"""Games by engines: random games, decisions and counted lines a second on one thread, and the time to compile.

Run as `python bench/games.py [GAME ...]`, on an idle machine. Every figure is the median of five runs in time of the
thread, with the spread of the runs beside it: the difference of the extremes, as a part of the median. For each game
there is a row for

- `native`: machine code, which `playouts` and `perft` use;
- `reference`: the same in Python;
- `steps`: games from Python, state by state: `state = state.play(random.choice(state.moves()))`;
- `limit in C`: a program written by hand for this one game (`bench/limit`), where there is a C compiler;
- `OpenSpiel`, `chess`, `Ludax`, where they are installed (`pip install .[bench]`): see `measuring/peers.py`.

`native is` tells how many times as many playouts the native engine plays as that row does, and between which bounds
that lies; in OpenSpiel's row `steps is` compares decisions from Python in the same way. `cold` is how long it takes to
make machine code and play the first game with it, `cached` the same with machine code from the cache.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from measuring import clock, engines, limits, peers

import rulewright as rw

PLIES = {"chess": 200}
"""Where games are cut off, as the programs do that one compares with."""

OPTIONS = {"draughts": {"rules": "english"}}
GAMES = (
    *("tic_tac_toe", "connect_four", "breakthrough", "reversi", "gomoku", "hex", "draughts", "chess", "morris"),
    *("amazons", "surakarta", "kalah", "dots_and_boxes", "pig", "kuhn_poker", "leduc_poker", "liars_dice"),
    *("monty_hall", "hearts", "mistwings", "sylvion", "misty_valley", "arena"),
)

LINES = {
    "tic_tac_toe": (9, 127_872),
    "connect_four": (7, 823_536),
    "breakthrough": (4, 256_036),
    "reversi": (8, 390_216),
    "gomoku": (3, 225 * 224 * 223),
    "hex": (3, 121 * 120 * 119),
    "draughts": (8, 845_931),
    "chess": (5, 4_865_609),
    "morris": (4, 24 * 23 * 22 * 21),
    "amazons": (4, 4_307_152),
    "kalah": (6, 23_233),
}
"""How deep lines are counted, and how many there are: see `tests/games/test_perft.py` for the sources."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured with one engine, as far as it was."""

    engine: str
    games: clock.Games
    lines: clock.Rate | None = None
    seconds: tuple[float, float] | None = None


def rows(name: str) -> Iterator[Row]:
    """All that is measured of a game, the native engine first."""
    options, limit = OPTIONS.get(name, {}), PLIES.get(name, engines.MOST)
    game = rw.load(name, options)
    counted = engines.lines(game, *LINES[name]) if name in LINES else None
    played = engines.playouts(game, limit)
    if game.engine == "native":
        yield Row("native", played, counted, engines.seconds_to_compile(name, options))
    yield Row("reference", engines.playouts(rw.load(name, options, engine="reference"), limit))
    yield Row("steps", engines.steps(game, limit))
    found = limits.playouts(name), peers.open_spiel(name, limit), peers.ludax(name)
    for engine, played_ in zip(("limit in C", "OpenSpiel", "Ludax"), found, strict=True):
        if played_ is not None:
            yield Row(engine, played_)
    if name == "chess" and (package := peers.chess(limit)) is not None:
        yield Row("chess", *package)


def ratio(one: clock.Rate, other: clock.Rate) -> str:
    found = one.over(other)
    digits = 2 if found.median < 10 else 0
    return f"{found.median:,.{digits}f}x ({found.least:,.{digits}f}-{found.greatest:,.{digits}f})"


def written(row: Row, native: Row | None, steps: Row | None) -> str:
    """A row as text."""
    playouts, decisions = row.games.rate, row.games.decisions
    parts = [f"{row.engine:12}{playouts.median:>13,.1f}{playouts.spread:>6.0%}{decisions.median:>14,.0f}"]
    beside = native is not None and row is not native
    parts.append(f"{ratio(native.games.rate, playouts) if native and beside else '':>28}")
    python = steps is not None and row.engine == "OpenSpiel"
    parts.append(f"{ratio(steps.games.decisions, decisions) if steps and python else '':>22}")
    parts.append(f"{row.lines.median:>14,.0f}{row.lines.spread:>6.0%}" if row.lines else " " * 20)
    parts.append("".join(f"{seconds * 1000:>7.0f} ms" for seconds in row.seconds or ()))
    if native and beside and row.lines and native.lines:
        parts.append(f"  native counts {ratio(native.lines, row.lines)}")
    return "".join(parts).rstrip()


def main(names: list[str]) -> None:
    """Print the table."""
    print(f"{'':15}{'':12}{'playouts/s':>13}{'':6}{'decisions/s':>14}{'native is':>28}{'steps is':>22}", end="")
    print(f"{'lines/s':>14}{'':6}{'cold':>10}{'cached':>10}")
    for name in names or GAMES:
        native = steps = None
        for row in rows(name):
            native = row if row.engine == "native" else native
            steps = row if row.engine == "steps" else steps
            print(f"{name:15}{written(row, native, steps)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
