"""Lowering of `together by each P in players:`."""

from __future__ import annotations

from rulewright.program import ir
from rulewright.program.builder import Builder
from rulewright.program.decisions import first_line, settle
from rulewright.program.expressions import lower
from rulewright.semantics import typed
from rulewright.semantics import types as t


def lower_together(b: Builder, s: typed.Together) -> None:
    """In the block its player is `mover`. The end of the game is tested behind it."""
    from rulewright.program.statements import lower_block

    seats = lower(b, s.source)
    if isinstance(s.source.type, t.ListType):
        seats = ir.Unary("gather", seats)
    seat = b.bind(s.var, never_none=True)
    waits, b.end_waits = b.end_waits, True
    with b.block() as body, b.deciding(ir.Get(seat)) as restore:
        lower_block(b, s.body)
        restore()
    b.end_waits = waits
    b.add(ir.Together(seat, seats, body, b.c.shown(t.PLAYER), first_line(s.span)))
    settle(b, lambda: None)
