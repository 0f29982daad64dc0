"""Tests of the end that come right after others are taken out, and only those."""

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.program import ir, walk
from rulewright.program.passes import endings


class WithEnd:
    """A game whose end is tested by a look at `count`; `other` is not looked at."""

    def __init__(self) -> None:
        self.game = Game()
        self.count = self.game.cell("count", ir.INT, (0,))
        self.other = self.game.cell("other", ir.INT, (0,))
        over = b("eq", ir.Load(self.count), n(3))
        self.end = function("end", (), [ir.If(over, self.game.win())])

    def test(self) -> ir.Do:
        return ir.Do(self.end, ())

    def store(self, cell: ir.Cell) -> ir.Store:
        return ir.Store(cell, None, n(2))

    def left(self, *body: ir.Stmt) -> list[bool]:
        """Which tests of the main flow are left."""
        tests = [stmt for stmt in walk.statements(body) if isinstance(stmt, ir.Do) and stmt.routine is self.end]
        program = self.game.program(list(body))
        endings.rewrite(program)
        left = {id(stmt) for stmt in walk.statements(program.main.body)}
        return [id(stmt) in left for stmt in tests]

    def decide(self) -> ir.Stmt:
        moves = generator("moves", (), [ir.Yield(0, (), ())])
        return ir.Decide(self.game.decision("Pass", moves), n(0), (), var("choice"), ())


def test_the_second_of_two_is_taken_out() -> None:
    t = WithEnd()
    assert t.left(t.test(), t.test()) == [True, False]


def test_what_the_test_does_not_read_may_change() -> None:
    t = WithEnd()
    assert t.left(t.test(), t.store(t.other), ir.Set(var("x"), n(1)), t.test()) == [True, False]


def test_what_the_test_reads_may_not_change() -> None:
    t = WithEnd()
    assert t.left(t.test(), t.store(t.count), t.test()) == [True, True]


def test_what_the_test_reads_through_a_function_counts() -> None:
    t = WithEnd()
    reading = function("reading", (), [ir.Return(ir.Load(t.other))], ir.INT)
    t.end.body.append(ir.If(ir.Invoke(reading, ()), t.game.win()))
    assert t.left(t.test(), t.store(t.other), t.test()) == [True, True]


def test_nothing_is_known_after_a_stop() -> None:
    t = WithEnd()
    assert t.left(t.test(), t.decide(), t.test()) == [True, True]


def test_a_called_flow_that_ends_with_the_test_counts_as_one() -> None:
    t = WithEnd()
    turn = flow("turn", (), [t.decide(), t.store(t.count), t.test()])
    assert t.left(ir.While(n(1), [ir.Do(turn, ()), t.store(t.other), t.test()])) == [False]
    assert len(turn.body) == 3


def test_a_called_flow_that_may_be_left_early_does_not() -> None:
    t = WithEnd()
    leave = ir.If(ir.Load(t.other), [ir.Return()])
    turn = flow("turn", (), [t.decide(), t.store(t.count), leave, t.test()])
    assert t.left(ir.While(n(1), [ir.Do(turn, ()), t.test(), t.store(t.other)])) == [True]


@pytest.mark.parametrize("both", [False, True])
def test_all_branches_must_have_tested(both: bool) -> None:
    t = WithEnd()
    branch = ir.If(ir.Load(t.other), [t.store(t.count), t.test()], [t.store(t.count), *([t.test()] if both else [])])
    assert t.left(branch, t.test())[-1] is not both


def test_a_branch_that_ends_the_game_does_not_matter() -> None:
    t = WithEnd()
    assert t.left(ir.If(ir.Load(t.other), t.game.win(), [t.test()]), t.store(t.other), t.test()) == [True, False]


def test_in_a_loop_the_round_before_counts_for_nothing() -> None:
    t = WithEnd()
    assert t.left(t.test(), ir.While(ir.Load(t.other), [t.test(), t.store(t.count)]), t.test()) == [True, True, True]


@pytest.mark.parametrize("kind", ["store", "call", "queue"])
def test_what_does_more_than_finish_is_no_test(kind: str) -> None:
    t = WithEnd()
    match kind:
        case "store":
            t.end.body.append(ir.Store(t.other, None, b("add", ir.Load(t.other), n(1))))
        case "call":
            t.end.body.append(ir.Do(function("more", (), [t.store(t.other)]), ()))
        case _:
            t.end.body.append(ir.If(b("gt", ir.QueueLength(), n(2)), t.game.win()))
    assert t.left(t.test(), t.test()) == [True, True]


def test_what_may_return_between_store_and_finish_is_no_test() -> None:
    t = WithEnd()
    leave = ir.If(u("not", ir.Load(t.other)), [ir.Return()])
    t.end.body[:] = [t.store(t.count), leave, ir.Finish()]
    assert t.left(t.test(), t.test()) == [True, True]


def test_a_result_is_never_thrown_away() -> None:
    t = WithEnd()
    asked = function("asked", (), [ir.Return(ir.Load(t.count))], ir.INT)
    x = var("x")
    program = t.game.program([ir.Do(asked, (), x), ir.Do(asked, (), x), ir.Set(x, g(x))])
    endings.rewrite(program)
    assert len(program.main.body) == 3
