"""`notation`: what may stand in one, and positions in it in `given`."""

import pytest

from semantics.reading import diagnostics, errors, game

RULES = """
board square 3 by 3
piece Man "M"
piece King "K"
var score of each player: int = 0
var passes: int in 0..2 = 0
var held: set of Man = {}
field depth of each site: int = 0
define f: int = 3
"""


def test_places_and_texts_between_them() -> None:
    notation = game(RULES + 'notation fen = "<{board}> {mover}, {score of Black};{depth}"\n').notations[0]
    assert notation.name == "fen"
    shown = [part if isinstance(part, str) else (part.what, part.name, part.index) for part in notation.parts]
    assert shown == [
        "<", ("board", "board", None), "> ", ("mover", "mover", None), ", ", ("state", "score of Black", 1), ";",
        ("state", "depth", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words", "title"),
    [
        ("{board}{mover}", "mover", "nothing stands between mover and what is before it"),
        ("{board}-{mover}", "-", '"-" may be part of what stands before it'),
        ("{score},{mover}", ",", '"," may be part of what stands before it'),
        ("{board}M{mover}", "M", '"M" may be part of what stands before it'),
        ("{mover} {mover}", "mover", "mover stands in this notation twice"),
        ("nothing", "nothing", "the notation fen holds nothing of a position"),
        ("{bord} {mover}", "bord", "a notation cannot hold bord"),
        ("{f}", "f", "a notation cannot hold f"),
        ("{count(empty)}", "count(empty)", "a notation cannot hold count(empty)"),
        ("{held}", "held", "a notation cannot hold a set of components of Man"),
        ("{Man of mover}", "Man of mover", "a notation cannot hold Man of mover"),
        ("{Man of White}, {mover}", ", ", '", " may be part of what stands before it'),
    ],
)
def test_mistakes(text: str, words: str, title: str) -> None:
    found = diagnostics(RULES + f'notation fen = "{text}"\n')
    assert [(one.code, one.span.text, one.title) for one in found] == [("E161", words, title)]
    assert found[0].hint


def test_hints_name_what_fits() -> None:
    (found,) = diagnostics(RULES + 'notation fen = "{bord} {mover}"\n')
    assert found.hint == "did you mean board?"
    (found,) = diagnostics(RULES + 'notation fen = "{f}"\n')
    assert found.hint == (
        "what can be read back are board, mover, turn_number, round_number, score, passes, held and depth"
    )


def test_marks_that_cannot_be_told_apart() -> None:
    notation = 'notation fen = "{board}"\n'
    assert errors(RULES + 'piece Monk "m"\n' + notation) == [("E161", "board")]
    assert errors(RULES + 'piece Monk "(M)"\n' + notation) == [("E161", "board")]
    assert errors(RULES + 'piece Monk "m"\n' + 'notation fen = "{mover}"\n') == []


def test_without_a_board_there_is_none_to_write() -> None:
    assert errors('notation fen = "{board} {mover}"\n') == [("E161", "board")]


def test_names() -> None:
    assert errors(RULES + 'notation setup = "{mover}"\n') == [("E161", "setup")]
    assert errors(RULES + 'notation Man = "{mover}"\n') == [("E100", "Man")]
    assert errors(RULES + 'notation fen = "{mover}"\ndefine g: int = fen\n') == [("E203", "fen")]


def test_what_cannot_be_read_of_it_is_one_error() -> None:
    assert [code for code, _ in errors(RULES + 'notation fen = "{board} {mover"\n')] == ["E045"]


def scenario(text: str) -> str:
    notation = 'notation fen = "{board} {mover}"\n'
    return RULES + notation + f'scenario "s":\n    given:\n        {text}\n    expect true\n'


def test_positions_in_scenarios() -> None:
    assert errors(scenario('fen "3/MmK/3 Black"')) == []
    assert errors(scenario('fen "3/MmX/3 Black"')) == [("E162", "X")]
    assert errors(scenario('fen "3/Mm2/3 Blak"')) == [("E162", "Mm2"), ("E162", "Blak")]
    assert errors(scenario('fne "3/MmK/3 Black"')) == [("E162", "fne")]


def test_a_position_stands_in_setup_and_given_only() -> None:
    rules = RULES + 'notation fen = "{board}"\naction Go:\n    do:\n        fen "3/3/3"\n'
    assert [found.title for found in diagnostics(rules)] == ["a whole position stands in `setup` or `given`"]


def test_a_broken_notation_makes_positions_in_it_silent() -> None:
    rules = scenario('fen "3/MmX/3"').replace("{board} {mover}", "{board}{mover}")
    assert errors(rules) == [("E161", "mover")]


def test_kinds_that_only_positions_place_are_placed() -> None:
    assert all(kind.placed for kind in game(scenario('fen "3/MmK/3 Black"')).kinds)


LISTS = """
board square 3 by 3
piece Man "m"
piece King "K" is Man
piece Abbot "A" is Man
notation pdn = "{mover}:W{Man of White}:B{Man of Black}"
"""


def test_lists_of_components() -> None:
    notation = game(LISTS).notations[0]
    places = [(part.what, part.name, part.index) for part in notation.parts if not isinstance(part, str)]
    assert places == [("mover", "mover", None), ("list", "Man of White", 0), ("list", "Man of Black", 1)]


def given(position: str) -> str:
    return LISTS + f'scenario "x":\n    given:\n        pdn "{position}"\n    expect count(Man of White) == 2\n'


def test_lists_are_read() -> None:
    assert not diagnostics(given("White:Wa1,Kb2:B"))
    assert not diagnostics(given("Black:WAa1, b2:BKc3"))


@pytest.mark.parametrize(
    ("position", "words", "title"),
    [
        ("White:Wa1,Qb2:B", "Qb2", "Qb2 is no site"),
        ("White:Wa1,Kd4:B", "Kd4", "Kd4 is no site"),
        ("White:Wa1,Ka1:B", "Ka1", "Ka1 stands here twice"),
        ("White:Wa1-b2:B", "a1-b2", "a1-b2 is no site"),
        ("White:Wa1,,b2:B", ",", "there is no site here"),
        ("White:Wa1", "W", 'here ":B" is missing'),
    ],
)
def test_lists_that_cannot_be_read(position: str, words: str, title: str) -> None:
    (found,) = diagnostics(given(position))
    assert (found.code, found.title) == ("E162", title)
    assert found.hint
