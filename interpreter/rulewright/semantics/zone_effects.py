"""Typing what happens to components in zones: `place … in`, `move … to` a zone, `deal`, `shuffle`, `reveal`, `flip`.

What comes into a zone must be of the kind that it holds. Of a zone that is known only in play nothing is said here.
"""

from __future__ import annotations

from rulewright.semantics import codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.codes_zones import NOT_A_ZONE, WRONG_ZONE
from rulewright.semantics.fitting import is_poison, kinds_of
from rulewright.semantics.scope import Scope
from rulewright.semantics.statements import effects_allowed
from rulewright.semantics.symbols import FieldDecl, ZoneDecl
from rulewright.semantics.types import (
    INT,
    PLAYER,
    PLAYERS,
    SITE,
    ComponentType,
    KindType,
    ListType,
    SetType,
    SiteType,
    Type,
    ZoneType,
)
from rulewright.semantics.zones import contents, draw, look, with_order
from rulewright.source import did_you_mean
from rulewright.syntax import ast

_ENDS = ("top", "bottom")


def zone_of(found: typed.Expr) -> ZoneDecl | None:
    """The declaration of a zone, if it is known here."""
    return found.type.zone if isinstance(found.type, ZoneType) else None


def may_come_into(what: typed.Expr, node: ast.Expr, place: typed.Expr, scope: Scope) -> bool:
    """Whether what moves is what the place holds; an error if not. What lies in a zone that only the game knows is
    judged there."""
    match what:
        case typed.Op(op="in_zone", args=(zone,)) if zone_of(zone) is None:
            return True
        case _:
            return fits_zone(what.type, node, place, scope)


def fits_zone(type_: Type, node: ast.Expr, zone: typed.Expr, scope: Scope) -> bool:
    """Whether a component, a kind, or components of that type are what the zone holds; an error if not."""
    of = type_.of if isinstance(type_, SetType | ListType) else type_
    decl = zone_of(zone)
    if decl is None or decl.kind is None or not isinstance(of, ComponentType | KindType):
        return True
    game = scope.env.game
    may = [kind for kind in kinds_of(of, game) if not kind.children or kind.placed]
    others = [kind for kind in may if not kind.is_a(decl.kind)]
    if not others:
        return True
    holds, text = decl.kind.name, node.span.text
    if len(others) == len(may):
        ex.error(
            scope,
            WRONG_ZONE,
            f"{decl.name} holds components of {holds}, and this is {wording.article(others[0].name)}",
            node.span,
            hint="put it elsewhere, or let the zone hold it: name a kind above both in the declaration of the zone",
        )
        return False
    several = isinstance(type_, SetType | ListType)
    tip = f"take those that are: {holds} & {text}" if several else f"test it first: {text} is {holds} and ..."
    ex.error(
        scope,
        WRONG_ZONE,
        f"{decl.name} holds components of {holds}, and this may be {wording.article(others[0].name)}",
        node.span,
        hint=tip,
    )
    return False


def end_of(end: ast.Name | None, place: typed.Expr, scope: Scope) -> str | None:
    """`top` or `bottom`, as it is written behind a place; None after an error."""
    if end is None:
        return "top"
    if end.text not in _ENDS:
        near = did_you_mean(end.text, _ENDS)
        tip = f"did you mean {near}?" if near else "behind an ordered zone stands `top`, `bottom`, or nothing"
        ex.error(scope, NOT_A_ZONE, f"`{end.text}` is no end of a zone", end.span, hint=tip)
        return None
    decl = zone_of(place)
    if isinstance(place.type, ZoneType) and (decl is None or decl.ordered):
        return end.text
    if decl is not None:
        tip = f"declare it with one: {with_order(decl)}; or leave `{end.text}` away"
        ex.error(scope, NOT_A_ZONE, f"{decl.name} has no order, so no {end.text}", end.span, hint=tip)
    else:
        ex.error(scope, NOT_A_ZONE, f"a site has no {end.text}", end.span, hint=f"leave `{end.text}` away")
    return None


def type_place(node: ast.Expr, scope: Scope) -> typed.Expr:
    """One site or one zone, where something goes."""
    found = ex.infer(node, scope, SITE)
    if isinstance(found.type, ZoneType):
        return found
    if isinstance(found.type, SetType | ListType) and isinstance(found.type.of, SiteType):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            "something moves to one site, and this is a set of sites",
            node.span,
            hint=f"take one of them: first({node.span.text})",
        )
        return ex.poison(node.span)
    return ex.require(found, node, scope, SITE)


def _zone(node: ast.Expr, what: str, scope: Scope) -> typed.Expr:
    """A zone; `what` needs one."""
    found = ex.infer(node, scope)
    if isinstance(found.type, ZoneType) or is_poison(found.type):
        return found
    zones = [zone.name for zone in scope.env.game.zones]
    tip = f"the zones are {wording.listing(zones)}" if zones else "declare one: zone deck: ordered, hidden"
    if isinstance(found.type, SetType | ListType) and what == "`shuffle`":
        tip = "one of them by chance is any_of(...)"
    ex.error(scope, NOT_A_ZONE, f"{what} needs a zone, and this is {wording.a(found.type)}", node.span, hint=tip)
    return ex.poison(node.span)


# ---- place … in ----


def place_in(
    node: ast.Place,
    things: list[tuple[typed.Expr, typed.Expr | None]],
    count: typed.Expr | None,
    fields: list[tuple[tuple[FieldDecl, typed.Expr], ...]],
    name: typed.Local | None,
    scope: Scope,
) -> list[typed.Statement] | None:
    """The statements of `place … in Z`, what lies lower first; None after an error."""
    zones = [_in_zone(place, scope) for place in node.places]
    if any(is_poison(part.type) for part in [*zones, *(kind for kind, _ in things)]):
        return None
    pairs = zip(things, node.things, strict=True)
    fine = [fits_zone(kind.type, thing.kind, zone, scope) for (kind, _), thing in pairs for zone in zones]
    if not all(fine):
        return None
    out: list[typed.Statement] = []
    for zone in zones:
        placed = [
            typed.PlaceOne(kind, owner, zone, count, own, None, span=node.span)
            for (kind, owner), own in zip(things, fields, strict=True)
        ]
        if zone is zones[-1]:
            placed[-1].name = name
        out += reversed(placed)  # what is named first comes to lie on top
    return out


def _in_zone(node: ast.Expr, scope: Scope) -> typed.Expr:
    found = ex.infer(node, scope)
    if isinstance(found.type, SiteType) or (isinstance(found.type, SetType) and isinstance(found.type.of, SiteType)):
        tip = f"write: on {node.span.text}"
        ex.error(scope, NOT_A_ZONE, "things are placed `on` sites, and `in` zones", node.span, hint=tip)
        return ex.poison(node.span)
    return found if isinstance(found.type, ZoneType) else _zone(node, "`place … in`", scope)


# ---- deal, shuffle, reveal, flip ----


def type_zone_effect(node: ast.Deal | ast.Shuffle | ast.Reveal | ast.Flip, scope: Scope) -> list[typed.Statement]:
    match node:
        case ast.Deal():
            return _deal(node, scope)
        case ast.Shuffle():
            return _shuffle(node, scope)
        case ast.Reveal():
            return _reveal(node, scope)
        case ast.Flip():
            return _flip(node, scope)


def _deal(node: ast.Deal, scope: Scope) -> list[typed.Statement]:
    allowed = effects_allowed(scope, "`deal`", node.span)
    count = ex.type_expr(node.count, scope, INT)
    source = _zone(node.source, "`deal`", scope)
    place = type_place(node.place, scope)
    if is_poison(place.type):
        return []
    end = end_of(node.end, place, scope)
    if is_poison(count.type) or is_poison(source.type) or end is None or not allowed:
        return []
    inside = contents(source, scope.env.game)
    if not may_come_into(inside, node.source, place, scope) or not draw(source, "`deal`", node.span, scope):
        return []
    return [typed.Deal(count, source, place, end, span=node.span)]


def _shuffle(node: ast.Shuffle, scope: Scope) -> list[typed.Statement]:
    allowed = effects_allowed(scope, "`shuffle`", node.span)
    zone = _zone(node.zone, "`shuffle`", scope)
    if is_poison(zone.type) or not allowed:
        return []
    decl = zone_of(zone)
    if decl is not None and not decl.ordered:
        tip = f"what has no order needs no shuffling; else declare it with one: {with_order(decl)}"
        ex.error(scope, NOT_A_ZONE, f"{decl.name} has no order", node.zone.span, hint=tip)
        return []
    return [typed.Shuffle(zone, span=node.span)]


def _reveal(node: ast.Reveal, scope: Scope) -> list[typed.Statement]:
    from rulewright.semantics.effects import things

    allowed = effects_allowed(scope, "`reveal`", node.span)
    found = ex.infer(node.what, scope)
    what: typed.Expr | None = found if isinstance(found.type, ZoneType) else things(node.what, scope)
    to: typed.Expr | None = None
    if isinstance(node.to, ast.Word) and node.to.name in ("all", "everyone", "everybody"):
        tip = f"leave `to {node.to.name}` away: what names nobody is revealed to all"
        ex.error(scope, codes_typing.UNKNOWN_NAME, f"there is no player {node.to.name}", node.to.span, hint=tip)
        return []
    if node.to is not None:
        to = ex.infer(node.to, scope, PLAYER)
        to = ex.require(to, node.to, scope, PLAYERS if isinstance(to.type, SetType | ListType) else PLAYER)
    if what is None or not allowed or (to is not None and is_poison(to.type)):
        return []
    if isinstance(what.type, ZoneType) and not draw(what, "`reveal`", node.span, scope):
        return []
    if not look(what, "`reveal`", node.span, scope):
        return []
    return [typed.Reveal(what, to, span=node.span)]


def _flip(node: ast.Flip, scope: Scope) -> list[typed.Statement]:
    from rulewright.semantics.effects import things

    allowed = effects_allowed(scope, "`flip`", node.span)
    what = things(node.what, scope)
    return [typed.Flip(what, span=node.span)] if what is not None and allowed else []


# ---- swap ----


def may_swap(first: typed.Expr, second: typed.Expr, node: ast.Swap, scope: Scope) -> bool:
    """Whether each of two components may come to lie where the other plainly lies; an error if not."""
    one, other = _lies_in(first), _lies_in(second)
    return (one is None or fits_zone(second.type, node.second, one, scope)) and (
        other is None or fits_zone(first.type, node.first, other, scope)
    )


def _lies_in(found: typed.Expr) -> typed.Expr | None:
    """The zone from which a component is taken, if that is plain to see."""
    match found:
        case typed.Op(op="zone_top" | "zone_bottom", args=(zone,)):
            return zone
        case typed.Op(op="item" | "first" | "only", args=(typed.Op(op="in_zone", args=(zone,)), *_)):
            return zone
        case _:
            return None
