"""How messages speak of types: in words for people who do not program."""

from __future__ import annotations

from rulewright.semantics.types import (
    BagType,
    BoolType,
    ChoiceType,
    ComponentType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    LinkType,
    ListType,
    NoneType,
    PlayerType,
    SetType,
    SiteType,
    StepType,
    TextType,
    Type,
    ZoneType,
)


def a(type_: Type) -> str:
    """One value of the type, with its article: `a number`, `a set of sites`."""
    match type_:
        case IntType():
            return "a number"
        case BoolType():
            return "a yes or no"
        case TextType():
            return "a text"
        case PlayerType():
            return "a player"
        case SiteType():
            return "a site"
        case DirectionType():
            return "a direction"
        case StepType():
            return "a step of a ray"
        case LinkType():
            return "a link"
        case ZoneType(zone=zone):
            single = zone is not None and zone.each is None and zone.holder is None
            return f"the zone {zone.name}" if zone is not None and single else "a zone"
        case EnumType(enum=enum):
            return f"one of {listing(enum.values, 'or')}" if len(enum.values) <= 4 else f"a word of {enum.name}"
        case ComponentType(kind=kind):
            return article(kind.name) if kind else "a component"
        case KindType():
            return "a kind"
        case BagType(die=die):
            return f"a roll of {die.name}"
        case SetType(of=of):
            return f"a set of {many(of)}"
        case ListType(of=of):
            return f"a list of {many(of)}"
        case NoneType():
            return "none"
        case ChoiceType():
            return "a choice"
        case _:
            return "something"


def many(type_: Type) -> str:
    """Several values of the type: `numbers`, `sites`."""
    match type_:
        case IntType():
            return "numbers"
        case BoolType():
            return "yes or no"
        case EnumType(enum=enum):
            return f"words of {enum.name}"
        case StepType():
            return "steps of a ray"
        case ComponentType(kind=kind):
            return f"components of {kind.name}" if kind else "components"
        case SetType(of=of):
            return f"sets of {many(of)}"
        case ListType(of=of):
            return f"lists of {many(of)}"
        case NoneType():
            return "nothing"
        case _:
            return f"{type_}s"


def article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def listing(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """`a, b and c`"""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} " + words[-1]
