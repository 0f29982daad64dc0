"""`rulewright games`: the list is read from the rule files."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import resources
from rulewright.cli.group import root

FILES = {
    "go": '## Surround more ground. It is old.\n## Very old.\ngame "Go":\n    year 1\nplayers Black, White\n',
    "ludo": 'game "Ludo":\n    year 1896\nplayers 2 to 4: Red, Blue, Green, Yellow\n',
    "skat": '## Three play\n## at cards\ngame "Skat":\n    year 1813\nplayers 3: A, B, C\n',
    "whist": 'game "Whist":\n    year 1742\nplayers A, B\ninclude "zones.rules"\n',
    "vast": 'game "Vast":\n    year 2000\noption most: 2..3 = 2\nplayers 2 to most: A, B, C\n',
}


@pytest.fixture(autouse=True)
def rulesets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "rulesets_folder", lambda: tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.rules").write_text(text)
    (tmp_path / "go" / "more.rules").write_text("piece Stone\n")
    (tmp_path / "whist" / "zones.rules").write_text("zone hand of each player: visible to owner\n")
    (tmp_path / "LICENSE").write_text("free")


def test_text() -> None:
    result = CliRunner().invoke(root, ["games"])
    assert (result.exit_code, result.output) == (
        0,
        "name   title  players\n"
        "go     Go     2                Surround more ground.\n"
        "ludo   Ludo   2 to 4\n"
        "skat   Skat   3                Three play at cards\n"
        "vast   Vast   ?\n"
        "whist  Whist  2        hidden\n",
    )


def test_json() -> None:
    result = CliRunner().invoke(root, ["games", "--format", "json"])
    document = json.loads(result.output)
    assert document["schema"] == 1
    assert document["games"][:2] == [
        {
            "name": "go",
            "title": "Go",
            "players": {"least": 2, "most": 2},
            "hidden": False,
            "description": "Surround more ground.",
        },
        {"name": "ludo", "title": "Ludo", "players": {"least": 2, "most": 4}, "hidden": False, "description": ""},
    ]
    assert document["games"][3]["players"] == {"least": 2, "most": None}


def test_what_is_hidden_may_stand_in_an_included_file() -> None:
    result = CliRunner().invoke(root, ["games", "--format", "json"])
    assert {one["name"]: one["hidden"] for one in json.loads(result.output)["games"]} == {
        "go": False, "ludo": False, "skat": False, "vast": False, "whist": True,
    }  # fmt: skip
