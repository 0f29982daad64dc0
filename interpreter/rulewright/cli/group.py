"""The `rulewright` command and the table of its subcommands.

The table holds the name, the module and the one line of help of each, so that `rulewright --help` imports none of
them. A module of a command holds `command`, a click command.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from rulewright import __version__
from rulewright.cli.common import report
from rulewright.source import RulesError, SourceError, did_you_mean

COMMANDS = {
    "lint": "Check rule files and say what is wrong and what to do.",
    "explain": "Explain the code of a finding, with a wrong and a right example.",
    "games": "List the games that come with Rulewright.",
    "play": "Play a game at the terminal.",
    "replay": "Replay a game that was written down.",
    "why": "Tell why a move may not be made, and which condition refuses it.",
    "new": "Make the folder of a new game.",
    "show": "Draw a game's board and list what it is made of.",
    "test": "Run a game's scenarios.",
    "coverage": "Show the rules and scenarios of each clause of the rulebook.",
    "perft": "Count the positions that can be reached in a number of moves.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"rulewright.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            near = did_you_mean(args[0], COMMANDS)
            ctx.fail(f"There is no command {args[0]}." + (f" Did you mean {near}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; rules that cannot be played are shown wherever they come up."""
        try:
            return super().invoke(ctx)
        except RulesError as error:
            report(error.diagnostics, err=True)
            ctx.exit(1)
        except SourceError as error:
            report([error.diagnostic], err=True)
            ctx.exit(1)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="rulewright %(version)s")
def root() -> None:
    """The rules of board games, as a language.

    GAME is the name of a game that comes with Rulewright (see `rulewright games`), a .rules file, or a folder that
    holds NAME.rules.
    """
