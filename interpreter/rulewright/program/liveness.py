"""Which locals are still needed at each point of a routine, by going backwards over its structured statements.

Used three ways: functions and generators learn which references must follow their components through a call
(`Do.keep`, `Rename.keep`); they learn which locals can be read before they are set (these start with their default);
and `blocks.py` asks which slots of a frame are dead at a stop.

Sets of variables are Python ints, one bit for each variable: going round a loop until nothing changes is then cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from rulewright.program import ir, walk


class Liveness:
    """Liveness over the given variables. `kept`: gathers what would else be filled into `keep`."""

    def __init__(self, variables: Iterable[ir.Var], kept: dict[ir.Stmt, tuple[ir.Var, ...]] | None = None) -> None:
        self.variables = tuple(variables)
        self._kept = kept
        self._bit = {var: 1 << i for i, var in enumerate(self.variables)}
        self._always = 0
        self._exits: list[int] = []
        self._following = self.mask(var for var in self.variables if var.type.follows)

    def mask(self, variables: Iterable[ir.Var]) -> int:
        """The set of these variables."""
        found = 0
        for var in variables:
            found |= self._bit[var]
        return found

    def members(self, live: int) -> Iterator[ir.Var]:
        """The variables of a set, in order."""
        while live:
            low = live & -live
            yield self.variables[low.bit_length() - 1]
            live ^= low

    def reads(self, exprs: Iterable[ir.Expr]) -> int:
        """The variables that expressions read."""
        return self.mask(walk.variables(exprs))

    def before(self, body: Sequence[ir.Stmt], after: int) -> int:
        """What is live before the statements if `after` is live after them. Fills `keep` on the way."""
        live = after | self._always
        for stmt in reversed(body):
            live = self._before(stmt, live) | self._always
        return live

    def _kill(self, live: int, *variables: ir.Var | None) -> int:
        for var in variables:
            if var is not None:
                live &= ~self._bit[var]
        return live

    def _before(self, stmt: ir.Stmt, live: int) -> int:
        reads = self.reads(walk.expressions(stmt))
        match stmt:
            case ir.Set(var=var):
                return (live if var.size else self._kill(live, var)) | reads
            case ir.Fill(var=var):
                return self._kill(live, var) | reads
            case ir.Append(var=var):
                return live | self._bit[var] | reads
            case ir.Store() | ir.Enqueue() | ir.Record() | ir.ForgetRecords() | ir.Tell() | ir.Yield() | ir.YieldBags():
                return live | reads
            case ir.If(then=then, otherwise=otherwise):
                return self.before(then, live) | self.before(otherwise, live) | reads
            case ir.While(body=body):
                return self._loop(body, live | reads, live, ())
            case ir.Each(var=var, body=body, rest=rest):
                extra = 0 if rest is None else self._bit[rest]
                return self._kill(self._loop(body, live | extra, live, (var,)), rest) | reads
            case ir.EachItem(var=var, body=body, rest=rest, at=at):
                extra = self.mask(hidden for hidden in (rest, at) if hidden is not None)
                return self._kill(self._loop(body, live | extra, live, (var,)), rest, at) | reads
            case ir.Count(var=var, body=body) | ir.YieldSubsets(var=var, body=body):
                return self._loop(body, live, live, (var,)) | reads
            case ir.EachStep(var=var, to=to, body=body):
                return self._loop(body, live, live, (var, to)) | reads
            case ir.Break():
                return self._exits[-1] if self._exits else 0  # the verifier reports a break that leaves no loop
            case ir.Return() | ir.Fail():
                return reads
            case ir.Finish():
                return 0
            case ir.Do(routine=routine, result=result):
                live = self._kill(live, result)
                if routine.renames:
                    self._keep(stmt, live)
                return live | reads
            case ir.Rename():
                self._keep(stmt, live)
                return live | reads
            case ir.Dequeue(sort=sort, vars=values):
                return self._kill(live, sort, *values)
            case ir.Trial(body=body, then=then):
                return self._trial(body, then, live)
            case ir.Attempt(body=body, failed=failed):
                return self._kill(self._escaping(body, live, self._kill(live, failed)) | live, failed)
            case ir.Decide(choice=choice, picks=picks):
                return self._kill(live, choice, *picks) | reads
            case ir.Draw(result=result):
                return self._kill(live, result) | reads
            case ir.Compound(body=body, rank=rank):
                if self._kept is not None:
                    self._kept[stmt] = tuple(self.members(live))
                return self.before(body, live | self.reads(rank)) | reads
            case ir.Together(seat=seat, body=body):
                return self._loop(body, live, live, (seat,)) | reads
            case _:
                assert_never(stmt)

    def _keep(self, stmt: ir.Do | ir.Rename, live: int) -> None:
        """What must follow its components through a statement."""
        followed = tuple(self.members(live & self._following))
        if self._kept is None:
            stmt.keep = followed
        else:
            self._kept[stmt] = followed

    def _loop(self, body: list[ir.Stmt], head: int, after: int, sets: tuple[ir.Var, ...]) -> int:
        """What is live at the head of a loop: at least `head`, and what one more round needs."""
        self._exits.append(after)
        while True:
            again = head | self._kill(self.before(body, head), *sets)
            if again == head:
                break
            head = again
        self._exits.pop()
        return head

    def _escaping(self, body: list[ir.Stmt], after: int, elsewhere: int) -> int:
        """What is live before a body that can be left anywhere for a place where `elsewhere` is live."""
        outer = self._always
        self._always |= elsewhere
        live = self.before(body, after)
        self._always = outer
        return live

    def _trial(self, body: list[ir.Stmt], then: list[ir.Stmt], live: int) -> int:
        """Locals that a trial does not assign are afterwards what they were before, so it need not keep them."""
        changed = {var for inner in (body, then) for stmt in walk.statements(inner) for var in walk.assigned(stmt)}
        kept = self.before(then, live & self.mask(var for var in self.variables if var in changed))
        return self._escaping(body, kept, kept) | live


def fill(routine: ir.Routine) -> None:
    """Fill the `keep` of every statement of a routine whose `locals` are known."""
    Liveness((*routine.params, *routine.locals)).before(routine.body, 0)


def keeps(routine: ir.Routine) -> dict[ir.Stmt, tuple[ir.Var, ...]]:
    """The `keep` that every statement would have if a flow ran through as a function does, its locals its own. Of a
    compound all locals that are needed behind it."""
    kept: dict[ir.Stmt, tuple[ir.Var, ...]] = {}
    Liveness((*routine.params, *routine.locals), kept).before(routine.body, 0)
    return kept


def unset(routine: ir.Routine) -> tuple[ir.Var, ...]:
    """The locals (no parameters) that some path reads before it sets them."""
    live = Liveness((*routine.params, *routine.locals), {})
    entry = live.before(routine.body, 0)
    return tuple(live.members(entry & ~live.mask(routine.params)))
