"""Hearts beside OpenSpiel: the same deals under the same options, card by card; and worlds in the middle of a deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rulewright as rw
from games.hearts_play import SEATS, cards_in, hands, played

RANKS, SUITS = "23456789TJQKA", "CDHS"
#: How OpenSpiel numbers directions; how it names our options.
PASSING = ("hold", "left", "across", "right")
THEIRS = {
    "any_club_leads": "can_lead_any_club",
    "breaking": "must_break_hearts",
    "queen_breaks": "qs_breaks_hearts",
    "hearts_for_queen": "can_lead_hearts_instead_of_qs",
    "jack_bonus": "jd_bonus",
    "no_trick_bonus": "avoid_all_tricks_bonus",
}


def number(card: str) -> int:
    """OpenSpiel's number for a card such as SQ."""
    return 4 * RANKS.index(card[1]) + SUITS.index(card[0])


def options(case: int) -> dict[str, str]:
    """Options by the number of a case: first our usual ones, then any."""
    random = Random(case)
    chosen = {name: random.choice(("off", "on")) for name in (*THEIRS, "points_at_once")} if case else {}
    return {"deals": "one", "passing": PASSING[(case + 1) % 4], **chosen}


def mirror_of(chosen: dict[str, str]) -> Any:
    """OpenSpiel's game with the same options, after the direction of passing is settled."""
    usual = {"breaking": "on"}
    parameters: dict[str, bool] = {
        theirs: chosen.get(ours, usual.get(ours, "off")) == "on" for ours, theirs in THEIRS.items()
    }
    parameters["no_pts_on_first_trick"] = chosen.get("points_at_once", "off") == "off"
    state = pyspiel.load_game("hearts", parameters).new_initial_state()
    state.apply_action(PASSING.index(chosen["passing"]))
    return state


def deal(state: rw.State, random: Random) -> tuple[rw.State, list[str]]:
    """Deals as chance has it; the cards in the order in which they were dealt, 13 to each seat."""
    cards: list[str] = []
    while outcomes := state.chance():
        move, chance = random.choice(outcomes)
        assert chance * len(outcomes) == 1
        cards.append(move.text)
        state = state.play(move)
    everything = [suit + rank for suit in SUITS for rank in RANKS]
    return state, cards + [card for card in everything if card not in cards]


def play_both(game: rw.Game, mirror: Any, random: Random) -> None:
    """One deal, move by move beside OpenSpiel, where cards are dealt one by one in turn and passed one by one."""
    state, cards = deal(game.start(chance="explicit"), random)
    assert len(cards) == len(set(cards)) == 52
    for place in range(52):
        mirror.apply_action(number(cards[place % 4 * 13 + place // 4]))
    while not state.over:
        assert state.mover == SEATS[mirror.current_player()]
        moves = state.moves()
        move = random.choice(moves)
        if move.action == "Pass":
            assert len(moves) == 286
            assert {number(card) for one in moves for card in cards_in(one.picks["cards"])} == set(
                mirror.legal_actions()
            )
            for card in cards_in(move.picks["cards"]):
                mirror.apply_action(number(card))
        else:
            assert sorted(number(one.text) for one in moves) == mirror.legal_actions(), state.log
            mirror.apply_action(number(move.text))
        state = state.play(move)
    assert mirror.is_terminal()
    assert scores(state) == [26 - points for points in mirror.returns()], state.log


def scores(state: rw.State) -> list[int]:
    line = next(line for line in state.variables() if line.startswith("score: "))
    told = dict(part.split() for part in line.removeprefix("score: ").split(", "))
    return [int(told[name]) for name in SEATS]


def check(cases: int, games: int) -> None:
    for case in range(cases):
        chosen = options(case)
        game, random = rw.load("hearts", chosen), Random(case)
        for _ in range(games):
            play_both(game, mirror_of(chosen), random)


def test_deals_beside_openspiel() -> None:
    check(cases=8, games=3)


@pytest.mark.slow
def test_two_hundred_deals_beside_openspiel() -> None:
    check(cases=20, games=10)


# ---- worlds ----


def check_worlds(seed: int, *, every: bool) -> None:
    """Draw 1000 worlds after 20 plays and look into each; replay every one, or the first fifty that look different."""
    state, watched, passed = played(rw.load("hearts", {"deals": "one"}), seed, 20)
    assert any(watched.voids.values()), "somebody has shown a void"
    me = state.mover
    assert me is not None
    left = SEATS[(SEATS.index(me) + 1) % 4]
    gone = {card for cards in watched.played.values() for card in cards}
    own = hands(state)[me]
    worlds = state.worlds(me, 1000, 1)
    assert len(worlds) == 1000
    key = state.information_key(me)
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for world in worlds:
        held = hands(world)
        assert held[me] == own
        assert {card for cards in held.values() for card in cards} | gone == everything()
        assert {name: len(cards) for name, cards in held.items()} == {
            name: len(cards) for name, cards in hands(state).items()
        }
        for name in SEATS:
            assert not {card for card in held[name] if card[0] in watched.voids[name]}, name
        # What I have passed is where I have passed it, unless it has been played.
        assert set(passed[me]) - gone <= set(held[left])
        alike = tuple(tuple(held[name]) for name in SEATS)
        if every or (alike not in seen and len(seen) < 50):
            assert world.information_key(me) == key
        seen.add(alike)
    # Worlds differ, and so chance has not simply been given the true cards.
    assert len(seen) > 100
    # In every hand of another player each card that may be there is there in some world.
    unknown = everything() - gone - set(own) - set(passed[me])
    for name in SEATS:
        if name != me:
            may = {card for card in unknown if card[0] not in watched.voids[name]}
            found = {card for world in seen for card in world[SEATS.index(name)]}
            assert found >= may - set(passed[me]), name


@pytest.mark.parametrize("seed", [0, 7])
def test_a_thousand_worlds_after_twenty_plays(seed: int) -> None:
    check_worlds(seed, every=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 7])
def test_each_of_the_worlds_is_replayed(seed: int) -> None:
    check_worlds(seed, every=True)


def everything() -> set[str]:
    return {suit + rank for suit in SUITS for rank in RANKS}
