"""Games whose kinds have sides: big cells, all layers, the list below."""

from textwrap import dedent
from xml.etree import ElementTree

import rulewright as rw
from constructs.playing import load
from rulewright.cli.playing import sentences

PATHS = """
game "Paths"
players Red, Blue
board hex 40 by 40 wrapped
layer tile: Tile
layer people: many Man
tile Tile:
    ways of each direction: int in 0..3
tile Road is Tile:
    ways = [1, 2, 0, 0, 1, 0]
    more of each direction: int in 0..2 = 0
    walled of each direction: bool = false
    damage: int in 0..9 = 0
piece Man "M"
setup:
    place Road of Red on a1 as x
    x.more[NE] = 2
    x.walled[SW] = true
    x.damage = 3
    place Road of Blue on b1 with rotation = 1
    place Road on an40
    place Man of Blue on b1, b1, a1
action Lay:
    pick s in empty
    do:
        place Road of mover on s
turn:
    choose Lay
end:
    tie when turn_number > 4
"""

BENDS = """
game "Bends"
players Red, Blue
board square 3 by 2
enum Land: field, road, city
tile Tile:
    land of each orthogonal: Land
tile Bend is Tile:
    land = [road, road, field, city]
region mid = {b2}
display:
    mid: "x"
    city: "C"
setup:
    place Bend of Red on a1
    place Bend of Blue on c2 with rotation = 1
action Lay:
    pick s in empty
    do:
        place Bend of mover on s
turn:
    choose Lay
end:
    tie when turn_number > 4
"""


def check(game: rw.Game, expected: str) -> None:
    drawn = str(game.start(seed=1)).removesuffix("\nRed to move")
    assert [line.rstrip() for line in drawn.splitlines()] == dedent(expected).strip("\n").splitlines()


def test_sides_turn_with_their_tile_and_every_layer_is_seen() -> None:
    """A road has 1 to NE, 2 to E, 1 to W; turned by one step 1 to E, 2 to SE, 1 to NW."""
    check(
        load(PATHS),
        r"""
                             an2       a2        b2
                               /    1+2\ /1      \
                              |1  R m  2|  r m2  1|
              am1       an1   |   a1    |   b1    |   c1
                               \w      / \      2/
                /      1\
               |1  R0   2|
        am40   |  an40   |   a40       b40       c40
                \       /

             an39       a39
        a1 Road of Red (damage 3; more NE 2; walled SW); Man of Blue      b1 Road of Blue; Man of Blue x2
        an40 Road
        """,
    )


def test_squares_with_letters_of_what_is_no_number() -> None:
    """A bend has road to N and E, field to S, city to W; turned by one step city to N, road to E and S, field to W."""
    check(
        load(BENDS),
        """
                        +---C---+
                    x   |f  b  r|
           a2      b2   |  c2   |
                        +---r---+
        +---r---+
        |C  B  r|
        |  a1   |  b1      c1
        +---f---+
        a1 Bend of Red (land N road, E road, S field, W city)
        c2 Bend of Blue (land N city, E road, S road, W field)
        """,
    )


def test_a_game_without_sides_is_drawn_as_ever() -> None:
    rules = """
board hex 40 by 40 wrapped
tile Tile
setup:
    place Tile of White on a1
action Lay:
    pick s in empty
    do:
        place Tile of mover on s
turn:
    choose Lay
"""
    drawn = """
         2 |       .   .   .
         1 |     .   T   .
        40 |   .   .   .
             an  a   b
        White to move
    """
    assert str(load(rules).start(seed=1)) == dedent(drawn).strip("\n")


def test_in_words_with_everything_that_the_picture_shows() -> None:
    state = load(PATHS).start(seed=1)
    assert sentences(state) == [
        "On a1: Road of Red (damage 3; ways NE 1, E 2, W 1; more NE 2; walled SW); Man of Blue.",
        "On b1: Road of Blue (ways E 1, SE 2, NW 1); Man of Blue x2.",
        "On an40: Road (ways NE 1, E 2, W 1).",
    ]


# ---- SVG ----

SVG = "{http://www.w3.org/2000/svg}"


def drawing(rules: str) -> ElementTree.Element:
    return ElementTree.fromstring(load(rules).start(seed=1).svg())


def test_a_drawing_is_cropped_and_names_its_sites() -> None:
    """3 roads in two rows of a torus touch 12 free sites."""
    root = drawing(PATHS)
    told = [one.text for one in root.iter(f"{SVG}text") if one.get("fill") == "#666666"]
    assert len(told) == 3 + 12 and {"a1", "b1", "an40", "c40", "am40"} <= set(told)


def test_a_drawing_has_what_faces_each_direction_at_its_side() -> None:
    """Beside the middle of a1: 1+2 above to the right, 2 right, w below to the left, 1 left."""
    root = drawing(PATHS)
    texts = [(one.text, float(one.get("x", 0)), float(one.get("y", 0))) for one in root.iter(f"{SVG}text")]
    _, x, y = next(one for one in texts if one[0] == "a1")
    y -= 0.25 * 48  # the name stands a quarter of a step below the middle
    sides = {
        text: (round(right - x), round(down - y))
        for text, right, down in texts
        if text in ("1", "2", "1+2", "w") and abs(right - x) < 24 and abs(down - y) < 24
    }
    assert sides == {"1": (-19, 0), "1+2": (9, -17), "2": (19, 0), "w": (-10, 17)}


def test_a_drawing_has_all_layers_fields_and_words() -> None:
    root = drawing(PATHS)
    texts = [one.text for one in root.iter(f"{SVG}text")]
    assert texts.count("R") == 3 + 1 and texts.count("M") == 1 + 1  # on the board, and once in the legend
    assert texts.count("Mx2") + texts.count("M2") == 1
    assert "damage 3" in texts
    words = "Road of Red (damage 3; more NE 2; walled SW); Man of Blue"
    assert words in [one.text for one in root.iter(f"{SVG}title")]
    told = root.find(f"{SVG}desc")
    assert told is not None and told.text is not None and f"{words} on a1, " in told.text


def test_owners_of_tiles_are_told_by_colour_and_shape() -> None:
    """Red's road has a circle, Blue's a square (a polygon in a group), nobody's a dashed ring."""
    root = drawing(PATHS)
    groups = [one for one in root.iter(f"{SVG}g") if one.get("transform", "").endswith("scale(0.6)")]
    shapes = {group[0][1].tag.removeprefix(SVG) + group[0][1].get("stroke-dasharray", "") for group in groups}
    assert len(groups) == 3 and shapes == {"circle", "polygon", "circle3 2"}
    pale = [one for one in root.iter(f"{SVG}polygon") if one.get("fill-opacity") == "0.35"]
    assert len(pale) == 2


def test_ground_that_display_marks_is_hatched_where_nothing_stands() -> None:
    root = drawing(BENDS)
    assert [one.get("fill") for one in root.iter(f"{SVG}polygon")].count("url(#area0)") == 1
    assert "x" in [one.text for one in root.iter(f"{SVG}text")]
