"""What is done to each component of a set, one after the other, is done to the set.

Before:

    items = elements(turning & filled)
    i = 0
    while i < length(items):
        x = items[i]
        i += 1
        if x >= 0:
            set_owner(x, p)

As long as no component is moved or renamed meanwhile, the list is the set, and its members are no less than 0:

    for x in turning & filled:
        set_owner(x, p)

After, where `set_owner` does no more than tell who owns `x`:

    given = turning & filled
    owned[0] -= given
    owned[1] -= given
    owned[2] -= given
    owned[p % 3] += given
    for x in given:
        owner[x] = p
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program import ir, walk
from rulewright.program.passes.lifting import same
from rulewright.program.typeof import type_of


def rewrite(program: ir.Program) -> None:
    """Rewrite such loops in all routines."""
    cells = {cell.name: cell for cell in program.cells}
    for routine in program.routines:
        for body in _bodies(routine.body):
            _as_sets(body, routine)
        if "owner" in cells and "owned" in cells:
            for body in _bodies(routine.body):
                _give(body, cells["owner"], cells["owned"])


def _bodies(body: list[ir.Stmt]) -> list[list[ir.Stmt]]:
    """A body and all inside it, the inner ones first."""
    inside = [inner for stmt in walk.statements(body) for inner in walk.bodies(stmt)]
    return [*reversed(inside), body]


# ---- lists that are sets ----


@dataclass(frozen=True, slots=True)
class _Listed:
    """A loop over the list of a set's members, by the number of each."""

    members: ir.Expr
    item: ir.Var
    own: tuple[ir.Var, ...]
    body: list[ir.Stmt]


def _as_sets(body: list[ir.Stmt], routine: ir.Routine) -> None:
    for at in reversed(range(len(body) - 2)):
        found = _listed(body[at : at + 3])
        if found is not None and _stays(found, routine):
            inside = [one for stmt in found.body for one in _certain(stmt, found.item)]
            body[at : at + 3] = [ir.Each(found.item, found.members, inside)]


def _listed(three: list[ir.Stmt]) -> _Listed | None:
    match three:
        case [
            ir.Set(var=items, value=ir.Unary(op="elements", a=members), index=None),
            ir.Set(var=i, value=ir.Num(value=0), index=None),
            ir.While(
                condition=ir.Binary(
                    op="lt",
                    a=ir.Get(var=tested, index=None),
                    b=ir.Unary(op="length", a=ir.Get(var=measured, index=None)),
                ),
                body=[
                    ir.Set(
                        var=item,
                        value=ir.Binary(op="nth", a=ir.Get(var=listed, index=None), b=ir.Get(var=at, index=None)),
                        index=None,
                        check=None,
                    ),
                    ir.Set(
                        var=counted,
                        value=ir.Binary(op="add", a=ir.Get(var=before, index=None), b=ir.Num(value=1)),
                        index=None,
                        check=None,
                    ),
                    *rest,
                ],
            ),
        ] if measured is items and listed is items and tested is i and at is i and counted is i and before is i:
            return _Listed(members, item, (items, i), rest)
        case _:
            return None


def _stays(found: _Listed, routine: ir.Routine) -> bool:
    """Whether a list stays what it is while the loop goes on, and only the loop uses its variables."""
    inside = list(walk.statements(found.body))
    if any(var in (*found.own, found.item) for stmt in inside for var in walk.assigned(stmt)):
        return False
    reads = dict.fromkeys((*found.own, found.item), 0)
    for stmt in walk.statements(routine.body):
        for var in walk.variables(walk.expressions(stmt)):
            if var in reads:
                reads[var] += 1
    items, i = found.own
    within = sum(var is found.item for stmt in inside for var in walk.variables(walk.expressions(stmt)))
    if reads[items] != 2 or reads[i] != 3 or reads[found.item] != within:
        return False
    called = [stmt.routine for stmt in inside if isinstance(stmt, ir.Do)]
    every = [*inside, *(stmt for one in walk.reachable(called) for stmt in walk.statements(one.body))]
    return not any(isinstance(stmt, ir.Rename | ir.Decide | ir.Draw | ir.Compound | ir.Together) for stmt in every)


def _certain(stmt: ir.Stmt, member: ir.Var) -> list[ir.Stmt]:
    """A statement without the question whether a member is none."""
    match stmt:
        case ir.If(
            condition=ir.Binary(op="ge", a=ir.Get(var=var, index=None), b=ir.Num(value=0)), then=then, otherwise=[]
        ) if var is member:
            return then
        case _:
            return [stmt]


# ---- owners ----


def _give(body: list[ir.Stmt], owner: ir.Cell, owned: ir.Cell) -> None:
    for at, stmt in reversed(list(enumerate(body))):
        match stmt:
            case ir.Each(var=x, members=members, body=[ir.Do(routine=routine, args=(given, seat), result=None)]) if (
                isinstance(given, ir.Get)
                and given.var is x
                and given.index is None
                and _is_fixed(seat, x, owned)
                and _gives(routine, owner, owned)
                and type_of(members).width <= owned.type.width
            ):
                body[at : at + 1] = _given(x, members, seat, owner, owned)
            case _:
                pass


def _is_fixed(seat: ir.Expr, x: ir.Var, owned: ir.Cell) -> bool:
    """Whether the new owner is the same for all members."""
    match seat:
        case ir.Num():
            return True
        case ir.Get(var=var, index=None):
            return var is not x
        case ir.Load(cell=cell, index=None):
            return cell is not owned
        case _:
            return False


def _gives(routine: ir.Routine, owner: ir.Cell, owned: ir.Cell) -> bool:
    """Whether a function tells who owns a component, and does nothing else."""
    if len(routine.params) != 2:
        return False
    x, seat = routine.params
    match routine.body:
        case [
            ir.If(
                condition=ir.Binary(op="ge", a=ir.Get(var=a), b=ir.Num(value=0)),
                then=[ir.Store() as left, ir.Store() as joined],
                otherwise=[],
            ),
            ir.Store(cell=cell, index=ir.Get(var=b, index=None), value=ir.Get(var=new, index=None), check=None),
        ] if cell is owner and a is x and b is x and new is seat:
            before = ir.Load(owner, ir.Get(x))
            return _moves(left, "without", before, x, owned) and _moves(joined, "joined", ir.Get(seat), x, owned)
        case _:
            return False


def _moves(store: ir.Store, op: str, seat: ir.Expr, x: ir.Var, owned: ir.Cell) -> bool:
    """`owned[seat % n] += {x}` or `-= {x}`."""
    match store:
        case ir.Store(
            cell=cell,
            index=ir.Binary(op="mod", a=whose, b=ir.Num(value=entries), span=None) as index,
            value=ir.Binary(op=how, a=ir.Load() as before, b=ir.Unary(op="single", a=ir.Get(var=member, index=None))),
            check=None,
        ):
            place = cell is owned and before.cell is owned and same(before.index, index)
            return place and how == op and entries == owned.size and member is x and same(whose, seat)
        case _:
            return False


def _given(x: ir.Var, members: ir.Expr, seat: ir.Expr, owner: ir.Cell, owned: ir.Cell) -> list[ir.Stmt]:
    given = ir.Var("given", owned.type)
    out: list[ir.Stmt] = [ir.Set(given, members)]
    for entry in range(owned.size):
        kept = ir.Binary("without", ir.Load(owned, ir.Num(entry)), ir.Get(given))
        out.append(ir.Store(owned, ir.Num(entry), kept))
    index = ir.Num(seat.value % owned.size) if isinstance(seat, ir.Num) else ir.Binary("mod", seat, ir.Num(owned.size))
    out.append(ir.Store(owned, index, ir.Binary("joined", ir.Load(owned, index), ir.Get(given))))
    return [*out, ir.Each(x, ir.Get(given), [ir.Store(owner, ir.Get(x), seat)])]
