"""Typing what binds a name over a set: `any(x in S where c: e)`, `{x in S: c}`, `reach`, `any_of(x in S by w)`."""

from __future__ import annotations

from rulewright.semantics import builtins, chance, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.facts import knowing
from rulewright.semantics.fitting import adopt, element, is_poison, join
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.scope import Broken, Scope
from rulewright.semantics.typed import Generic, Local
from rulewright.semantics.types import BOOL, INT, POISON, ListType, NoneType, SetType, Type
from rulewright.semantics.zones import contents, look
from rulewright.source import did_you_mean
from rulewright.syntax import ast

_LOOKING = ("first", "prefix", "best")
"""What depends on the order of a list; of equal ones, `best` takes the first."""


def type_binder(node: ast.Binder, scope: Scope, hint: Type | None) -> typed.Expr:
    word = node.word.text if node.word else "such"
    if node.word is not None and not _known(node.word, builtins.BINDERS, scope):
        return ex.poison(node.span)
    same = word in ("such", "prefix", "first", "best")
    wanted = hint if word in ("such", "prefix") else SetType(hint) if hint and same else None
    source, of = type_source(node.source, scope, wanted)
    if word in _LOOKING and not look(source, f"`{word}(...)`", node.span, scope):
        source = ex.poison(node.span)
    var = Local(node.var.text, of, node.var.span)
    inner = scope.inner(ex.pure(scope, f"`{word}(...)`" if node.word else "`{... in ...: ...}`"))
    declare_local(inner, node.var, var)
    filter_ = ex.condition(node.filter, inner) if node.filter is not None else None
    inside = knowing(inner, node.filter)
    body = _body(word, node, inside, hint)
    parts = [source, body, *([filter_] if filter_ else [])]
    if any(is_poison(part.type) for part in parts):
        return ex.poison(node.span)
    result: Type
    match word:
        case "any" | "all" | "no":
            result = BOOL
        case "count" | "sum" | "min" | "max":
            result = INT
        case "first" | "best":
            result = of
        case "union":
            result = SetType(element(body.type) or body.type)
        case "prefix":
            result = source.type
        case _:
            result = SetType(_narrowed(of, node, inside))
    return typed.Bind(word, var, source, filter_, body, type=result, span=node.span)


def _narrowed(of: Type, node: ast.Binder, inside: Scope) -> Type:
    """`{x in S: x is Pawn}` is a set of Pawn; the runtime values are the same."""
    return of


def _known(word: ast.Name, known: tuple[str, ...], scope: Scope) -> bool:
    if word.text in known and word.text not in scope.env.declared:
        return True
    symbol = scope.env.declared.get(word.text)
    if isinstance(symbol, Broken):
        return False
    near = did_you_mean(word.text, known)
    if isinstance(symbol, Generic):
        tip = "a definition is called with values: f(x, y)"
    elif word.text == "only":
        tip = "write only({x in set: condition})"
    else:
        tip = f"did you mean {near}?" if near else f"there are {wording.listing(known)}"
    ex.error(scope, codes.BINDER_FORM, f"{word.text} does not take the form `x in set: ...`", word.span, hint=tip)
    return False


def _body(word: str, node: ast.Binder, scope: Scope, hint: Type | None) -> typed.Expr:
    if word == "such" or word in builtins.CONDITION_BINDERS:
        return ex.type_expr(node.body, scope, BOOL)
    if word in builtins.NUMBER_BINDERS:
        return ex.type_expr(node.body, scope, INT)
    return contents(ex.infer(node.body, scope, hint), scope.env.game)


def type_source(node: ast.Expr, scope: Scope, hint: Type | None = None) -> tuple[typed.Expr, Type]:
    """A set or list that something goes through, and the type of its members (POISON after an error)."""
    found = contents(ex.infer(node, scope, hint), scope.env.game)
    if isinstance(found.type, SetType | ListType):
        of = found.type.of
        if isinstance(of, NoneType):
            adopt(found, SetType(INT))
            of = INT
        return found, of
    if not is_poison(found.type):
        text = node.span.text
        tip = f"a set with just this member is {{{text}}}"
        if str(found.type) == "int":
            tip = f"the numbers from 1 to it are 1..{text}"
        ex.error(scope, codes.WRONG_TYPE, f"a set is needed, and this is {wording.a(found.type)}", node.span, hint=tip)
    return ex.poison(node.span), POISON


def type_closure(node: ast.Closure, scope: Scope) -> typed.Expr:
    if node.word.text != "reach":
        near = did_you_mean(node.word.text, ["reach"])
        ex.error(
            scope,
            codes.BINDER_FORM,
            f"{node.word.text} does not take the form `x from set: ...`",
            node.word.span,
            hint=f"did you mean {near}?",
        )
        return ex.poison(node.span)
    start = contents(ex.infer(node.start, scope), scope.env.game)
    of = element(start.type)
    if isinstance(start.type, ListType):
        start = typed.Op("as_set", (start,), type=SetType(start.type.of), span=start.span)
    if of is None and not is_poison(start.type):
        start = typed.MakeSet((start,), type=SetType(start.type), span=start.span)
        of = start.type.of if isinstance(start.type, SetType) else POISON
    limit = ex.type_expr(node.limit, scope, INT) if node.limit is not None else None
    var = Local(node.var.text, of or POISON, node.var.span)
    inner = scope.inner(ex.pure(scope, "`reach(...)`"))
    declare_local(inner, node.var, var)
    body = contents(ex.infer(node.body, inner, start.type), scope.env.game)
    if is_poison(start.type) or is_poison(body.type) or (limit and is_poison(limit.type)):
        return ex.poison(node.span)
    assert of is not None
    leads = element(body.type) or body.type
    joined = join(of, leads, scope.env.game)
    if joined is None:
        ex.error(
            scope,
            codes.UNLIKE,
            f"from {wording.many(of)} this leads to {wording.a(body.type)}",
            node.body.span,
            hint=f"it must lead to {wording.many(of)} again",
        )
        return ex.poison(node.span)
    adopt(body, SetType(joined))
    adopt(start, SetType(joined))
    return typed.Reach(var, start, limit, body, type=SetType(joined), span=node.span)


def type_weighted(node: ast.Weighted, scope: Scope) -> typed.Expr:
    if node.word.text != "any_of":
        ex.error(
            scope,
            codes.BINDER_FORM,
            f"{node.word.text} does not take `by`",
            node.word.span,
            hint="only any_of(x in set by weight) does",
        )
        return ex.poison(node.span)
    allowed = chance.chance_allowed(scope, "`any_of`", node.span)
    source, of = type_source(node.source, scope)
    inner = scope.inner(ex.pure(scope, "a weight"))
    var = Local(node.var.text if node.var else "each", of, node.span)
    if node.var is not None:
        declare_local(inner, node.var, var)
    weight = ex.type_expr(node.weight, inner, INT)
    if node.var is None:
        text = node.source.span.text
        ex.error(
            scope,
            codes.BINDER_FORM,
            "the weight does not depend on what is drawn",
            node.weight.span,
            hint=f"name it: any_of(x in {text} by ...)",
        )
        return ex.poison(node.span)
    if not allowed or is_poison(source.type) or is_poison(weight.type):
        return ex.poison(node.span)
    return typed.AnyOf(source, var, weight, type=of, span=node.span)
