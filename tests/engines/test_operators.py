"""Every operator, as the intermediate representation describes it."""

import pytest

from engines.programs import Game, b, function, g, generator, n, u, var
from rulewright.engines import reference
from rulewright.program import ir

A, B = 0b101100, 0b001001
S, T = ir.Mask(A, 6), ir.Mask(B, 6)
L = ir.MakeList((n(4), n(-1), n(2), n(4)))


def value(expr: ir.Expr, *before: ir.Stmt) -> object:
    engine = reference(Game().program([]))
    routine = function("tested", (), [*before, ir.Return(expr)], ir.INT)
    return engine.evaluate(routine, engine.start())


def hidden(value: int) -> tuple[ir.Expr, ir.Stmt]:
    """A value that is only known at run time."""
    local = var("local")
    return g(local), ir.Set(local, n(value))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (u("neg", n(5)), -5),
        (u("not", n(1)), 0),
        (u("not", n(0)), 1),
        (u("abs", n(-7)), 7),
        (u("number", S), A),
        (u("size", S), 3),
        (u("least", S), 2),
        (u("least", ir.Mask(0, 6)), -1),
        (u("greatest", S), 5),
        (u("greatest", ir.Mask(0, 6)), -1),
        (u("some", S), 1),
        (u("some", ir.Mask(0, 6)), 0),
        (u("none_of", S), 0),
        (u("none_of", ir.Mask(0, 6)), 1),
        (u("single", n(5)), 32),
        (u("single", n(-1)), 0),
        (u("length", L), 4),
        (u("elements", S), (2, 3, 5)),
        (u("gather", L), 0b10100),
        (b("add", n(3), n(-4)), -1),
        (b("sub", n(3), n(-4)), 7),
        (b("mul", n(3), n(-4)), -12),
        (b("div", n(-7), n(2)), -4),
        (b("div", n(7), n(-2)), -4),
        (b("mod", n(-7), n(3)), 2),
        (b("mod", n(7), n(-3)), -2),
        (b("min", n(3), n(-4)), -4),
        (b("max", n(3), n(-4)), 3),
        (b("eq", n(3), n(3)), 1),
        (b("ne", n(3), n(3)), 0),
        (b("lt", n(3), n(4)), 1),
        (b("le", n(3), n(3)), 1),
        (b("gt", n(3), n(4)), 0),
        (b("ge", n(3), n(4)), 0),
        (b("and", n(1), n(0)), 0),
        (b("or", n(1), n(0)), 1),
        (b("common", S, T), A & B),
        (b("joined", S, T), A | B),
        (b("without", S, T), 0b100100),
        (b("before", S, ir.Mask(0b111000, 6)), 0b000100),
        (b("before", S, ir.Mask(0b111101, 6)), 0),
        (b("before", S, ir.Mask(0, 6)), A),
        (b("before", ir.Mask(1 << 130 | 1 << 3, 192), ir.Mask(1 << 131 | 1 << 4, 192)), 1 << 3),
        (b("before", ir.Mask(1 << 130 | 1 << 3, 192), ir.Mask(1 << 131, 192)), 1 << 130 | 1 << 3),
        (b("before", S, ir.Mask(1 << 70, 100)), A),
        (b("after", S, ir.Mask(0b000111, 6)), 0b101000),
        (b("after", S, ir.Mask(0b101111, 6)), 0),
        (b("after", ir.Mask(0b1001, 6), ir.Mask(0, 6)), 0b1001),
        (b("after", ir.Mask(1 << 130 | 1 << 70 | 1, 192), ir.Mask(1 << 69 | 1, 192)), 1 << 130 | 1 << 70),
        (b("after", ir.Mask(1 << 130 | 1 << 70 | 1, 192), ir.Mask(1 << 191, 192)), 0),
        (b("after", S, ir.Mask(1 << 70, 100)), 0),
        (b("same", S, S), 1),
        (b("differs", S, T), 1),
        (b("same", L, L), 1),
        (b("inside", ir.Mask(0b100, 6), S), 1),
        (b("inside", T, S), 0),
        (b("has", S, n(3)), 1),
        (b("has", S, n(4)), 0),
        (b("has", S, n(-1)), 0),
        (b("shift_up", S, n(2)), 0b110000),
        (b("shift_down", S, n(3)), 0b101),
        (b("nth", L, n(2)), 2),
        (b("head", L, n(2)), (4, -1)),
        (b("head", L, n(0)), ()),
        (b("head", L, n(9)), (4, -1, 2, 4)),
        (b("tail", L, n(3)), (4,)),
        (b("tail", L, n(0)), (4, -1, 2, 4)),
        (b("tail", L, n(9)), ()),
        (b("leaving", L, n(4)), (-1, 2, 4)),
        (b("leaving", L, n(2)), (4, -1, 4)),
        (b("leaving", L, n(5)), (4, -1, 2, 4)),
        (b("place", L, n(4)), 0),
        (b("place", L, n(2)), 2),
        (b("place", L, n(5)), -1),
        (b("joined_lists", L, ir.MakeList((n(9),))), (4, -1, 2, 4, 9)),
        (b("contains", L, n(-1)), 1),
        (b("contains", L, n(3)), 0),
        (ir.Select(n(1), n(5), b("nth", L, n(99))), 5),
        (ir.Select(n(0), n(5), n(6)), 6),
        (ir.Sorted(L, (ir.MakeList((n(2), n(1), n(2), n(1))), ir.MakeList((n(3), n(9), n(1), n(9))))), (-1, 4, 2, 4)),
        (ir.MakeList(()), ()),
        (b("or", n(1), b("eq", b("nth", L, n(99)), n(0))), 1),
        (b("and", n(0), b("eq", b("nth", L, n(99)), n(0))), 0),
    ],
)
def test_operator(expr: ir.Expr, expected: object) -> None:
    found = value(expr)
    assert found == expected
    assert not isinstance(found, bool)


@pytest.mark.parametrize(("index", "expected"), [(-1, 0), (0, 0), (2, 1), (5, 1), (6, 0)])
def test_has_and_single_of_values_at_run_time(index: int, expected: int) -> None:
    local, setting = hidden(index)
    assert value(b("has", S, local), setting) == expected
    some = var("some", ir.bits(6))
    assert value(b("has", g(some), local), setting, ir.Set(some, S)) == expected
    assert value(u("single", local), setting) == (1 << index if index >= 0 else 0)
    assert value(u("least", g(some)), ir.Set(some, u("single", local)), setting) == -1
    assert value(u("least", g(some)), setting, ir.Set(some, u("single", local))) == index


def test_truths_are_numbers_wherever_they_are_kept() -> None:
    game = Game()
    cell = game.cell("cell", ir.INT, (5, 5, 5))
    truth = b("and", b("has", S, n(2)), b("same", S, S))
    effect = function(
        "effect",
        (),
        [
            ir.Store(cell, n(0), truth),
            ir.Store(cell, n(1), u("not", truth)),
            ir.Store(cell, n(2), ir.Select(n(0), n(4), b("inside", T, S))),
            ir.Return(ir.MakeList((truth, ir.Load(cell, n(0)), ir.Load(cell, n(1)), ir.Load(cell, n(2))))),
        ],
        ir.LIST,
    )
    engine = reference(game.program([]))
    assert repr(engine.evaluate(effect, engine.start())) == "(1, 1, 0, 0)"


def test_tables() -> None:
    square = ir.Table("square", (2, 3), (1, 2, 3, 4, 5, 6), ir.INT)
    rows = ir.Table("rows", (2,), ((1, 2), ()), ir.LIST)
    huge = ir.Table("huge", (1,), (1 << 100_000,), ir.bits(100_001))
    i, setting = hidden(1)
    assert value(ir.Look(square, (i, n(0))), setting) == 4
    # the last entry of every dimension is the one for none
    assert value(ir.Look(square, (n(0), n(-1)))) == 3
    assert value(ir.Look(square, (n(-1), n(-1)))) == 6
    assert value(ir.Look(rows, (n(0),))) == (1, 2)
    assert value(u("least", ir.Look(huge, (n(0),)))) == 100_000
    assert value(u("least", ir.Mask(1 << 100_000, 100_001))) == 100_000


@pytest.mark.parametrize("width", [6, 70])
def test_columns_that_are_clear(width: int) -> None:
    """The last column and the last row are those for none."""
    high = 1 << width - 1
    rows = ((0b1, 0b110, high, 0, 0), (0b1001, 0, 0b10, high, high), (0, 0, 0, 0, 0))
    table = ir.Table("rows", (3, 5), tuple(entry for row in rows for entry in row), ir.bits(width))
    engine = reference(Game().program([], (table,)))
    row, of = var("row"), var("of", ir.bits(width))
    routine = function("tested", (row, of), [ir.Return(ir.Clear(table, g(row), g(of)))], ir.bits(4))
    for index in (0, 1, -1):
        for members in (0, 0b1, 0b1011, high, high | 0b100):
            expected = sum(1 << i for i, entry in enumerate(rows[index][:-1]) if not entry & members)
            assert engine.evaluate(routine, engine.start(), (index, members)) == expected


def test_invoking_and_generators_in_expressions() -> None:
    x = var("x")
    square = function("square", (x,), [ir.Return(b("mul", g(x), g(x)))], ir.INT)
    y, lo, hi = var("y"), var("lo"), var("hi")
    between = generator("between", (lo, hi), [ir.Count(y, g(lo), g(hi), [ir.Yield(0, (g(y),), ())])])
    assert value(ir.Invoke(square, (n(7),))) == 49
    assert value(ir.SomeYield(between, (n(2), n(1)))) == 0
    assert value(ir.SomeYield(between, (n(2), n(2)))) == 1
    assert value(ir.CountYields(between, (n(2), n(5)))) == 4


def test_a_function_that_comes_to_its_end_gives_the_unset_value() -> None:
    for kind, expected in ((ir.INT, -1), (ir.bits(3), 0), (ir.LIST, ()), (ir.REF, -1)):
        nothing = function("nothing", (), [], kind)
        engine = reference(Game().program([]))
        assert engine.evaluate(nothing, engine.start()) == expected


def test_unset_locals_have_their_default() -> None:
    x, some, array = var("x"), var("some", ir.bits(4)), var("array", ir.INT, 3)
    result = ir.MakeList((g(x), u("size", g(some)), g(array, n(2))))
    assert value(result) == (-1, 0, -1)
    assert value(result, ir.If(n(0), [ir.Set(x, n(4)), ir.Set(array, n(5), n(2))])) == (-1, 0, -1)
    assert value(result, ir.Set(array, n(5), n(2)), ir.Set(some, S)) == (-1, 3, 5)
    assert value(result, ir.Set(x, n(1)), ir.Fill(array, n(8))) == (1, 0, 8)


def test_a_long_row_of_one_operator() -> None:
    row: ir.Expr = n(1)
    for _ in range(400):
        row = b("add", row, n(1))
    assert value(row) == 401


def test_long_rows_of_conditions() -> None:
    row: ir.Expr = n(0)
    for i in range(300):
        row = b("or", row, b("eq", n(i), n(299)))
    assert value(row) == 1
