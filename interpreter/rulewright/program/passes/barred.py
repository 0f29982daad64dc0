"""A walk ends where its way is barred, even if more is asked of the way than what stands on it.

Before, where `step_before[hit]` are the items of the list `ray[p, d]` before `hit`:

    function blocked(p, hit) -> int
        for h in step_before[hit]:
            if not (empty has step_site[h] or leaps(p, step_site[h]) and step_next[h] == hit):
                return h
        return -1

    for p in owned[mover]:
        for d in {0, 2, 4, 6}:
            for hit in ray[p, d]:
                if passed[hit] >= 1 and blocked(p, hit) == -1:
                    yield Capture(p, d, hit)

After, where `step_before_step_site[hit]` is the set of `step_site` of all items before, and `ray_2[p, d]` are those of
`ray[p, d]` with `passed[hit] >= 1`:

    for p in owned[mover]:
        barred = {0..35} - (empty | (owned[1] if kind[p] == 2 else {}))
        for d in {0, 2, 4, 6}:
            for hit in ray_2[p, d]:
                if some(step_before_step_site[hit] & barred):
                    break
                if blocked(p, hit) == -1:
                    yield Capture(p, d, hit)

Barred are sites on which what is asked of all before an item certainly fails, whatever else is asked there: it fails
for all later items too then. What is asked may stand anywhere among the conditions, if those before it have a value in
any case (`surely.py`). Where `prefixes.py` says it all in sets nothing is left to do here; as there, only those
directions are walked in which the way to the first item is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.program import constants, copies, ir, rewriting, walk
from rulewright.program.passes.directions import inlined
from rulewright.program.passes.lifting import common, joined, without
from rulewright.program.passes.lists import Lists
from rulewright.program.passes.prefixes import cannot_fail, directions, grows, is_short
from rulewright.program.passes.settled import settle
from rulewright.program.passes.surely import MayFail, Names, Surely, Value, given
from rulewright.program.passes.unswitching import own
from rulewright.program.typeof import family

_Loop = ir.Each | ir.EachItem | ir.Count
_QUIET = ir.Set | ir.If | ir.Each | ir.EachItem | ir.Count | ir.Break | ir.Yield

Around = tuple[tuple[list[ir.Stmt], ir.Stmt], ...]
"""Statements, one in another, each with the body in which it stands, from the outside in."""


def rewrite(program: ir.Program) -> None:
    """Rewrite the generators of a program in place; tables that are made are added to it."""
    pass_ = _Pass(program)
    for routine in program.routines:
        if routine.sort == "generator":
            for around in list(_walks(routine.body)):
                pass_.walk(around, routine)
    program.tables += tuple(pass_.lists.made.values())


def _walks(body: list[ir.Stmt], outside: Around = ()) -> Iterator[Around]:
    """The loops over lists of tables, with what they stand in."""
    for stmt in body:
        around = (*outside, (body, stmt))
        if isinstance(stmt, ir.EachItem) and isinstance(stmt.items, ir.Look):
            yield around
        if isinstance(stmt, _Loop | ir.If):
            for inner in walk.bodies(stmt):
                yield from _walks(inner, around)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of all items of a list of `listed` before the item of a walk: `condition`, of the item `of`."""

    listed: ir.Table
    of: ir.Var
    condition: ir.Expr


class _Pass:
    def __init__(self, program: ir.Program) -> None:
        self.lists = Lists(program)
        self._surely = Surely(program)
        self._owners = _owners(program)

    def walk(self, around: Around, routine: ir.Routine) -> None:
        """End a walk where its way is barred."""
        loop = around[-1][1]
        assert isinstance(loop, ir.EachItem) and isinstance(loop.items, ir.Look)
        inside = list(walk.statements(loop.body))
        changed = {loop.var, *(var for stmt in inside for var in walk.assigned(stmt))}
        if loop.var.type.follows or not all(isinstance(stmt, _QUIET) for stmt in inside):
            return
        if not own(loop, changed, routine):
            return
        tests = self._sure(loop, around)
        ends = [(asked, test) for test in tests if (asked := _asked(test, loop.var)) is not None]
        for asked, _ in ends:
            made = self._sets(asked, loop, changed)
            if made is None:
                continue
            before, barred = made
            out = _outside(around, [barred])
            var = ir.Var("barred", ir.bits(before.type.width))
            way = ir.Binary("common", ir.Look(before, (ir.Get(loop.var),)), ir.Get(var))
            if not grows(ir.Unary("none_of", way), loop.var, loop.items.table, changed):
                continue
            self._choose(loop, tests)
            self._start(loop, around)
            body, stmt = out
            body.insert(_index(body, stmt), ir.Set(var, barred))
            loop.body.insert(0, ir.If(ir.Unary("some", way), [ir.Break()]))
            if len(around) > 1 and isinstance(outer := around[-2][1], ir.Each):
                directions(outer, routine, self.lists)
            return

    def _sure(self, loop: ir.EachItem, around: Around) -> list[ir.Expr]:
        """The conditions, from the first on, that are tested before anything is done for an item, and certainly have a
        value. What is computed on the way has one too, and depends on the item alone."""
        names: Names | None = self._known(around)
        given_: set[ir.Var] = set()
        every = {var for stmt in walk.statements(loop.body) for var in walk.assigned(stmt)}
        tests: list[ir.Expr] = []
        body = loop.body
        while names is not None and body:
            stmt, *more = body
            read = set(walk.variables(walk.expressions(stmt)))
            if (read & every) - given_:
                break
            match stmt:
                case ir.Set(var=var, value=value, index=None, check=None) if more and not var.size:
                    try:
                        names = {**names, var: self._surely.value(value, names)}
                    except MayFail:
                        break
                    given_.add(var)
                    body = more
                case ir.If(condition=condition, then=then, otherwise=[]) if not more:
                    for test in conjuncts(condition):
                        if names is None or not self._surely.is_sure(test, names):
                            return tests
                        names = given(test, True, names, self._surely)
                        tests.append(test)
                    body = then
                case _:
                    break
        return tests

    def _known(self, around: Around) -> Names:
        """What is known in a loop by the loops and conditions around it."""
        names: Names = {}
        for at, (_, stmt) in enumerate(around):
            assigned = {var for inner in walk.statements(_inside(around, at)) for var in walk.assigned(inner)}
            match stmt:
                case ir.Each(var=var, members=of):
                    names[var] = self._surely.member(of)
                case ir.EachItem(var=var, items=ir.Look(table=table)):
                    items = {item for listed in table.values if isinstance(listed, tuple) for item in listed}
                    names[var] = Value(min(items, default=0), max(items, default=0))
                case ir.If(condition=condition) if _inside(around, at) is stmt.then:
                    names = given(condition, True, names, self._surely) or names
                case _:
                    pass
            names = {var: value for var, value in names.items() if var not in assigned}
        return names

    # ---- sets of sites ----

    def _sets(self, asked: _Asked, loop: ir.EachItem, changed: set[ir.Var]) -> tuple[ir.Table, ir.Expr] | None:
        """The table of the sets of what is before an item, and the set of what bars the way; None if nothing does."""
        written = inlined(asked.condition, numbers=True)
        tables = {
            expr.table: None
            for expr in walk.within([written])
            if isinstance(expr, ir.Look) and _is(expr.indices, asked.of) and family(expr.table.type) == "int"
        }
        for table in tables:
            width = max((value for value in table.values if isinstance(value, int)), default=-1) + 1
            before = self.lists.among(asked.listed, table, width) if width else None
            if before is None:
                continue
            site = ir.Var("site", ir.INT)
            condition = copies.rewritten(written, _in_place(table, asked.of, site))
            open_ = _Open(site, width, changed | {asked.of}, self._owners).where(inlined(condition, numbers=True))
            if open_ is not None:
                return before, without(ir.Mask((1 << width) - 1, width), open_)
        return None

    def _choose(self, loop: ir.EachItem, tests: list[ir.Expr]) -> None:
        """Walk only over items that satisfy what they decide alone."""
        assert isinstance(loop.items, ir.Look)
        items, left = self.lists.chosen(loop.items, loop.var, tests, lambda _: True)
        loop.items = items
        settled = [id(test) for test in tests if test not in left]
        _holds(loop.body, settled)

    def _start(self, loop: ir.EachItem, around: Around) -> None:
        """What tells where a walk starts becomes a local."""
        assert isinstance(loop.items, ir.Look)
        at = []
        for index in (inlined(one, numbers=True) for one in loop.items.indices):
            if is_short(index) or not cannot_fail(index):
                at.append(index)
                continue
            body, stmt = _outside(around, [index])
            start = ir.Var("start", ir.INT)
            body.insert(_index(body, stmt), ir.Set(start, index))
            at.append(ir.Get(start))
        loop.items = ir.Look(loop.items.table, tuple(at))


@dataclass(frozen=True, slots=True)
class _Open:
    """Asked for the sites, numbers below `width`, of which a condition may hold: sets that hold them all, made of what
    does not change. `owners`: the cells that say whose what is, if everything on a site has its number."""

    site: ir.Var
    width: int
    changed: set[ir.Var]
    owners: tuple[ir.Cell, ir.Cell] | None

    def where(self, test: ir.Expr, holds: bool = True) -> ir.Expr | None:
        """A set of all sites for which a condition holds, or does not, and perhaps others; None: any."""
        if isinstance(test, ir.Num):
            return None if bool(test.value) is holds else ir.Mask(0, self.width)
        if self._fixed(test):
            return ir.Select(test if holds else ir.negated(test), self._all(), ir.Mask(0, self.width))
        match test:
            case ir.Unary(op="not", a=a):
                return self.where(a, not holds)
            case ir.Binary(op="and" | "or" as op, a=a, b=b):
                return self._both(self.where(a, holds), self.where(b, holds), all_=holds is (op == "and"))
            case ir.Select(condition=condition, a=a, b=b):
                one, other = self.where(a, holds), self.where(b, holds)
                if self._fixed(condition):
                    return (
                        None if one is other is None else ir.Select(condition, one or self._all(), other or self._all())
                    )
                first = self._both(self.where(condition), one, all_=True)
                return self._both(first, self._both(self.where(condition, False), other, all_=True), all_=False)
            case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)) if var is self.site and self._fixed(of):
                return of if holds else without(self._all(), of)
            case ir.Binary(op="eq" | "ne" as op, a=a, b=b):
                return self._compared(a, b, holds is (op == "eq")) or self._compared(b, a, holds is (op == "eq"))
            case _:
                return None

    def _compared(self, asked: ir.Expr, value: ir.Expr, alike: bool) -> ir.Expr | None:
        if not self._fixed(value):
            return None
        match asked:
            case ir.Get(var=var, index=None) if var is self.site:
                of = ir.Unary("single", value)
                return of if alike else without(self._all(), of)
            case ir.Load(cell=cell, index=ir.Get(var=var, index=None)) if var is self.site and alike and self.owners:
                owner, owned = self.owners
                some = ir.Load(owned, ir.Binary("mod", value, ir.Num(owned.size)))
                seated = ir.Binary("ge", value, ir.Num(0))
                return ir.Select(seated, some, self._all()) if cell is owner else None
            case _:
                return None

    def _both(self, one: ir.Expr | None, other: ir.Expr | None, *, all_: bool) -> ir.Expr | None:
        if one is None or other is None:
            return (one or other) if all_ else None
        return common(one, other) if all_ else joined(one, other)

    def _fixed(self, expr: ir.Expr) -> bool:
        free = set(walk.variables([expr]))
        return self.site not in free and not free & self.changed and cannot_fail(expr)

    def _all(self) -> ir.Mask:
        return ir.Mask((1 << self.width) - 1, self.width)


def _owners(program: ir.Program) -> tuple[ir.Cell, ir.Cell] | None:
    """`owner` and `owned` where everything on a site has its number: there is one layer, and nothing has identity."""
    cells: dict[str, ir.Cell] = {}
    for cell in program.cells:
        cells.setdefault(cell.name, cell)
    if not {"owner", "owned", "filled"} <= cells.keys() or "unused" in cells or "height" in cells:
        return None
    return (cells["owner"], cells["owned"]) if cells["filled"].size == 1 else None


# ---- conditions ----


def conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    """The conditions that must all hold, in order."""
    match condition:
        case ir.Binary(op="and", a=a, b=b):
            return [*conjuncts(a), *conjuncts(b)]
        case _:
            return [condition]


def _asked(test: ir.Expr, item: ir.Var) -> _Asked | None:
    """What a test asks of all items before one of a walk: a function goes through them, and what it returns when one
    fails makes the test fail."""
    written = inlined(test, numbers=True)
    for call in walk.within([written]):
        if not isinstance(call, ir.Invoke):
            continue
        match call.routine.body:
            case [
                ir.EachItem(
                    var=of,
                    items=ir.Look(table=listed, indices=(ir.Get(var=param, index=None),)),
                    body=[ir.If(condition=fails, then=[ir.Return(value=ir.Num() | ir.Get() as found)], otherwise=[])],
                ),
                ir.Return(),
            ] if not isinstance(found, ir.Get) or found.var is of:
                names = dict(zip(call.routine.params, call.args, strict=True))
                start = names.get(param)
                if isinstance(start, ir.Get) and start.var is item and _fails(written, call, found, listed):
                    return _Asked(listed, of, rewriting.with_values(ir.negated(fails), names))
            case _:
                pass
    return None


def _fails(test: ir.Expr, call: ir.Invoke, found: ir.Expr, listed: ir.Table) -> bool:
    """Whether a test fails whatever a call in it returns of this sort: a number, or any item of the lists."""
    values = {item for items in listed.values if isinstance(items, tuple) for item in items}
    if isinstance(found, ir.Num):
        values = {found.value}
    part: ir.Expr = call
    for expr in walk.within([test]):
        match expr:
            case ir.Look(table=table, indices=(only,)) if only is call and min(values, default=-1) >= 0:
                values = {value for at in values if isinstance(value := table.values[at], int)}
                part = expr
            case _:
                pass

    def with_(value: int) -> ir.Expr:
        return copies.rewritten(test, lambda expr: ir.Num(value) if expr is part else None)

    return all(constants.known(with_(value)) == 0 for value in values)


def _is(indices: tuple[ir.Expr, ...], var: ir.Var) -> bool:
    return len(indices) == 1 and isinstance(indices[0], ir.Get) and indices[0].var is var


def _in_place(table: ir.Table, of: ir.Var, site: ir.Var) -> rewriting.Change:
    def change(expr: ir.Expr) -> ir.Expr | None:
        return ir.Get(site) if isinstance(expr, ir.Look) and expr.table is table and _is(expr.indices, of) else None

    return change


def _holds(body: list[ir.Stmt], tests: list[int]) -> None:
    """Leave out conditions that are known to hold."""
    settle(body, lambda expr: ir.Num(1) if id(expr) in tests else None)


# ---- places ----


def _inside(around: Around, at: int) -> list[ir.Stmt]:
    """The body of a statement in which the next one stands; of the last one its own."""
    stmt = around[at][1]
    return around[at + 1][0] if at + 1 < len(around) else walk.bodies(stmt)[0]


def _outside(around: Around, exprs: list[ir.Expr]) -> tuple[list[ir.Stmt], ir.Stmt]:
    """Before which statement expressions can be evaluated: the outermost loop of those around that change nothing in
    them."""
    free = set(walk.variables(exprs))
    out = around[-1]
    for body, stmt in reversed(around):
        if isinstance(stmt, ir.If):
            continue
        if free & {var for inner in walk.statements([stmt]) for var in walk.assigned(inner)}:
            break
        out = body, stmt
    return out


def _index(body: list[ir.Stmt], stmt: ir.Stmt) -> int:
    return next(at for at, one in enumerate(body) if one is stmt)
