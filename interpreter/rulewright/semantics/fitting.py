"""Which type stands where another is wanted."""

from __future__ import annotations

from rulewright.semantics.types import (
    POISON,
    ComponentType,
    DirectionType,
    KindType,
    ListType,
    NoneType,
    PlayerType,
    Poison,
    SetType,
    SiteType,
    StepType,
    Type,
)


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of type `actual` may stand where `wanted` is wanted. Poison fits everywhere."""
    if isinstance(actual, Poison) or isinstance(wanted, Poison):
        return True
    match actual, wanted:
        case NoneType(), (
            SiteType() | PlayerType() | DirectionType() | ComponentType() | KindType() | StepType() | NoneType()
        ):
            return True
        case SetType(of=have), SetType(of=want):
            return fits(have, want)
        case ListType(of=have), ListType(of=want):
            return fits(have, want)
        case ComponentType(kind=have_kind), ComponentType(kind=want_kind):
            return want_kind is None or (have_kind is not None and have_kind.is_a(want_kind))
        case KindType(kind=have_kind), KindType(kind=want_kind):
            return want_kind is None or (have_kind is not None and have_kind.is_a(want_kind))
        case _:
            return actual == wanted


def is_open(type_: Type) -> bool:
    """Whether a type says too little to be the type of a constant: `none`, or a set of nothing."""
    match type_:
        case NoneType():
            return True
        case SetType(of=inner) | ListType(of=inner):
            return inner == POISON or is_open(inner)
        case _:
            return False
