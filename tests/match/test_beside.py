"""Sites told by what lies beside them."""

import pytest

from constructs.playing import load
from rulewright.match.beside import with_sites

RULES = """
board hex 20 by 20 wrapped
piece Man "M"
piece Old is Man:
    copies = 1
piece Rock
display:
    Old: "O", "o", "Old Man"
setup:
    place Man of White on c3, e5
    place Man of Black on a1
    place Old of Black on e9
    place Rock on g7
action Step:
    pick there in empty
    do:
        place Rock on there
turn:
    choose Step
"""


def told(text: str, rules: str = RULES) -> list[str]:
    state = load(rules).start(seed=1)
    return list(with_sites(state.game.setting, state.standing(), text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rock E", ["h7"]),
        ("rock  ne", ["g8"]),
        ("Man of Black W", ["t1"]),  # round the torus
        ("Old Man SE", ["f8"]),
        ("Old SE", ["f8"]),
        ("c3 NW", ["b4"]),
        ("c3 E E", ["d3 E", "e3"]),
        ("Step Rock E", ["Step h7"]),
        ("Step there = Rock E, d = E", ["Step there = h7, d = E"]),
    ],
)
def test_a_name_and_a_direction(text: str, found: list[str]) -> None:
    assert told(text) == found


@pytest.mark.parametrize(
    "text", ["Man E", "Man of White E", "Rock", "Rock N", "Rook E", "E", "Step E", "Rock East", ""]
)
def test_what_several_have_in_common_or_nobody_is_called_or_is_no_direction_is_left(text: str) -> None:
    assert told(text) == []


def test_nothing_lies_beyond_the_edge() -> None:
    assert told("t3 E", RULES.replace(" wrapped", "")) == []
    assert told("t3 W", RULES.replace(" wrapped", "")) == ["s3"]


def test_with_names_of_sites_that_people_use() -> None:
    rules = RULES.replace("display:\n", "display:\n    origin: g7\n")
    assert told("Rock E", rules) == ["1,0"]
    assert told("-1,1 SE", rules) == ["0,0"]
    assert told("g7 SE", rules) == ["1,-1"]


def test_a_game_without_a_board() -> None:
    assert told("Rock E", "var left: int = 1\naction Go:\n    do:\n        left = 0\nturn:\n    choose Go\n") == []
