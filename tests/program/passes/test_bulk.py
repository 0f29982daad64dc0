"""Components that are given to a player one by one are given all at once."""

from __future__ import annotations

import pytest

from engines.programs import b, g, n
from program.passes.rules import compiled, same_games
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir, walk
from rulewright.program.passes import bulk
from rulewright.program.printer import print_routine


def named(program: ir.Program, name: str) -> ir.Routine:
    return next(routine for routine in program.routines if routine.name == name)


@pytest.fixture
def plain() -> ir.Program:
    """Reversi before the passes."""
    return compiled("reversi")


def lists(program: ir.Program) -> bool:
    """Whether `Place` goes over a list after the pass."""
    bulk.rewrite(program)
    return any(isinstance(stmt, ir.While) for stmt in walk.statements(named(program, "Place").body))


def calls(program: ir.Program) -> bool:
    """Whether `Place` still gives the components one by one after the pass."""
    bulk.rewrite(program)
    return any(isinstance(stmt, ir.Do) and stmt.routine.name == "set_owner" for stmt in inside(program))


def inside(program: ir.Program) -> list[ir.Stmt]:
    return list(walk.statements(named(program, "Place").body))


def loop(program: ir.Program) -> ir.While:
    return next(stmt for stmt in inside(program) if isinstance(stmt, ir.While))


def test_reads(plain: ir.Program) -> None:
    before, after = print_routine(named(plain, "Place")), print_routine(named(compiled("reversi", bulk), "Place"))
    assert before.endswith(
        "    items = elements(turning & filled)\n"
        "    i = 0\n"
        "    while i < length(items):\n"
        "        x = items[i]\n"
        "        i += 1\n"
        "        if x >= 0:\n"
        "            set_owner(x, new2)"
    )
    assert after.endswith(
        "    given = turning & filled\n"
        "    owned[0] -= given\n"
        "    owned[1] -= given\n"
        "    owned[2] -= given\n"
        "    owned[new2 % 3] += given\n"
        "    for x in given:\n"
        "        owner[x] = new2"
    )


def test_games_stay_the_same(plain: ir.Program) -> None:
    assert same_games(plain, compiled("reversi", bulk), 10) > 500


def test_owners_and_what_is_owned_tell_the_same() -> None:
    program = compiled("reversi", bulk)
    engine = ReferenceEngine(program)
    cells = {cell.name: cell for cell in program.cells}
    state = engine.start(3)
    for at in range(40):
        acts = engine.moves(state)
        state = engine.taken(state, at % len(acts))
        block = state.cells
        owner = block[cells["owner"].offset : cells["owner"].offset + 64]
        owned = block[cells["owned"].offset : cells["owned"].offset + 3]
        for seat in (0, 1):
            assert owned[seat] == sum(1 << s for s in range(64) if owner[s] == seat)
        assert owned[2] == 0


def test_a_list_that_is_read_later_stays(plain: ir.Program) -> None:
    items = next(stmt.var for stmt in inside(plain) if isinstance(stmt, ir.Set) and stmt.var.name == "items")
    named(plain, "Place").body.append(ir.If(b("contains", g(items), n(3)), []))
    assert lists(plain)


def test_a_list_whose_items_may_move_stays(plain: ir.Program) -> None:
    named(plain, "set_owner").body.append(ir.Rename(n(3), n(4)))
    assert lists(plain)


def test_a_list_that_changes_stays(plain: ir.Program) -> None:
    test = loop(plain).body[-1]
    assert isinstance(test, ir.If)
    items = next(stmt.var for stmt in inside(plain) if isinstance(stmt, ir.Set) and stmt.var.name == "items")
    test.then.append(ir.Append(items, n(3)))
    assert lists(plain)


def test_a_loop_by_twos_stays(plain: ir.Program) -> None:
    count = loop(plain).body[1]
    assert isinstance(count, ir.Set)
    count.value = b("add", g(count.var), n(2))
    assert lists(plain)


def test_an_owner_that_is_told_more_stays(plain: ir.Program) -> None:
    named(plain, "set_owner").body.append(ir.Store(plain.active, None, n(1)))
    assert calls(plain)
    assert not lists(plain)


def test_a_loop_that_does_more_stays(plain: ir.Program) -> None:
    loop(plain).body.append(ir.Store(plain.active, None, n(1)))
    assert calls(plain)


def test_another_owner_for_each_stays(plain: ir.Program) -> None:
    test = loop(plain).body[-1]
    assert isinstance(test, ir.If)
    (do,) = test.then
    assert isinstance(do, ir.Do)
    do.args = (do.args[0], b("mod", do.args[0], n(2)))
    assert calls(plain)


def test_what_goes_elsewhere_stays(plain: ir.Program) -> None:
    """The second store would have to add to what is owned."""
    (test, _) = named(plain, "set_owner").body
    assert isinstance(test, ir.If)
    test.then.reverse()
    assert calls(plain)
