"""Loops as LLVM assembly. Each charges the budget as the reference engine does."""

from __future__ import annotations

from rulewright.engines.native import context, eights, sets, sparse, statements, truths, values
from rulewright.engines.native.layout import reach
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.writer import Loop
from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of


def charge(loop: ir.Stmt, amount: str, w: Emitter) -> None:
    """Take so many rounds (an i64) of a loop from the budget."""
    weight = w.linker.weight(loop)
    if not weight:
        return
    if weight > 1:
        amount = w.scaled(amount, weight)
    place = w.at("%c", context.BUDGET)
    left = w.new(f"sub i64 {w.load('i64', place)}, {amount}")
    w.store("i64", left, place)
    w.error_unless(w.new(f"icmp sge i64 {left}, 0"), w.linker.spent(w.routine))


def write_loop(stmt: ir.While | ir.Each | ir.EachItem | ir.Count, w: Emitter) -> None:
    if w.gatherer is not None and w.gatherer.loop(stmt, w):
        return
    match stmt:
        case ir.While(condition=condition, body=body):
            head, inside, after = w.label(), w.label(), w.label()
            w.mark(head)
            truths.branch(condition, inside, after, w)
            w.mark(inside)
            charge(stmt, "1", w)
            body_of(body, head, after, w)
        case ir.Each(var=var, members=members, body=body, rest=None):
            each(stmt, var, members, body, w)
        case ir.Each(var=var, members=members, body=body, rest=rest):
            assert rest is not None
            _each_followed(stmt, var, members, body, rest, w)
        case ir.EachItem(var=var, items=ir.Unary(op="elements", a=members), body=body, rest=None):
            each(stmt, var, members, body, w)
        case ir.EachItem(var=var, items=ir.MakeList(items=items), body=body, rest=None):
            _each_of(stmt, var, items, body, w)
        case ir.EachItem():
            if not eights.write(stmt, w):
                _items(stmt, w)
        case ir.Count(var=var, lo=lo, hi=hi, body=body):
            coming = w.alloca("i64")
            w.store("i64", w.wide(values.value(lo, w)), coming)
            last = w.wide(values.value(hi, w))
            head, inside, after = w.label(), w.label(), w.label()
            w.mark(head)
            now = w.load("i64", coming)
            w.branch(w.new(f"icmp sle i64 {now}, {last}"), inside, after)
            w.mark(inside)
            w.write(var, w.new(f"trunc i64 {now} to i32"))
            w.store("i64", w.new(f"add nsw i64 {now}, 1"), coming)
            charge(stmt, "1", w)
            body_of(body, head, after, w)


def body_of(body: list[ir.Stmt], head: str, after: str, w: Emitter) -> None:
    """A loop's body, then back to its head; a break goes behind it."""
    w.leaving.loops.append(Loop(after, len(w.leaving.cleanups)))
    rolls = w.linker.rolling and w.routine.sort == "flow"
    arena = w.load("i64", w.at("%c", context.ARENA)) if rolls else ""
    statements.write_body(body, w)
    if rolls:  # a game that rolls goes round here for as long as it lasts; lists of a flow lie in its locals
        w.store("i64", arena, w.at("%c", context.ARENA))
    w.leaving.loops.pop()
    w.jump(head)
    w.mark(after)


def size(found: str, kind: str, w: Emitter) -> str:
    """How many members a set has, as an i64."""
    words = int(kind[1:]) // 64
    if words > sparse.FEW_WORDS:
        return w.new(f"call i64 @size_of(ptr {sparse.laid(found, words, w)}, i64 {words})")
    counted = w.new(f"call {kind} @llvm.ctpop.{kind}({kind} {found})")
    return counted if kind == "i64" else w.new(f"trunc {kind} {counted} to i64")


def each(loop: ir.Stmt, var: ir.Var, members: ir.Expr, body: list[ir.Stmt], w: Emitter) -> None:
    """Word by word, each from its lowest bit."""
    if sparse.is_few(members, w):
        _each_part(loop, var, members, body, w)
        return
    words = reach(members, w.sizes)
    kind = f"i{64 * words}"
    found = sets.members(members, words, w)
    charge(loop, size(found, kind, w), w)
    if all(statements.comes_to_nothing(stmt, w) for stmt in body) and not _is_read(var, body, w):
        return
    left = w.alloca("i64")
    head, inside, after = w.label(), w.label(), w.label()
    if words == 1:
        w.store("i64", found, left)
        w.mark(head)
        now = w.load("i64", left)
        w.branch(w.new(f"icmp ne i64 {now}, 0"), inside, after)
        base = "0"
    else:
        whole, at, more, following = w.alloca(kind), w.alloca("i64"), w.label(), w.label()
        w.store(kind, found, whole)
        w.store("i64", "0", at)
        w.store("i64", w.load("i64", whole), left)
        w.mark(head)
        now = w.load("i64", left)
        w.branch(w.new(f"icmp ne i64 {now}, 0"), inside, more)
        w.mark(more)
        coming = w.new(f"add i64 {w.load('i64', at)}, 1")
        w.branch(w.new(f"icmp ult i64 {coming}, {words}"), following, after)
        w.mark(following)
        w.store("i64", coming, at)
        w.store("i64", w.load("i64", w.at(whole, w.scaled(coming, 8))), left)
        w.jump(head)
        base = ""
    w.mark(inside)
    bit = w.new(f"trunc i64 {w.new(f'call i64 @llvm.cttz.i64(i64 {now}, i1 true)')} to i32")
    if not base:
        word = w.new(f"trunc i64 {w.load('i64', at)} to i32")
        bit = w.new(f"add i32 {bit}, {w.new(f'shl i32 {word}, 6')}")
    w.write(var, bit)
    w.store("i64", w.new(f"and i64 {now}, {w.new(f'sub i64 {now}, 1')}"), left)
    body_of(body, head, after, w)


def _each_part(loop: ir.Stmt, var: ir.Var, members: ir.Expr, body: list[ir.Stmt], w: Emitter) -> None:
    """The same where the set has few words, which lie here and there."""
    found = sparse.few(members, w)
    charge(loop, sparse.size(found, w), w)
    laid, at, left = w.alloca(f"[{2 * len(found)} x i64]"), w.alloca("i64"), w.alloca("i64")
    for k, part in enumerate(found):
        for i in range(2):
            w.store("i64", part[i], w.at(laid, 16 * k + 8 * i))
    w.store("i64", "0", at)
    w.store("i64", found[0][1], left)
    head, inside, more, following, after = (w.label() for _ in range(5))
    w.mark(head)
    now, place = w.load("i64", left), w.load("i64", at)
    w.branch(w.new(f"icmp ne i64 {now}, 0"), inside, more)
    w.mark(more)
    coming = w.new(f"add i64 {place}, 16")
    w.branch(w.new(f"icmp ult i64 {coming}, {16 * len(found)}"), following, after)
    w.mark(following)
    w.store("i64", coming, at)
    w.store("i64", w.load("i64", w.at(w.at(laid, coming), 8)), left)
    w.jump(head)
    w.mark(inside)
    first = w.new(f"shl i64 {w.load('i64', w.at(laid, place))}, 3")
    bit = w.new(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
    w.write(var, w.new(f"trunc i64 {w.new(f'add i64 {first}, {bit}')} to i32"))
    w.store("i64", w.new(f"and i64 {now}, {w.new(f'sub i64 {now}, 1')}"), left)
    body_of(body, head, after, w)


def _is_read(var: ir.Var, body: list[ir.Stmt], w: Emitter) -> bool:
    """Whether a routine reads a variable elsewhere than in a body."""
    inside, everywhere = (
        sum(one is var for stmt in walk.statements(stmts) for one in walk.variables(walk.expressions(stmt)))
        for stmts in (body, w.routine.body)
    )
    return inside != everywhere


def _each_followed(loop: ir.Stmt, var: ir.Var, members: ir.Expr, body: list[ir.Stmt], rest: ir.Var, w: Emitter) -> None:
    """The members still to come lie in a local, where they follow their components."""
    words = w.sizes.words(rest.type)
    kind = f"i{64 * words}"
    found = sets.members(members, words, w)
    w.write(rest, found)
    charge(loop, size(found, kind, w), w)
    head, inside, after = w.label(), w.label(), w.label()
    w.mark(head)
    now = w.read(rest)
    w.branch(w.new(f"icmp ne {kind} {now}, 0"), inside, after)
    w.mark(inside)
    least = w.new(f"call {kind} @llvm.cttz.{kind}({kind} {now}, i1 true)")
    w.write(var, w.new(f"trunc {kind} {least} to i32"))
    w.write(rest, w.new(f"and {kind} {now}, {w.new(f'sub {kind} {now}, 1')}"))
    body_of(body, head, after, w)


def _each_of(loop: ir.Stmt, var: ir.Var, items: tuple[ir.Expr, ...], body: list[ir.Stmt], w: Emitter) -> None:
    """Items that are written out one by one: they lie on the stack, or are constants."""
    size, kind = w.sizes.bytes(var.type), w.sizes.llvm(var.type)
    charge(loop, str(len(items)), w)
    if not items:
        return
    if all(isinstance(item, ir.Num | ir.Mask) for item in items):
        listed = w.linker.constants(kind, [item.value for item in items])  # type: ignore[union-attr]
    else:
        listed = w.alloca(f"[{len(items) * size} x i8]")
        for i, item in enumerate(items):
            w.store(kind, values.typed(item, var.type, w), w.at(listed, i * size))
    place = w.alloca("i64")
    w.store("i64", "0", place)
    head, inside, after = w.label(), w.label(), w.label()
    w.mark(head)
    now = w.load("i64", place)
    w.branch(w.new(f"icmp ult i64 {now}, {len(items)}"), inside, after)
    w.mark(inside)
    w.write(var, w.load(kind, w.at(listed, w.scaled(now, size))))
    w.store("i64", w.new(f"add i64 {now}, 1"), place)
    body_of(body, head, after, w)


def _items(stmt: ir.EachItem, w: Emitter) -> None:
    assert family(type_of(stmt.items)) == "list"
    steady = stmt.rest is None and w.linker.looking.over(stmt.items, stmt.body)
    every = values.value(stmt.items, w) if steady else values.kept_list(stmt.items, w)
    if stmt.rest is not None and stmt.at is not None:
        w.write(stmt.rest, every)
        w.write(stmt.at, "0")
    else:
        place = w.alloca("i32")
        w.store("i32", "0", place)
    charge(stmt, w.wide(w.list_length(every)), w)
    head, inside, after = w.label(), w.label(), w.label()
    w.mark(head)
    listed, now = every, ""
    if stmt.rest is not None and stmt.at is not None:
        listed, now = w.read(stmt.rest), w.read(stmt.at)
    else:
        now = w.load("i32", place)
    w.branch(w.new(f"icmp slt i32 {now}, {w.list_length(listed)}"), inside, after)
    w.mark(inside)
    item = w.load("i32", w.at(w.list_items(listed), w.scaled(w.wide(now), 4)))
    w.write(stmt.var, item)
    following = w.new(f"add i32 {now}, 1")
    if stmt.at is not None:
        w.write(stmt.at, following)
    else:
        w.store("i32", following, place)
    body_of(stmt.body, head, after, w)
