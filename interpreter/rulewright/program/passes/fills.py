"""What is enclosed between a player's components and a site is found for all sites at once.

Before, where `enclosed` gathers over all directions the run of `others` next to a site, if a component of `p` is past
it:

    for s in {0..63} - filled:
        turning = enclosed(p, s)
        if some(turning):
            yield Place(s)

After, where `others` are not `p`'s:

    for s in {0..63} - filled & enclosing(owned[p % 3], others) if p >= 0 else such({0..63} - filled, p):
        turning = enclosed(p, s)
        yield Place(s)

A loop that is left at its first site only asks whether there is one. `enclosing` fills, for each direction, what is
others' from the owner's sites backwards, and steps back once more; so far as sites follow one another, two, four and
more steps are done in one:

    through = others & {0..55}
    near = through & shift_down(own, 8)
    near += through & shift_down(near, 8)
    through = through & shift_down(through, 8)
    near += through & shift_down(near, 16)
    near += through & shift_down(near, 16)
    out += shift_down(near, 8) & {0..55}

It applies where each direction is one step of the sites' numbers all over the board. What is enclosed from one site is
gathered by `enclosed_from(owned[p % 3], others, s)`, which asks no component for its owner, where `p` is a seat for
certain. `such` finds the sites for a `p` that is none, by going from each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import copies, ir, rewriting, walk
from rulewright.program.passes import walks
from rulewright.program.passes.lifting import same


@dataclass(slots=True)
class _Fills:
    """What the pass knows of a program, and the routines that it has made."""

    program: ir.Program
    owner: ir.Cell
    owned: ir.Cell
    fills: dict[tuple[walks.Way, ...], ir.Routine] = field(default_factory=dict)
    gathered: dict[tuple[ir.Routine, ir.Routine, int], ir.Routine] = field(default_factory=dict)
    found: dict[ir.Routine, ir.Routine] = field(default_factory=dict)
    exact: list[ir.Each] = field(default_factory=list)

    @property
    def sites(self) -> ir.IrType:
        return self.owned.type

    def own(self, player: ir.Expr) -> ir.Expr:
        """What is a player's."""
        return ir.Load(self.owned, ir.Binary("mod", player, ir.Num(self.owned.size)))

    def is_seat(self, player: ir.Expr) -> bool:
        """Whether a player is certainly not none, as the mover is."""
        match player:
            case ir.Num(value=value):
                return 0 <= value < self.owned.size - 1
            case ir.Load(cell=cell):
                return cell is self.program.mover
            case _:
                return False


@dataclass(frozen=True, slots=True)
class _Enclosed:
    """What a function gathers: the runs of `others` from `site` along `ways` up to what is `player`'s. `run` and `past`
    are the functions that walk, in the directions `along` (bits)."""

    others: ir.Expr
    player: ir.Expr
    site: ir.Expr
    ways: tuple[walks.Way, ...]
    run: ir.Routine
    past: ir.Routine
    along: int


_Names = dict[ir.Var, ir.Expr]


def rewrite(program: ir.Program) -> None:
    """Narrow the loops over sites that ask what is enclosed from each, and gather what is enclosed with sets only."""
    cells = {cell.name: cell for cell in program.cells}
    if "owner" not in cells or "owned" not in cells or not any(map(walks.walked, program.routines)):
        return
    fills = _Fills(program, cells["owner"], cells["owned"])
    for routine in list(program.routines):
        _narrow_all(routine.body, routine, fills)
        _answer(routine.body, fills)
    for routine in program.routines:
        rewriting.rewrite(routine.body, lambda expr: _gathered(expr, fills))
    program.routines += [*fills.fills.values(), *fills.gathered.values(), *fills.found.values()]


def _narrow_all(body: list[ir.Stmt], routine: ir.Routine, fills: _Fills) -> None:
    for stmt in walk.statements(body):
        if isinstance(stmt, ir.Each) and not stmt.var.type.follows:
            _narrow(stmt, routine, fills)


def _answer(body: list[ir.Stmt], fills: _Fills) -> None:
    """Loops that are left at their first member only ask whether there is one."""
    for at, stmt in enumerate(body):
        for inner in walk.bodies(stmt):
            _answer(inner, fills)
        if isinstance(stmt, ir.Each) and stmt in fills.exact:
            match stmt.body:
                case [ir.Return(value=ir.Num())]:
                    body[at] = ir.If(ir.Unary("some", stmt.members), stmt.body)
                case _:
                    pass


def _narrow(loop: ir.Each, routine: ir.Routine, fills: _Fills) -> None:
    asked = _asked(loop.body, routine)
    found = None if asked is None else _gathers(asked, fills)
    if asked is None or found is None or not (isinstance(found.site, ir.Get) and found.site.var is loop.var):
        return
    more = tuple(arg for arg in asked.args if not _is(arg, loop.var))
    if len(more) != len(asked.args) - 1 or not _still(loop, (found.others, found.player, *more)):
        return
    near = ir.Invoke(_enclosing(found.ways, fills), (fills.own(found.player), found.others))
    if not _apart(found, fills):
        seated = ir.Binary("ge", found.player, ir.Num(0))
        every = ir.Mask((1 << fills.sites.width) - 1, fills.sites.width)
        loop.members = ir.Binary("common", loop.members, ir.Select(seated, near, every))
        return
    exact: ir.Expr = ir.Binary("common", loop.members, near)
    if not fills.is_seat(found.player):
        sites = copies.expression(loop.members)
        such = ir.Invoke(_such(asked, loop.var, fills), (sites, *(copies.expression(arg) for arg in more)))
        exact = ir.Select(ir.Binary("ge", found.player, ir.Num(0)), exact, such)
    loop.members = exact
    test = loop.body.pop()
    assert isinstance(test, ir.If)
    loop.body += test.then
    fills.exact.append(loop)


def _apart(found: _Enclosed, fills: _Fills) -> bool:
    """Whether others are never the player's, so that whatever is enclosed is found by the fill, and nothing else."""
    size = fills.owned.size
    match found.others:
        case ir.Load(
            cell=cell,
            index=ir.Binary(op="mod", a=ir.Look(table=table, indices=(seat,)), b=ir.Num(value=entries), span=None),
        ) if cell is fills.owned and entries == size and same(seat, found.player) and len(table.values) <= size:
            of_seats = [value for value in table.values[:-1] if isinstance(value, int)]
            return all(other % size != seat for seat, other in enumerate(of_seats))
        case _:
            return False


def _is(expr: ir.Expr, var: ir.Var) -> bool:
    return isinstance(expr, ir.Get) and expr.var is var and expr.index is None


def _gathered(expr: ir.Expr, fills: _Fills) -> ir.Expr | None:
    """What a call gathers, for a player who is not none, with sets."""
    found = _gathers(expr, fills) if isinstance(expr, ir.Invoke) else None
    if found is None or not fills.is_seat(found.player):
        return None
    return ir.Invoke(_enclosed_from(found, fills), (fills.own(found.player), found.others, found.site))


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
            alike = all(
                isinstance(x, ir.Get) and isinstance(y, ir.Get) and x.var is y.var and x.index is y.index is None
                for x, y in zip(past.args, run.args, strict=True)
            )
            seat = _put(player, names)
            to, over = walks.walked(past.routine), walks.walked(run.routine)
            if not alike or seat is None or to is None or over is None:
                return None
            if (to.what, over.what) != ("past", "run") or to.table is not over.table:
                return None
            site, along, others = args
            if site is None or others is None or not (isinstance(along, ir.Get) and along.var is way):
                return None
            found = walks.ways(to.table, ways)
            if found is None or way in walk.variables([others, seat, site]):
                return None
            return _Enclosed(others, seat, site, found, run.routine, past.routine, ways)
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


# ---- the functions that are made ----


def _enclosing(ways: tuple[walks.Way, ...], fills: _Fills) -> ir.Routine:
    if ways not in fills.fills:
        kind = fills.sites
        own, others = ir.Var("own", kind), ir.Var("others", kind)
        through, near, out = ir.Var("through", kind), ir.Var("near", kind), ir.Var("out", kind)
        body: list[ir.Stmt] = []
        for way in ways:
            if way.most > 1:
                body += _fill(way, own, others, through, near)
                back = ir.Binary("common", _back(near, way.step), ir.Mask(way.sources, kind.width))
                body.append(ir.Set(out, ir.Binary("joined", ir.Get(out), back)))
        body.append(ir.Return(ir.Get(out)))
        fills.fills[ways] = ir.Routine("enclosing", (own, others), kind, body)
    return fills.fills[ways]


def _fill(way: walks.Way, own: ir.Var, others: ir.Var, through: ir.Var, near: ir.Var) -> list[ir.Stmt]:
    """`near` becomes what is others' in a row backwards from what is the owner's: as many as there can be between two
    sites. `through` are the sites from which so many as `by` steps lead through others."""
    on = ir.Binary("common", ir.Get(others), ir.Mask(way.sources, others.type.width))
    body: list[ir.Stmt] = [
        ir.Set(through, on),
        ir.Set(near, ir.Binary("common", ir.Get(through), _back(own, way.step))),
    ]
    by, filled, most = 1, 1, way.most - 1
    while filled < most:
        if filled >= 2 * by and most - filled > by:
            ways_on = ir.Binary("common", ir.Get(through), _back(through, by * way.step))
            body.append(ir.Set(through, ways_on))
            by *= 2
        more = ir.Binary("common", ir.Get(through), _back(near, by * way.step))
        body.append(ir.Set(near, ir.Binary("joined", ir.Get(near), more)))
        filled += by
    return body


def _back(of: ir.Var, steps: int) -> ir.Expr:
    return ir.Binary("shift_down" if steps > 0 else "shift_up", ir.Get(of), ir.Num(abs(steps)))


def _enclosed_from(found: _Enclosed, fills: _Fills) -> ir.Routine:
    """The runs of others from a site up to what is the owner's."""
    key = (found.run, found.past, found.along)
    if key not in fills.gathered:
        kind = fills.sites
        own, others, s = ir.Var("own", kind), ir.Var("others", kind), ir.Var("s", ir.INT)
        d, line, out = ir.Var("d", ir.INT), ir.Var("line", kind), ir.Var("out", kind)
        args = (ir.Get(s), ir.Get(d), ir.Get(others))
        closed = ir.Binary("has", ir.Get(own), ir.Invoke(found.past, args))
        kept = ir.Select(closed, ir.Get(line), ir.Mask(0, kind.width))
        body: list[ir.Stmt] = [
            ir.Set(line, ir.Invoke(found.run, args)),
            ir.Set(out, ir.Binary("joined", ir.Get(out), kept)),
        ]
        directions = ir.Mask(found.along, found.along.bit_length())
        whole: list[ir.Stmt] = [ir.Each(d, directions, body), ir.Return(ir.Get(out))]
        fills.gathered[key] = ir.Routine("enclosed_from", (own, others, s), kind, whole)
    return fills.gathered[key]


def _such(asked: ir.Invoke, site: ir.Var, fills: _Fills) -> ir.Routine:
    """Those of some sites from which a function encloses something."""
    if asked.routine not in fills.found:
        kind = fills.sites
        sites, s, out = ir.Var("sites", kind), ir.Var("s", ir.INT), ir.Var("out", kind)
        params = {
            param: ir.Var(param.name, param.type)
            for param, arg in zip(asked.routine.params, asked.args, strict=True)
            if not _is(arg, site)
        }
        args = tuple(ir.Get(params.get(param, s)) for param in asked.routine.params)
        more = ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Unary("single", ir.Get(s))))
        test = ir.If(ir.Unary("some", ir.Invoke(asked.routine, args)), [more])
        body: list[ir.Stmt] = [ir.Each(s, ir.Get(sites), [test]), ir.Return(ir.Get(out))]
        fills.found[asked.routine] = ir.Routine("such", (sites, *params.values()), kind, body)
    return fills.found[asked.routine]
