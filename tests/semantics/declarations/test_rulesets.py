"""The bundled games have no findings, whatever their options."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import resources
from rulewright.semantics import check_file

RULESETS = [resources.ruleset(name) for name in resources.bundled()]


def variants(path: Path) -> Iterator[dict[str, str]]:
    """The defaults; then every word, or the least and the greatest number, of each option."""
    game, _ = check_file(path)
    assert game is not None
    yield {}
    for option in game.options.values():
        words = option.enum.values if option.enum else (str(option.lo), str(option.hi))
        for word in words:
            yield {option.name: word}


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_a_bundled_game_has_no_findings(path: Path) -> None:
    for options in variants(path):
        game, findings = check_file(path, options)
        assert [str(found) for found in findings] == [], options
        assert game is not None
