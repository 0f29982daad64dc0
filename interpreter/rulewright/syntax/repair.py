"""Recovery: from lines that the parser refuses to a stream that it reads, with one error for each slip.

The lines are read one by one through the automaton, so that the parser's state at the start of each is known. A line
that does not fit is looked at: if a known slip explains it, the mended line goes on in its place; otherwise a stand-in
does, which keeps the name that the line would have declared and the block under it, or BAD, under which a block is
dropped. So a broken line harms no other, and what stands in the block of a broken header is still checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from lark import Token

from rulewright.source import Findings, Source, did_you_mean
from rulewright.syntax import contexts, grammar
from rulewright.syntax.automaton import Stack, automaton
from rulewright.syntax.building import UNKNOWN
from rulewright.syntax.codes_signs import (
    BRACES,
    BRACKET_MISMATCH,
    EMPTY_BLOCK,
    MISSING_COLON,
    TOO_DEEP,
    UNCLOSED_BRACKET,
    UNEXPECTED_INDENTATION,
)
from rulewright.syntax.codes_words import COMPONENT_WORDS, KEYWORD_AS_NAME, LONE_ELSE, ONE_LINE_BLOCK
from rulewright.syntax.layout import MAX_ERRORS, Line, end_of_line, moved, physical_end
from rulewright.syntax.look import Edit, Look, Slip
from rulewright.syntax.slips import known_slip, report_deep
from rulewright.syntax.slips_other import closest, misplaced, one_line_block, unknown_declaration

_BRACKETS = (UNCLOSED_BRACKET, BRACKET_MISMATCH)
"""Of these, one is told in a line: the first bracket that is wrong puts the others out of step."""


@dataclass(slots=True)
class _Last:
    """The line read last: the parser's stack before it, how long the stream was, and whether it was broken."""

    look: Look
    out: int
    broken: bool


@dataclass(slots=True)
class Repair:
    """One run over the lines of a file. `out` is the stream, `broken` where stand-ins begin."""

    source: Source
    lines: list[Line]
    findings: Findings
    out: list[Token] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)
    _stack: Stack = field(default_factory=lambda: automaton().begin())
    _blocks: list[bool] = field(default_factory=list)
    """The blocks around the current line; False for one that only the indentation makes."""
    _told: list[bool] = field(default_factory=lambda: [False])
    """For each of them (and the file) whether a misplaced line in it was reported."""
    _last: _Last | None = None
    _skip: int | None = None
    """Lines deeper than this belong to something that could not be read."""
    _people: frozenset[str] = frozenset()

    def run(self) -> None:
        self._people = _people(self.lines)
        for number, line in enumerate(self.lines):
            if self._skip is not None and line.depth > self._skip:
                continue
            self._skip = None
            self._enter(line)
            following = self.lines[number + 1] if number + 1 < len(self.lines) else None
            self._read(line, following is not None and following.depth > line.depth)
        self._leave(0)

    @property
    def _full(self) -> bool:
        return len(self.findings.items) >= MAX_ERRORS

    # ---- blocks ----

    def _enter(self, line: Line) -> None:
        """Open or close blocks, as the indentation of a line asks for."""
        opened = automaton().fits(self._stack, ["_INDENT"])
        if line.depth > len(self._blocks):
            if not opened and self._last is not None and not self._last.broken:
                opened = self._colon_was_meant(self._last, line)
            if opened:
                self._feed(_at_start(line, "_INDENT"))
            elif not (line.uneven or self._full or (self._last is not None and self._last.broken)):
                self.findings.add(
                    UNEXPECTED_INDENTATION,
                    "this line lies deeper than the one above, which begins no block",
                    self.source.span(line.start - len(line.indentation), line.start),
                    hint="begin it in the same column as the line above, or end that one with `:` if it begins a block",
                )
            self._blocks.append(opened)
            self._told.append(False)
        else:
            self._leave(line.depth)

    def _leave(self, depth: int) -> None:
        """Close blocks down to a depth; a block without lines is reported and filled."""
        if self._last is not None and automaton().fits(self._stack, ["_INDENT"]):
            look = self._last.look
            too_deep = any(found.code == TOO_DEEP for found in self.findings)
            if not (self._last.broken or self._full or too_deep):
                slip = Slip(
                    EMPTY_BLOCK,
                    "a block must follow this line, but there is none",
                    look.start(0),
                    look.end(-1),
                    hint="put at least one line under it, indented by four spaces; `nothing` does nothing",
                )
                look.tell(self.findings, slip)
            self._feed_at_end("_INDENT", "BAD", "_NL", "_DEDENT")
        while len(self._blocks) > depth:
            self._told.pop()
            if self._blocks.pop():
                if not automaton().fits(self._stack, ["_DEDENT"]):
                    # The block has no lines, or they have proved to be comments.
                    self._feed_at_end("BAD", "_NL")
                self._feed_at_end("_DEDENT")

    def _feed_at_end(self, *kinds: str) -> None:
        """Read terminals without text at the end of what was read so far."""
        end = cast(int, self.out[-1].end_pos)
        for kind in kinds:
            self._feed(moved(Token(kind, ""), end, end))

    def _colon_was_meant(self, last: _Last, line: Line) -> bool:
        """Whether the line above begins a block if a colon is put behind it; if so, that is reported and done.

        Where the deeper line fits without the block, but not in it, only its indentation is wrong.
        """
        look = last.look
        end = look.end(-1)
        mended = look.edited((Edit(end, end, ":"),))
        head, kinds = [*mended.kinds, "_NL", "_INDENT"], [token.type for token in line.tokens]
        if not look.automaton.fits(look.stack, head):
            return False
        shallow = len(line.indentation) == 1 and line.indentation == " "
        if not look.automaton.fits(look.stack, [*head, *kinds, "_NL"]) and (
            shallow or look.automaton.fits(self._stack, [*kinds, "_NL"])
        ):
            return False
        slip = Slip(MISSING_COLON, "a `:` is missing at the end of this line", end, end, label="`:` belongs here",
                    hint="a line that begins a block ends with `:`", edits=(Edit(end, end, ":"),))  # fmt: skip
        look.tell(self.findings, slip)
        del self.out[last.out :]
        self._stack = list(look.stack)
        self._accept(mended, mended.placed())
        return True

    # ---- lines ----

    def _read(self, line: Line, deeper: bool) -> None:
        look = self._look(line, deeper)
        if line.deep is not None:
            report_deep(self.findings, self.source, line.deep)
            self._stand_in(look)
        elif line.unclosed is None and look.whole and not look.unknown_kind:
            self._accept(look, line.tokens)
        elif self._full:
            self._stand_in(look)
        elif look.kind(0) in ("ELSE", "ELIF") and look.at == 0:
            self._lone_else(look)
        elif not all(self._blocks):
            # The indentation was reported already; what it breaks is no further slip.
            self._stand_in(look)
        else:
            self._recover(look)

    def _look(self, line: Line, deeper: bool) -> Look:
        start = line.start
        end = physical_end(self.source, line.end)
        tokens = [moved(t, cast(int, t.start_pos) - start, cast(int, t.end_pos) - start) for t in line.tokens]
        stack = list(self._stack)
        text = self.source.text[start:end]
        origin = range(start, end + 1)
        return Look(self.source, text, origin, tokens, automaton(), stack, deeper, self._people)

    def _recover(self, look: Look) -> None:
        told = brackets = False
        for _ in range(3):
            slip = known_slip(look)
            if slip is None or (slip.code in _BRACKETS and brackets):
                break
            brackets = brackets or slip.code in _BRACKETS
            if not self._told_before(slip):
                look.tell(self.findings, slip)
            told = True
            look = look.edited(slip.edits)
            if not look.tokens:
                self._skip = len(self._blocks) if look.deeper else None
                return
            if look.whole and not look.unknown_kind:
                # A pair of braces has drawn the block into the line.
                self._accept(look, look.placed(), broken=slip.code == BRACES and not look.deeper)
                return
            if not slip.edits:
                break
        if not told and self._other(look):
            return
        self._stand_in(look)

    def _told_before(self, slip: Slip) -> bool:
        """Whether one slip shows again: further braces, or uses of a name that is a keyword."""
        if slip.code == BRACES:
            return any(found.code == BRACES for found in self.findings)
        return slip.code == KEYWORD_AS_NAME and any(found.title == slip.title for found in self.findings)

    def _other(self, look: Look) -> bool:
        """Report what no known slip explains; True if the line was mended."""
        if (slip := misplaced(look)) is not None:
            if not self._told[-1]:
                look.tell(self.findings, slip)
            self._told[-1] = True
            return False
        if look.unknown_kind:
            look.tell(self.findings, unknown_declaration(look))
            return False
        if not look.deeper and (index := one_line_block(look)) is not None:
            self._one_line_block(look, index)
            return True
        slip, placeholder = closest(look)
        look.tell(self.findings, slip)
        tokens = look.placed()
        if placeholder:
            place = look.span(look.start(look.at), look.start(look.at)).start
            text = {"NAME": UNKNOWN, "STRING": '""', "INT": "0"}.get(placeholder, "")
            tokens.insert(look.at, moved(Token(placeholder, text), place, place))
            if placeholder == "NAME":
                self.broken.add(cast(int, tokens[0].start_pos))
            self._accept(look, tokens, broken=True)
            return True
        mended = look.edited(slip.edits)
        if slip.edits and mended.whole and not mended.unknown_kind:
            self._accept(mended, mended.placed(), broken=True)
            return True
        return False

    def _one_line_block(self, look: Look, index: int) -> None:
        head = look.fixed((Edit(look.end(index - 1), look.end(-1), ""),))
        slip = Slip(
            ONE_LINE_BLOCK,
            "a block stands on lines of its own",
            look.start(index),
            look.end(-1),
            label="this belongs on the next line",
            hint="put it on the line below, indented by four spaces",
        )
        look.tell(self.findings, slip, head)
        tokens = look.placed()
        here = cast(int, tokens[index - 1].end_pos)
        end = cast(int, tokens[-1].end_pos)
        for token in tokens[:index]:
            self._feed(token)
        for kind in ("_NL", "_INDENT"):
            self._feed(moved(Token(kind, ""), here, here))
        for token in tokens[index:]:
            self._feed(token)
        for kind in ("_NL", "_DEDENT"):
            self._feed(moved(Token(kind, ""), end, end))
        self._last = _Last(look, len(self.out), True)

    def _lone_else(self, look: Look) -> None:
        """An `else` or `elif` that belongs to nothing: reported, unless what it belonged to was broken."""
        if self._last is None or not self._last.broken:
            word = look.word(0)
            slip = Slip(
                LONE_ELSE,
                f"this `{word}` belongs to no `if`",
                look.start(0),
                look.end(0),
                hint=f"`{word}` stands in the same column as its `if`, directly under that one's block",
            )
            look.tell(self.findings, slip)
        self._stand_in(look, bad=True)

    def _stand_in(self, look: Look, *, bad: bool = False) -> None:
        """Go on with a line that keeps what could be read of this one: its name, its block."""
        start, end = look.span(0, look.end(-1)).start, look.span(0, look.end(-1)).end
        if look.unknown_kind and did_you_mean(look.word(0), COMPONENT_WORDS) is None:
            bad = True
        choices = [["BAD"]] if bad else contexts.stand_ins(look.context, look.kind(0), deeper=look.deeper)
        for kinds in choices:
            following = ["_NL", "_INDENT"] if kinds[-1] == "COLON" else ["_NL"]
            name = _name_in(look) if "NAME" in kinds else None
            needed = kinds[0] in ("LET", "PICK", "VAR", "FOR") and look.context in (contexts.STATEMENT, contexts.ACTION)
            if not automaton().fits(self._stack, [*kinds, *following]) or (needed and name is None):
                continue
            tokens = [_stand_in_token(kind, look, name, end) for kind in kinds]
            tokens[0] = Token(kinds[0], str(look.placed()[0]), start, 1, 1, 1, 1, max(start, tokens[0].end_pos or 0))
            if kinds == ["BAD"]:
                tokens[0] = moved(Token("BAD", ""), start, end)
                self._skip = len(self._blocks) if look.deeper else None
            elif kinds[0] in ("CHOOSE", "TOGETHER", "MAY") or (
                look.context in (contexts.DECLARATION, contexts.MEMBER) and kinds[0] not in ("IF", "ELIF", "ELSE")
            ):
                self.broken.add(start)
            self._accept(look, tokens, broken=True)
            return

    # ---- the stream ----

    def _accept(self, look: Look, tokens: list[Token], *, broken: bool = False) -> None:
        self._last = _Last(look, len(self.out), broken)
        for token in tokens:
            self._feed(token)
        self._feed(end_of_line(tokens))

    def _feed(self, token: Token) -> None:
        fits = automaton().feed(self._stack, token.type)
        assert fits, token
        self.out.append(token)


def _people(lines: list[Line]) -> frozenset[str]:
    """The names of players and teams, as far as their lines can be made out."""
    found: Iterator[Line] = (line for line in lines if line.tokens[0].type in ("PLAYERS", "TEAM"))
    return frozenset(str(token) for line in found for token in line.tokens[1:] if token.type == "NAME")


def _name_in(look: Look) -> Token | None:
    """The name that a broken line would have given to something."""
    placed = look.placed()
    soft = grammar.soft_words()
    index = 1
    if look.kind(0) == "PICK" and "IN" in look.kinds:
        index = look.kinds.index("IN") - 1
    if look.context == contexts.MEMBER and look.kind(0) == "NAME":
        index = 0
    if (
        0 <= index < len(placed)
        and (placed[index].type == "NAME" or str(placed[index]) in soft)
        and (index > 0 or look.context == contexts.MEMBER)
    ):
        return placed[index]
    return None


def _stand_in_token(kind: str, look: Look, name: Token | None, end: int) -> Token:
    if kind == "NAME" and name is not None:
        return Token("NAME", str(name), name.start_pos, 1, 1, 1, 1, name.end_pos)
    if kind == "NAME":
        return moved(Token("NAME", UNKNOWN), end, end)
    if kind == "BAD":
        start = look.span(look.start(min(1, len(look.tokens) - 1)), look.end(-1)).start
        return moved(Token("BAD", ""), start, end)
    return moved(Token(kind, '""' if kind == "STRING" else grammar.words().get(kind, "")), end, end)


def _at_start(line: Line, kind: str) -> Token:
    return moved(Token(kind, ""), line.start, line.start)
