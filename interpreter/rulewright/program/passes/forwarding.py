"""What is known on the way through a trial: copies of locals are what they copy, and tests that can only come out in
one way go.

Before:

    there2 = there
    x = there2 if filled has there2 else -1
    if x >= 0:
        filled -= {x}
    if filled has there2:
        fail X101 "{there2} is taken already"
    filled += {there2}

After:

    x = there if filled has there else -1
    if x >= 0:
        filled -= {x}
    filled += {there}

It is followed which sets do not hold what a local holds: after it was taken out, or where a test has said so. Only
locals with one value are followed, outside of loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.program import ir
from rulewright.program.passes import settled

Missing = frozenset[tuple[ir.Cell, ir.Var]]
"""Pairs of a set and a local whose number the set does not hold."""

_LEAVES = ir.Fail | ir.Finish | ir.Break


def shorten(trial: ir.Trial, steady: set[ir.Var]) -> None:
    """Simplify a trial in place. `steady`: the locals that it may set once, and reads only afterwards."""
    copied: dict[ir.Var, ir.Expr] = {}
    for stmt in _outside_loops([*trial.body, *trial.then]):
        match stmt:
            case ir.Set(var=var, value=ir.Get(var=other, index=None), index=None, check=None) if {var, other} <= steady:
                copied[var] = copied.get(other, ir.Get(other))
            case ir.Set(var=var, value=ir.Num() as number, index=None, check=None) if var in steady:
                copied[var] = number
            case _:
                pass
    for body in (trial.body, trial.then):
        settled.settle(body, lambda e: copied.get(e.var) if isinstance(e, ir.Get) and e.index is None else None)
        settled.settle(body, _same_either_way)
        _Way(steady).through(body, _Known())


def _same_either_way(expr: ir.Expr) -> ir.Expr | None:
    match expr:
        case ir.Select(a=ir.Num(value=a), b=ir.Num(value=b)) if a == b:
            return ir.Num(a)
        case _:
            return None


def _outside_loops(body: Sequence[ir.Stmt]) -> list[ir.Stmt]:
    found: list[ir.Stmt] = []
    for stmt in body:
        found.append(stmt)
        if isinstance(stmt, ir.If):
            found += _outside_loops(stmt.then) + _outside_loops(stmt.otherwise)
    return found


@dataclass(frozen=True, slots=True)
class _Known:
    """`missing`: what sets do not hold. `found`: locals that were given what another one holds if a set held it, else
    -1, and that set has not changed since. `same`: locals that hold what others hold."""

    missing: Missing = frozenset()
    found: frozenset[ir.Var] = frozenset()
    same: tuple[tuple[ir.Var, ir.Var], ...] = ()

    def of(self, var: ir.Var) -> ir.Var:
        return dict(self.same).get(var, var)


class _Way:
    def __init__(self, steady: set[ir.Var]) -> None:
        self._steady = steady
        self._asked: dict[ir.Var, tuple[ir.Cell, ir.Var]] = {}

    def through(self, body: list[ir.Stmt], known: _Known) -> _Known | None:
        """Go through statements, of which those are left out that are certain; None where their end is not reached."""
        out: list[ir.Stmt] = []
        now: _Known | None = known
        for stmt in body:
            if now is None:
                out.append(stmt)
                continue
            if isinstance(stmt, ir.If) and self._held(stmt.condition, now) is False:
                rest = stmt.otherwise
                now = self.through(rest, now)
                out += rest
                continue
            out.append(stmt)
            now = self._step(stmt, now)
        body[:] = out
        return now

    def _step(self, stmt: ir.Stmt, known: _Known) -> _Known | None:
        match stmt:
            case ir.Set(var=var, value=value, index=None):
                asked = self._question(value)
                if var in self._steady and asked is not None:
                    self._asked[var] = asked
                    return _Known(known.missing, known.found | {var}, known.same)
                return known
            case ir.Store(cell=cell, value=value):
                return self._stored(cell, value, stmt.index, known)
            case ir.If(condition=condition):
                yes = self.through(stmt.then, self._told(condition, True, known))
                no = self.through(stmt.otherwise, self._told(condition, False, known))
                if yes is None or no is None:
                    return no if yes is None else yes
                return _Known(yes.missing & no.missing, yes.found & no.found, known.same)
            case _ if isinstance(stmt, _LEAVES):
                return None
            case ir.Set() | ir.Fill() | ir.Append() | ir.Tell() | ir.Record() | ir.ForgetRecords() | ir.Enqueue():
                return known
            case _:
                return _Known()

    def _question(self, value: ir.Expr) -> tuple[ir.Cell, ir.Var] | None:
        """The set and the local of `x if set has x else -1`."""
        match value:
            case ir.Select(
                condition=ir.Binary(op="has", a=ir.Load(cell=cell, index=None), b=ir.Get(var=of, index=None)),
                a=ir.Get(var=given, index=None),
                b=ir.Num(value=-1),
            ) if given is of and of in self._steady:
                return cell, of
            case _:
                return None

    def _stored(self, cell: ir.Cell, value: ir.Expr, index: ir.Expr | None, known: _Known) -> _Known:
        missing = known.missing
        found = frozenset(var for var in known.found if self._asked[var][0] is not cell)
        match value:
            case ir.Binary(
                op="without", a=ir.Load(cell=same, index=None), b=ir.Unary(op="single", a=ir.Get(var=out, index=None))
            ) if same is cell and index is None:
                if out in self._steady:
                    missing |= {(cell, known.of(out))}
            case _:
                missing = frozenset(pair for pair in missing if pair[0] is not cell)
        return _Known(missing, found, known.same)

    def _held(self, condition: ir.Expr, known: _Known) -> bool | None:
        """Whether a condition is certain."""
        match condition:
            case ir.Binary(op="has", a=ir.Load(cell=cell, index=None), b=ir.Get(var=var, index=None)):
                return False if (cell, known.of(var)) in known.missing else None
            case _:
                return None

    def _told(self, condition: ir.Expr, holds: bool, known: _Known) -> _Known:
        """What is known where a condition has been seen to hold, or not."""
        match condition:
            case ir.Binary(op="has", a=ir.Load(cell=cell, index=None), b=ir.Get(var=var, index=None)) if (
                not holds and var in self._steady
            ):
                return _Known(known.missing | {(cell, known.of(var))}, known.found, known.same)
            case ir.Binary(op="ge", a=ir.Get(var=var, index=None), b=ir.Num(value=0)) if var in known.found:
                cell, of = self._asked[var]
                if holds:
                    return _Known(known.missing, known.found, (*known.same, (var, known.of(of))))
                return _Known(known.missing | {(cell, known.of(of))}, known.found, known.same)
            case _:
                return known
