"""What is said of a broken line when no known slip explains it.

It may be a line in the wrong block, or have a block on the same line; last of all comes the one word that is missing or
too many.
"""

from __future__ import annotations

from rulewright.syntax import contexts, grammar
from rulewright.syntax.codes_words import COMPONENT_WORDS, MISPLACED, MISSING, UNEXPECTED, UNKNOWN_WORD
from rulewright.syntax.forms import form
from rulewright.syntax.layout import CLOSERS
from rulewright.syntax.look import Edit, Look, Slip
from rulewright.syntax.wording import expected, shown, terminal

_SIGNS = (":", ")", "]", "}", "(", "[", ",", "=")
_CLINGING = (":", ")", "]", "}", ",")
"""Signs without a space before them."""
_JOINERS = frozenset(
    (*_SIGNS, "in", "of", "to", "by", "from", "with", "where", "when", "on", "until", "at", "as", "times", "each", "is")
) | {"else", "not", "and", "or"}
"""Words and signs that may be proposed where one is missing."""
_PLACEHOLDERS = {"BAD": "a value", "NAME": "a name", "STRING": 'a text in `"`', "INT": "a number"}
_GAME_FIELDS = ("author", "year", "publisher", "minutes", "bgg", "rights")
_ENDINGS = ("wins", "loses", "tie", "again", "nothing")
_BACK = 5
"""How many tokens before the one at which the parser stops a missing word is looked for."""


def misplaced(look: Look) -> Slip | None:
    """A line that is right in itself, but stands in the wrong sort of block."""
    here = contexts.context_named(look.context)
    if here is None or (look.at > 1 and not look.unknown_kind):
        return None
    ending = ["_INDENT"] if look.deeper else []
    for context in contexts.CONTEXTS:
        kinds = [*look.kinds, "_NL", *ending]
        if context is here or not _typical(look, context.name):
            continue
        if look.automaton.fits(contexts.stack_in(context), kinds):
            hint = f"it is {context.what} and belongs {context.home}"
            if context.name == contexts.STATEMENT and here.name == contexts.ACTION:
                hint = "what an action does stands under `do:`, one step further in"
            if context.name == contexts.STATEMENT and here.name == contexts.SCENARIO:
                hint = "put it under `given:` to build the position, or under `do:` to run it"
            return Slip(
                MISPLACED,
                f"{shown(look.word(0))} cannot stand {here.where}",
                look.start(0),
                look.end(0),
                label=context.what,
                hint=hint,
            )
    return None


def _typical(look: Look, context: str) -> bool:
    """Whether a line is clearly of a sort, beyond being of its form: some forms fit nearly everything."""
    first = look.word(0)
    match context:
        case contexts.MEMBER | contexts.DISPLAY:
            return False
        case contexts.BOARD:
            return first in ("link", "legend")
        case contexts.GAME:
            return first in _GAME_FIELDS
        case contexts.DECLARATION:
            return first in COMPONENT_WORDS or look.kind(0) not in ("NAME", "IF")
        case contexts.STATEMENT:
            if set(look.kinds) == {"NAME"}:
                return look.word(len(look.tokens) - 1) in _ENDINGS
            return look.kinds != ["NAME", "STRING"]
        case _:
            return True


def unknown_declaration(look: Look) -> Slip:
    """A declaration that begins with no word of the language; what follows it cannot be known."""
    return Slip(
        UNKNOWN_WORD,
        f"no declaration begins with {shown(look.word(0))}",
        look.start(0),
        look.end(0),
        hint="declarations begin with words such as `piece`, `zone`, `define`, `action`, `setup` or `turn`",
    )


def one_line_block(look: Look) -> int | None:
    """Where the block begins in a line like `if x: remove p`: the index of its first token."""
    depth = 0
    for i, kind in enumerate(look.kinds[:-1]):
        depth += (kind in CLOSERS) - (kind in CLOSERS.values())
        if kind == "COLON" and depth == 0:
            head, body = look.kinds[: i + 1], look.kinds[i + 1 :]
            if look.automaton.fits(look.stack, [*head, "_NL", "_INDENT", *body, "_NL", "_DEDENT"]):
                return i + 1
    return None


def closest(look: Look) -> tuple[Slip, str]:
    """The message for anything else, and the terminal that was put in as a placeholder ("" if none).

    Tried in turn: one word put in where the parser stops, a doubled word taken away, a value or name put in, a word put
    in somewhat before, the word taken away. What is ambiguous is only described.
    """
    if look.context == contexts.STATEMENT and look.reads(["LET", "NAME", "EQUAL", *look.kinds]):
        hint = "keep it with `let n = ...`, give it to something with `=`, or take the line away"
        title = "this line works something out, and nothing is done with it"
        if len(look.tokens) == 1 and form(look):
            title, hint = f"{shown(look.word(0))} does not stand alone", form(look)
        return Slip(UNEXPECTED, title, look.start(0), look.end(-1), hint=hint, fix=False), ""
    put = _fitting(look, look.at)
    if len(put) > 1 and "COLON" in put and _binds(look):
        put = ["COLON"]
    if len(put) == 1:
        return _missing(look, look.at, put[0]), ""
    doubled = look.word(look.at) and look.word(look.at) == look.word(look.at - 1)
    if (doubled or look.kind(look.at) == "COMMA") and _readable_without(look, look.at):
        return _surplus(look), ""
    if look.context == contexts.END and look.at == len(look.tokens) and look.reads([*look.kinds, "WHEN", "BAD"]):
        end = look.end(-1)
        hint = "write `when` and a condition behind it: `player wins when no(Pawn of opponent)`"
        return Slip(MISSING, "this line does not say when", end, end, hint=hint), ""
    if not put:
        for kind, phrase in _PLACEHOLDERS.items():
            if look.reads([*look.kinds[: look.at], kind, *look.kinds[look.at :]]):
                return _gap(look, phrase), kind
        for index in range(look.at - 1, max(look.at - _BACK, 0) - 1, -1):
            back = _fitting(look, index)
            if len(back) == 1 or ("COLON" in back and _binds(look)):
                return _missing(look, index, back[0] if len(back) == 1 else "COLON"), ""
        if (other := _instead(look)) is not None:
            return other, ""
        if _begins_no_block(look):
            start, end, _ = _place(look, look.at)
            hint = "blocks stand under lines that begin with words such as `if`, `for`, `while`, `repeat` or `do`"
            return Slip(UNEXPECTED, "this line cannot begin a block", start, end, hint=hint), ""
        if look.at < len(look.tokens) and look.kind(look.at) != "NAME" and _readable_without(look, look.at):
            return _surplus(look), ""
    return _described(look), ""


def _fitting(look: Look, index: int) -> list[str]:
    """The words and signs with which, put in before a token, the line can be read."""
    words = grammar.words()
    stack, _ = look.automaton.read(look.stack, look.kinds[:index])
    rest = [*look.kinds[index:], look.automaton.end]
    fitting = look.automaton.expected(stack)
    if look.kind(index) in ("PLUS", "MINUS"):
        fitting = [kind for kind in fitting if kind != "EQUAL"]
    # Where a name fits, so does every soft word, as a name.
    names = {*grammar.soft_words(), "on", "turn"} if "NAME" in fitting else set[str]()
    return [
        kind
        for kind in fitting
        if words.get(kind) in _JOINERS and words[kind] not in names and look.automaton.fits(stack, [kind, *rest])
    ]


def _begins_no_block(look: Look) -> bool:
    """Whether a line would be right without its last colon, but has a block under it."""
    last = len(look.tokens) - 1
    return look.deeper and look.at == last and look.kind(last) == "COLON" and _readable_without(look, last)


def _instead(look: Look) -> Slip | None:
    """The one word that fits in place of the one at which the parser stops."""
    fitting = _replacing(look)
    if len(fitting) != 1:
        return None
    start, end, _ = _place(look, look.at)
    right = grammar.words()[fitting[0]]
    title = f"{shown(look.word(look.at))} cannot stand here"
    hint, edits = f"write `{right}`", (Edit(start, end, right),)
    return Slip(UNEXPECTED, title, start, end, label=f"`{right}` is meant", hint=hint, edits=edits)


def _replacing(look: Look) -> list[str]:
    """The words and signs with which the line can be read in place of the one at which the parser stops."""
    words = grammar.words()
    rest = [*look.kinds[look.at + 1 :], look.automaton.end]
    return [
        kind
        for kind in look.automaton.expected(look.state)
        if words.get(kind) in _JOINERS
        and look.at < len(look.tokens)
        and look.word(look.at).isalpha() == words[kind].isalpha()
        and look.automaton.fits(look.state, [kind, *rest])
    ]


def _readable_without(look: Look, index: int) -> bool:
    return look.reads([*look.kinds[:index], *look.kinds[index + 1 :]])


def _binds(look: Look) -> bool:
    """Whether the parser stops inside `f(x in …` or `{x in …`, which wants a colon."""
    opened: list[int] = []
    for i, kind in enumerate(look.kinds[: look.at]):
        if kind in CLOSERS:
            opened.append(i)
        elif kind in CLOSERS.values() and opened:
            opened.pop()
    return bool(opened) and look.kind(opened[-1] + 2) == "IN"


def _place(look: Look, index: int) -> tuple[int, int, str]:
    """Start and end of what a message points at, and where that is in words."""
    if index < len(look.tokens):
        return look.start(index), look.end(index), f"before {shown(look.word(index))}"
    end = look.end(-1)
    return end, end, "at the end of this line" if look.automaton.end == "_NL" else "at the end"


def _missing(look: Look, index: int, kind: str) -> Slip:
    start, end, where = _place(look, index)
    word = grammar.words()[kind]
    behind = look.end(index - 1) if index else start
    if word in _CLINGING or behind == start:
        place, before = behind, "" if word in _CLINGING or word in "([" else " "
    else:
        place, before = start, ""
    following = look.text[place : place + 1]
    after = "" if word in "([" or following in ("", " ", "\n", *_CLINGING) else " "
    text = f"{before}{word}{after}"
    return Slip(MISSING, f"{terminal(kind)} is missing {where}", start, end, hint=f"write {terminal(kind)} there",
                edits=(Edit(place, place, text),))  # fmt: skip


def _gap(look: Look, phrase: str) -> Slip:
    start, end, where = _place(look, look.at)
    return Slip(MISSING, f"{phrase} is missing {where}", start, end, hint=f"put {phrase} there", fix=False)


def _surplus(look: Look) -> Slip:
    start, end, _ = _place(look, look.at)
    word = shown(look.word(look.at))
    hint = "it stands twice" if look.word(look.at) == look.word(look.at - 1) else "take it away"
    edits = (Edit(start, look.start(look.at + 1) if look.at + 1 < len(look.tokens) else end, ""),)
    return Slip(UNEXPECTED, f"{word} does not belong here", start, end, hint=hint, edits=edits)


def _described(look: Look) -> Slip:
    start, end, _ = _place(look, look.at)
    word = shown(look.word(look.at))
    here = contexts.context_named(look.context)
    if look.at == 0 and here is not None:
        return Slip(UNEXPECTED, f"{word} begins no line {here.where}", start, end, label=f"expected {here.what}")
    phrase = expected(_replacing(look) or look.automaton.expected(look.state))
    label = f"expected {phrase}" if phrase else ""
    if look.at >= len(look.tokens):
        return Slip(UNEXPECTED, "this line ends too early", start, end, label=label, hint=form(look))
    return Slip(UNEXPECTED, f"{word} cannot stand here", start, end, label=label, hint=form(look))
