"""A stretch of a source file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.source.files import Source


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range of characters `start..end` of `source.text` (normalised text, 0-based offsets)."""

    source: Source
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """1-based line of the start."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """1-based column of the start."""
        return self.source.position(self.start)[1]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
