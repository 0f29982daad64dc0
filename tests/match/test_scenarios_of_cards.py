"""Scenarios of card games: naming cards, cards that a scenario wants, cards from seed 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from match.conftest import RULES
from rulewright.match.scenarios import Result
from rulewright.match.suite import suite

ORCHARD = (RULES / "orchard.rules").read_text().partition("\nscenario ")[0]


@pytest.fixture
def run(tmp_path: Path):
    """Run scenarios of the Orchard; the results by title."""
    (tmp_path / "orchard.csv").write_text((RULES / "orchard.csv").read_text())

    def results(scenarios: str, language: str = "") -> dict[str, Result]:
        path = tmp_path / "orchard.rules"
        path.write_text(f"{ORCHARD}\n{scenarios}")
        return {one.scenario.title: one for one in suite(path, {}, language=language).run()}

    return results


def told(result: Result) -> list[tuple[str, str, str]]:
    return [(one.code, one.title, one.span.text) for one in result.failures]


@pytest.mark.parametrize("language", ["", "es"])
def test_the_scenarios_of_the_rules_pass(language: str) -> None:
    results = list(suite(RULES / "orchard.rules", {}, language=language).run())
    assert len(results) == 4 and all(one.passed for one in results)


def test_a_card_may_be_called_by_a_kind_above_it_if_one_move_fits(run) -> None:
    found = run(
        """
scenario "one":
    given:
        place Pear in hand of South
        mover = South
    play Plant c = Fruit, there = a1
    expect a1.piece is Pear
scenario "two":
    play Plant c = Fruit, there = a1
"""
    )
    assert found["one"].passed
    assert told(found["two"]) == [("T003", "2 legal moves fit: Apple a1, Pear a1", "Plant c = Fruit, there = a1")]


def test_of_several_that_look_the_same_the_first_is_taken_else_they_are_listed(run) -> None:
    found = run(
        """
scenario "both in one hand":
    given:
        place Apple, Pear, Apple in hand of North
        mover = South
    play Steal c = Apple
    expect count(hand of North) == 2 and any(c in hand of South: c is Apple)
scenario "one in another zone":
    play Find c = Apple
"""
    )
    assert found["both in one hand"].passed
    (one,) = told(found["one in another zone"])
    assert one[:2] == ("T003", "2 legal moves fit: Find Apple in hand of South, Find Apple in discard")


def test_a_card_that_cannot_come_is_told(run) -> None:
    found = run(
        """
scenario "gone":
    given:
        place OldOak in discard
        move supply(Fruit) to deck
        shuffle deck
        mover = South
    roll OldOak
    play "draw"
    decline
scenario "never":
    roll OldOak
    play "look"
"""
    )
    code, title, place = told(found["gone"])[0]
    assert (code, place) == ("T005", "roll OldOak") and title == "deck cannot give old oak"
    assert found["gone"].failures[0].hint == "it can give Apple, Fire Bolt, Pear"
    assert told(found["never"]) == [("T005", "nothing was rolled that could be Old Oak", "roll OldOak")]


def test_several_cards_come_in_the_order_in_which_they_are_named(run) -> None:
    found = run(
        """
scenario "in order":
    given:
        move supply(Fruit) to deck
        shuffle deck
        mover = South
    roll OldOak, Pear
    play "draw"
    expect only(hand of South) is OldOak
    play "draw"
    expect only(hand of North) is Pear
"""
    )
    assert found["in order"].passed


def test_cards_that_are_not_named_are_drawn_from_seed_1_the_same_every_time(run) -> None:
    kinds = ("Apple", "FireBolt", "OldOak", "Pear")
    scenarios = "".join(
        f"""
scenario "{kind}":
    with shuffled = on
    play "draw"
    expect any(c in hand of South: c is {kind} and count(hand of South) == 4)
"""
        for kind in kinds
    )
    first = {title: result.passed for title, result in run(scenarios).items()}
    assert any(first.values())
    assert {title: result.passed for title, result in run(scenarios).items()} == first


def test_the_board_of_a_failure_shows_hidden_zones_too(run) -> None:
    found = run('scenario "wrong":\n    expect count(deck) == 9\n')
    assert "deck (1): Pear" in found["wrong"].board.splitlines()
