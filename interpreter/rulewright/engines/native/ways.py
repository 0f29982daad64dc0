"""Loops over steps from site to site, as LLVM assembly."""

from __future__ import annotations

from functools import reduce

from rulewright.engines.native import loops, sets
from rulewright.engines.native.compile import deposits
from rulewright.engines.native.layout import Sizes, reach
from rulewright.engines.native.notes import words_of
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir

_MOST_DEPOSITS = 16
"""Rounds are numbered where that takes so many operations at most; else the ways of each member are looked up."""


def words(stmt: ir.EachStep, sizes: Sizes) -> int:
    """How many words the set of each way has."""
    return max(reach(members, sizes) for members, _ in stmt.ways)


def found(stmt: ir.EachStep, w: Emitter) -> list[str]:
    """The sets of the ways."""
    return [sets.members(members, words(stmt, w.sizes), w) for members, _ in stmt.ways]


def size(stmt: ir.EachStep, of: list[str], w: Emitter) -> str:
    """How many steps there are in all, as an i64."""
    sizes = [loops.size(one, f"i{64 * words(stmt, w.sizes)}", w) for one in of]
    return reduce(lambda a, b: w.new(f"add i64 {a}, {b}"), sizes)


def leading(stmt: ir.EachStep, member: str, way: str, w: Emitter) -> str:
    """Where the way with a number (an i64) leads from a member, as an i32."""
    steps = w.linker.constants("i32", [step for _, step in stmt.ways])
    step = w.load("i32", w.at(steps, w.scaled(way, 4)))
    return step if stmt.plain else w.new(f"add i32 {member}, {step}")


def write_steps(stmt: ir.EachStep, w: Emitter) -> None:
    if w.gatherer is None or not w.gatherer.loop(stmt, w):
        each(stmt, w)


def each(stmt: ir.EachStep, w: Emitter) -> None:
    """The members of all ways, word by word from the lowest bit; the body is written once, and run for each way that
    holds the member."""
    kind = f"i{64 * words(stmt, w.sizes)}"
    of = found(stmt, w)
    loops.charge(stmt, size(stmt, of, w), w)
    if deposits() and 1 < words_of(stmt, w.sizes) * len(of) <= _MOST_DEPOSITS:
        _by_numbers(stmt, of, w)
        return
    left = w.alloca(kind)
    w.store(kind, reduce(lambda a, b: w.new(f"or {kind} {a}, {b}"), of), left)
    head, inside, following, after = (w.label() for _ in range(4))
    w.mark(head)
    now = w.load(kind, left)
    w.branch(w.new(f"icmp ne {kind} {now}, 0"), inside, after)
    w.mark(inside)
    bit = w.new(f"call {kind} @llvm.cttz.{kind}({kind} {now}, i1 true)")
    w.store(kind, w.new(f"and {kind} {now}, {w.new(f'sub {kind} {now}, 1')}"), left)
    member = w.new(f"trunc {kind} {bit} to i32")
    w.write(stmt.var, member)
    # which ways hold the member, as bits in the order of the steps
    held = w.alloca("i64")
    holding = []
    for i, one in enumerate(of):
        low = w.new(f"trunc {kind} {w.new(f'lshr {kind} {one}, {bit}')} to i1")
        holding.append(w.new(f"select i1 {low}, i64 {1 << i}, i64 0"))
    w.store("i64", reduce(lambda a, b: w.new(f"or i64 {a}, {b}"), holding), held)
    w.mark(following)
    more = w.load("i64", held)
    through = w.label()
    w.branch(w.new(f"icmp ne i64 {more}, 0"), through, head)
    w.mark(through)
    way = w.new(f"call i64 @llvm.cttz.i64(i64 {more}, i1 true)")
    w.store("i64", w.new(f"and i64 {more}, {w.new(f'sub i64 {more}, 1')}"), held)
    w.write(stmt.to, leading(stmt, member, way, w))
    loops.body_of(stmt.body, following, after, w)


# ---- rounds by numbers ----


def give(stmt: ir.EachStep, number: str, w: Emitter) -> None:
    """Give the locals the values of the round with a number (an i32): member x ways + way."""
    many = len(stmt.ways)
    member = w.new(f"udiv i32 {number}, {many}")
    way = w.new(f"sub i32 {number}, {w.new(f'mul i32 {member}, {many}')}")
    w.write(stmt.var, member)
    w.write(stmt.to, leading(stmt, member, w.wide(way), w))


def _by_numbers(stmt: ir.EachStep, of: list[str], w: Emitter) -> None:
    """All rounds from one set, word by word from the lowest bit."""
    wide = words_of(stmt, w.sizes)
    whole, at, left = w.alloca(f"i{64 * wide}"), w.alloca("i64"), w.alloca("i64")
    w.store(f"i{64 * wide}", interleaved(stmt, of, w), whole)
    w.store("i64", "0", at)
    w.store("i64", w.load("i64", whole), left)
    head, inside, more, following, after = (w.label() for _ in range(5))
    w.mark(head)
    now = w.load("i64", left)
    w.branch(w.new(f"icmp ne i64 {now}, 0"), inside, more)
    w.mark(more)
    coming = w.new(f"add i64 {w.load('i64', at)}, 1")
    w.branch(w.new(f"icmp ult i64 {coming}, {wide}"), following, after)
    w.mark(following)
    w.store("i64", coming, at)
    w.store("i64", w.load("i64", w.at(whole, w.scaled(coming, 8))), left)
    w.jump(head)
    w.mark(inside)
    bit = w.new(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
    w.store("i64", w.new(f"and i64 {now}, {w.new(f'sub i64 {now}, 1')}"), left)
    word = w.load("i64", at)
    number = w.new(f"add i64 {bit}, {w.new(f'shl i64 {word}, 6')}")
    give(stmt, w.new(f"trunc i64 {number} to i32"), w)
    loops.body_of(stmt.body, head, after, w)


def interleaved(stmt: ir.EachStep, of: list[str], w: Emitter) -> str:
    """One set of the numbers member x ways + way, from the sets of the ways."""
    if len(of) == 1:
        return of[0]
    many, size, wide = len(of), words(stmt, w.sizes), words_of(stmt, w.sizes)
    kind = f"i{64 * wide}"
    if not deposits():
        place = w.alloca(f"i{64 * size * many}")
        w.store(f"i{64 * size * many}", "0", place)
        for i, one in enumerate(of):
            for at in range(size):
                part = sets.word(one, at, size, w)
                w.line(f"call void @spread(i64 {part}, i64 {64 * at * many + i}, i64 {many}, ptr {place})")
        return w.load(kind, place)
    parts = []
    for at in range(wide):
        laid = []
        for i, one in enumerate(of):
            first = -(-(64 * at - i) // many)  # the first member whose number is in this word
            mask = sum(1 << bit for bit in range(64) if (64 * at + bit) % many == i)
            moved = w.new(f"lshr i{64 * size} {one}, {first}")
            low = moved if size == 1 else w.new(f"trunc i{64 * size} {moved} to i64")
            laid.append(w.new(f"call i64 @deposited(i64 {low}, i64 {mask})"))
        whole = reduce(lambda a, b: w.new(f"or i64 {a}, {b}"), laid)
        part = whole if wide == 1 else w.new(f"zext i64 {whole} to {kind}")
        parts.append(w.new(f"shl {kind} {part}, {64 * at}"))
    return reduce(lambda a, b: w.new(f"or {kind} {a}, {b}"), parts)
