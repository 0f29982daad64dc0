"""Binding names: one name, one thing; and what to say when a second one comes."""

from __future__ import annotations

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.follow_ups import STAND_IN
from rulewright.semantics.scope import (
    ActionName,
    Broken,
    Env,
    LinkName,
    MeasureName,
    NotationName,
    PlayerName,
    Removed,
    Symbol,
)
from rulewright.semantics.symbols import (
    DieDecl,
    EnumDecl,
    FieldDecl,
    KindDecl,
    LayerDecl,
    OptionDecl,
    RegionDecl,
    VarDecl,
    ZoneDecl,
)
from rulewright.semantics.typed import Event, Generic
from rulewright.source import Findings, Label, Span
from rulewright.syntax import ast


def what_is(symbol: Symbol) -> str:
    """What a symbol is, with its article, for messages: "a kind", "an option"."""
    match symbol:
        case VarDecl():
            return "a var"
        case FieldDecl():
            return "a field"
        case RegionDecl():
            return "a region"
        case ZoneDecl():
            return "a zone"
        case KindDecl():
            return f"a {symbol.word}"
        case EnumDecl():
            return "an enum"
        case OptionDecl():
            return "an option"
        case DieDecl():
            return "a die"
        case LayerDecl():
            return "a layer"
        case Generic():
            return "a definition" if symbol.pure else "a procedure"
        case Event():
            return "an event"
        case ActionName():
            return "an action"
        case PlayerName():
            return "a player"
        case LinkName():
            return "a link"
        case MeasureName():
            return "a measure"
        case NotationName():
            return "a notation"
        case Removed() | Broken():
            return "a name"


def declare(env: Env, name: ast.Name, symbol: Symbol) -> bool:
    """Bind `name` to `symbol`; False, with an error that shows both places, if the name is taken.

    A name that only a removed or broken declaration has is free. A name of the language is shadowed with a warning.
    """
    text = name.text
    if text == STAND_IN:
        env.gaps = True
        return True
    old = env.declared.get(text)
    if old is not None and not isinstance(old, Removed | Broken):
        taken = env.spans.get(text)
        what = what_is(old)
        if taken is not None and taken.source is name.span.source and taken.start > name.span.start:
            name, taken, what = ast.Name(text, span=taken), name.span, what_is(symbol)  # show the later one
        doubled(env.findings, name, what, taken)
        return False
    from rulewright.semantics.checks.shadowed_built_in import warn_if_shadowed

    env.declared[text] = symbol
    env.spans[text] = name.span
    warn_if_shadowed(env, name)
    return True


def doubled(findings: Findings, name: ast.Name, what: str, first: Span | None) -> None:
    """Report a second declaration of one name."""
    others = (Label(first, "first declared here"),) if first else ()
    findings.add(
        codes.DOUBLED_NAME,
        f"{name.text} is declared twice",
        name.span,
        label=f"there is {what} of this name already",
        hint="give one of them another name",
        others=others,
    )


def broken(env: Env, name: str, span: Span) -> None:
    """Bind a name whose declaration is wrong, unless it is bound already."""
    if name not in env.declared:
        env.declared[name] = Broken(name)
        env.spans[name] = span
