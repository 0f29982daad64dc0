"""Floor 5: the checked game as a small program over a flat state. Knows nothing of how it runs."""

from rulewright.program.compiler import compile_game, compile_with_scenarios

__all__ = ["compile_game", "compile_with_scenarios"]
