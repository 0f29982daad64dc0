"""Questions about the members of a set are answered by set algebra, and the answers stay what they were."""

import pytest

from engines.programs import b, function, g, n, u, var
from program.passes.rules import compiled, same_games
from program.passes.test_steps import NEAR, WIDTH, Board
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.passes import questions
from rulewright.program.printer import print_routine

x, count, out = var("x"), var("n"), var("out", ir.bits(WIDTH))
BITS = ir.bits(WIDTH)
ALL = ir.Mask((1 << WIDTH) - 1, WIDTH)


def asked(board: Board, routine: ir.Routine) -> tuple[bool, list[object]]:
    """Whether a function becomes one expression; what it gave before, and what it gives then."""
    engine = reference(board.program)
    before = engine.evaluate(routine, engine.start())
    board.program.routines.append(routine)
    questions.rewrite(board.program)
    engine = reference(board.program)
    return len(routine.body) == 1, [before, engine.evaluate(routine, engine.start())]


def ask(test: ir.Expr, *, found: int = 1, of: ir.Expr = ALL) -> ir.Routine:
    """`any(x in of: test)`, or `no(…)`."""
    loop = ir.Each(x, of, [ir.If(test, [ir.Return(n(found))])])
    return function("ask", (), [loop, ir.Return(n(1 - found))], ir.INT)


def counted(test: ir.Expr) -> ir.Routine:
    add = ir.Set(count, b("add", g(count), n(1)))
    loop = ir.Each(x, ALL, [ir.If(test, [add])])
    return function("count", (), [ir.Set(count, n(0)), loop, ir.Return(g(count))], ir.INT)


def gathered(test: ir.Expr) -> ir.Routine:
    add = ir.Set(out, b("joined", g(out), u("single", g(x))))
    return function("such", (), [ir.Each(x, ALL, [ir.If(test, [add])]), ir.Return(g(out))], BITS)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("found", [0, 1])
def test_any_and_no(seed: int, found: int) -> None:
    board = Board(seed)
    for test in (
        b("eq", ir.Load(board.kind, g(x)), n(1)),
        b("and", b("eq", ir.Load(board.owner, g(x)), n(0)), u("not", b("has", ir.Mask(7, WIDTH), g(x)))),
    ):
        short, values = asked(board, ask(test, found=found))
        assert short
        assert values[0] == values[1]


@pytest.mark.parametrize("seed", range(6))
def test_how_many_and_which(seed: int) -> None:
    board = Board(seed)
    test = b("ne", ir.Load(board.owner, g(x)), n(1))
    for routine in (counted(test), gathered(test)):
        short, values = asked(board, routine)
        assert short
        assert values[0] == values[1]


def test_what_cannot_be_asked_of_all_stays() -> None:
    board = Board()
    seat = var("seat")
    changing = ask(b("has", g(out), g(x)))
    (loop, _) = changing.body
    assert isinstance(loop, ir.Each)
    loop.body.insert(0, ir.Set(out, ir.Mask(1, WIDTH)))
    early = ask(b("eq", g(x), n(3)))
    (loop, _) = early.body
    assert isinstance(loop, ir.Each)
    loop.body[0] = ir.If(b("eq", g(x), n(3)), [ir.Return(g(x))])
    started = gathered(b("has", ir.Load(board.filled), g(x)))
    started.body.insert(0, ir.Set(out, ir.Mask(1, WIDTH)))
    for routine in (
        ask(b("eq", ir.Load(board.owner, g(x)), g(seat))),
        ask(
            b(
                "gt",
                ir.Invoke(function("near", (x,), [ir.Return(u("size", ir.Look(NEAR, (g(x),))))], ir.INT), (g(x),)),
                ir.Load(board.mark),
            )
        ),
        changing,
        early,
        started,
    ):
        short, values = asked(board, routine)
        assert not short
        assert values[0] == values[1]


def test_breakthrough_asks_for_the_goal() -> None:
    plain, other = compiled("breakthrough"), compiled("breakthrough", questions)
    end = next(routine for routine in other.routines if routine.name == "end")
    assert "if some(owned[player] & goal[player]):" in print_routine(end)
    assert not any(routine.name == "any" for routine in other.routines)
    assert same_games(plain, other, 3) > 100


def test_chess_asks_for_the_light_squares() -> None:
    other = compiled("chess", questions)
    asks = next(routine for routine in other.routines if routine.name == "alike")
    assert not any(isinstance(expr, ir.Invoke) for stmt in asks.body for expr in walk.within(walk.expressions(stmt)))
    assert "of_kind[5] & {0, 2, 4, 6, 9, 11, " in print_routine(asks)
