"""What may be taken back in games with secrets, and which games have some."""

from __future__ import annotations

import pytest

import rulewright as rw
from match.conftest import Loader
from rulewright.match.undoing import has_secrets, may_take_back


@pytest.mark.parametrize(
    ("name", "options", "secrets"),
    [
        ("orchard", {}, True),
        ("nim", {}, False),
        ("race", {}, False),
    ],
)
def test_which_games_have_secrets(load: Loader, name: str, options: dict[str, object], secrets: bool) -> None:
    assert has_secrets(load(name, **options).setting) is secrets


@pytest.mark.parametrize(("shadows", "secrets"), [("off", False), ("on", True)])
def test_an_option_may_bring_a_secret(shadows: str, secrets: bool) -> None:
    assert has_secrets(rw.load("mistwings", {"shadows": shadows}).setting) is secrets


@pytest.mark.parametrize(
    ("move", "back"),
    [
        ("Find Apple in discard", True),  # all saw it lie there, and know where it goes
        ("Find Pear", True),  # it stays in the hand
        ("Apple a1", False),  # North sees a card that was hidden
        ("Buy Fire Bolt (Pear)", False),  # likewise
        ("Steal hand of North 1", False),  # South sees it
        ("draw", False),  # a card that nobody knew
        ("look", False),  # shown to all
    ],
)
def test_what_somebody_learned_is_not_unlearned(load: Loader, move: str, back: bool) -> None:
    state = load("orchard").start(1)
    assert may_take_back(state.play(move)) is back


def test_cards_that_chance_decides_are_not_taken_back(load: Loader) -> None:
    game = load("orchard", shuffled="on")
    assert not may_take_back(game.start(1).play("draw"))
    assert not may_take_back(game.start(1))
    explicit = game.start(chance="explicit")
    assert not may_take_back(explicit.play(explicit.chance()[0][0]))


@pytest.mark.parametrize(("move", "back"), [("guess", False), ("bet", True)])
def test_what_comes_of_a_move_may_tell(move: str, back: bool) -> None:
    game = rw.loads("""
game "Guess"
players Ann, Bob
card Card
card Ace is Card
card Low is Card:
    copies = 3
zone deck: ordered, hidden
zone hand of each player: visible to owner
var score of each player: int in 0..9 = 0
setup:
    move supply(Card) to deck
    shuffle deck
    for p in players:
        deal 1 from deck to hand of p
action Guess:
    do:
        if any(c in hand of opponent: c is Ace):
            score of mover += 1
    say "guess"
action Bet:
    do:
        score of mover += 2
    say "bet"
turn:
    choose Guess | Bet
    choose Bet
end:
    tie when turn_number > 3
""")
    dealt = [game.start(seed) for seed in range(9)]
    unknown = [state for state in dealt if state.view("Ann").zones()[1].cards != ("Ace",)]
    assert unknown and all(may_take_back(state.play(move)) is back for state in unknown)
