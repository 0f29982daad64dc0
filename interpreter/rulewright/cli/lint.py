"""`rulewright lint GAME...`: check rule files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import click

from rulewright.cli.common import FORMATS, GAME, format_option, option_option, preset_option, report
from rulewright.cli.watching import follow, looks
from rulewright.source import Diagnostic, SourceError
from rulewright.source.render import summary


@click.command()
@click.argument("games", metavar="GAME...", type=GAME, nargs=-1, required=True)
@format_option(*FORMATS)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@option_option
@preset_option
@click.pass_context
def command(
    ctx: click.Context, games: tuple[Path, ...], form: str, watch: bool, options: dict[str, str], preset: str | None
) -> None:
    """Check rule files and say what is wrong and what to do.

    Every finding shows the place, what is wrong there, and what to do. The exit code is 1 if there are any. The forms
    `github` and `sarif` are for services that show findings beside the code.
    """
    if not watch:
        ctx.exit(1 if _lint(games, form, options, preset) else 0)
    try:
        follow(looks(games, sleep), lambda: _draw(games, form, options, preset))
    except KeyboardInterrupt:
        click.echo()


def _lint(games: Sequence[Path], form: str, options: dict[str, str], preset: str | None) -> list[Diagnostic]:
    """Check, report, and return what was found."""
    from rulewright.semantics import check_file

    findings: list[Diagnostic] = []
    for path in games:
        findings += check_file(path, options, preset)[1].sorted()
    report(findings, form)
    if form == "full" and not findings:
        checked = f"{len(games)} games" if len(games) > 1 else str(games[0])
        click.echo(f"{checked}: {summary(findings)}")
    return findings


def _draw(games: Sequence[Path], form: str, options: dict[str, str], preset: str | None) -> None:
    """Check and report on a screen that is cleared first."""
    click.clear()  # does nothing where the output is no terminal
    try:
        _lint(games, form, options, preset)
    except SourceError as error:
        report([error.diagnostic], form)
    if form == "full":
        click.echo("Watching for changes. Ctrl-C ends it.")
    sys.stdout.flush()
