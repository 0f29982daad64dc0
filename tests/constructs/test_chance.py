"""Chance: exact probabilities in explicit mode, the seeded generator in sampled mode."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, sqrt

import pytest

import rulewright as rw
from constructs.playing import load, number, shown, trail

DICE = """
die d6: 1..6
die combat: sword, sword, sword, shield, shield, blank

var total: int = 0

action One:
    do:
        total = roll d6

action Two:
    do:
        let fallen = roll 2 of d6
        total = sum(fallen)

action Fight:
    pick n in 1..4
    do:
        let fallen = roll n of combat
        note(count(fallen, sword))
        note(count(fallen, shield))
        note(count(fallen, blank))

action Face:
    do:
        let face = roll combat
        note(1 if face == sword else 2 if face == shield else 3)

action Difference:
    do:
        total = 10 * roll d6 - roll d6

turn:
    choose One | Two | Fight | Face | Difference
"""


def explicit(rules: str, *moves: str) -> rw.State:
    state = load(rules).start(chance="explicit")
    for move in moves:
        state = state.play(move)
    return state


def odds(state: rw.State) -> dict[str, Fraction]:
    found = {move.text: chance for move, chance in state.chance()}
    assert len(found) == len(state.chance()) and sum(found.values()) == 1
    return found


def test_one_die() -> None:
    state = explicit(DICE, "One")
    assert (state.mover, state.active, state.over, state.moves()) == (None, "White", False, ())
    assert odds(state) == {str(n): Fraction(1, 6) for n in range(1, 7)}
    assert [number(state.play(move), "total") for move, _ in state.chance()] == [1, 2, 3, 4, 5, 6]
    assert state.play("4").mover == "Black"


def test_two_dice_are_one_bag() -> None:
    """21 bags: doubles 1/36, others 2/36. Seven comes in three bags with 6/36."""
    state = explicit(DICE, "Two")
    assert odds(state) == {
        f"{a}, {b}": Fraction(1 if a == b else 2, 36) for a in range(1, 7) for b in range(a, 7)
    }  # fmt: skip
    sevens = [chance for move, chance in state.chance() if number(state.play(move), "total") == 7]
    assert sum(sevens) == Fraction(6, 36) and len(sevens) == 3


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_bags_have_multinomial_chances(n: int) -> None:
    """Three swords, two shields, a blank: n! / (a! b! c!) (1/2)^a (1/3)^b (1/6)^c, in C(n + 2, 2) bags."""
    state = explicit(DICE, f"Fight {n}")
    assert len(odds(state)) == comb(n + 2, 2)
    for move, chance in state.chance():
        a, b, c = trail(state.play(move))
        assert a + b + c == n
        ways = factorial(n) // (factorial(a) * factorial(b) * factorial(c))
        assert chance == ways * Fraction(1, 2) ** a * Fraction(1, 3) ** b * Fraction(1, 6) ** c
        assert move.text == ", ".join(["sword"] * a + ["shield"] * b + ["blank"] * c)


def test_faces_that_are_alike_add_up() -> None:
    state = explicit(DICE, "Face")
    assert odds(state) == {"sword": Fraction(1, 2), "shield": Fraction(1, 3), "blank": Fraction(1, 6)}
    assert [trail(state.play(face)) for face in odds(state)] == [[1], [2], [3]]


def test_two_rolls_in_one_line_are_two_stops_left_to_right() -> None:
    state = explicit(DICE, "Difference", "5")
    assert state.mover is None and len(state.chance()) == 6
    assert number(state.play("2"), "total") == 48


CHOICES = """
board square 4 by 1

piece Man

setup:
    place Man of White on a1, c1

var fell: int = 0

action Any:
    do:
        fell = any_of({2, 3, 5})

action Weighted:
    do:
        fell = any_of(k in 0..4 by k)

action Site:
    do:
        let s = any_of(empty)
        fell = s.column

action Piece:
    do:
        let m = any_of(m in Man by 5 - m.at.column)
        fell = m.at.column
        remove m

action Heavy:
    do:
        fell = any_of(k in 1..3 by 1000 if k == 2 else 1)

turn:
    choose Any | Weighted | Site | Piece | Heavy
"""


@pytest.mark.parametrize(
    ("action", "chances"),
    [
        ("Any", {2: Fraction(1, 3), 3: Fraction(1, 3), 5: Fraction(1, 3)}),
        ("Weighted", {k: Fraction(k, 10) for k in range(1, 5)}),  # 0 has no weight and is no outcome
        ("Site", {2: Fraction(1, 2), 4: Fraction(1, 2)}),
        ("Piece", {1: Fraction(4, 6), 3: Fraction(2, 6)}),
    ],
)
def test_any_of(action: str, chances: dict[int, Fraction]) -> None:
    state = explicit(CHOICES, action)
    assert sum(odds(state).values()) == 1
    assert {number(state.play(move), "fell"): chance for move, chance in state.chance()} == chances


def test_large_weights() -> None:
    state = explicit(CHOICES, "Heavy")
    assert list(odds(state).values()) == [Fraction(1, 1002), Fraction(1000, 1002), Fraction(1, 1002)]


NESTED = """
die d2: 1..2

event tossed(k: int)

when tossed(k):
    note(10 + roll d2)
    choose by opponent Answer

action Toss:
    do:
        emit tossed(1)
        note(20 + roll d2)

action Answer:
    do:
        note(30 + roll d2)

turn:
    choose Toss
"""


def test_chance_stops_anywhere() -> None:
    """In a reaction, in the answer of the other player, in what is left of the first action."""
    state = explicit(NESTED, "Toss", "2")
    assert (state.mover, state.active, trail(state)) == ("Black", "White", [12])
    state = state.play("Answer").play("1")
    assert state.mover is None and trail(state) == [12, 31]
    assert trail(state.play("2")) == [12, 31, 22] and state.play("2").mover == "Black"
    # Toss, 2, Answer, 2, 2: outcomes do not count as moves, each is followed.
    assert [load(NESTED).perft(depth) for depth in (1, 2)] == [1, 2]


COUNTING = """
die d6: 1..6
die loaded: low, low, low, high

enum Height: none_yet, unused

var fallen of each 1..6: int = 0
var high_ones: int = 0
var drawn of each 1..4: int = 0

action Roll:
    do:
        fallen of (roll d6) += 1
        high_ones += 1 if roll loaded == high else 0
        drawn of (any_of(k in 1..4 by k)) += 1

turn:
    choose Roll
"""


def counted(rules: str) -> str:
    """Rolls must stand alone in a statement where they are not surely made."""
    return rules.replace(
        "        high_ones += 1 if roll loaded == high else 0\n",
        "        let face = roll loaded\n        if face == high:\n            high_ones += 1\n",
    ).replace("enum Height: none_yet, unused\n\n", "")


def within(count: int, draws: int, chance: float) -> bool:
    """Whether a count lies in the 99.9 % interval of a binomial distribution (normal approximation, z = 3.29)."""
    return abs(count - draws * chance) <= 3.29 * sqrt(draws * chance * (1 - chance)) + 0.5


def test_sampled_draws_have_these_frequencies() -> None:
    state = load(counted(COUNTING)).start(seed=7)
    for _ in range(2000):
        state = state.play("Roll")
    fallen = [int(part.split()[-1]) for part in shown(state, "fallen").split(", ")]
    drawn = [int(part.split()[-1]) for part in shown(state, "drawn").split(", ")]
    assert sum(fallen) == sum(drawn) == 2000
    assert all(within(count, 2000, 1 / 6) for count in fallen)
    assert within(number(state, "high_ones"), 2000, 1 / 4)
    assert all(within(count, 2000, (k + 1) / 10) for k, count in enumerate(drawn))


def test_first_draws_of_many_seeds_have_them_too() -> None:
    game = load(DICE)
    ones = sum(number(game.start(seed).play("One"), "total") == 1 for seed in range(2000))
    assert within(ones, 2000, 1 / 6)
    sevens = sum(number(game.start(seed).play("Two"), "total") == 7 for seed in range(2000))
    assert within(sevens, 2000, 1 / 6)


def test_the_same_seed_gives_the_same_game() -> None:
    def line(seed: int) -> list[str]:
        state = load(counted(COUNTING)).start(seed=seed)
        for _ in range(20):
            state = state.play("Roll")
        return list(state.variables())

    assert line(1) == line(1)
    assert len({tuple(line(seed)) for seed in range(1, 9)}) == 8


def test_the_generator_is_no_part_of_a_position() -> None:
    game = load(DICE)
    by_total: dict[int, set[int]] = {}
    for seed in range(60):
        state = game.start(seed).play("One")
        by_total.setdefault(number(state, "total"), set()).add(state.hash)
    assert all(len(hashes) == 1 for hashes in by_total.values())
    assert sorted(by_total) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "line", ["total = 1 if roll d6 > 3 else 2", "if total > 1 and roll d6 > 3:\n            total = 1"]
)
def test_chance_is_no_branch_of_an_expression(line: str) -> None:
    rules = DICE.replace("total = roll d6\n", f"{line}\n")
    if line.startswith("total"):
        rules = rules.replace("1 if roll d6 > 3 else 2", "roll d6 if total > 3 else 2")
    with pytest.raises(rw.RulesError):
        load(rules)


def test_chance_is_not_in_conditions_of_moves() -> None:
    with pytest.raises(rw.RulesError):
        load("die d6: 1..6\naction Go:\n    pick n in 1..6\n    where n == roll d6\nturn:\n    choose Go\n")
