"""The loop of a game, written out round the table: what is known in each round, and where nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, flow, n
from rulewright.engines.native import analysis
from rulewright.program import ir, walk
from rulewright.program.printer import print_routine
from rulewright.program.seated import seated

RULESETS = Path(__file__).parents[2] / "rulesets"
NEXT = ir.Table("next", (4,), (1, 2, 0, -1), ir.INT)


def rounds(program: ir.Program) -> list[str]:
    """The flows that the loop of the written program calls, as text."""
    written = seated(program)
    loop = written.main.body[-1]
    assert isinstance(loop, ir.While)
    return [print_routine(stmt.routine) for stmt in loop.body if isinstance(stmt, ir.Do)]


def adding(made: Game) -> ir.Routine:
    """A turn that adds the mover to a score."""
    total = made.cell("score", ir.INT, (0,))
    return flow("turn", (), [ir.Store(total, None, b("add", ir.Load(total), ir.Load(made.mover)))])


def test_each_seat_has_a_round() -> None:
    made = Game()
    following = ir.Look(NEXT, (ir.Load(made.active),))
    step = [ir.Store(made.active, None, following), ir.Store(made.mover, None, ir.Load(made.active))]
    program = made.program([ir.While(n(1), [ir.Do(adding(made), ()), *step])], (NEXT,))
    assert rounds(program) == [f"flow turn()\n    score += {seat}" for seat in (0, 1, 2)]


def test_what_comes_before_it_goes_round_comes_before_the_loop() -> None:
    """5 leads to 0, and from there it goes round."""
    made = Game()
    count, total = made.cell("count", ir.INT, (5,)), made.cell("score", ir.INT, (0,))
    turn = flow("turn", (), [ir.Store(total, None, ir.Load(count))])
    following = ir.Look(ir.Table("next", (7,), (1, 2, 0, 4, 5, 0, -1), ir.INT), (ir.Load(count),))
    program = made.program([ir.While(n(1), [ir.Do(turn, ()), ir.Store(count, None, following)])])
    calls = [stmt for stmt in walk.statements(seated(program).main.body) if isinstance(stmt, ir.Do)]
    assert [print_routine(call.routine) for call in calls] == [f"flow turn()\n    score = {i}" for i in (5, 0, 1, 2)]
    assert len(rounds(program)) == 3


def test_what_goes_on_for_ever_is_not_known() -> None:
    made = Game()
    count, total = made.cell("count", ir.INT, (0,)), made.cell("score", ir.INT, (0,))
    turn = flow("turn", (), [ir.Store(total, None, b("add", ir.Load(count), ir.Load(made.mover)))])
    ever = ir.Store(count, None, b("add", ir.Load(count), n(1)))
    other = ir.Store(made.mover, None, b("sub", n(1), ir.Load(made.mover)))
    program = made.program([ir.While(n(1), [ir.Do(turn, ()), ever, other])])
    assert rounds(program) == [f"flow turn()\n    score = count + {seat}" for seat in (0, 1)]


@pytest.mark.parametrize("where", ["in a branch", "in the turn", "of the state"])
def test_what_changes_elsewhere_is_not_known(where: str) -> None:
    made = Game()
    total = made.cell("score", ir.INT, (0,))
    other: ir.Stmt = ir.Store(made.mover, None, b("sub", n(1), ir.Load(made.mover)))
    turn = flow("turn", (), [ir.Store(total, None, ir.Load(made.mover))])
    if where == "in a branch":
        other = ir.If(b("gt", ir.Load(total), n(0)), [other])
    elif where == "in the turn":
        turn.body.append(other)
        other = ir.Store(total, None, n(0))
    else:
        other = ir.Store(made.mover, None, ir.Load(total))
    program = made.program([ir.While(n(1), [ir.Do(turn, ()), other])])
    assert seated(program) is program


def test_a_loop_that_is_left_is_not_written_out() -> None:
    made = Game()
    other = ir.Store(made.mover, None, b("sub", n(1), ir.Load(made.mover)))
    left = ir.If(b("eq", ir.Load(made.mover), n(1)), [ir.Break()])
    assert (program := made.program([ir.While(n(1), [other, left])])) is seated(program)


def test_a_cell_that_keeps_its_value_is_a_constant() -> None:
    made = Game()
    tested, total = made.cell("tested", ir.INT, (1,)), made.cell("score", ir.INT, (0,))
    turn = flow("turn", (), [ir.Store(tested, None, n(1)), ir.Store(total, None, ir.Load(tested))])
    program = made.program([ir.While(n(1), [ir.Do(turn, ())])])
    assert rounds(program) == ["flow turn()\n    tested = 1\n    score = 1"]
    turn.body[0] = ir.Store(tested, None, n(0))
    assert seated(program) is program


@pytest.mark.parametrize(
    ("name", "known"),
    [("tic_tac_toe", True), ("breakthrough", True), ("reversi", True), ("kalah", False), ("hearts", False)],
)
def test_games(name: str, known: bool) -> None:
    """In Kalah one may move again. (That the games are the same is seen in `tests/engines/test_rolling.py`.)"""
    program = rw.load(RULESETS / name).setting.program
    written = seated(program)
    assert (written is not program) == known
    if known:
        asked = [
            expr
            for routine in analysis.needed([written.main])
            for stmt in walk.statements(routine.body)
            for expr in walk.within(walk.expressions(stmt))
        ]
        assert not any(isinstance(expr, ir.Load) and expr.cell is program.mover for expr in asked)
