"""Tables beside the rules: files of the ruleset's folder whose lines are rows of cells.

Cells are separated by commas, semicolons or tabs (what the first row uses); a cell in quotation marks may hold these,
and `""` in it is a quotation mark. Every cell knows where it stands, so that errors can point at it. The first row
names the columns; empty lines are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.semantics import codes_boards as codes
from rulewright.semantics.scope import Env
from rulewright.source import Source, SourceError, Span, did_you_mean, read_source

_SEPARATORS = ",;\t"
_BARE = {separator: re.compile(rf"[^{separator}\n]*") for separator in _SEPARATORS}
_QUOTED = re.compile(r'[ ]*"((?:[^"]|"")*)"[ ]*')


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: its cells by the name of their column."""

    cells: dict[str, Cell]
    span: Span

    def text(self, column: str) -> str:
        """What stands in a column, "" if nothing does."""
        cell = self.cells.get(column)
        return cell.text if cell else ""

    def place(self, column: str) -> Span:
        """Where a column's cell stands, or else the row."""
        cell = self.cells.get(column)
        return cell.span if cell else self.span


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[Cell, ...]
    rows: tuple[Row, ...]


def file_of_ruleset(env: Env, name: str, span: Span) -> Source | None:
    """A file of the ruleset's folder; None after an error at `span`."""
    if env.folder is None:
        env.findings.add(
            codes.TABLE,
            "rules that are no file have no tables beside them",
            span,
            hint="save the rules as a file of a folder, and put the table there",
        )
        return None
    path = env.folder / name
    try:
        inside = name.strip() != "" and path.resolve().is_relative_to(env.folder.resolve())
    except (OSError, RuntimeError, ValueError):
        inside = False
    if not inside:
        env.findings.add(
            codes.TABLE,
            f'"{name}" is not in the folder of this ruleset',
            span,
            hint=f"copy the file into {env.folder.name or 'the folder'}, and name it from there",
        )
        return None
    try:
        source = read_source(path, name=str(path), at=span)
    except SourceError as error:
        env.findings.extend([error.diagnostic])
        return None
    env.game.files[name] = source.text
    return source


def read_table(env: Env, source: Source, at: Span) -> Table | None:
    """The table of a file; None after an error. `at`: where the rules name it."""
    lines = _lines(source)
    if not lines:
        env.findings.add(codes.TABLE, f"{source.name} is empty", at, hint="its first row names the columns")
        return None
    header, *rest = lines
    wrong = False
    for number, cell in enumerate(header):
        if any(cell.text == other.text for other in header[:number]):
            env.findings.add(codes.TABLE, f"two columns are called {cell.text or 'nothing'}", cell.span)
            wrong = True
    rows = []
    for cells in rest:
        span = cells[0].span.to(cells[-1].span)
        if len(cells) > len(header) and any(cell.text for cell in cells[len(header) :]):
            extra = cells[len(header)].span.to(cells[-1].span)
            env.findings.add(codes.TABLE, "this row has more cells than the table has columns", extra)
            wrong = True
        rows.append(Row({name.text: cell for name, cell in zip(header, cells, strict=False) if cell.text}, span))
    return None if wrong else Table(tuple(header), tuple(rows))


def column_missing(env: Env, table: Table, name: str, known: list[str], source: Source) -> bool:
    """Whether the table lacks a column, which is an error."""
    names = [cell.text for cell in table.header]
    if name in names:
        return False
    near = did_you_mean(name, [one for one in names if one not in known])
    env.findings.add(
        codes.TABLE,
        f"this table has no column `{name}`",
        table.header[0].span.to(table.header[-1].span),
        hint=f"call the column {near} so" if near else "its first row names the columns",
    )
    return True


def _lines(source: Source) -> list[list[Cell]]:
    text = source.text
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max(_SEPARATORS, key=lambda sign: (first.count(sign), -_SEPARATORS.index(sign)))
    out: list[list[Cell]] = []
    at = 0
    while at < len(text):
        cells: list[Cell] = []
        while True:
            cell, at = _cell(source, at, separator)
            cells.append(cell)
            if at >= len(text) or text[at] == "\n":
                break
            at += 1
        at += 1
        if any(cell.text for cell in cells):
            out.append(cells)
    return out


def _cell(source: Source, at: int, separator: str) -> tuple[Cell, int]:
    """The cell that begins at an offset, and where it ends."""
    text = source.text
    quoted = _QUOTED.match(text, at)
    if quoted and (quoted.end() >= len(text) or text[quoted.end()] in (separator, "\n")):
        begin, end = quoted.span()
        return Cell(quoted[1].replace('""', '"').strip(), Span(source, begin, end)), end
    found = _BARE[separator].match(text, at)
    assert found is not None
    word = found[0]
    start = at + len(word) - len(word.lstrip())
    end = max(start, at + len(word.rstrip()))
    return Cell(word.strip(), Span(source, start, end)), found.end()
