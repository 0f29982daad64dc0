"""Walks become arithmetic on rays, which finds what going step by step finds."""

import random

import pytest

from engines.programs import b, function, g, n, u, var
from program.passes.walking import Both, program, stepping, walks
from rulewright.boards import Board, hex_rhombus, square, triangle
from rulewright.program import ir, walk
from rulewright.program.passes import rays
from rulewright.program.printer import print_routine

BOARDS = {
    "eight": square(8, 8),
    "odd": square(7, 3),
    "more than a word": square(11, 6),
    "three words": square(13, 12),
    "hexes": hex_rhombus(11, 11),
    "uneven rows": triangle(6),
    "one row": square(9, 1),
}


def gone(board: Board, s: int, d: int, of: int) -> tuple[int, int]:
    """The run and what is past it, by steps."""
    run, at = 0, board.step[s][d]
    while at >= 0 and of >> at & 1:
        run |= 1 << at
        at = board.step[at][d]
    return run, at


def is_walk(routine: ir.Routine) -> bool:
    return isinstance(routine.body[0], ir.EachItem)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_found_is_the_same(name: str) -> None:
    board = BOARDS[name]
    sites = len(board.sites)
    table = walks(board)
    run, past = stepping("run", table, sites), stepping("past", table, sites)
    made = program([run, past], [table])
    rays.rewrite(made)
    assert not is_walk(run)
    assert not is_walk(past)
    assert table not in made.tables
    both = Both(made, run, past)
    draw = random.Random(sites)
    seen = set()
    for density in (0.0, 0.3, 0.7, 0.9, 1.0):
        for _ in range(60):
            of = sum(1 << k for k in range(sites) if draw.random() < density)
            s, d = draw.randrange(-1, sites), draw.randrange(-1, len(board.directions))
            expected = gone(board, s, d, of) if s >= 0 and d >= 0 else (0, -1)
            assert (both(run, s, d, of), both(past, s, d, of)) == expected
            seen.add((expected[0] != 0, expected[1] >= 0))
    assert len(seen) == 4


def test_reads() -> None:
    table = walks(square(3, 3))
    run, past = stepping("run", table, 9), stepping("past", table, 9)
    made = program([run, past], [table])
    assert print_routine(run) == (
        "function run(s, d, of: bits9) -> bits9\n"
        "    with out: bits9\n"
        "    for x in walk[s, d]:\n"
        "        if not of has x:\n"
        "            return out\n"
        "        out += {x}\n"
        "    return out"
    )
    rays.rewrite(made)
    assert print_routine(run) == (
        "function run(s, d, of: bits9) -> bits9\n"
        "    with beyond: bits9\n"
        "    beyond = rays[s, d] - of\n"
        "    if {0..2, 7} has d:\n"
        "        return before(rays[s, d], beyond)\n"
        "    return after(rays[s, d], beyond)"
    )
    assert print_routine(past) == (
        "function past(s, d, of: bits9) -> int\n"
        "    with beyond: bits9\n"
        "    beyond = rays[s, d] - of\n"
        "    if {0..2, 7} has d:\n"
        "        return least(beyond)\n"
        "    return greatest(beyond)"
    )


@pytest.mark.parametrize("name", ["eight", "more than a word", "hexes"])
def test_calls_with_a_constant_direction_are_written_out(name: str) -> None:
    board = BOARDS[name]
    sites = len(board.sites)
    table, kind = walks(board), ir.bits(sites)
    run, past = stepping("run", table, sites), stepping("past", table, sites)
    s, of, marked = var("s"), var("of", kind), var("marked", kind)
    every = ir.Mask((1 << sites) - 1, sites)
    made, expected = [], []
    for d in range(len(board.directions)):
        args = (g(s), n(d), b("without", every, g(of)))
        both = b("joined", ir.Invoke(run, args), u("single", ir.Invoke(past, args)))
        line = function(f"line_{d}", (s, of), [ir.Return(both)], kind)
        meets = function(f"meets_{d}", (s, of, marked), [ir.Return(b("has", g(marked), ir.Invoke(past, args)))], ir.INT)
        made += [line, meets]
    whole = program([run, past, *made], [table])
    rays.rewrite(whole)
    assert not any(isinstance(e, ir.Invoke) for r in made for x in r.body for e in walk.within(walk.expressions(x)))
    both_engines = Both(whole, *made)
    draw = random.Random(sites)
    for _ in range(60):
        at, filled, some = (
            draw.randrange(sites),
            draw.getrandbits(sites) & draw.getrandbits(sites),
            draw.getrandbits(sites),
        )
        for d in range(len(board.directions)):
            between, stop = gone(board, at, d, every.value & ~filled)
            wanted = between | (1 << stop if stop >= 0 else 0)
            assert both_engines(made[2 * d], at, filled) == wanted
            expected.append(int(stop >= 0 and bool(some >> stop & 1)))
            assert both_engines(made[2 * d + 1], at, filled, some) == expected[-1]
    assert 0 < sum(expected) < len(expected)


def test_calls_read() -> None:
    table = walks(square(3, 3))
    run = stepping("run", table, 9)
    s, d, of = var("s"), var("d"), var("of", ir.bits(9))
    up, any_way = (function(f"go_{k}", (s, d, of), [], ir.bits(9)) for k in range(2))
    up.body = [ir.Return(ir.Invoke(run, (g(s), n(4), g(of))))]
    any_way.body = [ir.Return(ir.Invoke(run, (g(s), g(d), g(of))))]
    rays.rewrite(program([run, up, any_way], [table]))
    assert print_routine(up).endswith("return after(rays[s, 4], rays[s, 4] - of)")
    assert print_routine(any_way).endswith("return run(s, d, of)")


def test_walks_around_a_torus_stay() -> None:
    table = walks(square(4, 4, wrapped=True))
    run = stepping("run", table, 16)
    made = program([run], [table])
    rays.rewrite(made)
    assert is_walk(run)
    assert table in made.tables


def test_a_walk_that_turns_back_stays() -> None:
    table = ir.Table("walk", (5, 2), ((1, 3, 2), (), (), (), (), (), (), (), (), ()), ir.LIST)
    past = stepping("past", table, 4)
    rays.rewrite(program([past], [table]))
    assert is_walk(past)


def test_a_walk_from_the_other_side_of_its_start_stays() -> None:
    """Numbers rise in both walks, but from site 0 on they would have to fall first."""
    table = ir.Table("walk", (4, 2), ((1, 2), (), (0, 2), (), (), (), (), ()), ir.LIST)
    past = stepping("past", table, 3)
    rays.rewrite(program([past], [table]))
    assert is_walk(past)


def test_a_walk_that_stops_inside_stays() -> None:
    table = walks(square(4, 4))
    past = stepping("past", table, 16)
    (loop, _) = past.body
    assert isinstance(loop, ir.EachItem)
    loop.body[0] = ir.If(b("has", g(past.params[2]), g(loop.var)), [ir.Return(g(loop.var))])
    rays.rewrite(program([past], [table]))
    assert is_walk(past)


def test_a_walk_that_does_more_stays() -> None:
    table = walks(square(4, 4))
    run = stepping("run", table, 16)
    (loop, _) = run.body
    assert isinstance(loop, ir.EachItem)
    loop.body.append(ir.If(b("eq", g(loop.var), n(5)), [ir.Break()]))
    rays.rewrite(program([run], [table]))
    assert is_walk(run)


def test_a_table_that_is_read_elsewhere_stays() -> None:
    table = walks(square(4, 4))
    past = stepping("past", table, 16)
    other = ir.Routine("straight", (), ir.LIST, [ir.Return(ir.Look(table, (n(0), n(0))))])
    made = program([past, other], [table])
    rays.rewrite(made)
    assert not is_walk(past)
    assert table in made.tables
