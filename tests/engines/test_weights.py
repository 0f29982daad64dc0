"""What loops take from the budget in games that roll: bounds by hand, and that no endless game slips through."""

from __future__ import annotations

import pytest

import rulewright as rw
from engines.programs import b, flow, function, g, generator, n, u, var
from rulewright.engines import errors, noted
from rulewright.engines.native.layout import Sizes
from rulewright.engines.native.weights import Weights
from rulewright.engines.native.whole import NativeGames
from rulewright.program import ir, walk

SIZES = Sizes(1, 1, 64)
SET = ir.bits(9)


def weights(*body: ir.Stmt) -> Weights:
    main = function("main", (), list(body))
    return Weights(main, walk.reachable([main]), SIZES)


def each(members: ir.Expr, *body: ir.Stmt) -> ir.Each:
    return ir.Each(var("x"), members, list(body))


def test_loops_with_a_bound_take_nothing() -> None:
    inner = each(ir.Mask(0b101, 9))
    outer = ir.Count(var("i"), n(1), n(5), [inner])
    found = weights(outer)
    assert found.of(inner) == found.of(outer) == 0
    assert found.budget == errors.MAX_ITERATIONS - 5 * (1 + 2)


def test_an_endless_loop_takes_what_runs_inside_it() -> None:
    called = function("called", (), [each(ir.Mask(0b111, 9))])
    asked = generator("asked", (), [each(g(var("s", SET)))])
    loop = ir.While(n(1), [ir.Do(called, ()), ir.If(ir.SomeYield(asked, ()), [ir.Do(called, ())])])
    found = weights(loop)
    assert found.of(loop) == 1 + 3 + 64 + 3
    assert found.budget == errors.MAX_ITERATIONS


def test_lists_and_bounds_that_are_not_known_take_each_round() -> None:
    items = ir.EachItem(var("x"), g(var("list", ir.LIST)), [each(ir.Mask(1, 9))])
    count = ir.Count(var("i"), n(1), g(var("k")), [])
    found = weights(items, count)
    assert (found.of(items), found.of(count)) == (2, 1)


def test_a_loop_that_may_go_round_very_often_takes_each_round() -> None:
    inner = each(g(var("s", ir.bits(64))))
    outer = each(g(var("t", ir.bits(64))), inner)
    found = weights(outer)
    assert (found.of(inner), found.of(outer)) == (0, 65)


def test_what_comes_after_a_stop_in_a_round_is_left_over() -> None:
    """A flow's loop is begun before a stop and goes on after it: the rest of the round was paid for before."""
    called = function("called", (), [each(ir.Mask(0b111, 9))])
    loop = ir.While(n(1), [ir.Do(called, ())])
    main = flow("main", (), [loop])
    found = Weights(main, [main, called], SIZES)
    assert found.of(loop) == 1 + 3 + 4
    assert found.budget == errors.MAX_ITERATIONS - 4 - found.of(loop)


def test_conditions_of_endless_loops_are_evaluated_each_round() -> None:
    asked = function("asked", (), [each(ir.Mask(0b111, 9)), ir.Return(n(1))], ir.INT)
    loop = ir.While(ir.Invoke(asked, ()), [])
    assert weights(loop).of(loop) == 1 + 3


def test_both_ways_of_a_condition_count() -> None:
    one = ir.If(b("gt", g(var("k")), n(0)), [each(ir.Mask(1, 9))], [each(u("single", g(var("k"))))])
    assert weights(one).budget == errors.MAX_ITERATIONS - 1 - 1


def test_how_many_rounds_there_are_at_most() -> None:
    x, few, any_ = var("x"), ir.Mask(0b111, 9), var("any", ir.bits(70))
    lists = ir.Table("lists", (3,), ((1, 2), (5, 6, 7, 8, 9), ()), ir.LIST)
    near = ir.Table("near", (3,), (0b11, 0b11101, 0), ir.bits(9))
    for of, most in (
        (b("common", g(any_), few), 3),
        (b("without", few, g(any_)), 3),
        (b("joined", few, g(any_)), 128),
        (ir.Look(near, (g(x),)), 4),
    ):
        assert weights(each(of)).budget == errors.MAX_ITERATIONS - most
    items = ir.EachItem(x, ir.Look(lists, (g(x),)), [])
    assert weights(items).budget == errors.MAX_ITERATIONS - 5


LONG = """
game "Long"
players A, B
board square 8 by 8
var count: int in 0..1000000 = 0
action Go:
    do:
        while count < ROUNDS:
            count += 1
            for s in sites:
                if count < 0:
                    tie
        tie
    say "go"
turn:
    choose Go
"""


@pytest.mark.parametrize(("rounds", "refused"), [(1_000, False), (150_000, False), (154_000, True)])
def test_the_same_is_refused(rounds: int, refused: bool) -> None:
    """A round of the endless loop comes to 65 rounds: 10,000,000 are 153,846 of them."""
    game = rw.loads(LONG.replace("ROUNDS", str(rounds)))
    native = NativeGames(game.setting.program)
    if refused:
        with pytest.raises(rw.PlayError, match="10,000,000"):
            native.playouts(0, 1, 1, 100)
    else:
        assert native.playouts(0, 1, 1, 100) == noted.form(2).pack(noted.OVER, 1, 1, 0, 0)
