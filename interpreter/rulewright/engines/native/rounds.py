"""The rounds of a loop as a set of numbers, from which any round can be made again: as LLVM assembly.

Of a loop over a set they are the members. Of a loop over steps the round of a member and a way has the number
member x ways + way, so that the numbers ascend as the rounds come.
"""

from __future__ import annotations

from rulewright.engines.native import loops, sets, sized, ways
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
        return ways.interleaved(loop, ways.found(loop, w), w)
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
    ways.give(loop, chosen, w)
