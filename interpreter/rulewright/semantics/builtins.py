"""The built-in names of the language, and how their uses are typed.

Three tables: functions (`steps(s, D)`), words (`mover`), properties (`s.row`, by the type before the dot). An entry
names the operation of `operations.py` that it becomes. Names that need more than a table (binders, `supply`,
`possible`, `side` …) are listed in `SPECIAL`; `calls.py` and `words.py` type them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.semantics.types import (
    BOOL,
    COMPONENT,
    DIRECTION,
    DIRECTIONS,
    INT,
    INTS,
    KIND,
    LINK,
    PLAYER,
    PLAYERS,
    SITE,
    SITES,
    STEP,
    TEXT,
    ZONE,
    ListType,
    Type,
)


@dataclass(frozen=True, slots=True)
class Signature:
    """One way to call a function. `usage` shows it to people: `steps(site, directions)`."""

    params: tuple[Type, ...]
    result: Type
    op: str
    usage: str


def _function(op: str, usage: str, result: Type, *params: Type) -> Signature:
    return Signature(params, result, op, usage)


FUNCTIONS: dict[str, tuple[Signature, ...]] = {
    "abs": (_function("abs", "abs(number)", INT, INT),),
    "next": (_function("next", "next(player)", PLAYER, PLAYER),),
    "allies": (_function("allies", "allies(player)", PLAYERS, PLAYER),),
    "enemies": (_function("enemies", "enemies(player)", PLAYERS, PLAYER),),
    "site": (_function("site_at", "site(column, row)", SITE, INT, INT),),
    "rows": (
        _function("rows", "rows(number)", SITES, INT),
        _function("rows", "rows(1..2)", SITES, INTS),
    ),
    "columns": (
        _function("columns", "columns(number)", SITES, INT),
        _function("columns", "columns(1..2)", SITES, INTS),
    ),
    "step": (_function("step", "step(site, direction)", SITE, SITE, DIRECTION),),
    "steps": (_function("steps", "steps(site, directions)", SITES, SITE, DIRECTIONS),),
    "along": (_function("along", "along(site, direction, number)", SITE, SITE, DIRECTION, INT),),
    "neighbors": (
        _function("neighbors", "neighbors(site)", SITES, SITE),
        _function("neighbors_of_set", "neighbors(sites)", SITES, SITES),
        _function("neighbors", "neighbors(site, directions)", SITES, SITE, DIRECTIONS),
        _function("neighbors_of_set", "neighbors(sites, directions)", SITES, SITES, DIRECTIONS),
    ),
    "edge": (_function("edge", "edge(site, site)", SITE, SITE, SITE),),
    "adjacent": (_function("adjacent", "adjacent(site, site)", BOOL, SITE, SITE),),
    "distance": (_function("distance", "distance(site, site)", INT, SITE, SITE),),
    "around": (_function("around", "around(site, number)", SITES, SITE, INT),),
    "between": (_function("between", "between(site, site)", SITES, SITE, SITE),),
    "line": (_function("line", "line(site, site, number)", SITES, SITE, SITE, INT),),
    "towards": (_function("towards", "towards(site, site)", DIRECTION, SITE, SITE),),
    "opposite": (_function("opposite", "opposite(direction)", DIRECTION, DIRECTION),),
    "turned": (_function("turned", "turned(direction, number)", DIRECTION, DIRECTION, INT),),
    "ray": (_function("ray", "ray(site, direction)", ListType(STEP), SITE, DIRECTION),),
    "run": (_function("run", "run(site, direction, sites)", SITES, SITE, DIRECTION, SITES),),
    "past": (_function("past", "past(site, direction, sites)", SITE, SITE, DIRECTION, SITES),),
    "slide": (_function("run", "slide(site, direction)", SITES, SITE, DIRECTION),),
    "hit": (_function("past", "hit(site, direction)", SITE, SITE, DIRECTION),),
    "group": (
        _function("group", "group(site)", SITES, SITE),
        _function("group", "group(site, directions)", SITES, SITE, DIRECTIONS),
    ),
    "connected": (
        _function("connected", "connected(sites, sites, sites)", BOOL, SITES, SITES, SITES),
        _function("connected", "connected(sites, sites, sites, directions)", BOOL, SITES, SITES, SITES, DIRECTIONS),
    ),
    "in_line": (_function("in_line", "in_line(number, sites)", BOOL, INT, SITES),),
}
"""Functions whose arguments and result have fixed types. `slide` and `hit` get the set `empty` as a third argument."""

WITH_EMPTY = frozenset({"slide", "hit"})

WORDS: dict[str, tuple[str, Type]] = {
    "mover": ("mover", PLAYER),
    "active": ("active", PLAYER),
    "players": ("players_in", PLAYERS),
    "sites": ("sites", SITES),
    "empty": ("empty", SITES),
    "occupied": ("occupied", SITES),
    "edges": ("edges", SITES),
    "vertices": ("vertices", SITES),
    "corners": ("corners", SITES),
    "rows": ("all_rows", INTS),
    "columns": ("all_columns", INTS),
    "turn_number": ("turn_number", INT),
    "round_number": ("round_number", INT),
}
"""Words that become one operation without arguments."""

NEEDS_BOARD = frozenset({"sites", "edges", "vertices", "empty", "occupied", "corners", "rows", "columns"})
NEEDS_PARTS = {"edges": "edges", "vertices": "vertices", "edge": "edges"}
"""Names that need a board `with edges` or `with vertices`."""

MORE_WORDS = (
    "none", "true", "false", "opponent", "mine", "theirs", "repetitions", "placement", "player",
    "orthogonal", "diagonal", "all_directions",
)  # fmt: skip

SQUARE_TURNS = {
    "forward": 0, "forward_right": 1, "right": 2, "backward_right": 3,
    "backward": 4, "backward_left": 5, "left": 6, "forward_left": 7,
}  # fmt: skip
HEX_TURNS = {
    "forward": 0, "forward_right": 1, "backward_right": 2, "backward": 3, "backward_left": 4, "forward_left": 5,
}  # fmt: skip
"""How far, in the board's clockwise order, a facing word lies from a player's facing."""

SITE_PROPERTIES: dict[str, tuple[str, Type]] = {
    "row": ("row", INT),
    "column": ("column", INT),
    "owner": ("site_owner", PLAYER),
    "empty": ("site_empty", BOOL),
    "occupied": ("site_occupied", BOOL),
    "cells": ("cells_of", SITES),
    "edges": ("edges_of", SITES),
    "vertices": ("vertices_of", SITES),
}
COMPONENT_PROPERTIES: dict[str, tuple[str, Type]] = {
    "at": ("at", SITE),
    "owner": ("owner", PLAYER),
    "kind": ("kind", KIND),
    "zone": ("zone_of", ZONE),
    "holder": ("holder", COMPONENT),
    "position": ("index_in_zone", INT),
    "face_down": ("face_down", BOOL),
}
ZONE_PROPERTIES: dict[str, tuple[str, Type]] = {
    "owner": ("zone_owner", PLAYER),
    "holder": ("zone_holder", COMPONENT),
}
STEP_PROPERTIES: dict[str, tuple[str, Type]] = {
    "site": ("step_site", SITE),
    "heading": ("step_heading", DIRECTION),
    "index": ("step_index", INT),
    "link": ("step_link", LINK),
    "next": ("step_next", STEP),
    "previous": ("step_previous", STEP),
    "before": ("step_before", ListType(STEP)),
}

CONDITION_BINDERS = ("any", "all", "no", "count", "first", "prefix")
NUMBER_BINDERS = ("sum", "min", "max", "best")
BINDERS = (*CONDITION_BINDERS, *NUMBER_BINDERS, "union")
SPECIAL = (
    *BINDERS, "only", "reach", "any_of", "possible", "moves", "supply", "kinds", "side", "lines",
    "min", "max", "top", "bottom",
)  # fmt: skip

EVENTS: dict[str, tuple[tuple[str, Type], ...]] = {
    "placed": (("x", COMPONENT), ("there", SITE)),
    "moved": (("x", COMPONENT), ("here", SITE), ("there", SITE)),
    "removed": (("x", COMPONENT), ("here", SITE)),
    "owner_changed": (("x", COMPONENT), ("was", PLAYER)),
    "kind_changed": (("x", COMPONENT), ("was", KIND)),
    "turn_start": (("p", PLAYER),),
    "turn_end": (("p", PLAYER),),
    "round_end": (),
    "dealt": (("x", COMPONENT), ("there", ZONE)),
}

TYPE_NAMES = {
    "int": INT,
    "bool": BOOL,
    "player": PLAYER,
    "site": SITE,
    "direction": DIRECTION,
    "kind": KIND,
    "step": STEP,
    "zone": ZONE,
    "text": TEXT,
}

FUNCTION_NAMES = tuple(sorted({*FUNCTIONS, *SPECIAL}))
WORD_NAMES = tuple(sorted({*WORDS, *MORE_WORDS, *SQUARE_TURNS}))
BUILTIN_NAMES = frozenset({*FUNCTION_NAMES, *WORD_NAMES, *EVENTS, *TYPE_NAMES})
"""All names of the outermost scope, which a declaration may hide."""
