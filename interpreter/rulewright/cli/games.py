"""`rulewright games`: what comes with Rulewright. Only the rule files are parsed; nothing is checked."""

from __future__ import annotations

import json
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
    """What the list shows of a game. `least` and `most` are None where the rules compute them from options."""

    name: str
    title: str
    least: int | None
    most: int | None
    line: str

    @property
    def players(self) -> str:
        """`2`, `2 to 4`, or `?`."""
        if self.least is None or self.most is None:
            return "?"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@click.command()
@lang_option
@format_option("text", "json")
def command(lang: str, form: str) -> None:
    """List the games that come with Rulewright.

    With --lang titles and descriptions are shown in that language where a game has them.
    """
    entries = [read_entry(name, resources.ruleset(name), lang) for name in resources.bundled()]
    if form == "json":
        click.echo(json.dumps({"schema": SCHEMA, "games": [_as_json(entry) for entry in entries]}, indent=2))
        return
    rows = [("name", "title", "players", ""), *((one.name, one.title, one.players, one.line) for one in entries)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True))
        click.echo("  ".join([*cells, row[3]]).rstrip())


def read_entry(name: str, path: Path, lang: str = "") -> Entry:
    """What the rule file says of itself: the title, the first sentence of the `##` above `game`, the seats; title and
    sentence in a language for which it has labels."""
    from rulewright.semantics.labels import first_sentence, labels_of
    from rulewright.syntax import ast, parse

    tree, _ = parse(read_source(path))
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
    return Entry(name, labels.get(title, title), least, most, labels.get(line, line))


def _number(expression: ast.Expr | None) -> int | None:
    from rulewright.syntax import ast

    return expression.value if isinstance(expression, ast.Int) else None


def _as_json(entry: Entry) -> dict[str, object]:
    players = {"least": entry.least, "most": entry.most}
    return {"name": entry.name, "title": entry.title, "players": players, "description": entry.line}
