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
