"""What is told: kept from stop to stop beside the state, for each way of a compound stop its own."""

import pytest

from engines.programs import Game, b, function, g, generator, n, var
from rulewright.engines import Engine, reference
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.printer import print_routine
from rulewright.program.verify import verify


def tell(*parts: int | ir.Expr) -> ir.Tell:
    return ir.Tell(tuple(n(part) if isinstance(part, int) else part for part in parts))


def telling(compound: bool = False, chance: bool = False) -> tuple[Engine, Game, ir.Cell]:
    """Each seat in turn picks 1 or 2 twice (as one move if `compound`), and each pick is told; then a die of 2 falls if
    `chance` and is told as 10 + its number. Before the first decision (9,) is told."""
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick, again, fallen = var("x"), var("choice"), var("pick"), var("again"), var("fallen")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    die = generator("die", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    step: list[ir.Stmt] = [
        ir.Decide(game.decision("Step", ways), ir.Load(game.mover), (), choice, (pick,)),
        ir.Store(at, None, b("add", ir.Load(at), g(pick))),
        tell(g(pick), ir.Load(at)),
    ]
    twice: list[ir.Stmt] = [ir.Count(again, n(1), n(2), step)]
    body: list[ir.Stmt] = [ir.Compound(twice, ir.Load(game.mover), False, ())] if compound else twice
    if chance:
        drawn = ir.Draw(die, (), fallen, ir.DrawInfo("a die", ir.Shown("int")))
        body = [*body, drawn, tell(b("add", n(10), g(fallen)))]
    made = game.program([tell(9), ir.While(n(1), [*body, game.other()])])
    assert verify(made) == []
    return ReferenceEngine(made, guarded=True), game, at


def test_what_was_told_since_the_stop_before() -> None:
    engine, _, _ = telling()
    state = engine.start()
    assert engine.told(state) == ((9,),)
    after = engine.apply(state, engine.moves(state)[1])
    assert engine.told(after) == ((2, 2),)
    assert engine.told(engine.apply(after, engine.moves(after)[0])) == ((1, 3),)
    assert engine.told(state) == ((9,),)


def test_telling_does_not_tell_states_apart() -> None:
    engine, _, _ = telling()
    state = engine.start()
    one, two = engine.moves(state)
    first = engine.apply(engine.apply(state, one), two)
    second = engine.apply(engine.apply(state, two), one)
    assert engine.told(first) != engine.told(second)
    assert engine.key(first) == engine.key(second)
    assert engine.digest(first) == engine.digest(second)
    assert engine.pack(first) == engine.pack(second)
    assert engine.told(engine.unpack(engine.pack(first))) == ()


def test_drawn_chance_tells_on() -> None:
    engine, _, _ = telling(chance=True)
    state = engine.start(seed=3)
    for _ in range(2):
        state = engine.apply(state, engine.moves(state)[0])
    assert engine.told(state)[0] == (1, 2)
    assert engine.told(state)[1] in ((11,), (12,))
    explicit = engine.start()
    for _ in range(2):
        explicit = engine.apply(explicit, engine.moves(explicit)[0])
    assert engine.stopped(explicit).kind == "chance"
    assert engine.told(explicit) == ((1, 2),)
    assert engine.told(engine.draw(explicit, (2,))) == ((12,),)


def test_each_way_tells_its_own() -> None:
    engine, _, _ = telling(compound=True, chance=True)
    state = engine.start()
    assert engine.told(state) == ((9,),)
    # 2 + 1 ends like 1 + 2 and is not offered
    ways = {tuple(act.picks[0] for act in move.path): move for move in engine.moves(state)}
    assert [engine.told(engine.apply(state, move)) for move in ways.values()] == [
        ((1, 1), (1, 2)),
        ((1, 1), (2, 3)),
        ((2, 2), (2, 4)),
    ]
    inner = engine.along(state, ways[2, 2].path)
    assert [engine.told(one) for one, _ in inner] == [(), ((2, 2),)]
    sampled = engine.start(seed=3)
    after = engine.apply(sampled, engine.moves(sampled)[0])
    assert engine.told(after)[:2] == ((1, 1), (1, 2)) and len(engine.told(after)) == 3
    fallen = engine.fallen(sampled, engine.moves(sampled)[0])
    assert [engine.told(one) for one, _ in fallen] == [((1, 1), (1, 2))]


def test_the_only_way_tells_without_a_stop() -> None:
    game = Game()
    go, choice = generator("go", (), [ir.Yield(0, (), ())]), var("choice")
    engine = reference(
        game.program(
            [
                tell(1),
                ir.Compound([tell(2)], n(0), False, ()),
                tell(3),
                ir.Decide(game.decision("Go", go), n(0), (), choice, ()),
            ]
        )
    )
    assert engine.told(engine.start()) == ((1,), (2,), (3,))


def test_compound_stops_inside_one_another_tell_in_order() -> None:
    game = Game()
    x, choice, pick = var("x"), var("choice"), var("pick")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])

    def step() -> list[ir.Stmt]:
        return [ir.Decide(game.decision("Step", ways), n(0), (), choice, (pick,)), tell(g(pick))]

    inner = ir.Compound(step(), n(0), True, ())
    whole = ir.Compound([tell(7), *step(), inner, tell(8)], n(0), True, ())
    engine = reference(game.program([tell(6), whole]))
    state = engine.start()
    told = [engine.told(engine.apply(state, move)) for move in engine.moves(state)]
    assert told == [((7,), (i,), (j,), (8,)) for i in (1, 2) for j in (1, 2)]


@pytest.mark.parametrize("finishes", [False, True])
def test_a_trial_tells_nothing(finishes: bool) -> None:
    game = Game()
    go, choice, kept = generator("go", (), [ir.Yield(0, (), ())]), var("choice"), var("kept")
    body: list[ir.Stmt] = [tell(2), *([ir.Finish()] if finishes else [])]
    trial = ir.Trial(body, [tell(3), ir.Set(kept, n(1))])
    engine = reference(
        game.program([tell(1), trial, ir.Decide(game.decision("Go", go), n(0), (), choice, ()), tell(g(kept))])
    )
    state = engine.start()
    assert engine.told(state) == ((1,),)
    assert engine.told(engine.apply(state, engine.moves(state)[0])) == ((1,),)


def test_evaluation_tells_nothing() -> None:
    engine, _, _ = telling()
    state = engine.start()
    loud = function("loud", (), [tell(5), ir.Return(n(4))], ir.INT)
    assert engine.evaluate(loud, state) == 4
    assert engine.told(state) == ((9,),)


def test_the_end_of_the_game_keeps_what_was_told() -> None:
    game = Game()
    go, choice = generator("go", (), [ir.Yield(0, (), ())]), var("choice")
    decide = ir.Decide(game.decision("Go", go), n(0), (), choice, ())
    engine = reference(game.program([decide, tell(1), *game.win()]))
    state = engine.start()
    over = engine.apply(state, engine.moves(state)[0])
    assert engine.ended(over) and engine.told(over) == ((1,),)


def test_telling_is_printed_and_verified() -> None:
    assert print_routine(function("loud", (), [tell(5, 6)])).endswith("    tell 5, 6")
    game = Game()
    quiet = generator("quiet", (), [tell(1), ir.Yield(0, (), ())])
    choice = var("choice")
    made = game.program([ir.Decide(game.decision("Go", quiet), n(0), (), choice, ())])
    assert verify(made) == ["quiet: a generator changes the state: Tell"]
    loud = game.program([ir.Tell((ir.Mask(1, 2),))])
    assert "main: a part of what is told {0} is bits2, not int" in verify(loud)
