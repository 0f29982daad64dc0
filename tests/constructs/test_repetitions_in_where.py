"""`repetitions` in a `where`: how often a turn began with this position, the present turn included."""

import rulewright as rw

RULES = """
game "Shuffle"
players White, Black
board square 3 by 2
piece Man "m"
position is placement, mover
setup:
    place Man of White on a1
    place Man of Black on a2
action Step:
    pick m in mine
    pick there in steps(m.at, {E, W}) & empty
    do:
        move m to there
    say "{m.at}{there}"
action Claim:
    where repetitions >= 3 "not yet three times"
    do:
        tie
    say "draw"
turn:
    choose Step | Claim
end:
    White wins when turn_number > 90
"""


def test_a_draw_is_claimed_at_the_third_time() -> None:
    state = rw.loads(RULES).start(1)
    for move in 2 * ("a1b1", "a2b2", "b1a1", "b2a2"):
        assert state.find("draw") is None
        assert "not yet three times" in state.why("draw")
        state = state.play(move)
    assert [move.text for move in state.moves()] == ["a1b1", "draw"]
    assert state.play("draw").over and state.play("draw").returns == (0.0, 0.0)


def test_asking_for_it_is_no_move_of_an_after() -> None:
    rules = RULES.replace('    say "{m.at}{there}"', '    after not possible(Claim) "no"\n    say "{m.at}{there}"')
    state = rw.loads(rules).start(1)
    for move in ("a1b1", "a2b2", "b1a1", "b2a2", "a1b1", "a2b2", "b1a1"):
        state = state.play(move)
    assert state.moves()
