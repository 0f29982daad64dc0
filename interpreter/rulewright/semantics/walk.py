"""Walking over the typed tree: all nodes of a game, or below one node."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import cache
from typing import cast

from rulewright.semantics import typed
from rulewright.semantics.symbols import FieldDecl, Game, VarDecl

_ENTERED = (
    typed.Expr,
    typed.Statement,
    typed.Block,
    typed.Choice,
    typed.Offer,
    typed.PickItem,
    typed.LetItem,
    typed.WhereItem,
    typed.Template,
    typed.Method,
    typed.Modifier,
    typed.ScenarioStep,
    typed.PlayedMove,
)

_BELOW = (*_ENTERED, tuple, list)
_WHOLE = (*_ENTERED, typed.Action, typed.Trigger, typed.EndRule, typed.Scenario)


def walk(node: object) -> Iterator[object]:
    """`node` and all nodes below it, parents first. Symbols (vars, definitions, offered actions) are not entered."""
    if isinstance(node, tuple | list):
        for item in node:
            yield from walk(item)
        return
    if not isinstance(node, _WHOLE):
        return
    yield node
    for _, value in parts(node):
        yield from walk(value)


def parts(node: object) -> Iterator[tuple[str, object]]:
    """What stands directly below a node, by the names of its fields: nodes, and tuples or lists of them."""
    if isinstance(node, _WHOLE):
        for name in _names(cast(Hashable, type(node))):
            value = getattr(node, name)
            if isinstance(value, _BELOW):
                yield name, value


@cache
def _names(of: Hashable) -> tuple[str, ...]:
    """The fields of a class of nodes."""
    return tuple(entry.name for entry in fields(cast(type, of)))


def rules(game: Game) -> Iterator[object]:
    """The roots of everything that happens in play, scenarios not among them."""
    for generic in [*game.definitions, *game.procedures]:
        yield from generic.methods
        yield from generic.modifiers
    for kind in game.kinds:
        for family in kind.constants.values():
            yield from family.modifiers
    yield from game.triggers
    yield from game.actions
    yield from game.setup
    yield from (block for block in (game.turn, game.flow) if block is not None)
    yield from game.ends
    yield from (measure.value for measure in game.measures)
    if game.position is not None:
        yield from game.position


def state(game: Game) -> list[VarDecl | FieldDecl]:
    """All vars and fields."""
    out: list[VarDecl | FieldDecl] = [*game.vars, *game.site_fields]
    for kind in game.kinds:
        out += kind.fields.values()
    return out


def first_values(game: Game) -> Iterator[typed.Expr]:
    """The first values of vars and fields."""
    for decl in state(game):
        if decl.init is not None:
            yield decl.init
