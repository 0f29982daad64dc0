"""Definitions that `display:` tells people: `score: "points"`, worked out anew for each picture.

Pictures are for everybody who looks at the game, so what is told must be known to all: a definition that looks at
components which somebody may not know is refused. That goes by their kinds, and so is a little too strict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import codes_forms as codes
from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import ConstantFamily, KindDecl
from rulewright.semantics.types import PLAYER, ComponentType, ListType, Poison, SetType, Type, ZoneType
from rulewright.semantics.walk import rules, walk
from rulewright.source import Span
from rulewright.syntax import ast

FORM = "a definition without parameters, or of one player"


def settle_told(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Fill `told` of the game, in the order of `display:`. All bodies are typed."""
    hidden = _may_be_hidden(env)
    for item in declarations:
        for line in item.items if isinstance(item, ast.Display) else ():
            symbol = env.declared.get(line.what.name) if isinstance(line.what, ast.Word) else None
            if isinstance(symbol, typed.Generic) and symbol.name in env.game.display and symbol.result is not None:
                env.used.add(symbol.name)
                if _fits(env, symbol, line.what.span) and _open(env, symbol, hidden, line.what.span):
                    env.game.told.append(symbol)


def _fits(env: Env, definition: typed.Generic, span: Span) -> bool:
    result, params = definition.result, definition.methods[0].params
    if any(isinstance(of, Poison) for of in (result, *(param.type for param in params))):
        return False
    if [param.type for param in params] not in ([], [PLAYER]):
        env.findings.add(codes.DISPLAY, f"{definition.name} is not told", span, hint=f"only {FORM} is")
        return False
    if isinstance(result, ZoneType):
        env.findings.add(codes.DISPLAY, f"{definition.name} is not told", span, hint="zones are shown by themselves")
        return False
    return True


def _open(env: Env, definition: typed.Generic, hidden: set[KindDecl], span: Span) -> bool:
    """Whether all that it looks at is known to everybody."""
    for kind in _looks_at(definition, set(), env):
        if kind is None and hidden:
            what = "components that may be hidden"
        elif kind is not None and any(kind in one.ancestors() or one in kind.ancestors() for one in hidden):
            what = f"{kind.name}, which may be hidden"
        else:
            continue
        tip = "pictures tell what everybody knows; let it look at open components only"
        env.findings.add(codes.DISPLAY, f"{definition.name} looks at {what}", span, hint=tip)
        return False
    return True


def _may_be_hidden(env: Env) -> set[KindDecl]:
    """The kinds of which somebody may not know a component: of zones that not all see, and of what is turned over."""
    found: set[KindDecl] = set()
    for zone in env.game.zones:
        if zone.visible != "all":
            found |= {zone.kind} if zone.kind is not None else set(env.game.kinds)
    for root in rules(env.game):
        for node in walk(root):
            if isinstance(node, typed.Flip):
                kind = _kind_of(node.what.type)
                found |= {kind} if isinstance(kind, KindDecl) else set(env.game.kinds)
    return found


def _looks_at(node: object, seen: set[int], env: Env) -> Iterator[KindDecl | None]:
    """The kinds of all components that an expression deals with, in all that it calls; None for any kind."""
    if isinstance(node, typed.Generic | ConstantFamily):
        if id(node) in seen:
            return
        seen.add(id(node))
        bodies = [method.body for method in node.methods] if isinstance(node, typed.Generic) else []
        yield from _looks_at([*bodies, *node.modifiers], seen, env)
        return
    narrowed = {
        id(arg)
        for part in walk(node)
        if isinstance(part, typed.Op) and part.op == "intersect" and _kind_of(part.type)
        for arg in part.args
        if isinstance(arg, typed.Op) and arg.op in ("owned", "owned_by_any")
    }  # `Ox of p`: of all that p owns only the oxen
    for part in walk(node):
        if isinstance(part, typed.Modifier) and part.kind is not None:
            yield part.kind
        if isinstance(part, typed.Expr) and id(part) not in narrowed:
            kind = _kind_of(part.type)
            if not isinstance(kind, bool):
                yield kind
        match part:
            case typed.Call(generic=generic):
                yield from _looks_at(generic, seen, env)
            case typed.KindConstant(family=family):
                yield from _looks_at(family, seen, env)
            case typed.Possible() | typed.CountMoves():
                yield None
            case _:
                pass


def _kind_of(of: Type) -> KindDecl | bool | None:
    """The kind of components of a type, or of the members of its sets and lists; False for other types."""
    if isinstance(of, SetType | ListType):
        return _kind_of(of.of)
    return of.kind if isinstance(of, ComponentType) else False
