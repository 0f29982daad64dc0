"""Kuhn and Leduc poker: every history beside OpenSpiel, and what the games are worth, found without it.

The values are those of the literature: -1/18 for Kuhn poker (Harold Kuhn, 1950), -0.0856 for Leduc poker (sequence-form
linear programming, as OpenSpiel's tests have it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

import pyspiel
import pytest

import rulewright as rw
from games.trees import CHANCE, END, Node, Solver, nodes

PLAYED = {"pass": 0, "bet": 1, "fold": 0, "check": 1, "call": 1, "raise": 2}
RANKS = ("Jack", "Queen", "King")


def kuhn(text: str) -> int:
    """OpenSpiel's number for a move, or for a card that is dealt."""
    return PLAYED[text] if text in PLAYED else RANKS.index(text)


def leduc(text: str) -> int:
    if text in PLAYED:
        return PLAYED[text]
    suit, rank = text.split()
    return 2 * RANKS.index(rank) + (suit == "Heart")


CASES: dict[str, Callable[[str], int]] = {"kuhn_poker": kuhn, "leduc_poker": leduc}
_trees: dict[str, list[Node]] = {}


def tree(name: str) -> list[Node]:
    """The whole tree, made once for all tests."""
    if name not in _trees:
        _trees[name] = nodes(rw.load(name).start(chance="explicit"))
    return _trees[name]


def test_kuhn_has_30_ends_and_12_information_sets() -> None:
    found = tree("kuhn_poker")
    ends = [node.path for node in found if node.seat == END]
    assert len(ends) == len(set(ends)) == 30
    lines = Counter(path[2:] for path in ends)
    bets = [("pass", "pass"), ("pass", "bet", "pass"), ("pass", "bet", "bet"), ("bet", "pass"), ("bet", "bet")]
    assert lines == dict.fromkeys(bets, 6)
    assert len({node.key for node in found if node.seat >= 0}) == 12
    # The root, the first cards, the second ones, then four decisions and five ends for each of the six deals.
    assert len(found) == 1 + 3 + 6 * (4 + 5)


def test_leduc_has_9457_histories_and_936_information_sets() -> None:
    found = tree("leduc_poker")
    assert len(found) == 9457
    assert len({node.key for node in found if node.seat >= 0}) == 936


@pytest.mark.parametrize("name", CASES)
def test_every_history_is_one_of_openspiel_and_the_other_way_round(name: str) -> None:
    number = CASES[name]
    root = pyspiel.load_game(name).new_initial_state()
    mirrors: list[Any] = []
    known: dict[tuple[int, Hashable], str] = {}
    for node in tree(name):
        mirror = mirrors[node.parent].child(number(node.path[-1])) if mirrors else root
        mirrors.append(mirror)
        if node.seat == END:
            assert mirror.is_terminal() and tuple(mirror.returns()) == node.returns, node.path
        elif node.seat == CHANCE:
            ours = {number(text): chance for text, chance in zip(node.moves, node.chances, strict=True)}
            assert ours == pytest.approx(dict(mirror.chance_outcomes())), node.path
        else:
            assert node.seat == mirror.current_player(), node.path
            assert sorted(map(number, node.moves)) == mirror.legal_actions(), node.path
            for seat, key in enumerate(node.keys):
                theirs = mirror.information_state_string(seat)
                assert known.setdefault((seat, key), theirs) == theirs, node.path
    # Each of OpenSpiel's information states is one of ours: none of them is split.
    assert len({(seat, theirs) for (seat, _), theirs in known.items()}) == len(known)


def test_what_kuhn_poker_is_worth() -> None:
    solver = Solver(tree("kuhn_poker"))
    solver.solve(500)
    low, high = solver.bounds()
    assert -1 / 18 - 0.001 < low <= high < -1 / 18 + 0.001


def test_what_leduc_poker_is_worth() -> None:
    solver = Solver(tree("leduc_poker"))
    solver.solve(600)
    low, high = solver.bounds()
    assert -0.0856 - 0.005 < low <= high < -0.0856 + 0.005


def test_the_solver_finds_what_can_be_worked_out_by_hand() -> None:
    """Ann hides a one or a two, Bob guesses which and wins it; else Ann wins one. She should hide the two 2 times in 5.

    Ann hides the one with probability p: -p + (1 - p) = p - 2 (1 - p), so p = 3/5, and the game is worth -1/5 to her.
    """
    coins = ("one", "two")
    found = [Node(-1, (), 0, ("ann", "ann waits"), coins)]
    for hidden in coins:
        here = len(found)
        found.append(Node(0, (hidden,), 1, (hidden, "bob"), coins))
        for guess in coins:
            lost = coins.index(hidden) + 1 if hidden == guess else -1
            found.append(Node(here, (hidden, guess), END, returns=(-lost, lost)))
    solver = Solver(found)
    solver.solve(2000)
    assert solver.bounds() == pytest.approx((-0.2, -0.2), abs=0.002)
    assert solver.normal(solver.chosen) == pytest.approx([0.6, 0.4, 0.6, 0.4], abs=0.01)
