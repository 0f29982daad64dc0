"""Random games beside an independent implementation: move by move the same legal moves and mover, the same end."""

from collections.abc import Callable
from random import Random
from typing import Protocol

import pytest

import rulewright as rw
from games import oracles

GAMES = 20


class Oracle(Protocol):
    mover: int

    def moves(self) -> list[str]: ...
    def play(self, text: str) -> None: ...
    def returns(self) -> oracles.Returns | None: ...


# Game, options, oracle, and a move that must have come up.
CASES: list[tuple[str, dict[str, object], Callable[[], Oracle], str]] = [
    ("tic_tac_toe", {}, oracles.TicTacToe, "b2"),
    ("connect_four", {}, oracles.ConnectFour, "d6"),
    ("connect_four", {"width": 4, "height": 5}, lambda: oracles.ConnectFour(4, 5), "a5"),
    ("gomoku", {"size": 7}, lambda: oracles.Gomoku(7), "d4"),
    ("gomoku", {"size": 8, "exactly_five": True}, lambda: oracles.Gomoku(8, exactly=True), "h8"),
    ("breakthrough", {}, oracles.Breakthrough, "b7a6"),
    ("breakthrough", {"size": 5}, lambda: oracles.Breakthrough(5), "c2c3"),
    ("breakthrough", {"size": 10}, lambda: oracles.Breakthrough(10), "j9i8"),
    ("reversi", {}, oracles.Reversi, "pass"),
    ("reversi", {"size": 4}, lambda: oracles.Reversi(4), "pass"),
    ("reversi", {"size": 7}, lambda: oracles.Reversi(7), "pass"),
    ("hex", {"size": 3, "swap": True}, lambda: oracles.Hex(3, swap=True), "swap"),
    ("hex", {}, oracles.Hex, "k11"),
]


IDS = ["-".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options, *_ in CASES]


@pytest.mark.parametrize(("name", "options", "oracle", "seen"), CASES, ids=IDS)
def test_random_games(name: str, options: dict[str, object], oracle: Callable[[], Oracle], seen: str) -> None:
    game = rw.load(name, options)
    random = Random(f"{name} {options}")
    played: set[str] = set()
    for _ in range(GAMES):
        state, other = game.start(seed=0), oracle()
        while not state.over:
            assert other.returns() is None
            assert state.mover == game.players[other.mover]
            texts = [move.text for move in state.moves()]
            assert sorted(texts) == sorted(other.moves()), state.log
            text = random.choice(texts)
            state = state.play(text)
            other.play(text)
        assert other.returns() == state.returns, state.log
        assert other.moves() == list(state.moves()) == []
        played.update(state.log)
    assert seen in played


@pytest.mark.parametrize("goal", [10, 100])
def test_random_games_of_pig(goal: int) -> None:
    game = rw.load("pig", {"goal": goal})
    random = Random(goal)
    for _ in range(GAMES):
        state, other = game.start(chance="explicit"), oracles.Pig(goal)
        while not state.over:
            faces = state.chance()
            if faces:
                assert [(move.text, chance * 6) for move, chance in faces] == [(str(face), 1) for face in range(1, 7)]
                face = random.randint(1, 6)
                state = state.play(str(face))
                other.fall(face)
                continue
            assert other.returns() is None
            assert state.mover == game.players[other.mover]
            texts = [move.text for move in state.moves()]
            assert texts == other.moves(), state.log
            assert f"score: Ann {other.scores[0]}, Ben {other.scores[1]}" in state.variables()
            points = [line for line in state.variables() if line.startswith("points: ")]
            assert points == ([f"points: {other.points}"] if other.points else [])  # those of nobody are not shown
            text = random.choice(texts)
            state = state.play(text)
            other.play(text)
        assert other.returns() == state.returns, state.log
