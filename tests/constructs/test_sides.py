"""Sides that turn: what faces where after a component was turned, in play and against plain lists of Python."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from constructs.playing import load, number, play, shown, texts
from rulewright.match.suite import suite

ONE = """
board square 3 by 3

enum Ground: road, field

tile Road:
    exits of each orthogonal: int in 0..9
    ground of each orthogonal = [road, field, road, field]
    shut of each orthogonal: bool = false
    more of each orthogonal: int in 0..99 = 0
    keeper of each orthogonal: player = none

tile Bend is Road:
    exits = [1, 2, 0, 3]

tile Stone

var exits of each direction: int = 0
var more of each direction: int = 0
var shut: set of direction = {}
var fields: set of direction = {}
var whites: set of direction = {}
var rotation: int in 0..3 = 0

define tile: Bend = the Bend

setup:
    place Bend on b2

procedure look():
    for d in orthogonal:
        exits of d = tile.exits[d]
        more of d = tile.more[d]
    shut = {d in all_directions: tile.shut[d]}
    fields = {d in all_directions: tile.ground[d] == field}
    whites = {d in all_directions: tile.keeper[d] == White}
    rotation = tile.rotation

action Turn:
    pick n in {-7, -1, 1, 2, 5}
    do:
        tile.rotation += n
        look()

action Set:
    pick n in {-3, 0, 6}
    do:
        tile.rotation = n
        look()

action Shut:
    pick d in orthogonal
    do:
        tile.shut[d] = not tile.shut[d]
        tile.keeper[d] = White if tile.shut[d] else none
        look()

action Add:
    pick d in orthogonal
    pick n in {1, 2}
    where tile.more[d] < 90
    do:
        tile.more[d] += n
        look()

turn:
    choose Turn | Set | Shut | Add
"""
SIDES = ("N", "E", "S", "W")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def of_each(state: rw.State, name: str) -> list[int]:
    """The values of the four sides of a variable of each direction."""
    values = dict(part.rsplit(" ", 1) for part in shown(state, name).split(", "))
    return [int(values[side]) for side in SIDES]


def members(state: rw.State, name: str) -> set[str]:
    text = shown(state, name)
    return set() if text == "nothing" else set(text.split(","))


@cache
def native(rules: str) -> rw.Game:
    return rw.loads('game "One"\nplayers White, Black\n' + rules, engine="native")


def test_turning_by_one_brings_each_side_to_the_next_direction() -> None:
    """Printed N 1, E 2, S 0, W 3; turned once clockwise the side of N faces E."""
    state = play(ONE, "Turn 1")
    assert of_each(state, "exits") == [3, 1, 2, 0] and number(state, "rotation") == 1
    assert members(state, "fields") == {"N", "S"}
    assert of_each(play(ONE, "Turn -1"), "exits") == [2, 0, 3, 1]
    assert number(play(ONE, "Turn -1"), "rotation") == 3


def test_a_rotation_is_taken_modulo_the_number_of_sides() -> None:
    assert [number(play(ONE, "Turn 2", move), "rotation") for move in ("Turn 2", "Turn 5", "Turn -7", "Turn -1")] == [
        0,
        3,
        3,
        1,
    ]
    assert [number(play(ONE, move), "rotation") for move in ("Set -3", "Set 0", "Set 6")] == [1, 0, 2]
    assert play(ONE, "Turn 2", "Turn 2").hash == play(ONE, "Set 0", "Set 0").hash  # a full turn is no turn


def test_what_is_written_on_a_side_turns_with_it() -> None:
    state = play(ONE, "Shut N", "Add E 2", "Turn 1")
    assert members(state, "shut") == {"E"} == members(state, "whites")
    assert of_each(state, "more") == [0, 0, 2, 0]
    state = state.play("Add S 1")
    assert of_each(state, "more") == [0, 0, 3, 0]


@pytest.mark.parametrize("seed", range(4))
def test_sides_as_lists_of_python(seed: int) -> None:
    """The four sides as lists that are rotated, on both engines."""
    chance = random.Random(seed)
    states = [load(ONE).start(), native(ONE).start()]
    exits, ground, shut, more, turned = [1, 2, 0, 3], [0, 1, 0, 1], [False] * 4, [0] * 4, 0

    def turn(n: int) -> None:
        nonlocal turned
        turned = (turned + n) % 4
        for side in (exits, ground, shut, more):
            side[:] = [side[(i - n) % 4] for i in range(4)]

    for _ in range(60):
        move = chance.choice(texts(states[0]))
        word, *picks = move.split()
        match word:
            case "Turn":
                turn(int(picks[0]))
            case "Set":
                turn(int(picks[0]) - turned)
            case "Shut":
                shut[SIDES.index(picks[0])] ^= True
            case _:
                more[SIDES.index(picks[0])] += int(picks[1])
        states = [state.play(move) for state in states]
        for state in states:
            assert of_each(state, "exits") == exits and of_each(state, "more") == more
            assert (
                members(state, "shut")
                == members(state, "whites")
                == {d for d, is_ in zip(SIDES, shut, strict=True) if is_}
            )
            assert members(state, "fields") == {d for d, is_ in zip(SIDES, ground, strict=True) if is_}
            assert number(state, "rotation") == turned
        assert states[0].hash == states[1].hash and texts(states[0]) == texts(states[1])


def test_pictures_get_what_faces_where() -> None:
    """Numbers that are 0, false and none are left out; a word and a player never are."""
    (bend,) = play(ONE, "Shut N", "Add W 2", "Turn 1").standing()
    found = {(DIRECTIONS[side.direction], side.name): side.text for side in bend.sides}
    assert bend.rotation == 1 and bend.fields == ()
    assert found == {
        ("N", "exits"): "3", ("N", "ground"): "field", ("N", "more"): "2",
        ("E", "exits"): "1", ("E", "ground"): "road", ("E", "shut"): "", ("E", "keeper"): "White",
        ("S", "exits"): "2", ("S", "ground"): "field",
        ("W", "ground"): "road",
    }  # fmt: skip
    assert [DIRECTIONS[side.direction] for side in bend.sides] == [*"NNN", *"EEEE", *"SS", "W"]


NONE = """
board square 3 by 3
tile Road:
    exits of each {N, S} = [4, 5]
    shut of each {N, S}: bool = true
    more of each {N, S}: int = 7
    keeper of each {N, S}: player = Black
setup:
    place Road on b2
var n: int = 0
action Go:
    pick s in {a1, b2}
    pick d in {N, E}
    let x = s.piece
    let there = step(c3, d) if s == a1 else none
    do:
        LINE
turn:
    choose Go
"""


@pytest.mark.parametrize(
    ("line", "move", "text"),
    [
        ("n = x.exits[d]", "Go b2 E", "there is no exits of E"),
        ("n = x.exits[d]", "Go a1 N", "`exits` is asked of nothing (none)"),
        ("n = x.more[d]", "Go b2 E", "there is no more of E"),
        ("n = x.more[d]", "Go a1 N", "`more` is asked of nothing (none)"),
        ("n = x.rotation", "Go a1 N", "`rotation` is asked of nothing (none)"),
    ],
)
def test_a_number_of_no_side_is_a_rules_error(line: str, move: str, text: str) -> None:
    rules = NONE.replace("LINE", line)
    for game in (load(rules), native(rules)):
        with pytest.raises(rw.PlayError) as told:
            game.start().play(move)
        assert str(told.value) == f"{text} (after the move {move})"


@pytest.mark.parametrize("move", ["Go b2 E", "Go a1 N", "Go a1 E"])
def test_anything_else_of_no_side_is_nothing_and_takes_no_value(move: str) -> None:
    line = "if x.shut[d] or x.keeper[d] == Black or x.shut[d] == true:\n            n += 1\n"
    line += "        x.shut[d] = false\n        x.more[d] = 3\n        x.more[d] += 1\n        x.rotation += 1\n"
    line += "        n += sum(t in Road: t.more[N] + t.more[S])"
    rules = NONE.replace("LINE", line)
    for game in (load(rules), native(rules)):
        assert number(game.start().play(move), "n") == 14


def test_two_sides_turn_too() -> None:
    """A field of N and S alone: turned by one they change places."""
    rules = NONE.replace("LINE", "x.rotation += 1\n        n = 10 * x.exits[N] + x.exits[S]")
    for game in (load(rules), native(rules)):
        assert number(game.start().play("Go b2 N"), "n") == 54


HIDDEN = """
board square 3 by 3
tile Road:
    exits of each orthogonal: int
    shut of each orthogonal: bool = false
    copies of each player = 1
tile Bend is Road:
    exits = [1, 2, 0, 3]
tile Cross is Road:
    exits = 1
zone hand of each player: visible to owner
setup:
    for p in players:
        move supply(Road of p) to hand of p
action Turn:
    pick x in hand of mover
    pick n in 0..3
    do:
        x.rotation = n
action Lay:
    pick x in hand of mover
    pick there in empty
    do:
        move x to there
turn:
    choose Turn | Lay
    else: nothing
end:
    tie when turn_number > 6
"""


def test_what_is_turned_where_nobody_looks_is_seen_when_it_is_laid() -> None:
    """What was turned in White's hand is seen as it is laid, as it is turned."""
    start = load(HIDDEN).start()
    one, two = start.play("Turn Bend 1"), start.play("Turn Bend 2")
    later = [state.play("Turn Cross 0").play("Lay Bend b2") for state in (one, two)]
    stands = [state.view("Black").standing()[0] for state in later]
    assert [stand.rotation for stand in stands] == [1, 2]
    sides = [[(DIRECTIONS[side.direction], side.name, side.text) for side in stand.sides] for stand in stands]
    assert sides[0] == [("N", "exits", "3"), ("E", "exits", "1"), ("S", "exits", "2")]
    assert sides[1] == [("E", "exits", "3"), ("S", "exits", "1"), ("W", "exits", "2")]


def test_worlds_agree_with_what_was_seen_of_what_is_turned() -> None:
    """Black sees that White turns one of two tiles by three, not which."""
    state = load(HIDDEN).start().play("Turn Bend 3")
    worlds = state.worlds("Black", 60, seed=2)
    assert all(world.view("Black") == state.view("Black") for world in worlds)
    hands = {world.view("White").zones()[0].cards for world in worlds}
    assert hands == {("Bend (rotation 3)", "Cross"), ("Bend", "Cross (rotation 3)")}


def test_records_and_bytes_keep_how_things_are_turned() -> None:
    game = load(HIDDEN)
    state = game.start(seed=1).play("Turn Bend 3").play("Turn Cross 0").play("Lay Bend a1")
    assert state.standing()[0].rotation == 3
    assert rw.read_record(state.record(), game).state == state == game.unserialize(state.serialize())


SCENARIO = """
game "Placing"
players White, Black
board square 3 by 3
tile Road:
    exits of each orthogonal = [1, 2, 0, 3]
turn:
    place Road of mover on a1 with rotation = turn_number + 9
end:
    tie when turn_number > 0
scenario "as it is placed":
    given:
        place Road of White on b2 with rotation = -1
        place Road of White on c3
    expect b2.piece.rotation == 3 and b2.piece.exits[N] == 2 and b2.piece.exits[W] == 1
    expect c3.piece.rotation == 0 and c3.piece.kind.exits[W] == 3 and b2.piece.kind.exits[W] == 3
"""


def test_scenarios_place_what_is_turned(tmp_path: Path) -> None:
    (tmp_path / "placing.rules").write_text(SCENARIO, encoding="utf-8")
    (result,) = suite(tmp_path / "placing.rules", {}).run()
    assert [failure.title for failure in result.failures] == []
