"""Each warning fires where it should, and nowhere else; and `# allow` silences it."""

import pytest

from semantics.reading import warnings

START = """
board square 3 by 3
piece Man
setup:
    place Man of White on a1
"""

QUIET = [
    "turn:\n    while true:\n        if turn_number > 3:\n            tie\n        break\n",
    "option long: off | on = off\nturn:\n    if long == on:\n        tie\n    else:\n        nothing\n",
    "option long: off | on = off\ndefine slow: bool = long == on\nturn:\n    if slow:\n        tie\n",
    "var n: int in 0..9 = 0\nturn:\n    n = n + 1\n",
    "event arrived(m: Man)\nwhen arrived(m):\n    remove m\nturn:\n    emit arrived(a1.piece)\n",
    "enum Hue: red, blue\nvar hue: Hue = red\nturn:\n    if hue == blue:\n        tie\n",
    "action Pass\nturn:\n    may choose Pass\n",
    "action Pass\nprocedure ask():\n    choose Pass\nturn:\n    ask()\n",
    "end:\n    tie when turn_number > 9\n    White wins when no(Man)\n",
    # an option that counts only where another one is chosen
    "option long: off | on = off\noption slow: off | on = off\n"
    "if long == on:\n    define last: int = 9 if slow == on else 5\n    end:\n        tie when turn_number > last\n",
]


@pytest.mark.parametrize("rules", QUIET, ids=range(len(QUIET)))
def test_sound_rules_have_no_warning(rules: str) -> None:
    assert warnings(START + rules) == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("region goal = rows(1)\n", ("W101", "goal")),
        ("option long: off | on = off\n", ("W101", "long")),
        ("die d: 1..6\n", ("W101", "d")),
        ("enum Hue: red, blue\n", ("W101", "Hue")),
        ("define half(n: int): int = n / 2\n", ("W101", "half")),
        ("procedure clean():\n    remove Man\n", ("W101", "clean")),
        ("var n: int = 0\n", ("W101", "n")),
        ("field n of each site: int = 0\n", ("W101", "n")),
        ("region mine = rows(1)\nend:\n    tie when any(mine & occupied)\n", ("W102", "mine")),
        ("turn:\n    if 1 < 2:\n        tie\n", ("W104", "1 < 2")),
        ("turn:\n    if turn_number > 3 and count(rows) == 3:\n        tie\n", ("W104", "count(rows) == 3")),
        ("turn:\n    if mover == White:\n        tie\n    else:\n        tie\n    again\n", ("W105", "again")),
        ("turn:\n    tie\n    again\n", ("W105", "again")),
        ("end:\n    tie when 2 < 1\n", ("W106", "2 < 1")),
        ("var n: int in 0..9 = 0\nturn:\n    n += 1\n", ("W108", "n")),
        ("field n of each site: int in 0..9 = 0\nturn:\n    n of a1 = 1\n", ("W108", "n")),
        ("piece Ox\n", ("W109", "Ox")),
        ("action Pass\n", ("W110", "Pass")),
    ],
)  # fmt: skip
def test_a_warning(rules: str, expected: tuple[str, str]) -> None:
    assert warnings(START + rules) == [expected]


def test_there_are_no_warnings_beside_errors() -> None:
    assert warnings(START + "region goal = rows(1)\nvar x: itn = 0\n") == []


@pytest.mark.parametrize(
    "rules",
    [
        "region goal = rows(1)  # allow W101: for later\n",
        "# allow W101: for later\nregion goal = rows(1)\n",
        "# allow W101: for later\n# and nothing else\nregion goal = rows(1)\n",
        "# allow W101: later\n# allow W102: a name of old\nregion mine = rows(1)\n",
    ],
)
def test_an_allowance_silences_a_warning(rules: str) -> None:
    assert warnings(START + rules) == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("region goal = rows(1)  # allow W102: no\n", [("W101", "goal"), ("W107", "# allow W102: no")]),
        ("region goal = rows(1)  # allow W101\n", [("W101", "goal"), ("W107", "# allow W101")]),
        ("# allow W101: nothing here\n", [("W107", "# allow W101: nothing here")]),
        ("# allow W101: too far\n\nregion goal = rows(1)\n", [("W107", "# allow W101: too far"), ("W101", "goal")]),
    ],
)
def test_an_allowance_that_does_nothing(rules: str, expected: list[tuple[str, str]]) -> None:
    assert warnings(START + rules) == expected


def test_what_looks_like_an_allowance_in_a_text_is_none() -> None:
    rules = 'end:\n    tie when turn_number > 3\nscenario "# allow W101: no":\n    expect turn_number == 1\n'
    assert warnings(START + rules) == []
