"""The tutorial, followed to the letter from an empty folder: what its reader has in the end is a whole game.

That each command prints what the page shows is tested in test_pages.py, in the same way.
"""

import random
from pathlib import Path

import pytest

import rulewright as rw
from pages.blocks import REPOSITORY, of
from pages.test_pages import write_file
from rulewright.match.suite import suite
from rulewright.semantics import check_file

PAGE = REPOSITORY / "docs" / "tutorial.md"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The rule file as it is after the last step."""
    monkeypatch.chdir(tmp_path)
    for block in of(PAGE, "rules"):
        write_file(block)
    return tmp_path / "snails" / "snails.rules"


def test_every_step_changes_the_same_file() -> None:
    assert {block.words[0] for block in of(PAGE, "rules")} == {"snails/snails.rules"}


def test_the_game_has_no_findings_and_passes_its_scenarios(rules: Path) -> None:
    assert check_file(rules)[1].items == []
    results = list(suite(rules, {}).run())
    assert len(results) == 5 and all(result.passed for result in results)


def test_every_step_but_the_slips_is_without_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    errors = []
    for block in of(PAGE, "rules"):
        write_file(block)
        errors += [one.title for one in check_file(Path("snails/snails.rules"))[1].errors]
    assert errors == ["nothing is called foward"]


@pytest.mark.parametrize("glide", ["off", "on"])
def test_it_can_be_played_to_the_end(rules: Path, glide: str) -> None:
    draw = random.Random(1)
    for size in (4, 5, 8):
        state = rw.load(rules, options={"size": size, "glide": glide}).start(seed=1)
        while not state.over:
            state = state.play(draw.choice(state.moves()))
        assert state.returns in ((1.0, -1.0), (-1.0, 1.0))


def test_counts_done_by_hand(rules: Path) -> None:
    game = rw.load(rules)
    assert game.perft(1) == 2 + 3 + 2
    assert game.perft(2) == 7 * 7
