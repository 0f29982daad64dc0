"""Numbers of lines of play, compared with published tables and with other people's programs.

What is counted: whole moves; a pass of Reversi is a move; lines on which the game ended earlier do not count.

Sources. Tic-tac-toe: the tests of OpenSpiel, and many tables. Connect Four and Breakthrough 8x8: the tests of the RG
compiler (github.com/radekmie/rg); the former again by arithmetic, as no column fills up in five moves. Othello:
aartbik.com and several engines. Amazons: the RG compiler and Fairy-Stockfish. Kalah: counted with OpenSpiel. The
smaller boards of Breakthrough and Reversi, and Hex, were counted with programs written for that.
"""

from collections.abc import Mapping

import pytest

import rulewright as rw

TABLES: list[tuple[str, dict[str, object], list[int]]] = [
    ("tic_tac_toe", {}, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect_four", {}, [7, 49, 343, 2401, 16807, 117649]),
    ("breakthrough", {}, [22, 484, 11132]),
    ("breakthrough", {"size": 5}, [13, 156, 1924, 23084]),
    ("breakthrough", {"size": 6}, [16, 256, 4308]),
    ("reversi", {}, [4, 12, 56, 244, 1396, 8200]),
    ("reversi", {"size": 6}, [4, 12, 56, 244, 1364, 7604]),
    # The table says 9116, but it also counts the four games that end with the seventh move.
    ("reversi", {"size": 4}, [4, 12, 44, 128, 424, 1256, 3624, 9116 - 4]),
    # A turn is two moves: there are 2176 ways to move and shoot.
    ("amazons", {}, [80, 2176]),
    ("kalah", {}, [6, 35, 185, 942, 4690, 23233]),
    # As long as no mill is possible, by arithmetic: 24, 23, 22, 21 free points.
    ("morris", {}, [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21]),
    ("morris", {"variant": "six"}, [16, 16 * 15, 16 * 15 * 14]),
    ("hex", {"size": 9}, [81, 6480]),
    ("hex", {"size": 2}, [4, 12, 24, 12, 0]),
    # Each of the 81 first stones may be taken over: 81 lines of two moves more.
    ("hex", {"size": 9, "swap": True}, [81, 6480 + 81]),
]
ROWS = [
    pytest.param(name, options, depth, count, id="-".join([name, *map(str, options.values()), str(depth)]))
    for name, options, counts in TABLES
    for depth, count in enumerate(counts, 1)
]


@pytest.mark.parametrize(("name", "options", "depth", "count"), ROWS)
def test_perft(name: str, options: Mapping[str, object], depth: int, count: int) -> None:
    assert rw.load(name, options).perft(depth) == count


def test_four_games_of_reversi_on_four_by_four_end_with_the_seventh_move() -> None:
    def ended(state: rw.State, depth: int) -> int:
        if depth == 0 or state.over:
            return int(state.over)
        return sum(ended(state.play(move), depth - 1) for move in state.moves())

    assert ended(rw.load("reversi", {"size": 4}).start(seed=0), 7) == 4


def divide(state: rw.State, depth: int) -> dict[str, int]:
    """The perft behind each move."""
    return {move.text: state.play(move).perft(depth - 1) for move in state.moves()}


def test_the_two_wings_of_breakthrough_are_alike() -> None:
    start = rw.load("breakthrough", {"size": 5}).start(chance="explicit")
    found = divide(start, 4)
    mirror = str.maketrans("abde", "edba")
    assert sum(found.values()) == 23084
    assert {text.translate(mirror): count for text, count in found.items()} == found
    assert len(set(found.values())) > 2


def test_breakthrough_is_the_same_for_both_from_behind() -> None:
    """White's moves at the start are Black's, after a half-turn, whatever White has played far from them."""
    game = rw.load("breakthrough")
    turned = str.maketrans("abcdefgh12345678", "hgfedcba87654321")
    start = game.start(seed=0)
    white = {move.text for move in start.moves()}
    black = {move.text for move in start.play("a2a3").moves()}
    assert {text.translate(turned) for text in white} == black


def test_hex_is_the_same_after_a_half_turn() -> None:
    start = rw.load("hex", {"size": 3}).start(chance="explicit")
    found = divide(start, 6)
    turned = str.maketrans("abc123", "cba321")
    assert {text.translate(turned): count for text, count in found.items()} == found
    assert len(set(found.values())) > 2
