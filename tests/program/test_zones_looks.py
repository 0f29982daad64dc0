"""Every look at a shuffled order that the checker lets pass is decided by chance, by whatever name the zone goes."""

from fractions import Fraction

import pytest

from program.zoned import do, table

CARDS = """
card Ace
card King
card Queen
zone deck: ordered, hidden
zone pile: ordered
"""
THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)
ORDERS = ["Ace King Queen", "Ace Queen King", "King Ace Queen", "King Queen Ace", "Queen Ace King", "Queen King Ace"]
SHUFFLE = ("place Ace, King, Queen in deck", "shuffle deck")


@pytest.mark.parametrize("name", ["deck", "z"])
@pytest.mark.parametrize(
    "look",
    [
        "move top({}) to pile",
        "move bottom({}) to pile",
        "move first({}) to pile",
        "move {}[2] to pile",
        "move best(c in {}: 1) to pile",
        "move first(c in {}: c.at == none) to pile",
        "deal 1 from {} to pile",
    ],
)
def test_each_card_is_as_likely(look: str, name: str) -> None:
    t = table(do(CARDS, *SHUFFLE, "let z = deck", look.format(name)))
    ends = t.all_ends(t.play(t.start(None), "Go"), lambda state: t.lies(state, "pile"))
    assert ends == {"Ace": THIRD, "King": THIRD, "Queen": THIRD}


@pytest.mark.parametrize("name", ["deck", "z"])
@pytest.mark.parametrize(
    "lines",
    [
        ["for c in {}:", "    move c to pile bottom"],
        ["move {} to pile"],
        ["deal 3 from {} to pile bottom"],
        ["move prefix(c in {}: true) to pile"],
        ["repeat 3 times:", "    move bottom({}) to pile"],
    ],
    ids=lambda lines: lines[0],
)
def test_each_order_is_as_likely(lines: list[str], name: str) -> None:
    t = table(do(CARDS, *SHUFFLE, "let z = deck", *(line.format(name) for line in lines)))
    ends = t.all_ends(t.play(t.start(None), "Go"), lambda state: t.lies(state, "pile"))
    assert ends == dict.fromkeys(ORDERS, SIXTH)


def test_a_zone_that_a_procedure_is_given() -> None:
    rules = CARDS + "procedure draw(z: zone):\n    deal 2 from z to pile bottom\n"
    t = table(do(rules, *SHUFFLE, "draw(deck)"))
    ends = t.all_ends(t.play(t.start(None), "Go"), lambda state: t.lies(state, "pile"))
    assert ends == {order.rsplit(" ", 1)[0]: SIXTH for order in ORDERS}


def test_what_needs_no_order_leaves_it_open() -> None:
    rules = CARDS + "zone pool\n"
    t = table(do(rules, *SHUFFLE, "if any(c in deck: c is King) and count(deck) == 3:", "    move deck to pool"))
    s = t.play(t.start(None), "Go")
    assert t.engine.stopped(s).kind == "decision" and t.lies(s, "pool") == "Ace King Queen"
