"""References that move in rows of many sets: native = reference = plain Python."""

from __future__ import annotations

import random

import pytest

from engines.programs import Game, b, function, g, n, u, var
from program.passes.walking import Both
from rulewright.program import ir


@pytest.mark.parametrize("many", [8, 9, 16, 23, 41])
@pytest.mark.parametrize("width", [20, 64, 100])
def test_in_every_set(many: int, width: int) -> None:
    draw = random.Random(many * width)
    game = Game()
    kind = ir.refs(width)
    row = game.cell("row", kind, (0,) * many)
    sets = [draw.getrandbits(width) & draw.getrandbits(width) for _ in range(many)]
    old, new, k = var("old"), var("new"), var("k")
    laid: list[ir.Stmt] = [ir.Store(row, n(at), ir.Mask(one, width)) for at, one in enumerate(sets)]
    body = [*laid, ir.Rename(g(old), g(new)), ir.Return(ir.Load(row, g(k)))]
    moved = function("moved", (old, new, k), body, kind)
    made = game.program([])
    made.routines.append(moved)
    both = Both(made, moved)
    for before in (0, 1, width - 1, draw.randrange(width), draw.randrange(width)):
        for after in (-1, 0, width - 1, draw.randrange(width)):
            for at, one in enumerate(sets):
                left = one & ~(1 << before)
                moves = after >= 0 and one >> before & 1
                assert both(moved, before, after, at) == (left | 1 << after if moves else left)


def test_nowhere() -> None:
    """A reference that is in no set, and none."""
    game = Game()
    row = game.cell("row", ir.refs(64), (5,) * 20)
    old = var("old")
    sizes = b("add", u("size", ir.Load(row, n(0))), u("size", ir.Load(row, n(19))))
    moved = function("moved", (old,), [ir.Rename(g(old), n(-1)), ir.Return(sizes)], ir.INT)
    made = game.program([])
    made.routines.append(moved)
    both = Both(made, moved)
    assert [both(moved, x) for x in (1, 63, -1)] == [4, 4, 4]
