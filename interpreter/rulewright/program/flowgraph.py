"""Basic blocks: what a flow is cut into (by `blocks.py`), and which slots of its frame are reset where.

A frame is part of the state, so a slot that nobody will read must not tell two states apart: `resets` of a block are
the slots that are dead from its end on and may hold something else than their default.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.program import ir, walk
from rulewright.program.liveness import Liveness

# ---- what ends a block ----


@dataclass(slots=True)
class Goto:
    target: int


@dataclass(slots=True)
class Branch:
    condition: ir.Expr
    then: int
    otherwise: int


@dataclass(slots=True)
class CallFlow:
    """Run the flow that `do` calls; it returns to `after`."""

    do: ir.Do
    after: int


@dataclass(slots=True)
class DecideStop:
    decide: ir.Decide
    after: int


@dataclass(slots=True)
class DrawStop:
    draw: ir.Draw
    after: int


@dataclass(slots=True)
class CompoundEnter:
    """All ways from the block `entry` to the `CompoundLeave` that goes on to `after` are moves of one stop."""

    compound: ir.Compound
    entry: int
    after: int


@dataclass(slots=True)
class CompoundLeave:
    compound: ir.Compound
    after: int


@dataclass(slots=True)
class TogetherEnter:
    """Each seat goes from the block `entry` to the `TogetherLeave`, first on a copy, then on the one state; the flow
    goes on to `after`."""

    together: ir.Together
    entry: int
    after: int


@dataclass(slots=True)
class TogetherLeave:
    together: ir.Together
    entry: int
    after: int


@dataclass(slots=True)
class Return:
    value: ir.Expr | None


End = (
    Goto
    | Branch
    | CallFlow
    | DecideStop
    | DrawStop
    | CompoundEnter
    | CompoundLeave
    | TogetherEnter
    | TogetherLeave
    | Return
)


@dataclass(slots=True)
class Block:
    """Statements that do not stop, then an end. `resets`: see the module's docstring (only before stops and calls)."""

    statements: list[ir.Stmt] = field(default_factory=list)
    end: End = field(default_factory=lambda: Return(None))
    resets: tuple[ir.Var, ...] = ()


@dataclass(slots=True)
class Flow:
    """A flow that is cut. It starts at block 0; `slots` gives each variable's first slot (arrays have several), in
    order: first the parameters."""

    routine: ir.Routine
    blocks: list[Block]
    slots: dict[ir.Var, int]
    size: int


def targets(end: End) -> tuple[int, ...]:
    """The blocks that an end may go on to."""
    match end:
        case Goto(target=target):
            return (target,)
        case Branch(then=then, otherwise=otherwise):
            return (then, otherwise)
        case CallFlow(after=after) | DecideStop(after=after) | DrawStop(after=after) | CompoundLeave(after=after):
            return (after,)
        case (
            CompoundEnter(entry=entry, after=after)
            | TogetherEnter(entry=entry, after=after)
            | TogetherLeave(entry=entry, after=after)
        ):
            return (entry, after)
        case Return():
            return ()
        case _:
            assert_never(end)


def results(end: End) -> tuple[ir.Var, ...]:
    """The variables that are set when a stop or a call is over."""
    match end:
        case CallFlow(do=do):
            return walk.assigned(do)
        case DecideStop(decide=decide):
            return walk.assigned(decide)
        case DrawStop(draw=draw):
            return walk.assigned(draw)
        case TogetherEnter(together=together) | TogetherLeave(together=together):
            return walk.assigned(together)
        case _:
            return ()


def reads(end: End) -> tuple[ir.Expr, ...]:
    """The expressions that an end evaluates."""
    match end:
        case Branch(condition=condition):
            return (condition,)
        case CallFlow(do=do):
            return do.args
        case DecideStop(decide=decide):
            return walk.expressions(decide)
        case DrawStop(draw=draw):
            return draw.args
        case CompoundEnter(compound=compound):
            return (compound.chooser,)
        case CompoundLeave(compound=compound):
            return compound.rank
        case TogetherEnter(together=together):
            return (together.seats,)
        case Return(value=value):
            return () if value is None else (value,)
        case Goto() | TogetherLeave():
            return ()
        case _:
            assert_never(end)


def find_resets(blocks: list[Block], variables: tuple[ir.Var, ...], params: tuple[ir.Var, ...]) -> None:
    """Fill `resets` from what is live before each block (backwards) and what may differ from its default (forwards)."""
    live = Liveness(variables)
    before = [0] * len(blocks)

    def after(block: Block) -> int:
        """What is live once the block has ended and before the results of its end are there."""
        end = block.end
        if isinstance(end, CompoundEnter):
            return before[end.entry]
        found = 0
        for target in targets(end):
            found |= before[target]
        return found & ~live.mask(results(end))

    changed = True
    while changed:
        changed = False
        for i in reversed(range(len(blocks))):
            block = blocks[i]
            now = live.before(block.statements, after(block) | live.reads(reads(block.end)))
            if now != before[i]:
                before[i] = now
                changed = True

    unclean: list[int] = [0] * len(blocks)
    unclean[0] = live.mask(params)
    waiting = [0]
    visited = set()
    while waiting:
        i = waiting.pop()
        visited.add(i)
        block = blocks[i]
        now = unclean[i]
        for stmt in walk.statements(block.statements):
            now |= live.mask(walk.assigned(stmt))
        if not isinstance(block.end, Goto | Branch | Return):
            dead = now & ~after(block)
            block.resets = tuple(live.members(dead))
            now = (now & ~dead) | live.mask(results(block.end))
        for target in targets(block.end):
            if now & ~unclean[target] or target not in visited:
                unclean[target] |= now
                waiting.append(target)
