"""Picks from zones: what is alike is offered once, a position where the chooser does not look, subsets of a hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from program.zoned import table
from rulewright.program.printer import print_program

COINS = """
players White, Black
card Coin:
    copies = 3
card Gem:
    copies = 2
zone hand of each player: visible to owner
zone pool
zone row: ordered
zone bag: ordered, hidden
"""


def offered(kinds: str, setup: str, *picks: str, seat: str = "White") -> list[str]:
    """The moves of one action with these picks after a set-up."""
    lines = "\n".join(f"    {line}" for line in setup.splitlines())
    body = "\n".join(f"    {line}" for line in picks)
    before = f"{kinds.strip()}\n\nsetup:\n{lines}\n    mover = {seat}\n"
    rules = f"{before}\naction Go:\n{body}\n    do:\n        USE\n\nturn:\n    choose Go\n"
    names = [line.split(" in ")[0].split()[-1] for line in picks if line.startswith("pick")]
    t = table(rules.replace("USE", "\n        ".join(f"move {name} to pool" for name in names)))
    return t.moves(t.start())


HAND = "place Gem, Coin in hand of White\nplace Coin in hand of White"


def test_in_the_own_hand_what_is_alike_is_offered_once() -> None:
    assert offered(COINS, HAND, "pick c in hand of White") == ["Go Coin", "Go Gem"]


def test_from_a_hand_that_the_chooser_does_not_see_positions_are_offered() -> None:
    assert offered(COINS, HAND, "pick c in hand of White", seat="Black") == ["Go Coin", "Go Gem", "Go Coin"]


def test_subsets_of_a_hand_are_multisets() -> None:
    found = offered(COINS, HAND + "\nplace Coin in hand of White", "pick 2 c in hand of White")
    assert sorted(found) == ["Go {Coin Coin}", "Go {Coin Gem}"]
    assert len(offered(COINS, HAND, "pick 2 c in hand of White", seat="Black")) == 3


def test_what_somebody_knows_makes_a_difference() -> None:
    assert offered(COINS, HAND + "\nfor c in hand of White:\n    reveal c to Black", "pick c in hand of White") == [
        "Go Coin",
        "Go Gem",
    ]
    mixed = "place Coin in hand of White\nreveal hand of White to Black\n" + HAND
    assert offered(COINS, mixed, "pick c in hand of White") == ["Go Coin", "Go Coin", "Go Gem"]


def test_the_place_in_an_ordered_zone_makes_a_difference() -> None:
    assert offered(COINS, "place Coin, Gem, Coin in row", "pick c in row") == ["Go Coin", "Go Gem", "Go Coin"]


def test_two_zones_are_two_places() -> None:
    setup = "place Coin in hand of White\nplace Coin in pool\nplace Coin in pool"
    assert offered(COINS, setup, "pick c in hand of White + pool") == ["Go Coin", "Go Coin"]


def test_the_owner_and_the_face_make_a_difference() -> None:
    setup = "place Coin of White, Coin of Black, Coin of White in pool"
    assert offered(COINS, setup, "pick c in pool") == ["Go Coin", "Go Coin"]
    rules = COINS + "action Turn:\n    pick c in pool\n    do:\n        flip c\n"
    assert offered(rules, "place 3 Coin in pool\nflip first(pool)", "pick c in pool") == ["Go Coin", "Go Coin"]


def test_what_lies_face_down_is_picked_by_position() -> None:
    """In a zone that all see lie three coins: one that Black knows, one that nobody does. White knows none."""
    rules = """
players White, Black
card Coin:
    copies = 3
card Ace
zone hand of each player: visible to owner
zone pool
zone away

setup:
    place Coin, Coin, Ace in hand of Black
    flip hand of Black
    move hand of Black to pool
    place Coin in pool
    mover = SEAT

action Go:
    pick c in pool
    do:
        move c to away

turn:
    choose Go
"""
    white, black = (table(rules.replace("SEAT", seat)) for seat in ("White", "Black"))
    assert white.moves(white.start()) == ["Go Ace", "Go Coin", "Go Coin", "Go Coin"]
    assert black.moves(black.start()) == ["Go Ace", "Go Coin", "Go Coin"]
    assert white.lies(white.start(), "pool") == "Ace Coin Coin Coin"  # as they came, not by kind


def test_cards_of_which_there_is_one_each_need_no_merging() -> None:
    rules = "card Ace\ncard King\nzone hand of each player: visible to owner\nzone pool\n"
    rules += "setup:\n    place Ace, King in hand of White\n"
    rules += "action Go:\n    pick c in hand of White\n    do:\n        move c to pool\nturn:\n    choose Go\n"
    t = table(rules)
    assert "alike" not in print_program(t.program)
    assert "first_ones" not in print_program(t.program)
    assert t.moves(t.start()) == ["Go King", "Go Ace"]


# ---- a position in an order that is undecided ----

DECK = """
players White, Black
card Ace
card King
card Queen
zone deck: ordered, hidden
zone pool

setup:
    place Ace, King, Queen in deck
    shuffle deck

action Draw:
    pick c in deck
    do:
        move c to pool

action Two:
    pick 2 c in deck
    do:
        move c to pool

action Peek:
    pick c in deck
    do:
        reveal c to mover

turn:
    ACTION
"""


def test_every_position_holds_every_card_as_likely() -> None:
    t = table(DECK.replace("ACTION", "choose Draw"))
    s = t.start(None)
    assert len(t.moves(s)) == 3
    for act in t.engine.moves(s):
        found = t.all_ends(t.engine.apply(s, act), lambda s: t.lies(s, "pool"))
        assert found == dict.fromkeys(("Ace", "King", "Queen"), Fraction(1, 3))


def test_a_statement_picks_likewise() -> None:
    t = table(DECK.replace("ACTION", "pick c in deck\n    move c to pool"))
    s = t.start(None)
    for act in t.engine.moves(s):
        found = t.all_ends(t.engine.apply(s, act), lambda s: t.lies(s, "pool"))
        assert found == dict.fromkeys(("Ace", "King", "Queen"), Fraction(1, 3))


def test_two_positions_hold_every_two_cards_as_likely() -> None:
    t = table(DECK.replace("ACTION", "choose Two else Draw"))
    s = t.start(None)
    for act in t.engine.moves(s):
        found = t.all_ends(t.engine.apply(s, act), lambda s: t.lies(s, "pool"))
        assert found == dict.fromkeys(("Ace King", "Ace Queen", "King Queen"), Fraction(1, 3))


def test_a_card_looked_at_stays_at_its_position() -> None:
    t = table(DECK.replace("ACTION", "choose Peek"))
    s = t.start(None)
    for position, act in enumerate(t.engine.moves(s)):

        def seen(state: object, position: int = position) -> tuple[str, list[str]]:
            return t.lies(state, "deck").split()[position], t.known(state, "deck")[position]  # type: ignore[return-value]

        found = t.all_ends(t.engine.apply(s, act), seen)
        assert found == {(name, "W"): Fraction(1, 3) for name in ("Ace", "King", "Queen")}


def test_with_a_seed_each_position_gives_each_card_as_often() -> None:
    """900 games: a chi-square of 2 degrees stays below 13.8 in 999 of 1,000 cases."""
    t = table(DECK.replace("ACTION", "choose Draw"))
    found: Counter[str] = Counter()
    for seed in range(900):
        s = t.start(seed)
        found[t.lies(t.engine.apply(s, t.engine.moves(s)[0]), "pool")] += 1
    assert sum((count - 300) ** 2 / 300 for count in found.values()) < 13.8
