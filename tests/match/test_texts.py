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


PROMOTED = """
game "T"
players White, Black
board square 3 by 3
facing White N, Black S
piece Man "m"
piece Lord "L" is Man
setup:
    place Man of White on a1, b2
    place Man of Black on b3
action Step:
    pick m in mine
    pick there in steps(m.at, {forward, forward_right}) - mine.at
    do:
        remove there.piece
        move m to there
        if there.row == 3:
            m.kind = Lord
    say "{m.at}{there}" then " {m.kind}{m.at}{m.owner}"
turn:
    choose Step
end:
    player loses when no(Man of player)
"""


def test_after_the_move_a_pick_is_where_it_stands_then() -> None:
    state = rw.loads(PROMOTED).start(1)
    assert [move.text for move in state.moves()] == [
        "a1a2 ma2White", "b2b3 Lb3White", "b2c3 Lc3White",
    ]  # fmt: skip


def test_what_has_left_the_game_is_nothing_then() -> None:
    promoted = "        if there.row == 3:\n            m.kind = Lord\n"
    rules = PROMOTED.replace("        move m to there\n" + promoted, "        remove m\n")
    state = rw.loads(rules).start(1)
    assert [move.text for move in state.moves()] == ["a1a2 ", "b2b3 ", "b2c3 "]
