"""Loops over steps, as the intermediate representation describes them."""

import random

import pytest

from engines.programs import Game, b, function, g, generator, n, u, var
from rulewright.engines import reference
from rulewright.engines.native import library
from rulewright.engines.native import ways as native_ways
from rulewright.engines.native.module import Module
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
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


def test_directions_in_place_of_steps() -> None:
    site, way, out = var("site"), var("way"), var("out", ir.LIST)
    ways = ((ir.Mask(0b0110, 6), 1), (ir.Mask(0b0011, 6), 3), (ir.Mask(0b1010, 6), 7))
    found: list[ir.Stmt] = [ir.Append(out, g(site)), ir.Append(out, g(way))]
    routine = function("walked", (), [ir.EachStep(site, way, ways, found, plain=True), ir.Return(g(out))], ir.LIST)
    assert value(routine) == (0, 3, 1, 1, 1, 3, 1, 7, 2, 1, 3, 7)
    assert "for site along way 1 from {1, 2}, 3 from {0, 1}, 7 from {1, 3}:" in print_routine(routine)
    assert not verify(Game().program([ir.Do(routine, ())]))


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


# ---- choosing among them ----


def hopping(ways: int, width: int, tested: bool, plain: bool = False) -> ir.Program:
    """Sites from which nothing leads any more are left out; what was chosen comes to the returns."""
    game, draw = Game(), random.Random(ways + width)
    kind = ir.bits(width)
    sets = [game.cell(f"from_{i}", kind, (draw.getrandbits(width),)) for i in range(ways)]
    left, sum_ = game.cell("left", ir.INT, (12,)), game.cell("sum", ir.INT, (0,))
    steps = sorted(draw.sample(range(-9, 10), ways))
    site, to, choice, here, there = var("site"), var("to"), var("choice"), var("here"), var("there")
    yields: list[ir.Stmt] = [ir.Yield(0, (g(site), g(to)), (g(site), g(to)))]
    if tested:
        yields = [ir.If(b("ne", b("mod", g(to), n(3)), n(0)), yields)]
    loop = ir.EachStep(site, to, tuple((ir.Load(of), by) for of, by in zip(sets, steps, strict=True)), yields, plain)
    moves = generator("moves", (), [loop, ir.Yield(1, (), ())])
    changed = b("mod", b("add", b("mul", ir.Load(sum_), n(31)), b("add", b("mul", g(here), n(7)), g(there))), n(9973))
    body: list[ir.Stmt] = [
        ir.While(
            b("gt", ir.Load(left), n(0)),
            [
                ir.Decide(game.decision("Hop", moves, False, "Rest"), ir.Load(game.mover), (), choice, (here, there)),
                ir.Store(sum_, None, changed),
                *(ir.Store(of, None, b("without", ir.Load(of), u("single", g(here)))) for of in sets),
                ir.Store(left, None, b("sub", ir.Load(left), n(1))),
            ],
        ),
        ir.Store(game.returns, n(0), ir.Load(sum_)),
        ir.Store(game.ended, None, n(1)),
        ir.Finish(),
    ]
    return game.program(body)


@pytest.mark.parametrize("tested", [False, True])
@pytest.mark.parametrize("width", [20, 64, 100, 225])
def test_random_games_choose_what_a_list_gives(width: int, tested: bool) -> None:
    for ways in (1, 2, 3, 5, 8):
        program = hopping(ways, width, tested)
        assert NativeGames(program).playouts(0, 40, 7, 100) == whole.playouts(ReferenceEngine(program), 0, 40, 7, 100)


@pytest.mark.parametrize("tested", [False, True])
def test_directions_are_chosen_too(tested: bool) -> None:
    for ways in (1, 2, 5):
        program = hopping(ways, 40, tested, plain=True)
        assert NativeGames(program).playouts(0, 40, 7, 100) == whole.playouts(ReferenceEngine(program), 0, 40, 7, 100)


def test_they_are_chosen_without_a_list() -> None:
    program = hopping(3, 64, tested=False)
    assert Module(program).notes(program.decisions[0].generator) is not None


@pytest.mark.parametrize("width", [20, 225])
def test_processors_that_deposit_no_bits(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_ways, "deposits", lambda: False)
    monkeypatch.setattr(library, "deposits", lambda: False)
    for ways in (1, 3, 8):
        program = hopping(ways, width, tested=False)
        assert NativeGames(program).playouts(0, 40, 7, 100) == whole.playouts(ReferenceEngine(program), 0, 40, 7, 100)
