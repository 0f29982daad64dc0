"""What is known beforehand of blocks in which players decide together: what is decided in them, and what moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.engines.reference.together import kinds_of_key
from rulewright.program import ir, walk


@dataclass(frozen=True, slots=True)
class Joined:
    """`blocks`: the statements. `asked`: the decisions in them, and in the flows that they call; `drawn`: what is
    left to chance in these. `moves`: whether
    references can move there; `follows`: whether the key of a choice may hold one that does."""

    blocks: tuple[ir.Together, ...]
    asked: tuple[ir.Decide, ...]
    drawn: tuple[ir.Draw, ...]
    moves: bool
    follows: bool


def joined(routines: Iterable[ir.Routine]) -> Joined | None:
    """Of a program's routines; None if nobody decides together."""
    flows = [routine for routine in routines if routine.sort == "flow"]
    every = [stmt for flow in flows for stmt in walk.statements(flow.body)]
    blocks = tuple(stmt for stmt in every if isinstance(stmt, ir.Together))
    if not blocks:
        return None
    inside = [stmt for block in blocks for stmt in walk.statements(block.body)]
    called = walk.reachable([stmt.routine for stmt in inside if isinstance(stmt, ir.Do)])
    inside += [stmt for routine in called if routine.sort == "flow" for stmt in walk.statements(routine.body)]
    asked = tuple(dict.fromkeys(stmt for stmt in inside if isinstance(stmt, ir.Decide)))
    drawn = tuple(dict.fromkeys(stmt for stmt in inside if isinstance(stmt, ir.Draw)))
    moves = walk.may_rename(list(blocks))
    return Joined(blocks, asked, drawn, moves, moves and any(map(_follows, asked)))


def _follows(decide: ir.Decide) -> bool:
    generator = decide.decision.generator
    given = {stmt.alternative for stmt in walk.statements(generator.body) if isinstance(stmt, ir.Yield)}
    return any(kinds_of_key(generator, alternative).strip("-") for alternative in given)
