"""Actions: picks, lets and conditions in order, then `do`, `after`, `say`.

A choice may name the picks of any action, also of one that is declared further down; so the items of an action are
typed when they are first asked for, and its `do` only after all signatures.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.semantics import codes_rules as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed
from rulewright.semantics.binders import type_source
from rulewright.semantics.decisions import picked_type, subset_bounds
from rulewright.semantics.facts import knowing, learn
from rulewright.semantics.fitting import adopt, bare, is_poison
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.methods import params_scope
from rulewright.semantics.names import declare, doubled
from rulewright.semantics.scope import ActionName, Context, Env, Scope
from rulewright.semantics.statements import type_block
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.templates import type_template
from rulewright.semantics.typed import Action, LetItem, Local, PickItem, WhereItem
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import COMPONENTS, POISON, ComponentType, SetType, Type
from rulewright.semantics.words import mover
from rulewright.source import Span
from rulewright.syntax import ast

DO = Context("an action", effects=True, decisions=True, chance=True, in_turn=True)

Item = PickItem | LetItem | WhereItem


def declare_action(env: Env, node: ast.Action, kind: KindDecl | None) -> None:
    name = node.name.text
    symbol = env.declared.get(name)
    if not isinstance(symbol, ActionName):
        symbol = ActionName(name)
        if not declare(env, node.name, symbol):
            return
    for other in symbol.actions:
        if other.kind is kind or other.kind is None or kind is None:
            doubled(env.findings, node.name, "an action", other.span)
            return
    params = tuple(Local(p.name.text, _param_type(p, env), p.name.span) for p in node.params or ())
    tags = tuple(tag.text for tag in node.tags)
    action = Action(name, kind, params, (), (), None, None, None, tags, node.name.span)
    symbol.actions.append(action)
    env.game.actions.append(action)
    env.postpone(action, lambda: _type_items(action, node, symbol, env))


def _param_type(param: ast.Param, env: Env) -> Type:
    from rulewright.semantics import codes_typing

    if param.type is not None:
        return resolve_type(param.type, env)
    if param.name.text == "self":
        env.findings.add(
            codes.ACTION_FORM,
            "an action picks its `self` by itself",
            param.span,
            hint="leave it away; for a `self` from elsewhere, write: pick self in ...",
        )
    else:
        env.findings.add(
            codes_typing.NEEDS_TYPE,
            f"{param.name.text} may be anything",
            param.span,
            hint=f"write its type: {param.name.text}: site",
        )
    return POISON


def kinds_in_force(kind: KindDecl, name: ActionName) -> tuple[KindDecl, ...]:
    """The exact kinds that have the action of `kind`: those below it, up to where a kind has its own of that name."""
    own = [action.kind for action in name.actions if action.kind is not None]
    out = []
    for below in kind.descendants():
        nearest = next(above for above in below.ancestors() if above in own)
        if nearest is kind:
            out.append(below)
    return tuple(out)


# ---- items ----


def _type_items(action: Action, node: ast.Action, name: ActionName, env: Env) -> None:
    scope = params_scope(action.params, Context("an action's picks"), env)
    items: list[Item] = []
    explicit = any(isinstance(item, ast.PickItem) and item.pick.name.text == "self" for item in node.items)
    if action.kind is not None and not explicit:
        items.append(_self_pick(action, node, name, scope))
    done: Span | None = None
    for item in node.items:
        if isinstance(item, ast.PickItem | ast.LetItem | ast.WhereItem):
            if done is not None:
                env.findings.add(
                    codes.ACTION_FORM,
                    "picks, lets and conditions come before `do`",
                    item.span,
                    hint="put this line above `do`",
                )
            items.append(_item(item, action, name, scope))
        elif isinstance(item, ast.DoItem):
            done = item.span
    action.items = tuple(items)
    env.postpone((action, "do"), lambda: _type_rest(action, node, scope))


def _self_pick(action: Action, node: ast.Action, name: ActionName, scope: Scope) -> PickItem:
    assert action.kind is not None
    span = node.name.span
    kinds = kinds_in_force(action.kind, name)
    type_ = SetType(ComponentType(action.kind))
    owned = typed.Op("owned", (mover(span),), type=COMPONENTS, span=span)
    exact = typed.Op("of_kinds", (), kinds, type=type_, span=span)
    source = typed.Op("intersect", (exact, owned), type=type_, span=span)
    var = Local("self", type_.of, span)
    scope.names["self"] = var
    return PickItem(var, source, None, None, None, span)


def _item(item: ast.PickItem | ast.LetItem | ast.WhereItem, action: Action, name: ActionName, scope: Scope) -> Item:
    match item:
        case ast.PickItem():
            return _pick(item, action, name, scope)
        case ast.LetItem():
            value = ex.infer(item.value, scope)
            type_ = value.type
            if bare(type_):
                from rulewright.semantics.statements import known_type

                type_ = known_type(value, item.name, scope)
            var = Local(item.name.text, type_, item.name.span)
            declare_local(scope, item.name, var)
            return LetItem(var, value, item.span)
        case ast.WhereItem():
            inner = scope.inner(replace(scope.context, place="a `where`", repetitions=True))
            condition = ex.condition(item.condition, inner)
            learn(scope, item.condition)
            return WhereItem(condition, item.reason, item.span, told=_told(item, inner))


def _told(item: ast.WhereItem | ast.AfterItem, scope: Scope) -> typed.Template | None:
    """The reason with its values, if it holds any in braces."""
    if item.reason is None or item.reason_span is None or not set("{}") & set(item.reason):
        return None
    return type_template(item.reason_span, scope)


def _pick(item: ast.PickItem, action: Action, name: ActionName, scope: Scope) -> PickItem:
    pick = item.pick
    condition = ex.condition(item.condition, scope) if item.condition is not None else None
    source, of = type_source(pick.source, knowing(scope, item.condition))
    least, most = subset_bounds(pick.count, scope)
    if pick.name.text == "self":
        source, of = _explicit_self(pick, source, of, action, name, scope)
    var = Local(pick.name.text, picked_type(pick.count, of), pick.name.span)
    declare_local(scope, pick.name, var)
    return PickItem(var, source, condition, least, most, item.span)


def _explicit_self(
    pick: ast.Pick, source: typed.Expr, of: Type, action: Action, name: ActionName, scope: Scope
) -> tuple[typed.Expr, Type]:
    """`pick self in Z`: only those of the kinds that have this very action."""
    if action.kind is None:
        ex.error(
            scope,
            codes.ACTION_FORM,
            "`self` is picked in a kind's block only",
            pick.name.span,
            hint="give the pick another name",
        )
        return source, of
    if is_poison(source.type):
        return source, ComponentType(action.kind)
    source = ex.require(source, pick.source, scope, COMPONENTS)
    if is_poison(source.type):
        return source, ComponentType(action.kind)
    adopt(source, COMPONENTS)
    type_ = ComponentType(action.kind)
    kinds = kinds_in_force(action.kind, name)
    return typed.Op("narrow", (source,), kinds, type=SetType(type_), span=source.span), type_


# ---- do, after, say ----


def _type_rest(action: Action, node: ast.Action, scope: Scope) -> None:
    seen: list[str] = []
    after: list[WhereItem] = []
    for item in node.items:
        match item:
            case ast.DoItem():
                if not _second(item.span, "do", seen, scope):
                    action.do = type_block(item.body, scope.inner(DO))
            case ast.AfterItem():
                inner = scope.inner(Context("an `after`", repetitions=True))
                condition = ex.condition(item.condition, inner)
                after.append(WhereItem(condition, item.reason, item.span, told=_told(item, inner)))
            case ast.SayItem():
                if not _second(item.span, "say", seen, scope):
                    inner = scope.inner(Context("a notation"))
                    if item.text_span is not None:
                        action.say = type_template(item.text_span, inner)
                    if item.then_span is not None:
                        action.then = type_template(item.then_span, inner)
            case _:
                pass
    action.after = tuple(after)


def _second(span: Span, word: str, seen: list[str], scope: Scope) -> bool:
    """Whether there was one before; reports it."""
    if word in seen:
        end = span.source.text.find("\n", span.start)
        head = Span(span.source, span.start, min(span.end, end))
        ex.error(scope, codes.ACTION_FORM, f"this action has a `{word}` already", head, hint=f"join the two `{word}`s")
        return True
    seen.append(word)
    return False
