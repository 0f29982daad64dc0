"""Parts of the native engine that no bundled game reaches, each against the reference engine."""

from __future__ import annotations

import pytest

from engines.checked import CheckedEngine
from engines.programs import Game, b, function, g, generator, n, u, var
from rulewright.engines import errors, pcg
from rulewright.engines.native import library
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir
from rulewright.program.finish import complete
from rulewright.source import Source, Span

PLACE = Span(Source("test.rules", "score += 1\n"), 0, 5)
LOTS = 2**31 - 1


@pytest.mark.parametrize(
    "weights", [(1, 2, 3), (LOTS, LOTS, 2), (LOTS, LOTS, 3), (LOTS,) * 40, (0, 5), (0, 0), (7,), (3, 0, 3)]
)
def test_weights(weights: tuple[int, ...]) -> None:
    """Also those whose sum is 2**32 and more, which takes two numbers from the generator."""
    game = Game()
    seen, drawn = game.cell("seen", ir.INT, (0,)), var("drawn")
    uneven = generator("uneven", (), [ir.Yield(0, (n(i),), (n(i),), (), n(w)) for i, w in enumerate(weights)])
    info = ir.DrawInfo("die", ir.Shown("int"))
    engine = CheckedEngine(game.program([ir.Draw(uneven, (), drawn, info), ir.Store(seen, None, g(drawn))]))
    before = CheckedEngine.compared
    for seed in range(50):
        engine.start(seed)
    engine.start(explicit=True)
    assert CheckedEngine.compared == before + 51


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 64, 127, 254, 255, 256, 257])
def test_numbers_below_a_bound(bound: int) -> None:
    """Each remainder, be it divided or multiplied for."""
    game, drawn, x = Game(), var("drawn"), var("x")
    sums = game.cell("sums", ir.INT, (0,) * 8)
    even = generator("even", (), [ir.Each(x, ir.Mask((1 << bound) - 1, bound), [ir.Yield(0, (g(x),), (g(x),))])])
    body: list[ir.Stmt] = []
    for i in range(8):
        body += [ir.Draw(even, (), drawn, ir.DrawInfo("die", ir.Shown("int"))), ir.Store(sums, n(i), g(drawn))]
    engine = CheckedEngine(game.program(body))
    for seed in range(25):
        state, generated = engine.start(seed), pcg.seeded(seed)
        for i in range(8 if bound > 1 else 0):
            number, generated = pcg.below(generated, bound)
            assert engine.cells(state)[sums.offset + i] == number


def test_inverses_of_bounds() -> None:
    for bound in range(1, 256):
        inverse, most = library._inverse(bound), (2**32 - 1) // bound
        ends = (k * bound + r for k in (0, 1, 2, 3, most // 2, most) for r in (-1, 0, 1, bound - 1))
        for number in {0, 2**32 - 1, *(one for one in ends if 0 <= one < 2**32)}:
            assert (number * inverse % 2**64) * bound >> 64 == number % bound


def test_a_negative_weight() -> None:
    game, drawn = Game(), var("drawn")
    wrong = generator("wrong", (), [ir.Yield(0, (n(1),), (n(1),), (), n(-3))])
    engine = CheckedEngine(game.program([ir.Draw(wrong, (), drawn, ir.DrawInfo("die", ir.Shown("int")))]))
    with pytest.raises(PlayError, match="the weight -3") as info:
        engine.start(1)
    assert info.value.code == errors.NEGATIVE_WEIGHT


@pytest.mark.parametrize(
    ("count", "faces"), [(0, (1, 1)), (1, (2, 3)), (5, (1, 1, 1, 1, 1, 1)), (3, (2, 0, 4)), (2, (1,) * 9)]
)
def test_throws(count: int, faces: tuple[int, ...]) -> None:
    game = Game()
    seen, bag = game.cell("seen", ir.bits(8 * len(faces)), (0,)), var("bag", ir.bits(8 * len(faces)))
    throw = generator("throw", (), [ir.YieldBags(n(count), faces)])
    info = ir.DrawInfo("dice", ir.Shown("int"), faces)
    engine = CheckedEngine(game.program([ir.Draw(throw, (), bag, info), ir.Store(seen, None, g(bag))]))
    for seed in range(20):
        engine.start(seed)


@pytest.mark.parametrize(
    ("least", "most"), [(0, 0), (0, 2), (2, 2), (1, 4), (3, 9), (5, 4), (1, 1), (3, 3), (4, 4), (5, 5)]
)
def test_subsets_and_counting(least: int, most: int) -> None:
    """Also in a list with an item twice: moves that are alike count once."""
    subset, many = var("subset", ir.bits(9)), var("many")
    items = ir.MakeList((n(3), n(0), n(8), n(3)))
    chosen = generator(
        "chosen", (), [ir.YieldSubsets(subset, items, n(least), n(most), [ir.Yield(0, (g(subset),), ())])]
    )
    inner = [
        ir.Set(many, ir.CountYields(chosen, ())),
        ir.Return(b("add", b("mul", g(many), n(2)), ir.SomeYield(chosen, ()))),
    ]
    engine = CheckedEngine(Game().program([]))
    engine.evaluate(function("counted", (), inner, ir.INT), engine.start())


@pytest.mark.parametrize(
    ("least", "most", "last", "before"),
    # of 3, 0, 8, 5, 1: the pairs 3 0, 3 8, 3 5, 3 1, 0 8 ...; 3 0 8, 3 0 5 ...; or 3, 3 0, 3 8, 3 5, 3 1, 0, 0 8 ...
    [(1, 1, 0, 1), (1, 1, 4, 5), (2, 2, 8, 4), (2, 2, 5, 5), (2, 2, 4, 10), (3, 3, 8, 0), (3, 3, 5, 1), (1, 2, 8, 6)],
)
def test_subsets_up_to_a_break(least: int, most: int, last: int, before: int) -> None:
    """In order, up to the first that holds 0 and another item."""
    subset = var("subset", ir.bits(9))
    items = ir.MakeList((n(3), n(0), n(8), n(5), n(1)))
    enough = b("and", b("has", g(subset), n(0)), b("has", g(subset), n(last)))
    inside: list[ir.Stmt] = [ir.If(enough, [ir.Break()]), ir.Yield(0, (g(subset),), ())]
    chosen = generator("chosen", (), [ir.YieldSubsets(subset, items, n(least), n(most), inside)])
    engine = CheckedEngine(Game().program([]))
    counted = function("counted", (), [ir.Return(ir.CountYields(chosen, ()))], ir.INT)
    assert engine.evaluate(counted, engine.start()) == before


@pytest.mark.parametrize("many", [0, 1, 2, 7, 8, 9, 40])
def test_moves_that_are_alike_among_others_that_all_differ(many: int) -> None:
    """Some differ for certain, before and behind those that have to be compared, be they few or many."""
    x, y, z, seen = var("x"), var("y"), var("z"), Game()
    last = seen.cell("last", ir.INT, (0,))
    listed = ir.MakeList(tuple(n(i * i % 11) for i in range(many)))
    body: list[ir.Stmt] = [
        ir.Each(x, ir.Mask(0b10110, 5), [ir.Yield(0, (g(x),), (g(x), n(1)))]),
        ir.EachItem(y, listed, [ir.Yield(1, (g(y),), (g(y), n(2))), ir.Yield(2, (g(y), n(0)), (g(y), n(3)))]),
        ir.Each(z, ir.Mask(0b111, 3), [ir.Yield(3, (g(z),), (g(z), n(4)))]),
    ]
    moves = generator("moves", (), body)
    choice, a, c = var("choice"), var("a"), var("c")
    go = seen.decision("Go", moves, False, "Fly", "Swim", "Stay")
    out: list[ir.Stmt] = []
    for _ in range(3):
        took = b("add", b("mul", ir.Load(last), n(5)), b("add", b("mul", g(a), n(4)), g(c)))
        out += [ir.Decide(go, n(0), (), choice, (a, c)), ir.Store(last, None, took)]
    result = ir.Store(seen.returns, n(0), b("mod", ir.Load(last), n(1000)))
    program = seen.program([*out, result, ir.Store(seen.ended, None, n(1)), ir.Finish()])
    games, done = NativeGames(program)._rolled(0, 60, 5, 100)
    assert done == 60
    assert games == whole.playouts(ReferenceEngine(program), 0, 60, 5, 100)
    engine = CheckedEngine(program)
    assert len(engine.moves(engine.start())) == 3 + 2 * len({i * i % 11 for i in range(many)}) + 3
    counted = function("counted", (), [ir.Return(ir.CountYields(moves, ()))], ir.INT)
    assert engine.evaluate(counted, engine.start()) == len(engine.moves(engine.start()))


def test_only_the_greatest_rank_counts() -> None:
    x, choice, pick = var("x"), var("choice"), var("pick")
    rank = (b("mod", g(x), n(3)), b("mod", g(x), n(2)))
    body = [ir.Count(x, n(0), n(40), [ir.Yield(0, (b("div", g(x), n(2)),), (g(x),), rank)])]
    game = Game()
    best = game.decision("best", generator("ranked", (), body))
    engine = CheckedEngine(game.program([ir.Decide(best, n(0), (), choice, (pick,))]))
    # x % 3 is 2 and x % 2 is 1: 5, 11, 17 ...
    assert [act.picks for act in engine.moves(engine.start())] == [(5,), (11,), (17,), (23,), (29,), (35,)]


def test_trials_and_attempts() -> None:
    game = Game()
    score = game.cell("score", ir.INT, (3,))
    failed, seen, total = var("failed"), var("seen"), var("total")
    check = ir.Check(0, 9, "score", PLACE)
    risky = function("risky", (), [ir.Store(score, None, b("mul", ir.Load(score), n(4)), check), ir.Finish()])
    body = [
        ir.Set(total, n(0)),
        ir.Trial(
            [ir.Store(score, None, n(2)), ir.Do(risky, ()), ir.Set(total, n(100))],
            [ir.Set(seen, ir.Load(score))],
        ),
        ir.Attempt([ir.Set(total, n(1)), ir.Do(risky, ()), ir.Set(total, n(2))], failed),
        ir.Return(
            b(
                "add",
                b("mul", g(seen), n(1000)),
                b("add", b("mul", g(failed), n(100)), b("add", g(total), ir.Load(score))),
            )
        ),
    ]
    engine = CheckedEngine(game.program([]))
    # the trial's score was 8; the attempt failed after total = 1; the score is 3 as before
    assert engine.evaluate(function("tried", (), body, ir.INT), engine.start()) == 8104


def test_wide_sets_and_lists() -> None:
    wide, listed, x = var("wide", ir.bits(300)), var("listed", ir.LIST), var("x")
    body = [
        ir.Set(wide, ir.Mask((1 << 299) | (1 << 64) | (1 << 63) | 1, 300)),
        ir.Set(listed, ir.MakeList(())),
        ir.Each(x, g(wide), [ir.Append(listed, g(x)), ir.Append(listed, b("sub", n(0), g(x)))]),
        ir.Set(wide, b("joined", b("shift_up", g(wide), n(1)), b("shift_down", g(wide), n(64)))),
        ir.Return(
            ir.Sorted(
                b("joined_lists", g(listed), u("elements", g(wide))),
                (b("joined_lists", g(listed), u("elements", g(wide))),),
            )
        ),
    ]
    engine = CheckedEngine(Game().program([]))
    expected = sorted([299, -299, 64, -64, 63, -63, 0, 0, 1, 64, 65, 0, 235])
    assert list(engine.evaluate(function("sets", (), body, ir.LIST), engine.start())) == expected  # type: ignore[call-overload]


def test_what_is_not_compiled_says_so() -> None:
    x, many = var("x", ir.bits(5)), ir.MakeList((ir.Mask(3, 5), ir.Mask(5, 5)))
    listed = var("listed", ir.LIST)
    body: list[ir.Stmt] = [ir.Set(listed, many), ir.Set(x, ir.Mask(1, 5))]
    odd = function("odd", (), body)
    complete([odd])
    with pytest.raises(NativeUnsupported, match="a list of sets"):
        Module(Game().program([]), [odd])
