"""Functions over the walks of a board as the compiler makes them, and both engines beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from engines.programs import Game, b, function, g, n, u, var
from rulewright.boards import Board
from rulewright.engines import reference
from rulewright.engines.native import convert
from rulewright.engines.native.compile import object_code
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Compiled, Worker
from rulewright.program import finish, ir
from rulewright.program.geometry import Geometry


def stepping(what: str, table: ir.Table, sites: int) -> ir.Routine:
    """`run` or `past`."""
    s, d, of, x, out = var("s"), var("d"), var("of", ir.bits(sites)), var("x"), var("out", ir.bits(sites))
    collects = what == "run"
    body: list[ir.Stmt] = [
        ir.If(u("not", b("has", g(of), g(x))), [ir.Return(g(out if collects else x))]),
        *([ir.Set(out, b("joined", g(out), u("single", g(x))))] if collects else []),
    ]
    loop = ir.EachItem(x, ir.Look(table, (g(s), g(d))), body)
    last = ir.Return(g(out) if collects else n(-1))
    return function(what, (s, d, of), [loop, last], ir.bits(sites) if collects else ir.INT)


def walks(board: Board) -> ir.Table:
    return Geometry(board).walk_sites()


def program(routines: Sequence[ir.Routine], tables: Sequence[ir.Table]) -> ir.Program:
    """A program that holds these, and does nothing by itself."""
    made = Game().program([], tuple(tables))
    made.routines += routines
    return made


class Both:
    """Evaluates functions with both engines, which must find the same."""

    def __init__(self, made: ir.Program, *routines: ir.Routine) -> None:
        finish.complete(routines)
        self._engine = reference(made)
        self._state = self._engine.start()
        module = Module(made, routines)
        self._worker = Worker(Compiled(module, object_code(module.text, 0)))
        self._block = self._worker.block()
        convert.write_state(module, self._state, self._block.content)

    def __call__(self, routine: ir.Routine, *args: int) -> object:
        found = self._engine.evaluate(routine, self._state, args)
        assert self._worker.evaluate(routine, self._block, args) == found
        return found
