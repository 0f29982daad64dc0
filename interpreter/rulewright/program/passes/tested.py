"""A test of the end that was false before looks only at what has changed since.

Before, where `place` adds `there` to `owned[mover]`:

    flow turn()
        choice, pick_0 = mover decides 0: moves_Place()
        ...
        place(0, mover, there)
        end()

After:

    cells
        tested: int = 0, a cache

    flow turn()
        choice, pick_0 = mover decides 0: moves_Place()
        ...
        place(0, mover, there)
        if tested:
            end_after(mover, there)
        else:
            end()
            tested = 1

`tested` says that those rules of the end that take long to test would be tested in vain on this state. It is taken back
(`tested = 0`) before a stop, or at the end of a flow, where something that they read has changed since, and in whatever
changes states from outside; 0 is always right. `end_after` holds what is left of the rules (`since.py`); what searches
keep (`searches.py`) belongs to `tested`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.program import copies, ir, walk
from rulewright.program.passes import changes as told
from rulewright.program.passes import endings, since
from rulewright.program.passes.changes import Change, Changes
from rulewright.program.passes.lifting import same
from rulewright.program.passes.searches import prepare
from rulewright.program.passes.sought import Made

_STOPS = ir.Decide | ir.Draw
_MOST_CHANGES = 6


@dataclass(slots=True)
class Tested:
    """A test of the end, and how it is known that it would be made in vain."""

    routine: ir.Routine
    cell: ir.Cell
    changes: Changes

    def forget(self) -> ir.Store:
        """From here on nothing is known."""
        return ir.Store(self.cell, None, ir.Num(0))


def rewrite(program: ir.Program) -> list[Tested]:
    """Put shorter tests in place of those that have one. Routines that are made later must be given to `settle`."""
    called = [stmt.routine for one in program.routines for stmt in walk.statements(one.body) if isinstance(stmt, ir.Do)]
    found = []
    for test in dict.fromkeys(called):
        if endings.only_finishes(test) and endings.cells_read(test) is not None:
            found += _shorten(program, test)
    inside = set(walk.reachable([program.main]))
    settle(found, [routine for routine in program.routines if routine not in inside and routine.sort == "function"])
    return found


def settle(known: Iterable[Tested], routines: Iterable[ir.Routine]) -> None:
    """Let routines that change states from outside say that nothing is known."""
    for tested in known:
        for routine in routines:
            if routine.sort == "flow":
                _Flow(tested, _as_it_is).rewrite(routine)
            elif routine.sort == "function" and tested.changes.of_routine(routine):
                routine.body.insert(0, tested.forget())


def _as_it_is(_: tuple[Change, ...]) -> None:
    """Nothing instead of a test."""


def _shorten(program: ir.Program, test: ir.Routine) -> list[Tested]:
    """Shorten the calls of one test; nothing where no call gains by it."""
    cells = since.cells_of(since.rules_of(test))
    if not cells:
        return []
    for keeping in (True, False):
        tested = Tested(test, ir.Cell("tested", ir.INT, 1, (0,), kept=False), Changes(cells))
        calls = _Calls(tested, since.rules_of(test), Made(_fresh_names(program)))
        for part in calls.parts:
            if part.search is not None:
                prepare(part.search, calls.made, keeping)
        if _Rehearsal(program, calls).gains:
            break
    else:
        return []
    made = calls.made
    tested.cell.name = made.fresh("tested")
    for flow in _flows(program):
        _Flow(tested, calls.of, calls.kept).rewrite(flow)
    if all(since.false_at_first(part) for part in calls.used):
        tested.cell.init = (1,)
    at = program.cells.index(program.returns) + 1
    program.cells = (*program.cells[:at], tested.cell, *made.cells, *program.cells[at:])
    program.tables += tuple(made.tables)
    at = program.routines.index(test) + 1
    program.routines[at:at] = made.routines
    return [tested]


def _flows(program: ir.Program) -> list[ir.Routine]:
    return [routine for routine in program.routines if routine.sort == "flow"]


def _fresh_names(program: ir.Program) -> Callable[[str], str]:
    taken = {one.name for named in (program.cells, program.tables, program.routines) for one in named}

    def fresh(name: str) -> str:
        found, number = name, 1
        while found in taken:
            number += 1
            found = f"{name}_{number}"
        taken.add(found)
        return found

    return fresh


# ---- calls of the test ----


def _abstract(changes: Iterable[Change]) -> tuple[list[ir.Expr], list[Change]]:
    """The arguments of a shorter test, and the changes told in its parameters (whose names they have)."""
    args: list[ir.Expr] = []
    params: list[ir.Var] = []

    def param(expr: ir.Expr | None) -> ir.Expr | None:
        if expr is None or isinstance(expr, ir.Num):
            return expr
        for arg, var in zip(args, params, strict=True):
            if same(arg, expr):
                return ir.Get(var)
        named = expr.cell.name if isinstance(expr, ir.Load) else expr.var.name if isinstance(expr, ir.Get) else "x"
        args.append(expr)
        params.append(ir.Var(named, ir.INT))
        return ir.Get(params[-1])

    return args, [Change(one.cell, one.way, param(one.entry), param(one.member)) for one in changes]


@dataclass(slots=True)
class _Calls:
    """The shorter tests that are called, by what has changed."""

    tested: Tested
    rules: list[since.Rule | ir.Stmt]
    made: Made
    used: list[since.Part] = field(default_factory=list)
    learn: ir.Routine | None = None

    @property
    def parts(self) -> list[since.Part]:
        """The parts of all rules."""
        return [part for rule in self.rules if isinstance(rule, since.Rule) for part in rule.parts]

    @property
    def kept(self) -> list[since.Part]:
        """Those for which something is kept."""
        return [part for part in self.parts if part.search is not None and part.search.keeps]

    def gains(self, changes: Iterable[Change]) -> bool:
        """Whether there is a shorter test after these changes."""
        return since.since(self.rules, _abstract(changes)[1]).gains

    def of(self, changes: tuple[Change, ...]) -> list[ir.Stmt] | None:
        """What stands in place of the test after these changes; None if the test itself does."""
        args, abstract = _abstract(changes)
        left = since.since(self.rules, abstract)
        if not left.gains:
            return None
        self.used += left.used
        test = self.tested.routine
        read = {var for stmt in walk.statements(left.body) for var in walk.variables(walk.expressions(stmt))}
        named = zip([expr.var for expr in _variables(abstract)], args, strict=True)
        asked = [(param, arg) for param, arg in named if param in read]
        params = [param for param, _ in asked]
        own = {var: ir.Var(var.name, var.type, var.size) for var in (*params, *copies.variables(left.body))}
        short = ir.Routine(
            self.made.fresh(f"{test.name}_after"),
            tuple(own[var] for var in params),
            None,
            copies.body(left.body, own),
            about=test.about,
            span=test.span,
        )
        self.made.routines.append(short)
        fully: list[ir.Stmt] = [ir.Do(test, ())]
        if self.kept:
            if self.learn is None:
                self.learn = ir.Routine(self.made.fresh("learn"), (), None, self._learning(self.kept))
                self.made.routines.append(self.learn)
            fully.append(ir.Do(self.learn, ()))
        fully.append(ir.Store(self.tested.cell, None, ir.Num(1)))
        return [ir.If(ir.Load(self.tested.cell), [ir.Do(short, tuple(arg for _, arg in asked))], fully)]

    def _learning(self, keep: list[since.Part]) -> list[ir.Stmt]:
        out: list[ir.Stmt] = []
        for rule in self.rules:
            if isinstance(rule, since.Rule):
                learn = [stmt for part in rule.parts if part in keep and part.search for stmt in part.search.learn]
                if rule.seat is not None and rule.seats is not None and learn:
                    learn = [ir.Each(rule.seat, rule.seats, learn)]
                out += learn
        own = {var: ir.Var(var.name, var.type, var.size) for var in copies.variables(out)}
        return copies.body(out, own)


def _variables(changes: Iterable[Change]) -> list[ir.Get]:
    """The parameters in which changes are told, in the order in which `_abstract` makes them."""
    found: dict[ir.Var, ir.Get] = {}
    for change in changes:
        for word in change.words:
            if isinstance(word, ir.Get):
                found.setdefault(word.var, word)
    return list(found.values())


# ---- flows ----


class _Rehearsal:
    """Finds out, on copies of the flows, whether a shorter test is ever reached with `tested` on."""

    def __init__(self, program: ir.Program, calls: _Calls) -> None:
        self._calls = calls
        self._tested = calls.tested
        self._gaining: set[ir.Stmt] = set()
        self._copies = {flow: copies.routine(flow, flow.name) for flow in _flows(program)}
        self._results: dict[tuple[ir.Routine, bool], bool] = {}
        self.gains = False
        self._sorts: dict[ir.Var, int] = {}
        for copy in self._copies.values():
            _Flow(self._tested, self._noted, calls.kept).rewrite(copy)
            for stmt in walk.statements(copy.body):
                if isinstance(stmt, ir.Decide) and not stmt.decision.optional:
                    self._sorts[stmt.choice] = len(stmt.decision.alternatives)
        if self._gaining:
            self._after(self._copies[program.main].body, False)

    def _noted(self, changes: tuple[Change, ...]) -> list[ir.Stmt] | None:
        if not self._calls.gains(changes):
            return None
        test = ir.Do(self._tested.routine, ())
        self._gaining.add(test)
        return [test]

    def _after(self, body: list[ir.Stmt], known: bool) -> bool:
        """Whether `tested` may be on after a body."""
        rest = list(body)
        while rest:
            branches = self._branches(rest)
            if branches:
                after = [self._after(branch.then, known) for branch in branches]
                known = any(after)
            else:
                known = self._step(rest[0], known)
            del rest[: max(len(branches), 1)]
        return known

    def _branches(self, rest: list[ir.Stmt]) -> list[ir.If]:
        """The statements, if so many follow, of which just one does something: one for each alternative."""
        found: list[ir.If] = []
        for stmt in rest:
            match stmt:
                case ir.If(condition=ir.Binary(op="eq", a=ir.Get(var=var), b=ir.Num(value=k)), otherwise=[]) if (
                    self._sorts.get(var, 0) > k == len(found)
                ):
                    found.append(stmt)
                    if k == self._sorts[var] - 1:
                        return found
                case _:
                    return []
        return []

    def _step(self, stmt: ir.Stmt, known: bool) -> bool:
        match stmt:
            case ir.Store(cell=cell) if cell is self._tested.cell:
                return False
            case ir.Do() if stmt in self._gaining:
                self.gains |= known
                return True
            case ir.Do(routine=routine) if routine in self._copies:
                return self._result(routine, known)
            case ir.If(then=then, otherwise=otherwise):
                either = self._after(then, known)
                return self._after(otherwise, known) or either
            case _:
                for inner in walk.bodies(stmt):
                    known |= self._after(inner, known)
                    known |= self._after(inner, known)
                return known

    def _result(self, flow: ir.Routine, known: bool) -> bool:
        if (flow, known) not in self._results:
            self._results[flow, known] = False  # for one that calls itself
            self._results[flow, known] = self._after(self._copies[flow].body, known)
        return self._results[flow, known]


class _Flow:
    """Goes through flows with what has changed since `tested` was right. `call` gives what stands in place of the test
    after these changes, or None; `kept`: parts of rules for which something is kept, which must be able to follow."""

    def __init__(
        self,
        tested: Tested,
        call: Callable[[tuple[Change, ...]], list[ir.Stmt] | None],
        kept: Sequence[since.Part] = (),
    ) -> None:
        self._tested = tested
        self._call = call
        self._kept = kept

    def rewrite(self, flow: ir.Routine) -> None:
        """Put shorter tests into a flow, and say where nothing is known any more."""
        self._values = {var: ir.Get(var) for var in (*flow.params, *copies.variables(flow.body))}
        self._closed(flow.body)

    def _closed(self, body: list[ir.Stmt]) -> None:
        """A body before and after which `tested` is right."""
        changes = self._body(body, ())
        if changes:
            body.append(self._tested.forget())

    def _body(self, body: list[ir.Stmt], changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """What has changed after a body."""
        out: list[ir.Stmt] = []
        for stmt in body:
            changes = self._step(stmt, changes, out)
        body[:] = out
        return changes

    def _step(self, stmt: ir.Stmt, changes: tuple[Change, ...], out: list[ir.Stmt]) -> tuple[Change, ...]:
        if isinstance(stmt, ir.Do) and stmt.routine is self._tested.routine:
            instead = self._call(changes)
            if instead is not None:
                out += instead
            else:
                self._forget(changes, out)
                out.append(stmt)
            return ()
        if isinstance(stmt, ir.Fail | ir.Finish):
            out.append(stmt)
            return ()
        if isinstance(stmt, ir.If):
            out.append(stmt)
            return told.distinct((*self._body(stmt.then, changes), *self._body(stmt.otherwise, changes)))
        if self._must_open(stmt):
            self._forget(changes, out)
            out.append(stmt)
            for inner in () if isinstance(stmt, ir.Trial) else walk.bodies(stmt):
                self._closed(inner)
            return ()
        if self._unsays(stmt, changes):
            self._forget(changes, out)
            changes = ()
        out.append(stmt)
        more = self._tested.changes.of(stmt, self._values)
        if not all(since.keeps_up(part, more) for part in self._kept):
            out.append(self._tested.forget())
            return ()
        return told.distinct((*changes, *more))

    def _forget(self, changes: tuple[Change, ...], out: list[ir.Stmt]) -> None:
        if changes:
            out.append(self._tested.forget())

    def _must_open(self, stmt: ir.Stmt) -> bool:
        """Whether a statement may stop, leave what it stands in, or test the end."""
        return any(
            isinstance(inner, _STOPS | ir.Compound | ir.Together | ir.Return | ir.Break)
            or (isinstance(inner, ir.Do) and (inner.routine.sort == "flow" or inner.routine is self._tested.routine))
            for inner in walk.statements([stmt])
        )

    def _unsays(self, stmt: ir.Stmt, changes: tuple[Change, ...]) -> bool:
        """Whether the words in which the changes are told mean something else after a statement."""
        if len(changes) > _MOST_CHANGES:
            return True
        words = [word for change in changes for word in change.words]
        variables = set(walk.variables(words))
        if any(var in variables for inner in walk.statements([stmt]) for var in walk.assigned(inner)):
            return True
        stored = self._tested.changes.stored([stmt])
        return any(isinstance(word, ir.Load) and word.cell in stored for word in words)
