"""Whether the yields of a generator all differ, so that none need be compared.

They do if each alternative has one yield (or one in each branch of a choice), and its key tells for every loop around
it which time round it was: it holds the loop's variable, or a number of which there is only one for each value of the
variable: the variable plus a constant, an entry of a table whose entries differ, or a member of a row of a table that
the variable chooses, where no two rows share a member.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.program import ir, walk
from rulewright.program.rewriting import with_values
from rulewright.program.typeof import family, type_of


def all_differ(routine: ir.Routine) -> bool:
    """Whether no two yields of a generator can have the same alternative and key."""
    return not repeated(routine)


def repeated(routine: ir.Routine) -> frozenset[int]:
    """The alternatives of which two yields of a generator may have the same key."""
    finder = _Finder(routine)
    finder.look(routine.body, _Place((), (), {}))
    several = (alternative for alternative, places in _places(routine.body).items() if places > 1)
    return frozenset((*finder.repeated, *several))


def _places(body: Iterable[ir.Stmt]) -> Counter[int]:
    """How many yields of each alternative may be reached, in one round of every loop."""
    found: Counter[int] = Counter()
    for stmt in body:
        match stmt:
            case ir.Yield(alternative=alternative):
                found[alternative] += 1
            case ir.YieldBags():
                found[0] += 1
            case ir.If(then=then, otherwise=otherwise):
                found += _places(then) | _places(otherwise)
            case _:
                for inner in walk.bodies(stmt):
                    found += _places(inner)
    return found


def _side_by_side(then: Iterable[ir.Stmt], otherwise: Iterable[ir.Stmt], loops: tuple[ir.Var, ...]) -> Iterator[int]:
    """The alternatives of which what is yielded in one round of the loops in one branch may be what is yielded in
    another round in the other: the variables of the loops do not stand at the same places of the keys."""
    every = [[one for one in walk.statements(branch) if isinstance(one, ir.Yield)] for branch in (then, otherwise)]
    both = {one.alternative for one in every[0]} & {one.alternative for one in every[1]}
    for alternative in both:
        found = {
            tuple(_place_of(var, one.key) for var in loops)
            for one in (*every[0], *every[1])
            if one.alternative == alternative
        }
        if len(found) != 1 or None in found.pop():
            yield alternative


def _place_of(var: ir.Var, key: tuple[ir.Expr, ...]) -> int | None:
    """Where a variable itself stands in a key."""
    places = [at for at, part in enumerate(key) if isinstance(part, ir.Get) and part.index is None and part.var is var]
    return places[0] if places else None


@dataclass(frozen=True, slots=True)
class _Row:
    """A set that is part of the row of a table with this index."""

    table: ir.Table
    index: ir.Expr


@dataclass(frozen=True, slots=True)
class _Place:
    """What is known at a place: `loops`: the variables of the loops around it; `holding`: conditions that hold;
    `given`: the values of locals that are given one by one statement only, which has run there."""

    loops: tuple[ir.Var, ...]
    holding: tuple[ir.Expr, ...]
    given: dict[ir.Var, ir.Expr]


class _Finder:
    """`repeated`: the alternatives of which it is not seen that all yields differ."""

    def __init__(self, routine: ir.Routine) -> None:
        self.repeated: set[int] = set()
        self._givers: dict[ir.Var, list[ir.Stmt]] = {}
        for stmt in walk.statements(routine.body):
            for var in walk.assigned(stmt):
                self._givers.setdefault(var, []).append(stmt)

    def look(self, body: Iterable[ir.Stmt], at: _Place) -> None:
        """Go through the yields in some statements."""
        for stmt in body:
            match stmt:
                case ir.Yield(fresh=True):
                    pass
                case ir.Yield(alternative=alternative, key=key):
                    told = set(_told(key, at))
                    if not all(var in told for var in at.loops):
                        self.repeated.add(alternative)
                case ir.Set(var=var, value=value, index=None) if self._alone(var):
                    at = _Place(at.loops, at.holding, {**at.given, var: value})
                case ir.Each(var=var, body=inner) | ir.Count(var=var, body=inner):
                    self._loop((var,), inner, at)
                case ir.EachStep(var=var, to=to, body=inner):
                    self._loop((var, to), inner, at)
                case (
                    ir.EachItem(var=var, items=items, body=inner) | ir.YieldSubsets(var=var, items=items, body=inner)
                ) if _once(items, at):
                    self._loop((var,), inner, at)
                case ir.While(body=inner) | ir.EachItem(body=inner) | ir.YieldSubsets(body=inner):
                    self.repeated |= _alternatives(inner)
                case ir.YieldBags():
                    self.repeated |= {0} if at.loops else set()
                case ir.If(condition=condition, then=then, otherwise=otherwise):
                    self.look(then, _Place(at.loops, (*at.holding, condition), at.given))
                    self.look(otherwise, at)
                    self.repeated |= {
                        *_told_apart(then, otherwise, at.loops),
                        *_side_by_side(then, otherwise, at.loops),
                    }
                case _:
                    for inner in walk.bodies(stmt):
                        self.look(inner, at)

    def _alone(self, var: ir.Var) -> bool:
        """Whether only one statement gives a local its value."""
        return len(self._givers[var]) == 1 and not var.size

    def _loop(self, variables: tuple[ir.Var, ...], body: list[ir.Stmt], at: _Place) -> None:
        if all(self._alone(var) for var in variables):
            self.look(body, _Place((*at.loops, *variables), at.holding, at.given))
        else:
            self.repeated |= _alternatives(body)


def _alternatives(body: list[ir.Stmt]) -> set[int]:
    """The alternatives of the yields in a body that are not fresh."""
    found: set[int] = set()
    for stmt in walk.statements(body):
        match stmt:
            case ir.Yield(alternative=alternative, fresh=False):
                found.add(alternative)
            case ir.YieldBags():
                found.add(0)
            case _:
                pass
    return found


def _told_apart(then: list[ir.Stmt], otherwise: list[ir.Stmt], loops: tuple[ir.Var, ...]) -> Iterator[int]:
    """The alternatives of which yields in both branches do not hold the variables of loops at the same places of the
    key, so that yields of different rounds may be alike."""
    for alternative in _places(then).keys() & _places(otherwise).keys():
        keys = [
            stmt.key if isinstance(stmt, ir.Yield) else ()
            for stmt in walk.statements([*then, *otherwise])
            if isinstance(stmt, ir.YieldBags) or (isinstance(stmt, ir.Yield) and stmt.alternative == alternative)
        ]
        if not all(any(all(_is(part, var) for part in parts) for parts in zip(*keys, strict=False)) for var in loops):
            yield alternative


def _is(part: ir.Expr, var: ir.Var) -> bool:
    return isinstance(part, ir.Get) and part.var is var and part.index is None


def _told(parts: Iterable[ir.Expr], at: _Place) -> Iterator[ir.Var]:
    """The variables whose values follow from the values of expressions."""
    for part in parts:
        match part:
            case ir.Get(var=var, index=None):
                yield var
                value = at.given.get(var)
                if value is not None:
                    yield from _told([value], at)
                    if any(_is_some(condition, var) for condition in at.holding):
                        yield from _told(_chosen(value), at)
            case ir.Binary(op="add" | "sub", a=a, b=ir.Num()) | ir.Binary(op="add" | "sub", a=ir.Num(), b=a):
                yield from _told([a], at)
            case _:
                pass


def _once(items: ir.Expr, at: _Place) -> bool:
    """Whether a list holds no item twice."""
    match items:
        case ir.Unary(op="elements"):
            return True
        case ir.MakeList(items=listed) if all(isinstance(item, ir.Num) for item in listed):
            return len({item.value for item in listed if isinstance(item, ir.Num)}) == len(listed)
        case ir.MakeList(items=listed):
            return len(listed) < 2
        case ir.Select(a=a, b=b):
            return _once(a, at) and _once(b, at)
        case ir.Load(cell=cell):
            return cell.different
        case ir.Binary(op="head" | "tail" | "leaving", a=a) | ir.Sorted(items=a):
            return _once(a, at)
        case ir.Get(var=var, index=None) if var in at.given:
            return _once(at.given[var], at)
        case ir.Invoke(routine=routine, args=args) if routine.different:
            return all(_once(arg, at) for arg in args if family(type_of(arg)) == "list")
        case _:
            return False


def _is_some(condition: ir.Expr, var: ir.Var) -> bool:
    """Whether a condition says that a local is not -1."""
    match condition:
        case ir.Binary(op="ne", a=ir.Get(var=tested, index=None), b=ir.Num(value=-1)):
            return tested is var
        case ir.Binary(op="ge", a=ir.Get(var=tested, index=None), b=ir.Num(value=0)):
            return tested is var
        case ir.Binary(op="has", b=ir.Get(var=tested, index=None)):
            return tested is var
        case ir.Binary(op="and", a=a, b=b):
            return _is_some(a, var) or _is_some(b, var)
        case _:
            return False


def _chosen(value: ir.Expr) -> tuple[ir.Expr, ...]:
    """What chooses a value, if that is not -1: the index of the row of which it is a member, where rows share none, or
    of the entry that it is, where all differ."""
    match value:
        case ir.Look(table=table, indices=(index,)) if len(set(table.values[:-1])) == len(table.values) - 1:
            return (index,)
        case ir.Select(a=chosen, b=ir.Num(value=-1)) | ir.Select(a=ir.Num(value=-1), b=chosen):
            return _chosen(chosen)
        case ir.Invoke(routine=ir.Routine(body=[ir.Return(value=ir.Select() as given)]) as routine, args=args) if set(
            walk.variables([given])
        ) <= set(routine.params):
            return _chosen(with_values(given, dict(zip(routine.params, args, strict=True))))
        case _:
            row = _row_of(value)
            return (row.index,) if row is not None and _apart(row.table) else ()


def _row_of(value: ir.Expr) -> _Row | None:
    """The row of which an int is a member, if it is not -1."""
    match value:
        case ir.Unary(op="least" | "greatest", a=members):
            return _row(members)
        case ir.Invoke(routine=routine, args=args):
            return _given(_row_returned(routine), routine, args)
        case _:
            return None


def _row_returned(routine: ir.Routine) -> _Row | None:
    """The same of what a function returns: all of its returns, but those of -1, are of one loop over a set."""
    members: dict[ir.Var, ir.Expr] = {
        stmt.var: stmt.members for stmt in walk.statements(routine.body) if isinstance(stmt, ir.Each)
    }
    rows = []
    for stmt in walk.statements(routine.body):
        match stmt:
            case ir.Return(value=None | ir.Num(value=-1)):
                pass
            case ir.Return(value=ir.Get(var=var, index=None)) if var in members:
                rows.append(_row(members[var]))
            case ir.Return(value=value) if value is not None:
                rows.append(_row_of(value))
            case ir.Each() | ir.If():
                pass
            case _:  # it might change what the index is made of
                return None
    return rows[0] if len(rows) == 1 else None


def _row(members: ir.Expr) -> _Row | None:
    """The row of which a set is part."""
    match members:
        case ir.Look(table=table, indices=(index,)):
            return _Row(table, index)
        case ir.Binary(op="common", a=a, b=b):
            return _row(a) or _row(b)
        case ir.Binary(op="without" | "before" | "after", a=a) | ir.Select(a=a, b=ir.Mask(value=0)):
            return _row(a)
        case ir.Invoke(routine=ir.Routine(body=[ir.Return(value=value)]) as routine, args=args) if value:
            return _given(_row(value), routine, args)
        case _:
            return None


def _given(row: _Row | None, routine: ir.Routine, args: tuple[ir.Expr, ...]) -> _Row | None:
    """A row that a function tells, for the arguments of a call."""
    if row is None:
        return None
    if set(walk.variables([row.index])) - set(routine.params):
        return None
    return _Row(row.table, with_values(row.index, dict(zip(routine.params, args, strict=True))))


def _apart(table: ir.Table) -> bool:
    """Whether no two rows share a member."""
    seen = 0
    for row in table.values:
        if not isinstance(row, int) or seen & row:
            return False
        seen |= row
    return True
