"""`rulewright explain CODE`: the page of a finding."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import click

import rulewright
from rulewright.source import Check, did_you_mean
from rulewright.source.diagnostic import severity_of
from rulewright.source.registry import checks


def all_checks() -> tuple[Check, ...]:
    """All checks there are, after importing every module that may register one."""
    for module in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if not module.name.startswith(("rulewright.cli", "rulewright.__main__")):
            import_module(module.name)
    return checks()


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain the code of a finding, with a wrong and a right example.

    CODE is what stands in brackets, as in error[E201], or the name of the check. Without one all codes are listed.
    """
    if code is None:
        for one in all_checks():
            click.echo(f"{one.code} {one.name}")
        return
    table = {one.code: one for one in all_checks()} | {one.name: one for one in all_checks()}
    found = table.get(code) or table.get(code.upper()) or table.get(code.lower())
    if found is None:
        near = did_you_mean(code.upper(), table) or did_you_mean(code, table)
        raise click.UsageError(f"There is no code {code}." + (f" Did you mean {near}?" if near else ""))
    click.echo(f"{severity_of(found.code).value}[{found.code}] {found.name}\n")
    click.echo(found.page.strip() or "There is no page about it.")
    if "```rules" in found.page and "\nplayers" not in found.page:
        click.echo("\nThe examples are parts of a game: two players, White and Black, a square board, a piece Pawn.")
