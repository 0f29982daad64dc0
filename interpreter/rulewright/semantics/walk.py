"""Walking over the typed tree: all nodes of a game, or below one node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

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


def walk(node: object) -> Iterator[object]:
    """`node` and all nodes below it, parents first. Symbols (vars, definitions, offered actions) are not entered."""
    if isinstance(node, tuple | list):
        for item in node:
            yield from walk(item)
        return
    if not isinstance(node, (*_ENTERED, typed.Action, typed.Trigger, typed.EndRule, typed.Scenario)):
        return
    yield node
    for _, value in parts(node):
        yield from walk(value)


def parts(node: object) -> Iterator[tuple[str, object]]:
    """What stands directly below a node, by the names of its fields: nodes, and tuples or lists of them."""
    if isinstance(node, (*_ENTERED, typed.Action, typed.Trigger, typed.EndRule, typed.Scenario)):
        for entry in fields(node):
            value = getattr(node, entry.name)
            if isinstance(value, (*_ENTERED, tuple, list)):
                yield entry.name, value


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
