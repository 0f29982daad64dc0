"""What was recorded, counted in games that roll: the same as by going through all of it."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, g, generator, n, var
from engines.received import noted_of
from rulewright.engines.choose import Whole
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.rolls import rolls


def wandering(places: int, often: int, forgets: bool, tries: bool) -> ir.Program:
    """A number goes up by what is chosen, modulo `places`, and is recorded; where it comes the `often`th time, the game
    is over, and what it was and how often numbers were there before they were recorded is the result. `forgets`: at 0
    all is forgotten. `tries`: before, it is tried out what comes of the next number, with a record of it."""
    game = Game()
    at, sum_ = game.cell("at", ir.INT, (1,)), game.cell("sum", ir.INT, (0,))
    choice, step, came = var("choice"), var("step"), var("came")
    moves = generator("moves", (), [ir.Yield(0, (n(k),), (n(k),)) for k in (1, 5, 77)])
    here = ir.Load(at)
    again = ir.Occurrences((here, n(3)))
    trial = ir.Trial(
        [ir.Store(at, None, n(7)), ir.Record((here, n(3))), *([ir.ForgetRecords()] if forgets else [])],
        [ir.Set(came, b("add", again, ir.Occurrences((n(8), n(3)))))],
    )
    over: list[ir.Stmt] = [
        ir.Store(game.returns, n(0), ir.Load(sum_)),
        ir.Store(game.returns, n(1), here),
        ir.Store(game.ended, None, n(1)),
        ir.Finish(),
    ]
    body: list[ir.Stmt] = [
        ir.Decide(game.decision("Go", moves), n(0), (), choice, (step,)),
        ir.Set(came, n(0)),
        *([trial] if tries else []),
        ir.Store(at, None, b("mod", b("add", here, g(step)), n(places))),
        ir.Store(sum_, None, b("add", ir.Load(sum_), b("add", b("mul", again, n(16)), g(came)))),
        ir.Record((here, n(3))),
        ir.If(b("ge", again, n(often)), over),
        *([ir.If(b("eq", here, n(0)), [ir.ForgetRecords()])] if forgets else []),
    ]
    return game.program([ir.While(n(1), body)])


@pytest.mark.parametrize("tries", [False, True])
@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize(("places", "often"), [(7, 3), (97, 4), (3000, 2), (3001, 3), (9000, 2)])
def test_records_are_counted(places: int, often: int, forgets: bool, tries: bool) -> None:
    """With many numbers some of the keys share their lowest bits, by which it is told that they may be there."""
    program = wandering(places, often, forgets, tries)
    assert rolls(program)
    reference, native = (Whole(ReferenceEngine(program), kind) for kind in ("reference", "native"))
    assert noted_of(native, 60, 3, 600) == noted_of(reference, 60, 3, 600)
