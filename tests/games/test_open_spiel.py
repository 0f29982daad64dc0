"""Random games beside OpenSpiel: move by move the same player, the same legal moves, and the same end.

Each case says how our moves are written in OpenSpiel's words and with which options both play by the same rules. Its
`Twin` is told every move, as some texts depend on what was moved before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

import pyspiel
import pytest

import rulewright as rw


class Twin(Protocol):
    """Writes our moves as OpenSpiel writes its actions; a move of ours may be several of its actions."""

    def written(self, text: str, mover: int) -> list[str]: ...


def cell(text: str) -> tuple[int, int]:
    """Column and row of a site, counted from 1: c10 is (3, 10)."""
    return ord(text[0]) - ord("a") + 1, int(text[1:])


class Gomoku:
    def written(self, text: str, mover: int) -> list[str]:
        column, row = cell(text)
        return [f"{row - 1},{column - 1}"]


class Amazons:
    """OpenSpiel's rows are counted from the top; it asks for the amazon and for its goal apart."""

    def __init__(self, size: int) -> None:
        self.size = size

    def place(self, text: str) -> str:
        column, row = cell(text)
        return f"({self.size + 1 - row}, {column})"

    def written(self, text: str, mover: int) -> list[str]:
        mark = "XO"[mover]
        digits = [i for i in range(2, len(text)) if text[i].isalpha()]
        if not digits:
            return [f"{mark} Shoot: {self.place(text)}"]
        here, there = text[: digits[0]], text[digits[0] :]
        return [f"{mark} From {self.place(here)}", f"{mark} To {self.place(there)}"]


def lines(state: Any) -> Iterator[list[str]]:
    """The legal moves of an OpenSpiel state; those of a player who first names a piece with the second half."""
    for action in state.legal_actions():
        text = state.action_to_string(state.current_player(), action)
        if " From " not in text:
            yield [text]
            continue
        after = state.child(action)
        for goal in after.legal_actions():
            yield [text, after.action_to_string(after.current_player(), goal)]


def apply(state: Any, texts: list[str]) -> None:
    for text in texts:
        state.apply_action(state.string_to_action(state.current_player(), text))


# Game, its options, OpenSpiel's game, how moves are written, how many games are played.
CASES: list[tuple[str, dict[str, object], str, Callable[[], Twin], int]] = [
    ("gomoku", {"size": 8}, "gomoku(size=8)", Gomoku, 20),
    ("gomoku", {}, "gomoku", Gomoku, 5),
    ("amazons", {}, "amazons", lambda: Amazons(10), 10),
    ("amazons", {"size": 8}, "amazons(board_size=8)", lambda: Amazons(8), 20),
    ("amazons", {"size": 6}, "amazons(board_size=6)", lambda: Amazons(6), 20),
]


@pytest.mark.parametrize(("name", "options", "other", "twin", "count"), CASES, ids=[f"{c[2]}-{c[4]}" for c in CASES])
def test_random_games(name: str, options: dict[str, object], other: str, twin: Callable[[], Twin], count: int) -> None:
    game = rw.load(name, options)
    theirs = pyspiel.load_game(other)
    random = Random(other)
    for _ in range(count):
        state, mirror, words = game.start(seed=0), theirs.new_initial_state(), twin()
        while not state.over:
            assert not mirror.is_terminal(), state.log
            seat = game.players.index(state.mover)
            assert mirror.current_player() == seat
            moves = {move.text: words.written(move.text, seat) for move in state.moves()}
            assert sorted(moves.values()) == sorted(lines(mirror)), state.log
            text = random.choice(list(moves))
            state = state.play(text)
            apply(mirror, moves[text])
        assert mirror.is_terminal(), state.log
        assert tuple(mirror.returns()) == state.returns, state.log
