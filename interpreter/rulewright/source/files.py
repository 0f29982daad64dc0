"""Reading and writing text files: the only place below the shells that touches the disk.

Text is normalised once: a BOM is dropped, CRLF and CR become LF, a missing last newline is added. Offsets everywhere
refer to the normalised text.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.source.diagnostic import Diagnostic
from rulewright.source.registry import register
from rulewright.source.span import Span

MAX_BYTES = 4 * 1024 * 1024

CANNOT_READ = register(
    "E001",
    "unreadable-file",
    """
A rule file, or a file that it includes, could not be opened: there is none of that name, it is a folder, or you may
not read it.

Names are looked up from the folder you are in; the names after `include` from the folder of the ruleset.
""",
)
NOT_TEXT = register(
    "E002",
    "not-text",
    """
Rule files are plain text in UTF-8, the usual form today. A file in an older form (Windows-1252, UTF-16) or a document
of a word processor has to be saved anew: choose "plain text" and "UTF-8" in your editor.
""",
)
TOO_LARGE = register(
    "E003",
    "file-too-large",
    """
A rule file may have 4 MiB, which is some eighty thousand lines. Larger ones are usually not rule files at all. A
ruleset may be split into several files with `include`; data belongs into tables.
""",
)


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file's text. `name` is what people are shown; compared by identity. `old_form`: where the first character
    stands that is not UTF-8, in a table that was read as Windows-1252; -1 in all others."""

    name: str
    text: str = field(repr=False)
    path: Path | None = None
    old_form: int = -1
    _starts: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        object.__setattr__(self, "_starts", starts)

    def position(self, offset: int) -> tuple[int, int]:
        """1-based line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a 1-based line without its newline ("" beyond the end)."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)]

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)

    @staticmethod
    def of(text: str, name: str = "<text>") -> Source:
        """A source from a string, normalised."""
        return Source(name, normalise(text))


class SourceError(Exception):
    """A file that could not be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def normalise(text: str) -> str:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") or not text else text + "\n"


def read_source(path: Path, name: str | None = None, at: Span | None = None, *, table: bool = False) -> Source:
    """Read a rule file, or a table. `at` is the span of the `include` that asks for it, where there is one.

    A table that is not UTF-8 is read as Windows-1252, in which older spreadsheets write: see `Source.old_form`. Raises
    SourceError when the file is missing, a folder, too large, or not such text.
    """
    shown = name or str(path)
    empty = Source(shown, "")
    place = at or Span(empty, 0, 0)

    def fail(code: str, title: str, hint: str) -> SourceError:
        return SourceError(Diagnostic(code, title, place, hint=hint))

    try:
        if path.is_dir():
            wanted = "a table in it" if table else f"the file: {path / (path.name + '.rules')}"
            raise fail(CANNOT_READ, f"{shown} is a folder", f"name {wanted}")
        if path.exists() and not path.is_file():
            wanted = "a table, such as cards.csv" if table else "a text file that ends in .rules"
            raise fail(CANNOT_READ, f"{shown} is not a file", f"name {wanted}")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise fail(CANNOT_READ, f"there is no file {shown}", "check its name and its folder") from error
    except PermissionError as error:
        raise fail(CANNOT_READ, f"{shown} may not be read", "ask its owner, or change its permissions") from error
    except (OSError, ValueError) as error:
        raise fail(CANNOT_READ, f"{shown} cannot be read", "check its name and its folder") from error
    if len(data) > MAX_BYTES:
        hint = "split it into several tables" if table else "split it with `include`"
        raise fail(TOO_LARGE, f"{shown} is larger than 4 MiB", hint)
    old_form = -1
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        hint = "save it as CSV UTF-8 in your spreadsheet" if table else "save it as UTF-8 text in your editor"
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            raise fail(NOT_TEXT, f"{shown} is UTF-16 text", hint) from error
        try:
            text = data.decode("cp1252") if table and not data.startswith(BOM_UTF8) else ""
        except UnicodeDecodeError:
            text = ""
        if not text:
            raise fail(NOT_TEXT, f"{shown} is not UTF-8 text (byte {error.start + 1})", hint) from error
        old_form = len(normalise(text[: error.start] + "?")) - 2
    if "\0" in text:
        hint = (
            "save the sheet as CSV in your spreadsheet, and name that file"
            if table
            else "this looks like a binary file"
        )
        raise fail(NOT_TEXT, f"{shown} is not a text file", hint)
    return Source(shown, normalise(text), path, old_form)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that there is never half of it: beside it first, then in its place at one stroke.

    Raises OSError, and then leaves what was there before.
    """
    target = path.resolve()
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with aside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
