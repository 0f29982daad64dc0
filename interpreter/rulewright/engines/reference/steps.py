"""Statements of the intermediate representation as Python source, and the ends of a flow's blocks.

Locals of functions and generators are Python's own; a routine that calls something that may move references lays those
that it needs again on `state.live`, where `rename` finds them. Locals of flows are slots of the frame `f`, which
`rename` finds by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from rulewright.engines.reference.values import arguments, number, offset, truth, tuple_of, value
from rulewright.engines.reference.writer import Writer, kind_of
from rulewright.program import ir, walk
from rulewright.program.flowgraph import (
    Block,
    Branch,
    CallFlow,
    CompoundEnter,
    CompoundLeave,
    DecideStop,
    DrawStop,
    Goto,
    Return,
    TogetherEnter,
    TogetherLeave,
)

STOPPED, CALLED, LEFT, RETURNED = -1, -2, -3, -4
"""What a block gives instead of the next block: it stands, another frame is on top (or this one says where it goes
on), the body of a compound is done, a frame is gone."""


def write_body(body: Sequence[ir.Stmt], w: Writer) -> None:
    """The statements, indented once more."""
    with w.deeper():
        for stmt in body:
            write(stmt, w)
        if not body:
            w.line("pass")


def write(stmt: ir.Stmt, w: Writer) -> None:
    """One statement that does not stop."""
    match stmt:
        case ir.Set(var=var, index=index):
            place = w.variable(var) if index is None else w.array(var, value(index, w))
            w.line(f"{place} = {_checked(stmt.value, stmt.check, w)}")
        case ir.Fill(var=var):
            w.fill(var, value(stmt.value, w))
        case ir.Append(var=var):
            w.line(f"{w.variable(var)} += ({value(stmt.value, w)},)")
        case ir.Store(cell=cell, index=index):
            stored = _checked(stmt.value, stmt.check, w)
            w.line(f"{w.cells}[{offset(cell, index, w)}] = {stored}")
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            w.line(f"if {truth(condition, w)}:")
            write_body(then, w)
            if otherwise:
                w.line("else:")
                write_body(otherwise, w)
        case ir.While() | ir.Each() | ir.EachItem() | ir.Count() | ir.YieldSubsets():
            _loop(stmt, w)
        case ir.EachStep():
            _steps(stmt, w)
        case ir.Break():
            w.line("break")
        case ir.Return(value=result):
            w.line("return" if result is None else f"return {value(result, w)}")
        case ir.Do():
            _do(stmt, w)
        case ir.Fail(code=code, text=text, span=span):
            parts = tuple_of(
                repr(part) if isinstance(part, str) else f"({value(part[0], w)}, {w.constant(part[1])})"
                for part in text
            )
            w.line(f"fail({code!r}, {parts}, {w.constant(span)})")
        case ir.Rename():
            _rename(stmt, w)
        case ir.Enqueue(sort=sort, args=args):
            entry = tuple_of([str(sort), *(value(arg, w) for arg in args)])
            w.line(f"enqueue({w.state}.queue, {entry}, {w.constant(w.span)})")
        case ir.Dequeue(sort=found, vars=values):
            entry = w.temporary()
            w.line(f"{entry} = {w.state}.queue.pop(0) if {w.state}.queue else (-1,)")
            w.line(f"{w.variable(found)} = {entry}[0]")
            for i, var in enumerate(values, 1):
                w.line(f"{w.variable(var)} = {entry}[{i}] if len({entry}) > {i} else {var.default()}")
        case ir.Record(parts=parts):
            w.line(f"{w.state}.history += (digest({tuple_of(value(part, w) for part in parts)}),)")
        case ir.ForgetRecords():
            w.line(f"{w.state}.history = ()")
        case ir.Tell(parts=parts):
            w.line(f"{w.state}.told += ({tuple_of(value(part, w) for part in parts)},)")
        case ir.Finish():
            w.line("raise Over")
        case ir.Trial():
            _trial(stmt, w)
        case ir.Attempt(body=body, failed=failed):
            w.line(f"{w.variable(failed)} = 0")
            w.line("try:")
            write_body(body, w)
            w.line("except PlayError:")
            w.line(f"    {w.variable(failed)} = 1")
        case ir.Yield():
            _yield(stmt, w)
        case ir.YieldBags(count=count, weights=weights):
            w.line(f"for bag, weight in bags({value(count, w)}, {tuple_of(map(str, weights))}):")
            w.line("    yield (0, (bag,)), (bag,), (), weight")
        case ir.Decide() | ir.Draw() | ir.Compound() | ir.Together():
            raise ValueError(f"a {type(stmt).__name__} stands where nothing can stop")
        case _:
            assert_never(stmt)


def _checked(e: ir.Expr, check: ir.Check | None, w: Writer) -> str:
    """The source of a value that keeps to its range, after the lines that check it."""
    source = value(e, w)
    if check is None or (isinstance(e, ir.Num) and check.lo <= e.value <= check.hi):
        return source
    found = w.temporary()
    w.line(f"{found} = {source}")
    w.line(f"if not {check.lo} <= {found} <= {check.hi}:")
    w.line(f"    outside({found}, {w.constant(check)})")
    return found


def _charge(amount: str, w: Writer) -> None:
    w.line(f"budget[0] -= {amount}")
    w.line("if budget[0] < 0:")
    w.line(f"    spent({w.title!r}, {w.constant(w.span)})")


def _loop(stmt: ir.While | ir.Each | ir.EachItem | ir.Count | ir.YieldSubsets, w: Writer) -> None:
    match stmt:
        case ir.While(condition=condition, body=body):
            w.line(f"while {truth(condition, w)}:")
            with w.deeper():
                _charge("1", w)
            write_body(body, w)
        case ir.Each(var=var, members=members, body=body, rest=rest):
            left = w.temporary() if rest is None else w.variable(rest)
            w.line(f"{left} = {value(members, w)}")
            _charge(f"{left}.bit_count()", w)
            w.line(f"while {left}:")
            w.line(f"    {w.variable(var)} = ({left} & -{left}).bit_length() - 1")
            w.line(f"    {left} &= {left} - 1")
            write_body(body, w)
        case ir.EachItem(var=var, items=items, body=body, rest=None):
            every = w.temporary()
            w.line(f"{every} = {value(items, w)}")
            _charge(f"len({every})", w)
            w.line(f"for {w.variable(var)} in {every}:")
            write_body(body, w)
        case ir.EachItem(var=var, items=items, body=body, rest=rest, at=at):
            assert rest is not None and at is not None
            every, coming = w.variable(rest), w.variable(at)
            w.line(f"{every} = {value(items, w)}")
            w.line(f"{coming} = 0")
            _charge(f"len({every})", w)
            w.line(f"while {coming} < len({every}):")
            w.line(f"    {w.variable(var)} = {every}[{coming}]")
            w.line(f"    {coming} += 1")
            write_body(body, w)
        case ir.Count(var=var, lo=lo, hi=hi, body=body):
            last = number(hi.value + 1) if isinstance(hi, ir.Num) else f"{value(hi, w)} + 1"
            w.line(f"for {w.variable(var)} in range({value(lo, w)}, {last}):")
            with w.deeper():
                _charge("1", w)
            write_body(body, w)
        case ir.YieldSubsets(var=var, items=items, least=least, most=most, body=body):
            bounds = ", ".join(value(part, w) for part in (items, least, most))
            w.line(f"for {w.variable(var)} in subsets({bounds}):")
            with w.deeper():
                _charge("1", w)
            write_body(body, w)


def _steps(stmt: ir.EachStep, w: Writer) -> None:
    sets = [w.temporary() for _ in stmt.ways]
    left, low, step, way = (w.temporary() for _ in range(4))
    for name, (members, _) in zip(sets, stmt.ways, strict=True):
        w.line(f"{name} = {value(members, w)}")
    _charge(" + ".join(f"{name}.bit_count()" for name in sets), w)
    w.line(f"{left} = {' | '.join(sets)}")
    w.line(f"while {left}:")
    with w.deeper():
        w.line(f"{low} = {left} & -{left}")
        w.line(f"{left} ^= {low}")
        w.line(f"{w.variable(stmt.var)} = {low}.bit_length() - 1")
        pairs = tuple_of(f"({name}, {by})" for name, (_, by) in zip(sets, stmt.ways, strict=True))
        w.line(f"for {way}, {step} in {pairs}:")
        with w.deeper():
            w.line(f"if {way} & {low}:")
            w.line(f"    {w.variable(stmt.to)} = {step if stmt.plain else f'{w.variable(stmt.var)} + {step}'}")
            write_body(stmt.body, w)


def _do(stmt: ir.Do, w: Writer) -> None:
    call = f"{w.routine(stmt.routine)}({arguments(stmt.args, w)})"
    if stmt.result is not None:
        call = f"{w.variable(stmt.result)} = {call}"
    if not stmt.keep or w.in_frame:
        w.line(call)
        return
    kept = ", ".join(w.variable(var) for var in stmt.keep)
    kinds = "".join(kind_of(var) for var in stmt.keep)
    w.line(f"{w.state}.live.append(({kinds!r}, [{kept}]))")
    w.line("try:")
    w.line(f"    {call}")
    w.line("finally:")
    w.line(f"    [{kept}] = {w.state}.live.pop()[1]")


def _rename(stmt: ir.Rename, w: Writer) -> None:
    old, new = w.temporary(), w.temporary()
    w.line(f"{old} = {value(stmt.old, w)}")
    w.line(f"{new} = {value(stmt.new, w)}")
    w.line(f"if {old} >= 0:")
    with w.deeper():
        if not w.in_frame:
            for var in stmt.keep:
                name = w.variable(var)
                match kind_of(var):
                    case "r":
                        w.line(f"if {name} == {old}:")
                        w.line(f"    {name} = {new}")
                    case "s":
                        w.line(f"{name} = moved({name}, {old}, {new})")
                    case "l":
                        w.line(f"{name} = moved_in({name}, {old}, {new})")
                    case kind:
                        w.line(f"follow({kind.lower() * var.size!r}, {name}, {old}, {new})")
        w.line(f"rename({w.state}, {old}, {new})")


def _trial(stmt: ir.Trial, w: Writer) -> None:
    inner = [*walk.statements(stmt.body), *walk.statements(stmt.then)]
    changed = list(dict.fromkeys(var for one in inner for var in walk.assigned(one)))
    followed = dict.fromkeys(var for one in inner if isinstance(one, ir.Do | ir.Rename) for var in one.keep)
    saved = [] if w.in_frame else [(var, w.temporary()) for var in followed if var not in changed]
    for var, name in saved:
        w.line(f"{name} = {w.variable(var)}{'[:]' if var.size else ''}")
    with w.on_copy("copy" if stmt.cells is None else "tried"):
        w.line("try:")
        write_body(stmt.body, w)
        w.line("except Over:")
        w.line("    pass")
        for one in stmt.then:
            write(one, w)
        finals = w.slots(changed) if w.in_frame else ()
        copied = w.frame
    for slot in finals:
        w.line(f"{w.frame}[{slot}] = {copied}[{slot}]")
    for var, name in saved:
        w.line(f"{w.variable(var)} = {name}")


def _yield(stmt: ir.Yield, w: Writer) -> None:
    key = tuple_of(value(part, w) for part in stmt.key)
    picks = tuple_of(value(part, w) for part in stmt.picks)
    if key == picks and stmt.key:
        key, picks = f"(same := {key})", "same"
    found = f"({stmt.alternative}, {key}), {picks}"
    if w.full:
        weight = "1" if stmt.weight is None else value(stmt.weight, w)
        found += f", {tuple_of(value(part, w) for part in stmt.rank)}, {weight}"
    w.line(f"yield {found}")


# ---- the ends of blocks ----


def write_end(block: Block, here: int, where: Any, w: Writer) -> None:
    """The end of the block numbered `here`; `where` is what the machine is told of a stop."""
    end = block.end
    match end:
        case Goto(target=target):
            w.line(f"return {target}")
        case Branch(condition=condition, then=then, otherwise=otherwise):
            w.line(f"return {then} if {truth(condition, w)} else {otherwise}")
        case CallFlow(do=do):
            w.line(f"called = {w.new_frame(do.routine, [value(arg, w) for arg in do.args])}")
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line("s.frames.append(called)")
            w.line(f"return {CALLED}")
        case DecideStop(decide=decide, after=after):
            w.line(f"chooser = {value(decide.chooser, w)}")
            w.line(f"args = {tuple_of(value(arg, w) for arg in decide.args)}")
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line(f"sign = decide(s, {w.constant(where)}, chooser, args)")
            w.line("if sign:")
            w.line("    return sign")
            w.line(f"{w.variable(decide.choice)} = -2")
            w.line(f"return {after}")
        case DrawStop(draw=draw, after=after):
            w.line(f"args = {tuple_of(value(arg, w) for arg in draw.args)}")
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line(f"drawn = draw(s, {w.constant(where)}, args)")
            w.line("if drawn is None:")
            w.line(f"    return {STOPPED}")
            w.line(f"{w.variable(draw.result)} = drawn")
            w.line(f"return {after}")
        case CompoundEnter(compound=compound):
            w.line(f"chooser = {value(compound.chooser, w)}")
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line(f"return enter(s, {w.constant(where)}, chooser)")
        case CompoundLeave(compound=compound, after=after):
            w.line(f"s.result = {tuple_of(value(part, w) for part in compound.rank)}")
            _reset(block.resets, w)
            w.line(f"f[1] = {after}")
            w.line(f"return {LEFT}")
        case TogetherEnter(together=together):
            w.line(f"seats = {value(together.seats, w)}")
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line(f"return together(s, {w.constant(where)}, seats)")
        case TogetherLeave():
            _reset(block.resets, w)
            w.line(f"f[1] = {here}")
            w.line("return next_seat(s)")
        case Return(value=result):
            w.line(f"s.result = {'-1' if result is None else value(result, w)}")
            w.line("s.frames.pop()")
            w.line(f"return {RETURNED}")
        case _:
            assert_never(end)


def _reset(variables: Iterable[ir.Var], w: Writer) -> None:
    for var in variables:
        w.fill(var, str(var.default()))
