"""Decisions that pick so many items of a list, in games that roll, as LLVM assembly: how many subsets there are is
known, and any one is made, without a list of all.

    for cards with 3 to 3 of contents[mover + 1]:
        yield Pass(cards)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

from rulewright.engines import errors
from rulewright.engines.native import context, lists, loops, sets
from rulewright.engines.native.entries import ALTERNATIVE, Entry
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.program import ir
from rulewright.program.rewriting import with_values

_MOST = 4


@dataclass(frozen=True, slots=True)
class Subsets:
    """`loop`: the generator's only statement; `items`: the list, in words of the flow that decides; `many`: how many
    items are picked; `alternative`: that of all moves."""

    loop: ir.YieldSubsets
    items: ir.Expr
    many: int
    alternative: int
    entry: Entry

    def count(self, w: Emitter) -> tuple[str, str]:
        """The list, and how many moves there are (an i32)."""
        found = lists.list_value(self.items, w)
        length = w.wide(w.list_length(found))
        product = length
        for less in range(1, self.many):
            product = w.new(f"mul i64 {product}, {w.new(f'sub i64 {length}, {less}')}")
        count = w.new(f"udiv i64 {product}, {factorial(self.many)}")
        w.unless(w.new(f"icmp ule i64 {count}, {errors.MAX_MOVES}"), context.ERROR)
        loops.charge(self.loop, count, w)
        return found, w.new(f"trunc i64 {count} to i32")

    def move(self, found: str, index: str, w: Emitter) -> str:
        """The address of the entry with an index: subsets come in the order of the positions of their items."""
        (kind,), (at,) = (self.entry.keys[self.alternative].kinds, self.entry.keys[self.alternative].offsets)
        type_ = w.sizes.llvm(kind)
        left = w.alloca("i64")
        w.store("i64", w.wide(index), left)
        start, members = "0", "0"
        length = w.list_length(found)
        for others in reversed(range(self.many)):
            position = w.new(f"call i32 @subset_next(i32 {start}, i32 {length}, i32 {others}, ptr {left})")
            item = w.load("i32", w.at(w.list_items(found), w.scaled(w.wide(position), 4)))
            members = w.new(f"or {type_} {members}, {sets.single(item, w.sizes.words(kind), w)}")
            start = w.new(f"add i32 {position}, 1")
        place = w.alloca(f"[{self.entry.stride} x i8]")
        size = self.entry.key_end - ALTERNATIVE
        w.line(f"call void @llvm.memset.p0.i64(ptr {w.at(place, ALTERNATIVE)}, i8 0, i64 {size}, i1 false)")
        w.store("i32", str(self.alternative), w.at(place, ALTERNATIVE))
        w.store(type_, members, w.at(place, at), 4 if at % 8 else None)
        return place

    def has(self, choice: str, w: Emitter) -> str:
        """Whether what lies at an address as in an entry is a move now (an i1)."""
        self.count(w)
        (kind,), (at,) = (self.entry.keys[self.alternative].kinds, self.entry.keys[self.alternative].offsets)
        words = w.sizes.words(kind)
        type_ = f"i{64 * words}"
        members = w.load(type_, w.at(choice, at), 4 if at % 8 else None)
        among = sets.members(ir.Unary("gather", self.items), words, w)
        outside = w.new(f"and {type_} {members}, {w.new(f'xor {type_} {among}, -1')}")
        inside = w.new(f"icmp eq {type_} {outside}, 0")
        enough = w.new(f"icmp eq i64 {loops.size(members, type_, w)}, {self.many}")
        return w.new(f"and i1 {inside}, {enough}")


def subsets_of(stmt: ir.Decide, linker: Linker) -> Subsets | None:
    """How the moves of a decision are picked, if they are subsets of a list of items that differ."""
    generator = stmt.decision.generator
    match generator.body:
        case [
            ir.YieldSubsets(
                var=var,
                items=items,
                least=ir.Num(value=many),
                most=ir.Num(value=same),
                body=[
                    ir.Yield(
                        alternative=alternative,
                        key=(ir.Get(var=key),),
                        picks=(ir.Get(var=given),),
                        rank=(),
                        weight=None,
                    )
                ],
            ) as loop
        ] if key is given is var and 1 <= many == same <= _MOST and all(map(_plain, stmt.args)):
            pass
        case _:
            return None
    entry = linker.entry(generator)
    if not entry.distinct:
        return None
    return Subsets(
        loop, with_values(items, dict(zip(generator.params, stmt.args, strict=True))), many, alternative, entry
    )


def _plain(arg: ir.Expr) -> bool:
    """Whether an argument may be evaluated where its parameter is."""
    return isinstance(arg, ir.Num | ir.Mask) or (isinstance(arg, ir.Get) and arg.index is None)
