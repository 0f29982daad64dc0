"""AST builder: statements, decisions, effects and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from lark import Token, Tree

from rulewright.syntax import expressions as expr
from rulewright.syntax import statements as ast
from rulewright.syntax.build_effects import (
    EFFECTS,
    OUTCOMES,
    build_each,
    build_optional_name,
    build_outcome,
    build_pick,
    build_type,
    plain_values,
    question_of,
)
from rulewright.syntax.build_expressions import (
    build_bindings,
    build_expression,
    build_list,
    build_optional,
)
from rulewright.syntax.building import Building, Child, Part, parts, text_of

Children = Sequence[Child]
T = TypeVar("T")


def build_block(building: Building, children: Children) -> ast.Block:
    """The statements of a block."""
    return tuple(build_statement(building, child) for child in parts(children))


def build_statement(building: Building, part: Part) -> ast.Statement:
    """The statement of a tree."""
    if part.meta.start_pos in building.broken:
        return ast.BadStatement(span=building.span(part))
    if part.data in OUTCOMES:
        return ast.End(build_outcome(building, part), span=building.span(part))
    return _BUILDERS[part.data](building, part)


def _bad_statement(building: Building, part: Part) -> ast.Statement:
    return ast.BadStatement(span=building.span(part))


# ---- values ----


def _let(building: Building, part: Part) -> ast.Statement:
    name, value = parts(part.children)
    return ast.Let(building.name(name), build_expression(building, value), span=building.span(part))


def _local_var(building: Building, part: Part) -> ast.Statement:
    name, each, type_, range_, value = part.children
    assert name is not None
    return ast.LocalVar(
        building.name(name),
        build_each(building, each),
        build_type(building, type_),
        build_optional(building, range_),
        build_expression(building, cast(Part, value)),
        span=building.span(part),
    )


def _assign(building: Building, part: Part) -> ast.Statement:
    target, op, value = part.children
    return ast.Assign(
        build_expression(building, cast(Part, target)),
        str(op),
        build_expression(building, cast(Part, value)),
        span=building.span(part),
    )


def _do(building: Building, part: Part) -> ast.Statement:
    call = build_expression(building, part)
    if isinstance(call, expr.Call):
        return ast.Do(call, span=building.span(part))
    if not isinstance(call, expr.Bad):
        plain_values(building, call.span)
    return ast.BadStatement(span=building.span(part))


# ---- control ----


def build_branches(
    building: Building, part: Part, block: Callable[[Building, Children], tuple[T, ...]]
) -> tuple[tuple[tuple[expr.Expr, tuple[T, ...]], ...], tuple[T, ...] | None]:
    """The (condition, block) pairs and the `else` block of an `if`, whatever its blocks hold."""
    branches: list[tuple[expr.Expr, tuple[T, ...]]] = []
    otherwise: tuple[T, ...] | None = None
    for child in parts(part.children):
        if child.data == "else_part":
            otherwise = block(building, child.children)
        else:
            condition, *body = child.children
            branches.append((build_expression(building, cast(Part, condition)), block(building, body)))
    return tuple(branches), otherwise


def _if(building: Building, part: Part) -> ast.Statement:
    branches, otherwise = build_branches(building, part, build_block)
    return ast.If(branches, otherwise, span=building.span(part))


def _for(building: Building, part: Part) -> ast.Statement:
    var, source, where, keys, *body = part.children
    assert var is not None
    return ast.For(
        building.name(var),
        build_expression(building, cast(Part, source)),
        build_optional(building, where),
        build_list(building, cast("Part | None", keys)),
        build_block(building, body),
        span=building.span(part),
    )


def _while(building: Building, part: Part) -> ast.Statement:
    condition, *body = parts(part.children)
    return ast.While(build_expression(building, condition), build_block(building, body), span=building.span(part))


def _repeat(building: Building, part: Part) -> ast.Statement:
    times, *body = parts(part.children)
    return ast.Repeat(build_expression(building, times), build_block(building, body), span=building.span(part))


def _break(building: Building, part: Part) -> ast.Statement:
    return ast.Break(span=building.span(part))


def _return(building: Building, part: Part) -> ast.Statement:
    return ast.Return(build_optional(building, part.children[0]), span=building.span(part))


def _together(building: Building, part: Part) -> ast.Statement:
    var, source, *body = parts(part.children)
    return ast.Together(
        building.name(var),
        build_expression(building, source),
        build_block(building, body),
        span=building.span(part),
    )


def _one_move(building: Building, part: Part) -> ast.Statement:
    by, most, *body = part.children
    return ast.OneMove(
        build_optional_name(building, by),
        build_list(building, cast("Part | None", most)),
        build_block(building, body),
        span=building.span(part),
    )


def _turn_of(building: Building, part: Part) -> ast.Statement:
    tags, player, *body = part.children
    return ast.TurnOf(
        building.tags(cast("Part | None", tags)),
        build_expression(building, cast(Part, player)),
        build_block(building, body),
        span=building.span(part),
    )


# ---- decisions ----


def _choice(building: Building, part: Part) -> ast.Choice:
    question, chooser, groups, bindings, where, most = part.children
    return ast.Choice(
        _question(question),
        build_optional(building, chooser),
        tuple(
            tuple(_alternative(building, child) for child in parts(group.children))
            for group in parts(cast(Part, groups).children)
        ),
        build_bindings(building, bindings),
        build_optional(building, where),
        build_list(building, cast("Part | None", most)),
        span=building.span(part),
    )


def _alternative(building: Building, part: Part) -> expr.Alternative:
    name, args = part.children
    assert name is not None
    values = None if args is None else build_list(building, cast("Part | None", cast(Part, args).children[0]))
    return expr.Alternative(building.name(name), values, span=building.span(part))


def _otherwise(building: Building, part: Child) -> ast.Block | None:
    return None if part is None else build_block(building, cast(Part, part).children)


def _choose(building: Building, part: Part) -> ast.Statement:
    choice, otherwise = part.children
    return ast.Choose(_choice(building, cast(Part, choice)), _otherwise(building, otherwise), span=building.span(part))


def _may_choose(building: Building, part: Part) -> ast.Statement:
    choice, limit = part.children
    assert limit is None or isinstance(limit, Tree)
    times = build_expression(building, parts(limit.children)[0]) if limit and limit.data == "at_most" else None
    repeatedly = limit is not None and limit.data == "repeatedly"
    return ast.MayChoose(_choice(building, cast(Part, choice)), times, repeatedly, span=building.span(part))


def _let_choose(building: Building, part: Part) -> ast.Statement:
    name, choice, otherwise = part.children
    assert name is not None
    return ast.LetChoose(
        building.name(name),
        _choice(building, cast(Part, choice)),
        _otherwise(building, otherwise),
        span=building.span(part),
    )


def _question(text: Child) -> str | None:
    return None if text is None else text_of(cast(Token, text))


def _pick(building: Building, part: Part) -> ast.Statement:
    pick, where, by, otherwise = part.children
    assert isinstance(pick, Tree)
    return ast.PickOne(
        part.data == "may_pick",
        _question(question_of(pick)),
        build_pick(building, pick),
        build_optional(building, where),
        build_optional(building, by),
        _otherwise(building, otherwise),
        span=building.span(part),
    )


def _ask(building: Building, part: Part) -> ast.Statement:
    chooser, text, *body = part.children
    return ast.Ask(
        build_optional(building, chooser),
        text_of(cast(Token, text)),
        build_block(building, body),
        span=building.span(part),
    )


_BUILDERS: dict[str, Callable[[Building, Part], ast.Statement]] = {
    "bad_statement": _bad_statement,
    "let": _let,
    "local_var": _local_var,
    "assign": _assign,
    "call": _do,
    "if_statement": _if,
    "for_loop": _for,
    "while_loop": _while,
    "repeat": _repeat,
    "break": _break,
    "return": _return,
    "together": _together,
    "one_move": _one_move,
    "turn_of": _turn_of,
    "choose_line": _choose,
    "may_choose": _may_choose,
    "let_choose": _let_choose,
    "pick_line": _pick,
    "may_pick": _pick,
    "ask": _ask,
    **EFFECTS,
}
