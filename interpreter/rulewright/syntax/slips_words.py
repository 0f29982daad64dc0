"""Slips with words: `=` for `==`, `else if`, keywords as names, `White Pawn`, misspelt and foreign keywords.

Like `slips_signs`: each function recognises one slip in a broken line, or returns None.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.source import did_you_mean
from rulewright.syntax import grammar
from rulewright.syntax.codes_signs import MISSING_COLON
from rulewright.syntax.codes_words import (
    ASSIGN_FOR_EQUAL,
    CHAINED_COMPARISON,
    COMPONENT_WORDS,
    COUNTING_SIGNS,
    DIGIT_FIRST,
    ELSE_IF,
    EQUAL_FOR_ASSIGN,
    FOR_EACH,
    IS_FOR_EQUAL,
    KEYWORD_AS_NAME,
    LEGAL_APART,
    OWNER_FIRST,
    THEN_WORD,
    UNEXPECTED,
    UNKNOWN_WORD,
    WRONG_CASE,
)
from rulewright.syntax.forms import form
from rulewright.syntax.look import Edit, Look, Slip

Finder = Callable[[Look], Slip | None]

_COMPARING = frozenset(("COMPARE", "IN", "WITHIN", "IS"))
_FOREIGN = {
    "def": "define", "func": "define", "function": "define", "fn": "define", "method": "define",
    "const": "let", "foreach": "for", "loop": "while", "until": "while", "elseif": "elif", "elsif": "elif",
    "put": "place", "add": "place", "create": "place", "spawn": "place", "delete": "remove", "take": "remove",
    "kill": "remove", "draw": "deal", "capture": "remove", "import": "include", "unit": "piece", "pawn": "piece",
    "rule": "action", "test": "scenario", "assert": "expect", "require": "where", "player": "players",
    "start": "setup", "choice": "choose", "select": "pick", "enumeration": "enum", "variable": "var",
}  # fmt: skip


def else_if(look: Look) -> Slip | None:
    if (look.kind(0), look.kind(1)) == ("ELSE", "IF"):
        end = look.end(1)
        wrong = "else if"
    elif look.word(0).lower() in ("elseif", "elsif", "elif") and look.kind(0) == "NAME":
        end = look.end(0)
        wrong = look.word(0)
    else:
        return None
    return Slip(ELSE_IF, f"`{wrong}` is written `elif`", 0, end, hint="write `elif`", edits=(Edit(0, end, "elif"),),
                certain=True)  # fmt: skip


def then_word(look: Look) -> Slip | None:
    last = len(look.tokens) - 1
    if look.kind(0) not in ("IF", "ELIF", "WHILE"):
        return None
    place = last if look.kind(last) == "THEN" else last - 1
    if look.kind(place) != "THEN" or (place < last and look.kind(last) != "COLON"):
        return None
    edits = (Edit(look.end(place - 1), look.end(last), ":"),)
    return Slip(THEN_WORD, "a condition ends with `:`, without `then`", look.start(place), look.end(place),
                hint="write `:` and put what follows on the lines below, indented", edits=edits)  # fmt: skip


def for_each(look: Look) -> Slip | None:
    if (look.kind(0), look.kind(1)) != ("FOR", "EACH"):
        return None
    return Slip(FOR_EACH, "`for each` is written `for`", look.start(1), look.end(1), hint="write `for p in players:`",
                edits=(Edit(look.start(1), look.start(2), ""),))  # fmt: skip


def assign_for_equal(look: Look) -> Slip | None:
    """`=` where a comparison is meant: the first one the parser stops at, and if need be all behind it."""
    if look.kind(look.at) != "EQUAL":
        return None
    places = [i for i in range(look.at, len(look.tokens)) if look.kind(i) == "EQUAL"]
    for chosen in (places[:1], places):
        edits = tuple(Edit(look.start(i), look.end(i), "==") for i in chosen)
        if look.edited(edits).readable:
            return Slip(ASSIGN_FOR_EQUAL, "`=` gives a value; to compare, write `==`", look.start(look.at),
                        look.end(look.at), label="compared here", hint="write `==`", edits=edits)  # fmt: skip
    return None


def equal_for_assign(look: Look) -> Slip | None:
    if look.word(look.at) != "==":
        return None
    edits = (Edit(look.start(look.at), look.end(look.at), "="),)
    return Slip(EQUAL_FOR_ASSIGN, "`==` compares; to give a value, write `=`", look.start(look.at), look.end(look.at),
                hint="write `=`", edits=edits)  # fmt: skip


def counting_signs(look: Look) -> Slip | None:
    """`x++`, `x--`, `x *= 2`."""
    for i in range(1, len(look.tokens)):
        two = look.word(i) + look.word(i + 1) if look.adjacent(i) else ""
        start = look.start(i)
        if two in ("++", "--") and i == len(look.tokens) - 2:
            edits = (Edit(look.end(i - 1), look.end(i + 1), f" {two[0]}= 1"),)
        elif two in ("*=", "/=", "%="):
            subject = look.text[: look.end(i - 1)]
            edits = (Edit(start, look.end(i + 1), f"= {subject} {two[0]}"),)
        else:
            continue
        return Slip(COUNTING_SIGNS, f"there is no `{two}`", start, look.end(i + 1),
                    hint="write `x += 1`, `x -= 1`, or `x = x * 2`", edits=edits)  # fmt: skip
    return None


def chained_comparison(look: Look) -> Slip | None:
    """`1 < x < 5`: the middle is written again."""
    if look.kind(look.at) not in _COMPARING:
        return None
    depths = look.depths()
    level = depths[look.at]
    before = next((i for i in range(look.at - 1, -1, -1) if depths[i] <= level and look.kind(i) in _COMPARING), None)
    if before is None or any(depth < level for depth in depths[before : look.at]):
        return None
    middle = look.text[look.start(before + 1) : look.end(look.at - 1)]
    edits = (Edit(look.start(look.at), look.start(look.at), f"and {middle} "),)
    return Slip(CHAINED_COMPARISON, "comparisons do not chain", look.start(look.at), look.end(look.at),
                label="the second comparison", hint="join two comparisons with `and`", edits=edits)  # fmt: skip


def legal_apart(look: Look) -> Slip | None:
    """`expect mover == White and legal "a1"`, which are two expectations."""
    if look.kind(0) != "EXPECT" or look.kind(look.at) not in ("LEGAL", "ILLEGAL") or look.at < 2:
        return None
    word = look.word(look.at)
    return Slip(LEGAL_APART, f"`expect {word}` is a line of its own", look.start(look.at), look.end(look.at),
                hint=f"end the line before this, and write `expect {word}` on the next one", certain=True)  # fmt: skip


def is_for_equal(look: Look) -> Slip | None:
    """`x is 3`, `x is in S`: `is` asks for a kind only."""
    last = next((i for i in range(min(look.at, len(look.tokens) - 1), -1, -1) if look.kind(i) == "IS"), None)
    if last is None:
        return None
    negated = look.kind(last + 1) == "NOT"
    article = last + 1 + negated
    if look.word(article) in ("a", "an") and look.kind(article + 1) == "NAME":
        start, end = look.start(article), look.end(article)
        edits = (Edit(start, look.start(article + 1), ""),)
        title = f"`is {look.word(article)} {look.word(article + 1)}` is written `is {look.word(article + 1)}`"
        return Slip(IS_FOR_EQUAL, title, start, end, hint=f"leave `{look.word(article)}` out", edits=edits)
    end = last + 1 if negated else last
    if look.kind(end + 1) == "IN":
        right = "not in" if negated else "in"
        end += 1
    else:
        right = "!=" if negated else "=="
    edits = (Edit(look.start(last), look.end(end), right),)
    return Slip(IS_FOR_EQUAL, "`is` only asks what kind something is", look.start(last), look.end(end),
                hint=f"write `{right}`; `x is Pawn` asks whether x is a Pawn", edits=edits)  # fmt: skip


def owner_first(look: Look) -> Slip | None:
    """`White Pawn` for `Pawn of White`."""
    for i in (look.at, look.at - 1):
        owner, kind = look.word(i - 1), look.word(i)
        if look.kind(i) == look.kind(i - 1) == "NAME" and i > 0:
            people = look.people
            if owner in people or (not people and owner[:1].isupper() and kind[:1].isupper()):
                right = f"{kind} of {owner}"
            elif kind in people:
                right = f"{owner} of {kind}"
            else:
                continue
            edits = (Edit(look.start(i - 1), look.end(i), right),)
            if look.edited(edits).whole:
                return Slip(OWNER_FIRST, f"`{owner} {kind}` is written `{right}`", look.start(i - 1), look.end(i),
                            label="what belongs to somebody stands before `of`", hint=f"write `{right}`",
                            edits=edits)  # fmt: skip
    return None


def other_joiners(look: Look) -> Slip | None:
    """`choose Step, Capture` for `Step | Capture`; `board square 8 x 8`."""
    at = look.at
    if look.kind(at) in ("COMMA", "OR") and "CHOOSE" in look.kinds[:at]:
        edits = (Edit(look.end(at - 1), look.end(at), " |"),)
        return Slip(UNEXPECTED, "actions to choose from are joined with `|`", look.start(at), look.end(at),
                    hint="write `choose Step | Capture`", edits=edits)  # fmt: skip
    if look.kind(0) == "BOARD" and look.word(at - 1).lower() in ("x", "times"):
        edits = (Edit(look.start(at - 1), look.end(at - 1), "by"),)
        return Slip(UNEXPECTED, "the sizes of a board are joined with `by`", look.start(at - 1), look.end(at - 1),
                    hint="write `board square 8 by 8`", edits=edits)  # fmt: skip
    return None


def wrong_case(look: Look) -> Slip | None:
    """`If`, `WHERE`: a keyword in capitals."""
    known = set(grammar.words().values())
    for i in dict.fromkeys((look.at, look.at - 1, 0)):
        word = look.word(i)
        if look.kind(i) == "NAME" and word != word.lower() and word.lower() in {*known, *COMPONENT_WORDS}:
            edits = (Edit(look.start(i), look.end(i), word.lower()),)
            if look.edited(edits).whole:
                return Slip(WRONG_CASE, f"`{word}` is written `{word.lower()}`", look.start(i), look.end(i),
                            hint="the words of the language are written small", edits=edits)  # fmt: skip
    return None


def keyword_as_name(look: Look) -> Slip | None:
    """`let pick = 3`: a reserved word where a name is expected."""
    i = look.at
    word = look.word(i)
    if i == 0 or word not in grammar.reserved_words():
        return None
    if word == "each" and form(look):
        return Slip(UNEXPECTED, "`each` cannot stand here", look.start(i), look.end(i), hint=form(look), certain=True)
    places = [k for k in range(i, len(look.tokens)) if look.word(k) == word]
    for chosen in (places[:1], places):
        edits = tuple(Edit(look.start(k), look.end(k), f"my_{word}") for k in chosen)
        if look.edited(edits).whole:
            return Slip(KEYWORD_AS_NAME, f"`{word}` is a word of the language and cannot be a name", look.start(i),
                        look.end(i), hint=f"choose another name, for example `my_{word}`", edits=edits)  # fmt: skip
    return None


def digit_first(look: Look) -> Slip | None:
    """`2nd`: digits and letters without a space."""
    for i in (look.at - 1, look.at):
        if look.kind(i) == "INT" and look.kind(i + 1) == "NAME" and look.adjacent(i):
            word = look.word(i) + look.word(i + 1)
            edits = (Edit(look.start(i), look.end(i + 1), f"{look.word(i + 1)}{look.word(i)}"),)
            return Slip(DIGIT_FIRST, f"`{word}` is no name: a name begins with a letter", look.start(i),
                        look.end(i + 1), hint="put the digits behind the letters", edits=edits)  # fmt: skip
    return None


def misspelt(look: Look) -> Slip | None:
    """A word near a keyword that would fit in its place, or one that other languages use for it."""
    words = grammar.words()
    for i in dict.fromkeys((0, look.at, look.at - 1)):
        if look.kind(i) != "NAME":
            continue
        word = look.word(i)
        stack, _ = look.automaton.read(look.stack, look.kinds[:i])
        fitting = [words[kind] for kind in look.automaton.expected(stack) if words.get(kind, "").isalpha()]
        if i == 0 and look.context == "declaration":
            fitting += COMPONENT_WORDS
        near = did_you_mean(word, fitting)
        foreign = _FOREIGN.get(word.lower()) if i == 0 else None
        for right in dict.fromkeys((near, foreign)):
            if right and right in fitting and right != word:
                edits = (Edit(look.start(i), look.end(i), right),)
                if look.edited(edits).whole and not (look.deeper and look.kind(len(look.tokens) - 1) != "COLON"):
                    return Slip(UNKNOWN_WORD, f"the language has no word `{word}` here", look.start(i), look.end(i),
                                label=f"did you mean `{right}`?", hint=f"write `{right}`", edits=edits)  # fmt: skip
    return None


def missing_colon(look: Look) -> Slip | None:
    if look.at < len(look.tokens) or look.kind(len(look.tokens) - 1) == "COLON":
        return None
    end = look.end(-1)
    edits = (Edit(end, end, ":"),)
    trial = look.edited(edits)
    if not trial.whole or not look.automaton.fits(look.stack, [*trial.kinds, look.automaton.end, "_INDENT"]):
        return None
    return Slip(MISSING_COLON, "a `:` is missing at the end of this line", end, end, label="`:` belongs here",
                hint="a line that begins a block ends with `:`", edits=edits)  # fmt: skip


WORD_SLIPS: tuple[Finder, ...] = (
    else_if,
    then_word,
    for_each,
    missing_colon,
    assign_for_equal,
    equal_for_assign,
    counting_signs,
    chained_comparison,
    legal_apart,
    is_for_equal,
    owner_first,
    other_joiners,
    digit_first,
    wrong_case,
    keyword_as_name,
    misspelt,
)
