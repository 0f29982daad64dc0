"""Loops over a few directions are written out."""

import pytest

from engines.programs import Game, b, function, g, n, var
from program.passes.walking import Both, program, stepping, walks
from rulewright.boards import square
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.passes import unrolling
from rulewright.program.printer import print_routine

BITS, STEP = ir.bits(16), ir.Table("step", (5,), (1, 4, -1, -4, 0), ir.INT)


def gathering(members: ir.Expr, tables: tuple[ir.Table, ...], *more: ir.Stmt) -> tuple[ir.Program, ir.Routine]:
    """A function that adds up steps over directions."""
    s, d, total = var("s"), var("d"), var("total")
    add = ir.Set(total, b("add", g(total), b("mul", g(s), ir.Look(STEP, (g(d),)))))
    body = [ir.Set(total, n(0)), ir.Each(d, members, [add, *more]), ir.Return(g(total))]
    routine = function("sum", (s,), body, ir.INT)
    return program([routine], tables), routine


def loops(routine: ir.Routine) -> int:
    return sum(isinstance(stmt, ir.Each) for stmt in walk.statements(routine.body))


def test_reads() -> None:
    made, routine = gathering(ir.Mask(0b1011, 4), (STEP,))
    unrolling.rewrite(made)
    assert print_routine(routine) == (
        "function sum(s) -> int\n"
        "    total = 0\n"
        "    total += s * step[0]\n"
        "    total += s * step[1]\n"
        "    total += s * step[3]\n"
        "    return total"
    )
    assert Both(made, routine)(routine, 10) == 10


def test_directions_from_a_table_are_written_out_for_each_of_its_sets() -> None:
    ways = ir.Table("ways", (4,), (0b1111, 0, 0b0101, 0), ir.bits(4))
    which = var("which")
    total = var("total")
    d = var("d")
    add = ir.Set(total, b("add", b("mul", g(total), n(10)), ir.Look(STEP, (g(d),))))
    body = [ir.Set(total, n(7)), ir.Each(d, ir.Look(ways, (g(which),)), [add]), ir.Return(g(total))]
    routine = function("digits", (which,), body, ir.INT)
    made = program([routine], (STEP, ways))
    unrolling.rewrite(made)
    assert loops(routine) == 0
    both = Both(made, routine)
    assert [both(routine, k) for k in (0, 1, 2, -1)] == [71 * 1000 + 400 - 10 - 4, 7, 70 * 10 + 10 - 1, 7]


def test_a_loop_with_a_function_that_looks_by_direction() -> None:
    table = walks(square(4, 4))
    run = stepping("run", table, 16)
    s, d, out = var("s"), var("d"), var("out", BITS)
    more = ir.Set(out, b("joined", g(out), ir.Invoke(run, (g(s), g(d), ir.Mask(0xFFFF, 16)))))
    routine = function("star", (s,), [ir.Each(d, ir.Mask(0b11111111, 8), [more]), ir.Return(g(out))], BITS)
    made = program([routine, run], (table,))
    unrolling.rewrite(made)
    assert loops(routine) == 0
    row, column, diagonals = 0b1101 << 4, 0x2202, 0x8000 | 0x0400 | 0x0001 | 0x0100 | 0x0004
    assert Both(made, routine)(routine, 5) == row | column | diagonals


@pytest.mark.parametrize(
    ("members", "more"),
    [
        (ir.Mask(0b1111, 4), ir.Break()),
        (ir.Mask(0b1111, 4), ir.Do(function("nothing", (), []), ())),
        (ir.Unary("single", ir.Num(2)), ir.If(n(0), [])),
        (ir.Mask((1 << 9) - 1, 9), ir.If(n(0), [])),
    ],
    ids=["is left early", "does something", "over what is not constant", "over many"],
)
def test_other_loops_stay(members: ir.Expr, more: ir.Stmt) -> None:
    made, routine = gathering(members, (STEP,), more)
    unrolling.rewrite(made)
    assert loops(routine) == 1


def test_a_loop_whose_variable_is_read_behind_it_stays() -> None:
    made, routine = gathering(ir.Mask(0b1111, 4), (STEP,))
    loop = routine.body[1]
    assert isinstance(loop, ir.Each)
    routine.body[-1] = ir.Return(g(loop.var))
    unrolling.rewrite(made)
    assert loops(routine) == 1
    engine = reference(Game().program([]))
    assert engine.evaluate(routine, engine.start(), (1,)) == 3


def test_a_loop_that_looks_nothing_up_stays() -> None:
    x, total = var("x"), var("total")
    add = ir.Set(total, b("add", g(total), g(x)))
    routine = function("sum", (), [ir.Each(x, ir.Mask(0b1111, 4), [add]), ir.Return(g(total))], ir.INT)
    unrolling.rewrite(program([routine], ()))
    assert loops(routine) == 1


def test_a_break_of_an_inner_loop_does_not_matter() -> None:
    made, routine = gathering(ir.Mask(0b0011, 4), (STEP,), ir.While(n(1), [ir.Break()]))
    unrolling.rewrite(made)
    assert loops(routine) == 0
