"""Worlds against whole trees: every view of small games with cards is compared with the posterior that walking through
all lines gives, by enumeration and, with a limit of 0, by sampling."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from tests.match.posteriors import believed, chi_square

import rulewright as rw
from rulewright.match import sampling
from rulewright.match.enumerating import enumerate_lines
from rulewright.match.following import Line
from rulewright.match.forward import Forward
from rulewright.match.replaying import Evidence, Node, Replay

HEAD = """
game "Small deck"
players Ann, Bob
card Card:
    rank = 0
card One is Card:
    rank = 1
card Two is Card:
    copies = 2
    rank = 2
card Three is Card:
    rank = 3
zone deck: ordered, hidden
zone hand of each player: visible to owner
zone discard: ordered
zone aside: hidden
setup:
    move supply(Card) to deck
    shuffle deck
    for p in players:
        deal 1 from deck to hand of p
action Play:
    pick c in hand of mover
    do:
        move c to discard
    say "play"
action Highest:
    pick c in hand of mover
    where no(d in hand of mover: d.rank > c.rank)
    do:
        move c to discard
action Bury:
    pick c in hand of mover
    do:
        move c to deck bottom
action Give:
    pick c in hand of mover
    do:
        move c to hand of opponent
action Hide:
    pick c in hand of mover
    do:
        move c to aside
action Draw:
    do:
        deal 1 from deck to hand of mover
action Peek:
    do:
        reveal top(deck) to mover
action Steal:
    pick c in hand of opponent
    do:
        move c to hand of mover
action Pair:
    pick 2 cards in hand of mover
    do:
        move cards to aside
"""

GAMES = {
    "draws and plays in the open": """
flow:
    mover = Ann
    choose Draw
    choose Play
    mover = Bob
    choose Draw
    may choose Play
    tie
""",
    "a peek": """
flow:
    mover = Ann
    choose Peek
    mover = Bob
    choose Draw
    choose Play
    mover = Ann
    choose Draw
    tie
""",
    "only the highest may be played": """
flow:
    mover = Bob
    choose Draw
    choose Highest
    mover = Ann
    choose Draw
    choose Highest
    tie
""",
    "what was buried is drawn again": """
flow:
    mover = Ann
    choose Bury
    mover = Bob
    choose Draw
    choose Draw
    choose Draw
    choose Play
    tie
""",
    "a reshuffle with cards that were seen": """
flow:
    mover = Ann
    choose Draw
    choose Play
    choose Play
    move discard to deck
    shuffle deck
    mover = Bob
    choose Draw
    choose Play
    tie
""",
    "a reshuffle with cards that were not seen": """
flow:
    mover = Ann
    choose Draw
    choose Hide
    mover = Bob
    choose Hide
    move aside to deck
    shuffle deck
    choose Draw
    mover = Ann
    choose Draw
    choose Play
    tie
""",
    "passing between hands": """
flow:
    mover = Bob
    choose Draw
    choose Give
    mover = Ann
    choose Give
    mover = Bob
    choose Play
    tie
""",
    "stealing from a hand": """
flow:
    mover = Bob
    choose Draw
    choose Draw
    mover = Ann
    choose Steal
    mover = Bob
    choose Play
    tie
""",
    "two at once": """
flow:
    mover = Bob
    choose Draw
    choose Draw
    choose Pair
    choose Play
    tie
""",
    "two who choose at once": """
flow:
    for p in players:
        deal 1 from deck to hand of p
    together by each p in players:
        choose Give
    mover = Bob
    choose Highest
    tie
""",
    "declining is not seen": """
flow:
    mover = Bob
    may choose Hide
    mover = Ann
    choose Draw
    mover = Bob
    may choose Play
    tie
""",
    "a card that chance takes": """
flow:
    mover = Bob
    choose Draw
    let c = any_of(hand of Bob)
    move c to discard
    let d = any_of(hand of Bob)
    move d to hand of Ann
    mover = Bob
    may choose Draw
    tie
""",
    "a place in the deck": """
action Take:
    pick c in deck
    do:
        move c to hand of mover
flow:
    mover = Bob
    choose Take
    mover = Ann
    choose Draw
    choose Highest
    tie
""",
    "a card that is shown to the other": """
action Show:
    pick c in hand of mover
    do:
        reveal c to opponent
flow:
    mover = Bob
    choose Draw
    choose Show
    choose Hide
    mover = Ann
    choose Draw
    tie
""",
    "the hands are laid open": """
flow:
    for p in players:
        deal 1 from deck to hand of p
    mover = Ann
    choose Give
    reveal hand of Ann
    mover = Bob
    choose Play
    tie
""",
    "a look at the top tells": """
flow:
    mover = Bob
    if top(deck) is Two:
        choose Draw
    else:
        choose Bury
    mover = Ann
    choose Draw
    tie
""",
}

DICE = """
game "Two dice each"
players Ann, Bob
die coin: 1..2
token Die:
    copies of each player = 2
    face: int in 0..2 = 0
zone cup of each player: visible to owner
zone aside: hidden
setup:
    for p in players:
        move supply(Die of p) to cup of p
action Lay:
    pick d in cup of mover
    do:
        move d to aside
action Claim:
    pick n in 1..2
    where any(d in cup of mover: d.face == n)
flow:
    for p in players:
        for d in cup of p:
            d.face = roll coin
    mover = Bob
    choose Claim
    choose Lay
    for d in cup of Bob:
        reveal d
    for d in cup of Bob:
        d.face = roll coin
    choose Claim
    mover = Ann
    choose Claim
    tie
"""
WHOLE = {"dice under cups": DICE}


def game_of(name: str) -> rw.Game:
    return rw.loads(WHOLE[name] if name in WHOLE else HEAD + GAMES[name])


@pytest.mark.parametrize("name", [*GAMES, *WHOLE])
def test_enumerated_worlds_have_their_exact_probabilities(name: str) -> None:
    game = game_of(name)
    for player in game.players:
        for state, expected in believed(game, player).values():
            view = state.view(player)
            assert view.worlds(1).exact
            pool = next(reversed(game.pools.values()))
            got: Counter[int] = Counter()
            for machine, lines in pool._endings:
                got[game.setting.engine.digest(machine)] += lines.weight
            total = sum(got.values())
            assert {one: weight / total for one, weight in got.items()} == pytest.approx(expected)


@pytest.mark.parametrize("forward", [0, sampling.FORWARD], ids=["planned", "drawn forward"])
@pytest.mark.parametrize("name", [*GAMES, *WHOLE])
def test_sampled_worlds_have_these_probabilities_too(name: str, forward: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ENOUGH", 200)
    monkeypatch.setattr(sampling, "FORWARD", forward)
    game = game_of(name)
    statistic, freedom = 0.0, 0
    for player in game.players:
        for state, expected in list(believed(game, player).values())[::7]:
            worlds = state.view(player).worlds(200, seed=5, limit=0)
            assert not worlds.exact and worlds.effective > 150
            assert {world.hash for world in worlds} <= set(expected)
            pool = next(reversed(game.pools.values()))
            got: Counter[int] = Counter()
            for one in pool._pool[: pool._size(200)]:
                got[game.setting.engine.digest(one.machine)] += math.exp(one.weight)
            more, free = chi_square(expected, got, worlds.effective)
            statistic += more
            freedom += free
    assert freedom > 3
    assert (statistic - freedom) / math.sqrt(2 * freedom) < 4


def drawn(worlds: rw.Worlds) -> tuple[list[tuple[int, tuple[str, ...]]], bool, float]:
    return [(world.hash, world.log) for world in worlds], worlds.exact, worlds.effective


@pytest.mark.parametrize("name", list(GAMES)[1:13:5])
def test_worlds_do_not_depend_on_what_was_asked_before(name: str) -> None:
    game = game_of(name)
    views = [state.view("Ann") for state, _ in believed(game, "Ann").values()][::5]
    for limit in (0, 8, 40):
        after = [drawn(view.worlds(9 if n % 2 else 2, seed=4, limit=limit)) for n, view in enumerate(views)]
        for n, view in reversed(list(enumerate(views))):
            view.worlds(30, seed=1, limit=limit)
            assert drawn(view.worlds(9 if n % 2 else 2, seed=4, limit=limit)) == after[n]
        for n, view in enumerate(views):
            game.pools.clear()
            game.too_many.clear()
            assert drawn(view.worlds(9 if n % 2 else 2, seed=4, limit=limit)) == after[n]


@pytest.mark.parametrize("name", [name for name in GAMES if "together" not in GAMES[name]])
def test_what_is_too_much_to_list_stays_so(name: str) -> None:
    game = game_of(name)
    views = [state.view("Bob").knowledge for state, _ in believed(game, "Bob").values()][::4]
    compared = 0
    for limit in (5, 20, 80):
        found = []
        for one in views:
            replay = Replay(game.setting, game.given(one.setup), Evidence(one.seat, one.tokens, one.present))
            found.append((one.tokens, enumerate_lines(replay, limit) is None))
        for tokens, many in found:
            longer = [more for others, more in found if many and others[: len(tokens)] == tokens]
            assert all(longer)
            compared += len(longer)
    assert compared


def in_vain(self: Line, start: Node) -> None:
    """A plan never succeeds."""


@pytest.mark.parametrize("forward", [0, 1], ids=["listed", "drawn forward"])
def test_where_no_plan_succeeds_worlds_are_found_all_the_same(forward: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "played", in_vain)
    monkeypatch.setattr(sampling, "FORWARD", 0)
    if not forward:
        monkeypatch.setattr(Forward, "played", lambda self: None)
        monkeypatch.setattr(sampling, "TRIES", 2000)
    game = game_of("a peek")
    state, expected = next(one for one in believed(game, "Ann").values() if len(one[1]) > 1)
    worlds = state.view("Ann").worlds(200, seed=2, limit=0)
    assert worlds.exact is not bool(forward)
    assert {world.hash for world in worlds} == set(expected)
    assert drawn(state.view("Ann").worlds(200, seed=2, limit=0)) == drawn(worlds)


@pytest.mark.parametrize("limit", [1000, 0], ids=["listed", "sampled"])
@pytest.mark.parametrize("name", GAMES)
def test_some_worlds_agree_with_what_is_known(name: str, limit: int) -> None:
    game = game_of(name)
    for player in game.players:
        state = game.start(seed=3)
        while not state.over:
            known = state.view(player).knowledge
            found = known.some(4, limit)
            assert len(found) <= 4 and (found or not limit)
            assert all(world.information_key(player) == known.key for world in found)
            assert [world.hash for world in state.view(player).knowledge.some(4, limit)] == [w.hash for w in found]
            moves = [move for move, _ in state.chance()] or state.moves()
            state = state.play(moves[0])


def test_some_worlds_leave_worlds_as_they_are() -> None:
    """What is found for somebody who waits takes no part in what is drawn by probability."""
    name = next(iter(GAMES))
    player = game_of(name).players[0]
    first, other = (game_of(name).start(seed=3) for _ in range(2))
    assert first.view(player).knowledge.some(4, 0)
    drawn_after = [world.hash for world in first.view(player).worlds(20, seed=1, limit=0)]
    assert drawn_after == [world.hash for world in other.view(player).worlds(20, seed=1, limit=0)]


def test_who_waits_waits_not_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no line agrees soon, none is found; lines that are tried do not become many."""
    game = game_of(next(iter(GAMES)))
    state = game.start(seed=3)
    tried = []
    monkeypatch.setattr(
        sampling.Sampler, "_try", lambda self: tried.append(None) or setattr(self, "tries", self.tries + 1)
    )
    assert state.view(game.players[0]).knowledge.some(1, 0) == ()
    assert 0 < len(tried) <= 100
