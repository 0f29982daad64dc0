"""The hash of rules: what changes it, and what does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.match.rules_hash import part_hashes

RULES = """\
language 1

## A race of numbers.
game "Count":
    author "Nobody"

option goal: 3..9 = 5 "how far"

players Ann, Bob

board square 3 by 3

piece Stone "s"

display:
    Stone of Ann: "A"
    Stone of Bob: "B"

rulebook "Count":
    clause ADD-1 "a player adds 1 or 2"

var total: int in 0..goal + 1 = 0

action Add [ADD-1]:
    pick n in 1..2
    where total + n <= goal "too much"
    do:
        total += n
    say "+{n}"

turn:
    choose Add

end:
    active loses when total == goal

scenario "adding" covers ADD-1:
    play "+1"
    expect total == 1
"""


def hash_of(text: str) -> str:
    return rw.loads(text).hash


def changed(old: str, new: str) -> str:
    assert RULES.count(old) >= 1
    return RULES.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## A race of numbers.", "## Another sentence."),
        ("\nplayers", "\n# a comment\n\nplayers"),
        ('"Count"', '"Zählen"'),
        ('    author "Nobody"', '    author "Somebody"\n    year 1999'),
        ('"how far"', '"how far it goes"'),
        ('Stone of Ann: "A"', 'Stone of Ann: "X"'),
        ('ADD-1 "a player adds 1 or 2"', 'ADD-1 "one or two are added"'),
        (" [ADD-1]", ""),
        ('"too much"', '"that is too much"'),
        ("expect total == 1", "expect total == 1 and total < 2"),
        ("language 1\n", ""),
        ("goal + 1", "(goal + 1)"),
        ("    where", "\n    where"),
        ("turn:", "measure height = total at turn_end\n\nturn:"),
        ("turn:", 'preset "Short": goal = 3\n\nturn:'),
    ],
)
def test_what_only_explains_shows_or_tests_does_not_count(old: str, new: str) -> None:
    assert hash_of(changed(old, new)) == hash_of(RULES)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("3..9 = 5", "3..9 = 6", "options"),
        ("Ann, Bob", "Bob, Ann", "players"),
        ("3 by 3", "3 by 4", "board"),
        ('piece Stone "s"', 'piece Stone "t"', "kinds"),
        ("0..goal + 1", "0..goal + 2", "state"),
        ("n in 1..2", "n in 1..3", "actions"),
        ('say "+{n}"', 'say "add {n}"', "actions"),
        ("total + n <= goal", "total + n < goal + 1", "actions"),
        ("    choose Add\n", "    choose Add\n    nothing\n", "course"),
        ("active loses", "active wins", "end"),
        ("turn:", "define half: int = total / 2\n\nturn:", "definitions"),
        ("turn:", "if goal == 4:\n    define half: int = total / 2\n\nturn:", "guards"),
    ],
)
def test_what_plays_counts(old: str, new: str, part: str) -> None:
    before, after = rw.loads(RULES), rw.loads(changed(old, new))
    assert after.hash != before.hash
    then, now = part_hashes(before.setting.declared), part_hashes(after.setting.declared)
    assert {name for name in {*then, *now} if then.get(name) != now.get(name)} == {part}


def test_the_order_of_different_parts_does_not_count() -> None:
    end = RULES[RULES.index("end:") : RULES.index("scenario")]
    assert hash_of(RULES.replace(end, "").replace("turn:", f"{end}\nturn:")) == hash_of(RULES)


def test_options_do_not_count() -> None:
    assert rw.loads(RULES, {"goal": 7}).hash == hash_of(RULES)


def test_display_counts_where_the_rules_set_up_a_picture() -> None:
    board = 'setup:\n    board """\n        A . .\n        . . .\n        . . B\n        """\n\nturn:'
    text = changed("turn:", board)
    other = text.replace('of Ann: "A"', 'of Ann: "B"').replace('of Bob: "B"', 'of Bob: "A"')
    assert hash_of(text) != hash_of(other)
    assert (
        part_hashes(rw.loads(text).setting.declared)["board"] != part_hashes(rw.loads(other).setting.declared)["board"]
    )


def test_of_display_only_the_letters_count() -> None:
    text = changed("turn:", 'setup:\n    board """\n        A . .\n        . . .\n        . . B\n        """\n\nturn:')
    assert hash_of(text.replace('of Ann: "A"', 'of Ann: "A", "♙", "Ann\'s stone", "orange"')) == hash_of(text)


def test_a_notation_counts_where_the_rules_set_up_a_position_in_it() -> None:
    notation = 'notation fen = "{board} {mover}"\n\nsetup:\n    fen "A2/3/3 Bob"\n\nturn:'
    text = changed("turn:", notation)
    other = text.replace("{board} {mover}", "{board}  {mover}")
    assert hash_of(text) != hash_of(other)
    unused = changed("turn:", 'notation fen = "{board} {mover}"\n\nturn:')
    assert hash_of(unused) == hash_of(RULES)


def test_tables_count(tmp_path: Path) -> None:
    (tmp_path / "sites.csv").write_text("site,x,y\na,0,0\nb,1,0\n")
    (tmp_path / "links.csv").write_text("from,to,direction\na,b,on\n")
    file = tmp_path / "count.rules"
    file.write_text(RULES.replace("board square 3 by 3", 'board from "sites.csv", "links.csv"'))
    before = rw.load(file)
    (tmp_path / "sites.csv").write_text("site,x,y\na,0,0\nb,1,0\nc,2,0\n")
    after = rw.load(file)
    assert before.hash != after.hash
    then, now = part_hashes(before.setting.declared), part_hashes(after.setting.declared)
    assert {name for name in then if then[name] != now[name]} == {"board"}


CARDS = "name,cost,count,text,es,text_es,label,artist\nFire Bolt,1,2,burns,Rayo,quema,F,Ann\nOwl,2,,,Buho,,O,Bob\n"


def with_cards(folder: Path, table: str, rules: str = 'card Card from "cards.csv"\n', **options: str) -> rw.Game:
    (folder / "cards.csv").write_text(table)
    (folder / "count.rules").write_text(
        RULES.replace("option goal", f"option long: off | on = off\n{rules}option goal")
    )
    return rw.load(folder / "count.rules", options)


@pytest.mark.parametrize(
    "table",
    [
        CARDS.replace("Owl,2", "Owl,3"),
        CARDS.replace("Owl", "Owls"),
        CARDS.replace("1,2", "1,3"),
        CARDS.replace("cost", "price"),
        CARDS + "Elk,1,,,,,,\n",
        "".join(CARDS.splitlines(keepends=True)[index] for index in (0, 2, 1)),
    ],
)
def test_tables_of_kinds_count(tmp_path: Path, table: str) -> None:
    before, after = with_cards(tmp_path, CARDS), with_cards(tmp_path, table)
    assert before.hash != after.hash
    then, now = part_hashes(before.setting.declared), part_hashes(after.setting.declared)
    assert {name for name in then if then[name] != now[name]} == {"kinds"}


@pytest.mark.parametrize(
    "table",
    [
        CARDS.replace("burns", "kindles").replace("Rayo", "Relampago").replace("Ann", "Zoe").replace(",F,", ",f,"),
        CARDS.replace(",", ";").replace("\n", "\r\n"),
        "\n" + CARDS.replace("Owl,2", '"Owl", 2.0 ') + ",,,,,,,\n",
        "name,count,cost\nFire Bolt,2,1\nOwl,,2\n",
    ],
)
def test_their_texts_and_their_form_do_not(tmp_path: Path, table: str) -> None:
    assert with_cards(tmp_path, CARDS).hash == with_cards(tmp_path, table).hash


def test_tables_count_whatever_the_options_are(tmp_path: Path) -> None:
    rules = 'enum Suit: red, blue\nif long == on:\n    card Card from "cards.csv"\n'
    table = "name,cost,suit,artist\nAce,1,red,Ann Lee\nKing,2,blue,Bob Lee\n"
    off = with_cards(tmp_path, table, rules)
    assert off.hash == with_cards(tmp_path, table, rules, long="on").hash
    assert off.hash == with_cards(tmp_path, table.replace("Ann", "Zoe"), rules).hash
    assert off.hash != with_cards(tmp_path, table.replace("blue", "red"), rules).hash


def test_it_is_the_same_in_every_process() -> None:
    program = 'import rulewright as rw; print(rw.load("pig").hash)'
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout == f"{rw.load('pig').hash}\n"
