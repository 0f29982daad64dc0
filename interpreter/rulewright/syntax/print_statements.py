"""Printer: statements as lines of text, indented by four spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from rulewright.syntax import statements as ast
from rulewright.syntax.expressions import Expr
from rulewright.syntax.nodes import Name, Tag
from rulewright.syntax.print_expressions import (
    OF,
    RANGE,
    print_alternative,
    print_bindings,
    print_expression,
    print_list,
    print_operand,
    print_subject,
    print_text,
    print_type,
)

STEP = "    "

Sum = (
    ast.BadStatement
    | ast.Let
    | ast.LocalVar
    | ast.Assign
    | ast.Do
    | ast.If
    | ast.For
    | ast.While
    | ast.Repeat
    | ast.Break
    | ast.Return
    | ast.Together
    | ast.OneMove
    | ast.TurnOf
    | ast.Choose
    | ast.MayChoose
    | ast.LetChoose
    | ast.PickOne
    | ast.Ask
    | ast.Place
    | ast.Move
    | ast.Deal
    | ast.Remove
    | ast.Flip
    | ast.Swap
    | ast.Shuffle
    | ast.Reveal
    | ast.Eliminate
    | ast.Forget
    | ast.Emit
    | ast.RunSetup
    | ast.PositionFrom
    | ast.End
)
"""Every class of statement, so that a new one is an error of types here."""


def indented(lines: Iterable[str]) -> list[str]:
    """The lines one step further in; the further lines of a text in quotations stay as they are."""
    return [STEP + line for line in lines]


def print_block(block: ast.Block) -> list[str]:
    """The lines of a block, indented. Each line is one string; one with a picture has newlines in it."""
    return indented(line for statement in block for line in print_statement(statement))


def print_tags(tags: tuple[Tag, ...]) -> str:
    return f" [{', '.join(tag.text for tag in tags)}]" if tags else ""


def print_each(each: ast.Each | None) -> str:
    return "" if each is None else f" of each {print_operand(each.over, RANGE)}"


def print_pick(pick: ast.Pick, question: str | None = None) -> str:
    count = "" if pick.count is None else f"{print_operand(pick.count, RANGE)} "
    return f"pick {_question(question)}{count}{pick.name} in {print_expression(pick.source)}"


def print_thing(thing: ast.Thing) -> str:
    return print_expression(thing.kind) + _after(" of ", thing.owner, OF)


def print_outcome(outcome: ast.Outcome) -> str:
    match outcome:
        case ast.Decided(player, verb):
            return f"{print_subject(player)} {verb}"
        case ast.LoneWord(word):
            return word.text
        case ast.Rank(what, keys):
            return f"rank {'' if what is None else f'{what} '}by {print_list(keys)}"
        case ast.Pay(amount):
            return f"pay {print_expression(amount)}"
        case _:
            raise TypeError(f"not an outcome: {outcome!r}")


def print_statement(statement: ast.Statement) -> list[str]:
    """The lines of a statement, its blocks indented."""
    shown = cast(Sum, statement)
    match shown:
        case ast.BadStatement():
            return ["?"]
        case ast.Let(name, value):
            return [f"let {name} = {print_expression(value)}"]
        case ast.LocalVar(name, each, type_, range_, value):
            typed = "" if type_ is None else f": {print_type(type_)}{_after(' in ', range_, RANGE)}"
            return [f"var {name}{print_each(each)}{typed} = {print_expression(value)}"]
        case ast.Assign(target, op, value):
            return [f"{print_subject(target, alone=True)} {op} {print_expression(value)}"]
        case ast.Do(call):
            return [print_expression(call)]
        case ast.If(branches, otherwise):
            return _if(branches, otherwise)
        case ast.For(var, source, where, keys, body):
            by = f" by {print_list(keys)}" if keys else ""
            return [f"for {var} in {print_expression(source)}{_after(' where ', where)}{by}:", *print_block(body)]
        case ast.While(condition, body):
            return [f"while {print_expression(condition)}:", *print_block(body)]
        case ast.Repeat(times, body):
            return [f"repeat {print_expression(times)} times:", *print_block(body)]
        case ast.Break():
            return ["break"]
        case ast.Return(value):
            return [f"return{_after(' ', value)}"]
        case ast.Together(var, source, body):
            return [f"together by each {var} in {print_expression(source)}:", *print_block(body)]
        case ast.OneMove(path, most, body):
            return [f"one move{_after_name(' by ', path)}{_most(most)}:", *print_block(body)]
        case ast.TurnOf(tags, player, body):
            return [f"turn{print_tags(tags)} of {print_operand(player, OF)}:", *print_block(body)]
        case ast.Choose(choice, otherwise):
            return [_choice(choice), *_otherwise(otherwise)]
        case ast.MayChoose(choice, times, repeatedly):
            limit = (
                " repeatedly" if repeatedly else "" if times is None else f" at most {print_expression(times)} times"
            )
            return [f"may {_choice(choice)}{limit}"]
        case ast.LetChoose(name, choice, otherwise):
            return [f"let {name} = {_choice(choice)}", *_otherwise(otherwise)]
        case ast.PickOne(may, question, pick, where, chooser, otherwise):
            filters = f"{_after(' where ', where)}{_after(' by ', chooser, OF)}"
            return [f"{'may ' if may else ''}{print_pick(pick, question)}{filters}", *_otherwise(otherwise)]
        case ast.Ask(chooser, text, body):
            return [f"may{_after(' ', chooser, OF)} {print_text(text)}:", *print_block(body)]
        case ast.End():
            return [print_outcome(shown.outcome)]
        case _:
            return [_effect(shown)]


_Effects = (
    ast.Place
    | ast.Move
    | ast.Deal
    | ast.Remove
    | ast.Flip
    | ast.Swap
    | ast.Shuffle
    | ast.Reveal
    | ast.Eliminate
    | ast.Forget
    | ast.Emit
    | ast.RunSetup
    | ast.PositionFrom
)


def _effect(effect: _Effects) -> str:
    match effect:
        case ast.Place():
            return _place(effect)
        case ast.Move(what, place, end):
            return f"move {print_expression(what)} to {print_expression(place)}{_after_name(' ', end)}"
        case ast.Deal(count, source, place, end):
            given = f"deal {print_expression(count)} from {print_expression(source)}"
            return f"{given} to {print_expression(place)}{_after_name(' ', end)}"
        case ast.Remove(what):
            return f"remove {print_expression(what)}"
        case ast.Flip(what):
            return f"flip {print_expression(what)}"
        case ast.Swap(first, second):
            return f"swap {print_expression(first)} with {print_expression(second)}"
        case ast.Shuffle(zone):
            return f"shuffle {print_expression(zone)}"
        case ast.Reveal(what, to):
            return f"reveal {print_expression(what)}{_after(' to ', to)}"
        case ast.Eliminate(player):
            return f"eliminate {print_expression(player)}"
        case ast.Forget(word):
            return f"forget {word}"
        case ast.Emit(event, args, later):
            return f"emit {event}({print_list(args)}){_after_name(' ', later)}"
        case ast.RunSetup():
            return "setup"
        case ast.PositionFrom(notation, text):
            return f"{notation} {print_text(text)}"
        case _:
            assert_never(effect)


def _place(place: ast.Place) -> str:
    count = "" if place.count is None else f"{print_expression(place.count)} "
    things = ", ".join(print_thing(thing) for thing in place.things)
    fields = f" with {print_bindings(place.fields)}" if place.fields else ""
    return f"place {count}{things} {place.where} {print_list(place.places)}{fields}{_after_name(' as ', place.name)}"


def _if(branches: tuple[tuple[Expr, ast.Block], ...], otherwise: ast.Block | None) -> list[str]:
    lines: list[str] = []
    for condition, body in branches:
        lines += [f"{'elif' if lines else 'if'} {print_expression(condition)}:", *print_block(body)]
    return lines if otherwise is None else [*lines, "else:", *print_block(otherwise)]


def _otherwise(block: ast.Block | None) -> list[str]:
    """The `else` under a decision; one simple statement stays on its line."""
    if block is None:
        return []
    lines = [line for statement in block for line in print_statement(statement)]
    if len(lines) == 1 and _is_simple(block[0]):
        return [f"else: {lines[0]}"]
    return ["else:", *indented(lines)]


def _is_simple(statement: ast.Statement) -> bool:
    """Whether it may stand behind `else:` on one line."""
    return isinstance(statement, ast.Let | ast.Assign | ast.Do | ast.Return | ast.Break | ast.End | _Effects)


def _choice(choice: ast.Choice) -> str:
    groups = " else ".join(" | ".join(print_alternative(one) for one in group) for group in choice.groups)
    bindings = f" with {print_bindings(choice.bindings)}" if choice.bindings else ""
    filters = f"{bindings}{_after(' where ', choice.filter)}{_most(choice.most)}"
    asked = _question(choice.question)
    return f"choose {asked}{_after('by ', choice.chooser, OF)}{' ' if choice.chooser else ''}{groups}{filters}"


def _question(text: str | None) -> str:
    return "" if text is None else f"{print_text(text)}: "


def _most(most: tuple[Expr, ...]) -> str:
    return f" most {' then '.join(print_expression(value) for value in most)}" if most else ""


def _after(word: str, value: Expr | None, level: int = 0) -> str:
    return "" if value is None else f"{word}{print_operand(value, level)}"


def _after_name(word: str, name: Name | None) -> str:
    return "" if name is None else f"{word}{name}"
