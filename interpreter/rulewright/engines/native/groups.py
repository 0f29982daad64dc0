"""The yields of a generator in groups, so that they need not be listed one by one.

The yields of one run of a loop over a set, or over steps, differ in the round alone: of such a group the rounds are
noted in which there was a yield, and the values of the locals that the yield needs besides; that says how many there
are, and any one of them can be made from it. Where the body of the loop comes to its yield in every round, not even the
loop runs; the body may then be a loop over a few constants. A yield outside of such loops is a group by itself.

A group is made again later, when the state is still the same; so what is computed for a yield (`steps`) must change
nothing. Groups are only for generators whose yields all differ and have no ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.engines.native.entries import alike
from rulewright.program import ir, walk
from rulewright.program.changing import changes
from rulewright.program.typeof import family, type_of

Loop = ir.Each | ir.EachItem | ir.EachStep

_MOST_CONSTANTS = 64
"""Over so many constants a loop may go inside the loop of a group."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A local to which the body of a loop adds 1 each time it runs."""

    var: ir.Var
    added: ir.Binary


@dataclass(frozen=True, slots=True)
class Group:
    """`loop`: over a set, None for a yield by itself. `steps`: what must be computed again for the yield, in order.
    `known`: the locals whose values are noted. `whole`: every member comes to the yield, and nothing else happens in
    the loop but `sums`. `inner`: the loop around the yield in the body of a whole loop, if there is one;
    `constants`: the numbers that it gives its local, one after the other."""

    number: int
    loop: Loop | None
    taken: ir.Yield
    steps: tuple[ir.Set, ...]
    known: tuple[ir.Var, ...]
    whole: bool
    sums: tuple[Sum, ...]
    inner: ir.Count | ir.Each | None = None
    constants: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Groups:
    """`fixed`: no group stands in a loop (but its own), so that each occurs once at most, in this order. `calling`: to
    make a yield again calls functions that loop."""

    listed: tuple[Group, ...]
    fixed: bool
    calling: bool


def groups_of(routine: ir.Routine) -> Groups | None:
    """The groups of a generator; None where its yields cannot be made again."""
    finder = _Finder(routine)
    if not finder.body(routine.body, False):
        return None
    steps = [step.value for group in finder.found for step in group.steps]
    yielded = [part for group in finder.found for part in (*group.taken.key, *group.taken.picks)]
    return Groups(tuple(finder.found), finder.fixed, not simple((*steps, *yielded)))


def variables(loop: Loop) -> set[ir.Var]:
    """The locals that have other values in every round."""
    return {loop.var, loop.to} if isinstance(loop, ir.EachStep) else {loop.var}


def members_of(loop: ir.Each | ir.EachItem) -> ir.Expr:
    """The set that a loop goes over."""
    if isinstance(loop, ir.Each):
        return loop.members
    assert isinstance(loop.items, ir.Unary)
    return loop.items.a


class _Finder:
    def __init__(self, routine: ir.Routine) -> None:
        self._routine = routine
        self.found: list[Group] = []
        self.fixed = True

    def body(self, body: Iterable[ir.Stmt], looping: bool) -> bool:
        """Find the groups of some statements; whether every yield in them is in one."""
        return all(self._statement(stmt, looping) for stmt in body)

    def _statement(self, stmt: ir.Stmt, looping: bool) -> bool:
        match stmt:
            case ir.Yield():
                return self._alone(stmt, looping)
            case ir.If(then=then, otherwise=otherwise):
                return self.body(then, looping) and self.body(otherwise, looping)
            case ir.Each(rest=None, body=body) | ir.EachItem(items=ir.Unary(op="elements"), rest=None, body=body):
                return self._loop(stmt, looping) or self.body(body, True)
            case ir.EachStep(body=body):
                return self._loop(stmt, looping) or self.body(body, True)
            case ir.While(body=body) | ir.EachItem(body=body) | ir.Count(body=body):
                return self.body(body, True)
            case _:
                return not any(
                    isinstance(one, ir.Yield | ir.YieldSubsets | ir.YieldBags) for one in walk.statements([stmt])
                )

    def _add(
        self,
        loop: Loop | None,
        taken: ir.Yield,
        way: Sequence[ir.Stmt],
        looping: bool,
        whole: bool = False,
        sums: tuple[Sum, ...] = (),
        inner: ir.Count | ir.Each | None = None,
    ) -> bool:
        """Note a group whose yield comes after the statements of `way`, if it can be made again."""
        sliced = _sliced(taken, way)
        if sliced is None:
            return False
        steps, needed = sliced
        own = set() if loop is None else variables(loop)
        around = loop if inner is None else inner
        changed = {var for stmt in walk.statements(around.body) for var in walk.assigned(stmt)} if around else set()
        own |= set() if inner is None else {inner.var}
        known = tuple(var for var in needed if var not in own)
        if any(var in changed or var.size or family(var.type) == "list" for var in known) or own & changed:
            return False
        self.fixed = self.fixed and not looping
        constants = () if inner is None else _constants(inner)
        self.found.append(Group(len(self.found), loop, taken, steps, known, whole, sums, inner, constants))
        return True

    def _alone(self, stmt: ir.Yield, looping: bool) -> bool:
        return self._add(None, stmt, (), looping)

    def _loop(self, loop: Loop, looping: bool) -> bool:
        """A loop whose body yields once at most."""
        inner = list(walk.statements(loop.body))
        yields = [one for one in inner if isinstance(one, ir.Yield | ir.YieldSubsets | ir.YieldBags)]
        if len(yields) != 1 or any(isinstance(one, ir.Return) for one in inner):
            return False
        turning = None if isinstance(loop, ir.EachStep) else _turning(loop)
        way = _way(loop.body if turning is None else turning.body, yields[0])
        if way is None or not isinstance(yields[0], ir.Yield):
            return False
        sums = self._whole(loop, yields[0], turning)
        if turning is not None and sums != ():
            return False
        return self._add(loop, yields[0], way, looping, sums is not None, sums or (), turning)

    def _whole(self, loop: Loop, taken: ir.Yield, turning: ir.Count | ir.Each | None) -> tuple[Sum, ...] | None:
        """The sums of a loop whose body does nothing else but to come to its yield, or to the loop `turning` that does
        so; None for other loops."""
        sums, given, read = [], variables(loop), set(walk.variables((*taken.key, *taken.picks)))
        body = loop.body if turning is None else turning.body
        given |= set() if turning is None else {turning.var}
        coming = {var for stmt in body for var in walk.assigned(stmt)}
        for stmt in body:
            added = _sum(stmt)
            if added is not None:
                sums.append(added)
                continue
            match stmt:
                case ir.Yield(key=key, picks=picks) if simple((*key, *picks)):
                    continue
                case ir.Set(var=var, value=value, index=None, check=None) if simple([value]) and not var.size:
                    needed = set(walk.variables([value]))
                    if needed & coming - given:  # it comes from the member before
                        return None
                    given.add(var)
                    read |= needed
                case _:
                    return None
        inner = set(walk.statements(loop.body))
        outside = {
            var
            for stmt in walk.statements(self._routine.body)
            if stmt not in inner
            for var in walk.variables(walk.expressions(stmt))
        }
        summed = [added.var for added in sums]
        if given & outside or set(summed) & (read | given) or len(set(summed)) < len(summed):
            return None
        return tuple(sums)


def _turning(loop: ir.Each | ir.EachItem) -> ir.Count | ir.Each | None:
    """The loop over a few constants that is all there is in the body of a loop."""
    only = loop.body[0] if len(loop.body) == 1 else None
    return only if isinstance(only, ir.Count | ir.Each) and _constants(only) else None


def _constants(loop: ir.Count | ir.Each) -> tuple[int, ...]:
    """The numbers that a loop over few constants goes over; none for other loops."""
    match loop:
        case ir.Count(lo=ir.Num(value=lo), hi=ir.Num(value=hi)) if hi - lo < _MOST_CONSTANTS:
            return tuple(range(lo, hi + 1))
        case ir.Each(members=ir.Mask(value=value), rest=None) if value.bit_count() <= _MOST_CONSTANTS:
            return tuple(k for k in range(value.bit_length()) if value >> k & 1)
        case _:
            return ()


def _sum(stmt: ir.Stmt) -> Sum | None:
    match stmt:
        case ir.Set(var=var, index=None, check=None, value=ir.Binary(op="add", a=a, b=ir.Num(value=1)) as added):
            return Sum(var, added) if isinstance(a, ir.Get) and a.var is var and a.index is None else None
        case _:
            return None


def _way(body: Sequence[ir.Stmt], taken: ir.Stmt) -> list[ir.Stmt] | None:
    """The statements that run before a yield, of the bodies around it; None if it stands in a loop or a trial."""
    before: list[ir.Stmt] = []
    for stmt in body:
        if stmt is taken:
            return before
        if any(one is taken for one in walk.statements([stmt])):
            if not isinstance(stmt, ir.If):
                return None
            for inner in walk.bodies(stmt):
                way = _way(inner, taken)
                if way is not None:
                    return before + way
            return None
        before.append(stmt)
    return None


def _sliced(taken: ir.Yield, way: Sequence[ir.Stmt]) -> tuple[tuple[ir.Set, ...], tuple[ir.Var, ...]] | None:
    """What a yield needs of the statements before it, and the locals that these and the yield read; None if something
    in them changes more than locals."""
    parts = (*taken.key, *taken.picks)
    if taken.rank or not (taken.weight is None or alike(taken.weight, ir.Num(1))):
        return None
    if any(family(type_of(part)) == "list" for part in parts) or not _pure(parts):
        return None
    needed = dict.fromkeys(walk.variables(parts))
    steps: list[ir.Set] = []
    for stmt in reversed(way):
        given = {var for one in walk.statements([stmt]) for var in walk.assigned(one)}
        if not given & needed.keys():
            continue
        match stmt:
            case ir.Set(var=var, value=value, index=None) if not var.size and _pure([value]):
                del needed[var]
                needed |= dict.fromkeys(walk.variables([value]))
                steps.insert(0, stmt)
            case _:
                return None
    return tuple(steps), tuple(needed)


# ---- what can be done again, or not at all ----


def _pure(parts: Iterable[ir.Expr]) -> bool:
    """Whether to evaluate expressions changes nothing, so that it can be done again. (Trials change a copy.)"""
    called = [e.routine for e in walk.within(parts) if isinstance(e, ir.Invoke | ir.SomeYield | ir.CountYields)]
    return not any(changes(routine.body) for routine in called)


def simple(parts: Iterable[ir.Expr], inside: tuple[ir.Routine, ...] = ()) -> bool:
    """Whether expressions can go without being evaluated: they cannot fail, and nothing is counted of them. `inside`:
    the functions of which they are part."""
    for e in walk.within(parts):
        match e:
            case ir.Binary(op="nth") | ir.SomeYield() | ir.CountYields():
                return False
            case ir.Unary(span=span) | ir.Binary(span=span) if span is not None:
                return False
            case ir.Invoke(routine=called):
                if called in inside or not all(
                    _plain(stmt, (*inside, called)) for stmt in walk.statements(called.body)
                ):
                    return False
            case _:
                pass
    return True


def _plain(stmt: ir.Stmt, inside: tuple[ir.Routine, ...]) -> bool:
    match stmt:
        case ir.Set(check=None) | ir.Fill() | ir.If() | ir.Return():
            return simple(walk.expressions(stmt), inside)
        case _:
            return False
