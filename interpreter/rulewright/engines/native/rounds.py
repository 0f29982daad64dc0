"""The rounds of a loop as a set of numbers, from which any round can be made again: as LLVM assembly.

Of a loop over a set they are the members. Of a loop over steps the round of a member and a way has the number
member x ways + way, so that the numbers ascend as the rounds come.
"""

from __future__ import annotations

from functools import reduce

from rulewright.engines.native import loops, sets, sized, ways
from rulewright.engines.native.compile import deposits
from rulewright.engines.native.groups import Loop, members_of
from rulewright.engines.native.notes import words_of
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


def how_many(loop: Loop, w: Emitter) -> str:
    """How many rounds there are, as an i64."""
    if isinstance(loop, ir.EachStep):
        return ways.size(loop, ways.found(loop, w), w)
    left = sized.left(members_of(loop), w)
    if left is not None:
        return w.new(f"zext i32 {left} to i64")
    kind = f"i{64 * words_of(loop, w.sizes)}"
    return loops.size(sets.members(members_of(loop), words_of(loop, w.sizes), w), kind, w)


def numbers(loop: Loop, w: Emitter) -> str:
    """The numbers of all rounds, as a set."""
    if isinstance(loop, ir.EachStep):
        return _interleaved(ways.found(loop, w), ways.words(loop, w.sizes), words_of(loop, w.sizes), w)
    return sets.members(members_of(loop), words_of(loop, w.sizes), w)


def run(loop: Loop, w: Emitter) -> None:
    """Run the body in every round."""
    if isinstance(loop, ir.EachStep):
        ways.each(loop, w)
    else:
        loops.each(loop, loop.var, members_of(loop), loop.body, w)


def number(loop: Loop, w: Emitter) -> str:
    """The number of the round that runs, as an i64."""
    member = w.wide(w.read(loop.var))
    if not isinstance(loop, ir.EachStep):
        return member
    step = w.read(loop.to) if loop.plain else w.new(f"sub i32 {w.read(loop.to)}, {w.read(loop.var)}")
    found = w.new(f"mul i64 {member}, {len(loop.ways)}")
    for _, shorter in loop.ways[:-1]:
        longer = w.new(f"icmp sgt i32 {step}, {shorter}")
        found = w.new(f"add i64 {found}, {w.new(f'zext i1 {longer} to i64')}")
    return found


def give(loop: Loop, chosen: str, w: Emitter) -> None:
    """Give the locals of a loop the values of the round with a number (an i32)."""
    if not isinstance(loop, ir.EachStep):
        w.write(loop.var, chosen)
        return
    many = len(loop.ways)
    member = w.new(f"udiv i32 {chosen}, {many}")
    way = w.new(f"sub i32 {chosen}, {w.new(f'mul i32 {member}, {many}')}")
    w.write(loop.var, member)
    w.write(loop.to, ways.leading(loop, member, w.wide(way), w))


def _interleaved(found: list[str], words: int, wide: int, w: Emitter) -> str:
    """One set of the numbers member x sets + set, of sets with so many words; `wide`: its own words."""
    if len(found) == 1:
        return found[0]
    many = len(found)
    kind = f"i{64 * wide}"
    if not deposits():
        place = w.alloca(f"i{64 * words * many}")
        w.store(f"i{64 * words * many}", "0", place)
        for i, one in enumerate(found):
            for at in range(words):
                part = sets.word(one, at, words, w)
                w.line(f"call void @spread(i64 {part}, i64 {64 * at * many + i}, i64 {many}, ptr {place})")
        return w.load(kind, place)
    parts = []
    for at in range(wide):
        laid = []
        for i, one in enumerate(found):
            first = -(-(64 * at - i) // many)  # the first member whose number is in this word
            mask = sum(1 << bit for bit in range(64) if (64 * at + bit) % many == i)
            moved = w.new(f"lshr i{64 * words} {one}, {first}")
            low = moved if words == 1 else w.new(f"trunc i{64 * words} {moved} to i64")
            laid.append(w.new(f"call i64 @deposited(i64 {low}, i64 {mask})"))
        whole = reduce(lambda a, b: w.new(f"or i64 {a}, {b}"), laid)
        part = whole if wide == 1 else w.new(f"zext i64 {whole} to {kind}")
        parts.append(w.new(f"shl {kind} {part}, {64 * at}"))
    return reduce(lambda a, b: w.new(f"or {kind} {a}, {b}"), parts)
