"""What generators yield, as LLVM assembly: entries that are written one after the other."""

from __future__ import annotations

from math import comb

from rulewright.engines.native import context, loops, sets, values
from rulewright.engines.native.entries import ALTERNATIVE, Entry
from rulewright.engines.native.groups import simple
from rulewright.engines.native.layout import Layout, words_for
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family


def write_yield(stmt: ir.Yield, w: Emitter) -> None:
    """One entry, unless yields are not listed."""
    if w.gatherer is not None:
        w.gatherer.taken(stmt, w)
    else:
        lay_entry(stmt, None, w)


def evaluate(stmt: ir.Yield, w: Emitter) -> None:
    """The values of a yield that are needed only for the errors in them."""
    for part in (*stmt.key, *stmt.picks, *stmt.rank, *(() if stmt.weight is None else (stmt.weight,))):
        if not simple([part]):
            values.value(part, w)


def lay_entry(stmt: ir.Yield, place: str | None, w: Emitter) -> None:
    """The entry of a yield at an address, or else behind those that are there."""
    entry = w.linker.entry(w.routine)
    keys = _values(stmt.key, entry.keys[stmt.alternative], w)
    shared = stmt.alternative in entry.shared
    picks = keys if shared else _values(stmt.picks, entry.picks[stmt.alternative], w)
    rank = [values.value(part, w) for part in stmt.rank]
    weight = "1" if stmt.weight is None else w.wide(values.value(stmt.weight, w))
    place = place or _next(entry, w)
    w.store("i64", weight, place)
    if stmt.alternative not in entry.dense:
        w.line(
            f"call void @llvm.memset.p0.i64(ptr {w.at(place, ALTERNATIVE)}, i8 0, "
            f"i64 {entry.key_end - ALTERNATIVE}, i1 false)"
        )
    w.store("i32", str(stmt.alternative), w.at(place, ALTERNATIVE))
    _lay(keys, entry.keys[stmt.alternative], place, w)
    if not shared:
        _lay(picks, entry.picks[stmt.alternative], place, w)
    for i, part in enumerate(rank):
        w.store("i32", part, w.at(place, entry.rank + 4 * i))


def _next(entry: Entry, w: Emitter) -> str:
    """Where the next entry goes."""
    top = w.at("%c", context.ENTRIES)
    start = w.load("i64", top)
    end = w.new(f"add i64 {start}, {entry.stride}")
    w.enough(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.ENTRIES_END))}"), context.NEED_ENTRIES)
    w.store("i64", end, top)
    return w.new(f"inttoptr i64 {start} to ptr")


def _values(parts: tuple[ir.Expr, ...], layout: Layout, w: Emitter) -> list[str]:
    found = []
    for part, kind in zip(parts, layout.kinds, strict=True):
        if family(kind) == "list":
            found.append(values.value(part, w))
        else:
            found.append(values.typed(part, kind, w))
    return found


def _lay(found: list[str], layout: Layout, place: str, w: Emitter) -> None:
    for value, kind, at in zip(found, layout.kinds, layout.offsets, strict=True):
        if family(kind) == "list":
            w.store_list(value, w.at(place, at), w.sizes.room)
        else:
            w.store(w.sizes.llvm(kind), value, w.at(place, at), 4 if at % 8 else None)


def write_subsets(stmt: ir.YieldSubsets, w: Emitter) -> None:
    """Subsets in lexicographic order of positions: on the way down one more item each, then back and on."""
    steady = w.linker.looking.over(stmt.items, stmt.body)
    listed = values.value(stmt.items, w) if steady else values.kept_list(stmt.items, w)
    match stmt.least, stmt.most:
        case ir.Num(value=size_), ir.Num(value=same) if size_ == same and 1 <= size_ <= _MOST_LOOPS:
            _write_subsets_of(stmt, size_, listed, w)
            return
        case _:
            pass
    least = values.value(stmt.least, w)
    most = values.value(stmt.most, w)
    words = w.sizes.words(stmt.var.type)
    kind = f"i{64 * words}"
    count = w.list_length(listed)
    stride = 8 * words + 8
    size_needed = w.new(f"mul i64 {w.new(f'add i64 {w.wide(count)}, 1')}, {stride}")
    stack = w.new(f"call ptr @alloc(ptr %c, i64 {size_needed})")
    w.enough(w.new(f"icmp ne ptr {stack}, null"), context.NEED_ARENA)
    size = w.alloca("i32")
    w.store("i32", "0", size)
    w.store(kind, "0", stack)
    w.store("i32", "0", w.at(stack, 8 * words))
    enter, inside, head, deeper, up, back, after = (w.label() for _ in range(7))
    w.mark(enter)
    now = w.load("i32", size)
    here = w.at(stack, w.scaled(w.wide(now), stride))
    w.branch(w.new(f"icmp sge i32 {now}, {least}"), inside, head)
    w.mark(inside)
    w.write(stmt.var, w.load(kind, here))
    loops.charge(stmt, "1", w)
    rest = w.label()
    loops.body_of(stmt.body, head, rest, w)
    w.jump(after)
    w.mark(head)
    again = w.load("i32", size)
    top = w.at(stack, w.scaled(w.wide(again), stride))
    start = w.load("i32", w.at(top, 8 * words))
    missing = w.new(f"sub i32 {w.new(f'sub i32 {least}, {again}')}, 1")
    kept = w.new(f"call i32 @llvm.smax.i32(i32 {missing}, i32 0)")
    limit = w.new(f"sub i32 {count}, {kept}")
    more = w.new(f"icmp slt i32 {again}, {most}")
    left = w.new(f"icmp slt i32 {start}, {limit}")
    w.branch(w.new(f"and i1 {more}, {left}"), deeper, up)
    w.mark(deeper)
    item = w.load("i32", w.at(w.list_items(listed), w.scaled(w.wide(start), 4)))
    following = w.new(f"add i32 {start}, 1")
    w.store("i32", following, w.at(top, 8 * words))
    with_item = w.new(f"or {kind} {w.load(kind, top)}, {sets.single(item, words, w)}")
    next_top = w.at(top, stride)
    w.store(kind, with_item, next_top)
    w.store("i32", following, w.at(next_top, 8 * words))
    w.store("i32", w.new(f"add i32 {again}, 1"), size)
    w.jump(enter)
    w.mark(up)
    w.branch(w.new(f"icmp eq i32 {again}, 0"), after, back)
    w.mark(back)
    w.store("i32", w.new(f"sub i32 {again}, 1"), size)
    w.jump(head)
    w.mark(after)


_MOST_LOOPS = 4


def _write_subsets_of(stmt: ir.YieldSubsets, many: int, listed: str, w: Emitter) -> None:
    """Subsets of so many items: a loop in a loop for each."""
    words = w.sizes.words(stmt.var.type)
    kind = f"i{64 * words}"
    count, items = w.list_length(listed), w.list_items(listed)
    broken, after = w.label(), w.label()

    def take(chosen: int, start: str, members: str, further: str) -> None:
        """Take one more item, from `start` on, or run the body if all are chosen; then on to `further`."""
        if chosen == many:
            w.write(stmt.var, members)
            loops.charge(stmt, "1", w)
            loops.body_of(stmt.body, further, broken, w)
            w.jump(after)
            return
        place = w.alloca("i32")
        w.store("i32", start, place)
        last = w.new(f"sub i32 {count}, {many - chosen - 1}")
        head, inside, done = w.label(), w.label(), w.label()
        w.mark(head)
        now = w.load("i32", place)
        w.branch(w.new(f"icmp slt i32 {now}, {last}"), inside, done)
        w.mark(inside)
        following = w.new(f"add i32 {now}, 1")
        w.store("i32", following, place)
        item = w.load("i32", w.at(items, w.scaled(w.wide(now), 4)))
        take(chosen + 1, following, w.new(f"or {kind} {members}, {sets.single(item, words, w)}"), head)
        w.mark(done)
        w.jump(further)

    take(0, "0", "0", after)
    w.mark(after)


def write_bags(stmt: ir.YieldBags, w: Emitter) -> None:
    """All ways that dice can fall: for each face but the last a loop over how many dice show it, most first."""
    count = values.value(stmt.count, w)
    if w.gatherer is not None:
        w.gatherer.taken(stmt, w)
        return
    thrown = w.new(f"call i32 @llvm.smax.i32(i32 {count}, i32 0)")
    w.unless(w.new(f"icmp sle i32 {thrown}, {_MOST_THROWN}"), context.UNSUPPORTED)
    _fall(stmt.weights, 0, thrown, "1", "0", w)


_MOST_THROWN = 62
"""So many dice have numbers of ways that fit 64 bits."""


def _fall(sides: tuple[int, ...], face: int, left: str, weight: str, bag: str, w: Emitter) -> None:
    """The ways `left` dice can show the faces from `face` on; `weight` and `bag` are what the faces before give."""
    kind = f"i{64 * words_for(8 * len(sides))}"
    if face == len(sides) - 1:
        entry = w.linker.entry(w.routine)
        place = _next(entry, w)
        w.store("i64", _times(weight, _power(sides[face], left, w), w), place)
        if 0 not in entry.dense:
            length = entry.key_end - ALTERNATIVE
            w.line(f"call void @llvm.memset.p0.i64(ptr {w.at(place, ALTERNATIVE)}, i8 0, i64 {length}, i1 false)")
        w.store("i32", "0", w.at(place, ALTERNATIVE))
        layout = entry.keys[0]
        whole = _with(bag, face, left, kind, w)
        whole = sets.resized(whole, words_for(8 * len(sides)), w.sizes.words(layout.kinds[0]), w)
        _lay([whole], layout, place, w)
        return
    shown = w.alloca("i32")
    w.store("i32", left, shown)
    head, inside, after = w.label(), w.label(), w.label()
    w.mark(head)
    now = w.load("i32", shown)
    w.branch(w.new(f"icmp sge i32 {now}, 0"), inside, after)
    w.mark(inside)
    at = w.new(f"add i32 {w.new(f'mul i32 {left}, {_MOST_THROWN + 1}')}, {now}")
    choices = w.linker.constants("i64", [comb(n, k) for n in range(_MOST_THROWN + 1) for k in range(_MOST_THROWN + 1)])
    ways = w.load("i64", w.at(choices, w.scaled(w.wide(at), 8)))
    heavier = _times(_times(weight, ways, w), _power(sides[face], now, w), w)
    _fall(sides, face + 1, w.new(f"sub i32 {left}, {now}"), heavier, _with(bag, face, now, kind, w), w)
    w.store("i32", w.new(f"sub i32 {now}, 1"), shown)
    w.jump(head)
    w.mark(after)


def _with(bag: str, face: int, thrown: str, kind: str, w: Emitter) -> str:
    """The bag in which so many dice show a face."""
    placed = w.new(f"shl {kind} {w.new(f'zext i32 {thrown} to {kind}')}, {8 * face}")
    return w.new(f"or {kind} {bag}, {placed}")


def _power(sides: int, thrown: str, w: Emitter) -> str:
    powers = [sides**n if sides**n < 1 << 63 else -1 for n in range(_MOST_THROWN + 1)]
    found = w.load("i64", w.at(w.linker.constants("i64", powers), w.scaled(w.wide(thrown), 8)))
    w.unless(w.new(f"icmp sge i64 {found}, 0"), context.UNSUPPORTED)
    return found


def _times(a: str, b: str, w: Emitter) -> str:
    both = w.new(f"call {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64 {a}, i64 {b})")
    over = w.new(f"extractvalue {{ i64, i1 }} {both}, 1")
    w.unless(w.new(f"xor i1 {over}, true"), context.UNSUPPORTED)
    return w.new(f"extractvalue {{ i64, i1 }} {both}, 0")
