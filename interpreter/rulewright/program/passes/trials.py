"""What is tried out does no more than its test can see.

Before:

    on a copy:
        Move(m, there)
    then:
        if ok and in_check(mover):
            ok = 0

After, where `in_check` reads `owned`, `of_kind`, `filled` and the tables:

    on a copy of owned, of_kind, filled:
        m2 = m
        filled -= {m2}
        filled += {there}
        of_kind[kind[m2]] -= {m2}
        ...
    then:
        if ok and in_check(mover):
            ok = 0

The calls in a trial are written out. Then, from its end backwards, what is stored where nobody looks any more is left
out, unless it may fail; references that move are followed in the locals that are still needed and nowhere else, if
neither cells nor the queue are asked for references afterwards. What remains says which cells the trial changes: no
others need be copied (`Trial.cells`, which `finish.py` fills).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.program import copies, ir, walk
from rulewright.program.passes.inlining import expanded
from rulewright.program.typeof import family, type_of

HISTORY, QUEUE = "history", "queue"
"""What is read of a state beside its cells."""

Live = frozenset[ir.Cell | ir.Var | str]

_LEFT = ir.Return | ir.Yield | ir.YieldSubsets | ir.YieldBags | ir.Decide | ir.Draw | ir.Compound | ir.Together


def rewrite(program: ir.Program) -> None:
    """Lighten the trials of all functions and generators."""
    reads = Reads()
    for routine in program.routines:
        if routine.sort in ("function", "generator"):
            for stmt in list(walk.statements(routine.body)):
                if isinstance(stmt, ir.Trial):
                    _lighten(stmt, routine, reads)


def _lighten(trial: ir.Trial, routine: ir.Routine, reads: Reads) -> None:
    inside = list(walk.statements([*trial.body, *trial.then]))
    if any(isinstance(stmt, _LEFT | ir.Trial) for stmt in inside):
        return
    body, then = expanded(trial.body, (routine,)), expanded(trial.then, (routine,))
    old = {*copies.variables([trial]), *routine.params}
    given = {var for stmt in inside for var in walk.assigned(stmt)}
    # a reference that the trial does not assign is after it what it was before
    own = {
        var: ir.Var(var.name, var.type)
        for var in copies.variables([*body, *then])
        if var in old and var not in given and var.type.follows and not var.size
    }
    moved = any(isinstance(stmt, ir.Rename) for stmt in walk.statements([*body, *then]))
    if moved:
        body = [*(ir.Set(new, ir.Get(var)) for var, new in own.items()), *copies.body(body, own)]
        then = copies.body(then, own)
    order = {var: at for at, var in enumerate(copies.variables([*body, *then]))}
    slicing = _Slicing(reads, order, old, given)
    needed = slicing.needed
    then, live = slicing.before(then, needed)
    slicing.over = live
    body, _ = slicing.before(body, live)
    trial.body[:], trial.then[:] = body, then


@dataclass(slots=True)
class Reads:
    """What expressions and routines read of the state."""

    _of: dict[ir.Routine, Live] = field(default_factory=dict)

    def routine(self, routine: ir.Routine) -> Live:
        """Cells, history and queue, as far as a routine or those that it calls read them."""
        if routine not in self._of:
            found: set[ir.Cell | ir.Var | str] = set()
            for called in walk.reachable([routine]):
                for stmt in walk.statements(called.body):
                    found |= self._statement(stmt)
            self._of[routine] = frozenset(one for one in found if not isinstance(one, ir.Var))
        return self._of[routine]

    def expressions(self, exprs: Iterable[ir.Expr]) -> Live:
        """Of single expressions also the variables."""
        found: set[ir.Cell | ir.Var | str] = set()
        for expr in walk.within(exprs):
            match expr:
                case ir.Get(var=var):
                    found.add(var)
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
        found: set[ir.Cell | ir.Var | str] = set()
        for stmt in walk.statements(stmts):
            found |= self._statement(stmt)
        return frozenset(found)

    def _statement(self, stmt: ir.Stmt) -> Live:
        found = self.expressions(walk.expressions(stmt))
        match stmt:
            case ir.Do(routine=routine):
                return found | self.routine(routine)
            case ir.Dequeue():
                return found | {QUEUE}
            case _:
                return found


class _Slicing:
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
                if cell not in live:
                    return self._checked(value, check, live)
                whole = index is None and cell.size == 1 and not cell.guarded
                return [stmt], (live - {cell} if whole else live) | reads
            case ir.Set(var=var, index=None, check=check, value=value) if var in self._new:
                if var not in live:
                    return self._checked(value, check, live)
                return [stmt], (live - {var}) | reads
            case ir.If(condition=condition):
                then, first = self.before(stmt.then, live)
                otherwise, second = self.before(stmt.otherwise, live)
                if not then and not otherwise:
                    return self._checked(condition, None, live)
                if not then:
                    return [ir.If(ir.negated(condition), otherwise)], first | second | reads
                return [ir.If(condition, then, otherwise)], first | second | reads
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
                return [stmt], live | self._reads.whole([stmt])

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
        self._exits.append(live)
        self._following += follows
        head = live | reads
        while True:
            body, first = self.before(stmt.body, head)
            if first <= head:
                break
            head |= first
        self._following -= follows
        self._exits.pop()
        (copy,) = copies.body([stmt])
        walk.bodies(copy)[0][:] = body
        return [copy], head | reads

    def _moved(self, stmt: ir.Rename, old: ir.Expr, new: ir.Expr, live: Live) -> tuple[list[ir.Stmt], Live]:
        """A reference that moves; where only locals need follow it, they do so by themselves."""
        everywhere = live | self._reads.expressions([old, new])
        cells = any(isinstance(one, ir.Cell) and one.type.follows for one in live)
        followers = [one for one in live if isinstance(one, ir.Var) and one.type.follows and one in self._given]
        lists = any(one.size or family(one.type) == "list" for one in followers)
        if cells or lists or QUEUE in live or self._following:
            return [stmt], everywhere
        if not followers and _sure(old) and _sure(new):
            return [], live
        gone, to = ir.Var("gone", ir.INT), ir.Var("to", ir.INT)
        follow = [_follow(var, gone, to) for var in sorted(followers, key=lambda one: self._order[one])]
        # what follows nothing stays nothing
        moved = ir.Select(ir.Binary("ge", ir.Get(gone), ir.Num(0)), new, ir.Num(-1))
        return [ir.Set(gone, old), ir.Set(to, moved), *follow], everywhere


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
