"""Deals of Hearts by seeds, and what those who watch them know: for the tests and for `bench/worlds.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import rulewright as rw

SEATS = ("North", "East", "South", "West")


@dataclass
class Watched:
    """What everybody has seen of a deal: who played what, and which suits a player has shown not to have.

    `before` are the numbers of cards that the players had played when they showed it.
    """

    played: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in SEATS})
    voids: dict[str, set[str]] = field(default_factory=lambda: {name: set() for name in SEATS})
    trick: list[str] = field(default_factory=list)

    def see(self, player: str, card: str) -> None:
        if self.trick and card[0] != self.trick[0][0]:
            self.voids[player].add(self.trick[0][0])
        self.played[player].append(card)
        self.trick = [*self.trick, card] if len(self.trick) < 3 else []


def played(game: rw.Game, seed: int, plays: int) -> tuple[rw.State, Watched, dict[str, tuple[str, ...]]]:
    """A deal after so many plays at random: the state, what was seen, and which three cards each player has passed."""
    state, random = game.start(seed=seed), Random(seed)
    watched = Watched()
    passed: dict[str, tuple[str, ...]] = {}
    while sum(map(len, watched.played.values())) < plays:
        move, player = random.choice(state.moves()), state.mover
        assert player is not None
        if move.action == "Pass":
            passed[player] = cards_in(move.picks["cards"])
        else:
            watched.see(player, move.text)
        state = state.play(move)
    return state, watched, passed


def cards_in(text: str) -> tuple[str, ...]:
    """The cards of a subset as it is written, `{C2, HA, SQ}`."""
    return tuple(text.strip("{}").split(", "))


def hands(state: rw.State | rw.View) -> dict[str, list[str]]:
    """The cards that each player holds, as far as they are known, in order."""
    return {
        SEATS[zone.owner]: sorted(card for card in zone.cards if card is not None)
        for zone in state.zones()
        if zone.declared == "hand"
    }
