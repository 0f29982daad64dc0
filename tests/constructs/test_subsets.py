"""Picking several at once: payments, ranges, their order, conditions on the whole."""

from __future__ import annotations

from math import comb

import pytest

import rulewright as rw
from constructs.playing import board, number, play, texts

PAYMENT = """
board square 5 by 1

piece Coin:
    worth = 1
piece Gold is Coin:
    worth = 3

option price: 1..9 = 4

setup:
    place Coin of White on a1, c1, d1
    place Gold of White on b1, e1

action Pay:
    pick 2 paid in mine
    where sum(c in paid: c.worth) == price "the price must be met"
    do:
        remove paid

action Any:
    pick 2 paid in mine
    do:
        remove paid

action Pass

turn:
    choose Pay | Any | Pass
"""


def test_a_payment_of_two() -> None:
    """Two of five: C(5, 2) = 10, in the order of the sites. Worth four: one gold, one coin: 2 * 3 = 6."""
    state = play(PAYMENT)
    pays = ["a1,b1", "a1,e1", "b1,c1", "b1,d1", "c1,e1", "d1,e1"]
    pairs = ["a1,b1", "a1,c1", "a1,d1", "a1,e1", "b1,c1", "b1,d1", "b1,e1", "c1,d1", "c1,e1", "d1,e1"]
    assert texts(state) == [f"Pay {text}" for text in pays] + [f"Any {text}" for text in pairs] + ["Pass"]
    assert board(state.play("Pay b1,c1")) == {
        "a1": "Coin of White", "d1": "Coin of White", "e1": "Gold of White",
    }  # fmt: skip
    assert state.play("Any paid = {b1, e1}") == state.play("Any b1,e1")
    assert state.why("Pay a1,c1") == "the price must be met"


def test_who_has_too_few_cannot_pay() -> None:
    assert texts(play(PAYMENT, "Any a1,c1")) == ["Pass"]
    assert texts(play(PAYMENT, "Any a1,c1", "Pass", "Any b1,d1", "Pass")) == ["Pass"]


RANGES = """
option least: 0..4 = 1
option most: 0..9 = 2
option first_pick: 1..3 = 1

board square 2 by 2

piece Stone

action Put:
    pick least..most spots in empty
    do:
        place Stone of mover on spots

turn:
    choose Put
    else: tie
"""


def test_one_or_two_in_lexicographic_order() -> None:
    """A list that begins another one comes before it."""
    assert texts(play(RANGES)) == [
        "Put a1", "Put a1,b1", "Put a1,a2", "Put a1,b2", "Put b1", "Put b1,a2", "Put b1,b2",
        "Put a2", "Put a2,b2", "Put b2",
    ]  # fmt: skip


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 4), (2, 2), (3, 9), (0, 1)])
def test_as_many_as_the_binomials_say(least: int, most: int) -> None:
    state = play(RANGES, least=least, most=most)
    assert len(state.moves()) == sum(comb(4, k) for k in range(least, most + 1))
    if least == 0:
        assert board(state.play(state.moves()[0])) == {}


def test_picks_that_name_earlier_picks() -> None:
    """k stones of three, k from 1 to 2: 3 + 3. The number is part of the move only if the effect reads it."""
    rules = """
board square 3 by 1
piece Stone
setup:
    place Stone of White on a1, b1, c1
action Pay:
    pick k in 1..2
    pick k paid in mine
    pick bonus in paid
    do:
        remove bonus
        for x in paid:
            x.owner = Black
turn:
    choose Pay
    else: nothing
"""
    state = play(rules)
    # k = 1: the bonus is the stone itself (3). k = 2: each of two (6).
    assert texts(state) == [
        "Pay 1 a1 a1", "Pay 1 b1 b1", "Pay 1 c1 c1",
        "Pay 2 a1,b1 a1", "Pay 2 a1,b1 b1", "Pay 2 a1,c1 a1", "Pay 2 a1,c1 c1", "Pay 2 b1,c1 b1", "Pay 2 b1,c1 c1",
    ]  # fmt: skip
    assert board(state.play("Pay 2 a1,c1 c1")) == {"a1": "Stone of Black", "b1": "Stone of White"}


STATEMENT = """
board square 4 by 1

piece Stone

var tax: int in 0..3 = 2

setup:
    place Stone of White on a1, b1, d1
    place Stone of Black on c1

turn:
    pick tax paid in mine
    else: tax = 1
    remove paid
    if count(mine) == 0:
        mover wins
"""


def test_a_payment_without_an_action() -> None:
    """White pays two of three. Black has one stone only: nothing is legal, the tax falls. Then White pays one."""
    state = play(STATEMENT)
    assert state.question == "pick paid"
    assert texts(state) == ["a1,b1", "a1,d1", "b1,d1"]
    state = state.play("a1,d1")
    assert board(state) == {"b1": "Stone of White", "c1": "Stone of Black"}
    assert number(state, "tax") == 1 and state.mover == "White"
    assert texts(state) == ["b1"]
    assert state.play("b1").outcome == "White wins"


NUMBERS = """
action Bid:
    pick 2 numbers in {1, 4, 2, -3}
    where sum(n in numbers: n) > 0
    do:
        total += sum(n in numbers: n)

var total: int = 0

turn:
    choose Bid
"""


def test_subsets_of_numbers() -> None:
    """Ascending: -3 1 2 4. Sums: -2 -1 1 3 5 6."""
    state = play(NUMBERS)
    assert texts(state) == ["Bid -3,4", "Bid 1,2", "Bid 1,4", "Bid 2,4"]
    assert number(state.play("Bid -3,4"), "total") == 1


def test_an_impossible_subset_is_told() -> None:
    state = play(PAYMENT)
    with pytest.raises(rw.IllegalMove):
        state.play("Any a1")
    with pytest.raises(rw.IllegalMove):
        state.play("Any a1,a1")
