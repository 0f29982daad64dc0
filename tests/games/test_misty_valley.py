"""Misty Valley: every decision and every draw of whole games against a referee, and what turning the field changes.

The referee (misty_referee.py) was written from the clauses and shares nothing with the rules, not even the tables of
tiles. Chance is explicit: the test says what comes off the stacks, to both.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from games import misty_referee as referee
from games import misty_table
from games.misty_players import anyhow, contrarily, hurriedly, random_choice
from games.misty_referee import BLUE, RED, Choice, Chosen, Draw, Options, Table
from games.misty_table import Turn, choice, name, seen, told
from games.samples import near
from games.test_misty_referee import EVERYTHING, HAPPENINGS, SPECIALS
from rulewright import resources

RULES = resources.ruleset("misty_valley")


Player = Callable[[Table, Collection[Chosen], Random], Chosen]


@cache
def load(options: Options) -> rw.Game:
    return rw.load(RULES, chosen(options))


def chosen(options: Options) -> dict[str, str]:
    """The options as the rules call them."""
    return {
        "blue_side": options.blue_side,
        "red_side": options.red_side,
        "first": options.first,
        "abilities": "off" if options.first_game else "on",
        "walls_and_flowers": "on" if options.expansion else "off",
    }


def drawn(state: rw.State, draw: Draw, random: Random) -> tuple[rw.State, str]:
    """Something comes off a stack, the same for both; there need be no stop if only one sort could."""
    total = draw.among.total()
    chances = {what: count / total for what, count in draw.among.items()}
    offered = {name(move.text): move for move, _ in state.chance()}
    what = random.choice(sorted(draw.among.elements()))
    if len(chances) == 1 and offered.keys() != chances.keys():
        return state, what
    assert {name(move.text): float(p) for move, p in state.chance()} == pytest.approx(chances), state.drawn
    return state.play(offered[what]), what


def play_both(options: Options, random: Random, player: Player = anyhow) -> Counter[str]:
    """A game by both. They agree on who decides, on what may be chosen, on all that lies there, on the end."""
    table = Table(options)
    play = referee.game(table)
    state = load(options).start(chance="explicit")
    try:
        asked = next(play)
        while True:
            if isinstance(asked, Draw):
                state, what = drawn(state, asked, random)
                asked = play.send(what)
                continue
            assert not state.over and state.mover == asked.player, state.log
            assert seen(state) == told(table), state.log
            moves = {choice(move): move for move in state.moves()}
            assert len(moves) == len(state.moves())
            assert set(moves) == asked.among, state.log
            answer = player(table, asked.among, random)
            state = state.play(moves[answer])
            asked = play.send(answer)
    except StopIteration:
        assert state.over, state.log
        assert seen(state) == told(table), state.log
        assert state.measures()["score"] == (table.score(BLUE), table.score(RED)), state.log
        assert state.outcome == (f"{table.winner()} wins" if table.winner() else "a tie")
        table.seen[f"winner {table.winner()}"] += 1
    return table.seen


# All abilities, both who may begin; seeds with which every ability is used, and everything happens.
PLAIN, FULL = Options("A", "B", BLUE), Options("B", "A", RED, expansion=True)
SEEDS = {PLAIN: 0, FULL: 3}
FIRST = Options(first_game=True)


def test_some_games() -> None:
    happened: Counter[str] = Counter()
    for options, seed in SEEDS.items():
        happened += play_both(options, Random(seed))
    assert all(happened[what] for what in HAPPENINGS), happened


def test_a_first_game() -> None:
    happened = play_both(FIRST, Random(0))
    assert happened["taken"] and not any(happened[what] for what in SPECIALS), happened


def test_nothing_left_to_do() -> None:
    """Red takes the last valley tile by spyglass and has no patrols: no main action, and nothing for blue to do."""
    happened = play_both(PLAIN, Random(0), hurriedly)
    assert happened["spyglass"] and happened["no main action"] and not happened["met nobody"], happened


def test_control_that_explorers_deny() -> None:
    """After Diplomacy only what a trigger touches is looked at again: with this seed a smoke bomb on another side."""
    happened = play_both(PLAIN, Random(2), contrarily)
    assert happened["diplomacy"] and happened["smoke"] == 2, happened


@pytest.mark.slow
def test_three_hundred_games() -> None:
    """Ten with each combination of the options, and some in which control is not what explorers say."""
    happened: Counter[str] = Counter()
    for seed in range(40):
        happened += play_both(PLAIN, Random(seed), contrarily)
    for seed in range(1000, 1320):
        happened += play_both(EVERYTHING[seed % len(EVERYTHING)], Random(seed))
    assert all(happened[what] for what in (*HAPPENINGS, "winner Blue", "winner Red", "winner None")), happened


def random_game(options: Options, random: Random) -> tuple[int, str | None]:
    """A game by the referee alone in which each choice is as likely as the others: its decisions, and who won."""
    table, decisions = Table(options), 0
    play = referee.game(table)
    try:
        asked = next(play)
        while True:
            decisions += isinstance(asked, Choice)
            among = asked.among.elements() if isinstance(asked, Draw) else asked.among
            asked = play.send(random.choice(sorted(among, key=str)))
    except StopIteration:
        return decisions, table.winner()


@pytest.mark.slow
@pytest.mark.parametrize("options", [PLAIN, FULL, Options(), Options("B", "B", RED, expansion=True), FIRST], ids=str)
def test_thousands_of_random_games(options: Options) -> None:
    """5,000 games in machine code: all end, without an error in the rules, and as those of the referee do."""
    game = load(options)
    games = game.playouts(5000, seed=1)
    assert game.engine == "native"
    assert games.finished.all() and (games.returns.sum(axis=1) == 0).all()
    random = Random(1)
    told_games = [random_game(options, random) for _ in range(300)]
    assert near(games.lengths.tolist(), [length for length, _ in told_games])
    for seat, player in enumerate((BLUE, RED)):
        assert near((games.returns[:, seat] > 0).tolist(), [winner == player for _, winner in told_games])


# ---- turned and mirrored ----

TURNS = [Turn(steps, mirrored) for mirrored in (False, True) for steps in range(6) if mirrored or steps]


@cache
def turned_rules(turn: Turn, folder: Path) -> Path:
    """The rules with the first two valley tiles laid so that the field begins turned, and with mirrored tiles."""
    copy = folder / f"{turn.steps}{turn.mirrored}"
    shutil.copytree(RULES.parent, copy)
    rules = copy / RULES.name
    text = rules.read_text(encoding="utf-8")
    first = "[" + ", ".join(f"step(home, {misty_table.WAYS[turn.way(way)]})" for way in (3, 0)) + "]"
    assert text.count("steps(home, {E, W})") == 1
    rules.write_text(text.replace("steps(home, {E, W})", first), encoding="utf-8")
    if turn.mirrored:
        patrols = copy / "patrols.csv"
        heading, *lines = patrols.read_text(encoding="utf-8").splitlines()
        # What is printed clockwise is printed the other way round; the first side stays.
        for number, line in enumerate(lines):
            *who, sides = line.split(",")
            lines[number] = ",".join([*who, " ".join(sides.split()[-side % 6] for side in range(6))])
        patrols.write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")
    return rules


def play_turned(options: Options, turn: Turn, folder: Path, random: Random) -> Counter[str]:
    """Two whole games on fields that are turned against one another: what one may do, the other may, all lies alike."""
    one = load(options).start(chance="explicit")
    other = rw.load(turned_rules(turn, folder), chosen(options)).start(chance="explicit")
    happened: Counter[str] = Counter()
    while not one.over:
        if one.mover is None:
            fell = random.choice([move.text for move, _ in one.chance()])
            one, other = one.play(fell), other.play(fell)
            continue
        assert other.mover == one.mover and turn.lying(seen(one)) == seen(other)
        assert one.measures() == other.measures()
        moves = {turn.choice(choice(move)): move for move in one.moves()}
        others = {choice(move): move for move in other.moves()}
        assert moves.keys() == others.keys() and len(moves) == len(one.moves()) == len(other.moves())
        made = random_choice(moves, random)
        happened[made[0] if made else ""] += 1
        one, other = one.play(moves[made]), other.play(others[made])
    assert other.over and one.returns == other.returns and one.measures() == other.measures()
    assert turn.lying(seen(one)) == seen(other)
    return happened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("turned")


@pytest.mark.parametrize(("options", "turn"), [(PLAIN, Turn(1)), (FULL, Turn(0, mirrored=True))], ids=str)
def test_a_turned_field(options: Options, turn: Turn, folder: Path) -> None:
    happened = play_turned(options, turn, folder, Random(1))
    assert happened["counterorder"] and happened["mislead"] + happened["smoke"], happened


@pytest.mark.slow
@pytest.mark.parametrize("turn", TURNS, ids=str)
def test_every_turn_of_the_field(turn: Turn, folder: Path) -> None:
    happened: Counter[str] = Counter()
    for seed in range(10, 13):
        for options in (PLAIN, FULL):
            happened += play_turned(options, turn, folder, Random(seed))
    assert happened["counterorder"] and happened["mislead"] and happened["wall"], happened
