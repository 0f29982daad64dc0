"""What certainly has a value."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, function, g, n, u, var
from rulewright.program import ir
from rulewright.program.passes.surely import Surely, Value
from rulewright.source import Span
from rulewright.source.files import Source

PLACE = Span(Source("test.rules", "test"), 0, 4)
X, Y, P = var("x"), var("y"), var("p", ir.REF)
STRENGTH = ir.Table("strength", (4,), (3, 1, 2, -1), ir.INT)
WAYS = ir.Table("ways", (3,), ((0, 2), (1,), ()), ir.LIST)
FAILS = ir.Fail("X105", ("no",), PLACE)

GAME = Game()
KIND = GAME.cell("kind", ir.INT, (-1,) * 4)
OWNED = GAME.cell("owned", ir.bits(4), (0, 0, 0))
GAME.cell("of_kind", ir.bits(4), (0, 0, 0))
OTHERS = GAME.cell("others", ir.bits(4), (0,))
SURELY = Surely(GAME.program([], (STRENGTH, WAYS)))

STRENGTH_OF = function(
    "strength_of", (X,), [ir.If(b("lt", g(X), n(0)), [FAILS]), ir.Return(ir.Look(STRENGTH, (g(X),)))], ir.INT
)
FOR_EVER = function("for_ever", (), [ir.While(n(1), []), ir.Return(n(1))], ir.INT)
OF_ALL = function(
    "of_all",
    (Y,),
    [
        ir.EachItem(P, ir.Look(WAYS, (n(0),)), [ir.If(b("eq", ir.Invoke(STRENGTH_OF, (g(P),)), g(Y)), [ir.Break()])]),
        ir.Each(P, b("common", ir.Load(OWNED, n(0)), ir.Load(OTHERS)), [ir.Return(ir.Invoke(STRENGTH_OF, (g(P),)))]),
        ir.Return(n(0)),
    ],
    ir.INT,
)


def strength(of: ir.Expr) -> ir.Expr:
    return ir.Invoke(STRENGTH_OF, (of,))


def kind(of: ir.Expr) -> ir.Expr:
    return ir.Load(KIND, of)


def checked(op: str, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Binary(op, one, other, PLACE)


LESS = ir.Binary("lt", ir.Get(X), ir.Num(0))
MINE = b("has", ir.Load(OWNED, n(1)), g(P))

SURE = {
    "a number": n(3),
    "a component that is given": strength(kind(g(P))),
    "where it is asked before": b("and", b("has", ir.Load(OWNED, n(1)), g(Y)), b("gt", strength(kind(g(Y))), n(0))),
    "or else": b("or", LESS, strength(g(X))),
    "a choice": ir.Select(LESS, n(0), strength(g(X))),
    "what fits": checked("add", strength(kind(g(P))), n(2**31 - 4)),
    "what is not checked": b("add", g(X), n(1)),
    "a divisor": checked("mod", g(X), n(3)),
    "of all": ir.Invoke(OF_ALL, (g(X),)),
    "the least of some": u("least", ir.Load(OWNED, n(0))),
}

UNSURE = {
    "a component that may be none": strength(kind(g(Y))),
    "another set": b("and", b("has", ir.Load(OTHERS), g(Y)), b("gt", strength(kind(g(Y))), n(0))),
    "where it is asked after": b("and", b("gt", strength(kind(g(Y))), n(0)), b("has", ir.Load(OWNED, n(1)), g(Y))),
    "or": b("or", u("not", LESS), strength(g(X))),
    "the other choice": ir.Select(LESS, strength(g(X)), n(0)),
    "too much": checked("add", strength(kind(g(P))), n(2**31 - 3)),
    "anything": checked("add", g(X), n(1)),
    "a divisor that may be 0": checked("mod", n(3), g(X)),
    "the least of none": strength(u("least", ir.Load(OWNED, n(0)))),
    "no end": ir.Invoke(FOR_EVER, ()),
    "past the end of a list": b("nth", ir.Look(WAYS, (n(0),)), n(5)),
}


@pytest.mark.parametrize("expr", SURE.values(), ids=SURE)
def test_it_has_a_value(expr: ir.Expr) -> None:
    assert SURELY.is_sure(expr, {P: Value(0, 3, on_board=True)})


@pytest.mark.parametrize("expr", UNSURE.values(), ids=UNSURE)
def test_it_may_have_none(expr: ir.Expr) -> None:
    assert not SURELY.is_sure(expr, {P: Value(0, 3, on_board=True)})


def test_members_of_a_set_are_on_the_board_if_all_of_another_are() -> None:
    board, others = ir.Load(OWNED, n(0)), ir.Load(OTHERS)
    assert SURELY.member(b("common", others, board)) == Value(0, 3, on_board=True)
    assert SURELY.member(b("without", board, others)).on_board
    assert not SURELY.member(b("without", others, board)).on_board
    assert not SURELY.member(b("joined", others, board)).on_board


def test_a_function_that_calls_itself_is_not_gone_into_for_ever() -> None:
    again = function("again", (X,), [], ir.INT)
    again.body.append(ir.Return(ir.Invoke(again, (g(X),))))
    assert not SURELY.is_sure(ir.Invoke(again, (n(1),)), {})
