"""Numbers that are drawn as marks."""

from __future__ import annotations

import rulewright as rw
from rulewright.cli.playing import position_text

RULES = """
game "Marks"
players Ann, Bob
var bloom: int in 0..12 = 5
var life of each player: int in 1..4 = 3
var plain: int in 0..9 = 7
action Go:
    do:
        bloom -= 5
        life of mover = 1
turn:
    choose Go
end:
    tie when bloom < 1 or plain < 1
display:
    bloom: "*", "-", "edges in bloom"
    life: "<3"
"""


def test_as_many_marks_as_there_are_and_as_are_missing() -> None:
    state = rw.loads(RULES).start()
    assert state.variables() == (
        "edges in bloom: *****------- 5 of 12",
        "life: Ann <3<3. 3 of 4, Bob <3<3. 3 of 4",
        "plain: 7",
    )
    assert state.play("Go").variables()[:2] == (
        "edges in bloom: ------------ 0 of 12",
        "life: Ann ... 1 of 4, Bob <3<3. 3 of 4",
    )


def test_counters_that_are_named_stand_first_if_the_rules_count() -> None:
    counts = RULES.replace("bloom < 1 or plain < 1", "turn_number > 9").replace(
        "display:\n", 'display:\n    turn_number: "", "", "turn of 9"\n    round_number: "", "", "round"\n'
    )
    state = rw.loads(counts).start()
    # No rule asks for the number of the round, so nothing counts it.
    assert state.variables()[:2] == ("turn of 9: 1", "edges in bloom: *****------- 5 of 12")
    assert state.play("Go").variables()[0] == "turn of 9: 2"
    assert state.view("Bob").variables()[0] == "turn of 9: 1"
    assert rw.loads(RULES.replace("plain < 1", "turn_number > 9")).start().variables()[0].startswith("edges")


def test_in_sentences_there_are_no_marks() -> None:
    state = rw.loads(RULES).start()
    assert position_text(state, plain=True).splitlines() == [
        "edges in bloom: 5 of 12", "life: Ann 3 of 4, Bob 3 of 4", "plain: 7",
    ]  # fmt: skip
    assert position_text(state.play("Go"), plain=True).splitlines()[0] == "edges in bloom: 0 of 12"
