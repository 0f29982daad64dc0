"""Walking over the AST without regard to what its nodes mean."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TypeVar, cast

from rulewright.source import Span
from rulewright.syntax import ast

T = TypeVar("T")

_LEAVES = (str, int, bool, type(None), Span)


def nodes_in(node: object, wanted: type[T] | tuple[type[T], ...]) -> Iterator[T]:
    """All nodes of the wanted classes in a part of the AST, outer ones first."""
    waiting: list[object] = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, wanted):
            yield here
        if isinstance(here, tuple):
            waiting.extend(reversed(here))
        else:
            for name in _parts(cast(Hashable, type(here))):
                part = getattr(here, name)
                if type(part) not in _LEAVES:
                    waiting.append(part)


@cache
def _parts(of: Hashable) -> tuple[str, ...]:
    """What a node of a class holds, the last first; nothing for what is no node."""
    if not isinstance(of, type) or not is_dataclass(of) or issubclass(of, Span):
        return ()
    return tuple(entry.name for entry in reversed(fields(of)) if entry.name != "span")


def words_in(node: object) -> Iterator[ast.Word]:
    """All words of a part of the AST, and the names of functions that it calls (as words)."""
    yield from nodes_in(node, ast.Word)
    for call in nodes_in(node, ast.Call):
        yield ast.Word(call.function.text, span=call.function.span)
