"""What a table gives for all members of a set is found by shifts."""

import random

import pytest

from engines.programs import b, function, g, u, var
from program.passes.walking import Both, program
from rulewright.boards import Board, hex_rhombus, hexagon, square
from rulewright.program import ir, walk
from rulewright.program.geometry import Geometry
from rulewright.program.passes import floods
from rulewright.program.printer import print_routine


def gathering(table: ir.Table, sites: int) -> ir.Routine:
    """Everything that the table gives for the members of a set."""
    edge, x, more = var("edge", ir.bits(sites)), var("x"), var("more", ir.bits(sites))
    add = ir.Set(more, b("joined", g(more), ir.Look(table, (g(x),))))
    return function("near", (edge,), [ir.Each(x, g(edge), [add]), ir.Return(g(more))], ir.bits(sites))


def flooding(table: ir.Table, sites: int) -> ir.Routine:
    """What is connected to a start within a set, as the compiler writes it."""
    kind = ir.bits(sites)
    s, start = var("s", kind), var("start", kind)
    seen, edge, more, x = var("seen", kind), var("edge", kind), var("more", kind), var("x")
    add = ir.Set(more, b("joined", g(more), ir.Look(table, (g(x),))))
    going: list[ir.Stmt] = [
        ir.Set(more, ir.Mask(0, sites)),
        ir.Each(x, g(edge), [add]),
        ir.Set(edge, b("without", b("common", g(more), g(s)), g(seen))),
        ir.Set(seen, b("joined", g(seen), g(edge))),
    ]
    body: list[ir.Stmt] = [ir.Set(seen, b("common", g(start), g(s))), ir.Set(edge, g(seen))]
    return function("flood", (s, start), [*body, ir.While(u("some", g(edge)), going), ir.Return(g(seen))], kind)


def loops(routine: ir.Routine) -> int:
    return sum(isinstance(stmt, ir.Each) for stmt in walk.statements(routine.body))


def connected(board: Board, s: int, start: int) -> int:
    """By going from site to site."""
    found, waiting = 0, [k for k in range(len(board.sites)) if (start & s) >> k & 1]
    while waiting:
        site = waiting.pop()
        if not found >> site & 1:
            found |= 1 << site
            waiting += [other for other in board.step[site] if other >= 0 and s >> other & 1]
    return found


@pytest.mark.parametrize(
    "board",
    [hex_rhombus(11, 11), square(8, 8), square(7, 11), square(13, 12), square(1, 5), hex_rhombus(5, 3)],
    ids=lambda board: f"{board.shape} {len(board.sites)}",
)
def test_what_is_found_is_the_same(board: Board) -> None:
    sites = len(board.sites)
    table = Geometry(board).neighbors()
    near, flood = gathering(table, sites), flooding(table, sites)
    made = program([near, flood], [table])
    floods.rewrite(made)
    assert loops(near) == loops(flood) == 0
    both = Both(made, near, flood)
    draw = random.Random(sites)
    for density in (0.02, 0.3, 0.6, 0.95, 1.0):
        for _ in range(25):
            some, within = (sum(1 << k for k in range(sites) if draw.random() < density) for _ in range(2))
            expected = 0
            for k in range(sites):
                if some >> k & 1:
                    expected |= sum(1 << other for other in set(board.step[k]) if other >= 0)
            assert both(near, some) == expected
            assert both(flood, within, some) == connected(board, within, some)


def test_reads() -> None:
    table = Geometry(square(3, 3)).neighbors(0b00010001)
    routine = gathering(table, 9)
    floods.rewrite(program([routine], [table]))
    assert print_routine(routine) == (
        "function near(edge: bits9) -> bits9\n"
        "    with more: bits9\n"
        "    more = more + shift_down(edge, 3) + shift_up(edge, 3)\n"
        "    return more"
    )


def test_edges_are_left_out_where_a_shift_would_go_round() -> None:
    table = Geometry(square(3, 3)).neighbors(0b00000100)
    routine = gathering(table, 9)
    floods.rewrite(program([routine], [table]))
    assert "shift_up(edge & {0, 1, 3, 4, 6, 7}, 1)" in print_routine(routine)


def test_a_board_with_many_distances_stays() -> None:
    table = Geometry(hexagon(5)).neighbors()
    routine = gathering(table, 61)
    floods.rewrite(program([routine], [table]))
    assert loops(routine) == 1


def test_sites_at_every_distance_stay() -> None:
    table = ir.Table("far", (32,), (*(1 << (k * k + 5) % 31 for k in range(31)), 0), ir.bits(31))
    routine = gathering(table, 31)
    floods.rewrite(program([routine], [table]))
    assert loops(routine) == 1


def test_a_table_that_is_no_neighbourhood_stays() -> None:
    """Sets of other things than those that are its indices."""
    table = ir.Table("of", (4,), (0b1, 0b10, 0b100, 0), ir.bits(9))
    routine = gathering(table, 9)
    floods.rewrite(program([routine], [table]))
    assert loops(routine) == 1


def test_a_loop_whose_member_is_read_later_stays() -> None:
    table = Geometry(square(3, 3)).neighbors()
    routine = gathering(table, 9)
    (loop, last) = routine.body
    assert isinstance(loop, ir.Each)
    assert isinstance(last, ir.Return)
    last.value = u("single", g(loop.var))
    floods.rewrite(program([routine], [table]))
    assert loops(routine) == 1


def test_a_loop_that_does_more_stays() -> None:
    table = Geometry(square(3, 3)).neighbors()
    routine = gathering(table, 9)
    (loop, _) = routine.body
    assert isinstance(loop, ir.Each)
    loop.body.append(ir.Break())
    floods.rewrite(program([routine], [table]))
    assert loops(routine) == 1
