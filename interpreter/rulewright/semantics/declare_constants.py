"""Constants of kinds: `strength = 6`.

A constant belongs to the topmost kind that declares it and has a value for every kind below; a kind may give another
value of the same type. Where all kinds below a kind declare a constant that it has not itself, the constant belongs to
that kind too, without a value of its own: every Mistwing has a strength though no strength is written at Mistwing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.ast_walk import words_in
from rulewright.semantics.codes_tables import KIND_TABLE
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_not_yet import not_yet
from rulewright.semantics.declare_state import fill_range
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.fitting import fits
from rulewright.semantics.follow_ups import STAND_IN
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.symbols import Const, ConstantFamily, FieldDecl, KindDecl, RegionDecl
from rulewright.semantics.table_columns import (
    ColumnConstant,
    Wanted,
    cell_values,
    conflict_with_field,
    constant_type,
    empty_cells,
    guessed,
    tell_moved_rows,
)
from rulewright.semantics.table_kinds import Column, KindTable
from rulewright.semantics.tables import visible
from rulewright.semantics.typed import Generic
from rulewright.semantics.types import (
    BOOL,
    INT,
    KIND,
    POISON,
    EnumType,
    KindType,
    ListType,
    NoneType,
    SetType,
    TextType,
    Type,
)
from rulewright.semantics.wording import a
from rulewright.source import Label
from rulewright.syntax import ast


@dataclass(slots=True, eq=False)
class Members:
    """Where the values of one constant come from: what kinds' blocks give, and columns of tables. `typed` is a member
    `rank: int` that says its type, `below` of which kind it says that kinds are."""

    family: ConstantFamily
    written: list[tuple[KindDecl, ast.Constant]] = field(default_factory=list)
    columns: list[ColumnConstant] = field(default_factory=list)
    typed: ast.Typed | None = None
    below: KindDecl | None = None


@dataclass(slots=True)
class KindConstants:
    """All constants as declared, by the family they belong to."""

    families: list[Members] = field(default_factory=list)

    def find(self, kind: KindDecl, name: str) -> Members | None:
        """The constant of that name which a kind or one above it has."""
        for above in kind.ancestors():
            family = above.constants.get(name)
            if family is not None:
                return next((members for members in self.families if members.family is family), None)
        return None

    def add(self, env: Env, kind: KindDecl, member: ast.Constant) -> None:
        """Take in a constant; kinds above come first."""
        if member.each is not None:
            not_yet(env, "sides", "a constant `of each …`", member.name.span.to(member.each.span))
            kind.constants[member.name.text] = ConstantFamily(member.name.text, kind, POISON)
            return
        for above in kind.ancestors()[1:]:
            if member.name.text in above.constants:
                known = self.find(above, member.name.text)
                if known is not None:
                    known.written.append((kind, member))
                return
        self._new(kind, member.name.text, _plain_type(member.value)).written.append((kind, member))

    def add_typed(self, kind: KindDecl, member: ast.Field, type_: Type) -> None:
        """Take in a constant of which the rules say the type and tables the values."""
        of, below = constant_type(type_)
        members = self._new(kind, member.name.text, of)
        members.typed, members.below = member.typed, below

    def add_column(self, env: Env, kind: KindDecl, table: KindTable, column: Column) -> None:
        """Take in a column of the kind's table: as a constant, or else as text."""
        if column.role == "text":
            table.texts.append(column)
        if column.role not in ("constant", "language"):
            return
        field_ = next((above.fields[column.name] for above in kind.ancestors() if column.name in above.fields), None)
        if field_ is not None:
            conflict_with_field(env, column, field_)
            return
        known = self.find(kind, column.name)
        type_ = None
        if known is None or column.role == "language":
            type_ = guessed(env, table, column, kind)
            if type_ is None:
                table.texts.append(column)
                return
            known = known or self._new(kind, column.name, type_)
        rows = {
            below.index: (below, table.rows[below.name]) for below in kind.descendants() if below.name in table.rows
        }
        known.columns.append(ColumnConstant(kind, column, table.file, type_, rows))

    def _new(self, kind: KindDecl, name: str, type_: Type) -> Members:
        family = ConstantFamily(name, kind, type_)
        kind.constants[name] = family
        self.families.append(Members(family))
        return self.families[-1]

    def lift(self, env: Env) -> None:
        """Join the constants that all kinds below a kind have; innermost kinds first."""
        deepest_first = sorted(env.game.kinds, key=lambda kind: -len(kind.ancestors()))
        for kind in deepest_first:
            if not kind.children:
                continue
            names = dict.fromkeys(name for child in kind.children for name in child.constants if name != STAND_IN)
            for name in names:
                everywhere = all(name in child.constants or STAND_IN in child.constants for child in kind.children)
                if everywhere and not any(
                    name in above.constants or name in above.fields for above in kind.ancestors()
                ):
                    self._join(kind, name)

    def _join(self, kind: KindDecl, name: str) -> None:
        parts = [child.constants.pop(name) for child in kind.children if name in child.constants]
        joined = Members(ConstantFamily(name, kind, next((p.type for p in parts if p.type != POISON), POISON)))
        kind.constants[name] = joined.family
        others: list[Members] = []
        for members in self.families:
            if any(members.family is part for part in parts):
                joined.written += members.written
                joined.columns += members.columns
                if joined.typed is None:
                    joined.typed, joined.below = members.typed, members.below
            else:
                others.append(members)
        if len(others) < len(self.families):
            others.append(joined)
        self.families = others


def _plain_type(node: ast.Expr) -> Type:
    """The type of a value that shows it: known even before names can be looked up."""
    match node:
        case ast.Int() | ast.Unary(op="-", operand=ast.Int()):
            return INT
        case ast.Word(name="true" | "false"):
            return BOOL
        case _:
            return POISON


def fill_constants(env: Env, constants: KindConstants, *, simple: bool) -> None:
    """Type and evaluate constants: first the simple ones, which name no region and no definition, so that these may
    name them; once the regions are known, the others."""
    for members in constants.families:
        names = {word.name for _, member in members.written for word in words_in(member.value)}
        if simple != any(isinstance(env.declared.get(name), Generic | RegionDecl) for name in names):
            _fill(env, members)
    if not simple:
        tell_moved_rows(env)


def _fill(env: Env, members: Members) -> None:
    family, written = members.family, members.written
    scope = Scope(env, Context("a constant"))
    told = family.type if members.typed else next((col.type for col in members.columns if col.type is not None), None)
    words = told if isinstance(told, EnumType) else None
    first = [type_expr(member.value, scope, words or _expected(env, member.value)) for _, member in written]
    wanted = told or next((expr.type for expr in first if expr.type != POISON and not is_open(expr.type)), None)
    wanted = wanted or (first[0].type if first else POISON)
    if isinstance(wanted, KindType):
        wanted = KIND
    family.type = wanted
    own: dict[int, Const] = {}
    for (kind, member), expr in zip(written, first, strict=True):
        if expr.type == POISON:
            own[kind.index] = 0
            continue
        if isinstance(expr.type, TextType) or is_open(wanted):
            _refuse_type(env, member, expr.type)
            family.type = POISON
            continue
        if not fits(expr.type, wanted, env.game):
            _refuse_other(env, members, member, expr.type)
            own[kind.index] = _anything(wanted)
            continue
        value, spoiled = work_out(type_expr(member.value, scope, wanted) if is_open(expr.type) else expr, env)
        if spoiled:
            value = 0
        if value is None:
            env.findings.add(
                codes.CONSTANT,
                f"{family.name} is not known before the game begins",
                member.value.span,
                hint=f"a value that changes is a field: `{family.name}: {wanted} = …`",
            )
            value = _anything(wanted)
        own[kind.index] = value
    if members.columns and family.type != POISON:
        _fill_from_tables(env, members, own)
    for kind in family.owner.descendants():
        nearest = next((above.index for above in kind.ancestors() if above.index in own), None)
        if nearest is not None:
            family.values[kind.index] = own[nearest]


def _fill_from_tables(env: Env, members: Members, own: dict[int, Const]) -> None:
    """Add the values that cells give."""
    family = members.family
    _use_enum(env, family.type)
    bounds = FieldDecl(family.name, None, None, family.type, None, None, None, None, False, family.owner.span)
    if members.typed is not None:
        fill_range(env, bounds, members.typed)
    wanted = Wanted(family.name, family.type, members.below, bounds.lo, bounds.hi)
    for column in members.columns:
        if column.type is not None and not fits(column.type, family.type, env.game):
            _refuse_column(env, members, column)
            own |= dict.fromkeys(column.rows, _anything(family.type))
        else:
            own |= cell_values(env, wanted, column)
            own |= empty_cells(env, wanted, column, own)


def _anything(type_: Type) -> Const:
    """A value in place of one that is wrong."""
    return () if isinstance(type_, ListType) else 0


def _use_enum(env: Env, type_: Type) -> None:
    """The words of an enum are used where cells hold them."""
    while isinstance(type_, SetType | ListType):
        type_ = type_.of
    if isinstance(type_, EnumType):
        env.used.add(type_.enum.name)


def is_open(type_: Type) -> bool:
    """Whether a type says too little to be the type of a constant: `none`, or a set of nothing."""
    match type_:
        case NoneType():
            return True
        case SetType(of=inner) | ListType(of=inner):
            return inner == POISON or is_open(inner)
        case _:
            return False


def _expected(env: Env, node: ast.Expr) -> Type | None:
    """A kind's name alone means the kind here, not its components."""
    return KIND if isinstance(node, ast.Word) and isinstance(env.declared.get(node.name), KindDecl) else None


def _refuse_type(env: Env, member: ast.Constant, type_: Type) -> None:
    env.findings.add(
        codes.CONSTANT,
        f"{member.name.text} cannot be {a(type_)}",
        member.value.span,
        hint="a constant is a number, true or false, a site, a direction, a kind, a word of an enum, or a set of these",
    )


def _refuse_other(env: Env, members: Members, member: ast.Constant, type_: Type) -> None:
    name, wanted = members.family.name, a(members.family.type)
    kind, first = members.written[0]
    if members.typed is not None or first is member:
        span = members.typed.span if members.typed else members.columns[0].column.header.span
        where, others = f"{name} is {wanted}", (Label(span, "so it is declared" if members.typed else "the column"),)
    else:
        where, others = f"{name} is {wanted} for {kind.name}", (Label(first.value.span, f"{name} is {wanted} here"),)
    env.findings.add(
        codes.CONSTANT,
        f"{where}, and {a(type_)} here",
        member.value.span,
        hint="a constant has the same type in all kinds that have it",
        others=others,
    )


def _refuse_column(env: Env, members: Members, column: ColumnConstant) -> None:
    """A column whose cells are of another type than the constant is elsewhere."""
    name, header = members.family.name, column.column.header
    env.findings.add(
        KIND_TABLE,
        f"{name} is {a(members.family.type)} elsewhere, and {a(column.type or POISON)} in {column.file}",
        visible(header.span),
        hint="a constant has the same type in all kinds that have it; call one of the two otherwise",
    )
