"""A finding with its source lines, for people.

```
error[E201]: there is no `Pwan`
  --> game.rules:31:15
   |
31 |     pick p in Pwan of mover
   |               ^^^^ unknown name
   |
   = hint: did you mean `Pawn`?
   = fix: pick p in Pawn of mover
```

A span becomes *marks*: one underlined stretch of one line, or two (the first and the last line) where it covers
several. The marks of a finding and of its further labels are gathered by file and line; each line is shown once, with
one row of carets (`-` for further labels) for each mark. Leaps between lines are shown as `...`.

What stands under what is counted in terminal cells: a tab becomes four blanks, wide characters count two cells,
combining ones none, and control characters are replaced, so that a rule file cannot steer the terminal. Lines wider
than the window are cut around the first mark.

The text holds no colour: `paint` is given each piece with its role and may wrap it in what its terminal understands.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rulewright.source.diagnostic import Diagnostic
from rulewright.source.files import Source
from rulewright.source.render.cells import cells, visible
from rulewright.source.span import Span

Role = Literal["error", "warning", "rulebook", "style", "title", "gutter", "label", "hint", "fix"]
Paint = Callable[[str, Role], str]

CUT = "..."


def plain(text: str, role: Role) -> str:
    """The `Paint` that adds nothing."""
    return text


@dataclass(frozen=True, slots=True)
class _Mark:
    """Columns `start..end` (0-based, half-open) of a 1-based line."""

    line: int
    start: int
    end: int
    primary: bool
    text: str


def full(found: Diagnostic, paint: Paint = plain, width: int = 100) -> str:
    """The finding in several lines, without a newline at its end.

    `width` is how many characters of a source line are shown at most.
    """
    head = f"{found.severity.value}[{found.code}]"
    title = paint(head, found.severity.value) + paint(f": {visible(found.title)}", "title")

    files: dict[Source, list[_Mark]] = {found.span.source: _marks(found.span, True, found.label)}
    for label in found.others:
        files.setdefault(label.span.source, []).extend(_marks(label.span, False, label.text))
    digits = _digits(files)
    gutter = " " * digits
    lines = [title, *_places(files, found.severity.value, paint, width)]
    if found.hint or found.fix:
        lines.append(paint(f"{gutter} |", "gutter"))
        lines += _note("hint", found.hint, gutter, paint)
        lines += _note("fix", textwrap.dedent(found.fix), gutter, paint)
    return "\n".join(lines)


def excerpt(span: Span, paint: Paint = plain, width: int = 100) -> str:
    """Only the place of a span and its lines with carets, as `full` shows them."""
    return "\n".join(_places({span.source: _marks(span, True, "")}, "label", paint, width))


def _digits(files: dict[Source, list[_Mark]]) -> int:
    return max(len(str(mark.line)) for marks in files.values() for mark in marks)


def _places(files: dict[Source, list[_Mark]], role: Role, paint: Paint, width: int) -> list[str]:
    """The places in each file with their lines; the first file is the finding's own."""
    digits = _digits(files)
    gutter = " " * digits
    lines: list[str] = []
    for source, marks in files.items():
        lines.append(paint(f"{gutter}::: " if lines else f"{gutter}--> ", "gutter") + _place(source, marks[0]))
        if source.text:
            lines.append(paint(f"{gutter} |", "gutter"))
            lines += _snippet(source, marks, digits, role, paint, width)
    return lines


def _place(source: Source, mark: _Mark) -> str:
    """`file:line:column`; the file alone if there is nothing in it to point at."""
    return f"{visible(source.name)}:{mark.line}:{mark.start + 1}" if source.text else visible(source.name)


def _marks(span: Span, primary: bool, text: str) -> list[_Mark]:
    """The stretches to underline. A newline at the end of the span is left out; an empty span is one caret wide."""
    source = span.source
    end = span.end
    while end > span.start and source.text[end - 1 : end] == "\n":
        end -= 1
    first, start = source.position(span.start)
    last, stop = source.position(end)
    if first == last:
        return [_Mark(first, start - 1, max(stop - 1, start), primary, text)]
    bottom = source.line(last)[: stop - 1]
    indent = len(bottom) - len(bottom.lstrip())
    return [
        _Mark(first, start - 1, max(len(source.line(first)), start), primary, ""),
        _Mark(last, indent, stop - 1, primary, text),
    ]


def _snippet(source: Source, marks: list[_Mark], digits: int, role: Role, paint: Paint, width: int) -> list[str]:
    lines: list[str] = []
    before = 0
    ordered = sorted(marks, key=lambda mark: (mark.line, mark.start, not mark.primary))
    for number, group in groupby(ordered, key=lambda mark: mark.line):
        here = list(group)
        if before and number == before + 2:
            lines.append(_numbered(before + 1, _window(visible(source.line(before + 1)), 0, width), digits, paint))
        elif before and number > before + 1:
            lines.append(paint(CUT, "gutter"))
        before = number
        raw = source.line(number)
        edge = _edge(raw, next((mark for mark in here if mark.primary), here[0]), width)
        lines.append(_numbered(number, _window(visible(raw), edge, width), digits, paint))
        for mark in here:
            blank, carets = _carets(raw, mark, edge, width)
            row = carets + (f" {visible(mark.text)}" if mark.text else "")
            bar = paint(" " * digits + " | ", "gutter")
            lines.append(bar + blank + paint(row, role if mark.primary else "label"))
    return lines


def _numbered(number: int, text: str, digits: int, paint: Paint) -> str:
    return paint(f"{number:>{digits}} |", "gutter") + f" {text}".rstrip()


def _edge(raw: str, mark: _Mark, width: int) -> int:
    """The first character of the visible line that is shown: 0 unless the line is too wide and the mark far right."""
    start, end = len(visible(raw[: mark.start])), len(visible(raw[: mark.end]))
    if len(visible(raw)) <= width or end <= width:
        return 0
    return max(start - width // 3, 0)


def _window(text: str, edge: int, width: int) -> str:
    left = CUT if edge else ""
    right = CUT if edge + width < len(text) else ""
    return left + text[edge : edge + width] + right


def _carets(raw: str, mark: _Mark, edge: int, width: int) -> tuple[str, str]:
    """The blanks before the carets, and the carets."""
    text = visible(raw)
    start = min(max(len(visible(raw[: mark.start])), edge), edge + width)
    end = min(max(len(visible(raw[: mark.end])), start), edge + width)
    shift = len(CUT) if edge else 0
    blank = shift + cells(text[edge:start])
    return " " * blank, ("^" if mark.primary else "-") * max(cells(text[start:end]), 1)


def _note(word: Literal["hint", "fix"], text: str, gutter: str, paint: Paint) -> list[str]:
    """`= hint: text`; further lines of the text stand under its first."""
    if not text:
        return []
    first, *more = text.strip("\n").split("\n")
    head = paint(f"{gutter} = ", "gutter") + paint(f"{word}: ", word)
    return [head + visible(first), *(f"{gutter}   {' ' * len(word)}  {visible(line)}".rstrip() for line in more)]
