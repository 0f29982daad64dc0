"""Constants of kinds: `strength = 6`.

A constant belongs to the topmost kind that declares it and has a value for every kind below; a kind may give another
value of the same type. Where all kinds below a kind declare a constant that it has not itself, the constant belongs to
that kind too, without a value of its own: every Mistwing has a strength though no strength is written at Mistwing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics import typed
from rulewright.semantics.ast_walk import words_in
from rulewright.semantics.codes_tables import KIND_TABLE
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_state import fill_range
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.fitting import fits
from rulewright.semantics.follow_ups import STAND_IN
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.sides import spread, spread_all, take_sides, written
from rulewright.semantics.symbols import Const, ConstantFamily, Domain, FieldDecl, KindDecl, RegionDecl
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
    IntType,
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
        name = member.name.text
        sides = take_sides(env, kind, member.name, member.each) if member.each is not None else None
        if member.each is not None and sides is None:
            kind.constants.setdefault(name, ConstantFamily(name, kind, POISON))
            return
        for above in kind.ancestors():
            if name in above.constants:
                known = self.find(above, name)
                if known is not None and sides is not None and known.family.sides is None:
                    _refuse_sides(env, member, above)
                elif known is not None:
                    known.written.append((kind, member))
                return
        self._new(kind, name, _plain_type(member.value, sides=sides is not None), sides).written.append((kind, member))

    def add_typed(self, env: Env, kind: KindDecl, member: ast.Field, type_: Type) -> None:
        """Take in a constant of which the rules say the type; its values are in tables, or at kinds below."""
        of, below = constant_type(type_)
        sides = take_sides(env, kind, member.name, member.each) if member.each is not None else None
        if member.each is not None and sides is None:
            kind.constants[member.name.text] = ConstantFamily(member.name.text, kind, POISON)
            return
        members = self._new(kind, member.name.text, of, sides)
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

    def _new(self, kind: KindDecl, name: str, type_: Type, sides: Domain | None = None) -> Members:
        family = ConstantFamily(name, kind, type_, sides=sides)
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
                turning = any(child.constants[name].sides for child in kind.children if name in child.constants)
                if (
                    everywhere
                    and not turning
                    and not any(name in above.constants or name in above.fields for above in kind.ancestors())
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


def _plain_type(node: ast.Expr, *, sides: bool = False) -> Type:
    """The type of a value that shows it: known even before names can be looked up. `sides`: a list has one of each."""
    match node:
        case ast.Int() | ast.Unary(op="-", operand=ast.Int()):
            return INT
        case ast.Word(name="true" | "false"):
            return BOOL
        case ast.ListOf(items=(first, *_)):
            return _plain_type(first) if sides else POISON
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
    family = members.family
    scope = Scope(env, Context("a constant"))
    told = family.type if members.typed else next((col.type for col in members.columns if col.type is not None), None)
    words = told if isinstance(told, EnumType) else None
    nodes = [(kind, member, written(env, family, member)) for kind, member in members.written]
    first = [[type_expr(node, scope, words or _expected(env, node)) for node in values] for _, _, values in nodes]
    types = [expr.type for exprs in first for expr in exprs]
    wanted = told or next((of for of in types if of != POISON and not is_open(of)), None)
    wanted = wanted or (types[0] if types else POISON)
    if isinstance(wanted, KindType):
        wanted = KIND
    family.type = wanted
    _use_enum(env, wanted)
    bounds = _bounds(env, members)
    own: dict[int, Const] = {}
    for (kind, member, values), exprs in zip(nodes, first, strict=True):
        found = [_value(env, members, member, pair, wanted, bounds) for pair in zip(values, exprs, strict=True)]
        known = [value for value in found if value is not None]
        if len(known) == len(found):
            one = (known or [_anything(wanted)])[0]
            own[kind.index] = tuple(_numbers(known)) if len(known) > 1 else spread(family.sides, one)
    if members.columns and family.type != POISON:
        _fill_from_tables(env, members, bounds, own)
    for kind in family.owner.descendants():
        nearest = next((above.index for above in kind.ancestors() if above.index in own), None)
        if nearest is not None:
            family.values[kind.index] = own[nearest]
    if isinstance(family.type, KindType) and members.below is not None:
        family.type = KindType(members.below)


def _value(
    env: Env, members: Members, member: ast.Constant, pair: tuple[ast.Expr, typed.Expr], wanted: Type, bounds: FieldDecl
) -> Const | None:
    """A value that the rules give; None if it is of a type that no constant has."""
    node, expr = pair
    family = members.family
    if expr.type == POISON:
        return 0
    if isinstance(expr.type, TextType) or is_open(wanted) or (family.sides and isinstance(wanted, ListType)):
        _refuse_type(env, member, node, expr.type)
        family.type = POISON
        return None
    if not fits(expr.type, wanted, env.game):
        _refuse_other(env, members, member, node, expr.type)
        return _anything(wanted)
    scope = Scope(env, Context("a constant"))
    value, spoiled = work_out(type_expr(node, scope, wanted) if is_open(expr.type) else expr, env)
    if spoiled:
        return 0
    if value is None:
        env.findings.add(
            codes.CONSTANT,
            f"{family.name} is not known before the game begins",
            node.span,
            hint=f"a value that changes is a field: `{family.name}: {wanted} = …`",
        )
        return _anything(wanted)
    if isinstance(wanted, IntType) and isinstance(value, int) and not _within(bounds, value):
        title = f"{family.name} is {bounds.lo} to {bounds.hi}, not {value}"
        env.findings.add(codes.RANGE, title, node.span, hint="choose another value, or a wider range")
    return value


def _within(bounds: FieldDecl, number: int) -> bool:
    return bounds.lo is None or bounds.hi is None or bounds.lo <= number <= bounds.hi


def _numbers(values: list[Const]) -> Iterator[int]:
    return (value for value in values if isinstance(value, int))


def _bounds(env: Env, members: Members) -> FieldDecl:
    """What may be a value: the type and the range that the rules say."""
    family = members.family
    bounds = FieldDecl(family.name, None, None, family.type, None, None, None, None, False, family.owner.span)
    if members.typed is not None and family.type != POISON:
        fill_range(env, bounds, members.typed)
    return bounds


def _fill_from_tables(env: Env, members: Members, bounds: FieldDecl, own: dict[int, Const]) -> None:
    """Add the values that cells give."""
    family = members.family
    wanted = Wanted(family.name, family.type, members.below, bounds.lo, bounds.hi, family.sides)
    for column in members.columns:
        if column.type is not None and not fits(column.type, family.type, env.game):
            _refuse_column(env, members, column)
            found = dict.fromkeys(column.rows, _anything(family.type))
        else:
            found = cell_values(env, wanted, column)
            found |= empty_cells(env, wanted, column, {**own, **found})
        own |= spread_all(family.sides, found)


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


def _refuse_sides(env: Env, member: ast.Constant, above: KindDecl) -> None:
    env.findings.add(
        codes.SIDES,
        f"{member.name.text} has one value in {above.name}, not one of each side",
        member.name.span.to(member.each.span if member.each else member.name.span),
        hint=f"say it there too: `{member.name.text} of each …`; or call one of the two otherwise",
    )


def _refuse_type(env: Env, member: ast.Constant, node: ast.Expr, type_: Type) -> None:
    env.findings.add(
        codes.CONSTANT,
        f"{member.name.text} cannot be {a(type_)}",
        node.span,
        hint="a constant is a number, true or false, a site, a direction, a kind, a word of an enum, or a set of these",
    )


def _refuse_other(env: Env, members: Members, member: ast.Constant, node: ast.Expr, type_: Type) -> None:
    name, wanted = members.family.name, a(members.family.type)
    kind, first = members.written[0]
    others: tuple[Label, ...] = ()
    if members.typed is not None or (first is member and members.columns):
        span = members.typed.span if members.typed else members.columns[0].column.header.span
        where, others = f"{name} is {wanted}", (Label(span, "so it is declared" if members.typed else "the column"),)
    elif first is member:
        where = f"{name} is {wanted} for one side"
    else:
        where, others = f"{name} is {wanted} for {kind.name}", (Label(first.value.span, f"{name} is {wanted} here"),)
    env.findings.add(
        codes.CONSTANT,
        f"{where}, and {a(type_)} here",
        node.span,
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
