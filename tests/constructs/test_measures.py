"""`measure`: numbers about a state that no rule may read."""

import pytest

import rulewright as rw
from constructs.playing import load
from semantics.reading import diagnostics

RULES = """
board square 3 by 3
piece Man
var passes: int = 0

measure lead = count(Man of White) - count(Man of Black) at turn_end
measure men of each player = count(Man of player) at round_end
measure full = no(empty)
measure turn_of_white = 1 if mover == White else 0 at end

action Put:
    pick there in empty
    do:
        place Man of mover on there
    say "{there}"
action Pass

turn:
    choose Put | Pass
end:
    tie when no(empty)
"""


def test_measures_of_a_state() -> None:
    state = load(RULES).start(seed=1)
    assert state.measures() == {"lead": 0, "men": (0, 0), "full": 0, "turn_of_white": 1}
    state = state.play("a1")
    assert state.measures() == {"lead": 1, "men": (1, 0), "full": 0, "turn_of_white": 0}
    for move in ("Pass", "b1", "Pass", "c1", "a2", "b2", "c2", "a3", "b3", "c3"):
        state = state.play(move)
    assert state.over
    assert state.measures() == {"lead": 3, "men": (6, 3), "full": 1, "turn_of_white": 1}


def test_when_they_are_collected() -> None:
    program = load(RULES).setting.program
    assert [(one.name, one.at, one.each) for one in program.measures] == [
        ("lead", "turn_end", False), ("men", "round_end", True), ("full", "end", False),
        ("turn_of_white", "end", False),
    ]  # fmt: skip


def test_they_are_no_part_of_a_state() -> None:
    without = "\n".join(line for line in RULES.splitlines() if not line.startswith("measure"))
    assert load(RULES).start(seed=1).hash == load(without).start(seed=1).hash


def test_a_measure_that_breaks_the_rules() -> None:
    state = load(RULES + "measure first_row = first(mine).at.row\n").start(seed=1)
    with pytest.raises(rw.PlayError):
        state.measures()
    assert state.play("a1").play("b1").measures()["first_row"] == 1


@pytest.mark.parametrize(
    ("rules", "code", "words", "title"),
    [
        (
            "measure men = Man",
            "E164",
            "Man",
            "a measure is a number or true or false, and this is a set of components of Man",
        ),
        ("measure n = 1 at sunset", "E164", "sunset", "nothing is measured at sunset"),
        ("measure n of each site = 1", "E164", "site", "a measure is one number, or one of each player"),
        ("measure n = 1\ndefine f: int = n", "E203", "n", "n is a measure, which no rule may read"),
        (
            "measure n of each player = 1\ndefine f: int = n of White",
            "E203",
            "n",
            "n is a measure, which no rule may read",
        ),
        ("measure n = 1\nmeasure m = n + 1", "E203", "n", "n is a measure, which no rule may read"),
        ("measure n = 1\nvar n: int = 0", "E100", "n", "n is declared twice"),
        ("measure n = roll d\ndie d: 1..6", "E221", "roll d", None),
    ],
)
def test_mistakes(rules: str, code: str, words: str, title: str | None) -> None:
    (found,) = diagnostics("board square 3 by 3\npiece Man\n" + rules + "\n")
    assert (found.code, found.span.text) == (code, words)
    assert title is None or found.title == title
