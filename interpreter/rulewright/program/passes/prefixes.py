"""A walk over a list of a table stops at the first item before which something is in the way.

Before, where `step_before[hit]` are the items of the list `ray[s, d]` before `hit`:

    function free(hit, s) -> int
        for h in step_before[hit]:
            if not (empty has step_site[h] or step_site[h] == s):
                return 0
        return 1

    for hit in ray[s, d]:
        if theirs has step_site[hit] and passed[hit] >= 1:
            if free(hit, s):
                yield Capture(s, d, hit)

After, where `step_before_step_site[hit]` is the set of `step_site` of all items before, and `ray_2[s, d]` are those of
`ray[s, d]` with `passed[hit] >= 1`:

    for hit in ray_2[s, d]:
        if some(step_before_step_site[hit] - empty - {s}):
            break
        if theirs has step_site[hit]:
            yield Capture(s, d, hit)

Three steps: a function that asks something of all items of a list asks it of a set; conditions that the item alone
decides are decided beforehand; a condition that fails for all later items once it fails ends the loop, since along the
lists the sets only grow. Nothing that may fail or change the state is moved.

Where such a walk is made in each of a few directions, only those are walked whose first item comes to anything:

    for d in clear(ray_2_first[s], filled - {s}) & {0, 2, 4, 6}:
        for hit in ray_2[s, d]:
            ...

And where all members of a set are walked from, each in these directions, that is known of all of them at once:

    for s along d 0 from mine & clear(ray_2_first_by[0], filled), 2 from mine & clear(ray_2_first_by[2], filled), ...:
        for hit in ray_2[s, d]:
            ...
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.program import constants, ir, rewriting, walk
from rulewright.program.constants import Value
from rulewright.program.passes.lists import Lists
from rulewright.program.typeof import family, type_of

_MOST_DIRECTIONS = 8

_QUIET = ir.Set | ir.If | ir.Each | ir.EachItem | ir.Count | ir.Break | ir.Return | ir.Yield


def rewrite(program: ir.Program) -> None:
    """Rewrite the routines of a program in place; tables that are made are added to it."""
    pass_ = _Pass(program)
    for routine in program.routines:
        pass_.as_sets(routine)
    for routine in program.routines:
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.EachItem):
                pass_.loop(stmt, routine)
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Each):
                directions(stmt, routine, pass_.lists)
        if routine.sort != "flow":
            pass_.members(routine.body, routine)
    program.tables += tuple(pass_.lists.made.values())


class _Pass:
    def __init__(self, program: ir.Program) -> None:
        self.lists = Lists(program)

    # ---- all items of a list ----

    def as_sets(self, routine: ir.Routine) -> None:
        """A function that asks whether all items of a list are in a set."""
        match routine.body:
            case [
                ir.EachItem(
                    var=item,
                    items=ir.Look(table=listed, indices=at),
                    body=[ir.If(condition=fails, then=[ir.Return(value=ir.Num(value=0))], otherwise=[])],
                    rest=None,
                ),
                ir.Return(value=ir.Num(value=1)),
            ] if routine.sort == "function":
                parts = _alternatives(ir.negated(fails))
            case _:
                return
        of = [part for part in (_member(part, item) for part in parts) if part is not None]
        tables = {table for table, _ in of}
        if len(of) < len(parts) or len(tables) > 1:
            return
        sets = [one for _, one in of]
        table = tables.pop()
        width = max((type_of(one).width for one in sets), default=0)
        among = self.lists.among(listed, table, width)
        if among is None or item in walk.variables([*sets, *at]):
            return
        left: ir.Expr = ir.Look(among, at)
        for one in sets:
            left = _less(left, one, among)
        routine.body[:] = [ir.Return(ir.Unary("none_of", left))]

    # ---- loops ----

    def loop(self, loop: ir.EachItem, routine: ir.Routine) -> None:
        """A loop over a list of a table, in which something is done for items that satisfy conditions."""
        if not isinstance(loop.items, ir.Look) or loop.var.type.follows:
            return
        conditions, body = _conditions(loop.body)
        inside = list(walk.statements(loop.body))
        if not conditions or not all(isinstance(stmt, _QUIET) for stmt in inside):
            return
        changed = {loop.var, *(var for stmt in inside for var in walk.assigned(stmt))}
        givers = sum(loop.var in walk.assigned(stmt) for stmt in walk.statements(routine.body))
        if givers > 1 or _reads(loop.var, [loop]) < _reads(loop.var, routine.body):
            return
        conditions = [plain(one) for one in conditions]
        items, left = self.lists.chosen(loop.items, loop.var, conditions, cannot_fail)
        ends = [one for one in left if grows(one, loop.var, items.table, changed)]
        if len(left) == len(conditions) and not ends:
            return
        loop.items = items
        rest = [self._masked(one, loop.var) for one in left if one not in ends]
        out: list[ir.Stmt] = [ir.If(ir.negated(one), [ir.Break()]) for one in ends]
        loop.body[:] = [*out, *([ir.If(_all(rest), body)] if rest else body)]

    def _masked(self, condition: ir.Expr, item: ir.Var) -> ir.Expr:
        """Whether what a table has for an item is in a set: asked by the set of it alone."""
        match condition:
            case ir.Binary(op="has", a=of, b=ir.Look(table=table, indices=(ir.Get(var=var, index=None),) as at)) if (
                var is item and type_of(of).width
            ):
                width = type_of(of).width
                found = [one if isinstance(one, int) and 0 <= one < width else -1 for one in table.values]
                if width <= 64 and -1 not in found[:-1]:
                    sets: list[Value] = [1 << one if one >= 0 else 0 for one in found]
                    alone = self.lists.table((table, width), f"{table.name}_set", table.shape, sets, ir.bits(width))
                    return ir.Unary("some", ir.Binary("common", of, ir.Look(alone, at)))
                return condition
            case _:
                return condition

    def members(self, body: list[ir.Stmt], routine: ir.Routine) -> None:
        """The loops in a body over members whose open directions are walked in become loops over both."""
        for i, stmt in enumerate(body):
            for inner in walk.bodies(stmt):
                self.members(inner, routine)
            match stmt:
                case ir.Each(
                    var=s,
                    members=ir.Load(index=None | ir.Num() | ir.Load(index=None)) as of,
                    body=[
                        ir.Each(
                            var=d,
                            members=ir.Binary(
                                op="common",
                                a=ir.Clear(table=first, index=ir.Get(var=var, index=None), of=way),
                                b=ir.Mask(value=directions),
                            ),
                            body=inner,
                        )
                    ],
                    rest=None,
                ) if var is s and first in self.lists.made.values():
                    by = self._by_direction(first, way, s, of)
                    alone = all(_reads(one, [stmt]) == _reads(one, routine.body) for one in (s, d))
                    if by is None or not alone or any(isinstance(one, ir.Break) for one in inner):
                        continue
                    table, others = by
                    ways = [(ir.Clear(table, ir.Num(at), others), at) for at in constants.members(directions)]
                    listed = tuple((ir.Binary("common", of, open_), at) for open_, at in ways)
                    body[i] = ir.EachStep(s, d, listed, inner, plain=True)
                case _:
                    pass

    def _by_direction(self, first: ir.Table, way: ir.Expr, s: ir.Var, of: ir.Expr) -> tuple[ir.Table, ir.Expr] | None:
        """The same table with a row for each direction, from which what stands where a walk starts is taken, and what
        is in the way of all; None if that depends on the start in another way."""
        size, width = first.shape[0] - 1, first.type.width
        if type_of(of).width != size:
            return None
        match way:
            case ir.Binary(op="without", a=others, b=ir.Unary(op="single", a=ir.Get(var=var, index=None))) if var is s:
                start = [1 << at for at in range(size)]
            case _:
                others, start = way, [0] * size
        if s in walk.variables([others]) or size > width:
            return None
        columns = first.shape[1]
        rows: list[Value] = []
        for d in range(columns):
            along = [first.values[at * columns + d] for at in range(size)]
            rows += [one & ~own for one, own in zip(along, start, strict=True) if isinstance(one, int)]
            rows.append(first.values[-1])
        key, shape = (first, tuple(start), "by"), (columns, size + 1)
        return self.lists.table(key, f"{first.name}_by", shape, rows, first.type), others


def directions(loop: ir.Each, routine: ir.Routine, lists: Lists) -> None:
    """A loop over directions, in each of which a walk is made that may end at its first item."""
    match loop.members, loop.body:
        case (
            ir.Mask(value=members, width=width),
            [
                ir.EachItem(
                    var=item,
                    items=ir.Look(table=listed, indices=at),
                    body=[ir.If(condition=ir.Unary(op="some", a=left), then=[ir.Break()]), *_],
                ),
            ],
        ) if 1 < members.bit_count() <= _MOST_DIRECTIONS and all(map(is_short, at)) and loop.var in walk.variables(at):
            pass
        case _:
            return
    if _reads(loop.var, [loop]) < _reads(loop.var, routine.body):
        return
    sets, width_ = _start(left), listed.shape[-1] - 1
    of = [one for one in walk.within([left]) if isinstance(one, ir.Get) and one.var is item]
    if not isinstance(sets, ir.Look) or sets.indices != tuple(of):
        return
    match at:
        case (row, ir.Get(var=var)) if var is loop.var and loop.var not in walk.variables([row, _in_the_way(left)]):
            open_ = ir.Clear(_first(listed, sets.table, lists), row, _in_the_way(left))
            loop.members = ir.Binary("common", open_, ir.Mask(members, max(width, width_)))
        case _:
            return


def _first(listed: ir.Table, sets: ir.Table, lists: Lists) -> ir.Table:
    """A table of the sets of the first items of lists; where there is none, everything is in the way."""
    whole = (1 << sets.type.width) - 1
    values = [sets.values[items[0]] if isinstance(items, tuple) and items else whole for items in listed.values]
    return lists.table((listed, sets, "first"), f"{listed.name}_first", listed.shape, list(values), sets.type)


def _conditions(body: list[ir.Stmt]) -> tuple[list[ir.Expr], list[ir.Stmt]]:
    """The conditions that are tested before anything else is done in a body, in order, and what is done."""
    found: list[ir.Expr] = []
    while len(body) == 1 and isinstance(body[0], ir.If) and not body[0].otherwise:
        found += _chain(body[0].condition)
        body = body[0].then
    return found, body


def _chain(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Binary(op="and", a=a, b=b):
            return [*_chain(a), *_chain(b)]
        case _:
            return [condition]


def _all(conditions: list[ir.Expr]) -> ir.Expr:
    whole, *rest = conditions
    for one in rest:
        whole = ir.Binary("and", whole, one)
    return whole


def _alternatives(condition: ir.Expr) -> list[ir.Expr]:
    match condition:
        case ir.Binary(op="or", a=a, b=b):
            return [*_alternatives(a), *_alternatives(b)]
        case _:
            return [condition]


def _member(condition: ir.Expr, item: ir.Var) -> tuple[ir.Table | None, ir.Expr] | None:
    """Whether what a table has for the item (None: the item) is a member: the table, and of which set."""
    match condition:
        case ir.Binary(op="has", a=of, b=asked) if not _uses(of, item) and cannot_fail(of):
            pass
        case ir.Binary(op="eq", a=asked, b=ir.Get(index=None) as one) if not _uses(one, item):
            of = ir.Unary("single", one)
        case _:
            return None
    match asked:
        case ir.Get(var=var, index=None) if var is item:
            return None, of
        case ir.Look(table=table, indices=(ir.Get(var=var, index=None),)) if var is item:
            return table, of
        case _:
            return None


def _uses(expr: ir.Expr, var: ir.Var) -> bool:
    return var in walk.variables([expr])


def _less(left: ir.Expr, of: ir.Expr, among: ir.Table) -> ir.Expr:
    """A set, which holds entries of a table, without `of`."""
    whole = (1 << among.type.width) - 1
    match of:
        case ir.Binary(op="without", a=ir.Mask(value=value), b=others) if value == whole:
            return ir.Binary("common", left, others)
        case _:
            return ir.Binary("without", left, of)


def grows(condition: ir.Expr, item: ir.Var, listed: ir.Table, changed: set[ir.Var]) -> bool:
    """Whether a condition that fails for an item fails for all after it in any list: it says that nothing is left of
    sets that grow along the lists, without what stays the same."""
    match condition:
        case ir.Unary(op="none_of", a=left):
            pass
        case _:
            return False
    while isinstance(left, ir.Binary) and left.op in ("without", "common"):
        if changed & set(walk.variables([left.b])) or not cannot_fail(left.b):
            return False
        left = left.a
    match left:
        case ir.Look(table=table, indices=(ir.Get(var=var, index=None),)) if var is item:
            sets = table.values
            return all(
                isinstance(a, int) and isinstance(b, int) and not a & ~b
                for items in listed.values
                if isinstance(items, tuple)
                for a, b in pairwise(sets[one] for one in items)
            )
        case _:
            return False


def _start(left: ir.Expr) -> ir.Expr:
    """The set from which others are taken."""
    while isinstance(left, ir.Binary) and left.op in ("without", "common"):
        left = left.a
    return left


def _in_the_way(left: ir.Expr) -> ir.Expr:
    """The set that a set must share nothing with so that nothing is left of it."""
    match left:
        case ir.Binary(op="common", a=a, b=b):
            return b if isinstance(a, ir.Look) else ir.Binary("common", _in_the_way(a), b)
        case ir.Binary(op="without", a=ir.Look(table=table), b=b):
            width = table.type.width
            return ir.Binary("without", ir.Mask((1 << width) - 1, width), b)
        case ir.Binary(op="without", a=a, b=b):
            return ir.Binary("without", _in_the_way(a), b)
        case ir.Look(table=table):
            return ir.Mask((1 << table.type.width) - 1, table.type.width)
        case _:
            raise ValueError(f"a {type(left).__name__} is no set of what is left")


def _reads(var: ir.Var, body: list[ir.Stmt]) -> int:
    read = (one for stmt in walk.statements(body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)


# ---- expressions ----


def plain(expr: ir.Expr) -> ir.Expr:
    """An expression with what short functions return in their place."""

    def change(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Invoke(routine=ir.Routine(body=[ir.Return(value=result)], params=params), args=args) if (
                result is not None and all(map(is_short, args))
            ):
                if family(type_of(result)) == "set" and type_of(result) != part.routine.result:
                    return None
                return plain(rewriting.with_values(result, dict(zip(params, args, strict=True))))
            case ir.Binary(
                op="has",
                a=ir.Load(cell=ir.Cell(name="owned" | "of_kind")) as of,
                b=ir.Select(
                    condition=ir.Binary(op="has", a=ir.Load(cell=ir.Cell(name="filled", size=1)), b=asked),
                    a=found,
                    b=ir.Num(value=-1),
                ),
            ) if alike(asked, found):
                return ir.Binary("has", of, found)
            case _:
                return None

    return rewriting.replaced(expr, change)


def alike(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether two expressions plainly give the same."""
    match a, b:
        case ir.Num(value=one), ir.Num(value=other):
            return one == other
        case ir.Get(var=one, index=None), ir.Get(var=other, index=None):
            return one is other
        case ir.Look(table=one, indices=at), ir.Look(table=other, indices=there):
            return one is other and all(map(alike, at, there))
        case _:
            return False


def is_short(expr: ir.Expr) -> bool:
    """Whether an expression may stand in several places."""
    match expr:
        case ir.Num() | ir.Mask() | ir.Get(index=None):
            return True
        case ir.Look(indices=indices):
            return all(map(is_short, indices))
        case ir.Load(index=None):
            return True
        case _:
            return False


_SURE = {"eq", "ne", "lt", "le", "gt", "ge", "and", "or", "min", "max"}
_SURE |= {"common", "joined", "without", "same", "differs", "inside", "has"}


def cannot_fail(expr: ir.Expr) -> bool:
    """Whether an expression gives a value in every state."""
    match expr:
        case ir.Num() | ir.Mask() | ir.Get(index=None):
            return True
        case ir.Load(index=index):
            return index is None or cannot_fail(index)
        case ir.Look(indices=indices):
            return all(map(cannot_fail, indices))
        case ir.Clear(index=index, of=of):
            return cannot_fail(index) and cannot_fail(of)
        case ir.Unary(op=op, a=a, span=None):
            return op in ("not", "size", "least", "some", "none_of", "single") and cannot_fail(a)
        case ir.Binary(op="mod", a=a, b=ir.Num(value=value), span=None):
            return value != 0 and cannot_fail(a)
        case ir.Binary(op=op, a=a, b=b, span=None):
            return op in _SURE and cannot_fail(a) and cannot_fail(b)
        case ir.Select(condition=condition, a=a, b=b):
            return cannot_fail(condition) and cannot_fail(a) and cannot_fail(b)
        case _:
            return False
