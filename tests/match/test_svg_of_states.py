"""SVG pictures of states: figures that share a site, the zones that are drawn, what stands below the board."""

from __future__ import annotations

from xml.etree import ElementTree

import rulewright as rw

SVG = "{http://www.w3.org/2000/svg}"

CAMP = """
language 1
game "Camp"
players Red, Blue
layer stone: Rock
layer people: many Person
board square 3 by 1
piece Rock "#":
    cracks: int in 0..9 = 0
piece Person:
    copies of each player = 2
    damage: int in 0..9 = 0
    tired: bool = false until turn_end
piece Smith is Person:
    copies of each player = 2
piece Monk is Person:
    copies of each player = 2
piece X is Person:
    copies of each player = 2
card Coin:
    copies = 2
zone purse of each player: visible to owner
zone shelf of each player
zone table
zone floor
zone chest: ordered, hidden
var wealth of each player: int in 0..9 = 3
display:
    Smith: "S", "§", "smith", "orange"
    Monk: "m", "Mo"
setup:
    place Smith of Red on a1 with damage = 2, tired = true
    place Monk of Blue on a1 with damage = 4
    place Rock on b1 with cracks = 1
    place Monk of Red on b1
    place X of Blue on c1
    move supply(Coin) to table
    move first(table) to purse of Red
action Wait:
    say "wait"
turn:
    choose Wait
end:
    tie when turn_number > 9
"""


def camp() -> rw.State:
    return rw.loads(CAMP).start(1)


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_each_figure_of_a_site_is_drawn_with_its_own_note() -> None:
    svg = camp().svg()
    shown = texts(svg)
    assert shown.count("damage") == 2 and "2" in shown and "4" in shown and "tired" not in shown
    assert "SMo" not in shown and "§Mo" not in shown
    # Red has circles, Blue squares: the two on a1 are drawn smaller and have each their own shape.
    root = ElementTree.fromstring(svg)
    halves = [one for one in root.iter(f"{SVG}g") if "scale(0.6)" in one.get("transform", "")]
    assert [[part.tag.removeprefix(SVG) for part in one[0]][1] for one in halves] == ["circle", "polygon"]
    # What lies below a monk tells its cracks behind its own letter.
    assert "# cracks 1" in shown


def test_empty_zones_are_left_out_where_all_can_look_into_them() -> None:
    state = camp()
    titles = [text for text in texts(state.svg()) if text.endswith(")")]
    assert titles == ["purse of Red (1)", "purse of Blue (0)", "table (1)", "chest (0)"]
    assert [text for text in texts(state.view("Blue").svg()) if text.endswith(")")] == titles


def test_below_the_board_stand_variables_and_what_signs_mean() -> None:
    state = camp()
    shown = texts(state.svg())
    end = shown[shown.index("Red to move") :]
    rows = end.index("purse of Red (1)")
    # X is not told: its sign is its name.
    assert end[:rows] == [
        "Red to move", "wealth: Red 3, Blue 3", "Red", "Blue", "#", "Rock", "§", "smith", "Mo", "Monk",
    ]  # fmt: skip
    assert state.view("Red").svg() == state.svg()


def test_without_a_board_the_variables_stand_below_the_zones() -> None:
    root = ElementTree.fromstring(rw.load("kuhn_poker").start(1).svg())
    found = list(root.iter(f"{SVG}text"))
    (status,) = (one for one in found if one.text == "Ann to move")
    cards = [one for one in found if one.text and one.text.startswith("hand of")]
    assert all(float(one.attrib["y"]) < float(status.attrib["y"]) < float(root.attrib["height"]) for one in cards)
