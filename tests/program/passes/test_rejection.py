"""Candidates that are tested after they are drawn: the moves are those of them that hold, in the same order."""

from __future__ import annotations

import random

import pytest

import rulewright as rw
from constructs.playing import load
from rulewright.engines import reference
from rulewright.engines.protocol import Yielded
from rulewright.program import ir, walk
from rulewright.program.printer import print_routine

APART = """
board square 4 by 2

piece Stone

action Put:
    pick there in empty
    do:
        place Stone of mover on there
    after no(x in mine: any(neighbors(x.at) & mine.at)) "two stones of one player must not touch"
    say "{there}"
"""

PUT = (
    APART
    + """
turn:
    choose Put
    else: mover loses
"""
)

PUT_OR_TAKE = (
    APART
    + """
action Take:
    pick x in theirs
    pick left in 1..2
    do:
        remove x
    after count(Stone) >= 2 "too few would be left"
    say "x{x.at}{left}"

action Pass:
    where no(empty)
    do:
        for x in Stone:
            remove x
    say "pass"

turn:
    choose Put | Take | Pass
    else: mover loses

end:
    tie when count(Stone) >= 4
"""
)


def decisions_of(text: str) -> tuple[rw.Game, list[ir.Decision]]:
    game = load(text)
    return game, game.setting.program.decisions


def firsts(listed: list[Yielded]) -> dict[tuple[int, tuple[object, ...]], tuple[object, ...]]:
    """The first yield of each alternative and key."""
    found: dict[tuple[int, tuple[object, ...]], tuple[object, ...]] = {}
    for one in listed:
        found.setdefault((one.alternative, one.key), one.picks)
    return found


def compare(game: rw.Game, games: int = 20) -> int:
    """Go through random games; at each decision the candidates that hold are the moves. How many do not hold."""
    engine = reference(game.setting.program)
    chosen, others = random.Random(5), 0
    for number in range(games):
        s = engine.start(number)
        for _ in range(60):
            stopped = engine.stopped(s)
            if stopped.kind != "decision" or stopped.decision is None:
                break
            decision, args = stopped.decision, stopped.args
            assert decision.candidates is not None
            kept = {}
            for (alternative, key), picks in firsts(engine.generate(decision.candidates, s, args)).items():
                test = decision.holds[alternative]
                if test is None or engine.evaluate(test, s, (*args, *key)):
                    kept[alternative, key] = picks
                else:
                    others += 1
            assert list(kept.items()) == list(firsts(engine.generate(decision.generator, s, args)).items())
            s = engine.apply(s, chosen.choice(engine.moves(s)))
    return others


@pytest.mark.parametrize("text", [PUT, PUT_OR_TAKE])
def test_the_candidates_that_hold_are_the_moves_in_order(text: str) -> None:
    game, decisions = decisions_of(text)
    assert decisions[0].candidates is not None
    assert not any(isinstance(stmt, ir.Trial) for stmt in walk.statements(decisions[0].candidates.body))
    assert compare(game) > 0


def test_the_same_of_chess() -> None:
    assert compare(rw.load("chess"), 2) > 10
    assert compare(rw.load("chess", {"draws": "claimed"}), 1) > 10


def test_how_it_reads() -> None:
    _, (decision,) = decisions_of(PUT)
    assert decision.candidates is not None and decision.holds[0] is not None
    assert print_routine(decision.candidates).splitlines()[1:] == [
        "    for there in {0..7} - filled:",
        "        yield 0(there)",
    ]
    tested = print_routine(decision.holds[0]).splitlines()
    assert tested[0] == "function after_Put(there) -> int"
    assert tested[-1] == "    return ok"


def test_only_what_is_tried_has_a_test() -> None:
    _, (decision,) = decisions_of(PUT_OR_TAKE)
    assert [test is not None for test in decision.holds] == [True, True, False]


NEAR = {
    "a move that may be declined": PUT.replace("choose Put\n    else: mover loses", "may choose Put"),
    "the best moves only": PUT.replace("choose Put", "choose Put most there.column"),
    "nothing is tried": PUT.replace("    after no(x in mine: any(neighbors(x.at) & mine.at))", "    ## after no(x)"),
}


@pytest.mark.parametrize("near", NEAR)
def test_these_need_their_list(near: str) -> None:
    _, (decision,) = decisions_of(NEAR[near])
    assert decision.candidates is None
    assert decision.holds == ()
