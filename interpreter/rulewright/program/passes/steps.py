"""Loops over where members can step to become sets of members by how far they step.

Before:

    for p in owned[0]:
        for there in {step[p, 7]} + {step[p, 0]} + {step[p, 1]}:
            if owner[there] != 0:
                if not filled has there or there != step[p, 0]:
                    yield Advance(p, there)

After:

    for p to there by 7 from owned[0] & {…} - shift_down(owned[0], 7), by 8 from … - shift_down(filled, 8), by 9 from …:
        yield Advance(p, there)

What depends on the member alone is looked up beforehand, for every site of the board: so it does not matter whether a
direction is the same distance everywhere, as long as there are few distances. Conditions are lifted by `lifting.py`
from the first on; those that cannot be, and whatever follows them, stay in the body. The loop may change nothing in the
state, and none of the variables that its sets are made of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulewright.program import constants, copies, ir, walk
from rulewright.program.passes import directions
from rulewright.program.passes.lifting import (
    Member,
    Sites,
    common,
    is_none,
    joined,
    shifted,
    sites_of,
    without,
)
from rulewright.program.typeof import type_of

_MOST_WAYS = 8

_QUIET = (
    ir.Set
    | ir.Append
    | ir.Fill
    | ir.If
    | ir.Each
    | ir.EachItem
    | ir.EachStep
    | ir.Count
    | ir.Break
    | ir.Return
    | ir.Yield
    | ir.Trial
)

_Ways = dict[int, ir.Expr]
"""By how far a step leads: the sites from which it does."""


def rewrite(program: ir.Program) -> None:
    """Lift the loops of all routines."""
    sites = sites_of(program)
    if sites is None:
        return
    for routine in program.routines:
        if routine.sort != "flow":
            lift(routine.body, routine, sites)


def lift(body: list[ir.Stmt], routine: ir.Routine, sites: Sites) -> int:
    """Lift the loops in a body of a routine, in place; how many there were."""
    count = 0
    out: list[ir.Stmt] = []
    for stmt in body:
        made = None
        if isinstance(stmt, ir.Each):
            made = _lifted(stmt, routine, sites) or directions.lifted(stmt, routine, sites)
        if made is None:
            count += sum(lift(inner, routine, sites) for inner in walk.bodies(stmt))
            out.append(stmt)
        else:
            count += 1
            out += made
    body[:] = out
    return count


def _lifted(loop: ir.Each, routine: ir.Routine, sites: Sites) -> list[ir.Stmt] | None:
    """What stands for a loop over members and, in it, over where they step."""
    width = type_of(loop.members).width
    outer, inside = tests_of(loop.body)
    match inside:
        case [ir.Each(var=to, members=goals, body=inner)]:
            pass
        case _:
            return None
    tests, rest = tests_of(inner)
    assigned = [var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt)]
    if width != sites.count or not rest or not _quiet(rest) or not _still(loop, to, routine, assigned):
        return None
    member = Member(sites, loop.var, (1 << sites.count) - 1, changing=frozenset(assigned))
    ways = _ways(goals, member)
    if ways is None:
        goals, tests = _narrowed(goals, tests, to, member)
        ways = _ways(goals, member)
    if ways is None:
        return _parted(loop, outer, goals, tests, rest, sites)
    if len(ways) > _MOST_WAYS:
        return None
    for test in outer:
        of = member.where(test)
        if of is None:
            return None
        ways = {step: common(some, of) for step, some in ways.items()}
    while tests:
        found = _passing(tests[0], to, ways, member)
        if found is None:
            break
        ways = found
        tests.pop(0)
    rest = _under(tests, rest)
    before: list[ir.Stmt] = []
    members = loop.members
    if not isinstance(members, ir.Load | ir.Mask | ir.Get):
        kept = ir.Var("members", ir.bits(sites.count))
        before.append(ir.Set(kept, members))
        members = ir.Get(kept)
    listed = [(common(members, some), step) for step, some in sorted(ways.items()) if not is_none(some)]
    if not listed:
        return before
    return [*before, _shortest(ir.EachStep(loop.var, to, tuple(listed), rest))]


def _parted(
    loop: ir.Each, outer: list[ir.Expr], goals: ir.Expr, tests: list[ir.Expr], rest: list[ir.Stmt], sites: Sites
) -> list[ir.Stmt] | None:
    """Two loops for one whose first condition is that the goal is near or that something else holds, which is the same
    for all members: then everything is near."""
    match loop.body, tests[:1]:
        case [*_, stmt], [ir.Binary(op="or", a=a, b=b)]:
            to = next(one.var for one in walk.statements([stmt]) if isinstance(one, ir.Each))
        case _:
            return None
    changing = frozenset(var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt))
    member = Member(sites, loop.var, (1 << sites.count) - 1, to, changing=changing)
    every, near = (a, b) if member.fixed(a) else (b, a)
    if not member.fixed(every):
        return None

    def with_tests(goals: ir.Expr, *kept: ir.Expr) -> ir.Each:
        return ir.Each(loop.var, loop.members, _under(outer, [ir.Each(to, goals, _under(kept, rest))]))

    own = {var: replace(var) for var in (loop.var, *changing)}
    (alone,) = copies.body([with_tests(goals, near, *tests[1:])], own)
    assert isinstance(alone, ir.Each)
    lifted = _lifted(alone, ir.Routine("", (), None, [alone]), sites)
    if lifted is None:
        narrow, kept = _narrowed(goals, [near], to, member)
        if kept:
            return None
        lifted = copies.body([with_tests(narrow, *tests[1:])], own)
    return [ir.If(every, [with_tests(goals, *tests[1:])], lifted)]


def _under(tests: Sequence[ir.Expr], body: list[ir.Stmt]) -> list[ir.Stmt]:
    """A body under conditions."""
    for test in reversed(tests):
        body = [ir.If(test, body)]
    return body


def _shortest(loop: ir.EachStep) -> ir.Stmt:
    """A loop that only asks whether there is a step is a condition."""
    match loop.body:
        case [ir.Return(value=None | ir.Num()) as found]:
            some, *more = [members for members, _ in loop.ways]
            for members in more:
                some = ir.Binary("joined", some, members)
            return ir.If(ir.Unary("some", some), [found])
        case _:
            return loop


def tests_of(body: list[ir.Stmt]) -> tuple[list[ir.Expr], list[ir.Stmt]]:
    """The conditions under which all of a body stands, in the order in which they are tested, and what they lead to."""
    tests: list[ir.Expr] = []
    while True:
        match body:
            case [ir.If(condition=condition, then=then, otherwise=[])]:
                tests += _conjuncts(condition)
                body = then
            case _:
                return tests, body


def _conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Binary(op="and", a=a, b=b):
            return [*_conjuncts(a), *_conjuncts(b)]
        case _:
            return [condition]


def _still(loop: ir.Each, to: ir.Var, routine: ir.Routine, assigned: list[ir.Var]) -> bool:
    """Whether the loops alone give their variables values, and nobody else asks for them."""
    if to is loop.var or loop.var in assigned or assigned.count(to) > 1:
        return False
    return all(_mentions(var, routine.body) == _mentions(var, [loop]) for var in (loop.var, to))


def _quiet(body: list[ir.Stmt], looped: bool = False) -> bool:
    """Whether statements leave the state as it is, and lead nowhere but to their end or out of the routine. `looped`:
    they stand in a loop of their own."""
    for stmt in body:
        if not isinstance(stmt, _QUIET) or (isinstance(stmt, ir.Break) and not looped):
            return False
        inside = looped or isinstance(stmt, ir.Each | ir.EachItem | ir.Count)
        if not isinstance(stmt, ir.Trial) and not all(_quiet(one, inside) for one in walk.bodies(stmt)):
            return False
    return True


def _mentions(var: ir.Var, body: list[ir.Stmt]) -> int:
    return sum(
        one is var
        for stmt in walk.statements(body)
        for one in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt)))
    )


# ---- where members can step ----


def _ways(goals: ir.Expr, member: Member) -> _Ways | None:
    """From which members each step leads to the goals; None if that cannot be said, or if there are too many steps."""
    known = _known(goals, member)
    if known is not None:
        return known
    match goals:
        case ir.Binary(op="common", a=a, b=b) if member.fixed(b):
            return _into(_ways(a, member), b, common)
        case ir.Binary(op="common", a=a, b=b) if member.fixed(a):
            return _into(_ways(b, member), a, common)
        case ir.Binary(op="without", a=a, b=b) if member.fixed(b):
            return _into(_ways(a, member), b, without)
        case ir.Binary(op="common" | "joined" | "without" as op, a=a, b=b):
            one, other = _ways(a, member), _ways(b, member)
            if one is None or other is None:
                return None
            none: ir.Expr = ir.Mask(0, member.sites.count)
            combined = {"common": common, "joined": joined, "without": without}[op]
            return {step: combined(one.get(step, none), other.get(step, none)) for step in {*one, *other}}
        case ir.Unary(op="single", a=ir.Select(condition=condition, a=a, b=ir.Num(value=-1))):
            return _where(condition, _ways(ir.Unary("single", a), member), member)
        case ir.Select(condition=condition, a=a, b=ir.Mask(value=0)):
            return _where(condition, _ways(a, member), member)
        case _:
            return None


def _into(ways: _Ways | None, of: ir.Expr, op: Callable[[ir.Expr, ir.Expr], ir.Expr]) -> _Ways | None:
    """The ways that lead into a set, or out of it."""
    return None if ways is None else {step: op(some, shifted(of, step)) for step, some in ways.items()}


def _where(condition: ir.Expr, ways: _Ways | None, member: Member) -> _Ways | None:
    of = None if ways is None else member.where(condition)
    return None if ways is None or of is None else {step: common(some, of) for step, some in ways.items()}


def _known(goals: ir.Expr, member: Member) -> _Ways | None:
    """The ways, if they depend on nothing but the member."""
    count = member.sites.count
    found: dict[int, int] = {}
    if not member.asked(goals):
        return None
    for here in range(count):
        there = constants.known(goals, {member.p: here})
        if not isinstance(there, int) or there >> count:
            return None
        for one in constants.members(there):
            found[one - here] = found.get(one - here, 0) | 1 << here
        if len(found) > _MOST_WAYS:
            return None
    return {step: ir.Mask(some, count) for step, some in found.items()}


def _narrowed(goals: ir.Expr, tests: list[ir.Expr], to: ir.Var, member: Member) -> tuple[ir.Expr, list[ir.Expr]]:
    """Goals that are the same for all members, narrowed by the first condition, if it says where the members step."""
    match tests[:1]:
        case [ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None))] if var is to and member.fixed(goals):
            return ir.Binary("common", of, goals), tests[1:]
        case _:
            return goals, tests


def _passing(test: ir.Expr, to: ir.Var, ways: _Ways, member: Member) -> _Ways | None:
    """The steps that pass a condition."""
    out: _Ways = {}
    for step, some in ways.items():
        of = replace(member, sources=_most(some, member.sites.count), to=to, step=step).where(test)
        if of is None:
            return None
        out[step] = common(some, of)
    return out


def _most(some: ir.Expr, count: int) -> int:
    """Members among which those of a set certainly are."""
    match some:
        case ir.Mask(value=value):
            return value
        case ir.Binary(op="common", a=a, b=b):
            return _most(a, count) & _most(b, count)
        case ir.Binary(op="without", a=a):
            return _most(a, count)
        case ir.Binary(op="joined", a=a, b=b):
            return _most(a, count) | _most(b, count)
        case _:
            return (1 << count) - 1
