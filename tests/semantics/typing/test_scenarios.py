"""Scenarios."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import SITE, KindType
from semantics.typing.parts import errors, game

GAME = """option swoop: off | on = off
option size: 4..9 = 6
die combat: sword, sword, blank
die d6: 1..6
action Go:
    pick p in mine
    pick d in all_directions
    pick hit in ray(p.at, d)
    let there = hit.site
    do:
        move p to there
turn:
    choose Go
"""

STEPS = (
    GAME
    + """scenario "all there is" covers GO-1:
    with swoop = off, size = 6
    given:
        place Pawn of White on a1
        mover = White
        turn_number = 3
    do:
        let n = roll 2 of combat
    roll sword, blank
    roll 6
    expect legal Go p = a1, hit = a4
    expect illegal Go p = Pawn, d = N because "too far"
    play Go p = a1, there = a4
    play "a1a4"
    decline
    expect a4.piece is Pawn
    expect moves(Go) == 12
    expect White wins
    expect everyone loses
    expect tie
"""
)


def test_steps() -> None:
    (scenario,) = game(STEPS).scenarios
    assert scenario.covers == ("GO-1",)
    assert scenario.options == {"swoop": "off", "size": "6"}
    assert [step.what for step in scenario.steps] == [
        "given", "do", "roll", "roll", "legal", "illegal", "play", "play", "decline", "expect", "expect", "outcome",
        "outcome", "outcome",
    ]  # fmt: skip
    given, _, words, number, legal, illegal, play, text, *_, won, lost, tied = scenario.steps
    assert given.block is not None
    place, mover, counter = given.block.statements
    assert isinstance(place, t.PlaceOne)
    assert isinstance(mover, t.SetMover) and mover.in_given
    assert isinstance(counter, t.SetCounter)
    assert [value.value for value in words.values if isinstance(value, t.Constant)] == [0, 1]
    assert [value.value for value in number.values if isinstance(value, t.Constant)] == [6]
    assert legal.move is not None and [(name, value.type) for name, value in legal.move.picks] == [
        ("p", SITE),
        ("hit", SITE),
    ]
    assert illegal.move is not None and illegal.because == "too far"
    assert isinstance(illegal.move.picks[0][1].type, KindType)
    assert play.move is not None and play.move.action == "Go"
    assert text.move is not None and (text.move.text, text.move.action) == ("a1a4", None)
    assert (won.verb, won.player is not None) == ("wins", True)
    assert (lost.verb, lost.player) == ("loses", None)
    assert (tied.verb, tied.player) == ("tie", None)


def test_other_options_leave_it_without_steps() -> None:
    rules = STEPS.replace("swoop = off, size", "swoop = on, size").replace("p = a1", "nonsense = a1")
    (scenario,) = game(rules).scenarios
    assert scenario.options == {"swoop": "on", "size": "6"}
    assert scenario.steps == []
    assert len(errors(rules, {"swoop": "on"})) == 2


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("play Go p = White", "E210 White"),
        ("play Go q = a1", "E267 q"),
        ("play Goo p = a1", "E257 Goo"),
        ("play Go p = i1", "E200 i1"),
        ("play Go d = up", "E200 up"),
        ("roll 7", "E267 7"),
        ("roll shield", "E200 shield"),
        ("expect White won", "E267 won"),
        ("expect a1.piece", "E210 a1.piece"),
        ("expect a1.pice is Pawn", "E204 pice"),
        ("expect mine wins", "E210 mine"),
        ("with swop = on", "E101 swop"),
        ("with swoop = 3", "E210 3"),
        ("with size = 12", "E102 12"),
        ("expect true\n    given:\n        mover = Black", "E267 given"),
        ("given:\n        mover = Black\n    given:\n        mover = White", "E267 given"),
        ("play Go p = a1\n    do:\n        nothing", "E267 do"),
        ("given:\n        choose Go", "E241 choose Go"),
        ("given:\n        let n = roll d6", "E221 roll d6"),
        ("given:\n        place Pawn of Red on a1", "E200 Red"),
    ],
)
def test_wrong_steps(step: str, expected: str) -> None:
    rules = GAME + f'scenario "wrong":\n    {step}\n'
    assert [error.split(" ", 1)[1] for error in errors(rules)] == [expected]
