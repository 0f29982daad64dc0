"""Where the answers of `play` come from: a terminal, a pipe, or a file of moves."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from rulewright.cli.terminal import width, wrapped
from rulewright.source import Source, Span

if TYPE_CHECKING:
    from rulewright.source import Diagnostic


class RefusedError(Exception):
    """An answer in a file of moves that cannot be followed; there is nobody to ask again."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.title)
        self.diagnostic = diagnostic


class Answers(Protocol):
    """`asked`: somebody reads what is offered and answers. `present`: a person sits at a terminal."""

    asked: bool

    @property
    def present(self) -> bool: ...

    def next(self) -> str | None:
        """The next answer without blanks at its ends; None at the end."""

    def refuse(self, message: str) -> None:
        """Tell that the last answer is none, and why. Raises RefusedError where nobody reads it."""


@dataclass(slots=True)
class Person:
    """Reads lines from the standard input; prompts only on a terminal."""

    asked: bool = True

    @property
    def present(self) -> bool:
        """See `Answers`."""
        return sys.stdin.isatty()

    def next(self) -> str | None:
        """See `Answers`."""
        if self.present:
            try:
                return input("> ").strip()
            except EOFError:
                click.echo()
                return None
        line = sys.stdin.readline()
        return line.strip() if line else None

    def refuse(self, message: str) -> None:
        """See `Answers`."""
        for line in wrapped(message, width()):
            click.echo(line)


class Script:
    """Reads a file of moves, one a line; empty lines and lines that begin with `#` are skipped."""

    asked = False
    present = False

    def __init__(self, source: Source) -> None:
        self._lines = [(number, source.line(number).strip()) for number in range(1, source.text.count("\n") + 1)]
        self._source = source
        self._at = 0
        self._span = source.span(0, 0)

    def next(self) -> str | None:
        """See `Answers`."""
        while self._at < len(self._lines):
            number, line = self._lines[self._at]
            self._at += 1
            if line and not line.startswith("#"):
                self._span = _span(self._source, number, line)
                return line
        return None

    def refuse(self, message: str) -> None:
        """See `Answers`."""
        from rulewright.match.record_codes import NO_ANSWER
        from rulewright.source import Diagnostic

        hint = "correct this line; the moves before it were made"
        raise RefusedError(Diagnostic(NO_ANSWER, message.rstrip("."), self._span, hint=hint))


def _span(source: Source, number: int, line: str) -> Span:
    before = sum(len(source.line(earlier)) + 1 for earlier in range(1, number))
    start = before + source.line(number).index(line)
    return source.span(start, start + len(line))


def script(name: str) -> Script:
    """The moves of a file; `-` is the standard input. Raises SourceError."""
    from rulewright.source import read_source

    if name == "-":
        return Script(Source.of(sys.stdin.read(), "<input>"))
    return Script(read_source(Path(name)))
