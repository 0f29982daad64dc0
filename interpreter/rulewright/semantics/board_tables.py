"""Boards from files: two tables of sites and links, or a graph in GraphML, of which the same two tables are made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import unescape

from rulewright.boards import Board, BoardError, Graph, LinkEntry, SiteEntry, parse_graphml, table_board
from rulewright.semantics import codes_boards as codes
from rulewright.semantics.board_parts import BoardParts, FieldPart, RegionPart
from rulewright.semantics.scope import Env, PlayerName, Removed
from rulewright.semantics.tables import Cell, Row, Table, column_missing, file_of_ruleset, read_table
from rulewright.source import Source, Span, did_you_mean
from rulewright.syntax import ast
from rulewright.syntax.grammar import reserved_words

_SITE_COLUMNS = ["site", "row", "column", "x", "y"]
_LINK_COLUMNS = ["from", "direction", "to", "heading", "name", "rays"]
_FAR = 1e6
_TAG = re.compile(r"<(?:\w+:)?(node|edge)\b[^<>]*>")
_ATTRIBUTE = re.compile(r"""\b(\w+)\s*=\s*["']([^"']*)["']""")
_YES, _NO = ("yes", "true", "1"), ("no", "false", "0")


def board_from_files(env: Env, item: ast.BoardFrom, parts: BoardParts) -> Board | None:
    """The board of a `board from`; None after an error. What else its files say of sites goes to `parts`."""
    spans = _file_spans(item)
    named = list(zip(item.files, spans, strict=True))
    if len(named) == 1:
        tables = _graph(env, *named[0])
    elif len(named) == 2:
        tables = _two_tables(env, named)
    else:
        env.findings.add(
            codes.TABLE,
            "a board comes from two tables, or from one graph",
            spans[2].to(spans[-1]),
            hint='write board from "sites.csv", "links.csv", or board from "graph.graphml"',
        )
        return None
    if tables is None:
        return None
    before = len(env.findings.errors)
    sites = [_site(env, row) for row in tables[0].rows]
    links = [_link(env, row) for row in tables[1].rows]
    if len(env.findings.errors) > before:
        return None
    board, errors = table_board(sites, links)
    for error in errors:
        span = spans[0]
        if isinstance(error.what, tuple):
            which, index, column = error.what
            span = tables[0 if which == "sites" else 1].rows[index].place(column)
        env.findings.add(codes.TABLE, error.message.rstrip("."), span, hint=error.hint)
    if board is not None:
        _further_columns(env, parts, tables[0])
    return board


def last_file(item: ast.BoardFrom) -> Span:
    """Where the rules name the last file."""
    return _file_spans(item)[-1]


def _file_spans(item: ast.BoardFrom) -> list[Span]:
    """The file names within the declaration."""
    spans = []
    at = item.span.start
    for _ in item.files:
        start = item.span.source.text.find('"', at)
        at = item.span.source.text.find('"', start + 1) + 1
        spans.append(Span(item.span.source, start, at))
    return spans


def _two_tables(env: Env, named: Sequence[tuple[str, Span]]) -> tuple[Table, Table] | None:
    found: list[Table] = []
    for (name, span), known, needed in zip(
        named, (_SITE_COLUMNS, _LINK_COLUMNS), (["site"], ["from", "to"]), strict=True
    ):
        source = file_of_ruleset(env, name, span)
        table = read_table(env, source, span) if source else None
        if source is None or table is None:
            continue
        lacking = [column for column in needed if column_missing(env, table, column, known, source)]
        unknown = [cell for cell in table.header if known is _LINK_COLUMNS and cell.text not in known and cell.text]
        for cell in unknown:
            near = did_you_mean(cell.text, known)
            env.findings.add(
                codes.TABLE,
                f"a link has no `{cell.text}`",
                cell.span,
                hint=f"did you mean {near}?" if near else f"its columns are {', '.join(known)}",
            )
        if not lacking and not unknown:
            found.append(table)
    return (found[0], found[1]) if len(found) == 2 else None


# ---- GraphML ----


def _graph(env: Env, name: str, span: Span) -> tuple[Table, Table] | None:
    if name.endswith(".csv"):
        env.findings.add(codes.TABLE, "a board needs two tables", span, hint=f'write board from "{name}", "links.csv"')
        return None
    source = file_of_ruleset(env, name, span, table=False)
    if source is None:
        return None
    try:
        graph = parse_graphml(source.text)
    except BoardError as error:
        env.findings.add(codes.TABLE, error.message.rstrip("."), Span(source, 0, 0), hint=error.hint)
        return None
    return _tables_of(source, graph)


def _tables_of(source: Source, graph: Graph) -> tuple[Table, Table]:
    """The nodes and edges as tables; a cell is said to stand where the file names the node or edge."""
    columns = dict.fromkeys(column for _, data in graph.nodes for column in data)
    header = [Cell("site", Span(source, 0, 0)), *(Cell(column, Span(source, 0, 0)) for column in columns)]
    nodes, ends = _places(source)
    nowhere = Span(source, 0, 0)
    rows = []
    for name, data in graph.nodes:
        span = nodes.get(name, nowhere)
        rows.append(Row({"site": Cell(name, span), **_cells(data, span)}, span, {}, 0, 0))
    links = []
    for start, end, data in graph.edges:
        span = ends.get((start, end)) or ends.get((end, start)) or nowhere
        known = {("name" if key == "link" else key): value for key, value in data.items() if key != "id"}
        links.append(Row({"from": Cell(start, span), "to": Cell(end, span), **_cells(known, span)}, span, {}, 0, 0))
    return Table(tuple(header), tuple(rows)), Table((), tuple(links))


def _cells(data: Mapping[str, str], span: Span) -> dict[str, Cell]:
    return {key: Cell(value, span) for key, value in data.items() if value}


def _places(source: Source) -> tuple[dict[str, Span], dict[tuple[str, str], Span]]:
    """Where the file names its nodes, and its edges by their ends."""
    nodes: dict[str, Span] = {}
    ends: dict[tuple[str, str], Span] = {}
    for tag in _TAG.finditer(source.text):
        words = {name: unescape(value) for name, value in _ATTRIBUTE.findall(tag[0])}
        if tag[1] == "node":
            nodes.setdefault(words.get("id", ""), Span(source, *tag.span()))
        else:
            ends.setdefault((words.get("source", ""), words.get("target", "")), Span(source, *tag.span()))
    return nodes, ends


# ---- rows ----


def _site(env: Env, row: Row) -> SiteEntry:
    name = row.text("site")
    _check_name(env, name, row.place("site"), "a site")
    return SiteEntry(
        name,
        _count(env, row, "row"),
        _count(env, row, "column"),
        _number(env, row, "x"),
        _number(env, row, "y"),
    )


def _link(env: Env, row: Row) -> LinkEntry:
    for column in ("direction", "heading", "name"):
        if row.text(column):
            _check_name(env, row.text(column), row.place(column), f"a link's {column}")
    for column in ("from", "to"):
        if not row.text(column):
            env.findings.add(codes.TABLE, f"this link does not say {column} where", row.place(column))
    return LinkEntry(
        row.text("from"),
        row.text("to"),
        row.text("direction"),
        row.text("heading"),
        row.text("name"),
        _truth(env, row, "rays"),
    )


def _check_name(env: Env, name: str, span: Span, what: str) -> None:
    if not name.isidentifier() or name in reserved_words():
        hint = (
            "it is a word of the language; choose another"
            if name in reserved_words()
            else ("a name is made of letters, digits and _, and begins with a letter")
        )
        shown = f"{name} is no name for {what}" if name else f"{what} needs a name"
        env.findings.add(codes.TABLE, shown, span, hint=hint)


def _count(env: Env, row: Row, column: str) -> int | None:
    """A row or column, counted from 1."""
    text = row.text(column)
    if text and not (text.isdecimal() and len(text) <= 5 and int(text) >= 1):
        env.findings.add(codes.TABLE, f"{text} is no {column}", row.place(column), hint="write a number from 1")
        return None
    return int(text) if text else None


def _number(env: Env, row: Row, column: str) -> float | None:
    text = row.text(column)
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < _FAR:
        env.findings.add(codes.TABLE, f"{text} is no {column}", row.place(column), hint="write a number")
        return None
    return number


def _truth(env: Env, row: Row, column: str) -> bool:
    text = row.text(column).casefold()
    if text and text not in (*_YES, *_NO):
        env.findings.add(
            codes.TABLE, f"{row.text(column)} is neither yes nor no", row.place(column), hint="write yes, or nothing"
        )
    return text in _YES


# ---- fields and regions ----


def _further_columns(env: Env, parts: BoardParts, table: Table) -> None:
    fields = parts.known_fields
    for cell in table.header:
        if cell.text in _SITE_COLUMNS or not cell.text:
            continue
        name = ast.Name(cell.text, span=cell.span)
        rows = [row for row in table.rows if row.text(cell.text)]
        if cell.text in fields:
            for row in rows:
                value = _value(row.cells[cell.text])
                if value is None:
                    env.findings.add(
                        codes.TABLE,
                        f"{row.text(cell.text)} is no value of {cell.text}",
                        row.place(cell.text),
                        hint="write a number, or a word that the field may be",
                    )
                else:
                    parts.fields.append(FieldPart(name, value, (row.text("site"),)))
        else:
            _check_name(env, cell.text, cell.span, "a region")
            for row in rows:
                _region_cell(env, parts, name, row)


def _value(cell: Cell) -> ast.Expr | None:
    """A cell as an expression; None if it is neither a number nor words."""
    words = cell.text.split()
    try:
        return ast.Int(int(cell.text), span=cell.span)
    except ValueError:
        pass
    if not all(word.isidentifier() for word in words):
        return None
    parts = tuple(ast.Word(word, span=cell.span) for word in words)
    return parts[0] if len(parts) == 1 else ast.SetOf(parts, span=cell.span)


def _region_cell(env: Env, parts: BoardParts, name: ast.Name, row: Row) -> None:
    """`yes`, or the players whose region holds the site."""
    cell = row.cells[name.text]
    site = (row.text("site"),)
    if cell.text.casefold() in _NO:
        return
    if cell.text.casefold() in _YES:
        parts.regions.append(RegionPart(name, None, site))
        return
    for word in cell.text.split():
        if isinstance(env.declared.get(word), PlayerName | Removed):
            parts.regions.append(RegionPart(name, ast.Name(word, span=cell.span), site))
            continue
        near = did_you_mean(word, ["yes", *env.game.players])
        env.findings.add(
            codes.TABLE,
            f"{word} is no player, and {name.text} is no field of sites",
            cell.span,
            hint=f"did you mean {near}?" if near else "write yes, or the players whose region this is",
        )
