"""Moves of several decisions in random games that roll: what is noted is what the reference engine notes."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from constructs.playing import load
from engines.programs import Game, b, flow, g, generator, n, u, var
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import exploring, ir, walk
from rulewright.program.rolls import rejects, rolls

RULESETS = Path(__file__).parents[2] / "rulesets"


def games(program: ir.Program, count: int, limit: int) -> bytes:
    """What is noted of games that all roll, and are the same in the reference engine."""
    assert rolls(program)
    found, done = NativeGames(program)._rolled(0, count, 4, limit)
    assert done == count
    assert found == whole.playouts(ReferenceEngine(program), 0, count, 4, limit)
    return found


def played(program: ir.Program, count: int, limit: int) -> None:
    """The same of games of which none rolls to its end."""
    assert rolls(program)
    native = NativeGames(program)
    assert native._rolled(0, 1, 4, limit) == (b"", 0)
    assert native.playouts(0, count, 4, limit) == whole.playouts(ReferenceEngine(program), 0, count, 4, limit)


@pytest.mark.parametrize("by_path", [False, True])
@pytest.mark.parametrize("rank", [None, 0, 1])
@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("in_flow", [False, True])
@pytest.mark.parametrize("ends_at", [-1, 2, 7])
def test_steps(by_path: bool, rank: int | None, optional: bool, in_flow: bool, ends_at: int) -> None:
    """A counter; one move is two decisions of 1 or 2 steps each. The number of moves in a game tells how many ways were
    taken for different. `rank`: the most steps, or those that are nearest to 5; `ends_at`: where the game ends at
    once, which is so far at most that not all ways come there."""
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick, again = var("x"), var("choice"), var("pick"), var("again")
    ways = generator("ways", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    step: list[ir.Stmt] = [
        ir.Decide(game.decision("Step", ways, optional), ir.Load(game.mover), (), choice, (pick,)),
        ir.If(b("ge", g(choice), n(0)), [ir.Store(at, None, b("add", ir.Load(at), g(pick)))]),
        ir.If(b("eq", ir.Load(at), n(ends_at)), game.win()),
    ]
    if in_flow:
        step = [ir.Do(flow("step", (), step), ())]
    ranks = {None: (), 0: (ir.Load(at),), 1: (u("neg", u("abs", b("sub", ir.Load(at), n(5)))), ir.Load(at))}[rank]
    compound = ir.Compound([ir.Count(again, n(1), n(2), step)], ir.Load(game.mover), by_path, ranks)
    program = game.program([ir.While(n(1), [compound, game.other()])])
    for limit in (0, 1, 6):
        games(program, 20, limit)


def test_locals_tell_ends_apart_where_they_are_needed() -> None:
    """Two marks in either order are one move, unless the first one counts later on."""
    branchings = []
    for later in (False, True):
        game = Game()
        marked, total = game.cell("marked", ir.bits(3), (0,)), game.cell("total", ir.INT, (0,))
        x, choice, pick, first, i = var("x"), var("choice"), var("pick"), var("first"), var("i")
        free = ir.Binary("without", ir.Mask(0b111, 3), ir.Load(marked))
        ways = generator("ways", (), [ir.Each(x, free, [ir.Yield(0, (g(x),), (g(x),))])])
        mark: list[ir.Stmt] = [
            ir.Decide(game.decision("Mark", ways), n(0), (), choice, (pick,)),
            ir.If(b("lt", g(first), n(0)), [ir.Set(first, g(pick))]),
            ir.Store(marked, None, b("joined", ir.Load(marked), u("single", g(pick)))),
        ]
        body: list[ir.Stmt] = [ir.Set(first, n(-1)), ir.Count(i, n(1), n(2), mark)]
        after = [ir.Store(total, None, b("add", ir.Load(total), g(first)))] if later else []
        whole_move = [ir.Compound(body, n(0), False, ()), *after, ir.Store(marked, None, ir.Mask(0, 3))]
        program = game.program([ir.While(b("lt", ir.Load(total), n(9)), whole_move), *game.win()])
        branchings.append(games(program, 10, 5))
    assert branchings[0] != branchings[1]


def test_a_way_without_a_decision_is_no_move() -> None:
    game = Game()
    at = game.cell("at", ir.INT, (0,))
    x, choice, pick, odd = var("x"), var("choice"), var("pick"), b("mod", ir.Load(at), n(2))
    ways = generator("ways", (), [ir.If(odd, [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])])
    body: list[ir.Stmt] = [
        ir.Decide(game.decision("Step", ways), n(0), (), choice, (pick,)),
        ir.Store(at, None, b("add", ir.Load(at), ir.Select(b("eq", g(choice), n(0)), g(pick), n(1)))),
        ir.If(b("ge", ir.Load(at), n(8)), game.win()),
    ]
    games(game.program([ir.While(n(1), [ir.Compound(body, n(0), False, ())])]), 20, 100)


def test_longer_ways_are_found_by_the_other_module() -> None:
    """To and fro as often as one likes; or all subsets of a set of thirteen, one member after the other."""
    game = Game()
    at, moves = game.cell("at", ir.INT, (0,)), game.cell("moves", ir.INT, (0,))
    x, choice, pick = var("x"), var("choice"), var("pick")
    other = ir.If(b("ne", g(x), ir.Load(at)), [ir.Yield(0, (g(x),), (g(x),))])
    ways = generator("ways", (), [ir.Count(x, n(0), n(2), [other])])
    go: list[ir.Stmt] = [
        ir.Decide(game.decision("Go", ways, optional=True), n(0), (), choice, (pick,)),
        ir.If(b("lt", g(choice), n(0)), [ir.Break()]),
        ir.Store(at, None, g(pick)),
    ]
    compound = ir.Compound([ir.While(n(1), go)], n(0), False, ())
    more = ir.Store(moves, None, b("add", ir.Load(moves), n(1)))
    played(game.program([ir.While(b("lt", ir.Load(moves), n(3)), [compound, more]), *game.win()]), 5, 100)

    game = Game()
    chosen, y, i = game.cell("chosen", ir.bits(13), (0,)), var("y"), var("i")
    both = generator("both", (), [ir.Count(y, n(0), n(1), [ir.Yield(0, (g(y),), (g(y),))])])
    take = ir.Store(chosen, None, b("joined", ir.Load(chosen), u("single", g(i))))
    each: list[ir.Stmt] = [
        ir.Decide(game.decision("Take", both), n(0), (), choice, (pick,)),
        ir.If(g(pick), [take]),
    ]
    played(game.program([ir.Compound([ir.Count(i, n(0), n(12), each)], n(0), False, ()), *game.win()]), 1, 100)


def test_chance_and_others_inside_are_errors() -> None:
    for other in (False, True):
        game = Game()
        x, choice, drawn = var("x"), var("choice"), var("drawn")
        coin = generator("coin", (), [ir.Count(x, n(0), n(1), [ir.Yield(0, (g(x),), (g(x),))])])
        go = generator("go", (), [ir.Yield(0, (), ())])
        body: list[ir.Stmt] = [ir.Decide(game.decision("Go", go), n(0), (), choice, ())]
        if other:
            body.append(ir.Decide(game.decision("Other", coin), n(1), (), choice, (drawn,)))
        else:
            body.append(ir.Draw(coin, (), drawn, ir.DrawInfo("a coin", ir.Shown("int"))))
        program = game.program([ir.Compound(body, n(0), False, ())])
        native = NativeGames(program)
        assert native._rolled(0, 1, 4, 100) == (b"", 0)
        with pytest.raises(rw.PlayError) as found:
            native.playouts(0, 1, 4, 100)
        with pytest.raises(rw.PlayError) as expected:
            whole.playouts(ReferenceEngine(program), 0, 1, 4, 100)
        assert (found.value.code, found.value.message) == (expected.value.code, expected.value.message)


# ---- in the language ----

MEN = """
board square 5 by 2

piece Man

setup:
    place Man of White on a1, e1
    place Man of Black on a2, c2

action Go:
    pick m in mine
    pick d in {E, W}
    let there = step(m.at, d)
    where there.empty
    do:
        move m to there
    say "{m.at}{there}"
"""

TWICE = (
    MEN
    + """
turn:
    one move:
        let start = choose Go
        var more = 1
        while possible(Go with m = start.m) and more > 0:
            choose Go with m = start.m
            more -= 1
"""
)

HELD = (
    MEN
    + """
var marks: int in 0..1 = 0

action Mark:
    pick m in mine
    do:
        marks = 1
    say "{m.at}"

turn:
    let marked = choose Mark
    one move:
        choose Go
        may choose Go
    if marked.m.at.column == 1:
        mover wins
"""
)

ABOVE = (
    HELD.replace(
        """    one move:
        choose Go
        may choose Go
""",
        "    go()\n",
    )
    + """
procedure go():
    one move:
        choose Go
        may choose Go
"""
)

CAPTURES = """
board square 5 by 5

piece Man

setup:
    place Man of White on rows(1..2)
    place Man of Black on rows(4..5)

var taken: set of site = {} until turn_end

action Leap:
    pick m in mine
    pick d in orthogonal
    let over = step(m.at, d)
    where over.piece in theirs and over not in taken
    let there = step(over, d)
    where there.empty
    do:
        taken += {over}
        move m to there
    say "{m.at}x{there}"

action Go:
    pick m in mine
    pick there in neighbors(m.at) & empty
    do:
        move m to there
    say "{m.at}-{there}"

turn:
    if possible(Leap):
        ONE:
            let first = choose Leap
            may choose Leap with m = first.m repeatedly
            remove taken.piece
    else:
        choose Go
        else: mover loses

end:
    mover loses when no(mine)
"""


@pytest.mark.parametrize(
    "text",
    [
        TWICE,
        HELD,
        *(
            CAPTURES.replace("ONE", one)
            for one in (
                "one move",
                "one move by path",
                "one move most count(taken)",
                "one move by path most count(taken)",
            )
        ),
    ],
)
def test_rules(text: str) -> None:
    games(load(text).setting.program, 20, 60)


def test_references_above_a_compound() -> None:
    """What the turn goes on with moves with every way that is gone; so these games do not roll."""
    played(load(ABOVE).setting.program, 5, 60)


RULES = ["english", "international", "russian", "brazilian"]


@pytest.mark.parametrize("paths", ["merged", "apart"])
@pytest.mark.parametrize("rules", RULES)
def test_draughts(rules: str, paths: str) -> None:
    games(rw.load(RULESETS / "draughts", {"rules": rules, "paths": paths}).setting.program, 3, 150)


@pytest.mark.slow
@pytest.mark.parametrize("paths", ["merged", "apart"])
@pytest.mark.parametrize("rules", RULES)
def test_draughts_often(rules: str, paths: str) -> None:
    games(rw.load(RULESETS / "draughts", {"rules": rules, "paths": paths}).setting.program, 60, 1000)


# ---- what is asked before ----


def compound_of(program: ir.Program) -> tuple[ir.Routine, ir.Compound]:
    (found,) = exploring.compounds(walk.reachable([program.main]))
    return found


def test_which_cells_tell_ends_apart() -> None:
    program = rw.load(RULESETS / "draughts", {"rules": "english"}).setting.program
    _, compound = compound_of(program)
    assert [cell.name for cell in exploring.telling(program, compound)] == ["of_kind", "owned", "taken"]
    changed = {cell.name for cell in exploring.changed(program, compound)}
    assert changed == {"kind", "owner", "of_kind", "owned", "filled", "taken"}


@pytest.mark.parametrize(
    "more",
    [
        [ir.ForgetRecords()],
        [ir.Record((n(1),))],
        [ir.Enqueue(0, (n(1),))],
        [ir.Compound([], n(0), False, ())],
        [ir.Break()],
        [ir.If(n(1), [ir.Break()])],
        [ir.Return()],
    ],
)
def test_what_is_not_gone_on_one_state(more: list[ir.Stmt]) -> None:
    game = Game(queue=[(ir.INT,)])
    compound = ir.Compound(more, n(0), False, ())
    main = flow("main", (), [ir.While(n(1), [compound])])
    program = game.program([])
    assert not exploring.explorable(program, main, compound)
    fine = ir.Compound([ir.While(n(1), [ir.Break()])], n(0), False, ())
    assert exploring.explorable(program, main, fine)


def test_lists_that_are_needed_behind_are_not_compared() -> None:
    game, listed, number = Game(), var("listed", ir.LIST), var("number")
    program = game.program([])
    for given, fine in ((listed, False), (number, True)):
        compound = ir.Compound([ir.Set(given, ir.MakeList(()) if given is listed else n(1))], n(0), False, ())
        main = flow("main", (), [compound, ir.If(b("eq", g(given), n(0)), [])])
        assert exploring.explorable(program, main, compound) is fine


def test_candidates_are_for_games_without_such_moves() -> None:
    assert not rejects(load(TWICE).setting.program)
