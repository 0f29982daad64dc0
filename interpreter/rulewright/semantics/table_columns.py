"""What the columns of a kind's table give the kinds of its rows: constants, copies, texts for people.

A column is a constant if the rules say its type (`rank: int`) or give it a value (`cost = 0`, which then is what empty
cells stand for), or if the type can be guessed from its cells. All other columns are text. The values of cells are
worked out when everything that they may name is known (`cell_values`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field, replace

from rulewright.semantics import codes_tables as codes
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Const, Domain, FieldDecl, KindDecl
from rulewright.semantics.table_cells import CellError, guess, known_names, number, side_values, value, words_of
from rulewright.semantics.table_kinds import Column, KindTable
from rulewright.semantics.tables import Cell, Row, visible
from rulewright.semantics.types import (
    BOOL,
    INT,
    KIND,
    BoolType,
    ComponentType,
    EnumType,
    IntType,
    ListType,
    SetType,
    Type,
)
from rulewright.semantics.wording import a, listing
from rulewright.source import Label, Span

MAX_COPIES = 65_535


@dataclass(slots=True, eq=False)
class ColumnConstant:
    """The cells of a column whose values are those of a constant. `type` None: that of the constant as the rules give
    it. `of`: which kind the rows of the table are below; `rows` by the indices of their kinds."""

    of: KindDecl
    column: Column
    file: str
    type: Type | None
    rows: dict[int, tuple[KindDecl, Row]] = field(default_factory=dict)


def constant_type(type_: Type) -> tuple[Type, KindDecl | None]:
    """The type of a constant for which the rules write a type: a kind's name there means a kind below it."""
    match type_:
        case ComponentType(kind=kind):
            return KIND, kind
        case SetType(of=of):
            inner, kind = constant_type(of)
            return SetType(inner), kind
        case ListType(of=of):
            inner, kind = constant_type(of)
            return ListType(inner), kind
        case _:
            return type_, None


def guessed(env: Env, table: KindTable, column: Column, kind: KindDecl) -> Type | None:
    """The type of a column of which the rules say nothing; None if it is text."""
    cells = table.cells(column)
    type_, several = guess([cell.text for cell in cells], words_of(env.game))
    if column.role == "language":
        return type_ if type_ in (INT, BOOL) else None
    if len(several) > 1:
        env.findings.add(
            codes.KIND_TABLE,
            f"the cells of `{column.name}` may be words of {several[0]} or of {several[1]}",
            visible(column.header.span),
            hint=f"say which in the block of {kind.name}: `{column.name}: {several[0]}`",
        )
    return type_


def conflict_with_field(env: Env, column: Column, above: FieldDecl) -> None:
    """A column that is called like a field: that has its own value in every component."""
    owner = above.owner.name if above.owner else ""
    env.findings.add(
        codes.KIND_TABLE,
        f"{column.name} is a field of {owner}, which changes in play",
        visible(column.header.span),
        hint=f"for a constant write `{column.name}: {above.type}` without a value; else call the column otherwise",
        others=(Label(above.span, "the field"),),
    )


# ---- rows ----


def take_row(env: Env, kind: KindDecl, table: KindTable, *, labelled: bool) -> dict[str, Span]:
    """Give a kind the copies, the texts and (unless the rules say one) the label of its row. Where its cells stand, by
    what they are: the kind's own block must not say these again."""
    row = table.rows[kind.name]
    for column in table.texts:
        if text := row.text(column.key):
            kind.texts[column.key if column.role == "language" else column.name] = text
    if table.titles[kind.name] != kind.name:
        kind.texts["name"] = table.titles[kind.name]
    for column in table.of_role("label"):
        if not labelled and (label := row.text(column.key)):
            kind.label, kind.labelled = label, True
    for column in table.of_role("copies"):
        if cell := row.cells.get(column.key):
            _copies(env, kind, cell)
    wanted = [column for column in table.columns if column.role in ("constant", "copies") and column not in table.texts]
    return {column.name: row.cells[column.key].span for column in wanted if column.key in row.cells}


def _copies(env: Env, kind: KindDecl, cell: Cell) -> None:
    copies = number(cell.text)
    if copies is None or not 0 <= copies <= MAX_COPIES:
        hint = f"write a number from 0 to {MAX_COPIES}"
        env.findings.add(codes.KIND_TABLE, f"{cell.text} is not a number of copies", cell.span, hint=hint)
    else:
        kind.copies = copies


# ---- values ----


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the cells of a constant have to be: of a type, of a kind below `below`, within `lo..hi`; one of each of
    `sides`."""

    name: str
    type: Type
    below: KindDecl | None
    lo: int | None
    hi: int | None
    sides: Domain | None = None

    def beyond(self, found: Const) -> int | None:
        """A number of a value that is not within the range."""
        if self.lo is None or self.hi is None or not isinstance(self.type, IntType):
            return None
        numbers = (found,) if isinstance(found, int) else found
        return next((number for number in numbers if not self.lo <= number <= self.hi), None)


def cell_values(env: Env, wanted: Wanted, column: ColumnConstant) -> dict[int, Const]:
    """The values of a column's cells by the kinds of their rows. What is wrong with all cells alike is told once."""
    out: dict[int, Const] = {}
    known = known_names(wanted.type, env.game, wanted.below)
    wrong: list[tuple[Cell, CellError]] = []
    full = 0
    for kind, row in column.rows.values():
        cell = row.cells.get(column.column.key)
        if cell is None:
            continue
        full += 1
        try:
            if wanted.sides is None:
                found = value(cell.text, wanted.type, known)
            else:
                found = side_values(cell.text, wanted.type, known, wanted.sides.size)
            if (beyond := wanted.beyond(found)) is not None:
                hint = "write another number, or widen the range"
                raise CellError(f"{beyond} is not in {wanted.lo}..{wanted.hi}", hint)
            out[kind.index] = found
        except CellError as found_wrong:
            wrong.append((cell, found_wrong))
            out[kind.index] = 0
    header = column.column.header.text or wanted.name
    guess_hint = f"; for a column of text write `{wanted.name}: text` in {column.of.name}" if column.type else ""
    if len(wrong) == full and full > 2:
        cell, error = wrong[0]
        title = f"no cell of the column {header} is {a(wanted.type)}"
        env.findings.add(codes.KIND_TABLE, title, cell.span, label=error.title, hint=error.hint + guess_hint)
        return out
    for cell, error in wrong:
        tip = error.hint if "did you mean" in error.hint else error.hint + guess_hint
        place = f"row {_row_of(column, cell)}, column {header}"
        env.findings.add(codes.KIND_TABLE, error.title, cell.span, label=place, hint=tip)
    return out


def _row_of(column: ColumnConstant, cell: Cell) -> int:
    return next(row.number for _, row in column.rows.values() if row.cells.get(column.column.key) is cell)


def tell_moved_rows(env: Env) -> None:
    """Where a separator is missing, or is one too many, all cells behind it are wrong: that is one error."""
    for table in env.tables.values():
        if table is None or not env.findings.errors:
            continue
        widths = Counter(row.width for row in table.rows.values())
        usual = widths.most_common(1)[0][0] if widths else 0
        for row in table.rows.values():
            inside = [found for found in env.findings if _is_inside(found.span, row.span)]
            if row.width != usual and len(inside) > 1:
                first = min(inside, key=lambda found: found.span.start)
                hint = f"row {row.number} has {row.width} cells, others have {usual}: a separator may be missing"
                env.findings.items[:] = [
                    replace(found, hint=hint, fix="") if found is first else found
                    for found in env.findings
                    if found is first or found not in inside
                ]


def _is_inside(span: Span, outer: Span) -> bool:
    return span.source is outer.source and outer.start <= span.start <= outer.end


def empty_cells(env: Env, wanted: Wanted, column: ColumnConstant, own: Container[int]) -> dict[int, Const]:
    """The values of the cells that are empty, where no kind above has one (`own` are those that have): none, no,
    nothing. A number or a word is missing then, which is told once a column."""
    lacking = [
        (kind, row) for kind, row in column.rows.values() if not any(above.index in own for above in kind.ancestors())
    ]
    match wanted.type:
        case IntType() | EnumType():
            if lacking:
                kind, row = lacking[0]
                others = [other.name for other, _ in lacking[1:]]
                if len(others) > 2:
                    others = [f"{len(others)} others"]
                whose = listing([kind.name, *others])
                env.findings.add(
                    codes.KIND_TABLE,
                    f"{whose} {'have' if others else 'has'} no {wanted.name}",
                    row.gap(column.column.key),
                    label=f"row {row.number}, column {column.column.header.text or wanted.name}",
                    hint=f"fill the cell in, or write what it stands for in {column.of.name}: `{wanted.name} = …`",
                )
            return dict.fromkeys((kind.index for kind, _ in lacking), 0)
        case SetType() | BoolType():
            return dict.fromkeys((kind.index for kind, _ in lacking), 0)
        case ListType():
            return dict.fromkeys((kind.index for kind, _ in lacking), ())
        case _:
            return dict.fromkeys((kind.index for kind, _ in lacking), -1)
