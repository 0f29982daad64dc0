"""What several tables say is said by one."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, function, g, n, u, var
from program.passes.rules import compiled, same_games
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.finish import complete
from rulewright.program.passes import tabled

S, P, Q = var("s"), var("p"), var("q")
# From each of four sites a step up and a step down; the way of each of two players; the last entries are for none.
STEP = ir.Table("step", (5, 3), (1, -1, -1, 2, 0, -1, 3, 1, -1, -1, 2, -1, -1, -1, -1), ir.INT)
WAY = ir.Table("way", (3,), (0, 1, -1), ir.INT)
NEAR = ir.Table("near", (5,), (0b0010, 0b0101, 0b1010, 0b0100, 0), ir.bits(4))
COUNTS = ir.Table("counts", (5,), (1, 2, 2, 1, 7), ir.INT)


def looked(table: ir.Table, *at: ir.Expr) -> ir.Look:
    return ir.Look(table, at)


AHEAD = looked(STEP, g(S), looked(WAY, g(P)))
BEHIND = looked(STEP, g(S), looked(ir.Table("back", (3,), (1, 0, -1), ir.INT), g(P)))


def tables(expr: ir.Expr) -> list[str]:
    """The tables in which it is looked up after the pass; it gives what it gave before, also for none."""
    kind = ir.bits(4) if isinstance(expr, ir.Binary) and expr.op == "joined" else ir.INT
    routine = function("asked", (S, P, Q), [ir.Return(expr)], kind)
    program = Game().program([])
    engine = reference(program)
    complete([routine])
    given = [(s, p, q) for s in range(-1, 4) for p in range(-1, 2) for q in range(-1, 2)]
    before = [engine.evaluate(routine, engine.start(), args) for args in given]
    program.routines.append(routine)
    tabled.rewrite(program)
    again = reference(program)
    assert [again.evaluate(routine, again.start(), args) for args in given] == before
    exprs = walk.within(e for stmt in walk.statements(routine.body) for e in walk.expressions(stmt))
    return [e.table.name for e in exprs if isinstance(e, ir.Look)]


def test_steps_of_a_player() -> None:
    assert tables(AHEAD) == ["step_way"]
    assert tables(b("joined", u("single", AHEAD), u("single", BEHIND))) == ["step_way_step_back"]


@pytest.mark.parametrize(
    ("expr", "found"),
    [
        (looked(STEP, g(S), n(0)), ["step"]),  # one table alone
        (b("add", looked(COUNTS, g(S)), g(P)), ["counts"]),  # something else
        (b("add", AHEAD, looked(STEP, g(S), g(Q))), ["step_way", "step"]),  # three indices
        # for none it would be one thing without a site, another without a player
        (b("add", looked(COUNTS, g(S)), looked(WAY, g(P))), ["counts", "way"]),
        (b("joined", u("single", AHEAD), looked(NEAR, g(S))), ["step_way", "near"]),
    ],
)
def test_near_misses(expr: ir.Expr, found: list[str]) -> None:
    assert tables(expr) == found


def test_chess() -> None:
    plain, made = compiled("chess"), compiled("chess", tabled)
    assert {table.name for table in made.tables} - {table.name for table in plain.tables}
    assert same_games(plain, made, 2, most=60) > 60
