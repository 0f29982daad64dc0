"""Loops over numbers that stand for others become loops over those."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.passes import shifted

MEMBERS = 1 << 257 | 1 << 259 | 1 << 263


class Loop:
    """A function that writes the numbers one after the other, as the digits of its result."""

    def __init__(self, by: int) -> None:
        self.bit, self.number, self.out = var("bit"), var("number"), var("out")
        number = ir.Set(self.number, b("add", g(self.bit), n(by)))
        digit = ir.Set(self.out, b("add", b("mul", g(self.out), n(10)), g(self.number)))
        self.loop = ir.Each(self.bit, ir.Mask(MEMBERS, 264), [number, digit])
        body = [ir.Set(self.out, n(0)), self.loop, ir.Return(g(self.out))]
        self.routine = function("tested", (), body, ir.INT)

    def shifted(self) -> bool:
        program = Game().program([])
        program.routines.append(self.routine)
        shifted.rewrite(program)
        return self.loop.var is self.number

    def value(self) -> object:
        engine = ReferenceEngine(Game().program([]))
        return engine.evaluate(self.routine, engine.start())


def test_the_numbers_themselves() -> None:
    made = Loop(-256)
    assert made.shifted()
    assert isinstance(made.loop.members, ir.Mask)
    assert (made.loop.members.value, made.loop.members.width) == (0b10001010, 8)
    assert made.value() == 137  # 1, 3, 7


def test_numbers_below_zero_stay() -> None:
    assert not Loop(-258).shifted()


def test_numbers_that_grow_stay() -> None:
    assert not Loop(0).shifted()
    assert not Loop(3).shifted()


@pytest.mark.parametrize("inside", [True, False])
def test_a_member_that_is_read_again_stays(inside: bool) -> None:
    made = Loop(-256)
    read = ir.If(b("gt", g(made.bit), n(260)), [])
    (made.loop.body if inside else made.routine.body).insert(2, read)
    assert not made.shifted()


def test_a_number_that_changes_stays() -> None:
    made = Loop(-256)
    made.loop.body.append(ir.Set(made.number, n(0)))
    assert not made.shifted()


def test_another_variable_is_no_member() -> None:
    made = Loop(-256)
    made.loop.body[0] = ir.Set(made.number, b("add", g(var("x")), n(-256)))
    assert not made.shifted()


def test_what_is_known_after_the_loop() -> None:
    """The number keeps the value of the last round."""
    made = Loop(-256)
    made.routine.body[-1] = ir.Return(g(made.number))
    assert made.shifted()
    assert made.value() == 7


def test_a_set_that_is_no_constant_stays() -> None:
    made = Loop(-256)
    made.loop.members = u("single", n(257))
    assert not made.shifted()
