"""`rulewright lint`: naming games, formats, exit codes. The findings here come from a stand-in for the checker."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from rulewright import resources
from rulewright.cli.group import root
from rulewright.source import Findings, RulesError, SourceError, read_source

Calls = list[tuple[Path, dict[str, str], str | None]]

GOOD = "piece Pawn\n"
BAD = "piece Pwan\npiece Pawm\n"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Calls:
    """A checker that reports `Pwan` as an error and `Pawm` as a warning, and a folder of bundled games."""
    seen: Calls = []

    def check_file(path: Path, options: Mapping[str, str], preset: str | None) -> tuple[None, Findings]:
        seen.append((path, dict(options), preset))
        source = read_source(path)
        findings = Findings()
        for word, code in (("Pawm", "W999"), ("Pwan", "E999")):
            at = source.text.find(word)
            if at >= 0:
                findings.add(code, f"odd name {word}", source.span(at, at + 4), hint="write `Pawn`")
        return None, findings

    checker = ModuleType("rulewright.semantics")
    checker.check_file = check_file  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "rulewright.semantics", checker)
    monkeypatch.setattr(resources, "rulesets_folder", lambda: tmp_path / "rulesets")
    monkeypatch.chdir(tmp_path)
    for name, text in {"chess": GOOD, "chequers": BAD, "go": GOOD}.items():
        (tmp_path / "rulesets" / name).mkdir(parents=True)
        (tmp_path / "rulesets" / name / f"{name}.rules").write_text(text)
    return seen


def lint(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["lint", *arguments])


def test_nothing_found(calls: Calls) -> None:
    result = lint("chess")
    assert (result.exit_code, result.output) == (0, "rulesets/chess/chess.rules: no findings\n")
    assert lint("chess", "go").output == "2 games: no findings\n"


def test_full(calls: Calls) -> None:
    result = lint("chequers")
    assert result.exit_code == 1
    assert result.stdout == (
        "error[E999]: odd name Pwan\n"
        " --> rulesets/chequers/chequers.rules:1:7\n"
        "  |\n"
        "1 | piece Pwan\n"
        "  |       ^^^^\n"
        "  |\n"
        "  = hint: write `Pawn`\n"
        "\n"
        "warning[W999]: odd name Pawm\n"
        " --> rulesets/chequers/chequers.rules:2:7\n"
        "  |\n"
        "2 | piece Pawm\n"
        "  |       ^^^^\n"
        "  |\n"
        "  = hint: write `Pawn`\n"
        "\n"
        "1 error, 1 warning\n"
    )


def test_concise(calls: Calls) -> None:
    result = lint("chequers", "chess", "--format", "concise")
    assert result.exit_code == 1
    assert result.stdout == (
        "rulesets/chequers/chequers.rules:1:7: E999 odd name Pwan\n"
        "rulesets/chequers/chequers.rules:2:7: W999 odd name Pawm\n"
    )
    assert lint("chess", "--format", "concise").output == ""


def test_json_is_one_document_for_all_games(calls: Calls) -> None:
    result = lint("chequers", "chess", "--format", "json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["schema"] == 1
    assert [(one["code"], one["start"]) for one in document["diagnostics"]] == [
        ("E999", {"line": 1, "column": 7}),
        ("W999", {"line": 2, "column": 7}),
    ]
    assert lint("chess", "--format", "json").exit_code == 0


def test_colour_only_where_it_is_wanted(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1m" in lint("chequers").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in lint("chequers").stdout


def test_ways_to_name_a_game(calls: Calls, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "own.rules").write_text(GOOD)
    (tmp_path / "go").mkdir()
    (tmp_path / "go" / "go.rules").write_text(GOOD)
    for name in ("own", "own/own.rules", "own/", "go", "./go"):
        assert lint(name).exit_code == 0, lint(name).output
    inside = Path("own/own.rules")
    named = [path for path, _, _ in calls]
    assert named == [inside, inside, inside, Path("rulesets/go/go.rules"), Path("go/go.rules")]


def test_the_folder_one_is_in(calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path / "rulesets" / "chess")
    assert lint(".").exit_code == 0
    assert calls[-1][0] == Path("chess.rules")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ches", "There is no game ches. Did you mean chess?"),
        ("backgammon", "There is no game backgammon. `rulewright games` lists the games."),
        ("no/such.rules", "There is no file no/such.rules."),
        ("rulesets", "The folder rulesets holds no rulesets.rules."),
    ],
)
def test_a_game_that_is_not_there_is_wrong_usage(calls: Calls, name: str, message: str) -> None:
    result = lint(name)
    assert result.exit_code == 2
    assert message in result.stderr
    assert calls == []


def test_options(calls: Calls) -> None:
    assert lint("chess", "--option", "size=6", "--option", "swap = on", "--preset", "First game").exit_code == 0
    assert calls[-1][1:] == ({"size": "6", "swap": "on"}, "First game")
    assert lint("chess").exit_code == 0
    assert calls[-1][1:] == ({}, None)
    for wrong in (["--option", "size"], ["--option", "=6"], ["--option", "a=1", "--option", "a=2"]):
        result = lint("chess", *wrong)
        assert result.exit_code == 2, result.output
    assert "size is not of the form NAME=VALUE." in lint("chess", "--option", "size").stderr


def test_rules_that_cannot_be_read_or_played_are_shown_by_every_command(
    calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "latin.rules").write_bytes(b"\xff")
    result = lint("latin.rules")
    assert result.exit_code == 1
    assert "error[E002]: latin.rules is not UTF-8 text (byte 1)" in result.stderr

    def refuse(*arguments: object) -> tuple[None, Findings]:
        with pytest.raises(SourceError) as caught:
            read_source(tmp_path / "none.rules", "none.rules")
        raise RulesError([caught.value.diagnostic])

    monkeypatch.setattr(sys.modules["rulewright.semantics"], "check_file", refuse)
    result = lint("chess")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error[E001]: there is no file none.rules" in result.stderr
    assert result.stderr.endswith("1 error\nMore about a code: rulewright explain E001\n")
