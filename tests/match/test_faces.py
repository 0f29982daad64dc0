"""What kinds say of themselves: constants that tell them apart, texts, letters, how they are looked up."""

from __future__ import annotations

import pytest

import rulewright as rw
from match.conftest import RULES, Loader
from rulewright.match.cards import Face, face, found
from rulewright.match.setting import Setting


def of(game: rw.Game, name: str) -> Face:
    kinds = game.setting.declared.kinds
    return face(game.setting, next(kind.index for kind in kinds if kind.name == name))


def test_constants_and_text_of_the_table(load: Loader) -> None:
    bolt = of(load("orchard"), "FireBolt")
    assert (bolt.name, bolt.constants, bolt.text) == ("Fire Bolt", {"cost": "1"}, "Burns a card, or two.")
    assert (bolt.above, bolt.copies) == (("Fruit",), 2)
    assert of(load("orchard"), "OldOak").text == ""
    assert of(load("orchard"), "Fruit").copies is None


def test_in_another_language() -> None:
    game = rw.load(RULES / "orchard.rules", language="es")
    bolt = of(game, "FireBolt")
    assert (bolt.name, bolt.text) == ("Rayo", "Quema.")


def test_what_is_the_same_for_all_kinds_tells_nothing() -> None:
    game = rw.loads("""
game "Same"
players South
enum Suit: red, black
card Card:
    rank = 0
    deck = 1
    wild = false
card Two is Card:
    rank = 2
    suit = red
card Three is Card:
    rank = 3
    suit = black
    wild = true
zone hand
setup:
    place Two, Three in hand
action Rest:
    where any(c in hand: c.rank > c.deck or c.wild)
    say "rest"
turn:
    choose Rest
end:
    tie when turn_number > 2
""")
    assert of(game, "Three").constants == {"rank": "3", "wild": "yes", "suit": "black"}
    assert of(game, "Two").constants == {"rank": "2", "wild": "no", "suit": "red"}
    assert of(game, "Two").letter == ""  # without a board there are no letters


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("fire bolt", ["FireBolt"]),
        ("FIREBOLT", ["FireBolt"]),
        ("Fire", ["FireBolt"]),
        ("p", ["Pear"]),
        ("fruit", ["Fruit"]),
        ("oak", []),
    ],
)
def test_looking_a_kind_up(load: Loader, asked: str, names: list[str]) -> None:
    setting = load("orchard").setting
    assert [setting.declared.kinds[kind].name for kind in found(setting, asked)] == names


def test_both_languages_are_understood() -> None:
    setting: Setting = rw.load(RULES / "orchard.rules", language="es").setting
    for asked in ("Rayo", "Fire Bolt", "firebolt"):
        assert [setting.declared.kinds[kind].name for kind in found(setting, asked)] == ["FireBolt"]
