"""What of a ruleset's tables counts as rules, whatever the options are.

The hash of rules is taken over the tables of all kinds, also of those that options leave out, without their texts for
people; so it is found out here from what is written, not from what is in force. The names of the rows that options
leave out are remembered, so that a use of them can be explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.scope import Env, Removed
from rulewright.semantics.symbols import Game
from rulewright.semantics.table_cells import Words, column_name, guess, kind_name, number, plain
from rulewright.semantics.table_kinds import name_column, only_typed, role_of
from rulewright.semantics.tables import Table, file_of_ruleset, read_table
from rulewright.semantics.types import BOOL, INT
from rulewright.source import Findings, Span
from rulewright.syntax import ast


def remember_tables(env: Env) -> None:
    """Fill `tables` and `files` of the game for all options."""
    written = env.game.written
    quiet = Env(Game(""), Findings(), folder=env.folder)
    items = [item for item in nodes_in(written, ast.Kind) if item.table is not None]
    tables = {item.table or "": _read(quiet, item.table or "", item.span) for item in items}
    for board in nodes_in(written, ast.BoardFrom):
        for name in board.files:
            file_of_ruleset(quiet, name, board.span, table=False)
    if not tables and not quiet.game.files:
        return
    for name, text in quiet.game.files.items():
        env.game.files.setdefault(name, text)
    words, told = _words(written, tables.values()), _told(written)
    env.game.tables = {name: _canonical(table, words, told) for name, table in tables.items() if table is not None}
    for item in items:
        table = tables[item.table or ""]
        active = env.tables.get(item.name.text)
        wrong = item.name.text in env.tables and active is None
        if table is not None and not wrong and (active is None or active.file != item.table):
            _remember_rows(env, item, table)


def _read(quiet: Env, name: str, span: Span) -> Table | None:
    source = file_of_ruleset(quiet, name, span)
    return None if source is None else read_table(quiet, source, span)


def _remember_rows(env: Env, item: ast.Kind, table: Table) -> None:
    symbol = env.declared.get(item.name.text)
    if symbol is not None and not isinstance(symbol, Removed):
        reason = f"it is in {item.table}, which these options leave out"
    else:
        reason = symbol.reason if symbol is not None else ""
    for name in _names(table):
        if reason and name not in env.declared:
            env.declared[name] = Removed(name, reason)


def _names(table: Table) -> list[str]:
    key = name_column(table).text
    return [kind_name(row.text(key)) for row in table.rows if row.text(key)]


# ---- what counts ----


def _told(written: object) -> dict[str, bool]:
    """The names of all constants that kinds' blocks name, plainly; whether they are constants, and not texts."""
    out: dict[str, bool] = {}
    for constant in nodes_in(written, ast.Constant):
        out[plain(constant.name.text)] = True
    for kind in nodes_in(written, ast.Kind):
        for member in kind.members:
            if only_typed(member):
                assert isinstance(member, ast.Field)
                out[plain(member.name.text)] = member.typed.type.name.text != "text"
    return out


def _words(written: object, tables: Iterable[Table | None]) -> Words:
    values: list[tuple[str, Iterable[str]]] = []
    for enum in nodes_in(written, ast.Enum):
        values.append((enum.name.text, [value.text for value in enum.values]))
    for die in nodes_in(written, ast.Die):
        values.append((die.name.text, [face.name for face in die.faces if isinstance(face, ast.Word)]))
    kinds = [item.name.text for item in nodes_in(written, ast.Kind)]
    kinds += [name for table in tables if table is not None for name in _names(table)]
    enums = {name: (None, frozenset(map(plain, words))) for name, words in values}
    return Words(enums, frozenset(map(plain, kinds)))


def _canonical(table: Table, words: Words, told: Mapping[str, bool]) -> str:
    """The names and values of a table, one row a line; its columns in alphabetical order."""
    named = name_column(table)
    columns = sorted(
        (column_name(cell.text), cell.text)
        for cell in table.header
        if cell is not named and _counts(table, cell.text, words, told)
    )
    lines = []
    for row in table.rows:
        cells = [f"{name}={_value(row.text(key))!r}" for name, key in columns if row.text(key)]
        lines.append(" ".join([kind_name(row.text(named.text)), *cells]))
    return "\n".join(lines)


def _counts(table: Table, key: str, words: Words, told: Mapping[str, bool]) -> bool:
    name = column_name(key)
    role = role_of(key, name)
    if role == "copies":
        return True
    if plain(name) in told:
        return told[plain(name)]
    if role in ("label", "text"):
        return False
    type_, _ = guess([row.text(key) for row in table.rows if row.text(key)], words)
    return type_ in (INT, BOOL) if role == "language" else type_ is not None


def _value(text: str) -> str:
    found = number(text)
    return " ".join(text.split()) if found is None else str(found)
