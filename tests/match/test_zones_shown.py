"""What lies in zones: as plain values for everybody, and as lines of text."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import rulewright as rw
from match.conftest import RULES, Loader
from rulewright.match.zones import Zone, cut, told, zone_line, zone_lines, zone_sentences


def zone(
    name: str, *cards: str | None, label: str = "", ordered: bool = False, loose: tuple[int, int] = (0, 0)
) -> Zone:
    """A zone of cards whose kinds are in the order of the alphabet."""
    kinds = tuple(-1 if card is None else ord(card[0]) for card in cards)
    return Zone(f"{name} of {label}" if label else name, name, label, -1, ordered, False, cards, kinds, loose)


def texts(one: Zone) -> list[str]:
    return [text for text, _ in told(one)]


def test_an_unordered_zone_is_told_by_kind_with_numbers_and_the_unknown_last() -> None:
    assert texts(zone("hand", None, "Tree", "Owl", None, "Tree")) == ["Owl", "Tree x2", "? x2"]


def test_an_ordered_zone_is_told_from_the_top() -> None:
    one = zone("deck", "Tree", "Owl", "Owl", None, None, "Tree", ordered=True)
    assert texts(one) == ["Tree", "Owl x2", "? x2", "Tree"]
    assert zone_line(one) == "deck (6, top first): Tree, Owl x2, ? x2, Tree"


def test_what_lies_in_no_known_order_stands_in_braces() -> None:
    one = zone("deck", "Tree", "Owl", "Owl", "Whale", "Tree", ordered=True, loose=(1, 4))
    assert texts(one) == ["Tree", "{Owl x2, Whale}", "Tree"]
    assert texts(zone("deck", "Owl", "Owl", ordered=True, loose=(0, 2))) == ["Owl x2"]


def test_what_has_no_room_is_counted() -> None:
    parts = [("Owl", 1), ("Tree x2", 2), ("Whale", 1)]
    assert cut(parts, 100) == "Owl, Tree x2, Whale"
    assert cut(parts, len("Owl, Tree x2, Whale")) == "Owl, Tree x2, Whale"
    assert cut(parts, len("Owl, Tree x2, Whale") - 1) == "Owl, and 3 more"
    assert cut([*parts[:2], ("Elephant", 5), ("Ox", 1)], 25) == "Owl, Tree x2, and 6 more"
    assert cut(parts, 1) == "Owl, and 3 more"
    assert cut([], 10) == ""


def test_lines() -> None:
    found = [
        zone("deck", *[None] * 16),
        zone("hand", "Owl", label="South"),
        zone("hand", None, label="North"),
        zone("hand", None, None, label="West"),
        zone("trick", label="South"),
        zone("trick", label="North"),
        zone("discard"),
    ]
    assert zone_lines(found) == ["deck (16); hand of North (1), West (2); discard (0)", "hand of South (1): Owl"]
    assert zone_sentences(found)[:3] == [
        "In deck: 16, not seen.",
        "In hand of South: Owl.",
        "In hand of North: 1, not seen.",
    ]


def test_empty_zones_into_which_everybody_looks_are_left_out() -> None:
    table, deck = replace(zone("table"), viewers=0b11), zone("deck")
    own = replace(zone("hand", label="South"), viewers=0b01, private=True)
    assert zone_lines([table, deck, own]) == ["deck (0); hand of South (0)"]
    assert zone_sentences([table, deck, own]) == []
    assert zone_lines([replace(zone("table", "Owl"), viewers=0b11)]) == ["table (1): Owl"]


def test_lines_of_numbers_end_behind_a_comma() -> None:
    found = [zone("stack", None, label=str(number)) for number in range(1, 5)]
    assert zone_lines(found, 22) == ["stack of 1 (1), 2 (1),", "3 (1), 4 (1)"]
    assert zone_lines(found, 21) == ["stack of 1 (1),", "2 (1), 3 (1), 4 (1)"]


def test_names_with_commas_are_told_apart_and_never_broken() -> None:
    found = [zone("load", None, label=name) for name in ("Ann, the Elder", "Bob, Lost", "Cy")]
    assert zone_lines(found, 27) == ["load of Ann, the Elder (1),", "Bob, Lost (1), Cy (1)"]
    assert zone_line(zone("hand", "Ann, the Elder", "Bob", "Cy")) == "hand (3): Ann, the Elder; Bob; Cy"
    assert zone_line(zone("hand", "Ann, the Elder", "Bob", "Cy"), 30) == "hand (3): Ann, the Elder; and 2 more"
    mixed = zone("deck", "Ann, the Elder", "Bob", "Cy", ordered=True, loose=(0, 2))
    assert zone_line(mixed) == "deck (3, top first): {Ann, the Elder; Bob}, Cy"
    assert zone_sentences([mixed]) == ["In deck, from the top: {Ann, the Elder; Bob}, Cy."]


def test_sentences_of_what_is_partly_seen() -> None:
    found = zone("deck", "Owl", None, None, ordered=True)
    assert zone_sentences([found]) == ["In deck, from the top: Owl, unknown x2."]


@pytest.fixture
def orchard(load: Loader) -> rw.State:
    return load("orchard").start(1)


def by_name(found: tuple[Zone, ...]) -> dict[str, Zone]:
    return {one.name: one for one in found}


def test_everybody_sees_what_is_open_and_a_player_the_own_hand(orchard: rw.State) -> None:
    south, north = by_name(orchard.view("South").zones()), by_name(orchard.view("North").zones())
    assert south["hand of South"].cards == ("Apple", "Apple", "Fire Bolt", "Pear")
    assert south["hand of North"].cards == (None, None) and south["hand of North"].kinds == (-1, -1)
    assert north["hand of South"].cards == (None,) * 4
    assert north["hand of North"].cards == ("Apple", "Old Oak")
    assert south["discard"].cards == north["discard"].cards == ("Apple", "Fire Bolt")
    assert south["deck"].cards == north["deck"].cards == (None,)
    assert [one.count for one in south.values()] == [1, 4, 2, 2]


def test_a_state_shows_what_some_player_knows(orchard: rw.State) -> None:
    lines = str(orchard).splitlines()
    assert "deck (1)" in lines
    assert "hand of South (4): Apple x2, Fire Bolt, Pear" in lines
    assert "hand of North (2): Apple, Old Oak" in lines


def test_a_card_that_was_stolen_unseen_stays_unknown_to_nobody(orchard: rw.State) -> None:
    # South sees the card that comes into the own hand, and North saw which one went.
    state = orchard.play("Steal hand of North 2")
    assert sorted(filter(None, by_name(state.view("North").zones())["hand of South"].cards)) == ["Old Oak"]
    assert by_name(state.view("South").zones())["hand of North"].cards == (None,)


def test_zones_are_plain_values(orchard: rw.State) -> None:
    found = orchard.view("South").zones()
    assert pickle.loads(pickle.dumps(found)) == found
    assert b"Old Oak" not in pickle.dumps(found)


def test_fields_and_owners_are_told() -> None:
    state = rw.loads("""
game "Dice"
players South, North
card Die:
    copies = 4
    face: int in 0..6 = 0
    lucky: bool = false
zone cup of each player
zone table
setup:
    place Die of South in cup of South
    place Die of South, Die of North, Die in table
    for d in cup of South:
        d.face = 6
        d.lucky = true
turn:
    nothing
    choose Rest
action Rest:
    say "rest"
end:
    tie when turn_number > 2
""").start(1)
    cup, other, table = state.zones()
    assert (cup.cards, other.cards) == (("Die (face 6, lucky)",), ())
    assert set(table.cards) == {"Die of South", "Die of North", "Die"}


def test_a_zone_of_a_component_is_named_by_where_that_stands() -> None:
    state = rw.loads("""
game "Gear"
players South, North
board square 2 by 2
piece Army "A"
card Sword:
    copies = 3
zone gear of each Army: in_play
setup:
    place Army of North on a2
    place Army of South on b1 as south
    place 2 Sword in gear of south
action Rest:
    say "rest"
turn:
    choose Rest
end:
    tie when turn_number > 2
""").start(1)
    (one,) = state.zones()
    assert (one.name, one.owner, one.cards) == ("gear of b1", 0, ("Sword", "Sword"))
    assert "gear of b1 (2): Sword x2" in str(state)


def test_in_another_language() -> None:
    state = rw.load(RULES / "orchard.rules", language="es").start(1)
    assert by_name(state.zones())["discard"].cards == ("Manzana", "Rayo")


@pytest.mark.parametrize("kind", ["Ace", "Four"])
def test_a_variable_does_not_tell_where_in_a_shuffled_zone_its_card_lies(kind: str) -> None:
    game = rw.loads(f"""
game "Marked"
players Ann, Bob
card Card
card Ace is Card
card Two is Card
card Three is Card
card Four is Card
zone deck: ordered, hidden
zone hand of each player: visible to owner
var marked: Card
setup:
    place {kind} in hand of Ann
    move supply(Card) to deck
action Back:
    pick c in hand of mover
    do:
        marked = c
        move c to deck
action Mix:
    do:
        shuffle deck
action Rest:
    where marked == none or marked.zone == deck
    say "rest"
turn:
    choose Back else Mix
    choose Rest
end:
    tie when turn_number > 4
""")
    state = game.start(chance="explicit").play(f"Back {kind}")
    assert state.view("Ann").variables() == (f"marked: {kind}",)
    assert state.view("Bob").variables() == ("marked: deck 1",)  # it lies on top
    mixed = state.play("rest").play("Mix")
    assert mixed.variables() == mixed.view("Ann").variables() == mixed.view("Bob").variables() == ("marked: deck",)
