"""What a map's legend and a board's tables say about sites: first values of fields, regions, what stands there.

It is collected while the board is built, before the names of fields and regions are bound, and takes effect later:
regions when regions are declared, `fill_parts` with the first values of state, `place_parts` with the set-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.boards import mask
from rulewright.semantics import codes_boards as codes
from rulewright.semantics import codes_declarations, effects, typed
from rulewright.semantics.constants import work_out
from rulewright.semantics.declare_state import check_first_value
from rulewright.semantics.expressions import type_expr
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Broken, Context, Env, Removed, Scope
from rulewright.semantics.symbols import Const, FieldDecl
from rulewright.semantics.types import SITE, SITES, BoolType
from rulewright.source import did_you_mean
from rulewright.syntax import ast


@dataclass(frozen=True, slots=True)
class FieldPart:
    """`terrain = water` for some sites. In a table, `yes` and `no` are true and false."""

    name: ast.Name
    value: ast.Expr
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RegionPart:
    """`in home of White` for some sites."""

    name: ast.Name
    owner: ast.Name | None
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacePart:
    """`place Rock` on some sites."""

    thing: ast.Thing
    sites: tuple[str, ...]


@dataclass(slots=True)
class BoardParts:
    """`known_fields` are the names that are declared as fields of something; `flawed`: something of the legend or the
    tables was wrong, so that regions may lack what was meant to be in them."""

    known_fields: frozenset[str] = frozenset()
    flawed: bool = False
    fields: list[FieldPart] = field(default_factory=list)
    regions: list[RegionPart] = field(default_factory=list)
    places: list[PlacePart] = field(default_factory=list)


def sites_of(env: Env, names: Sequence[str]) -> int:
    """The sites of these names that the board has, as a mask."""
    board = env.game.board
    return mask(board.index[name] for name in names if name in board.index) if board else 0


def fill_parts(env: Env, parts: BoardParts) -> None:
    """First values of fields of single sites."""
    told: set[str] = set()
    for part in parts.fields:
        symbol = env.declared.get(part.name.text)
        if (
            not isinstance(symbol, FieldDecl)
            or symbol.owner is not None
            or symbol.each is None
            or symbol.each.over != SITE
        ):
            if not isinstance(symbol, Broken | Removed) and not env.gaps and part.name.text not in told:
                told.add(part.name.text)
                fields = [one.name for one in env.game.site_fields]
                near = did_you_mean(part.name.text, fields)
                env.findings.add(
                    codes.LEGEND,
                    f"sites have no field {part.name.text}",
                    part.name.span,
                    hint=f"did you mean {near}?" if near else f"declare it: field {part.name.text} of each site: ...",
                )
            continue
        env.used.add(symbol.name)
        value = _first_value(env, symbol, part.value)
        if value is None:
            continue
        board = env.game.board
        for name in part.sites:
            if board is not None and name in board.index:
                symbol.single[board.index[name] - symbol.each.base] = value


def _first_value(env: Env, symbol: FieldDecl, node: ast.Expr) -> Const | None:
    """The value that a field begins with; None after an error."""
    if isinstance(symbol.type, BoolType) and isinstance(node, ast.Word) and node.name in ("yes", "no"):
        node = ast.Word("true" if node.name == "yes" else "false", span=node.span)
    expr = type_expr(node, Scope(env, Context("a first value")), symbol.type)
    if is_poison(expr.type):
        return None
    value, spoiled = work_out(expr, env)
    if value is None:
        if not spoiled:
            env.findings.add(
                codes_declarations.FIRST_VALUE,
                "this is not known before the game begins",
                node.span,
                hint="write a number, a word of an enum, or what is made of them",
            )
        return None
    return value if check_first_value(env, symbol, value, node.span) else None


def place_parts(env: Env, parts: BoardParts) -> None:
    """What stands on the board before `setup` runs."""
    scope = Scope(env, Context("`legend`", effects=True, setup=True))
    statements: list[typed.Statement] = []
    for part in parts.places:
        kind, owner = effects.type_thing(part.thing, part.thing, scope)
        if is_poison(kind.type) or (owner is not None and is_poison(owner.type)):
            continue
        where = typed.Constant(sites_of(env, part.sites), type=SITES, span=part.thing.span)
        statements.append(typed.PlaceOne(kind, owner, where, None, (), None, span=part.thing.span))
    if statements:
        env.game.setup.insert(0, typed.Block(statements))
