"""Where the yields of a generator are noted in groups (`groups.py`).

Notes lie one after the other. A note: 0 how many moves the group has (i32), 4 the number of the group, 8 the members
for which there was a yield (where the group is of a loop), then the values of the locals that the yields need. Where no
group stands in a loop each has its own place; else notes lie in the entries as the generator comes to them, all of the
same length.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.engines.native.groups import Groups, Loop, groups_of, members_of
from rulewright.engines.native.layout import Layout, Sizes, reach, words_for
from rulewright.program import ir, walk
from rulewright.program.typeof import type_of

MANY, NUMBER, MEMBERS = 0, 4, 8


@dataclass(frozen=True, slots=True)
class Notes:
    """Where the notes of a generator's groups lie: `at` from the start, `layouts` of the locals from a note's start.
    `size`: of all of them, or of each where they are not `fixed`."""

    groups: Groups
    at: tuple[int, ...]
    layouts: tuple[Layout, ...]
    size: int


def notes_of(routine: ir.Routine, sizes: Sizes) -> Notes | None:
    """How the groups of a generator are noted; None where they cannot be, or where listing costs no more."""
    groups = groups_of(routine)
    if groups is None or not pays(groups):
        return None
    layouts = []
    for group in groups.listed:
        members = 0 if group.loop is None else 8 * words_of(group.loop, sizes)
        layouts.append(Layout(sizes, [var.type for var in group.known], MEMBERS + members))
    if not groups.fixed:
        return Notes(groups, (0,) * len(layouts), tuple(layouts), max([8, *(layout.size for layout in layouts)]))
    at = [0]
    for layout in layouts:
        at.append(at[-1] + layout.size)
    return Notes(groups, tuple(at[:-1]), tuple(layouts), at[-1])


def words_of(loop: Loop, sizes: Sizes) -> int:
    """How many words the set of the numbers of a loop's rounds has."""
    if isinstance(loop, ir.EachStep):
        most = max(type_of(members).width or 64 * reach(members, sizes) for members, _ in loop.ways)
        return words_for(len(loop.ways) * most)
    return reach(members_of(loop), sizes)


_FEW, _DEAR = 4, 30
"""Loops over so few members cost no more than a note; what costs as much as so many operations is not done again for
the sake of entries that need not be written."""


def pays(groups: Groups) -> bool:
    """Whether notes cost less than a list. A loop that runs in any case gains little by them, and its yield is computed
    once more; a loop over a few members inside another one gains nothing."""
    whole = [group for group in groups.listed if group.whole and group.loop is not None]
    if not groups.fixed:
        return any(_rounds(group.loop) > _FEW for group in whole if group.loop is not None)
    return all(group.whole or group.loop is None or _cost(group.steps) < _DEAR for group in groups.listed)


def _rounds(loop: Loop) -> int:
    """How many rounds a loop has at most, as far as that is plain to see."""
    if isinstance(loop, ir.EachStep):
        return sum(_most(members) for members, _ in loop.ways)
    return _most(members_of(loop))


def _most(members: ir.Expr) -> int:
    """How many members a set has at most, as far as that is plain to see."""
    match members:
        case ir.Unary(op="single"):
            return 1
        case ir.Binary(op="joined", a=a, b=b):
            return _most(a) + _most(b)
        case ir.Binary(op="common", a=a, b=b):
            return min(_most(a), _most(b))
        case ir.Binary(op="without", a=a):
            return _most(a)
        case ir.Mask(value=value):
            return value.bit_count()
        case _:
            return 1 << 30


def _cost(body: Iterable[ir.Stmt]) -> int:
    """How many operations some statements take, loops counted four times."""
    total = 0
    for stmt in body:
        for e in walk.within(walk.expressions(stmt)):
            total += 1
            if isinstance(e, ir.Invoke) and total < _DEAR:
                total += _cost(e.routine.body)
        inner = sum(_cost(one) for one in walk.bodies(stmt))
        total += inner if isinstance(stmt, ir.If) else 4 * inner
    return total
