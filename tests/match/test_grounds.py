"""Numbers of sites in pictures, the list of what pictures hide, and the sites to which moves lead."""

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.cli.playing import position_text
from rulewright.match.suite import suite
from rulewright.match.targets import targets

HILLS = """
language 1
game "Hills"
players Red, Blue
enum Terrain: land, water
field terrain of each site: Terrain = land
field level of each site: int in -2..3 = 0
field gold of each site: int in 0..9 = 0
layer stone: Rock
layer figures: Man
board map hex:
    \"\"\"
    . ~ 2
     3 R .
    \"\"\"
    legend:
        "~": terrain = water, level = -1
        "2": level = 2, gold = 4
        "3": terrain = water, level = 3
        "R": level = 1, place Rock
piece Rock "#"
piece Man "M":
    damage: int in 0..3 = 0
    tired: bool = false until turn_end
display:
    water: "~"
    level: ""
    gold: "$", "nuggets", "yellow"
setup:
    place Man of Red on c1 with damage = 2, tired = true
    place Man of Blue on b1
action Walk:
    pick m in Man of mover
    pick there in neighbors(m.at)
    where there.figures == none
    do:
        move m to there
    say "{m.at}-{there}"
action Hit:
    pick m in Man of mover
    pick v in Man of enemies(mover)
    do:
        v.damage += 1
action Rest:
    say "rest"
turn:
    choose Walk | Hit | Rest
end:
    tie when turn_number > 9
scenario "a picture with numbers":
    given:
        board \"\"\"
            m ~ 2$4
             ~3 # .
            \"\"\"
    expect a2.figures.owner == Blue and c2.level == 2 and no(Man of Red)
"""


@pytest.fixture(scope="module")
def hills(tmp_path_factory: pytest.TempPathFactory) -> rw.Game:
    path: Path = tmp_path_factory.mktemp("hills") / "hills.rules"
    path.write_text(HILLS)
    return rw.load(path)


def test_numbers_above_nothing_stand_behind_the_letter_of_the_ground(hills: rw.Game) -> None:
    lines = str(hills.start(1)).splitlines()
    assert lines[0].split()[2:] == [".", "~", "2$4"]
    assert lines[1].split()[2:] == ["~3", "m", "M"]


def test_a_list_tells_what_the_picture_hides(hills: rw.Game) -> None:
    text = str(hills.start(1))
    assert "b1 Rock; Man of Blue, on level 1" in text
    assert "c1 Man of Red (damage 2; tired)" in text
    # On c1 is no number, on a1 and c2 stands nobody.
    assert "on level 2" not in text and "c1 Man of Red (damage 2; tired), on" not in text


def test_sentences_tell_fields_and_the_ground_below(hills: rw.Game) -> None:
    """On c1 there is no ground that `display:` names; what lies where nobody stands is not told."""
    assert position_text(hills.start(1), plain=True).splitlines() == [
        "Red: Man (damage 2; tired) on c1.",
        "Blue: Man on b1 (level 1).",
        "Rock on b1 (level 1).",
    ]


def test_pictures_have_all_layers_numbers_and_lasting_fields(hills: rw.Game) -> None:
    svg = hills.start(1).svg()
    assert svg.count(">#</text>") == 1 + 1 and svg.count(">M</text>") == 2 + 1  # on the board and in the legend
    assert ">2</text>" in svg and ">$4</text>" in svg and ">level 3</text>" in svg and ">nuggets 4</text>" in svg
    assert ">damage 2</text>" in svg and ">tired</text>" not in svg


def test_letters_and_numbers_are_read_as_empty_ground(tmp_path: Path) -> None:
    path = tmp_path / "hills.rules"
    path.write_text(HILLS)
    (result,) = suite(path, {}).run()
    assert not result.failures


def test_targets_are_where_moves_end(hills: rw.Game) -> None:
    state = hills.start(1)
    board = state.game.setting.declared.board
    assert board is not None

    def names(action: str) -> set[str]:
        moves = [move for move in state.moves() if move.action == action]
        return {board.names[site] for site in targets(board, moves)}

    # c1 has the neighbours b1 (taken) and c2.
    assert names("Walk") == {"c2"}
    assert names("Hit") == {"b1"}
    assert names("Rest") == set()
    assert targets(None, state.moves()) == frozenset()
    view = state.view("Red")
    assert targets(board, view.moves()) == targets(board, state.moves())


def test_svg_marks_the_sites_of_moves(hills: rw.Game) -> None:
    state = hills.start(1)
    walks = [move for move in state.moves() if move.action == "Walk"]
    assert "may be chosen" in state.svg(walks) and "may be chosen" not in state.svg()
    view = state.view("Red")
    assert view.svg([move for move in view.moves() if move.action == "Walk"]) == state.svg(walks)


PASSING = """
language 1
game "Passing"
players White, Black
board square 3 by 3
piece Man "M"
var last: Man until turn_end
var steps: int in 0..3 = 1 until turn_end
var total: int in 0..99 = 0
display:
    last: "", "", "the man that moves"
setup:
    place Man of White on a1
    place Man of Black on c3
action Step:
    pick m in Man of mover
    pick there in neighbors(m.at) & empty
    do:
        last = m
        steps += 1
        total += 1
        move m to there
    say "{there}"
turn:
    choose Step
    choose Step where m == last
end:
    tie when total > 20 or steps > 3
"""


def test_variables_that_reset_themselves_are_shown_while_they_hold_something(tmp_path: Path) -> None:
    path = tmp_path / "passing.rules"
    path.write_text(PASSING)
    state = rw.load(path).start(1)
    assert list(state.variables()) == ["total: 0"]
    state = state.play("b1")
    assert list(state.variables()) == ["the man that moves: b1", "steps: 2", "total: 1"]
    assert list(state.play("c1").variables()) == ["total: 2"]
