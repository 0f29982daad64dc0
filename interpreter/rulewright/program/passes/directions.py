"""Loops over members and their directions become sets of members by direction.

Before, where `ways` are the directions in which a component goes, by its kind and owner:

    for m in owned[0]:
        for d in ways(m):
            over = step[m, d]
            if owned[1] has over:
                for there in {step[over, d]} & ({0..31} - filled):
                    yield Jump(m, d, there)

After:

    for m along d 1 from owned[0] & of_kind[1] & {…} & shift_up(owned[1], 4) …, 3 from …, 5 from …, 7 from …:
        over = step[m, d]
        there = step[over, d]
        yield Jump(m, d, there)

Each direction is looked at for itself: what is computed on the way to a condition stands in its place, and the
condition is lifted by `lifting.py`. What cannot be lifted, and whatever follows it, stays in the body. The loops may
change nothing in the state. `steps.py` asks for this where it cannot lift a loop itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import ir, rewriting, walk
from rulewright.program.passes.lifting import Member, Sites, common, contrary, is_none, joined
from rulewright.program.passes.prefixes import cannot_fail, plain
from rulewright.program.typeof import family, type_of

_MOST_DIRECTIONS = 8
_LONGEST = 400
"""Expressions in a condition, with all that stands in it for names."""

_QUIET = ir.Set | ir.If | ir.Each | ir.EachItem | ir.EachStep | ir.Count | ir.Yield | ir.Return


@dataclass(slots=True)
class _Way:
    """What happens for a member and a direction: `given` are the locals that are computed, `tests` the conditions on
    the way, `rest` what is done. `values`: what the locals are in terms of member and direction."""

    given: list[ir.Set] = field(default_factory=list)
    tests: list[ir.Expr] = field(default_factory=list)
    rest: list[ir.Stmt] = field(default_factory=list)
    values: dict[ir.Var, ir.Expr] = field(default_factory=dict)


def lifted(loop: ir.Each, routine: ir.Routine, sites: Sites) -> list[ir.Stmt] | None:
    """What stands for a loop over members and, in it, over directions; None if that gains nothing."""
    outer, inside = _tested(loop.body)
    match inside:
        case [ir.Each(var=d, members=directions, body=inner)]:
            pass
        case _:
            return None
    width = type_of(directions).width
    assigned = [var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt)]
    if type_of(loop.members).width != sites.count or not 0 < width <= _MOST_DIRECTIONS or loop.var is d:
        return None
    if not _alone([loop.var, *assigned], loop, routine):
        return None
    way = _way(inner, {})
    if way is None or not all(isinstance(stmt, _QUIET) for stmt in walk.statements(way.rest)):
        return None
    member = Member(sites, loop.var, (1 << sites.count) - 1, changing=frozenset(assigned))
    owner = _owner(loop.members, sites)
    of = {at: _goes(inlined(directions), at, member, owner) for at in range(width)}
    ways = {at: some for at, some in of.items() if some is not None}
    narrowed = [member.where(_told(plain(inlined(test)), {}, member, owner)) for test in outer]
    if len(ways) < len(of) or None in narrowed:
        return None
    for only in narrowed:
        ways = {at: common(some, only) for at, some in ways.items() if only is not None}
    tests = list(way.tests)
    while tests:
        asked = rewriting.with_values(tests[0], way.values)
        found = {at: member.where(_told(asked, {d: ir.Num(at)}, member, owner)) for at in ways}
        if any(some is None for some in found.values()):
            break
        ways = {at: common(some, narrower) for at, some in ways.items() if (narrower := found[at]) is not None}
        tests.pop(0)
    if len(tests) == len(way.tests):
        return None
    body: list[ir.Stmt] = list(way.rest)
    for test in reversed(tests):
        body = [ir.If(test, body)]
    before: list[ir.Stmt] = []
    members = loop.members
    if not isinstance(members, ir.Load | ir.Mask | ir.Get):
        kept = ir.Var("members", ir.bits(sites.count))
        before.append(ir.Set(kept, members))
        members = ir.Get(kept)
    listed = [(common(members, some), at) for at, some in ways.items()]
    listed = [(some, at) for some, at in listed if not is_none(some)]
    if not listed:
        return before
    return [*before, ir.EachStep(loop.var, d, tuple(listed), [*way.given, *body], plain=True)]


def _alone(variables: list[ir.Var], loop: ir.Each, routine: ir.Routine) -> bool:
    """Whether each variable is given by one statement of a loop, and nobody else asks for it."""
    if len(set(variables)) < len(variables):
        return False
    whole: list[ir.Stmt] = [loop]
    alone = all(_mentions(var, whole) == _mentions(var, routine.body) for var in variables)
    return alone and not set(variables) & set(routine.params)


def _mentions(var: ir.Var, body: list[ir.Stmt]) -> int:
    return sum(
        one is var
        for stmt in walk.statements(body)
        for one in (*walk.assigned(stmt), *walk.variables(walk.expressions(stmt)))
    )


def _way(body: list[ir.Stmt], values: dict[ir.Var, ir.Expr]) -> _Way | None:
    """What a body computes, asks and does, in this order."""
    way = _Way(values=values)
    while True:
        match body:
            case [ir.Set(var=var, value=value, index=None, check=None), *more] if more and not var.size:
                value = inlined(value)
                if not cannot_fail(value):
                    break
                way.given.append(ir.Set(var, value))
                way.values[var] = rewriting.with_values(value, way.values)
                body = more
            case [ir.If(condition=condition, then=then, otherwise=[])]:
                way.tests += _conjuncts(plain(inlined(condition)))
                body = then
            case [ir.Each(var=there, members=goals, body=inner)] if (one := _single(inlined(goals))) is not None:
                at, tests = one
                way.given.append(ir.Set(there, at))
                way.values[there] = rewriting.with_values(at, way.values)
                way.tests.append(ir.Binary("ge", ir.Get(there), ir.Num(0)))
                way.tests += tests
                body = inner
            case _:
                break
    way.rest = body
    return way if body else None


def _tested(body: list[ir.Stmt]) -> tuple[list[ir.Expr], list[ir.Stmt]]:
    """The conditions under which all of a body stands, and what they lead to."""
    match body:
        case [ir.If(condition=condition, then=then, otherwise=[])]:
            tests, inside = _tested(then)
            return [condition, *tests], inside
        case _:
            return [], body


def _single(goals: ir.Expr) -> tuple[ir.Expr, list[ir.Expr]] | None:
    """The one number that a set holds, and under which conditions (it must not be -1)."""
    match goals:
        case ir.Unary(op="single", a=at) if cannot_fail(at):
            return at, []
        case ir.Binary(op="common", a=a, b=b):
            for one, other in ((a, b), (b, a)):
                found = _single(one)
                if found is not None and cannot_fail(other):
                    return found[0], [*found[1], ir.Binary("has", other, found[0])]
            return None
        case ir.Binary(op="without", a=a, b=other) if cannot_fail(other):
            found = _single(a)
            if found is None:
                return None
            return found[0], [*found[1], ir.Unary("not", ir.Binary("has", other, found[0]))]
        case _:
            return None


def _conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Binary(op="and", a=a, b=b):
            return [*_conjuncts(a), *_conjuncts(b)]
        case _:
            return [condition]


def _owner(members: ir.Expr, sites: Sites) -> int:
    """Whose all members are; -1 if that is not plain to see."""
    match members:
        case ir.Load(cell=cell, index=ir.Num(value=seat)) if cell is sites.owned and seat < sites.owned.size - 1:
            return seat
        case ir.Binary(op="common" | "without", a=a):
            return _owner(a, sites)
        case _:
            return -1


def _told(expr: ir.Expr, values: dict[ir.Var, ir.Expr], member: Member, owner: int) -> ir.Expr:
    """An expression in terms of the member alone, where its owner is known."""
    found = rewriting.with_values(expr, values)
    if owner < 0:
        return found

    def change(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Load(cell=cell, index=ir.Get(var=var, index=None)) if cell is member.sites.owner:
                return ir.Num(owner) if var is member.p else None
            case _:
                return None

    return rewriting.replaced(found, change)


def _goes(directions: ir.Expr, at: int, member: Member, owner: int) -> ir.Expr | None:
    """The members that go in a direction."""
    match directions:
        case ir.Select(condition=condition, a=a, b=b):
            of = member.where(_told(condition, {}, member, owner))
            one, other = (_goes(part, at, member, owner) for part in (a, b))
            if of is None or one is None or other is None:
                return None
            return joined(common(of, one), common(contrary(of), other))
        case _:
            return member.where(_told(ir.Binary("has", directions, ir.Num(at)), {}, member, owner))


# ---- functions in place ----


def inlined(expr: ir.Expr, *, numbers: bool = False) -> ir.Expr:
    """An expression with what functions return in their place, where that is one expression or a choice of several.
    `numbers`: a reference may stand in place of an int, as in what is no more than a condition."""

    def change(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Invoke(routine=routine, args=args) if all(map(_short, args)):
                found = returned(routine.body)
                if found is None or routine.result is None or not _fits(type_of(found), routine.result, numbers):
                    return None
                found = rewriting.with_values(found, dict(zip(routine.params, args, strict=True)))
                found = inlined(found, numbers=numbers)
                return found if sum(1 for _ in walk.within([found])) <= _LONGEST else None
            case _:
                return None

    return rewriting.replaced(expr, change)


def _fits(kind: ir.IrType, wanted: ir.IrType, numbers: bool) -> bool:
    """Whether a value of one type is one of another as it is (a set without a width fits any)."""
    if numbers and kind == ir.REF and wanted == ir.INT:
        return True
    return kind == wanted or (family(kind) == family(wanted) == "set" and kind.width in (0, wanted.width))


def returned(body: list[ir.Stmt]) -> ir.Expr | None:
    """What a function returns, where that is one expression or a choice of several."""
    match body:
        case [ir.Return(value=value)]:
            return value
        case [ir.If(condition=condition, then=then, otherwise=[]), *more]:
            a, b = returned(then), returned(more)
            return None if a is None or b is None else ir.Select(condition, a, b)
        case _:
            return None


def _short(expr: ir.Expr) -> bool:
    match expr:
        case ir.Num() | ir.Mask() | ir.Get(index=None) | ir.Load(index=None):
            return True
        case _:
            return False
