"""What is known where statements run one after the other, and what becomes certain by it.

Known is, of the numbers that locals hold: which are the same, which are apart, which are not none; in which sets of the
state they are and in which not; and what is stored for them. It comes from conditions, from what is stored, and from
how moves are listed: a piece that moves is the mover's, the site that it goes to holds none of his.

    if filled has there:                    if filled has there:
        lift(there)                             lift(there)
    if filled has there:            ->
        fail X101
    owned[owner[p] % 3] -= {p}              owned[0] -= {p}

What is taken out of the set of an owner who is not known is taken out of all sets where it may be: they are few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.program import ir, rewriting, walk
from rulewright.program.passes.lifting import Sites, same
from rulewright.program.passes.settled import folded

_MOST_SETS = 3

_Entry = tuple[ir.Cell, int]
"""A set of the state: a cell and which of its entries."""


@dataclass(slots=True)
class Known:
    """`values`: what locals were given, in words that still hold. `inside`: whether the number that a local holds is in
    a set. `some`: locals that are not negative. `apart`: pairs of locals that differ. `entries`: what a cell holds at a
    local's number."""

    sites: Sites
    values: dict[ir.Var, ir.Expr] = field(default_factory=dict)
    inside: dict[tuple[_Entry, ir.Var], bool] = field(default_factory=dict)
    some: set[ir.Var] = field(default_factory=set)
    apart: set[frozenset[ir.Var]] = field(default_factory=set)
    entries: dict[tuple[ir.Cell, ir.Var], int] = field(default_factory=dict)

    def copy(self) -> Known:
        return Known(
            self.sites, dict(self.values), dict(self.inside), set(self.some), set(self.apart), dict(self.entries)
        )

    def both(self, other: Known) -> Known:
        """What is known whichever of two holds."""
        return Known(
            self.sites,
            {var: value for var, value in self.values.items() if same(value, other.values.get(var))},
            dict(self.inside.items() & other.inside.items()),
            self.some & other.some,
            self.apart & other.apart,
            dict(self.entries.items() & other.entries.items()),
        )

    # ---- expressions ----

    def settled(self, expr: ir.Expr) -> ir.Expr:
        """An expression with what is certain in place of what it asks."""
        return rewriting.replaced(expr, self._certain)

    def _certain(self, expr: ir.Expr) -> ir.Expr | None:
        match expr:
            case ir.Get(var=var, index=None):
                value = self.values.get(var)
                return value if isinstance(value, ir.Num) or is_local(value) else None
            case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)):
                entry = entry_of(of)
                truth = None if entry is None else self.inside.get((entry, var))
                return None if truth is None else ir.Num(int(truth))
            case ir.Binary(
                op="ge" | "lt" | "eq" | "ne" as op, a=ir.Get(var=var, index=None), b=ir.Num(value=bound)
            ) if bound == (0 if op in ("ge", "lt") else -1):
                return self._none(var, op in ("lt", "eq"))
            case ir.Binary(op="eq" | "ne" as op, a=ir.Get(var=a, index=None), b=ir.Get(var=b, index=None)):
                if a is b:
                    return ir.Num(int(op == "eq"))
                return ir.Num(int(op == "ne")) if self.are_apart(a, b) else None
            case ir.Load(cell=cell, index=ir.Get(var=var, index=None)):
                found = self.entries.get((cell, var))
                return None if found is None else ir.Num(found)
            case _:
                return folded(expr)

    def _none(self, var: ir.Var, none: bool) -> ir.Expr | None:
        """Whether a local holds none (or whether it does not)."""
        if var in self.some:
            return ir.Num(int(not none))
        match self.values.get(var):
            case ir.Select(condition=condition, a=ir.Get(var=chosen, index=None), b=ir.Num(value=-1)) if (
                chosen in self.some
            ):
                return ir.negated(condition) if none else condition
            case _:
                return None

    def are_apart(self, a: ir.Var, b: ir.Var) -> bool:
        return frozenset((a, b)) in self.apart

    # ---- what is learnt ----

    def learn(self, condition: ir.Expr, holds: bool = True) -> None:
        """A condition holds, or does not."""
        match condition:
            case ir.Unary(op="not", a=a):
                self.learn(a, not holds)
            case ir.Binary(op="and", a=a, b=b) if holds:
                self.learn(a)
                self.learn(b)
            case ir.Binary(op="or", a=a, b=b) if not holds:
                self.learn(a, False)
                self.learn(b, False)
            case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)):
                entry = entry_of(of)
                if entry is not None:
                    self.put(entry, var, holds)
            case ir.Binary(op="ge", a=ir.Get(var=var, index=None), b=ir.Num(value=0)) if holds:
                self.some.add(var)
            case ir.Binary(op="eq", a=ir.Get(var=var, index=None), b=ir.Num() as value) if holds:
                self.values[var] = value
            case _:
                pass
        for var, given in list(self.values.items()):
            if isinstance(given, ir.Select):
                self.values[var] = folded(ir.Select(self.settled(given.condition), given.a, given.b))

    def put(self, entry: _Entry, var: ir.Var, holds: bool) -> None:
        """A number is in a set, or is not; and what follows from that."""
        sites = self.sites
        cell, index = entry
        self.inside[entry, var] = holds
        if holds:
            self.some.add(var)
        if cell is sites.filled and not holds:
            for of in (sites.owned, sites.of_kind):
                for i in range(of.size):
                    self.inside[(of, i), var] = False
        if cell is sites.owned and holds:
            self.inside[(sites.filled, 0), var] = True
            for i in range(cell.size):
                self.inside[(cell, i), var] = i == index
            if index < cell.size - 1:
                self.entries[sites.owner, var] = index
        if cell is sites.of_kind and holds:
            self.inside[(sites.filled, 0), var] = True
            self.entries[sites.kind, var] = index
        if cell in (sites.filled, sites.owned) and holds and sites.of_kind.size == 1:
            self.entries[sites.kind, var] = 0
        for (other, there), truth in list(self.inside.items()):
            if other == entry and there is not var and truth != holds:
                self.apart.add(frozenset((var, there)))

    # ---- what is forgotten ----

    def forget(self, var: ir.Var) -> None:
        """A local holds something else."""
        self.values.pop(var, None)
        self.values = {one: value for one, value in self.values.items() if var not in walk.variables([value])}
        self.inside = {key: truth for key, truth in self.inside.items() if key[1] is not var}
        self.entries = {key: value for key, value in self.entries.items() if key[1] is not var}
        self.some.discard(var)
        self.apart = {pair for pair in self.apart if var not in pair}

    def give(self, var: ir.Var, value: ir.Expr) -> None:
        """A local is given a value."""
        self.forget(var)
        if var not in walk.variables([value]) and _is_remembered(value):
            self.values[var] = value
            if isinstance(value, ir.Num) and value.value >= 0:
                self.some.add(var)

    def change(self, cell: ir.Cell) -> None:
        """Anything may have happened to a cell."""
        self.inside = {key: truth for key, truth in self.inside.items() if key[0][0] is not cell}
        self.entries = {key: value for key, value in self.entries.items() if key[0] is not cell}
        self._reread(cell)

    def _reread(self, cell: ir.Cell) -> None:
        """What was read of a cell may be something else now."""
        self.values = {var: value for var, value in self.values.items() if not _reads(value, cell)}

    def store(self, stmt: ir.Store) -> None:
        """Something is stored."""
        cell = stmt.cell
        match stmt:
            case ir.Store(
                value=ir.Binary(
                    op="joined" | "without" as op,
                    a=ir.Load() as of,
                    b=ir.Unary(op="single", a=ir.Get(var=var, index=None)),
                )
            ) if of.cell is cell and same(of.index, stmt.index):
                entry = entry_of(of)
                grows = op == "joined"
                self.inside = {
                    key: truth
                    for key, truth in self.inside.items()
                    if key[0][0] is not cell
                    or (entry is not None and key[0] != entry)
                    or truth == grows
                    or self.are_apart(key[1], var)
                }
                self._reread(cell)
                if entry is not None:
                    self.inside[entry, var] = grows
            case ir.Store(index=ir.Get(var=var, index=None), value=value):
                self.entries = {
                    key: held
                    for key, held in self.entries.items()
                    if key[0] is not cell or (key[1] is not var and self.are_apart(key[1], var))
                }
                self._reread(cell)
                if isinstance(value, ir.Num):
                    self.entries[cell, var] = value.value
            case _:
                self.change(cell)

    def rename(self, old: ir.Expr, new: ir.Expr) -> None:
        """References move: of locals that hold them it is known where they are if they are known to hold others."""
        if isinstance(old, ir.Num) and old.value < 0:
            return
        moved = old.var if isinstance(old, ir.Get) and old.index is None else None
        held = [value.var for value in self.values.values() if isinstance(value, ir.Get)]
        mentioned = {
            *self.values,
            *held,
            *self.some,
            *(var for _, var in self.inside),
            *(var for _, var in self.entries),
        }
        mentioned |= {var for pair in self.apart for var in pair}
        for var in [var for var in mentioned if var.type.follows]:
            value = self.values.get(var)
            holder = value.var if isinstance(value, ir.Get) else var
            if moved is not None and holder is not moved and self.are_apart(holder, moved):
                continue
            self.forget(var)
            if moved is not None and holder is moved and isinstance(new, ir.Num):
                self.values[var] = new


def entry_of(of: ir.Expr) -> _Entry | None:
    """The set of the state that an expression reads, if its index is a number."""
    match of:
        case ir.Load(cell=cell, index=None) if cell.size == 1:
            return cell, 0
        case ir.Load(cell=cell, index=ir.Num(value=index)):
            return cell, index
        case _:
            return None


def is_local(value: ir.Expr | None) -> bool:
    return isinstance(value, ir.Get) and value.index is None


def _is_remembered(value: ir.Expr) -> bool:
    match value:
        case ir.Num():
            return True
        case ir.Get(var=var, index=None):
            return not var.size
        case ir.Load(index=ir.Get(index=None)):
            return True
        case ir.Select(a=ir.Get(index=None), b=ir.Num(value=-1)):
            return True
        case _:
            return False


def _reads(value: ir.Expr, cell: ir.Cell) -> bool:
    return any(isinstance(expr, ir.Load) and expr.cell is cell for expr in walk.within([value]))


# ---- statements ----

_HARMLESS = ir.Tell | ir.Record | ir.ForgetRecords | ir.Enqueue


class Runner:
    """Goes through statements and writes them anew."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.told: dict[ir.Var, dict[int, Known]] = {}
        """What is known if the choice that a local holds is one of these."""
        self._asked: set[ir.Var] = set()

    def body(self, body: Iterable[ir.Stmt], known: Known) -> tuple[list[ir.Stmt], Known | None]:
        """The statements anew, and what is known behind them (None: nothing comes behind them)."""
        out: list[ir.Stmt] = []
        now: Known | None = known
        for stmt in body:
            if now is None:
                break
            made, now = self._statement(stmt, now)
            out += made
        return out, now

    def _statement(self, stmt: ir.Stmt, known: Known) -> tuple[list[ir.Stmt], Known | None]:
        match stmt:
            case ir.Set(var=var, value=value, index=None, check=None) if not var.size:
                given = known.settled(value)
                known.give(var, given)
                if var in self._asked:
                    self.told.clear()
                return [ir.Set(var, given)], known
            case ir.Store():
                return self._stored(stmt, known)
            case ir.If():
                return self._either(stmt, known)
            case ir.Rename(old=old, new=new):
                old, new = known.settled(old), known.settled(new)
                self.told.clear()
                known.rename(old, new)
                return [ir.Rename(old, new)], known
            case ir.Fail() | ir.Finish() | ir.Return() | ir.Break():
                return [stmt], None
            case ir.Decide(decision=decision, choice=choice):
                after = Known(self.sites)
                self._asked = {choice, *stmt.picks}
                self.told = {
                    choice: {
                        i: told
                        for i in range(len(decision.alternatives))
                        if (told := _told(decision.generator, i, stmt.received(i), self.sites)) is not None
                    }
                }
                return [stmt], after
            case _ if isinstance(stmt, _HARMLESS):
                return [stmt], known
            case _:
                self.told.clear()
                for inner in walk.bodies(stmt):
                    inner[:], _ = self.body(inner, Known(self.sites))
                    self.told.clear()
                return [stmt], Known(self.sites)

    def _either(self, stmt: ir.If, known: Known) -> tuple[list[ir.Stmt], Known | None]:
        condition = known.settled(stmt.condition)
        if isinstance(condition, ir.Num):
            return self.body(stmt.then if condition.value else stmt.otherwise, known)
        told = self.told
        branches = []
        for holds, inner in ((True, stmt.then), (False, stmt.otherwise)):
            here = known.copy()
            here.learn(condition, holds)
            self.told = dict(told)
            if holds:
                self._recall(condition, here)
            branches.append(self.body(inner, here))
            told = {var: one for var, one in told.items() if var in self.told}
        self.told = told
        (then, after), (otherwise, other) = branches
        if after is None or other is None:
            return [ir.If(condition, then, otherwise)], other if after is None else after
        return [ir.If(condition, then, otherwise)], after.both(other)

    def _recall(self, condition: ir.Expr, known: Known) -> None:
        """What is known of the picks of the choice that was made."""
        match condition:
            case ir.Binary(op="eq", a=ir.Get(var=choice, index=None), b=ir.Num(value=number)):
                told = self.told.get(choice, {}).get(number)
            case _:
                told = None
        if told is not None:
            known.inside |= told.inside
            known.some |= told.some
            known.apart |= told.apart
            known.entries |= told.entries

    def _stored(self, stmt: ir.Store, known: Known) -> tuple[list[ir.Stmt], Known]:
        self.told.clear()
        made = ir.Store(
            stmt.cell,
            None if stmt.index is None else known.settled(stmt.index),
            known.settled(stmt.value),
            stmt.check,
        )
        each = self._from_each(made, known)
        for one in each:
            known.store(one)
        return list(each), known

    def _from_each(self, stmt: ir.Store, known: Known) -> list[ir.Store]:
        """What is taken out of the set where it is, is taken out of every set where it may be."""
        sites = self.sites
        match stmt:
            case ir.Store(
                cell=cell,
                index=index,
                value=ir.Binary(
                    op="without",
                    a=ir.Load() as of,
                    b=ir.Unary(op="single", a=ir.Get(var=var, index=None) as one),
                ),
            ) if of.cell is cell and same(of.index, index) and 1 < cell.size <= _MOST_SETS:
                match index:
                    case ir.Binary(op="mod", a=owner, b=ir.Num(value=divisor)) if (
                        cell is sites.owned and divisor == cell.size
                    ):
                        whose, asked = sites.owner, owner
                    case _ if cell is sites.of_kind and index is not None:
                        whose, asked = sites.kind, index
                    case _:
                        return [stmt]
            case _:
                return [stmt]
        if is_local(asked):
            assert isinstance(asked, ir.Get)
            asked = known.values.get(asked.var, asked)
        if not same(asked, ir.Load(whose, ir.Get(var))):
            return [stmt]
        return [
            ir.Store(cell, ir.Num(i), ir.Binary("without", ir.Load(cell, ir.Num(i)), ir.Unary("single", one)))
            for i in range(cell.size)
            if known.inside.get(((cell, i), var)) is not False
        ]


# ---- what moves are listed ----


def _told(generator: ir.Routine, alternative: int, received: tuple[ir.Var, ...], sites: Sites) -> Known | None:
    """What is known of the picks of an alternative, in the locals that receive them."""
    found: list[tuple[Known, tuple[ir.Expr, ...]]] = []
    _collect(generator.body, Known(sites), alternative, found)
    if len(found) != 1:
        return None
    ((known, picks),) = found
    stands: dict[ir.Var, ir.Var] = {}
    for pick, var in zip(picks, received, strict=False):
        if isinstance(pick, ir.Get) and pick.index is None:
            stands.setdefault(pick.var, var)
    return Known(
        sites,
        {},
        {(entry, stands[var]): truth for (entry, var), truth in known.inside.items() if var in stands},
        {stands[var] for var in known.some if var in stands},
        {frozenset(stands[var] for var in pair) for pair in known.apart if all(var in stands for var in pair)},
        {(cell, stands[var]): value for (cell, var), value in known.entries.items() if var in stands},
    )


def _collect(
    body: Iterable[ir.Stmt], known: Known, alternative: int, found: list[tuple[Known, tuple[ir.Expr, ...]]]
) -> None:
    """What is known at every yield of an alternative, and its picks."""
    for stmt in body:
        match stmt:
            case ir.Yield(alternative=number, picks=picks):
                if number == alternative:
                    found.append((known.copy(), picks))
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                asked = known.settled(condition)
                for holds, inner in ((True, then), (False, otherwise)):
                    if isinstance(asked, ir.Num) and bool(asked.value) != holds:
                        continue
                    here = known.copy()
                    here.learn(asked, holds)
                    _collect(inner, here, alternative, found)
                _forget(stmt, known)
            case ir.Each(var=var, members=members, body=inner):
                _forget(stmt, known)
                here = known.copy()
                here.some.add(var)
                for entry, truth in _parts(members):
                    here.put(entry, var, truth)
                _collect(inner, here, alternative, found)
            case ir.EachStep(body=inner):
                _forget(stmt, known)
                _collect(inner, _stepping(stmt, known), alternative, found)
            case _:
                _forget(stmt, known)
                for inner in walk.bodies(stmt):
                    _collect(inner, known.copy(), alternative, found)


def _forget(stmt: ir.Stmt, known: Known) -> None:
    for one in walk.statements([stmt]):
        for var in walk.assigned(one):
            known.forget(var)


def _stepping(loop: ir.EachStep, known: Known) -> Known:
    """What is known in a loop over steps, whichever way it goes."""
    every: list[Known] = []
    for members, step in loop.ways:
        here = known.copy()
        here.some.add(loop.var)
        for entry, truth in _parts(members):
            here.put(entry, loop.var, truth)
        if not loop.plain and step:
            here.some.add(loop.to)
            here.apart.add(frozenset((loop.var, loop.to)))
            for entry, truth in _parts(members, step):
                here.put(entry, loop.to, truth)
        every.append(here)
    first, *more = every
    for one in more:
        first = first.both(one)
    return first


def _parts(members: ir.Expr, step: int = 0) -> list[tuple[_Entry, bool]]:
    """The sets in which all members are, and those in which none is; of what is `step` further."""
    match members:
        case ir.Binary(op="common", a=a, b=b):
            return [*_parts(a, step), *_parts(b, step)]
        case ir.Binary(op="without", a=a, b=b):
            entry = _shifted_entry(b, step)
            return [*_parts(a, step), *([] if entry is None else [(entry, False)])]
        case _:
            entry = _shifted_entry(members, step)
            return [] if entry is None else [(entry, True)]


def _shifted_entry(of: ir.Expr, step: int) -> _Entry | None:
    if step == 0:
        return entry_of(of)
    match of:
        case ir.Binary(op="shift_down" | "shift_up" as op, a=a, b=ir.Num(value=by)):
            return entry_of(a) if (by if op == "shift_down" else -by) == step else None
        case _:
            return None
