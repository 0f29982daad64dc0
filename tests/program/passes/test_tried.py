"""Trials that become functions."""

from __future__ import annotations

import pytest

from program.passes.rules import compiled, moves, same_games
from program.passes.test_trials import GAMES, WALKERS
from rulewright.program import ir, walk
from rulewright.program.passes import trials, tried
from rulewright.program.printer import print_routine

TWO = WALKERS.replace(
    "turn:\n    choose Go",
    """define free(m: Man): bool = possible(Go)

turn:
    if count(m in mine: free(m)) == 0:
        tie
    choose Go""",
)


def trying(program: ir.Program) -> list[ir.Routine]:
    return [one for one in program.routines if any(isinstance(s, ir.Trial) for s in walk.statements(one.body))]


def test_how_it_reads() -> None:
    program = compiled(WALKERS, tried)
    assert "if after_Go(m, there):" in moves(program) and "on a copy" not in moves(program)
    (test,) = trying(program)
    text = print_routine(test).splitlines()
    assert text[0] == "function after_Go(m: ref, there) -> int"
    assert [line.strip() for line in text[1:4]] == ["ok = 1", "on a copy:", "Go(m, there)"]
    assert text[-1] == "    return ok"


def test_trials_that_are_alike_are_one() -> None:
    """The moves are listed for the choice, and asked for by `possible`."""
    assert len(trying(compiled(TWO))) == 2
    assert len(trying(compiled(TWO, tried))) == 1
    assert same_games(compiled(TWO), compiled(TWO, tried), 5, most=30) > 20


@pytest.mark.parametrize("name", [name for name in GAMES if "error" not in name])
def test_the_same_games(name: str) -> None:
    assert same_games(compiled(GAMES[name]), compiled(GAMES[name], tried, trials), 5, most=30) > 5


def test_what_gives_more_than_an_answer_stays() -> None:
    """A trial from which a local is read afterwards, and one whose `ok` is."""
    for more in ("count", "ok"):
        program = compiled(WALKERS)
        routine = program.decisions[0].generator
        body = next(s.body for s in walk.statements(routine.body) if isinstance(s, ir.Each) and _tries(s.body))
        trial = next(s for s in body if isinstance(s, ir.Trial))
        ok = next(s.var for s in body if isinstance(s, ir.Set) and isinstance(s.value, ir.Num))
        count = ir.Var("count", ir.INT)
        trial.then.append(ir.Set(count, ir.Num(3)))
        body.append(ir.Set(ir.Var("last", ir.INT), ir.Get(count if more == "count" else ok)))
        tried.rewrite(program)
        assert trying(program) == [routine]


def _tries(body: list[ir.Stmt]) -> bool:
    return any(isinstance(stmt, ir.Trial) for stmt in body)
