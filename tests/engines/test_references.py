"""References follow their components: in locals of functions, in frames, the queue, cells, loops and trials."""

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines import Act, reference
from rulewright.program import ir

REF, REFS = ir.REF, ir.refs(16)


def moving() -> ir.Routine:
    """A function that moves the component at one place to another."""
    old, new = var("old"), var("new")
    return function("moving", (old, new), [ir.Rename(g(old), g(new))])


def evaluated(body: list[ir.Stmt], result: ir.Expr, game: Game | None = None) -> object:
    """What a function with this body gives; it runs on a fresh state."""
    value = function("tested", (), [*body, ir.Return(result)], ir.LIST)
    game = game or Game()
    engine = reference(game.program([]))
    return engine.evaluate(value, engine.start())


def test_own_locals_follow_a_rename() -> None:
    p, q, some, listed = var("p", REF), var("q", REF), var("some", REFS), var("listed", ir.REFLIST)
    number = var("number")
    body: list[ir.Stmt] = [
        ir.Set(p, n(3)),
        ir.Set(q, n(4)),
        ir.Set(number, n(3)),
        ir.Set(some, ir.Mask(0b11000, 16)),
        ir.Set(listed, ir.MakeList((n(3), n(4), n(3)))),
        ir.Rename(n(3), n(7)),
    ]
    result = ir.MakeList(
        (g(p), g(q), g(number), b("nth", g(listed), n(0)), b("nth", g(listed), n(1)), u("least", g(some)))
    )
    assert evaluated(body, result) == (7, 4, 3, 7, 4, 4)
    # what is removed becomes none, and leaves sets
    gone = ir.MakeList((g(p), g(q), b("nth", g(listed), n(2)), u("size", g(some))))
    assert evaluated([*body[:-1], ir.Rename(n(3), n(-1))], gone) == (-1, 4, -1, 1)
    # a rename of none does nothing
    nothing = [*body[:-1], ir.Set(q, n(-1)), ir.Rename(n(-1), n(5))]
    assert evaluated(nothing, ir.MakeList((g(p), g(q), u("size", g(some))))) == (3, -1, 2)


def test_locals_follow_through_calls() -> None:
    p, some, array = var("p", REF), var("some", REFS), var("array", REF, 3)
    twice = function("twice", (q := var("q", REF),), [], REF)
    # q is moved by two calls; it is followed in `twice`, and p meanwhile in the caller
    move = moving()
    twice.body = [ir.Do(move, (g(q), n(8))), ir.Do(move, (g(q), n(9))), ir.Return(g(q))]
    last = var("last", REF)
    body: list[ir.Stmt] = [
        ir.Set(p, n(3)),
        ir.Set(some, ir.Mask(0b1010, 16)),
        ir.Fill(array, n(3)),
        ir.Set(array, n(4), n(1)),
        ir.Do(twice, (n(3),), last),
    ]
    result = ir.MakeList((g(p), g(last), *(g(array, n(i)) for i in range(3)), *(_members(g(some)))))
    assert evaluated(body, result) == (9, 9, 9, 4, 9, 0, 1)
    assert twice.renames and move.renames


def _members(members: ir.Expr) -> tuple[ir.Expr, ...]:
    return (b("has", members, n(3)), b("has", members, n(9)))


def test_the_members_of_a_loop_follow() -> None:
    """While the loop is at 2, 5 moves to 1 and 9 is removed: 1 still comes, 9 does not."""
    x, seen = var("x", REF), var("seen", ir.LIST)
    move = moving()
    inside: list[ir.Stmt] = [
        ir.Append(seen, g(x)),
        ir.If(b("eq", g(x), n(2)), [ir.Do(move, (n(5), n(1))), ir.Do(move, (n(9), n(-1)))]),
    ]
    loop = ir.Each(x, ir.Mask(1 << 2 | 1 << 5 | 1 << 9, 16), inside)
    assert evaluated([loop], g(seen)) == (2, 1)
    # in a list the removed one comes as none
    listed = ir.EachItem(x, ir.MakeList((n(2), n(9), n(5), n(2))), inside)
    assert evaluated([listed], g(seen)) == (2, -1, 1, 2)


def test_a_break_leaves_a_loop_that_follows() -> None:
    x, seen = var("x", REF), var("seen", ir.LIST)
    move = moving()
    inside: list[ir.Stmt] = [ir.Append(seen, g(x)), ir.Do(move, (n(5), n(6))), ir.If(b("gt", g(x), n(2)), [ir.Break()])]
    assert evaluated([ir.Each(x, ir.Mask(0b100110, 16), inside)], g(seen)) == (1, 2, 6)


def test_cells_frames_and_queue_follow() -> None:
    game = Game()
    kept = game.cell("kept", REF, (3, 5))
    marked = game.cell("marked", REFS, (0b1000,))
    plain = game.cell("plain", ir.INT, (3,))
    seen = game.cell("seen", ir.INT, (0, 0, 0, 0, 0))
    game.queue = [(REF, ir.INT, REFS)]
    go = generator("go", (), [ir.Yield(0, (), ())])
    ask = game.decision("Go", go)
    p, choice, result = var("p", REF), var("choice"), var("result", REF)
    sort, v, w, x = var("sort"), var("v", REF), var("w"), var("x", REFS)
    q = var("q", REF)
    inner_choice = var("choice")
    # the inner flow stops, then moves 3 to 7 by a function
    inner = flow(
        "inner",
        (q,),
        [ir.Decide(ask, n(0), (), inner_choice, ()), ir.Do(moving(), (n(3), n(7))), ir.Return(g(q))],
        REF,
    )
    engine = reference(
        game.program(
            [
                ir.Set(p, n(3)),
                ir.Enqueue(0, (n(3), n(3), ir.Mask(0b1000, 16))),
                ir.Do(inner, (g(p),), result),
                ir.Dequeue(sort, (v, w, x)),
                ir.Store(seen, n(0), g(p)),
                ir.Store(seen, n(1), g(result)),
                ir.Store(seen, n(2), g(v)),
                ir.Store(seen, n(3), g(w)),
                ir.Store(seen, n(4), u("least", g(x))),
                ir.Decide(ask, n(0), (), choice, ()),
            ]
        )
    )
    state = engine.apply(engine.start(), Act(0, ()))
    cells = state.cells
    assert cells[seen.offset : seen.offset + 5] == [7, 7, 7, 3, 7]
    assert cells[kept.offset : kept.offset + 2] == [7, 5]
    assert cells[marked.offset] == 1 << 7
    assert cells[plain.offset] == 3


def test_slots_of_arrays_and_loops_in_flows_follow() -> None:
    game = Game()
    seen = game.cell("seen", ir.INT, (0,))
    go = generator("go", (), [ir.Yield(0, (), ())])
    ask = game.decision("Go", go)
    array, x, choice = var("array", REF, 2), var("x", REF), var("choice")
    engine = reference(
        game.program(
            [
                ir.Fill(array, n(5)),
                ir.Set(array, n(2), n(0)),
                # a loop that stops: 2, then 5 which has moved to 1
                ir.Each(
                    x,
                    ir.Mask(0b100100, 16),
                    [
                        ir.Decide(ask, n(0), (), choice, ()),
                        ir.Store(seen, None, b("add", b("mul", ir.Load(seen), n(10)), g(x))),
                        ir.Rename(n(5), n(1)),
                    ],
                ),
                # a loop that does not: 4, then 8 which has moved to 3
                ir.Each(
                    x,
                    ir.Mask(0b100010000, 16),
                    [
                        ir.Store(seen, None, b("add", b("mul", ir.Load(seen), n(10)), g(x))),
                        ir.Rename(n(8), n(3)),
                    ],
                ),
                ir.Store(
                    seen,
                    None,
                    b(
                        "add",
                        b("mul", ir.Load(seen), n(100)),
                        b("add", b("mul", g(array, n(0)), n(10)), g(array, n(1))),
                    ),
                ),
            ]
        )
    )
    state = engine.start()
    for _ in range(2):
        state = engine.apply(state, Act(0, ()))
    assert state.cells[seen.offset] == 214321


def test_a_trial_leaves_the_state_and_references_as_they_were() -> None:
    game = Game()
    value = game.cell("value", ir.INT, (1,))
    kept = game.cell("kept", REF, (3,))
    p, inside, other = var("p", REF), var("inside"), var("other")
    body: list[ir.Stmt] = [
        ir.Set(p, n(3)),
        ir.Trial(
            [ir.Store(value, None, n(50)), ir.Do(moving(), (g(p), n(7)))],
            [ir.Set(inside, b("add", ir.Load(value), g(p))), ir.Set(other, ir.Load(kept))],
        ),
    ]
    result = ir.MakeList((g(inside), g(other), g(p), ir.Load(value), ir.Load(kept)))
    # in the trial the value is 50 and p is 7; afterwards all is as before, but the locals that were set stay
    assert evaluated(body, result, game) == (57, 7, 3, 1, 3)


def test_the_end_of_the_game_inside_a_trial() -> None:
    game = Game()
    p, after = var("p", REF), var("after")
    win = function("win", (), [ir.Rename(n(3), n(6)), *game.win()])
    body: list[ir.Stmt] = [
        ir.Set(p, n(3)),
        ir.Trial(
            [ir.Do(win, ()), ir.Set(after, n(99))],
            [ir.Set(after, b("add", b("mul", ir.Load(game.ended), n(10)), g(p)))],
        ),
    ]
    # the trial's own end still runs, on the copy, and p was followed up to the end of the game
    assert evaluated(body, ir.MakeList((g(after), ir.Load(game.ended), g(p))), game) == (16, 0, 3)


def test_a_trial_in_a_generator_and_in_a_flow() -> None:
    game = Game()
    board = game.cell("board", ir.refs(8), (0b0101,))
    p, there, ok = var("p", REF), var("there"), var("ok")
    a, c = var("a", REF), var("c")
    move = function(
        "move",
        (a, c),
        [
            ir.Store(board, None, b("joined", b("without", ir.Load(board), u("single", g(a))), u("single", g(c)))),
            ir.Rename(g(a), g(c)),
        ],
    )
    neighbours = b("eq", u("size", b("common", ir.Load(board), ir.Binary("shift_up", ir.Load(board), n(1)))), n(1))
    # moves after which the two stand side by side: 0 to 1 or 3, 2 to 1
    moves = generator(
        "moves",
        (),
        [
            ir.Each(
                p,
                ir.Load(board),
                [
                    ir.Count(
                        there,
                        n(0),
                        n(3),
                        [
                            ir.If(
                                b("has", ir.Load(board), g(there)),
                                [],
                                [
                                    ir.Trial([ir.Do(move, (g(p), g(there)))], [ir.Set(ok, neighbours)]),
                                    ir.If(g(ok), [ir.Yield(0, (g(p), g(there)), (g(p), g(there)))]),
                                ],
                            )
                        ],
                    )
                ],
            )
        ],
    )
    choice, chosen, target, seen = var("choice"), var("chosen", REF), var("target"), var("seen", ir.REFLIST)
    engine = reference(
        game.program(
            [
                ir.Decide(game.decision("Move", moves), n(0), (), choice, (chosen, target)),
                ir.Trial([ir.Do(move, (g(chosen), g(target)))], [ir.Append(seen, g(chosen))]),
                ir.Append(seen, g(chosen)),
                ir.Decide(game.decision("Show", _show(seen), False), n(0), (g(seen),), choice, ()),
            ]
        )
    )
    state = engine.start()
    assert [act.picks for act in engine.moves(state)] == [(0, 1), (0, 3), (2, 1)]
    after = engine.apply(state, engine.moves(state)[2])
    assert after.cells[board.offset] == 0b0101
    assert engine.stopped(after).args == ((1, 2),)


def _show(seen: ir.Var) -> ir.Routine:
    shown = var("shown", ir.REFLIST)
    return generator("show", (shown,), [ir.Yield(0, (u("length", g(shown)),), ())])


def test_a_game_that_ends_in_a_function_of_a_flow() -> None:
    game = Game()
    p = var("p", REF)
    win = function("win", (), [ir.Rename(n(1), n(2)), *game.win()])
    outer = function("outer", (), [ir.Set(p, n(1)), ir.Do(win, ()), ir.Store(game.mover, None, g(p))])
    engine = reference(game.program([ir.Do(outer, ()), ir.Store(game.mover, None, n(9))]))
    state = engine.start()
    assert engine.stopped(state).kind == "over" and engine.mover(state) == 0 and engine.active(state) == 0
    assert state.live == [] and state.frames == []
