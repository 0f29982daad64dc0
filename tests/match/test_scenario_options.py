"""Which options a scenario is about: the defaults, changed by its `with`; what is given from outside replaces them."""

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.match.suite import suite
from rulewright.semantics import check_file

RULES = """
option size: 2..9 = 4
option half: 1..9 = size / 2
preset "Small": size = 3
players White, Black
board square size by size
piece Man
action Put:
    pick there in rows(half) & empty
    do:
        place Man of mover on there
turn:
    choose Put
end:
    tie when no(rows(half) & empty)

scenario "as usual":
    expect d4.empty
    expect moves(Put) == 4 and half == 2

scenario "large":
    with size = 8
    expect h8.empty
    expect moves(Put) == 8 and half == 4

scenario "low":
    with half = 1
    play "Put d1"
    expect d1.occupied
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.rules"
    path.write_text(RULES)
    return path


def passed(path: Path, options: dict[str, str], preset: str | None = None) -> dict[str, bool]:
    return {result.scenario.title: result.passed for result in suite(path, options, preset).run()}


def test_each_scenario_is_played_with_its_own_options(rules: Path) -> None:
    assert passed(rules, {}) == {"as usual": True, "large": True, "low": True}


@pytest.mark.parametrize("size", [2, 3, 8, 9])
def test_sites_of_scenarios_do_not_matter_to_games_of_other_sizes(rules: Path, size: int) -> None:
    game = rw.load(rules, {"size": size})
    assert len(game.start(seed=0).moves()) == size
    assert check_file(rules, {"size": str(size)})[1].errors == []


def test_options_from_outside_are_taken_for_granted(rules: Path) -> None:
    assert passed(rules, {"size": "5"}) == {"as usual": False, "large": True, "low": True}
    assert passed(rules, {"size": "4"}) == {"as usual": True, "large": True, "low": True}
    # What a scenario says itself is stronger; what follows from it follows still.
    assert passed(rules, {"size": "9"})["large"]


def test_a_preset_from_outside_is_taken_for_granted(rules: Path) -> None:
    found = suite(rules, {"size": "5"}, "Small").run()
    assert [result.passed for result in found] == [False, True, True]
