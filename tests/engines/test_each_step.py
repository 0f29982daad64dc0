"""Loops over steps, as the intermediate representation describes them."""

import random

import pytest

from engines.programs import Game, b, function, g, n, var
from rulewright.engines import reference
from rulewright.program import ir
from rulewright.program.printer import print_routine
from rulewright.program.verify import verify

Pairs = tuple[int, ...]


def walked(sets: list[int], steps: list[int], width: int, *body: ir.Stmt) -> ir.Routine:
    """A function that lists members and where they lead."""
    site, to, out = var("site"), var("to"), var("out", ir.LIST)
    ways = tuple((ir.Mask(members, width), step) for members, step in zip(sets, steps, strict=True))
    found = (ir.Append(out, g(site)), ir.Append(out, g(to)))
    return function("walked", (), [ir.EachStep(site, to, ways, [*found, *body]), ir.Return(g(out))], ir.LIST)


def value(routine: ir.Routine) -> object:
    engine = reference(Game().program([]))
    return engine.evaluate(routine, engine.start())


def by_hand(sets: list[int], steps: list[int], width: int) -> Pairs:
    return tuple(
        x
        for site in range(width)
        for members, step in zip(sets, steps, strict=True)
        if members >> site & 1
        for x in (site, site + step)
    )


def test_members_in_order_and_of_each_the_steps() -> None:
    assert value(walked([0b100110, 0b000101, 0b000100], [-1, 2, 3], 6)) == (0, 2, 1, 0, 2, 1, 2, 4, 2, 5, 5, 4)


def test_nothing_to_go_over() -> None:
    assert value(walked([0, 0], [1, 2], 6)) == ()


@pytest.mark.parametrize("width", [6, 50, 64, 65, 121, 225])
def test_any_sets(width: int) -> None:
    draw = random.Random(width)
    for ways in (1, 2, 3, 8):
        sets = [draw.getrandbits(width) & draw.getrandbits(width) for _ in range(ways)]
        steps = sorted(draw.sample(range(-9, 10), ways))
        assert value(walked(sets, steps, width)) == by_hand(sets, steps, width)


def test_the_sets_are_those_from_before() -> None:
    site, to, left, out = var("site"), var("to"), var("left", ir.bits(6)), var("out", ir.LIST)
    body: list[ir.Stmt] = [ir.Set(left, ir.Mask(0, 6)), ir.Append(out, g(to))]
    loop = ir.EachStep(site, to, ((g(left), 1), (g(left), 2)), body)
    set_ = ir.Set(left, ir.Mask(0b11, 6))
    assert value(function("walked", (), [set_, loop, ir.Return(g(out))], ir.LIST)) == (1, 2, 2, 3)


def test_a_return_leaves_it() -> None:
    site, to = var("site"), var("to")
    body: list[ir.Stmt] = [ir.If(b("gt", g(to), n(3)), [ir.Return(g(to))])]
    loop = ir.EachStep(site, to, ((ir.Mask(0b1111, 6), 1), (ir.Mask(0b11, 6), 3)), body)
    assert value(function("walked", (), [loop, ir.Return(n(-1))], ir.INT)) == 4


def test_printed() -> None:
    text = print_routine(walked([0b11, 0b10], [-1, 7], 64))
    assert "for site to to by -1 from {0, 1}, by 7 from {1}:" in text


@pytest.mark.parametrize(
    ("steps", "body", "problem"),
    [
        ([2, 1], [], "the steps from site do not ascend"),
        ([1, 1], [], "the steps from site do not ascend"),
        ([1, 2], [ir.Break()], "a break leaves no loop"),
        ([1, 2], [ir.Rename(n(0), n(1))], "renames what it goes over"),
    ],
)
def test_the_verifier_knows_its_rules(steps: list[int], body: list[ir.Stmt], problem: str) -> None:
    routine = walked([1, 1], steps, 6, *body)
    program = Game().program([ir.Do(routine, ())])
    assert any(problem in found for found in verify(program))
    assert not verify(Game().program([ir.Do(walked([1, 1], [1, 2], 6), ())]))
