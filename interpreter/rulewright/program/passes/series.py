"""Statements that come again and again with other numbers, as a loop.

Before:

    for n from 1 to supply(1, -1):
        new = place_in(1, -1, 0, at)
        at += 1
    for n2 from 1 to supply(2, -1):
        new2 = place_in(2, -1, 0, at)
        at += 1
    ...

After:

    for turn from 1 to 52:
        for n from 1 to supply(turn, -1):
            new = place_in(turn, -1, 0, at)
            at += 1

This is for long set-ups: it makes programs short, not fast. Numbers that do not ascend by 1 are looked up in a table.
Locals that only one of the repetitions knows become one local.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rulewright.program import copies, ir, liveness, walk

_LEAST = 4
"""So many times statements come at least that become a loop."""

_ENOUGH = 40
"""So many statements, with those in them, must there be in all."""

_LONGEST = 8
"""So many statements are looked at together at most."""

_STAYING = (ir.Decide, ir.Draw, ir.Compound, ir.Together, ir.Trial, ir.Attempt, ir.Break, ir.Return)


def rewrite(program: ir.Program) -> None:
    """Rewrite the functions and flows of a program."""
    tables: list[ir.Table] = []
    for routine in program.routines:
        if routine.sort != "generator":
            routine.body[:] = _shortened(routine, tables)
    program.tables = (*program.tables, *tables)


def _shortened(routine: ir.Routine, tables: list[ir.Table]) -> list[ir.Stmt]:
    body = routine.body
    if len(list(walk.statements(body))) < _ENOUGH:
        return body
    out: list[ir.Stmt] = []
    at = 0
    while at < len(body):
        found = next(_series(routine, at), None)
        if found is None:
            out.append(body[at])
            at += 1
        else:
            out.append(_loop(found, tables))
            at += found.length * len(found.rounds)
    return out


@dataclass(frozen=True, slots=True)
class _Round:
    """What tells one repetition from the others: its numbers and its variables, in the order in which they stand."""

    shape: Any
    numbers: tuple[int, ...]
    variables: tuple[ir.Var, ...]


@dataclass(frozen=True, slots=True)
class _Series:
    """`length` statements, `first` the first ones of them, that come once for each of `rounds`."""

    length: int
    first: list[ir.Stmt]
    rounds: list[_Round]


def _series(routine: ir.Routine, at: int) -> Iterator[_Series]:
    """The repetitions that begin at a statement of the body, the shortest statements first."""
    body = routine.body
    for length in range(1, min(_LONGEST, (len(body) - at) // _LEAST) + 1):
        first = body[at : at + length]
        if any(map(_stays, walk.statements(first))):
            return
        rounds = [_round(first)]
        while True:
            start = at + length * len(rounds)
            following = body[start : start + length]
            if len(following) < length or (one := _round(following)).shape != rounds[0].shape:
                break
            rounds.append(one)
        size = len(rounds) * len(list(walk.statements(first)))
        if len(rounds) >= _LEAST and size >= _ENOUGH and _apart(routine, at, length, rounds):
            yield _Series(length, first, rounds)


def _stays(stmt: ir.Stmt) -> bool:
    """Whether a statement stays where it is: it may come to a stop, or leave what it stands in."""
    return isinstance(stmt, _STAYING) or (isinstance(stmt, ir.Do) and stmt.routine.sort == "flow")


def _round(stmts: Sequence[ir.Stmt]) -> _Round:
    numbers: list[int] = []
    variables: dict[ir.Var, int] = {}

    def shape(part: Any) -> Any:
        if isinstance(part, ir.Num):
            numbers.append(part.value)
            return ir.Num
        if isinstance(part, ir.Var):
            return ir.Var, variables.setdefault(part, len(variables)), part.type, part.size
        if type(part) in copies.NODES:
            return type(part), *[shape(getattr(part, name)) for name in copies.NODES[type(part)]]
        if isinstance(part, list | tuple):
            return tuple([shape(one) for one in part])
        return part if isinstance(part, int | str | None) else (type(part), id(part) if _is_itself(part) else part)

    return _Round(shape(stmts), tuple(numbers), tuple(variables))


def _is_itself(part: Any) -> bool:
    """Whether a part is equal only to itself."""
    compared: object = type(part).__eq__
    return compared is object.__eq__


def _apart(routine: ir.Routine, at: int, length: int, rounds: list[_Round]) -> bool:
    """Whether a variable that is not the same in all rounds is known in its own round alone, where it is set before
    it is read."""
    body = routine.body
    everywhere = (*routine.params, *copies.variables(body))
    live = liveness.Liveness(everywhere, {})
    own: set[ir.Var] = set()
    for place, variables in enumerate(zip(*(one.variables for one in rounds), strict=True)):
        if len(set(variables)) == 1:
            continue
        if len(set(variables)) < len(variables) or any(
            var in one.variables[:place] or var in one.variables[place + 1 :] for var in variables for one in rounds
        ):
            return False
        own.update(variables)
    end = at + length * len(rounds)
    if own & {*routine.params, *copies.variables([*body[:at], *body[end:]])} or any(var.size for var in own):
        return False
    return all(not live.before(body[start : start + length], 0) & live.mask(own) for start in range(at, end, length))


def _loop(found: _Series, tables: list[ir.Table]) -> ir.Stmt:
    """The loop that does the same."""
    columns = list(zip(*(one.numbers for one in found.rounds), strict=True))
    many = len(found.rounds)
    start = next((column[0] for column in columns if _ascends(column)), 0)
    turn = ir.Var("turn", ir.INT)
    values = iter([_value(column, turn, start, tables) for column in columns])

    def rebuilt(part: Any) -> Any:
        if isinstance(part, ir.Num):
            instead = next(values)
            return part if instead is None else instead
        if type(part) in copies.NODES:
            return type(part)(*[rebuilt(getattr(part, name)) for name in copies.NODES[type(part)]])
        if isinstance(part, list):
            return [rebuilt(one) for one in part]
        if isinstance(part, tuple):
            return tuple([rebuilt(one) for one in part])
        return part

    return ir.Count(turn, ir.Num(start), ir.Num(start + many - 1), [rebuilt(stmt) for stmt in found.first])


def _ascends(column: Sequence[int]) -> bool:
    return all(later == first + 1 for first, later in pairwise(column))


def _value(column: Sequence[int], turn: ir.Var, start: int, tables: list[ir.Table]) -> ir.Expr | None:
    """A number of each round; None where it is the same in all."""
    if len(set(column)) == 1:
        return None
    if _ascends(column):
        moved = column[0] - start
        return ir.Binary("add", ir.Get(turn), ir.Num(moved)) if moved else ir.Get(turn)
    table = next((one for one in tables if one.values[:-1] == tuple(column)), None)
    if table is None:
        table = ir.Table(f"series_{len(tables)}", (len(column) + 1,), (*column, -1), ir.INT)
        tables.append(table)
    place: ir.Expr = ir.Binary("sub", ir.Get(turn), ir.Num(start)) if start else ir.Get(turn)
    return ir.Look(table, (place,))
