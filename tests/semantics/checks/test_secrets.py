"""The warning that what is legal tells what lies where its chooser may not look."""

import pytest

from semantics.typing.parts import game, warnings

RULES = """card Card:
    copies = 9
    rank = 1
card Ace is Card
zone deck: ordered, hidden
zone pile: ordered
zone hand of each player: visible to owner
define follows(c: Card, p: player): bool = no(d in hand of p: d.rank > c.rank)
define ace_below: bool = any(d in deck: d is Ace)
define worth(p: player): int:
    var n: int = 0
    for d in hand of p:
        n += d.rank
    return n
action Play:
    pick c in SOURCE
    where CONDITION
    do:
        move c to pile
turn:
    choose Play FILTER
    else: tie
"""


def secrets(source: str, condition: str, filter_: str = "") -> list[str]:
    rules = RULES.replace("SOURCE", source).replace("CONDITION", condition).replace("FILTER", filter_)
    game(rules)
    return [line for line in warnings(rules) if "W123" in line]


@pytest.mark.parametrize(
    ("source", "condition", "told"),
    [
        ("deck", "c.rank > 1", "17 W123 c.rank"),
        ("deck", "c is Ace", "17 W123 c is Ace"),
        ("hand of opponent", "c.kind == Ace", "17 W123 c.kind"),
        ("{d in deck: d is Ace}", "any(deck)", "16 W123 d is Ace"),
        ("hand of mover", "follows(c, opponent)", "17 W123 follows(c, opponent)"),
        ("hand of mover", "ace_below", "17 W123 ace_below"),
        ("hand of mover", "worth(next(mover)) > 2", "17 W123 worth(next(mover))"),
        ("hand of mover", "any(p in players: any(d in hand of p: d is Ace))", "17 W123 d is Ace"),
        ("hand of mover", "top(deck).rank == 1", "17 W123 top(deck).rank"),
        ("hand of mover", "1 in deck.rank", "17 W123 deck.rank"),
    ],
)
def test_what_the_chooser_may_not_see(source: str, condition: str, told: str) -> None:
    assert secrets(source, condition) == [told]


@pytest.mark.parametrize(
    ("source", "condition"),
    [
        ("hand of mover", "c.rank > 1"),
        ("hand of mover", "follows(c, mover)"),
        ("hand of mover", "worth(mover) > 2"),
        ("pile", "c.rank > 1"),
        ("deck", "count(deck) > 3"),
        ("hand of opponent", "count(hand of opponent) > 2"),
        ("hand of White", "c.rank > 1"),  # only White may ever be asked; nobody can tell here
    ],
)
def test_what_the_chooser_sees(source: str, condition: str) -> None:
    assert secrets(source, condition) == []


def test_filters_of_choices() -> None:
    assert secrets("hand of opponent", "any(deck)", "where c is Ace") == ["21 W123 c is Ace"]
    assert secrets("hand of opponent", "any(deck)", "most c.rank") == ["21 W123 c.rank"]
    assert secrets("hand of mover", "any(deck)", "where c is Ace") == []


def test_a_player_alone_sees_all_hands() -> None:
    rules = RULES.replace("SOURCE", "hand of next(mover)").replace("CONDITION", "c is Ace").replace(" FILTER", "")
    assert [line for line in warnings(rules) if "W123" in line]
    assert not [line for line in warnings(rules + "players Ann\n") if "W123" in line]
