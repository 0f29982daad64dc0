"""Typing collections (`{a, b}`, `[a, b]`; in a set a kind's name is the kind) and texts."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.fitting import adopt, is_poison, join
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import (
    INT_SET_WIDTH,
    KIND,
    NONE,
    TEXT,
    IntType,
    ListType,
    SetType,
    Type,
    ZoneType,
    bit_of,
)
from rulewright.source import Span
from rulewright.syntax import ast


def type_collection(node: ast.SetOf | ast.ListOf, scope: Scope, hint: Type | None) -> typed.Expr:
    """`{a, b}`, `[a, b]`. In a set a kind's name is the kind."""
    of = hint.of if isinstance(hint, SetType | ListType) else None
    items = [_item(item, scope, of) for item in node.items]
    if any(is_poison(item.type) for item in items):
        return ex.poison(node.span)
    make = SetType if isinstance(node, ast.SetOf) else ListType
    joined: Type = NONE
    for item, part in zip(items, node.items, strict=True):
        if isinstance(item.type, SetType | ListType):
            what = "set" if isinstance(node, ast.SetOf) else "list"
            ex.error(
                scope,
                codes.WRONG_TYPE,
                f"a {what} has single members, and this is {wording.a(item.type)}",
                part.span,
                hint=_flat(node, part),
            )
            return ex.poison(node.span)
        if isinstance(node, ast.SetOf) and refuse_texts(item, part.span, scope):
            return ex.poison(node.span)
        if isinstance(item.type, ZoneType):
            ex.error(
                scope,
                codes.WRONG_TYPE,
                "there is no collection of zones",
                part.span,
                hint="what lies in several zones is joined with +; of a zone, ask: x.zone == ... or x.zone == ...",
            )
            return ex.poison(node.span)
        wider = item.type if part is node.items[0] else join(joined, item.type, scope.env.game)
        if wider is None:
            ex.error(
                scope,
                codes.UNLIKE,
                f"{wording.a(joined)} and {wording.a(item.type)} in one collection",
                part.span,
                label=wording.a(item.type),
                hint="all members are of one type",
            )
            return ex.poison(node.span)
        joined = wider
    for item in items:
        adopt(item, joined)
    type_ = make(joined)
    if isinstance(node, ast.ListOf):
        return typed.MakeList(tuple(items), type=type_, span=node.span)
    if items and all(isinstance(item, typed.Constant) for item in items):
        value = 0
        for item in items:
            assert isinstance(item, typed.Constant) and isinstance(item.value, int)
            if item.value >= 0 or isinstance(joined, IntType):
                bit = bit_of(joined, item.value)
                if isinstance(joined, IntType) and not 0 <= bit < INT_SET_WIDTH:
                    ex.error(
                        scope,
                        codes.IMPOSSIBLE_NUMBER,
                        "a set of numbers holds -256 to 1023",
                        item.span,
                        label=str(item.value),
                    )
                    return ex.poison(node.span)
                value |= 1 << bit
        return typed.Constant(value, type=type_, span=node.span)
    return typed.MakeSet(tuple(items), type=type_, span=node.span)


def type_text(node: ast.Text, scope: Scope, hint: Type | None) -> typed.Expr:
    """`"#"`, where a text is wanted. No rule depends on texts, and all of them are known while checking: the value of
    one is its number."""
    if hint is not None and is_poison(hint):
        return ex.poison(node.span)
    if hint != TEXT:
        tip = 'what notations show may be one: define sign: text = "+" if ... else ""'
        ex.error(scope, codes.NOT_A_VALUE, "a text cannot stand here", node.span, hint=tip)
        return ex.poison(node.span)
    if set("{}") & set(node.value):
        tip = "values stand in braces in `say` and `then`; write text and value side by side there"
        ex.error(scope, codes.NOT_A_VALUE, "this text would be shown with its braces", node.span, hint=tip)
        return ex.poison(node.span)
    texts = scope.env.game.texts
    if node.value not in texts:
        texts.append(node.value)
    return typed.Constant(texts.index(node.value), type=TEXT, span=node.span)


def refuse_texts(found: typed.Expr, span: Span, scope: Scope) -> bool:
    """Whether a value is a text, in which no rule is interested; reports it."""
    if found.type != TEXT:
        return False
    tip = "ask for what the text tells of"
    ex.error(scope, codes.NOT_A_VALUE, "texts are for people; no rule compares or collects them", span, hint=tip)
    return True


def _item(item: ast.Expr, scope: Scope, of: Type | None) -> typed.Expr:
    hint = of
    if isinstance(item, ast.Word) and scope.find(item.name) is None:
        symbol = scope.env.declared.get(item.name)
        if isinstance(symbol, KindDecl):
            hint = KIND
    return ex.infer(item, scope, hint)


def _flat(node: ast.SetOf | ast.ListOf, part: ast.Expr) -> str:
    if isinstance(node, ast.ListOf):
        return "choose between sets with `if`: S if C else T"
    if len(node.items) == 1:
        return f"leave the braces away: {part.span.text}"
    return "join sets with +"
