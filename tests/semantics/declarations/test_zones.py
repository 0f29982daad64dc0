"""Zones as they are declared: domains, traits, what they hold, and which may be shuffled."""

import pytest

from rulewright.semantics.symbols import ZoneDecl
from semantics.reading import diagnostics, errors, game, warnings

PARTS = """
board square 4 by 3
card Card
card Ace is Card
piece Army
piece Stone
"""


MIX = "procedure mix(z: zone):\n    shuffle z\n"


def zone(declaration: str, after: str = "") -> ZoneDecl:
    """The first zone of rules that declare it behind `PARTS`."""
    return game(f"{PARTS}zone {declaration}\n{after}").zones[0]


def test_a_zone_is_public_and_in_no_order_until_it_says_otherwise() -> None:
    plain = zone("box")
    assert (plain.ordered, plain.visible, plain.in_play, plain.each, plain.holder) == (False, "all", False, None, None)


@pytest.mark.parametrize(
    ("declaration", "seen"),
    [
        ("box", ("all", -1)),
        ("box: hidden", ("none", -1)),
        ("box of each player: visible to owner", ("owner", -1)),
        ("box of each Army: visible to owner", ("owner", -1)),
        ("box: visible to Black", ("seat", 1)),
    ],
)
def test_who_sees_a_zone(declaration: str, seen: tuple[str, int]) -> None:
    found = zone(declaration)
    assert (found.visible, found.seat) == seen


def test_traits_come_in_any_order() -> None:
    found = zone("box of each Army: in_play, Stone, hidden, ordered")
    assert found.in_play and found.ordered and found.visible == "none"
    assert found.kind is not None and found.kind.name == "Stone"


@pytest.mark.parametrize(("of", "size"), [("player", 2), ("row", 3), ("site", 12), ("kind", 4), ("1..5", 5)])
def test_a_zone_of_each_value(of: str, size: int) -> None:
    found = zone(f"box of each {of}")
    assert found.each is not None and found.each.size == size and found.holder is None


def test_a_zone_of_each_component_of_a_kind() -> None:
    found = zone("box of each Army")
    assert found.each is None and found.holder is not None and found.holder.name == "Army"


@pytest.mark.parametrize(
    ("kinds", "held"),
    [
        ("card Card\ncard Ace is Card\npiece Stone\n", "Card"),  # what all cards are
        ("card Ace\ncard King\n", None),
        ("piece Man\npiece King is Man\n", "Man"),  # without cards: what all components are
        ("piece Man\npiece Ox\n", None),
        ("card Deed\npiece Man\npiece King is Man\n", "Deed"),
    ],
)
def test_what_a_zone_holds_that_names_no_kind(kinds: str, held: str | None) -> None:
    kind = game(f"{kinds}zone box\n").zones[0].kind
    assert (kind.name if kind else None) == held


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("box: orderd", "orderd"),
        ("box: hidden, hidden", "hidden"),
        ("box: hidden, visible to White", "visible to White"),
        ("box: visible to White, visible to Black", "visible to Black"),
        ("box: visible", "visible"),
        ("box: visible to owner", "owner"),
        ("box of each row: visible to owner", "owner"),
        ("box: visible to Whit", "Whit"),
        ("box: visible to all", "all"),
        ("box: hidden to White", "hidden to White"),
        ("box: Card, Stone", "Stone"),
        ("box: Crad", "Crad"),
        ("box: public", "public"),
    ],
)
def test_wrong_traits(declaration: str, expected: str) -> None:
    assert errors(f"{PARTS}zone {declaration}\n") == [("E180", expected)]


@pytest.mark.parametrize(
    ("declaration", "hint"),
    [
        ("box: orderd", "did you mean ordered?"),
        ("box: Crad", "did you mean Card?"),
        ("box: visible to Whit", "did you mean White?"),
        ("box: hidden, hidden", "say it once"),
        ("box: private", "write `visible to owner`"),
    ],
)
def test_a_wrong_trait_says_what_may_be_meant(declaration: str, hint: str) -> None:
    assert [one.hint for one in diagnostics(f"{PARTS}zone {declaration}\n")] == [hint]


def test_a_zone_of_nothing_there_is() -> None:
    assert errors(f"{PARTS}zone box of each Armi\n") == [("E120", "Armi")]
    assert errors("zone box of each row\n") == [("E115", "row")]


def test_a_wrong_zone_is_reported_once() -> None:
    rules = f"{PARTS}zone box of each Armi: hidden\nsetup:\n    shuffle box of White\n    place Ace in box of White\n"
    assert errors(rules) == [("E120", "Armi")]


def test_names_of_zones() -> None:
    assert errors("zone box\nzone box\n") == [("E100", "box")]
    assert ("W101", "box") in warnings("card Card\nzone box\n")
    assert ("W102", "step") in warnings("card Card\nzone step\nsetup:\n    place Card in step\n")
    used = "card Card\nzone box\nsetup:\n    place Card in box\n"
    assert not [found for found in warnings(used) if found[0] == "W101"]


@pytest.mark.parametrize(
    ("shuffling", "shuffled"),
    [
        ("setup:\n    nothing\n", []),
        ("setup:\n    shuffle deck\n", ["deck"]),
        ("setup:\n    shuffle pile of 2\n", ["pile"]),
        ("setup:\n    let z = pile of 1\n    shuffle z\n", ["pile"]),
        ("setup:\n    var z: zone = pile of 1\n    shuffle z\n", ["deck", "pile"]),
        ("setup:\n    shuffle first(Card).zone\n", ["deck", "pile"]),
        ("procedure mix(z: zone):\n    shuffle z\nsetup:\n    mix(deck)\n", ["deck"]),
        ("procedure mix(z: zone):\n    shuffle z\nsetup:\n    let y = pile of 1\n    mix(y)\n", ["pile"]),
        ("procedure mix(z: zone):\n    shuffle z\n", []),
        (f"{MIX}procedure both(a: zone, b: zone):\n    mix(b)\nsetup:\n    both(deck, pile of 2)\n", ["pile"]),
        (f"{MIX}setup:\n    mix(first(Card).zone)\n", ["deck", "pile"]),
        (f"{MIX}{MIX.replace('mix', 'twice')}setup:\n    mix(deck)\n    twice(pile of 2)\n", ["deck", "pile"]),
        (f"{MIX}event done(z: zone)\nwhen done(z):\n    mix(z)\nsetup:\n    emit done(deck)\n", ["deck", "pile"]),
        (
            "piece Man:\n    procedure mix(self, z: zone):\n        shuffle z\nsetup:\n    mix(any_of(Man), deck)\n",
            ["deck"],
        ),
        ("define mine_too: zone = deck\nsetup:\n    shuffle mine_too\n", ["deck", "pile"]),
        ("procedure mix(deck: zone):\n    shuffle deck\nsetup:\n    mix(pile of 1)\n", ["pile"]),
    ],
)
def test_which_zones_may_be_shuffled(shuffling: str, shuffled: list[str]) -> None:
    """Those that a `shuffle` names; what it names only in play may be any zone with an order."""
    rules = f"card Card\nzone deck: ordered\nzone pile of each 1..3: ordered\nzone box\n{shuffling}"
    assert [zone.name for zone in game(rules).zones if zone.shuffled] == shuffled


@pytest.mark.parametrize(
    ("rules", "plain"),
    [
        ("piece Man\npiece Ox\n", ["Man", "Ox"]),
        ("piece Man\npiece Ox\nzone box: Ox\n", ["Man"]),
        ("piece Man\npiece Ox\nzone box\n", []),
        ("piece Man\ncard Deed\nzone box\n", ["Man"]),
        ("piece Man\npiece Ox\npiece Hen\nzone box of each Man: Ox\n", ["Hen"]),
        ("piece Man\npiece Ox\nsetup:\n    flip any_of(Ox)\n", []),
    ],
)
def test_what_may_lie_in_a_zone_or_be_turned_over_has_identity(rules: str, plain: list[str]) -> None:
    checked = game(f"board square 2 by 2\n{rules}")
    assert [kind.name for kind in checked.kinds if kind.plain] == plain
