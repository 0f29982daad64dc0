"""Other people's programs, where they are installed (`pip install .[bench]`): OpenSpiel, `chess`, Ludax.

OpenSpiel and `chess` are used from Python as a bot would: state by state. Ludax plays many games at once, as it is
meant to be used, on one processor; its programs are compiled before the clock starts.
"""

from __future__ import annotations

import importlib
import os
import random
import time
from collections.abc import Callable
from typing import Any

from measuring import clock

OPEN_SPIEL = {
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
LUDAX = ("tic_tac_toe", "connect_four", "reversi", "gomoku", "hex")
AT_ONCE = 512
"""So many games Ludax plays at once."""


def module(name: str) -> Any:
    """A module, None where it cannot be imported."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def open_spiel(name: str, limit: int) -> clock.Games | None:
    """Random games of OpenSpiel's states, from Python."""
    pyspiel = module("pyspiel")
    if pyspiel is None or name not in OPEN_SPIEL:
        return None
    try:
        game = pyspiel.load_game(OPEN_SPIEL[name])
    except pyspiel.SpielError:
        return None
    chosen = random.Random(1)

    def play(count: int) -> int:
        decisions = 0
        for _ in range(count):
            state, made = game.new_initial_state(), 0
            while made < limit and not state.is_terminal():
                state.apply_action(chosen.choice(state.legal_actions()))
                made += 1
            decisions += made
        return decisions

    return clock.games(play)


def chess(limit: int) -> tuple[clock.Games, clock.Rate] | None:
    """Random games of the `chess` package, and its lines of play, to a depth of 4."""
    package = module("chess")
    if package is None:
        return None
    chosen = random.Random(1)

    def play(count: int) -> int:
        decisions = 0
        for _ in range(count):
            board, made = package.Board(), 0
            while made < limit and board.outcome(claim_draw=False) is None:
                board.push(chosen.choice(list(board.legal_moves)))
                made += 1
            decisions += made
        return decisions

    start = package.Board()

    def lines(depth: int) -> int:
        if depth == 1:
            count: int = start.legal_moves.count()
            return count
        total = 0
        for move in start.legal_moves:
            start.push(move)
            total += lines(depth - 1)
            start.pop()
        return total

    return clock.games(play), clock.lines(lambda: lines(4), 197_281)


def ludax(name: str) -> clock.Games | None:
    """Random games of Ludax: so many at once, each to its end."""
    if name not in LUDAX:
        return None
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    package, jax = module("ludax"), module("jax")
    rules = module("ludax.games")
    if package is None or jax is None or rules is None or not hasattr(rules, name):
        return None
    play = _together(jax, package.LudaxEnvironment(game_str=getattr(rules, name)))
    return clock.games(play, AT_ONCE, fixed=True, clock=time.process_time)


def _together(jax: Any, environment: Any) -> Callable[[int], int]:
    """Plays a number of games at once and tells the decisions."""
    numbers, random_ = jax.numpy, jax.random
    start, step = jax.vmap(environment.init), jax.vmap(environment.step)

    @jax.jit
    def play(key: Any) -> Any:
        def over(state: Any) -> Any:
            return state.terminated | state.truncated

        def go_on(at: Any) -> Any:
            state, key, decisions = at
            key, own = random_.split(key)
            weights = numbers.log(state.legal_action_mask.astype(numbers.float32))
            action = random_.categorical(own, weights, axis=1).astype(numbers.int16)
            return step(state, action), key, decisions + numbers.sum(~over(state))

        first = start(random_.split(key, AT_ONCE)), key, numbers.int32(0)
        return jax.lax.while_loop(lambda at: ~numbers.all(over(at[0])), go_on, first)[2]

    made = iter(range(10**9))
    return lambda _: int(play(random_.PRNGKey(next(made))))
