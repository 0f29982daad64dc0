"""`rulewright lint GAME...`: check rule files."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common import FORMATS, GAME, format_option, option_option, preset_option, report
from rulewright.source import Diagnostic
from rulewright.source.render import summary


@click.command()
@click.argument("games", metavar="GAME...", type=GAME, nargs=-1, required=True)
@format_option(*FORMATS)
@option_option
@preset_option
@click.pass_context
def command(
    ctx: click.Context, games: tuple[Path, ...], form: str, options: dict[str, str], preset: str | None
) -> None:
    """Check rule files and say what is wrong and what to do.

    Every finding shows the place, what is wrong there, and what to do. The exit code is 1 if there are any.
    """
    from rulewright.semantics import check_file

    findings: list[Diagnostic] = []
    for path in games:
        findings += check_file(path, options, preset)[1].sorted()
    report(findings, form)
    if form == "full" and not findings:
        checked = f"{len(games)} games" if len(games) > 1 else str(games[0])
        click.echo(f"{checked}: {summary(findings)}")
    ctx.exit(1 if findings else 0)
