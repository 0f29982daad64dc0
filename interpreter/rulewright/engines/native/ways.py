"""Loops over steps from site to site, as LLVM assembly."""

from __future__ import annotations

from functools import reduce

from rulewright.engines.native import loops, sets
from rulewright.engines.native.layout import Sizes, reach
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir


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
