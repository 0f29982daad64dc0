"""Errors that only follow from others: what is wrong in, or with, a declaration whose syntax is wrong.

A declaration that could not be read as it stands is not judged any further: what is missing in it may be just what was
not understood. Neither are uses of the names that it declares. All other declarations are checked as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulewright.semantics.codes_statements import PICTURE
from rulewright.semantics.codes_typing import MAYBE_OTHER_KIND, UNKNOWN_FUNCTION, UNKNOWN_NAME, UNKNOWN_TYPE
from rulewright.semantics.guards import declared_names
from rulewright.semantics.scope import Env
from rulewright.source import Diagnostic, Severity, Span
from rulewright.syntax import ast

_WORD = re.compile(r"[^\W\d]\w*")
STAND_IN = "?"
"""The name that the parser puts where a name is missing."""


def is_syntax(found: Diagnostic) -> bool:
    """Whether it is the parser's error."""
    return found.severity is Severity.ERROR and found.code < "E100"


_LISTS = ("enum", "players", "team", "option", "die")
_UNKNOWABLE = ("board", "players", "include", "if", "elif", "else", "link", "legend")


def unread_names(item: ast.BadDeclaration) -> list[str]:
    """The names that an unreadable declaration may have bound."""
    words = _first_words(item)
    names = words[1:] if words and words[0] in _LISTS else []
    return names + ([item.name.text] if item.name is not None else [])


def loses_names(declarations: Iterable[ast.Declaration]) -> bool:
    """Whether a name is missing, or a declaration is unreadable that may bind names which nobody can tell."""
    for item in declarations:
        if isinstance(item, ast.BadDeclaration):
            words = _first_words(item)
            if item.name is None or (words and words[0] in _UNKNOWABLE):
                return True
        elif isinstance(item, ast.Guard):
            branches = [inner for _, inner in item.branches] + [item.otherwise or ()]
            if any(map(loses_names, branches)):
                return True
        elif any(name.text == STAND_IN for name in declared_names(item)):
            return True
    return False


def _first_words(item: ast.BadDeclaration) -> list[str]:
    first_line = re.sub(r'"[^"]*"?|#.*', " ", item.span.text.split("\n")[0])
    return _WORD.findall(first_line)


def drop_follow_ups(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Take away the errors of the checker that follow from errors of syntax, and all but the first that tell of one
    unknown name in one declaration."""
    findings = env.findings
    parts = list(_parts(declarations))
    syntax = [found.span for found in findings if is_syntax(found)]
    spoiled = [item for item in parts if any(_inside(span, item.span) for span in syntax)]
    names = {name.text for item in spoiled for name in _names(item)}
    told: set[tuple[str, str, int]] = set()

    def follows(found: Diagnostic) -> bool:
        if is_syntax(found) or found.severity is not Severity.ERROR:
            return False
        place = next((index for index, item in enumerate(parts) if _inside(found.span, item.span)), -1)
        if found.code in (UNKNOWN_NAME, UNKNOWN_FUNCTION, UNKNOWN_TYPE):
            key = (found.code, found.span.text, place)
            if key in told:
                return True
            told.add(key)
        if place >= 0 and parts[place] in spoiled:
            return True
        if syntax and env.gaps and found.code in (PICTURE, MAYBE_OTHER_KIND):
            return True
        return any(word in names for word in _WORD.findall(found.span.source.line(found.span.line)))

    findings.items[:] = [found for found in findings if not follows(found)]


def _parts(declarations: Sequence[ast.Declaration]) -> Iterator[ast.Declaration]:
    """Declarations; of a kind its members one by one, and its heading as a kind without members."""
    for item in declarations:
        if isinstance(item, ast.Kind) and item.members:
            heading = Span(item.span.source, item.span.start, item.members[0].span.start - 1)
            yield ast.Kind(
                item.word, item.name, item.label, item.parent, item.table, item.tags, (), doc=item.doc, span=heading
            )
            yield from item.members
        else:
            yield item


def _names(item: ast.Declaration) -> list[ast.Name]:
    if isinstance(item, ast.Constant):
        return [item.name]
    if isinstance(item, ast.BadDeclaration):
        return [] if item.name is None else [item.name]
    return declared_names(item)


def _inside(span: Span, outer: Span) -> bool:
    return span.source is outer.source and outer.start <= span.start <= outer.end
