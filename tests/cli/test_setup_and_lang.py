"""`--setup`, `--notation` and `--lang`, and the lines of presets, in the commands that have them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.group import root

RULES = """
## Men step ahead.
game "Walk"
players White, Black
option fast: off | on = off "whether men run"
option size: 2..4 = 3
preset "Quick game": fast = on, size = 2
board square size by size
facing White N, Black S
piece Man "M"
labels "labels.csv"
notation fen = "{board} {mover} {steps}"
var steps: int in 0..99 = 0
setup:
    place Man of White on a1
    place Man of Black on b2
action Go:
    pick m in mine
    let there = step(m.at, forward)
    where there.empty "something is in the way"
    do:
        steps += 1
        move m to there
    say "{m.at}{there}"
turn:
    choose Go
end:
    tie when steps == 2
scenario "men walk":
    expect legal "a1b2"
"""

LABELS = """\
name,es
Walk,Paseo
White,Blancas
Black,Negras
Man,Hombre
steps,pasos
fast,rápido
off,no
on,sí
Quick game,Partida rápida
something is in the way,algo estorba
Men step ahead.,Los hombres avanzan.
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    (tmp_path / "walk.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "labels.csv").write_text(LABELS, encoding="utf-8")
    return str(tmp_path / "walk.rules")


def run(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(root, arguments, input=answers)


# ---- positions ----


def test_a_position_is_written_and_read(game: str) -> None:
    written = run("show", game, "--moves", "a1a2", "--notation").output
    assert written == "3/Mm1/3 Black 1\n"
    assert run("show", game, "--setup", written, "--notation").output == written
    told = json.loads(run("show", game, "--setup", written, "--format", "json").output)
    assert told["mover"] == "Black" and told["notations"] == {"fen": written.strip()}


def test_commands_begin_with_a_position(game: str) -> None:
    setup = "3/1M1/3 White 0"
    assert run("perft", game, "--depth", "1", "--setup", setup).output == "1\n"
    assert "b2b3 may be played." in run("why", game, "b2b3", "--setup", setup).output
    assert "White to move: 1 move." in run("play", game, "--setup", setup, answers="quit\n").output


def test_a_text_that_is_no_position_is_wrong_usage(game: str) -> None:
    for command in (["show"], ["play"], ["perft", "--depth", "1"]):
        result = run(*command, game, "--setup", "3/1X1/3 White 0")
        assert result.exit_code == 2
        assert "E162" in result.output and "no component has the mark X" in result.output
        assert "1 | 3/1X1/3 White 0\n  |    ^\n" in result.output


def test_a_game_without_notation(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('game "A"\nplayers X, Y\naction Go\nturn:\n    choose Go\n', encoding="utf-8")
    for arguments in (["--setup", "X"], ["--notation"]):
        result = run("show", str(tmp_path / "a.rules"), *arguments)
        assert result.exit_code == 2 and "A has no notation for positions." in result.output


def test_an_impossible_position(game: str) -> None:
    assert run("show", game, "--setup", "3/3/(M+M)2 White 0").exit_code == 1


# ---- languages ----


def test_names_are_shown_in_another_language(game: str) -> None:
    shown = run("show", game, "--lang", "es").output
    assert shown.startswith("Paseo (size 3)\n\n")
    assert run("show", game, "--lang", "es", "--presets").output == 'preset "Partida rápida": rápido sí, size 2\n'
    assert "pasos: 0" in shown and "Blancas to move (1 move)" in shown
    assert "Blancas: Hombre on a1." in run("show", game, "--lang", "es", "--plain").output


def test_reasons_are_and_moves_are_not(game: str) -> None:
    told = run("why", game, "a1a2", "--setup", "3/m2/M1M White 0", "--lang", "es").output
    assert told.startswith("a1a2: algo estorba.")


def test_play_in_another_language(game: str) -> None:
    told = run("play", game, "--lang", "es", "--players", "human", answers="a1a2\nb2b1\n").output
    assert "Blancas: human, Negras: human" in told and "Negras: b2b1" in told and "Negras to move" in told


def test_scenarios_that_fail_show_the_board_so(game: str) -> None:
    result = run("test", game, "--lang", "es")
    assert result.exit_code == 1 and "pasos: 0" in result.output


def test_a_language_that_is_not_there(game: str) -> None:
    for command in (["show", game], ["play", game], ["test", game]):
        result = run(*command, "--lang", "fr")
        assert result.exit_code == 2 and "Walk has no labels in fr; there are es." in result.output


def test_the_list_of_games() -> None:
    listed = run("games", "--lang", "es").output
    assert "Une tus dos lados del tablero" in listed and "Roll and roll again" in listed
    assert "Join your two sides" in run("games").output


def test_clauses_in_another_language() -> None:
    found = json.loads(run("coverage", "hex", "--lang", "es", "--format", "json").output)
    assert found["games"][0]["clauses"][1]["text"] == "las piedras no se mueven"


# ---- presets ----


def test_presets(game: str) -> None:
    assert run("show", game, "--preset", "Quick game").output.startswith("Walk (size 2)\n")
    both = run("show", game, "--preset", "Quick game", "--option", "size=4").output
    assert both.startswith("Walk (size 4)\n")
    told = json.loads(run("show", game, "--format", "json").output)
    assert told["presets"] == {"Quick game": {"fast": "on", "size": "2"}}
    wrong = run("show", game, "--preset", "Quik game")
    assert wrong.exit_code == 1 and 'did you mean "Quick game"?' in wrong.output
