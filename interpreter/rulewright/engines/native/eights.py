"""Loops over lists of tables whose items are tested by sets, as LLVM assembly: eight items at a time.

Such a loop begins with conditions that end it, and with one under which anything is done:

    for hit in ray[s, d]:
        if some(before[hit] & filled - {s}):
            break
        if some(theirs & site[hit]):
            ...

What tables say of the items lies in rows of its own, in the order of the items; so eight entries are one load, and what
is true of each of eight items one bit each. Only those that pass come to the body.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.engines.native import loops, sets, statements, values
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.tables import all_items
from rulewright.engines.native.writer import Loop
from rulewright.program import ir, walk
from rulewright.program.passes.prefixes import cannot_fail
from rulewright.program.typeof import family, type_of

_EIGHT = "<8 x i64>"
_ONES = f"<{', '.join(['i64 -1'] * 8)}>"
_QUIET = (
    ir.Set
    | ir.Fill
    | ir.Append
    | ir.If
    | ir.Each
    | ir.EachItem
    | ir.EachStep
    | ir.Count
    | ir.Break
    | ir.Return
    | ir.Yield
)


@dataclass(frozen=True, slots=True)
class _Tested:
    """`ends`: conditions that end the loop; `passing`: those under which the body runs."""

    table: ir.Table
    ends: tuple[ir.Unary, ...]
    passing: tuple[ir.Unary, ...]
    body: list[ir.Stmt]


def write(stmt: ir.EachItem, w: Emitter) -> bool:
    """Write the loop in this way, if it can be; whether it was."""
    tested = _tested(stmt, w)
    if tested is None:
        return False
    assert isinstance(stmt.items, ir.Look)
    place, _ = values.entry(stmt.items, w)
    start, length = w.wide(w.load("i32", place)), w.wide(w.load("i32", w.at(place, 4)))
    loops.charge(stmt, length, w)
    conditions = {test: _condition(test.a, stmt.var, tested.table, w) for test in (*tested.ends, *tested.passing)}
    at, left = w.alloca("i64"), w.alloca("i64")
    w.store("i64", "0", at)
    head, inside, each, taken, more, after = (w.label() for _ in range(6))
    w.mark(head)
    now = w.load("i64", at)
    w.branch(w.new(f"icmp slt i64 {now}, {length}"), inside, after)
    w.mark(inside)
    first = w.new(f"add i64 {start}, {now}")
    coming = w.new(f"sub i64 {length}, {now}")
    few = w.new(f"call i64 @llvm.smin.i64(i64 {coming}, i64 8)")
    valid = w.new(f"sub i64 {w.new(f'shl i64 1, {few}')}, 1")
    ending = "0"
    for test in tested.ends:
        ending = w.new(f"or i64 {ending}, {_bits(test, conditions[test](first), w)}")
    ending = w.new(f"and i64 {ending}, {valid}")
    lowest = w.new(f"and i64 {ending}, {w.new(f'sub i64 0, {ending}')}")
    found = w.new(f"and i64 {valid}, {w.new(f'sub i64 {lowest}, 1')}")
    for test in tested.passing:
        found = w.new(f"and i64 {found}, {_bits(test, conditions[test](first), w)}")
    w.store("i64", found, left)
    w.mark(each)
    some = w.load("i64", left)
    w.branch(w.new(f"icmp ne i64 {some}, 0"), taken, more)
    w.mark(taken)
    bit = w.new(f"call i64 @llvm.cttz.i64(i64 {some}, i1 true)")
    w.store("i64", w.new(f"and i64 {some}, {w.new(f'sub i64 {some}, 1')}"), left)
    items = w.at(w.linker.items_of(tested.table), w.scaled(w.new(f"add i64 {first}, {bit}"), 4))
    w.write(stmt.var, w.load("i32", items))
    w.leaving.loops.append(Loop(after, len(w.leaving.cleanups)))
    statements.write_body(tested.body, w)
    w.leaving.loops.pop()
    w.jump(each)
    w.mark(more)
    w.store("i64", w.new(f"add i64 {now}, 8"), at)
    w.branch(w.new(f"icmp eq i64 {ending}, 0"), head, after)
    w.mark(after)
    return True


# ---- what can be tested so ----


def _tested(stmt: ir.EachItem, w: Emitter) -> _Tested | None:
    if not isinstance(stmt.items, ir.Look) or stmt.rest is not None or stmt.var.type.follows:
        return None
    inside = list(walk.statements(stmt.body))
    if w.routine.sort == "flow" or not all(isinstance(one, _QUIET) for one in inside):
        return None
    changed = {stmt.var, *(var for one in inside for var in walk.assigned(one))}
    ends: list[ir.Unary] = []
    body = list(stmt.body)
    while body:
        match body[0]:
            case ir.If(condition=ir.Unary() as test, then=[ir.Break()], otherwise=[]) if _by_sets(
                test, stmt.var, changed, w
            ):
                ends.append(test)
                body.pop(0)
            case _:
                break
    passing, body = _passing(body, stmt.var, changed, w)
    return _Tested(stmt.items.table, tuple(ends), tuple(passing), body) if ends or passing else None


def _passing(
    body: list[ir.Stmt], item: ir.Var, changed: set[ir.Var], w: Emitter
) -> tuple[list[ir.Unary], list[ir.Stmt]]:
    """The first conditions under which all of a body stands, and what is left of it."""
    match body:
        case [ir.If(condition=ir.Unary() as test, then=then, otherwise=[])] if _by_sets(test, item, changed, w):
            return [test], then
        case [ir.If(condition=ir.Binary(op="and", a=ir.Unary() as test, b=b), then=then, otherwise=[])] if _by_sets(
            test, item, changed, w
        ):
            more, rest = _passing([ir.If(b, then)], item, changed, w)
            return [test, *more], rest
        case _:
            return [], body


def _by_sets(test: ir.Unary, item: ir.Var, changed: set[ir.Var], w: Emitter) -> bool:
    """Whether a condition asks if anything is in a set, of one word, that tables have for the item."""
    return test.op in ("some", "none_of") and _of_item(test.a, item, changed, w) and item in walk.variables([test])


def _of_item(of: ir.Expr, item: ir.Var, changed: set[ir.Var], w: Emitter) -> bool:
    match of:
        case ir.Look(table=table, indices=(ir.Get(var=var, index=None),)) if var is item:
            return family(table.type) == "set" and w.sizes.words(table.type) == 1
        case ir.Binary(op="common" | "joined" | "without", a=a, b=b) if item in walk.variables([of]):
            return _of_item(a, item, changed, w) and _of_item(b, item, changed, w)
        case _:
            fixed = family(type_of(of)) == "set" and cannot_fail(of) and not changed & set(walk.variables([of]))
            return fixed and reach(of, w.sizes) == 1


# ---- eight at a time ----


def _condition(of: ir.Expr, item: ir.Var, listed: ir.Table, w: Emitter) -> Callable[[str], str]:
    """What gives eight sets, from the place of the first item among all; what is the same for all is computed here."""
    match of:
        case ir.Look(table=table, indices=(ir.Get(var=var, index=None),)) if var is item:
            every = [table.values[one] for one in all_items(listed)]
            row = w.linker.constants("i64", [*(one for one in every if isinstance(one, int)), *[0] * 8])
            return lambda first: w.load(_EIGHT, w.at(row, w.scaled(first, 8)), 8)
        case ir.Binary(op=op, a=a, b=b) if item in walk.variables([of]):
            one, other = _condition(a, item, listed, w), _condition(b, item, listed, w)
            return lambda first: _operated(op, one(first), other(first), w)
        case _:
            first_ = w.new(f"insertelement {_EIGHT} poison, i64 {sets.members(of, 1, w)}, i32 0")
            same = w.new(f"shufflevector {_EIGHT} {first_}, {_EIGHT} poison, <8 x i32> zeroinitializer")
            return lambda first: same


def _operated(op: str, a: str, b: str, w: Emitter) -> str:
    if op == "without":
        b = w.new(f"xor {_EIGHT} {b}, {_ONES}")
    return w.new(f"{'or' if op == 'joined' else 'and'} {_EIGHT} {a}, {b}")


def _bits(test: ir.Unary, found: str, w: Emitter) -> str:
    """For which of eight sets a condition holds, as bits of an i64."""
    sign = "ne" if test.op == "some" else "eq"
    truths = w.new(f"icmp {sign} {_EIGHT} {found}, zeroinitializer")
    return w.new(f"zext i8 {w.new(f'bitcast <8 x i1> {truths} to i8')} to i64")
