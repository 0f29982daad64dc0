"""Reasons may hold values: they are told with those of the combination that was refused."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.engines.reference import ReferenceEngine
from rulewright.match.scenarios import run_scenario
from rulewright.match.setting import Setting
from rulewright.program import compile_with_scenarios
from rulewright.semantics import check_text
from rulewright.source import Source
from rulewright.syntax import parse, print_file

GAME = """\
language 1
game "Giants":
    year 2000
players White, Black
board square 4 by 4
piece Man "m":
    strength = 2
piece Giant "g" is Man:
    strength = 6
setup:
    place Man of White on a1, c1
    place Giant of Black on b2
    place Man of Black on c2
action Take:
    pick p in mine
    pick there in neighbors(p.at)
    let q = there.piece
    where q in theirs "nobody stands on {there}"
    where p.strength >= q.strength "strength {p.strength} against {q.strength}"
    do:
        remove q
        move p to there
    say "{p.at}x{there}"
turn:
    choose Take
    else: mover loses
"""


def test_values_are_those_of_the_move_that_was_asked_for() -> None:
    state = rw.loads(GAME).start(seed=1)
    assert state.why("a1xb2") == "strength 2 against 6"
    assert state.why("c1xb2") == "strength 2 against 6"
    assert state.why("a1xa2") == "nobody stands on a2"
    with pytest.raises(rw.IllegalMove, match="strength 2 against 6"):
        state.play("a1xb2")


def test_a_scenario_may_expect_the_text_or_what_is_told() -> None:
    scenario = """
scenario "too strong":
    expect illegal "a1xb2" because "strength 2 against 6"
    expect illegal "a1xb2" because "strength {p.strength} against {q.strength}"
    expect illegal "a1xb2" because "strength 2 against 5"
"""
    declared, findings = check_text(GAME + scenario)
    assert declared is not None and not findings.errors
    program, (one,) = compile_with_scenarios(declared)
    result = run_scenario(Setting(declared, program, ReferenceEngine(program)), one)
    assert [found.span.text for found in result.failures] == ['expect illegal "a1xb2" because "strength 2 against 5"']


def test_what_stands_in_braces_is_checked() -> None:
    text = GAME.replace("{q.strength}", "{q.strenght}")
    with pytest.raises(rw.RulesError) as caught:
        rw.loads(text)
    (found,) = caught.value.diagnostics
    assert found.span.text == "strenght" and "strength" in found.hint


def test_the_text_survives_printing() -> None:
    tree, errors = parse(Source.of(GAME))
    assert not errors
    assert 'where p.strength >= q.strength "strength {p.strength} against {q.strength}"' in print_file(tree)
