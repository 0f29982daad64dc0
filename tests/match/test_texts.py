"""Texts that definitions give, in `say` and `then`."""

import rulewright as rw

RULES = """
game "T"
players White, Black
board square 2 by 3
piece Man "m"
define file(s: site): text = ["a", "b"][s.column]
define sign(s: site): text:
    if s.row == 3:
        return "!"
    return "" if s.row == 1 else "?"
define crowd: text = "~" if count(Man) >= 2 else ""
define who: text = "w" if mover == White else "b"
action Drop:
    pick s in empty
    let f = file(s)
    do:
        place Man of mover on s
    say "{f}{s.row}{sign(s)}{who}" then "{crowd}{who}"
turn:
    choose Drop
end:
    tie when no(empty)
"""


def test_they_are_shown_before_and_after_the_move() -> None:
    state = rw.loads(RULES).start(1)
    assert [move.text for move in state.moves()] == ["a1wb", "b1wb", "a2?wb", "b2?wb", "a3!wb", "b3!wb"]
    state = state.play("a2?w")
    assert [move.text for move in state.moves()] == ["a1b~w", "b1b~w", "b2?b~w", "a3!b~w", "b3!b~w"]
    assert state.log == ("a2?wb",)
