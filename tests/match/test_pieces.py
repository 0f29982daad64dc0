"""What pictures show: marks, signs, names and colours of components; marked ground."""

import rulewright as rw
from constructs.playing import load
from rulewright.drawing.palette import NOBODY, SEATS

RULES = """
board square 3 by 2
enum Ground: grass, water
field ground of each site: Ground = grass
region woods = {a1, c2}
piece Man "M"
piece Stone "S"

display:
    Man: "M", "♟", "man"
    Man of White: "o", "♙", "orange"
    Black: "#123456"
    water: "~", "sea", "sky blue"
    woods: "^"

setup:
    place Man of White on a1
    place Man of Black on b1
    place Stone on c1
    b2.ground = water
    c1.ground = water

action Dry:
    do:
        b2.ground = grass

turn:
    choose Dry
"""


def state() -> rw.State:
    return load(RULES).start(seed=1)


def test_components_as_plain_values() -> None:
    found = [(one.site, one.kind, one.owner, one.mark, one.sign, one.name, one.colour) for one in state().pieces()]
    assert found == [
        (0, "Man", 0, "o", "♙", "man", "#E69F00"),
        (1, "Man", 1, "m", "♟", "man", "#123456"),
        (2, "Stone", -1, "S0", "S", "Stone", NOBODY),
    ]
    assert {one.layer for one in state().pieces()} == {"piece"}


def test_a_player_without_a_colour_has_that_of_the_seat() -> None:
    plain = load(RULES.replace('    Black: "#123456"\n', "")).start(seed=1)
    assert plain.pieces()[1].colour == SEATS[1] == "#D55E00"


def test_kinds_without_a_colour_have_that_of_the_kind_above() -> None:
    rules = RULES.replace('piece Stone "S"', 'piece Knight "K" is Man\npiece Stone "S"').replace(
        "    Man: ", '    Stone: "purple"\n    Man: '
    )
    rules = rules.replace("place Man of White on a1", "place Knight of White on a1")
    found = {one.kind: one.colour for one in load(rules).start(seed=1).pieces()}
    assert found == {"Knight": "#E69F00", "Man": "#123456", "Stone": "#CC79A7"}


def test_ground_is_marked_while_it_is_empty() -> None:
    """The field of b2 is water, and so is that of c1, where a stone stands; a1 and c2 are woods."""
    assert [(one.site, one.name, one.mark, one.colour) for one in state().grounds()] == [
        (0, "woods", "^", ""), (2, "sea", "~", "#56B4E9"), (4, "sea", "~", "#56B4E9"), (5, "woods", "^", ""),
    ]  # fmt: skip
    assert str(state()).splitlines()[:2] == ["2 | .  ~  ^", "1 | o  m  S0"]
    assert str(state().play("Dry")).splitlines()[0] == "2 | .  .  ^"


def test_marks_of_ground_are_read_as_empty_sites() -> None:
    rules = RULES.partition("setup:")[0] + 'setup:\n    board """\n        . ~ ^\n        o m S0\n        """\n'
    rules += "action" + RULES.partition("action")[2]
    found = [(one.site, one.kind, one.owner) for one in load(rules).start(seed=1).pieces()]
    assert found == [(0, "Man", 0), (1, "Man", 1), (2, "Stone", -1)]
