"""Loops over lines become shifts, which find what the loops find."""

import random

import pytest

from engines.programs import Game, b, function, g, n, var
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.passes import lines


def square(side: int, length: int) -> list[int]:
    """All lines of so many sites on a square board."""
    found = []
    for row in range(side):
        for column in range(side):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                sites = [(row + down * k, column + right * k) for k in range(length)]
                if all(r < side and 0 <= c < side for r, c in sites):
                    found.append(sum(1 << r * side + c for r, c in sites))
    return found


def searching(masks: list[int], width: int, found: int = 1) -> tuple[ir.Program, ir.Routine, ir.Table]:
    """A function that says whether one of the lines is inside its argument."""
    table = ir.Table("lines", (len(masks) + 1,), (*masks, 0), ir.bits(width))
    s, i = var("s", ir.bits(width)), var("i")
    inside = ir.If(b("inside", ir.Look(table, (g(i),)), g(s)), [ir.Return(n(found))])
    loop = ir.Count(i, n(0), n(len(masks) - 1), [inside])
    routine = function("in_line", (s,), [loop, ir.Return(n(0))], ir.INT)
    program = Game().program([], (table,))
    program.routines.append(routine)
    return program, routine, table


def loops(routine: ir.Routine) -> int:
    return sum(isinstance(stmt, ir.Count) for stmt in walk.statements(routine.body))


@pytest.mark.parametrize(("side", "length"), [(6, 2), (7, 3), (7, 4), (9, 5), (9, 6), (15, 5)])
def test_what_is_found_is_the_same(side: int, length: int) -> None:
    masks = square(side, length)
    program, routine, table = searching(masks, side * side)
    lines.rewrite(program)
    assert loops(routine) == 0
    assert table not in program.tables
    engine = reference(Game().program([]))
    state = engine.start()
    draw = random.Random(side * length)
    every = (1 << side * side) - 1
    tried = [*masks, *(every & ~line for line in masks), *(line & line - 1 for line in masks), 0, every]
    for density in (0.1, 0.3, 0.5, 0.7):
        tried += [sum(1 << k for k in range(side * side) if draw.random() < density) for _ in range(50)]
    answers = [
        (any(line & ~sites == 0 for line in masks), engine.evaluate(routine, state, (sites,))) for sites in tried
    ]
    assert {expected for expected, _ in answers} == {False, True}
    assert [bool(found) for _, found in answers] == [expected for expected, _ in answers]


def test_what_goes_over_the_edge_is_no_line() -> None:
    program, routine, _ = searching(square(7, 4), 49)
    lines.rewrite(program)
    engine = reference(Game().program([]))
    around = 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8  # the end of one row and the beginning of the next
    assert engine.evaluate(routine, engine.start(), (around,)) == 0


def test_few_lines_stay_a_loop() -> None:
    program, routine, table = searching(square(3, 3), 9)
    lines.rewrite(program)
    assert loops(routine) == 1
    assert table in program.tables


def test_uneven_lines_stay_a_loop() -> None:
    program, routine, _ = searching([*square(7, 4), 0b10110], 49)
    lines.rewrite(program)
    assert loops(routine) == 1


def test_a_table_that_is_read_elsewhere_stays() -> None:
    program, _, table = searching(square(7, 4), 49)
    program.routines.append(function("first", (), [ir.Return(ir.Look(table, (n(0),)))], table.type))
    lines.rewrite(program)
    assert table in program.tables


def test_a_loop_that_does_more_stays() -> None:
    program, routine, _ = searching(square(7, 4), 49)
    (loop, _) = routine.body
    assert isinstance(loop, ir.Count)
    loop.body.append(ir.Break())
    lines.rewrite(program)
    assert loops(routine) == 1
