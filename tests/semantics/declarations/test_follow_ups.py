"""One error of syntax causes no errors of meaning: in its declaration, or where its names are used."""

import pytest

from rulewright.semantics import check_text

GAME = """players White, Black
option size: 4..8 = 6
board square size by size
facing White N, Black S
region goal of White = rows(size)
region goal of Black = rows(1)
enum Mood: calm, angry
piece Man "m":
    strength = 1
    define ways(self): set of direction = {forward}
piece King "k" is Man:
    strength = 2
    define ways(self): set of direction = orthogonal
var mood: Mood = calm
setup:
    place Man of White on a1
    place King of Black on b2
action Step:
    pick m in mine
    pick there in steps(m.at, ways(m)) & empty
    where m.strength > 0 or mood == angry
    do:
        move m to there
        mood = angry
turn:
    choose Step
    else: mover loses
end:
    player wins when any(m in Man of player: m.at in goal of player)
"""


def test_the_game_itself_is_sound() -> None:
    assert [str(found) for found in check_text(GAME)[1]] == []


LOST = [
    ("option size: 4..8 = 6", "option : 4..8 = 6"),
    ("option size: 4..8 = 6", "option size 4..8 = 6"),
    ("board square size by size", "board square size by"),
    ("board square size by size", "bord square size by size"),
    ("facing White N, Black S", "facing White N, Black"),
    ("players White, Black", "players White, Black,"),
    ("players White, Black", "players White Black"),
    ("region goal of White = rows(size)", "region goal of White rows(size)"),
    ("region goal of White = rows(size)", "region of White = rows(size)"),
    ("enum Mood: calm, angry", "enum Mood: calm, , angry"),
    ("enum Mood: calm, angry", "enum Mood calm, angry"),
    ('piece Man "m":', 'piece "m":'),
    ('piece King "k" is Man:', 'piece King "k" is :'),
    ("    strength = 1\n", "    strength 1\n"),
    ("    strength = 1\n", "    = 1\n"),
    ("    define ways(self): set of direction = {forward}", "    define ways(self): set direction = {forward}"),
    ("    define ways(self): set of direction = {forward}", "    define ways(self) set of direction = {forward}"),
    ("    define ways(self): set of direction = {forward}", "    define (self): set of direction = {forward}"),
    ("var mood: Mood = calm", "var mood Mood = calm"),
    ("var mood: Mood = calm", "var : Mood = calm"),
    ("    pick there in steps(m.at, ways(m)) & empty", "    pick in steps(m.at, ways(m)) & empty"),
    ("    pick there in steps(m.at, ways(m)) & empty", "    pick there steps(m.at, ways(m)) & empty"),
    ("    pick m in mine", "    pick m in"),
    ("action Step:", "action :"),
]


@pytest.mark.parametrize(("line", "changed"), LOST, ids=[changed.strip() for _, changed in LOST])
def test_an_error_of_syntax_stays_alone(line: str, changed: str) -> None:
    assert line in GAME
    errors = check_text(GAME.replace(line, changed, 1))[1].errors
    assert errors
    assert all(found.code < "E100" for found in errors), [str(found) for found in errors]
    assert len({found.span.line for found in errors}) == 1, [str(found) for found in errors]


def test_other_declarations_are_checked_all_the_same() -> None:
    rules = GAME.replace("var mood: Mood = calm", "var mood Mood = calm").replace("choose Step", "choose Stepp")
    assert [found.code < "E100" for found in check_text(rules)[1].errors] == [True, False]


def test_an_unknown_name_is_told_once_in_a_declaration() -> None:
    rules = GAME.replace("pick there in", "pick here in")
    errors = check_text(rules)[1].errors
    assert [(found.span.text, found.span.line) for found in errors] == [("there", 23)]
