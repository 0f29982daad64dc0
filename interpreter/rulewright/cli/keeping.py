"""Records as files: writing them at one stroke, reading them, telling what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import report
from rulewright.source import RulesError, SourceError, read_source, write_text

if TYPE_CHECKING:
    from rulewright.cli.answers import Answers
    from rulewright.match import Game, Record

SUFFIX = ".record"


def record_path(name: str) -> Path:
    """The file that a name means: `.record` is added to a name without an ending, unless there is such a file."""
    path = Path(name).expanduser()
    return path if path.suffix or path.exists() else path.with_name(path.name + SUFFIX)


def read_kept(name: str, rules: Path | None, force: bool = False, lang: str = "") -> Record:
    """The record of that name. Raises RecordError, RulesError; a language that the game lacks is wrong usage."""
    from rulewright.match import read_record

    try:
        return read_record(record_path(name), rules, force, lang)
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from error


def save_record(text: str, name: str) -> tuple[str, bool]:
    """Write a record into a file. What to tell, and whether it was written.

    An older record is written over; nothing else is.
    """
    path = record_path(name)
    if path.exists() and not _is_record(path):
        return f"{path} is no record; choose another name.", False
    try:
        write_text(path, text)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror or error}.", False
    return f"The game is written to {path}.", True


def _is_record(path: Path) -> bool:
    try:
        return read_source(path).text.startswith("record ")
    except SourceError:
        return False


def load_record(name: str, game: Game, answers: Answers) -> Record | None:
    """The record of a game with these rules and options, every move checked; None if it cannot be gone on with, which
    is told."""
    from rulewright.match import RecordError, read_record
    from rulewright.match.record_codes import BAD_OPTION

    try:
        record = read_record(record_path(name), game)
        if record.state.over:
            answers.refuse(f"This game is {record.state.status}; `rulewright replay {name}` shows it.")
            return None
    except RecordError as error:
        if error.diagnostics[0].code == BAD_OPTION:
            title = error.diagnostics[0].title
            answers.refuse(f"{name}: {title}; leave this game, and go on with `rulewright play --load {name}`.")
        elif answers.asked:
            report(error.diagnostics)
        else:
            answers.refuse(f"{name}: {error.diagnostics[0].title}")
        return None
    except RulesError as error:
        report(error.diagnostics)
        return None
    return record
