"""`rulewright coverage GAME...`: the clauses of the rulebook, their rules and their scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import resources
from rulewright.cli.common import GAME, find_game, format_option, lang_option, option_option, preset_option

if TYPE_CHECKING:
    from rulewright.semantics.coverage import Row
    from rulewright.source import Span


@click.command()
@click.argument("games", metavar="[GAME]...", type=GAME, nargs=-1)
@click.option("--all", "every", is_flag=True, help="Look at all games that come with Rulewright.")
@option_option
@preset_option
@lang_option
@format_option("full", "json")
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[Path, ...],
    every: bool,
    options: dict[str, str],
    preset: str | None,
    lang: str,
    form: str,
) -> None:
    """Show the rules and scenarios of each clause of the rulebook.

    Each with the line where it begins. Clauses that are not played, and why, are listed apart. The exit code is 1 if a
    clause has no rule or no scenario.
    """
    from rulewright.semantics import check_file
    from rulewright.semantics.coverage import coverage
    from rulewright.source import RulesError

    paths = list(dict.fromkeys([*games, *(find_game(name) for name in resources.bundled() if every)]))
    if not paths:
        raise click.UsageError("Name a game, or say --all.")
    tables: list[tuple[Path, str, tuple[Row, ...]]] = []
    for path in paths:
        game, findings = check_file(path, options, preset)
        if game is None:
            raise RulesError(findings.errors)
        labels = game.labels.get(lang, {})
        tables.append((path, labels.get(game.title, game.title), _labelled(coverage(game), labels)))
    if form == "json":
        click.echo(json.dumps({"schema": 1, "games": [_as_json(*table) for table in tables]}, indent=2))
    else:
        click.echo("\n\n".join(_as_text(*table) for table in tables))
    ctx.exit(1 if any(row.missing for _, _, rows in tables for row in rows) else 0)


def _labelled(rows: Iterable[Row], labels: Mapping[str, str]) -> tuple[Row, ...]:
    """The rows with the texts of clauses in another language."""
    return tuple(
        replace(row, clause=replace(row.clause, text=labels.get(row.clause.text, row.clause.text))) for row in rows
    )


def _as_text(path: Path, title: str, rows: tuple[Row, ...]) -> str:
    if not rows:
        return f"{title} has no rulebook: no clauses to look for."
    lines = [title, "", *_table(path, [row for row in rows if row.clause.not_played is None])]
    apart = [f"  {row.clause.name}  {row.clause.not_played}" for row in rows if row.clause.not_played is not None]
    lines += ["", "Not played:", *apart] if apart else []
    missing = [
        f'  {row.clause.name}  no {" and no ".join(row.missing)}: "{row.clause.text}"' for row in rows if row.missing
    ]
    lines += ["", "Missing:", *missing] if missing else []
    return "\n".join([*lines, "", _summary(rows)])


def _table(path: Path, rows: list[Row]) -> list[str]:
    """The clauses with their rules and scenarios below each other."""
    cells = [("clause", "line", "rule", "line", "scenario")]
    for row in rows:
        rules = _in_lines([(rule.span, rule.what) for rule in row.rules], path) or [("", "none")]
        scenarios = _in_lines([(one.span, one.title) for one in row.scenarios], path) or [("", "none")]
        pairs = zip_longest(rules, scenarios, fillvalue=("", ""))
        cells += [("" if n else row.clause.name, *rule, *scenario) for n, (rule, scenario) in enumerate(pairs)]
    first, second, third, fourth = (max(len(line[column]) for line in cells) for column in range(4))
    return [
        f"  {clause:<{first}}  {line:>{second}} {rule:<{third}}  {at:>{fourth}} {scenario}".rstrip()
        for clause, line, rule, at, scenario in cells
    ]


def _in_lines(found: list[tuple[Span, str]], path: Path) -> list[tuple[str, str]]:
    """Line and name of each; with the file's name where it is an included one."""
    return [
        (str(span.line), name if _in_file(span, path) else f"{name} ({Path(span.source.name).name})")
        for span, name in found
    ]


def _in_file(span: Span, path: Path) -> bool:
    return span.source.path is None or span.source.path.name == path.name


def _counts(rows: tuple[Row, ...]) -> dict[str, int]:
    return {
        "clauses": len(rows),
        "with_rules": sum(bool(row.rules) for row in rows),
        "with_scenarios": sum(bool(row.scenarios) for row in rows),
        "not_played": sum(row.clause.not_played is not None for row in rows),
        "missing": sum(bool(row.missing) for row in rows),
    }


def _summary(rows: tuple[Row, ...]) -> str:
    """`8 clauses: 8 with rules, 7 with scenarios, 0 not played, 1 incomplete`"""
    count = _counts(rows)
    clauses = "1 clause" if len(rows) == 1 else f"{len(rows)} clauses"
    return (
        f"{clauses}: {count['with_rules']} with rules, {count['with_scenarios']} with scenarios, "
        f"{count['not_played']} not played, {count['missing']} incomplete"
    )


def _as_json(path: Path, title: str, rows: tuple[Row, ...]) -> dict[str, object]:
    return {
        "game": path.stem,
        "title": title,
        "clauses": [
            {
                "clause": row.clause.name,
                "text": row.clause.text,
                "not_played": row.clause.not_played,
                **_place(row.clause.span),
                "rules": [{"rule": rule.what, **_place(rule.span)} for rule in row.rules],
                "scenarios": [{"title": one.title, **_place(one.span)} for one in row.scenarios],
                "missing": list(row.missing),
            }
            for row in rows
        ],
        "summary": _counts(rows),
    }


def _place(span: Span) -> dict[str, object]:
    return {"file": span.source.name, "line": span.line}
