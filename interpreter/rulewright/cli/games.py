"""`rulewright games`: what comes with Rulewright. Only the rule files are parsed; nothing is checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import resources
from rulewright.cli.common import format_option, lang_option
from rulewright.source import read_source

if TYPE_CHECKING:
    from rulewright.syntax import ast

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list shows of a game. `least` and `most` are None where the rules compute them from options. `secrets`:
    players may know something that others do not."""

    name: str
    title: str
    least: int | None
    most: int | None
    line: str
    secrets: bool = False

    @property
    def players(self) -> str:
        """`2`, `2 to 4`, or `?`."""
        if self.least is None or self.most is None:
            return "?"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    @property
    def hidden(self) -> str:
        """Whether there is something hidden, in a word."""
        return "hidden" if self.secrets else ""


@click.command()
@lang_option
@format_option("text", "json")
def command(lang: str, form: str) -> None:
    """List the games that come with Rulewright.

    In those marked *hidden* a player may not know everything, as in card games. With --lang titles and descriptions are
    shown in that language where a game has them.
    """
    entries = [read_entry(name, resources.ruleset(name), lang) for name in resources.bundled()]
    if form == "json":
        click.echo(json.dumps({"schema": SCHEMA, "games": [_as_json(entry) for entry in entries]}, indent=2))
        return
    rows = [("name", "title", "players", "", "")]
    rows += [(one.name, one.title, one.players, one.hidden, one.line) for one in entries]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True) if width]
        click.echo("  ".join([*cells, row[4]]).rstrip())


def read_entry(name: str, path: Path, lang: str = "") -> Entry:
    """What the rule file says of itself: the title, the first sentence of the `##` above `game`, the seats; title and
    sentence in a language for which it has labels."""
    from rulewright.semantics.labels import first_sentence, labels_of
    from rulewright.syntax import ast, parse

    tree, _ = parse(read_source(path))
    secrets = any(_has_secrets(items) for items in _all_items(tree.items, path))
    labels = labels_of(tree.items, path.parent, lang) if lang else {}
    title, line, least, most = name, "", None, None
    for item in tree.items:
        match item:
            case ast.Game():
                title, line = item.title, first_sentence(item.doc or "")
            case ast.Players(least=None):
                least = most = len(item.names)
            case ast.Players():
                least = _number(item.least)
                most = _number(item.most) if item.most else least
            case _:
                pass
    return Entry(name, labels.get(title, title), least, most, labels.get(line, line), secrets)


def _all_items(items: Sequence[ast.Declaration], path: Path) -> Iterator[Sequence[ast.Declaration]]:
    """The declarations of a rule file and of those that it includes; a file that cannot be read is passed over."""
    from rulewright.source import SourceError
    from rulewright.syntax import ast, parse

    yield items
    for item in items:
        if isinstance(item, ast.Include):
            try:
                tree, _ = parse(read_source(path.parent / item.path))
            except SourceError:
                continue
            yield tree.items


def _has_secrets(items: Sequence[ast.Declaration]) -> bool:
    """Whether a zone is hidden or visible to some, something lies face down, or players decide together."""
    from rulewright.semantics.ast_walk import nodes_in
    from rulewright.syntax import ast

    traits = [trait.name.text for item in items for zone in nodes_in(item, ast.Zone) for trait in zone.traits]
    deeds = (node for item in items for sort in (ast.Flip, ast.Together) for node in nodes_in(item, sort))
    return "hidden" in traits or "visible" in traits or any(True for _ in deeds)


def _number(expression: ast.Expr | None) -> int | None:
    from rulewright.syntax import ast

    return expression.value if isinstance(expression, ast.Int) else None


def _as_json(entry: Entry) -> dict[str, object]:
    players = {"least": entry.least, "most": entry.most}
    return {
        "name": entry.name,
        "title": entry.title,
        "players": players,
        "hidden": entry.secrets,
        "description": entry.line,
    }
