"""AST builder: the file, and its declarations up to kinds; `build_behaviour` has the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from lark import Token

from rulewright.syntax import declarations as ast
from rulewright.syntax.build_behaviour import BEHAVIOUR
from rulewright.syntax.build_board import BOARDS
from rulewright.syntax.build_effects import build_each, build_optional_name, build_type
from rulewright.syntax.build_expressions import (
    build_bindings,
    build_expression,
    build_int,
    build_list,
    build_optional,
)
from rulewright.syntax.build_statements import build_branches
from rulewright.syntax.building import UNKNOWN, Building, Child, Part, parts, text_of
from rulewright.syntax.codes_words import COMPONENT_WORDS
from rulewright.syntax.nodes import Name

Children = Sequence[Child]


def build_file(building: Building, part: Part) -> ast.RulesFile:
    """The file of a `start` tree."""
    whole = building.source.span(0, len(building.source.text))
    return ast.RulesFile(build_declarations(building, part.children), span=whole)


def build_declarations(building: Building, children: Children) -> tuple[ast.Declaration, ...]:
    """The declarations or members of a block."""
    return tuple(build_declaration(building, child) for child in parts(children))


def build_declaration(building: Building, part: Part) -> ast.Declaration:
    """The declaration or member of a tree, with its doc comment."""
    found = _BUILDERS[part.data](building, part)
    if part.meta.start_pos in building.broken:
        name = getattr(found, "name", None)
        known = name if isinstance(name, Name) and name.text != UNKNOWN else None
        found = ast.BadDeclaration(known, span=found.span)
    doc = building.doc(found.span.start)
    return found if doc is None else replace(found, doc=doc)


def _bad_declaration(building: Building, part: Part) -> ast.Declaration:
    return ast.BadDeclaration(span=building.span(part))


def _guard(building: Building, part: Part) -> ast.Declaration:
    branches, otherwise = build_branches(building, part, build_declarations)
    return ast.Guard(branches, otherwise, span=building.span(part))


# ---- the game ----


def _language(building: Building, part: Part) -> ast.Declaration:
    return ast.Language(build_int(building, cast(Token, part.children[0])).value, span=building.span(part))


def _include(building: Building, part: Part) -> ast.Declaration:
    return ast.Include(text_of(cast(Token, part.children[0])), span=building.span(part))


def _game(building: Building, part: Part) -> ast.Declaration:
    title, *fields = part.children
    return ast.Game(
        text_of(cast(Token, title)),
        tuple(_game_field(building, child) for child in parts(fields) if child.data == "game_field"),
        span=building.span(part),
    )


def _game_field(building: Building, part: Part) -> ast.GameField:
    name, value, *upto = part.children
    assert name is not None and isinstance(value, Token)
    last = upto[0] if upto else None
    return ast.GameField(
        building.name(name),
        build_int(building, value).value if value.type == "INT" else text_of(value),
        None if last is None else build_int(building, cast(Token, last)).value,
        span=building.span(part),
    )


def _players_named(building: Building, part: Part) -> ast.Declaration:
    return ast.Players(None, None, building.names(parts(part.children)[0]), span=building.span(part))


def _players_counted(building: Building, part: Part) -> ast.Declaration:
    least, most, names = part.children
    return ast.Players(
        build_int(building, cast(Token, least)),
        build_optional(building, most),
        building.names(cast("Part | None", names)),
        span=building.span(part),
    )


def _team(building: Building, part: Part) -> ast.Declaration:
    name, members = parts(part.children)
    return ast.Team(building.name(name), building.names(members), span=building.span(part))


def _option(building: Building, part: Part) -> ast.Declaration:
    name, values, default, help_ = part.children
    assert name is not None
    return ast.Option(
        building.name(name),
        build_list(building, cast(Part, values)),
        build_expression(building, cast(Part, default)),
        None if help_ is None else text_of(cast(Token, help_)),
        span=building.span(part),
    )


def _preset(building: Building, part: Part) -> ast.Declaration:
    name, bindings = part.children
    return ast.Preset(text_of(cast(Token, name)), build_bindings(building, bindings), span=building.span(part))


# ---- things and state ----


def _enum(building: Building, part: Part) -> ast.Declaration:
    name, values = parts(part.children)
    return ast.Enum(building.name(name), building.names(values), span=building.span(part))


def _die(building: Building, part: Part) -> ast.Declaration:
    name, faces = parts(part.children)
    return ast.Die(building.name(name), build_list(building, faces), span=building.span(part))


def _typed(building: Building, part: Part) -> ast.Typed:
    type_, range_, value, until = part.children
    event, owner = cast(Part, until).children if until is not None else (None, None)
    found = build_type(building, type_)
    assert found is not None
    return ast.Typed(
        found,
        build_optional(building, range_),
        build_optional(building, value),
        build_optional_name(building, event),
        build_optional_name(building, owner),
        span=building.span(part),
    )


def _state(node: Callable[..., ast.Declaration]) -> Callable[[Building, Part], ast.Declaration]:
    def build(building: Building, part: Part) -> ast.Declaration:
        name, each, typed = part.children
        assert name is not None
        return node(
            building.name(name),
            build_each(building, each),
            _typed(building, cast(Part, typed)),
            span=building.span(part),
        )

    return build


def _zone(building: Building, part: Part) -> ast.Declaration:
    name, each, traits = part.children
    assert name is not None
    found: list[ast.Trait] = []
    for child in parts(cast(Part, traits).children) if traits is not None else ():
        word, to = child.children
        assert word is not None
        found.append(ast.Trait(building.name(word), build_optional_name(building, to), span=building.span(child)))
    return ast.Zone(building.name(name), build_each(building, each), tuple(found), span=building.span(part))


def _constant(building: Building, part: Part) -> ast.Declaration:
    name, each, value = part.children
    assert name is not None
    return ast.Constant(
        building.name(name),
        build_each(building, each),
        build_expression(building, cast(Part, value)),
        span=building.span(part),
    )


def _kind_trait(building: Building, part: Part) -> ast.Declaration:
    return ast.KindTrait(building.name(parts(part.children)[0]), span=building.span(part))


def _kind(building: Building, part: Part) -> ast.Declaration:
    word, name, label, parent, table, tags, *members = part.children
    assert name is not None and isinstance(word, Token)
    if word not in COMPONENT_WORDS:
        building.unknown_kind = building.unknown_kind or word != UNKNOWN
        return ast.BadDeclaration(building.name(name), span=building.span(part))
    return ast.Kind(
        building.name(word),
        building.name(name),
        None if label is None else text_of(cast(Token, label)),
        build_optional_name(building, parent),
        None if table is None else text_of(cast(Token, table)),
        building.tags(cast("Part | None", tags)),
        build_declarations(building, members),
        span=building.span(part),
    )


_BUILDERS: dict[str, Callable[[Building, Part], ast.Declaration]] = {
    "bad_declaration": _bad_declaration,
    "guard": _guard,
    "language": _language,
    "include": _include,
    "game": _game,
    "players_named": _players_named,
    "players_counted": _players_counted,
    "team": _team,
    "option": _option,
    "preset": _preset,
    "enum": _enum,
    "die": _die,
    "field": _state(ast.Field),
    "var": _state(ast.Var),
    "zone": _zone,
    "kind": _kind,
    "constant": _constant,
    "kind_trait": _kind_trait,
    **BOARDS,
    **BEHAVIOUR,
}
