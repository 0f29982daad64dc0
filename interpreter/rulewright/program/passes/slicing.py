"""Trials without what nobody looks at: going backwards, what is looked at afterwards is known everywhere.

Of a cell with several entries it is known which, as far as locals tell: after

    kind[x] = -1
    if m != x:
        k = kind[m]

the entry of `m` is looked at, and before `if` that of `m`, if it is not that of `x`: what is stored there is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.program import copies, ir, walk
from rulewright.program.typeof import family, type_of

HISTORY, QUEUE = "history", "queue"
"""What is read of a state beside its cells."""


@dataclass(frozen=True, slots=True)
class At:
    """The entry of a cell at the index that a local holds, unless one of `others` holds the same."""

    cell: ir.Cell
    index: ir.Var
    others: frozenset[ir.Var] = frozenset()


Looked = ir.Cell | At | ir.Var | str
Live = frozenset[Looked]


def _indexed(cell: ir.Cell, index: ir.Expr, others: frozenset[ir.Var] = frozenset()) -> Live:
    """An entry of a cell; of nothing there is none that is stored."""
    match index:
        case ir.Get(var=var, index=None):
            return frozenset({At(cell, var, others)})
        case ir.Num(value=value) if value < 0:
            return frozenset()
        case ir.Select(a=a, b=b):
            return _indexed(cell, a, others) | _indexed(cell, b, others)
        case _:
            return frozenset({cell})


def given(live: Live, var: ir.Var, value: ir.Expr | None) -> Live:
    """What is looked at before a local gets a value (None: any), from what is looked at after that."""
    found: set[Looked] = set()
    for one in live:
        if not isinstance(one, At) or (one.index is not var and var not in one.others):
            found.add(one)
            continue
        others = one.others - {var}
        if var in one.others and isinstance(value, ir.Get) and value.index is None:
            others |= {value.var}
        if one.index is not var:
            found.add(At(one.cell, one.index, others))
        elif value is None:
            found.add(one.cell)
        else:
            found |= _indexed(one.cell, value, others)
    return frozenset(found)


def _whole(live: Live) -> Live:
    """The same without entries: cells as a whole."""
    return frozenset(one.cell if isinstance(one, At) else one for one in live)


def _apart(live: Live, condition: ir.Expr, holds: bool) -> Live:
    """What is looked at where a condition is known to hold, or not to."""
    match condition:
        case ir.Binary(op="and", a=a, b=b) if holds:
            return _apart(_apart(live, a, holds), b, holds)
        case ir.Binary(op="or", a=a, b=b) if not holds:
            return _apart(_apart(live, a, holds), b, holds)
        case ir.Unary(op="not", a=a):
            return _apart(live, a, not holds)
        case ir.Binary(op="ne" | "eq" as op, a=ir.Get(var=a, index=None), b=ir.Get(var=b, index=None)) if (
            op == "ne"
        ) == holds:
            return frozenset(
                At(one.cell, one.index, one.others | ({b} if one.index is a else {a}))
                if isinstance(one, At) and (one.index is a or one.index is b)
                else one
                for one in live
            )
        case _:
            return live


def _stored(live: Live, cell: ir.Cell, index: ir.Expr | None) -> tuple[bool, Live]:
    """Whether anybody looks at an entry that is stored; what is looked at before."""
    if index is None and cell.size == 1 and not cell.guarded:
        return cell in live, live - {cell}
    if not isinstance(index, ir.Get) or index.index is not None:
        return any(one is cell or (isinstance(one, At) and one.cell is cell) for one in live), live
    var = index.var
    entries = [one for one in live if isinstance(one, At) and one.cell is cell]
    looked = cell in live or any(var not in one.others for one in entries)
    return looked, live - {one for one in entries if one.index is var}


@dataclass(slots=True)
class Reads:
    """What expressions and routines read of the state."""

    _of: dict[ir.Routine, Live] = field(default_factory=dict)

    def routine(self, routine: ir.Routine) -> Live:
        """Cells, history and queue, as far as a routine or those that it calls read them."""
        if routine not in self._of:
            found: set[Looked] = set()
            for called in walk.reachable([routine]):
                for stmt in walk.statements(called.body):
                    found |= self._statement(stmt)
            self._of[routine] = _whole(frozenset(one for one in found if not isinstance(one, ir.Var)))
        return self._of[routine]

    def expressions(self, exprs: Iterable[ir.Expr]) -> Live:
        """Of single expressions also the variables."""
        found: set[Looked] = set()
        for expr in walk.within(exprs):
            match expr:
                case ir.Get(var=var):
                    found.add(var)
                case ir.Load(cell=cell, index=index) if index is not None and cell.size > 1:
                    found |= _indexed(cell, index)
                case ir.Load(cell=cell):
                    found.add(cell)
                case ir.Occurrences():
                    found.add(HISTORY)
                case ir.QueueLength():
                    found.add(QUEUE)
                case ir.Invoke(routine=routine) | ir.SomeYield(routine=routine) | ir.CountYields(routine=routine):
                    found |= self.routine(routine)
                case _:
                    pass
        return frozenset(found)

    def whole(self, stmts: Iterable[ir.Stmt]) -> Live:
        """All that statements read, with those inside them and the routines that they call."""
        found: set[Looked] = set()
        for stmt in walk.statements(stmts):
            found |= self._statement(stmt)
        return _whole(frozenset(found))

    def _statement(self, stmt: ir.Stmt) -> Live:
        found = self.expressions(walk.expressions(stmt))
        match stmt:
            case ir.Do(routine=routine):
                return found | self.routine(routine)
            case ir.Dequeue():
                return found | {QUEUE}
            case _:
                return found


class Slicing:
    """Goes backwards over a trial. `order`: its variables by where they are met; `old`: those that the routine has
    outside of it, too; `given`: those of them that the trial assigns. `needed` are the old ones: they may be looked at
    afterwards. `over`: what is looked at where the game ends in the trial."""

    def __init__(self, reads: Reads, order: dict[ir.Var, int], old: set[ir.Var], given: set[ir.Var]) -> None:
        self._reads = reads
        self._order = order
        self._new = {var for var in order if var not in old}
        self._given = self._new | given
        self.needed: Live = frozenset(var for var in order if var in old)
        self.over: Live = self.needed
        self._exits: list[Live] = []
        self._following = 0

    def before(self, body: Sequence[ir.Stmt], live: Live) -> tuple[list[ir.Stmt], Live]:
        """What remains of a body after which `live` is looked at; what is looked at before it."""
        out: list[list[ir.Stmt]] = []
        for stmt in reversed(body):
            kept, live = self._before(stmt, live)
            out.append(kept)
        return [stmt for kept in reversed(out) for stmt in kept], live | self.needed

    def _before(self, stmt: ir.Stmt, live: Live) -> tuple[list[ir.Stmt], Live]:
        reads = self._reads.expressions(walk.expressions(stmt))
        match stmt:
            case ir.Store(cell=cell, index=index, value=value, check=check):
                looked, before = _stored(live, cell, index)
                return ([stmt], before | reads) if looked else self._checked(value, check, live)
            case ir.Set(var=var, index=None, check=check, value=value):
                before = given(live - {var}, var, value)
                if var in self._new and var not in live:
                    return self._checked(value, check, before)
                return [stmt], before | reads
            case ir.If(condition=condition):
                then, first = self.before(stmt.then, live)
                otherwise, second = self.before(stmt.otherwise, live)
                if not then and not otherwise:
                    return self._checked(condition, None, live)
                before = _apart(first, condition, True) | _apart(second, condition, False) | reads
                if not then:
                    return [ir.If(ir.negated(condition), otherwise)], before
                return [ir.If(condition, then, otherwise)], before
            case ir.While() | ir.Each() | ir.EachItem() | ir.Count():
                return self._loop(stmt, live, reads)
            case ir.Break():
                return [stmt], self._exits[-1]
            case ir.Fail():
                return [stmt], reads
            case ir.Finish():
                return [stmt], self.over
            case ir.Rename(old=old, new=new):
                return self._moved(stmt, old, new, live)
            case ir.Record(parts=parts):
                if HISTORY not in live and all(map(_sure, parts)):
                    return [], live
                return [stmt], live | reads
            case ir.ForgetRecords():
                return ([stmt] if HISTORY in live else []), live
            case ir.Tell(parts=parts):
                return ([], live) if all(map(_sure, parts)) else ([stmt], live | reads)
            case _:
                return [stmt], _whole(live) | self._reads.whole([stmt])

    def _checked(self, value: ir.Expr, check: ir.Check | None, live: Live) -> tuple[list[ir.Stmt], Live]:
        """What is left of giving a value that nobody looks at: that it may fail."""
        if _sure(value) and (check is None or _inside(value, check)):
            return [], live
        return [ir.Set(ir.Var("unused", type_of(value)), value, check=check)], live | self._reads.expressions([value])

    def _loop(
        self, stmt: ir.While | ir.Each | ir.EachItem | ir.Count, live: Live, reads: Live
    ) -> tuple[list[ir.Stmt], Live]:
        """A loop stays, since it takes its time."""
        follows = isinstance(stmt, ir.Each | ir.EachItem) and stmt.var.type.follows
        live = _whole(live)
        self._exits.append(live)
        self._following += follows
        head = live | _whole(reads)
        while True:
            body, first = self.before(stmt.body, head)
            first = _whole(first)
            if first <= head:
                break
            head |= first
        self._following -= follows
        self._exits.pop()
        (copy,) = copies.body([stmt])
        walk.bodies(copy)[0][:] = body
        return [copy], head | _whole(reads)

    def _moved(self, stmt: ir.Rename, old: ir.Expr, new: ir.Expr, live: Live) -> tuple[list[ir.Stmt], Live]:
        """A reference that moves; where only locals need follow it, they do so by themselves."""
        cells = any(isinstance(one, ir.Cell) and one.type.follows for one in _whole(live))
        followers = [one for one in live if isinstance(one, ir.Var) and one.type.follows and one in self._given]
        lists = any(one.size or family(one.type) == "list" for one in followers)
        if cells or lists or QUEUE in live or self._following:
            return [stmt], _whole(live) | self._reads.expressions([old, new])
        gone, to = ir.Var("gone", ir.INT), ir.Var("to", ir.INT)
        self._new |= {gone, to}
        follow = [_follow(var, gone, to) for var in sorted(followers, key=lambda one: self._order[one])]
        # what follows nothing stays nothing
        moved = ir.Select(ir.Binary("ge", ir.Get(gone), ir.Num(0)), new, ir.Num(-1))
        return self.before([ir.Set(gone, old), ir.Set(to, moved), *follow], live)


def _follow(var: ir.Var, old: ir.Var, new: ir.Var) -> ir.Stmt:
    """A local is what it was, with one reference in place of another."""
    if family(var.type) == "set":
        rest = ir.Binary("without", ir.Get(var), ir.Unary("single", ir.Get(old)))
        moved = ir.Binary("joined", rest, ir.Unary("single", ir.Get(new)))
        return ir.If(ir.Binary("has", ir.Get(var), ir.Get(old)), [ir.Set(var, moved)])
    return ir.If(ir.Binary("eq", ir.Get(var), ir.Get(old)), [ir.Set(var, ir.Get(new))])


def _sure(expr: ir.Expr) -> bool:
    """Whether an expression certainly has a value, at once."""
    for part in walk.within([expr]):
        match part:
            case ir.Unary(span=span) if span is not None:
                return False
            case ir.Binary(op=op, span=span) if span is not None or op == "nth":
                return False
            case ir.Invoke() | ir.SomeYield() | ir.CountYields():
                return False
            case _:
                pass
    return True


def _inside(value: ir.Expr, check: ir.Check) -> bool:
    return isinstance(value, ir.Num) and check.lo <= value.value <= check.hi
