"""Loops over lists of tables are gone through eight items at a time, and do what they did."""

import random

import pytest

from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines.native import eights
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Compiled, Worker
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import finish, ir
from rulewright.program.verify import verify

LISTS, ITEMS, WIDTH = 12, 60, 40


def tables(width: int = WIDTH) -> tuple[ir.Table, ir.Table, ir.Table]:
    """Lists of items (the lengths go past eight, and past sixteen), and two sets for each item."""
    draw = random.Random(width)
    lengths = [0, 1, 7, 8, 9, 15, 16, 17, 3, 24, 30]
    lists = [tuple(draw.sample(range(ITEMS), length)) for length in lengths]
    some = [tuple(1 << draw.randrange(width) | 1 << draw.randrange(width) for _ in range(ITEMS)) for _ in range(2)]
    kind = ir.bits(width)
    one, other = (ir.Table(name, (ITEMS + 1,), (*of, 0), kind) for name, of in zip(("one", "other"), some, strict=True))
    return ir.Table("lists", (LISTS,), (*lists, ()), ir.LIST), one, other


class Loop:
    """A function of a list's number and two sets, which lists the items that come to the end of a loop's body."""

    def __init__(self, width: int = WIDTH) -> None:
        self.tables = tables(width)
        self.kind = ir.bits(width)
        self.which, self.x, self.y = var("which"), var("x", self.kind), var("y", self.kind)
        self.item, self.out = var("item"), var("out", ir.LIST)
        self.cell = Game().cell("cell", self.kind, (0,))

    def one(self) -> ir.Expr:
        return ir.Look(self.tables[1], (g(self.item),))

    def other(self) -> ir.Expr:
        return ir.Look(self.tables[2], (g(self.item),))

    def found(self, *body: ir.Stmt) -> ir.Routine:
        items = ir.Look(self.tables[0], (g(self.which),))
        loop = ir.EachItem(self.item, items, list(body))
        params = (self.which, self.x, self.y)
        return function("found", params, [loop, ir.Return(g(self.out))], ir.LIST)

    def take(self) -> ir.Stmt:
        return ir.Append(self.out, g(self.item))


def same(made: Loop, routine: ir.Routine, width: int = WIDTH) -> int:
    """Whether both engines list the same for all lists and many sets; how many items there were."""
    game = Game()
    program = game.program([], made.tables)
    finish.complete([routine])
    assert not verify(game.program([ir.Do(routine, (n(0), ir.Mask(0, width), ir.Mask(0, width)))], made.tables))
    engine, worker = ReferenceEngine(program), Worker(Compiled(Module(program, [routine])))
    state, block, draw = engine.start(), worker.start(None), random.Random(3)
    count = 0
    for which in range(-1, LISTS - 1):
        for few in range(30):
            x, y = (sum(1 << draw.randrange(width) for _ in range(1)) * (few > 2) for _ in range(2))
            y |= draw.getrandbits(width) if few % 3 else 0
            found = worker.evaluate(routine, block, (which, x, y))
            assert found == engine.evaluate(routine, state, (which, x, y))
            assert isinstance(found, tuple)
            count += len(found)
    return count


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each loop that is written, whether it goes eight by eight."""
    said: list[bool] = []
    write = eights.write

    def noted(stmt: ir.EachItem, w: object) -> bool:
        said.append(write(stmt, w))  # type: ignore[arg-type]
        return said[-1]

    monkeypatch.setattr(eights, "write", noted)
    return said


def some(of: ir.Expr) -> ir.Unary:
    return u("some", of)


@pytest.mark.parametrize("width", [5, 40, 64])
def test_what_ends_a_loop_and_what_passes(width: int, eight: list[bool]) -> None:
    made = Loop(width)
    end = ir.If(some(b("without", b("common", made.one(), g(made.x)), g(made.y))), [ir.Break()])
    passing = ir.If(u("none_of", b("common", g(made.y), made.other())), [made.take()])
    assert same(made, made.found(end, passing), width) > 20
    assert same(made, made.found(end, made.take()), width) > 20
    assert same(made, made.found(passing), width) > 20
    assert set(eight) == {True}


def test_several_conditions(eight: list[bool]) -> None:
    made = Loop()
    x, y = g(made.x), g(made.y)
    ends = [ir.If(some(b("common", made.one(), x)), [ir.Break()])]
    ends.append(
        ir.If(u("none_of", b("joined", b("without", made.other(), y), b("common", made.one(), y))), [ir.Break()])
    )
    odd = b("eq", b("mod", g(made.item), n(2)), n(1))
    both = b("and", some(b("without", made.one(), y)), b("and", some(b("without", made.other(), x)), odd))
    assert same(made, made.found(*ends, ir.If(both, [made.take()]))) > 20
    assert set(eight) == {True}


def test_a_body_that_leaves(eight: list[bool]) -> None:
    """After the first great item nothing comes; after the first small one the function is left."""
    made = Loop()
    leaving: list[ir.Stmt] = [
        made.take(),
        ir.If(b("gt", g(made.item), n(ITEMS - 8)), [ir.Break()]),
        ir.If(b("lt", g(made.item), n(4)), [ir.Return(ir.MakeList((g(made.item),)))]),
        made.take(),
    ]
    passing = ir.If(some(b("without", made.one(), g(made.x))), leaving)
    assert same(made, made.found(passing)) > 20
    assert set(eight) == {True}


def test_a_loop_inside_a_loop(eight: list[bool]) -> None:
    made, inner = Loop(), Loop()
    inner.tables, inner.out, inner.which = made.tables, made.out, var("inner")
    lists = ir.Count(inner.which, n(0), n(3), [])
    passing = ir.If(some(b("common", inner.one(), made.one())), [ir.Append(made.out, g(inner.item))])
    lists.body.append(ir.EachItem(inner.item, ir.Look(made.tables[0], (g(inner.which),)), [passing]))
    outer = ir.If(some(b("common", made.one(), g(made.y))), [lists])
    assert same(made, made.found(outer)) > 20
    assert set(eight) == {True}


@pytest.mark.parametrize("case", ["changing", "wide", "plain", "number", "cell"])
def test_other_loops(case: str, eight: list[bool]) -> None:
    """What changes on the way is not asked beforehand; wide sets and other conditions are asked one by one."""
    width = 80 if case == "wide" else WIDTH
    made = Loop(width)
    body: list[ir.Stmt] = [made.take()]
    test: ir.Expr = some(b("without", made.one(), g(made.x)))
    match case:
        case "changing":
            body.append(ir.Set(made.x, b("joined", g(made.x), made.one())))
        case "plain":
            test = b("ne", g(made.item), n(3))
        case "number":
            test = b("gt", u("size", made.one()), n(1))
        case "cell":
            body.append(ir.Tell((n(1),)))
    assert same(made, made.found(ir.If(test, body)), width) > 20
    assert set(eight) == {False}
