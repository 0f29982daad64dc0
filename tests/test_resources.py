"""Which rule file a name means."""

from pathlib import Path

import pytest

from rulewright.resources import find_rules


def test_paths_and_folders(tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    folder.mkdir()
    file = folder / "nim.rules"
    file.write_text('game "Nim"\n')
    assert find_rules(file) == file
    assert find_rules(str(file)) == file
    assert find_rules(folder) == file


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="There is no game"):
        find_rules("no-such-game-at-all")
    with pytest.raises(LookupError, match=r"holds no .*\.rules"):
        find_rules(tmp_path)


def test_a_missing_file_is_left_to_the_reader(tmp_path: Path) -> None:
    missing = tmp_path / "missing.rules"
    assert find_rules(missing) == missing
