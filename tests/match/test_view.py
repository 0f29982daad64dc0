"""What one player may know of a state: told by hand for small games, and the same wherever the player cannot tell
states apart."""

from __future__ import annotations

import gc
import pickle
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from tests.match.posteriors import lines
from tests.match.test_worlds import GAMES, HEAD, game_of

import rulewright as rw
from rulewright.engines import canonical

SURFACES: dict[str, Callable[[rw.View], Any]] = {
    "str": str,
    "repr": repr,
    "serialize": lambda view: view.serialize(),
    "hash": lambda view: (view.hash, hash(view), view.information_key),
    "mover": lambda view: (view.mover, view.active, view.over, view.question, view.drawn, view.status),
    "moves": lambda view: [(m.text, m.told, m.action, dict(m.picks), m.picked, m.steps) for m in view.moves()],
    "why": lambda view: view.why("no such move"),
    "log": lambda view: view.log,
    "record": lambda view: view.record(),
    "zones": lambda view: view.zones(),
    "variables": lambda view: (view.variables(), view.standing(), view.pieces(), view.grounds()),
    "result": lambda view: (view.returns, view.ranking, view.outcome),
    "pickle": lambda view: pickle.dumps(view),
    "worlds": lambda view: [world.hash for world in view.worlds(3, seed=1)],
}


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_same_wherever_the_player_cannot_tell_states_apart(name: str) -> None:
    game = game_of(name)
    for player in game.players:
        groups: dict[int, list[rw.State]] = defaultdict(list)
        for state, _ in lines(game.start(chance="explicit"), player):
            groups[state.information_key(player)].append(state)
        assert any(len(states) > 1 for states in groups.values())
        for states in list(groups.values())[::5]:
            first, *others = [state.view(player) for state in states[:4]]
            for surface, shown in SURFACES.items():
                for other in others:
                    assert shown(other) == shown(first), surface
            assert all(other == first for other in others)


def test_views_of_other_knowledge_differ() -> None:
    game = game_of("a peek")
    found: dict[int, rw.View] = {}
    for state, _ in lines(game.start(chance="explicit"), "Ann"):
        view = state.view("Ann")
        assert found.setdefault(view.information_key, view) == view
    views = list(found.values())
    assert all(one != other for at, one in enumerate(views) for other in views[:at])


def test_a_view_holds_no_state() -> None:
    state = game_of("a peek").start(seed=3).play("Peek")
    view = state.view("Ann")
    reached: set[int] = {id(view.game)}
    open_: list[Any] = [view]
    while open_:
        one = open_.pop()
        if id(one) not in reached and not isinstance(one, type):
            reached.add(id(one))
            open_ += gc.get_referents(one)
    assert id(state) not in reached and id(state._machine) not in reached


# ---- told by hand ----

TWO = """
game "Peek"
players Ann, Bob
card Card
card Ace is Card
card King is Card
card Queen is Card
zone deck: ordered, hidden
zone table: ordered
zone left: hidden
setup:
    move supply(Card) to deck
    shuffle deck
"""


def hand(view: rw.View, name: str) -> list[str | None]:
    return [card for zone in view.zones() if zone.name == name for card in zone.cards]


def test_what_was_seen_and_moved_in_the_open_stays_known() -> None:
    game = rw.loads(
        TWO
        + """
flow:
    reveal top(deck) to Ann
    move top(deck) to deck bottom
    mover = Ann
    may "go on":
        nothing
    tie
"""
    )
    state = game.start(seed=1)
    seen = hand(state.view("Ann"), "deck")
    assert seen[:2] == [None, None] and seen[2] in ("Ace", "King", "Queen")
    assert hand(state.view("Bob"), "deck") == [None] * 3
    assert {hand(world.view("Ann"), "deck")[2] for world in state.worlds("Ann", 40)} == {seen[2]}
    whole = {world.hash for world in state.worlds("Ann", 40)}
    assert len(whole) == 1  # the other two lie in an order that chance has not decided


def test_what_was_seen_and_shuffled_among_others_is_unknown_again() -> None:
    game = rw.loads(
        TWO
        + """
flow:
    reveal top(deck) to Ann
    shuffle deck
    deal 1 from deck to left
    mover = Ann
    may "go on":
        nothing
    tie
"""
    )
    state = game.start(seed=1)
    assert hand(state.view("Ann"), "deck") == [None] * 2 and hand(state.view("Ann"), "left") == [None]
    worlds = state.worlds("Ann", 300, seed=2)
    assert len({world.hash for world in worlds}) == 3


def test_being_asked_and_declining_is_not_seen() -> None:
    rules = (
        HEAD
        + """
flow:
    mover = Bob
    if any(c in hand of Bob: c is One):
        may choose Hide
    mover = Ann
    choose Draw
    tie
"""
    )
    game = rw.loads(rules)
    keys: dict[tuple[str, ...], set[int]] = defaultdict(set)
    asked = 0
    for state, _ in lines(game.start(chance="explicit"), "Ann"):
        if state.mover == "Bob":
            asked += 1
            assert state.view("Ann").mover is None
        if state.mover == "Ann" and "Hide" not in "".join(state.log):
            keys[tuple(str(hand(state.view("Ann"), "hand of Ann")))].add(state.information_key("Ann"))
    assert asked and all(len(same) == 1 for same in keys.values())


def test_whether_chance_had_a_choice_is_not_seen() -> None:
    game = rw.load("monty_hall")
    keys = defaultdict(set)
    for state, _ in lines(game.start(chance="explicit"), "Contestant"):
        if state.mover and len(state.line) > 3:
            view = state.view("Contestant")
            keys[view.log].add(view.information_key)
    assert len(keys) == 6 and all(len(same) == 1 for same in keys.values())


def test_kuhn_poker_has_twelve_information_sets() -> None:
    sets = set()
    for state, _ in lines(rw.load("kuhn_poker").start(chance="explicit"), "Ann"):
        if state.mover:
            sets.add((state.mover, state.information_key(state.mover)))
    assert len(sets) == 12


# ---- playing with views ----


def test_moves_of_a_view_are_played_on_the_state_and_on_its_worlds() -> None:
    state = game_of("passing between hands").start(seed=4).play("Draw")
    view = pickle.loads(pickle.dumps(state.view("Bob")))
    assert view == state.view("Bob") and str(view) == str(state.view("Bob"))
    assert [move.text for move in view.moves()] == [move.text for move in state.moves()]
    for number, move in enumerate(view.moves()):
        assert state.play(move) == state.play(state.moves()[number])
        for world in view.worlds(5):
            assert world.play(move).log[-1] == move.text
    assert state.view("Ann").moves() == ()
    with pytest.raises(rw.IllegalMove):
        state.game.start(seed=4).play(view.moves()[0])


def test_worlds_are_states_that_can_be_gone_on_with() -> None:
    game = game_of("a reshuffle with cards that were not seen")
    state = game.start(seed=4).play("Draw").play(game.start(seed=4).play("Draw").moves()[0])
    worlds = state.worlds("Bob", 20, seed=9)
    assert list(worlds) == list(state.worlds("Bob", 20, seed=9))
    assert [world.seed for world in worlds] != [world.seed for world in state.worlds("Bob", 20, seed=8)]
    for world in worlds:
        assert world.view("Bob") == state.view("Bob") and world.begun
        again = pickle.loads(pickle.dumps(world))
        assert again == world and again.log == world.log and again.seed == world.seed
        replayed = game.start(chance="explicit")
        for text in world.log:
            replayed = replayed.play(text)
        assert replayed == world
        while not world.over:
            world = world.play(world.moves()[0])
        assert rw.read_record(world.record(), game).state == world


def test_worlds_of_explicit_chance_have_explicit_chance() -> None:
    game = game_of("a peek")
    state = game.start(chance="explicit")
    while state.mover is None:
        state = state.play(state.chance()[0][0])
    after = [world.play("Peek") for world in state.worlds("Ann", 20)]
    assert any(world.mover is None and len(world.chance()) > 1 for world in after)


def test_players_are_named_or_numbered() -> None:
    state = game_of("a peek").start(seed=1)
    assert state.view(1) == state.view("Bob") and state.view("Bob").player == "Bob"
    assert state.information_key(0) == state.information_key("Ann") != state.information_key("Bob")
    for wrong in ("Cleo", 2, -1):
        with pytest.raises(LookupError):
            state.view(wrong)


def test_without_its_past_a_state_shows_what_is_known_now() -> None:
    game = game_of("a peek")
    state = game.start(seed=1).play("Peek")
    bare = game.unserialize(state.serialize())
    assert hand(bare.view("Ann"), "deck") == hand(state.view("Ann"), "deck")
    for ask in (bare.information_key, bare.worlds, lambda who: bare.view(who).serialize()):
        with pytest.raises(ValueError, match="not known"):
            ask("Ann")
    assert bare.view("Ann").log == ()


def test_states_and_games_are_pickled() -> None:
    state = rw.load("pig").start(seed=3)
    for _ in range(6):
        state = state.play(state.moves()[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.log == state.log and again.fell == state.fell
    assert pickle.loads(pickle.dumps(state.moves()[0])) == state.moves()[0]
    bare = state.game.unserialize(state.serialize())
    assert pickle.loads(pickle.dumps(bare.play("roll"))).log == ("roll",)
    small = rw.load("breakthrough", options={"size": 5})
    assert pickle.loads(pickle.dumps(small)).options == small.options


def test_rules_that_changed_are_not_unpickled(tmp_path: Any) -> None:
    path = tmp_path / "peek.rules"
    path.write_text(HEAD + GAMES["a peek"])
    data = pickle.dumps(rw.load(path).start(seed=1))
    path.write_text(HEAD + GAMES["two at once"])
    with pytest.raises(pickle.UnpicklingError, match="changed"):
        pickle.loads(data)


def test_keys_are_the_same_in_every_process() -> None:
    state = rw.load("kuhn_poker").start(chance="explicit").play("Queen").play("Jack")
    assert state.view("Ann").information_key == state.information_key("Ann")
    other = rw.load("kuhn_poker").start(chance="explicit").play("Queen").play("King")
    assert other.information_key("Ann") == state.information_key("Ann")
    assert other.information_key("Bob") != state.information_key("Bob")


@pytest.mark.parametrize("name", GAMES)
def test_keys_stand_for_all_that_was_observed_whenever_they_are_asked_for(name: str) -> None:
    game = game_of(name)
    for player in game.players:
        for state, _ in lines(game.start(chance="explicit"), player):
            known = state.view(player).knowledge
            folded = 0
            for token in known.tokens:
                folded = canonical.digest((folded, token))
            assert known.key == canonical.digest((known.seat, folded, known.present)) == state.information_key(player)
