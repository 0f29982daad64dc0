"""AST builder: definitions, triggers, actions, turns, endings, scenarios and what stands around the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from lark import Token, Tree

from rulewright.source import Span
from rulewright.syntax import declarations as ast
from rulewright.syntax.build_effects import (
    build_each,
    build_optional_name,
    build_outcome,
    build_pick,
    build_type,
    question_of,
)
from rulewright.syntax.build_expressions import build_bindings, build_expression, build_list, build_optional
from rulewright.syntax.build_statements import build_block
from rulewright.syntax.building import Building, Child, Part, parts, text_of, text_span
from rulewright.syntax.codes_words import QUESTION_IN_ACTION


def _params(building: Building, part: Child) -> tuple[ast.Param, ...] | None:
    """The parameters of a `params` tree; None of a missing one."""
    if part is None:
        return None
    return tuple(_param(building, child) for child in parts(cast(Part, part).children))


def _param(building: Building, part: Part) -> ast.Param:
    name, type_ = part.children
    assert name is not None
    return ast.Param(building.name(name), build_type(building, type_), span=building.span(part))


def _tags(building: Building, part: Child) -> ast.Tags:
    return building.tags(cast("Part | None", part))


def _optional_text(token: Child) -> str | None:
    return None if token is None else text_of(cast(Token, token))


def _optional_span(building: Building, token: Child) -> Span | None:
    return None if token is None else text_span(building, cast(Token, token))


def _define(building: Building, part: Part) -> ast.Declaration:
    name, params, result, tags, *body = part.children
    assert name is not None
    return ast.Define(
        building.name(name),
        _params(building, params),
        build_type(building, result),
        _tags(building, tags),
        build_expression(building, parts(body)[0]) if part.data == "define" else build_block(building, body),
        span=building.span(part),
    )


def _modify(building: Building, part: Part) -> ast.Declaration:
    name, params, tags, modifier, condition = part.children
    assert name is not None and isinstance(modifier, Tree)
    return ast.Modify(
        building.name(name),
        _params(building, params) or (),
        _tags(building, tags),
        modifier.data.removeprefix("modify_").replace("_", " "),
        build_expression(building, parts(modifier.children)[0]),
        build_optional(building, condition),
        span=building.span(part),
    )


def _event(building: Building, part: Part) -> ast.Declaration:
    name, params = parts(part.children)
    found: list[ast.EventParam] = []
    for child in parts(params.children):
        param = _param(building, parts(child.children)[0])
        answer = child.data == "event_answer"
        found.append(ast.EventParam(answer, param.name, param.type, span=building.span(child)))
    return ast.Event(building.name(name), tuple(found), span=building.span(part))


def _procedure(building: Building, part: Part) -> ast.Declaration:
    name, params, tags, *body = part.children
    assert name is not None
    return ast.Procedure(
        building.name(name),
        _params(building, params) or (),
        _tags(building, tags),
        build_block(building, body),
        span=building.span(part),
    )


def _trigger(building: Building, part: Part) -> ast.Declaration:
    event, params, when, tags, condition, keys, *body = part.children
    assert event is not None
    return ast.Trigger(
        building.name(event),
        None if params is None else building.names(cast("Part | None", cast(Part, params).children[0])),
        build_optional_name(building, when),
        _tags(building, tags),
        build_optional(building, condition),
        build_list(building, cast("Part | None", keys)),
        build_block(building, body),
        span=building.span(part),
    )


def _action(building: Building, part: Part) -> ast.Declaration:
    name, params, tags, *items = part.children
    assert name is not None
    return ast.Action(
        building.name(name),
        _params(building, params),
        _tags(building, tags),
        tuple(_action_item(building, child) for child in parts(items) if child.data != "bad_line"),
        span=building.span(part),
    )


def _without_question(building: Building, pick: Part) -> None:
    question = question_of(pick)
    if question is not None:
        building.findings.add(
            QUESTION_IN_ACTION,
            "the picks of an action are one move, and nobody is asked for each of them",
            building.span(question),
            label="this is never asked",
            hint='take it away; say it where the action is offered: `choose "…": …`',
        )


def _action_item(building: Building, part: Part) -> ast.ActionItem:
    span = building.span(part)
    children = part.children
    match part.data:
        case "pick_item":
            pick, condition = children
            _without_question(building, cast(Part, pick))
            return ast.PickItem(build_pick(building, cast(Part, pick)), build_optional(building, condition), span=span)
        case "let_item":
            name, value = parts(children)
            return ast.LetItem(building.name(name), build_expression(building, value), span=span)
        case "where_item":
            where, reason = children
            told = _optional_span(building, reason)
            tested = build_expression(building, cast(Part, where))
            return ast.WhereItem(tested, _optional_text(reason), reason_span=told, span=span)
        case "after_item":
            after, reason = children
            told = _optional_span(building, reason)
            tested = build_expression(building, cast(Part, after))
            return ast.AfterItem(tested, _optional_text(reason), reason_span=told, span=span)
        case "do_item":
            return ast.DoItem(build_block(building, children), span=span)
        case _:
            text, then = children
            return ast.SayItem(
                text_of(cast(Token, text)),
                _optional_text(then),
                text_span=text_span(building, cast(Token, text)),
                then_span=_optional_span(building, then),
                span=span,
            )


def _tagged_block(node: Callable[..., ast.Declaration]) -> Callable[[Building, Part], ast.Declaration]:
    def build(building: Building, part: Part) -> ast.Declaration:
        tags, *body = part.children
        return node(_tags(building, tags), build_block(building, body), span=building.span(part))

    return build


def _end(building: Building, part: Part) -> ast.Declaration:
    tags, *lines = part.children
    found: list[ast.EndLine] = []
    for child in parts(lines):
        if child.data != "bad_line":
            outcome, condition = parts(child.children)
            found.append(
                ast.EndLine(
                    build_outcome(building, outcome), build_expression(building, condition), span=building.span(child)
                )
            )
    return ast.EndRules(_tags(building, tags), tuple(found), span=building.span(part))


def _position(building: Building, part: Part) -> ast.Declaration:
    return ast.Position(build_list(building, parts(part.children)[0]), span=building.span(part))


# ---- around the rules ----


def _measure(building: Building, part: Part) -> ast.Declaration:
    name, each, value, at = part.children
    assert name is not None
    return ast.Measure(
        building.name(name),
        build_each(building, each),
        build_expression(building, cast(Part, value)),
        build_optional_name(building, at),
        span=building.span(part),
    )


def _notation(building: Building, part: Part) -> ast.Declaration:
    name, text = part.children
    assert name is not None and isinstance(text, Token)
    return ast.Notation(
        building.name(name), text_of(text), text_span=text_span(building, text), span=building.span(part)
    )


def _labels(building: Building, part: Part) -> ast.Declaration:
    path = cast(Token, part.children[0])
    return ast.Labels(text_of(path), path_span=building.span(path), span=building.span(part))


def _display(building: Building, part: Part) -> ast.Declaration:
    found: list[ast.DisplayItem] = []
    for child in parts(part.children):
        if child.data != "bad_line":
            what, values = parts(child.children)
            item = ast.DisplayItem(
                build_expression(building, what), build_list(building, values), span=building.span(child)
            )
            found.append(item)
    return ast.Display(tuple(found), span=building.span(part))


def _rulebook(building: Building, part: Part) -> ast.Declaration:
    title, *clauses = part.children
    found: list[ast.Clause] = []
    for child in parts(clauses):
        if child.data != "bad_line":
            tag, text, _played, reason = child.children
            found.append(
                ast.Clause(
                    building.tag(cast(Part, tag)),
                    text_of(cast(Token, text)),
                    _optional_text(reason),
                    span=building.span(child),
                )
            )
    return ast.Rulebook(text_of(cast(Token, title)), tuple(found), span=building.span(part))


# ---- scenarios ----


def _scenario(building: Building, part: Part) -> ast.Declaration:
    title, covers, *items = part.children
    return ast.Scenario(
        text_of(cast(Token, title)),
        _tags(building, covers),
        tuple(_scenario_item(building, child) for child in parts(items) if child.data != "bad_line"),
        span=building.span(part),
    )


def _scenario_item(building: Building, part: Part) -> ast.ScenarioItem:
    span = building.span(part)
    children = part.children
    match part.data:
        case "with_options":
            return ast.WithOptions(build_bindings(building, children[0]), span=span)
        case "given":
            return ast.Given(build_block(building, children), span=span)
        case "run":
            return ast.Run(build_block(building, children), span=span)
        case "rolls":
            return ast.Rolls(build_list(building, parts(children)[0]), span=span)
        case "play":
            return ast.Play(_played(building, parts(children)[0]), span=span)
        case "decline":
            return ast.Decline(span=span)
        case "expect_illegal":
            move, because = children
            return ast.ExpectIllegal(_played(building, cast(Part, move)), _optional_text(because), span=span)
        case "expect_legal":
            return ast.ExpectLegal(_played(building, parts(children)[0]), span=span)
        case "expect_outcome":
            player, verb = children
            assert verb is not None
            return ast.ExpectOutcome(build_expression(building, cast(Part, player)), building.name(verb), span=span)
        case _:
            return ast.Expect(build_expression(building, parts(children)[0]), span=span)


def _played(building: Building, part: Part) -> ast.Played:
    first, *picks = part.children
    assert isinstance(first, Token)
    if first.type == "STRING":
        return ast.Played(text_of(first), None, (), span=building.span(part))
    bindings = build_bindings(building, picks[0] if picks else None)
    return ast.Played(None, building.name(first), bindings, span=building.span(part))


BEHAVIOUR: dict[str, Callable[[Building, Part], ast.Declaration]] = {
    "define": _define,
    "define_block": _define,
    "modify": _modify,
    "event": _event,
    "procedure": _procedure,
    "trigger": _trigger,
    "action": _action,
    "setup": _tagged_block(ast.Setup),
    "turn": _tagged_block(ast.Turn),
    "flow": _tagged_block(ast.Flow),
    "end": _end,
    "position": _position,
    "measure": _measure,
    "notation": _notation,
    "labels": _labels,
    "display": _display,
    "rulebook": _rulebook,
    "scenario": _scenario,
}
"""Rule's name -> builder."""
