"""Games that stand and fall with their boards, compared with published numbers.

Quoridor: 3 steps and 8 x 8 x 2 walls. Chinese checkers: the
front four marbles have two steps each, and of the second and the third row three can hop two ways: 8 + 6.
"""

from functools import cache
from pathlib import Path

import rulewright as rw

RULES = Path(__file__).parent / "rules"


@cache
def load(name: str, options: tuple[tuple[str, object], ...] = ()) -> rw.Game:
    return rw.load(RULES / f"{name}.rules", options=dict(options))


def test_quoridor() -> None:
    game = load("quoridor")
    assert game.perft(1) == 3 + 8 * 8 * 2
    state = game.start().play("Walk there = e2").play("Walk there = e8")
    assert len(state.moves()) == 4 + 128
    wall = next(move for move in state.moves() if move.text.startswith("Build d2_NE"))
    assert state.play(wall).standing()


def test_a_wall_of_quoridor_closes_two_edges() -> None:
    state = load("quoridor").start().play("Build v = e1_NE, upright = no")
    declared = state.game.setting.declared
    assert declared.board is not None
    standing = sorted(declared.board.sites[piece.site] for piece in state.standing())
    assert standing == ["e1", "e1_N", "e1_NE", "e9", "f1_N"]
    state = state.play("Walk there = e8")
    assert sorted(move.text for move in state.moves() if move.text.startswith("Walk")) == ["Walk d1", "Walk f1"]


def test_chinese_checkers() -> None:
    game = load("chinese_checkers", (("seats", 2),))
    assert len(game.board) == 121
    assert game.perft(1) == 14
    assert len(load("chinese_checkers", (("seats", 6),)).start().standing()) == 60
