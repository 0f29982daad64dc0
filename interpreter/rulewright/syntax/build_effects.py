"""AST builder: effects and outcomes, and the small parts that statements and declarations share."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

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
from rulewright.syntax.building import Building, Child, Part, parts, text_of, text_span
from rulewright.syntax.codes_words import PLAIN_VALUES
from rulewright.syntax.nodes import Name


def build_outcome(building: Building, part: Part) -> ast.Outcome:
    """The outcome of a tree."""
    return OUTCOMES[part.data](building, part)


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


def question_of(pick: Part) -> Token | None:
    """The text of what a pick asks, as it is written; None if it says nothing."""
    asked = pick.data in ("pick_asked", "pick_some_asked")
    return cast(Token, pick.children[0]) if asked else None


def build_pick(building: Building, part: Part) -> ast.Pick:
    *count, name, source = part.children[question_of(part) is not None :]
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


def plain_values(building: Building, span: Span) -> None:
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
            plain_values(building, building.span(given))
    return ast.Emit(building.name(event), values, build_optional_name(building, later), span=building.span(part))


def _run_setup(building: Building, part: Part) -> ast.Statement:
    return ast.RunSetup(span=building.span(part))


def _position_from(building: Building, part: Part) -> ast.Statement:
    notation, text = part.children
    assert notation is not None
    written = cast(Token, text)
    return ast.PositionFrom(
        building.name(notation), text_of(written), text_span=text_span(building, written), span=building.span(part)
    )


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


OUTCOMES: dict[str, Callable[[Building, Part], ast.Outcome]] = {
    "decided": _decided,
    "lone_word": _lone_word,
    "rank": _rank,
    "pay": _pay,
}

EFFECTS: dict[str, Callable[[Building, Part], ast.Statement]] = {
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
