"""The key to the marks of text pictures: ground, kinds, owners, numbers, sides."""

from textwrap import dedent

import pytest

from constructs.playing import load
from rulewright.match.key import Key, ground_called, key

LAKE = """
language 1
game "Lake"
players PLAYERS
enum Terrain: land, water, moor
field terrain of each site: Terrain = land
field level of each site: int in 0..9 = 0
board map square:
    \"\"\"
    . ~ ~
    2 . .
    \"\"\"
    legend:
        "~": terrain = water
        "2": level = 2
piece Boat "B"
piece Rock "#"
piece Frog
display:
    water: "~", "deep water"
    moor: "m"
    level: ""
    DISPLAY
setup:
    place Boat of ONE on b1
    place Boat of TWO on c1
    place Rock on a2
action Pass:
    say "go"
turn:
    choose Pass
end:
    tie when turn_number > 4
"""


def lake(players: str = "Red, Blue", one: str = "Red", two: str = "Blue", display: str = "") -> str:
    return LAKE.replace("PLAYERS", players).replace("ONE", one).replace("TWO", two).replace("DISPLAY", display)


def key_of(text: str) -> Key:
    state = load(text).start(1)
    return key(state.game.setting, state.standing(), state.grounds())


def test_only_what_is_in_the_picture_is_told() -> None:
    """There is no moor, and no frog; a rock stands where the level is 0."""
    assert key_of(lake()) == Key(
        (("~", "deep water"), ("2", "level 2"), ("B b", "Boat"), ("#", "Rock")),
        ("Upper case: Red; lower case: Blue.",),
    )


def test_three_players_are_told_apart_by_numbers() -> None:
    shown = key_of(lake("Red, Blue, Green", two="Green"))
    assert shown.entries[2:] == (("B1 B3", "Boat"), ("#", "Rock"))
    assert shown.notes == ("The number behind a letter: 1 Red, 2 Blue, 3 Green.",)


def test_nobodys_components_have_a_nought_behind_their_letter() -> None:
    shown = key_of(lake().replace("place Rock on a2", "place Boat on a2"))
    assert shown.entries[2:] == (("B b B0", "Boat"),)
    assert shown.notes == ("Upper case: Red; lower case: Blue.", "The number behind a letter: 0 nobody.")


def test_letters_of_one_players_components_are_told_apart() -> None:
    """Such a mark follows no rule, so nothing is said of its owner in general."""
    shown = key_of(lake(display='Boat of Red: "x", "", "tug"\n    Boat of Blue: "y"'))
    assert shown.entries[2:] == (("x", "tug"), ("y", "Boat of Blue"), ("#", "Rock"))
    assert shown.notes == ()


def test_what_stands_at_marks_is_told() -> None:
    state = load(
        """
        game "Hive"
        players Red, Blue
        board square 3 by 1
        layer people: pile Man
        piece Man "M"
        setup:
            place Man of Red on a1, a1, b1
        turn:
            may "Go on?":
                nothing
        end:
            tie when turn_number > 4
        """.replace("\n        ", "\n")
    ).start(1)
    shown = key(state.game.setting, state.standing(), state.grounds())
    assert shown == Key(
        (("M", "Man"),),
        ("Upper case: Red; lower case: Blue.", "Behind a mark: how many stand there (x2 after a number)."),
    )


SIDES = dedent(
    """
    game "Bends"
    players Red, Blue
    board square 3 by 2
    enum Land: field, road
    tile Tile:
        land of each orthogonal: Land
        ways of each orthogonal: int in 0..3
    tile Bend is Tile:
        land = [road, road, field, field]
        ways = [1, 0, 0, 0]
    setup:
        place Bend of Red on a1
    action Lay:
        pick s in empty
        do:
            place Bend of mover on s
    turn:
        choose Lay
    end:
        tie when turn_number > 4
    """
)


def test_what_is_written_at_sides_is_told() -> None:
    assert key_of(SIDES).notes == ("Upper case: Red; lower case: Blue.", "At the sides: r road, f field, numbers ways.")


def test_numbers_of_sites_without_components() -> None:
    shown = key_of(
        dedent(
            """
            game "Wells"
            players Red, Blue
            board square 2 by 1
            field drops of each site: int in 0..9 = 0
            setup:
                drops of a1 = 3
            turn:
                may "Go on?":
                    nothing
            end:
                tie when turn_number > 4
            """
        )
    )
    assert shown == Key((), ("Numbers tell drops.",))


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("~", [("deep water", "~", ("b2", "c2"))]),
        ("water", [("deep water", "~", ("b2", "c2"))]),
        ("Deep Water", [("deep water", "~", ("b2", "c2"))]),
        ("moor", [("moor", "m", ())]),
        ("2", [("level 2", "2", ("a1",))]),
        ("wat", []),
        ("level", []),
    ],
)
def test_where_ground_of_a_name_is(name: str, found: list[tuple[str, str, tuple[str, ...]]]) -> None:
    state = load(lake()).start(1)
    board = state.game.setting.declared.board
    assert board is not None
    told = ground_called(state.game.setting, state.grounds(), name)
    assert [(name, mark, tuple(board.names[site] for site in sites)) for name, mark, sites in told] == found
