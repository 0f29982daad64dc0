"""Typing what is asked of zones by functions, and of the supply: `count(Z)`, `top(Z)`, `count(supply(K of p))`."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed
from rulewright.semantics.codes_zones import NOT_A_ZONE, SUPPLY
from rulewright.semantics.fitting import is_poison, real_kinds
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import BOOL, INT, KIND, PLAYER, ComponentType, KindType, ListType, SetType, ZoneType
from rulewright.semantics.zones import contents, look, with_order
from rulewright.source import Span
from rulewright.syntax import ast


def size_question(name: str, zone: typed.Expr, span: Span) -> typed.Expr:
    """`count(Z)`, `any(Z)`, `no(Z)`"""
    size = typed.Op("zone_size", (zone,), type=INT, span=span if name == "count" else zone.span)
    return size if name == "count" else _compared(name, size, span)


def _compared(name: str, number: typed.Expr, span: Span) -> typed.Expr:
    """`any` or `no`, as a number compared with 0."""
    zero = typed.Constant(0, type=INT, span=span)
    return typed.Op("gt" if name == "any" else "eq", (number, zero), type=BOOL, span=span)


def end_of_zone(name: str, zone: typed.Expr, arg: ast.Expr, span: Span, scope: Scope) -> typed.Expr:
    """`top(Z)`, `bottom(Z)`"""
    assert isinstance(zone.type, ZoneType)
    inside, decl = contents(zone, scope.env.game), zone.type.zone
    if not isinstance(inside.type, ListType):
        text = arg.span.text
        if decl is not None:
            title = f"{text} has no order, so no {name}"
            tip = f"declare it with one: {with_order(decl)}; if just one component lies in it: only({text})"
        else:
            title, tip = f"{text} may be a zone without an order", "name the zone that is meant"
        ex.error(scope, NOT_A_ZONE, title, arg.span, hint=tip)
        return ex.poison(span)
    if not look(inside, span.text, span, scope):
        return ex.poison(span)
    return typed.Op(f"zone_{name}", (zone,), type=inside.type.of, span=span)


# ---- the supply ----


def is_supply(node: ast.Expr, scope: Scope) -> bool:
    return isinstance(node, ast.Call) and node.function.text == "supply" and "supply" not in scope.env.declared


def supply_question(name: str, call: ast.Call, span: Span, scope: Scope) -> typed.Expr:
    """`any(supply(K of p))` and so on: how many there are of K, and of the kinds below it."""
    found = _supply(call, scope)
    if found is None:
        return ex.poison(span)
    kind, owner = found
    who = owner or typed.Constant(-1, type=PLAYER, span=span)
    count: typed.Expr | None = None
    for one in _each_kind(kind, scope):
        part = typed.Op("supply_count", (one, who), type=INT, span=call.span)
        count = part if count is None else typed.Op("add", (count, part), type=INT, span=call.span)
    assert count is not None
    return count if name == "count" else _compared(name, count, span)


def supply_set(call: ast.Call, scope: Scope) -> typed.Expr | None:
    """`supply(K of p)` as what is moved; None after an error. `data` are the exact kinds, None where
    only the game knows the kind."""
    found = _supply(call, scope)
    if found is None:
        return None
    kind, owner = found
    assert isinstance(kind.type, KindType)
    args = (kind,) if owner is None else (kind, owner)
    kinds = [one.type.kind for one in _each_kind(kind, scope) if isinstance(one.type, KindType)]
    data = tuple(kinds) if isinstance(kind, typed.Constant) else None
    return typed.Op("supply_set", args, data, type=SetType(ComponentType(kind.type.kind)), span=call.span)


def misplaced_supply(node: ast.Call, scope: Scope) -> None:
    text = node.span.text
    tip = f"move it: move {text} to ...; or count it: count({text})"
    ex.error(scope, SUPPLY, "the supply is moved, or counted", node.span, hint=tip)


def _supply(call: ast.Call, scope: Scope) -> tuple[typed.Expr, typed.Expr | None] | None:
    """The kind and the owner between the parentheses."""
    if len(call.args) != 1:
        ex.error(scope, codes.ARGUMENTS, "`supply` takes one kind", call.span, hint="write supply(Pawn of mover)")
        return None
    arg = call.args[0]
    what, whose = (arg.what, arg.owner) if isinstance(arg, ast.Of) else (arg, None)
    kind = ex.type_expr(what, scope, KIND)
    owner = ex.type_expr(whose, scope, PLAYER) if whose is not None else None
    if is_poison(kind.type) or (owner is not None and is_poison(owner.type)):
        return None
    return kind, owner


def _each_kind(kind: typed.Expr, scope: Scope) -> list[typed.Expr]:
    """A kind that is named, as all that are of it; one known only in play is just that one."""
    if not isinstance(kind, typed.Constant) or not isinstance(kind.value, int) or kind.value < 0:
        return [kind]
    named: KindDecl = scope.env.game.kinds[kind.value]
    real = real_kinds(named) or (named,)
    return [typed.Constant(one.index, type=KindType(one), span=kind.span) for one in real]
