"""Arena of the Planeswalkers: what is true of spells in every game, and who knows what lies concealed.

What each spell does is told by scenarios; here are the lists of the rulebook, and what no spell may upset.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.match.zones import Zone

RULES = Path(__file__).parents[2] / "rulesets" / "arena" / "arena.rules"

RECOMMENDED = {
    "Nahiri, the Lithomancer": "Spare from Evil, Skillful Lunge, Silverstrike, Fell the Mighty, Not Forgotten, "
    "Stone Will, Dual Shot, Burn from Within, Burn at the Stake, Nahiri's Machinations, Dissension in the Ranks, "
    "Rolling Temblor",
    "Sorin Markov": "Ghostly Possession, Chaplain's Blessing, Tenacity, Angel's Mercy, Hope Against Hope, "
    "Survive the Night, Creeping Dread, Barter in Blood, Behold the Beyond, Harrowing Journey, "
    "Corpse Lunge, Ever After",
    "Arlinn, Goldnight Outcast": "Equestrian Skill, Moonlight Hunt, Predatory Strike, Natural End, Rabid Bite, "
    "Sheltering Word, Malevolent Whispers, Rush of Adrenaline, Senseless Rage, Infernal Plunge, Harness the Storm, "
    "Stensia Masquerade",
}
COLORS = {
    "Nahiri, the Lithomancer": "white red",
    "Sorin Markov": "white black",
    "Arlinn, Goldnight Outcast": "green red",
}
LIMIT = {"Jace Beleren": 225}
HIDDEN = ("Prepared Answer", "Phantom Guard")


@cache
def table() -> tuple[dict[str, str], ...]:
    with (RULES.parent / "spells.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def load(amber: str, violet: str) -> rw.Game:
    return rw.load(RULES, {"amber": amber, "violet": violet}, engine="reference")


@pytest.mark.parametrize("leader", [*RECOMMENDED, "Jace Beleren"])
def test_recommended_decks_are_legal(leader: str) -> None:
    deck = [row for row in table() if row["deck"] == leader]
    assert len(deck) == 12
    assert sum(int(row["cost"]) for row in deck) <= LIMIT.get(leader, 200)
    assert {row["color"] for row in deck} == set(COLORS.get(leader, "blue").split())


def test_the_rulebook_names_36_of_the_48_spells() -> None:
    assert len({row["name"] for row in table()}) == len(table()) == 48
    for leader, names in RECOMMENDED.items():
        assert {row["name"] for row in table() if row["deck"] == leader} == set(names.split(", "))


def spells_in(state: rw.State) -> tuple[int, list[str]]:
    """How many spells there are, and the names of those that do not lie in a library."""
    places = [zone for zone in state.zones() if zone.declared in ("library", "hand", "graveyard", "spells", "played")]
    cards = [card.split(" (")[0].split(" of ")[0] for zone in places for card in zone.cards if card is not None]
    return sum(zone.count for zone in places), cards


def bold(moves: tuple[rw.Move, ...], random: Random) -> rw.Move:
    """A move of a player who casts and attacks where it is possible, and names no spells all day."""
    actions = {move.action for move in moves}
    wanted = next(
        (action for action in ("Cast", "Attack", "Summon") if action in actions and random.random() < 0.8), None
    )
    return random.choice([move for move in moves if wanted is None or move.action == wanted])


@pytest.mark.parametrize(("amber", "violet"), [("jace", "nahiri"), ("arlinn", "sorin")])
def test_no_spell_is_lost_or_copied(amber: str, violet: str) -> None:
    game = load(amber, violet)
    random = Random(1)
    state = game.start(seed=1)
    cast: Counter[str] = Counter()
    while not state.over:
        move = bold(state.moves(), random)
        cast[move.action] += 1
        state = state.play(move)
        if move.action in ("Cast", "Replay", "ReadMind"):
            total, names = spells_in(state)
            assert total == 24
            assert len(names) == len(set(names))
    assert cast["Cast"] >= 12


def concealed() -> tuple[rw.State, rw.Move]:
    """Amber's first turn, and a move that conceals a spell on Jace."""
    state = load("jace", "sorin").start(seed=19)
    while True:
        for move in state.moves():
            if move.action == "Cast" and move.picks["self"] in HIDDEN:
                return state, move
        state = state.play(next((move for move in state.moves() if move.declines), state.moves()[0]))


def on_jace(zones: Iterable[Zone]) -> tuple[str | None, ...]:
    return next(zone.cards for zone in zones if zone.name == "spells of Jace Beleren of Amber")


def test_who_sees_a_concealed_spell() -> None:
    state, move = concealed()
    after = state.play(move)
    name = move.picks["self"]
    assert state.mover == "Amber"
    assert on_jace(after.view("Amber").zones()) == (f"{name} (face down)",)
    assert on_jace(after.view("Violet").zones()) == (None,)
    assert not any(name in line for line in after.view("Violet").log)
    assert any(name in line for line in after.view("Amber").log)


def test_in_the_worlds_of_the_other_it_may_be_either() -> None:
    state, move = concealed()
    after = state.play(move)
    lying = Counter(on_jace(world.zones()) for world in after.view("Violet").worlds(12, seed=1))
    assert set(lying) == {(f"{name} (face down)",) for name in HIDDEN}
    assert all(
        on_jace(world.zones()) == (f"{move.picks['self']} (face down)",) for world in after.view("Amber").worlds(3)
    )
