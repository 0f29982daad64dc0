"""Yields that all differ, because of what their keys say about the rounds of loops."""

from __future__ import annotations

import pytest

from engines.programs import b, function, g, n, var
from rulewright.engines.native.differing import all_differ, repeated
from rulewright.program import ir
from rulewright.program.finish import complete

x, y, z = var("x"), var("y"), var("z")
OTHER = var("other")
ENTRIES = ir.Table("entries", (5,), (7, 0, 63, 56, 56), ir.INT)
TWICE = ir.Table("twice", (5,), (7, 0, 63, 7, 56), ir.INT)
SOME = ir.Mask(0b1111, 4)


def generator(*body: ir.Stmt) -> ir.Routine:
    made = ir.Routine("moves", (), None, list(body), sort="generator")
    complete([made])
    return made


def yielded(*key: ir.Expr) -> ir.Stmt:
    return ir.Yield(0, key, ())


def either(one: tuple[ir.Expr, ...], other: tuple[ir.Expr, ...], condition: ir.Expr) -> ir.Routine:
    """In every round one of two yields, each in a loop of its own."""
    inside = ir.If(condition, [ir.Each(y, SOME, [yielded(*one)])], [ir.Each(z, SOME, [yielded(*other)])])
    return generator(ir.Each(x, SOME, [inside]))


def test_one_of_two_yields() -> None:
    odd = b("eq", b("mod", g(x), n(2)), n(1))
    assert all_differ(either((g(x), g(y)), (g(x), g(z)), odd))
    assert all_differ(either((g(y), g(x), n(3)), (g(z), g(x), n(3)), odd))
    # 1 and 2, 2 and 1: the round stands at another place
    assert not all_differ(either((g(x), g(y)), (g(z), g(x)), odd))
    assert not all_differ(either((g(x), g(y)), (n(0), g(z)), odd))
    # both in one round
    both = ir.Each(x, SOME, [yielded(g(x)), yielded(g(x))])
    assert not all_differ(generator(both))


def entry(table: ir.Table, sure: ir.Expr) -> ir.Routine:
    """The key is an entry of a table, or -1 where something stands in its place."""
    s = var("s")
    chosen = ir.Select(b("has", ir.Mask(0b10000001, 64), g(s)), g(s), n(-1))
    on = function("on", (s,), [ir.Return(chosen)], ir.INT)
    found = ir.Set(y, ir.Invoke(on, (ir.Look(table, (g(x),)),)))
    return generator(ir.Each(x, SOME, [found, ir.If(sure, [yielded(g(y))])]))


def test_alternatives_are_told_apart() -> None:
    """Those of which some yields may be alike are told; the others differ for certain."""
    again = ir.Each(y, SOME, [ir.Yield(1, (b("mod", g(y), n(2)),), ()), ir.Yield(2, (g(y),), ())])
    assert repeated(generator(ir.Each(x, SOME, [yielded(g(x))]), again)) == {1}
    assert repeated(generator(ir.Each(x, SOME, [yielded(g(x)), again]))) == {1, 2}  # in every round the same ones
    assert repeated(generator(yielded(n(3)), ir.Each(x, SOME, [yielded(g(x))]), again)) == {0, 1}
    counted = ir.While(b("lt", g(z), n(3)), [ir.Yield(3, (), ()), ir.Set(z, b("add", g(z), n(1)))])
    assert repeated(generator(counted, ir.Each(x, SOME, [yielded(g(x))]))) == {3}


def test_entries_of_a_table() -> None:
    inside = b("has", ir.Mask((1 << 64) - 1, 64), g(y))
    assert all_differ(entry(ENTRIES, inside))
    assert all_differ(entry(ENTRIES, b("ne", g(y), n(-1))))
    # -1 may come twice; two entries are the same
    assert not all_differ(entry(ENTRIES, b("ne", g(y), n(-2))))
    assert not all_differ(entry(TWICE, inside))


@pytest.mark.parametrize(
    ("items", "differ"),
    [
        (ir.MakeList((n(1), n(2))), True),
        (ir.MakeList((n(1), n(1))), False),
        (ir.MakeList((g(OTHER), n(1))), False),
        (ir.Select(b("eq", g(OTHER), n(1)), ir.Unary("elements", SOME), ir.MakeList((n(-1),))), True),
        (ir.Select(b("eq", g(OTHER), n(1)), ir.MakeList((n(3), n(3))), ir.MakeList((n(-1),))), False),
    ],
)
def test_items_of_a_list(items: ir.Expr, differ: bool) -> None:
    made = generator(ir.Set(OTHER, n(1)), ir.EachItem(x, items, [yielded(g(x))]))
    assert all_differ(made) == differ


HELD = ir.Cell("held", ir.REFLIST, 2, ((), ()), different=True)
NOTED = ir.Cell("noted", ir.REFLIST, 2, ((), ()))


def passed_on(different: bool) -> ir.Routine:
    """A function that gives the list that it is given."""
    items = ir.Var("items", ir.REFLIST)
    made = function("passed_on", (items,), [ir.Return(g(items))], ir.REFLIST)
    made.different = different
    return made


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(
    ("items", "differ"),
    [
        (ir.Load(HELD, n(0)), True),
        (ir.Load(NOTED, n(0)), False),
        (b("head", b("tail", ir.Load(HELD, n(0)), n(1)), n(2)), True),
        (b("leaving", ir.Load(HELD, n(0)), n(2)), True),
        # what is taken of two lists may be the same
        (b("joined_lists", ir.Load(HELD, n(0)), ir.Load(HELD, n(1))), False),
        (ir.Invoke(passed_on(True), (ir.Load(HELD, n(0)),)), True),
        (ir.Invoke(passed_on(True), (ir.Load(NOTED, n(0)),)), False),
        (ir.Invoke(passed_on(False), (ir.Load(HELD, n(0)),)), False),
    ],
)
def test_lists_of_the_state(items: ir.Expr, differ: bool, several: bool) -> None:
    """Items, or sets of several, of a list that is looked at where it lies, or was laid into a local before."""
    kept = ir.Var("kept", ir.REFLIST)
    for ahead, listed in (([], items), ([ir.Set(kept, items)], g(kept))):
        loop: ir.Stmt = ir.EachItem(x, listed, [yielded(g(x))])
        if several:
            chosen = ir.Var("chosen", ir.refs(8))
            loop = ir.YieldSubsets(chosen, listed, n(1), n(2), [yielded(g(chosen))])
        assert all_differ(generator(*ahead, loop)) == differ


def test_a_local_that_is_given_more_than_one_list() -> None:
    kept = ir.Var("kept", ir.REFLIST)
    loop = ir.EachItem(x, g(kept), [yielded(g(x))])
    first = ir.Set(kept, ir.Load(HELD, n(0)))
    assert all_differ(generator(first, loop))
    assert not all_differ(generator(first, ir.Append(kept, n(3)), loop))
