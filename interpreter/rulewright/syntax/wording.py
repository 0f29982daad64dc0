"""How the messages name what the grammar expects: never by a terminal, always as a person would say it."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.syntax import grammar

_OPERATORS = ("PLUS", "MINUS", "FACTOR", "AMPERSAND", "COMPARE", "AND", "OR")
_OPERATOR_WORDS = frozenset(("IN", "IS", "NOT", "WITHIN", "AND", "OR", "IF"))
_HIDDEN = frozenset(("BAD", "_INDENT", "_DEDENT"))
_PLAIN = {"_NL": "the end of the line", "$END": "the end", "STRING": 'a text in `"`', "INT": "a number"}


def terminal(kind: str) -> str:
    """One terminal: `:`, `in`, a name, a text."""
    if kind == "NAME":
        return "a name"
    if kind == "COMPARE":
        return "a comparison such as `==`"
    if kind == "FACTOR":
        return "`*`, `/` or `%`"
    if kind == "PROPERTY":
        return "`.` and a property"
    return _PLAIN.get(kind) or f"`{grammar.words()[kind]}`"


def expected(kinds: Iterable[str]) -> str:
    """What may stand at a place, as a phrase: "`:`, `where` or the end of the line"; "" if there is nothing to say."""
    left = [kind for kind in kinds if kind not in _HIDDEN]
    found: list[str] = []

    def drop(*gone: str) -> None:
        left[:] = [kind for kind in left if kind not in gone]

    soft = {kind for kind in left if grammar.words().get(kind) in grammar.soft_words()}
    if "LPAR" in left and "INT" in left and "LBRACE" in left:
        found.append("a value")
        drop(
            "LPAR",
            "INT",
            "LBRACE",
            "LSQB",
            "STRING",
            "MINUS",
            "PLUS",
            "NOT",
            "ROLL",
            "THE",
            "NAME",
            "TURN",
            "ON",
            *soft,
        )
    elif "NAME" in left and (soft or "TURN" in left):
        found.append("a name")
        drop("NAME", "TURN", "ON", *soft)
    elif "NAME" in left:
        found.append("a name")
        drop("NAME")
    if all(kind in left for kind in ("PLUS", "FACTOR")):
        found.append("an operator such as `+`, `==` or `and`")
        drop(*_OPERATORS, *_OPERATOR_WORDS, "LPAR", "LSQB", "PROPERTY", "OF", _upto())
    ends = [terminal(kind) for kind in ("_NL", "$END") if kind in left]
    drop("_NL", "$END")
    found += sorted(terminal(kind) for kind in left)
    return either([*found, *ends])


def _upto() -> str:
    return next(kind for kind, text in grammar.words().items() if text == "..")


def either(phrases: list[str]) -> str:
    """`a`, `b` or `c`; a long list is cut."""
    shown = phrases if len(phrases) <= 6 else [*phrases[:5], "something else"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}" if shown else ""


def shown(word: str) -> str:
    """A token's text for a message: one line, not too long."""
    text = word.split("\n")[0]
    return f"`{text}`" if len(text) <= 30 else f"`{text[:27]}…`"
