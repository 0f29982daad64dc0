"""Vars, fields, enums, dice."""

import pytest

from rulewright.semantics.symbols import FieldDecl, VarDecl
from rulewright.semantics.typed import Constant
from rulewright.semantics.types import INT, SITE, EnumType
from semantics.reading import errors, game

BOARD = "board square 3 by 4\n"


def first(decl: VarDecl | FieldDecl) -> object:
    assert isinstance(decl.init, Constant)
    return decl.init.value


def test_vars_have_ranges_first_values_and_resets() -> None:
    (var,) = game("var score: int in -2..20 = 3 until turn_end\n").vars
    assert (var.type, var.lo, var.hi, first(var), var.until) == (INT, -2, 20, 3, "turn_end")
    (var,) = game("var score: int = 0\n").vars
    assert (var.lo, var.hi, var.until) == (None, None, None)


def test_ranges_follow_options_and_definitions() -> None:
    rules = "option size: 4..8 = 6\ndefine most: int = size * 2\nvar n: int in 0..most = size\n"
    (var,) = game(rules).vars
    assert (var.hi, first(var)) == (12, 6)


DOMAINS = [
    ("player", 0, 2),
    ("site", 0, 12),
    ("direction", 0, 8),
    ("row", 1, 4),
    ("column", 1, 3),
    ("kind", 0, 3),
    ("King", 1, 1),
    ("Man", 0, 3),
    ("Terrain", 0, 2),
    ("swoop", 0, 2),
    ("1..6", 1, 6),
    ("-1..size", -1, 7),
]


@pytest.mark.parametrize(("over", "base", "size"), DOMAINS, ids=[over for over, _, _ in DOMAINS])
def test_of_each(over: str, base: int, size: int) -> None:
    rules = BOARD + (
        "enum Terrain: land, water\noption swoop: off | on = off\noption size: 1..9 = 5\n"
        f"piece Man\npiece King is Man\npiece Ox is Man\nvar n of each {over}: int = 0\n"
    )
    (var,) = game(rules).vars
    assert var.each is not None
    assert (var.each.base, var.each.size) == (base, size)


def test_fields_of_sites_and_kinds() -> None:
    checked = game(BOARD + "enum Terrain: land, water\nfield terrain of each site: Terrain = water\n"
                   "piece Man:\n    damage: int in 0..3 = 1 until turn_start of owner\n"
                   "    seen of each player: bool = false\n")  # fmt: skip
    (field,) = checked.site_fields
    assert field.each is not None
    assert (field.each.over, field.type, first(field)) == (SITE, EnumType(checked.enums["Terrain"]), 1)
    damage, seen = checked.kinds[0].fields.values()
    assert (damage.owner, damage.until, damage.until_of_owner) == (checked.kinds[0], "turn_start", True)
    assert seen.each is not None
    assert seen.each.size == 2


FIRST = [
    ("int", 0),
    ("int in -3..3", 0),
    ("bool", 0),
    ("player", -1),
    ("site", -1),
    ("direction", -1),
    ("kind", -1),
    ("Man", -1),
    ("set of site", 0),
    ("set of int in 1..6", 0),
    ("player = Black", 1),
    ("site = c4", 11),
    ("set of site = {a1, c1}", 0b101),
    ("set of site = rows(1)", 0b111),
    ("set of int in 1..6 = {1, 2}", 0b11 << 257),
    ("direction = NE", 1),
    ("kind = Man", 0),
    ("int = 2 + 3 * 4", 14),
]


@pytest.mark.parametrize(("type_", "value"), FIRST, ids=[type_ for type_, _ in FIRST])
def test_first_values(type_: str, value: int) -> None:
    (var,) = game(BOARD + f"piece Man\nvar x: {type_}\n").vars
    assert first(var) == value


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("var x: int in 20..0 = 0\n", [("E121", "20..0")]),
        ("var x: int in 0..5 = 6\n", [("E121", "6")]),
        ("var x: int in {1, 2} = 1\n", [("E121", "{1, 2}")]),
        ("var x: bool in 0..1 = true\n", [("E121", "0..1")]),
        ("var x: int in 0..turn_number = 0\n", [("E121", "turn_number")]),
        ("var x: set of int = {}\n", [("E121", "set of int")]),
        ("var x: set of int in 0..2000 = {}\n", [("E121", "0..2000")]),
        ("var x: set of int in 1..3 = {4}\n", [("E121", "{4}")]),
        ("var x: int in 1..6\n", [("E127", "x")]),
        ("enum E: a, b\nvar x: E\n", [("E127", "x")]),
        ("var x: set of bool\n", [("E122", "set of bool")]),
        ("var x: step\n", [("E122", "step")]),
        ("var x of each team: int = 0\n", [("E120", "team")]),
        ("var x of each site: int = 0\n", [("E115", "site")]),
        ("var x of each 6..1: int = 0\n", [("E120", "6..1")]),
        ("var x of each 1..70000: int = 0\n", [("E128", "1..70000")]),
        ("var x of each zone: int = 0\n", [("E120", "zone")]),
        ("var x: zone\n", [("E122", "zone")]),
        ("var x: int = 0 until turn_over\n", [("E123", "turn_over")]),
        ("var x: int = 0 until turn_start of owner\n", [("E123", "owner")]),
        ("var x: int = 0\nvar x: int = 1\n", [("E100", "x")]),
    ],
)
def test_wrong_state(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_dice() -> None:
    checked = game("enum Side: sword, shield\ndie d20: 1..20\ndie odd: 0, 1, 1..2, -1\n"
                   "die combat: sword, shield, sword\ndie coin: heads, tails, heads\n")  # fmt: skip
    dice = checked.dice
    assert dice["d20"].faces == tuple(range(1, 21))
    assert dice["odd"].faces == (0, 1, 1, 2, -1)
    assert (dice["combat"].faces, dice["combat"].type) == ((0, 1, 0), EnumType(checked.enums["Side"]))
    assert dice["coin"].faces == (0, 1, 0)
    assert checked.enums["coin"].values == ("heads", "tails")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("die d: 1, sword\n", [("E124", "sword")]),
        ("enum E: a, b\ndie d: a, c\n", [("E124", "c")]),
        ("enum E: a, a\n", [("E100", "a")]),
        ("die d: 1..100000\n", [("E128", "1..100000")]),
    ],
)
def test_wrong_enums_and_dice(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected
