"""What can go wrong while playing. The state that was asked stays as it is."""

from __future__ import annotations

from rulewright.engines.protocol import PlayError
from rulewright.match import breakdowns as breakdowns  # so that the pages of its codes are known
from rulewright.source import Diagnostic, Source, Span


class IllegalMove(ValueError):  # noqa: N818 - named as people say it
    """A move that may not be made here.

    `move` is what was asked for, `reason` says in words why not, `span` is the condition that refused it (None if none
    did: there is no such move).
    """

    def __init__(self, move: str, reason: str, span: Span | None = None) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason
        self.span = span


class AmbiguousMove(ValueError):  # noqa: N818
    """A text that fits several legal moves; `candidates` are their notations in the order of the moves."""

    def __init__(self, move: str, candidates: tuple[str, ...]) -> None:
        shown = ", ".join(candidates[:8]) + (", …" if len(candidates) > 8 else "")
        super().__init__(f"{move} may mean {len(candidates)} moves: {shown}")
        self.move = move
        self.candidates = candidates


class PositionError(ValueError):
    """A text that is no position in a notation of the rules; `diagnostics` says why, each with its place in it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(str(found) for found in diagnostics))
        self.diagnostics = diagnostics


class RecordError(Exception):
    """A record that cannot be read or replayed; `diagnostics` says why, each with its place in the record."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(str(found) for found in diagnostics))
        self.diagnostics = diagnostics


def as_diagnostic(error: PlayError) -> Diagnostic:
    """A rules error in the form in which findings are shown."""
    span = error.span or Source("the rules", "").span(0, 0)
    return Diagnostic(error.code, error.message, span)


__all__ = ["AmbiguousMove", "IllegalMove", "PlayError", "PositionError", "RecordError", "as_diagnostic"]
