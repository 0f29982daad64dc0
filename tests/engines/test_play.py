"""Playing programs with the reference engine: decisions, flows that call flows, equality, perft."""

from fractions import Fraction

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, tic_tac_toe, var
from rulewright.engines import Act, reference
from rulewright.program import ir


def nim(pile: int) -> ir.Program:
    """Take 1 to 3; who takes the last one wins. The decision is in a flow that main calls, which returns the number."""
    game = Game()
    left = game.cell("left", ir.INT, (pile,))
    k = var("k")
    moves = generator(
        "amounts", (), [ir.Count(k, n(1), b("min", n(3), ir.Load(left)), [ir.Yield(0, (g(k),), (g(k),))])]
    )
    choice, amount, who = var("choice"), var("amount"), var("who")
    take = flow(
        "take",
        (who,),
        [
            ir.Decide(game.decision("Take", moves), g(who), (), choice, (amount,)),
            ir.Return(g(amount)),
        ],
        ir.INT,
    )
    taken = var("taken")
    return game.program(
        [
            ir.While(
                n(1),
                [
                    ir.Do(take, (ir.Load(game.mover),), taken),
                    ir.Store(left, None, b("sub", ir.Load(left), g(taken))),
                    ir.If(b("eq", ir.Load(left), n(0)), game.win()),
                    game.other(),
                ],
            )
        ]
    )


def test_tic_tac_toe_has_the_known_counts() -> None:
    engine = reference(tic_tac_toe())
    start = engine.start()
    assert [engine.perft(start, depth) for depth in range(8)] == [1, 9, 72, 504, 3024, 15120, 54720, 148176]


def test_tic_tac_toe_has_the_known_positions_and_results() -> None:
    # https://oeis.org/A061526 and folklore: 5478 positions with the empty board; 958 of them are ends
    engine = reference(tic_tac_toe())
    found = {engine.key(engine.start()): engine.start()}
    waiting = list(found.values())
    results: dict[tuple[Fraction, ...], int] = {}
    while waiting:
        state = waiting.pop()
        if engine.ended(state):
            results[engine.returns(state)] = results.get(engine.returns(state), 0) + 1
        for act in engine.moves(state):
            after = engine.apply(state, act)
            if engine.key(after) not in found:
                found[engine.key(after)] = after
                waiting.append(after)
    assert len(found) == 5478
    assert results == {(1, -1): 626, (-1, 1): 316, (0, 0): 16}
    assert len({engine.digest(state) for state in found.values()}) == 5478


def test_a_decision_in_a_called_flow() -> None:
    engine = reference(nim(3))
    state = engine.start()
    stop = engine.stopped(state)
    assert (stop.kind, stop.chooser, stop.compound) == ("decision", 0, False)
    assert stop.decision is not None and stop.decision.name == "Take"
    assert engine.moves(state) == (Act(0, (1,)), Act(0, (2,)), Act(0, (3,)))
    after = engine.apply(state, engine.moves(state)[1])
    assert engine.stopped(after).chooser == 1
    assert [act.picks for act in engine.moves(after)] == [(1,)]
    # the state that was played from is as it was
    assert len(engine.moves(state)) == 3
    end = engine.apply(after, engine.moves(after)[0])
    assert engine.stopped(end).kind == "over"
    assert engine.ended(end) and engine.moves(end) == () and engine.outcomes(end) == ()
    assert engine.returns(end) == (-1, 1)
    assert engine.returns(after) == (0, 0)
    # 3 moves; then 2 after one is taken, 1 after two; then the last one of 1+1+1
    assert [engine.perft(state, depth) for depth in range(5)] == [1, 3, 3, 1, 0]


def test_orders_that_reach_equal_states() -> None:
    engine = reference(nim(6))

    def play(*amounts: int) -> object:
        state = engine.start()
        for amount in amounts:
            state = engine.apply(state, Act(0, (amount,), (amount,)))
        return engine.key(state)

    # 1 + 3 and 3 + 1 leave the same pile to the same player: what was chosen is forgotten
    assert play(1, 3) == play(3, 1) == play(2, 2)
    assert play(1, 1) != play(1, 2)


def test_declining_and_nothing_legal() -> None:
    game = Game()
    seen = game.cell("seen", ir.INT, (7, 7, 7, 7))
    allowed = game.cell("allowed", ir.bits(4), (0b1010,))
    x = var("x")
    moves = generator("moves", (), [ir.Each(x, ir.Load(allowed), [ir.Yield(0, (g(x),), (g(x),))])])
    ask = game.decision("May", moves, optional=True)
    choice, pick = var("choice"), var("pick")
    record: list[ir.Stmt] = [
        ir.Decide(ask, n(1), (), choice, (pick,)),
        ir.Store(seen, n(0), g(choice)),
        ir.Store(seen, n(1), g(pick)),
        ir.Store(allowed, None, ir.Mask(0, 4)),
        ir.Decide(ask, n(1), (), choice, (pick,)),
        ir.Store(seen, n(2), g(choice)),
        ir.Store(seen, n(3), g(pick)),
    ]
    engine = reference(game.program(record))
    state = engine.start()
    assert engine.moves(state) == (Act(0, (1,)), Act(0, (3,)), Act(-1, ()))
    read = [function(f"seen{i}", (), [ir.Return(ir.Load(seen, n(i)))], ir.INT) for i in range(4)]

    def results(act: Act) -> list[object]:
        after = engine.apply(state, act)
        assert engine.stopped(after).kind == "idle"
        return [engine.evaluate(routine, after) for routine in read]

    # the second decision has no moves: its choice is -2, and its picks are unset
    assert results(engine.moves(state)[1]) == [0, 3, -2, -1]
    assert results(engine.moves(state)[2]) == [-1, -1, -2, -1]


def test_moves_are_merged_by_key_and_kept_by_rank() -> None:
    game = Game()
    x = var("x")
    moves = generator(
        "moves",
        (),
        [ir.Count(x, n(0), n(9), [ir.Yield(0, (b("mod", g(x), n(4)),), (g(x),), (b("mod", g(x), n(2)),))])],
    )
    plain = generator("plain", (), [ir.Count(x, n(0), n(9), [ir.Yield(1, (b("mod", g(x), n(4)),), (g(x),))])])
    both = var("both")
    choice, pick = var("choice"), var("pick")
    counts = function("counts", (), [ir.Return(ir.MakeList((ir.CountYields(moves, ()), ir.CountYields(plain, ()))))])
    counts.result = ir.LIST
    engine = reference(
        game.program(
            [
                ir.Decide(game.decision("A", moves), n(0), (), choice, (pick,)),
                ir.Decide(game.decision("B", plain, False, "C"), n(0), (), choice, (both,)),
            ]
        )
    )
    state = engine.start()
    # odd numbers have the greatest rank; 1 5 9 have the key 1, 3 7 the key 3; the first of each stands
    assert [(act.key, act.picks) for act in engine.moves(state)] == [((1,), (1,)), ((3,), (3,))]
    assert engine.evaluate(counts, state) == (2, 4)
    after = engine.apply(state, engine.moves(state)[0])
    assert [(act.alternative, act.picks) for act in engine.moves(after)] == [(1, (i,)) for i in range(4)]
    raw = engine.generate(moves, state)
    assert [(y.alternative, y.key, y.picks, y.rank, y.weight) for y in raw[:2]] == [
        (0, (0,), (0,), (0,), 1),
        (0, (1,), (1,), (1,), 1),
    ]
    assert len(raw) == 10


def test_loops_that_stop_go_on_where_they_were() -> None:
    """Each, EachItem, Count, break and nested loops, all with a decision inside."""
    game = Game()
    trail = game.cell("trail", ir.INT, (0,))
    yes = generator("yes", (var("q"),), [])
    q = yes.params[0]
    yes.body.append(ir.Yield(0, (g(q),), (g(q),)))
    ask = game.decision("Ask", yes)
    choice, pick, x, y, z = var("choice"), var("pick"), var("x"), var("y"), var("z")

    def note(value: ir.Expr) -> list[ir.Stmt]:
        return [
            ir.Decide(ask, n(0), (value,), choice, (pick,)),
            ir.Store(trail, None, b("add", b("mul", ir.Load(trail), n(10)), g(pick))),
        ]

    three = ir.MakeList((n(3), n(1), n(3)))
    engine = reference(
        game.program(
            [
                ir.Each(x, ir.Mask(0b1001, 4), note(g(x))),
                ir.EachItem(y, three, [*note(g(y)), ir.If(b("eq", g(y), n(1)), [ir.Break()])]),
                ir.Count(x, n(4), n(5), [ir.Count(z, g(x), n(5), note(g(z)))]),
            ]
        )
    )
    state = engine.start()
    asked = []
    while engine.stopped(state).kind == "decision":
        (act,) = engine.moves(state)
        asked.append(act.picks[0])
        state = engine.apply(state, act)
    assert asked == [0, 3, 3, 1, 4, 5, 5]
    read = function("read", (), [ir.Return(ir.Load(trail))], ir.INT)
    assert engine.evaluate(read, state) == 331455


def test_given_and_other_flows() -> None:
    program = nim(3)
    engine = reference(program)
    left = next(cell for cell in program.cells if cell.name == "left")
    given = function("given", (), [ir.Store(left, None, n(2))])
    assert len(engine.moves(engine.start(given=given))) == 2
    add = flow("add", (), [ir.Store(left, None, b("add", ir.Load(left), n(5)))])
    read = function("read", (), [ir.Return(ir.Load(left))], ir.INT)
    state = engine.start(given=given, flow=add)
    assert engine.stopped(state).kind == "idle"
    assert engine.evaluate(read, state) == 7
    again = engine.run(state, add)
    assert (engine.evaluate(read, again), engine.evaluate(read, state)) == (12, 7)
    finishing = function("finishing", (), [ir.Store(program.ended, None, n(1)), ir.Finish()])
    assert engine.stopped(engine.start(given=finishing)).kind == "over"


def test_history_counts_and_is_compared_without_order() -> None:
    game = Game()
    x = var("x")
    one_or_two = generator("which", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    ask = game.decision("Which", one_or_two)
    choice, pick = var("choice"), var("pick")
    game.position = generator("position", (), [ir.Yield(0, (n(1),), ())])
    engine = reference(
        game.program([ir.While(n(1), [ir.Decide(ask, n(0), (), choice, (pick,)), ir.Record((g(pick),))])])
    )
    seen = function("seen", (), [ir.Return(ir.Occurrences((n(1),)))], ir.INT)

    def play(*picks: int) -> object:
        state = engine.start()
        for k in picks:
            state = engine.apply(state, Act(0, (k,), (k,)))
        return state

    assert engine.evaluate(seen, play(1, 2, 1)) == 2
    assert engine.key(play(1, 2)) == engine.key(play(2, 1)) != engine.key(play(1, 1))
    # the declared position and the recorded keys are made alike
    assert engine.position(play(1)) == play(1).history[0]  # type: ignore[attr-defined]
    assert reference(nim(3)).position(reference(nim(3)).start()) is None


def test_the_queue_is_first_in_first_out() -> None:
    game = Game()
    trail = game.cell("trail", ir.INT, (0,))
    game.queue = [(ir.INT,), (ir.INT, ir.INT)]
    sort, p, q = var("sort"), var("p"), var("q")
    engine = reference(
        game.program(
            [
                ir.Enqueue(1, (n(5), n(6))),
                ir.Enqueue(0, (n(7),)),
                ir.While(
                    b("gt", ir.QueueLength(), n(0)),
                    [
                        ir.Dequeue(sort, (p, q)),
                        ir.Store(
                            trail,
                            None,
                            b("add", b("mul", ir.Load(trail), n(1000)), b("add", b("mul", g(p), n(10)), g(q))),
                        ),
                    ],
                ),
                ir.Dequeue(sort, (p, q)),
                ir.Store(trail, None, b("add", b("mul", ir.Load(trail), n(10)), g(sort))),
            ]
        )
    )
    # 56, then 70 with the unset -1: 69; then the empty queue's -1
    state = engine.start()
    read = function("read", (), [ir.Return(ir.Load(trail))], ir.INT)
    assert engine.evaluate(read, state) == 560_690 - 1


def test_the_same_in_guarded_mode() -> None:
    from rulewright.engines.reference import ReferenceEngine

    engine = ReferenceEngine(tic_tac_toe(), guarded=True)
    assert engine.perft(engine.start(), 3) == 504
    game = Game()
    three = game.cell("three", ir.INT, (1, 2, 3))
    wrong = function("wrong", (i := var("i"),), [ir.Return(ir.Load(three, g(i)))], ir.INT)
    guarded = ReferenceEngine(game.program([]), guarded=True)
    assert guarded.evaluate(wrong, guarded.start(), (2,)) == 3
    with pytest.raises(IndexError, match=r"three\[-1\] of 3"):
        guarded.evaluate(wrong, guarded.start(), (-1,))


def test_cells_that_are_caches_and_cells_with_a_value_for_none() -> None:
    game = Game()
    cache = game.cell("cache", ir.INT, (0,), kept=False)
    marks = game.cell("marks", ir.INT, (4, 5), guarded=True)
    x = var("x")
    which = generator("which", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    choice, pick = var("choice"), var("pick")
    engine = reference(
        game.program(
            [
                ir.Decide(game.decision("Which", which), n(0), (), choice, (pick,)),
                ir.Store(cache, None, g(pick)),
            ]
        )
    )
    one, two = (engine.apply(engine.start(), act) for act in engine.moves(engine.start()))
    assert engine.key(one) == engine.key(two)
    assert engine.digest(one) == engine.digest(two)
    mark = function("mark", (i := var("i"),), [ir.Return(ir.Load(marks, g(i)))], ir.INT)
    assert [engine.evaluate(mark, one, (i,)) for i in (-1, 0, 1)] == [-1, 4, 5]


def test_acts_are_told_apart_by_their_keys() -> None:
    assert Act(0, (1,), (5,)) == Act(0, (1,), (6,))
    assert Act(0, (1,)) != Act(1, (1,))
    assert Act(0, (1,), (), (Act(0, (2,)),)) != Act(0, (1,))


@pytest.mark.parametrize("other", [False, True])
def test_what_is_given_may_leave_something_to_chance(other: bool) -> None:
    """A die falls in place of the set-up, then the game (or another flow) begins."""
    game = Game()
    left = game.cell("left", ir.INT, (0,))
    x, fallen, choice, pick = var("x"), var("fallen"), var("choice"), var("pick")
    die = generator("die", (), [ir.Count(x, n(2), n(4), [ir.Yield(0, (g(x),), (g(x),))])])
    ways = generator("ways", (), [ir.Count(x, n(1), ir.Load(left), [ir.Yield(0, (g(x),), (g(x),))])])
    decide = ir.Decide(game.decision("Take", ways), n(0), (), choice, (pick,))
    engine = reference(game.program([decide]))
    given = flow(
        "given",
        (),
        [
            ir.Draw(die, (), fallen, ir.DrawInfo("a die", ir.Shown("int"))),
            ir.Store(left, None, g(fallen)),
            ir.Tell((g(fallen),)),
        ],
    )
    body = flow("body", (), [decide, ir.Store(left, None, n(1)), decide]) if other else None
    state = engine.start(given=given, flow=body)
    assert [act.picks for act, _ in engine.outcomes(state)] == [(2,), (3,), (4,)]
    after = engine.draw(state, (3,))
    assert len(engine.moves(after)) == 3 and engine.told(after) == ((3,),)
    last = engine.apply(after, engine.moves(after)[0])
    assert engine.stopped(last).kind == ("decision" if other else "idle")
    counts = set()
    for seed in range(30):
        drawn = engine.start(seed, given=given, flow=body)
        counts.add(len(engine.moves(drawn)))
        if not other:
            ((before, act),) = engine.fallen_first(seed, given)
            assert engine.key(engine.apply(before, act)) == engine.key(drawn)
    assert counts == {2, 3, 4}
