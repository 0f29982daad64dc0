"""
A condition of an action, or a filter of a choice, reads the kind or the fields of cards that the one who chooses may
not see: the cards of a hidden zone, or another player's hand. What is legal then tells what lies there. Let the card
come out first, or `reveal` it, and test it afterwards.

```rules wrong
players White, Black
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
action Draw:
    pick c in deck
    where c.rank > 1
    do:
        remove c
turn:
    choose Draw
    else: tie
```

```rules right
players White, Black
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
setup:
    move supply(Card) to deck
action Draw:
    pick c in deck
    do:
        if c.rank > 1:
            remove c
turn:
    choose Draw
    else: tie
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import ZoneDecl
from rulewright.semantics.typed import Local
from rulewright.semantics.types import ComponentType
from rulewright.semantics.walk import rules, walk
from rulewright.source import Span, register
from rulewright.syntax import ast

TELLS_SECRET = register("W123", "tells-secret", __doc__)

Bound = Mapping[Local, tuple[typed.Expr, "Bound"]]
"""What a local stands for: a member of a set, or a value; with what the locals in that stand for."""

_DEEP = 8
"""How far calls of definitions are followed."""


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    if not any(zone.visible in ("none", "owner") for zone in env.game.zones):
        return
    search = Search(alone=len(env.game.players) == 1)
    told: set[Span] = set()
    for condition, bound in _conditions(env):
        for span, zone in search.reads(condition, bound, None, 0):
            if span not in told:
                told.add(span)
                env.findings.add(
                    TELLS_SECRET,
                    f"what is legal tells what lies in {zone.name}",
                    span,
                    label="who chooses may not see this",
                    hint="test it in `do`; or let the card come out, or reveal it, before",
                )


def _conditions(env: Env) -> Iterator[tuple[typed.Expr, Bound]]:
    """All that decides what is legal, with what its locals stand for."""
    for action in env.game.actions:
        bound: dict[Local, tuple[typed.Expr, Bound]] = {}
        for item in action.items:
            match item:
                case typed.PickItem():
                    yield from ((part, dict(bound)) for part in (item.condition, item.source) if part is not None)
                    bound[item.var] = item.source, dict(bound)
                case typed.LetItem():
                    bound[item.var] = item.value, dict(bound)
                case typed.WhereItem():
                    yield item.condition, dict(bound)
        yield from ((item.condition, {}) for item in action.after)
    for root in rules(env.game):
        for node in walk(root):
            match node:
                case typed.Offer():
                    picked = picks_of(node.action)
                    yield from ((part, picked) for part in (node.filter, *node.most) if part is not None)
                case typed.PickOne():
                    yield node.source, {}
                    if node.filter is not None:
                        yield node.filter, {node.var: (node.source, {})}
                case _:
                    pass


def picks_of(action: typed.Action) -> Bound:
    bound: dict[Local, tuple[typed.Expr, Bound]] = {}
    for item in action.items:
        if isinstance(item, typed.PickItem):
            bound[item.var] = item.source, dict(bound)
        elif isinstance(item, typed.LetItem):
            bound[item.var] = item.value, dict(bound)
    return bound


@dataclass(frozen=True, slots=True)
class Search:
    """`alone`: there is one player, who owns all hands."""

    alone: bool

    def reads(self, node: object, bound: Bound, at: Span | None, depth: int) -> Iterator[tuple[Span, ZoneDecl]]:
        """Where the kind or a field of something hidden is read, and in which zone that lies. `at`: the call that led
        to the definition which is looked at."""
        match node:
            case typed.KindConstant(subject=what) | typed.IsKind(subject=what) | typed.FieldRef(subject=what):
                yield from self.read(what, bound, at or node.span)
            case typed.Op(op="kind", args=(what,)):
                yield from self.read(what, bound, at or node.span)
            case _:
                pass
        match node:
            case typed.Bind(var=var, source=source):
                yield from self.reads(source, bound, at, depth)
                inner = {**bound, var: (source, bound)}
                for part in (node.filter, node.body):
                    yield from self.reads(part, inner, at, depth)
            case typed.Call(generic=generic, args=args):
                yield from self.reads(args, bound, at, depth)
                for method in generic.methods if depth < _DEEP else ():
                    yield from self.body(method, args, bound, at or node.span, depth + 1)
            case tuple() | list():
                for item in node:
                    yield from self.reads(item, bound, at, depth)
            case typed.Expr() | typed.Statement() | typed.Block():
                for entry in fields(node):
                    value = getattr(node, entry.name)
                    if isinstance(value, typed.Expr | typed.Statement | typed.Block | tuple | list):
                        yield from self.reads(value, bound, at, depth)
            case _:
                pass

    def body(
        self, method: typed.Method, args: tuple[typed.Expr, ...], bound: Bound, at: Span, depth: int
    ) -> Iterator[tuple[Span, ZoneDecl]]:
        inner: dict[Local, tuple[typed.Expr, Bound]] = {
            param: (arg, bound) for param, arg in zip(method.params, args, strict=False)
        }
        for node in walk(method.body):
            match node:
                case typed.Let():
                    inner[node.var] = node.value, inner
                case typed.For():
                    inner[node.var] = node.source, inner
                case _:
                    pass
        yield from self.reads(method.body, inner, at, depth)

    def read(self, what: typed.Expr, bound: Bound, span: Span) -> Iterator[tuple[Span, ZoneDecl]]:
        if isinstance(what.type, ComponentType):
            zone = self.origin(what, bound, 0)
            if zone is not None:
                yield span, zone

    def origin(self, what: typed.Expr, bound: Bound, depth: int) -> ZoneDecl | None:
        """The hidden zone in which a component, or members of a collection, plainly lie."""
        if depth > 4 * _DEEP:
            return None
        deeper = depth + 1
        match what:
            case typed.LocalRef(var=var) if var in bound and not var.mutable:
                return self.origin(*bound[var], deeper)
            case typed.Op(op="in_zone" | "zone_top" | "zone_bottom", args=(zone,)):
                return self.hidden(zone, bound, deeper)
            case typed.Op(op="first" | "only" | "item" | "top" | "bottom" | "as_set" | "narrow" | "difference"):
                return self.origin(what.args[0], bound, deeper)
            case typed.Op(op="union", args=(left, right)):
                return self.origin(left, bound, deeper) or self.origin(right, bound, deeper)
            case typed.Bind(word="first" | "best" | "such" | "prefix", source=source):
                return self.origin(source, bound, deeper)
            case typed.Bind(word="union" | "map", var=var, source=source, body=body):
                return self.origin(body, {**bound, var: (source, bound)}, deeper)
            case typed.Cond(then=then, otherwise=otherwise):
                return self.origin(then, bound, deeper) or self.origin(otherwise, bound, deeper)
            case typed.Call(generic=generic, args=args) if len(generic.methods) == 1:
                (method,) = generic.methods
                if isinstance(method.body, typed.Expr):
                    inner = {param: (arg, bound) for param, arg in zip(method.params, args, strict=True)}
                    return self.origin(method.body, inner, deeper)
                return None
            case _:
                return None

    def hidden(self, zone: typed.Expr, bound: Bound, depth: int) -> ZoneDecl | None:
        """The declaration of a zone that its chooser, the mover, plainly does not see."""
        match zone:
            case typed.LocalRef(var=var) if var in bound:
                return self.hidden(*bound[var], depth + 1)
            case typed.ZoneRef(zone=decl, index=index):
                if decl.visible == "none":
                    return decl
                if decl.visible == "owner" and decl.each is not None and index is not None and not self.alone:
                    return decl if _another(index, bound, set()) else None
                return None
            case _:
                return None


def _another(player: typed.Expr, bound: Bound, seen: set[Local]) -> bool:
    """Whether a player is plainly not, or not always, the mover."""
    match player:
        case typed.LocalRef(var=var) if var in bound and var not in seen:
            return _another(*bound[var], seen | {var})
        case typed.Op(op="opponent" | "next" | "players_in" | "enemies"):
            return True
        case typed.Op(op="difference" | "intersect", args=(left, _)):
            return _another(left, bound, seen)
        case typed.Bind(word="such" | "first" | "best", source=source):
            return _another(source, bound, seen)
        case _:
            return False
