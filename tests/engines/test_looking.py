"""Lists that the native engine only looks at where they lie, and items that it puts into them there: the reference
engine, which copies them all, gives the same."""

from __future__ import annotations

import pytest

from engines.checked import CheckedEngine
from engines.programs import Game, b, function, g, n, u, var
from rulewright.engines.native.looking import Looking
from rulewright.engines.protocol import Value
from rulewright.program import ir, walk
from rulewright.program.finish import complete

ROW = ir.Cell("row", ir.REFLIST, 2, ((3, 1, 4), (2,)))
OTHER = ir.Cell("other", ir.LIST, 1, ((7, 8),))
ITEMS, ALSO, X, OUT = var("items", ir.REFLIST), var("also", ir.REFLIST), var("x", ir.REF), var("out", ir.LIST)
FIRST = ir.Load(ROW, n(0))
LONGER = ir.Store(ROW, n(0), b("joined_lists", ir.Load(ROW, n(0)), ir.MakeList((n(5),))))


def listed(*items: int) -> ir.MakeList:
    return ir.MakeList(tuple(map(n, items)))


def given(body: list[ir.Stmt], kept: int) -> Value:
    """What a function returns, in both engines; so many of the statements that give `items` a list need no copy."""
    game = Game()
    game.cells += [ROW, OTHER]
    routine = function("asked", (), body, ir.LIST)
    complete([routine])
    gives = [stmt for stmt in _all(body) if isinstance(stmt, ir.Set) and stmt.var is ITEMS]
    looking = Looking()
    assert sum(looking.kept(stmt, routine) for stmt in gives) == kept
    engine = CheckedEngine(game.program([]))
    return engine.evaluate(routine, engine.start())


def _all(body: list[ir.Stmt]) -> list[ir.Stmt]:
    return list(walk.statements(body))


def note(value: ir.Expr) -> ir.Append:
    return ir.Append(OUT, value)


def told(*more: ir.Stmt) -> list[ir.Stmt]:
    return [*more, ir.Return(b("joined_lists", g(OUT), ir.Load(ROW, n(0))))]


GIVE = ir.Set(ITEMS, FIRST)
LENGTH = note(u("length", g(ITEMS)))
LAST = note(b("nth", g(ITEMS), b("sub", u("length", g(ITEMS)), n(1))))
EACH = ir.EachItem(X, g(ITEMS), [note(g(X))])
AT = var("i")

CASES: dict[str, tuple[list[ir.Stmt], int, tuple[int, ...]]] = {
    "read, then stored": ([GIVE, LENGTH, EACH, LONGER], 1, (3, 3, 1, 4, 3, 1, 4, 5)),
    "stored, then read": ([GIVE, LONGER, LENGTH], 0, (3, 3, 1, 4, 5)),
    "another cell is stored": ([GIVE, ir.Store(OTHER, None, listed(1)), LAST], 1, (4, 3, 1, 4)),
    "stored in a branch": ([GIVE, ir.If(n(1), [LONGER]), LENGTH], 0, (3, 3, 1, 4, 5)),
    "stored by a function": ([GIVE, ir.Do(function("longer", (), [LONGER]), ()), LAST], 0, (4, 3, 1, 4, 5)),
    "stored in a loop over it": (
        [GIVE, ir.EachItem(X, g(ITEMS), [note(g(X)), LONGER])],
        0,
        (3, 1, 4, 3, 1, 4, 5, 5, 5),
    ),
    "stored in a loop after it is read": (
        [GIVE, ir.Count(AT, n(1), n(2), [LENGTH, LONGER])],
        0,
        (3, 3, 3, 1, 4, 5, 5),
    ),
    "given anew in each round": ([ir.Count(AT, n(1), n(2), [GIVE, LENGTH, LONGER])], 1, (3, 4, 3, 1, 4, 5, 5)),
    "given in one round, read in the next": (
        [ir.Count(AT, n(1), n(2), [ir.If(b("eq", g(AT), n(1)), [GIVE]), LENGTH, LONGER])],
        0,
        (3, 3, 3, 1, 4, 5, 5),
    ),
    "given in one round, read behind the loop": (
        [ir.Count(AT, n(1), n(2), [ir.If(b("eq", g(AT), n(2)), [LONGER], [GIVE])]), LENGTH],
        0,
        (3, 3, 1, 4, 5),
    ),
    "handed on": ([GIVE, ir.Set(ALSO, g(ITEMS)), LONGER, note(u("length", g(ALSO)))], 0, (3, 3, 1, 4, 5)),
    "the end of a list": (
        [ir.Set(ITEMS, b("tail", FIRST, n(1))), LENGTH, LAST, LONGER],
        0,
        (2, 4, 3, 1, 4, 5),
    ),
    "the start of a list": ([ir.Set(ITEMS, b("head", FIRST, n(2))), LENGTH, LAST, LONGER], 1, (2, 1, 3, 1, 4, 5)),
    "references move": ([GIVE, ir.Rename(n(1), n(6)), EACH], 0, (3, 6, 4, 3, 6, 4)),
    "what is stored is made of it": (
        [
            GIVE,
            ir.Store(ROW, n(0), b("joined_lists", b("tail", g(ITEMS), n(1)), b("head", g(ITEMS), n(2)))),
            note(n(0)),
        ],
        1,
        (0, 1, 4, 3, 1),
    ),
    "an index that changes it": (
        [
            GIVE,
            note(b("nth", g(ITEMS), ir.Invoke(function("two", (), [LONGER, ir.Return(n(2))], ir.INT), ()))),
        ],
        0,
        (4, 3, 1, 4, 5),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_locals(name: str) -> None:
    body, kept, found = CASES[name]
    assert given(told(ir.Set(OUT, listed()), *body), kept) == found


def test_a_list_that_is_returned_is_copied() -> None:
    first = function("first", (), [GIVE, ir.Return(g(ITEMS))], ir.REFLIST)
    assert given([ir.Do(first, (), ALSO), LONGER, ir.Return(g(ALSO))], 0) == (3, 1, 4)


@pytest.mark.parametrize("in_function", [False, True])
def test_loops_over_a_list_that_grows(in_function: bool) -> None:
    """They end where it ended when they began, though it is stored in them."""
    longer = ir.Do(function("longer", (), [LONGER]), ()) if in_function else LONGER
    loop = ir.EachItem(X, FIRST, [note(g(X)), longer])
    assert given(told(ir.Set(OUT, listed()), loop), 0) == (3, 1, 4, 3, 1, 4, 5, 5, 5)


def test_functions_that_call_each_other() -> None:
    """One changes the list only by way of the other."""
    one, other = function("one", (var("n"),), []), function("other", (var("n"),), [])
    again = b("sub", g(one.params[0]), n(1))
    one.body = [ir.If(b("gt", g(one.params[0]), n(0)), [ir.Do(other, (again,))])]
    other.body = [LONGER, ir.Do(one, (g(other.params[0]),))]
    loops = [ir.EachItem(X, FIRST, [note(g(X)), ir.Do(called, (n(1),))]) for called in (other, one)]
    assert given(told(ir.Set(OUT, listed()), *loops), 0) == (3, 1, 4, *(3, 1, 4, *(5,) * 6), 3, 1, 4, *(5,) * 15)


# ---- items that come and go ----


def put(items: ir.Expr, at: int, item: int) -> ir.Store:
    first = b("joined_lists", b("head", items, n(at)), listed(item))
    return ir.Store(ROW, n(0), b("joined_lists", first, b("tail", items, n(at))))


PLACED: dict[str, tuple[list[ir.Stmt], tuple[int, ...]]] = {
    **{
        f"into itself at {at}": ([put(FIRST, at, 9)], found)
        for at, found in enumerate(((9, 3, 1, 4), (3, 9, 1, 4), (3, 1, 9, 4), (3, 1, 4, 9), (3, 1, 4, 9)))
    },
    "into what a local holds of it": ([GIVE, put(g(ITEMS), 1, 9)], (3, 9, 1, 4)),
    "into the start of it": ([ir.Set(ITEMS, b("head", FIRST, n(2))), put(g(ITEMS), 1, 9)], (3, 9, 1)),
    "into the end of it": ([ir.Set(ITEMS, b("tail", FIRST, n(1))), put(g(ITEMS), 1, 9)], (1, 9, 4)),
    "into what it was": ([GIVE, LONGER, put(g(ITEMS), 2, 9)], (3, 1, 9, 4)),
    "into another": ([put(ir.Load(ROW, n(1)), 0, 9)], (9, 2)),
    "into a new list": ([ir.Set(ITEMS, listed(6, 6, 5)), put(g(ITEMS), 2, 9)], (6, 6, 9, 5)),
    "into nothing": ([ir.Set(ITEMS, listed()), put(g(ITEMS), 0, 9)], (9,)),
    **{
        f"{item} leaves": ([ir.Store(ROW, n(0), b("leaving", FIRST, n(item)))], found)
        for item, found in ((3, (1, 4)), (1, (3, 4)), (4, (3, 1)), (5, (3, 1, 4)))
    },
    "one of two leaves": ([put(FIRST, 3, 3), ir.Store(ROW, n(0), b("leaving", FIRST, n(3)))], (1, 4, 3)),
    "one leaves another list": ([ir.Store(ROW, n(0), b("leaving", ir.Load(ROW, n(1)), n(2)))], ()),
}


@pytest.mark.parametrize("name", PLACED)
def test_items(name: str) -> None:
    body, found = PLACED[name]
    engine_found = given([*body, ir.Return(b("joined_lists", ir.Load(ROW, n(0)), ir.Load(ROW, n(1))))], _kept(name))
    assert engine_found == (*found, 2)


def _kept(name: str) -> int:
    return int(name in ("into what a local holds of it", "into the start of it"))
