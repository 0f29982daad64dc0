"""Duel of the Mistwings: every decision of random games and random positions against a referee, and its half turn.

The referee (mistwings_referee.py) was written from the clauses before the rules were, and shares nothing with them.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

import pytest

import rulewright as rw
from games import mistwings_referee as referee
from games.mistwings_referee import NORTH, SOUTH, Options, Position
from games.samples import near
from rulewright import resources

# All combinations of the options of the rulebook.
COMBINATIONS = [
    Options(full=full, shadows=shadows, swoop=swoop)
    for full, shadows, swoop in itertools.product((True, False), repeat=3)
]


@cache
def load(options: Options) -> rw.Game:
    chosen: Mapping[str, object] = {
        "abilities": "full" if options.full else "basic",
        "shadows": options.shadows,
        "swoop": options.swoop,
        "draws": options.draws,
        "starts": options.first.lower(),
    }
    return rw.load("mistwings", chosen)


def written(board: Position, player: str) -> str:
    """The position in the notation of the rules."""
    rows = []
    for row in reversed(referee.ROWS):
        text, empty = "", 0
        for point in (column + row for column in referee.COLUMNS):
            if point in board:
                _, owner, strength = board[point]
                text += f"{empty or ''}({owner[0]}{strength})"
                empty = 0
            else:
                empty += 1
        rows.append(text + f"{empty or ''}")
    return f"{'/'.join(rows)} {player[0]}"


def agree(state: rw.State, choice: referee.Choice) -> None:
    """Both say who decides, and between what; no text stands twice."""
    texts = [move.text for move in state.moves()]
    assert sorted(texts) == sorted(text or "decline" for text in choice.texts)
    assert state.mover == choice.player


def play_both(
    state: rw.State, play: referee.Deciding[str], random: Random, longest: int = 10_000, eager: float = 0
) -> Counter[str]:
    """A random game by both; what was decided out of turn is counted.

    With the probability `eager` a capture or a displacement is chosen if there is one.
    """
    seen: Counter[str] = Counter()
    try:
        choice = next(play)
        for _ in range(longest):
            assert not state.over, state.log
            agree(state, choice)
            if None in choice.texts:
                seen["answers"] += 1
            elif state.active is not None and (state.log and ">" in state.log[-1] and "x" not in state.log[-1]):
                seen["displaced"] += state.active != state.mover
            texts = sorted(choice.texts, key=str)
            if random.random() < eager:
                texts = [text for text in texts if text and re.search("[x>]", text)] or texts
            text = random.choice(texts)
            state = state.play(text or "decline")
            choice = play.send(text)
    except StopIteration as end:
        assert state.outcome == ("a tie" if end.value == "draw" else f"{end.value} wins"), state.log
        seen[end.value] += 1
    return seen


def random_position(random: Random, pieces: int) -> tuple[Position, str]:
    """So many different pieces of each player anywhere but in groves and, other than Velvetflutters, undergrowth."""
    points = [point for point in referee.POINTS if point not in referee.GROVE.values()]
    board: Position = {}
    for player in (SOUTH, NORTH):
        for strength in random.sample(range(1, 9), pieces):
            free = [p for p in points if p not in board and (strength == 1 or p not in referee.UNDERGROWTH)]
            board[random.choice(free)] = (len(board), player, strength)
    return board, random.choice((SOUTH, NORTH))


def check_games(options: Options, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        # Who begins and whether there are draws goes by turns.
        chosen = replace(options, first=(SOUTH, NORTH)[seed % 2], draws=seed % 4 < 3)
        seen += play_both(load(chosen).start(seed=0), referee.game(chosen), Random(seed))
    assert seen[SOUTH] and seen[NORTH]
    return seen


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_twenty_games(options: Options) -> None:
    seen = check_games(options, range(20))
    assert bool(seen["answers"]) == options.full


@pytest.mark.slow
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_three_hundred_games(options: Options) -> None:
    check_games(options, range(1000, 1300))


def random_game(options: Options, seed: int) -> tuple[int, str]:
    """A random game by the referee alone: its decisions, and who won."""
    random, play, decisions = Random(seed), referee.game(options), 0
    try:
        choice = next(play)
        while True:
            decisions += 1
            choice = play.send(random.choice(sorted(choice.texts, key=str)))
    except StopIteration as end:
        return decisions, end.value


@pytest.mark.slow
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_thousands_of_random_games(options: Options) -> None:
    """They end like those of the referee, as often and after as many decisions: 5,000 games in machine code."""
    game = load(options)
    games = game.playouts(5000, seed=1)
    assert game.engine == "native"
    assert games.finished.all() and (games.returns.sum(axis=1) == 0).all()
    told = [random_game(options, seed) for seed in range(400)]
    lengths = [length for length, _ in told]
    assert near(games.lengths.tolist(), lengths)
    for winner, returns in ((SOUTH, (1, -1)), (NORTH, (-1, 1)), ("draw", (0, 0))):
        assert near((games.returns == returns).all(axis=1).tolist(), [who == winner for _, who in told]), winner


def test_shadows_are_distributed_in_secret() -> None:
    """On North's copy stand only North's; both are seen when the last one stands. Sixteen decisions, 8! x 8! ways."""
    options = Options(shadows=True)
    state = load(options).start()
    engine = state.game.setting.engine
    for count in range(16):
        player, left = (SOUTH, NORTH)[count // 8], 8 - count % 8
        assert state.mover == player and len(state.moves()) == left
        assert {piece.owner for piece in state.standing()} <= {count // 8}
        assert len(state.standing()) == count % 8
        apart = engine.apart(state._machine)
        assert apart is not None and apart.made == (0,) * min(count, 8) + (1,) * max(0, count - 8)
        state = state.play(state.moves()[-1])
    assert len(state.standing()) == 16 and state.mover == SOUTH and engine.apart(state._machine) is None


def check_positions(options: Options, seeds: range) -> Counter[str]:
    """Positions in which abilities meet more often than in games: some turns of each."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        random = Random(seed)
        board, player = random_position(random, random.randint(3, 8))
        state = load(options).start(seed=0, setup=written(board, player))
        seen += play_both(state, referee.game(options, board, player), random, longest=8, eager=0.7)
    return seen


@pytest.mark.parametrize("swoop", [False, True])
def test_random_positions(swoop: bool) -> None:
    seen = check_positions(Options(swoop=swoop), range(150))
    assert seen["answers"] >= 20 and seen["displaced"] >= 3


@pytest.mark.slow
@pytest.mark.parametrize("options", [o for o in COMBINATIONS if not o.shadows], ids=str)
def test_many_random_positions(options: Options) -> None:
    check_positions(options, range(10_000, 14_000))


def test_what_south_may_do_first() -> None:
    state = rw.load("mistwings").start(seed=0)
    steps = "c1-b1 c1-b2 c2-b1 c2-b2 c2-b3 c2-c3 c2-d3 d2-c3 d2-e3 e2-e3 e2-f3 f2-e3 f2-f3"
    displaced = "f1-e1>f1 f1-e2>e3 f1-e2>f3 f1-e2>f1 f1-f2>e3 f1-f2>f3 f1-f2>f1"
    assert sorted(move.text for move in state.moves()) == sorted(f"{steps} {displaced}".split())


def half_turn(text: str) -> str:
    """The text with every point turned by half a turn."""
    return re.sub("[a-f][1-6]", lambda point: "fedcba"["abcdef".index(point[0][0])] + str(7 - int(point[0][1])), text)


@pytest.mark.parametrize("options", [o for o in COMBINATIONS if not o.shadows], ids=str)
def test_a_half_turn_with_the_colours_changed_changes_nothing(options: Options) -> None:
    """Two whole games that mirror each other: what one may do, the other may."""
    other = {SOUTH: NORTH, NORTH: SOUTH}
    random = Random(4)
    one = load(options).start(seed=0)
    two = load(replace(options, first=NORTH)).start(seed=0)
    while not one.over:
        texts = [move.text for move in one.moves()]
        assert sorted(move.text for move in two.moves()) == sorted(map(half_turn, texts))
        assert two.mover == other[str(one.mover)]
        text = random.choice(texts)
        one, two = one.play(text), two.play(half_turn(text))
    assert two.over and one.returns == two.returns[::-1]


@pytest.mark.parametrize("swoop", [False, True])
def test_the_half_turn_of_random_positions(swoop: bool) -> None:
    game = load(Options(swoop=swoop))
    for seed in range(60):
        random = Random(seed)
        board, player = random_position(random, random.randint(3, 8))
        turned = {
            half_turn(point): (i, referee.other(owner), strength) for point, (i, owner, strength) in board.items()
        }
        one = game.start(seed=0, setup=written(board, player))
        two = game.start(seed=0, setup=written(turned, referee.other(player)))
        assert sorted(half_turn(move.text) for move in one.moves()) == sorted(move.text for move in two.moves())


def test_the_board_is_one_file() -> None:
    """No rule names a point: a corrected board is an edited picture with its links."""
    rules = resources.ruleset("mistwings").read_text(encoding="utf-8")
    assert re.findall(r"\b[a-f][1-6]\b", rules) == []
    assert len(rules.splitlines()) < 220


@pytest.mark.parametrize(
    ("moves", "tried", "reason"),
    [
        ("", "c2-d2", "the point is taken"),
        ("", "d2-d3", "this Mistwing may not go there"),
        ("", "f1-e2>d3", "the displaced Mistwing may not go there"),
        ("", "d1xd5", "blocked at d3"),  # d1, the loop, f3, e3, and d3 is a thicket
        ("", "f1xf2", "no enemy stands there"),
        ("c1-b1 d6-e6 c2-c3 b5-a4 c3-c2 a4-a3", "c2xa3", "strength 1 against 3"),
    ],
)
def test_reasons(moves: str, tried: str, reason: str) -> None:
    state = rw.load("mistwings").start(seed=0)
    for text in moves.split():
        state = state.play(text)
    assert reason in state.why(tried)


def test_the_board_as_text_shows_terrain_strengths_and_owners() -> None:
    lines = str(rw.load("mistwings").start(seed=0)).splitlines()
    assert lines[:7] == [
        "6 | N8 N7 N6 N5 t  gN",
        "5 | N4 N3 N2 N1 t  t",
        "4 | .  .  u  .  u  .",
        "3 | .  u  .  u  .  .",
        "2 | t  t  S1 S2 S3 S4",
        "1 | gS t  S5 S6 S7 S8",
        "    a  b  c  d  e  f",
    ]
    assert sum(line.startswith("loop: ") for line in lines) == 8
