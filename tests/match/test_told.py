"""Definitions that `display:` tells, below the board."""

from __future__ import annotations

import rulewright as rw

RULES = """
game "Told"
players White, Black
board square 4 by 1
piece Man "M":
    worth = 2
piece King "K" is Man:
    worth = 5
define points(p: player): int = sum(m in Man of p: m.worth)
define leader: player = White if points(White) > points(Black) else Black if points(Black) > points(White) else none
define crowded: bool = count(empty) < 2
display:
    crowded: "crowded"
    points: "points on the board"
    leader: "who leads"
setup:
    place Man of White on a1
    place King of Black on d1
action Grow:
    pick s in empty
    do:
        place King of mover on s
turn:
    choose Grow
end:
    tie when no(empty)
"""


def test_what_definitions_give_now() -> None:
    state = rw.loads(RULES).start()
    assert state.variables() == ("crowded: false", "points on the board: White 2, Black 5", "who leads: Black")
    state = state.play(state.moves()[0])
    assert state.variables() == ("crowded: true", "points on the board: White 7, Black 5", "who leads: White")
    assert state.view("Black").variables() == state.variables()
    assert str(state).splitlines()[-3] == "points on the board: White 7, Black 5"


def test_what_is_told_is_used() -> None:
    """A definition that is only told is no W101."""
    from rulewright.semantics import check_text

    assert [str(one) for one in check_text(RULES)[1]] == []
