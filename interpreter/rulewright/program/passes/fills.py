"""Sites from which nothing is enclosed are left out of a loop, all at once.

Before, where `enclosed` gathers over all directions the run of `others` next to a site, if a component of `p` is past
it:

    for s in {0..63} - filled:
        if some(enclosed(p, s)):
            return 1

After:

    for s in {0..63} - filled & (enclosing(owned[p % 3], others) if p >= 0 else {0..63}):
        if some(enclosed(p, s)):
            return 1

`enclosing` fills, for each direction, what is others' from the owner's sites backwards, and steps back once more:

    near = others & shift_down(own, 8) & {0..55}
    near += others & shift_down(near, 8) & {0..55}        (as often as a run can be long)
    out += shift_down(near, 8) & {0..55}

It applies where each direction is one step of the sites' numbers all over the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import ir, walk
from rulewright.program.passes import walks


@dataclass(slots=True)
class _Fills:
    """What the pass knows of a program, and the routines that it has made."""

    owner: ir.Cell
    owned: ir.Cell
    made: dict[tuple[walks.Way, ...], ir.Routine] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Enclosed:
    """What a function gathers: the runs of `others` from `site` along `ways` up to what is `player`'s."""

    others: ir.Expr
    player: ir.Expr
    site: ir.Expr
    ways: tuple[walks.Way, ...]


_Names = dict[ir.Var, ir.Expr]


def rewrite(program: ir.Program) -> None:
    """Narrow the loops over sites that ask what is enclosed from each."""
    cells = {cell.name: cell for cell in program.cells}
    if "owner" not in cells or "owned" not in cells:
        return
    fills = _Fills(cells["owner"], cells["owned"])
    for routine in list(program.routines):
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Each) and not stmt.var.type.follows:
                _narrow(stmt, routine, fills)
    program.routines += fills.made.values()


def _narrow(loop: ir.Each, routine: ir.Routine, fills: _Fills) -> None:
    asked = _asked(loop.body, routine)
    found = None if asked is None else _gathers(asked, fills)
    if found is None or not (isinstance(found.site, ir.Get) and found.site.var is loop.var):
        return
    if not _still(loop, (found.others, found.player)):
        return
    if found.ways not in fills.made:
        fills.made[found.ways] = _enclosing(found.ways, fills.owned.type)
    width = fills.owned.type.width
    own = ir.Load(fills.owned, ir.Binary("mod", found.player, ir.Num(fills.owned.size)))
    near = ir.Invoke(fills.made[found.ways], (own, found.others))
    seated = ir.Binary("ge", found.player, ir.Num(0))
    loop.members = ir.Binary("common", loop.members, ir.Select(seated, near, ir.Mask((1 << width) - 1, width)))


def _still(loop: ir.Each, values: tuple[ir.Expr, ...]) -> bool:
    """Whether values cannot fail and are the same in every round of a loop."""
    read = set(walk.variables(values))
    plain = all(_put(value, {var: ir.Get(var) for var in read}) is not None for value in values)
    quiet = ir.Set | ir.Yield | ir.If | ir.Return | ir.Break
    inside = list(walk.statements([loop]))
    changed = {var for stmt in inside for var in walk.assigned(stmt)}
    return plain and not read & changed and all(isinstance(stmt, quiet) for stmt in inside[1:])


def _asked(body: list[ir.Stmt], routine: ir.Routine) -> ir.Invoke | None:
    """The set in a loop's body that does nothing where that set is empty."""
    match body:
        case [ir.If(condition=ir.Unary(op="some", a=ir.Invoke() as asked), otherwise=[])]:
            return asked
        case [
            ir.Set(var=var, value=ir.Invoke() as asked, index=None, check=None),
            ir.If(condition=ir.Unary(op="some", a=ir.Get(var=tested, index=None)), then=then, otherwise=[]),
        ] if tested is var and var not in routine.params:
            inside = 1 + _reads(var, then)
            return asked if inside == _reads(var, routine.body) else None
        case _:
            return None


def _reads(var: ir.Var, body: list[ir.Stmt]) -> int:
    read = (one for stmt in walk.statements(body) for one in walk.variables(walk.expressions(stmt)))
    return sum(one is var for one in read)


# ---- what is enclosed ----


def _gathers(call: ir.Invoke, fills: _Fills) -> _Enclosed | None:
    """What a call gathers, in the words of the caller; None if it is something else."""
    names: _Names = dict(zip(call.routine.params, call.args, strict=True))
    match call.routine.body:
        case [ir.Return(value=ir.Invoke() as inner)]:
            args = [_put(arg, names) for arg in inner.args]
            known = tuple(arg for arg in args if arg is not None)
            return _gathers(ir.Invoke(inner.routine, known), fills) if len(known) == len(args) else None
        case [
            ir.Each(
                var=way,
                members=ir.Mask(value=ways),
                body=[
                    ir.Set(
                        var=out,
                        value=ir.Binary(op="joined", a=ir.Get(var=added, index=None), b=ir.Invoke() as line),
                        index=None,
                    )
                ],
            ),
            ir.Return(value=ir.Get(var=result, index=None)),
        ] if added is out and result is out and out not in names:
            return _line(line, names, way, ways, fills)
        case _:
            return None


def _line(line: ir.Invoke, outer: _Names, way: ir.Var, ways: int, fills: _Fills) -> _Enclosed | None:
    """`run(s, d, others) if owner[past(s, d, others)] == p else {}`, with `others` in a local before."""
    outer = {**outer, way: ir.Get(way)}
    names: _Names = {}
    for param, arg in zip(line.routine.params, line.args, strict=True):
        value = _put(arg, outer)
        if value is None:
            return None
        names[param] = value
    *before, last = line.routine.body
    for stmt in before:
        if not isinstance(stmt, ir.Set) or stmt.index is not None or stmt.check is not None:
            return None
        value = _put(stmt.value, names)
        if value is None:
            return None
        names[stmt.var] = value
    match last:
        case ir.Return(
            value=ir.Select(
                condition=ir.Binary(op="eq", a=ir.Load(cell=cell, index=ir.Invoke() as past), b=player),
                a=ir.Invoke() as run,
                b=ir.Mask(value=0),
            )
        ) if cell is fills.owner and len(past.args) == len(run.args) == 3:
            args = [_put(arg, names) for arg in past.args]
            same = all(
                isinstance(x, ir.Get) and isinstance(y, ir.Get) and x.var is y.var and x.index is y.index is None
                for x, y in zip(past.args, run.args, strict=True)
            )
            seat = _put(player, names)
            to, over = walks.walked(past.routine), walks.walked(run.routine)
            if not same or seat is None or to is None or over is None:
                return None
            if (to.what, over.what) != ("past", "run") or to.table is not over.table:
                return None
            site, along, others = args
            if site is None or others is None or not (isinstance(along, ir.Get) and along.var is way):
                return None
            found = walks.ways(to.table, ways)
            return (
                None
                if found is None or way in walk.variables([others, seat, site])
                else _Enclosed(others, seat, site, found)
            )
        case _:
            return None


def _put(expr: ir.Expr, names: _Names) -> ir.Expr | None:
    """An expression that cannot fail with its variables replaced; None if it is of another sort."""
    match expr:
        case ir.Num() | ir.Mask():
            return expr
        case ir.Get(var=var, index=None):
            return names.get(var)
        case ir.Load(cell=cell, index=None):
            return expr
        case ir.Load(cell=cell, index=index) if index is not None:
            inner = _put(index, names)
            return None if inner is None else ir.Load(cell, inner)
        case ir.Look(table=table, indices=(index,)):
            inner = _put(index, names)
            return None if inner is None else ir.Look(table, (inner,))
        case ir.Binary(op="mod" as op, a=a, b=ir.Num() as b, span=None):
            inner = _put(a, names)
            return None if inner is None else ir.Binary(op, inner, b)
        case _:
            return None


# ---- the fill ----


def _enclosing(ways: tuple[walks.Way, ...], kind: ir.IrType) -> ir.Routine:
    own, others = ir.Var("own", kind), ir.Var("others", kind)
    near, out = ir.Var("near", kind), ir.Var("out", kind)
    body: list[ir.Stmt] = []
    for way in ways:

        def back(of: ir.Var, way: walks.Way = way) -> ir.Expr:
            how = "shift_down" if way.step > 0 else "shift_up"
            moved = ir.Binary(how, ir.Get(of), ir.Num(abs(way.step)))
            return ir.Binary("common", moved, ir.Mask(way.sources, kind.width))

        body.append(ir.Set(near, ir.Binary("common", ir.Get(others), back(own))))
        for _ in range(way.most - 2):
            more = ir.Binary("common", ir.Get(others), back(near))
            body.append(ir.Set(near, ir.Binary("joined", ir.Get(near), more)))
        body.append(ir.Set(out, ir.Binary("joined", ir.Get(out), back(near))))
    body.append(ir.Return(ir.Get(out)))
    return ir.Routine("enclosing", (own, others), kind, body)
