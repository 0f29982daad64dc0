"""Compound stops: all ways through several decisions as the moves of one."""

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines import Act, Engine, PlayError, reference
from rulewright.program import ir


def steps(
    by_path: bool = False,
    rank: tuple[ir.Expr, ...] = (),
    ends_at: int = -1,
    in_flow: bool = False,
    optional: bool = False,
) -> tuple[Engine, ir.Cell]:
    """A counter at 0; one move is two decisions of 1 or 2 steps each, then the other seat moves.

    `ends_at`: the game ends at once where the counter is that.
    """
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick, again = var("x"), var("choice"), var("pick"), var("again")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    decide = ir.Decide(game.decision("Step", ways, optional), ir.Load(game.mover), (), choice, (pick,))
    step: list[ir.Stmt] = [
        decide,
        ir.If(b("ge", g(choice), n(0)), [ir.Store(at, None, b("add", ir.Load(at), g(pick)))]),
        ir.If(b("eq", ir.Load(at), n(ends_at)), game.win()),
    ]
    if in_flow:
        step = [ir.Do(flow("step", (), step), ())]
    twice: list[ir.Stmt] = [ir.Count(again, n(1), n(2), step)]
    whole = ir.Compound(twice, ir.Load(game.mover), by_path, tuple(rank) and (ir.Load(at),))
    return reference(game.program([ir.While(n(1), [whole, game.other()])])), at


def paths(engine: Engine, state: object) -> list[tuple[int, ...]]:
    return [tuple(act.picks[0] if act.picks else 0 for act in move.path) for move in engine.moves(state)]


def act(value: int) -> Act:
    return Act(0, (value,), (value,))


@pytest.mark.parametrize("in_flow", [False, True])
def test_ways_with_equal_ends_are_one_move(in_flow: bool) -> None:
    engine, at = steps(in_flow=in_flow)
    state = engine.start()
    stop = engine.stopped(state)
    assert (stop.kind, stop.compound, stop.chooser) == ("decision", True, 0)
    assert stop.decision is not None and stop.decision.name == "Step"
    # 2 + 1 ends like 1 + 2, which comes first
    assert paths(engine, state) == [(1, 1), (1, 2), (2, 2)]
    after = [engine.apply(state, move) for move in engine.moves(state)]
    assert [one.cells[at.offset] for one in after] == [2, 3, 4]
    assert [engine.stopped(one).chooser for one in after] == [1, 1, 1]
    assert [engine.perft(state, depth) for depth in (1, 2, 3)] == [3, 9, 27]
    assert state.cells[at.offset] == 0


def test_by_path_every_way_is_a_move() -> None:
    engine, _ = steps(by_path=True)
    state = engine.start()
    assert paths(engine, state) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert len(set(engine.moves(state))) == 4
    same = [engine.key(engine.apply(state, move)) for move in engine.moves(state)]
    assert same[1] == same[2]
    assert engine.perft(state, 2) == 16


def test_only_the_greatest_rank_counts() -> None:
    engine, _ = steps(rank=(n(0),))
    assert paths(engine, engine.start()) == [(2, 2)]
    assert engine.steps(engine.start(), ()) == (act(2),)


def test_a_way_may_end_the_game() -> None:
    engine, _ = steps(ends_at=2)
    state = engine.start()
    # 1 + 1 and 2 both end the game at 2, in equal states; 1 + 2 goes on
    assert paths(engine, state) == [(1, 1), (1, 2)]
    over, going = (engine.apply(state, move) for move in engine.moves(state))
    assert engine.stopped(over).kind == "over" and engine.returns(over) == (1, -1)
    # the other seat goes on from 3: to 5, 6 or 7
    assert engine.stopped(going).kind == "decision"
    assert engine.perft(state, 2) == 3


def test_the_rank_of_a_way_that_ends_the_game() -> None:
    engine, _ = steps(ends_at=4, rank=(n(0),))
    state = engine.start()
    assert paths(engine, state) == [(2, 2)]
    assert engine.ended(engine.apply(state, engine.moves(state)[0]))


def test_stepwise() -> None:
    engine, at = steps()
    state = engine.start()
    assert engine.steps(state, ()) == (act(1), act(2))
    assert engine.steps(state, (act(2),)) == (act(1), act(2))
    assert engine.steps(state, (act(2), act(1))) == ()
    # the way 2 + 1 is not offered as a move, but it can be gone, and is the move 1 + 2
    move = engine.completed(state, (act(2), act(1)))
    assert move is not None and move == engine.moves(state)[1]
    assert engine.completed(state, (act(2),)) is None
    there = engine.apply(state, Act(0, (2,), (2,), (act(2), act(1))))
    assert engine.key(there) == engine.key(engine.apply(state, move))
    inner = engine.along(state, (act(2), act(1)))
    assert [one.cells[at.offset] for one, _ in inner] == [0, 2]
    assert [(stop.kind, stop.compound) for _, stop in inner] == [("decision", False)] * 2
    with pytest.raises(ValueError, match="no legal way"):
        engine.apply(state, Act(0, (2,), (2,), (act(2),)))


def test_declining_inside() -> None:
    engine, _ = steps(optional=True)
    # sums 2, 3, 1, 4, 0; declining comes last
    assert paths(engine, engine.start()) == [(1, 1), (1, 2), (1, 0), (2, 2), (0, 0)]


def test_a_single_way_without_a_decision_is_no_stop() -> None:
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    none, go = generator("none", (), []), generator("go", (), [ir.Yield(0, (), ())])
    choice, other = var("choice"), var("other")
    engine = reference(
        game.program(
            [
                ir.Compound(
                    [
                        ir.Decide(game.decision("None", none), n(0), (), choice, ()),
                        ir.Store(at, None, g(choice)),
                    ],
                    n(0),
                    False,
                    (),
                ),
                ir.Decide(game.decision("Go", go), n(1), (), other, ()),
            ]
        )
    )
    state = engine.start()
    stop = engine.stopped(state)
    assert (stop.kind, stop.chooser, stop.compound) == ("decision", 1, False)
    assert state.cells[at.offset] == -2


def test_a_single_way_that_ends_the_game() -> None:
    game = Game()
    engine = reference(game.program([ir.Compound(game.win(), n(0), False, ())]))
    assert engine.stopped(engine.start()).kind == "over"
    assert engine.returns(engine.start()) == (1, -1)


def test_a_compound_stop_inside_a_compound_stop() -> None:
    """The inner one gives 2, 3, 4 (as above); the outer one does it twice: 4, 5, 6, 7, 8."""
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick, i, j = var("x"), var("choice"), var("pick"), var("i"), var("j")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    step: list[ir.Stmt] = [
        ir.Decide(game.decision("Step", ways), n(0), (), choice, (pick,)),
        ir.Store(at, None, b("add", ir.Load(at), g(pick))),
    ]
    inner = ir.Compound([ir.Count(i, n(1), n(2), step)], n(0), False, ())
    engine = reference(game.program([ir.Compound([ir.Count(j, n(1), n(2), [inner])], n(0), False, ())]))
    state = engine.start()
    assert engine.stopped(state).decision is game.decisions[0]
    assert paths(engine, state) == [(1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 2), (1, 2, 2, 2), (2, 2, 2, 2)]
    assert engine.steps(state, (act(1), act(1), act(1))) == (act(1), act(2))
    assert len(engine.along(state, (act(1),) * 4)) == 4


def test_going_round_in_circles_ends() -> None:
    """May step to and fro between three places as often as one likes: three states can be reached."""
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick = var("x"), var("choice"), var("pick")
    ways = generator(
        "ways", (), [ir.Count(x, n(0), n(2), [ir.If(b("ne", g(x), ir.Load(at)), [ir.Yield(0, (g(x),), (g(x),))])])]
    )
    body: list[ir.Stmt] = [
        ir.While(
            n(1),
            [
                ir.Decide(game.decision("Go", ways, optional=True), n(0), (), choice, (pick,)),
                ir.If(b("lt", g(choice), n(0)), [ir.Break()]),
                ir.Store(at, None, g(pick)),
            ],
        )
    ]
    engine = reference(game.program([ir.Compound(body, n(0), False, ())]))
    state = engine.start()
    decline = Act(-1, ())
    assert {engine.apply(state, move).cells[at.offset] for move in engine.moves(state)} == {0, 1, 2}
    assert len(engine.moves(state)) == 3
    assert engine.steps(state, (act(1), act(2), act(0))) == (act(1), act(2), decline)
    assert engine.completed(state, (act(2), act(1), act(2), decline)) in engine.moves(state)


def test_chance_inside_is_an_error() -> None:
    game = Game()
    x, choice, drawn = var("x"), var("choice"), var("drawn")
    coin = generator("coin", (), [ir.Count(x, n(0), n(1), [ir.Yield(0, (g(x),), (g(x),))])])
    go = generator("go", (), [ir.Yield(0, (), ())])
    toss = flow("toss", (), [ir.Draw(coin, (), drawn, ir.DrawInfo("a coin", ir.Shown("int")))])
    body: list[ir.Stmt] = [ir.Decide(game.decision("Go", go), n(0), (), choice, ()), ir.Do(toss, ())]
    engine = reference(game.program([ir.Compound(body, n(0), False, ())]))
    for seed in (None, 3):
        with pytest.raises(PlayError, match="a coin is drawn inside one move") as caught:
            engine.start(seed)
        assert caught.value.code == "X009"


def test_the_generator_goes_on_after_a_compound_move() -> None:
    """What is drawn after the move does not depend on how many ways were searched."""
    game = Game()
    total = game.cell("total", ir.INT, (0,))
    x, y, choice, pick, drawn = var("x"), var("y"), var("choice"), var("pick"), var("drawn")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    die = generator("die", (), [ir.Count(y, n(1), n(6), [ir.Yield(0, (g(y),), (g(y),))])])
    body: list[ir.Stmt] = [ir.Decide(game.decision("Step", ways), n(0), (), choice, (pick,))]
    engine = reference(
        game.program(
            [
                ir.Compound(body, n(0), True, ()),
                ir.Draw(die, (), drawn, ir.DrawInfo("a die", ir.Shown("int"))),
                ir.Store(total, None, g(drawn)),
            ]
        )
    )
    state = engine.start(seed=42)
    ends = {engine.apply(state, move).cells[total.offset] for move in engine.moves(state)}
    assert ends == {0xA15C02B7 % 6 + 1}


def test_locals_that_are_dead_do_not_tell_ends_apart() -> None:
    """The order of two choices is kept in a local that only the rank reads."""
    game = Game()
    marked = game.cell("marked", ir.bits(3), (0,))
    x, choice, pick, first, i = var("x"), var("choice"), var("pick"), var("first"), var("i")
    free = ir.Binary("without", ir.Mask(0b111, 3), ir.Load(marked))
    ways = generator("ways", (), [ir.Each(x, free, [ir.Yield(0, (g(x),), (g(x),))])])
    body: list[ir.Stmt] = [
        ir.Set(first, n(-1)),
        ir.Count(
            i,
            n(1),
            n(2),
            [
                ir.Decide(game.decision("Mark", ways), n(0), (), choice, (pick,)),
                ir.If(b("lt", g(first), n(0)), [ir.Set(first, g(pick))]),
                ir.Store(marked, None, b("joined", ir.Load(marked), u("single", g(pick)))),
            ],
        ),
    ]
    unranked = reference(game.program([ir.Compound(body, n(0), False, ())]))
    assert paths(unranked, unranked.start()) == [(0, 1), (0, 2), (1, 2)]
    ranked = reference(game.program([ir.Compound(body, n(0), False, (g(first),))]))
    assert paths(ranked, ranked.start()) == [(2, 0), (2, 1)]


def test_a_function_can_read_an_inner_state() -> None:
    engine, at = steps()
    read = function("read", (), [ir.Return(ir.Load(at))], ir.INT)
    (_, first), (inner, _) = engine.along(engine.start(), (act(2), act(2)))
    assert first.args == () and engine.evaluate(read, inner) == 2
