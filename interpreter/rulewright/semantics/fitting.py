"""Which types go together.

A component type stands for a set of kinds: those of which a component may be. One fits another when all its kinds are
among the other's, so in a game whose kinds all descend from Man, any component is a Man.
"""

from __future__ import annotations

from rulewright.semantics import typed
from rulewright.semantics.symbols import Game, KindDecl
from rulewright.semantics.types import (
    BagType,
    ComponentType,
    DirectionType,
    KindType,
    LinkType,
    ListType,
    NoneType,
    PlayerType,
    Poison,
    SetType,
    SiteType,
    StepType,
    Type,
    ZoneType,
)


def kinds_of(type_: ComponentType | KindType, game: Game) -> tuple[KindDecl, ...]:
    """The exact kinds that a component, or a kind value, of that type may be of, in declaration order."""
    return tuple(game.kinds) if type_.kind is None else tuple(type_.kind.descendants())


def real_kinds(kind: KindDecl) -> tuple[KindDecl, ...]:
    """The kind and those below it, without those that only gather others and are never placed themselves."""
    return tuple(k for k in kind.descendants() if not k.children or k.placed)


def may_be_none(type_: Type) -> bool:
    """Whether `none` is a value of the type."""
    return isinstance(
        type_,
        SiteType
        | PlayerType
        | DirectionType
        | ComponentType
        | KindType
        | StepType
        | LinkType
        | ZoneType
        | NoneType
        | Poison,
    )


def fits(actual: Type, expected: Type, game: Game) -> bool:
    """Whether every value of `actual` is one of `expected`."""
    match actual, expected:
        case (Poison(), _) | (_, Poison()):
            return True
        case NoneType(), _:
            return may_be_none(expected)
        case (ComponentType() | KindType(), ComponentType() | KindType()):
            if type(actual) is not type(expected):
                return False
            allowed = kinds_of(expected, game)
            return expected.kind is None or all(kind in allowed for kind in kinds_of(actual, game))
        case (SetType(of=have), SetType(of=want)) | (ListType(of=have), ListType(of=want)):
            return isinstance(have, NoneType) or fits(have, want, game)
        case ZoneType(), ZoneType(zone=None):
            return True
        case _:
            return actual == expected


def overlap(a: Type, b: Type, game: Game) -> bool:
    """Whether two component or kind types, or sets of them, have a kind in common."""
    match a, b:
        case (ComponentType() | KindType(), ComponentType() | KindType()):
            others = kinds_of(b, game)
            return type(a) is type(b) and any(kind in others for kind in kinds_of(a, game))
        case _:
            return False


def join(a: Type, b: Type, game: Game) -> Type | None:
    """The narrowest type that holds the values of both, or None if there is none."""
    if fits(a, b, game):
        return a if isinstance(b, Poison) else b
    if fits(b, a, game):
        return a
    match a, b:
        case ComponentType(kind=one), ComponentType(kind=other):
            return ComponentType(common_kind([one, other]))
        case KindType(kind=one), KindType(kind=other):
            return KindType(common_kind([one, other]))
        case ZoneType(), ZoneType():
            return ZoneType(None)
        case SetType(of=one), SetType(of=other):
            of = join(one, other, game)
            return None if of is None else SetType(of)
        case ListType(of=one), ListType(of=other):
            of = join(one, other, game)
            return None if of is None else ListType(of)
        case _:
            return None


def common_kind(kinds: list[KindDecl | None]) -> KindDecl | None:
    """The nearest kind that all of `kinds` are, or None if only *any component* covers them."""
    first, *others = kinds or [None]
    if first is None:
        return None
    for kind in first.ancestors():
        if all(other is not None and other.is_a(kind) for other in others):
            return kind
    return None


def comparable(a: Type, b: Type, game: Game) -> bool:
    """Whether `==` between the two makes sense: values of one type, or of component types whatever their kinds."""
    if fits(a, b, game) or fits(b, a, game):
        return True
    match a, b:
        case (ComponentType(), ComponentType()) | (KindType(), KindType()) | (ZoneType(), ZoneType()):
            return True
        case (SetType(of=one), SetType(of=other)) | (ListType(of=one), ListType(of=other)):
            return comparable(one, other, game)
        case _:
            return False


def element(type_: Type) -> Type | None:
    """What a set, list or bag has in it; None for other types."""
    match type_:
        case SetType(of=of) | ListType(of=of):
            return of
        case BagType(die=die):
            return die.type
        case Poison():
            return type_
        case _:
            return None


def is_poison(type_: Type) -> bool:
    """Whether something is wrong already with what has this type."""
    match type_:
        case Poison():
            return True
        case SetType(of=of) | ListType(of=of):
            return is_poison(of)
        case _:
            return False


def bare(type_: Type) -> bool:
    """The type of `none`, `{}`, `[]`, `{none}`: it does not tell what is meant."""
    match type_:
        case NoneType():
            return True
        case SetType(of=of) | ListType(of=of):
            return bare(of)
        case _:
            return False


def adopt(found: typed.Expr, type_: Type) -> typed.Expr:
    """`found` with `none`, `{}` and lists in its branches given the type that is wanted; it fits already."""
    if isinstance(type_, Poison):
        return found
    match found:
        case typed.Cond():
            adopt(found.then, type_)
            adopt(found.otherwise, type_)
        case typed.Op(op="union" | "difference" | "intersect") if bare(found.type):
            for arg in found.args:
                adopt(arg, type_)
        case typed.MakeSet() | typed.MakeList() if isinstance(type_, SetType | ListType):
            for item in found.items:
                adopt(item, type_.of)
        case _:
            pass
    if bare(found.type):
        found.type = type_
    return found
