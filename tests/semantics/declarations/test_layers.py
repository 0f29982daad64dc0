"""Layers: which kinds stand where, what may be asked of a site, what is wrong with a declaration or a use."""

from __future__ import annotations

import pytest

from rulewright.semantics.layers import layer_type
from semantics.reading import diagnostics, errors, game

BOARD = "board square 4 by 4\n"
KINDS = "tile Tile\ntile Hill is Tile\npiece Man\npiece King is Man\ntoken Token\n"


def layers(rules: str) -> list[tuple[str, str, list[str]]]:
    """Name, mode and kinds of each layer, from below."""
    found = game(BOARD + rules).layers
    return [(layer.name, layer.mode, [kind.name for kind in layer.kinds or ()]) for layer in found]


def test_a_layer_has_its_kinds_and_all_below_them() -> None:
    rules = KINDS + "layer ground: Tile\nlayer tokens: many Token\nlayer men: pile Man\n"
    assert layers(rules) == [
        ("ground", "one", ["Tile", "Hill"]),
        ("tokens", "many", ["Token"]),
        ("men", "pile", ["Man", "King"]),
    ]


def test_kinds_without_a_layer_have_one_of_their_own_on_top() -> None:
    assert layers(KINDS + "layer tokens: many Token, Hill\nsetup:\n    place Tile on a1\n") == [
        ("tokens", "many", ["Hill", "Token"]),
        ("piece", "one", ["Tile", "Man", "King"]),
    ]
    assert layers(KINDS) == [("piece", "one", [])]


def test_a_kind_that_only_gathers_stands_with_those_it_gathers() -> None:
    assert layers("piece Man\npiece King is Man\npiece Pawn is Man\nlayer men: King, Pawn\n") == [
        ("men", "one", ["Man", "King", "Pawn"])
    ]


def test_only_components_of_many_layers_need_identity() -> None:
    found = game(BOARD + KINDS + "layer ground: pile Tile\nlayer tokens: many Token\n")
    assert [kind.plain for kind in found.kinds] == [True, True, True, True, False]


def test_what_a_site_gives() -> None:
    found = game(BOARD + KINDS + "layer ground: Tile\nlayer tokens: many Token\nlayer men: pile Man\n")
    assert [str(layer_type(layer)) for layer in found.layers] == ["Tile", "set of Token", "list of Man"]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("layer a: Mann\n", [("E131", "Mann")]),
        ("layer a: mny Man\n", [("E131", "mny")]),
        ("layer a: Man, many Token\n", [("E131", "many")]),
        ("layer a: many Man, pile Token\n", [("E131", "pile")]),
        ("layer a: Man\nlayer b: Man\n", [("E131", "Man")]),
        ("layer a: King\nlayer b: Man\n", [("E131", "Man")]),
        ("layer a: Man\nlayer b: King\n", [("E131", "King")]),
        ("layer Man: Man\n", [("E100", "Man")]),
        ("layer a: Man\nlayer a: Tile\n", [("E100", "a")]),
        ("layer a: Man\nfield a of each site: int = 0\n", [("E100", "a")]),
        ("layer a: pile Man\nlayer b: pile Tile\n", []),
    ],
)
def test_wrong_layers(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(BOARD + KINDS + rules) == expected


def test_a_layer_needs_a_board() -> None:
    assert errors("piece Man\nlayer a: Man\n") == [("E115", "layer a: Man")]


def test_piles_have_bounds() -> None:
    """On 30 by 30 sites, 900 of a kind could lie on each."""
    rules = "board square 30 by 30\npiece Man\nlayer men: pile Man\n"
    (found,) = diagnostics(rules)
    assert (found.code, found.span.text) == ("E128", "men")
    assert found.hint == "say how many there are: `copies = 20` in the block of Man"
    assert errors(rules.replace("piece Man\n", "piece Man:\n    copies of each player = 20\n")) == []


USES = KINDS + "layer ground: Tile\nlayer tokens: many Token\nlayer men: pile Man\n"


@pytest.mark.parametrize(
    ("line", "code", "words", "hint"),
    [
        ("let x = a1.piece", "E204", "piece", "a1.ground, a1.tokens or a1.men"),
        ("let x = a1.kind", "E204", "kind", "write a1.ground.kind, a1.tokens.kind or a1.men.kind"),
        ("let x = ground", "E203", "ground", "what stands there on a site s is s.ground"),
        ("let x = top(a1.men) + 1", "E210", "top(a1.men)", ""),
        ("let x = top(a1.tokens)", "E210", "a1.tokens", "first(a1.tokens)"),
        ("let x = top(a1)", "E210", "a1", "write top(a1.men)"),
        ("let x = bottom(a1.men, 2)", "E217", "bottom(a1.men, 2)", "write bottom(s.NAME)"),
        ("move a1 to b1", "E210", "a1", "write a1.ground, a1.tokens or a1.men"),
        ("a1.men = none", "E242", "a1.men", "remove some of these"),
        ("place 2 Tile on a1", "E266", "2", "layer ground: pile"),
        ("place 0 Man on a1", "E266", "0", "leave the line away"),
        ("place Tile, Hill on a1", "E266", "Hill", "write a line for each of them"),
        ("for t in Tile:\n        t.kind = Man", "E210", "Man", "remove it, and place the other one"),
    ],
)
def test_wrong_uses(line: str, code: str, words: str, hint: str) -> None:
    found = diagnostics(BOARD + USES + f"setup:\n    {line}\n")
    assert [(one.code, one.span.text) for one in found] == [(code, words)]
    assert hint in found[0].hint


@pytest.mark.parametrize(
    "line",
    [
        "place 5 Man of White on a1",
        "place Man, King of White on a1",
        "place Tile, Man, Token on a1",
        "place 2 Token of White, Man of Black on a1, b1",
        "let x = top(a1.men).at.row",
        "remove a1.men",
        "move a1.men to b1",
        "move a1.tokens + b1.tokens to c1",
        "let x = count(a1.men) + count(sites.men) + count(a1.tokens)",
        "if a1.ground is Hill:\n        a1.ground.kind = Tile",
    ],
)
def test_good_uses(line: str) -> None:
    assert errors(BOARD + USES + f"setup:\n    {line}\n") == []


def test_a_layer_that_an_option_removes() -> None:
    rules = "option high: on | off = off\nif high == on:\n    layer top_men: Man\nlayer men: King\n"
    found = diagnostics(BOARD + "piece Man\npiece King\n" + rules + "setup:\n    let x = a1.top_men\n")
    assert [(one.code, one.span.text) for one in found] == [("E202", "top_men")]
