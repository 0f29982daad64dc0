"""Further boards in play: legends, lines, tori, holes, edges, vertices."""

from pathlib import Path

import pytest

import rulewright as rw
from constructs.playing import board, load, number, play, shown, texts
from rulewright.engines.protocol import PlayError
from rulewright.match.scenarios import Result
from rulewright.match.suite import suite

ISLAND = '''board map hex:
    """
     . . W
    H . W R
     H . .
    """
    legend:
        "W": terrain = water, depth = 3
        "H": in home of White, in coast
        "R": place Rock, in home of Black
enum Terrain: land, water
field terrain of each site: Terrain = land
field depth of each site: int in 0..9 = 1
piece Rock
piece Man
setup:
    place Man of White on home of White
var deep: int in 0..99 = 0
action Count:
    do:
        deep = sum(s in sites: s.depth)
action Land:
    pick there in empty - coast
    where there.terrain == land
    do:
        place Man of mover on there
    say "{there}"
turn:
    choose Land | Count
end:
    tie when no(empty)
scenario "the sea stays, the rock goes":
    given:
        mover = White
    expect count(Rock) == 0 and c2.terrain == water
    expect moves(Land) == 6
scenario "the set-up":
    given:
        setup
        mover = White
    expect count(Rock) == 1 and moves(Land) == 5
'''


def scenarios(rules: str, folder: Path) -> list[Result]:
    path = folder / "game.rules"
    path.write_text('game "Test"\nplayers White, Black\n' + rules)
    return list(suite(path, {}).run())


def test_a_legend_in_play(tmp_path: Path) -> None:
    state = play(ISLAND)
    # The rock stands before `setup` runs.
    assert board(state) == {"d2": "Rock", "a2": "Man of White", "a1": "Man of White"}
    assert texts(state)[:5] == ["a3", "b3", "b2", "b1", "c1"]
    # Ten sites, of which two are 3 deep.
    assert number(state.play("Count"), "deep") == 8 + 2 * 3
    assert all(result.passed for result in scenarios(ISLAND, tmp_path))


def test_a_ring_of_pits() -> None:
    state = play("""
board lines:
    sow: a1 b1 c1 store1 a2 b2 c2 store2 loop
region pits = sites - {store1, store2}
field seeds of each site: int in 0..48 = 0
setup:
    for s in pits:
        s.seeds = 3
action Sow:
    pick s in pits
    do:
        let n = s.seeds
        s.seeds = 0
        for k in 1..n:
            along(s, sow, k).seeds += 1
    say "{s}"
turn:
    choose Sow
end:
    tie when turn_number > 9
""", "b2")  # fmt: skip
    # From b2: c2, store2, a1.
    assert "4 3 3 ." in str(state).replace("| ", "") and "1 4 . 3" in str(state).replace("| ", "")


def test_a_torus_goes_round() -> None:
    rules = """
board square 5 by 5 wrapped
piece Man
setup:
    place Man of White on a1
    place Man of Black on e5
action Go:
    pick m in mine
    pick there in steps(m.at, orthogonal) & empty
    do:
        move m to there
    say "{there}"
turn:
    choose Go
var far: int in -1..99 = 0
action Look(k: int):
    do:
        far = distance(site(k, k), a1)
end:
    tie when adjacent(a1, e5) and turn_number > 3
    White wins when side(N) != {}
"""
    assert sorted(texts(play(rules))) == ["a2", "a5", "b1", "e1"]
    assert play(rules, "a5", "e1", "a4").over


@pytest.mark.parametrize(("column", "row", "expected"), [(0, 0, "d3"), (5, 4, "a1"), (-3, 7, "a1"), (2, 2, "b2")])
def test_sites_of_a_torus_by_numbers(column: int, row: int, expected: str) -> None:
    state = play(f"""
board square 4 by 3 wrapped
var c: int in -9..9 = {column}
var r: int in -9..9 = {row}
var found: site = none
action Look:
    do:
        found = site(c, r)
turn:
    choose Look
end:
    tie when found == site({column}, {row})
""", "Look")  # fmt: skip
    assert shown(state, "found") == expected
    assert state.over  # known while checking, it is the same


EDGES = """
board square 2 by 2 with edges, vertices
piece Line "="
piece Town "T"
piece Man "M"
var boxes of each player: int in 0..9 = 0
var met of each edge: int in 0..9 = 0
field level of each vertex: int in 0..3 = 1
action Draw:
    pick e in edges
    where e.empty "it is drawn"
    do:
        place Line of mover on e
        met of e += 1
        for c in e.cells where all(x in c.edges: x.occupied):
            boxes of mover += 1
    say "{e}"
action Build:
    pick v in vertices
    where v.empty and count(v.edges) == 4
    do:
        place Town of mover on v
        v.level += 1
    say "{v}"
action Enter:
    pick s in empty
    where s in sites
    do:
        place Man of mover on s
    say "{s}"
turn:
    choose Draw | Build | Enter
end:
    tie when no(e in edges: e.empty)
"""


def test_edges_and_vertices_are_picked_and_taken() -> None:
    state = play(EDGES)
    assert len(texts(state)) == 12 + 1 + 4
    assert texts(state)[:3] == ["a1_N", "a1_E", "a1_S"] and texts(state)[12:] == ["a1_NE", "a1", "b1", "a2", "b2"]
    state = play(EDGES, "a1_N", "a1_E", "a1_S", "a1_W", "a1_NE", "b1")
    assert board(state) == {
        "a1_N": "Line of White",
        "a1_E": "Line of Black",
        "a1_S": "Line of White",
        "a1_W": "Line of Black",
        "a1_NE": "Town of White",
        "b1": "Man of Black",
    }
    assert shown(state, "boxes") == "White 0, Black 1"
    assert shown(state, "met").startswith("a1_N 1, a1_E 1, a1_S 1, a1_W 1, b1_N 0")


def test_an_edge_may_be_called_after_either_cell() -> None:
    with pytest.raises(rw.IllegalMove, match="it is drawn"):
        play(EDGES, "Draw e = b1_W").play("Draw e = a1_E")


def test_what_touches_what_in_play() -> None:
    state = play("""
board square 3 by 3 with edges, vertices
var here: site = none
var count_cells: int in 0..99 = 0
var count_ends: int in 0..999 = 0
var between_them: site = none
var missing: bool = false
action Look:
    pick s in {b2, a1}
    do:
        here = s
        count_cells = count(union(e in s.edges: e.cells)) * 10 + count(s.vertices.cells)
        count_ends = count(s.vertices.edges) * 10 + count(s.edges.vertices)
        between_them = edge(s, step(s, E))
        missing = edge(s, step(s, NE)) == none and here.cells == {} and edge(none, s) == none
    say "{s}"
turn:
    choose Look
end:
    tie when turn_number > 5
""", "b2")  # fmt: skip
    assert number(state, "count_cells") == 59  # itself and its four neighbours; all nine cells
    assert number(state, "count_ends") == 124  # the twelve inner edges but none of the rim; its four corners
    assert shown(state, "between_them") == "b2_E"
    assert shown(state, "missing") == "true"


def test_a_cell_has_no_value_of_an_edge() -> None:
    rules = EDGES.replace("pick e in edges\n", "pick e in edges + {a1}\n")
    with pytest.raises(PlayError, match="there is no met of a1"):
        load(rules).start().play("Draw e = a1")


def test_holes_are_no_sites() -> None:
    state = play("""
board square 3 by 3:
    remove {b2}
    link b1 N to b3 N as tunnel
piece Man
setup:
    place Man of White on b1
action Go:
    pick m in mine
    pick there in neighbors(m.at)
    do:
        move m to there
    say "{there}"
turn:
    choose Go
    else: nothing
end:
    tie when turn_number > 9
""")  # fmt: skip
    assert sorted(texts(state)) == ["a1", "a2", "b3", "c1", "c2"]
