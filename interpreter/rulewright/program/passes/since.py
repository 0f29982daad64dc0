"""The rules of an end, and what is left of them to be tested where all were false before some changes.

A rule is one of

    held = {}                               if CONDITION:
    for player in {0, 1}:                       ...
        if CONDITION:                           finish
            held += {player}
    if some(held):
        ...
        finish

Its condition is made of parts, of which one must hold. A part that reads none of the changed cells is still false. If
it reads them only at one seat, it can have become true only if that seat's entry has changed. A search (`searches.py`)
in a set that has grown need only look at the sites that came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.program import ir, walk
from rulewright.program.passes.changes import Change, unwound
from rulewright.program.passes.lifting import same
from rulewright.program.passes.searches import search_of
from rulewright.program.passes.sought import Search

_LOOPS = ir.Each | ir.EachItem | ir.EachStep | ir.Count | ir.While

Entry = ir.Expr | None
"""An entry of a cell: a constant, the variable of a rule's seats, or unknown."""


@dataclass(frozen=True, slots=True)
class Read:
    """A cell that a part reads, at an entry. `way`: a change in which direction can make the part true (None: any)."""

    cell: ir.Cell
    entry: Entry
    way: str | None = None


@dataclass(slots=True, eq=False)
class Part:
    """One of the conditions of which one must hold."""

    condition: ir.Expr
    reads: tuple[Read, ...]
    search: Search | None = None

    @property
    def heavy(self) -> bool:
        """Whether testing it takes more than looking whether it must be tested."""
        called = [expr for expr in walk.within([self.condition]) if isinstance(expr, ir.SomeYield | ir.CountYields)]
        routines = walk.reachable(expr.routine for expr in walk.within([self.condition]) if isinstance(expr, ir.Invoke))
        loops = any(isinstance(stmt, _LOOPS) for one in routines for stmt in walk.statements(one.body))
        return bool(called) or loops


@dataclass(slots=True, eq=False)
class Rule:
    """`seat`: the variable that goes over `seats`, and `held` gathers those for whom the condition holds (None for a
    rule about nobody). `stmts`: the rule as it stands."""

    stmts: list[ir.Stmt]
    parts: list[Part]
    then: list[ir.Stmt]
    seat: ir.Var | None = None
    seats: ir.Mask | None = None
    held: ir.Var | None = None


# ---- reading the rules ----


def rules_of(test: ir.Routine) -> list[Rule | ir.Stmt]:
    """The rules of a test, and statements that are none."""
    found: list[Rule | ir.Stmt] = []
    rest = list(test.body)
    while rest:
        rule = _rule(rest)
        found.append(rule or rest[0])
        del rest[: len(rule.stmts) if rule else 1]
    return found


def _rule(rest: list[ir.Stmt]) -> Rule | None:
    match rest:
        case [
            ir.Set(var=held, value=ir.Mask(value=0), index=None),
            ir.Each(
                var=seat,
                members=ir.Mask() as seats,
                body=[
                    ir.If(
                        condition=condition,
                        then=[
                            ir.Set(
                                var=held_1,
                                value=ir.Binary(
                                    op="joined", a=ir.Get(var=held_2), b=ir.Unary(op="single", a=ir.Get(var=seat_1))
                                ),
                            )
                        ],
                        otherwise=[],
                    )
                ],
            ),
            ir.If(condition=ir.Unary(op="some", a=ir.Get(var=held_3)), then=[*_, ir.Finish()] as then, otherwise=[]),
            *_,
        ] if held is held_1 is held_2 is held_3 and seat is seat_1 and _asks_only(condition, seat):
            return Rule(rest[:3], list(_parts(condition, seat, seats)), then, seat, seats, held)
        case [ir.If(condition=condition, then=[*_, ir.Finish()] as then, otherwise=[]), *_] if _asks_only(
            condition, None
        ):
            return Rule(rest[:1], list(_parts(condition, None, None)), then)
        case _:
            return None


def _asks_only(condition: ir.Expr, seat: ir.Var | None) -> bool:
    """Whether a condition is about the state and a seat, and nothing that was computed before."""
    return all(var is seat for var in walk.variables([condition]))


def _parts(condition: ir.Expr, seat: ir.Var | None, seats: ir.Mask | None) -> Iterator[Part]:
    match condition:
        case ir.Binary(op="or", a=a, b=b):
            yield from _parts(a, seat, seats)
            yield from _parts(b, seat, seats)
        case ir.Invoke() if (search := search_of(condition, seat)) is not None:
            loads = _members(search.of, "grows")
            fixed = not any(isinstance(e, ir.Load) for arg in condition.args[1:] for e in walk.within([arg]))
            if loads is not None and fixed and all(isinstance(arg, ir.Mask | ir.Look) for arg in condition.args[1:]):
                search.seats = 1 if seats is None else seats.value.bit_length()
                yield Part(condition, loads, search)
            else:
                yield Part(condition, tuple(_reads(condition, {}, seat)))
        case _:
            yield Part(condition, tuple(_reads(condition, {}, seat)))


def _members(of: ir.Expr, way: str) -> tuple[Read, ...] | None:
    """The cells that a set is made of, each at a constant entry or a variable's, and how they must change to let it
    grow; None for other expressions."""
    match of:
        case ir.Mask() | ir.Look():
            return () if not any(isinstance(expr, ir.Load) for expr in walk.within([of])) else None
        case ir.Load(cell=cell, index=None):
            return (Read(cell, None, way),)
        case ir.Load(cell=cell, index=ir.Num() | ir.Get(index=None) as entry):
            return (Read(cell, entry, way),)
        case ir.Binary(op="common" | "joined", a=a, b=b):
            both = _members(a, way), _members(b, way)
        case ir.Binary(op="without", a=a, b=b):
            both = _members(a, way), _members(b, "shrinks" if way == "grows" else "grows")
        case _:
            return None
    return None if both[0] is None or both[1] is None else (*both[0], *both[1])


def _reads(expr: ir.Expr, names: dict[ir.Var, Entry], seat: ir.Var | None) -> Iterator[Read]:
    """What an expression reads, in what it calls too. `names`: what the parameters of a called routine stand for."""

    def entry(index: ir.Expr) -> Entry:
        match index:
            case ir.Num():
                return index
            case ir.Get(var=var, index=None):
                return index if var is seat else names.get(var)
            case _:
                return None

    for one in walk.within([expr]):
        match one:
            case ir.Load(cell=cell, index=index):
                yield Read(cell, None if index is None else entry(unwound(cell, index)))
            case ir.Invoke(routine=routine, args=args) | ir.SomeYield(routine=routine, args=args):
                yield from _reads_of(routine, [entry(arg) for arg in args], seat)
            case ir.CountYields(routine=routine, args=args):
                yield from _reads_of(routine, [entry(arg) for arg in args], seat)


def _reads_of(routine: ir.Routine, args: Sequence[Entry], seat: ir.Var | None) -> Iterator[Read]:
    assigned = {var for stmt in walk.statements(routine.body) for var in walk.assigned(stmt)}
    names = {var: arg for var, arg in zip(routine.params, args, strict=True) if var not in assigned}
    for stmt in walk.statements(routine.body):
        for value in walk.expressions(stmt):
            yield from _reads(value, names, seat)
        if isinstance(stmt, ir.Do):
            yield from _reads_of(stmt.routine, [None] * len(stmt.args), seat)


# ---- what is left of them ----


@dataclass(slots=True)
class Since:
    """What is left of a test after changes. `gains`: it takes less than the test itself. `used`: the parts of which it
    uses that they were false before."""

    body: list[ir.Stmt] = field(default_factory=list)
    gains: bool = False
    used: list[Part] = field(default_factory=list)


def since(rules: Sequence[Rule | ir.Stmt], changes: Sequence[Change]) -> Since:
    """The rules that must be tested after these changes, told in words of the test's parameters. The statements are
    those of the rules themselves, and must be copied."""
    found = Since()
    for rule in rules:
        short = _left(rule, changes, found) if isinstance(rule, Rule) else None
        if short is None:
            found.body += rule.stmts if isinstance(rule, Rule) else [rule]
        else:
            found.body += short
            found.gains = True
            assert isinstance(rule, Rule)
            found.used += rule.parts
    return found


def _left(rule: Rule, changes: Sequence[Change], found: Since) -> list[ir.Stmt] | None:
    """What is left of a rule; None if it is better tested as it stands."""
    moving = [(part, change, read) for part in rule.parts for change, read in _touching(part, changes)]
    if not moving:
        return [] if any(part.heavy for part in rule.parts) else None
    if not any(part.heavy for part in rule.parts):
        return None
    own = ir.Get(rule.seat) if rule.seat is not None else None
    entries: list[tuple[ir.Expr, ir.Expr]] | None = []
    for _, change, read in moving:
        told = change.entry
        theirs = same(read.entry, own) if own is not None else isinstance(read.entry, ir.Num)
        if told is None or read.entry is None or not theirs or entries is None:
            entries = None
        elif not any(same(told, a) and same(read.entry, b) for a, b in entries):
            entries.append((told, read.entry))
    looks = any(part.search is not None and _members_of(part, changes) is not None for part in rule.parts)
    if entries is None and not looks:
        return None
    body: list[ir.Stmt] = []
    if rule.held is not None:
        body.append(rule.stmts[0])
    for pair in [None] if entries is None else entries:
        mine = [
            (part, change)
            for part, change, read in moving
            if pair is None or (same(change.entry, pair[0]) and same(read.entry, pair[1]))
        ]
        body += _block(rule, pair, mine)
    if rule.held is not None:
        body.append(rule.stmts[2])
    return body


def _block(rule: Rule, pair: tuple[ir.Expr, ir.Expr] | None, mine: list[tuple[Part, Change]]) -> list[ir.Stmt]:
    """The rule after those changes, for the seat whose entry has changed."""
    before: list[ir.Stmt] = []
    condition: ir.Expr | None = None
    for part in dict.fromkeys(part for part, _ in mine):
        for one in _conditions(part, [change for other, change in mine if other is part], before):
            condition = one if condition is None else ir.Binary("or", condition, one)
    assert condition is not None
    if rule.seat is None:
        test = [*before, ir.If(condition, rule.then)]
        return test if pair is None else [ir.If(ir.Binary("eq", *pair), test)]
    assert rule.seats is not None and rule.held is not None
    own = ir.Get(rule.seat)
    held = ir.Binary("joined", ir.Get(rule.held), ir.Unary("single", own))
    test = [*before, ir.If(condition, [ir.Set(rule.held, held)])]
    if pair is None:
        return [ir.Each(rule.seat, rule.seats, test)]
    return [ir.If(ir.Binary("has", rule.seats, pair[0]), [ir.Set(rule.seat, pair[0]), *test])]


def _conditions(part: Part, changes: list[Change], before: list[ir.Stmt]) -> Iterator[ir.Expr]:
    members = [change.member for change in changes]
    look = part.search.look if part.search is not None else None
    if look is None or any(member is None for member in members):
        yield part.condition
        return
    distinct: list[ir.Expr] = []
    for member in members:
        if member is not None and not any(same(member, other) for other in distinct):
            distinct.append(member)
            first, found = look(member)
            before += first
            yield found


def _touching(part: Part, changes: Iterable[Change]) -> Iterator[tuple[Change, Read]]:
    """The changes that may have made a part true, each with what it changes."""
    for change in changes:
        for read in part.reads:
            if read.cell is not change.cell or (change.way not in ("anything", read.way) and read.way is not None):
                continue
            apart = isinstance(change.entry, ir.Num) and isinstance(read.entry, ir.Num)
            if not apart or same(change.entry, read.entry):
                yield change, read


def _members_of(part: Part, changes: Sequence[Change]) -> list[ir.Expr] | None:
    """What has come to a part's set; None if that is not known, or does not help."""
    if part.search is None or part.search.look is None:
        return None
    members = [change.member for change, _ in _touching(part, changes)]
    return None if any(member is None for member in members) else [member for member in members if member is not None]


def cells_of(rules: Iterable[Rule | ir.Stmt]) -> set[ir.Cell]:
    """The cells that are read by the rules of which something may be left out. All others are always tested."""
    long = [rule for rule in rules if isinstance(rule, Rule) and any(part.heavy for part in rule.parts)]
    return {read.cell for rule in long for part in rule.parts for read in part.reads}


def keeps_up(part: Part, changes: Sequence[Change]) -> bool:
    """Whether what is kept for a search can follow these changes: its set only grows, by members that are known."""
    for change in changes:
        for read in part.reads:
            if read.cell is change.cell and (change.way != read.way or change.member is None):
                return False
    return True


def false_at_first(part: Part) -> bool:
    """Whether a part is certainly false where nothing has been done: it searches in an empty set."""
    return part.search is not None and _empty(part.search.of)


def _empty(of: ir.Expr) -> bool:
    match of:
        case ir.Mask(value=0):
            return True
        case ir.Load(cell=cell):
            return not any(cell.init)
        case ir.Binary(op="common", a=a, b=b):
            return _empty(a) or _empty(b)
        case ir.Binary(op="joined", a=a, b=b):
            return _empty(a) and _empty(b)
        case ir.Binary(op="without", a=a):
            return _empty(a)
        case _:
            return False
