"""Arena of the Planeswalkers: whole games with all spells and abilities against the referee.

The referee (arena_spells.py) tells what spells do from the texts of the table and from the clauses. Both agree at every
decision on who decides and on all that may be chosen, on how many dice are rolled and which spells may be drawn, and on
all that stands on the battlefield; and after everything that has to do with spells on all zones.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from games.arena_box import ARMIES, BATTLEFIELDS
from games.arena_game import Drawn
from games.arena_players import anyhow, eagerly
from games.arena_referee import Choice, Chosen, Dice, First
from games.arena_spells import Magic, magic, spells
from games.arena_table import (
    Lying,
    cell,
    choice,
    faces,
    front,
    standing_seen,
    standing_told,
    zones_seen,
    zones_told,
)

RULES = Path(__file__).parents[2] / "rulesets" / "arena" / "arena.rules"
PLAYERS = "Amber|Violet|Teal|Rose"
CASTING = {"Cast": "cast", "Replay": "replay"}


# ---- how the rules write it ----


def chosen_by(move: rw.Move) -> Chosen:
    """A move as the referee writes it."""
    picks = dict(move.picks)
    if move.action == "ReadMind":
        return "read", picks["p"], picks["named"]
    if move.action not in CASTING:
        return choice(move)
    name, where, card = picks["self"], picks["t"], picks["c"]
    owner = None if card == "none" else move.text.removeprefix(name).split()[0]
    at = None if where == "none" else cell(where)
    return CASTING[move.action], name, at, owner, None if card == "none" else front(card)


def plain(card: object) -> str:
    """The name of a card without what is told of it."""
    return re.sub(rf" \(.*| of ({PLAYERS}).*", "", str(card))


def enchantments_told(table: Magic) -> Lying:
    """What lies on army cards: auras, and concealed spells in their order."""
    found: Lying = {}
    for held, there in table.lying.items():
        up = sorted(one.name for one in there if not one.concealed)
        if there:
            found["spells", held] = up, [one.name for one in there if one.concealed]
    return found


def enchantments_seen(state: rw.State) -> Lying:
    """The same of a state of the rules."""
    found: Lying = {}
    for zone in state.zones():
        if zone.declared == "spells" and zone.cards:
            owner = state.game.players[zone.owner]
            held = owner, front(zone.label.removesuffix(f" of {owner}"))
            cards = [(plain(card), "face down" in str(card)) for card in zone.cards]
            up = sorted(name for name, down in cards if not down)
            found["spells", held] = up, [name for name, down in cards if down]
    return found


def named(state: rw.State, table: Magic, asked: Choice) -> dict[Chosen, rw.Move]:
    """The moves as the referee writes them. Spells that others have concealed have no names for who chooses among
    them; which one a move is about is seen by what it takes away."""
    moves = {chosen_by(move): move for move in state.moves()}
    unnamed = [one for one in moves if one and one[0] == "spell" and str(one[1]).startswith("spells of ")]
    for one in unnamed:
        move = moves.pop(one)
        moves["spell", *(concealed(state) - concealed(state.play(move))).elements()] = move
    return moves


def concealed(state: rw.State) -> Counter[str]:
    """The spells that lie concealed on army cards."""
    return Counter(name for _, hidden in enchantments_seen(state).values() for name in hidden)


def same(state: rw.State, table: Magic, *, zones: bool) -> None:
    """All stands alike, and lies alike in the zones."""
    one, other = standing_seen(state), standing_told(table)
    if table.marching and table.marching[0].cell:
        there = "figures", table.marching[0].cell  # a spell moves it: what it may do itself is untouched
        one[there], other[there] = ([entry[:3] for entry in side[there]] for side in (one, other))
    if zones:
        one |= enchantments_seen(state)
        for where, cards in zones_seen(state).items():  # what is told beside a card shows elsewhere
            one[where] = sorted(front(plain(card)) for card in cards) if isinstance(cards, list) else cards
        other |= zones_told(table) | enchantments_told(table)
    apart = {what: (one.get(what), other.get(what)) for what in one | other if one.get(what) != other.get(what)}
    assert not apart, (state.log, apart)


def chance(state: rw.State, table: Magic, asked: Dice | Drawn, random: Random) -> tuple[rw.State, object]:
    """Dice fall, or the top of a library is turned up."""
    outcomes = state.chance()
    assert outcomes, (state.log, asked, state.question)
    move = random.choices([move for move, _ in outcomes], [float(p) for _, p in outcomes])[0]
    if isinstance(asked, Drawn):
        assert state.drawn == "library"
        assert {move.text for move, _ in outcomes} == table.unseen[asked.player], (state.log, asked)
        return state.play(move), move.text
    assert state.drawn == asked.die, (state.log, asked, state.drawn)
    came: list[object] = [int(move.text)] if asked.die == "d20" else list(faces(move.text))
    assert len(came) == asked.number, (state.log, asked, move.text)
    return state.play(move), came


# ---- whole games ----


def mage(table: Magic, asked: Choice, random: Random) -> Chosen:
    """Who casts more often than not, and often knows what lies on top of a library."""
    casts = sorted((one for one in asked.among if one and one[0] == "cast"), key=str)
    if casts and random.random() < 0.6:
        name = random.choice(sorted({str(one[1]) for one in casts}))
        return random.choice([one for one in casts if one[1] == name])
    reads = {one for one in asked.among if one and one[0] == "read"}
    if reads and random.random() < 0.5:
        likely = {one for one in reads if one[2] in table.unseen[one[1]] | set(table.tops[one[1]])}
        return random.choice(sorted(likely or reads, key=str))
    rest = Choice(asked.player, frozenset(asked.among - reads - set(casts)))
    if rest.among == {None}:
        return None
    return (anyhow if random.random() < 0.2 else eagerly)(table, rest, random)


@cache
def load(**options: str) -> rw.Game:
    """The rules with these options."""
    return rw.load(RULES, options, engine="reference")


def play_both(battlefield: str, random: Random) -> Counter[str]:
    """A whole game by both: they agree on everything, and on who has won."""
    table = magic(battlefield)
    armies = dict(zip(table.players, random.sample(sorted(ARMIES), len(table.players)), strict=True))
    options = {"battlefield": battlefield} | {player.lower(): army for player, army in armies.items()}
    state = load(**options).start(chance="explicit")
    happened: Counter[str] = Counter()
    play = table.play(armies)
    try:
        asked = next(play)
        told = False
        while True:
            if isinstance(asked, Dice | Drawn):
                state, came = chance(state, table, asked, random)
                asked = play.send(came)
                told = told or isinstance(asked, Drawn)
                continue
            assert not state.over and state.mover, (state.log, asked)
            if isinstance(asked, First):
                assert state.mover in asked.players
                asked = play.send(state.mover)
            assert state.mover == asked.player, (state.log, asked)
            begins = any(one and one[0] == "card" for one in asked.among)
            same(state, table, zones=bool(table.hands) and (told or begins))
            moves = named(state, table, asked)
            assert moves.keys() == asked.among, (state.log, moves.keys() - asked.among, asked.among - moves.keys())
            chosen = mage(table, asked, random)
            happened["decision"] += 1
            happened[chosen[0] if chosen else "declined"] += 1
            if chosen and chosen[0] in ("cast", "replay"):
                happened[str(chosen[1])] += 1
            told = bool(chosen) and chosen[0] not in ("step", "fly", "scale", "yes")
            state = state.play(moves[chosen])
            asked = play.send(chosen)
    except StopIteration:
        assert state.over and table.winners is not None, state.log
    won = {one for one, gain in zip(state.game.players, state.returns, strict=True) if gain > 0}
    assert won == set(table.winners), (state.log, state.outcome, table.winners)
    happened["won by " + " and ".join(table.winners)] += 1
    return happened


@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_games_with_spells(battlefield: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(1):
        happened += play_both(battlefield, Random(seed))
    assert happened["decision"] > 50 and happened["cast"] > 8, happened


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_hundreds_of_games_with_spells(battlefield: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(1000, 1100):
        happened += play_both(battlefield, Random(seed))
    assert all(happened[name] for name in spells()), [name for name in spells() if not happened[name]]
