"""Statements that do not stop, as LLVM assembly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.engines import errors
from rulewright.engines.native import (
    context,
    loops,
    memory,
    placing,
    queue,
    rolling_chance,
    rolling_stops,
    rolling_together,
    rolling_ways,
    sets,
    sized,
    sparse,
    standing,
    truths,
    values,
    ways,
    yields,
)
from rulewright.engines.native.entries import alike
from rulewright.engines.native.layout import NativeUnsupported, reach
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.trials import write_attempt, write_trial
from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of
from rulewright.program.unread import sure


def write_body(body: Sequence[ir.Stmt], w: Emitter) -> None:
    for stmt in body:
        if w.open:
            write(stmt, w)


def write(stmt: ir.Stmt, w: Emitter) -> None:
    """One statement."""
    match stmt:
        case ir.Set():
            _set(stmt, w)
        case ir.Fill(var=var):
            _fill(var, values.typed(stmt.value, var.type, w), w)
        case ir.Append():
            _append(stmt, w)
        case ir.Store():
            _store(stmt, w)
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            yes, no, after = w.label(), w.label(), w.label()
            truths.branch(condition, yes, no if otherwise else after, w)
            w.mark(yes)
            write_body(then, w)
            w.jump(after)
            if otherwise:
                w.mark(no)
                write_body(otherwise, w)
                w.jump(after)
            w.mark(after)
        case ir.While() | ir.Each() | ir.EachItem() | ir.Count():
            loops.write_loop(stmt, w)
        case ir.EachStep():
            ways.write_steps(stmt, w)
        case ir.Break():
            loop = w.leaving.loops[-1]
            w.clean(loop.cleanups)
            w.jump(loop.after)
        case ir.Return(value=result):
            write_return(result, w)
        case ir.Do():
            _do(stmt, w)
        case ir.Fail():
            _fail(stmt, w)
        case ir.Rename():
            _rename(stmt, w)
        case ir.Enqueue():
            queue.enqueue(stmt, w)
        case ir.Dequeue():
            queue.dequeue(stmt, w)
        case ir.Record(parts=parts) if not w.linker.recorded:
            for part in parts:
                if not sure(part):
                    values.value(part, w)
        case ir.Record(parts=parts):
            key = values.digest(parts, w)
            noted = "_noted" if w.linker.rolling else ""
            room = w.new(f"call i1 @record{noted}(ptr {w.state}, ptr %c, i64 {key})")
            w.enough(room, context.NEED_HISTORY)
        case ir.ForgetRecords():
            w.store("i32", "0", w.at(w.state, memory.RECORDED))
        case ir.Tell(parts=parts):
            for part in parts:
                values.value(part, w)
        case ir.Finish():
            w.propagate(str(context.ENDED))
        case ir.Trial():
            write_trial(stmt, w)
        case ir.Attempt():
            write_attempt(stmt, w)
        case ir.Yield():
            yields.write_yield(stmt, w)
        case ir.YieldSubsets():
            yields.write_subsets(stmt, w)
        case ir.YieldBags():
            yields.write_bags(stmt, w)
        case ir.Decide() if w.linker.rolling:
            rolling_stops.write_decide(stmt, w)
        case ir.Draw() if w.linker.rolling:
            rolling_chance.write_draw(stmt, w)
        case ir.Compound() if w.linker.rolling:
            rolling_ways.write_compound(stmt, w)
        case ir.Together() if w.linker.rolling:
            rolling_together.write_together(stmt, w)
        case ir.Decide() | ir.Draw() | ir.Compound() | ir.Together():
            raise NativeUnsupported(f"a {type(stmt).__name__} inside a statement that stays whole")
        case _:
            assert_never(stmt)


# ---- giving values ----


def _checked(number: str, e: ir.Expr, check: ir.Check | None, w: Emitter) -> None:
    """A stored int keeps to its range."""
    if check is None or (isinstance(e, ir.Num) and check.lo <= e.value <= check.hi):
        return
    moved = w.new(f"sub i32 {number}, {check.lo}") if check.lo else number
    span = check.hi - check.lo
    inside = w.new(f"icmp ule i32 {moved}, {span}") if span >= 0 else "false"
    if span < 1 << 32 and not (check.lo == errors.LOWEST and check.hi == errors.HIGHEST):
        w.error_unless(inside, w.linker.faults.outside(check), w.wide(number))


def _set(stmt: ir.Set, w: Emitter) -> None:
    if stmt.check is None and sparse.change(stmt, w):
        return
    looks = family(stmt.var.type) == "list" and (w.in_memory(stmt.var) or w.linker.looking.kept(stmt, w.routine))
    found = values.value(stmt.value, w) if looks else values.typed(stmt.value, stmt.var.type, w)
    _checked(found, stmt.value, stmt.check, w)
    at = None if stmt.index is None else values.index(stmt.index, w)
    w.write(stmt.var, found, at)


def _fill(var: ir.Var, found: str, w: Emitter) -> None:
    for i in range(var.size):
        w.write(var, found, str(i))


def _append(stmt: ir.Append, w: Emitter) -> None:
    var = stmt.var
    number = values.value(stmt.value, w)
    place = w.place(var)
    if w.in_memory(var):
        length = w.load("i32", place)
        w.unless(w.new(f"icmp slt i32 {length}, {w.sizes.room}"), context.UNSUPPORTED)
        w.store("i32", number, w.at(w.at(place, 8), w.scaled(w.wide(length), 4)))
        w.store("i32", w.new(f"add i32 {length}, 1"), place)
        return
    longer = w.new(f"call %list @list_append(ptr %c, %list {w.load('%list', place)}, i32 {number})")
    w.store("%list", values.arena_list(longer, w), place)


def _store(stmt: ir.Store, w: Emitter) -> None:
    cell = stmt.cell
    if cell in w.linker.dead:
        _unread(stmt, w)
        return
    sized.follow(stmt, w)
    in_place = {"set": _bit, "list": placing.write}.get(family(cell.type))
    if in_place is None or not in_place(stmt, w):
        _lay(stmt, w)
    standing.follow(stmt, w)


def _lay(stmt: ir.Store, w: Emitter) -> None:
    """Store a whole value."""
    cell = stmt.cell
    found = values.value(stmt.value, w) if family(cell.type) == "list" else values.typed(stmt.value, cell.type, w)
    _checked(found, stmt.value, stmt.check, w)
    place = w.cell(cell, None if stmt.index is None else values.index(stmt.index, w))
    if family(cell.type) == "list":
        w.store_list(found, place, w.linker.memory.cells[cell].room)
    else:
        w.store(w.sizes.llvm(cell.type), found, place)


def comes_to_nothing(stmt: ir.Stmt, w: Emitter) -> bool:
    """Whether a statement does no more than store what nobody reads."""
    unread = isinstance(stmt, ir.Store) and stmt.cell in w.linker.dead and stmt.check is None
    return unread and all(map(sure, walk.expressions(stmt)))


def _unread(stmt: ir.Store, w: Emitter) -> None:
    """Nobody reads what would be stored; but it may go wrong."""
    for e in walk.expressions(stmt):
        if stmt.check is not None or not sure(e):
            found = values.value(e, w)
            if e is stmt.value:
                _checked(found, e, stmt.check, w)


def _bit(stmt: ir.Store, w: Emitter) -> bool:
    """`cell[i] += {x}` and `cell[i] -= {x}` of wide sets change one word."""
    match stmt.value:
        case ir.Binary(
            op=("joined" | "without") as op, a=ir.Load(cell=cell, index=index), b=ir.Unary(op="single", a=a)
        ):
            pass
        case _:
            return False
    words = w.sizes.words(stmt.cell.type)
    if cell is not stmt.cell or words < 2 or not alike(index, stmt.index):
        return False
    at = None if stmt.index is None else values.index(stmt.index, w)
    member = w.wide(values.value(a, w))
    inside = w.new(f"icmp ult i64 {member}, {64 * words}")
    near = w.new(f"select i1 {inside}, i64 {member}, i64 0")
    place = w.at(w.cell(stmt.cell, at), w.new(f"shl i64 {w.new(f'lshr i64 {near}, 6')}, 3"))
    bit = w.new(f"shl i64 {w.new(f'zext i1 {inside} to i64')}, {w.new(f'and i64 {near}, 63')}")
    old = w.load("i64", place)
    if op == "joined":
        w.store("i64", w.new(f"or i64 {old}, {bit}"), place)
    else:
        w.store("i64", w.new(f"and i64 {old}, {w.new(f'xor i64 {bit}, -1')}"), place)
    return True


# ---- leaving and calling ----


def write_return(result: ir.Expr | None, w: Emitter) -> None:
    """The end of a function or generator."""
    routine = w.routine
    kind = routine.result
    found = None
    if kind is not None:
        found = values.typed(result, kind, w) if result is not None else default(kind)
    w.clean()
    if w.gatherer is not None:
        w.gatherer.done(w)
    leave(found, w)


def default(kind: ir.IrType) -> str:
    """What an unset variable holds."""
    return {"set": "0", "list": "zeroinitializer"}.get(family(kind), "-1")


def leave(found: str | None, w: Emitter) -> None:
    kind = w.routine.result
    if w.linker.plain(w.routine):
        w.leave("ret void" if found is None or kind is None else f"ret {w.sizes.llvm(kind)} {found}")
        return
    if found is not None and kind is not None:
        w.store(w.sizes.llvm(kind), found, "%out")
    w.leave(f"ret i32 {context.OK}")


def _do(stmt: ir.Do, w: Emitter) -> None:
    given = values.arguments(stmt.routine, stmt.args, w)
    deep = stmt.routine in w.linker.recursive
    if deep:
        depth = w.at("%c", context.DEPTH)
        now = w.new(f"add i32 {w.load('i32', depth)}, 1")
        w.error_unless(w.new(f"icmp slt i32 {now}, {context.DEEPEST}"), w.linker.faults.too_deep())
        w.store("i32", now, depth)
    kept = queue.lay_down(w.keep(stmt), w)

    def check(sign: str) -> None:
        queue.take_up(kept, w)
        if deep:
            w.store("i32", w.new(f"sub i32 {w.load('i32', depth)}, 1"), depth)
        w.check(sign)

    found = values.called(stmt.routine, given, w, check)
    if w.linker.plain(stmt.routine):
        queue.take_up(kept, w)
    if stmt.result is not None:
        w.write(stmt.result, default(stmt.result.type) if found is None else _fit(found, stmt, w))


def _fit(found: str, stmt: ir.Do, w: Emitter) -> str:
    """What a routine returned, as its variable holds it."""
    assert stmt.result is not None and stmt.routine.result is not None
    if family(stmt.result.type) != "set":
        return found
    return sets.resized(found, w.sizes.words(stmt.routine.result), w.sizes.words(stmt.result.type), w)


def _fail(stmt: ir.Fail, w: Emitter) -> None:
    if w.linker.rolling:
        w.propagate(str(context.ERROR))
        return
    kinds = []
    place = context.VALUES
    for part in stmt.text:
        if isinstance(part, str):
            continue
        kind = type_of(part[0])
        match family(kind):
            case "set":
                words = reach(part[0], w.sizes)
                kind = ir.bits(64 * words)
                w.store(f"i{64 * words}", sets.members(part[0], words, w), w.at("%c", place))
                place += 8 * words
            case "list":
                w.store("%list", values.kept_list(part[0], w), w.at("%c", place))
                place += 16
            case _:
                w.store("i64", w.wide(values.value(part[0], w)), w.at("%c", place))
                place += 8
        kinds.append(kind)
    if place > context.VALUES_END:
        raise NativeUnsupported("a message with so many values")
    w.fail(w.linker.faults.failure(stmt, tuple(kinds)))


def _rename(stmt: ir.Rename, w: Emitter) -> None:
    old = values.value(stmt.old, w)
    new = values.value(stmt.new, w)
    does, after = w.label(), w.label()
    w.branch(w.new(f"icmp sge i32 {old}, 0"), does, after)
    w.mark(does)
    for var in w.keep(stmt):
        queue.follow(var, old, new, w)
    if w.linker.follows(w.routine):
        w.line(f"call void @rename(ptr {w.state}, ptr %c, i32 {old}, i32 {new})")
    w.jump(after)
    w.mark(after)
