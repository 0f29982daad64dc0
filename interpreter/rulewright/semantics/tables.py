"""Tables beside the rules: files of the ruleset's folder whose lines are rows of cells, as spreadsheets write them.

Cells are separated by commas, semicolons or tabs (what the first row uses, or a line `sep=;` says); a cell in quotation
marks may hold these and line breaks, and `""` in it is a quotation mark. Every cell knows where it stands, so that
errors can point at it. The first row names the columns; empty rows and empty columns are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.semantics import codes_boards
from rulewright.semantics.codes_tables import OLD_FORM
from rulewright.semantics.scope import Env
from rulewright.source import Label, Source, SourceError, Span, did_you_mean, read_source

_SEPARATORS = ",;\t"
_BARE = {separator: re.compile(rf"[^{separator}\n]*") for separator in _SEPARATORS}
_QUOTED = re.compile(r'[ ]*"([^"]*(?:""[^"]*)*)"[ ]*')
_SAYS_SEPARATOR = re.compile(r"sep=([,;\t])\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: its cells by the name of their column, those that are empty apart. `number` is the row's in a
    spreadsheet, from 1; `width` how many cells are written."""

    cells: dict[str, Cell]
    span: Span
    empty: dict[str, Span]
    number: int
    width: int

    def text(self, column: str) -> str:
        """What stands in a column, "" if nothing does."""
        cell = self.cells.get(column)
        return cell.text if cell else ""

    def place(self, column: str) -> Span:
        """Where a column's cell stands, or else the row."""
        cell = self.cells.get(column)
        return cell.span if cell else self.span

    def gap(self, column: str) -> Span:
        """Where a column's empty cell stands: the separator before it, or the end of the row."""
        span = self.empty.get(column, Span(self.span.source, self.span.end, self.span.end))
        return visible(span)


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[Cell, ...]
    rows: tuple[Row, ...]


def visible(span: Span) -> Span:
    """The span, or if it is empty the character before it, at the beginning of a line the one behind it."""
    if span.end > span.start:
        return span
    at = span.start - 1 if span.column > 1 else span.start
    return Span(span.source, at, at + 1)


def file_of_ruleset(
    env: Env, name: str, span: Span, *, code: str = codes_boards.TABLE, table: bool = True
) -> Source | None:
    """A file of the ruleset's folder; None after an error of `code` at `span`. A `table` may be in an old form."""
    if env.folder is None:
        env.findings.add(
            code,
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
            code,
            f'"{name}" is not in the folder of this ruleset',
            span,
            hint=f"copy the file into {env.folder.name or 'the folder'}, and name it from there",
        )
        return None
    try:
        source = read_source(path, name=str(path), at=span, table=table)
    except SourceError as error:
        env.findings.extend([error.diagnostic])
        return None
    if source.old_form >= 0:
        _warn_of_old_form(env, source, span)
    env.game.files[name] = source.text
    return source


def _warn_of_old_form(env: Env, source: Source, at: Span) -> None:
    """The warning stands where the rules name the table, so that it can be allowed there."""
    place = Span(source, source.old_form, source.old_form + 1)
    byte = place.text.encode("cp1252").hex().upper()
    env.findings.add(
        OLD_FORM,
        f"{source.name} is not UTF-8 text: it was read as Windows-1252",
        at,
        hint='look whether it came out right, or save the table as "CSV UTF-8"',
        others=(Label(place, f"byte {byte} in line {place.line} is the first that tells"),),
    )


def read_table(env: Env, source: Source, at: Span, *, code: str = codes_boards.TABLE) -> Table | None:
    """The table of a file; None after an error of `code`. `at`: where the rules name it."""
    try:
        lines = _lines(source)
    except _OpenQuotationError as error:
        title = "this cell begins with a quotation mark that is never closed"
        hint = 'close it at the end of the cell; a quotation mark in a cell is written twice: "say ""no"""'
        env.findings.add(code, title, error.span, hint=hint)
        return None
    if not lines:
        env.findings.add(code, f"{source.name} is empty", at, hint="its first row names the columns")
        return None
    (_, header), *rest = lines
    keys = _columns(env, header, [cells for _, cells in rest], code)
    rows = []
    long: list[tuple[int, Span]] = []
    for number, cells in rest:
        span = cells[0].span.to(cells[-1].span)
        extra = next((cell for cell in cells[len(header) :] if cell.text), None)
        if extra is not None:
            long.append((number, extra.span.to(cells[-1].span)))
        named = [(key.text, cell) for key, cell in zip(header, cells, strict=False) if keys is None or key in keys]
        full = {name: cell for name, cell in named if cell.text}
        empty = {name: cell.span for name, cell in named if not cell.text}
        rows.append(Row(full, span, empty, number, len(cells)))
    if long:
        number, place = long[0]
        more = f", and so have {len(long) - 1} more" if len(long) > 2 else ", and so has one more" * (len(long) == 2)
        title = f"row {number} has more cells than the table has columns{more}"
        env.findings.add(code, title, place, hint="a cell that holds a separator stands in quotation marks")
    return None if long or keys is None else Table(tuple(keys), tuple(rows))


def _columns(env: Env, header: list[Cell], rows: list[list[Cell]], code: str) -> list[Cell] | None:
    """The columns that count: all but those without a name and without cells; the first one needs no name."""
    wrong = False
    out: list[Cell] = []
    for number, cell in enumerate(header):
        if not cell.text and number:
            nameless = next((row[number] for row in rows if len(row) > number and row[number].text), None)
            if nameless is not None:
                hint = "write a name into the first row of its column"
                env.findings.add(code, "this cell stands in a column without a name", nameless.span, hint=hint)
                wrong = True
            continue
        if any(cell.text == other.text for other in out):
            hint = "call one of them otherwise, or take it away"
            env.findings.add(code, f"two columns are called {cell.text or 'nothing'}", visible(cell.span), hint=hint)
            wrong = True
        out.append(cell)
    return None if wrong else out


def column_missing(env: Env, table: Table, name: str, known: list[str], source: Source) -> bool:
    """Whether the table lacks a column, which is an error."""
    names = [cell.text for cell in table.header]
    if name in names:
        return False
    near = did_you_mean(name, [one for one in names if one not in known])
    env.findings.add(
        codes_boards.TABLE,
        f"this table has no column `{name}`",
        table.header[0].span.to(table.header[-1].span),
        hint=f"call the column {near} so" if near else "its first row names the columns",
    )
    return True


# ---- lines and cells ----


class _OpenQuotationError(Exception):
    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def _lines(source: Source) -> list[tuple[int, list[Cell]]]:
    """The rows that are not empty, each with its number in a spreadsheet."""
    text = source.text
    told = _SAYS_SEPARATOR.match(text)
    at = told.end() if told else 0
    separator = told[1] if told else _separator(text)
    out: list[tuple[int, list[Cell]]] = []
    number = 0
    while at < len(text):
        cells: list[Cell] = []
        while True:
            cell, at = _cell(source, at, separator)
            cells.append(cell)
            if at >= len(text) or text[at] == "\n":
                break
            at += 1
        at += 1
        number += 1
        if any(cell.text for cell in cells):
            out.append((number, cells))
    return out


def _separator(text: str) -> str:
    """The sign that stands most often in the first row, outside of quotation marks."""
    first = next((line for line in text.split("\n") if line.strip(_SEPARATORS + " ")), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(_SEPARATORS, key=lambda sign: (bare.count(sign), -_SEPARATORS.index(sign)))


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
    if word.lstrip().startswith('"'):
        raise _OpenQuotationError(Span(source, start, end))
    return Cell(word.strip(), Span(source, start, end)), found.end()
