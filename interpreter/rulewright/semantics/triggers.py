"""Events and triggers."""

from __future__ import annotations

from rulewright.semantics import codes_rules as codes
from rulewright.semantics import codes_typing
from rulewright.semantics import expressions as ex
from rulewright.semantics.effects import find_event, unknown_event
from rulewright.semantics.facts import knowing
from rulewright.semantics.fitting import fits, is_poison, overlap
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.names import declare
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.statements import ordering_key, type_block
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.typed import Event, Local, Trigger
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import POISON, ComponentType
from rulewright.source import did_you_mean
from rulewright.syntax import ast

BODY = Context("a trigger", effects=True, decisions=True, chance=True, in_turn=True)
_RANKS = {"first": 0, "last": 2}


def declare_event(env: Env, node: ast.Event) -> None:
    params: list[Local] = []
    for param in node.params:
        if param.type is None:
            env.findings.add(
                codes_typing.NEEDS_TYPE,
                f"{param.name.text} may be anything",
                param.span,
                hint=f"write its type: {param.name.text}: site",
            )
        type_ = resolve_type(param.type, env) if param.type is not None else POISON
        params.append(Local(param.name.text, type_, param.name.span))
    answers = tuple(param.answer for param in node.params)
    event = Event(node.name.text, tuple(params), answers, builtin=False, span=node.name.span)
    if declare(env, node.name, event):
        env.game.events.append(event)


def type_trigger(node: ast.Trigger, kind: KindDecl | None, env: Env) -> None:
    """Add a trigger to the game."""
    scope = Scope(env, Context("the `if` of a trigger"))
    name = node.event.text
    event = find_event(name, scope)
    rank = 1
    if node.when is not None:
        if node.when.text not in _RANKS:
            near = did_you_mean(node.when.text, _RANKS)
            env.findings.add(
                codes.UNKNOWN_EVENT,
                f"`{node.when.text}` means nothing here",
                node.when.span,
                hint=f"did you mean {near}?" if near else "write `first`, `last`, or nothing",
            )
        rank = _RANKS.get(node.when.text, 1)
    if event is None:
        unknown_event(node.event, scope, declared_only=False)
        return
    params, about = _params(node, event, kind, scope)
    if params is None:
        return
    self_var = params[about] if about is not None else None
    if kind is not None and self_var is None:
        self_var = Local("self", ComponentType(kind), node.event.span)
        scope.names["self"] = self_var
    condition = ex.condition(node.condition, scope) if node.condition is not None else None
    inside = knowing(scope, node.condition)
    keys = tuple(ordering_key(key, inside) for key in node.keys)
    body = type_block(node.body, inside.inner(BODY))
    tags = tuple(tag.text for tag in node.tags)
    if any(is_poison(part.type) for part in [*keys, *([condition] if condition else [])]):
        return
    env.game.triggers.append(
        Trigger(event, params, rank, condition, keys, body, kind, self_var, about, tags, node.event.span)
    )


def _params(
    node: ast.Trigger, event: Event, kind: KindDecl | None, scope: Scope
) -> tuple[tuple[Local, ...] | None, int | None]:
    """The trigger's names for what the event tells, bound in `scope`; and which of them is `self`."""
    names = node.params or ()
    if len(names) > len(event.params):
        told = ", ".join(param.name for param in event.params) or "nothing"
        ex.error(
            scope,
            codes.EVENT_PARAMS,
            f"{event.name} tells only {len(event.params)} things: {told}",
            names[len(event.params)].span,
            hint="leave the further names away",
        )
        return None, None
    params: list[Local] = []
    about: int | None = None
    for i, name in enumerate(names):
        told_of, answer = event.params[i], event.answer[i]
        type_ = told_of.type
        if name.text == "self":
            if kind is None:
                ex.error(
                    scope,
                    codes.NEEDS_SELF,
                    "there is no `self` outside of a kind's block",
                    name.span,
                    hint=f"use another name, such as {told_of.name}",
                )
                return None, None
            own = ComponentType(kind)
            if not is_poison(type_) and not (fits(own, type_, scope.env.game) or overlap(own, type_, scope.env.game)):
                ex.error(
                    scope,
                    codes.EVENT_PARAMS,
                    f"{told_of.name} of {event.name} is never {own}",
                    name.span,
                    hint=f"use another name, such as {told_of.name}",
                )
                return None, None
            type_, about = own, i
        local = Local(name.text, type_, name.span, mutable=answer)
        declare_local(scope, name, local)
        params.append(local)
    return tuple(params), about
