"""What the commands share: naming a game, options and seeds, showing findings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rulewright import __version__, resources
from rulewright.cli.terminal import paint_for, source_width
from rulewright.source import Diagnostic, write_bytes
from rulewright.source.registry import checks
from rulewright.source.render import concise, document, full, github, sarif, summary

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])

FORMATS = ("full", "concise", "json", "github", "sarif")


if TYPE_CHECKING:
    _PathType = click.ParamType[Path]
else:
    _PathType = click.ParamType  # generic only from click 8.5 on


FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
"""A file to write; `-` where the command prints it instead."""


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises ClickException with a sentence if it cannot be written."""
    try:
        write_bytes(path, data)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}.") from error


class GameType(_PathType):
    """A game: the name of a bundled one, a rule file, or a folder with NAME.rules. Becomes the path of the file."""

    name = "game"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if isinstance(value, Path):
            return value
        try:
            return find_game(value)
        except LookupError as error:
            self.fail(str(error.args[0]), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        names = [CompletionItem(name) for name in resources.bundled() if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


GAME = GameType()


def find_game(name: str) -> Path:
    """The rule file that `name` means; below the working folder it is named from there, as people would.

    Raises LookupError with a sentence for people.
    """
    path = resources.find_rules(name)
    if not path.exists():
        raise LookupError(f"There is no file {name}.")
    return _short(path)


def _short(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _bindings(ctx: click.Context, param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """`("size=6", "swoop=on")` as a dictionary."""
    bindings: dict[str, str] = {}
    for value in values:
        name, equals, chosen = (part.strip() for part in value.partition("="))
        if not (name and equals and chosen):
            raise click.BadParameter(f"{value} is not of the form NAME=VALUE.", ctx, param)
        if bindings.setdefault(name, chosen) != chosen:
            raise click.BadParameter(f"{name} is given twice.", ctx, param)
    return bindings


def game_argument(function: Wrapped) -> Wrapped:
    """The argument GAME, given to the command as `game: Path`."""
    return click.argument("game", type=GAME)(function)


def option_option(function: Wrapped) -> Wrapped:
    """`--option NAME=VALUE`, given to the command as `options: dict[str, str]`."""
    return click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_bindings,
        help="Set an option of the game; may be repeated.",
    )(function)


def preset_option(function: Wrapped) -> Wrapped:
    """`--preset NAME`, given to the command as `preset: str | None`."""
    return click.option("--preset", metavar="NAME", help="Use the options of one of the game's presets.")(function)


def setup_option(function: Wrapped) -> Wrapped:
    """`--setup NOTATION`, given to the command as `setup: str | None`."""
    text = "Begin with a position in the game's notation, as `show --notation` writes it."
    return click.option("--setup", metavar="NOTATION", help=text)(function)


def lang_option(function: Wrapped) -> Wrapped:
    """`--lang CODE`, given to the command as `lang: str`."""
    text = "Show names and reasons in another language, such as es, if the game has labels in it."
    return click.option("--lang", default="", metavar="CODE", help=text)(function)


def as_option(function: Wrapped) -> Wrapped:
    """`--as PLAYER`, given to the command as `viewer: str | None`."""
    text = "Show only what this player knows."
    return click.option("--as", "viewer", metavar="PLAYER", help=text)(function)


def seed_option(function: Wrapped) -> Wrapped:
    """`--seed N`, given to the command as `seed: int | None`."""
    kind = click.IntRange(0, 2**64 - 1)
    return click.option("--seed", type=kind, metavar="N", help="Make chance repeatable.")(function)


def engine_option(function: Wrapped) -> Wrapped:
    """`--engine NAME`, given to the command as `engine: EngineName`."""
    text = "What does the work: native is machine code, reference is Python, auto is native where it can."
    kind = click.Choice(("auto", "reference", "native"))
    return click.option("--engine", type=kind, default="auto", show_default=True, help=text)(function)


def format_option(*formats: str) -> Callable[[Wrapped], Wrapped]:
    """`--format`, given to the command as `form: str`; the first is the default."""

    def decorate(function: Wrapped) -> Wrapped:
        kind = click.Choice(formats)
        return click.option(
            "--format", "form", type=kind, default=formats[0], show_default=True, help="How to write it."
        )(function)

    return decorate


def report(findings: Sequence[Diagnostic], form: str = "full", err: bool = False) -> None:
    """Write findings in one of FORMATS, to the standard output or, with `err`, to the error output.

    The full form ends with their number and with the command that explains the first of them.
    """
    stream = sys.stderr if err else sys.stdout
    if form == "json":
        click.echo(document(findings), file=stream)
    elif form == "sarif":
        click.echo(sarif(findings, __version__), file=stream)
    elif form in ("concise", "github"):
        for found in findings:
            click.echo(concise(found) if form == "concise" else github(found), file=stream)
    elif findings:
        paint, width = paint_for(stream), source_width()
        for found in findings:
            click.echo(full(found, paint, width) + "\n", file=stream, color=True)
        click.echo(summary(findings), file=stream)
        explained = next((found.code for found in findings if has_page(found.code)), None)
        if explained:
            click.echo(f"More about a code: rulewright explain {explained}", file=stream)


def has_page(code: str) -> bool:
    """Whether `explain` has something to say about a code."""
    return any(one.code == code and one.page for one in checks())
