"""The verifier: every rule that `ir.py` states, checked on a whole program. The tests run it after lowering.

It reports what is wrong in words, each with the routine it is in; a right program gives an empty list. Types are
checked by family (int, set, list): what follows components may stand where a plain value does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import prod

from rulewright.program import ir, undo, walk
from rulewright.program.printer import print_expression
from rulewright.program.typeof import family
from rulewright.program.verify_types import expression_problems, type_or_none

_CHANGES = ir.Store | ir.Rename | ir.Enqueue | ir.Dequeue | ir.Record | ir.ForgetRecords | ir.Tell | ir.Finish
_STOPS = ir.Decide | ir.Draw | ir.Compound | ir.Together
_YIELDS = ir.Yield | ir.YieldSubsets | ir.YieldBags


def verify(program: ir.Program) -> list[str]:
    """What is wrong with a program, in words; nothing if all is well."""
    problems = list(_program(program))
    routines = walk.reachable(program.routines)
    changing = _changing(routines)
    problems += [f"{routine.name} is not in the program's list" for routine in _missing(routines, program.routines)]
    problems += _circles(routines)
    known = _Known(program, changing)
    for routine in routines:
        problems += [f"{routine.name}: {problem}" for problem in _Routine(routine, known).check()]
    for decision in program.decisions:
        problems += _decision(decision)
    return problems


def _missing(found: Iterable[ir.Routine], listed: Sequence[ir.Routine]) -> list[ir.Routine]:
    ids = {id(routine) for routine in listed}
    return [routine for routine in found if id(routine) not in ids]


# ---- the program as a whole ----


def _program(program: ir.Program) -> Iterator[str]:
    end = 0
    for cell in program.cells:
        if cell.size < 1 or len(cell.init) != cell.size:
            yield f"cell {cell.name} has {cell.size} entries and {len(cell.init)} first values"
        if family(cell.type) == "set" and cell.type.width < 1:
            yield f"cell {cell.name} is a set without a width"
        elif any(isinstance(value, tuple) != (family(cell.type) == "list") for value in cell.init):
            yield f"cell {cell.name} starts with values that are no {cell.type}"
        elif family(cell.type) == "set" and any(_outside(value, cell.type.width) for value in cell.init):
            yield f"cell {cell.name} starts with members outside its width"
        if cell.offset < end + cell.guarded:
            yield f"cell {cell.name} lies at {cell.offset}, before the end of another one"
        end = cell.offset + cell.size
    if program.block_size < end:
        yield f"the block has {program.block_size} cells and needs {end}"
    for table in program.tables:
        if len(table.shape) not in (1, 2) or prod(table.shape) != len(table.values):
            yield f"table {table.name} has the shape {table.shape} and {len(table.values)} values"
        lists = family(table.type) == "list"
        if any(isinstance(value, tuple) != lists for value in table.values):
            yield f"table {table.name} holds values that are no {table.type}"
    for name in ("mover", "active", "ended", "returns"):
        if not any(getattr(program, name) is cell for cell in program.cells):
            yield f"the cell {name} is not among the program's cells"
    if program.returns.size < program.seats:
        yield "there are fewer returns than seats"
    if program.main.sort != "flow" or len(program.main.params) != 1:
        yield "main is not a flow with one parameter"
    if program.position is not None and (program.position.sort != "generator" or program.position.params):
        yield "the position is not a generator without parameters"
    for name, view in program.views.items():
        if view.sort != "function" or view.result is None:
            yield f"the view {name} is not a function with a result"
    for measure in program.measures:
        routine = measure.routine
        if routine.sort != "function" or routine.result is None or len(routine.params) != measure.each:
            yield f"the measure {measure.name} is not a function of a state" + (" and a seat" if measure.each else "")
    for i, decision in enumerate(program.decisions):
        if decision.index != i:
            yield f"decision {decision.name} stands at {i} and has the index {decision.index}"


def _outside(members: int | tuple[int, ...], width: int) -> bool:
    return isinstance(members, int) and members >> width != 0


def _changing(routines: list[ir.Routine]) -> set[int]:
    """The ids of the routines that may change the state they run on."""
    found: set[int] = set()

    def changes(body: Iterable[ir.Stmt]) -> bool:
        for stmt in body:
            if isinstance(stmt, _CHANGES | _STOPS) or (isinstance(stmt, ir.Do) and id(stmt.routine) in found):
                return True
            if not isinstance(stmt, ir.Trial) and any(changes(inner) for inner in walk.bodies(stmt)):
                return True
        return False

    again = True
    while again:
        again = False
        for routine in routines:
            if id(routine) not in found and changes(routine.body):
                found.add(id(routine))
                again = True
    return found


def _circles(routines: list[ir.Routine]) -> list[str]:
    """Routines that only compute must not reach themselves (effects may, by the events they raise)."""
    problems = []
    done: set[int] = set()
    path: list[ir.Routine] = []

    def visit(routine: ir.Routine) -> None:
        if any(routine is above for above in path):
            problems.append(f"{routine.name} computes itself by way of {path[-1].name}")
            return
        if id(routine) in done:
            return
        path.append(routine)
        for stmt in walk.statements(routine.body):
            for expr in walk.within(walk.expressions(stmt)):
                if isinstance(expr, ir.Invoke | ir.SomeYield | ir.CountYields):
                    visit(expr.routine)
        path.pop()
        done.add(id(routine))

    for routine in routines:
        visit(routine)
    return problems


def _decision(decision: ir.Decision) -> Iterator[str]:
    name = f"decision {decision.name}"
    if decision.generator.sort != "generator":
        yield f"{name} takes its moves from {decision.generator.name}, which is no generator"
    params = [param.type for param in decision.generator.params]
    if decision.spelled is not None and [param.type for param in decision.spelled.params] != params:
        yield f"{name} has its moves spelled by {decision.spelled.name}, which is no such generator"
    yield from _candidates(decision)
    for stmt in walk.statements(decision.generator.body):
        if not isinstance(stmt, ir.Yield):
            continue
        if not 0 <= stmt.alternative < len(decision.alternatives):
            yield f"{name} has no alternative {stmt.alternative}"
        elif len(stmt.picks) != len(decision.alternatives[stmt.alternative].shown):
            shown = len(decision.alternatives[stmt.alternative].shown)
            yield f"{name}: alternative {stmt.alternative} shows {shown} values and yields {len(stmt.picks)}"
    for alternative in decision.alternatives:
        if len(alternative.names) != len(alternative.shown):
            yield f"{name}: {alternative.action} has {len(alternative.names)} names for {len(alternative.shown)} values"
        for routine in (alternative.say, alternative.then):
            if routine is not None and routine.sort != "generator":
                yield f"{name}: {routine.name} is no generator"


def _candidates(decision: ir.Decision) -> Iterator[str]:
    name = f"decision {decision.name}"
    if decision.candidates is None:
        if decision.holds:
            yield f"{name} tests candidates and has none"
        return
    params = [param.type for param in decision.generator.params]
    if decision.candidates.sort != "generator" or [param.type for param in decision.candidates.params] != params:
        yield f"{name} takes its candidates from {decision.candidates.name}, which is no such generator"
    if len(decision.holds) != len(decision.alternatives):
        yield f"{name} has tests for {len(decision.holds)} alternatives"
    keys = {
        one.alternative: len(one.key) for one in walk.statements(decision.candidates.body) if isinstance(one, ir.Yield)
    }
    for alternative, test in enumerate(decision.holds):
        if test is None:
            continue
        if test.sort != "function" or test.result is None or len(test.params) != len(params) + keys.get(alternative, 0):
            yield f"{name} tests candidates with {test.name}, which is no such function"


# ---- one routine ----


class _Known:
    """What the checks of a routine need of its program."""

    def __init__(self, program: ir.Program, changing: set[int]) -> None:
        self.cells = {id(cell) for cell in program.cells}
        self.tables = {id(table) for table in program.tables}
        self.changing = changing
        self.queue = program.queue


class _Routine:
    def __init__(self, routine: ir.Routine, known: _Known) -> None:
        self._routine = routine
        self._known = known
        self._problems: list[str] = []
        self._lengths: dict[int | str, tuple[int, ...]] = {}

    def check(self) -> list[str]:
        routine = self._routine
        if routine.sort not in ("function", "generator", "flow"):
            self._say(f"there is no sort {routine.sort}")
        for param in routine.params:
            if param.size:
                self._say(f"the parameter {param.name} is an array")
        if routine.sort == "generator" and routine.result is not None:
            self._say("a generator returns nothing")
        self._body(routine.body, loop=False, trial=False, closed=False)
        assigned = {id(var) for stmt in walk.statements(routine.body) for var in walk.assigned(stmt)}
        assigned |= {id(param) for param in routine.params}
        for stmt in walk.statements(routine.body):
            for var in walk.variables(walk.expressions(stmt)):
                if id(var) not in assigned:
                    assigned.add(id(var))
                    self._say(f"{var.name} is read and never set")
        return self._problems

    def _say(self, problem: str) -> None:
        self._problems.append(problem)

    def _body(self, body: Sequence[ir.Stmt], *, loop: bool, trial: bool, closed: bool) -> None:
        """`loop`: a break has a loop to leave. `trial`: changes are dropped. `closed`: nothing may leave or stop."""
        for stmt in body:
            name = type(stmt).__name__
            self._allowed(stmt, name, loop, trial, closed)
            for expr in walk.within(walk.expressions(stmt)):
                for problem in expression_problems(expr, self._known.cells, self._known.tables, self._known.changing):
                    self._say(f"{problem} in {print_expression(expr)}")
            self._statement(stmt)
            match stmt:
                case ir.Trial(body=inner, then=then):
                    shut = closed or self._routine.sort == "flow"
                    self._body(inner, loop=False, trial=True, closed=shut)
                    self._body(then, loop=False, trial=True, closed=shut)
                    if any(isinstance(one, ir.Finish) for one in then):
                        self._say("the end of a trial finishes the game")
                    if stmt.cells is not None and stmt.cells != undo.changed(stmt, self._routine.sort):
                        self._say("a trial changes other cells than it says")
                case ir.Attempt(body=inner):
                    shut = closed or self._routine.sort == "flow"
                    self._body(inner, loop=loop and not shut, trial=trial, closed=shut)
                case ir.Compound(body=inner):
                    self._enclosed(inner, "a compound stop")
                case ir.Together(body=inner):
                    self._enclosed(inner, "a block done together")
                case ir.While() | ir.Each() | ir.EachItem() | ir.Count() | ir.YieldSubsets():
                    self._body(stmt.body, loop=True, trial=trial, closed=closed)
                case ir.EachStep(body=inner):
                    self._body(inner, loop=False, trial=trial, closed=closed)
                case _:
                    for inner in walk.bodies(stmt):
                        self._body(inner, loop=loop, trial=trial, closed=closed)

    def _enclosed(self, body: list[ir.Stmt], what: str) -> None:
        inside = list(walk.statements(body))
        if any(isinstance(stmt, ir.Return) for stmt in inside):
            self._say(f"a return leads out of {what}")
        if any(isinstance(stmt, ir.Draw) for stmt in inside):
            self._say(f"chance is drawn inside {what}")
        if any(isinstance(stmt, ir.Together) for stmt in inside):
            self._say(f"players decide together inside {what}")
        self._body(body, loop=False, trial=False, closed=False)

    def _allowed(self, stmt: ir.Stmt, name: str, loop: bool, trial: bool, closed: bool) -> None:
        sort = self._routine.sort
        stops = isinstance(stmt, _STOPS) or (isinstance(stmt, ir.Do) and stmt.routine.sort == "flow")
        if stops and sort != "flow":
            self._say(f"a {sort} holds a {name}, which may stop")
        elif stops and closed:
            self._say(f"a {name} may stop inside a trial or an attempt")
        if isinstance(stmt, _YIELDS) and sort != "generator":
            self._say(f"a {sort} holds a {name}")
        if isinstance(stmt, ir.Break) and not loop:
            self._say("a break leaves no loop")
        if isinstance(stmt, ir.Return):
            if closed:
                self._say("a return leads out of a trial or an attempt")
            if (stmt.value is None) != (self._routine.result is None):
                self._say("a return has a value where none is returned, or none where one is")
        changes = isinstance(stmt, _CHANGES) or (isinstance(stmt, ir.Do) and id(stmt.routine) in self._known.changing)
        if sort == "generator" and changes and not trial:
            self._say(f"a generator changes the state: {name}")

    # ---- the parts of statements ----

    def _statement(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Set(var=var, value=value, index=index, check=check):
                if (index is None) == bool(var.size):
                    self._say(f"{var.name} is set with an index and is no array, or the other way round")
                self._fits(value, var.type, f"{var.name} =")
                self._check(check)
            case ir.Fill(var=var, value=value):
                if not var.size:
                    self._say(f"{var.name} is filled and is no array")
                self._fits(value, var.type, f"every {var.name} =")
            case ir.Append(var=var, value=value):
                if family(var.type) != "list":
                    self._say(f"{var.name} gets an item and is no list")
                self._fits(value, ir.INT, f"an item of {var.name}")
            case ir.Store(cell=cell, value=value, index=index, check=check):
                if id(cell) not in self._known.cells:
                    self._say(f"the cell {cell.name} does not belong to the program")
                if isinstance(index, ir.Num) and not 0 <= index.value < cell.size:
                    self._say(f"{cell.name} has no entry {index.value}")
                if index is not None:
                    self._fits(index, ir.INT, f"an index of {cell.name}")
                self._fits(value, cell.type, f"{cell.name} =")
                self._check(check)
            case ir.Each(var=var, members=members):
                self._family(members, "set", f"the loop over {var.name}")
                self._single(var)
            case ir.EachItem(var=var, items=items):
                self._family(items, "list", f"the loop over {var.name}")
                if not (isinstance(items, ir.MakeList) and items.items):
                    self._single(var)
                elif var.size:
                    self._say(f"{var.name} goes over items and is an array")
                else:
                    self._fits(items.items[0], var.type, f"an item for {var.name}")
            case ir.EachStep():
                self._steps(stmt)
            case ir.Do(routine=routine, args=args, result=result):
                if routine.sort == "generator":
                    self._say(f"{routine.name} is a generator and is done")
                self._args(routine, args)
                if result is not None:
                    if routine.result is None:
                        self._say(f"{routine.name} returns nothing for {result.name}")
                    elif family(routine.result) != family(result.type):
                        self._say(f"{routine.name} returns {routine.result} for {result.name}: {result.type}")
            case ir.Return(value=value) if value is not None and self._routine.result is not None:
                self._fits(value, self._routine.result, "the result")
            case ir.Enqueue(sort=entry, args=args):
                if not 0 <= entry < len(self._known.queue):
                    self._say(f"the queue has no sort {entry}")
                elif len(args) != len(self._known.queue[entry]):
                    self._say(f"entries of sort {entry} have {len(self._known.queue[entry])} values, not {len(args)}")
                else:
                    for arg, kind in zip(args, self._known.queue[entry], strict=True):
                        self._fits(arg, kind, f"a value of an entry of sort {entry}")
            case ir.Dequeue(vars=values):
                for kinds in self._known.queue:
                    if len(kinds) > len(values):
                        self._say(f"an entry with {len(kinds)} values is taken into {len(values)}")
                    for kind, var in zip(kinds, values, strict=False):
                        if family(kind) != family(var.type):
                            self._say(f"an entry's {kind} is taken into {var.name}: {var.type}")
            case ir.Tell(parts=parts):
                for part in parts:
                    self._fits(part, ir.INT, "a part of what is told")
            case ir.Yield():
                self._yield(stmt)
            case ir.Decide():
                self._decide(stmt)
            case ir.Draw(generator=generator, args=args, result=result):
                if generator.sort != "generator":
                    self._say(f"chance is drawn from {generator.name}, which is no generator")
                self._args(generator, args)
                for one in walk.statements(generator.body):
                    if isinstance(one, ir.Yield) and not one.picks:
                        self._say(f"{generator.name} yields an outcome without a value for {result.name}")
            case ir.Together(seat=seat, seats=seats):
                self._family(seats, "set", "the seats that decide together")
                self._single(seat)
            case ir.YieldSubsets(var=var, items=items):
                self._family(items, "list", f"the subsets {var.name}")
                if family(var.type) != "set":
                    self._say(f"{var.name} takes subsets and is no set")
            case ir.If(condition=tested) | ir.While(condition=tested):
                self._family(tested, "int", "a condition")
            case _:
                pass

    def _steps(self, stmt: ir.EachStep) -> None:
        self._single(stmt.var)
        self._single(stmt.to)
        for members, _ in stmt.ways:
            self._family(members, "set", f"the loop over {stmt.var.name}")
        steps = [step for _, step in stmt.ways]
        if not steps or any(a >= b for a, b in pairwise(steps)):
            self._say(f"the steps from {stmt.var.name} do not ascend")
        if self._routine.sort == "flow":
            self._say("a flow holds a loop over steps")
        if walk.may_rename(stmt.body):
            self._say(f"the loop over {stmt.var.name} renames what it goes over")

    def _yield(self, stmt: ir.Yield) -> None:
        for name, length in ((stmt.alternative, (len(stmt.key), len(stmt.picks))), ("rank", (len(stmt.rank),))):
            if self._lengths.setdefault(name, length) != length:
                where = f"alternative {name}" if isinstance(name, int) else "the generator"
                self._say(f"yields of {where} have different numbers of values")

    def _decide(self, stmt: ir.Decide) -> None:
        self._args(stmt.decision.generator, stmt.args)
        self._fits(stmt.chooser, ir.INT, "the chooser")
        for one in walk.statements(stmt.decision.generator.body):
            if isinstance(one, ir.Yield):
                for pick, var in zip(one.picks, stmt.received(one.alternative), strict=False):
                    kind = type_or_none(pick)
                    if kind is not None and family(kind) != family(var.type):
                        self._say(f"{print_expression(pick)} is taken into {var.name}: {var.type}")

    def _args(self, routine: ir.Routine, args: Sequence[ir.Expr]) -> None:
        if len(args) != len(routine.params):
            self._say(f"{routine.name} has {len(routine.params)} parameters and gets {len(args)} arguments")
        for arg, param in zip(args, routine.params, strict=False):
            self._fits(arg, param.type, f"{param.name} of {routine.name}")

    def _check(self, check: ir.Check | None) -> None:
        if check is not None and check.lo > check.hi:
            self._say(f"the range {check.lo}..{check.hi} of {check.what} is empty")

    def _single(self, var: ir.Var) -> None:
        if var.size or family(var.type) != "int":
            self._say(f"{var.name} goes over members and is no int")

    def _fits(self, expr: ir.Expr, kind: ir.IrType, where: str) -> None:
        found = type_or_none(expr)
        if found is None:
            return
        if family(found) != family(kind):
            self._say(f"{where} {print_expression(expr)} is {found}, not {kind}")
        elif kind.width and found.width > kind.width:
            self._say(f"{where} {print_expression(expr)} is wider than {kind}: {found}")

    def _family(self, expr: ir.Expr, name: str, where: str) -> None:
        found = type_or_none(expr)
        if found is not None and family(found) != name:
            self._say(f"{where}: {print_expression(expr)} is {found}, no {name}")
