"""What passes know of walks: tables of the sites straight on from each site in each direction, and functions over them.

A walk stops at the first site that does not belong to a set: `past` gives that site, `run` the sites before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rulewright.program import ir


@dataclass(frozen=True, slots=True)
class Walked:
    """A function of a site, a direction and a set that finds what is `past` the run of the set's sites from there, or
    the `run`."""

    table: ir.Table
    what: Literal["past", "run"]


@dataclass(frozen=True, slots=True)
class Way:
    """A direction: from the sites in `sources` it leads `step` further; `most`: how many steps there are at most."""

    step: int
    sources: int
    most: int


def walked(routine: ir.Routine) -> Walked | None:
    """What a function does, if it is one of these two."""
    if len(routine.params) != 3:
        return None
    s, d, of = routine.params
    match routine.body:
        case [
            ir.EachItem(
                var=x,
                items=ir.Look(table=table, indices=(ir.Get(var=from_, index=None), ir.Get(var=along, index=None))),
                body=[
                    ir.If(
                        condition=ir.Unary(op="not", a=ir.Binary(op="has", a=ir.Get(var=within), b=ir.Get(var=tested))),
                        then=[ir.Return(value=ir.Get(var=left, index=None))],
                        otherwise=[],
                    ),
                    *more,
                ],
            ),
            ir.Return(value=last),
        ] if from_ is s and along is d and within is of and tested is x:
            pass
        case _:
            return None
    match (more, last):
        case ([], ir.Num(value=-1)) if left is x:
            return Walked(table, "past")
        case (
            [ir.Set(var=out, value=ir.Binary(op="joined", a=ir.Get(var=a), b=ir.Unary(op="single", a=ir.Get(var=b))))],
            ir.Get(var=result, index=None),
        ) if left is out and a is out and result is out and b is x and out not in routine.params:
            return Walked(table, "run")
        case _:
            return None


def straight(walks: ir.Table, site: int, direction: int) -> tuple[int, ...]:
    """The sites straight on, in order."""
    found = walks.values[site * walks.shape[1] + direction]
    assert isinstance(found, tuple)
    return found


def ways(walks: ir.Table, directions: int) -> tuple[Way, ...] | None:
    """Those of the directions (bits) that lead anywhere, if each is one step of the sites' numbers all over the
    board."""
    sites = range(walks.shape[0] - 1)
    out = []
    for d in range(directions.bit_length()):
        if not directions >> d & 1:
            continue
        lists = [straight(walks, s, d) for s in sites]
        steps = {one[0] - s for s, one in enumerate(lists) if one}
        even = all(one[1:] == lists[one[0]] for one in lists if one)
        if len(steps) > 1 or not even:
            return None
        sources = sum(1 << s for s, one in enumerate(lists) if one)
        if sources:
            out.append(Way(steps.pop(), sources, max(map(len, lists))))
    return tuple(out)


def rising(walks: ir.Table) -> int | None:
    """The directions (bits) in which the sites' numbers rise all along every walk; None if there is one in which they
    neither rise everywhere nor fall everywhere."""
    found = 0
    for d in range(walks.shape[1] - 1):
        lines = [(s, *straight(walks, s, d)) for s in range(walks.shape[0] - 1)]
        steps = {b > a for line in lines for a, b in pairwise(line)}
        if len(steps) > 1 or any(a == b for line in lines for a, b in pairwise(line)):
            return None
        if steps == {True}:
            found |= 1 << d
    return found
