"""Walking over the AST without regard to what its nodes mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from rulewright.source import Span
from rulewright.syntax import ast

T = TypeVar("T")


def nodes_in(node: object, wanted: type[T] | tuple[type[T], ...]) -> Iterator[T]:
    """All nodes of the wanted classes in a part of the AST, outer ones first."""
    if isinstance(node, wanted):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from nodes_in(item, wanted)
    elif is_dataclass(node) and not isinstance(node, Span):
        for entry in fields(node):
            if entry.name != "span":
                yield from nodes_in(getattr(node, entry.name), wanted)


def words_in(node: object) -> Iterator[ast.Word]:
    """All words of a part of the AST, and the names of functions that it calls (as words)."""
    yield from nodes_in(node, ast.Word)
    for call in nodes_in(node, ast.Call):
        yield ast.Word(call.function.text, span=call.function.span)
