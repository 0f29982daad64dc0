"""Unions of many sets that are asked for in several places are written once."""

from __future__ import annotations

from engines.programs import Game, b, function, n
from program.passes.rules import compiled, same_games
from rulewright.program import ir
from rulewright.program.finish import finish
from rulewright.program.passes import unions
from rulewright.program.printer import print_routine

GAME = Game()
CELL, OTHER = (GAME.cell(name, ir.bits(9), (0,) * 12) for name in ("of_kind", "other"))


def union(*kinds: int, cell: ir.Cell = CELL) -> ir.Expr:
    found: ir.Expr = ir.Load(cell, n(kinds[0]))
    for kind in kinds[1:]:
        found = b("joined", found, ir.Load(cell, n(kind)))
    return found


def rewritten(*values: ir.Expr) -> list[str]:
    """Functions that return these, after the pass, printed."""
    game = GAME.program([])
    game.routines += [function(f"f{i}", (), [ir.Return(value)], ir.bits(9)) for i, value in enumerate(values)]
    unions.rewrite(game)
    finish(game)
    return [print_routine(routine) for routine in game.routines if routine.name != "main"]


EIGHT = range(8)


def test_how_it_reads() -> None:
    mine = b("common", union(*EIGHT), ir.Load(OTHER, n(3)))
    made = rewritten(mine, union(*EIGHT), b("without", ir.Load(OTHER, n(0)), union(*EIGHT)))
    assert made[0].split("\n    ") == [
        "function union() -> bits9",
        "with all: bits9",
        "all = {}",
        "for i from 0 to 7:",
        "    all += of_kind[i]",
        "return all",
    ]
    assert "return union() & other[3]" in made[1]
    assert made[2].endswith("return union()")
    assert made[3].endswith("return other[0] - union()")


def test_what_stays() -> None:
    """Unions of fewer sets, in fewer places, of other sets, in another order, and with a set that is not constant."""
    assert len(rewritten(*[union(*range(7)) for _ in range(5)])) == 5
    assert len(rewritten(union(*EIGHT), union(*EIGHT))) == 2
    assert len(rewritten(union(*EIGHT), union(*range(1, 9)), union(*reversed(EIGHT)), union(*EIGHT, cell=OTHER))) == 4
    moving = ir.Load(CELL, ir.Load(GAME.mover))
    assert len(rewritten(*[b("joined", union(*EIGHT[:7]), moving) for _ in range(3)])) == 3


def test_parts_of_others() -> None:
    """A union that is only ever part of a longer one is not written by itself."""
    longer = [union(*range(10)) for _ in range(3)]
    (made, *_) = rewritten(*longer)
    assert "for i from 0 to 9" in made
    several = rewritten(*longer, *[union(*EIGHT) for _ in range(3)])
    assert sum("for i from 0 to 7" in one for one in several) == 1
    assert sum("union" in one for one in several) == 7


def test_rows_of_indices() -> None:
    """Indices in several rows, and one alone: a loop for each row."""
    (made, *_) = rewritten(*[union(5, 0, 1, 2, 9, 10, 11, 7) for _ in range(3)])
    assert made.split("\n    ")[3:] == [
        "for i from 0 to 2:",
        "    all += of_kind[i]",
        "all += of_kind[5]",
        "all += of_kind[7]",
        "for i from 9 to 11:",
        "    all += of_kind[i]",
        "return all",
    ]


def test_games_are_the_same() -> None:
    plain, short = compiled("misty_valley"), compiled("misty_valley", unions)
    names = {routine.name for routine in short.routines} - {routine.name for routine in plain.routines}
    assert names == {"union", "union_2"}
    assert same_games(plain, short, games=2) > 40
