"""What came of a move, as lines; whose turn it is, as the line before somebody else's moves."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright.cli.group import root
from rulewright.match.changes import changes, turn_line, turn_of

HURT = """
game "Hurt"
players Red, Blue
board square 4 by 2
piece Man:
    damage: int in 0..9 = 0
    tired: bool = false
    spent: int in 0..9 = 0 until turn_end
    inner: int in 0..9 = 0
piece Wall
die coin: 1..2
display:
    damage: "wounds"
    inner: ""
    turn_number: "", "", "turn (of 9)"
setup:
    place Man of Red on a1, b1
    place Man of Blue on a2, b2, c2
    place Wall on d1
procedure hurt(m: Man, n: int):
    m.damage += n
    m.inner += 1
    m.spent += 1
    if m.damage > 3:
        remove m
action Hit:
    pick t in Man
    pick n in 1..4
    do:
        hurt(t, n)
action Heal:
    pick t in Man
    where t.damage > 0
    do:
        t.damage = 0
        t.tired = not t.tired
action Step:
    pick m in Man of mover
    pick there in empty
    do:
        move m to there
        m.damage += 1
action Quake:
    do:
        if roll coin > 0:
            for m in Man:
                hurt(m, 4)
action Swap:
    pick t in Man of opponent
    do:
        t.owner = mover
action End:
    do:
        nothing
turn:
    choose Hit | Heal | Step | Quake | Swap | End
    choose Hit | Heal | Step | Quake | Swap | End
end:
    tie when turn_number > 9
"""


def told(*texts: str) -> list[str]:
    """What came of the last of these moves."""
    state = rw.loads(HURT).start(seed=1)
    for text in texts:
        state = state.play(text)
    assert state.before is not None
    mover, rolled = state.game.players.index(state.before.mover or ""), bool(state.fell)
    found = changes(state.before, state, mover=mover, rolled=rolled)
    assert changes(state.before, state, 0, mover, rolled) == found  # nothing is hidden here
    return found


def test_fields_that_last_are_told_with_their_names_for_people() -> None:
    assert told("Hit a2 2") == ["Man of Blue on a2: wounds 2"]
    assert told("Hit a2 2", "Hit a2 1") == ["Man of Blue on a2: wounds 3"]
    assert told("Hit a2 2", "Heal a2") == ["Man of Blue on a2: tired, no wounds"]
    assert told("Hit a2 2", "Heal a2", "Hit a2 1", "Heal a2") == ["Man of Blue on a2: no wounds, not tired"]
    assert told("Hit a2 2", "End", "End") == []  # the one that resets itself


def test_who_went_somewhere_is_told_where() -> None:
    assert told("Hit a1 2", "Step a1 c1") == ["Man of Red on c1: wounds 3"]


def test_what_left_is_told_of_others_and_after_a_roll() -> None:
    assert told("Hit a2 4") == ["Man of Blue left a2"]
    assert told("Hit a1 4") == []  # the mover's own
    assert told("Swap a2") == []  # it stands there still
    gone = ["Man of Red left a1", "Man of Red left b1", "Man of Blue left a2", "Man of Blue left b2"]
    assert told("Quake") == [*gone, "Man of Blue left c2"]


def test_more_than_six_are_counted() -> None:
    rules = HURT.replace("on a2, b2, c2", "on a2, b2, c2, d2, c1").replace("place Wall", "place Man of Blue")
    state = rw.loads(rules).start(seed=1)
    lines = changes(state, state.play("Quake"), rolled=True)
    assert len(lines) == 7 and lines[-1] == "and 2 more"


def test_games_whose_kinds_have_no_fields_tell_nothing() -> None:
    state = rw.load("chess").start()
    for text in ("e4", "d5", "exd5"):
        after = state.play(text)
        assert changes(state, after) == []
        state = after


def test_a_turn_by_its_player_and_number() -> None:
    state = rw.loads(HURT).start(seed=1)
    assert turn_line(state) == "-- Red's turn, turn 1 --"
    assert turn_of(state) == turn_of(state.play("End"))
    later = state.play("End").play("End")
    assert turn_of(later) != turn_of(state) and turn_line(later) == "-- Blue's turn, turn 2 --"
    assert turn_line(rw.load("pig").start(seed=1)) == "-- Ann's turn --"


@pytest.mark.parametrize(("game", "line"), [("pig", "-- Ben's turn --"), ("chess", "")])
def test_the_turns_of_others_have_a_heading_where_they_go_on(game: str, line: str) -> None:
    answers = "roll\nhold\n" * 8 if game == "pig" else "a2a3\nb2b3\n"
    output = CliRunner().invoke(root, ["play", game, "--seed", "1"], input=answers + "quit\n").output
    headings = [text for text in output.splitlines() if text.startswith("--")]
    assert set(headings) == ({line} if line else set())
