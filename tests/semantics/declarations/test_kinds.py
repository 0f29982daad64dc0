"""Kinds: parents, constants, fields, copies, plainness."""

import pytest

from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import BOOL, DIRECTIONS, INT, KIND
from semantics.reading import diagnostics, errors, game

BOARD = "board square 3 by 3\n"


def kinds(rules: str) -> dict[str, KindDecl]:
    return {kind.name: kind for kind in game(rules).kinds}


def test_kinds_have_parents_in_any_order() -> None:
    found = kinds("piece Pawn is Man\npiece Man\npiece King is Man\n")
    assert [(kind.name, kind.index) for kind in found.values()] == [("Pawn", 0), ("Man", 1), ("King", 2)]
    assert found["Man"].descendants() == [found["Pawn"], found["Man"], found["King"]]
    assert found["Pawn"].is_a(found["Man"])
    assert not found["Man"].is_a(found["Pawn"])


def test_a_label_is_the_first_letter_unless_given() -> None:
    found = kinds('piece Pawn\npiece Knight "N"\n')
    assert (found["Pawn"].label, found["Knight"].label) == ("P", "N")


def test_the_words_differ_only_in_how_things_are_drawn() -> None:
    found = kinds("piece A\ncard B\ntile C\ntoken D\n")
    assert [kind.word for kind in found.values()] == ["piece", "card", "tile", "token"]
    assert [kind.copies for kind in found.values()] == [None, 1, None, None]


def test_copies_are_inherited() -> None:
    found = kinds("piece Man:\n    copies of each player = 9\npiece King is Man\npiece Ox is Man:\n    copies = 2\n")
    assert [(k.copies, k.copies_each_player) for k in found.values()] == [(9, True), (9, True), (2, False)]


def test_constants_are_inherited_and_may_be_given_anew() -> None:
    found = kinds(BOARD + "piece Man:\n    ways = {}\n    strength = 1\n"
                  "piece Rook is Man:\n    ways = orthogonal\n"
                  "piece Tower is Rook:\n    strength = 2\n")  # fmt: skip
    ways, strength = found["Man"].constants["ways"], found["Man"].constants["strength"]
    orthogonal = 0b01010101
    assert (ways.type, ways.values) == (DIRECTIONS, {0: 0, 1: orthogonal, 2: orthogonal})
    assert (strength.type, strength.values) == (INT, {0: 1, 1: 1, 2: 2})


def test_types_of_constants() -> None:
    found = kinds(BOARD + "enum Hue: red, blue\npiece Man:\n    n = -3\n    b = true\n    hue = blue\n"
                  "    k = Ox\n    l = [1, 2]\n    none_or = none\npiece Ox is Man:\n    none_or = N\n")  # fmt: skip
    constants = found["Man"].constants
    assert {name: str(family.type) for name, family in constants.items()} == {
        "n": "int", "b": "bool", "hue": "Hue", "k": "kind", "l": "list of int", "none_or": "direction",
    }  # fmt: skip
    assert (constants["b"].type, constants["k"].type) == (BOOL, KIND)
    assert constants["l"].values[0] == (1, 2)
    assert constants["none_or"].values == {0: -1, 1: 0}
    assert constants["n"].values == {0: -3, 1: -3}


def test_a_constant_of_all_children_belongs_to_the_parent_too() -> None:
    found = kinds("piece Wing\npiece A is Wing:\n    strength = 1\npiece B is Wing:\n    strength = 2\n")
    assert found["Wing"].constants["strength"].values == {1: 1, 2: 2}
    assert not found["A"].constants


def test_it_has_no_value_for_the_parent_itself() -> None:
    rules = BOARD + "piece Wing\npiece A is Wing:\n    strength = 1\nsetup:\n    place Wing of White on a1\n"
    assert errors(rules) == [("E129", "Wing")]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("piece King is Mann\npiece Man\n", [("E116", "Mann")]),
        ("piece A is B\npiece B is A\npiece C is A\n", [("E116", "A")]),
        ("piece A is A\n", [("E116", "A")]),
        ("piece King\npiece King\n", [("E100", "King")]),
        ("piece Man:\n    copies = 70000\n", [("E119", "70000")]),
        ("piece Man:\n    copies of each site = 1\n", [("E119", "site")]),
        ("piece Man:\n    distnct\n", [("E118", "distnct")]),
        ("piece Man:\n    a = 1\n    a: int = 2\n", [("E100", "a")]),
        ("piece Man:\n    a = 1\npiece Ox is Man:\n    a: int = 2\n", [("E100", "a")]),
        ("piece Man:\n    a: int = 1\npiece Ox is Man:\n    a = 2\n", [("E100", "a")]),
        ("piece Man:\n    a = 1\npiece Ox is Man:\n    a = true\n", [("E117", "true")]),
        ("piece Man:\n    a = turn_number\n", [("E117", "turn_number")]),
        ("piece Man:\n    a = none\n", [("E117", "none")]),
        ("piece Man from \"men.csv\"\npiece Ox is Man\n", [("E172", '"men.csv"')]),
        ("piece Man:\n    open of each direction = 1\n", [("E115", "direction")]),
    ],
)  # fmt: skip
def test_wrong_kinds(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_hints_name_what_was_meant() -> None:
    (found,) = diagnostics("piece King is Mann\npiece Man\n")
    assert found.hint == "did you mean Man?"


PLAIN = [
    ("piece Man\npiece Ox\n", {"Man", "Ox"}),
    ("piece Man:\n    damage: int = 0\npiece Ox\n", {"Ox"}),
    ("piece Man\npiece King is Man:\n    damage: int = 0\npiece Ox\n", {"Ox"}),
    ("piece Man:\n    damage: int = 0\npiece King is Man\npiece Ox\n", {"Ox"}),
    ("piece Man:\n    distinct\npiece Ox\n", {"Ox"}),
    ("piece Man\npiece King is Man\npiece Ox\nvar last: King = none\n", {"Ox"}),
    ("piece Man\npiece Ox\nvar last: set of Man = {}\n", {"Ox"}),
    ("piece Man\npiece Ox\nfield guard of each site: Ox = none\n", {"Man"}),
    ("piece Man\npiece Ox:\n    rider: Man = none\npiece Cow\n", {"Cow"}),
    ("piece Man\npiece Ox\nvar last: kind = none\n", {"Man", "Ox"}),
]


@pytest.mark.parametrize(("rules", "plain"), PLAIN, ids=range(len(PLAIN)))
def test_plain_kinds(rules: str, plain: set[str]) -> None:
    assert {kind.name for kind in game(BOARD + rules).kinds if kind.plain} == plain
