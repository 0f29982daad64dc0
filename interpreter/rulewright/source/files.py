"""Reading source files: the only place below the shells that touches the disk for rules.

Text is normalised once: a BOM is dropped, CRLF and CR become LF, a missing last newline is added. Offsets everywhere
refer to the normalised text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.source.diagnostic import Diagnostic
from rulewright.source.registry import register
from rulewright.source.span import Span

MAX_BYTES = 4 * 1024 * 1024

CANNOT_READ = register("E001", "unreadable-file", "The file is missing, is a folder or may not be read.")
NOT_TEXT = register("E002", "not-text", "Rule files are UTF-8 text.")
TOO_LARGE = register("E003", "file-too-large", "A rule file may have 4 MiB.")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file's text. `name` is what people are shown; compared by identity."""

    name: str
    text: str
    path: Path | None = None
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


def read_source(path: Path, name: str | None = None, at: Span | None = None) -> Source:
    """Read a rule file. `at` is the span of the `include` that asks for it, where there is one.

    Raises SourceError when the file is missing, a folder, too large, or not UTF-8.
    """
    shown = name or str(path)
    empty = Source(shown, "")
    place = at or Span(empty, 0, 0)

    def fail(code: str, title: str, hint: str) -> SourceError:
        return SourceError(Diagnostic(code, title, place, hint=hint))

    try:
        if path.is_dir():
            raise fail(CANNOT_READ, f"{shown} is a folder", f"name the file: {path / (path.name + '.rules')}")
        if path.stat().st_size > MAX_BYTES:
            raise fail(TOO_LARGE, f"{shown} is larger than 4 MiB", "split it with `include`")
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise fail(CANNOT_READ, f"cannot read {shown}: {reason}", "check the name and where you are") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        hint = "save it as UTF-8 text in your editor"
        raise fail(NOT_TEXT, f"{shown} is not UTF-8 text (byte {error.start + 1})", hint) from error
    if "\0" in text:
        raise fail(NOT_TEXT, f"{shown} is not a text file", "this looks like a binary file")
    return Source(shown, normalise(text), path)
