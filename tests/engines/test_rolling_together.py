"""Players who decide together in random games that roll: what is noted is what the reference engine notes."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines import noted
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir
from rulewright.program.rolls import rejects, rolls

RULESETS = Path(__file__).parents[2] / "rulesets"
NAMES = ir.Shown("player", ("Ann", "Bob"))
BOTH = ir.Mask(3, 2)


def games(program: ir.Program, count: int = 40, limit: int = 50) -> list[tuple[int, ...]]:
    """What is noted of games that all roll, and are the same in the reference engine: see `noted.form`."""
    assert rolls(program)
    found, done = NativeGames(program)._rolled(0, count, 4, limit)
    assert done == count
    assert found == whole.playouts(ReferenceEngine(program), 0, count, 4, limit)
    return list(noted.form(2).iter_unpack(found))


def numbers(top: ir.Expr) -> ir.Routine:
    x = var("x")
    return generator("numbers", (), [ir.Count(x, n(1), top, [ir.Yield(0, (g(x),), (g(x),))])])


def over(game: Game, one: ir.Expr, other: ir.Expr) -> list[ir.Stmt]:
    """The game ends; its returns tell two numbers."""
    told: list[ir.Stmt] = [ir.Store(game.returns, n(0), one), ir.Store(game.returns, n(1), other)]
    return [*told, ir.Store(game.ended, None, n(1)), ir.Finish()]


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("in_flow", [False, True])
@pytest.mark.parametrize("seats", [0, 1, 2, 3])
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 50])
def test_bids(optional: bool, in_flow: bool, seats: int, limit: int) -> None:
    """Three rounds of two bids, from 1 up to how often somebody was to bid before: who is the first has nothing to
    choose. A local keeps what all have bid so far; on the copies it begins anew."""
    game = Game()
    sums = game.cell("sums", ir.INT, (0, 0))
    high = game.cell("high", ir.INT, (0,))
    seat, choice, pick, i, round_, total = (var(name) for name in ("seat", "choice", "pick", "i", "round", "total"))
    bid = ir.Decide(game.decision("Bid", numbers(ir.Load(high)), optional), g(seat), (), choice, (pick,))
    asked: list[ir.Stmt] = [bid]
    if in_flow:
        who, one, got = var("who"), var("one"), var("got")
        called = flow(
            "bids",
            (who,),
            [ir.Decide(bid.decision, g(who), (), one, (got,)), ir.Return(ir.Select(g(one), n(0), g(got)))],
            ir.INT,
        )
        asked = [ir.Do(called, (g(seat),), pick), ir.Set(choice, b("sub", b("gt", g(pick), n(0)), n(1)))]
    took: list[ir.Stmt] = [
        ir.Store(sums, g(seat), b("add", ir.Load(sums, g(seat)), g(pick))),
        ir.Set(total, b("add", b("mul", g(total), n(4)), g(pick))),
    ]
    more = ir.Store(high, None, b("add", ir.Load(high), n(1)))
    body: list[ir.Stmt] = [ir.Count(i, n(1), n(2), [*asked, more, ir.If(b("eq", g(choice), n(0)), took)])]
    program = game.program(
        [
            ir.Set(total, n(0)),
            ir.Count(round_, n(1), n(3), [ir.Together(seat, ir.Mask(seats, 2), body, NAMES)]),
            *over(game, b("add", b("mul", ir.Load(sums, n(0)), n(100)), ir.Load(sums, n(1))), g(total)),
        ]
    )
    found = games(program, limit=limit)
    if seats == 3 and limit == 50:
        assert len({one[3] for one in found}) > 10 and {one[1] for one in found} == {10}
    if not seats:
        assert {one[1] for one in found} == {0}


@pytest.mark.parametrize("in_function", [False, True])
def test_the_game_ends_for_one_seat_while_it_decides(in_function: bool) -> None:
    """Who picks 3 ends the game: on the copies only for himself, then for all, before the block of the other."""
    game = Game()
    seat, choice, pick = var("seat"), var("choice"), var("pick")
    sums = game.cell("sums", ir.INT, (0, 0))
    end = over(game, b("add", n(10), ir.Load(sums, n(0))), ir.Load(sums, n(1)))
    ends = [ir.Do(function("end", (), end), ())] if in_function else end
    body: list[ir.Stmt] = [
        ir.Decide(game.decision("Pick", numbers(n(3))), g(seat), (), choice, (pick,)),
        ir.Store(sums, g(seat), g(pick)),
        ir.If(b("eq", g(pick), n(3)), ends),
    ]
    after = over(game, ir.Load(sums, n(0)), ir.Load(sums, n(1)))
    program = game.program([ir.Together(seat, BOTH, body, NAMES), *after])
    told = {one[1:2] + one[3:] for one in games(program)}
    assert told == {(2, 13, 0)} | {(2, 10 + x, 3) for x in (1, 2)} | {(2, x, y) for x in (1, 2) for y in (1, 2)}


def keys_that_follow() -> ir.Program:
    """As in `test_together.py`: seat 1 moves references before it picks, seat 0 afterwards; all sorts of keys."""
    game = Game()
    there = game.cell("there", ir.refs(8), (0b11100,))
    game.cells.append(row := ir.Cell("row", ir.REFLIST, 1, ((2, 3),)))
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
    decision = game.decision("Pick", ways, False, "All", "Row")
    body: list[ir.Stmt] = [
        ir.If(g(seat), before),
        ir.Decide(decision, g(seat), (), choice, (one, all_, listed), ((0,), (1,), (2,))),
        ir.If(g(seat), [], [ir.Rename(n(3), n(6))]),
    ]
    items: ir.Expr = n(0)
    for at in range(3):
        items = b("add", b("mul", items, n(10)), b("nth", b("joined_lists", g(listed), ZEROS), n(at)))
    told = b("add", b("mul", u("number", g(all_)), n(10)), b("add", g(one), n(1)))
    return game.program([ir.Together(seat, BOTH, body, NAMES), *over(game, told, items)])


ZEROS = ir.MakeList((n(0), n(0), n(0)))


def test_choices_follow() -> None:
    """One of 4, 6 and 5 (told as one more), or all of them (told as bits), or the row 5, 6, 4."""
    assert {one[3:] for one in games(keys_that_follow())} == {(7, 0), (5, 0), (6, 0), (1120, 0), (0, 564)}


def test_what_callers_hold_does_not_follow_on_the_copies() -> None:
    """Reference 3 becomes 5 in the block of seat 1 only, once: locals of the flow and of one above follow once. Where
    one above holds a reference, the game is played with stops."""
    for above in (False, True):
        game = Game()
        seat, choice, pick, x, y = var("seat"), var("choice"), var("pick"), var("x", ir.REF), var("y", ir.REF)
        turn: list[ir.Stmt] = [ir.Rename(n(5), n(6)), ir.Rename(n(3), n(5))]
        body: list[ir.Stmt] = [
            ir.Decide(game.decision("Pick", numbers(n(2))), g(seat), (), choice, (pick,)),
            ir.If(g(seat), turn),
        ]
        inner: list[ir.Stmt] = [ir.Set(y, n(3)), ir.Together(seat, BOTH, body, NAMES), ir.Return(g(y))]
        called, found = flow("deciding", (), inner, ir.INT), var("found")
        held = g(x) if above else n(5)
        program = game.program([ir.Set(x, n(3)), ir.Do(called, (), found), *over(game, g(found), held)])
        assert rolls(program)
        native = NativeGames(program)
        noted_ = whole.playouts(ReferenceEngine(program), 0, 5, 4, 50)
        assert native.playouts(0, 5, 4, 50) == noted_
        assert native._rolled(0, 5, 4, 50) == ((b"", 0) if above else (noted_, 5))
        assert {one[3:] for one in noted.form(2).iter_unpack(noted_)} == {(5, 5)}


def broken(body: list[ir.Stmt], game: Game, seat: ir.Var) -> None:
    """Games that break down, in the same words: some roll up to there, and none goes on."""
    program = game.program([ir.Together(seat, BOTH, body, NAMES), *over(game, n(1), n(2))])
    assert rolls(program)
    engine, native = ReferenceEngine(program), NativeGames(program)
    wrong = 0
    for number in range(12):
        try:
            games_ = whole.playouts(engine, number, number + 1, 1, 100)
        except rw.PlayError as error:
            wrong += 1
            with pytest.raises(rw.PlayError) as caught:
                native.playouts(number, number + 1, 1, 100)
            assert (caught.value.code, caught.value.message) == (error.code, error.message)
            assert native._rolled(number, number + 1, 1, 100) == (b"", 0)
        else:
            assert native._rolled(number, number + 1, 1, 100) == (games_, 1)
    assert wrong


def test_a_choice_that_has_become_impossible() -> None:
    """Both pick one of two numbers; the first takes it away from the other."""
    game = Game()
    there = game.cell("there", ir.bits(3), (0b110,))
    seat, choice, pick, x = var("seat"), var("choice"), var("pick"), var("x")
    ways = generator("ways", (), [ir.Each(x, ir.Load(there), [ir.Yield(0, (g(x),), (g(x),))])])
    take = ir.Store(there, None, b("without", ir.Load(there), u("single", g(pick))))
    broken([ir.Decide(game.decision("Pick", ways), g(seat), (), choice, (pick,)), take], game, seat)


@pytest.mark.parametrize("more", [False, True])
def test_another_decision_than_before(more: bool) -> None:
    """After seat 0 has picked 2 nobody else is asked, or everybody once more."""
    game = Game()
    asked = game.cell("asked", ir.INT, (1,))
    seat, choice, pick, i = var("seat"), var("choice"), var("pick"), var("i")
    decide = ir.Decide(game.decision("Pick", numbers(n(2))), g(seat), (), choice, (pick,))
    other = ir.If(b("eq", g(pick), n(2)), [ir.Store(asked, None, n(2 if more else 0))])
    rest = ir.If(u("not", g(seat)), [decide, other], [ir.Count(i, n(1), ir.Load(asked), [_again(decide)])])
    broken([rest], game, seat)


def _again(decide: ir.Decide) -> ir.Decide:
    return ir.Decide(decide.decision, decide.chooser, (), var("c"), (var("q"),))


def test_another_player_decides() -> None:
    game = Game()
    broken([ir.Decide(game.decision("Ask", numbers(n(2))), n(1), (), var("choice"), (var("pick"),))], game, var("seat"))


@pytest.mark.parametrize("top", [1, 6])
def test_chance_in_a_flow(top: int) -> None:
    """What can fall in one way only is no chance: such games are played with stops."""
    game, seat, drawn = Game(), var("seat"), var("drawn")
    roll = flow("roll", (), [ir.Draw(numbers(n(top)), (), drawn, ir.DrawInfo("a die", ir.Shown("int")))])
    if top > 1:
        broken([ir.Do(roll, ())], game, seat)
        return
    program = game.program([ir.Together(seat, BOTH, [ir.Do(roll, ())], NAMES), *over(game, n(1), n(2))])
    native = NativeGames(program)
    assert native._rolled(0, 1, 4, 50) == (b"", 0)
    assert native.playouts(0, 3, 4, 50) == whole.playouts(ReferenceEngine(program), 0, 3, 4, 50)


def test_one_inside_another() -> None:
    game, seat = Game(), var("seat")
    inner = flow("inner", (), [ir.Together(var("other"), BOTH, [], NAMES)])
    broken([ir.Do(inner, ())], game, seat)


def test_what_does_not_roll() -> None:
    """A game that forgets positions, or with moves of several decisions."""
    seat = var("seat")
    together = ir.Together(seat, BOTH, [], NAMES)
    assert rolls(Game().program([together]))
    assert not rolls(Game().program([together, ir.ForgetRecords()]))
    assert not rolls(Game().program([together, ir.Compound([], n(0), False, ())]))
    assert rolls(Game().program([ir.ForgetRecords(), ir.Compound([], n(0), False, ())]))


MISTWINGS = [
    {"shadows": "on", "abilities": abilities, "swoop": swoop}
    for abilities, swoop in itertools.product(("full", "basic"), ("off", "on"))
]
HEARTS = [
    {"deals": "one", "passing": "left", "jack_bonus": "on"},
    {"deals": "one", "passing": "across", "breaking": "off", "any_club_leads": "on"},
    {"deals": "one", "passing": "hold", "points_at_once": "on"},
]
BUNDLED = [*(("mistwings", options) for options in MISTWINGS), *(("hearts", options) for options in HEARTS)]


@pytest.mark.parametrize(("name", "options"), BUNDLED)
def test_bundled_games(name: str, options: dict[str, str]) -> None:
    """Twenty games, and some that are cut in the midst of deciding together."""
    game = rw.load(RULESETS / name, options)
    program = game.setting.program
    assert rolls(program) and not rejects(program)
    native = NativeGames(program)
    for count, limit in ((20, 1000), (2, 3), (2, 9)):
        assert native._rolled(0, count, 6, limit) == (whole.playouts(game.setting.engine, 0, count, 6, limit), count)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), BUNDLED)
def test_many_bundled_games(name: str, options: dict[str, str]) -> None:
    game = rw.load(RULESETS / name, options)
    found = NativeGames(game.setting.program)._rolled(0, 400, 7, 1000)
    assert found == (whole.playouts(game.setting.engine, 0, 400, 7, 1000), 400)
