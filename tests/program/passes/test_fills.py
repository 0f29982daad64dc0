"""Loops over what is enclosed in Reversi begin with the sites from which something is."""

import random

import pytest

from engines.programs import Game
from rulewright import resources
from rulewright.engines import reference
from rulewright.program import compile_game, compiler, ir, walk
from rulewright.program.passes import fills
from rulewright.semantics import check_file


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> ir.Program:
    """Reversi before the passes."""
    monkeypatch.setattr(compiler, "optimise", lambda program: None)
    game, _ = check_file(resources.ruleset("reversi"))
    assert game is not None
    return compile_game(game)


def named(program: ir.Program, name: str) -> ir.Routine:
    return next(routine for routine in program.routines if routine.name == name)


def loop(program: ir.Program, name: str) -> ir.Each:
    return next(stmt for stmt in walk.statements(named(program, name).body) if isinstance(stmt, ir.Each))


def narrowed(program: ir.Program, name: str) -> bool:
    fills.rewrite(program)
    return any(isinstance(expr, ir.Select) for expr in walk.within([loop(program, name).members]))


def enclosing(own: int, others: int) -> int:
    """By going from each site in each direction."""
    found = 0
    for site in range(64):
        for down, right in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            row, column, between = site // 8 + down, site % 8 + right, 0
            while 0 <= row < 8 and 0 <= column < 8 and others >> 8 * row + column & 1:
                row, column, between = row + down, column + right, between + 1
            if between and 0 <= row < 8 and 0 <= column < 8 and own >> 8 * row + column & 1:
                found |= 1 << site
    return found


def test_the_fill_finds_what_going_finds(plain: ir.Program) -> None:
    fills.rewrite(plain)
    routine = named(plain, "enclosing")
    engine = reference(Game().program([]))
    state = engine.start()
    draw = random.Random(8)
    for share in (0.05, 0.2, 0.5, 0.8, 0.95):
        for _ in range(60):
            own = sum(1 << k for k in range(64) if draw.random() < 0.3)
            others = sum(1 << k for k in range(64) if draw.random() < share) & ~own
            assert engine.evaluate(routine, state, (own, others)) == enclosing(own, others)


@pytest.mark.parametrize("name", ["moves_Place_or_Pass", "any"])
def test_loops_over_what_is_enclosed_are_narrowed(plain: ir.Program, name: str) -> None:
    assert narrowed(plain, name)


def test_a_loop_that_does_something_for_every_site_stays(plain: ir.Program) -> None:
    loop(plain, "any").body.append(ir.Set(ir.Var("count", ir.INT), ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_loop_that_changes_the_state_stays(plain: ir.Program) -> None:
    (test,) = loop(plain, "any").body
    assert isinstance(test, ir.If)
    test.then.insert(0, ir.Store(plain.mover, None, ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_loop_that_changes_the_player_stays(plain: ir.Program) -> None:
    (test,) = loop(plain, "any").body
    assert isinstance(test, ir.If)
    test.then.insert(0, ir.Set(named(plain, "any").params[0], ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_set_that_is_read_later_is_still_made(plain: ir.Program) -> None:
    routine = named(plain, "moves_Place_or_Pass")
    (made, _) = loop(plain, routine.name).body
    assert isinstance(made, ir.Set)
    routine.body.append(ir.If(ir.Unary("some", ir.Get(made.var)), []))
    assert not narrowed(plain, routine.name)


def test_walks_that_turn_are_no_steps(plain: ir.Program) -> None:
    walks = next(table for table in plain.tables if table.name == "walk")
    values = list(walks.values)
    values[0] = (9, 17)
    walks.values = tuple(values)  # type: ignore[assignment]
    assert not narrowed(plain, "any")
