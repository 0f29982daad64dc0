"""The end of the game is not tested again where nothing has changed that the test reads.

Before:

    flow turn()
        choice, there = mover decides 0: moves_Place()
        Place(there)
        end()

    flow main(start)
        while 1:
            turn()
            active = next[active]
            mover = active
            end()

After, where `end` reads neither `mover` nor `active`:

    flow main(start)
        while 1:
            turn()
            active = next[active]
            mover = active

A test is a function that changes nothing unless it finishes the game. Whoever comes back from it knows that the game
goes on, and would come back from it again, as long as the cells that it reads are the same.
"""

from __future__ import annotations

from rulewright.program import ir, walk


def rewrite(program: ir.Program) -> None:
    """Take out the tests of the end that come right after others."""
    called = [stmt.routine for routine in program.routines for stmt in _called(routine.body)]
    for test in dict.fromkeys(called):
        reads = cells_read(test) if only_finishes(test) else None
        if reads is not None:
            known = _Known(test, reads)
            for routine in program.routines:
                if routine is not test and routine.sort in ("flow", "function"):
                    known.after(routine.body, False, take_out=True)


def _called(body: list[ir.Stmt]) -> list[ir.Do]:
    return [stmt for stmt in walk.statements(body) if isinstance(stmt, ir.Do)]


def only_finishes(test: ir.Routine) -> bool:
    """Whether a routine without arguments and result leaves the state as it is whenever it returns."""
    return test.sort == "function" and not test.params and test.result is None and _quiet(test.body)


def _quiet(body: list[ir.Stmt]) -> bool:
    ends = bool(body) and isinstance(body[-1], ir.Finish)
    for stmt in body:
        match stmt:
            case ir.Store() if ends:
                pass
            case ir.Set() | ir.Fill() | ir.Append() | ir.Finish() | ir.Fail():
                pass
            case ir.Return() | ir.Break() if not ends:
                pass
            case ir.If() | ir.While() | ir.Each() | ir.EachItem() | ir.Count() if not ends or not _leaves(stmt):
                if not all(map(_quiet, walk.bodies(stmt))):
                    return False
            case _:
                return False
    return True


def _leaves(stmt: ir.Stmt) -> bool:
    """Whether a statement may leave the body around it."""
    return any(isinstance(inner, ir.Return | ir.Break) for inner in walk.statements([stmt]))


def cells_read(test: ir.Routine) -> set[ir.Cell] | None:
    """The cells that a routine reads, directly or not; None if it reads something else of the state."""
    cells: set[ir.Cell] = set()
    for routine in walk.reachable([test]):
        for stmt in walk.statements(routine.body):
            for expr in walk.within(walk.expressions(stmt)):
                if isinstance(expr, ir.QueueLength | ir.Occurrences):
                    return None
                if isinstance(expr, ir.Load):
                    cells.add(expr.cell)
    return cells


class _Known:
    """Where it is known that `test`, which reads these cells, would come back."""

    def __init__(self, test: ir.Routine, reads: set[ir.Cell]) -> None:
        self.test = test
        self.reads = reads
        self._results: dict[ir.Routine, bool] = {}

    def result(self, routine: ir.Routine) -> bool:
        """Whether it is known whenever a routine returns."""
        if routine not in self._results:
            self._results[routine] = False  # for one that calls itself
            returns = any(isinstance(stmt, ir.Return) for stmt in walk.statements(routine.body))
            self._results[routine] = not returns and self.after(routine.body, False)
        return self._results[routine]

    def after(self, body: list[ir.Stmt], known: bool, take_out: bool = False) -> bool:
        """Whether it is known after a body, if it was `known` before (True where its end is never reached)."""
        for stmt in list(body):
            tests = isinstance(stmt, ir.Do) and stmt.routine is self.test
            if take_out and known and tests and len(body) > 1:
                body.remove(stmt)
            else:
                known = self._step(stmt, known, take_out)
        return known

    def _step(self, stmt: ir.Stmt, known: bool, take_out: bool) -> bool:
        match stmt:
            case ir.Do(routine=routine):
                return routine is self.test or self.result(routine)
            case ir.Fail() | ir.Finish():
                return True
            case ir.If(then=then, otherwise=otherwise):
                either = self.after(then, known, take_out)
                return self.after(otherwise, known, take_out) and either
            case ir.Set() | ir.Fill() | ir.Append() | ir.Return() | ir.Break():
                return known
            case ir.Store(cell=cell):
                return known and cell not in self.reads
            case _:
                for inner in walk.bodies(stmt):
                    self.after(inner, False, take_out)
                return False
