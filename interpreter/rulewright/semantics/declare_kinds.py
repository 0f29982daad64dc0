"""Kinds: names, parents, members.

First all names and parents are bound (`declare_kinds`), so that types may name any kind; then fields and copies
(`declare_members`), and once expressions can be typed the constants (`fill_constants`, in `declare_constants`). A kind
whose declaration is wrong is a broken name, together with the kinds below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.codes_tables import KIND_TABLE
from rulewright.semantics.declare_constants import KindConstants
from rulewright.semantics.declare_state import kind_field
from rulewright.semantics.early import Early
from rulewright.semantics.follow_ups import STAND_IN
from rulewright.semantics.names import broken, declare, doubled
from rulewright.semantics.scope import Broken, Env, Removed
from rulewright.semantics.sides import ROTATION, turns
from rulewright.semantics.symbols import ConstantFamily, KindDecl
from rulewright.semantics.table_columns import take_row
from rulewright.semantics.table_kinds import KindTable, members_from, only_typed, read_kind_tables
from rulewright.semantics.table_texts import remember_tables
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import POISON, ComponentType, ListType, SetType, Type
from rulewright.source import Label, Span, did_you_mean
from rulewright.syntax import ast

MAX_COPIES = 65_535

Pairs = list[tuple[KindDecl, ast.Kind]]


def declare_kinds(env: Env, declarations: Sequence[ast.Declaration]) -> Pairs:
    """Bind all kinds with their parents; each with its declaration, in order."""
    items: dict[str, ast.Kind] = {}
    for item in declarations:
        if not isinstance(item, ast.Kind):
            continue
        if item.name.text in items:
            doubled(env.findings, item.name, f"a {items[item.name.text].word}", items[item.name.text].name.span)
            continue
        items[item.name.text] = item
    wrong = _cyclic(env, items)
    items = read_kind_tables(env, items)
    _spread(env, items, wrong)
    pairs: Pairs = []
    for item in items.values():
        if item.name.text in wrong:
            _break(env, item)
            continue
        kind = KindDecl(
            index=len(pairs),
            name=item.name.text,
            word=item.word.text,
            label=item.label if item.label else item.name.text[:1],
            labelled=bool(item.label),
            parent=None,
            span=item.name.span,
            tags=tuple(tag.text for tag in item.tags),
            doc=item.doc or "",
        )
        if declare(env, item.name, kind):
            env.game.kinds.append(kind)
            pairs.append((kind, item))
        else:
            _break(env, item)
    for kind, item in pairs:
        parent = env.declared.get(item.parent.text) if item.parent else None
        if isinstance(parent, KindDecl):
            kind.parent = parent
            parent.children.append(kind)
    remember_tables(env)
    return pairs


def _cyclic(env: Env, items: dict[str, ast.Kind]) -> set[str]:
    """Names of kinds that are below themselves; reported."""
    wrong: set[str] = set()
    for name in items:
        chain = [name]
        while True:
            parent = items[chain[-1]].parent
            if parent is None or parent.text not in items:
                break
            if parent.text in chain:
                circle = chain[chain.index(parent.text) :]
                if not wrong & set(circle):
                    env.findings.add(
                        codes.KIND,
                        f"{parent.text} is below itself",
                        parent.span,
                        label=" is ".join([*circle, parent.text]),
                        hint="one of these kinds has to stand without `is`",
                    )
                wrong |= set(circle)
                break
            chain.append(parent.text)
    return wrong


def _spread(env: Env, items: dict[str, ast.Kind], wrong: set[str]) -> None:
    """Report unknown parents, and add to `wrong` every kind below a wrong one."""
    for item in items.values():
        if item.parent is None or item.parent.text in items:
            continue
        wrong.add(item.name.text)
        symbol = env.declared.get(item.parent.text)
        if isinstance(symbol, Broken) or env.gaps:
            continue
        if isinstance(symbol, Removed):
            hint = symbol.reason
        else:
            below = {
                item.name.text,
                *(name for name, one in items.items() if one.parent and one.parent.text == item.name.text),
            }
            near = did_you_mean(item.parent.text, [name for name in items if name not in below])
            hint = f"did you mean {near}?" if near else f"declare it: `{item.word.text} {item.parent.text}`"
        env.findings.add(codes.KIND, f"there is no kind {item.parent.text}", item.parent.span, hint=hint)
    changed = True
    while changed:
        changed = False
        for item in items.values():
            if item.parent and item.parent.text in wrong and item.name.text not in wrong:
                wrong.add(item.name.text)
                changed = True


def _break(env: Env, item: ast.Kind) -> None:
    broken(env, item.name.text, item.name.span)
    for member in item.members:
        if isinstance(member, ast.Define | ast.Procedure | ast.Action):
            broken(env, member.name.text, member.name.span)


# ---- members ----


def declare_members(env: Env, pairs: Pairs, early: Early) -> KindConstants:
    """Bind fields, copies and traits; collect constants. Parents come before the kinds below them."""
    constants = KindConstants()
    from_columns = _typed_by_tables(env, pairs)
    below = _given_below(pairs)
    for kind, item in sorted(pairs, key=lambda pair: (len(pair[0].ancestors()), pair[0].index)):
        _inherit(kind)
        spans: dict[str, Span] = {}
        row = _take_row(env, kind, item)
        for member in item.members:
            match member:
                case ast.Constant() | ast.Field() if member.name.text in row:
                    _said_by_row(env, kind, member.name, row[member.name.text])
                case ast.Constant() if member.name.text == "copies":
                    _copies(env, kind, member, early)
                case ast.Constant():
                    if _is_free(env, kind, member.name, spans, constant=True):
                        constants.add(env, kind, member)
                case ast.Field() if member.name.span in from_columns or (
                    turns(member.each) and only_typed(member) and member.name.text in below[kind.name]
                ):
                    if member.typed.type.name.text != "text" and _is_free(env, kind, member.name, spans, constant=True):
                        constants.add_typed(env, kind, member, resolve_type(member.typed.type, env))
                case ast.Field():
                    if _is_free(env, kind, member.name, spans, constant=False):
                        kind_field(env, kind, member, early)
                case ast.KindTrait():
                    _trait(env, kind, member)
                case ast.BadDeclaration():
                    _bad_member(env, kind, member)
                case _:
                    pass
        _declare_columns(env, kind, constants)
    for kind, _ in pairs:
        if kind.word == "card" and kind.copies is None:
            kind.copies = 1
    return constants


def _typed_by_tables(env: Env, pairs: Pairs) -> set[Span]:
    """Where the members stand that have a type and whose values are in a table."""
    items = {item.name.text: item for _, item in pairs}
    out: set[Span] = set()
    for kind, item in pairs:
        if kind.name not in env.tables:
            continue
        table = env.tables[kind.name]
        names = {column.name for column in table.columns} if table else set()
        for owner, member in members_from(item, items):
            if not only_typed(member):
                continue
            assert isinstance(member, ast.Field)
            if table is None or member.name.text in names:
                out.add(member.name.span)
            elif owner is item and member.name.span not in out:
                _no_column(env, member, table)
                out.add(member.name.span)
    return out


def _given_below(pairs: Pairs) -> dict[str, set[str]]:
    """For each kind the names of the constants that its block, or that of a kind below it, gives a value."""
    out: dict[str, set[str]] = {kind.name: set() for kind, _ in pairs}
    for kind, item in pairs:
        names = {member.name.text for member in item.members if isinstance(member, ast.Constant)}
        for above in kind.ancestors():
            out[above.name] |= names
    return out


def _no_column(env: Env, member: ast.Field, table: KindTable) -> None:
    name = member.name.text
    near = did_you_mean(name, [column.name for column in table.columns]) if len(table.columns) > 1 else None
    env.findings.add(
        KIND_TABLE,
        f"{table.file} has no column `{name}`",
        member.name.span,
        hint=(f"its column {near} may be meant; " if near else "") + f"a field has a first value: `{name}: … = 0`",
    )


def _said_by_row(env: Env, kind: KindDecl, name: ast.Name, cell: Span) -> None:
    env.findings.add(
        KIND_TABLE,
        f"the row of {kind.name} has a cell for {name.text} already",
        name.span,
        hint="take it away here, or empty the cell",
        others=(Label(cell, "the cell"),),
    )


def _take_row(env: Env, kind: KindDecl, item: ast.Kind) -> dict[str, Span]:
    """What the kind's row says already, and where."""
    for above in kind.ancestors()[1:]:
        table = env.tables.get(above.name)
        if table is not None and kind.name in table.rows:
            return take_row(env, kind, table, labelled=item.label is not None)
    return {}


def _declare_columns(env: Env, kind: KindDecl, constants: KindConstants) -> None:
    if kind.name not in env.tables:
        return
    table = env.tables[kind.name]
    if table is None:
        poison_member(kind, STAND_IN)
        return
    for column in table.columns:
        constants.add_column(env, kind, table, column)


def _inherit(kind: KindDecl) -> None:
    if kind.parent is not None:
        kind.copies = kind.parent.copies
        kind.copies_each_player = kind.parent.copies_each_player
        kind.distinct = kind.parent.distinct


def _is_free(env: Env, kind: KindDecl, name: ast.Name, spans: dict[str, Span], *, constant: bool) -> bool:
    if name.text in spans:
        doubled(env.findings, name, f"a member of {kind.name}", spans[name.text])
        return False
    spans[name.text] = name.span
    if name.text == ROTATION and kind.own_sides is not None:
        doubled(env.findings, name, "how something with sides is turned", None)
        return False
    for above in kind.ancestors()[1:]:
        field = above.fields.get(name.text)
        if field is not None:
            doubled(env.findings, name, f"a field of {above.name}", field.span)
            return False
        if name.text in above.constants and not constant:
            doubled(env.findings, name, f"a constant of {above.name}", None)
            return False
    return True


def _copies(env: Env, kind: KindDecl, member: ast.Constant, early: Early) -> None:
    each_player = False
    if member.each is not None:
        over = member.each.over
        if not (isinstance(over, ast.Word) and over.name == "player"):
            env.findings.add(
                codes.COPIES,
                "copies are counted in all, or of each player",
                over.span,
                hint="write `copies = 9` or `copies of each player = 9`",
            )
            return
        each_player = True
    number = early.number(member.value, "the number of copies")
    if number is None:
        return
    if not 0 <= number <= MAX_COPIES:
        env.findings.add(
            codes.COPIES,
            f"{number} is not a number of copies",
            member.value.span,
            hint=f"write a number from 0 to {MAX_COPIES}",
        )
        return
    kind.copies, kind.copies_each_player = number, each_player


def _trait(env: Env, kind: KindDecl, member: ast.KindTrait) -> None:
    if member.word.text == "distinct":
        kind.distinct = True
        return
    near = did_you_mean(member.word.text, ["distinct"]) if member.word.text.startswith("d") else None
    env.findings.add(
        codes.MEMBER,
        f"`{member.word.text}` alone says nothing about a kind",
        member.word.span,
        hint=f"did you mean {near}?" if near else f"write `{member.word.text} = 6` for a constant",
    )
    poison_member(kind, member.word.text)


def _bad_member(env: Env, kind: KindDecl, member: ast.BadDeclaration) -> None:
    """A member that could not be read: its name is silent, or if that is lost, every unknown name."""
    if member.name is None:
        env.gaps = True
    poison_member(kind, member.name.text if member.name else STAND_IN)


def poison_member(kind: KindDecl, name: str) -> None:
    """A member whose declaration is wrong: uses of it are silent."""
    if name not in kind.constants and name not in kind.fields:
        kind.constants[name] = ConstantFamily(name, kind, POISON)


# ---- plain or not ----


def settle_plainness(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Decide for every kind whether its components are plain: see *Identity* in the language."""
    game = env.game

    def root(kind: KindDecl) -> KindDecl:
        return kind.ancestors()[-1]

    held: set[int] = set()
    everything = any(True for item in declarations for _ in nodes_in(item, ast.Flip))
    kept: list[Type] = [var.type for var in game.vars] + [field.type for field in game.site_fields]
    for kind in game.kinds:
        kept += [field.type for field in kind.fields.values()]
        if kind.fields or kind.distinct:
            held.add(root(kind).index)
    for type_ in kept:
        inner = type_
        while isinstance(inner, SetType | ListType):
            inner = inner.of
        if isinstance(inner, ComponentType):
            everything = everything or inner.kind is None
            for kind in game.kinds if inner.kind is None else inner.kind.descendants():
                kind.held = True
                held.add(root(kind).index)
    for kind in game.kinds:
        if game.layer_of(kind).mode == "many":
            held.add(root(kind).index)
    for zone in game.zones:
        held |= {root(kind).index for kind in game.kinds if kind.is_a(zone.kind)}
        if zone.holder is not None:
            held.add(root(zone.holder).index)
    for kind in game.kinds:
        kind.plain = not everything and root(kind).index not in held
