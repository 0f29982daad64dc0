"""Items that come into a list of the state, or leave it, where it lies, as LLVM assembly.

    contents[z] = leaving(contents[z], x)
    contents[z] = items[..i] + [x] + items[i..]

The second is an insertion if `items` is the list that lies there: that is seen when it runs. Else what is stored is
made first.
"""

from __future__ import annotations

from rulewright.engines.native import context, lists, values
from rulewright.engines.native.entries import alike
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def write(stmt: ir.Store, w: Emitter) -> bool:
    """Store a list in this way, if it can be; whether it was."""
    if w.linker.tidy or stmt.check is not None:
        return False
    match stmt.value:
        case ir.Binary(op="leaving", a=ir.Load(cell=cell, index=index), b=item) if (
            cell is stmt.cell and alike(index, stmt.index) and _plain(stmt.index)
        ):
            place = _place(stmt, w)
            w.line(f"call void @list_take(ptr {place}, i32 {values.value(item, w)})")
            return True
        case ir.Binary(
            op="joined_lists",
            a=ir.Binary(op="joined_lists", a=ir.Binary(op="head", a=items, b=at), b=ir.MakeList(items=(item,))),
            b=ir.Binary(op="tail", a=same, b=there),
        ) if alike(items, same) and alike(at, there) and isinstance(items, ir.Get | ir.Load) and _plain(stmt.index):
            _insert(stmt, items, at, item, w)
            return True
        case _:
            return False


def _plain(index: ir.Expr | None) -> bool:
    """Whether nothing happens where an index is evaluated, whenever that is."""
    return index is None or isinstance(index, ir.Num) or (isinstance(index, ir.Get) and index.index is None)


def _place(stmt: ir.Store, w: Emitter) -> str:
    return w.cell(stmt.cell, None if stmt.index is None else values.index(stmt.index, w))


def _insert(stmt: ir.Store, items: ir.Expr, at: ir.Expr, item: ir.Expr, w: Emitter) -> None:
    found = lists.list_value(items, w)
    number, new = values.value(at, w), values.value(item, w)
    place = _place(stmt, w)
    length = w.list_length(found)
    before = w.new(f"call i32 @llvm.smin.i32(i32 {length}, i32 {number})")
    room = w.linker.memory.cells[stmt.cell].room
    w.unless(w.new(f"icmp slt i32 {length}, {room}"), context.UNSUPPORTED)
    w.line(f"call void @list_put(ptr {place}, %list {found}, i32 {before}, i32 {new})")
