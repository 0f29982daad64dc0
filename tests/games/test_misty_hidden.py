"""What is hidden in Misty Valley: the rival's hand, the stacks, and the two valley tiles that were removed.

Of all this a view shows nothing but numbers. Worlds hold what it can be by the clauses: of the rival's nine patrols
those that do not lie are in hand or stack, each as likely as the others; of the fifteen valley tiles those that nobody
has seen are in pile or box, each as likely as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random

import pytest

import rulewright as rw
from games import misty_referee as referee
from games.misty_players import random_choice
from games.misty_referee import BLUE, RED, Options
from games.misty_table import choice, name
from games.samples import DEVIATIONS
from games.test_misty_valley import FULL, PLAIN, load
from rulewright.match.zones import zones

SEATS = {BLUE: RED, RED: BLUE}
MANY = 100
"""So many independent draws a pool of worlds is worth."""

Lying = dict[str, Counter[str]]


def lying(state: rw.State) -> Lying:
    """What lies in the zones and on the board, whoever knows it; patrols on the board by their owner."""
    setting, declared = state.game.setting, state.game.setting.declared
    found = {zone.name: Counter(map(name, map(str, zone.cards))) for zone in zones(setting, state._machine, None)}
    for player in SEATS:
        found[f"sent by {player}"] = Counter()
    found["field"] = Counter()
    for piece in state.standing():
        kind = name(declared.kinds[piece.kind].name)
        found[f"sent by {state.game.players[piece.owner]}" if kind in referee.PATROLS else "field"][kind] += 1
    return found


@cache
def game(options: Options, seed: int) -> tuple[rw.State, ...]:
    """The states of a random game with chance from a seed."""
    random = Random(seed)
    states = [load(options).start(seed)]
    while not states[-1].over:
        moves = {choice(move): move for move in states[-1].moves()}
        states.append(states[-1].play(moves[random_choice(moves, random)]))
    return tuple(states)


def some(options: Options, seed: int, number: int) -> Iterator[tuple[rw.State, str]]:
    """So many states of a game from its beginning to its end, each with a player who looks, in turn."""
    states = game(options, seed)
    for at in range(number):
        yield states[at * (len(states) - 1) // number], (BLUE, RED)[at % 2]


def unseen(state: rw.State, player: str) -> tuple[Counter[str], Counter[str]]:
    """The rival's patrols that do not lie on the field, and the valley tiles that nobody has seen, by the clauses."""
    seen = lying(state)
    patrols = Counter(referee.PATROLS.keys()) - seen[f"sent by {SEATS[player]}"]
    up = Counter(name(card) for zone in state.zones() if zone.name == "pile" for card in zone.cards if card)
    return patrols, referee.VALLEYS - seen["field"] - seen["shown"] - up


def hidden(player: str) -> set[str]:
    return {f"hand of {SEATS[player]}", f"stack of {BLUE}", f"stack of {RED}", "box"}


def check_view(state: rw.State, player: str) -> None:
    """Nothing of what is hidden is in a view; the top of a pile is only where it has been turned up to be laid."""
    view, true = state.view(player), lying(state)
    for zone in view.zones():
        if zone.name in hidden(player):
            assert set(zone.cards) <= {None}, zone
        elif zone.name in ("pile", "encounters", "tokens"):
            assert set(zone.cards[1:]) <= {None}, zone
            assert not zone.cards or zone.cards[0] is None or state.question, zone
        else:
            assert Counter(map(name, map(str, zone.cards))) == true[zone.name]
        assert zone.count == true[zone.name].total()


def check_worlds(state: rw.State, player: str, number: int) -> list[Lying]:
    """Worlds hold what can be, and the player sees no difference. What lies where in each of them."""
    view, true = state.view(player), lying(state)
    patrols, valleys = unseen(state, player)
    rival, shown = SEATS[player], [zone for zone in view.zones() if zone.name not in hidden(player)]
    worlds = view.worlds(number, seed=1, limit=0)
    found = [lying(world) for world in worlds]
    for there in found:
        assert {where: what.total() for where, what in there.items()} == {
            where: what.total() for where, what in true.items()
        }
        assert there[f"hand of {rival}"] + there[f"stack of {rival}"] == patrols
        assert there["box"] + there["pile"] == true["box"] + true["pile"] and there["box"] <= valleys
        for zone in ("encounters", "tokens"):
            assert there.get(zone) == true.get(zone)
        same = [where for where in true if where not in hidden(player) | {"pile"}]
        assert {where: there[where] for where in same} == {where: true[where] for where in same}
        assert there[f"stack of {player}"] == true[f"stack of {player}"]
    for world in worlds[:: max(1, number // 3)]:
        again = world.view(player)
        assert again == view and again.information_key == view.information_key
        assert str(again) == str(view) and again.log == view.log and again.record() == view.record()
        assert [zone for zone in again.zones() if zone.name not in hidden(player)] == shown
        assert [move.text for move in again.moves()] == [move.text for move in view.moves()]
        assert again.svg() == view.svg()
    return found


@pytest.mark.parametrize("options", [PLAIN, FULL], ids=str)
def test_views_show_what_lies_open_and_the_own_hand_alone(options: Options) -> None:
    for state in game(options, 4)[::3]:
        for player in SEATS:
            check_view(state, player)
            box = next(zone for zone in state.view(player).zones() if zone.name == "box")
            assert box.cards == (None, None)
        # Nor is it told when all may be seen: nobody has ever known it.
        assert "box (2)" in str(state) and "box (2):" not in str(state)


@pytest.mark.parametrize("options", [PLAIN, FULL], ids=str)
def test_worlds_are_all_that_can_be(options: Options) -> None:
    different: Counter[str] = Counter()
    for state, player in some(options, 4, 4):
        found = check_worlds(state, player, 6)
        for where in (f"hand of {SEATS[player]}", f"stack of {player}", "box"):
            different[where.split()[0]] += len({tuple(sorted(there[where].elements())) for there in found}) > 1
    assert different["hand"] >= 2 and different["box"] >= 2, different


def shares(state: rw.State, player: str) -> Iterator[tuple[str, float, float, float]]:
    """Of a hundred worlds: how often each patrol is in the rival's hand and each valley tile in the box, on average,
    how often it should be, and how far from it that may be."""
    patrols, valleys = unseen(state, player)
    found = check_worlds(state, player, 4 * MANY)
    for where, among in ((f"hand of {SEATS[player]}", patrols), ("box", valleys)):
        drawn = found[0][where].total()
        for one, number in among.items():
            expected = number * drawn / among.total()
            # Draws without replacement vary so much, twice since the worlds are drawn again from a pool.
            spread = expected * (1 - number / among.total()) * (among.total() - drawn) / max(among.total() - 1, 1)
            mean = sum(there[where][one] for there in found) / len(found)
            yield f"{one} in {where}", mean, expected, DEVIATIONS * sqrt(2 * spread / MANY)


def test_each_is_as_likely_as_the_others() -> None:
    """Who chooses among patrols in hand at random tells nothing of those that are left, whichever they are."""
    state = game(PLAIN, 5)[12]
    patrols, valleys = unseen(state, BLUE)
    assert 3 < patrols.total() < 9 and 2 < valleys.total() < 13
    for what, mean, expected, may in shares(state, BLUE):
        assert abs(mean - expected) < may, what


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 13))
@pytest.mark.parametrize("options", [PLAIN, FULL, Options(first=RED), Options(first_game=True)], ids=str)
def test_each_is_as_likely_as_the_others_everywhere(options: Options, seed: int) -> None:
    for state, player in some(options, seed, 4):
        for what, mean, expected, may in shares(state, player):
            assert abs(mean - expected) <= may + 1e-9, (what, state.log)


def test_at_the_end_the_box_holds_what_never_came() -> None:
    """With the last valley tile it can be worked out which two were removed, though nobody is told."""
    last = [state for state in game(PLAIN, 4) if not state.over][-1]
    assert not lying(last)["pile"] and not lying(last)["shown"]
    for player in SEATS:
        _, valleys = unseen(last, player)
        assert valleys.total() == 2
        assert all(there["box"] == valleys for there in check_worlds(last, player, 3))


def test_reasons_tell_nothing_hidden() -> None:
    """A patrol that the rival does not hold may not be sent, nor one that is on the stack; the player cannot know which
    of the two it is, so the view answers as for a world that can be."""
    state = next(one for one in game(PLAIN, 5)[6:] if one.mover == BLUE)
    view = state.view(BLUE)
    hand = lying(state)[f"hand of {BLUE}"]
    for patrol in sorted(Counter(referee.PATROLS.keys()) - hand)[:2]:
        assert view.why(f"SendPatrols p = {patrol}"), patrol
    assert state.view(RED).why("ExploreBlind") == "it is not for Red to decide"
