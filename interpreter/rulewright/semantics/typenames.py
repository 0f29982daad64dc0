"""Types as they are written: `int`, `set of site`, an enum, a kind."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics.builtins import TYPE_NAMES
from rulewright.semantics.scope import Broken, Env, Removed
from rulewright.semantics.symbols import EnumDecl, KindDecl, OptionDecl
from rulewright.semantics.types import POISON, ComponentType, EnumType, ListType, Poison, SetType, Type, ZoneType
from rulewright.source import did_you_mean
from rulewright.syntax import ast

_SLIPS = {
    "integer": "int", "number": "int", "num": "int", "float": "int", "boolean": "bool", "string": "text",
    "cell": "site", "square": "site", "position": "site", "location": "site", "field": "site",
}  # fmt: skip


def resolve_type(node: ast.TypeName, env: Env) -> Type:
    """The type that is written; POISON after an error, which goes to the findings of `env`."""
    name = node.name.text
    if name in ("set", "list"):
        if node.of is None:
            env.findings.add(
                codes.UNKNOWN_TYPE, f"a {name} of what?", node.span, hint=f"write what is in it: {name} of site"
            )
            return POISON
        of = resolve_type(node.of, env)
        if isinstance(of, Poison):
            return POISON
        if isinstance(of, SetType | ListType):
            env.findings.add(
                codes.UNKNOWN_TYPE, f"a {name} has single things in it", node.span, hint=f"write {name} of site, say"
            )
            return POISON
        if isinstance(of, ZoneType):
            env.findings.add(
                codes.UNKNOWN_TYPE,
                f"there is no {name} of zones",
                node.span,
                hint="take what lies in them, of the kind that it is: set of Card, say",
            )
            return POISON
        return SetType(of) if name == "set" else ListType(of)
    if node.of is not None:
        env.findings.add(
            codes.UNKNOWN_TYPE, f"{name} of something is no type", node.span, hint="only `set of` and `list of` are"
        )
        return POISON
    symbol = env.lookup(name)
    match symbol:
        case KindDecl():
            return ComponentType(symbol)
        case EnumDecl():
            return EnumType(symbol)
        case OptionDecl(enum=enum) if enum is not None:
            return EnumType(enum)
        case Broken():
            return POISON
        case Removed():
            env.findings.add(
                codes.REMOVED_NAME,
                f"{name} is not part of the game as it is set up now",
                node.span,
                hint=symbol.reason,
            )
            return POISON
        case _:
            pass
    if name in TYPE_NAMES:
        return TYPE_NAMES[name]
    if env.gaps:
        return POISON
    candidates = [*TYPE_NAMES, "set", "list", *env.game.enums, *(kind.name for kind in env.game.kinds)]
    near = _SLIPS.get(name.lower()) or did_you_mean(name, candidates)
    usual = "a type is int, bool, player, site, direction, zone, kind, an enum or a kind"
    tip = f"did you mean {near}?" if near else usual
    env.findings.add(codes.UNKNOWN_TYPE, f"there is no type {name}", node.span, label="unknown", hint=tip)
    return POISON
