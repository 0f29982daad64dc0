"""Players who decide together: copies, what is told, and the order in which choices are carried out."""

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, var
from rulewright.engines import Engine, PlayError
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.printer import print_routine
from rulewright.program.verify import verify

NAMES = ir.Shown("player", ("Ann", "Bob"))
BOTH = ir.Mask(3, 2)


def tell(*parts: int | ir.Expr) -> ir.Tell:
    return ir.Tell(tuple(n(part) if isinstance(part, int) else part for part in parts))


def numbers(top: ir.Expr) -> ir.Routine:
    x = var("x")
    return generator("numbers", (), [ir.Count(x, n(1), top, [ir.Yield(0, (g(x),), (g(x),))])])


def bidding(seats: ir.Expr = BOTH, top: int = 3, twice: bool = False) -> tuple[Engine, Game, ir.Cell]:
    """Each seat picks a number, which is told as (seat, number) and added to its sum; before the block (8,) is told,
    after it (9, sum of seat 0, sum of seat 1). Then seat 1 is asked whether it goes on."""
    game = Game()
    sums = game.cell("sums", ir.INT, (0, 0))
    seat, choice, pick, i = var("seat"), var("choice"), var("pick"), var("i")
    mine = ir.Load(sums, g(seat))
    once: list[ir.Stmt] = [
        ir.Decide(game.decision("Bid", numbers(n(top))), g(seat), (), choice, (pick,)),
        ir.If(
            b("eq", g(choice), n(0)),
            [ir.Store(sums, g(seat), b("add", mine, g(pick))), tell(g(seat), g(pick))],
        ),
    ]
    body: list[ir.Stmt] = [ir.Count(i, n(1), n(2), once)] if twice else once
    go = generator("go", (), [ir.Yield(0, (), ())])
    made = game.program(
        [
            ir.While(
                n(1),
                [
                    tell(8),
                    ir.Together(seat, seats, body, NAMES),
                    tell(9, ir.Load(sums, n(0)), ir.Load(sums, n(1))),
                    ir.Decide(game.decision("Go", go), n(1), (), choice, ()),
                ],
            )
        ]
    )
    assert verify(made) == []
    return ReferenceEngine(made, guarded=True), game, sums


def go(engine: Engine, state: object, *picks: int) -> object:
    """The state after moves by their first pick (0: the only move)."""
    for pick in picks:
        state = engine.apply(state, next(act for act in engine.moves(state) if act.picks == ((pick,) if pick else ())))
    return state


def test_each_decides_on_a_copy() -> None:
    engine, _, sums = bidding()
    state = engine.start()
    assert engine.stopped(state).chooser == 0
    second = go(engine, state, 2)
    assert engine.stopped(second).chooser == 1
    assert second.cells[sums.offset : sums.offset + 2] == [0, 0]  # type: ignore[attr-defined]
    done = go(engine, second, 3)
    assert engine.stopped(done).decision is not None and engine.apart(done) is None
    assert done.cells[sums.offset : sums.offset + 2] == [2, 3]  # type: ignore[attr-defined]
    assert [engine.perft(state, depth) for depth in (1, 2, 3, 4)] == [3, 9, 9, 27]


def test_what_is_told_to_whom() -> None:
    engine, _, _ = bidding(twice=True)
    state = engine.start()
    apart = engine.apart(state)
    assert apart is not None and engine.told(apart.base) == ((8,),) and engine.told(state) == ()
    state = go(engine, state, 2)
    assert engine.told(state) == ((0, 2),)
    state = go(engine, state, 1)
    # seat 0 has decided: it knows what its copy told, and seat 1 has been told nothing of it
    assert engine.told(state) == ()
    assert engine.told(engine.seen(state, 0)) == ((0, 2), (0, 1))
    state = go(engine, state, 3)
    assert engine.told(state) == ((1, 3),)
    state = go(engine, state, 3)
    assert engine.told(state) == ((0, 2), (0, 1), (1, 3), (1, 3), (9, 3, 6))
    # the next round: what was told on the way to it is told to all
    state = go(engine, state, 0)
    apart = engine.apart(state)
    assert apart is not None and engine.told(apart.base) == ((8,),) and engine.told(state) == ()


@pytest.mark.parametrize("top", [0, 3])
def test_without_decisions_all_is_told_at_once(top: int) -> None:
    """Nobody in the block, or nothing to choose: it is no stop, and what was told before it is not lost."""
    engine, _, _ = bidding(ir.Mask(0, 2) if top else BOTH, top)
    state = engine.start()
    assert engine.stopped(state).chooser == 1 and engine.apart(state) is None
    assert engine.told(state) == ((8,), (9, 0, 0))


def test_one_seat_alone() -> None:
    engine, _, sums = bidding(ir.Mask(2, 2))
    state = engine.start()
    assert engine.stopped(state).chooser == 1
    apart = engine.apart(state)
    assert apart is not None and apart.seats == (1,) and engine.seen(state, 0) is apart.base
    done = go(engine, state, 2)
    assert done.cells[sums.offset : sums.offset + 2] == [0, 2]  # type: ignore[attr-defined]


def test_states_are_told_apart_by_what_was_chosen() -> None:
    engine, _, _ = bidding()
    start = engine.start()
    seconds = [go(engine, start, pick) for pick in (1, 2, 3)]
    assert len({engine.digest(state) for state in seconds}) == 3
    for state in seconds:
        back = engine.unpack(engine.pack(state))
        assert engine.key(back) == engine.key(state)
        assert engine.key(go(engine, back, 2)) == engine.key(go(engine, state, 2))
    assert engine.key(go(engine, seconds[0], 2)) != engine.key(go(engine, seconds[1], 1))


def test_an_altered_copy() -> None:
    """Thought experiments change the copy that the state stands on, not what was before the block."""
    engine, _, sums = bidding()
    state = go(engine, engine.start(), 2)
    fill = function("fill", (), [ir.Store(sums, n(0), n(50))])
    other = engine.altered(state, fill)
    assert other.cells[sums.offset] == 50 and len(engine.moves(other)) == 3
    assert go(engine, other, 1).cells[sums.offset] == 2  # type: ignore[attr-defined]


def test_references_in_choices_follow_and_may_be_lost() -> None:
    """Seat 0 moves reference 4 to 6, or takes 5 away; seat 1 picks 4 or 5."""
    game = Game()
    there = game.cell("there", ir.refs(8), (0b110000,))
    kept = game.cell("kept", ir.REF, (-1,))
    seat, choice, pick, x = var("seat"), var("choice"), var("pick", ir.REF), var("x", ir.REF)
    ways = generator("ways", (), [ir.Each(x, ir.Load(there), [ir.Yield(0, (g(x),), (g(x),))])])
    change: list[ir.Stmt] = [
        ir.If(
            b("eq", g(pick), n(4)),
            [ir.Store(there, None, ir.Mask(0b1100000, 8)), ir.Rename(n(4), n(6))],
            [ir.Store(there, None, ir.Mask(0b10000, 8)), ir.Rename(n(5), n(-1))],
        )
    ]
    engine = ReferenceEngine(
        game.program(
            [
                ir.Together(
                    seat,
                    BOTH,
                    [
                        ir.Decide(game.decision("Pick", ways), g(seat), (), choice, (pick,)),
                        ir.If(b("eq", g(seat), n(0)), change, [ir.Store(kept, None, g(pick))]),
                    ],
                    NAMES,
                ),
                *game.win(),
            ]
        ),
        guarded=True,
    )
    state = engine.start()
    assert go(engine, state, 4, 4).cells[kept.offset] == 6  # type: ignore[attr-defined]
    assert go(engine, state, 4, 5).cells[kept.offset] == 5  # type: ignore[attr-defined]
    assert go(engine, state, 5, 4).cells[kept.offset] == 4  # type: ignore[attr-defined]
    with pytest.raises(PlayError) as error:
        go(engine, state, 5, 5)
    assert error.value.code == "X012"
    assert error.value.message == "Bob has chosen something here that is impossible now."


def keys_that_follow() -> tuple[ir.Program, dict[str, ir.Cell]]:
    """References 2, 3 and 4 are there, 2 and 3 in a row. What seat 1 does before it decides: 2 becomes 5, 4 is gone,
    and a new 4 comes, in the row too. What seat 0 does after it has decided: 3 becomes 6. One picks a reference, all of
    them, or the row, which is written down."""
    game = Game()
    there = game.cell("there", ir.refs(8), (0b11100,))
    game.cells.append(row := ir.Cell("row", ir.REFLIST, 1, ((2, 3),)))
    kept = {
        "one": game.cell("one", ir.REF, (-1,)),
        "all": game.cell("all", ir.refs(8), (0,)),
    }
    game.cells.append(ir.Cell("listed", ir.REFLIST, 1, ((),)))
    kept["listed"] = game.cells[-1]
    seat, choice, x = var("seat"), var("choice"), var("x", ir.REF)
    one, all_, listed = var("pick", ir.REF), var("all", ir.refs(8)), var("listed", ir.REFLIST)
    ways = generator(
        "ways",
        (),
        [
            ir.Each(x, ir.Load(there), [ir.Yield(0, (n(9), g(x)), (g(x),))]),
            ir.Yield(1, (ir.Load(there),), (ir.Load(there),)),
            ir.Yield(2, (ir.Load(row), n(9)), (ir.Load(row),)),
        ],
    )
    before: list[ir.Stmt] = [
        ir.Rename(n(2), n(5)),
        ir.Rename(n(4), n(-1)),
        ir.Store(there, None, b("joined", ir.Load(there), ir.Mask(0b10000, 8))),
        ir.Store(row, None, b("joined_lists", ir.Load(row), ir.MakeList((n(4),)))),
    ]
    after: list[ir.Stmt] = [
        ir.Store(kept["one"], None, g(one)),
        ir.Store(kept["all"], None, g(all_)),
        ir.Store(kept["listed"], None, g(listed)),
    ]
    decision = game.decision("Pick", ways, False, "All", "Row")
    body: list[ir.Stmt] = [
        ir.If(g(seat), before),
        ir.Decide(decision, g(seat), (), choice, (one, all_, listed), ((0,), (1,), (2,))),
        ir.If(g(seat), after, [ir.Rename(n(3), n(6))]),
    ]
    return game.program([ir.Together(seat, BOTH, body, NAMES), *game.win()]), kept


@pytest.mark.parametrize(
    ("at", "chosen", "done"),
    [
        (0, (0, (9, 3)), (6, 0, ())),
        (1, (0, (9, 4)), (4, 0, ())),  # the new one, which is none of those before
        (2, (0, (9, 5)), (5, 0, ())),  # what was 2
        (3, (1, (0b111000,)), (-1, 0b1110000, ())),
        (4, (2, ((5, 3, 4), 9)), (-1, 0, (5, 6, 4))),
    ],
)
def test_references_in_choices_of_every_sort_follow(
    at: int, chosen: tuple[int, tuple[object, ...]], done: tuple[object, ...]
) -> None:
    made, kept = keys_that_follow()
    engine = ReferenceEngine(made, guarded=True)
    state = engine.start()
    state = engine.apply(state, engine.moves(state)[0])
    act = engine.moves(state)[at]
    assert (act.alternative, act.key) == chosen
    state = engine.apply(state, act)
    assert tuple(state.cells[cell.offset] for cell in kept.values()) == done  # type: ignore[attr-defined]


def test_choices_follow_while_they_wait() -> None:
    """Each seat picks twice among 2, 3 and 4; after each pick of seat 0 these go round: 2 becomes 3, 3 4, and 4 2. When
    seat 1's picks are done they have gone round twice."""
    game = Game()
    there = game.cell("there", ir.refs(8), (0b11100,))
    found = game.cell("found", ir.INT, (0,))
    seat, choice, pick, x, i = var("seat"), var("choice"), var("pick", ir.REF), var("x", ir.REF), var("i")
    ways = generator("ways", (), [ir.Each(x, ir.Load(there), [ir.Yield(0, (g(x),), (g(x),))])])
    decide = ir.Decide(game.decision("Pick", ways), g(seat), (), choice, (pick,))
    note = ir.Store(found, None, b("add", b("mul", ir.Load(found), n(10)), g(pick)))
    round_: list[ir.Stmt] = [ir.Rename(n(old), n(new)) for old, new in ((4, 7), (3, 4), (2, 3), (7, 2))]
    body: list[ir.Stmt] = [ir.Count(i, n(1), n(2), [decide, note, ir.If(b("eq", g(seat), n(0)), round_)])]
    engine = ReferenceEngine(game.program([ir.Together(seat, BOTH, body, NAMES), *game.win()]), guarded=True)
    for picks, noted in (((2, 3, 2, 3), 2342), ((3, 4, 3, 4), 3423), ((4, 2, 4, 2), 4234)):
        assert go(engine, engine.start(), *picks).cells[found.offset] == noted  # type: ignore[attr-defined]


def test_one_inside_another_breaks_down() -> None:
    inner = flow("inner", (), [ir.Together(var("other"), BOTH, [], NAMES)])
    outer = Game().program([ir.Together(var("seat"), BOTH, [ir.Do(inner, ())], NAMES)])
    with pytest.raises(PlayError) as error:
        ReferenceEngine(outer).start()
    assert error.value.code == "X013" and "inside a block in which players decide together" in error.value.message
    whole = Game().program([ir.Compound([ir.Do(inner, ())], n(0), False, ())])
    with pytest.raises(PlayError) as error:
        ReferenceEngine(whole).start()
    assert error.value.code == "X013" and "inside one move" in error.value.message


@pytest.mark.parametrize("seed", [None, 5])
def test_chance_and_others_break_down(seed: int | None) -> None:
    drawn = var("drawn")
    roll = flow("roll", (), [ir.Draw(numbers(n(6)), (), drawn, ir.DrawInfo("a die", ir.Shown("int")))])
    with pytest.raises(PlayError) as error:
        ReferenceEngine(Game().program([ir.Together(var("seat"), BOTH, [ir.Do(roll, ())], NAMES)])).start(seed)
    assert error.value.code == "X009" and error.value.message == "a die is drawn while players decide together."
    game = Game()
    ask = ir.Decide(game.decision("Ask", numbers(n(2))), n(1), (), var("choice"), (var("pick"),))
    with pytest.raises(PlayError) as error:
        ReferenceEngine(game.program([ir.Together(var("seat"), BOTH, [ask], NAMES)])).start(seed)
    assert error.value.code == "X011"


def test_chance_with_one_outcome_is_none() -> None:
    drawn = var("drawn")
    roll = flow("roll", (), [ir.Draw(numbers(n(1)), (), drawn, ir.DrawInfo("a die", ir.Shown("int")))])
    game = Game()
    made = game.program([ir.Together(var("seat"), BOTH, [ir.Do(roll, ())], NAMES), *game.win()])
    assert ReferenceEngine(made).stopped(ReferenceEngine(made).start()).kind == "over"


def test_locals_needed_by_the_next_seat_are_kept() -> None:
    """`total` is read before it is set in the body, so it is needed where one seat's block ends and the next begins."""
    game = Game()
    out = game.cell("out", ir.INT, (0,))
    seat, total, choice, pick = var("seat"), var("total"), var("choice"), var("pick")
    engine = ReferenceEngine(
        game.program(
            [
                ir.Set(total, n(100)),
                ir.Together(
                    seat,
                    BOTH,
                    [
                        ir.Decide(game.decision("Bid", numbers(n(3))), g(seat), (), choice, (pick,)),
                        ir.Set(total, b("add", b("mul", g(total), n(2)), g(pick))),
                        ir.Store(out, None, g(total)),
                    ],
                    NAMES,
                ),
                *game.win(),
            ]
        ),
        guarded=True,
    )
    assert go(engine, engine.start(), 1, 3).cells[out.offset] == (100 * 2 + 1) * 2 + 3  # type: ignore[attr-defined]


def test_it_is_printed_and_verified() -> None:
    seat = var("seat")
    together = ir.Together(seat, BOTH, [tell(g(seat))], NAMES)
    assert print_routine(flow("main", (), [together])).splitlines()[1:] == [
        "    together by each seat in {0, 1}:",
        "        tell seat",
    ]
    draw = ir.Draw(numbers(n(2)), (), var("drawn"), ir.DrawInfo("a die", ir.Shown("int")))
    wrong: list[ir.Stmt] = [
        ir.Together(seat, BOTH, [draw, ir.Return(), ir.Together(var("other"), BOTH, [], NAMES)], NAMES),
        ir.Together(var("set", ir.bits(2)), n(1), [], NAMES),
        ir.While(n(1), [ir.Together(seat, BOTH, [ir.Break()], NAMES)]),
        ir.Trial([ir.Together(seat, BOTH, [], NAMES)], []),
    ]
    problems = verify(Game().program(wrong))
    assert [problem.removeprefix("main: ") for problem in problems] == [
        "a return leads out of a block done together",
        "chance is drawn inside a block done together",
        "players decide together inside a block done together",
        "the seats that decide together: 1 is int, no set",
        "set goes over members and is no int",
        "a break leaves no loop",
        "a Together may stop inside a trial or an attempt",
    ]
    with pytest.raises(ValueError, match="function f holds a Together"):
        Game().program([ir.Do(function("f", (), [ir.Together(seat, BOTH, [], NAMES)]), ())])
