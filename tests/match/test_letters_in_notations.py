"""Letters of values in notations: `KQkq` for a set of them."""

import pytest

import rulewright as rw

RULES = """
game "T"
players White, Black
board square 2 by 2
piece Man "m"
enum Right: white_short, white_long, black_short
enum Mood: merry, sad
var rights: set of Right = {white_short, black_short}
var last: Right = white_long
var moods: set of Mood = {}
notation short = "{board} {rights} {last} {moods}"
display:
    Man: "k"
    white_short: "K"
    white_long: "Q"
    black_short: "k"
    merry: ":"
action Drop:
    pick s in empty
    do:
        place Man of mover on s
        rights -= {white_short}
        moods += {merry, sad}
turn:
    choose Drop
end:
    tie when no(empty)
"""
GAME = rw.loads(RULES)


def test_a_set_of_single_letters_is_written_without_anything_between() -> None:
    state = GAME.start(1)
    assert state.notation() == "2/2 Kk Q -"
    assert state.play("Drop a1").notation() == "2/K1 k Q merry+sad"


@pytest.mark.parametrize("rights", ["Kk", "kK", "K+k", "white_short+black_short"])
def test_it_is_read_in_any_order_and_by_names(rights: str) -> None:
    assert GAME.start(1, setup=f"2/2 {rights} Q -").notation() == "2/2 Kk Q -"


def test_what_is_no_letter_is_told() -> None:
    with pytest.raises(rw.PositionError) as caught:
        GAME.start(1, setup="2/2 KX Q -")
    assert "X is no Right" in str(caught.value)


def test_letters_of_values_that_stand_on_sites_are_apart_from_those_of_kinds() -> None:
    field = "field mood of each site: Right = white_short\n"
    with pytest.raises(rw.RulesError) as caught:
        rw.loads(RULES.replace("action Drop", field + "action Drop"))
    assert "E160" in str(caught.value)
