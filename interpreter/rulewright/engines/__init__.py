"""Floor 6: engines run a program. They know nothing of games."""

from __future__ import annotations

from rulewright.engines.protocol import Act, Apart, Engine, PlayError, Stopped, Value, Yielded
from rulewright.engines.reference import ReferenceEngine
from rulewright.program.ir import Program


def reference(program: Program) -> Engine:
    """The reference engine for a program that `program.finish` has completed."""
    return ReferenceEngine(program)


__all__ = ["Act", "Apart", "Engine", "PlayError", "Stopped", "Value", "Yielded", "reference"]
