"""Typing `X of P`, what belongs to P, and `the X`, the one there is.

`Pawn of p`, `home of p`, `score of p`, `terrain of s`, `dice of 3`, `forward of p`, `opponent of p`; `the King of p`.
"""

from __future__ import annotations

from rulewright.semantics import builtins, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.facts import is_path
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Broken, MeasureName, Scope
from rulewright.semantics.symbols import FieldDecl, KindDecl, RegionDecl, VarDecl, ZoneDecl
from rulewright.semantics.typed import ChoiceVar, Generic
from rulewright.semantics.types import (
    COMPONENTS,
    PLAYER,
    PLAYERS,
    SITES,
    ComponentType,
    ListType,
    PlayerType,
    SetType,
    Type,
    ZoneType,
)
from rulewright.semantics.words import board_or_error, components_of, facing
from rulewright.semantics.zones import contents
from rulewright.source import Span
from rulewright.syntax import ast


def type_of(node: ast.Of, scope: Scope) -> typed.Expr:
    if not isinstance(node.what, ast.Word):
        found = ex.infer(node.what, scope)
        if not is_poison(found.type):
            ex.error(
                scope,
                codes.OF_WHOM,
                "nothing of this kind belongs to somebody",
                node.what.span,
                hint="before `of` stands a name: Pawn of mover, home of mover, score of mover",
            )
        return ex.poison(node.span)
    name, span = node.what.name, node.span
    local = scope.find(name)
    if local is not None:
        return _local(node, local, scope)
    symbol = scope.env.lookup(name)
    match symbol:
        case KindDecl():
            return owned(components_of(symbol, node.what.span), node.owner, span, scope)
        case VarDecl(each=each) if each is not None:
            index = ex.type_expr(node.owner, scope, each.over)
            return typed.VarRef(symbol, index, type=symbol.type, span=span)
        case FieldDecl(each=each) if each is not None:
            subject = ex.type_expr(node.owner, scope, each.over)
            return typed.FieldRef(symbol, subject, None, type=symbol.type, span=span)
        case VarDecl():
            return _wrong(scope, node, f"there is only one {name}", f"write {name} alone")
        case RegionDecl():
            return _region(symbol, node, scope)
        case ZoneDecl():
            return _zone(symbol, node, scope)
        case Generic(pure=True):
            return _wrong(scope, node, f"{name} is a definition", f"write {name}({node.owner.span.text})")
        case Broken():
            ex.infer(node.owner, scope)
            return ex.poison(span)
        case MeasureName():
            return ex.infer(node.what, scope)
        case None:
            return _builtin(node, name, scope)
        case _:
            ex.infer(node.what, scope)
            return _wrong(scope, node, f"{name} does not belong to anybody", "")


def _wrong(scope: Scope, node: ast.Of, title: str, tip: str) -> typed.Expr:
    ex.error(scope, codes.OF_WHOM, title, node.span, hint=tip)
    return ex.poison(node.span)


def _local(node: ast.Of, local: typed.Local | ChoiceVar, scope: Scope) -> typed.Expr:
    if isinstance(local, typed.Local) and local.each_size and local.over is not None:
        index = ex.type_expr(node.owner, scope, local.over)
        return typed.LocalRef(local, index, type=local.type, span=node.span)
    if isinstance(local, typed.Local) and is_poison(local.type):
        return ex.poison(node.span)
    what = ex.infer(node.what, scope)
    if is_poison(what.type):
        return ex.poison(node.span)
    name = node.what.span.text
    tip = ""
    if what.type == COMPONENTS or (isinstance(what.type, SetType) and isinstance(what.type.of, ComponentType)):
        tip = f"those of one player are {{x in {name}: x.owner == {node.owner.span.text}}}"
    elif str(what.type) == "kind":
        tip = f"a kind known only in play is compared: {{x in mine: x.kind == {name}}}"
    return _wrong(scope, node, f"{name} is a name of its own here ({wording.a(what.type)}), not something of each", tip)


def owned(components: typed.Expr, owner: ast.Expr, span: Span, scope: Scope) -> typed.Expr:
    """Those of `components` that belong to a player, or to any of a set of players."""
    who = ex.infer(owner, scope, PLAYER)
    if isinstance(who.type, SetType):
        who = ex.require(who, owner, scope, PLAYERS)
        belonging = typed.Op("owned_by_any", (who,), type=COMPONENTS, span=owner.span)
    else:
        who = ex.require(who, owner, scope, PLAYER)
        belonging = typed.Op("owned", (who,), type=COMPONENTS, span=owner.span)
    return typed.Op("intersect", (components, belonging), type=components.type, span=span)


def _region(region: RegionDecl, node: ast.Of, scope: Scope) -> typed.Expr:
    if not region.per_player:
        return _wrong(scope, node, f"{region.name} belongs to nobody", f"write {region.name} alone")
    owner = ex.type_expr(node.owner, scope, PLAYER)
    if isinstance(owner, typed.Constant) and isinstance(owner.value, int) and not is_poison(owner.type):
        value = region.values[owner.value] if owner.value >= 0 else 0
        return typed.Constant(value, type=SITES, span=node.span)
    return typed.RegionRef(region, owner, type=SITES, span=node.span)


def _zone(zone: ZoneDecl, node: ast.Of, scope: Scope) -> typed.Expr:
    """`hand of p`, `on_card of x`"""
    if zone.each is None and zone.holder is None:
        return _wrong(scope, node, f"there is only one {zone.name}", f"write {zone.name} alone")
    over: Type = ComponentType(zone.holder) if zone.each is None else zone.each.over
    owner = ex.infer(node.owner, scope, over)
    if isinstance(owner.type, SetType | ListType) and not is_poison(owner.type):
        name = "p" if over == PLAYER else "x"
        tip = f"what lies in all of them is union({name} in {node.owner.span.text}: {zone.name} of {name})"
        return _wrong(scope, node, f"each of these has a {zone.name} of its own", tip)
    owner = ex.require(owner, node.owner, scope, over)
    if is_poison(owner.type):
        return ex.poison(node.span)
    return typed.ZoneRef(zone, owner, type=ZoneType(zone), span=node.span)


def _builtin(node: ast.Of, name: str, scope: Scope) -> typed.Expr:
    span, text = node.span, node.owner.span.text
    if name in builtins.SQUARE_TURNS:
        board = board_or_error(scope, name, node.what.span)
        owner = ex.type_expr(node.owner, scope, PLAYER)
        return ex.poison(span) if board is None else facing(name, owner, board, span, scope)
    match name:
        case "opponent":
            owner = ex.type_expr(node.owner, scope, PLAYER)
            return typed.Op("opponent", (owner,), type=PLAYER, span=span)
        case "mine" | "theirs":
            return _wrong(
                scope,
                node,
                f"`{name}` is always the mover's",
                f"take a kind: Pawn of {text}, or {{x in Pawn: x.owner == {text}}}",
            )
        case "next" | "allies" | "enemies":
            return _wrong(scope, node, f"{name} is used with parentheses", f"write {name}({text})")
    if name in builtins.SITE_PROPERTIES or name in builtins.COMPONENT_PROPERTIES or name == "piece":
        return _wrong(scope, node, f"`{name}` is a property", f"write {text}.{name}")
    what = ex.infer(node.what, scope, PLAYER if name[:1].islower() else None)
    if is_poison(what.type):
        return ex.poison(span)
    return _wrong(scope, node, f"{name} does not belong to anybody", "before `of` stands what each player or site has")


def type_the(node: ast.The, scope: Scope) -> typed.Expr:
    match node.what:
        case ast.Of(what=what, owner=ast.Property(subject=subject, name=name) as owner) if is_path(subject):
            if isinstance(ex.probe(subject, scope).type, PlayerType):
                whole = f"the {what.span.text} of {subject.span.text}"
                ex.error(
                    scope,
                    codes.OF_WHOM,
                    f"this reads as the {what.span.text} of ({owner.span.text})",
                    node.span,
                    hint=f"write ({whole}).{name.text}",
                    fix=_fixed(node, f"({whole}).{name.text}"),
                )
                return ex.poison(node.span)
        case _:
            pass
    found = contents(ex.infer(node.what, scope), scope.env.game)
    if is_poison(found.type):
        return ex.poison(node.span)
    if not isinstance(found.type, SetType | ListType):
        ex.error(
            scope,
            codes.OF_WHOM,
            f"`the` picks the one member of a set, and this is {wording.a(found.type)}",
            node.span,
            hint="leave `the` away",
        )
        return ex.poison(node.span)
    return typed.Op("only", (found,), type=found.type.of, span=node.span)


def _fixed(node: ast.Expr, replacement: str) -> str:
    """The line of `node` with `replacement` in its place, if it stands on one line."""
    span = node.span
    line = span.source.line(span.line)
    start = span.column - 1
    end = start + span.end - span.start
    return (line[:start] + replacement + line[end:]).rstrip() if end <= len(line) else ""
