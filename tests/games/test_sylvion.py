"""Sylvion: every decision and every draw of whole games against a referee, and what must hold in all positions.

The referee (sylvion_referee.py) was written from the clauses and shares nothing with the rules. Chance is explicit: the
test says which card comes, to both. Half of the games are played with care and get further (sylvion_player.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import pytest

import rulewright as rw
from games.samples import near
from games.sylvion_player import anyhow, carefully, idly
from games.sylvion_referee import (
    RAVAGE,
    ROWS,
    STACK,
    SYLVAN,
    Choice,
    Choosable,
    Draw,
    GameOver,
    Space,
    Table,
    game,
)

NUMBERED = {"F": "Fountain", "T": "Tree", "E": "Elemental", "B": "Blazing"}
NAMES = {"C": "Blaze", "D": "Simoon", "W": "Whale", "P": "Elephant", "H": "Hedgehogs", "O": "Owl"}
NAMES |= {f"{letter}{n}": f"{name} {n}" for letter, name in NUMBERED.items() for n in range(5)}
Player = Callable[[Table, Choice, Random], Choosable]


@cache
def sylvion() -> rw.Game:
    return rw.load("sylvion")


# ---- the referee's words as the rules write them ----


def site(space: Space) -> str:
    row, place = space
    return "fedcba"[place] + str(5 - row)


def written(choice: Choosable) -> str:
    match choice:
        case None:
            return "decline"
        case ("draw",):
            return "yes"
        case ("H", row):
            return f"Hedgehogs {site((row, STACK))}"
        case ("cards", given):
            return ", ".join(sorted(NAMES[card] for card in given))
        case ("walk", here, there):
            return f"{site(here)}-{site(there)}"
        case ("W", here, there):
            return f"Whale {site(here)}-{site(there)}"
        case ("O",):
            return "Owl"
        case (card, row, place):
            return f"{NAMES[card]} {site((row, place))}"
    raise AssertionError(choice)


def cards(text: str) -> str:
    """`Fountain 1 x2, Owl` as `written` puts it."""
    found = []
    for part in text.split(", "):
        name, _, number = part.partition(" x")
        found += [name] * int(number or 1)
    return ", ".join(sorted(found))


# ---- both at once ----


def same_table(state: rw.State, table: Table) -> None:
    """The battlefield, the bloom, the hand, the heaps: all as the referee has them."""
    assert {piece.site: piece.kind for piece in state.pieces()} == {
        _index(site(space)): NAMES[card].replace(" ", "") for space, card in table.board.items()
    }
    assert next(line for line in state.variables() if line.startswith("bloom")).endswith(f" {table.bloom} of 12")
    zones = {zone.name: zone for zone in state.zones()}
    for name, cards_there in (("hand", table.hand), ("discard", table.discard)):
        assert Counter(zones[name].cards) == Counter({NAMES[card]: n for card, n in cards_there.items()})
    assert zones["deck"].count == table.deck.total() and zones["ashes"].count == table.ashes.total()


@cache
def _index(name: str) -> int:
    return ("abcdef".index(name[0])) + 6 * (int(name[1]) - 1)


def play_both(player: Player, random: Random) -> tuple[Counter[str], rw.State]:
    """One game by both. They agree on who decides, on everything that may be chosen, on the chances, and on the end."""
    table = Table()
    referee = game(table)
    state = sylvion().start(chance="explicit")
    try:
        asked = next(referee)
        while True:
            if isinstance(asked, Draw):
                card = random.choice(sorted(asked.cards.elements()))
                state = drawn(state, asked, card)
                asked = referee.send(card)
                continue
            assert not state.over and state.mover == "Defender", state.log
            same_table(state, table)
            moves = {_text(move, asked): move for move in state.moves()}
            assert len(moves) == len(state.moves())
            assert set(moves) == set(map(written, asked.among)), state.log
            chosen = player(table, asked, random)
            state = state.play(moves[written(chosen)])
            asked = referee.send(chosen)
    except GameOver as end:
        assert state.over and state.outcome == f"Defender {'wins' if end.won else 'loses'}"
        same_table(state, table)
        table.seen["won" if end.won else "lost"] += 1
        table.seen["Final Assault"] += table.last
    return table.seen, state


def drawn(state: rw.State, draw: Draw, card: str) -> rw.State:
    """The state after this card came; there need be no stop if only one could."""
    total = draw.cards.total()
    chances = {NAMES[name]: Fraction(n, total) for name, n in draw.cards.items()}
    offered = {move.text: probability for move, probability in state.chance()}
    if len(chances) == 1 and offered != chances:
        return state
    assert offered == chances
    return state.play(NAMES[card])


def _text(move: rw.Move, asked: Choice) -> str:
    return cards(move.text) if any(choice and choice[0] == "cards" for choice in asked.among) else move.text


# ---- tests ----

HAPPENINGS = (
    *("tie", "plant lost", "elemental lost", "may draw", "hedgehogs", "step 3", "reshuffled", "too many"),
    *("won", "lost", "Final Assault"),
)


def check_games(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += play_both((anyhow, carefully, idly, carefully)[seed % 4], Random(seed))[0]
    return seen


def test_twenty_games() -> None:
    seen = check_games(range(20))
    assert seen["lost"] + seen["won"] == 20
    # Everything that can happen happens.
    assert all(seen[what] for what in (*"CDWPO", *HAPPENINGS)), seen


@pytest.mark.slow
def test_two_hundred_games() -> None:
    seen = check_games(range(1000, 1200))
    assert all(seen[what] for what in HAPPENINGS), seen


# ---- whole games from seeds ----


def random_game(seed: int) -> list[rw.State]:
    """All states of a random game."""
    random = Random(seed)
    state = sylvion().start(seed=seed)
    states = [state]
    while not state.over:
        state = state.play(random.choice(state.moves()))
        states.append(state)
    return states


def check_conserved(state: rw.State) -> None:
    """24 cards are the Defender's, 48 the Ravage's, wherever they are."""
    count = {zone.name: zone.count for zone in state.zones()}
    lying = Counter(piece.kind.rstrip("01234") for piece in state.pieces())
    plants = lying["Fountain"] + lying["Tree"]
    assert count["deck"] + count["hand"] + count["discard"] + plants == SYLVAN.total() == 24
    stacks = [count[f"stack of {row}"] for row in ROWS]
    assert max(stacks) == min(stacks)
    assert sum(stacks) + count["ashes"] + lying.total() - plants == RAVAGE.total() == 48


def check_random_games(seeds: range) -> None:
    for seed in seeds:
        states = random_game(seed)
        for state in states:
            check_conserved(state)
        last = states[-1]
        stacks = next(zone.count for zone in last.zones() if zone.name == "stack of 1")
        assert last.outcome == "Defender loses" or stacks == 0, "twelve turns, or defeat"


def test_two_hundred_random_games() -> None:
    check_random_games(range(200))


@pytest.mark.slow
def test_a_thousand_random_games() -> None:
    check_random_games(range(10_000, 11_000))


def random_length(seed: int) -> tuple[int, bool]:
    """A random game by the referee alone: its decisions, and whether the Defender won."""
    random, play, decisions, answer = Random(seed), game(Table()), 0, None
    try:
        asked = next(play)
        while True:
            decisions += isinstance(asked, Choice)
            among = asked.among if isinstance(asked, Choice) else asked.cards.elements()
            answer = random.choice(sorted(among, key=str))
            asked = play.send(answer)
    except GameOver as end:
        return decisions, end.won


@pytest.mark.slow
def test_twenty_thousand_random_games() -> None:
    """They end like those of the referee, after as many decisions; no card is lost on the way."""
    games = sylvion().playouts(20_000, seed=1)
    assert games.finished.all()
    told = [random_length(seed) for seed in range(2000)]
    assert near(games.lengths.tolist(), [length for length, _ in told])
    assert near((games.returns[:, 0] > 0).tolist(), [won for _, won in told])
    for seed in range(2000):
        last = sylvion().start(seed=seed).playout(seed)
        assert last.over
        check_conserved(last)


def test_same_seed_same_game() -> None:
    one, two, other = random_game(5), random_game(5), random_game(6)
    assert one == two and [state.hash for state in one] == [state.hash for state in two]
    assert one[-1].log == two[-1].log
    assert other[0] != one[0]


def test_what_the_decks_are_made_of() -> None:
    """The stacks are dealt card by card out of 48, the hand out of 24; whoever deals sees how many of each are left."""
    random = Random(3)
    state = sylvion().start(chance="explicit")
    left = {"army": Counter({NAMES[card]: n for card, n in RAVAGE.items()})}
    left["deck"] = Counter({NAMES[card]: n for card, n in SYLVAN.items()})
    for number in range(36 + 8):
        pack = left["army" if number < 36 else "deck"]
        offered = {move.text: probability for move, probability in state.chance()}
        if len(pack) == 1 and offered.keys() != pack.keys():
            card = next(iter(pack))
        else:
            assert offered == {card: Fraction(n, pack.total()) for card, n in pack.items()}
            card = random.choice(sorted(pack.elements()))
            state = state.play(card)
        pack[card] -= 1
        pack += Counter()
    assert left["army"].total() == 12 and left["deck"].total() == 16
    # The next card is turned up from what has not been dealt.
    assert state.drawn == "stack" and {move.text for move, _ in state.chance()} == set(left["army"])


def test_openings_are_fair() -> None:
    """The first eleven cards of the hand and the first four of the Ravage. The limits are those of 99.9 %."""
    hands, revealed, elementals, games = Counter[str](), Counter[str](), Counter[str](), 400
    for seed in range(games):
        state = sylvion().start(seed=seed)
        if any(move.text.startswith("Hedgehogs") for move in state.moves()):
            state = state.play("decline")
        lying = {zone.name: zone.cards for zone in state.zones()}
        hands.update(_sort(card) for card in lying["hand"])
        supports = Counter(map(_sort, lying["ashes"]))
        revealed += supports
        revealed["Elemental"] += len(state.pieces())
        if not supports["Blaze"]:
            elementals.update(piece.kind for piece in state.pieces())
    assert hands.total() == 11 * games and revealed.total() == 4 * games
    # Of 11 cards of 24 the numbers spread less than in 11 throws, by (24 - 11) / (24 - 1); likewise 4 of 48.
    sylvan = {"Fountain": 8, "Tree": 8, "Whale": 2, "Elephant": 2, "Hedgehogs": 2, "Owl": 2}
    assert chi_square(hands, sylvan) * 23 / 13 < 20.5
    assert chi_square(revealed, {"Elemental": 32, "Blaze": 8, "Simoon": 8}) * 47 / 44 < 13.8
    assert chi_square(elementals, dict.fromkeys(("Elemental0", "Elemental1", "Elemental2", "Elemental3"), 8)) < 16.3


def _sort(card: object) -> str:
    return str(card).rstrip(" 01234")


def chi_square(seen: Counter[str], parts: dict[str, int]) -> float:
    """How far the numbers are from these shares of their sum."""
    assert set(seen) <= set(parts)
    share = seen.total() / sum(parts.values())
    return sum((seen[name] - share * part) ** 2 / (share * part) for name, part in parts.items())


# ---- what the Defender may know ----


def test_worlds_agree_with_what_was_seen() -> None:
    """Worlds are other orders of the hidden cards: they look the same and offer the same."""
    random = Random(2)
    state = sylvion().start(seed=5)
    for _ in range(12):
        state = state.play(random.choice(state.moves()))
    assert not state.over
    view, texts = state.view("Defender"), [move.text for move in state.moves()]
    worlds = list(state.worlds("Defender", 12, seed=1))
    assert len({world.hash for world in worlds}) > 6
    for world in worlds:
        assert [move.text for move in world.moves()] == texts
        check_conserved(world)
    assert all(world.view("Defender") == view for world in worlds[:3])


def test_nobody_has_to_type_the_blanks() -> None:
    state = sylvion().start(seed=0)
    for text in ("Fountain 2 b1", "fountain2 b1", "Fountain2b1", "  FOUNTAIN  2  b1"):
        assert str(state.find(text)) == "Fountain 2 b1"
    assert str(state.play("fountain2b1").find("tree1")) == "Tree 1"
    assert state.find("Fountain2 f1") is None
