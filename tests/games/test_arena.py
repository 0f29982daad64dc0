"""Arena of the Planeswalkers: random positions and whole games against a referee, sight both ways, what is hidden.

The referee (arena_box.py, arena_sight.py, arena_referee.py, arena_game.py) was written from the clauses and shares
nothing with the rules, not even their tables. Chance is explicit: the test says what falls, to both. The referee casts
no spells, and here neither does anybody.
"""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from games.arena_box import (
    AMBUSH,
    ARMIES,
    BATTLEFIELDS,
    CARDS,
    CRYPTOLITHS,
    MOORLANDS,
    ROAD,
    SORTS,
    WATER,
    WEIRDED,
    Cell,
    Ground,
)
from games.arena_game import Drawn, Playing, War, war
from games.arena_players import Player, anyhow, eagerly
from games.arena_referee import AMBER, SEATS, VIOLET, Dice, Figure, First
from games.arena_sight import distance
from games.arena_table import (
    MOVES,
    SPELLS,
    cell,
    faces,
    given,
    hand_of,
    joined,
    offered,
    site,
    standing_seen,
    standing_told,
    zones_seen,
    zones_told,
)
from rulewright.match.state import State
from rulewright.match.suite import _Compiled, suite
from rulewright.program.scenario import CompiledScenario

RULES = Path(__file__).parents[2] / "rulesets" / "arena" / "arena.rules"


# ---- both together ----


def past_spells(state: rw.State, table: War, asked: object = None) -> rw.State:
    """Where there are only spells to cast nobody casts any."""
    while not state.over and state.mover:
        actions = {move.action for move in state.moves()}
        if not isinstance(asked, Drawn):  # the last spell of a library is in the hand before the referee knows
            check_window(state, table, actions)
        if not actions <= {"", *SPELLS} or not actions & set(SPELLS):
            break
        state = state.play("decline")
    return state


def check_window(state: rw.State, table: War, actions: set[str]) -> None:
    """Spells are cast from the hand, by who has a planeswalker on the battlefield, not while figures move and attack
    [AP-SPL-1, AP-TRN-5]."""
    if "Cast" in actions:
        assert state.mover and table.walker(state.mover) and not actions & set(MOVES), (state.log, actions)
        cast = {move.picks["self"] for move in state.moves() if move.action == "Cast"}
        assert cast <= set(table.hands[state.mover]), (state.log, cast)


def chance(state: rw.State, table: War, asked: Dice | Drawn, random: Random) -> tuple[rw.State, object]:
    """Dice fall, or a spell is drawn: what comes is sent to the referee."""
    if isinstance(asked, Drawn) and table.libraries[asked.player] == 0:
        # The last one of a library is no chance: it is there already.
        (name,) = Counter(hand_of(state, asked.player)) - Counter(table.hands[asked.player])
        return state, name
    outcomes = state.chance()
    assert outcomes, (state.log, asked, state.question)
    move = random.choices([move for move, _ in outcomes], [float(p) for _, p in outcomes])[0]
    if isinstance(asked, Drawn):
        assert state.drawn == "library" and len(outcomes) == table.libraries[asked.player] + 1
        return state.play(move), move.text
    assert state.drawn == asked.die
    came: list[object] = [int(move.text)] if asked.die == "d20" else list(faces(move.text))
    assert len(came) == asked.number, (state.log, asked, move.text)
    return state.play(move), came


def same(state: rw.State, table: War, *, zones: bool) -> None:
    """All stands alike, and lies alike in the zones."""
    one, other = standing_seen(state), standing_told(table)
    if zones:
        one, other = one | zones_seen(state), other | zones_told(table)
    apart = {what: (one.get(what), other.get(what)) for what in one | other if one.get(what) != other.get(what)}
    assert not apart, (state.log, apart)


def follow(
    state: rw.State, table: War, play: Playing[None], random: Random, player: Player = anyhow
) -> tuple[rw.State, Counter[str]]:
    """Both go on until the referee is done. They agree on who decides, on what may be chosen, how many dice are rolled,
    and on all that stands and lies there."""
    happened: Counter[str] = Counter()
    try:
        asked = next(play)
        while True:
            state = past_spells(state, table, asked)
            if isinstance(asked, Dice | Drawn):
                state, came = chance(state, table, asked, random)
                happened[f"{asked.number} {asked.die}" if isinstance(asked, Dice) else "drawn"] += 1
                asked = play.send(came)
                continue
            assert not state.over and state.mover, (state.log, asked)
            if isinstance(asked, First):
                assert state.mover in asked.players
                asked = play.send(state.mover)
            assert state.mover == asked.player, (state.log, asked)
            # Zones are looked into once a turn: that takes its time.
            same(state, table, zones=any(one and one[0] == "card" for one in asked.among))
            moves = offered(state)
            assert moves.keys() == asked.among, (state.log, moves.keys() - asked.among, asked.among - moves.keys())
            happened["decision"] += 1
            chosen = player(table, asked, random)
            happened[chosen[0] if chosen else "declined"] += 1
            state = state.play(moves[chosen])
            asked = play.send(chosen)
    except StopIteration:
        state = past_spells(state, table)
        if not state.over:  # the end comes in the middle of an attack, and what would follow it does not matter
            same(state, table, zones=True)
    return state, happened


# ---- random positions ----


def random_position(battlefield: str, random: Random) -> tuple[War, str]:
    """Some figures of everybody, near one another, with markers and what spells may add; and whose turn it is."""
    table = war(battlefield)
    table.turn = random.choice([2, 7, 12, 20])
    table.defender = random.choice(table.players)
    for stone in list(table.stones):
        table.stones[stone] = random.choice([0, 0, 1, 2])
        if random.random() < 0.25 and len(table.stones) > 1:
            del table.stones[stone]
    for glyph in list(table.glyphs):
        if random.random() < 0.3:
            del table.glyphs[glyph]
    middle = random.choice(sorted(table.ground.level))
    likely = [cell for cell in table.ground.level if distance(cell, middle) <= 3 and cell not in table.ground.exits]
    if random.random() < 0.5:
        table.ground = hilly(table, likely, random)
    likely += list(table.stones) * 5
    likely += list(table.glyphs)
    likely += [cell for cell, terrain in table.ground.terrain.items() if terrain in (ROAD, WEIRDED)][::3]
    for player in table.players:
        table.armies[player], table.hands[player], table.graveyards[player] = [], [], []
        table.reserves[player], table.lost[player], table.libraries[player] = [], [], 0
        muster(table, player, likely, random)
    mover = random.choice(table.players)
    some = [f for f in table.of(mover) if random.random() < 0.2]
    if some:
        table.walking = walking = random.choice(some)
        walking.spent, walking.begun = random.randint(1, walking.sort.move), True
        walking.on_road = table.ground.terrain[walking.here] == ROAD and random.random() < 0.5
    return table, mover


def hilly(table: War, near: list[Cell], random: Random) -> Ground:
    """The ground with hills that no battlefield has, up to where one falls from and cannot climb."""
    level = dict(table.ground.level)
    for where in random.sample(near, len(near) // 3):
        if table.ground.terrain[where] != WATER and where not in table.ground.stones:
            level[where] = random.choice([1, 2, 3, 4, 5, 6, 8, 9])
    return replace(table.ground, level=level)


def muster(table: War, player: str, likely: list[Cell], random: Random) -> None:
    """Two or three cards of a player, some of whose figures have fallen."""
    for card in random.sample(sorted(CARDS.values(), key=str), random.randint(2, 3)):
        name = card.other if card.other and random.random() < 0.5 else card.figure
        alive = random.randint(1, card.figures)
        table.armies[player].append(card.name)
        for number in range(card.figures):
            f = Figure(SORTS[name], player)
            table.figures.append(f)
            free = [cell for cell in likely if table.free(cell)]
            if number >= alive or not free:
                f.sort = SORTS[card.figure]
                table.fallen.append(f)
                continue
            f.cell = random.choice(free)
            f.damage = random.randrange(f.sort.life)
            if random.random() < 0.2:
                f.more_power, f.more_toughness, f.more_move = (
                    random.randint(-3, 2),
                    random.randint(0, 2),
                    random.randint(0, 2),
                )
        if not table.squad(player, card.name):
            table.armies[player].remove(card.name)
            table.fallen = [f for f in table.fallen if f.owner != player or f.sort.card != card.name]


def state_of(game: rw.Game, scenario: CompiledScenario) -> rw.State:
    """The state in which a scenario begins."""
    return State(game, None, game.setting.engine.start(None, explicit=True, given=scenario.steps[0].routine), setup="")


def copied(folder: Path, battlefield: str, *more: str) -> _Compiled:
    """A copy of the rules without their scenarios and with further lines, checked and compiled with its own."""
    copy = folder / f"copy{len(list(folder.iterdir()))}"
    shutil.copytree(RULES.parent, copy)
    lines = [line for line in RULES.read_text(encoding="utf-8").splitlines() if "scenarios" not in line]
    (copy / RULES.name).write_text("\n".join([*lines, *more]) + "\n", encoding="utf-8")
    return suite(copy / RULES.name, {"battlefield": battlefield}).base


def states(positions: list[tuple[War, str]], folder: Path) -> list[rw.State]:
    """States of the rules in these positions of one battlefield: they are scenarios of a copy of the rules."""
    battlefield = positions[0][0].battlefield
    lines = []
    for number, (table, mover) in enumerate(positions):
        lines += ["", f'scenario "position {number}":', f"    with battlefield = {battlefield}", "    given:"]
        lines += [" " * 8 + line for line in given(table, mover)]
    made = copied(folder, battlefield, *lines)
    return [state_of(made.game, one) for one in made.scenarios]


def check_positions(battlefield: str, number: int, seed: int, folder: Path) -> tuple[rw.Game, Counter[str]]:
    """From so many positions on two turns are played. Returns the game, too."""
    happened: Counter[str] = Counter()
    random = Random(seed)
    positions = [random_position(battlefield, random) for _ in range(number)]
    begun = states(positions, folder)
    for (table, mover), state in zip(positions, begun, strict=True):
        _, more = follow(state, table, two_turns(table, mover), random)
        happened += more
    return begun[0].game, happened


def two_turns(table: War, mover: str) -> Playing[None]:
    """A turn of a player, one of who comes next, and how the next one begins, unless the game ends."""
    yield from table.turns(table.from_(mover)[:2])
    if table.winners is None:
        table.heal((table.from_(mover) * 2)[2])


@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_random_positions_and_a_whole_game(battlefield: str, tmp_path: Path) -> None:
    game, happened = check_positions(battlefield, 20, 1, tmp_path)
    assert happened["decision"] > 150 and happened["attack"] and happened["yes"], happened
    happened = play_both(game, Random(1))
    assert happened["decision"] > 70 and happened["summon"] and happened["attack"] + happened["batter"], happened


EVERYTHING = {
    CRYPTOLITHS: ("fly", "scale", "batter", "sweep", "assault", "transform", "7 combat"),
    MOORLANDS: ("fly", "scale", "batter", "sweep", "assault", "transform", "1 d20"),
    AMBUSH: ("sweep", "assault", "transform"),
}


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_thousands_of_random_positions(battlefield: str, tmp_path: Path) -> None:
    """At least 20,000 decisions on the three battlefields, from 2,100 positions on."""
    happened: Counter[str] = Counter()
    for seed in range(10, 17):
        happened += check_positions(battlefield, 100, seed, tmp_path)[1]
    assert happened["decision"] > 6700 and all(happened[what] for what in EVERYTHING[battlefield]), happened


# ---- sight ----

SIGHT = """
field seen of each site: set of site
field spied of each site: set of site
field cleared of each site: set of site
field touched of each site: set of site

scenario "who sees whom":
    with battlefield = {battlefield}
    given:
        {stones}
        place {one} of Amber on a1
        place {other} of Violet on b1
        let f = the {one} of Amber
        let g = the {other} of Violet
        for a in sites:
            move f to a
            for b in sites where b != a:
                move g to b
                if sees(f, b, eye(g), base(g)):
                    a.seen += {{b}}
                if in_sight(f, g):
                    a.spied += {{b}}
                if clear_sight(f, g, 99):
                    a.cleared += {{b}}
                if touching(f, g):
                    a.touched += {{b}}
"""


def pairs_of(state: rw.State, name: str) -> set[tuple[Cell, Cell]]:
    """The pairs of cells that a field of sites holds."""
    declared = state.game.setting.declared
    (held,) = (one for one in declared.site_fields if one.name == name)
    assert declared.board is not None
    cells = [cell(site) for site in declared.board.sites]
    values = [state.game.setting.value_of(held, state._machine, site) for site in range(len(cells))]
    return {(a, b) for a, bits in zip(cells, values, strict=True) for at, b in enumerate(cells) if int(bits) >> at & 1}


def check_sight(battlefield: str, one: str, other: str, folder: Path) -> None:
    """For all pairs of spaces the rules and the referee agree on who sees whom; who sees is seen, who touches sees."""
    table = war(battlefield)
    stones = ", ".join(map(site, sorted(table.stones)))
    text = SIGHT.format(
        battlefield=battlefield,
        stones=f"place Cryptolith on {stones}" if stones else "turn_number = 2",
        one=joined(one),
        other=joined(other),
    )
    made = copied(folder, battlefield, text)
    state = state_of(made.game, made.scenarios[0])
    f, g = Figure(SORTS[one], AMBER), Figure(SORTS[other], VIOLET)
    asks = {
        "seen": table.sees,
        "spied": table.in_sight,
        "cleared": lambda f, g: table.clear_figure(f, g, 99),
        "touched": table.adjacent,
    }
    expected: dict[str, set[tuple[Cell, Cell]]] = {name: set() for name in asks}
    for f.cell, g.cell in itertools.permutations(table.ground.level, 2):
        for name, ask in asks.items():
            if ask(f, g):
                expected[name].add((f.cell, g.cell))
    found = {name: pairs_of(state, name) for name in asks}
    assert found == expected
    if f.sort.height == g.sort.height:
        assert found["seen"] == {(b, a) for a, b in found["seen"]}
        assert found["touched"] == {(b, a) for a, b in found["touched"]}
    assert found["touched"] <= found["cleared"] and found["seen"] <= found["spied"] <= found["cleared"]


def test_who_sees_whom(tmp_path: Path) -> None:
    check_sight(MOORLANDS, "Noble", "Prophet", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
@pytest.mark.parametrize(("one", "other"), [("Noble", "Prophet"), ("Avacyn", "Jace"), ("Sorin", "Avacyn")])
def test_who_sees_whom_whoever_they_are(battlefield: str, one: str, other: str, tmp_path: Path) -> None:
    """Figures of height 4 and of height 6."""
    check_sight(battlefield, one, other, tmp_path)


# ---- whole games ----


def battle_options(battlefield: str, random: Random, *more: str) -> dict[str, str]:
    """A battlefield, and recommended armies for everybody, or `more` kinds of them."""
    armies = {player.lower(): random.choice(sorted([*ARMIES, *more])) for player in SEATS[battlefield]}
    return {"battlefield": battlefield} | armies


def play_both(game: rw.Game, random: Random, player: Player = eagerly) -> Counter[str]:
    """A whole game by both: they agree on every decision, and on who has won."""
    table = war(game.options["battlefield"])
    armies = {one: game.options[one.lower()] for one in table.players}
    state, happened = follow(game.start(chance="explicit"), table, table.play(armies), random, player)
    assert state.over and table.winners is not None, state.log
    won = {one for one, gain in zip(state.game.players, state.returns, strict=True) if gain > 0}
    assert won == set(table.winners), (state.log, state.outcome, table.winners)
    happened["won by " + " and ".join(table.winners)] += 1
    happened["fallen"] += len(table.fallen)
    happened["escaped"] += len(table.escaped)
    return happened


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_whole_games(battlefield: str) -> None:
    """A hundred and two games on the three battlefields."""
    happened: Counter[str] = Counter()
    for seed in range(100, 134):
        random = Random(seed)
        game = rw.load(RULES, battle_options(battlefield, random), engine="reference")
        happened += play_both(game, random, anyhow if seed % 5 == 0 else eagerly)
    flights = () if battlefield == AMBUSH else ("fly",)
    sweeps = () if battlefield == CRYPTOLITHS else ("sweep",)  # foes seldom stand beside each other there
    wanted = ("summon", "transform", "attack", "yes", "assault", "fallen", *sweeps, *flights)
    assert all(happened[what] for what in wanted), happened


# ---- games in machine code ----


def check_games(battlefield: str, number: int, alike: int, seed: int) -> None:
    """Random games end within their turns, without an error in the rules; some of them are the same in both engines.
    Somebody wins, but for battles on the moorlands that end with equal points."""
    options = battle_options(battlefield, Random(seed), "own")
    game = rw.load(RULES, options, engine="native")
    games = game.playouts(number, seed=seed)
    assert game.engine == "native"
    won, lost = games.returns.max(axis=1), games.returns.min(axis=1)
    assert games.finished.all() and (lost == -won).all() and set(won) <= {0.0, 1.0}
    assert won.all() or (battlefield == MOORLANDS and won.mean() > 0.5)
    same = rw.load(RULES, options, engine="reference").playouts(alike, seed=seed, jobs=1)
    assert (same.lengths == games.lengths[:alike]).all() and (same.returns == games.returns[:alike]).all()


def test_random_games() -> None:
    check_games(AMBUSH, 50, 2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("battlefield", BATTLEFIELDS)
def test_hundreds_of_random_games(battlefield: str) -> None:
    for seed in range(5):
        check_games(battlefield, 100, 2, seed)
