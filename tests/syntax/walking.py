"""Walking trees: all nodes below one, and all classes that there are."""

from collections.abc import Iterator
from dataclasses import fields

from rulewright.syntax import ast
from rulewright.syntax.nodes import Node


def below(value: object) -> Iterator[Node]:
    """A node and all below it, whatever tuples they stand in."""
    if isinstance(value, Node):
        yield value
        for one in fields(value):
            yield from below(getattr(value, one.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from below(part)


def classes() -> set[type[Node]]:
    """The classes of nodes that stand in trees: those without subclasses, save what stands for broken text."""
    found = {one for one in vars(ast).values() if isinstance(one, type) and issubclass(one, Node)}
    return {one for one in found if not one.__subclasses__() and not one.__name__.startswith("Bad")}
