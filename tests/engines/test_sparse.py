"""Tables of wide sets that have few words each: native = reference = plain Python."""

from __future__ import annotations

import random

import pytest

from engines.programs import b, function, g, n, u, var
from program.passes.walking import Both, program
from rulewright.boards import hex_rhombus
from rulewright.engines.native import sparse
from rulewright.engines.native.module import Module
from rulewright.program import ir
from rulewright.program.geometry import Geometry

SITES = 1000
BITS = ir.bits(SITES)
DRAW = random.Random(3)


def entry() -> int:
    """Members in up to five words, often in the first or the last."""
    words = DRAW.sample([0, 0, 1, 5, 9, 14, 15, 15], DRAW.randrange(6))
    return sum(1 << DRAW.randrange(64 * word, min(SITES, 64 * word + 64)) for word in set(words))


TABLE = ir.Table("near", (51,), (*[entry() for _ in range(47)], 0, 1, 1 << SITES - 1, 0b110), BITS)
ROWS = ir.Table("rows", (6, 5), tuple([entry() for _ in range(30)]), BITS)


def look(x: ir.Var) -> ir.Expr:
    return ir.Look(TABLE, (g(x),))


def asked(name: str, value: ir.Expr, kind: ir.IrType = ir.INT) -> ir.Routine:
    return function(name, (X, Y, S, T), [ir.Return(value)], kind)


X, Y, S, T = var("x"), var("y"), var("s", BITS), var("t", BITS)
OUT, LISTED = var("out", BITS), var("listed", ir.LIST)
RESULTS = {
    asked("without", u("some", b("without", look(X), g(T)))): lambda e, f, x, y, s, t: int(bool(e & ~t)),
    asked("shared", u("none_of", b("common", g(T), look(X)))): lambda e, f, x, y, s, t: int(not e & t),
    asked("inside", b("inside", look(X), g(T))): lambda e, f, x, y, s, t: int(not e & ~t),
    asked("inside_both", b("inside", look(X), b("joined", g(T), b("without", g(S), u("single", g(Y)))))): (
        lambda e, f, x, y, s, t: int(not e & ~(t | s & ~bit(y)))
    ),
    asked("constant", u("some", b("common", look(X), ir.Mask(0xFF << 960 | 7, SITES)))): (
        lambda e, f, x, y, s, t: int(bool(e & (0xFF << 960 | 7)))
    ),
    asked("two", u("some", b("common", look(X), look(Y)))): lambda e, f, x, y, s, t: int(bool(e & f)),
    asked("has", b("has", look(X), g(Y))): lambda e, f, x, y, s, t: int(bool(e & bit(y))),
    asked("has_local", b("has", g(T), g(Y))): lambda e, f, x, y, s, t: int(bool(t & bit(y))),
    asked("size", u("size", b("common", look(X), g(T)))): lambda e, f, x, y, s, t: (e & t).bit_count(),
    asked("whole", b("joined", look(X), look(Y)), BITS): lambda e, f, x, y, s, t: e | f,
    asked("row", ir.Look(ROWS, (b("mod", g(X), n(5)), n(2))), BITS): (
        lambda e, f, x, y, s, t: ROWS.values[5 * (x % 5) + 2]
    ),
}


def bit(x: int) -> int:
    return 1 << x if x >= 0 else 0


def changed(name: str, *changes: ir.Expr) -> ir.Routine:
    start: list[ir.Stmt] = [ir.Set(OUT, g(S))]
    return function(name, (X, Y, S, T), [*start, *(ir.Set(OUT, e) for e in changes), ir.Return(g(OUT))], BITS)


RESULTS |= {
    changed("add", b("joined", g(OUT), look(X))): lambda e, f, x, y, s, t: s | e,
    changed("add_shared", b("joined", g(OUT), b("common", look(X), g(T)))): lambda e, f, x, y, s, t: s | e & t,
    changed("take", b("without", g(OUT), look(X))): lambda e, f, x, y, s, t: s & ~e,
    changed("add_one", b("joined", g(OUT), u("single", g(Y)))): lambda e, f, x, y, s, t: s | bit(y),
    changed("take_one", b("without", g(OUT), u("single", g(Y)))): lambda e, f, x, y, s, t: s & ~bit(y),
    changed("itself", b("joined", g(OUT), b("common", look(X), g(OUT)))): lambda e, f, x, y, s, t: s,
}


def members(found: int) -> tuple[int, ...]:
    return tuple(k for k in range(SITES) if found >> k & 1)


def gone(name: str, over: ir.Expr) -> ir.Routine:
    return function(
        name,
        (X, Y, S, T),
        [ir.Set(LISTED, ir.MakeList(())), ir.Each(ME, over, [ir.Append(LISTED, g(ME))]), ir.Return(g(LISTED))],
        ir.LIST,
    )


ME = var("me")
RESULTS |= {
    gone("each", look(X)): lambda e, f, x, y, s, t: members(e),
    gone("each_left", b("without", b("without", look(X), g(T)), u("single", g(Y)))): (
        lambda e, f, x, y, s, t: members(e & ~t & ~bit(y))
    ),
}


def test_all_that_is_asked() -> None:
    made = program(list(RESULTS), [TABLE, ROWS])
    both = Both(made, *RESULTS)
    assert [Module(made, list(RESULTS)).parts(table) for table in (TABLE, ROWS)] == [5, 5]
    draw = random.Random(7)
    for x in range(-1, 50):
        e = TABLE.values[x]
        assert isinstance(e, int)
        inside = members(e)
        y = draw.choice([-1, 0, 999, 64, *(49, 50)[:1], *inside]) if inside else draw.randrange(-1, 50)
        f = TABLE.values[y] if y < 50 else 0
        s, t = (draw.getrandbits(SITES) | draw.choice([0, e]) for _ in range(2))
        for routine, expected in RESULTS.items():
            if y < 50 or routine.name not in ("two", "whole"):
                assert both(routine, x, y, s, t) == expected(e, f, x, y, s, t), (routine.name, x, y)


def test_a_board_without_an_edge() -> None:
    """Forty-two rows of hexes, of which the last lie beside the first: what lies around a set."""
    board = hex_rhombus(42, 42, wrapped=True)
    table = Geometry(board).neighbors()
    assert len(board.sites) == 1764
    kind, x = ir.bits(1764), var("x")
    of, out = var("of", kind), var("out", kind)
    add = ir.Set(out, b("joined", g(out), ir.Look(table, (g(x),))))
    around = function("around", (of,), [ir.Each(x, g(of), [add]), ir.Return(b("without", g(out), g(of)))], kind)
    both = Both(program([around], [table]), around)
    draw = random.Random(1)
    for size in (0, 1, 5, 40, 300):
        some = draw.sample(range(1764), size)
        expected = {other for k in some for other in board.step[k]} - set(some)
        found = both(around, sum(1 << k for k in some))
        assert found == sum(1 << k for k in expected)


@pytest.mark.parametrize(
    ("width", "value", "few"),
    [
        (512, 1, 0),
        (576, 0, 1),
        (576, 1, 1),
        (576, 1 << 70 | 1 << 575, 2),
        (576, 15 << 62, 2),
        (576, 1 << 70 | 1 << 575 | 1 << 300, 3),
        (576, sum(1 << 64 * k for k in range(4)), 0),
    ],
)
def test_which_tables(width: int, value: int, few: int) -> None:
    table = ir.Table("t", (3,), (0, value, 0), ir.bits(width))
    x = var("x")
    taken = function("taken", (x,), [ir.Return(ir.Look(table, (g(x),)))], ir.bits(width))
    assert Module(program([taken], [table]), [taken]).parts(table) == few


def test_whole_rows_that_are_compared_are_stored_whole() -> None:
    table = ir.Table("t", (2, 4), (1, 2, 4, 8, 0, 0, 0, 0), BITS)
    of = var("of", BITS)
    clear = function("clear", (of,), [ir.Return(ir.Clear(table, n(0), g(of)))], ir.bits(3))
    made = program([clear], [table])
    assert Module(made, [clear]).parts(table) == 0
    assert Both(made, clear)(clear, 0b1010) == 0b101


def test_how_they_are_stored() -> None:
    assert sparse.stored(1 << 130 | 1 << 3, 3) == [0, 8, 16, 4, 16, 0]
    assert sparse.stored(0, 2) == [0, 0, 0, 0]
