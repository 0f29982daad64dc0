"""Printer: boards, and what stands around the rules - rulebooks, measures, notations, scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.syntax import declarations as ast
from rulewright.syntax.expressions import Binding, Expr
from rulewright.syntax.nodes import Name
from rulewright.syntax.print_expressions import (
    OF,
    SUM,
    print_bindings,
    print_expression,
    print_list,
    print_operand,
    print_text,
)
from rulewright.syntax.print_statements import indented, print_block, print_each, print_tags, print_thing
from rulewright.syntax.statements import Thing


def print_board(shown: ast.Board | ast.BoardFrom | ast.Facing | ast.Region) -> list[str]:
    """The lines of a board and of what is said about it."""
    match shown:
        case ast.Board(shape, sizes, words, extras, items):
            parts = ["board", shape.text, " by ".join(print_operand(size, SUM) for size in sizes), *map(str, words)]
            head = " ".join(part for part in parts if part)
            return _with_items(f"{head}{_extras(extras)}", items)
        case ast.BoardFrom(files, extras, items):
            return _with_items(f"board from {', '.join(map(print_text, files))}{_extras(extras)}", items)
        case ast.Facing(pairs):
            return [f"facing {', '.join(f'{player} {direction}' for player, direction in pairs)}"]
        case ast.Region(name, owner, tags, value):
            of = "" if owner is None else f" of {owner}"
            return [f"region {name}{of}{print_tags(tags)} = {print_expression(value)}"]
        case _:
            assert_never(shown)


def _extras(extras: Iterable[Name]) -> str:
    words = ", ".join(map(str, extras))
    return f" with {words}" if words else ""


def _with_items(head: str, items: Iterable[ast.BoardItem]) -> list[str]:
    inside = indented(line for item in items for line in _board_item(item))
    return [f"{head}:", *inside] if inside else [head]


def _board_item(item: ast.BoardItem) -> list[str]:
    match item:
        case ast.Link(start, leaving, end, heading, name, trait):
            ends = f" as {name}" if name is not None else ""
            return [f"link {start} {leaving} to {end} {heading}{ends}{f' {trait}' if trait is not None else ''}"]
        case ast.Legend(entries):
            lines = (
                f"{print_text(one.glyph)}: {', '.join(_legend_part(p.what) for p in one.parts)}" for one in entries
            )
            return ["legend:", *indented(lines)]
        case ast.RemoveSites(sites):
            return [f"remove {print_expression(sites)}"]
        case ast.Picture(text):
            return [f'"""{text}"""' if "\n" in text or '"' in text else print_text(text)]
        case ast.Line(direction, sites):
            words = " ".join(map(str, sites))
            return [words if direction is None else f"{direction}: {words}"]
        case _:
            raise TypeError(f"not a part of a board: {item!r}")


def _legend_part(what: Binding | Expr | Thing) -> str:
    match what:
        case Binding():
            return print_bindings((what,))
        case Thing():
            return f"place {print_thing(what)}"
        case _:
            return f"in {print_operand(what, OF)}"


def print_around(
    shown: ast.Position | ast.Rulebook | ast.Measure | ast.Notation | ast.Labels | ast.Display | ast.Scenario,
) -> list[str]:
    """The lines of what tracing, simulations, pictures and tests read."""
    match shown:
        case ast.Position(parts):
            return [f"position is {print_list(parts)}"]
        case ast.Measure(name, each, value, at):
            when = "" if at is None else f" at {at}"
            return [f"measure {name}{print_each(each)} = {print_expression(value)}{when}"]
        case ast.Notation(name, text):
            return [f"notation {name} = {print_text(text)}"]
        case ast.Labels(path):
            return [f"labels {print_text(path)}"]
        case ast.Display(items):
            lines = [f"{print_operand(item.what, OF)}: {print_list(item.values)}" for item in items]
            return ["display:", *indented(lines)]
        case ast.Rulebook(title, clauses):
            return [f"rulebook {print_text(title)}:", *indented(_clause(clause) for clause in clauses)]
        case ast.Scenario(title, covers, items):
            tags = f" covers {', '.join(tag.text for tag in covers)}" if covers else ""
            return [
                f"scenario {print_text(title)}{tags}:",
                *indented(line for item in items for line in _scenario_item(item)),
            ]
        case _:
            assert_never(shown)


def _clause(clause: ast.Clause) -> str:
    reason = "" if clause.not_played is None else f" not played {print_text(clause.not_played)}"
    return f"clause {clause.tag.text} {print_text(clause.text)}{reason}"


def _scenario_item(item: ast.ScenarioItem) -> list[str]:
    match item:
        case ast.WithOptions(bindings):
            return [f"with {print_bindings(bindings)}"]
        case ast.Given(body):
            return ["given:", *print_block(body)]
        case ast.Run(body):
            return ["do:", *print_block(body)]
        case ast.Rolls(values):
            return [f"roll {print_list(values)}"]
        case ast.Play(move):
            return [f"play {_played(move)}"]
        case ast.Decline():
            return ["decline"]
        case ast.ExpectIllegal(move, because):
            reason = "" if because is None else f" because {print_text(because)}"
            return [f"expect illegal {_played(move)}{reason}"]
        case ast.ExpectLegal(move):
            return [f"expect legal {_played(move)}"]
        case ast.ExpectOutcome(player, verb):
            return [f"expect {print_operand(player, OF)} {verb}"]
        case ast.Expect(condition):
            return [f"expect {print_expression(condition)}"]
        case _:
            raise TypeError(f"not a part of a scenario: {item!r}")


def _played(played: ast.Played) -> str:
    if played.text is not None:
        return print_text(played.text)
    picks = f" {print_bindings(played.picks)}" if played.picks else ""
    return f"{played.action}{picks}"
