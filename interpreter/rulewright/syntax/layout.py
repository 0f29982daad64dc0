"""The layout pass: from Lark's flat tokens to lines with a depth, and from lines to the stream that the parser reads.

A line here is a logical one: inside brackets, and inside a text in triple quotations, the end of a line counts for
nothing. Its depth is how many blocks its indentation lies in. The pass keeps no state between texts.

What it finds wrong - quotations, tabs, indentation, nesting past the limits - it reports, and goes on with lines that
are as sensible as they can be made. A bracket that is not closed by the lines that lie deeper than its own is taken to
be meant for its own line only, so that it does not swallow the rest of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from lark import Token

from rulewright.source import Findings, Source
from rulewright.syntax import grammar
from rulewright.syntax.codes_signs import BAD_DEDENT, MIXED_INDENTATION, TOO_DEEP, UNCLOSED_TEXT

MAX_NESTING = 64
MAX_ERRORS = 100
"""Beyond this many, what is broken is left out without a word."""
MAX_OPERATIONS = 100
"""How many operations one expression may chain, brackets counted: the later passes walk trees by recursion."""

CLOSERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
OPENERS = {closer: opener for opener, closer in CLOSERS.items()}
_NEVER_INSIDE = frozenset(("LET", "PICK", "WHILE", "RETURN", "BREAK", "CHOOSE", "MAY", "ELIF"))
"""Words that begin lines and stand in no brackets."""
_NEVER_FIRST = frozenset(("AND", "OR", "COMMA", "COMPARE", "FACTOR", "PLUS", "AMPERSAND", "WITHIN", "IN", "IS"))
"""Words and signs that begin no line, and so go on with the line above."""
_FLAT = frozenset(("NAME", "INT", "STRING"))
_SEPARATORS = frozenset(("COMMA", "COLON"))
_PREFIXES = frozenset(("NOT", "THE", "OF", "ELSE"))
_SIGNS = frozenset(("PLUS", "MINUS"))
"""Nesting where one follows another: `- - x`."""


@dataclass(slots=True)
class Line:
    """A logical line. `unclosed` is a bracket in it that is never closed; `deep` where it nests past the limit;
    `uneven` tells that its indentation was reported."""

    tokens: list[Token]
    indentation: str
    depth: int = 0
    unclosed: Token | None = None
    deep: Token | None = None
    uneven: bool = False

    @property
    def start(self) -> int:
        return cast(int, self.tokens[0].start_pos)

    @property
    def end(self) -> int:
        return cast(int, self.tokens[-1].end_pos)


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines of a text, and its `##` comments by the offset of what stands under them."""

    lines: list[Line]
    docs: dict[int, str]

    @property
    def sound(self) -> bool:
        """Whether the parser may read the lines as they are."""
        return not any(line.unclosed or line.deep for line in self.lines)


def lay_out(source: Source, findings: Findings) -> Layout:
    """The layout of a text. What is wrong with it is reported; `unclosed` and `deep` are left to the caller."""
    tokens = _all_tokens(source, findings)
    lines = _join(_split(source, tokens))
    _set_depths(source, lines, findings)
    kept: list[Line] = []
    dropping = False
    for line in lines:
        if line.depth > MAX_NESTING:
            if not dropping:
                findings.add(
                    TOO_DEEP,
                    f"blocks are nested more than {MAX_NESTING} deep here",
                    source.span(line.start, line.end),
                    hint="move what is inside into a `procedure` or a `define`",
                )
            dropping = True
        else:
            dropping = False
            kept.append(line)
        if len(line.tokens) > MAX_NESTING:
            line.deep = too_deep(line.tokens)
    return Layout(kept, _docs(source.text, tokens) if "##" in source.text else {})


def too_deep(tokens: list[Token]) -> Token | None:
    """The token at which an expression nests past the limits, if there is one.

    Counted from the tokens, because the tree of such an expression must not be built. Brackets nest, and so do the
    words that stand before what they belong to; any sign makes the tree at most one deeper.
    """
    prefixes, operations = [0], [0]  # of each open bracket
    before = ""
    for token in tokens:
        kind = token.type
        if kind in CLOSERS:
            prefixes.append(0)
            operations.append(1)
        elif kind in OPENERS:
            if len(prefixes) > 1:
                prefixes.pop()
                operations.pop()
        elif kind in _SEPARATORS:
            # What follows a comma or colon lies beside what stood before it, not inside.
            prefixes[-1], operations[-1] = 0, min(len(operations) - 1, 1)
        elif kind not in _FLAT:
            operations[-1] += 1
            prefixes[-1] += kind in _PREFIXES or (kind in _SIGNS and before in _SIGNS)
        if kind not in _FLAT and (
            max(len(prefixes) - 1, sum(prefixes)) > MAX_NESTING or sum(operations) > MAX_OPERATIONS
        ):
            return token
        before = kind
    return None


def stream(lines: list[Line]) -> list[Token]:
    """What the parser reads: the tokens of the lines, with ends of lines and changes of depth as tokens."""
    out: list[Token] = []
    depth = 0
    for line in lines:
        while depth < line.depth:
            depth += 1
            out.append(_at(line.tokens[0], "_INDENT", start=True))
        while depth > line.depth:
            depth -= 1
            out.append(_at(out[-1], "_DEDENT"))
        out += line.tokens
        out.append(end_of_line(line.tokens))
    out += [_at(out[-1], "_DEDENT") for _ in range(depth)]
    return out


def end_of_line(tokens: list[Token]) -> Token:
    """The _NL behind some tokens: without length, so that it takes no part in spans."""
    return _at(tokens[-1], "_NL")


def _at(token: Token, kind: str, *, start: bool = False) -> Token:
    """A token without length at the end (or the start) of another."""
    if start:
        line, column, pos = token.line, token.column, token.start_pos
    else:
        line, column, pos = token.end_line, token.end_column, token.end_pos
    return Token(kind, "", pos, line, column, line, column, pos)


# ---- tokens ----


def moved(token: Token, start: int, end: int) -> Token:
    """The same token at another place. (Lark wants line and column too; nobody here reads them.)"""
    return Token(token.type, str(token), start, 1, 1, 1, 1, end)


def _all_tokens(source: Source, findings: Findings) -> list[Token]:
    """Lark's tokens; a text in triple quotations that is never closed ends where the block around it ends."""
    text = source.text
    tokens = grammar.tokens(text)
    if '"""' not in text or (start := _open_text(text, tokens)) is None:
        return tokens
    found = [token for token in tokens if cast(int, token.start_pos) < start]
    end = _end_of_block(source, start)
    findings.add(
        UNCLOSED_TEXT,
        'this text begins with `"""` and is never closed',
        source.span(start, start + 3),
        label="opened here",
        hint='put `"""` on a line of its own below its last line',
    )
    found.append(Token("STRING", text[start:end] + '"""', start, 1, 1, 1, 1, end))
    for token in grammar.tokens(text[end:]):
        found.append(moved(token, cast(int, token.start_pos) + end, cast(int, token.end_pos) + end))
    return found


def _open_text(text: str, tokens: list[Token]) -> int | None:
    """Where a triple quotation begins that has no end, or has taken the beginning of the next one for its end."""
    triples = [t for t in tokens if t.type == "STRING" and text.startswith('"""', t.start_pos)]
    if not triples or len(triples[-1]) >= 6:
        return None
    for token in triples:
        start = cast(int, token.start_pos)
        own = _indentation(text, start)
        rest = token.split("\n")[1:-1]
        if len(token) < 6 or any(line.strip() and len(line) - len(line.lstrip()) < own for line in rest):
            return start
    return None


def _indentation(text: str, offset: int) -> int:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return len(line) - len(line.lstrip())


def _end_of_block(source: Source, start: int) -> int:
    """The end of the last line, from the one at `start` on, that is not less deep than it (at the margin: deeper)."""
    text = source.text
    least = max(_indentation(text, start), 1)
    end = text.find("\n", start)
    while end + 1 < len(text):
        following = text.find("\n", end + 1)
        line = text[end + 1 : following]
        if line.strip() and len(line) - len(line.lstrip()) < least:
            break
        end = following
    return end


def _docs(text: str, tokens: list[Token]) -> dict[int, str]:
    """The `##` comments that end on the line above a token, their lines joined."""
    docs: dict[int, str] = {}
    end = 0
    for token in tokens:
        if token.type != "_NL":
            start = cast(int, token.start_pos)
            # The first of these is the rest of a line with code, save at the start of the file.
            between = text[end:start].split("\n")[end > 0 : -1]
            found: list[str] = []
            while between and (line := between.pop().strip()).startswith("##"):
                found.append(line[2:].removeprefix(" "))
            if found:
                docs[start] = "\n".join(reversed(found))
            end = cast(int, token.end_pos)
    return docs


# ---- lines ----


def _split(source: Source, tokens: list[Token]) -> list[Line]:
    """The lines as they stand in the file, without the empty ones."""
    text = source.text
    lines: list[Line] = []
    current: list[Token] = []
    first = 0
    if tokens and tokens[0].type != "_NL":
        first = cast(int, tokens[0].start_pos)
    indentation = text[text.rfind("\n", 0, first) + 1 : first]
    for token in tokens:
        if token.type == "_NL":
            if current:
                lines.append(Line(current, indentation))
                current = []
            indentation = token[token.rindex("\n") + 1 :]
        else:
            current.append(token)
    if current:
        lines.append(Line(current, indentation))
    return lines


def _join(lines: list[Line]) -> list[Line]:
    """The logical lines. Where all brackets of the file match, they decide alone."""
    balanced = _balanced(lines)
    out: list[Line] = []
    at_ = 0
    while at_ < len(lines):
        line = lines[at_]
        last, unclosed = _reach(lines, at_, balanced)
        tokens = line.tokens
        if last > at_:
            tokens = [token for part in lines[at_ : last + 1] for token in part.tokens]
        out.append(Line(tokens, line.indentation, unclosed=unclosed))
        at_ = last + 1
    return out


def _balanced(lines: list[Line]) -> bool:
    stack: list[str] = []
    for token in (token for line in lines for token in line.tokens):
        if token.type in CLOSERS:
            stack.append(token.type)
        elif token.type in OPENERS and (not stack or stack.pop() != OPENERS[token.type]):
            return False
    return not stack


def _reach(lines: list[Line], first: int, balanced: bool) -> tuple[int, Token | None]:
    """The last physical line of the logical one that begins at `first`, and the bracket left open in it."""
    stack: list[Token] = []
    left: Token | None = None
    for number in range(first, len(lines)):
        line = lines[number]
        if number > first and not balanced:
            deeper = len(line.indentation) > len(lines[first].indentation)
            begins = line.tokens[0].type
            if begins in _NEVER_INSIDE or not (deeper or begins in OPENERS):
                break
        for token in line.tokens:
            if token.type in CLOSERS:
                stack.append(token)
            elif token.type in OPENERS and any(opener.type == OPENERS[token.type] for opener in stack):
                while stack.pop().type != OPENERS[token.type]:
                    pass
        if number == first and stack:
            left = stack[-1]
        if not stack:
            return number, None
    last = first
    while last + 1 < len(lines) and lines[last + 1].tokens[0].type in _NEVER_FIRST:
        last += 1
    return last, left


def _set_depths(source: Source, lines: list[Line], findings: Findings) -> None:
    """Turn indentation into depth; what is mixed or matches nothing is reported."""
    sign = next((line.indentation[0] for line in lines if line.indentation), " ")
    unit = next((len(line.indentation) for line in lines if line.indentation), 4)
    levels = [0]
    mixed = False
    for number, line in enumerate(lines):
        width = len(line.indentation)
        if line.indentation.strip(sign):
            other = sum(char != sign for char in line.indentation)
            width = _fitting(width - other + (other * unit if sign == " " else round(other / 4)), levels, unit)
            if number and lines[number - 1].tokens[-1].type == "COLON" and width <= levels[-1]:
                width = levels[-1] + unit
            if not mixed:
                _report_mixed(source, line, sign, findings)
            mixed = line.uneven = True
        if width > levels[-1]:
            levels.append(width)
        while width < levels[-1]:
            inner = levels.pop()
            if width > levels[-1]:
                if not mixed and len(findings.items) < MAX_ERRORS:
                    _report_dedent(source, line, findings)
                line.uneven = True
                if inner - width <= width - levels[-1]:
                    # The lines that follow tell which of the two columns is meant.
                    after = (len(following.indentation) for following in lines[number + 1 :])
                    levels.append(next((column for column in after if column in (inner, width)), width))
                break
        line.depth = len(levels) - 1


def _fitting(width: int, levels: list[int], unit: int) -> int:
    """The column that a line was meant to begin in, whose tabs nobody can measure: that of a block around it if it is
    near one, else the given one."""
    near = min(levels, key=lambda level: abs(level - width))
    return near if abs(near - width) < unit or width > levels[-1] + unit else width


def _report_mixed(source: Source, line: Line, sign: str, findings: Findings) -> None:
    used, other = ("spaces", "tabs") if sign == " " else ("tabs", "spaces")
    findings.add(
        MIXED_INDENTATION,
        f"this line is indented with {other}, but the lines above with {used}",
        source.span(line.start - len(line.indentation), line.start),
        hint=f"indent the whole file with {used}; most editors can convert the one into the other",
    )


def _report_dedent(source: Source, line: Line, findings: Findings) -> None:
    findings.add(
        BAD_DEDENT,
        "the indentation of this line matches no line above it",
        source.span(line.start - len(line.indentation), line.start),
        hint="lines of one block begin in the same column: put this line under the first word of its block",
    )


def physical_end(source: Source, offset: int) -> int:
    """The end of the line of the file in which an offset lies, without its newline."""
    end = source.text.find("\n", offset)
    return end if end >= 0 else len(source.text)
