"""Lists of the intermediate representation as LLVM assembly: see `layout.py` for what a list is."""

from __future__ import annotations

from rulewright.engines.native import context, sets, truths, values
from rulewright.engines.native.layout import NativeUnsupported, reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family, type_of


def list_value(e: ir.Expr, w: Emitter) -> str:
    """The operand of a list. Its items may lie in memory that changes: see `values.borrowed`."""
    match e:
        case ir.Get(var=var, index=None):
            return w.read(var)
        case ir.Get() | ir.Load():
            return w.stored_list(values.address(e, w))
        case ir.Look():
            return _looked(e, w)
        case ir.Invoke():
            return values.invoked(e, w)
        case ir.MakeList(items=items):
            if any(family(type_of(item)) != "int" for item in items):
                raise NativeUnsupported("a list of sets or lists")
            return _made([values.value(item, w) for item in items], w)
        case ir.Select():
            return _chosen(e, w)
        case ir.Unary(op="elements", a=a):
            words = reach(a, w.sizes)
            found = sets.members(a, words, w)
            return values.arena_list(w.new(f"call %list @elements{words}(ptr %c, i{64 * words} {found})"), w)
        case ir.Binary(op=op, a=a, b=b):
            return _operated(op, a, b, w)
        case ir.Sorted(items=items, keys=keys):
            return _sorted(items, keys, w)
        case _:
            raise ValueError(f"a {type(e).__name__} is no list")


def _looked(e: ir.Look, w: Emitter) -> str:
    """An entry of a table of lists is where its items start (counted from the first of all) and how many they are."""
    place, _ = values.entry(e, w)
    start = w.load("i32", place)
    length = w.load("i32", w.at(place, 4))
    items = w.at(w.linker.items_of(e.table), w.scaled(w.wide(start), 4))
    return w.make_list(items, length)


def room_for(bytes_: str, w: Emitter) -> str:
    """So many bytes (an i64 or a number) of the arena."""
    place = w.new(f"call ptr @alloc(ptr %c, i64 {bytes_})")
    w.enough(w.new(f"icmp ne ptr {place}, null"), context.NEED_ARENA)
    return place


def _made(items: list[str], w: Emitter) -> str:
    if not items:
        return "zeroinitializer"
    place = room_for(str((4 * len(items) + 7) // 8 * 8), w)
    for i, item in enumerate(items):
        w.store("i32", item, w.at(place, 4 * i))
    return w.make_list(place, str(len(items)))


def _chosen(e: ir.Select, w: Emitter) -> str:
    result = w.alloca("%list")
    yes, no, after = w.label(), w.label(), w.label()
    truths.branch(e.condition, yes, no, w)
    for label, chosen in ((yes, e.a), (no, e.b)):
        w.mark(label)
        w.store("%list", list_value(chosen, w), result)
        w.jump(after)
    w.mark(after)
    return w.load("%list", result)


def _operated(op: str, a: ir.Expr, b: ir.Expr, w: Emitter) -> str:
    first = list_value(a, w)
    match op:
        case "joined_lists":
            second = list_value(b, w)
            return values.arena_list(w.new(f"call %list @list_join(ptr %c, %list {first}, %list {second})"), w)
        case "leaving":
            number = values.value(b, w)
            return values.arena_list(w.new(f"call %list @list_leaving(ptr %c, %list {first}, i32 {number})"), w)
        case "head" | "tail":
            length = w.list_length(first)
            number = w.new(f"call i32 @llvm.smin.i32(i32 {length}, i32 {values.value(b, w)})")
            if op == "head":
                return w.make_list(w.list_items(first), number)
            items = w.at(w.list_items(first), w.scaled(w.wide(number), 4))
            return w.make_list(items, w.new(f"sub i32 {length}, {number}"))
        case _:
            raise ValueError(f"no operator {op} with two lists")


def _sorted(items: ir.Expr, keys: tuple[ir.Expr, ...], w: Emitter) -> str:
    listed = list_value(items, w)
    place = w.alloca(f"[{max(1, len(keys))} x ptr]")
    for i, key in enumerate(keys):
        w.store("ptr", w.list_items(list_value(key, w)), w.at(place, 8 * i))
    result = w.new(f"call %list @list_sorted(ptr %c, %list {listed}, ptr {place}, i32 {len(keys)})")
    return values.arena_list(result, w)
