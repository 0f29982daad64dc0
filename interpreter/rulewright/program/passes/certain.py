"""Checks that cannot fail are left out: what a move's picks are made of is known when it is made.

Before, where `moves_Place` yields `there` from `{0..224} - filled`:

    choice, pick_0 = mover decides 0: moves_Place()
    if choice == 0:
        there = pick_0
        Place(there)

    function Place(there)
        if there >= 0:
            if filled has there:
                fail X101 "{there} is taken already, by {...}"
            place(0, mover, there)

After:

    function Place(there)
        place(0, mover, there)

The rules have not changed between the list of moves and the move: what the generator knows of the picks wherever it
yields them holds for the move that was made, until the cells change that it is about. Functions that are called in one
place only are written anew for what is known of their arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes.changes import Changes
from rulewright.program.passes.known import Fact, Facts, Known, common, member, simpler
from rulewright.program.passes.lifting import sites_of
from rulewright.program.passes.settled import folded

_Asked = dict[ir.Var, tuple[ir.Decide, frozenset[int]]]
"""By the variable of a choice: the decision, and the alternatives for which nothing is known any more."""

Picked = dict[int, list[Facts]]
"""For each alternative of a decision what is known of its values, in order."""


def rewrite(program: ir.Program) -> None:
    """Leave out in flows, and in what they call, what is certain after decisions."""
    calls = [stmt for routine in program.routines for stmt in walk.statements(routine.body) if isinstance(stmt, ir.Do)]
    together = (
        stmt.routine
        for routine in program.routines
        for outer in walk.statements(routine.body)
        if isinstance(outer, ir.Together)
        for stmt in walk.statements(outer.body)
        if isinstance(stmt, ir.Do)
    )
    apart = set(walk.reachable(together))  # here a move is made again when others have made theirs
    invoked = {expr.routine for expr in _expressions(program) if isinstance(expr, ir.Invoke)}
    times = Counter(stmt.routine for stmt in calls)
    single = {routine for routine, count in times.items() if count == 1 and routine not in invoked}
    pass_ = _Pass(sites_of(program) is not None, single)
    for routine in program.routines:
        if routine.sort == "flow" and routine not in apart:
            _Body(pass_).body(routine.body, Known({}, pass_.flat))
    program.routines = [pass_.made.get(routine) or routine for routine in program.routines]


def _expressions(program: ir.Program) -> Iterator[ir.Expr]:
    for routine in program.routines:
        for stmt in walk.statements(routine.body):
            yield from walk.within(walk.expressions(stmt))


@dataclass(slots=True)
class _Pass:
    """What is shared. `single`: the functions that are called in one place; `made`: what was written anew."""

    flat: bool
    single: set[ir.Routine]
    changes: Changes = field(default_factory=lambda: Changes(()))
    picked: dict[ir.Decision, Picked] = field(default_factory=dict)
    made: dict[ir.Routine, ir.Routine] = field(default_factory=dict)
    moving: dict[ir.Routine, bool] = field(default_factory=dict)

    def of(self, decision: ir.Decision) -> Picked:
        """What is known of a decision's picks."""
        if decision not in self.picked:
            self.picked[decision] = {}
            reading = _Body(self)
            reading.body(copies.routine(decision.generator, "").body, Known({}, self.flat))
            self.picked[decision] = reading.yielded
        return self.picked[decision]

    def moves(self, routine: ir.Routine) -> bool:
        """Whether references may move in a routine."""
        if routine not in self.moving:
            inside = (stmt for one in walk.reachable([routine]) for stmt in walk.statements(one.body))
            self.moving[routine] = any(isinstance(stmt, ir.Rename) for stmt in inside)
        return self.moving[routine]

    def called(self, routine: ir.Routine, facts: tuple[Facts, ...]) -> ir.Routine | None:
        """A function for arguments of which this is known; None where it would be the same."""
        if routine not in self.single or routine.sort != "function":
            return None
        copy = copies.routine(routine, routine.name)
        writing = _Body(self)
        writing.body(copy.body, Known(dict(zip(copy.params, facts, strict=True)), self.flat))
        if not writing.shorter:
            return None
        self.made[routine] = copy
        return copy


class _Body:
    """Goes through a body with what is known. `yielded`: what was known of the values of moves; `shorter`: something
    was left out."""

    def __init__(self, pass_: _Pass) -> None:
        self._pass = pass_
        self._asked: _Asked = {}
        self.yielded: Picked = {}
        self.shorter = False

    def body(self, body: list[ir.Stmt], known: Known | None) -> Known | None:
        """What is known after a body; None where its end is not reached."""
        out: list[ir.Stmt] = []
        for stmt in body:
            if known is None:
                break
            known = self._step(stmt, known, out)
        body[:] = out
        return known

    def _step(self, stmt: ir.Stmt, known: Known, out: list[ir.Stmt]) -> Known | None:
        match stmt:
            case ir.If():
                return self._if(stmt, known, out)
            case ir.Decide(choice=choice):
                out.append(stmt)
                known = self._after(stmt, known)
                self._asked[choice] = stmt, frozenset()
                return known
            case ir.Do():
                self._expressions(stmt, known)
                self._call(stmt, known)
            case ir.Yield(alternative=alternative, picks=picks):
                values = [self._value(pick, known) for pick in picks]
                before = self.yielded.get(alternative)
                both = values if before is None else [common(a, b) for a, b in zip(before, values, strict=True)]
                self.yielded[alternative] = both
            case ir.Set(var=var, index=None):
                self._expressions(stmt, known)
                out.append(stmt)
                return self._after(stmt, known).also(var, self._value(stmt.value, known))
            case ir.Each() | ir.EachItem() | ir.EachStep() | ir.Count() | ir.While():
                return self._loop(stmt, known, out)
            case ir.Return() | ir.Break() | ir.Fail() | ir.Finish():
                self._expressions(stmt, known)
                out.append(stmt)
                return None
            case ir.Together():  # here a move is made again when others have made theirs
                pass
            case _ if any(walk.bodies(stmt)):
                inside = self._after(stmt, known)
                for body in walk.bodies(stmt):
                    self.body(body, inside)
                    self._after(stmt, known)
                out.append(stmt)
                return inside
            case _:
                self._expressions(stmt, known)
        out.append(stmt)
        return self._after(stmt, known)

    def _if(self, stmt: ir.If, known: Known, out: list[ir.Stmt]) -> Known | None:
        self._expressions(stmt, known)
        condition = stmt.condition
        if isinstance(condition, ir.Num):
            self.shorter = True
            return self._spliced(stmt.then if condition.value else stmt.otherwise, known, out)
        out.append(stmt)
        asked = dict(self._asked)
        then = self.body(stmt.then, self._chosen(condition, known.given(condition, True)))
        self._reach(condition, asked, stmt.then)
        otherwise = self.body(stmt.otherwise, known.given(condition, False))
        if then is None or otherwise is None:
            return otherwise if then is None else then
        return then.both(otherwise)

    def _spliced(self, body: list[ir.Stmt], known: Known | None, out: list[ir.Stmt]) -> Known | None:
        known = self.body(body, known)
        out += body
        return known

    def _loop(self, stmt: ir.Stmt, known: Known, out: list[ir.Stmt]) -> Known:
        steady = self._after(stmt, known)
        self._expressions(stmt, steady if isinstance(stmt, ir.While) else known)
        out.append(stmt)
        inside = steady
        if isinstance(stmt, ir.Each):
            moves = self._moves([stmt])
            inside = steady.also(stmt.var, () if moves and stmt.var.type.follows else member(stmt.members))
            inside = inside.both(inside.without((), self._pass.changes.stored(stmt.body)))
        elif isinstance(stmt, ir.While):
            inside = steady.given(stmt.condition, True)
        for body in walk.bodies(stmt):
            self.body(body, inside)
        return steady

    def _expressions(self, stmt: ir.Stmt, known: Known) -> None:
        """Put down what is certain in the expressions of a statement itself."""
        if not known.facts:
            return
        changed = [simpler(expr, known) for expr in walk.expressions(stmt)]
        if all(a is b for a, b in zip(changed, walk.expressions(stmt), strict=True)):
            return
        self.shorter = True

        def both(expr: ir.Expr) -> ir.Expr | None:
            truth = known.truth(expr)
            return folded(expr) if truth is None else ir.Num(int(truth))

        inside = [list(body) for body in walk.bodies(stmt)]
        for body in walk.bodies(stmt):
            body.clear()
        rewriting.rewrite([stmt], both)
        for body, stmts in zip(walk.bodies(stmt), inside, strict=True):
            body += stmts

    def _value(self, value: ir.Expr, known: Known) -> Facts:
        """What is known of a value."""
        match value:
            case ir.Get(var=var, index=None):
                return known.of(var)
            case ir.Num(value=number):
                return (Fact("is", value=number),)
            case _:
                return ()

    def _call(self, stmt: ir.Do, known: Known) -> None:
        facts = tuple(self._value(arg, known) for arg in stmt.args)
        copy = self._pass.called(stmt.routine, facts) if any(facts) else None
        if copy is not None:
            stmt.routine = copy
            self.shorter = True

    def _chosen(self, condition: ir.Expr, known: Known) -> Known:
        """Where a choice was made, what its picks are."""
        match condition:
            case ir.Binary(op="eq", a=ir.Get(var=choice), b=ir.Num(value=alternative)) if choice in self._asked:
                decide, done = self._asked[choice]
                values = [] if alternative in done else self._pass.of(decide.decision).get(alternative, [])
                slots = decide.slots[alternative] if decide.slots else tuple(range(len(values)))
                for slot, facts in zip(slots, values, strict=False):
                    known = known.also(decide.picks[slot], facts)
                return known
            case _:
                return known

    def _reach(self, condition: ir.Expr, asked: _Asked, then: list[ir.Stmt]) -> None:
        """What was done for one alternative was not done for the others."""
        match condition:
            case ir.Binary(op="eq", a=ir.Get(var=choice), b=ir.Num(value=alternative)) if choice in asked:
                assigned = {var for inner in walk.statements(then) for var in walk.assigned(inner)}
                decide, done = asked[choice]
                if choice not in assigned and assigned.isdisjoint(decide.picks):
                    self._asked[choice] = decide, done | {alternative}

    def _moves(self, body: Sequence[ir.Stmt]) -> bool:
        """Whether references may move."""
        return any(
            isinstance(stmt, ir.Rename) or (isinstance(stmt, ir.Do) and self._pass.moves(stmt.routine))
            for stmt in walk.statements(body)
        )

    def _after(self, stmt: ir.Stmt, known: Known) -> Known:
        """What is left when a statement has run; of decisions too."""
        if not known.facts and not self._asked:
            return known
        assigned = {var for inner in walk.statements([stmt]) for var in walk.assigned(inner)}
        stored, moves = self._pass.changes.stored([stmt]), self._moves([stmt])
        for choice, (decide, _) in list(self._asked.items()):
            if stored or moves or choice in assigned or not assigned.isdisjoint(decide.picks):
                del self._asked[choice]
        return known.without(assigned, stored, moves)
