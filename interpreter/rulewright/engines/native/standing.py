"""Loops over a few numbers of which it is known beforehand who comes to the yield, in games that roll.

A loop asks for each of its members whether anything is left of a row of places, as of a column into which something may
still fall. While a game rolls, what is taken changes one place at a time, and each place is in one row; so the members
of which something is left are kept as a set, and looked at again only where their row changes. That they change is
rare: the processor goes on as if they did not, and need not wait for what is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.engines.native import loops, sets, values
from rulewright.engines.native.differing import all_differ
from rulewright.engines.native.groups import groups_of, simple
from rulewright.engines.native.notes import pays
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir, walk
from rulewright.program.constants import known
from rulewright.program.growing import change
from rulewright.program.rewriting import with_values

_MOST = 64


@dataclass(frozen=True, slots=True)
class Standing:
    """`loop`: the loop; `over`: the set of what is taken; `rows`: what each member asks for; `members` and `size`:
    where the members of which something is left are kept, and how many these are."""

    loop: ir.Each
    over: ir.Cell
    rows: dict[int, int]
    members: ir.Cell
    size: ir.Cell


def standing(generators: Iterable[ir.Routine], routines: Iterable[ir.Routine]) -> dict[ir.Stmt, Standing]:
    """The loops of generators of which it is known who comes to the yield."""
    every = [stmt for routine in routines for stmt in walk.statements(routine.body)]
    if any(isinstance(stmt, ir.Trial | ir.Attempt | ir.Compound) for stmt in every):
        return {}  # there states are put back
    changed = {stmt.cell for stmt in every if isinstance(stmt, ir.Store) and not change(stmt)}
    found: dict[ir.Stmt, Standing] = {}
    for generator in generators:
        groups = groups_of(generator)
        noted = groups is not None and groups.fixed and pays(groups) and all_differ(generator)
        for group in groups.listed if groups is not None and noted else ():
            if isinstance(group.loop, ir.Each) and not group.whole:
                one = None if group.loop in found else _standing(group.loop, f"{len(found)}")
                if one is not None and one.over not in changed:
                    found[group.loop] = one
    return found


def _standing(loop: ir.Each, name: str) -> Standing | None:
    match loop:
        case ir.Each(
            var=var,
            members=ir.Mask(value=members),
            body=[
                ir.Set(var=first, value=value, index=None, check=None),
                ir.If(
                    condition=ir.Binary(op="ne", a=ir.Get(var=asked, index=None), b=ir.Num(value=-1)),
                    then=[ir.Yield(key=key, picks=picks)],
                    otherwise=[],
                ),
            ],
        ) if asked is first and first is not var and simple((*key, *picks)):
            pass
        case _:
            return None
    left = _left_of(value)
    if not isinstance(left, ir.Binary) or left.op != "without" or not isinstance(left.b, ir.Load):
        return None
    over, width = left.b.cell, left.b.cell.type.width
    if left.b.index is not None or over.size > 1 or over.guarded or over.type.follows or not 0 < width <= _MOST:
        return None
    rows: dict[int, int] = {}
    for member in range(members.bit_length()):
        if members >> member & 1:
            row = known(left.a, {var: member})
            if not isinstance(row, int) or any(row & other for other in rows.values()) or row >> width:
                return None
            rows[member] = row
    if max(rows, default=0) >= _MOST:
        return None
    taken = int(over.init[0])  # type: ignore[arg-type]
    start = sum(1 << member for member, row in rows.items() if row & ~taken)
    kept = ir.Cell(f"standing {name}", ir.bits(_MOST), 1, (start,))
    return Standing(loop, over, rows, kept, ir.Cell(f"size of standing {name}", ir.INT, 1, (start.bit_count(),)))


def _left_of(value: ir.Expr) -> ir.Expr | None:
    """The set of which a value is a member, or -1 if it is empty."""
    match value:
        case ir.Unary(op="least" | "greatest", a=members):
            return members
        case ir.Invoke(
            routine=ir.Routine(
                params=params,
                body=[
                    ir.Each(var=var, members=members, body=[ir.Return(value=ir.Get(var=given, index=None))]),
                    ir.Return(value=ir.Num(value=-1)),
                ],
            ),
            args=args,
        ) if given is var:
            return with_values(members, dict(zip(params, args, strict=True)))
        case _:
            return None


def follow(stmt: ir.Store, w: Emitter) -> None:
    """What a statement that has run changes in what is kept."""
    value = change(stmt)
    if value is None or not isinstance(value.b, ir.Unary):
        return
    for one in w.linker.standing.values():
        if one.over is stmt.cell:
            _look(one, value.b.a, value.op == "joined", w)


def _look(one: Standing, changed: ir.Expr, taken: bool, w: Emitter) -> None:
    """Look at the row of a place again, which has been taken or is free now."""
    whose = [next((member for member, row in one.rows.items() if row >> i & 1), -1) for i in range(_MOST)]
    none = (1 << 64) - 1  # a place that there is not is always free
    number = values.int_value(changed, w)
    inside = w.new(f"icmp ult i32 {number}, {_MOST}")
    at = w.wide(w.new(f"select i1 {inside}, i32 {number}, i32 {_MOST}"))
    turned, done = w.label(), w.label()
    if taken:
        rows = w.linker.constants("i64", [*(one.rows.get(member, none) for member in whose), none])
        row = w.load("i64", w.at(rows, w.scaled(at, 8)))
        free = w.new(f"xor i64 {sets.members(ir.Load(one.over), 1, w)}, -1")
        same = w.new(f"icmp ne i64 {w.new(f'and i64 {row}, {free}')}, 0")
    else:
        bits = w.linker.constants("i64", [*(1 << member if member >= 0 else 0 for member in whose), 0])
        bit = w.load("i64", w.at(bits, w.scaled(at, 8)))
        same = w.new(f"icmp eq i64 {w.new(f'and i64 {bit}, {_turned(one, w)}')}, 0")
    w.line(f"br i1 {same}, label %{done}, label %{turned}, !prof !0")
    w.open = False
    w.mark(turned)
    bits = w.linker.constants("i64", [*(1 << member if member >= 0 else 0 for member in whose), 0])
    bit = w.load("i64", w.at(bits, w.scaled(at, 8)))
    before = w.load("i64", w.cell(one.members))
    after = w.new(f"and i64 {before}, {w.new(f'xor i64 {bit}, -1')}" if taken else f"or i64 {before}, {bit}")
    w.store("i64", after, w.cell(one.members))
    w.store("i32", w.new(f"trunc i64 {loops.size(after, 'i64', w)} to i32"), w.cell(one.size))
    w.jump(done)
    w.mark(done)


def _turned(one: Standing, w: Emitter) -> str:
    """The members of which nothing was left."""
    return w.new(f"xor i64 {w.load('i64', w.cell(one.members))}, -1")
