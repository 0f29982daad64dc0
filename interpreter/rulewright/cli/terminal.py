"""What a terminal can show: its characters, its colours, how much of a text."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
import unicodedata
from io import TextIOWrapper
from typing import TextIO

import click

from rulewright.source.render import Paint, Role, plain

# The Okabe-Ito palette, which colour-blind people can tell apart, in the nearest of a terminal's 256 colours.
VERMILLION, ORANGE, BLUE, GREEN, PURPLE = 166, 214, 32, 36, 175

ASCII = "rulewright_ascii"

_STYLES: dict[Role, dict[str, bool | int]] = {
    "error": {"fg": VERMILLION, "bold": True},
    "warning": {"fg": ORANGE, "bold": True},
    "rulebook": {"fg": PURPLE, "bold": True},
    "style": {"fg": PURPLE, "bold": True},
    "title": {"bold": True},
    "gutter": {"fg": BLUE},
    "label": {"fg": BLUE},
    "hint": {"fg": GREEN, "bold": True},
    "fix": {"fg": GREEN, "bold": True},
}

_ASCII = {
    "·": ".", "•": "*", "…": "...", "–": "-", "—": "-", "×": "x", "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "≠": "!=",
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+",
    "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "●": "O", "○": "o", "■": "#", "□": "_", "ß": "ss",
}  # fmt: skip


def transliterate(text: str) -> str:
    """The nearest ASCII: `é` becomes `e`, `…` becomes `...`, and what has no likeness `?`."""
    return "".join(char if char.isascii() else _ASCII.get(char) or _base(char) for char in text)


def _base(char: str) -> str:
    plainly = "".join(part for part in unicodedata.normalize("NFKD", char) if part.isascii())
    return plainly or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    """What Python calls where a stream's encoding lacks a character."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return transliterate(error.object[error.start : error.end]), error.end


def _ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under a name of our own: click takes a stream in plain `ascii` for a mistake and writes UTF-8 to it."""
    if name != ASCII:
        return None
    info = codecs.lookup("ascii")
    return codecs.CodecInfo(
        info.encode,
        info.decode,
        streamreader=info.streamreader,
        streamwriter=info.streamwriter,
        incrementalencoder=info.incrementalencoder,
        incrementaldecoder=info.incrementaldecoder,
        name=ASCII,
    )


def prepare_streams() -> None:
    """Let no character stop the program: on any terminal output is written as well as it can be, input read."""
    codecs.register_error("rulewright", _replace)
    codecs.register(_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            encoding = ASCII if codecs.lookup(stream.encoding).name == "ascii" else None
            stream.reconfigure(encoding=encoding, errors="rulewright")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def wants_colour(stream: TextIO) -> bool:
    """Whether to colour: on a terminal that can, unless NO_COLOR is set; FORCE_COLOR asks for it in a pipe, too."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint_for(stream: TextIO) -> Paint:
    """The `Paint` for what is written to the stream."""
    return _coloured if wants_colour(stream) else plain


def _coloured(text: str, role: Role) -> str:
    style = _STYLES[role]
    return click.style(text, fg=style.get("fg"), bold=bool(style.get("bold")) or None)


def source_width() -> int:
    """How many characters of a source line fit beside its number."""
    return max(shutil.get_terminal_size((108, 24)).columns - 8, 40)


def width() -> int:
    """How many characters a line of the terminal has."""
    return shutil.get_terminal_size((100, 24)).columns


def height() -> int | None:
    """How many lines the terminal has; None where nobody looks at one."""
    if os.environ.get("LINES") or sys.stdout.isatty():
        return shutil.get_terminal_size((100, 24)).lines
    return None


def wrapped(text: str, room: int) -> list[str]:
    """A text in lines no wider than this, each line of it for itself; what goes on is indented."""
    return [
        part
        for line in text.splitlines() or [""]
        for part in (
            textwrap.wrap(line, room, subsequent_indent="  ", break_on_hyphens=False) if len(line) > room else [line]
        )
    ]
