"""Typing takes time in proportion to the rules: nothing is typed again and again."""

import time

import pytest

from semantics.typing.parts import errors, game

DEPTH = 40


@pytest.mark.parametrize(
    "expression",
    [
        "neighbors(" * DEPTH + "s" + ")" * DEPTH,
        "({} + " * DEPTH + "rows(1)" + ")" * DEPTH,
        "(the Pawn of " * 20 + "mover" + ").owner" * 20,
        "any(x in mine: " * 20 + "true" + ")" * 20,
    ],
    ids=["calls", "sets", "the", "binders"],
)
def test_nested_expressions(expression: str) -> None:
    start = time.perf_counter()
    game(f"define tested(s: site) = {expression}\n")
    assert time.perf_counter() - start < 2


def test_questions_do_not_nest() -> None:
    actions = "action A:\n    pick b in {true, false}\naction B:\n    pick b in {true, false}\n"
    rules = f"{actions}define tested: bool = possible(A | B with b = possible(A | B with b = moves(A) > 1))\n"
    assert errors(rules) == ["5 E219 possible(A | B with b = moves(A) > 1)"]


def test_nested_mistakes() -> None:
    start = time.perf_counter()
    assert errors("define tested(s: site) = " + "naighbors(" * DEPTH + "s" + ")" * DEPTH + "\n")
    assert time.perf_counter() - start < 2


def test_what_is_found_while_trying_is_not_lost() -> None:
    rules = "define where_to = nowhere\ndefine tested: bool = (the Pawn of where_to.at) == none\n"
    assert errors(rules) == ["1 E200 nowhere"]
