"""AST builder: boards, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from lark import Token, Tree

from rulewright.syntax import declarations as ast
from rulewright.syntax import expressions as expr
from rulewright.syntax.build_effects import build_optional_name, build_thing
from rulewright.syntax.build_expressions import build_all, build_binding, build_expression
from rulewright.syntax.building import Building, Child, Part, parts, text_of
from rulewright.syntax.nodes import Name
from rulewright.syntax.statements import Thing


def _board(building: Building, part: Part) -> ast.Declaration:
    shape, size, extras, *items = part.children
    assert shape is not None
    name = building.name(shape)
    sizes: tuple[expr.Expr, ...] = ()
    words: tuple[Name, ...] = ()
    if isinstance(size, Tree):
        # `by` leaves a place for the second size: what follows it are words.
        first, second, *rest = size.children
        measures = [child for child in (first, second) if child is not None]
        if name.text in _NAMED_SHAPES and second is None and isinstance(first, Tree) and first.data == "name":
            measures, rest = [], [first, *rest]
        sizes = build_all(building, measures)
        words = tuple(building.name(word) for word in parts(rest))
    return ast.Board(
        name,
        sizes,
        words,
        building.names(cast("Part | None", extras)),
        _board_items(building, items),
        span=building.span(part),
    )


_NAMED_SHAPES = ("map", "lines")
"""Boards without a size: a name behind the shape is a further word, as in `board map hex`."""


def _board_from(building: Building, part: Part) -> ast.Declaration:
    files, extras, *items = part.children
    return ast.BoardFrom(
        tuple(text_of(cast(Token, file)) for file in cast(Part, files).children),
        building.names(cast("Part | None", extras)),
        _board_items(building, items),
        span=building.span(part),
    )


def _board_items(building: Building, children: Sequence[Child]) -> tuple[ast.BoardItem, ...]:
    return tuple(_BOARD_ITEMS[child.data](building, child) for child in parts(children) if child.data != "bad_line")


def _link(building: Building, part: Part) -> ast.BoardItem:
    start, leaving, end, heading, name, trait = part.children
    assert start is not None and leaving is not None and end is not None and heading is not None
    return ast.Link(
        building.name(start),
        building.name(leaving),
        building.name(end),
        building.name(heading),
        build_optional_name(building, name),
        build_optional_name(building, trait),
        span=building.span(part),
    )


def _legend(building: Building, part: Part) -> ast.BoardItem:
    entries = tuple(_legend_entry(building, child) for child in parts(part.children) if child.data != "bad_line")
    return ast.Legend(entries, span=building.span(part))


def _legend_entry(building: Building, part: Part) -> ast.LegendEntry:
    glyph, *what = part.children
    return ast.LegendEntry(
        text_of(cast(Token, glyph)),
        tuple(_legend_part(building, child) for child in parts(what)),
        span=building.span(part),
    )


def _legend_part(building: Building, part: Part) -> ast.LegendPart:
    (inner,) = parts(part.children)
    what: expr.Binding | expr.Expr | Thing
    match part.data:
        case "legend_in":
            what = build_expression(building, inner)
        case "legend_place":
            what = build_thing(building, inner)
        case _:
            what = build_binding(building, inner)
    return ast.LegendPart(what, span=building.span(part))


def _remove_sites(building: Building, part: Part) -> ast.BoardItem:
    return ast.RemoveSites(build_expression(building, parts(part.children)[0]), span=building.span(part))


def _picture(building: Building, part: Part) -> ast.BoardItem:
    return ast.Picture(text_of(cast(Token, part.children[0])), span=building.span(part))


def _line(building: Building, part: Part) -> ast.BoardItem:
    direction, sites = part.children
    return ast.Line(
        build_optional_name(building, direction),
        tuple(building.name(site) for site in cast(Part, sites).children if site is not None),
        span=building.span(part),
    )


def _facing(building: Building, part: Part) -> ast.Declaration:
    pairs: list[tuple[Name, Name]] = []
    for child in parts(part.children):
        player, direction = parts(child.children)
        pairs.append((building.name(player), building.name(direction)))
    return ast.Facing(tuple(pairs), span=building.span(part))


def _region(building: Building, part: Part) -> ast.Declaration:
    name, owner, tags, value = part.children
    assert name is not None
    return ast.Region(
        building.name(name),
        build_optional_name(building, owner),
        building.tags(cast("Part | None", tags)),
        build_expression(building, cast(Part, value)),
        span=building.span(part),
    )


def _layer(building: Building, part: Part) -> ast.Declaration:
    name, *kinds = parts(part.children)
    return ast.Layer(
        building.name(name),
        tuple(
            ast.LayerPart(tuple(building.name(word) for word in parts(child.children)), span=building.span(child))
            for child in kinds
        ),
        span=building.span(part),
    )


_BOARD_ITEMS: dict[str, Callable[[Building, Part], ast.BoardItem]] = {
    "link": _link,
    "legend": _legend,
    "remove_sites": _remove_sites,
    "picture": _picture,
    "line": _line,
}

BOARDS: dict[str, Callable[[Building, Part], ast.Declaration]] = {
    "board": _board,
    "board_from": _board_from,
    "facing": _facing,
    "region": _region,
    "layer": _layer,
}
"""Rule's name -> builder."""
