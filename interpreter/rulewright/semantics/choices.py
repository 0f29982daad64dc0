"""Typing what is offered: `choose A | B else C with p = q where C most E`, `possible(A)`, `moves(A)`.

Every alternative becomes an `Offer` for each action of its name. What is given from outside (arguments, the values
after `with`) is typed outside; `where` and `most` are typed for each offer, in a scope that has the action's own picks
and lets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.semantics import codes_rules, codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.facts import knowing
from rulewright.semantics.fitting import comparable, is_poison
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.scope import ActionName, Broken, Removed, Scope
from rulewright.semantics.typed import Action, ChoiceVar, Generic, LetItem, Local, Offer, PickItem
from rulewright.semantics.types import BOOL, INT, PLAYER, ComponentType, SetType, SiteType, StepType, Type
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def names_of(action: Action) -> dict[str, Local]:
    """Parameters, picks and lets of an action, in order."""
    out = {param.name: param for param in action.params}
    for item in action.items:
        if isinstance(item, PickItem | LetItem):
            out[item.var.name] = item.var
    return out


# ---- possible, moves ----


def type_choices(node: ast.Choices, scope: Scope) -> typed.Expr:
    if node.word.text not in ("possible", "moves"):
        ex.error(
            scope,
            codes_typing.UNKNOWN_FUNCTION,
            f"{node.word.text} does not take actions",
            node.word.span,
            hint="possible(A | B) and moves(A) do",
        )
        return ex.poison(node.span)
    return _question(node.word, node.alternatives, node.bindings, node.span, scope)


def type_question(node: ast.Call, scope: Scope) -> typed.Expr:
    """`possible(A)`, `possible(A(x))`: read as a call."""
    alternatives: list[ast.Alternative] = []
    for arg in node.args:
        match arg:
            case ast.Word(name=name):
                alternatives.append(ast.Alternative(ast.Name(name, span=arg.span), None, span=arg.span))
            case ast.Call(function=function, args=args):
                alternatives.append(ast.Alternative(function, args, span=arg.span))
            case ast.Bad():
                return ex.poison(node.span)
            case _:
                ex.error(
                    scope,
                    codes_rules.UNKNOWN_ACTION,
                    "this is no action",
                    arg.span,
                    hint=f"write the name of an action: {node.function.text}(Move)",
                )
                return ex.poison(node.span)
    if len(alternatives) != 1:
        ex.error(
            scope,
            codes_typing.ARGUMENTS,
            f"{node.function.text} asks about actions",
            node.span,
            hint="separate several of them by |",
        )
        return ex.poison(node.span)
    return _question(node.function, tuple(alternatives), (), node.span, scope)


def _question(
    word: ast.Name,
    alternatives: tuple[ast.Alternative, ...],
    bindings: tuple[ast.Binding, ...],
    span: Span,
    scope: Scope,
) -> typed.Expr:
    given: list[ast.Expr] = [binding.value for binding in bindings]
    for alternative in alternatives:
        given += alternative.args or ()
    nested = next((part for value in given for part in nodes_in(value, (ast.Choices, ast.Call)) if _asks(part)), None)
    if nested is not None:
        ex.error(
            scope,
            codes_typing.BINDER_FORM,
            f"a question about actions stands inside of `{word.text}(...)`",
            nested.span,
            hint="give it a name before, with `let` or `define`",
        )
        return ex.poison(span)
    inside = scope.inner(ex.pure(scope, f"`{word.text}(...)`"))
    choice = type_choice(ast.Choice(None, None, (alternatives,), bindings, None, (), span=span), inside)
    if choice is None:
        return ex.poison(span)
    if word.text == "possible":
        return typed.Possible(choice, type=BOOL, span=span)
    return typed.CountMoves(choice, type=INT, span=span)


def _asks(node: ast.Expr) -> bool:
    return isinstance(node, ast.Choices) or (isinstance(node, ast.Call) and node.function.text in ("possible", "moves"))


# ---- choices ----


def type_choice(node: ast.Choice, scope: Scope) -> typed.Choice | None:
    """The typed choice; None after an error. Alternatives that options have removed are left out."""
    before = len(scope.env.findings.errors)
    chooser = ex.type_expr(node.chooser, scope, PLAYER) if node.chooser is not None else None
    quiet = scope.inner(ex.pure(scope, "what limits a choice"))
    values: Values = {}
    groups = tuple(tuple(_offers(group, node, quiet, values)) for group in node.groups)
    if any(_is_broken(alternative, scope) for group in node.groups for alternative in group):
        return None
    if len(scope.env.findings.errors) > before:
        return None
    kept = tuple(group for group in groups if group)
    return typed.Choice(chooser, kept, node.span, node.question or "")


def _is_broken(alternative: ast.Alternative, scope: Scope) -> bool:
    symbol = scope.env.declared.get(alternative.action.text)
    return isinstance(symbol, Broken) or (symbol is None and scope.env.gaps)


Values = dict[tuple[Span, Type], typed.Expr]
"""Values after `with`, by where they stand and what type was wanted: typed once for all offers."""


def _offers(group: Sequence[ast.Alternative], node: ast.Choice, scope: Scope, values: Values) -> list[Offer]:
    out: list[Offer] = []
    for alternative in group:
        for action in _actions(alternative.action, scope):
            offer = _offer(action, alternative, node, scope, values)
            if offer is not None:
                out.append(offer)
    return out


def _actions(name: ast.Name, scope: Scope) -> list[Action]:
    symbol = scope.env.lookup(name.text)
    match symbol:
        case ActionName():
            return symbol.actions
        case Removed() | Broken():
            return []
        case _:
            pass
    if symbol is None and scope.env.gaps:
        return []
    known = [word for word, symbol in scope.env.declared.items() if isinstance(symbol, ActionName)]
    near = did_you_mean(name.text, known)
    if isinstance(symbol, Generic) and not symbol.pure:
        tip = f"a procedure is called on a line of its own: {name.text}(...)"
    elif near:
        tip = f"did you mean {near}?"
    else:
        tip = f"declare it: action {name.text}:"
    ex.error(scope, codes_rules.UNKNOWN_ACTION, f"there is no action {name.text}", name.span, label="unknown", hint=tip)
    return []


def _offer(
    action: Action, alternative: ast.Alternative, node: ast.Choice, scope: Scope, values: Values
) -> Offer | None:
    scope.env.resume(action)
    args = _args(action, alternative, scope)
    names = names_of(action)
    fixed = [_fixed(binding, action, names, scope, values) for binding in node.bindings]
    own = Scope(scope.env, replace(scope.context, place="a filter of `choose`"), scope, dict(names))
    for part in (node.filter, *node.most):
        if part is not None:
            _clash(part, names, scope)
    filter_ = ex.condition(node.filter, own) if node.filter is not None else None
    most = tuple(ex.type_expr(part, knowing(own, node.filter), INT) for part in node.most)
    if args is None:
        return None
    kept = tuple(pair for pair in fixed if pair is not None)
    return Offer(action, args, kept, filter_, most)


def _args(action: Action, alternative: ast.Alternative, scope: Scope) -> tuple[typed.Expr, ...] | None:
    nodes = alternative.args or ()
    if len(nodes) != len(action.params):
        wanted = ", ".join(param.name for param in action.params)
        tip = f"write {action.name}({wanted})" if action.params else f"write {action.name}"
        ex.error(
            scope,
            codes_typing.ARGUMENTS,
            f"{action.name} takes {_number(len(action.params))}, not {len(nodes)}",
            alternative.span,
            hint=tip,
        )
        return None
    return tuple(ex.type_expr(node, scope, param.type) for node, param in zip(nodes, action.params, strict=True))


def _number(n: int) -> str:
    return "no arguments" if n == 0 else "one argument" if n == 1 else f"{n} arguments"


def _fixed(
    binding: ast.Binding, action: Action, names: dict[str, Local], scope: Scope, values: Values
) -> tuple[Local, typed.Expr] | None:
    """`p = q`: p is the action's, q is from outside."""
    name = binding.name.text
    local = names.get(name)
    if local is None:
        near = did_you_mean(name, names) if len(names) > 1 else None
        known = f"it has {wording.listing(list(names))}" if names else "it has no picks"
        ex.error(
            scope,
            codes_rules.UNKNOWN_PICK,
            f"{action.name} has no pick or let {name}",
            binding.name.span,
            hint=f"did you mean {near}?" if near else known,
        )
        return None
    key = (binding.value.span, local.type)
    value = values[key] if key in values else values.setdefault(key, ex.infer(binding.value, scope, local.type))
    if is_poison(value.type) or is_poison(local.type):
        return None
    if not comparable(value.type, local.type, scope.env.game):
        value = ex.require(value, binding.value, scope, local.type)
        return None
    if not isinstance(value.type, ComponentType):
        value = ex.require(value, binding.value, scope, local.type)
    return local, value


def _clash(part: ast.Expr, names: dict[str, Local], scope: Scope) -> None:
    """A name in a filter that is both the action's and a local one outside: nobody could tell which is meant."""
    for word in nodes_in(part, ast.Word):
        if word.name in names and scope.find(word.name) is not None:
            ex.error(
                scope,
                codes_rules.FILTER_NAME,
                f"{word.name} is a name of the action and a local one as well",
                word.span,
                hint="rename the local one",
            )


def choice_var(name: ast.Name, choice: typed.Choice | None, scope: Scope) -> ChoiceVar:
    """`let j = choose …`: its members are the names that all offered actions have, with one type."""
    members: dict[str, Type] = {}
    if choice is not None:
        offers = [offer for group in choice.groups for offer in group]
        tables = [names_of(offer.action) for offer in offers]
        for member, local in (tables[0] if tables else {}).items():
            types = [table[member].type for table in tables if member in table]
            if len(types) == len(tables) and all(type_ == local.type for type_ in types):
                members[member] = local.type
    var = ChoiceVar(name.text, members)
    declare_local(scope, name, var)
    return var


# ---- scenarios ----


def named_pick_types(type_: Type) -> tuple[type[Type], ...]:
    """How a pick of that type may be named besides by its value: a component or a ray's step by its site."""
    if isinstance(type_, ComponentType | StepType):
        return (SiteType,)
    if isinstance(type_, SetType):
        return named_pick_types(type_.of)
    return ()
