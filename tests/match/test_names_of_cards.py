"""How components in zones are named in moves, and how they may be called by people."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from match.conftest import RULES, Loader


@pytest.fixture
def orchard(load: Loader) -> rw.State:
    """South holds two Apples, a Pear and a Fire Bolt, North an Old Oak and an Apple; Fire Bolt and Apple are out."""
    return load("orchard").start(1)


def texts(state: rw.State, action: str) -> list[str]:
    return [move.text for move in state.moves() if move.action == action]


def test_a_card_is_shown_by_the_name_of_its_table_and_alike_ones_are_offered_once(orchard: rw.State) -> None:
    assert texts(orchard, "Plant")[::6] == ["Apple a1", "Pear a1"]


def test_several_cards_beside_another_pick_stand_in_parentheses(orchard: rw.State) -> None:
    # The Fire Bolt costs one other card; Apples are alike.
    assert texts(orchard, "Buy") == ["Buy Fire Bolt (Apple)", "Buy Fire Bolt (Pear)"]


def test_what_the_chooser_does_not_know_is_named_by_its_place(orchard: rw.State) -> None:
    assert texts(orchard, "Steal") == ["Steal hand of North 1", "Steal hand of North 2"]


def test_where_names_are_equal_the_zone_tells_them_apart(orchard: rw.State) -> None:
    assert texts(orchard, "Find") == [
        "Find Apple in hand of South",
        "Find Fire Bolt in hand of South",
        "Find Pear",
        "Find Apple in discard",
        "Find Fire Bolt in discard",
    ]


def test_in_one_zone_numbers_tell_apart_what_is_not_alike() -> None:
    state = rw.loads("""
game "Tired"
players South
card Ox:
    copies = 3
    tired: int in 0..2 = 0
zone stable
setup:
    place 3 Ox in stable
action Use:
    pick c in stable
    do:
        c.tired += 1
turn:
    choose Use
end:
    tie when turn_number > 4
""").start(1)
    state = state.play("Use Ox")
    assert sorted(move.text for move in state.moves()) == ["Use Ox 1", "Use Ox 2"]
    assert state.zones()[0].cards == ("Ox", "Ox", "Ox (tired 1)")
    tired = state.play("Use Ox 1")
    assert "Ox (tired 2)" in tired.zones()[0].cards


@pytest.mark.parametrize(
    "text",
    [
        "Buy Fire Bolt (Pear)",
        "buy fire  bolt (PEAR)",
        "buy fire bolt pear",
        "Buy FireBolt Pear",
        "Buy c = FireBolt, paid = {Pear}",
        "Buy paid = pear",
        "Buy c = Fire Bolt, paid = Pear",
    ],
)
def test_cards_may_be_called_by_any_of_their_names(orchard: rw.State, text: str) -> None:
    found = orchard.find(text)
    assert found is not None and found.text == "Buy Fire Bolt (Pear)"


def test_a_name_that_fits_several_gives_the_candidates(orchard: rw.State) -> None:
    with pytest.raises(rw.AmbiguousMove) as error:
        orchard.find("Find Apple")
    assert error.value.candidates == ("Find Apple in hand of South", "Find Apple in discard")
    with pytest.raises(rw.AmbiguousMove) as error:
        orchard.find("Buy Fire Bolt Fruit")
    assert error.value.candidates == ("Buy Fire Bolt (Apple)", "Buy Fire Bolt (Pear)")


def test_no_card_is_found_by_a_name_that_the_chooser_does_not_know(orchard: rw.State) -> None:
    # North holds one Old Oak. South cannot ask for it, nor learn where it lies.
    for text in ("Steal Old Oak", "Steal c = OldOak", "Steal OldOak"):
        assert orchard.find(text) is None
        with pytest.raises(rw.IllegalMove) as error:
            orchard.play(text)
        assert "Old Oak" not in error.value.reason
    assert orchard.play("Steal c = hand of North 1").log == ("Steal hand of North 1",)


def test_slips_get_the_nearest_name(orchard: rw.State) -> None:
    assert "did you mean Buy Fire Bolt (Pear)?" in orchard.why("Buy Fire Bolt (Peer)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Buy c = Fire Blot", "nothing here is called fire blot; did you mean Fire Bolt?"),
        ("Buy c = FireBolt, paid = Appel", "nothing here is called appel; did you mean Apple?"),
    ],
)
def test_a_slip_in_the_name_of_a_card(orchard: rw.State, text: str, reason: str) -> None:
    assert orchard.why(text) == reason


def test_no_slip_leads_to_a_card_that_the_chooser_does_not_know(orchard: rw.State) -> None:
    assert "Oak" not in orchard.why("Steal c = Old Oack")


def test_a_refusal_is_about_the_card_that_was_named(orchard: rw.State) -> None:
    assert orchard.why("Buy c = FireBolt, paid = {Apple, Pear}") == "it costs 1 others"
    assert orchard.why("Fire Bolt a1") == "only what costs nothing is planted"
    assert orchard.why("Plant FireBolt a1") == "only what costs nothing is planted"


def test_several_that_are_alike_are_told_with_their_number() -> None:
    state = rw.loads("""
game "Pay"
players South
card Coin:
    copies = 4
card Note
zone purse
zone till
setup:
    place Note in purse
    place 4 Coin in purse
action Pay:
    pick 3 paid in purse
    do:
        move paid to till
turn:
    choose Pay else Rest
action Rest:
    say "rest"
end:
    tie when turn_number > 2
""").start(1)
    assert [move.text for move in state.moves()] == ["Pay Coin x3", "Pay Coin x2, Note"]
    for text in ("Pay Coin x2, Note", "pay note, coin x2", "Pay paid = {Coin, Note, Coin}", "Pay Coin, Coin, Note"):
        found = state.find(text)
        assert found is not None and found.text == "Pay Coin x2, Note"
    with pytest.raises(rw.IllegalMove):
        state.play("Pay Note x2, Coin")


def test_moves_and_records_have_the_names_of_the_rules_whatever_language_is_spoken() -> None:
    game = rw.load(RULES / "orchard.rules", language="es")
    state = game.start(1)
    found = state.find("Buy Rayo (Pera)")
    assert found is not None
    assert (found.text, found.told) == ("Buy Fire Bolt (Pear)", "Buy Rayo (Pera)")
    assert state.find("Buy Fire Bolt (Pear)") == found
    assert state.play(found).log == ("Buy Fire Bolt (Pear)",)
    assert "hand of South (4): Manzana x2, Rayo, Pera" in str(state).splitlines()


def test_positions_count_in_the_order_in_which_cards_came(orchard: rw.State) -> None:
    # `place OldOak, Apple in hand of North` puts the Old Oak upon the Apple: the Apple came first.
    state = orchard.play("Steal hand of North 2")
    south = next(zone for zone in state.zones() if zone.name == "hand of South")
    assert "Old Oak" in south.cards


COMMAS = """
game "Commas"
players South
card Hero from "heroes.csv":
    cost = 0
zone hand
zone used
setup:
    move supply(Hero) to hand
action Use:
    pick 2 c in hand
    do:
        move c to used
action Rest:
    pick 1..2 c in used
    do:
        move c to hand
turn:
    choose Use
    choose Rest
end:
    tie when turn_number > 9
"""


def test_names_with_commas_stand_between_semicolons(tmp_path: Path) -> None:
    (tmp_path / "commas.rules").write_text(COMMAS, encoding="utf-8")
    table = 'name,count,cost\n"Ann, the Elder",1,1\n"Bob, Lost",2,1\nCy,1,2\n'
    (tmp_path / "heroes.csv").write_text(table, encoding="utf-8")
    state = rw.load(tmp_path / "commas.rules").start(seed=1)
    assert texts(state, "Use") == [
        "Use Ann, the Elder; Bob, Lost",
        "Use Ann, the Elder; Cy",
        "Use Bob, Lost x2",
        "Use Bob, Lost; Cy",
    ]
    for text in texts(state, "Use"):
        assert state.play(text) == state.play(f"Use c = {text.removeprefix('Use ')}")
    assert state.play("Use c = Cy; Bob, Lost") == state.play("Use Bob, Lost; Cy")
    assert str(state).splitlines()[-2] == "hand (4): Ann, the Elder; Bob, Lost x2; Cy"
    used = state.play("Use Ann, the Elder; Cy")
    assert texts(used, "Rest")[0] == "Rest Ann, the Elder" and used.play("Rest c = Cy") == used.play("Rest Cy")


def test_a_kind_of_cards_in_what_is_said() -> None:
    """Its label if the rules give it one, else its name: nobody knows a letter that was never given."""
    game = rw.loads("""
game "Names"
players North, South
card Fruit:
    copies = 1
card Apple is Fruit
card Pear "P" is Fruit
zone deck: ordered, hidden
var guessed: kind = none
setup:
    move supply(Fruit) to deck
action Guess:
    pick k in kinds(Fruit)
    do:
        guessed = k
        remove bottom(deck)
    say "guess {k}"
turn:
    choose Guess
end:
    tie when no(deck)
""")
    assert [move.text for move in game.start().moves()] == ["guess Apple", "guess P"]
