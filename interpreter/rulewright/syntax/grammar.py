"""The parser made from `grammar/rules.lark`: Lark's LALR tables and its basic lexer.

Making the tables takes about a second, so they are kept in the user's cache folder, in a file named by what they depend
on: the grammar's text and the versions of Lark and Python. A file that is damaged, or that somebody else wrote in
another form, is made again; a folder that cannot be written is done without. The parser holds nothing of the text it
reads, so one serves all threads.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import io
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import lark
from lark import Lark, Token

from rulewright.resources import grammar_folder
from rulewright.source.cache import cache_folder, keep, kept

FILE = "file"
EXPRESSION = "expression"
_STARTS = {FILE: "start", EXPRESSION: "expression"}

States = Mapping[int, Mapping[str, tuple[Any, Any]]]
"""Lark's table: state -> terminal or rule's name -> (Shift, state) or (Reduce, rule)."""


class _KeepAll:
    """Makes Lark keep the terminals that no rule takes; the layout pass works on the finished list of tokens."""

    always_accept = ("OPEN_STRING", "STRAY")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def make(text: str, *, strict: bool = False) -> Lark:
    """The parser of a grammar's text, made anew. With `strict`, Lark raises on any conflict or ambiguous terminal."""
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=list(_STARTS.values()),
        propagate_positions=True,
        maybe_placeholders=True,
        postlex=cast(Any, _KeepAll()),
        strict=strict,
    )


def load(text: str, folder: Path | None) -> Lark:
    """The parser of a grammar's text, from `folder` if its tables lie there undamaged; else made, and put there."""
    if folder is None:
        return make(text)
    parts = (text, lark.__version__, sys.version, "1")
    file = folder / f"grammar-{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.bin"
    stored = kept(file)
    if stored is not None:
        with contextlib.suppress(*_UNREADABLE):
            return _without_collector(lambda: Lark.load(io.BytesIO(stored)))
    made = make(text)
    buffer = io.BytesIO()
    made.save(buffer)
    keep(file, buffer.getvalue())
    return made


_UNREADABLE = (pickle.UnpicklingError, LookupError, TypeError, AttributeError, ValueError, ImportError, EOFError)


def _without_collector(load_tables: Callable[[], Lark]) -> Lark:
    """Many small objects are made, none of which is garbage: looking for some takes half of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        return load_tables()
    finally:
        if enabled:
            gc.enable()


@cache
def parser() -> Lark:
    """The parser of the rules language."""
    text = (grammar_folder() / "rules.lark").read_text(encoding="utf-8")
    return load(text, cache_folder())


def tokens(text: str) -> list[Token]:
    """The tokens of a text, without spaces and comments, with _NL for ends of lines; never fails."""
    interactive = parser().parse_interactive(text, start="start")
    thread = cast(Any, interactive.lexer_thread)
    return list(thread.lex(interactive.parser_state))


def states(start: str = FILE) -> tuple[States, int, int]:
    """Lark's table with its first state and its last."""
    conf = parser().parse_interactive("", start=_STARTS[start]).parser_state.parse_conf
    return cast(States, conf.states), conf.start_state, conf.end_state


def tree(stream: list[Token], start: str = FILE) -> lark.Tree[Token]:
    """Lark's tree of a finished list of tokens; raises lark.UnexpectedToken where it is not of the language."""
    interactive = cast(Any, parser().parse_interactive("", start=_STARTS[start]))
    feed = interactive.feed_token
    for token in stream:
        feed(token)
    return cast("lark.Tree[Token]", interactive.feed_eof(stream[-1] if stream else None))


@cache
def words() -> Mapping[str, str]:
    """How each terminal that is a fixed text is written: `{"DEFINE": "define", "LPAR": "(", …}`."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


@cache
def soft_words() -> frozenset[str]:
    """The soft words: keywords that are names wherever they do not begin a line or join two parts."""
    found = {
        str(symbol.name)
        for rule in parser().rules
        if rule.origin.name in ("_soft", "name")
        for symbol in rule.expansion
        if symbol.is_term
    }
    return frozenset(words()[name] for name in found if name in words())


@cache
def reserved_words() -> frozenset[str]:
    """The words that can never be names."""
    return frozenset(word for word in words().values() if word.isalpha()) - soft_words()
