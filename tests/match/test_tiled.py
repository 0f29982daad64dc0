"""Games whose kinds have sides: big cells, all layers, the list below."""

from textwrap import dedent

import rulewright as rw
from constructs.playing import load

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
