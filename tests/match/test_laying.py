"""Components with sides that are not on the board, or not yet turned as a move will turn them."""

from __future__ import annotations

from xml.etree import ElementTree

import rulewright as rw
from constructs.playing import load
from rulewright.drawing import Cell
from rulewright.match.laying import in_zone, turned

BENDS = """
players Red, Blue
board square 3 by 3
tile Tile:
    road of each orthogonal: bool
    worth of each orthogonal: int in 0..9
tile Bend is Tile:
    copies of each player = 2
    road = [true, true, false, false]
    worth = [0, 7, 0, 0]
tile Straight "I" is Tile:
    copies of each player = 2
    road = [true, false, true, false]
    worth = [0, 0, 0, 0]
tile Plain is Tile:
    copies of each player = 1
    road = [false, false, false, false]
    worth = [0, 0, 0, 0]
piece Man:
    copies of each player = 1
zone hand of each player: Tile, visible to owner
zone bag of each player: Tile, hidden
zone crowd: Man
var waited: int in 0..9 = 0
setup:
    place Straight of Red on b2
    for p in players:
        move supply(Tile of p) to hand of p
        move supply(Man of p) to crowd
    for t in hand of Blue where t is Plain:
        move t to bag of Blue
action Lay:
    pick t in hand of mover
    pick s in {a1, a2}
    pick steps in 0..3
    do:
        move t to s
        t.rotation = steps
action Turn:
    pick t in Tile
    where t.at == b2
    pick steps in {-1, 2, 4}
    do:
        t.rotation += steps
action Wait:
    pick n in 1..2
    do:
        waited += n
action Blind:
    pick t in bag of Blue
    pick steps in 0..3
    do:
        t.rotation = steps
        move t to a1
turn:
    choose Lay | Turn | Wait | Blind
end:
    tie when turn_number > 4
"""


def state(rules: str = BENDS) -> rw.State:
    return load(rules).start(seed=1)


def told(at: rw.State, cells: list[Cell]) -> list[tuple[str, dict[str, str]]]:
    """Marks and sides, by the directions' names."""
    board = at.game.setting.declared.board
    assert board is not None
    return [(cell.text, {board.directions[way]: text for way, text in cell.sides.items()}) for cell in cells]


def looks(at: rw.State, *texts: str) -> list[tuple[str, dict[str, str]]]:
    """How it will lie after each of the moves that have one of these texts in theirs."""
    moves = [move for move in at.moves() if any(text in move.text for text in texts)]
    assert len(moves) > 1, [move.text for move in at.moves()]
    return told(at, turned(moves))


def test_a_hand_with_what_its_tiles_have_at_their_sides() -> None:
    """Numbers stand before letters: there is a road to the east, and it is worth 7."""
    at = state()
    hand = next(zone for zone in at.view("Red").zones() if zone.name == "hand of Red")
    bend, straight, plain = ("B", {"N": "r", "E": "7r"}), ("I", {"N": "r", "S": "r"}), ("P", {})
    assert told(at, [cell for cell, _ in in_zone(at.game.setting, hand)]) == [bend, bend, straight, plain]
    assert [name for _, name in in_zone(at.game.setting, hand)] == ["Bend", "Bend", "Straight", "Plain"]
    # What is not known has no sides; what has none is not told so.
    other = next(zone for zone in at.view("Blue").zones() if zone.name == "hand of Red")
    assert in_zone(at.game.setting, other) == []
    crowd = next(zone for zone in at.zones() if zone.name == "crowd")
    assert crowd.count == 2 and in_zone(at.game.setting, crowd) == []


def test_how_a_tile_will_lie() -> None:
    """A bend leads north and east; turned by one step east and south, and so on, always clockwise."""
    assert looks(state(), "Lay Bend a2") == [
        ("B", {"N": "r", "E": "7r"}),
        ("B", {"E": "r", "S": "7r"}),
        ("B", {"S": "r", "W": "7r"}),
        ("B", {"N": "7r", "W": "r"}),
    ]


def test_what_lies_there_is_turned_from_where_it_is() -> None:
    """What is straight looks alike after every other step."""
    across, along = {"E": "r", "W": "r"}, {"N": "r", "S": "r"}
    assert looks(state(), "Turn") == [("I", across), ("I", along), ("I", along)]


def test_moves_that_differ_in_more_than_numbers() -> None:
    assert looks(state(), "Lay Bend") == []
    assert looks(state(), "Lay Bend a1 0", "Lay Straight a1 0") == []
    assert looks(state(), "Lay Straight a1 0", "Turn b2 2") == []


def test_what_looks_the_same_after_all_of_them_and_what_has_no_sides() -> None:
    assert looks(state(), "Lay Plain a1") == []
    assert looks(state(), "Wait") == []
    assert looks(state(), "Lay Straight a1 0", "Lay Straight a1 2") == []


def test_what_the_chooser_does_not_know_is_not_told() -> None:
    assert looks(state(), "Blind") == []
    straight = BENDS.replace("where t is Plain", "where t is Straight")
    assert looks(state(straight), "Blind") == []
    assert len(looks(state(straight.replace(", hidden", "")), "Blind")) == 4


def test_without_a_board_of_cells_there_is_nothing_to_see() -> None:
    rules = BENDS.replace("board square 3 by 3", "board points 3 by 3")
    at = state(rules)
    hand = next(zone for zone in at.view("Red").zones() if zone.name == "hand of Red")
    assert in_zone(at.game.setting, hand) == [] and looks(at, "Lay Bend a1") == []


def test_cards_of_a_drawing_have_their_sides() -> None:
    """Red sees two bends, of which one is drawn, a straight one and a plain one; of Blue's hand only the backs."""
    root = ElementTree.fromstring(state().view("Red").svg())
    cards = {}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        titles = [one.text for one in group.findall("{http://www.w3.org/2000/svg}title")]
        texts = group.findall("{http://www.w3.org/2000/svg}text")
        if titles:
            cards[titles[0]] = [(float(one.attrib["x"]), float(one.attrib["y"]), one.text) for one in texts]
    north, east, middle, number = cards["Bend x2"]
    assert [text for _, _, text in (north, east, middle, number)] == ["r", "7r", "Bend", "x2"]
    assert north[0] == middle[0] and north[1] < middle[1] and east[0] > middle[0] and east[1] == middle[1]
    assert [text for _, _, text in cards["Straight"]] == ["r", "r", "Straight"]
    assert [text for _, _, text in cards["Plain"]] == ["Plain"]
    assert [text for _, _, text in cards["not known x4"]] == ["?", "x4"]
