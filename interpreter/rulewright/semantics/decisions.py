"""Typing decisions: `choose`, `may choose`, `let j = choose`, `pick` as a statement, `may "…":`, `one move`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.semantics import codes_rules, typed
from rulewright.semantics import codes_statements as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.binders import type_source
from rulewright.semantics.choices import choice_var, type_choice
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.scope import Scope
from rulewright.semantics.typed import Local
from rulewright.semantics.types import BOOL, INT, PLAYER, POISON, SetType, Type
from rulewright.source import Span
from rulewright.syntax import ast


def decision_allowed(scope: Scope, what: str, span: Span) -> bool:
    """Whether somebody may be asked here; reports it if not."""
    if scope.context.decisions:
        return True
    context = scope.context
    tip = "play the decision afterwards: play ..." if context.given else "decide in an action, the flow, a procedure"
    ex.error(scope, codes.DECISION_PLACE, f"{what} is a decision, and {context.place} has none", span, hint=tip)
    return False


def type_decision(
    node: ast.Choose | ast.MayChoose | ast.LetChoose | ast.PickOne | ast.Ask, scope: Scope
) -> list[typed.Statement]:
    span = node.span
    match node:
        case ast.Choose():
            allowed = decision_allowed(scope, "`choose`", _line(span))
            choice = type_choice(node.choice, scope)
            otherwise = _otherwise(node.otherwise, scope)
            return [typed.Choose(choice, otherwise, None, span=span)] if choice and allowed else []
        case ast.MayChoose():
            allowed = decision_allowed(scope, "`may choose`", _line(span))
            choice = type_choice(node.choice, scope)
            times = ex.type_expr(node.times, scope, INT) if node.times is not None else None
            return [typed.MayChoose(choice, times, node.repeatedly, span=span)] if choice and allowed else []
        case ast.LetChoose():
            allowed = decision_allowed(scope, "`choose`", _line(span))
            choice = type_choice(node.choice, scope)
            otherwise = _otherwise(node.otherwise, scope)
            if choice is None:
                declare_local(scope, node.name, Local(node.name.text, POISON, node.name.span))
                return []
            into = choice_var(node.name, choice, scope)
            return [typed.Choose(choice, otherwise, into, span=span)] if allowed else []
        case ast.PickOne():
            return _pick(node, scope)
        case ast.Ask():
            allowed = decision_allowed(scope, "`may`", _line(span))
            chooser = ex.type_expr(node.chooser, scope, PLAYER) if node.chooser is not None else None
            body = typed_block(node.body, scope)
            return [typed.Ask(chooser, node.text, body, span=span)] if allowed else []


def _line(span: Span) -> Span:
    """The first line of a statement that may have a block."""
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, end if end >= 0 else span.end))


def typed_block(nodes: ast.Block, scope: Scope) -> typed.Block:
    from rulewright.semantics.statements import type_block

    return type_block(nodes, scope.inner())


def _otherwise(nodes: ast.Block | None, scope: Scope) -> typed.Block | None:
    return typed_block(nodes, scope) if nodes is not None else None


# ---- picks ----


def subset_bounds(count: ast.Expr | None, scope: Scope) -> tuple[typed.Expr | None, typed.Expr | None]:
    """How many are picked at least and at most; (None, None) for a single pick."""
    if count is None:
        return None, None
    if isinstance(count, ast.Binary) and count.op == "..":
        least, most = ex.type_expr(count.left, scope, INT), ex.type_expr(count.right, scope, INT)
    else:
        least = most = ex.type_expr(count, scope, INT)
    low, high = (part.value if isinstance(part, typed.Constant) else None for part in (least, most))
    if isinstance(low, int) and isinstance(high, int) and not is_poison(least.type) and not is_poison(most.type):
        if low > high:
            ex.error(
                scope,
                codes_rules.SUBSET,
                f"no number lies in {low}..{high}",
                count.span,
                hint=f"the smaller comes first: {high}..{low}",
            )
        elif low < 0:
            ex.error(scope, codes_rules.SUBSET, f"{low} things cannot be picked", count.span)
    return least, most


def picked_type(count: ast.Expr | None, of: Type) -> Type:
    return of if count is None else SetType(of)


def _pick(node: ast.PickOne, scope: Scope) -> list[typed.Statement]:
    allowed = decision_allowed(scope, "`pick`", _line(node.span))
    chooser = ex.type_expr(node.chooser, scope, PLAYER) if node.chooser is not None else None
    source, of = type_source(node.pick.source, scope.inner(ex.pure(scope, "a pick")))
    least, most = subset_bounds(node.pick.count, scope)
    var = Local(node.pick.name.text, picked_type(node.pick.count, of), node.pick.name.span)
    otherwise = _otherwise(node.otherwise, scope)
    declare_local(scope, node.pick.name, var)
    inner = scope.inner(ex.pure(scope, "the `where` of a pick"))
    filter_ = ex.type_expr(node.filter, inner, BOOL) if node.filter is not None else None
    if not allowed or is_poison(source.type):
        return []
    question = node.question or ""
    return [typed.PickOne(node.may, var, source, least, most, filter_, chooser, otherwise, question, span=node.span)]


# ---- one move ----


def type_one_move(node: ast.OneMove, scope: Scope) -> list[typed.Statement]:
    allowed = decision_allowed(scope, "`one move`", _line(node.span))
    by_path = node.by is not None and node.by.text == "path"
    if node.by is not None and not by_path:
        ex.error(
            scope,
            codes.ONE_MOVE,
            f"moves are not told apart by {node.by.text}",
            node.by.span,
            hint="write `one move by path:` or `one move:`",
        )
    for asked in nodes_in(node.body, (ast.Choice, ast.PickOne, ast.Ask)):
        if isinstance(asked, ast.Choice | ast.PickOne | ast.Ask) and asked.chooser is not None:
            ex.error(
                scope,
                codes.ONE_MOVE,
                "another player cannot decide inside of one move",
                asked.chooser.span,
                hint="put this decision before or behind the block",
            )
    for leaving in nodes_in(node.body, (ast.Return,)):
        if isinstance(leaving, ast.Return):
            ex.error(
                scope,
                codes.ONE_MOVE,
                "`return` cannot lead out of a `one move` block",
                leaving.span,
                hint="end the block by an `if` around the rest of it, and put `return` behind the block",
            )
    most = tuple(ex.type_expr(part, scope.inner(ex.pure(scope, "`most`")), INT) for part in node.most)
    context = replace(scope.context, chance=False, loop=False, place="a `one move` block", in_turn=True)
    from rulewright.semantics.statements import type_block

    body = type_block(node.body, scope.inner(context))
    return [typed.OneMove(by_path, most, body, span=node.span)] if allowed else []
