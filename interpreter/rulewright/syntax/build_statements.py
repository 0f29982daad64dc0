"""AST builder: statements, decisions, effects and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from lark import Token, Tree

from rulewright.source import Span
from rulewright.syntax import expressions as expr
from rulewright.syntax import statements as ast
from rulewright.syntax.build_expressions import (
    build_bindings,
    build_expression,
    build_int,
    build_list,
    build_optional,
)
from rulewright.syntax.building import Building, Child, Part, parts, text_of
from rulewright.syntax.messages import PLAIN_VALUES
from rulewright.syntax.nodes import Name

Children = Sequence[Child]
T = TypeVar("T")


def build_block(building: Building, children: Children) -> ast.Block:
    """The statements of a block."""
    return tuple(build_statement(building, child) for child in parts(children))


def build_statement(building: Building, part: Part) -> ast.Statement:
    """The statement of a tree."""
    if part.meta.start_pos in building.broken:
        return ast.BadStatement(span=building.span(part))
    if part.data in _OUTCOMES:
        return ast.End(build_outcome(building, part), span=building.span(part))
    return _BUILDERS[part.data](building, part)


def build_outcome(building: Building, part: Part) -> ast.Outcome:
    """The outcome of a tree."""
    return _OUTCOMES[part.data](building, part)


def build_optional_name(building: Building, part: Child) -> Name | None:
    return None if part is None else building.name(part)


def build_each(building: Building, part: Child) -> ast.Each | None:
    if part is None:
        return None
    assert isinstance(part, Tree)
    return ast.Each(build_expression(building, parts(part.children)[0]), span=building.span(part))


def build_type(building: Building, part: Child) -> ast.TypeName | None:
    if part is None:
        return None
    assert isinstance(part, Tree)
    name, of = part.children
    assert name is not None
    return ast.TypeName(building.name(name), build_type(building, of), span=building.span(part))


def build_pick(building: Building, part: Part) -> ast.Pick:
    *count, name, source = part.children
    assert name is not None
    return ast.Pick(
        build_optional(building, count[0]) if count else None,
        building.name(name),
        build_expression(building, cast(Part, source)),
        span=building.span(part),
    )


def build_thing(building: Building, part: Part) -> ast.Thing:
    kind, owner = part.children
    return ast.Thing(
        build_expression(building, cast(Part, kind)), build_optional(building, owner), span=building.span(part)
    )


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
        _plain_values(building, call.span)
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
    chooser, groups, bindings, where, most = part.children
    return ast.Choice(
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
    return ast.Choose(
        _choice(building, cast(Part, choice)), _otherwise(building, otherwise), span=building.span(part)
    )


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


def _pick(building: Building, part: Part) -> ast.Statement:
    pick, where, by, otherwise = part.children
    return ast.PickOne(
        part.data == "may_pick",
        build_pick(building, cast(Part, pick)),
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


# ---- effects ----


def _place(building: Building, part: Part) -> ast.Statement:
    count, things, where, places, fields, name = part.children
    return ast.Place(
        None if count is None else build_int(building, cast(Token, count)),
        tuple(build_thing(building, child) for child in parts(cast(Part, things).children)),
        str(cast(Part, where).children[0]),
        build_list(building, cast(Part, places)),
        build_bindings(building, fields),
        build_optional_name(building, name),
        span=building.span(part),
    )


def _move(building: Building, part: Part) -> ast.Statement:
    what, place, end = part.children
    return ast.Move(
        build_expression(building, cast(Part, what)),
        build_expression(building, cast(Part, place)),
        build_optional_name(building, end),
        span=building.span(part),
    )


def _deal(building: Building, part: Part) -> ast.Statement:
    count, source, place, end = part.children
    return ast.Deal(
        build_expression(building, cast(Part, count)),
        build_expression(building, cast(Part, source)),
        build_expression(building, cast(Part, place)),
        build_optional_name(building, end),
        span=building.span(part),
    )


def _plain_values(building: Building, span: Span) -> None:
    building.findings.add(
        PLAIN_VALUES,
        "what is called on a line of its own takes plain values, with commas between them",
        span,
        label="this form gives a value",
        hint="give it a name first: `let n = count(x in mine: x.at in goal)`",
    )


def _one_operand(node: Callable[..., ast.Statement]) -> Callable[[Building, Part], ast.Statement]:
    def build(building: Building, part: Part) -> ast.Statement:
        return node(build_expression(building, parts(part.children)[0]), span=building.span(part))

    return build


def _swap(building: Building, part: Part) -> ast.Statement:
    first, second = (build_expression(building, child) for child in parts(part.children))
    return ast.Swap(first, second, span=building.span(part))


def _reveal(building: Building, part: Part) -> ast.Statement:
    what, to = part.children
    return ast.Reveal(
        build_expression(building, cast(Part, what)), build_optional(building, to), span=building.span(part)
    )


def _forget(building: Building, part: Part) -> ast.Statement:
    return ast.Forget(building.name(parts(part.children)[0]), span=building.span(part))


def _emit(building: Building, part: Part) -> ast.Statement:
    event, args, later = part.children
    assert event is not None
    values: tuple[expr.Expr, ...] = ()
    for given in parts(cast(Part, args).children):
        if given.data == "expr_list":
            values = build_list(building, given)
        else:
            _plain_values(building, building.span(given))
    return ast.Emit(building.name(event), values, build_optional_name(building, later), span=building.span(part))


def _run_setup(building: Building, part: Part) -> ast.Statement:
    return ast.RunSetup(span=building.span(part))


def _position_from(building: Building, part: Part) -> ast.Statement:
    notation, text = part.children
    assert notation is not None
    return ast.PositionFrom(building.name(notation), text_of(cast(Token, text)), span=building.span(part))


# ---- outcomes ----


def _decided(building: Building, part: Part) -> ast.Outcome:
    player, verb = part.children
    assert verb is not None
    return ast.Decided(build_expression(building, cast(Part, player)), building.name(verb), span=building.span(part))


def _lone_word(building: Building, part: Part) -> ast.Outcome:
    return ast.LoneWord(building.name(cast(Token, part.children[0])), span=building.span(part))


def _rank(building: Building, part: Part) -> ast.Outcome:
    what, keys = part.children
    return ast.Rank(
        build_optional_name(building, what), build_list(building, cast(Part, keys)), span=building.span(part)
    )


def _pay(building: Building, part: Part) -> ast.Outcome:
    return ast.Pay(build_expression(building, parts(part.children)[0]), span=building.span(part))


_OUTCOMES: dict[str, Callable[[Building, Part], ast.Outcome]] = {
    "decided": _decided,
    "lone_word": _lone_word,
    "rank": _rank,
    "pay": _pay,
}

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
    "place": _place,
    "move": _move,
    "deal": _deal,
    "remove": _one_operand(ast.Remove),
    "flip": _one_operand(ast.Flip),
    "swap": _swap,
    "shuffle": _one_operand(ast.Shuffle),
    "reveal": _reveal,
    "eliminate": _one_operand(ast.Eliminate),
    "forget": _forget,
    "emit": _emit,
    "run_setup": _run_setup,
    "position_from": _position_from,
}
