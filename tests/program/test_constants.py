"""What is known of expressions without a state is what the engine gives for them, or nothing."""

import pytest

from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines import reference
from rulewright.engines.protocol import Value
from rulewright.program import ir
from rulewright.program.constants import known
from rulewright.source import Span
from rulewright.source.files import Source

SQUARES = ir.Table("squares", (5,), (0, 1, 4, 9, -1), ir.INT)
GRID = ir.Table("grid", (3, 3), (0b1, 0b10, 0, 0b100, 0b1000, 0, 0, 0, 0), ir.bits(4))
WALKS = ir.Table("walks", (3,), ((1, 2, 3), (3,), ()), ir.LIST)
PLACE = Span(Source("test.rules", "test"), 0, 4)


def given(expr: ir.Expr, kind: ir.IrType = ir.INT) -> Value:
    """What the reference engine says."""
    made = function("tested", (), [ir.Return(expr)], kind)
    engine = reference(Game().program([], (SQUARES, GRID, WALKS)))
    return engine.evaluate(made, engine.start())


def look(table: ir.Table, *at: int) -> ir.Expr:
    return ir.Look(table, tuple(n(one) for one in at))


def mask(*of: int) -> ir.Expr:
    return ir.Mask(sum(1 << one for one in of), 6)


@pytest.mark.parametrize("op", ["add", "sub", "mul", "min", "max", "eq", "ne", "lt", "le", "gt", "ge"])
@pytest.mark.parametrize(("x", "y"), [(2, 3), (3, 3), (-4, 1), (5, 0)])
def test_ints(op: str, x: int, y: int) -> None:
    assert known(b(op, n(x), n(y))) == given(b(op, n(x), n(y)))


@pytest.mark.parametrize("op", ["common", "joined", "without", "same", "differs", "inside"])
@pytest.mark.parametrize(("x", "y"), [((1, 2), (2, 3)), ((1,), (1, 4)), ((), ()), ((0, 5), ())])
def test_sets(op: str, x: tuple[int, ...], y: tuple[int, ...]) -> None:
    kind = ir.bits(6) if op in ("common", "joined", "without") else ir.INT
    assert known(b(op, mask(*x), mask(*y))) == given(b(op, mask(*x), mask(*y)), kind)


@pytest.mark.parametrize("op", ["size", "least", "some", "none_of"])
@pytest.mark.parametrize("of", [(), (3,), (1, 5)])
def test_of_one_set(op: str, of: tuple[int, ...]) -> None:
    assert known(u(op, mask(*of))) == given(u(op, mask(*of)))


@pytest.mark.parametrize("x", [-1, 0, 3])
def test_members(x: int) -> None:
    assert known(u("single", n(x))) == given(u("single", n(x)), ir.bits(6))
    assert known(b("has", mask(0, 3), n(x))) == given(b("has", mask(0, 3), n(x)))
    assert known(u("elements", mask(1, 4))) == (1, 4)


@pytest.mark.parametrize(
    ("expr", "kind"),
    [
        (look(SQUARES, 3), ir.INT),
        (look(SQUARES, -1), ir.INT),
        (look(GRID, 1, 0), ir.bits(4)),
        (look(GRID, 1, -1), ir.bits(4)),
        (look(GRID, -1, 1), ir.bits(4)),
        (ir.Clear(GRID, n(0), mask(1, 3)), ir.bits(2)),
        (ir.Clear(GRID, n(1), mask(3)), ir.bits(2)),
        (ir.Clear(GRID, n(-1), mask(3)), ir.bits(2)),
        (look(WALKS, 0), ir.LIST),
        (look(WALKS, -1), ir.LIST),
    ],
)
def test_tables(expr: ir.Expr, kind: ir.IrType) -> None:
    assert known(expr) == given(expr, kind)


def test_outside_of_a_table_nothing_is_known() -> None:
    assert known(look(SQUARES, 5)) is None
    assert known(look(GRID, 0, 3)) is None


def test_only_the_branch_that_is_taken_counts() -> None:
    cell = Game().cell("cell", ir.INT, (1,))
    assert known(ir.Select(n(0), ir.Load(cell), n(7))) == 7
    assert known(ir.Select(n(1), ir.Load(cell), n(7))) is None
    assert known(b("and", n(0), ir.Load(cell))) == 0
    assert known(b("or", n(5), ir.Load(cell))) == 1
    assert known(b("and", n(1), ir.Load(cell))) is None


def test_variables() -> None:
    x = var("x")
    assert known(b("add", g(x), n(1))) is None
    assert known(b("add", g(x), n(1)), {x: 4}) == 5


def test_a_number_that_does_not_fit() -> None:
    large = n(2**31 - 1)
    assert known(ir.Binary("add", large, n(1), PLACE)) is None
    assert known(ir.Binary("add", large, n(0), PLACE)) == 2**31 - 1


def test_functions() -> None:
    lo, hi, x, out, unset = var("lo"), var("hi"), var("x"), var("out", ir.bits(16)), var("unset")
    add = ir.Set(out, b("joined", g(out), u("single", g(x))))
    odd = ir.If(b("eq", g(x), n(9)), [ir.Break()], [add])
    body = [ir.Count(x, g(lo), g(hi), [odd]), ir.Return(g(out))]
    numbers = function("numbers", (lo, hi), body, ir.bits(16))
    for first, last in ((2, 5), (7, 12), (5, 2)):
        call = ir.Invoke(numbers, (n(first), n(last)))
        assert known(call) == given(call, ir.bits(16))
    y, item, total = var("y"), var("item"), var("total")
    each = ir.Each(y, mask(0, 2), [ir.Set(total, b("add", g(total), g(y)))])
    items = ir.EachItem(item, look(WALKS, 0), [ir.If(b("eq", g(item), n(3)), [ir.Return(b("mul", g(total), n(10)))])])
    sums = function("sums", (), [each, items, ir.Return(g(unset))], ir.INT)
    assert known(ir.Invoke(sums, ())) == given(ir.Invoke(sums, ())) == 10
    empty = function("empty", (), [ir.If(n(0), [ir.Return(n(1))])], ir.INT)
    assert known(ir.Invoke(empty, ())) == given(ir.Invoke(empty, ())) == -1


def test_functions_that_fail_or_change_something_or_go_on_and_on() -> None:
    cell, x = Game().cell("cell", ir.INT, (1,)), var("x")
    fails = function("fails", (), [ir.Fail("X101", (), PLACE)], ir.INT)
    stores = function("stores", (), [ir.Store(cell, None, n(1)), ir.Return(n(1))], ir.INT)
    long = function("long", (), [ir.Count(x, n(0), n(1_000_000), [ir.Set(x, g(x))]), ir.Return(n(1))], ir.INT)
    for routine in (fails, stores, long):
        assert known(ir.Invoke(routine, ())) is None
