"""`rulewright test GAME...`: run the scenarios of games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import resources
from rulewright.cli.common import (
    FORMATS,
    GAME,
    find_game,
    format_option,
    lang_option,
    option_option,
    preset_option,
    report,
)
from rulewright.cli.terminal import paint_for, source_width
from rulewright.source.render import concise, document, full

if TYPE_CHECKING:
    from rulewright.match.scenarios import Result


@click.command()
@click.argument("games", metavar="[GAME]...", type=GAME, nargs=-1)
@click.option("--all", "every", is_flag=True, help="Test all games that come with Rulewright.")
@click.option("--scenario", "title", default="", metavar="TEXT", help="Only scenarios with TEXT in their titles.")
@format_option(*FORMATS)
@option_option
@preset_option
@lang_option
@click.pass_context
def command(
    ctx: click.Context,
    games: tuple[Path, ...],
    every: bool,
    title: str,
    form: str,
    options: dict[str, str],
    preset: str | None,
    lang: str,
) -> None:
    """Run a game's scenarios.

    Of every one that fails you see the line, what was expected, what was found, and the board. The exit code is 1 if
    any fails.
    """
    from rulewright.match.suite import suite
    from rulewright.source import RulesError, SourceError

    paths = [*games, *(find_game(name) for name in resources.bundled() if every)]
    if not paths:
        raise click.UsageError("Name a game, or say --all.")
    results: list[tuple[Path, Result]] = []
    broken = 0
    for path in dict.fromkeys(paths):
        try:
            found = suite(path, options, preset, title, lang)
        except LookupError as error:
            raise click.UsageError(str(error)) from error
        except (RulesError, SourceError) as error:
            broken += 1
            report(error.diagnostics if isinstance(error, RulesError) else [error.diagnostic], err=True)
            continue
        results += _run(path, found.run(), form)
    if title and not results and not broken:
        raise click.UsageError(f"No scenario has {title} in its title.")
    failed = [result for _, result in results if not result.passed]
    if form == "json":
        click.echo(_document(results))
    else:
        _tell(failed, form)
        click.echo(_summary(len(results) - len(failed), len(failed), broken))
    ctx.exit(1 if failed or broken else 0)


def _run(path: Path, results: Iterator[Result], form: str) -> list[tuple[Path, Result]]:
    """Run the scenarios of one game; in the full form with a dot for each."""
    done = []
    if form == "full":
        click.echo(f"{path.stem} ", nl=False)
    for result in results:
        done.append((path, result))
        if form == "full":
            click.echo("." if result.passed else "F", nl=False)
    if form == "full":
        click.echo("" if done else "has no such scenario")
    return done


def _tell(failed: list[Result], form: str) -> None:
    paint, width = paint_for(sys.stdout), source_width()
    for result in failed:
        if form == "concise":
            for found in result.failures:
                click.echo(concise(found))
            continue
        click.echo("\n" + paint(f'scenario "{result.scenario.title}"', "title"))
        for found in result.failures:
            click.echo(full(found, paint, width), color=True)
        if result.board.strip():
            click.echo("\n" + "\n".join("   " + line for line in result.board.splitlines()))
    if failed and form == "full":
        click.echo("")


def _summary(passed: int, failed: int, broken: int) -> str:
    """`7 passed, 1 failed`"""
    parts = [f"{passed} passed"] if passed or not (failed or broken) else []
    parts += [f"{failed} failed"] if failed else []
    parts += [f"{broken} {'game' if broken == 1 else 'games'} not playable"] if broken else []
    return ", ".join(parts)


def _document(results: list[tuple[Path, Result]]) -> str:
    told = [
        {
            "game": path.stem,
            "title": result.scenario.title,
            "file": result.scenario.span.source.name,
            "line": result.scenario.span.line,
            "covers": result.scenario.covers,
            "passed": result.passed,
            "failures": json.loads(document(result.failures))["diagnostics"],
        }
        for path, result in results
    ]
    failed = sum(not result.passed for _, result in results)
    summary = {"passed": len(results) - failed, "failed": failed}
    return json.dumps({"schema": 1, "scenarios": told, "summary": summary}, indent=2)
