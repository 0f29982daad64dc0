"""Sets of so many words that they lie in memory rather than in registers, as LLVM assembly: word by word.

Where a table says what lies around each site of a wide board, each of its sets has few words with members. Only these
are stored, each with where it lies, in ascending order; and where such a set is compared with another one, joined to
it, or gone over, only these words are touched. A local to which one member is added changes by one word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rulewright.engines.native import values
from rulewright.engines.native.entries import alike
from rulewright.engines.native.layout import Sizes, reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.typeof import family, type_of

FEW_WORDS = 8
"""Sets of more words are wide."""

Part = tuple[str, str]
"""Where a word lies in its set, in bytes (an i64), and the word."""


def parts_of(table: ir.Table, sizes: Sizes) -> int:
    """How many words of each set of a table are stored; 0 if they are all stored, with nothing between them."""
    if family(table.type) != "set" or sizes.words(table.type) <= FEW_WORDS:
        return 0
    most = _most(table)
    return most if 3 * most <= sizes.words(table.type) else 0


@lru_cache(maxsize=256)
def _most(table: ir.Table) -> int:
    return max(1, max(len(parts(value)) for value in table.values if isinstance(value, int)))


def parts(value: int) -> list[tuple[int, int]]:
    """The words of a set that have members: where they lie, in bytes, and what they are."""
    found, at = [], 0
    while value:
        word = value & (1 << 64) - 1
        if word:
            found.append((at, word))
        value >>= 64
        at += 8
    return found


def stored(value: int, most: int) -> list[int]:
    """The numbers by which a table stores a set: so many parts, the last ones without members if there are fewer."""
    found = parts(value)
    last = found[-1][0] if found else 0
    return [number for part in (*found, *[(last, 0)] * (most - len(found))) for number in part]


def is_wide(kind: ir.IrType, w: Emitter) -> bool:
    return family(kind) == "set" and w.sizes.words(kind) > FEW_WORDS


def laid(found: str, words: int, w: Emitter) -> str:
    """The address of a set of so many words."""
    place = w.alloca(f"i{64 * words}")
    w.store(f"i{64 * words}", found, place)
    return place


# ---- what has few words ----


def is_few(e: ir.Expr, w: Emitter) -> bool:
    """Whether a set is an entry of a table that stores parts, or what that has in common with others."""
    match e:
        case ir.Look(table=table):
            return w.linker.parts(table) > 0
        case ir.Binary(op="common" | "without", a=a, b=b) if is_few(a, w):
            return _is_read(b, reach(a, w.sizes), w)
        case ir.Binary(op="common", a=a, b=b) if is_few(b, w):
            return _is_read(a, reach(b, w.sizes), w)
        case _:
            return False


def few(e: ir.Expr, w: Emitter) -> list[Part]:
    """The parts of a set that has few, in ascending order."""
    match e:
        case ir.Look(table=table):
            place, _ = values.entry(e, w)
            every = range(w.linker.parts(table))
            return [(w.load("i64", w.at(place, 16 * k)), w.load("i64", w.at(place, 16 * k + 8))) for k in every]
        case ir.Binary(op="common" | "without" as op, a=a, b=b) if is_few(a, w):
            found, read = few(a, w), _reader(b, reach(a, w.sizes), w)
            return [(at, _operation(op, word, read(at), w)) for at, word in found]
        case ir.Binary(op="common", a=a, b=b):
            read = _reader(a, reach(b, w.sizes), w)
            return [(at, _operation("common", read(at), word, w)) for at, word in few(b, w)]
        case _:
            raise ValueError("a set of many words")


def whole(found: Sequence[Part], words: int, w: Emitter) -> str:
    """A set of so many words, put together from its parts."""
    kind = f"i{64 * words}"
    place = w.alloca(kind)
    w.store(kind, "0", place)
    for at, word in found:
        _join(word, w.at(place, at), w)
    return w.load(kind, place)


def some(found: Sequence[Part], w: Emitter) -> str:
    """Whether any part has members, as an i1."""
    joined = found[0][1]
    for _, word in found[1:]:
        joined = w.new(f"or i64 {joined}, {word}")
    return w.new(f"icmp ne i64 {joined}, 0")


def size(found: Sequence[Part], w: Emitter) -> str:
    """How many members there are, as an i64."""
    counted = [w.new(f"call i64 @llvm.ctpop.i64(i64 {word})") for _, word in found]
    total = counted[0]
    for more in counted[1:]:
        total = w.new(f"add i64 {total}, {more}")
    return total


def rest(a: ir.Expr, b: ir.Expr, w: Emitter) -> ir.Expr | None:
    """The set `a` without `b`, if that has few words; None if not."""
    left = ir.Binary("without", a, b)
    return left if is_few(left, w) else None


# ---- sets that lie in memory ----


def _is_read(e: ir.Expr, words: int, w: Emitter) -> bool:
    """Whether the words of a set can be read one by one."""
    match e:
        case ir.Get() | ir.Load():
            return w.sizes.words(type_of(e)) == words
        case ir.Mask():
            return e.value < 1 << 64 * words
        case ir.Unary(op="single"):
            return True
        case ir.Binary(op="common" | "joined" | "without", a=a, b=b):
            return _is_read(a, words, w) and _is_read(b, words, w)
        case _:
            return False


def _reader(e: ir.Expr, words: int, w: Emitter) -> Callable[[str], str]:
    """What gives the word of a set that lies so many bytes from its start."""
    match e:
        case ir.Get() | ir.Load():
            base = values.address(e, w)
            return lambda at: w.load("i64", w.at(base, at))
        case ir.Mask(value=value):
            base = w.linker.constants("i64", [value >> 64 * i & (1 << 64) - 1 for i in range(words)])
            return lambda at: w.load("i64", w.at(base, at))
        case ir.Unary(a=a):
            place, bit = _place(values.int_value(a, w), words, w)
            return lambda at: w.new(f"select i1 {w.new(f'icmp eq i64 {at}, {place}')}, i64 {bit}, i64 0")
        case ir.Binary(op=op, a=a, b=b):
            one, other = _reader(a, words, w), _reader(b, words, w)
            return lambda at: _operation(op, one(at), other(at), w)
        case _:
            raise ValueError("a set that does not lie in memory")


def _operation(op: str, one: str, other: str, w: Emitter) -> str:
    if op == "without":
        other = w.new(f"xor i64 {other}, -1")
    return w.new(f"{'or' if op == 'joined' else 'and'} i64 {one}, {other}")


def _place(member: str, words: int, w: Emitter) -> Part:
    """Where the bit of an int (an i32) lies in a set: in which word, and that bit; no bit for -1."""
    wide = w.wide(member)
    inside = w.new(f"icmp ult i64 {wide}, {64 * words}")
    near = w.new(f"select i1 {inside}, i64 {wide}, i64 0")
    place = w.new(f"shl i64 {w.new(f'lshr i64 {near}, 6')}, 3")
    return place, w.new(f"shl i64 {w.new(f'zext i1 {inside} to i64')}, {w.new(f'and i64 {near}, 63')}")


def _join(word: str, place: str, w: Emitter) -> None:
    w.store("i64", w.new(f"or i64 {w.load('i64', place)}, {word}"), place)


def has(e: ir.Expr, member: str, w: Emitter) -> str:
    """Whether a set that is wide or has few words holds an int (an i32), as an i1."""
    words = reach(e, w.sizes)
    if is_few(e, w):
        found = few(e, w)
        place, bit = _place(member, words, w)
        kept = [w.new(f"select i1 {w.new(f'icmp eq i64 {at}, {place}')}, i64 {word}, i64 0") for at, word in found]
        return some([(place, w.new(f"and i64 {word}, {bit}")) for word in kept], w)
    read = _reader(e, words, w)
    place, bit = _place(member, words, w)
    return w.new(f"icmp ne i64 {w.new(f'and i64 {read(place)}, {bit}')}, 0")


# ---- changing locals ----


def change(stmt: ir.Set, w: Emitter) -> bool:
    """Write a statement that adds one member or a few words to a wide local, or takes them away; whether it was."""
    match stmt:
        case ir.Set(
            var=var,
            index=index,
            value=ir.Binary(op="joined" | "without" as op, a=ir.Get(var=before, index=at), b=b),
        ) if before is var and alike(index, at) and is_wide(var.type, w):
            pass
        case _:
            return False
    words = w.sizes.words(var.type)
    if isinstance(b, ir.Unary) and b.op == "single":
        found = [_place(values.int_value(b.a, w), words, w)]
    elif is_few(b, w) and reach(b, w.sizes) <= words:
        found = few(b, w)
    else:
        return False
    base = w.place(var, None if index is None else values.index(index, w))
    for start, word in found:
        place = w.at(base, start)
        w.store("i64", _operation(op, w.load("i64", place), word, w), place)
    return True
