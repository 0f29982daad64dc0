"""Which cells nobody reads, and the near misses: what may go wrong, decide, or be noted is read."""

from __future__ import annotations

import pytest

from engines.programs import INT, Game, b, function, g, generator, n, u, var
from rulewright.program import ir, walk
from rulewright.program.unread import unread
from rulewright.source import Source, Span

SPAN = Span(Source("<test>", "count"), 0, 5)
STEP = ir.Check(0, 9, "count", SPAN)


def dead(*body: ir.Stmt, cells: tuple[ir.Cell, ...]) -> list[str]:
    """The names of the cells that nobody reads where only these statements and what they call run."""
    routines = walk.reachable([function("tested", (), list(body))])
    return sorted(cell.name for cell in unread(routines, (), cells))


def cell(name: str, size: int = 1) -> ir.Cell:
    return ir.Cell(name, INT, size, (0,) * size)


def more(one: ir.Cell, **extra: object) -> ir.Store:
    """One more is counted."""
    return ir.Store(one, None, b("add", ir.Load(one), n(1)), **extra)  # type: ignore[arg-type]


def test_what_is_only_counted_on() -> None:
    count = cell("count")
    assert dead(more(count), cells=(count,)) == ["count"]


@pytest.mark.parametrize(
    "stmt",
    [
        lambda one: more(one, check=STEP),
        lambda one: ir.Store(one, None, ir.Binary("add", ir.Load(one), n(1), SPAN)),
    ],
)
def test_a_count_that_may_go_too_far_is_read(stmt: object) -> None:
    count = cell("count")
    assert dead(stmt(count), cells=(count,)) == []  # type: ignore[operator]


def test_what_is_checked_is_no_reading_of_where_it_goes() -> None:
    """The value that is checked is read, the cell that receives it is not."""
    source, count = cell("source"), cell("count")
    assert dead(ir.Store(count, None, ir.Load(source), STEP), cells=(source, count)) == ["count"]


def test_words_of_errors_and_what_people_are_told() -> None:
    count = cell("count")
    told = (ir.Load(count), ir.Shown("int"))
    assert dead(ir.Fail("X101", ("at ", told), SPAN), ir.Tell((ir.Load(count),)), cells=(count,)) == ["count"]


def test_what_is_told_and_may_go_wrong_is_read() -> None:
    count = cell("count")
    assert dead(ir.Tell((ir.Binary("add", ir.Load(count), n(1), SPAN),)), cells=(count,)) == []


@pytest.mark.parametrize(
    "stmt",
    [
        lambda one: ir.If(ir.Load(one), []),
        lambda one: ir.While(ir.Load(one), []),
        lambda one: ir.Count(var("i"), n(0), ir.Load(one), []),
        lambda one: ir.Each(var("i"), u("single", ir.Load(one)), []),
        lambda one: ir.EachStep(var("i"), var("j"), ((u("single", ir.Load(one)), 1),), []),
        lambda one: ir.Enqueue(0, (ir.Load(one),)),
        lambda one: ir.Rename(ir.Load(one), n(-1)),
        lambda one: ir.Yield(0, (n(0),), (ir.Load(one),)),
    ],
)
def test_what_decides_is_read(stmt: object) -> None:
    count = cell("count")
    assert dead(more(count), stmt(count), cells=(count,)) == []  # type: ignore[operator]


def test_what_goes_into_other_cells() -> None:
    a, c, d, noted = cell("a"), cell("c", 4), cell("d"), cell("noted")
    body = (
        ir.Store(c, ir.Load(a), n(1)),  # where something is stored that nobody reads
        ir.Store(noted, ir.Load(d), n(1)),
    )
    assert dead(*body, cells=(a, c, d, noted)) == ["a", "c", "d", "noted"]
    assert dead(*body, ir.If(ir.Load(noted), []), cells=(a, c, d, noted)) == ["a", "c"]
    assert sorted(one.name for one in unread([function("f", (), list(body))], (noted,), (a, c, d, noted))) == ["a", "c"]


def test_what_goes_through_locals_and_calls() -> None:
    """From a cell through an argument and a result, whatever the order of the statements."""
    a, c, p, got, seen = cell("a"), cell("c"), var("p"), var("got"), var("seen")
    same = function("same", (p,), [ir.Return(g(p))], INT)
    call = [ir.Do(same, (ir.Load(a),), got), ir.Store(c, None, g(got))]
    assert dead(*call, cells=(a, c)) == ["a", "c"]
    assert dead(*call, ir.If(g(got), []), cells=(a, c)) == ["c"]
    assert dead(ir.If(g(seen), []), ir.Set(seen, ir.Invoke(same, (ir.Load(a),))), cells=(a, c)) == ["c"]


def test_arguments_of_generators_are_read() -> None:
    a, p, q = cell("a"), var("p"), var("q")
    moves = generator("moves", (p,), [ir.If(g(p), [ir.Yield(0, (n(1),), (n(1),))])])
    assert dead(ir.Set(q, ir.SomeYield(moves, (ir.Load(a),))), cells=(a,)) == []
    decision = Game().decision("Go", moves)
    assert dead(ir.Decide(decision, n(0), (ir.Load(a),), var("choice"), (q,)), cells=(a,)) == []


def test_positions_are_read_if_they_are_compared() -> None:
    a = cell("a")
    record = ir.Record((ir.Load(a),))
    assert dead(record, cells=(a,)) == ["a"]
    assert dead(record, ir.If(ir.Occurrences((n(1),)), []), cells=(a,)) == []
