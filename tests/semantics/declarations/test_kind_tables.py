"""Kinds from tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulewright.semantics import Game, check_file
from rulewright.source import Diagnostic

START = """players White, Black
board square 3 by 3
enum Suit: clubs, dark_hearts
enum Stuff: wood, stone, gold
"""
END = """
setup:
    place Ace of White on a1
turn:
    nothing
end:
    tie when turn_number > 9
"""
CARD = 'card Card from "cards.csv"\n'


def read(
    folder: Path, table: str | bytes | None, rules: str = CARD, files: Mapping[str, str] | None = None
) -> tuple[Game | None, list[Diagnostic]]:
    if table is not None:
        (folder / "cards.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
    for name, text in (files or {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "game.rules").write_text(START + rules + END, encoding="utf-8")
    found, findings = check_file(folder / "game.rules")
    return found, list(findings.sorted())


def game(folder: Path, table: str | bytes, rules: str = CARD, files: Mapping[str, str] | None = None) -> Game:
    found, findings = read(folder, table, rules, files)
    assert found is not None, "\n".join(map(str, findings))
    return found


def errors(
    folder: Path, table: str | bytes | None, rules: str = CARD, files: Mapping[str, str] | None = None
) -> list[tuple[str, str, int, str]]:
    """File, words under the caret, line and title of each error; all have a hint."""
    found = [one for one in read(folder, table, rules, files)[1] if one.code[0] == "E"]
    assert all(one.hint for one in found)
    return [(Path(one.span.source.name).name, one.span.text, one.span.line, one.title) for one in found]


def values(found: Game, name: str) -> dict[str, object]:
    """A constant of all kinds that have it."""
    (family,) = [kind.constants[name] for kind in found.kinds if name in kind.constants]
    return {found.kinds[index].name: value for index, value in sorted(family.values.items())}


def types(found: Game, kind: str = "Card") -> dict[str, str]:
    (decl,) = [one for one in found.kinds if one.name == kind]
    return {name: str(family.type) for name, family in decl.constants.items()}


# ---- rows ----


def test_every_row_is_a_kind_below_the_one_with_the_table(tmp_path: Path) -> None:
    found = game(tmp_path, "name,cost\nAce,1\nKing,2\n", CARD + "card Joker\n")
    assert [(kind.name, kind.parent.name if kind.parent else "", kind.word) for kind in found.kinds] == [
        ("Card", "", "card"),
        ("Ace", "Card", "card"),
        ("King", "Card", "card"),
        ("Joker", "", "card"),
    ]
    assert values(found, "cost") == {"Ace": 1, "King": 2}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ace", "Ace"),
        ("Fire Bolt", "FireBolt"),
        ("queen of spades", "QueenOfSpades"),
        ("Half-Elf", "HalfElf"),
        ("Hero's Sword", "HerosSword"),
        ("Fountain 1", "Fountain1"),
        ("lower", "lower"),
        ("Bu\u0301ho Real", "BúhoReal"),
    ],
)
def test_what_people_write_becomes_a_name(tmp_path: Path, written: str, name: str) -> None:
    found = game(tmp_path, f"card,cost\n{written},1\nAce,2\n" if written != "Ace" else "card,cost\nAce,1\n")
    (kind,) = [kind for kind in found.kinds if kind.name == name]
    assert kind.texts.get("name", name) == written
    assert found.labels.get("", {}).get(name, name) == written


def test_the_column_of_names_is_called_name_or_comes_first(tmp_path: Path) -> None:
    for table in ("cost,Name\n1,Ace\n", "card,cost\nAce,1\n", ",cost\nAce,1\n", "name\nAce\n"):
        assert [kind.name for kind in game(tmp_path, table).kinds] == ["Card", "Ace"]


def test_copies(tmp_path: Path) -> None:
    table = "name,count\nAce,3\nKing,\nQueen,0\n"
    assert [kind.copies for kind in game(tmp_path, table).kinds[1:]] == [3, 1, 0]
    each = game(tmp_path, table, 'card Card from "cards.csv":\n    copies of each player = 2\n')
    assert [(kind.copies, kind.copies_each_player) for kind in each.kinds[1:]] == [(3, True), (2, True), (0, True)]


def test_a_kind_in_the_rules_takes_its_row(tmp_path: Path) -> None:
    rules = CARD + "card Royal is Card\ncard King is Royal:\n    power = 3\ncard Ace is Card:\n    copies = 4\n"
    found = game(tmp_path, "name,cost,count,label,text\nAce,1,,,x\nKing,2,5,k,y\nTen,3,,10,\n", rules)
    assert [(kind.name, kind.copies, kind.label, kind.texts) for kind in found.kinds] == [
        ("Card", 1, "C", {}),
        ("Ten", 1, "10", {}),
        ("Royal", 1, "R", {}),
        ("King", 5, "k", {"text": "y"}),
        ("Ace", 4, "A", {"text": "x"}),
    ]
    assert values(found, "cost") == {"Ten": 3, "King": 2, "Ace": 1}
    assert values(found, "power") == {"King": 3}


def test_a_kind_below_the_kind_of_a_row(tmp_path: Path) -> None:
    rules = CARD + "card Gold is Ace:\n    cost = 9\ncard Silver is Ace\ncard Tin is Ace\n"
    found = game(tmp_path, "name,cost\nAce,1\nTin,2\nOx,3\n", rules)
    assert [(kind.name, kind.parent.name if kind.parent else "") for kind in found.kinds] == [
        ("Card", ""), ("Ace", "Card"), ("Ox", "Card"), ("Gold", "Ace"), ("Silver", "Ace"), ("Tin", "Ace"),
    ]  # fmt: skip
    assert values(found, "cost") == {"Ace": 1, "Ox": 3, "Gold": 9, "Silver": 1, "Tin": 2}


def test_a_kind_with_a_table_below_another_one(tmp_path: Path) -> None:
    rules = 'card Any:\n    cost: int\ncard Card is Any from "cards.csv"\ncard Ox is Any:\n    cost = 4\n'
    assert values(game(tmp_path, "name,cost\nAce,1\n", rules), "cost") == {"Ace": 1, "Ox": 4}


def test_a_constant_of_two_tables_is_one(tmp_path: Path) -> None:
    rules = 'card Any\ncard Card is Any from "cards.csv"\ncard More is Any from "more.csv"\n'
    found = game(tmp_path, "name,cost\nAce,1\n", rules, {"more.csv": "name;cost\nOx;2\n"})
    assert values(found, "cost") == {"Ace": 1, "Ox": 2}
    assert types(found, "Any") == {"cost": "int"}


def test_tables_in_included_files_and_under_options(tmp_path: Path) -> None:
    rules = 'option long: off | on = off\ninclude "more.rules"\n'
    more = 'if long == on:\n    card Card from "long.csv"\nelse:\n    card Card from "cards.csv"\n'
    files = {"more.rules": more, "long.csv": "name,cost\nAce,7\nOx,8\n"}
    assert values(game(tmp_path, "name,cost\nAce,1\n", rules, files), "cost") == {"Ace": 1}
    long, _ = check_file(tmp_path / "game.rules", {"long": "on"})
    assert long is not None and values(long, "cost") == {"Ace": 7, "Ox": 8}
    used = rules + "define f(x: Card): bool = x is Ox\n"
    _, findings = read(tmp_path, "name,cost\nAce,1\n", used, files)
    assert [(one.span.text, one.hint) for one in findings if one.code[0] == "E"] == [
        ("Ox", "it is in long.csv, which these options leave out")
    ]


# ---- columns ----


def test_types_are_guessed(tmp_path: Path) -> None:
    table = """name,Mana Cost,suit,needs,good,beats,fears,flavour,empty
Ace,1,clubs,wood stone,yes,King,"King, Fire Bolt",Takes all.,
King,-2,Dark Hearts,gold,no,Fire Bolt,,Rules well.,
Fire Bolt,3.0,clubs,,TRUE,,Ace,Burns.,
"""
    found = game(tmp_path, table)
    assert types(found) == {
        "mana_cost": "int",
        "suit": "Suit",
        "needs": "set of Stuff",
        "good": "bool",
        "beats": "kind",
        "fears": "set of kind",
    }
    assert values(found, "mana_cost") == {"Ace": 1, "King": -2, "FireBolt": 3}
    assert values(found, "suit") == {"Ace": 0, "King": 1, "FireBolt": 0}
    assert values(found, "needs") == {"Ace": 0b011, "King": 0b100, "FireBolt": 0}
    assert values(found, "good") == {"Ace": 1, "King": 0, "FireBolt": 1}
    assert values(found, "beats") == {"Ace": 2, "King": 3, "FireBolt": -1}
    assert values(found, "fears") == {"Ace": 0b1100, "King": 0, "FireBolt": 0b0010}
    assert found.kinds[1].texts == {"flavour": "Takes all."}


def test_types_are_told(tmp_path: Path) -> None:
    rules = """card Card from "cards.csv":
    rank: int in 1..14
    ways: set of direction
    spot: site
    foe: player
    next: Card
    steps: list of int
    quote: text
    trumps: bool
"""
    table = """name,rank,ways,spot,foe,next,steps,quote,trumps
Ace,14,"N, E",a1,Black,King,2 1 2,17,1
King,13,ne,,,none,,wood,
"""
    found = game(tmp_path, table, rules)
    assert {name: str(family.type) for name, family in found.kinds[0].constants.items()} == {
        "rank": "int", "ways": "set of direction", "spot": "site", "foe": "player", "next": "kind",
        "steps": "list of int", "trumps": "bool",
    }  # fmt: skip
    assert values(found, "ways") == {"Ace": 0b101, "King": 0b010}
    assert values(found, "spot") == {"Ace": 0, "King": -1}
    assert values(found, "foe") == {"Ace": 1, "King": -1}
    assert values(found, "next") == {"Ace": 2, "King": -1}
    assert values(found, "steps") == {"Ace": (2, 1, 2), "King": ()}
    assert values(found, "trumps") == {"Ace": 1, "King": 0}
    assert [kind.texts for kind in found.kinds[1:]] == [{"quote": "17"}, {"quote": "wood"}]


def test_an_empty_cell_takes_the_value_above(tmp_path: Path) -> None:
    rules = 'card Any:\n    suit = dark_hearts\ncard Card is Any from "cards.csv":\n    cost = 7\n'
    found = game(tmp_path, "name,cost,suit\nAce,1,\nKing,,clubs\n", rules)
    assert values(found, "cost") == {"Card": 7, "Ace": 1, "King": 7}
    assert values(found, "suit") == {"Any": 1, "Card": 1, "Ace": 1, "King": 0}


def test_a_field_is_no_column(tmp_path: Path) -> None:
    found = game(tmp_path, "name,cost\nAce,1\n", 'card Card from "cards.csv":\n    damage: int in 0..20 = 0\n')
    assert (list(found.kinds[0].fields), list(found.kinds[0].constants)) == (["damage"], ["cost"])


def test_names_in_languages(tmp_path: Path) -> None:
    table = "name,es,pt-BR,id,no,text,text_es\nAce,As,,12,1,best,mejor\nFire Bolt,Rayo,Raio,13,2,,\n"
    rules = CARD + 'labels "labels.csv"\n'
    found = game(tmp_path, table, rules, {"labels.csv": "name,es,de\nAce,el As,Ass\nFire Bolt,,Feuer\n"})
    assert found.labels == {
        "": {"FireBolt": "Fire Bolt"},
        "es": {"Ace": "el As", "FireBolt": "Rayo", "Fire Bolt": "Rayo"},
        "pt-BR": {"FireBolt": "Raio", "Fire Bolt": "Raio"},
        "de": {"Ace": "Ass", "FireBolt": "Feuer", "Fire Bolt": "Feuer"},
    }
    assert types(found) == {"id": "int", "no": "int"}
    assert found.kinds[1].texts == {"es": "As", "text": "best", "text_es": "mejor"}


# ---- what spreadsheets write ----


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_signs_between_cells(tmp_path: Path, separator: str) -> None:
    lines = ["name,cost,text", 'Ace,1,"a, b; c"', '"King" , 2 ,"says ""no"""', ",,", "", "Ten,3,"]
    data = "\ufeff" + "\r\n".join(line.replace(",", separator) for line in lines)
    found = game(tmp_path, data)
    assert values(found, "cost") == {"Ace": 1, "King": 2, "Ten": 3}
    assert [kind.texts for kind in found.kinds[1:]] == [
        {"text": f"a{separator} b; c"},
        {"text": 'says "no"'},
        {},
    ]


@pytest.mark.parametrize(
    "table",
    [
        "name,cost,,\nAce,1,,\n,,,\n",
        "\n\nname,cost\n\nAce,1\n",
        "sep=;\nname;cost\nAce;1\n",
        "name;cost\rAce;1\r",
        '"name, or not";cost\nAce;1\n',
        "name,cost,more\nAce,1\n",
    ],
)
def test_other_habits(tmp_path: Path, table: str) -> None:
    assert values(game(tmp_path, table), "cost") == {"Ace": 1}


def test_a_line_break_in_a_cell(tmp_path: Path) -> None:
    found = game(tmp_path, 'name,text,cost\nAce,"one\r\ntwo",1\nKing,,2\n')
    assert found.kinds[1].texts == {"text": "one\ntwo"}
    table = 'name,text,cost\nAce,"one\ntwo",1\nKing,,x\n'
    (found_,) = [one for one in read(tmp_path, table)[1] if one.code == "E172"]
    assert (found_.span.line, found_.label) == (4, "row 3, column cost")


def test_an_old_form_is_read_with_a_warning(tmp_path: Path) -> None:
    table = "name,cost,text\nAce,1,\nKing,2,garçon €\n"
    found, findings = read(tmp_path, table.encode("cp1252"))
    assert found is not None
    assert found.kinds[2].texts == {"text": "garçon €"}
    (warning,) = [one for one in findings if one.code == "W116"]
    assert warning.span.text == '"cards.csv"'
    (other,) = warning.others
    assert (other.span.text, other.span.line, other.span.column) == ("ç", 3, 11)
    assert other.text == "byte E7 in line 3 is the first that tells"
    assert "W116" not in [one.code for one in read(tmp_path, table)[1]]
    allowed = 'card Card from "cards.csv"  # allow W116: the publisher sends it so\n'
    assert "W116" not in [one.code for one in read(tmp_path, table.encode("cp1252"), allowed)[1]]


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b"name,cost\nAce,\x81\n", "is not UTF-8 text (byte 15)"),
        (b"PK\3\4name\nAce\0\n", "is not a text file"),
        ("name\nAce\n".encode("utf-16"), "is UTF-16 text"),
    ],
)
def test_what_is_no_text(tmp_path: Path, data: bytes, title: str) -> None:
    ((file, words, _, said),) = errors(tmp_path, data)
    assert (file, words) == ("game.rules", '"cards.csv"') and said.endswith(title)
    assert "CSV" in next(one.hint for one in read(tmp_path, data)[1] if one.code == "E002")


# ---- mistakes ----


@pytest.mark.parametrize(
    ("table", "line", "words", "title"),
    [
        ("name,cost\nAce,1\nAce,2\n", 3, "Ace", "Ace has two rows"),
        ("name,cost\nAce,1\n,2\n", 3, "", "row 3 has no name"),
        ("cost,name\n1,Ace\n2,\n", 3, ",", "row 3 has no name"),
        ("name,cost\nAce,1\n2 of Clubs,2\n", 3, "2 of Clubs", "2 of Clubs is no name for a kind"),
        ("name,cost\nAce,1\nif,2\n", 3, "if", "if is no name for a kind"),
        ("name,cost\nAce,1\n***,2\n", 3, "***", "*** is no name for a kind"),
        ("name,cost\nAce,1\nWhite,2\n", 3, "White", "White is declared twice"),
        ("name,cost\nAce,1\nCard,2\n", 3, "Card", "Card is declared apart from its row"),
        ("name,cost,Cost\nAce,1,1\n", 1, "Cost", "two columns mean cost"),
        ("name,cost,cost\nAce,1,1\n", 1, "cost", "two columns are called cost"),
        ("name,count,copies\nAce,1,1\n", 1, "copies", "two columns mean copies"),
        ("name,cost,\nAce,1,5\n", 2, "5", "this cell stands in a column without a name"),
        ("name,cost\nAce,1,2\n", 2, "2", "row 2 has more cells than the table has columns"),
        ("name,1st\nAce,1\n", 1, "1st", "1st is no name"),
        ("name,kind\nAce,1\n", 1, "kind", "`kind` is something that every component has"),
        ('name,text\nAce,"the best\n', 2, '"the best', "this cell begins with a quotation mark that is never closed"),
        ("name,count\nAce,two\n", 2, "two", "two is not a number of copies"),
        ("name,cost\nAce,1\nKing,x\n", 3, "x", "x is no whole number"),
        ('name,cost\nAce,1\nKing,"3,5"\n', 3, '"3,5"', "3,5 is no whole number"),
        ("name;cost\nAce;1\nKing;2.5\n", 3, "2.5", "2.5 is no whole number"),
        ("name,cost\nAce,1\nKing,9999999999\n", 3, "9999999999", "9999999999 does not fit into 32 bits"),
        ("name,cost\nAce,1\nKing,\n", 3, ",", "King has no cost"),
        ("name,cost,x\nAce,1,1\nKing,,1\nTen,,2\n", 3, ",", "King and Ten have no cost"),
        ("name,suit\nAce,clubs\nKing,clbus\n", 3, "clbus", "clbus is not one of clubs or dark_hearts"),
        ("name,good\nAce,yes\nKing,ja\n", 3, "ja", "ja is neither yes nor no"),
        ("name,beats\nAce,King\nKing,Kng\n", 3, "Kng", "Kng is not a kind"),
        ("name,needs\nAce,wood stone\nKing,wood ston\n", 3, "wood ston", "ston is not one of wood, stone or gold"),
    ],
)  # fmt: skip
def test_mistakes_stand_at_their_cells(tmp_path: Path, table: str, line: int, words: str, title: str) -> None:
    found = errors(tmp_path, table)
    assert [(one[0], one[2], one[3]) for one in found] == [("cards.csv", line, title)]
    assert found[0][1] == words or (words == "" and len(found[0][1]) == 1)


@pytest.mark.parametrize(
    ("table", "rules", "words", "title"),
    [
        (None, CARD, '"cards.csv"', "there is no file"),
        ("", CARD, '"cards.csv"', "is empty"),
        ("name,cost\n", CARD, '"cards.csv"', "cards.csv has no row below the names of its columns"),
        ("name\nAce\n", 'card Card from "../cards.csv"\n', '"../cards.csv"', "is not in the folder"),
        ("name\nAce\n", 'card Card "C" from "."\n', '"."', "is a folder"),
        ("name\nAce\n", CARD + 'card More from "cards.csv"\n', '"cards.csv"', "cards.csv is the table of two kinds"),
        ("name,a\nAce,1\n", 'card Card from "cards.csv":\n    b: int\n', "b", "cards.csv has no column `b`"),
        ("name,a\nAce,1\n", CARD + "card Ace is Card:\n    a = 2\n", "a", "the row of Ace has a cell for a already"),
    ],
)  # fmt: skip
def test_mistakes_in_the_rules(tmp_path: Path, table: str | None, rules: str, words: str, title: str) -> None:
    found = errors(tmp_path, table, rules)
    assert [(one[0], one[1]) for one in found] == [("game.rules", words)]
    assert title in found[0][3]


@pytest.mark.parametrize(
    ("table", "rules", "found"),
    [
        ("name,rank\nAce,1\nOx,15\n", 'card Card from "cards.csv":\n    rank: int in 1..14\n', ["15"]),
        ("name,suit\nAce,x\nOx,y\nOwl,z\n", 'card Card from "cards.csv":\n    suit: Suit\n', ["x"]),
        ("name,a\nAce,1\n", 'card Card from "cards.csv":\n    a: int in 0..3 = 0\n', ["a"]),
        ("name,next\nAce,Ox\n", 'card Card from "cards.csv":\n    next: Card\ncard Ox\n', ["Ox"]),
        ("name,a\nAce,1\n", CARD + "card Ox is Card:\n    a = true\n", ["true"]),
        ("name,s\nAce,clubs\n", "enum Other: clubs, spades\n" + CARD, ["s"]),
        ("name,a\nAce,1\nOx,2\n", CARD + "card Ox\n", ["Ox"]),
        ("name,a\nAce,1\nOwl,x\nif,3\nOx,4\nOx,5\n", CARD, ["x", "if", "Ox"]),
        ('name,a\nAce,"1\nOwl,"2\n', CARD, ['"1']),
        ("name,a\nAce,1,2\nOwl,1,2\n", CARD, ["2"]),
        ("name,a,b,c\nAce,1,2,yes\nOwl,1yes,\nElk,1,3,yes\nOx,1,4,no\n", CARD, ["1yes"]),
        ("name,a,b\nAce,1,2\nOwlet,1,2\n", CARD + "card Owl is Card\n", ["Owl"]),
        ("name,steps\nAce,1200\n", 'card Card from "cards.csv":\n    steps: set of int in 0..9\n', ["1200"]),
    ],
)  # fmt: skip
def test_each_mistake_is_told_once(tmp_path: Path, table: str, rules: str, found: list[str]) -> None:
    assert [one[1] for one in errors(tmp_path, table, rules)] == found


def test_a_kind_without_a_row_has_what_the_table_says_of_others(tmp_path: Path) -> None:
    rules = CARD + "card Group is Card\ncard Ox is Group\ncard Owl is Group\ncard Elk is Card:\n    cost = 3\n"
    found = errors(tmp_path, "name,cost\nAce,1\n", rules)
    assert found == [("game.rules", "Ox", 7, "Ox lacks cost, and so does 1 more")]
    told = game(tmp_path, "name,cost\nAce,1\n", rules.replace("Group is Card", "Group is Card:\n    cost = 2"))
    assert values(told, "cost") == {"Ace": 1, "Group": 2, "Ox": 2, "Owl": 2, "Elk": 3}


def test_there_are_only_so_many_rows(tmp_path: Path) -> None:
    rows = "".join(f"Card{number}\n" for number in range(9_999))
    assert errors(tmp_path, "name\nAce\n" + rows) == []
    found = errors(tmp_path, "name\nAce\nOx\n" + rows)
    assert found == [("game.rules", '"cards.csv"', 5, "cards.csv has more than 10,000 rows")]


def test_constants_of_two_tables_agree(tmp_path: Path) -> None:
    rules = 'card Any\ncard Card is Any from "cards.csv"\ncard More is Any from "more.csv"\n'
    files = {"more.csv": "name,cost\nOx,yes\nOwl,no\n"}
    assert errors(tmp_path, "name,cost\nAce,1\n", rules, files) == [
        ("more.csv", "cost", 1, "cost is a number elsewhere, and a yes or no in more.csv")
    ]
    files = {"more.csv": "name\nAce\n"}
    assert errors(tmp_path, "name\nAce\n", rules, files) == [("more.csv", "Ace", 2, "Ace is a row of two tables")]


@pytest.mark.parametrize("table", [None, "", "name,cost,cost\nAce,1,1\n", "name,cost\n2,1\n"])
def test_what_a_broken_table_would_declare_is_no_further_error(tmp_path: Path, table: str | None) -> None:
    rules = """card Card from "cards.csv":
    suit: Suit
define f(x: Card): bool = any(Queen) or x.cost > 2 and x.suit == clubs and x is King
"""
    if table == "name,cost\n2,1\n":
        rules = rules.replace(":\n    suit: Suit\n", "\n").replace("x.suit == clubs and ", "")
    assert len(errors(tmp_path, table, rules)) == 1


def test_a_text_without_a_file_has_no_tables() -> None:
    from rulewright.semantics import check_text

    _, findings = check_text(START + CARD + END.replace("Ace", "Card"))
    assert [(one.code, one.span.text) for one in findings.errors] == [("E172", '"cards.csv"')]
