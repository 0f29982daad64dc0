"""An effect on a set is done whole, then its events run in order."""

from __future__ import annotations

import rulewright as rw

GAME = """\
language 1
game "Turncoats"
players White, Black
board square 3 by 1
piece Man "m"
var seen: int in 0..99 = 0
setup:
    place Man of White on a1, b1
action Turn:
    do:
        mine.owner = opponent
when owner_changed(x, was):
    seen = seen * 10 + count(Man of Black)
turn:
    choose Turn
end:
    tie when seen > 0
"""


def test_owners_change_before_anything_reacts() -> None:
    """Both men are Black's before the first of the two reactions: it sees 2, and so does the second, hence 22."""
    state = rw.loads(GAME).start(seed=1).play("Turn")
    assert state.over
    assert state.variables() == ("seen: 22",)
