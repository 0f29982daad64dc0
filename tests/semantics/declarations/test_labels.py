"""`labels`: tables of names and texts in other languages."""

from pathlib import Path

import pytest

from rulewright.semantics import Game, check_file
from rulewright.source import Diagnostic

RULES = """
## Men walk. They may not fly.
game "Walk"
players White, Black
option fast: off | on = off "whether men run"
preset "Quick game": fast = on
board square 3 by 3
piece Man "M"
labels "labels.csv"
rulebook "The book":
    clause GO-1 "men walk"
action Go [GO-1]:
    pick m in mine
    where m.at == a1 "only from the corner"
setup:
    place Man of White on a1
turn:
    may "Shall we?":
        nothing
    choose Go
scenario "men walk" covers GO-1:
    expect legal "Go a1"
"""


def checked(folder: Path, table: str | bytes, rules: str = RULES) -> tuple[Game | None, list[Diagnostic]]:
    (folder / "labels.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
    (folder / "walk.rules").write_text(rules, encoding="utf-8")
    game, findings = check_file(folder / "walk.rules")
    return game, findings.errors


def labels(folder: Path, table: str | bytes) -> dict[str, dict[str, str]]:
    game, errors = checked(folder, table)
    assert game is not None, errors
    return game.labels


def test_names_texts_and_clauses(tmp_path: Path) -> None:
    table = """\
name,es,pt-BR
Walk,Paseo,Passeio
Men walk.,Los hombres andan.,
White,Blancas,Brancas
Man,Hombre,
fast,rápido,
on,sí,
Quick game,Partida rápida,
only from the corner,"solo desde la esquina, claro",
Shall we?,¿Vamos?,
GO-1,los hombres andan,
"""
    found = labels(tmp_path, table)
    assert found["pt-BR"] == {"Walk": "Passeio", "White": "Brancas"}
    assert found["es"]["only from the corner"] == "solo desde la esquina, claro"
    assert found["es"]["GO-1"] == found["es"]["men walk"] == "los hombres andan"
    assert len(found["es"]) == 11


def test_constants_fields_and_picks_have_names_too(tmp_path: Path) -> None:
    rules = RULES.replace('piece Man "M"', 'piece Man "M":\n    weight = 3\n    age: int in 0..9 = 0')
    game, errors = checked(tmp_path, "name,es\nweight,peso\nage,edad\nm,hombre\n", rules)
    assert errors == [] and game is not None
    assert game.labels["es"] == {"weight": "peso", "age": "edad", "m": "hombre"}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_spreadsheets_write(tmp_path: Path, separator: str) -> None:
    """A byte order mark, the line ends of Windows, any separator, quotation marks."""
    lines = ["name,de", 'Man,"der ""Mann"""', "", "White,Weiß"]
    data = "\ufeff" + "\r\n".join(lines).replace(",", separator)
    assert labels(tmp_path, data.encode()) == {"de": {"Man": 'der "Mann"', "White": "Weiß"}}


@pytest.mark.parametrize(
    ("table", "line", "words", "title"),
    [
        ("name,es\nMann,Hombre\n", 2, "Mann", "nothing in the rules is called Mann"),
        ("name,es\nMan,Hombre\nMan,Varón\n", 3, "Man", "Man has two rows"),
        ("name,es\n,Hombre\n", 2, ",Hombre", "these labels belong to nothing"),
        ("name,Spanish\nMan,Hombre\n", 1, "Spanish", "Spanish is no language"),
        ("name\nMan\n", 1, "name", "this table has no column for a language"),
    ],
)
def test_mistakes_stand_at_their_cells(tmp_path: Path, table: str, line: int, words: str, title: str) -> None:
    _, errors = checked(tmp_path, table)
    assert [(one.code, one.span.line, one.span.text, one.title) for one in errors] == [("E163", line, words, title)]
    assert errors[0].span.source.name.endswith("labels.csv") and errors[0].hint


def test_several_mistakes_are_told_at_once(tmp_path: Path) -> None:
    _, errors = checked(tmp_path, "name,es\nMann,Hombre\nWhite,Blancas\nBlak,Negras\n")
    assert [(one.span.line, one.hint) for one in errors] == [(2, "did you mean Man?"), (4, "did you mean Black?")]


def test_an_old_form_is_read_with_a_warning(tmp_path: Path) -> None:
    assert labels(tmp_path, "name,es\nfast,rápido\n".encode("cp1252")) == {"es": {"fast": "rápido"}}
    _, findings = check_file(tmp_path / "walk.rules")
    assert [(one.code, one.span.text) for one in findings if one.code == "W116"] == [("W116", '"labels.csv"')]


def test_files_that_are_none(tmp_path: Path) -> None:
    assert [one.span.text for one in checked(tmp_path, "")[1]] == ['"labels.csv"']
    assert [one.code for one in checked(tmp_path, b"name,es\nMan,\x81\n")[1]] == ["E002"]
    outside = RULES.replace('"labels.csv"', '"../labels.csv"')
    assert [one.span.text for one in checked(tmp_path, "name,es\n", outside)[1]] == ['"../labels.csv"']
    missing = RULES.replace('"labels.csv"', '"names.csv"')
    assert [(one.code, one.span.text) for one in checked(tmp_path, "name,es\n", missing)[1]] == [
        ("E001", '"names.csv"')
    ]


def test_names_that_an_option_leaves_out_may_be_labelled(tmp_path: Path) -> None:
    rules = RULES + 'if fast == on:\n    piece Ox "X"\n    action Run:\n        where true "oxen run"\n'
    assert checked(tmp_path, "name,es\nOx,Buey\noxen run,los bueyes corren\n", rules)[1] == []
