"""What all AST nodes share."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the AST. Spans take no part in comparison: two nodes are equal when they would print alike."""

    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name as written; `?` stands for one that is missing, of which the error is reported already."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Tag(Node):
    """A clause's name, as in `[CAP-1]`; `text` is the whole: `CAP-1`."""

    text: str
