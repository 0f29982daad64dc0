"""Going over the intermediate representation: what a node is made of, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rulewright.program import ir


def operands(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside an expression, in the order in which they are evaluated."""
    match expr:
        case ir.Num() | ir.Mask() | ir.QueueLength():
            return ()
        case ir.Get(index=index) | ir.Load(index=index):
            return () if index is None else (index,)
        case ir.Look(indices=items) | ir.MakeList(items=items) | ir.Occurrences(parts=items):
            return items
        case ir.Clear(index=index, of=of):
            return (index, of)
        case ir.Unary(a=a):
            return (a,)
        case ir.Binary(a=a, b=b):
            return (a, b)
        case ir.Select(condition=condition, a=a, b=b):
            return (condition, a, b)
        case ir.Invoke(args=args) | ir.SomeYield(args=args) | ir.CountYields(args=args):
            return args
        case ir.Sorted(items=listed, keys=keys):
            return (listed, *keys)
        case _:
            assert_never(expr)


def expressions(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions directly in a statement, without those of the bodies inside it."""
    match stmt:
        case ir.Set(value=value, index=index) | ir.Store(value=value, index=index):
            return (value,) if index is None else (index, value)
        case ir.Fill(value=value) | ir.Append(value=value):
            return (value,)
        case ir.If(condition=condition) | ir.While(condition=condition):
            return (condition,)
        case ir.Each(members=members):
            return (members,)
        case ir.EachItem(items=items):
            return (items,)
        case ir.Count(lo=lo, hi=hi):
            return (lo, hi)
        case ir.EachStep(ways=ways):
            return tuple(members for members, _ in ways)
        case ir.Return(value=result):
            return () if result is None else (result,)
        case ir.Do(args=args) | ir.Enqueue(args=args) | ir.Draw(args=args):
            return args
        case ir.Record(parts=parts) | ir.Tell(parts=parts):
            return parts
        case ir.Fail(text=text):
            return tuple(piece[0] for piece in text if not isinstance(piece, str))
        case ir.Rename(old=old, new=new):
            return (old, new)
        case ir.Yield(key=key, picks=picks, rank=rank, weight=weight):
            return (*key, *picks, *rank, *(() if weight is None else (weight,)))
        case ir.YieldSubsets(items=items, least=least, most=most):
            return (items, least, most)
        case ir.YieldBags(count=count):
            return (count,)
        case ir.Decide(chooser=chooser, args=args):
            return (chooser, *args)
        case ir.Compound(chooser=chooser, rank=rank):
            return (chooser, *rank)
        case ir.Together(seats=seats):
            return (seats,)
        case ir.Break() | ir.Dequeue() | ir.ForgetRecords() | ir.Finish() | ir.Trial() | ir.Attempt():
            return ()
        case _:
            assert_never(stmt)


def bodies(stmt: ir.Stmt) -> tuple[list[ir.Stmt], ...]:
    """The lists of statements directly inside a statement."""
    match stmt:
        case ir.If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ir.Trial(body=body, then=then):
            return (body, then)
        case (
            ir.While(body=body)
            | ir.Each(body=body)
            | ir.EachItem(body=body)
            | ir.Count(body=body)
            | ir.EachStep(body=body)
            | ir.Attempt(body=body)
            | ir.YieldSubsets(body=body)
            | ir.Compound(body=body)
            | ir.Together(body=body)
        ):
            return (body,)
        case _:
            return ()


def assigned(stmt: ir.Stmt) -> tuple[ir.Var, ...]:
    """The variables that a statement itself gives values (not those of the bodies inside it)."""
    match stmt:
        case ir.Set(var=var) | ir.Fill(var=var) | ir.Append(var=var) | ir.Count(var=var) | ir.YieldSubsets(var=var):
            return (var,)
        case ir.Each(var=var, rest=rest):
            return (var,) if rest is None else (var, rest)
        case ir.EachItem(var=var, rest=rest, at=at):
            return (var, *(extra for extra in (rest, at) if extra is not None))
        case ir.EachStep(var=var, to=to):
            return (var, to)
        case ir.Together(seat=seat):
            return (seat,)
        case ir.Do(result=result):
            return () if result is None else (result,)
        case ir.Draw(result=drawn):
            return (drawn,)
        case ir.Dequeue(sort=sort, vars=values):
            return (sort, *values)
        case ir.Attempt(failed=failed):
            return (failed,)
        case ir.Decide(choice=choice, picks=picks):
            return (choice, *picks)
        case _:
            return ()


def statements(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Every statement of a body and of the bodies inside it, in order."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements(inner)


def within(exprs: Iterable[ir.Expr]) -> Iterator[ir.Expr]:
    """Every expression and those inside it."""
    for expr in exprs:
        yield expr
        yield from within(operands(expr))


def variables(exprs: Iterable[ir.Expr]) -> Iterator[ir.Var]:
    """The variables that expressions read, with repetitions."""
    for expr in within(exprs):
        if isinstance(expr, ir.Get):
            yield expr.var


def decision_routines(decision: ir.Decision) -> Iterator[ir.Routine]:
    """The routines a decision needs: those that give its moves, and those that write them."""
    yield decision.generator
    if decision.spelled is not None:
        yield decision.spelled
    if decision.candidates is not None:
        yield decision.candidates
    for test in decision.holds:
        if test is not None:
            yield test
    for alternative in decision.alternatives:
        for routine in (alternative.say, alternative.then):
            if routine is not None:
                yield routine


def calls(routine: ir.Routine) -> Iterator[ir.Routine]:
    """The routines that a routine names, in order, with repetitions."""
    for stmt in statements(routine.body):
        for expr in within(expressions(stmt)):
            if isinstance(expr, ir.Invoke | ir.SomeYield | ir.CountYields):
                yield expr.routine
        match stmt:
            case ir.Do(routine=called) | ir.Draw(generator=called):
                yield called
            case ir.Decide(decision=decision):
                yield from decision_routines(decision)
            case _:
                pass


def reachable(roots: Iterable[ir.Routine]) -> list[ir.Routine]:
    """The routines and all they call, directly or not, in the order in which they are met."""
    found: dict[ir.Routine, None] = {}

    def visit(routine: ir.Routine) -> None:
        if routine not in found:
            found[routine] = None
            for called in calls(routine):
                visit(called)

    for root in roots:
        visit(root)
    return list(found)


def may_rename(body: Iterable[ir.Stmt]) -> bool:
    """Whether running the statements can move references (what trials do to their copies does not count)."""
    for stmt in body:
        if isinstance(stmt, ir.Rename) or (isinstance(stmt, ir.Do) and stmt.routine.renames):
            return True
        if not isinstance(stmt, ir.Trial) and any(may_rename(inner) for inner in bodies(stmt)):
            return True
    return False
