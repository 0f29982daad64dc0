"""Liar's Dice with one challenge and wild sixes beside OpenSpiel, where there are two players."""

from __future__ import annotations

from collections import Counter
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


# ---- what lies under the cups ----


def dice_of(state: rw.State | rw.View) -> dict[str, tuple[str | None, ...]]:
    return {zone.label: zone.cards for zone in state.zones() if zone.declared == "cup"}


def test_worlds_know_the_own_dice_and_throw_those_of_others() -> None:
    """A bid says nothing about the dice, as it is legal whatever they show: all faces are as likely as before."""
    state = rw.load("liars_dice", {"dice": 1}).start(seed=1).play("1x3").play("1x5")
    mine = dice_of(state)["Ann"]
    worlds = state.worlds("Ann", 1200, seed=2)
    assert worlds.exact
    thrown = Counter(dice_of(world)["Ben"][0] for world in worlds)
    assert {dice_of(world)["Ann"] for world in worlds} == {mine}
    assert set(thrown) == {f"Die (face {face})" for face in range(1, 7)}
    # Chi-square with 5 degrees of freedom: more than 20.5 comes once in a thousand times.
    assert sum((number - 200) ** 2 / 200 for number in thrown.values()) < 20.5


def test_dice_that_were_shown_are_secret_again_after_the_next_throw() -> None:
    state = rw.load("liars_dice", {"dice": 2, "seats": 3}).start(seed=1)
    under = dice_of(state)
    after = state.play("6x6").play("liar")
    view = after.view("Cleo")
    told = "\n".join(view.log)
    assert all(card is not None and card in told for name in ("Ann", "Ben") for card in under[name])
    assert dice_of(view)["Ann"] == (None,)
    assert dice_of(view)["Cleo"] == dice_of(after)["Cleo"]
    assert {dice_of(world)["Ann"] for world in view.worlds(60)} > {("Die (face 1)",), ("Die (face 2)",)}
