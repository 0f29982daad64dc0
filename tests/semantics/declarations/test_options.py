"""Options, presets, and values given from outside."""

import pytest

from semantics.reading import diagnostics, errors, game

SIZES = "option size: 4..8 = 6\n"


def value(rules: str, name: str, **given: str) -> str:
    option = game(rules, given).options[name]
    return option.show(option.value)


def test_a_default_is_in_force_until_something_is_given() -> None:
    assert value(SIZES, "size") == "6"
    assert value(SIZES, "size", size="8") == "8"
    assert value("option swap: off | on = on\n", "swap") == "on"
    assert value("option swap: off | on = on\n", "swap", swap="off") == "off"


def test_a_default_follows_the_values_in_force_of_earlier_options() -> None:
    rules = "option variant: english | polish = polish\noption size: 8..12 = 10 if variant == polish else 8\n"
    assert value(rules, "size") == "10"
    assert value(rules, "size", variant="english") == "8"
    assert value(rules, "size", variant="english", size="12") == "12"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2 + 3 * 4 - 7", "7"),
        ("(0 - 7) / 2 + 10", "6"),
        ("(0 - 7) % 4 + 10", "11"),
        ("9 if 1 < 2 and not 2 < 1 else 10", "9"),
        ("9 if a in {x, y} else 10", "9"),
        ("9 if a not in {x, y} else 10", "10"),
        ("9 if b in 3..5 else 10", "9"),
        ("9 if b == 4 or b / 0 == 1 else 10", None),
        ("b + 1", "5"),
        ("10 / 0 if a == y else 8", "8"),
    ],
)
def test_expressions_of_options(expression: str, expected: str | None) -> None:
    rules = f"option a: x | y = x\noption b: 1..5 = 4\noption c: 0..20 = {expression}\n"
    if expected is None:
        assert errors(rules)[0][0] == "E125"
    else:
        assert value(rules, "c") == expected


def test_definitions_made_of_options_may_be_used() -> None:
    rules = "option a: x | y = y\ndefine plain: bool = a == x\noption c: 0..9 = 1 if plain else 2\n"
    assert value(rules, "c") == "2"


@pytest.mark.parametrize("given", ["3", "9", "six", ""])
def test_a_given_value_that_the_option_does_not_take(given: str) -> None:
    (found,) = diagnostics(SIZES, {"size": given})
    assert (found.code, found.span.text, found.title) == ("E102", "size", f"size was given as {given}")
    assert found.hint == "size takes 4 to 8"


def test_a_misspelt_word_is_mended() -> None:
    (found,) = diagnostics("option ko: simple | positional = simple\n", {"ko": "simpel"})
    assert found.hint == "did you mean simple?"


def test_an_unknown_option_from_outside() -> None:
    (found,) = diagnostics(SIZES, {"sise": "4"})
    assert (found.code, found.hint) == ("E101", "did you mean size?")


def test_presets_give_values_and_are_outdone_by_what_is_given() -> None:
    rules = SIZES + 'option swap: off | on = on\npreset "First game": size = 4, swap = off\n'
    assert game(rules).presets == {"First game": {"size": "4", "swap": "off"}}
    options = game(rules, preset="First game").options
    assert (options["size"].value, options["swap"].value) == (4, 0)
    assert game(rules, {"size": "5"}, "First game").options["size"].value == 5


def test_an_unknown_preset() -> None:
    (found,) = diagnostics(SIZES + 'preset "Small": size = 4\n', preset="small")
    assert (found.code, found.hint) == ("E101", 'did you mean "Small"?')


def test_presets_are_checked_even_if_nobody_asks_for_them() -> None:
    rules = SIZES + 'preset "A": sise = 4\npreset "B": size = 40\n'
    assert errors(rules) == [("E101", "sise"), ("E102", "40")]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("option size: 4..8 = 9\n", ("E102", "9")),
        ("option swap: off | on = onn\n", ("E102", "onn")),
        ("option size: 4 | 8 = 4\n", ("E103", "4 | 8")),
        ("option size: 8..4 = 4\n", ("E103", "8..4")),
        ("option swap: on | on = on\n", ("E100", "on")),
        ("option size: 4..8 = siez\noption size2: 1..2 = 1\n", ("E104", "siez")),
        ("option a: 1..2 = b\noption b: 1..2 = 1\n", ("E104", "b")),
        ("option a: 1..2 = 2147483647 + 1\n", ("E125", "2147483647 + 1")),
        ("option a: 1..2 = count(sites)\n", ("E104", "count(sites)")),
        ("option a: 1..2 = true\n", ("E102", "true")),
        ("option a: x | y = x\noption b: 1..2 = 1 if a == z else 2\n", ("E102", "z")),
        ("option a: x | y = x\noption b: 1..2 = 1 if a == 1 else 2\n", ("E104", "a == 1")),
    ],
)
def test_wrong_options(rules: str, expected: tuple[str, str]) -> None:
    assert errors(rules) == [expected]


def test_two_options_of_one_name_show_both_places() -> None:
    (found,) = diagnostics("option size: 1..2 = 1\noption size: 1..3 = 1\n")
    assert found.code == "E100"
    assert [label.span.line for label in found.others] == [1]
    assert found.span.line == 2


def test_no_more_than_64_options() -> None:
    rules = "".join(f"option o{number}: 1..2 = 1\n" for number in range(65))
    assert errors(rules) == [("E128", "o64")]
