"""How the yields of a generator lie in the entries: one after the other, all of the same length.

An entry: 0 the weight (i64), 8 the alternative, from 12 the key, then the picks (which may be the key itself), then the
rank. Bytes between are zero up to the key's end, so that equal (alternative, key) are equal bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.engines.native.differing import repeated
from rulewright.engines.native.layout import Layout, NativeUnsupported, Sizes, reach
from rulewright.program import ir, walk
from rulewright.program.typeof import family, type_of

WEIGHT, ALTERNATIVE, KEY = 0, 8, 12


@dataclass(slots=True)
class Entry:
    """The layout of a generator's entries. `shared`: the picks of these alternatives are the key. `distinct`: no two
    entries can have the same alternative and key. `apart`: the alternatives of which that is so, as bits. `weighed`:
    some weight is not 1."""

    keys: dict[int, Layout]
    picks: dict[int, Layout]
    shared: set[int]
    key_end: int
    rank: int
    ranks: int
    stride: int
    distinct: bool
    apart: int
    weighed: bool
    dense: set[int]


def entry_of(routine: ir.Routine, sizes: Sizes) -> Entry:
    """How a generator's yields lie in memory."""
    yields: dict[int, list[ir.Yield]] = {}
    bags = 0
    for stmt in walk.statements(routine.body):
        match stmt:
            case ir.Yield(alternative=alternative):
                yields.setdefault(alternative, []).append(stmt)
            case ir.YieldBags(weights=weights):
                bags = max(bags, len(weights))
    every = [one for group in yields.values() for one in group]
    keys: dict[int, Layout] = {}
    shared: set[int] = set()
    for alternative, group in yields.items():
        keys[alternative] = Layout(sizes, _kinds([one.key for one in group], sizes), KEY)
        if all(len(one.key) == len(one.picks) and all(map(alike, one.key, one.picks)) for one in group):
            shared.add(alternative)
    if bags:
        keys[0] = Layout(sizes, (ir.bits(8 * bags),), KEY)
        shared.add(0)
    key_end = max([KEY, *(layout.end for layout in keys.values())])
    picks: dict[int, Layout] = {}
    for alternative, group in yields.items():
        if alternative in shared:
            picks[alternative] = keys[alternative]
        else:
            picks[alternative] = Layout(sizes, _kinds([one.picks for one in group], sizes), key_end)
    if bags:
        picks[0] = keys[0]
    rank = max([key_end, *(layout.end for layout in picks.values())])
    ranks = max([0, *(len(one.rank) for one in every)])
    if any(len(one.rank) != ranks or any(family(type_of(part)) != "int" for part in one.rank) for one in every):
        raise NativeUnsupported("ranks of different lengths")
    stride = (rank + 4 * ranks + 7) // 8 * 8
    weighed = bags > 0 or any(not (one.weight is None or alike(one.weight, ir.Num(1))) for one in every)
    dense = {
        alternative
        for alternative, layout in keys.items()
        if layout.end == key_end and all(family(kind) == "int" for kind in layout.kinds)
    }
    again = repeated(routine)
    apart = sum(1 << alternative for alternative in keys if alternative < 64 and alternative not in again)
    return Entry(keys, picks, shared, key_end, rank, ranks, stride, not again, apart, weighed, dense)


def _kinds(groups: list[tuple[ir.Expr, ...]], sizes: Sizes) -> list[ir.IrType]:
    """The types of values at each position, wide enough for all."""
    length = len(groups[0])
    if any(len(group) != length for group in groups):
        raise NativeUnsupported("one alternative with picks of different numbers")
    kinds = []
    for parts in zip(*groups, strict=True):
        families = {family(type_of(part)) for part in parts}
        if len(families) > 1:
            raise NativeUnsupported("one alternative with picks of different sorts")
        follows = any(type_of(part).follows for part in parts)
        match families.pop():
            case "set":
                width = 64 * max(reach(part, sizes) for part in parts)
                kinds.append(ir.refs(width) if follows else ir.bits(width))
            case "list":
                kinds.append(ir.REFLIST if follows else ir.LIST)
            case _:
                kinds.append(ir.REF if follows else ir.INT)
    return kinds


def alike(a: ir.Expr | None, b: ir.Expr | None) -> bool:
    """Whether two expressions are plainly the same."""
    if a is b:
        return True
    match a, b:
        case ir.Num(value=one), ir.Num(value=other):
            return one == other
        case ir.Get(var=v, index=i), ir.Get(var=w, index=j):
            return v is w and alike(i, j)
        case ir.Load(cell=c, index=i), ir.Load(cell=d, index=j):
            return c is d and alike(i, j)
        case ir.Binary(op=op, a=a1, b=b1), ir.Binary(op=other_op, a=a2, b=b2):
            return op == other_op and alike(a1, a2) and alike(b1, b2)
        case _:
            return False
