"""State: `var`s, `field`s of sites and other domains, fields of kinds.

Names and types are bound first, so that rules may name them in any order (`declare_vars`, `declare_fields`,
`kind_field`); ranges and first values follow once expressions can be typed (`fill_state`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.constant_values import items
from rulewright.semantics.constants import evaluate, work_out
from rulewright.semantics.early import Early
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.names import broken, declare
from rulewright.semantics.scope import Broken, Context, Env, Scope
from rulewright.semantics.sides import take_sides, turns
from rulewright.semantics.symbols import (
    Const,
    ConstantFamily,
    Domain,
    EnumDecl,
    FieldDecl,
    KindDecl,
    OptionDecl,
    VarDecl,
)
from rulewright.semantics.typed import Constant
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import (
    DIRECTION,
    INT,
    INT_SET_BIAS,
    INT_SET_WIDTH,
    KIND,
    PLAYER,
    POISON,
    SITE,
    BoolType,
    ComponentType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    PlayerType,
    Poison,
    SetType,
    SiteType,
    Type,
)
from rulewright.semantics.wording import a
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast

MAX_CELLS = 65_535
SMALLEST, LARGEST = -INT_SET_BIAS, INT_SET_WIDTH - INT_SET_BIAS - 1
_DOMAINS = ("player", "site", "edge", "vertex", "direction", "row", "column", "kind")


def declare_vars(env: Env, declarations: Sequence[ast.Declaration], early: Early) -> None:
    for item in declarations:
        if not isinstance(item, ast.Var):
            continue
        type_ = state_type(env, item.typed)
        each = domain_of(env, item.each, early) if item.each else None
        if item.each is not None and each is None:
            broken(env, item.name.text, item.name.span)
            continue
        until, _ = _until(env, item.typed, in_kind=False)
        var = VarDecl(item.name.text, each, type_, None, None, None, until, item.name.span)
        if declare(env, item.name, var):
            env.game.vars.append(var)


def declare_fields(env: Env, declarations: Sequence[ast.Declaration], early: Early) -> None:
    for item in declarations:
        if not isinstance(item, ast.Field):
            continue
        type_ = state_type(env, item.typed)
        if item.each is None:
            env.findings.add(
                codes.DOMAIN,
                f"the field {item.name.text} belongs to nothing",
                item.name.span,
                hint=f"write `field {item.name.text} of each site: …`, or `var {item.name.text}: …`",
            )
        each = domain_of(env, item.each, early) if item.each else None
        if each is None:
            broken(env, item.name.text, item.name.span)
            continue
        until, _ = _until(env, item.typed, in_kind=False)
        decl = FieldDecl(item.name.text, None, each, type_, None, None, None, until, False, item.name.span)
        if declare(env, item.name, decl):
            env.game.site_fields.append(decl)


def kind_field(env: Env, kind: KindDecl, item: ast.Field, early: Early) -> None:
    """Bind a field of a kind."""
    name = item.name.text
    each = None
    if item.each is not None:
        each = take_sides(env, kind, item.name, item.each) if turns(item.each) else domain_of(env, item.each, early)
        if each is None:
            kind.constants[name] = ConstantFamily(name, kind, POISON)
            return
    until, of_owner = _until(env, item.typed, in_kind=True)
    type_ = state_type(env, item.typed)
    kind.fields[name] = FieldDecl(name, kind, each, type_, None, None, None, until, of_owner, item.name.span)


# ---- types, domains, until ----


def state_type(env: Env, typed: ast.Typed) -> Type:
    type_ = resolve_type(typed.type, env)
    inner = type_.of if isinstance(type_, SetType) else type_
    match inner:
        case (
            IntType()
            | BoolType()
            | PlayerType()
            | SiteType()
            | DirectionType()
            | EnumType()
            | ComponentType()
            | KindType()
            | Poison()
        ) if not (isinstance(type_, SetType) and isinstance(inner, BoolType)):
            return type_
        case _:
            env.findings.add(
                codes.STATE_TYPE,
                f"a var or field cannot hold {a(type_)}",
                typed.type.span,
                hint="it holds an int, bool, player, site, direction, enum, kind or component, or a set of these",
            )
            return POISON


def domain_of(env: Env, each: ast.Each, early: Early) -> Domain | None:
    """What `of each …` ranges over; None after an error."""
    node = each.over
    domain: Domain | None
    if isinstance(node, ast.Bad):
        return None
    if isinstance(node, ast.Word):
        domain = _named_domain(env, node)
    elif isinstance(node, ast.Binary) and node.op == "..":
        bounds = early.value(node)
        if not isinstance(bounds, range):
            return None
        domain = Domain(INT, bounds.start, bounds.stop - bounds.start, f"{bounds.start}..{bounds.stop - 1}")
    else:
        _no_domain(env, node, "")
        return None
    if domain is None:
        return None
    if not 1 <= domain.size <= MAX_CELLS:
        code = codes.DOMAIN if domain.size < 1 else codes.LIMIT
        env.findings.add(
            code, f"there are {max(domain.size, 0)} of these", node.span, label=f"there must be 1 to {MAX_CELLS}"
        )
        return None
    return domain


def local_domain(env: Env, each: ast.Each) -> Domain | None:
    """What a local variable `of each …` ranges over; None after an error."""
    node = each.over
    if isinstance(node, ast.Word):
        return _named_domain(env, node)
    if isinstance(node, ast.Binary) and node.op == "..":
        low, high = constant_int(env, node.left), constant_int(env, node.right)
        if low is None or high is None:
            return None
        if 1 <= high - low + 1 <= MAX_CELLS:
            return Domain(INT, low, high - low + 1, f"{low}..{high}")
    _no_domain(env, node, "")
    return None


def _named_domain(env: Env, node: ast.Word) -> Domain | None:
    game, board, name = env.game, env.game.board, node.name
    symbol = env.lookup(name)
    match symbol:
        case KindDecl():
            below = [kind.index for kind in symbol.descendants()]
            return Domain(KindType(symbol), min(below), max(below) - min(below) + 1, name)
        case EnumDecl():
            return Domain(EnumType(symbol), 0, len(symbol.values), name)
        case OptionDecl(enum=enum) if enum is not None:
            return Domain(EnumType(enum), 0, len(enum.values), name)
        case Broken():
            return None
        case _:
            pass
    match name:
        case "player":
            return Domain(PLAYER, 0, len(game.players), name)
        case "kind":
            return Domain(KIND, 0, len(game.kinds), name)
        case "site" | "edge" | "vertex" | "direction" | "row" | "column":
            if board is None:
                if not env.gaps:
                    env.findings.add(
                        codes.NO_BOARD, f"each {name} needs a board", node.span, hint="write `board square 8 by 8`"
                    )
                return None
            parts = {"edge": board.edges, "vertex": board.vertices}.get(name)
            if parts is not None:
                if not parts:
                    many = "edges" if name == "edge" else "vertices"
                    env.findings.add(
                        codes.DOMAIN,
                        f"this board has no {many}",
                        node.span,
                        hint=f"ask for them: board ... with {many}",
                    )
                    return None
                return Domain(SITE, parts.start, len(parts), name)
            return {
                "site": Domain(SITE, 0, len(board.sites), name),
                "direction": Domain(DIRECTION, 0, len(board.directions), name),
                "row": Domain(INT, 1, board.rows, name),
                "column": Domain(INT, 1, board.columns, name),
            }[name]
        case _:
            if not env.gaps:
                _no_domain(env, node, name)
            return None


def _no_domain(env: Env, node: ast.Expr, name: str) -> None:
    fitting = [*_DOMAINS, *env.game.enums, *(kind.name for kind in env.game.kinds)]
    near = did_you_mean(name, fitting) if name else None
    env.findings.add(
        codes.DOMAIN,
        f"there is no `each {' '.join(node.span.text.split())}`",
        node.span,
        hint=f"did you mean {near}?" if near else f"it may be each {', '.join(_DOMAINS)}, a kind, an enum, or 1..6",
    )


def _until(env: Env, typed: ast.Typed, *, in_kind: bool) -> tuple[str | None, bool]:
    if typed.until is None:
        return None, False
    word, of = typed.until, typed.until_of
    if word.text not in ("turn_end", "turn_start"):
        near = did_you_mean(word.text, ["turn_end", "turn_start"])
        env.findings.add(
            codes.UNTIL,
            f"nothing is reset at {word.text}",
            word.span,
            hint=f"did you mean {near}?" if near else "write `until turn_end` or `until turn_start`",
        )
        return None, False
    if of is not None and (of.text != "owner" or not in_kind or word.text != "turn_start"):
        env.findings.add(
            codes.UNTIL,
            f"`of {of.text}` cannot stand here",
            of.span,
            hint="only a kind's field has `until turn_start of owner`",
        )
        return word.text, False
    return word.text, of is not None


# ---- ranges and first values ----


def fill_state(env: Env, declarations: Sequence[ast.Declaration], pairs: Sequence[tuple[KindDecl, ast.Kind]]) -> None:
    """Type ranges and first values of all vars and fields."""
    holders: list[tuple[VarDecl | FieldDecl, ast.Typed]] = []
    for item in declarations:
        if isinstance(item, ast.Var | ast.Field):
            symbol = env.declared.get(item.name.text)
            if isinstance(symbol, VarDecl | FieldDecl) and symbol.span == item.name.span:
                holders.append((symbol, item.typed))
    for kind, declaration in pairs:
        for member in declaration.members:
            if isinstance(member, ast.Field):
                own = kind.fields.get(member.name.text)
                if own is not None and own.span == member.name.span:
                    holders.append((own, member.typed))
    for decl, typed in holders:
        fill_range(env, decl, typed)
    for decl, typed in holders:
        _first_value(env, decl, typed)


def fill_range(env: Env, decl: VarDecl | FieldDecl, typed: ast.Typed) -> None:
    """Find `lo..hi` of what is written behind `in`."""
    node = typed.range
    inner = decl.type.of if isinstance(decl.type, SetType) else decl.type
    if node is None:
        if isinstance(decl.type, SetType) and isinstance(inner, IntType):
            env.findings.add(
                codes.RANGE,
                f"{decl.name} needs a range",
                typed.type.span,
                hint="write for example `set of int in 1..6`",
            )
        return
    if isinstance(inner, Poison) or isinstance(node, ast.Bad):
        return
    if not isinstance(inner, IntType):
        env.findings.add(
            codes.RANGE,
            f"only numbers have a range, and this is {a(decl.type)}",
            node.span,
            hint="take the range away, or write `int` before `in`",
        )
        return
    if not (isinstance(node, ast.Binary) and node.op == ".."):
        env.findings.add(codes.RANGE, "this is not a range", node.span, hint="write for example `int in 0..20`")
        return
    low, high = constant_int(env, node.left), constant_int(env, node.right)
    if low is None or high is None:
        return
    if low > high:
        env.findings.add(
            codes.RANGE,
            f"no number lies in {low}..{high}",
            node.span,
            hint=f"the smaller end comes first: {high}..{low}",
        )
        return
    if isinstance(decl.type, SetType) and not (low >= SMALLEST and high <= LARGEST):
        env.findings.add(codes.RANGE, f"a set of int holds numbers from {SMALLEST} to {LARGEST}", node.span)
        return
    decl.lo, decl.hi = low, high


def constant_int(env: Env, node: ast.Expr) -> int | None:
    """A number that is known before the game begins; None after an error."""
    expr = type_expr(node, Scope(env, Context("a range")), INT)
    if isinstance(expr.type, Poison):
        return None
    if not isinstance(expr.type, IntType):
        env.findings.add(codes.RANGE, f"the end of a range is a number, and this is {a(expr.type)}", node.span)
        return None
    value, spoiled = work_out(expr, env)
    if isinstance(value, int):
        return value
    if spoiled:
        return None
    env.findings.add(
        codes.RANGE,
        "this number is not known before the game begins",
        node.span,
        hint="the ends of a range are made of numbers, options and the board",
    )
    return None


def _first_value(env: Env, decl: VarDecl | FieldDecl, typed: ast.Typed) -> None:
    if typed.value is None:
        _default(env, decl, typed)
        return
    expr = type_expr(typed.value, Scope(env, Context("a first value")), decl.type)
    decl.init = expr
    if isinstance(expr.type, Poison):
        return
    value = evaluate(expr, env)
    if value is None:
        return
    decl.init = Constant(type=decl.type, span=expr.span, value=value)
    check_first_value(env, decl, value, typed.value.span)


def check_first_value(env: Env, decl: VarDecl | FieldDecl, value: Const, span: Span) -> bool:
    """Whether a first value is in range; it is an error if not."""
    numbers: list[int] = []
    if isinstance(decl.type, IntType) and isinstance(value, int):
        numbers = [value]
    elif isinstance(decl.type, SetType) and isinstance(decl.type.of, IntType):
        numbers = items(decl.type, value)
    for number in numbers:
        if decl.lo is not None and decl.hi is not None and not decl.lo <= number <= decl.hi:
            title = f"the first value {number} is not in {decl.lo}..{decl.hi}"
            env.findings.add(codes.RANGE, title, span, hint="choose another first value, or a wider range")
            return False
    return True


def _default(env: Env, decl: VarDecl | FieldDecl, typed: ast.Typed) -> None:
    value: Const
    match decl.type:
        case IntType():
            value = 0
            if decl.lo is not None and decl.hi is not None and not decl.lo <= 0 <= decl.hi:
                _needs_value(env, decl, typed, str(decl.lo))
                return
        case BoolType():
            value = 0
        case EnumType(enum=enum):
            _needs_value(env, decl, typed, enum.values[0] if enum.values else "…")
            return
        case SetType():
            value = 0
        case Poison():
            return
        case _:
            value = -1
    decl.init = Constant(type=decl.type, span=typed.span, value=value)


def _needs_value(env: Env, decl: VarDecl | FieldDecl, typed: ast.Typed, example: str) -> None:
    env.findings.add(
        codes.FIRST_VALUE, f"{decl.name} has no first value", decl.span, hint=f"add one, such as `= {example}`"
    )
