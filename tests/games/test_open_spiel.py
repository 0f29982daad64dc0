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


class Morris:
    """OpenSpiel numbers the points row by row from the top; a man to take is named by his point alone."""

    points = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"

    def number(self, point: str) -> int:
        return self.points.index(point) // 3

    def written(self, text: str, mover: int) -> list[str]:
        here, dash, there = text.removeprefix("x").partition("-")
        return [f"Move {self.number(here)} -> {self.number(there)}" if dash else f"Point {self.number(here)}"]


class Kalah:
    """OpenSpiel's pits are numbered counter-clockwise, the stores among them."""

    def written(self, text: str, mover: int) -> list[str]:
        column, _ = cell(text)
        return [str(15 - column if mover else column - 1)]


class DotsAndBoxes:
    """OpenSpiel names lines by their direction and place, rows counted from the top."""

    def __init__(self, height: int) -> None:
        self.height = height

    def written(self, text: str, mover: int) -> list[str]:
        site, _, side = text.partition("_")
        column, row = cell(site)
        across, down = column - 1, self.height - row
        lines = {
            "N": ("h", down, across),
            "S": ("h", down + 1, across),
            "W": ("v", down, across),
            "E": ("v", down, column),
        }
        kind, row, column = lines[side]
        return [f"P{mover + 1}({kind},{row},{column})"]


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
    ("kalah", {}, "mancala", Kalah, 50),
    ("dots_and_boxes", {"width": 2, "height": 2}, "dots_and_boxes", lambda: DotsAndBoxes(2), 20),
    (
        "dots_and_boxes",
        {"width": 4, "height": 3},
        "dots_and_boxes(num_cols=4,num_rows=3)",
        lambda: DotsAndBoxes(3),
        20,
    ),
]


@pytest.mark.parametrize(("name", "options", "other", "twin", "count"), CASES, ids=[f"{c[2]}-{c[4]}" for c in CASES])
def test_random_games(name: str, options: dict[str, object], other: str, twin: Callable[[], Twin], count: int) -> None:
    game = rw.load(name, options)
    theirs = pyspiel.load_game(other)
    random = Random(other)
    for _ in range(count):
        state, mirror = play_both(game.start(seed=0), theirs.new_initial_state(), twin(), random)
        assert state.over and mirror.is_terminal(), state.log
        assert tuple(mirror.returns()) == state.returns, state.log


def play_both(state: rw.State, mirror: Any, words: Twin, random: Random) -> tuple[rw.State, Any]:
    """Play at random until one of the two says that the game is over."""
    while not (state.over or mirror.is_terminal()):
        seat = state.game.players.index(state.mover)
        assert mirror.current_player() == seat
        moves = {move.text: words.written(move.text, seat) for move in state.moves()}
        assert sorted(moves.values()) == sorted(lines(mirror)), state.log
        text = random.choice(list(moves))
        state = state.play(text)
        apply(mirror, moves[text])
    return state, mirror


def test_random_games_of_morris() -> None:
    """OpenSpiel knows no tie by repetition, and calls a tie after 200 turns."""
    game = rw.load("morris")
    theirs = pyspiel.load_game("nine_mens_morris")
    random = Random("morris")
    won = []
    for _ in range(50):
        state, mirror = play_both(game.start(seed=0), theirs.new_initial_state(), Morris(), random)
        if state.over and mirror.is_terminal():
            won.append(tuple(mirror.returns()))
            assert won[-1] == state.returns, state.log
        elif state.over:
            assert state.outcome == "a tie", state.log
        else:
            assert "Turn number: 200" in str(mirror), state.log
    assert {(1, -1), (-1, 1)} <= set(won) and len(won) >= 20
