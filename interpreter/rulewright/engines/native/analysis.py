"""What is known of routines before they are written: which are needed, which cannot go wrong, which call themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of


def needed(
    roots: Iterable[ir.Routine], decided: Callable[[ir.Decision], Iterable[ir.Routine]] | None = None
) -> list[ir.Routine]:
    """The routines and all they call to run; not those that write moves for people. `decided`: what a decision needs,
    if that is not the generator of its moves."""
    found: dict[ir.Routine, None] = {}

    def visit(routine: ir.Routine) -> None:
        if routine not in found:
            found[routine] = None
            for called in calls(routine, decided):
                visit(called)

    for root in roots:
        visit(root)
    return list(found)


def calls(
    routine: ir.Routine, decided: Callable[[ir.Decision], Iterable[ir.Routine]] | None = None
) -> Iterable[ir.Routine]:
    for stmt in walk.statements(routine.body):
        for expr in walk.within(walk.expressions(stmt)):
            if isinstance(expr, ir.Invoke | ir.SomeYield | ir.CountYields):
                yield expr.routine
        match stmt:
            case ir.Do(routine=called) | ir.Draw(generator=called):
                yield called
            case ir.Decide(decision=decision):
                yield from [decision.generator] if decided is None else decided(decision)
            case _:
                pass


def recursive(routines: list[ir.Routine]) -> set[ir.Routine]:
    """Those that can come to call themselves."""
    called = {routine: set(calls(routine)) for routine in routines}
    found = set()
    for routine in routines:
        seen: set[ir.Routine] = set()
        waiting = list(called[routine])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting.extend(called[other])
        if routine in seen:
            found.add(routine)
    return found


def plain(routines: list[ir.Routine], circles: set[ir.Routine]) -> set[ir.Routine]:
    """The functions in which nothing can go wrong, the game cannot end, and no memory can run out."""
    known: dict[ir.Routine, bool] = {}

    def visit(routine: ir.Routine) -> bool:
        if routine not in known:
            known[routine] = False
            known[routine] = (
                routine.sort == "function" and routine not in circles and not _lists(routine) and _simple(routine.body)
            )
        return known[routine]

    def _simple(body: Iterable[ir.Stmt]) -> bool:
        for stmt in walk.statements(body):
            match stmt:
                case ir.Set(check=None) | ir.Fill() | ir.If() | ir.Return() | ir.ForgetRecords() | ir.Tell():
                    pass
                case ir.Store(cell=cell, check=None) if family(cell.type) != "list":
                    pass
                case ir.Do(routine=called, keep=()) if visit(called):
                    pass
                case ir.Rename(keep=keep) if all(family(var.type) != "list" for var in keep):
                    pass
                case _:
                    return False
            if not all(_sure(e) for e in walk.within(walk.expressions(stmt))):
                return False
        return True

    def _sure(e: ir.Expr) -> bool:
        match e:
            case ir.Unary(op=op, span=span):
                return span is None and op not in ("elements",)
            case ir.Binary(op=op, span=span):
                return span is None and op not in ("nth", "joined_lists", "leaving", "head", "tail")
            case ir.Invoke(routine=called):
                return visit(called)
            case ir.SomeYield() | ir.CountYields() | ir.MakeList() | ir.Sorted():
                return False
            case ir.Select():
                return family(type_of(e)) != "list"
            case _:
                return True

    return {routine for routine in routines if visit(routine)}


def _lists(routine: ir.Routine) -> bool:
    """Whether it holds lists of its own."""
    kinds = [var.type for var in (*routine.params, *routine.locals)]
    if routine.result is not None:
        kinds.append(routine.result)
    return any(family(kind) == "list" for kind in kinds)


def cleared(routines: Iterable[ir.Routine]) -> set[ir.Table]:
    """The tables of which whole rows are compared with a set."""
    stmts = (stmt for routine in routines for stmt in walk.statements(routine.body))
    exprs = walk.within(e for stmt in stmts for e in walk.expressions(stmt))
    return {e.table for e in exprs if isinstance(e, ir.Clear)}
