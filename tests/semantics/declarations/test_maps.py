"""Maps with their legends, lines of sites, tori, holes, edges and vertices in the rules."""

import pytest

from semantics.reading import diagnostics, errors, game, warnings

MAP = '''board map square:
    """
    . W .
    H . G
    """
    legend:
        "W": terrain = water, height = -1
        "H": in home of White, in start
        "G": in home of Black, place Rock, place Man of Black
enum Terrain: land, water
field terrain of each site: Terrain = land
field height of each site: int in -1..12 = 0
piece Rock
piece Man
'''


def sites_of(bits: int, rules: str) -> list[str]:
    board = game(rules).board
    assert board is not None
    return [name for site, name in enumerate(board.sites) if bits >> site & 1]


def test_what_a_legend_says() -> None:
    checked = game(MAP)
    assert checked.board is not None
    assert checked.board.sites == ("a2", "b2", "c2", "a1", "b1", "c1")
    values = {field.name: field.single for field in checked.site_fields}
    assert values == {"terrain": {1: 1}, "height": {1: -1}}
    home, start = checked.regions["home"], checked.regions["start"]
    assert [sites_of(value, MAP) for value in (*home.values, *start.values)] == [["a1"], ["c1"], ["a1"]]
    (block,) = checked.setup
    assert len(block.statements) == 2


def test_what_a_legend_places_counts_as_placed() -> None:
    assert ("W109", "Rock") not in warnings(MAP)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"W": terrain', '"V": terrain', [("E171", "W")]),
        ("terrain = water", "terrain = wet", [("E200", "wet")]),
        ("terrain = water", "terain = water", [("E171", "terain")]),
        ("height = -1", "height = 13", [("E121", "13")]),
        ("height = -1", "height = turn_number", [("E127", "turn_number")]),
        ("in home of White", "in home of Withe", [("E110", "Withe")]),
        ("in start", "in start of the White", [("E171", "start of the White")]),
        ("place Rock", "place Rok", [("E200", "Rok")]),
        ("place Man of Black", "place Man of Blak", [("E200", "Blak")]),
        ('"H": in', '"W": in', [("E171", '"W"')]),
        ('"H": in', '" ": in', [("E171", '" "')]),
        ("board map square", "board map hexagon", [("E112", "hexagon")]),
        ("board map square", "board map", [("E112", "map")]),
        ("board map square", "board map square wrapped", [("E112", "wrapped")]),
        ("board map square", "board map 3 by 3", [("E112", "3 by 3")]),
        ("board map square", "board square 3 by 2", [("E112", '"""'), ("E112", "legend:")]),
        ("    . W .\n    H . G\n", "", [("E112", '"""')]),
    ],
)
def test_wrong_maps(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert old in MAP
    assert [(code, text.split("\n")[0]) for code, text in errors(MAP.replace(old, new))] == expected


def test_rows_of_hexes_lie_between_each_other() -> None:
    rules = 'board map hex:\n    """\n    . .\n    x .\n    """\n    legend:\n        "x": in home\n'
    (found,) = diagnostics(rules)
    assert (found.code, found.span.text, found.span.line, found.span.column) == ("E112", "x", 4, 5)


def test_a_map_without_a_picture() -> None:
    assert errors("board map hex:\n    remove {a1}\n") == [("E112", "board map hex:")]


def test_regions_of_the_legend_and_of_lines_go_together() -> None:
    rules = MAP.replace("in home of Black, ", "") + "region home of Black = {a2}\n"
    assert sites_of(game(rules).regions["home"].values[1], rules) == ["a2"]
    assert errors(MAP + "region home of Black = {a2}\n") == [("E100", "home")]


def test_a_region_of_the_legend_has_a_part_for_every_player() -> None:
    assert errors(MAP.replace("in home of Black, ", "")) == [("E114", "home")]


# ---- lines ----


def test_lines_of_sites() -> None:
    board = game("board lines:\n    sow: p q r s loop\n    p r\n").board
    assert board is not None
    assert board.sites == ("p", "q", "r", "s")
    assert board.directions == ("sow", "sow_back", "line1", "line1_back")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("board lines:\n    a b a\n", [("E112", "a")]),
        ("board lines:\n    rise: a b\n    rise: a c\n", [("E112", "c")]),
        ("board lines 3:\n    a b\n", [("E112", "3")]),
        ("board lines:\n    remove {a}\n", [("E112", "board lines:")]),
        ('board lines:\n    a b\n    legend:\n        "x": in home\n', [("E112", "legend:")]),
        ("board square 2 by 2:\n    a b c\n", [("E112", "a b c")]),
        ("board lines wrapped:\n    a b\n", [("E112", "wrapped")]),
    ],
)
def test_wrong_lines(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_facings_on_lines() -> None:
    rules = "board lines:\n    sow: a b c loop\nfacing White sow, Black sow_back\n"
    rules += "define on(s: site): site = step(s, forward)\n"
    assert game(rules).facing == (0, 1)
    assert errors(rules.replace("step(s, forward)", "step(s, left)")) == [("E208", "left")]


# ---- remove, with ----


def test_holes_may_be_told_by_a_condition() -> None:
    board = game(
        "option size: 6..12 = 8\nboard square size by size:\n    remove {s in sites: (s.row + s.column) % 2 == 1}\n"
    ).board
    assert board is not None
    assert len(board.sites) == 32


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("board square 3 by 3:\n    remove {z9}\n", [("E200", "z9")]),
        ("board square 3 by 3:\n    remove empty\n", [("E112", "empty")]),
        ("board square 3 by 3:\n    remove 3\n", [("E210", "3")]),
        ("board square 3 by 3:\n    remove {a1}\nregion r = {a1}\n", [("E200", "a1")]),
        ("board square 3 by 3:\n    remove {a1}\n    link a1 S to a3 S\n", [("E112", "a1")]),
        ("board square 3 by 3 with edges, corners\n", [("E112", "corners")]),
        ("board points 3 by 3 with vertices\n", [("E112", "vertices")]),
        ("board square 3 by 3\nregion r = edges\n", [("E200", "edges")]),
        ("board square 3 by 3\nregion r = {edge(a1, b1)}\n", [("E200", "edge")]),
        ("board square 3 by 3 with edges\nregion r = vertices\n", [("E200", "vertices")]),
        ("board square 3 by 3\nvar x of each edge: int = 0\n", [("E120", "edge")]),
    ],
)
def test_wrong_holes_and_parts(rules: str, expected: list[tuple[str, str]]) -> None:
    assert errors(rules) == expected


def test_regions_of_edges() -> None:
    rules = "board square 2 by 2 with edges, vertices\nregion rim = {e in edges: count(e.cells) == 1}\n"
    rules += "region middle = {v in vertices: count(v.edges) == 4}\nregion mid_edges = a1_NE.edges\n"
    found = game(rules).regions
    assert found["rim"].values[0].bit_count() == 8
    assert sites_of(found["middle"].values[0], rules) == ["a1_NE"]
    assert sites_of(found["mid_edges"].values[0], rules) == ["a1_N", "a1_E", "b1_N", "a2_E"]


def test_each_edge_and_each_vertex() -> None:
    rules = "board square 2 by 2 with edges, vertices\nvar roads of each edge: int = 0\n"
    rules += "field towns of each vertex: int = 0\n"
    checked = game(rules)
    assert [(var.each.base, var.each.size) for var in checked.vars if var.each] == [(4, 12)]
    assert [(field.each.base, field.each.size) for field in checked.site_fields if field.each] == [(16, 9)]
