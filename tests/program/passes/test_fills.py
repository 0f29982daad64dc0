"""Loops over what is enclosed in Reversi begin with the sites from which something is."""

import random
from types import ModuleType

import pytest

from program.passes.rules import compiled, moves, same_games
from program.passes.walking import Both
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.passes import fills, rays, unrolling
from rulewright.program.printer import print_routine


@pytest.fixture
def plain() -> ir.Program:
    """Reversi before the passes."""
    return compiled("reversi")


def named(program: ir.Program, name: str) -> ir.Routine:
    return next(routine for routine in program.routines if routine.name == name)


def loop(program: ir.Program, name: str) -> ir.Each:
    return next(stmt for stmt in walk.statements(named(program, name).body) if isinstance(stmt, ir.Each))


def calls(expr: ir.Expr) -> set[str]:
    return {part.routine.name for part in walk.within([expr]) if isinstance(part, ir.Invoke)}


def narrowed(program: ir.Program, name: str) -> bool:
    fills.rewrite(program)
    every = (expr for stmt in walk.statements(named(program, name).body) for expr in walk.expressions(stmt))
    return any("enclosing" in calls(expr) for expr in every)


def enclosing(own: int, others: int) -> int:
    """By going from each site in each direction."""
    found = 0
    for site in range(64):
        for down, right in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            row, column, between = site // 8 + down, site % 8 + right, 0
            while 0 <= row < 8 and 0 <= column < 8 and others >> 8 * row + column & 1:
                row, column, between = row + down, column + right, between + 1
            if between and 0 <= row < 8 and 0 <= column < 8 and own >> 8 * row + column & 1:
                found |= 1 << site
    return found


def enclosed(own: int, others: int, site: int) -> int:
    """What is between a site and the first of the owner's in each direction."""
    found = 0
    for down, right in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        row, column, between = site // 8 + down, site % 8 + right, 0
        while 0 <= row < 8 and 0 <= column < 8 and others >> 8 * row + column & 1:
            between |= 1 << 8 * row + column
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and own >> 8 * row + column & 1:
            found |= between
    return found


@pytest.mark.parametrize("passes", [(fills,), (fills, unrolling, rays)], ids=["alone", "with rays"])
def test_what_is_enclosed_from_a_site(passes: tuple[ModuleType, ...]) -> None:
    made = compiled("reversi", *passes)
    routine = named(made, "enclosed_from")
    both = Both(made, routine)
    draw = random.Random(9)
    some = 0
    for share in (0.3, 0.6, 0.9):
        for _ in range(150):
            own = sum(1 << k for k in range(64) if draw.random() < 0.2)
            others = sum(1 << k for k in range(64) if draw.random() < share) & ~own
            site = draw.randrange(64)
            expected = enclosed(own, others, site)
            some += expected != 0
            assert both(routine, own, others, site) == expected
    assert some > 100


def test_the_fill_finds_what_going_finds() -> None:
    made = compiled("reversi", fills)
    routine = named(made, "enclosing")
    both = Both(made, routine)
    draw = random.Random(8)
    for share in (0.05, 0.2, 0.5, 0.8, 0.95):
        for _ in range(60):
            own = sum(1 << k for k in range(64) if draw.random() < 0.3)
            others = sum(1 << k for k in range(64) if draw.random() < share) & ~own
            assert both(routine, own, others) == enclosing(own, others)


@pytest.mark.parametrize("name", ["moves_Place_or_Pass", "any"])
def test_loops_over_what_is_enclosed_are_narrowed(plain: ir.Program, name: str) -> None:
    assert narrowed(plain, name)


def test_the_loops_read() -> None:
    made = compiled("reversi", fills)
    assert (
        "    for there in ({0..63} - filled) & enclosing(owned[mover % 3], owned[opponent[mover] % 3]):\n"
        "        turning = enclosed_from(owned[mover % 3], owned[opponent[mover] % 3], there)\n"
        "        yield 0(there) key there, turning\n"
    ) in moves(made)
    assert print_routine(named(made, "any")) == (
        "function any(p) -> int\n"
        "    if some(({0..63} - filled) & enclosing(owned[p % 3], owned[opponent[p] % 3])"
        " if p >= 0 else such({0..63} - filled, p)):\n"
        "        return 1\n"
        "    return 0"
    )


def test_games_stay_the_same() -> None:
    assert same_games(compiled("reversi"), compiled("reversi", fills), 12) > 600


def test_for_nobody_it_is_asked_as_before() -> None:
    """Nobody has an opponent, and what is nobody's encloses nothing here."""
    plain, narrow = compiled("reversi"), compiled("reversi", fills)
    both = [(program, reference(program)) for program in (plain, narrow)]
    found = [
        engine.evaluate(named(program, "any"), engine.start(), (player,))
        for program, engine in both
        for player in (-1, 0, 1)
    ]
    assert found == [0, 1, 1] * 2
    made = print_routine(named(narrow, "such"))
    assert "if some(enclosed(p, s)):" in made


def test_a_player_who_is_the_opponent_too_is_asked_at_each_site(plain: ir.Program) -> None:
    """The fill would go on through the player's own components."""
    opponent = next(table for table in plain.tables if table.name == "opponent")
    opponent.values = (0, 1, -1)
    assert narrowed(plain, "any")
    (test,) = loop(plain, "any").body
    assert isinstance(test, ir.If)
    assert calls(test.condition) == {"enclosed"}


def test_others_who_are_not_the_opponent_are_asked_for_at_each_site(plain: ir.Program) -> None:
    """Whether they can be the player's is not known."""
    line = named(plain, "line_from")
    (others, _) = line.body
    assert isinstance(others, ir.Set)
    others.value = ir.Load(next(cell for cell in plain.cells if cell.name == "filled"))
    assert narrowed(plain, "any")
    assert len(loop(plain, "any").body) == 1
    assert isinstance(loop(plain, "any").body[0], ir.If)


def test_a_loop_that_does_something_for_every_site_stays(plain: ir.Program) -> None:
    loop(plain, "any").body.append(ir.Set(ir.Var("count", ir.INT), ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_loop_that_changes_the_state_stays(plain: ir.Program) -> None:
    (test,) = loop(plain, "any").body
    assert isinstance(test, ir.If)
    test.then.insert(0, ir.Store(plain.mover, None, ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_loop_that_changes_the_player_stays(plain: ir.Program) -> None:
    (test,) = loop(plain, "any").body
    assert isinstance(test, ir.If)
    test.then.insert(0, ir.Set(named(plain, "any").params[0], ir.Num(1)))
    assert not narrowed(plain, "any")


def test_a_set_that_is_read_later_is_still_made(plain: ir.Program) -> None:
    routine = named(plain, "moves_Place_or_Pass")
    (made, _) = loop(plain, routine.name).body
    assert isinstance(made, ir.Set)
    routine.body.append(ir.If(ir.Unary("some", ir.Get(made.var)), []))
    assert not narrowed(plain, routine.name)


def test_walks_that_turn_are_no_steps(plain: ir.Program) -> None:
    walks = next(table for table in plain.tables if table.name == "walk")
    values = list(walks.values)
    values[0] = (9, 17)
    walks.values = tuple(values)  # type: ignore[assignment]
    assert not narrowed(plain, "any")
