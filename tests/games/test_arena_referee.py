"""The referee of Arena of the Planeswalkers by itself: the examples of the rulebook and of its clauses.

The battlefields of the examples are flat land at first; `field` is told what lies where.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from games.arena_box import (
    AMBUSH,
    ARMIES,
    BATTLEFIELDS,
    CARDS,
    CRYPTOLITHS,
    HEALING,
    HEIGHT,
    LAND,
    MOORLANDS,
    RECALL,
    ROAD,
    SORTS,
    WATER,
    WEIRDED,
    WIDTH,
    Cell,
    Ground,
    ground,
)
from games.arena_game import Drawn, Over, War
from games.arena_referee import (
    AMBER,
    BLANK,
    CROSSED,
    SEATS,
    SHIELD,
    VIOLET,
    YES,
    Arena,
    Choice,
    Dice,
    Figure,
    First,
    Playing,
    arena,
    figure,
)
from games.arena_sight import around, between, distance

CELLS = list(itertools.product(range(WIDTH), range(HEIGHT)))
HERE: Cell = (5, 5)
"""The cells of a row lie on a line: (6, 5), (7, 5) ... are one, two ... from here."""
NEXT: Cell = (6, 5)


def field(
    *figures: Figure,
    levels: Mapping[Cell, int] | None = None,
    terrain: Mapping[Cell, str] | None = None,
    stones: tuple[Cell, ...] = (),
    glyphs: Mapping[Cell, str] | None = None,
    battlefield: str = CRYPTOLITHS,
) -> Arena:
    """Flat land, but for what is told."""
    level = dict.fromkeys(CELLS, 0) | dict(levels or {}) | {cell: 1 for cell in stones if cell not in (levels or {})}
    lies = Ground(dict.fromkeys(CELLS, LAND) | dict(terrain or {}), level, frozenset(stones), {}, {}, frozenset())
    return Arena(battlefield, lies, list(figures), stones=dict.fromkeys(stones, 0), glyphs=dict(glyphs or {}))


def answer(play: Playing[Any], *answers: Any) -> Any:
    """Answer all that is asked, dice by lists of faces, and return what comes out."""
    left = list(answers)
    try:
        asked = next(play)
        while True:
            given = left.pop(0)
            if isinstance(asked, Dice):
                assert len(given) == asked.number, (given, asked)
            else:
                assert given in asked.among, (given, asked)
            asked = play.send(given)
    except StopIteration as end:
        assert not left, left
        return end.value


def walk(table: Arena, f: Figure, *cells: Cell) -> None:
    """Steps at which nothing is asked."""
    for there in cells:
        assert there in table.steps(f), there
        answer(table.step(f, there))


EAST = [(5 + n, 5) for n in range(11)]


# ---- what lies in the box ----


def test_the_recommended_armies_cost_five_hundred() -> None:
    assert all(sum(CARDS[card].cost for card in army) == 500 for army in ARMIES.values())
    for card in CARDS.values():
        sort = SORTS[card.figure]
        whole = card.cost if card.rank != "squad" else round(card.cost / card.figures)
        assert sort.card == card.name and sort.points == whole


def test_the_maps() -> None:
    """Six single tiles at most; two or three cryptoliths, and each stands on a tile of two."""
    for battlefield in BATTLEFIELDS:
        lies = ground(battlefield)
        tiles = sum(level for cell, level in lies.level.items() if level > 0)
        assert all(lies.level[stone] == 1 for stone in lies.stones)
        assert all(any(lies.level[one] == 1 for one in around(stone)) for stone in lies.stones)
        assert tiles - 2 * len(lies.stones) <= 6
    assert [len(ground(battlefield).stones) for battlefield in BATTLEFIELDS] == [3, 2, 0]


def test_cells() -> None:
    assert len(around(HERE)) == 6 and len(around((0, 0))) == 2 and len(around((0, 1))) == 5
    assert distance((0, 0), (0, 11)) == 11 and distance((0, 0), (15, 0)) == 15 and distance((0, 0), (15, 11)) == 21
    assert between((5, 5), (8, 5)) == (((6, 5),), ((7, 5),))
    # Straight down, where rows lie half a cell apart: the line runs along the edge of two.
    assert between((5, 4), (5, 6)) == (((4, 5), (5, 5)),)


# ---- moving ----


def test_e1_basic_movement() -> None:
    noble = figure("Noble", AMBER, HERE)
    table = field(noble)
    walk(table, noble, *EAST[1:7])
    assert noble.spent == 6 and not table.steps(noble)


@pytest.mark.parametrize(("name", "up", "cost"), [("Ranger", 3, 4), ("Jace", 2, 3), ("Nahiri", 3, 1), ("Noble", 1, 2)])
def test_e2_moving_up(name: str, up: int, cost: int) -> None:
    f = figure(name, AMBER, HERE)
    table = field(f, levels={NEXT: up})
    assert table.cost(f, NEXT) == cost and NEXT in table.steps(f)


@pytest.mark.parametrize("name", ["Jace", "Nahiri"])
def test_e3_the_height_limit(name: str) -> None:
    f = figure(name, AMBER, HERE)
    table = field(f, levels={NEXT: 4})
    assert NEXT not in table.steps(f) and table.cost(f, NEXT) <= table.move(f)


def test_e4_e5_moving_down_and_falling() -> None:
    for level, faces, markers in ((3, [], 0), (4, [[BLANK]], 0), (4, [[CROSSED]], 1), (4, [[SHIELD]], 0)):
        jace = figure("Jace", AMBER, HERE)
        table = field(jace, levels={HERE: level})
        answer(table.step(jace, NEXT), *faces)
        assert jace.spent == 1 and jace.damage == markers and EAST[2] in table.steps(jace)


def test_e6_water_ends_the_move() -> None:
    jace = figure("Jace", AMBER, HERE)
    table = field(jace, terrain={NEXT: WATER, EAST[2]: WATER}, levels={NEXT: -1, EAST[2]: -1, HERE: 9})
    walk(table, jace, NEXT)
    assert jace.spent == 1 and not table.steps(jace)
    jace.rested()
    walk(table, jace, EAST[2])
    assert jace.spent == 1 and not table.steps(jace)


def test_e7_out_of_the_water() -> None:
    jace = figure("Jace", AMBER, HERE)
    table = field(jace, terrain={HERE: WATER}, levels={HERE: -1})
    walk(table, jace, *EAST[1:5])
    assert jace.spent == 5 and not table.steps(jace)


def test_n3_too_high_out_of_the_water() -> None:
    jace = figure("Jace", AMBER, HERE)
    assert NEXT not in field(jace, levels={HERE: -1, NEXT: 3}).steps(jace)
    assert NEXT in field(jace, levels={HERE: -1, NEXT: 2}).steps(jace)


def test_e8_not_adjacent() -> None:
    """A ledge as high as the lower one is tall; the height of the upper one does not count."""
    arlinn, geist = figure("Arlinn", AMBER, HERE), figure("Lantern Geist", VIOLET, NEXT)
    assert not field(arlinn, geist, levels={NEXT: 4}).engaged(arlinn)
    assert field(arlinn, geist, levels={NEXT: 3}).engaged(geist) == [arlinn]
    wolf = figure("Arlinn Wolf", AMBER, HERE)
    assert field(wolf, geist, levels={NEXT: 4}).engaged(wolf) == [geist]
    assert not field(wolf, geist, levels={HERE: 4}).engaged(wolf)


@pytest.mark.parametrize(("second", "markers"), [(CROSSED, 2), (SHIELD, 1)])
def test_e9_leaving_two(second: str, markers: int) -> None:
    arlinn = figure("Arlinn", AMBER, HERE)
    geists = [figure("Lantern Geist", VIOLET, cell) for cell in ((4, 5), (5, 4))]
    table = field(arlinn, *geists)
    assert set(table.leaves(arlinn, (5, 6))) == {geists[1]}  # around the other one
    answer(table.step(arlinn, NEXT), YES, [CROSSED], YES, [second])
    assert arlinn.damage == markers and arlinn.cell == NEXT


def test_swipes_are_optional() -> None:
    arlinn, geist = figure("Arlinn", AMBER, HERE), figure("Lantern Geist", VIOLET, (4, 5))
    table = field(arlinn, geist)
    assert next(table.step(arlinn, NEXT)) == Choice(VIOLET, frozenset([YES, None]))
    arlinn.rested()
    answer(table.step(arlinn, NEXT), None)
    assert arlinn.damage == 0 and arlinn.cell == NEXT


def test_n1_destroyed_in_the_middle_of_a_move() -> None:
    noble, other = figure("Noble", AMBER, HERE, damage=1), figure("Noble", AMBER, (9, 9))
    table = field(noble, other, figure("Lantern Geist", VIOLET, (4, 5)))
    answer(table.step(noble, NEXT), YES, [CROSSED])
    assert noble.cell is None and table.fallen == [noble] and table.steps(other)


def test_n4_through_a_friend() -> None:
    """Not through one that is engaged, not to where there is no room behind, and one must go on."""
    one, other = figure("Noble", AMBER, HERE), figure("Noble", AMBER, NEXT)
    table = field(one, other)
    walk(table, one, NEXT)
    assert not table.steps(other) and HERE in table.steps(one) and EAST[2] in table.steps(one)
    walk(table, one, EAST[2])
    assert table.steps(other)
    one, other = figure("Noble", AMBER, HERE), figure("Noble", AMBER, NEXT)
    assert NEXT not in field(one, other, figure("Prophet", VIOLET, EAST[2])).steps(one)
    one = figure("Noble", AMBER, HERE, spent=5, begun=True)
    table = field(one, other)
    table.walking = one
    assert NEXT not in table.steps(one) and (5, 4) in table.steps(one)
    # The mover may be engaged itself.
    one = figure("Noble", AMBER, HERE)
    table = field(one, other, figure("Prophet", VIOLET, (4, 5)))
    assert NEXT in table.steps(one) and (4, 5) not in table.steps(one)


def test_who_has_moved_is_done_when_another_moves() -> None:
    one, other = figure("Noble", AMBER, HERE), figure("Noble", AMBER, (9, 9))
    table = field(one, other)
    walk(table, one, NEXT)
    assert table.steps(other) and table.steps(one)
    walk(table, other, (9, 8))
    assert table.steps(other) and not table.steps(one)


def test_e13_roads() -> None:
    roads = dict.fromkeys(EAST, ROAD)
    jace = figure("Jace", AMBER, HERE)
    table = field(jace, terrain=roads)
    walk(table, jace, *EAST[1:6])
    assert table.steps(jace) == {EAST[4], EAST[6]}
    walk(table, jace, *EAST[6:9])
    assert jace.spent == 8 and not table.steps(jace)
    jace = figure("Jace", AMBER, (4, 5))
    table = field(jace, terrain=roads)
    walk(table, jace, *EAST[:5])
    assert not table.steps(jace)


# ---- cryptoliths ----


def test_e14_e15_adjacent_to_a_cryptolith() -> None:
    noble = figure("Noble", AMBER, HERE)
    assert field(noble, stones=(NEXT,)).beside_stone(noble, NEXT)
    assert not field(noble, stones=(NEXT,), levels={NEXT: 4}).beside_stone(noble, NEXT)
    assert field(noble, stones=(NEXT,), levels={NEXT: 3}).beside_stone(noble, NEXT)
    assert not field(noble, stones=(NEXT,), levels={HERE: 10}).beside_stone(noble, NEXT)
    assert not field(noble, stones=(HERE, NEXT)).beside_stone(noble, NEXT)


def test_e16_attacking_a_cryptolith() -> None:
    noble = figure("Noble", AMBER, HERE)
    table = field(noble, stones=(NEXT,))
    assert table.stone_targets(noble) == {NEXT}
    answer(table.batter(noble, NEXT), [CROSSED] * 3, [SHIELD, BLANK, BLANK, CROSSED])
    assert table.stones == {NEXT: 2} and not table.stone_targets(noble)
    table.figures.append(figure("Prophet", VIOLET, (4, 5)))
    noble.rested()
    assert not table.stone_targets(noble)


def test_a_cryptolith_falls_with_its_rider() -> None:
    noble, jace = figure("Noble", AMBER, HERE), figure("Jace", VIOLET, NEXT)
    table = field(noble, jace, stones=(NEXT,))
    table.stones[NEXT] = 2
    assert not table.stone_targets(jace) and table.stone_targets(noble) == {NEXT}
    answer(table.batter(noble, NEXT), [CROSSED] * 3, [SHIELD, BLANK, BLANK, CROSSED], [CROSSED])
    assert not table.stones and jace.cell == NEXT and jace.damage == 1 and table.surface(NEXT) == 1


def test_e17_e19_scaling() -> None:
    noble = figure("Noble", AMBER, HERE)
    table = field(noble, stones=(NEXT,))
    assert NEXT not in table.steps(noble) and table.scales(noble) == {NEXT}
    answer(table.scale(noble, NEXT))
    assert noble.spent == 4 and table.surface(noble.here) == 10
    assert not table.scales(noble) and table.steps(noble) == set(around(NEXT))
    noble.rested()
    assert table.scales(noble) == set(around(NEXT))
    answer(table.scale(noble, HERE))
    assert noble.spent == 4 and len(table.steps(noble)) == 5
    jace = figure("Jace", AMBER, HERE, spent=2, begun=True)
    table = field(jace, stones=(NEXT,))
    table.walking = jace
    assert not table.scales(jace)


def test_e18_e20_e21_walking_onto_a_cryptolith_and_off() -> None:
    noble = figure("Noble", AMBER, HERE)
    table = field(noble, stones=(NEXT,), levels={HERE: 8})
    assert table.cost(noble, NEXT) == 3
    walk(table, noble, NEXT, HERE)
    assert noble.spent == 4
    noble = figure("Noble", AMBER, NEXT)
    table = field(noble, stones=(NEXT,))
    answer(table.step(noble, HERE), [CROSSED])
    assert noble.damage == 1 and noble.spent == 1 and table.steps(noble)


def test_e22_flying_onto_a_cryptolith() -> None:
    avacyn, other = figure("Avacyn", AMBER, HERE), figure("Jace", AMBER, EAST[3])
    table = field(avacyn, other, stones=(EAST[6],))
    assert EAST[6] in table.flights(avacyn) and EAST[7] not in table.flights(avacyn)
    assert EAST[3] not in table.flights(avacyn) and HERE not in table.flights(avacyn)
    answer(table.fly(avacyn, EAST[6]))
    assert avacyn.cell == EAST[6] and not table.flights(avacyn) and not table.steps(avacyn)


def test_flying_off_from_a_foe() -> None:
    avacyn, geist = figure("Avacyn", AMBER, HERE), figure("Lantern Geist", VIOLET, (4, 5))
    table = field(avacyn, geist)
    answer(table.fly(avacyn, EAST[3]), YES, [CROSSED])
    assert avacyn.damage == 1
    avacyn = figure("Avacyn", AMBER, HERE)
    answer(field(avacyn, geist).fly(avacyn, (4, 4)))
    assert avacyn.cell == (4, 4)
    geist = figure("Lantern Geist", VIOLET, HERE)
    assert not field(geist, battlefield="ambush").flights(geist)


def test_e23_from_top_to_top() -> None:
    jace = figure("Jace", AMBER, HERE)
    table = field(jace, stones=(HERE, NEXT), levels={HERE: 1, NEXT: 2})
    assert table.cost(jace, NEXT) == 2 and NEXT in table.steps(jace)


def test_e24_e25_engagement_on_cryptoliths() -> None:
    prophet, alchemist = figure("Prophet", AMBER, HERE), figure("Alchemist", VIOLET, NEXT)
    assert not field(prophet, alchemist, stones=(NEXT,)).engaged(prophet)
    assert field(prophet, alchemist, stones=(NEXT,), levels={HERE: 8}).engaged(prophet) == [alchemist]


# ---- glyphs and weirded ground ----


def test_n20_recall() -> None:
    one, other = figure("Noble", AMBER, HERE), figure("Noble", AMBER, (6, 4))
    table = field(one, other, glyphs={NEXT: RECALL})
    table.hands, table.graveyards = {AMBER: []}, {AMBER: ["Lure", "Passage"]}
    assert NEXT in table.steps(one)
    answer(table.step(one, NEXT), ("spell", "Passage"))
    assert not table.steps(one) and not table.glyphs
    assert table.hands[AMBER] == ["Passage"] and table.graveyards[AMBER] == ["Lure"]
    walk(table, other, NEXT, EAST[2])
    other = figure("Noble", AMBER, (6, 4))
    table = field(figure("Noble", AMBER, NEXT), other, glyphs={NEXT: HEALING})
    assert NEXT not in table.steps(other)  # a glyph ends the move, so there is no passing


def test_weirded_ground_of_the_moorlands() -> None:
    for rolled, markers, halted in ((1, 1, True), (2, 0, True), (14, 0, True), (15, 0, False)):
        jace = figure("Jace", AMBER, HERE)
        table = field(jace, terrain={NEXT: WEIRDED, EAST[2]: WEIRDED}, battlefield=MOORLANDS)
        answer(table.step(jace, NEXT), [rolled])
        assert jace.damage == markers and jace.halted == halted and (not table.steps(jace)) == halted
    # Going on there is no roll for leaving, but one for entering the next.
    answer(table.step(jace, EAST[2]), [15])
    walk(table, jace, EAST[3])
    for rolled, markers, halted in ((1, 1, True), (5, 0, True), (6, 0, False)):
        jace, geist = figure("Jace", AMBER, HERE), figure("Lantern Geist", VIOLET, (4, 5))
        table = field(jace, geist, terrain={HERE: WEIRDED}, battlefield=MOORLANDS)
        answer(table.step(jace, NEXT), [rolled], *(() if halted else (None,)))
        assert jace.damage == markers and jace.cell == (HERE if halted else NEXT)
        assert (not table.steps(jace)) == halted
    one, other = figure("Noble", AMBER, HERE), figure("Noble", AMBER, NEXT)
    assert NEXT not in field(one, other, terrain={NEXT: WEIRDED}, battlefield=MOORLANDS).steps(one)
    assert NEXT in field(one, other, terrain={NEXT: WEIRDED}).steps(one)


def test_weirded_ground_under_the_cryptoliths() -> None:
    jace, sorin = figure("Jace", AMBER, HERE), figure("Sorin", VIOLET, EAST[3])
    stones = [(0, 0), (2, 0), (4, 0)]
    for standing, bonus in ((3, 1), (2, 0), (1, -1)):
        table = field(jace, sorin, terrain={HERE: WEIRDED, EAST[3]: WEIRDED}, stones=tuple(stones[:standing]))
        assert table.attack_dice(jace, sorin) == 4 + bonus and table.defence_dice(jace, sorin) == 4 - bonus
        assert table.attack_dice(sorin, jace) == 5 - bonus and table.defence_dice(sorin, jace) == 3 + bonus


# ---- attacking ----


def test_e10_range_and_sight() -> None:
    alchemist, arlinn = figure("Alchemist", AMBER, HERE), figure("Arlinn", VIOLET, EAST[5])
    ranger = figure("Ranger", VIOLET, EAST[2])
    assert set(field(alchemist, arlinn, ranger, battlefield=MOORLANDS).targets(alchemist)) == {arlinn, ranger}
    arlinn = figure("Arlinn", VIOLET, EAST[6])
    assert field(alchemist, arlinn, battlefield=MOORLANDS).targets(alchemist) == []


def test_e11_e12_an_attack() -> None:
    geist, arlinn = figure("Lantern Geist", AMBER, HERE), figure("Arlinn", VIOLET, NEXT, damage=4)
    table = field(geist, arlinn, levels={NEXT: 1})
    assert table.targets(geist) == [arlinn]
    assert answer(table.attack(geist, arlinn), [CROSSED] * 2, [CROSSED, BLANK, BLANK, CROSSED])
    assert table.fallen == [arlinn] and arlinn.cell is None and not table.targets(geist)
    arlinn = figure("Arlinn", VIOLET, NEXT)
    geist.rested()
    table = field(geist, arlinn, levels={NEXT: 1})
    assert not answer(table.attack(geist, arlinn), [CROSSED] * 2, [CROSSED, BLANK, BLANK, CROSSED])
    assert arlinn.damage == 2


@pytest.mark.parametrize(("hits", "shields", "markers"), [(2, 2, 0), (3, 1, 2), (1, 3, 0), (4, 0, 4), (0, 0, 0)])
def test_n21_hits_and_shields(hits: int, shields: int, markers: int) -> None:
    jace, sorin = figure("Jace", AMBER, HERE), figure("Sorin", VIOLET, EAST[3])
    faces = [CROSSED] * hits + [SHIELD] * (4 - hits), [SHIELD] * shields + [CROSSED] * (4 - shields)
    answer(field(jace, sorin).attack(jace, sorin), *faces)
    assert sorin.damage == markers


def test_engaged_figures_attack_whom_they_are_engaged_with() -> None:
    jace, near, far = figure("Jace", AMBER, HERE), figure("Noble", VIOLET, NEXT), figure("Noble", VIOLET, EAST[3])
    assert field(jace, near, far).targets(jace) == [near]
    assert field(jace, far).targets(jace) == [far]
    noble = figure("Noble", AMBER, HERE)
    # Range 1 does not reach who is not adjacent, six levels up in the next space.
    assert not field(noble, near, levels={NEXT: 4}).targets(noble)
    assert field(jace, near, levels={NEXT: 4}).targets(jace) == [near]


def test_n6_night() -> None:
    jace, sorin = figure("Jace", AMBER, HERE), figure("Sorin", VIOLET, EAST[5])
    assert not field(jace, sorin).targets(jace)
    assert field(jace, sorin, stones=(HERE,)).targets(jace) == [sorin]
    assert field(jace, sorin, battlefield=MOORLANDS).targets(jace) == [sorin]
    sorin.cell = EAST[4]
    assert field(jace, sorin).targets(jace) == [sorin]


def test_n7_shooting_at_cryptoliths() -> None:
    jace = figure("Jace", AMBER, HERE)
    assert not field(jace, stones=(EAST[3],)).stone_targets(jace)
    assert field(jace, stones=(NEXT,)).stone_targets(jace) == {NEXT}
    assert field(jace, stones=(EAST[3],), battlefield=MOORLANDS).stone_targets(jace) == {EAST[3]}
    hidden = field(jace, stones=(EAST[4],), levels={EAST[2]: 11, EAST[4]: 1}, battlefield=MOORLANDS)
    assert not hidden.stone_targets(jace)


# ---- turns ----


def at_war(*figures: Figure, battlefield: str = CRYPTOLITHS, **reserves: tuple[str, ...]) -> War:
    """A flat battlefield with these figures; those of a card in reserve are added."""
    flat = field(battlefield=battlefield)
    table = War(battlefield, flat.ground, list(figures), turn=9)
    for player in table.players:
        mine = [f.sort.card for f in figures if f.owner == player]
        table.armies[player], table.reserves[player] = list(dict.fromkeys(mine)), list(reserves.get(player, ()))
        table.lost[player], table.libraries[player] = [], 0
        table.hands[player], table.graveyards[player] = [], []
        for card in map(CARDS.__getitem__, table.reserves[player]):
            table.figures += (figure(card.figure, player, None) for _ in range(card.figures))
    return table


def asked(play: Playing[Any], *answers: Any) -> Choice | Dice | Drawn | First:
    """What is asked after these answers."""
    now = next(play)
    for one in answers:
        now = play.send(one)
    return now


def test_n8_transforming() -> None:
    """Markers stay, nobody strikes, and they are still engaged."""
    arlinn, geist = figure("Arlinn", AMBER, HERE, damage=5), figure("Lantern Geist", VIOLET, NEXT)
    table = at_war(arlinn, geist)
    play = table.one_turn(AMBER)
    moves = asked(play, ("card", "Arlinn, Goldnight Outcast"), ("transform",))
    assert arlinn.sort.name == "Arlinn Wolf" and arlinn.damage == 5 and table.engaged(arlinn) == [geist]
    assert isinstance(moves, Choice) and ("step", HERE, (4, 5)) in moves.among


def test_n12_the_hand_at_the_end_of_a_turn() -> None:
    table = at_war(figure("Jace", AMBER, HERE))
    table.hands[AMBER] = [str(number) for number in range(9)]
    play = table.one_turn(AMBER)
    choice = asked(play, ("card", "Jace Beleren"), None, ("spell", "3"))
    assert choice == Choice(AMBER, frozenset(("spell", name) for name in "01245678"))
    with pytest.raises(StopIteration):
        play.send(("spell", "0"))
    assert table.graveyards[AMBER] == ["3", "0"]


def test_n11_n13_who_draws() -> None:
    """Nobody from an empty library, and nobody without a planeswalker; the others play on, and nothing is summoned."""
    table = at_war(figure("Jace", AMBER, HERE))
    table.libraries[AMBER] = 1
    assert asked(table.one_turn(AMBER)) == Drawn(AMBER)
    table.libraries[AMBER] = 0
    assert asked(table.one_turn(AMBER)) == Choice(AMBER, frozenset([("card", "Jace Beleren")]))
    table = at_war(figure("Noble", AMBER, HERE), Amber=("Mad Prophet",))
    table.libraries[AMBER] = 5
    play = table.one_turn(AMBER)
    moves = asked(play, ("card", "Bloodline Nobles"))
    assert isinstance(moves, Choice) and {one[0] for one in moves.among if one} == {"step"}


def test_n14_summoning() -> None:
    jace = figure("Jace", AMBER, (0, 0))
    table = at_war(jace, Amber=("Lantern Geists", "Necro-Alchemist", "Mad Prophet"))
    cards = {("summon", name) for name in table.reserves[AMBER]}
    play = table.one_turn(AMBER)
    assert asked(play, ("card", "Jace Beleren")) == Choice(AMBER, frozenset([*cards, None]))
    cells = play.send(("summon", "Lantern Geists"))
    assert isinstance(cells, Choice) and len(cells.among) == len(
        [one for one in CELLS if 0 < distance(one, (0, 0)) <= 5]
    )
    assert ("space", (0, 0)) not in cells.among and ("space", (6, 0)) not in cells.among
    play.send(("space", (1, 0)))
    left = play.send(("space", (0, 1)))
    assert left == Choice(AMBER, frozenset([("summon", "Necro-Alchemist"), ("summon", "Mad Prophet"), None]))
    play.send(("summon", "Necro-Alchemist"))
    moves = play.send(("space", (5, 0)))  # no third one
    assert isinstance(moves, Choice) and {one[0] for one in moves.among if one} == {"step"}
    assert all(one[1] == (0, 0) for one in moves.among if one)  # and who was summoned does not move


def test_n14_no_room_for_all() -> None:
    """Three Inquisitors, and two spaces beside the planeswalker in ambush; glyphs are not empty, weirded ground is."""
    table = at_war(figure("Nahiri", VIOLET, (0, 0)), battlefield=AMBUSH, Violet=("Avacynian Inquisitors",))
    assert not table.room(VIOLET, CARDS["Avacynian Inquisitors"]) and table.room(VIOLET, CARDS["Mad Prophet"])
    table.glyphs[1, 0] = HEALING
    table.ground.terrain[0, 1] = WEIRDED
    assert table.landings(VIOLET, CARDS["Mad Prophet"]) == [(0, 1)]


def test_summoning_beside_a_planeswalker() -> None:
    """In the moorlands not beside that of an opponent."""
    jace, sorin = figure("Jace", AMBER, HERE), figure("Sorin", VIOLET, EAST[3])
    table = at_war(jace, sorin, battlefield=MOORLANDS)
    cells = table.landings(AMBER, CARDS["Mad Prophet"])
    assert EAST[1] in cells and EAST[2] not in cells and EAST[5] in cells
    sorin.sort = SORTS["Avacyn"]
    assert EAST[2] in table.landings(AMBER, CARDS["Mad Prophet"])


def test_n16_the_first_round_of_the_moorlands() -> None:
    for turn, attacks in ((4, False), (5, True)):
        jace, sorin = figure("Jace", VIOLET, HERE), figure("Sorin", AMBER, EAST[3])
        table = at_war(jace, sorin, battlefield=MOORLANDS)
        table.turn = turn
        play = table.one_turn(VIOLET)
        asked(play, ("card", "Jace Beleren"))
        if attacks:
            assert play.send(None) == Choice(VIOLET, frozenset([("attack", HERE, EAST[3]), None]))
        else:
            with pytest.raises(StopIteration):
                play.send(None)


def test_n19_healing() -> None:
    for owner, left in ((AMBER, 2), (VIOLET, 3)):
        jace = figure("Jace", owner, HERE, damage=3)
        table = at_war(jace)
        table.glyphs[HERE] = HEALING
        table.heal(AMBER)
        assert jace.damage == left


def test_sorin_feasts_and_sweeps() -> None:
    """He heals by destroying a creature, and attacks somebody else beside him, once."""
    sorin, cultist = figure("Sorin", AMBER, HERE, damage=3), figure("Cultist", VIOLET, NEXT)
    noble, jace = figure("Noble", VIOLET, (4, 5)), figure("Jace", VIOLET, (5, 4))
    table = at_war(sorin, cultist, noble, jace)
    table.stones[15, 11] = 0
    play = table.one_turn(AMBER)
    asked(play, ("card", "Sorin Markov"), None, ("attack", HERE, NEXT), [CROSSED] * 5)
    more = play.send([BLANK] * 3)
    assert sorin.damage == 2 and cultist.cell is None and table.lost[VIOLET] == ["Skirsdag Cultists"]
    sweeps = {("sweep", HERE, (4, 5)), ("sweep", HERE, (5, 4))}
    assert more == Choice(AMBER, frozenset([*sweeps, None]))
    asked_now = play.send(("sweep", HERE, (5, 4)))
    assert asked_now == Dice("combat", 5)


def test_who_wins() -> None:
    table = at_war(figure("Jace", AMBER, HERE), figure("Sorin", VIOLET, NEXT))
    with pytest.raises(Over) as over:
        table.look()  # no cryptolith is left
    assert over.value.winners == (VIOLET,)
    table = at_war(
        *(figure("Jace", player, (n, 0)) for n, player in enumerate(SEATS[MOORLANDS])), battlefield=MOORLANDS
    )
    table.look()
    table.remove(table.figures[1])
    with pytest.raises(Over) as over:
        table.look()
    assert over.value.winners == (VIOLET, "Rose")
    table = at_war(battlefield=AMBUSH)
    table.escaped = [figure("Jace", AMBER, None), figure("Inquisitor", "Teal", None), figure("Sorin", VIOLET, None)]
    table.look()  # 353 points, and an ambusher who does not count
    table.escaped += [figure("Avacyn", AMBER, None), figure("Ranger", AMBER, None)]
    with pytest.raises(Over) as over:
        table.look()
    assert over.value.winners == (AMBER, "Teal")
    table = at_war(battlefield=AMBUSH)
    table.fallen = [figure("Jace", AMBER, None), figure("Sorin", VIOLET, None), figure("Avacyn", AMBER, None)]
    table.fallen += [figure("Ranger", AMBER, None), figure("Cultist", AMBER, None)]
    table.look()  # 495 points
    table.fallen += [figure("Cultist", AMBER, None)]
    with pytest.raises(Over) as over:
        table.look()
    assert over.value.winners == (VIOLET,)


@pytest.mark.parametrize(("more", "winners"), [("Noble", (AMBER, "Teal")), ("Cultist", (VIOLET, "Rose")), ("", ())])
def test_points_after_the_last_turn(more: str, winners: tuple[str, ...]) -> None:
    figures = [figure("Ranger", AMBER, HERE), figure("Ranger", VIOLET, NEXT)]
    figures += [figure(more, winners[0], EAST[3])] if more else []
    with pytest.raises(Over) as over:
        at_war(*figures, battlefield=MOORLANDS).last()
    assert over.value.winners == winners


# ---- sight ----


@pytest.mark.parametrize(
    ("n", "levels", "seen"),
    [
        (5, {}, True),
        (4, {2: 10}, False),
        (4, {2: 3}, True),
        (4, {2: 4}, False),
        (1, {1: 4}, True),  # L6: a ledge of four in the next hex
        (1, {0: 10}, False),  # L4, from its own sight point
        (2, {0: 10}, True),
    ],
)
def test_l1_to_l6(n: int, levels: dict[int, int], seen: bool) -> None:
    one, other = figure("Jace", AMBER, HERE), figure("Arlinn", VIOLET, EAST[n])
    table = field(one, other, levels={EAST[at]: level for at, level in levels.items()})
    assert table.sees(one, other) == table.sees(other, one) == seen


def test_e26_leaning_over_the_edge() -> None:
    jace, arlinn = figure("Jace", AMBER, HERE), figure("Arlinn", VIOLET, NEXT)
    table = field(jace, arlinn, stones=(HERE,))
    assert not table.sees(jace, arlinn) and table.in_sight(jace, arlinn) and not table.in_sight(arlinn, jace)
    assert not table.adjacent(jace, arlinn) and table.targets(jace) == [arlinn] and not table.targets(arlinn)
    assert table.attack_dice(jace, arlinn) == 5 and table.defence_dice(jace, arlinn) == 3


def test_both_hexes_must_hide() -> None:
    """The line runs along the edge of two: one column beside it does not hide."""
    one, other = figure("Jace", AMBER, (5, 4)), figure("Jace", VIOLET, (5, 6))
    assert field(one, other, levels={(4, 5): 9}).sees(one, other)
    assert not field(one, other, levels={(4, 5): 9, (5, 5): 9}).sees(one, other)


def sight_goes_both_ways(battlefield: str, names: tuple[str, ...], stones: int) -> None:
    """All pairs of cells and of heights: who sees is seen, and who is adjacent sees."""
    table = arena(battlefield)
    for stone in sorted(table.stones)[stones:]:
        del table.stones[stone]
    for a, b in itertools.combinations(CELLS, 2):
        for one, other in itertools.product(names, repeat=2):
            f, g = figure(one, AMBER, a), figure(other, VIOLET, b)
            sees = table.sees(f, g)
            assert sees == table.sees(g, f), (battlefield, a, b, one, other)
            assert table.adjacent(f, g) == table.adjacent(g, f)
            if table.adjacent(f, g):
                assert table.can_attack(f, g) and table.clear_figure(f, g, 1)
            if sees:
                assert table.clear_figure(f, g, 99) and table.in_sight(f, g)


@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_sight_goes_both_ways(battlefield: str) -> None:
    sight_goes_both_ways(battlefield, ("Jace",), 3)


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_sight_goes_both_ways_whoever_looks(battlefield: str) -> None:
    """Heights 4, 5 and 6, with all and with fewer cryptoliths."""
    for stones in (3, 1):
        sight_goes_both_ways(battlefield, ("Jace", "Ravager", "Avacyn"), stones)
