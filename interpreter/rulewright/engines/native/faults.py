"""The places in compiled code where rules can break down: each has a number, and makes the error in words.

The words are those of the reference engine, whose functions raise the errors here too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.engines import errors
from rulewright.engines.native.memory import Joint
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference import runtime
from rulewright.program import ir
from rulewright.source import Span

Raise = Callable[[Sequence[Any]], object]


@dataclass(frozen=True, slots=True)
class Fault:
    """`kinds`: the types of the values that are laid down (None: a 64-bit int); `make` raises the error."""

    kinds: tuple[ir.IrType | None, ...]
    make: Raise


@dataclass(slots=True)
class Faults:
    """All faults of a program, numbered from 1."""

    listed: list[Fault] = field(default_factory=list)

    def add(self, kinds: tuple[ir.IrType | None, ...], make: Raise) -> int:
        self.listed.append(Fault(kinds, make))
        return len(self.listed)

    def overflow(self, span: Span) -> int:
        return self.add((None,), lambda v: runtime.fits(v[0], span))

    def quotient(self, span: Span) -> int:
        return self.add((None,), lambda v: runtime.quotient(v[0], 0, span))

    def remainder(self, span: Span) -> int:
        return self.add((None,), lambda v: runtime.remainder(v[0], 0, span))

    def outside(self, check: ir.Check) -> int:
        return self.add((None,), lambda v: runtime.outside(v[0], check))

    def nth(self, span: Span | None) -> int:
        return self.add((None, None), lambda v: runtime.nth((0,) * v[0], v[1], span))

    def spent(self, name: str, span: Span | None) -> int:
        return self.add((), lambda _: runtime.spent(name, span))

    def queue_full(self, span: Span | None) -> int:
        return self.add((), lambda _: runtime.enqueue([()] * errors.MAX_QUEUE, (), span))

    def too_deep(self) -> int:
        return self.add((), lambda _: _raise(errors.TOO_DEEP, "The rules call one another too deeply.", None))

    def too_many(self) -> int:
        message = f"A decision has more than {errors.MAX_MOVES:,} moves."
        return self.add((), lambda _: _raise(errors.TOO_MANY_MOVES, message, None))

    def too_many_ways(self) -> int:
        message = f"One move can be made in more than {errors.MAX_MOVES:,} ways."
        return self.add((), lambda _: _raise(errors.TOO_MANY_MOVES, message, None))

    def other_inside(self) -> int:
        message = "Another player is to decide inside one move."
        return self.add((), lambda _: _raise(errors.OTHER_INSIDE, message, None))

    def together_inside(self, where: str, span: Span | None) -> int:
        message = f"Players are to decide together inside {where}."
        return self.add((), lambda _: _raise(errors.TOGETHER_INSIDE, message, span))

    def other_together(self, span: Span | None) -> int:
        message = "Another player is to decide while players decide together, each for themselves."
        return self.add((), lambda _: _raise(errors.OTHER_INSIDE, message, span))

    def impossible(self, joints: Sequence[Joint], what: str, span: Span | None) -> int:
        """The values are the seat and the number of the block."""

        def make(values: Sequence[Any]) -> object:
            together = joints[values[1]].end.together
            who = runtime.shown(values[0], together.names)
            return _raise(errors.IMPOSSIBLE, f"{who} {what}.", span or together.span)

        return self.add((None, None), make)

    def negative_weight(self, span: Span | None) -> int:
        return self.add((None,), lambda v: _raise(errors.NEGATIVE_WEIGHT, f"An outcome has the weight {v[0]}.", span))

    def chance_inside(self, name: str, where: str, span: Span | None) -> int:
        return self.add((), lambda _: _raise(errors.CHANCE_INSIDE, f"{name} is drawn {where}.", span))

    def failure(self, stmt: ir.Fail, kinds: tuple[ir.IrType, ...]) -> int:
        """The rules themselves say that they are broken; the values of the message come in order."""

        def make(values: Sequence[Any]) -> object:
            rest = iter(values)
            parts = tuple(part if isinstance(part, str) else (next(rest), part[1]) for part in stmt.text)
            return runtime.fail(stmt.code, parts, stmt.span)

        return self.add(kinds, make)


def _raise(code: str, message: str, span: Span | None) -> object:
    raise PlayError(code, message, span)
