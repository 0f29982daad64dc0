"""What the builder's parts share: the file at hand, spans, names, doc comments.

The builder walks Lark's tree and makes the AST. It has one small function for each sort of node, found by the rule's
name in a table. From below: `build_expressions`, `build_effects`, `build_statements`, `build_board`, `build_behaviour`,
`build_declarations`. What LALR(1) cannot tell apart is settled here, with errors of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from lark import Token, Tree

from rulewright.source import Findings, Source, Span
from rulewright.syntax.nodes import Name, Tag

Part = Tree[Token]
Child = Part | Token | None

UNKNOWN = "?"
"""The name that stands where one is missing; the error is reported already."""


@dataclass(slots=True)
class Building:
    """One text being built. `docs` has the doc comments by where their declarations begin, `broken` where the lines
    begin that recovery had to make up. `unknown_kind` tells that a declaration has the form of a kind, but not its
    word: the grammar takes any."""

    source: Source
    findings: Findings
    docs: Mapping[int, str] = field(default_factory=dict)
    broken: frozenset[int] = frozenset()
    unknown_kind: bool = False

    def span(self, part: Part | Token) -> Span:
        at = part if isinstance(part, Token) else part.meta
        return Span(self.source, cast(int, at.start_pos), cast(int, at.end_pos))

    def name(self, part: Part | Token) -> Name:
        """The Name of a `name` tree, or of a token."""
        token = part if isinstance(part, Token) else cast(Token, part.children[0])
        return Name(str(token).removeprefix("."), span=self.name_span(token))

    def name_span(self, token: Token) -> Span:
        """Where a name stands; that of a property begins behind its dot."""
        start = cast(int, token.start_pos)
        return Span(self.source, start + (token.type == "PROPERTY"), cast(int, token.end_pos))

    def names(self, part: Part | None) -> tuple[Name, ...]:
        """The names of a `names` tree; none of a missing one."""
        return () if part is None else tuple(self.name(child) for child in parts(part.children))

    def tags(self, part: Part | None) -> tuple[Tag, ...]:
        """The tags of a `tags` or `covers` tree."""
        return () if part is None else tuple(self.tag(child) for child in parts(part.children))

    def tag(self, part: Part) -> Tag:
        span = self.span(part)
        return Tag("".join(span.text.split()), span=span)

    def doc(self, start: int) -> str | None:
        """The `##` comment above what begins at an offset; None if there is none."""
        return self.docs.get(start)


def parts(children: Iterable[Child]) -> list[Part]:
    """The trees among a rule's children."""
    return [child for child in children if isinstance(child, Tree)]


def text_of(token: Token | str) -> str:
    """The text between the quotes of a STRING."""
    return token[3:-3] if token.startswith('"""') and len(token) >= 6 else token[1:-1]


def text_span(building: Building, token: Token) -> Span:
    """The span of the text between the quotes of a STRING."""
    whole = building.span(token)
    edge = 3 if token.startswith('"""') and len(token) >= 6 else 1
    return Span(building.source, whole.start + edge, max(whole.end - edge, whole.start + edge))
