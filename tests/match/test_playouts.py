"""Many random games: arrays that do not depend on the engine or on the number of threads, and the end of a game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rulewright as rw

RULESETS = Path(__file__).parents[2] / "rulesets"
ARRAYS = ("returns", "lengths", "branching", "finished")


def assert_same(one: rw.Playouts, other: rw.Playouts) -> None:
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "leduc_poker", "monty_hall"])
def test_engines_play_the_same_games(name: str) -> None:
    native, reference = (rw.load(RULESETS / name, engine=engine) for engine in ("native", "reference"))
    assert (native.engine, reference.engine) == ("native", "reference")
    assert native.engine_note == reference.engine_note == ""
    games = native.playouts(20, seed=5)
    assert_same(games, reference.playouts(20, seed=5))
    assert_same(games, native.playouts(20, seed=5, jobs=3))
    assert not np.array_equal(games.returns, native.playouts(20, seed=6).returns)


def test_what_the_arrays_hold() -> None:
    game = rw.load("tic_tac_toe")
    games = game.playouts(2000, seed=1)
    assert len(games) == 2000 and repr(games) == "<2000 playouts of Tic-Tac-Toe>"
    assert (games.game, games.seed) == (game, 1)
    assert games.returns.shape == (2000, 2) and games.returns.dtype == float
    assert games.finished.all() and games.finished.dtype == bool
    assert set(games.lengths) == {5, 6, 7, 8, 9}
    assert games.decisions == games.lengths.sum()
    # The mean of 9, 8, 7 ... is 7 after five moves and 5 after nine; X wins in odd lengths, O in even ones.
    assert (games.branching == (19 - games.lengths) / 2).all()
    assert (games.returns[games.lengths % 2 == 0, 1] == 1).all()
    assert (games.returns.sum(axis=1) == 0).all()
    # When moves are random X wins 58.5 %, O 28.8 %, and 12.7 % are ties.
    assert games.returns[:, 0].mean() == pytest.approx(0.585 - 0.288, abs=0.07)
    with pytest.raises(ValueError, match="read-only"):
        games.returns[0, 0] = 3


def test_games_that_are_cut_off() -> None:
    games = rw.load("tic_tac_toe").playouts(50, seed=1, limit=6)
    assert set(games.lengths) <= {5, 6}
    cut = ~games.finished
    assert cut.any() and (games.lengths[cut] == 6).all() and (games.returns[cut] == 0).all()
    none = rw.load("tic_tac_toe").playouts(3, limit=0)
    assert none.lengths.tolist() == [0, 0, 0] and none.branching.tolist() == [0, 0, 0] and not none.finished.any()


def test_moves_that_are_tried_out_are_counted_if_that_is_asked_for() -> None:
    """Both sides have 20 moves at the start of chess. Counting changes nothing in the games."""
    for engine in ("native", "reference"):
        chess = rw.load("chess", engine=engine)
        games = chess.playouts(6, seed=3, limit=40)
        counted = chess.playouts(6, seed=3, limit=40, branching=True)
        assert games.branching is None
        assert counted.branching is not None and (counted.branching > 15).all()
        assert (games.lengths == counted.lengths).all() and (games.returns == counted.returns).all()
        assert chess.playouts(3, limit=2, branching=True).branching.tolist() == [20, 20, 20]
    assert rw.load("tic_tac_toe").playouts(3).branching is not None


def test_no_games() -> None:
    games = rw.load("tic_tac_toe").playouts(0)
    assert games.returns.shape == (0, 2) and games.decisions == 0


def test_progress() -> None:
    told: list[tuple[int, int]] = []
    rw.load("tic_tac_toe").playouts(500, jobs=1, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told) and told[-1] == (500, 500)


@pytest.mark.parametrize(("n", "jobs", "limit"), [(-1, 1, 1), (1, 0, 1), (1, 1, -1)])
def test_numbers_that_are_too_small(n: int, jobs: int, limit: int) -> None:
    with pytest.raises(ValueError, match="or more"):
        rw.load("tic_tac_toe").playouts(n, jobs=jobs, limit=limit)


@pytest.mark.parametrize(("name", "moves"), [("tic_tac_toe", 3), ("pig", 5), ("leduc_poker", 1)])
def test_a_game_goes_on(name: str, moves: int) -> None:
    native, reference = (rw.load(RULESETS / name, engine=engine) for engine in ("native", "reference"))
    last = set()
    for seed in range(5):
        ends = []
        for game in (native, reference):
            state = game.start(seed=9)
            for _ in range(moves):
                state = state.play(state.moves()[0])
            ends.append(state.playout(seed))
            assert state.playout(seed, limit=0) == state
        assert ends[0].over and ends[0] == ends[1] and ends[0].returns == ends[1].returns
        assert ends[0].log == () and ends[0].seed == seed
        last.add(ends[0].hash)
    assert len(last) > 1


def test_a_game_goes_on_from_chance() -> None:
    native, reference = (rw.load("leduc_poker", engine=engine) for engine in ("native", "reference"))
    for seed in range(5):
        ends = [game.start(chance="explicit").playout(seed) for game in (native, reference)]
        assert ends[0].over and ends[0] == ends[1]
    with pytest.raises(ValueError, match="or more"):
        native.start(chance="explicit").playout(limit=-1)
