"""Loops with a condition on their member alone become loops over fewer members."""

import pytest

from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines import reference
from rulewright.program import ir
from rulewright.program.passes import filters

WIDTH = 6
A, B, C = 0b101101, 0b001101, 0b100100


class Loop:
    """A function that adds up the members of A for which `condition` of the member holds, as bits."""

    def __init__(self, condition: ir.Expr, x: ir.Var, *more: ir.Stmt, after: tuple[ir.Stmt, ...] = ()) -> None:
        self.out = var("out", ir.bits(WIDTH))
        add = ir.Set(self.out, b("joined", g(self.out), u("single", g(x))))
        self.loop = ir.Each(x, ir.Mask(A, WIDTH), [ir.If(condition, [add, *more])])
        self.routine = function("tested", (), [self.loop, *after, ir.Return(g(self.out))], ir.bits(WIDTH))

    def narrowed(self) -> bool:
        program = Game().program([])
        program.routines.append(self.routine)
        filters.rewrite(program)
        return not isinstance(self.loop.members, ir.Mask)

    def value(self) -> object:
        engine = reference(Game().program([]))
        return engine.evaluate(self.routine, engine.start())


def has(of: int, x: ir.Var) -> ir.Expr:
    return b("has", ir.Mask(of, WIDTH), g(x))


def test_members_of_another_set() -> None:
    x = var("x")
    made = Loop(has(B, x), x)
    assert made.narrowed()
    assert not any(isinstance(stmt, ir.If) for stmt in made.loop.body)
    assert made.value() == A & B


def test_those_that_are_not_members() -> None:
    x = var("x")
    made = Loop(u("not", has(B, x)), x)
    assert made.narrowed()
    assert made.value() == A & ~B


def test_conditions_one_after_the_other() -> None:
    x = var("x")
    made = Loop(b("and", has(B, x), b("and", u("not", has(C, x)), b("gt", g(x), n(0)))), x)
    assert made.narrowed()
    (rest,) = made.loop.body
    assert isinstance(rest, ir.If)
    assert isinstance(rest.condition, ir.Binary)
    assert rest.condition.op == "gt"
    assert made.value() == A & B & ~C & ~1


def test_a_later_condition_waits_for_the_first() -> None:
    x = var("x")
    made = Loop(b("and", b("gt", g(x), n(0)), has(B, x)), x)
    assert not made.narrowed()
    assert made.value() == A & B & ~1


def test_another_variable_is_no_member() -> None:
    x, y = var("x"), var("y")
    assert not Loop(has(B, y), x).narrowed()


def test_a_set_that_grows_in_the_loop_stays_in_it() -> None:
    x = var("x")
    made = Loop(has(B, x), x)
    (test,) = made.loop.body
    assert isinstance(test, ir.If)
    test.condition = u("not", b("has", g(made.out), g(x)))
    assert not made.narrowed()


@pytest.mark.parametrize("kind", ["store", "call"])
def test_a_loop_that_changes_the_state_stays(kind: str) -> None:
    x = var("x")
    store = ir.Store(Game().mover, None, n(1))
    assert not Loop(has(B, x), x, store if kind == "store" else ir.Do(function("change", (), [store]), ())).narrowed()


def test_a_member_that_is_read_after_the_loop_is_the_last_of_all() -> None:
    x = var("x")
    made = Loop(has(B, x), x, after=(ir.Return(u("single", g(x))),))
    assert not made.narrowed()
    assert made.value() == 1 << 5
