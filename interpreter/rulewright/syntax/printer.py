"""Printer: a whole file in its canonical form, the core of the formatter.

Blocks are indented by four spaces, `##` comments stand above their declaration, and an empty line stands around each
declaration that has a block, and between lines of different sorts. Plain `#` comments are not in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from rulewright.syntax import declarations as ast
from rulewright.syntax.expressions import Expr
from rulewright.syntax.nodes import Name
from rulewright.syntax.print_around import print_around, print_board
from rulewright.syntax.print_expressions import (
    RANGE,
    print_bindings,
    print_expression,
    print_list,
    print_operand,
    print_text,
    print_type,
)
from rulewright.syntax.print_statements import (
    indented,
    print_block,
    print_each,
    print_outcome,
    print_pick,
    print_tags,
)
from rulewright.syntax.statements import TypeName

_Behaviour = (
    ast.Define
    | ast.Modify
    | ast.Event
    | ast.Procedure
    | ast.Trigger
    | ast.Action
    | ast.Setup
    | ast.Turn
    | ast.Flow
    | ast.EndRules
)
_State = ast.Field | ast.Var | ast.Zone | ast.Constant | ast.KindTrait | ast.Kind | ast.Layer | ast.Enum | ast.Die
_Around = ast.Position | ast.Rulebook | ast.Measure | ast.Notation | ast.Labels | ast.Display | ast.Scenario
_Game = ast.Language | ast.Include | ast.Game | ast.Players | ast.Team | ast.Option | ast.Preset
_Board = ast.Board | ast.BoardFrom | ast.Facing | ast.Region
_Structure = ast.BadDeclaration | ast.Guard

Sum = _Structure | _Game | _Board | _State | _Behaviour | _Around
"""Every class of declaration and member, so that a new one is an error of types here."""


def print_file(file: ast.RulesFile) -> str:
    """The text of a file in canonical form; ends with a newline unless the file is empty."""
    out: list[str] = []
    before: tuple[type[ast.Declaration], bool] | None = None
    for item in file.items:
        lines = print_declaration(item)
        now = (type(item), len(lines) > 1)
        if before is not None and (before != now or now[1]):
            out.append("")
        out += lines
        before = now
    return "".join(f"{line}\n" for line in out)


def print_declaration(declaration: ast.Declaration, *, member: bool = False) -> list[str]:
    """The lines of a declaration, or of a kind's `member`, with its doc comment above it."""
    doc = [] if declaration.doc is None else [f"## {line}".rstrip() for line in declaration.doc.split("\n")]
    return [*doc, *_declaration(cast(Sum, declaration), member)]


def _declaration(shown: Sum, member: bool) -> list[str]:
    match shown:
        case ast.BadDeclaration():
            return ["?"]
        case ast.Guard(branches, otherwise):
            return _guard(branches, otherwise, member)
        case ast.Field(name, each, typed):
            return [f"{'' if member else 'field '}{name}{print_each(each)}{_typed(typed)}"]
        case ast.Var(name, each, typed):
            return [f"var {name}{print_each(each)}{_typed(typed)}"]
        case ast.Zone(name, each, traits):
            words = ", ".join(f"{trait.name}{_name(' to ', trait.to)}" for trait in traits)
            return [f"zone {name}{print_each(each)}{f': {words}' if words else ''}"]
        case ast.Constant(name, each, value):
            return [f"{name}{print_each(each)} = {print_expression(value)}"]
        case ast.KindTrait(word):
            return [word.text]
        case ast.Kind(word, name, label, parent, table, tags, members):
            head = f"{word} {name}{_text(' ', label)}{_name(' is ', parent)}{_text(' from ', table)}{print_tags(tags)}"
            return _with_block(head, _declarations(members, member=True))
        case ast.Layer(name, parts):
            return [f"layer {name}: {', '.join(' '.join(map(str, part.words)) for part in parts)}"]
        case ast.Enum(name, values):
            return [f"enum {name}: {_names(values)}"]
        case ast.Die(name, faces):
            return [f"die {name}: {print_list(faces)}"]
        case ast.Language() | ast.Include() | ast.Game() | ast.Players() | ast.Team() | ast.Option() | ast.Preset():
            return _game(shown)
        case ast.Board() | ast.BoardFrom() | ast.Facing() | ast.Region():
            return print_board(shown)
        case (
            ast.Position()
            | ast.Rulebook()
            | ast.Measure()
            | ast.Notation()
            | ast.Labels()
            | ast.Display()
            | ast.Scenario()
        ):
            return print_around(shown)
        case _:
            return _behaviour(shown)


def _game(shown: _Game) -> list[str]:
    match shown:
        case ast.Language(edition):
            return [f"language {edition}"]
        case ast.Include(path):
            return [f"include {print_text(path)}"]
        case ast.Game(title, fields):
            return _with_block(f"game {print_text(title)}", (_game_field(field) for field in fields))
        case ast.Players():
            return [_players(shown)]
        case ast.Team(name, members):
            return [f"team {name}: {_names(members)}"]
        case ast.Option(name, values, default, help_):
            words = " | ".join(print_expression(value) for value in values)
            return [f"option {name}: {words} = {print_expression(default)}{_text(' ', help_)}"]
        case ast.Preset(title, bindings):
            return [f"preset {print_text(title)}: {print_bindings(bindings)}"]
        case _:
            assert_never(shown)


def _game_field(field: ast.GameField) -> str:
    if isinstance(field.value, str):
        return f"{field.name} {print_text(field.value)}"
    return f"{field.name} {field.value}" + ("" if field.upto is None else f" to {field.upto}")


def _players(players: ast.Players) -> str:
    if players.least is None:
        return f"players {_names(players.names)}"
    most = "" if players.most is None else f" to {print_expression(players.most)}"
    return f"players {print_expression(players.least)}{most}{_names(players.names, ': ')}"


def _behaviour(shown: _Behaviour) -> list[str]:
    match shown:
        case ast.Define(name, params, result, tags, body):
            head = f"define {name}{_params(params)}{_type(': ', result)}{print_tags(tags)}"
            return (
                [f"{head}:", *print_block(body)] if isinstance(body, tuple) else [f"{head} = {print_expression(body)}"]
            )
        case ast.Modify(name, params, tags, how, value, condition):
            when = "" if condition is None else f" when {print_expression(condition)}"
            return [f"modify {name}{_params(params)}{print_tags(tags)} {how} {print_expression(value)}{when}"]
        case ast.Event(name, event_params):
            inside = ", ".join(f"{'var ' if p.answer else ''}{p.name}{_type(': ', p.type)}" for p in event_params)
            return [f"event {name}({inside})"]
        case ast.Procedure(name, params, tags, body):
            return [f"procedure {name}{_params(params)}{print_tags(tags)}:", *print_block(body)]
        case ast.Trigger(event, names, when, tags, condition, keys, body):
            args = "" if names is None else f"({_names(names)})"
            if_ = "" if condition is None else f" if {print_expression(condition)}"
            by = f" by {print_list(keys)}" if keys else ""
            return [f"when {event}{args}{_name(' ', when)}{print_tags(tags)}{if_}{by}:", *print_block(body)]
        case ast.Action(name, params, tags, items):
            head = f"action {name}{_params(params)}{print_tags(tags)}"
            return _with_block(head, (line for item in items for line in _action_item(item)))
        case ast.Setup(tags, body):
            return [f"setup{print_tags(tags)}:", *print_block(body)]
        case ast.Turn(tags, body):
            return [f"turn{print_tags(tags)}:", *print_block(body)]
        case ast.Flow(tags, body):
            return [f"flow{print_tags(tags)}:", *print_block(body)]
        case ast.EndRules(tags, lines):
            conditions = (f"{print_outcome(line.outcome)} when {print_expression(line.condition)}" for line in lines)
            return _with_block(f"end{print_tags(tags)}", conditions)
        case _:
            assert_never(shown)


def _action_item(item: ast.ActionItem) -> list[str]:
    match item:
        case ast.PickItem(pick, condition):
            when = "" if condition is None else f" when {print_expression(condition)}"
            return [f"{print_pick(pick)}{when}"]
        case ast.LetItem(name, value):
            return [f"let {name} = {print_expression(value)}"]
        case ast.WhereItem(condition, reason):
            return [f"where {print_expression(condition)}{_text(' ', reason)}"]
        case ast.AfterItem(condition, reason):
            return [f"after {print_expression(condition)}{_text(' ', reason)}"]
        case ast.DoItem(body):
            return ["do:", *print_block(body)]
        case ast.SayItem(text, then):
            return [f"say {print_text(text)}{_text(' then ', then)}"]
        case _:
            raise TypeError(f"not a part of an action: {item!r}")


def _guard(
    branches: tuple[tuple[Expr, tuple[ast.Declaration, ...]], ...],
    otherwise: tuple[ast.Declaration, ...] | None,
    member: bool,
) -> list[str]:
    lines: list[str] = []
    for condition, items in branches:
        inside = indented(_declarations(items, member=member))
        lines += [f"{'elif' if lines else 'if'} {print_expression(condition)}:", *inside]
    return lines if otherwise is None else [*lines, "else:", *indented(_declarations(otherwise, member=member))]


def _declarations(items: Iterable[ast.Declaration], *, member: bool) -> Iterable[str]:
    return (line for item in items for line in print_declaration(item, member=member))


def _with_block(head: str, lines: Iterable[str]) -> list[str]:
    """A header and its indented block; without a block, no colon."""
    inside = indented(lines)
    return [f"{head}:", *inside] if inside else [head]


def _params(params: tuple[ast.Param, ...] | None) -> str:
    if params is None:
        return ""
    inside = ", ".join(param.name.text + _type(": ", param.type) for param in params)
    return f"({inside})"


def _typed(typed: ast.Typed) -> str:
    range_ = "" if typed.range is None else f" in {print_operand(typed.range, RANGE)}"
    value = "" if typed.value is None else f" = {print_expression(typed.value)}"
    return f": {print_type(typed.type)}{range_}{value}{_name(' until ', typed.until)}{_name(' of ', typed.until_of)}"


def _type(before: str, type_: TypeName | None) -> str:
    return "" if type_ is None else f"{before}{print_type(type_)}"


def _text(before: str, text: str | None) -> str:
    return "" if text is None else f"{before}{print_text(text)}"


def _name(before: str, name: Name | None) -> str:
    return "" if name is None else f"{before}{name}"


def _names(names: Iterable[Name], before: str = "") -> str:
    shown = ", ".join(name.text for name in names)
    return f"{before}{shown}" if shown else ""
