"""Kinds from tables: `card Card from "cards.csv"` makes a kind below Card of every row.

`read_kind_tables` reads the tables while kinds are declared and adds the rows to the kinds that the rules declare; a
row whose kind the rules declare themselves only gives it constants. `Column.role` tells what becomes of a column:

- `name`: the names of the kinds, as people write them; `copies`: how many there are
- `constant`: a value of each kind, see `declare_columns`
- `label`: the letters in pictures; `language`: the names in a language; `text`: other texts for people
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.semantics import codes_tables as codes
from rulewright.semantics.codes_declarations import LIMIT
from rulewright.semantics.scope import Env
from rulewright.semantics.sides import turns
from rulewright.semantics.table_cells import column_name, kind_name, number, plain
from rulewright.semantics.tables import Cell, Row, Table, file_of_ruleset, read_table, visible
from rulewright.source import Label, Span
from rulewright.syntax import ast
from rulewright.syntax.grammar import reserved_words

_LANGUAGE = re.compile(r"([a-z]{2})(-[A-Za-z0-9]{2,8})*")
_CODES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia ie ig ii ik io is it iu ja jv ka "
    "kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng "
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su "
    "sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
"""The codes of ISO 639-1; `id` is more often a number than Indonesian, which is `id-ID`."""
_LANGUAGES = frozenset(_CODES.split())


MAX_ROWS = 10_000
PROPERTIES = ("at", "owner", "kind", "zone", "holder", "position", "rotation", "face_down")
_FROM = re.compile(r'\bfrom\s*("[^"\n]*")')


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its cells lie under `key`; rules call it `name`, and `header` is where it is named."""

    key: str
    name: str
    header: Cell
    role: str


@dataclass(slots=True)
class KindTable:
    """The table of one kind: `rows` by the names of their kinds, `titles` as people write these; `texts` are the
    columns that turn out to be for people; `span` is where the rules name the table."""

    file: str
    span: Span
    columns: tuple[Column, ...] = ()
    texts: list[Column] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)

    def of_role(self, role: str) -> Iterator[Column]:
        return (column for column in self.columns if column.role == role)

    def cells(self, column: Column) -> list[Cell]:
        """The cells of a column that are not empty."""
        return [row.cells[column.key] for row in self.rows.values() if column.key in row.cells]


Items = Mapping[str, ast.Kind]


def read_kind_tables(env: Env, items: Items) -> dict[str, ast.Kind]:
    """The kinds in order, with those that the rows of tables declare behind the kind that has the table.

    Fills `env.tables` for every kind with a table: None if it cannot be read, which is an error.
    """
    owners: dict[str, tuple[str, Span]] = {}
    out: dict[str, ast.Kind] = {}
    rows: dict[str, ast.Kind] = {}
    for name, item in items.items():
        out[name] = item
        if item.table is None:
            continue
        span = table_span(item)
        env.tables[name] = None
        if item.table in owners:
            other, first = owners[item.table]
            hint = f"put the rows of {name} into a table of their own"
            others = (Label(first, f"here it is that of {other}"),)
            env.findings.add(
                codes.KIND_TABLE, f"{item.table} is the table of two kinds", span, hint=hint, others=others
            )
        else:
            owners[item.table] = (name, span)
            table = _read(env, item.table, span)
            if table is not None:
                env.tables[name] = known = _columns(env, item, table, items)
                if known is not None:
                    own = _rows(env, item, known, table, items, rows)
                    rows |= own
                    out |= own
        if env.tables[name] is None:
            env.gaps = True
    return out


def table_span(item: ast.Kind) -> Span:
    """`"table.csv"` in a kind's first line."""
    source, start = item.span.source, item.name.span.end
    end = source.text.find("\n", start)
    found = _FROM.search(source.text, start, end if end >= 0 else len(source.text))
    return Span(source, *found.span(1)) if found else item.name.span


def _read(env: Env, name: str, span: Span) -> Table | None:
    source = file_of_ruleset(env, name, span, code=codes.KIND_TABLE)
    table = None if source is None else read_table(env, source, span, code=codes.KIND_TABLE)
    if table is not None and not table.rows:
        hint = "each row below the first one is a kind"
        env.findings.add(codes.KIND_TABLE, f"{name} has no row below the names of its columns", span, hint=hint)
        return None
    if table is not None and len(table.rows) > MAX_ROWS:
        title = f"{name} has more than {MAX_ROWS:,} rows"
        env.findings.add(LIMIT, title, span, hint="split the kinds, or count copies in a column `count`")
        return None
    return table


# ---- columns ----


def members_from(item: ast.Kind, items: Items) -> Iterator[tuple[ast.Kind, ast.Declaration]]:
    """The members of a kind and of those above it, each with its kind."""
    seen: set[str] = set()
    at: ast.Kind | None = item
    while at is not None and at.name.text not in seen:
        seen.add(at.name.text)
        yield from ((at, member) for member in at.members)
        at = items.get(at.parent.text) if at.parent else None


def only_typed(member: ast.Declaration) -> bool:
    """Whether a member has a type and no value, as `rank: int`: if a table has such a column it is a constant."""
    if not isinstance(member, ast.Field):
        return False
    return (member.each is None or turns(member.each)) and member.typed.value is None and member.typed.until is None


def _columns(env: Env, item: ast.Kind, table: Table, items: Items) -> KindTable | None:
    """The columns of a table with their roles; None after an error."""
    declared: dict[str, str] = {}
    texts: set[str] = set()
    for _, member in members_from(item, items):
        if isinstance(member, ast.Constant) or only_typed(member):
            assert isinstance(member, ast.Constant | ast.Field)
            declared.setdefault(plain(member.name.text), member.name.text)
            if isinstance(member, ast.Field) and member.typed.type.name.text == "text":
                texts.add(member.name.text)
    named = name_column(table)
    columns: list[Column] = []
    wrong = False
    for cell in table.header:
        word = column_name(cell.text)
        name = declared.get(plain(word), word)
        role = role_of(cell.text, word)
        if name in declared.values() and role != "copies":
            role = "text" if name in texts else "constant"
        column = Column(cell.text, "copies" if role == "copies" else name, cell, "name" if cell is named else role)
        twin = next((one for one in columns if one.name == column.name), None)
        if cell is named:
            pass
        elif not name.isidentifier() or (role == "constant" and name in PROPERTIES):
            taken = name in PROPERTIES
            title = f"`{name}` is something that every component has" if taken else f"{cell.text} is no name"
            hint = "call the column otherwise" if taken else "a name is made of letters, digits and _"
            if number(cell.text) is not None:
                hint = "the first row of a table holds the names of its columns"
            env.findings.add(codes.KIND_TABLE, title, visible(cell.span), hint=hint)
            wrong = True
        elif twin is not None and twin.role != "name":
            others = (Label(twin.header.span, "the first one"),)
            hint = "call one of them otherwise, or take it away"
            env.findings.add(codes.KIND_TABLE, f"two columns mean {column.name}", cell.span, hint=hint, others=others)
            wrong = True
        columns.append(column)
    return None if wrong else KindTable(item.table or "", table_span(item), tuple(columns))


def name_column(table: Table) -> Cell:
    """The header of the column that names the kinds."""
    return next((cell for cell in table.header if column_name(cell.text) == "name"), table.header[0])


def role_of(header: str, name: str) -> str:
    """What a column is by its name alone; a `constant` may yet turn out to be text."""
    language = _LANGUAGE.fullmatch(header)
    if name in ("count", "copies"):
        return "copies"
    if name == "label":
        return "label"
    if name == "text" or name.startswith("text_"):
        return "text"
    return "language" if language and language[1] in _LANGUAGES else "constant"


# ---- rows ----


def _rows(env: Env, item: ast.Kind, known: KindTable, table: Table, items: Items, others: Items) -> dict[str, ast.Kind]:
    """The kinds that the rows declare; those that the rules declare themselves only get their row."""
    added: dict[str, ast.Kind] = {}
    first: dict[str, Span] = {}
    key = next(known.of_role("name")).key
    rows = {kind_name(row.text(key)) for row in table.rows if row.text(key)} - set(items)
    for row in table.rows:
        cell = row.cells.get(key)
        name = kind_name(cell.text) if cell is not None else ""
        if cell is None:
            hint = f"write the name of this {item.word.text} into it"
            env.findings.add(codes.KIND_TABLE, f"row {row.number} has no name", row.gap(key), hint=hint)
            env.gaps = True
        elif not name.isidentifier() or name in reserved_words():
            _refuse_name(env, cell, name)
            env.gaps = True
        elif name in first:
            label = (Label(first[name], "the first row"),)
            hint = "take one of the two rows away, or count the copies in a column `count`"
            env.findings.add(codes.KIND_TABLE, f"{name} has two rows", cell.span, hint=hint, others=label)
        elif name in others or (name in items and not _is_below(items[name], item, items, rows)):
            _refuse_taken(env, item, cell, name, others.get(name) or items[name], in_table=name in others)
        else:
            first[name] = cell.span
            known.rows[name], known.titles[name] = row, " ".join(cell.text.split())
            if name not in items:
                above = ast.Name(item.name.text, span=item.name.span)
                word = ast.Name(name, span=cell.span)
                added[name] = ast.Kind(item.word, word, None, above, None, (), (), span=row.span)
    return added


def _refuse_name(env: Env, cell: Cell, name: str) -> None:
    hint = "it is a word of the language; choose another name" if name in reserved_words() else ""
    if name[:1].isdigit():
        hint = "a name begins with a letter: `Two of Clubs`, `Clubs 2`"
    title = f"{cell.text} is no name for a kind"
    env.findings.add(codes.KIND_TABLE, title, cell.span, hint=hint or "a name is made of letters, digits and _")


def _refuse_taken(env: Env, item: ast.Kind, cell: Cell, name: str, other: ast.Kind, *, in_table: bool) -> None:
    what = f"{name} is a row of two tables" if in_table else f"{name} is declared apart from its row"
    hint = "give one of them another name"
    if not in_table and name != item.name.text:
        hint = f"write `{other.word.text} {name} is {item.name.text}` there, so that it takes this row"
    env.findings.add(codes.KIND_TABLE, what, cell.span, hint=hint, others=(Label(other.name.span, "the other one"),))


def _is_below(kind: ast.Kind, above: ast.Kind, items: Items, rows: Container[str]) -> bool:
    """Whether a kind that the rules declare is declared below another one, or below a kind of its `rows`."""
    seen: set[str] = set()
    while kind.parent is not None and kind.parent.text not in seen:
        seen.add(kind.parent.text)
        if kind.parent.text == above.name.text or kind.parent.text in rows:
            return True
        if kind.parent.text not in items:
            return False
        kind = items[kind.parent.text]
    return False
