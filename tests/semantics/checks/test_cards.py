"""The checks for games with cards: zones, tables, secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.semantics import check_file
from semantics.reading import completed, warnings

CARDS = """
players White, Black
card Card:
    copies = 9
    rank = 1
zone deck: ordered, hidden
zone hand of each player: visible to owner
setup:
    move supply(Card) to deck
end:
    tie when turn_number > 9 and sum(c in hand of White: c.rank) > 0
"""
DEAL = "turn:\n    deal 1 from deck to hand of mover\n"


def codes(rules: str, *wanted: str) -> list[tuple[str, str]]:
    """What is found, of some codes only."""
    return [found for found in warnings(CARDS + rules) if not wanted or found[0] in wanted]


def test_a_game_without_a_slip_has_no_warning() -> None:
    assert codes(DEAL) == []


# ---- zones that nothing fills ----


@pytest.mark.parametrize(
    "rules",
    [
        "zone pot\nturn:\n    deal 1 from deck to hand of mover\n    if no(pot):\n        again\n",
        "zone pot\nturn:\n    deal 1 from deck to hand of mover\n    move pot to hand of mover\n",
        "zone pot\nturn:\n    deal 1 from deck to hand of mover\n    for c in pot:\n        remove c\n",
    ],
)
def test_a_zone_that_nothing_fills(rules: str) -> None:
    assert codes(rules, "W117", "W118") == [("W117", "pot")]


@pytest.mark.parametrize(
    "rules",
    [
        "zone pot\nturn:\n    deal 1 from deck to pot\n    move pot to hand of mover\n",
        "zone pot\nturn:\n    move top(deck) to pot\n    move pot to hand of mover\n",
        "zone pot\nturn:\n    deal 1 from deck to hand of mover\n    place Card in pot\n    remove pot\n",
        "zone pot\nprocedure put(z: zone):\n    deal 1 from deck to z\n"
        "turn:\n    put(pot)\n    move pot to hand of mover\n",
        "zone pot\nzone pit\nturn:\n    deal 1 from deck to pot if turn_number > 3 else pit\n"
        "    move pot + pit to hand of mover\n",
    ],
)
def test_a_zone_that_something_fills(rules: str) -> None:
    assert codes(rules, "W117", "W118") == []


def test_a_zone_that_nothing_names_is_told_as_that() -> None:
    assert codes("zone pot\n" + DEAL) == [("W101", "pot")]


# ---- zones that nothing is taken from ----


@pytest.mark.parametrize(
    "rules",
    [
        "zone pit: ordered, hidden\nturn:\n    deal 1 from deck to pit\n",
        "zone pit: ordered, hidden\nturn:\n    deal 1 from deck to pit\n    shuffle pit\n    if count(pit) > 3:\n"
        "        again\n",
    ],
)
def test_a_zone_that_nothing_is_taken_from(rules: str) -> None:
    assert codes(rules, "W117", "W118") == [("W117", "hand"), ("W118", "pit")]


@pytest.mark.parametrize(
    "rules",
    [
        "zone pit\nturn:\n    deal 1 from deck to pit\n",  # all see it
        "zone pit: hidden\nturn:\n    deal 1 from deck to pit\n",  # it has no order
        "zone pit: ordered, hidden\nturn:\n    deal 1 from deck to pit\n    deal 1 from pit to deck bottom\n",
        "zone pit: ordered, hidden\nturn:\n    deal 1 from deck to pit\n    reveal top(pit)\n",
        "zone pit: ordered, hidden\nvar last: Card = none\nturn:\n    last = top(deck)\n    move last to pit\n"
        "    if turn_number > 5:\n        remove last\n",
        "zone pit: ordered, hidden, in_play\nturn:\n    deal 1 from deck to pit\n    remove Card\n",
    ],
)
def test_a_zone_that_may_be_taken_from(rules: str) -> None:
    assert codes(rules, "W118") == []


# ---- secrets in texts ----


def action(pick: str, say: str, what: str = "c") -> str:
    return f'action Take:\n    {pick}\n    do:\n        remove {what}\n    say "{say}"\nturn:\n    may choose Take\n'


@pytest.mark.parametrize(
    ("pick", "say", "words"),
    [
        ("pick c in deck", "take {c.rank}", "c.rank"),
        ("pick c in deck", "take {c.kind}", "c.kind"),
        ("pick c in hand of opponent", "take {c.rank}", "c.rank"),
        ("pick c in hand of mover", "over {max(d in deck: d.rank)}", "d.rank"),
    ],
)
def test_a_text_that_tells_a_secret(pick: str, say: str, words: str) -> None:
    assert codes(action(pick, say), "W119") == [("W119", words)]


@pytest.mark.parametrize(
    ("pick", "say"),
    [
        ("pick c in deck", "take {c}"),
        ("pick c in hand of mover", "take {c.rank}"),
        ("pick c in hand of mover", "take {c} of {count(deck)}"),
    ],
)
def test_a_text_that_tells_no_secret(pick: str, say: str) -> None:
    assert codes(action(pick, say), "W119") == []


def test_a_position_as_text_shows_what_lies_face_down() -> None:
    board = 'board square 3 by 3\nnotation fen = "{board} {mover}"\nturn:\n    deal 1 from deck to a1\n'
    assert codes(board, "W119") == []
    assert codes(board + "    flip a1.piece\n", "W119") == [("W119", "board")]


# ---- tables ----


def of_table(folder: Path, table: str, rules: str) -> list[tuple[str, str, str]]:
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    (folder / "game.rules").write_text(completed("board square 3 by 3\n" + rules), encoding="utf-8")
    game, findings = check_file(folder / "game.rules")
    assert game is not None, findings.errors
    return [(one.code, one.span.text, one.title) for one in findings.sorted()]


ALL = "setup:\n    place Ace of White on a1\n    place King of White on b1\n"


def test_columns_that_no_rule_reads(tmp_path: Path) -> None:
    table = (
        "name,count,rank,rarity,year,text,es,label,artist\nAce,1,14,3,1900,x,As,A,Ann\nKing,2,13,1,1901,y,Rey,K,Bob\n"
    )
    rules = 'card Card from "cards.csv"\n' + ALL + "define strong(c: Card): bool = c.rank > 13\n"
    rules += "end:\n    tie when strong(the Ace)\n"
    title = "no rule reads the columns rarity and year of cards.csv"
    assert of_table(tmp_path, table, rules) == [("W121", '"cards.csv"', title)]
    told = rules.replace('from "cards.csv"', 'from "cards.csv":\n    rarity: text\n    year: text')
    assert of_table(tmp_path, table, told) == []
    allowed = rules.replace('from "cards.csv"', 'from "cards.csv"  # allow W121: for later')
    assert of_table(tmp_path, table, allowed) == []


@pytest.mark.parametrize(
    "rules",
    [
        "end:\n    tie when (the Ace).cost > 3\n",
        "option long: off | on = off\nif long == on:\n    end:\n        tie when (the Ace).cost > 3\n",
        'action Take:\n    pick c in mine\n    do:\n        remove c\n    say "{c.cost}"\nturn:\n    may choose Take\n',
    ],
)
def test_what_reads_a_column(tmp_path: Path, rules: str) -> None:
    found = of_table(tmp_path, "name,cost\nAce,1\nKing,2\n", 'card Card from "cards.csv"\n' + ALL + rules)
    assert [one for one in found if one[0] == "W121"] == []


def test_rows_that_never_come_into_the_game(tmp_path: Path) -> None:
    table = "name\n" + "".join(f"{name}\n" for name in ("Ace", "King", "Ten", "Nine", "Eight", "Seven"))
    rules = 'card Card from "cards.csv"\ncard Ten is Card\nsetup:\n    place Ace of White on a1\n'
    assert of_table(tmp_path, table, rules) == [
        ("W109", '"cards.csv"', "no King, Nine, Eight or Seven ever comes into the game"),
        ("W109", "Ten", "no Ten ever comes into the game"),
    ]
    rules = 'card Card from "cards.csv"\nzone deck: ordered, hidden\nsetup:\n    move supply(Card) to deck\n'
    assert of_table(tmp_path, table, rules + "turn:\n    deal 1 from deck to a1\n") == []
