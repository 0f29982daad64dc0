"""Which generators yield nothing twice, by their text."""

import pytest

from engines.programs import b, g, generator, n, u, var
from rulewright.engines.native.differing import all_differ
from rulewright.program import ir

SITES = ir.Mask(0b111, 3)


def choosing(first: tuple[int, ...], second: tuple[int, ...], alternative: int = 0) -> ir.Routine:
    """For each of some sites, and then for some more by one of two loops, a yield with these variables as its key."""
    m, one, other = var("m"), var("one"), var("other")
    parts = {0: g(m), 1: g(one), 2: g(other)}
    keys = [tuple(parts[k] for k in key) for key in (first, second)]
    then = ir.Each(one, SITES, [ir.Yield(0, keys[0], keys[0])])
    otherwise = ir.Each(other, SITES, [ir.Yield(alternative, keys[1], keys[1])])
    return generator("moves", (), [ir.Each(m, SITES, [ir.If(b("eq", g(m), n(1)), [then], [otherwise])])])


@pytest.mark.parametrize(
    ("first", "second", "alternative", "differ"),
    [
        ((0, 1), (0, 2), 0, True),
        ((1, 0), (2, 0), 0, True),
        ((0, 1), (2, 0), 0, False),
        ((0, 1), (2, 0), 1, True),
        ((0, 1), (2,), 0, False),
        ((1,), (0, 2), 0, False),
    ],
    ids=["same places", "other places, the same", "crossed", "of two sorts", "one does not tell", "nor does the other"],
)
def test_branches_in_a_loop(first: tuple[int, ...], second: tuple[int, ...], alternative: int, differ: bool) -> None:
    assert all_differ(choosing(first, second, alternative)) is differ


def test_both_branches_one_after_the_other_may_yield_the_same() -> None:
    m, one = var("m"), var("one")
    key = (g(m), g(one))
    inside: list[ir.Stmt] = [
        ir.If(b("eq", g(m), n(1)), [ir.Each(one, SITES, [ir.Yield(0, key, key)])]) for _ in range(2)
    ]
    assert not all_differ(generator("moves", (), [ir.Each(m, SITES, inside)]))


@pytest.mark.parametrize(
    ("items", "differ"),
    [
        (u("elements", SITES), True),
        (ir.MakeList((n(3), n(-1))), True),
        (ir.MakeList((n(3), n(3))), False),
        (ir.Select(ir.QueueLength(), u("elements", SITES), ir.MakeList((n(-1),))), True),
        (ir.Select(ir.QueueLength(), u("elements", SITES), ir.MakeList((n(-1), n(-1)))), False),
        (ir.MakeList((ir.QueueLength(),)), True),
        (ir.MakeList((ir.QueueLength(), n(1))), False),
        (b("joined_lists", u("elements", SITES), u("elements", SITES)), False),
    ],
)
def test_lists_without_repetitions(items: ir.Expr, differ: bool) -> None:
    x = var("x")
    assert all_differ(generator("moves", (), [ir.EachItem(x, items, [ir.Yield(0, (g(x),), (g(x),))])])) is differ
