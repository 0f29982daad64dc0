"""`if` around declarations."""

import pytest

from semantics.reading import diagnostics, errors, game

RULES = """
board square 4 by 4
option long: off | on = off
if long == on:
    region goal = rows(4)
    region start = rows(1)
elif long == off:
    region goal = rows(3)
else:
    region other = rows(2)
"""


def test_only_the_branch_that_holds_is_declared() -> None:
    assert game(RULES).regions["goal"].values == (0xF00,)
    assert list(game(RULES).regions) == ["goal"]
    assert game(RULES, {"long": "on"}).regions["goal"].values == (0xF000,)
    assert list(game(RULES, {"long": "on"}).regions) == ["goal", "start"]


def test_a_removed_name_says_why_it_is_not_there() -> None:
    (found,) = diagnostics(RULES + "region more = start\n")
    assert found.span.text == "start"
    assert "long == on" in found.hint


def test_members_of_kinds_may_be_guarded() -> None:
    rules = "option big: off | on = off\npiece Man:\n    if big == on:\n        size = 9\n    else:\n        size = 1\n"
    assert game(rules).kinds[0].constants["size"].values == {0: 1}
    assert game(rules, {"big": "on"}).kinds[0].constants["size"].values == {0: 9}


def test_guards_may_stand_in_guards() -> None:
    rules = "option a: off | on = on\nif a == on:\n    if a == off:\n        enum E: x\n    else:\n        enum F: y\n"
    assert list(game(rules).enums) == ["F"]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("board square 2 by 2\nif count(sites) > 3:\n    enum E: a\n", [("E104", "count(sites)")]),
        ("option a: x | y = x\nif a:\n    enum E: b\n", [("E104", "a")]),
        ("if missing == on:\n    enum E: b\n", [("E104", "missing")]),
        ("option a: x | y = x\nif a == z:\n    enum E: b\n", [("E102", "z")]),
        ("option a: x | y = x\nif a == x:\n    option b: 1..2 = 1\n", [("E105", "option b: 1..2 = 1\n")]),
    ],
)
def test_what_cannot_be_decided(rules: str, expected: list[tuple[str, str]]) -> None:
    assert [(code, text.strip()) for code, text in errors(rules)] == [(code, text.strip()) for code, text in expected]


def test_names_under_an_undecided_guard_are_silent() -> None:
    rules = "board square 2 by 2\nif nonsense == on:\n    region goal = rows(1)\nregion more = goal\n"
    assert errors(rules) == [("E104", "nonsense")]
