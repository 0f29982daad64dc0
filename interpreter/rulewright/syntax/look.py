"""A broken line under the eyes of recovery: its text, its tokens, where the parser stopped, and trials of other texts.

A trial edits the text of the line and reads it again. Each character of an edited text knows where in the file it comes
from, so that tokens, spans and nodes of a mended line keep true places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from lark import Token

from rulewright.source import Findings, Source, Span
from rulewright.syntax import grammar
from rulewright.syntax.automaton import Automaton, Stack
from rulewright.syntax.codes_words import COMPONENT_WORDS
from rulewright.syntax.contexts import DECLARATION, context_of
from rulewright.syntax.layout import CLOSERS, OPENERS, moved, physical_end


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in place of the characters `start..end` of a line's text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that was recognised. Offsets are those of the line's text.

    With `certain` it is reported even where the line cannot be read after the edits. `fix` is False where the edits
    only serve to go on.
    """

    code: str
    title: str
    start: int
    end: int
    label: str = ""
    hint: str = ""
    edits: tuple[Edit, ...] = ()
    certain: bool = False
    fix: bool = True


@dataclass(frozen=True)
class Look:
    """One line. `text` is its text, `origin` where each of its characters (and its end) stands in the file; `tokens`
    count from the start of `text`; `stack` is the parser's before the line; `deeper` tells that the next line lies
    deeper; `people` are the names of players and teams."""

    source: Source
    text: str
    origin: Sequence[int]
    tokens: Sequence[Token]
    automaton: Automaton
    stack: Stack
    deeper: bool = False
    people: frozenset[str] = field(default_factory=frozenset)

    @property
    def kinds(self) -> list[str]:
        return [token.type for token in self.tokens]

    @cached_property
    def at(self) -> int:
        """The index of the token at which the parser stops; their number where it stops at the end of the line."""
        return self.automaton.read(self.stack, self.kinds)[1]

    @cached_property
    def context(self) -> str:
        """The sort of block in which the line stands; "" for an expression by itself."""
        return context_of(self.stack) if self.automaton.end == "_NL" else ""

    @cached_property
    def state(self) -> Stack:
        """The parser's stack where it stops."""
        return self.automaton.read(self.stack, self.kinds)[0]

    @cached_property
    def whole(self) -> bool:
        """Whether the parser reads the line to its end."""
        return bool(self.tokens) and self.reads(self.kinds)

    @cached_property
    def readable(self) -> bool:
        """Whether the parser reads the line to its end, or would with the colon that the block below asks for."""
        return self.whole or (self.deeper and self.reads([*self.kinds, "COLON"]))

    @cached_property
    def unknown_kind(self) -> bool:
        """Whether a declaration has the form of a kind, but not its word: the grammar takes any."""
        known = self.kind(0) != "NAME" or self.word(0) in COMPONENT_WORDS
        return not known and self.context == DECLARATION

    def reads(self, kinds: Sequence[str]) -> bool:
        return self.automaton.fits(self.stack, [*kinds, self.automaton.end])

    def kind(self, index: int) -> str:
        """The type of a token; "" outside the line."""
        return self.tokens[index].type if 0 <= index < len(self.tokens) else ""

    def word(self, index: int) -> str:
        """The text of a token; "" outside the line."""
        return str(self.tokens[index]) if 0 <= index < len(self.tokens) else ""

    def start(self, index: int) -> int:
        """Where a token begins; behind the last one, its end."""
        if not self.tokens:
            return 0
        return cast(int, self.tokens[index].start_pos) if index < len(self.tokens) else self.end(-1)

    def end(self, index: int) -> int:
        return cast(int, self.tokens[index].end_pos) if self.tokens else 0

    def adjacent(self, index: int) -> bool:
        """Whether a token stands directly before the next, without a space."""
        return 0 <= index < len(self.tokens) - 1 and self.end(index) == self.start(index + 1)

    def depths(self) -> list[int]:
        """For each token, in how many brackets of this line it stands."""
        found: list[int] = []
        depth = 0
        for token in self.tokens:
            depth -= token.type in OPENERS
            found.append(depth)
            depth += token.type in CLOSERS
        return found

    def span(self, start: int, end: int) -> Span:
        """The span in the file of characters of the text."""
        last = self.origin[end - 1] + 1 if end > start else self.origin[start]
        return Span(self.source, self.origin[start], max(last, self.origin[start]))

    def edited(self, edits: Iterable[Edit]) -> Look:
        """The line with some of its text replaced."""
        text: list[str] = []
        origin: list[int] = []
        done = 0
        for edit in sorted(edits, key=lambda e: (e.start, e.end)):
            text += self.text[done : edit.start]
            origin += self.origin[done : edit.start]
            text += edit.text
            # New text in place of old lies over it, as far as that goes.
            origin += [self.origin[min(edit.start + i, edit.end)] for i in range(len(edit.text))]
            done = edit.end
        text += self.text[done:]
        origin += self.origin[done:]
        joined = "".join(text)
        return replace(self, text=joined, origin=origin, tokens=line_tokens(joined))

    def fixed(self, edits: Iterable[Edit]) -> str:
        """The corrected line of the file: the one with the first edit."""
        chosen = sorted(edits, key=lambda e: (e.start, e.end))
        if not chosen:
            return ""
        after = self.edited(chosen).text
        first = chosen[0].start
        begin = after.rfind("\n", 0, first) + 1
        end = after.find("\n", first)
        shown = after[begin : end if end >= 0 else len(after)]
        if begin == 0:
            place = self.origin[0]
            shown = self.source.text[self.source.text.rfind("\n", 0, place) + 1 : place] + shown
        if end < 0:
            shown += self.source.text[self.origin[-1] : physical_end(self.source, self.origin[-1])]
        return shown.rstrip()

    def tell(self, findings: Findings, slip: Slip, fix: str = "") -> None:
        """Report a slip, with the corrected line where that is the line to which the report points."""
        span = self.span(slip.start, slip.end)
        first = min((edit.start for edit in slip.edits), default=None)
        here = first is not None and self.source.position(self.origin[first])[0] == span.line
        corrected = fix or (self.fixed(slip.edits) if here and slip.fix else "")
        findings.add(slip.code, slip.title, span, label=slip.label, hint=slip.hint, fix=corrected)

    def placed(self) -> list[Token]:
        """The tokens with their places in the file."""
        return [
            moved(token, span.start, span.end)
            for token in self.tokens
            for span in (self.span(cast(int, token.start_pos), cast(int, token.end_pos)),)
        ]


def line_tokens(text: str) -> list[Token]:
    """The tokens of the text of one line; ends of lines inside brackets, and at its edges, count for nothing."""
    found: list[Token] = []
    depth = 0
    for token in grammar.tokens(text):
        if token.type == "_NL":
            if depth == 0 and found:
                found.append(token)
            continue
        depth += (token.type in CLOSERS) - (token.type in OPENERS and depth > 0)
        found.append(token)
    while found and found[-1].type == "_NL":
        found.pop()
    return found
