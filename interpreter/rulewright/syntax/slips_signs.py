"""Slips with signs: quotation marks, comparison signs, brackets, comments, line ends - what other languages write.

Each function looks at a broken line and returns the slip it recognises there, or None. The order of SIGN_SLIPS is the
order in which they are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulewright.syntax.codes_signs import (
    ARROWS,
    BRACES,
    BRACKET_MISMATCH,
    CURLY_QUOTES,
    FRACTION,
    LOGIC_SIGNS,
    OTHER_COMMENTS,
    SEMICOLON,
    SINGLE_QUOTES,
    STRAY_CHARACTER,
    UNCLOSED_BRACKET,
    UNCLOSED_TEXT,
    UNKNOWN_SIGN,
)
from rulewright.syntax.layout import CLOSERS, OPENERS
from rulewright.syntax.look import Edit, Look, Slip
from rulewright.syntax.wording import shown

Finder = Callable[[Look], Slip | None]

_CURLY = "“”„‟«»″"
_SINGLE = "'‘’`´"
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "×": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "…": "..", "∈": "in"}
_LOGIC = {"∧": "and", "∨": "or", "¬": "not", "&&": "and", "||": "or", "!": "not"}
_PAIRS = {"=>": ">=", "=<": "<=", "<>": "!=", "**": "*", ":=": "=", "===": "==", "&&": "and", "||": "or", "->": ":"}
_SIGN_OF = {"LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}"}


def curly_quotes(look: Look) -> Slip | None:
    return _quotes(look, _CURLY, CURLY_QUOTES, "curly quotation marks", 'texts stand in straight quotation marks: `"`')


def single_quotes(look: Look) -> Slip | None:
    return _quotes(look, _SINGLE, SINGLE_QUOTES, "single quotation marks", 'texts stand in double quotation marks: `"`')


def _quotes(look: Look, marks: str, code: str, what: str, hint: str) -> Slip | None:
    """Wrong quotation marks as signs of their own; those inside a proper text are the writer's business."""
    broken = [token for token in look.tokens if token.type in ("STRAY", "OPEN_STRING") and set(token) & set(marks)]
    if not broken:
        return None
    texts = [range(look.start(i), look.end(i)) for i, kind in enumerate(look.kinds) if kind == "STRING"]
    places = [i for i, char in enumerate(look.text) if char in marks and not any(i in inside for inside in texts)]
    first = places[0]
    last = places[1] if len(places) > 1 else first
    edits = tuple(Edit(i, i + 1, '"') for i in places)
    return Slip(code, f"this text stands in {what}", first, last + 1, hint=hint, edits=edits, certain=True)


def other_comments(look: Look) -> Slip | None:
    for i in range(len(look.tokens)):
        if (
            look.adjacent(i)
            and look.word(i) + look.word(i + 1) in ("//", "/*", "--")
            and (look.word(i) == "/" or i == 0)
        ):
            start, end = look.start(i), look.end(i + 1)
            return Slip(
                OTHER_COMMENTS,
                f"comments begin with `#`, not with `{look.text[start:end]}`",
                start,
                end,
                edits=(Edit(start, end, "#"),),
                certain=True,
            )
    return None


def semicolon(look: Look) -> Slip | None:
    places = [i for i in range(len(look.tokens)) if look.word(i) == ";" and look.kind(i) == "STRAY"]
    if not places:
        return None
    if places == [len(look.tokens) - 1]:
        title, hint = "a line does not end with `;`", "the end of the line is enough"
        edits = [Edit(look.start(places[0]), look.end(places[0]), "")]
    else:
        title, hint = "`;` does not join statements", "write each statement on a line of its own"
        indentation = _indentation(look)
        edits = [
            Edit(
                look.start(i),
                look.start(i + 1) if i + 1 < len(look.tokens) else look.end(i),
                f"\n{indentation}" if i + 1 < len(look.tokens) else "",
            )
            for i in places
        ]
    i = places[0]
    return Slip(SEMICOLON, title, look.start(i), look.end(i), hint=hint, edits=tuple(edits), certain=True)


def _indentation(look: Look) -> str:
    text = look.source.text
    return text[text.rfind("\n", 0, look.origin[0]) + 1 : look.origin[0]]


def wrong_signs(look: Look) -> Slip | None:
    """`≥`, `=>`, `<>`, `:=` …: every one in the line is put right, the first is shown."""
    return _signs(look, UNKNOWN_SIGN, _SIGNS, ("=>", "=<", "<>", ":=", "===", "**"))


def logic_signs(look: Look) -> Slip | None:
    return _signs(look, LOGIC_SIGNS, _LOGIC, ("&&", "||"))


def _signs(look: Look, code: str, single: dict[str, str], pairs: Iterable[str]) -> Slip | None:
    found: list[tuple[int, int, str, str]] = []
    i = 0
    while i < len(look.tokens):
        two = look.word(i) + look.word(i + 1) if look.adjacent(i) else ""
        if two in pairs:
            found.append((look.start(i), look.end(i + 1), two, _PAIRS[two]))
            i += 1
        elif look.kind(i) == "STRAY" and (right := single.get(look.word(i))):
            found.append((look.start(i), look.end(i), look.word(i), right))
        i += 1
    if not found:
        return None
    start, end, wrong, right = found[0]
    return Slip(
        code,
        f"`{wrong}` is written `{right}`",
        start,
        end,
        hint=f"write `{right}`",
        edits=tuple(Edit(a, b, _spaced(look.text, a, b, put)) for a, b, _, put in found),
        certain=True,
    )


def _spaced(text: str, start: int, end: int, word: str) -> str:
    """A word in place of a sign, with the spaces that it needs."""
    if not word.isalpha():
        return word
    before = " " if start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_)]}") else ""
    after = " " if end < len(text) and not text[end].isspace() else ""
    return before + word + after


def arrows(look: Look) -> Slip | None:
    """`-> int` behind parameters, as other languages write the type of a result."""
    for i in range(len(look.tokens)):
        if look.adjacent(i) and look.word(i) + look.word(i + 1) == "->":
            start = look.end(i - 1) if i else 0
            edits = (Edit(start, look.end(i + 1), ":"),)
            return Slip(
                ARROWS,
                "the type of a result stands behind a colon",
                look.start(i),
                look.end(i + 1),
                hint="write `define f(x: site): int = …`",
                edits=edits,
            )
    return None


def braces(look: Look) -> Slip | None:
    if look.tokens and set(look.kinds) == {"RBRACE"}:
        edits = (Edit(0, look.end(-1), ""),)
        hint = "a block ends where the indentation ends: take this line away"
        return Slip(BRACES, "blocks are not marked by braces", 0, look.end(-1), hint=hint, edits=edits, certain=True)
    brace = look.at if look.kind(look.at) == "LBRACE" else len(look.tokens) - 1
    # A brace that is closed further below has drawn the lines between into this one.
    if look.kind(brace) != "LBRACE" or brace == 0 or not re.match(r"\{[ \t]*(#|\n|$)", look.text[look.start(brace) :]):
        return None
    end = len(look.text) if brace < len(look.tokens) - 1 else look.end(brace)
    return Slip(
        BRACES,
        "blocks are not marked by braces",
        look.start(brace),
        look.end(brace),
        hint="end the line with `:` and indent the lines below",
        edits=(Edit(look.end(brace - 1), end, ":"),),
        certain=True,
    )


def fraction(look: Look) -> Slip | None:
    for i in range(len(look.tokens)):
        if (look.kind(i), look.word(i + 1), look.kind(i + 2)) == ("INT", ".", "INT") and look.adjacent(i):
            start, end = look.start(i), look.end(i + 2)
            return Slip(
                FRACTION,
                "there are no fractions: all numbers are whole",
                start,
                end,
                hint="count in smaller units, for example halves or hundredths",
                edits=(Edit(start, end, look.word(i)),),
                certain=True,
                fix=False,
            )
    return None


def open_text(look: Look) -> Slip | None:
    """A quotation mark without its partner: the text is taken to end with the line, or before a last `:`."""
    place = next((i for i in range(len(look.tokens)) if look.kind(i) == "OPEN_STRING"), None)
    if place is None:
        return None
    start, end = look.start(place), look.end(place)
    text = look.text[start:end].rstrip()
    end = start + len(text)
    trials = [end] if not text.endswith(":") else [end - 1, end]
    trials += [start + found.start() for found in re.finditer(r"\s+(then|because|covers|not played)\b|:|,|=", text[1:])]
    for trial in trials:
        edits = (Edit(trial, trial, '"'),)
        if look.edited(edits).whole:
            break
    else:
        edits = (Edit(end, end, '"'),)
    return Slip(
        UNCLOSED_TEXT,
        "this text has no closing quotation mark",
        start,
        end,
        label="opened here",
        hint='put `"` at its end; a text over several lines stands between `"""` and `"""`',
        edits=edits,
        certain=True,
    )


def unclosed_bracket(look: Look) -> Slip | None:
    """An opened bracket without its partner: the place for it is looked for from the end of the line."""
    stack: list[int] = []
    for i, token in enumerate(look.tokens):
        if token.type in CLOSERS:
            stack.append(i)
        elif token.type in OPENERS and stack and look.kind(stack[-1]) == OPENERS[token.type]:
            stack.pop()
        elif token.type in OPENERS:
            return None
    if not stack:
        return None
    opener = stack[0]
    closers = "".join(_SIGN_OF[CLOSERS[look.kind(i)]] for i in reversed(stack))
    edits: tuple[Edit, ...] = ()
    for i in range(len(look.tokens), opener, -1):
        place = look.end(i - 1)
        trial = look.edited((Edit(place, place, closers),))
        if trial.whole and (not look.deeper or trial.kind(len(trial.tokens) - 1) == "COLON"):
            edits = (Edit(place, place, closers),)
            break
    sign = look.word(opener)
    return Slip(
        UNCLOSED_BRACKET,
        f"this `{sign}` is never closed",
        look.start(opener),
        look.end(opener),
        label="opened here",
        hint=f"put `{closers}` where it ends",
        edits=edits,
        certain=True,
        fix=bool(edits),
    )


def lone_closer(look: Look) -> Slip | None:
    """A closing bracket that closes nothing, or another sort of bracket than was opened."""
    stack: list[int] = []
    for i, token in enumerate(look.tokens):
        if token.type in CLOSERS:
            stack.append(i)
        elif token.type in OPENERS and not stack:
            more = next((j for j in range(i, len(look.tokens)) if look.kind(j) not in OPENERS), len(look.tokens))
            for last in (i, more - 1):  # this one, or with all that follow at once
                edits = (Edit(look.start(i), look.end(last), ""),)
                if look.edited(edits).whole:
                    hint = "take it away" if last == i else "take it and those behind it away"
                    title = f"this `{token}` closes nothing"
                    return Slip(BRACKET_MISMATCH, title, look.start(i), look.end(last), hint=hint, edits=edits)
            return None
        elif token.type in OPENERS:
            opener = stack.pop()
            if look.kind(opener) != OPENERS[token.type]:
                return _mismatch(look, opener, i)
    return None


def _mismatch(look: Look, opener: int, closer: int) -> Slip:
    """A bracket closed by another sort: either that is a slip, or its own closing bracket is missing before."""
    right = _SIGN_OF[CLOSERS[look.kind(opener)]]
    opened = look.word(opener)
    edits = (Edit(look.start(closer), look.end(closer), right),)
    if not look.edited(edits).whole:
        for i in range(closer, opener + 1, -1):
            missing = (Edit(look.end(i - 1), look.end(i - 1), right),)
            if look.edited(missing).whole:
                return Slip(
                    UNCLOSED_BRACKET,
                    f"this `{opened}` is never closed",
                    look.start(opener),
                    look.end(opener),
                    label="opened here",
                    hint=f"put `{right}` where it ends",
                    edits=missing,
                )
    return Slip(
        BRACKET_MISMATCH,
        f"`{opened}` is closed by `{look.word(closer)}`",
        look.start(closer),
        look.end(closer),
        label=f"`{right}` is meant",
        hint=f"a bracket opened by `{opened}` is closed by `{right}`",
        edits=edits,
        certain=True,
    )


def stray_character(look: Look) -> Slip | None:
    """Any sign that the language does not know; taken away to go on."""
    place = next((i for i in range(len(look.tokens)) if look.kind(i) == "STRAY"), None)
    if place is None:
        return None
    start, end = look.start(place), look.end(place)
    edits = tuple(Edit(look.start(i), look.end(i), "") for i in range(len(look.tokens)) if look.kind(i) == "STRAY")
    readable = look.edited(edits).whole
    return Slip(
        STRAY_CHARACTER,
        f"the sign {shown(look.word(place))} means nothing here",
        start,
        end,
        hint="take it away" if readable else "texts with such signs stand in quotation marks",
        edits=edits,
        certain=True,
        fix=readable,
    )


SIGN_SLIPS: tuple[Finder, ...] = (
    curly_quotes,
    open_text,
    single_quotes,
    other_comments,
    semicolon,
    braces,
    wrong_signs,
    logic_signs,
    arrows,
    fraction,
    unclosed_bracket,
    lone_closer,
    stray_character,
)
