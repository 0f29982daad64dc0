"""Shuffled zones: the undecided stretch and its bounds, what is drawn when, the same odds with and without explicit
chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

from program.zoned import after, do, table

CARDS = """
card Ace
card King
card Queen
card Jack
card Ten
zone deck: ordered, hidden
zone hand: hidden
zone pile: ordered
zone pool
"""

FULL = ("place Ace, King, Queen, Jack, Ten in deck", "shuffle deck")


def test_a_shuffle_leaves_the_whole_order_open() -> None:
    t, s = after(CARDS, "place Queen, Ace, King in deck", "shuffle deck", "place Jack in deck", "place Ten in pile")
    assert t.lies(s, "deck") == "Jack Ace King Queen"  # the open part is listed by kind
    assert t.loose(s, "deck") == (1, 4)
    assert t.engine.stopped(s).kind == "decision"


def test_one_card_has_no_order() -> None:
    t, s = after(CARDS, "place Ace in deck", "shuffle deck", "shuffle pile", "move pile to deck")
    assert t.loose(s, "deck") == (0, 0)


def test_the_bounds_go_with_what_comes_and_goes() -> None:
    t, s = after(CARDS, "place Ace, King in deck", "shuffle deck", "place Queen in pile", "move pile to deck bottom")
    assert (t.lies(s, "deck"), t.loose(s, "deck")) == ("Ace King Queen", (0, 2))
    t, s = after(CARDS, "place Ace, King in deck", "shuffle deck", "place Queen in deck", "move top(deck) to pool")
    assert (t.lies(s, "deck"), t.loose(s, "deck"), t.lies(s, "pool")) == ("Ace King", (0, 2), "Queen")
    t, s = after(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "move {c in deck: c is King} to pool")
    assert (t.lies(s, "deck"), t.loose(s, "deck")) == ("Ace Queen", (0, 2))
    t, s = after(CARDS, "place Ace, King in deck", "shuffle deck", "move {c in deck: c is King} to pool")
    assert (t.lies(s, "deck"), t.loose(s, "deck")) == ("Ace", (0, 0))


def test_what_is_dealt_is_drawn_card_by_card() -> None:
    t = table(do(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "deal 2 from deck to pile"))
    s = t.play(t.start(None), "Go")
    third = Fraction(1, 3)
    assert t.chance(s) == [("Ace", third), ("King", third), ("Queen", third)]
    draw = t.engine.stopped(s).draw
    assert draw is not None and (draw.name, draw.secret) == ("deck", True)
    s = t.engine.apply(s, t.engine.outcomes(s)[1][0])
    assert t.lies(s, "pile") == "King"
    assert t.chance(s) == [("Ace", Fraction(1, 2)), ("Queen", Fraction(1, 2))]
    s = t.engine.apply(s, t.engine.outcomes(s)[0][0])
    assert (t.lies(s, "pile"), t.lies(s, "deck"), t.loose(s, "deck")) == ("Ace King", "Queen", (0, 0))


def test_every_order_is_as_likely() -> None:
    t = table(do(CARDS, *FULL, "deal 5 from deck to pile bottom"))
    found = t.all_ends(t.play(t.start(None), "Go"), lambda s: t.lies(s, "pile"))
    every = {" ".join(order) for order in permutations(("Ace", "King", "Queen", "Jack", "Ten"))}
    assert set(found) == every
    assert set(found.values()) == {Fraction(1, 120)}


def test_cards_that_are_alike_are_one_outcome() -> None:
    rules = "card Coin:\n    copies = 2\ncard Gem:\n    copies = 2\nzone deck: ordered, hidden\nzone pile: ordered"
    t = table(
        do(
            rules,
            "move supply(Coin) to deck",
            "move supply(Gem) to deck",
            "shuffle deck",
            "deal 4 from deck to pile bottom",
        )
    )
    start = t.play(t.start(None), "Go")
    assert t.chance(start) == [("Coin", Fraction(1, 2)), ("Gem", Fraction(1, 2))]
    found = t.all_ends(start, lambda s: t.lies(s, "pile"))
    every = {" ".join(order) for order in permutations(("Coin", "Coin", "Gem", "Gem"))}
    assert found == dict.fromkeys(every, Fraction(1, 6))


def test_with_a_seed_all_orders_come_equally_often() -> None:
    """2,400 games of 24 orders: a chi-square of 23 degrees stays below 49.7 in 999 of 1,000 cases."""
    t = table(do(CARDS, "place Ace, King, Queen, Jack in deck", "shuffle deck", "deal 4 from deck to pile"))
    found = Counter(t.lies(t.play(t.start(seed), "Go"), "pile") for seed in range(2400))
    assert len(found) == 24
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 49.7


def test_looking_at_the_top_decides_it() -> None:
    t = table(do(CARDS, *FULL, "let c = top(deck)", "move c to pile", "move bottom(deck) to pool"))
    s = t.play(t.start(None), "Go")
    assert len(t.chance(s)) == 5
    s = t.engine.apply(s, t.engine.outcomes(s)[2][0])
    assert t.lies(s, "pile") == "Queen" and len(t.chance(s)) == 4
    s = t.engine.apply(s, t.engine.outcomes(s)[0][0])
    assert (t.lies(s, "pool"), t.lies(s, "deck"), t.loose(s, "deck")) == ("Ace", "King Jack Ten", (0, 3))


def test_a_card_that_was_looked_at_stays_where_it_is() -> None:
    t = table(do(CARDS, *FULL, "let c = top(deck)", "let d = bottom(deck)", "note(1)"))
    s = t.play(t.start(None), "Go")
    s = t.engine.apply(s, t.engine.outcomes(s)[4][0])
    s = t.engine.apply(s, t.engine.outcomes(s)[0][0])
    assert (t.lies(s, "deck"), t.loose(s, "deck")) == ("Ten King Queen Jack Ace", (1, 4))


def test_what_lies_above_the_open_part_is_not_drawn() -> None:
    t = table(
        do(
            CARDS,
            "place Ace, King in deck",
            "shuffle deck",
            "place Queen, Jack in deck",
            "deal 3 from deck to pile bottom",
        )
    )
    s = t.play(t.start(None), "Go")
    assert t.lies(s, "pile") == "Queen Jack"
    assert [name for name, _ in t.chance(s)] == ["Ace", "King"]


def test_going_through_a_shuffled_deck_in_order_decides_it() -> None:
    t = table(
        do(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "for c in deck:", "    move c to pile bottom")
    )
    found = t.all_ends(t.play(t.start(None), "Go"), lambda s: t.lies(s, "pile"))
    assert found == dict.fromkeys((" ".join(p) for p in permutations(("Ace", "King", "Queen"))), Fraction(1, 6))


def test_a_whole_deck_moved_to_where_order_shows_is_decided_first() -> None:
    for place, orders in (("pile", 6), ("hand", 6), ("pool", 1)):
        t = table(do(CARDS, "place Ace, King, Queen in deck", "shuffle deck", f"move deck to {place}"))
        found = t.all_ends(t.play(t.start(None), "Go"), lambda s: t.lies(s, place))  # noqa: B023
        assert len(found) == orders
        assert set(found.values()) == {Fraction(1, orders)}


def test_counting_and_membership_decide_nothing() -> None:
    t, s = after(
        CARDS,
        *FULL,
        "note(count(deck))",
        "note(count(c in deck: c is Ace or c is King))",
        "note(1 if any(c in deck: c is Ten) and all(c in deck: c.zone == deck) else 0)",
        seed=None,
    )
    assert t.engine.stopped(s).kind == "decision"
    assert (t.trail(s), t.loose(s, "deck")) == ([5, 2, 1], (0, 5))


def test_a_card_drawn_by_chance_from_the_middle() -> None:
    t = table(do(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "move any_of(deck) to pool"))
    s = t.play(t.start(None), "Go")
    assert [p for _, p in t.chance(s)] == [Fraction(1, 3)] * 3
    s = t.engine.apply(s, t.engine.outcomes(s)[1][0])
    assert (t.lies(s, "deck"), t.loose(s, "deck"), t.lies(s, "pool")) == ("Ace Queen", (0, 2), "King")


def test_the_same_seed_gives_the_same_cards() -> None:
    t = table(do(CARDS, *FULL, "deal 3 from deck to pile", "deal 1 from deck to hand"))
    one, other = (t.play(t.start(7), "Go") for _ in range(2))
    assert t.engine.key(one) == t.engine.key(other)
    assert t.told(one) == t.told(other)


def test_a_set_up_may_deal() -> None:
    rules = CARDS + "setup:\n    place Ace, King, Queen in deck\n    shuffle deck\n    deal 1 from deck to pool\n"
    t = table(do(rules, "nothing"))
    assert {name for name, _ in t.chance(t.start(None))} == {"Ace", "King", "Queen"}
    assert {t.lies(t.start(seed), "pool") for seed in range(40)} == {"Ace", "King", "Queen"}


def test_states_that_differ_in_nothing_yet_are_equal() -> None:
    t = table(do(CARDS, "place Queen, Ace, King in deck", "shuffle deck"))
    u = table(do(CARDS, "place King, Queen, Ace in deck", "shuffle deck"))
    assert t.engine.key(t.play(t.start(1), "Go"))[0] == u.engine.key(u.play(u.start(2), "Go"))[0]
