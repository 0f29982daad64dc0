"""What is told of a game as one player saw it: in lines, for people."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw

ASKED = """
game "Asked"
players Ann, Bob
card Card
card Ace is Card
card King is Card
board square 2 by 1
labels "labels.csv"
zone hand of each player: visible to owner
zone heap
setup:
    place Ace in hand of Ann
    place King in hand of Ann
action Show:
    pick c in hand of mover
    do:
        move c to heap
    say "{c}"
flow:
    mover = Ann
    may "Begin at once?":
        nothing
    may "Sure":
        nothing
    pick "Which card goes?": gone in hand of Ann
    move gone to heap
    pick there in sites
    may pick other in 1..2
    choose "Show which?": Show
    tie
"""


def asked(tmp_path: Path, lang: str = "") -> rw.State:
    (tmp_path / "asked.rules").write_text(ASKED, encoding="utf-8")
    labels = "text,es\nBegin at once?,¿Empezar?\nWhich card goes?,¿Qué carta?\nthere,ahí\nAce,As\n"
    (tmp_path / "labels.csv").write_text(labels, encoding="utf-8")
    state = rw.load(tmp_path / "asked.rules", language=lang).start(seed=1)
    for text in ("yes", "no", "Ace", "b1", "decline", "King"):
        state = state.play(text)
    return state


def test_answers_are_told_behind_what_was_asked(tmp_path: Path) -> None:
    state = asked(tmp_path)
    told = ("Ann: Begin at once? yes", "Ann: Sure: no", "Ann: Which card goes? Ace", "Ann: there b1", "Ann: decline")
    assert state.view("Ann").told == (*told, "Ann: King")
    assert state.view("Bob").told == (told[0], told[2], told[3], "Ann: King")  # that Ann declined is not told
    answers = [f"Ann: {one.made.answer()}" for one in state.line if one.made]
    assert answers == [*told, "Ann: King"]


def test_the_log_and_records_hold_the_answers_alone(tmp_path: Path) -> None:
    state = asked(tmp_path)
    texts = ("yes", "decline", "Ace", "b1", "decline", "King")
    assert state.log == texts and state.view("Ann").log == tuple(f"Ann: {text}" for text in texts)
    assert "?" not in state.record() and "?" not in state.view("Ann").record()


def test_questions_are_told_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    told = asked(tmp_path, "es").view("Bob").told
    assert told == ("Ann: ¿Empezar? yes", "Ann: ¿Qué carta? As", "Ann: ahí b1", "Ann: King")


PARTLY = """
game "Partly"
players Ann, Bob
card Card:
    cost = 3
card Ace is Card
card King is Card
card Queen is Card
piece Tower:
    copies of each player = 1
board square 2 by 1
zone hand of each player: visible to owner
zone dark: hidden
setup:
    place Tower of Bob on b1
    place Ace in hand of Ann
    place King in hand of Ann
    place Queen in hand of Ann
define gap(wide: bool): text = " on " if wide else ""
action Build:
    pick c in hand of mover
    pick t in Tower
    pick d in Tower when c is Ace
    do:
        move c to dark
    say "{c}{gap(t != none)}{t.at}"
action Ask:
    pick c in hand of mover
    do:
        move c to dark
    say "{c}"
action Pay:
    pick c in hand of mover
    pick t in Tower
    pick d in hand of mover when c is Ace
    do:
        move c to dark
    say "{c} costs {c.cost}"
flow:
    mover = Ann
    choose Ask
    choose Pay
    choose Build
    tie
"""


def test_a_move_of_which_a_part_is_known_is_written_as_the_rules_say() -> None:
    """What the reader does not know is `?`; where the rules look at it, its place is named, and no pick that was not
    asked for."""
    state = rw.loads(PARTLY).start(seed=1)
    for text in ("Ace", "Queen costs 3", "King on b1"):
        state = state.play(text)
    assert state.view("Ann").log == ("Ann: Ace", "Ann: Queen costs 3", "Ann: King on b1")
    assert state.view("Bob").log == ("Ann: Ask ?", "Ann: Pay hand of Ann b1", "Ann: ? on b1")
    assert state.view("Bob").told == state.view("Bob").log
    assert "? on b1" in state.view("Bob").record()


HEROES = """
game "Heroes"
players Ann, Bob
card Hero:
    copies of each player = 1
card Boss
card Spell:
    copies = 4
zone deck: ordered, hidden
zone hand of each player: visible to owner
zone arena: in_play
zone charms of each Hero: ordered, hidden
zone curses of each Boss: hidden
setup:
    place Hero of Ann in arena
    place Hero of Bob in arena
    place Boss in arena
    place 4 Spell in deck
flow:
    mover = Ann
    for h in Hero:
        move top(deck) to charms of h
    move top(deck) to curses of the Boss
    may "Draw?":
        let c = top(deck)
        move c to hand of Ann
        reveal c to Bob
    for h in Hero:
        reveal top(charms of h)
    tie
"""


def test_a_card_that_was_drawn_is_told_once_and_zones_tell_whose_component_they_are_of() -> None:
    state = rw.loads(HEROES).start(seed=1)
    assert [zone.name for zone in state.zones() if zone.label and zone.count] == [
        "charms of Hero of Ann",
        "charms of Hero of Bob",
        "curses of Boss",
    ]
    state = state.play("yes")
    told = ["Ann: Draw? yes", "deck: Spell", "shown in charms of Hero of Ann: Spell"]
    assert state.view("Ann").told == (*told, "shown in charms of Hero of Bob: Spell")
    told[1] = "shown in hand of Ann: Spell"
    assert state.view("Bob").told == (*told, "shown in charms of Hero of Bob: Spell")
