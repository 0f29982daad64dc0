"""Calls with constants become what they give."""

from engines.programs import Game, b, function, g, n, var
from rulewright.engines import reference
from rulewright.program import ir
from rulewright.program.passes import folding
from rulewright.source import Span
from rulewright.source.files import Source


def doubled() -> ir.Routine:
    x = var("x")
    return function("doubled", (x,), [ir.Return(b("add", g(x), g(x)))], ir.INT)


def test_calls_with_constants() -> None:
    inner = ir.Invoke(doubled(), (n(3),))
    tested = function("tested", (), [ir.Return(ir.Invoke(inner.routine, (inner,)))], ir.INT)
    program = Game().program([])
    program.routines += [inner.routine, tested]
    folding.rewrite(program)
    (stmt,) = tested.body
    assert isinstance(stmt, ir.Return) and isinstance(stmt.value, ir.Num)
    assert stmt.value.value == 12
    assert tested in program.routines
    assert inner.routine not in program.routines
    engine = reference(program)
    assert engine.evaluate(tested, engine.start()) == 12


def test_what_is_computed_of_constants_is_one() -> None:
    tested = function("tested", (), [ir.Return(ir.Invoke(doubled(), (b("sub", n(8), n(3)),)))], ir.INT)
    program = Game().program([])
    program.routines.append(tested)
    folding.rewrite(program)
    (stmt,) = tested.body
    assert isinstance(stmt, ir.Return) and isinstance(stmt.value, ir.Num)
    assert stmt.value.value == 10


def test_a_function_that_is_called_otherwise_too_stays() -> None:
    y, routine = var("y"), doubled()
    sum_ = b("add", ir.Invoke(routine, (n(3),)), ir.Invoke(routine, (g(y),)))
    tested = function("tested", (y,), [ir.Return(sum_)], ir.INT)
    program = Game().program([])
    program.routines += [routine, tested]
    folding.rewrite(program)
    assert routine in program.routines
    engine = reference(program)
    assert engine.evaluate(tested, engine.start(), (5,)) == 16


def test_errors_stay_where_they_are() -> None:
    fails = function("fails", (), [ir.Fail("X101", ("no",), Span(Source("test.rules", "test"), 0, 4))], ir.INT)
    tested = function("tested", (), [ir.Return(ir.Invoke(fails, ()))], ir.INT)
    program = Game().program([])
    program.routines += [fails, tested]
    folding.rewrite(program)
    (stmt,) = tested.body
    assert isinstance(stmt, ir.Return) and isinstance(stmt.value, ir.Invoke)
    assert fails in program.routines
