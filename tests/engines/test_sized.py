"""Sets whose sizes are kept while games roll: which they are, and that what is kept is their size."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import Game, b, flow, g, generator, n, u, var
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import ir

RULESETS = Path(__file__).parents[2] / "rulesets"
WIDTH = 70


def game(*changes: str, wide: int = WIDTH, whole_: int = (1 << WIDTH) - 1) -> ir.Program:
    """A game in which one puts members into a set, which then changes in these ways; it ends when no others are left,
    or those that were left over all decisions are many. How many are left is told as the result."""
    made = Game()
    taken, total = made.cell("taken", ir.bits(wide), (1 << 3 | 1 << 66,)), made.cell("total", ir.INT, (0,))
    x, choice, there = var("x"), var("choice"), var("there")
    left = b("without", ir.Mask(whole_, wide), ir.Load(taken))
    listing = generator("moves", (), [ir.Each(x, left, [ir.Yield(0, (g(x),), (g(x),))])])
    put = ir.Store(taken, None, b("joined", ir.Load(taken), u("single", g(there))))
    ways: dict[str, ir.Stmt] = {
        "once more": ir.Store(taken, None, b("joined", ir.Load(taken), u("single", g(there)))),
        "another": ir.Store(
            taken, None, b("joined", ir.Load(taken), u("single", b("mod", b("mul", g(there), n(7)), n(WIDTH))))
        ),
        "none": ir.Store(taken, None, b("joined", ir.Load(taken), u("single", n(-1)))),
        "away": ir.Store(
            taken, None, b("without", ir.Load(taken), u("single", b("mod", b("mul", g(there), n(3)), n(WIDTH))))
        ),
        "all": ir.Store(taken, None, b("joined", ir.Load(taken), ir.Mask(0b11, wide))),
    }
    over = [
        ir.Store(made.returns, n(0), ir.Load(total)),
        ir.Store(made.returns, n(1), u("size", left)),
        ir.Store(made.ended, None, n(1)),
        ir.Finish(),
    ]
    turn = flow(
        "turn",
        (),
        [
            ir.Decide(made.decision("Put", listing), ir.Load(made.mover), (), choice, (there,)),
            ir.If(b("eq", g(choice), n(0)), [put, *(ways[change] for change in changes)]),
            ir.Store(total, None, b("add", ir.Load(total), u("size", left))),
            ir.If(b("or", u("none_of", left), b("gt", ir.Load(total), n(3_000))), over),
        ],
    )
    return made.program([ir.While(n(1), [ir.Do(turn, ()), made.other()])])


def assert_same(program: ir.Program, count: int) -> None:
    games, done = NativeGames(program)._rolled(0, count, 4, 500)
    assert done == count and games == whole.playouts(ReferenceEngine(program), 0, count, 4, 500)


@pytest.mark.parametrize(
    "changes", [(), ("once more",), ("another",), ("none",), ("away",), ("another", "away", "none")]
)
def test_what_is_kept_is_the_size(changes: tuple[str, ...]) -> None:
    program = game(*changes)
    assert [cell.name for cell in RollingModule(program).sized] == ["taken"]
    assert_same(program, 30)


def test_what_changes_by_several_members_is_counted() -> None:
    program = game("all")
    assert not RollingModule(program).sized
    assert_same(program, 10)


def test_only_the_whole_complement_has_a_size_that_follows() -> None:
    program = game(whole_=(1 << WIDTH) - 2)
    assert not RollingModule(program).sized
    assert_same(program, 10)


@pytest.mark.parametrize(("name", "some"), [("gomoku", True), ("tic_tac_toe", True), ("reversi", False)])
def test_games(name: str, some: bool) -> None:
    module = RollingModule(rw.load(RULESETS / name).setting.program)
    assert bool(module.sized) == some
    assert bool(module.growing) == some
