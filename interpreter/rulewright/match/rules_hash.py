"""The hash of rules: what a record names to tell which rules it was made with.

It is taken over the declarations as they are written, of all options, in the printer's canonical form, with the tables
that they name: layout and comments do not count, and neither does anything that only explains, shows or tests rules -
titles, help, clauses, reasons, labels in other languages, display, measures, notations, presets, scenarios. So neither
a new compiler nor a translation makes a record worthless. (The letters of `display`, and a notation, do count where the
rules set up a board from a text in them.)

The declarations are sorted into parts, each in the order in which it is written, so that a record made with other rules
can say which parts differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from hashlib import blake2b
from typing import Any

from rulewright.semantics.colours import colour_of
from rulewright.semantics.symbols import Game
from rulewright.syntax import ast
from rulewright.syntax.printer import print_declaration

PARTS = {
    "options": "the options",
    "players": "the players",
    "board": "the board",
    "kinds": "the kinds of components",
    "state": "variables, fields and zones",
    "definitions": "the definitions",
    "actions": "the actions",
    "course": "the set-up, the turns and the reactions",
    "end": "how the game ends",
    "guards": "what depends on options",
}
"""The parts in their order, each in words."""

_EXPLAINING = {"doc": None, "help": None, "reason": None, "tags": ()}


def rules_hash(game: Game) -> str:
    """16 hexadecimal digits."""
    whole = "\n".join([f"language {game.edition}", *(f"{name}:\n{text}" for name, text in _parts(game).items())])
    return _digest(whole, 8)


def part_hashes(game: Game) -> dict[str, str]:
    """The name of each part that is not empty with 4 hexadecimal digits."""
    return {name: _digest(text, 2) for name, text in _parts(game).items()}


def _digest(text: str, size: int) -> str:
    return blake2b(text.encode(), digest_size=size).hexdigest()


def _parts(game: Game) -> dict[str, str]:
    found: dict[str, list[str]] = {name: [] for name in PARTS}
    kept = [(part, item) for item in game.written if (part := _part(item))]
    pictures = [node for _, item in kept for node in _nodes(item) if isinstance(node, ast.PositionFrom)]
    if pictures:
        kept += [("board", _letters(item)) for item in game.written if isinstance(item, ast.Display)]
        named = {node.notation.text for node in pictures}
        notations = [item for item in game.written if isinstance(item, ast.Notation)]
        kept += [("board", item) for item in notations if item.name.text in named]
    for part, item in kept:
        found[part] += print_declaration(_bare(item))
        found[part] += [text for node in _nodes(item) for text in _tables(game, node)]
    return {name: "\n".join(lines) for name, lines in found.items() if lines}


def _part(item: ast.Declaration) -> str:
    """The part to which a declaration belongs; "" if it does not count."""
    match item:
        case ast.Option():
            return "options"
        case ast.Players() | ast.Team() | ast.Facing():
            return "players"
        case ast.Board() | ast.BoardFrom() | ast.Region() | ast.Layer():
            return "board"
        case ast.Kind() | ast.Enum() | ast.Die():
            return "kinds"
        case ast.Field() | ast.Var() | ast.Zone():
            return "state"
        case ast.Define() | ast.Modify() | ast.Event():
            return "definitions"
        case ast.Action():
            return "actions"
        case ast.Setup() | ast.Turn() | ast.Flow() | ast.Procedure() | ast.Trigger():
            return "course"
        case ast.EndRules() | ast.Position():
            return "end"
        case ast.Guard(branches, otherwise):
            inside = [*(items for _, items in branches), otherwise or ()]
            return "guards" if any(map(_counting, inside)) else ""
        case _:
            return ""


def _tables(game: Game, node: Any) -> Sequence[str]:
    """The tables from which a declaration takes its content: of those of kinds only what counts as rules."""
    match node:
        case ast.BoardFrom(files=names):
            return [game.files.get(name, "").strip() for name in names]
        case ast.Kind(table=str(name)):
            return [game.tables.get(name, "")]
        case _:
            return ()


def _letters(item: ast.Display) -> ast.Display:
    """What of a display counts where a picture or a move is read."""
    items = []
    for line in item.items:
        texts = [value for value in line.values if isinstance(value, ast.Text) and colour_of(value.value) is None]
        names = [value for value in line.values if not isinstance(value, ast.Text)]
        items.append(replace(line, values=(*texts[:1], *names)))
    return replace(item, items=tuple(items))


def _bare(node: Any) -> Any:
    """A node without what only explains it."""
    if isinstance(node, tuple):
        return tuple(_bare(item) for item in node)
    if not isinstance(node, ast.Node):
        return node
    if isinstance(node, ast.Guard):
        branches = tuple((condition, _counting(items)) for condition, items in node.branches)
        otherwise = None if node.otherwise is None else _counting(node.otherwise)
        node = replace(node, branches=branches, otherwise=otherwise)
    changes = {
        one.name: _EXPLAINING[one.name] if one.name in _EXPLAINING else _bare(getattr(node, one.name))
        for one in fields(node)
        if one.compare
    }
    return replace(node, **changes)


def _counting(items: Sequence[ast.Declaration]) -> tuple[ast.Declaration, ...]:
    """The guarded declarations that count; members of kinds all do."""
    return tuple(item for item in items if _part(item) or isinstance(item, ast.Constant | ast.KindTrait))


def _nodes(node: Any) -> Iterator[Any]:
    """A node and all below it."""
    yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif isinstance(node, ast.Node):
        for one in fields(node):
            if one.compare:
                yield from _nodes(getattr(node, one.name))
