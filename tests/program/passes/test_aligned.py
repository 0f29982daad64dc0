"""Several rays are looked along only if something stands on one of them."""

from __future__ import annotations

import random

from engines.programs import Game, b, function, g, n, u, var
from program.passes.rules import compiled, same_games
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.finish import complete
from rulewright.program.passes import aligned, rays, unrolling

SITES = 5
# Rays of a row of five sites, to the right and to the left, and one that leads nowhere.
RIGHT = [sum(1 << t for t in range(s + 1, SITES)) for s in range(SITES)]
LEFT = [(1 << s) - 1 for s in range(SITES)]
TABLE = ir.Table(
    "rays", (6, 4), tuple(x for s in range(SITES) for x in (RIGHT[s], LEFT[s], 0, 0)) + (0,) * 4, ir.bits(5)
)
OF, FILLED, S = var("of", ir.bits(5)), var("filled", ir.bits(5)), var("s")


def look(direction: int, which: str, of: ir.Var = OF, answer: int = 1) -> ir.Stmt:
    seen = b("common", ir.Look(TABLE, (g(S), n(direction))), g(FILLED))
    return ir.If(b("has", g(of), u(which, seen)), [ir.Return(n(answer))])


def asked(*body: ir.Stmt) -> tuple[ir.Routine, bool]:
    """The function after the pass, and whether it asks beforehand; it gives what it gave before."""
    routine = function("hit", (S, OF, FILLED), [*body, ir.Return(n(0))], ir.INT)
    program = Game().program([])
    engine = reference(program)
    draw = random.Random(1)
    given = [(draw.randrange(-1, SITES), draw.randrange(32), draw.randrange(32)) for _ in range(200)]
    complete([routine])
    before = [engine.evaluate(routine, engine.start(), args) for args in given]
    assert len(set(before)) > 1
    program.routines.append(routine)
    aligned.rewrite(program)
    complete([routine])
    again = reference(program)
    assert [again.evaluate(routine, again.start(), args) for args in given] == before
    return routine, len(routine.body) < len(body) + 1


def test_several_rays() -> None:
    routine, asks = asked(look(0, "least"), look(1, "greatest"), look(2, "least"))
    assert asks
    (table,) = {e.table for s in routine.body for e in walk.within(walk.expressions(s)) if isinstance(e, ir.Look)}
    assert table.values == (*(a | c for a, c in zip(RIGHT, LEFT, strict=True)), 0)


def test_two_rays_and_other_sets_stay() -> None:
    other = var("other", ir.bits(5))
    assert not asked(look(0, "least"), look(1, "greatest"))[1]
    first = ir.Set(other, b("without", ir.Mask(31, 5), g(OF)))
    assert not asked(look(0, "least"), first, look(1, "greatest"), look(2, "least", other))[1]
    assert not asked(first, look(0, "least"), look(1, "greatest", other), look(2, "least"))[1]


def test_chess() -> None:
    plain, made = compiled("chess"), compiled("chess", unrolling, rays, aligned)
    tables = [table.name for table in made.tables if table.name.startswith("rays_")]
    assert sorted(tables) == ["rays_0_2_4_6", "rays_1_3_5_7"]
    assert same_games(plain, made, 2, most=60) > 60
