"""Liar's Dice with one challenge and wild sixes beside OpenSpiel, where there are two players."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pyspiel
import pytest

import rulewright as rw


def number(text: str, dice: int) -> int:
    """OpenSpiel's number for a bid such as 2x5 or for the challenge."""
    if text == "liar":
        return 2 * dice * 6
    many, face = text.split("x")
    return (int(many) - 1) * 6 + int(face) - 1


def play_both(state: rw.State, mirror: Any, dice: int, random: Random) -> list[tuple[int, Hashable, str]]:
    """Play at random; what each seat knows at each decision, in our words and in OpenSpiel's."""
    known: list[tuple[int, Hashable, str]] = []
    for _ in range(2 * dice):
        # All dice are thrown before anybody decides.
        outcomes = state.chance()
        assert [chance * 6 for _, chance in outcomes] == [1] * 6
        move, _ = random.choice(outcomes)
        mirror.apply_action(int(move.text) - 1)
        state = state.play(move)
    while not state.over:
        assert state.game.players.index(state.mover) == mirror.current_player()
        known += [
            (seat, state.information_key(name), mirror.information_state_string(seat))
            for seat, name in enumerate(state.game.players)
        ]
        moves = state.moves()
        assert sorted(number(move.text, dice) for move in moves) == mirror.legal_actions(), state.log
        # High bids come seldom, so that games go on.
        move = moves[int(len(moves) * random.random() ** 3)]
        mirror.apply_action(number(move.text, dice))
        state = state.play(move)
    assert mirror.is_terminal() and tuple(mirror.returns()) == state.returns, state.log
    return known


@pytest.mark.parametrize(("dice", "games"), [(1, 150), (2, 50), (5, 10)])
def test_random_games(dice: int, games: int) -> None:
    game = rw.load("liars_dice", {"dice": dice, "wild": "sixes", "loss": "game"})
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice})
    random = Random(dice)
    known: list[tuple[int, Hashable, str]] = []
    for _ in range(games):
        known += play_both(game.start(chance="explicit"), theirs.new_initial_state(), dice, random)
    ours = {(seat, key): text for seat, key, text in known}
    assert all(ours[seat, key] == text for seat, key, text in known), "one key, one information state"
    if dice == 1:
        # With more, OpenSpiel sorts what a player has thrown, and our players know which die shows what.
        assert len({(seat, text) for seat, _, text in known}) == len(ours), "one information state, one key"
