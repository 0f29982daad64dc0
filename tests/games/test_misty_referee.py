"""The referee of Misty Valley by itself: positions whose outcome the clauses tell, and whole random games.

"R at h: 4=1" in the names of tests means a red patrol at h with one explorer towards direction 4 (0 east, clockwise);
patrols of the tests have whatever sides are asked for.
"""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest

from games import misty_referee as referee
from games.misty_players import random_choice
from games.misty_referee import BLUE, HOME, RED, WAYS, Cell, Choice, Chosen, Draw, Land, Options, Patrol, Table, Tile


class Sides(Patrol):
    """A patrol with sides that no printed one has."""

    def __init__(self, owner: str, facing: dict[int, int]) -> None:
        super().__init__("P1", owner)
        self.facing = facing

    def printed(self, way: int) -> int:
        return self.facing.get(self.side(way), 0)


def laid(lands: dict[Cell, tuple[str, str | None]], patrols: dict[Cell, Patrol], *abilities: str) -> Table:
    """A table with valley tiles and encounters (name, control) and patrols; the abilities are those of both tribes."""
    table = Table(Options())
    table.tiles |= {cell: Land(name, control) for cell, (name, control) in lands.items()}
    table.tiles |= patrols
    table.captains = {BLUE: HOME, RED: HOME}
    table.unused = {player: set(abilities) for player in (BLUE, RED)}
    table.hands = {BLUE: {"P1", "P2", "P3"}, RED: {"P1", "P2", "P3"}}
    table.stacks = {
        "valleys": Counter(["water", "water"]),
        "encounters": Counter(["Mouse", "Bear"]),
        "tokens": Counter(referee.TOKENS),
        BLUE: Counter(),
        RED: Counter(),
    }
    return table


def run(play: referee.Playing, *answers: Chosen | str) -> frozenset[Chosen]:
    """Answer what is asked, choices and draws, and return what may be chosen then; nothing once the game is over."""
    left = list(answers)
    try:
        asked = next(play)
        while True:
            if isinstance(asked, Choice) and not left:
                return asked.among
            # Where no more is said the first of a stack comes.
            chosen = left.pop(0) if left else next(iter(asked.among))
            assert chosen in asked.among, (chosen, asked)
            asked = play.send(chosen)
    except StopIteration:
        assert not left, left
        return frozenset()


def control(table: Table, *cells: Cell) -> list[str | None]:
    return [table.land(cell).control for cell in cells]


# ---- control ----


def test_s02_more_explorers_take_and_a_tie_changes_nothing() -> None:
    """C(1,0) red, A(1,-1) red, M(2,0); R at (1,1): 4=1 and (1,-2): 1=1, B at (0,1): 5=1; then B at (2,-1): 1, 2, 3."""
    table = laid(
        {(1, 0): ("crystal", RED), (1, -1): ("acorn", RED), (2, 0): ("mushroom", None)},
        {(1, 1): Sides(RED, {4: 1}), (1, -2): Sides(RED, {1: 1}), (0, 1): Sides(BLUE, {5: 1})},
    )
    table.tiles[2, -1] = Sides(BLUE, {1: 1, 2: 1, 3: 1})
    table.evaluate(*referee.around((2, -1)))
    assert control(table, (1, 0), (2, 0), (1, -1)) == [BLUE, BLUE, RED]


def test_s03_a_tie_keeps_a_smoke_bomb_does_not() -> None:
    table = laid({(1, 0): ("mushroom", BLUE)}, {(0, 1): Sides(BLUE, {5: 1}), (1, 1): Sides(RED, {4: 1})}, "smoke")
    table.evaluate((1, 0))
    assert control(table, (1, 0)) == [BLUE]
    run(referee.game(table, RED), ("smoke", (0, 1), 5))
    assert control(table, (1, 0)) == [RED]


def test_s04_the_captain_alone_does_not_hold_a_tile() -> None:
    table = laid({(1, 0): ("crystal", RED)}, {(2, 0): Sides(RED, {3: 2})}, "smoke")
    table.captains[RED] = (1, 0)
    run(referee.game(table, BLUE), ("smoke", (2, 0), 3))
    assert control(table, (1, 0)) == [None] and table.captains[RED] == HOME


def test_the_captain_strengthens_and_leaving_can_lose() -> None:
    """1 and he against 1: red keeps; against 2 too, a tie. When he goes the tile is blue's."""
    table = laid(
        {(1, 0): ("crystal", RED), (-1, 0): ("acorn", RED)},
        {(2, 0): Sides(RED, {3: 1}), (1, 1): Sides(BLUE, {4: 2}), (-2, 0): Sides(RED, {0: 1})},
    )
    table.captains[RED] = (1, 0)
    table.evaluate((1, 0))
    assert control(table, (1, 0)) == [RED]
    run(referee.game(table, RED), ("captain", (-1, 0)))
    assert control(table, (1, 0), (-1, 0)) == [BLUE, RED] and table.captains[RED] == (-1, 0)


def test_who_takes_a_tile_sends_the_captain_home() -> None:
    table = laid({(1, 0): ("crystal", RED)}, {(2, 0): Sides(RED, {3: 1}), (1, 1): Sides(BLUE, {4: 1})}, "reinforce")
    table.captains[RED] = (1, 0)
    table.patrol((1, 1)).reinforced.add(4)
    table.evaluate((1, 0))
    assert control(table, (1, 0)) == [BLUE] and table.captains[RED] == HOME


def test_only_what_a_trigger_touches_is_looked_at_again() -> None:
    """After Diplomacy explorers do not count until a trigger: smoke on another side is none, a turned patrol is."""
    table = laid(
        {(1, 0): ("crystal", BLUE), (-1, 0): ("acorn", RED)},
        {(2, 0): Sides(BLUE, {3: 1, 0: 1}), (-2, 0): Sides(RED, {0: 1})},
        *("diplomacy", "smoke", "mislead"),
    )
    play = referee.game(table, BLUE)
    run(play, ("diplomacy", (1, 0), (-1, 0)), ("patrol", "P1", (0, 1), 0))
    assert control(table, (-1, 0)) == [BLUE]
    table.give((1, 0), RED)
    run(referee.game(table, RED), ("smoke", (2, 0), 0))
    assert control(table, (1, 0)) == [RED]
    run(referee.game(table, RED), ("mislead", (2, 0), 1))
    assert control(table, (1, 0)) == [None]


def test_a_wall_keeps_explorers_out() -> None:
    table = laid({(1, 0): ("crystal", None)}, {(2, 0): Sides(RED, {3: 2}), (1, 1): Sides(BLUE, {4: 1})})
    table.land((1, 0)).wall = 0
    table.evaluate((1, 0))
    assert control(table, (1, 0)) == [BLUE]


# ---- where tiles may lie ----


def test_s01_the_first_encounters() -> None:
    """Both first valley tiles with footprints: two cells for each encounter, those beside the start tile too."""
    table = Table(Options(first_game=True))
    hands = ["P1", "P2", "P3"] * 2
    play = referee.game(table)
    assert run(play, "acorn", "berry", *hands, "water+", "Bear") == {("at", (-1, 1)), ("at", (0, -1))}
    play = referee.game(Table(Options(first_game=True)))
    cells = run(play, "acorn", "berry", *hands, "water+", "Bear", ("at", (-1, 1)), "acorn+", "Mouse")
    assert cells == {("at", (0, 1)), ("at", (1, -1))}


RING: list[Cell] = [(1 + q, r) for q, r in WAYS]


def test_s07_a_surrounded_space() -> None:
    """Nothing goes into (1, 0); one of the six around may step in: its old place is free then."""
    lands: dict[Cell, tuple[str, str | None]] = {cell: ("acorn", None) for cell in RING if cell != HOME}
    del lands[2, 0]
    table = laid(lands, {(2, 0): Sides(BLUE, {}), (-1, 0): Sides(BLUE, {})}, "counterorder", "scroll")
    table.display = Counter({"berry": 2})
    among = run(referee.game(table, BLUE))
    into = {choice for choice in among if choice and (1, 0) in choice}
    assert {(choice[0], choice[1]) for choice in into if choice} == {
        *(("counterorder", (2, 0)), ("scroll", (1, -1)), ("scroll", (0, 1)), ("scroll", (1, 1)), ("scroll", (2, -1)))
    }
    assert ("patrol", "P1", (3, 0), 5) in among and ("explore", "berry", (3, 0)) in among


def test_s08_nothing_is_cut_off() -> None:
    table = laid(
        {(-1, 0): ("acorn", None), (1, 0): ("acorn", None), (3, 0): ("acorn", None)},
        {(2, 0): Sides(BLUE, {})},
        "counterorder",
    )
    assert table.moves_of((2, 0)) == set()
    assert not any(choice and choice[0] == "counterorder" for choice in run(referee.game(table, BLUE)))
    table.tiles[2, 1] = Sides(RED, {})  # now (3, 0) holds by (2, 1) and (1, 1)
    table.tiles[1, 1] = Sides(RED, {})
    assert (3, -1) in table.moves_of((2, 0)) and (2, 0) not in table.moves_of((2, 0))


def test_a_surrounded_tile_does_not_move_but_turns() -> None:
    lands: dict[Cell, tuple[str, str | None]] = {cell: ("acorn", None) for cell in RING if cell != HOME}
    table = laid(lands, {(1, 0): Sides(BLUE, {0: 1})}, "counterorder", "mislead", "smoke")
    assert not any(choice and choice[0] == "counterorder" for choice in run(referee.game(table, BLUE)))
    turns = {choice for choice in run(referee.game(table, RED)) if choice and choice[0] == "mislead"}
    assert turns == {("mislead", (1, 0), 1), ("mislead", (1, 0), -1)}


# ---- turns ----


def test_s11_the_last_valley_tile_by_spyglass() -> None:
    table = laid({(1, 0): ("acorn", None), (-1, 0): ("acorn", None)}, {}, "spyglass")
    table.display, table.stacks["valleys"] = Counter({"berry": 1}), Counter()
    play = referee.game(table, BLUE)
    among = run(play, ("spyglass",), ("explore", "berry", (2, 0)))
    assert {choice[0] for choice in among if choice} == {"patrol"} and None not in among
    assert table.ended_by == BLUE
    last = run(answer(play, ("patrol", "P1", (0, 1), 0)))
    assert {choice and choice[0] for choice in last} == {"patrol", None}


def answer(play: referee.Playing, chosen: Chosen) -> referee.Playing:
    """Go on with a game that has asked."""
    asked = play.send(chosen)
    while True:
        asked = play.send((yield asked))


def test_no_main_action_at_all() -> None:
    """Blue has no patrols and looks for the last valley tile by spyglass: the turn is over, the last one is red's."""
    table = laid({(1, 0): ("acorn", None), (-1, 0): ("acorn", None)}, {}, "spyglass")
    table.display, table.stacks["valleys"], table.hands[BLUE] = Counter({"berry": 1}), Counter(), set()
    last = run(referee.game(table, BLUE), ("spyglass",), ("explore", "berry", (2, 0)))
    assert table.seen["no main action"] == 1
    assert {choice and choice[1] for choice in last} == {"P1", "P2", "P3", None}


def test_s12_horn_and_patrol() -> None:
    table = laid({(1, 0): ("acorn", None)}, {}, "horn", "reinforce")
    table.stacks[BLUE] = Counter(["P4", "P5", "P6", "P7"])
    answers = (("horn",), ("patrol", "P1", (2, 0), 0), "P4", ("patrol", "P4", (3, 0), 0), "P7")
    among = run(referee.game(table, BLUE), *answers)
    assert table.hands[BLUE] == {"P2", "P3", "P7"} and table.stacks[BLUE].total() == 2
    # It is red's turn: one special action in a turn.
    assert {choice[0] for choice in among if choice} >= {"blind", "patrol"}


def test_s13_reinforcements() -> None:
    """R at (1,1): 4=2 holds M(1,0). Blue's P1 at (0,1) shows 1 towards 5; with two more it is 3-2."""
    table = laid({(1, 0): ("mushroom", RED)}, {(1, 1): Sides(RED, {4: 2})}, "reinforce")
    among = run(play := referee.game(table, BLUE), ("patrol", "P1", (0, 1), 5))
    assert control(table, (1, 0)) == [RED]
    # P1 turned by five: explorers towards 5, 0, 1, 2.
    assert among == {("reinforce", 5), ("reinforce", 0), ("reinforce", 1), ("reinforce", 2), None}
    run(answer(play, ("reinforce", 5)))
    assert control(table, (1, 0)) == [BLUE]


def test_s16_footprints() -> None:
    """The encounter touches the new tile, and both are evaluated at once."""
    table = laid({(1, 0): ("acorn", None)}, {(2, 0): Sides(RED, {1: 1, 2: 1})})
    table.display = Counter({"berry+": 1, "acorn": 1})
    play = referee.game(table, BLUE)
    cells = run(play, ("explore", "berry+", (2, 1)), "Mouse")
    assert control(table, (2, 1)) == [RED]
    assert cells == {("at", (2 + q, 1 + r)) for q, r in WAYS} - {("at", (2, 0))}
    run(answer(play, ("at", (1, 1))))
    assert control(table, (1, 1)) == [RED]


def test_s19_a_last_turn_that_is_void() -> None:
    table = laid({(1, 0): ("acorn", None)}, {})
    table.display, table.stacks["valleys"], table.hands[RED] = Counter({"berry": 1}), Counter(), set()
    assert run(referee.game(table, BLUE), ("explore", "berry", (2, 0))) == frozenset()


def test_s23_without_patrols_one_explores() -> None:
    table = laid({(1, 0): ("acorn", None)}, {})
    table.hands[RED] = set()
    assert run(referee.game(table, RED)) == {("blind",)}


# ---- the end ----


def scored(mine: list[str], unused: int = 0, theirs: tuple[str, ...] = ()) -> Table:
    """Blue controls these tiles, red those."""
    table = Table()
    for number, name in enumerate(mine):
        table.tiles[number, 1] = Land(name, BLUE)
    for number, name in enumerate(theirs):
        table.tiles[number, 2] = Land(name, RED)
    table.unused[BLUE] = set(referee.ABILITIES[BLUE, "A"][:unused])
    return table


@pytest.mark.parametrize(
    ("mine", "unused", "points"),
    [
        # The example of the rulebook.
        (["mushroom", "acorn", "acorn+", "berry", "berry", "berry+", "Mouse", "Bear"], 1, 29),
        (["acorn", "Cat", "Mouse"], 0, 14),
        (["acorn", "Cat"], 0, 4),
        (["water", "berry", "Bear", "E7", "E8"], 0, 2 + 2 + 7 + 7 + 7),
        (["E7", "E8"], 4, 2 + 2 + 8),
        ([], 0, 0),
    ],
)
def test_s17_s18_points(mine: list[str], unused: int, points: int) -> None:
    assert scored(mine, unused).score(BLUE) == points


def test_s20_ties_go_by_hands() -> None:
    table = scored(["acorn", "acorn"], theirs=("berry", "berry"))
    table.hands = {BLUE: {"P1", "P2", "P3"}, RED: {"P1", "P2"}}
    table.stacks = {BLUE: Counter(), RED: Counter(["P3", "P4"])}
    assert table.winner() == BLUE
    table.hands[RED] = {"P1", "P2", "P3"}
    assert table.winner() is None
    table.tiles[5, 2] = Land("water", RED)
    assert table.winner() == RED


@pytest.mark.parametrize(("blue", "red", "bonus"), [(3, 3, 0), (3, 2, 5), (2, 3, 0), (1, 0, 5)])
def test_s22_flowers(blue: int, red: int, bonus: int) -> None:
    table = scored(["acorn", "berry", "water"], theirs=("acorn", "berry", "water"))
    for cell in [(n, 1) for n in range(blue)] + [(n, 2) for n in range(red)]:
        table.land(cell).flower = True
    assert table.score(BLUE) == 6 + bonus and table.score(RED) == 6 + 5 * (red > blue)


# ---- whole games ----

EVERYTHING = [
    Options(blue, red, first, first_game, expansion)
    for blue, red, first, (first_game, expansion) in itertools.product(
        "AB", "AB", (BLUE, RED), itertools.product((False, True), repeat=2)
    )
]
SPECIALS = ("captain", *sorted({ability for side in referee.ABILITIES.values() for ability in side}))
HAPPENINGS = ("taken", "flipped", "lost", "captain sent home", "met", *SPECIALS)


def check_table(table: Table, banners: bool) -> None:
    """One field without gaps, every tile somewhere, captains at home or on what their owners control.

    With `banners`, that is as long as there was no Diplomacy, control agrees with the explorers everywhere.
    """
    assert referee.connected(set(table.tiles))
    assert len([tile for tile in table.tiles.values() if type(tile) is Tile]) == 1
    for player, cell in table.captains.items():
        assert cell == table.home or table.land(cell).control == player
    for player in (BLUE, RED):
        on_field = [patrol.name for patrol in table.patrols(player).values()]
        everywhere = on_field + list(table.hands[player]) + list(table.stacks[player].elements())
        assert sorted(everywhere) == sorted(referee.PATROLS) and len(table.hands[player]) <= 3
    valleys = Counter(land.name for land in table.lands().values() if land.valley)
    assert valleys + table.display + table.box + table.stacks["valleys"] == referee.VALLEYS
    for cell, land in table.lands().items():
        blue, red = table.strength(cell, BLUE), table.strength(cell, RED)
        if banners and blue != red:
            assert land.control == (BLUE if blue > red else RED)
        elif banners and not blue:
            assert land.control is None


def random_game(options: Options, random: Random) -> Table:
    """A random game by the referee alone, checked at every decision."""
    table = Table(options)
    play = referee.game(table)
    asked = next(play)
    try:
        while True:
            if isinstance(asked, Draw):
                asked = play.send(random.choice(sorted(asked.among.elements())))
            else:
                assert asked.among - {None}
                asked = play.send(random_choice(asked.among, random))
                if isinstance(asked, Choice) and ("at" not in {choice and choice[0] for choice in asked.among}):
                    check_table(table, banners=not table.seen["diplomacy"])
    except StopIteration:
        assert sum(land.valley for land in table.lands().values()) == 13
        assert len(table.lands()) + table.stacks["encounters"].total() == 13 + 8
    return table


def check_games(number: int) -> Counter[str]:
    """So many games with options that go by turns."""
    random, seen = Random(number), Counter[str]()
    for game in range(number):
        table = random_game(EVERYTHING[game % len(EVERYTHING)], random)
        seen += table.seen
        seen[f"winner {table.winner()}"] += 1
    return seen


def test_random_games_of_the_referee() -> None:
    seen = check_games(64)
    assert all(seen[what] for what in (*HAPPENINGS, "winner Blue", "winner Red")), seen


@pytest.mark.slow
def test_thousands_of_random_games_of_the_referee() -> None:
    seen = check_games(1600)
    assert all(seen[what] for what in (*HAPPENINGS, "met nobody", "winner Blue", "winner Red", "winner None")), seen
