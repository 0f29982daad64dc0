"""Includes and the edition."""

from pathlib import Path

import pytest

from rulewright.semantics import check_file, check_text

MAIN = 'language 1\nplayers White, Black\ninclude "more.rules"\nturn:\n    nothing\n'


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.rules").write_text(text)
    return folder / "main.rules"


def codes(path: Path) -> list[tuple[str, str, str]]:
    return [(found.code, found.span.text, Path(found.span.source.name).name) for found in check_file(path)[1].errors]


def test_an_included_file_counts_where_it_stands(tmp_path: Path) -> None:
    game, _ = check_file(write(tmp_path, main=MAIN, more="language 1\nenum Terrain: land, water\n"))
    assert game is not None
    assert game.enums["Terrain"].values == ("land", "water")
    assert game.title == "main"


def test_an_error_in_an_included_file_is_told_there(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN, more="option size: 4..8 = 9\n")
    assert codes(main) == [("E102", "9", "more.rules")]


def test_a_missing_file_is_told_at_its_name_and_hides_no_other_error(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN + "board square 0 by 2\n")
    assert codes(main) == [("E001", '"more.rules"', "main.rules"), ("E112", "0", "main.rules")]


def test_unknown_names_are_silent_when_an_included_file_is_missing(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN + "board square 2 by 2\nregion goal = somewhere\n")
    assert codes(main) == [("E001", '"more.rules"', "main.rules")]


def test_a_file_is_included_once(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN + 'include "./more.rules"\n', more="enum E: a\n")
    assert codes(main) == [("E106", '"./more.rules"', "main.rules")]


def test_a_circle_of_includes_is_shown(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN, more='include "last.rules"\n', last='include "more.rules"\n')
    (found,) = check_file(main)[1].errors
    assert found.code == "E106"
    assert found.label == "more.rules -> last.rules -> more.rules"


def test_a_file_that_includes_itself(tmp_path: Path) -> None:
    main = write(tmp_path, main=MAIN, more='include "main.rules"\n')
    (found,) = check_file(main)[1].errors
    assert found.label == "main.rules -> more.rules -> main.rules"


@pytest.mark.parametrize("path", ["../outside.rules", "/etc/hosts", "", "sub/../../outside.rules"])
def test_nothing_outside_the_folder_is_read(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.rules").write_text("enum E: a\n")
    main = write(folder, main=MAIN.replace("more.rules", path))
    assert codes(main) == [("E106", f'"{path}"', "main.rules")]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.rules").write_text("enum E: a\n")
    try:
        (folder / "more.rules").symlink_to(tmp_path / "outside.rules")
    except OSError:
        pytest.skip("no symbolic links here")
    assert codes(write(folder, main=MAIN)) == [("E106", '"more.rules"', "main.rules")]


def test_a_text_includes_nothing() -> None:
    assert [found.code for found in check_text(MAIN)[1].errors] == ["E106"]


def test_unreadable_files_are_findings(tmp_path: Path) -> None:
    assert codes(tmp_path / "nothing.rules")[0][0] == "E001"
    assert codes(tmp_path)[0][0] == "E001"


@pytest.mark.parametrize(
    "text",
    ["language 2\nplayers A, B\nturn:\n    nothing\n", "players A, B\nlanguage 1\nturn:\n    nothing\n"],
)
def test_the_edition(text: str) -> None:
    assert [found.code for found in check_text(text)[1].errors] == ["E107"]
