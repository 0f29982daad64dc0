"""The loop of a game, written out as often as it takes to come round the table.

A main flow ends in a loop, and some cells change only there, in the same way whatever happens in between: who moves
comes after who moved. From the start of a game their values are known in every round until they are the same again.
So the loop is written out that often, and in each copy, and in copies of the routines that it calls, these cells are
constants. This is for engines that run games from start to end: the program begins at no other place, and what the
cells hold is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulewright.program import copies, ir, walk
from rulewright.program.constants import known
from rulewright.program.finish import complete
from rulewright.program.rewriting import replaced, rewrite

_MOST_ROUNDS = 6
_MOST_COPIED = 3_000
"""So many statements and expressions are written at most in place of those that there are."""

Values = dict[ir.Cell, int]
Names = dict[ir.Var, int | tuple[int, ...]]


def seated(program: ir.Program) -> ir.Program:
    """A program that runs as this one does from the start, its loop written out; the same one where nothing is known,
    or where the copies would be many."""
    loop = _loop(program.main)
    if loop is None:
        return program
    cells = _candidates(program, loop)
    while cells:
        rounds = _rounds(program, loop, cells)
        if not isinstance(rounds, _Lost):
            break
        cells.discard(rounds.cell)
    if not cells or isinstance(rounds, _Lost):
        return program
    first, values = rounds
    writer = _Writer(program, cells)
    before = writer.body(program.main.body[:-1], {cell: int(cell.init[0]) for cell in cells})  # type: ignore[arg-type]
    bodies = [writer.body(loop.body, one) for one in values]
    if writer.copied > _MOST_COPIED:
        return program
    turning = [stmt for written in bodies[first:] for stmt in written]
    ahead = [stmt for written in bodies[:first] for stmt in written]
    main = replace(program.main, body=[*before, *ahead, ir.While(ir.Num(1), turning)])
    complete([main])
    return replace(program, main=main)


@dataclass(frozen=True, slots=True)
class _Lost:
    """A cell whose value is not known after all."""

    cell: ir.Cell


def _loop(main: ir.Routine) -> ir.While | None:
    """The loop at the end of a main flow that is never left but where the game is over."""
    match main.body:
        case [*_, ir.While(condition=ir.Num(value=1)) as loop]:
            leaves = any(isinstance(stmt, ir.Break | ir.Return) for stmt in walk.statements(loop.body))
            odd = any(isinstance(stmt, ir.Compound | ir.Together) for stmt in walk.statements(main.body))
            return None if leaves or odd else loop
        case _:
            return None


def _candidates(program: ir.Program, loop: ir.While) -> set[ir.Cell]:
    """The single ints that somebody reads, and that only the main flow itself stores, in every round, or that keep the
    value which they have before the game."""
    routines = walk.reachable([program.main])
    read = {
        e.cell
        for routine in routines
        for stmt in walk.statements(routine.body)
        for e in walk.within(walk.expressions(stmt))
        if isinstance(e, ir.Load)
    }
    direct = {stmt for stmt in (*program.main.body[:-1], *loop.body) if isinstance(stmt, ir.Store)}
    elsewhere = {
        stmt.cell
        for routine in routines
        for stmt in walk.statements(routine.body)
        if isinstance(stmt, ir.Store) and stmt not in direct and not _keeps(stmt)
    }
    lying = {cell for cell in program.cells if cell.size == 1 and cell.type == ir.INT and not cell.guarded}
    return lying & read - elsewhere - {program.ended, program.returns}


def _keeps(stmt: ir.Store) -> bool:
    return isinstance(stmt.value, ir.Num) and stmt.value.value == stmt.cell.init[0]


def _rounds(program: ir.Program, loop: ir.While, cells: set[ir.Cell]) -> tuple[int, list[Values]] | _Lost:
    """The values at the start of each round, and the first round to which the last one leads back."""
    now: Values = {cell: int(cell.init[0]) for cell in cells}  # type: ignore[arg-type]
    lost = _run(program.main.body[:-1], now)
    found: list[Values] = []
    while lost is None:
        if now in found:
            return found.index(now), found
        if len(found) == _MOST_ROUNDS:
            return _Lost(next(iter(_ordered(program, {cell for cell in cells if now[cell] != found[0][cell]}))))
        found.append(dict(now))
        lost = _run(loop.body, now)
    return lost


def _ordered(program: ir.Program, cells: set[ir.Cell]) -> list[ir.Cell]:
    return [cell for cell in program.cells if cell in cells]


def _run(body: Sequence[ir.Stmt], now: Values) -> _Lost | None:
    """Run the statements of a body as far as they concern the cells of which `now` has the values."""
    names: Names = {}
    for stmt in body:
        lost = _step(stmt, now, names)
        if lost is not None:
            return lost
    return None


def _step(stmt: ir.Stmt, now: Values, names: Names) -> _Lost | None:
    """Run one statement; `names`: the values of locals that are known."""
    if isinstance(stmt, ir.Set) and stmt.index is None and stmt.check is None:
        value = known(_filled(stmt.value, now), names)
        names.pop(stmt.var, None)
        if value is not None:
            names[stmt.var] = value
    elif isinstance(stmt, ir.Store) and stmt.cell in now:
        value = known(_filled(stmt.value, now), names) if stmt.check is None else None
        if not isinstance(value, int):
            return _Lost(stmt.cell)
        now[stmt.cell] = value
    else:
        for inner in walk.statements([stmt]):
            for var in walk.assigned(inner):
                names.pop(var, None)
    return None


def _filled(expr: ir.Expr, now: Values) -> ir.Expr:
    """An expression with numbers in place of cells."""
    return replaced(expr, lambda part: ir.Num(now[part.cell]) if _is_known(part, now) else None)  # type: ignore[union-attr]


def _is_known(part: ir.Expr, now: Values) -> bool:
    return isinstance(part, ir.Load) and part.cell in now


class _Writer:
    """Copies of statements and routines in which cells are numbers. `copied`: how much was written."""

    def __init__(self, program: ir.Program, cells: set[ir.Cell]) -> None:
        self._cells = _ordered(program, cells)
        self._routines: dict[tuple[object, ...], ir.Routine] = {}
        self._decisions: dict[tuple[object, ...], ir.Decision] = {}
        self._reading = _reading(program.main, cells)
        self.copied = 0

    def body(self, body: Iterable[ir.Stmt], start: Values) -> list[ir.Stmt]:
        """A body of the main flow, where the cells have these values at its start."""
        now, names = dict(start), Names()
        written = copies.body(body)
        for stmt in written:
            self._rewrite([stmt], now)
            _step(stmt, now, names)
        return written

    def _rewrite(self, body: list[ir.Stmt], now: Values) -> None:
        """Put numbers in place of cells, and copies in place of the routines that read them."""

        def change(part: ir.Expr) -> ir.Expr | None:
            self.copied += 1
            match part:
                case ir.Load(cell=cell) if cell in now:
                    return ir.Num(now[cell])
                case ir.Invoke(routine=called) | ir.SomeYield(routine=called) | ir.CountYields(routine=called):
                    return replace(part, routine=self._routine(called, now))
                case _:
                    return None

        rewrite(body, change)
        for stmt in walk.statements(body):
            self.copied += 1
            match stmt:
                case ir.Do(routine=called):
                    stmt.routine = self._routine(called, now)
                case ir.Draw(generator=called):
                    stmt.generator = self._routine(called, now)
                case ir.Decide(decision=decision):
                    stmt.decision = self._decision(decision, now)
                case _:
                    pass

    def _routine(self, model: ir.Routine, now: Values) -> ir.Routine:
        if model not in self._reading:
            return model
        key = (model, *(now[cell] for cell in self._cells))
        if key not in self._routines:
            made = self._routines[key] = copies.routine(model, model.name)
            self._rewrite(made.body, now)
        return self._routines[key]

    def _decision(self, model: ir.Decision, now: Values) -> ir.Decision:
        key = (model, *(now[cell] for cell in self._cells))
        if key not in self._decisions:
            self._decisions[key] = replace(
                model,
                generator=self._routine(model.generator, now),
                candidates=None if model.candidates is None else self._routine(model.candidates, now),
                holds=tuple(None if test is None else self._routine(test, now) for test in model.holds),
            )
        return self._decisions[key]


def _reading(main: ir.Routine, cells: set[ir.Cell]) -> set[ir.Routine]:
    """The routines that read one of the cells, or call one that does."""
    routines = walk.reachable([main])
    found = {
        routine
        for routine in routines
        if any(
            isinstance(e, ir.Load) and e.cell in cells
            for stmt in walk.statements(routine.body)
            for e in walk.within(walk.expressions(stmt))
        )
    }
    while True:
        more = {routine for routine in routines if routine not in found and found & {*walk.calls(routine)}}
        if not more:
            return found
        found |= more
