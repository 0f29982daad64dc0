"""Zones where a collection is wanted, and looks at an order that may be unknown.

A zone is a value of its own (`x.zone == deck`, `shuffle deck`). Wherever a set or a list is wanted it stands for what
lies in it: a list from the top if it is ordered, else a set. A zone that is known only in play counts as unordered.
"""

from __future__ import annotations

from rulewright.semantics import expressions as ex
from rulewright.semantics import typed
from rulewright.semantics.codes_zones import UNKNOWN_ORDER
from rulewright.semantics.fitting import common_kind
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import Game, ZoneDecl
from rulewright.semantics.types import ComponentType, ListType, SetType, Type, ZoneType
from rulewright.source import Span


def content_type(type_: ZoneType, game: Game) -> SetType | ListType:
    """What a zone is as a collection. Whatever zone it is, what lies in it is what all zones hold."""
    zone = type_.zone
    held = [zone.kind] if zone is not None else [one.kind for one in game.zones]
    of = ComponentType(common_kind(list(held)))
    return ListType(of) if zone is not None and zone.ordered else SetType(of)


def contents(found: typed.Expr, game: Game) -> typed.Expr:
    """What lies in a zone; other values as they are."""
    if not isinstance(found.type, ZoneType):
        return found
    return typed.Op("in_zone", (found,), type=content_type(found.type, game), span=found.span)


def holder_type(game: Game) -> Type:
    """What the holder of a zone may be."""
    holders = [zone.holder for zone in game.zones if zone.holder is not None]
    return ComponentType(common_kind(list(holders)) if holders else None)


def loose_zone(found: typed.Expr) -> ZoneDecl | None:
    """The zone whose order a collection shows, if that may be unknown."""
    match found:
        case typed.Op(op="in_zone", args=(typed.Expr(type=ZoneType(zone=zone)),)):
            return zone if zone is not None and zone.ordered and zone.shuffled else None
        case typed.Cond():
            return loose_zone(found.then) or loose_zone(found.otherwise)
        case _:
            return None


def undecided_zone(zone: typed.Expr, game: Game) -> ZoneDecl | None:
    """The zone of unknown order that a zone may be; of one known only in play, any that may be shuffled."""
    assert isinstance(zone.type, ZoneType)
    zones = [zone.type.zone] if zone.type.zone is not None else game.zones
    return next((one for one in zones if one.ordered and one.shuffled), None)


def keeps_order(place: typed.Expr) -> bool:
    """Whether several things that come to a place may have an order there: also in a zone without one that somebody
    does not see, where they lie as they came."""
    zone = place.type.zone if isinstance(place.type, ZoneType) else None
    return zone is None or zone.ordered or zone.visible != "all"


def with_order(zone: ZoneDecl) -> str:
    """How a zone is declared so that it has an order, for messages."""
    of = zone.holder.name if zone.holder is not None else zone.each.name if zone.each is not None else ""
    return f"zone {zone.name}{f' of each {of}' if of else ''}: ordered"


def look(found: typed.Expr, what: str, span: Span, scope: Scope) -> bool:
    """Whether the order of a collection may be looked at here; an error if that is chance and chance cannot be here."""
    return _may_fall(loose_zone(found), what, span, scope)


def draw(zone: typed.Expr, what: str, span: Span, scope: Scope) -> bool:
    """Whether cards may come out of a zone, in its order, here; an error as for `look`."""
    return _may_fall(undecided_zone(zone, scope.env.game), what, span, scope)


def _may_fall(zone: ZoneDecl | None, what: str, span: Span, scope: Scope) -> bool:
    if zone is None or scope.context.chance or scope.context.given:
        return True
    ex.error(
        scope,
        UNKNOWN_ORDER,
        f"{what} looks at the order of {zone.name}, which may be shuffled",
        span,
        label=f"left to chance, and {scope.context.place} cannot be",
        hint="deal or reveal the card first, in a statement before; how many there are, and whether there is one of "
        "some kind, can be asked here",
    )
    return False


def draws_card(node: typed.Statement | typed.Expr, game: Game) -> bool:
    """Whether cards may fall by chance where a statement or an expression looks at an order, or takes from it."""
    match node:
        case typed.Deal(source=zone) | typed.Op(op="zone_top" | "zone_bottom", args=(zone,)):
            return undecided_zone(zone, game) is not None
        case typed.Reveal(what=what) if isinstance(what.type, ZoneType):
            return undecided_zone(what, game) is not None
        case typed.MoveTo(what=source, place=place) if keeps_order(place):
            return loose_zone(source) is not None
        case typed.Reveal(what=source) | typed.For(source=source):
            return loose_zone(source) is not None
        case typed.Bind(word="first" | "best" | "prefix", source=source):
            return loose_zone(source) is not None
        case typed.Op(op="first" | "item" | "top" | "bottom", args=(source, *_)):
            return loose_zone(source) is not None
        case _:
            return False
