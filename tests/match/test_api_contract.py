"""The public interface as it is promised, on a bundled game."""

from __future__ import annotations

import os
import subprocess
import sys

import networkx as nx
import pytest

import rulewright as rw


def test_the_sample() -> None:
    game = rw.load("breakthrough", options={"size": 6})
    state = game.start(seed=1)
    plies = 0
    while not state.over:
        moves = state.moves()
        assert moves == state.moves() and all(isinstance(move, rw.Move) for move in moves)
        assert str(state).splitlines()[-1].startswith(f"{state.mover} to move")
        state = state.play(moves[0])
        plies += 1
    assert len(state.log) == plies
    assert sorted(state.returns) == [-1.0, 1.0]
    assert [len(names) for names in state.ranking] == [1, 1]
    assert state.returns[game.players.index(state.ranking[0][0])] == 1.0


def test_texts_reasons_and_errors() -> None:
    state = rw.load("breakthrough").start(seed=1)
    assert len(state.moves()) == 22  # 8 pawns, 3 ways each, but 2 for the outer ones
    after = state.play("c2d3")
    assert after.mover == "Black" and state.mover == "White"
    assert state.why("c2d3") == "" and state.why("c2c5")
    with pytest.raises(rw.IllegalMove) as caught:
        state.play("c2c5")
    assert caught.value.reason == state.why("c2c5")
    assert state.chance() == ()
    assert rw.load("breakthrough").perft(2) == 484


def test_the_board_is_a_graph() -> None:
    board = rw.load("breakthrough").board
    assert isinstance(board, nx.MultiDiGraph) and len(board) == 64


def test_saved_states() -> None:
    game = rw.load("breakthrough")
    state = game.start(seed=1).play("c2d3")
    assert game.unserialize(state.serialize()) == state
    assert rw.load("breakthrough").unserialize(state.serialize()) == state


def test_hashes_are_the_same_in_every_process() -> None:
    program = 'import rulewright as rw; print(rw.load("breakthrough").start(seed=1).play("c2d3").hash)'
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1")
    }
    assert found == {f"{rw.load('breakthrough').start(seed=2).play('c2d3').hash}\n"}


def test_importing_is_quick() -> None:
    program = (
        "import rulewright, sys; print([m for m in sys.modules if m.startswith('rulewright.') or m == 'networkx'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "['rulewright.version']\n"


def test_all_public_names_exist() -> None:
    for name in rw.__all__:
        assert getattr(rw, name) is not None and name in dir(rw)
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        rw.nothing_of_the_kind  # noqa: B018


def test_no_such_game() -> None:
    with pytest.raises(LookupError, match="Did you mean breakthrough"):
        rw.load("breaktrough")
