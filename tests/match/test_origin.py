"""Sites that people call by columns and rows from one of them."""

import pytest

import rulewright as rw
from constructs.playing import load

RULES = """
board square 7 by 7 wrapped
piece Man "M"
notation short = "{mover}:{Man of White}"

display:
    origin: b2
    White: "W"
    Black: "B"

setup:
    place Man of White on b2, c2
    place Man of Black on f6

action Step:
    pick m in mine
    pick there in neighbors(m.at) & empty
    do:
        move m to there
    say "{m.at}>{there}"

action Plant:
    pick 2 S in neighbors(b2, {N, S, W}) & empty
    do:
        for s in S:
            place Man of mover on s

turn:
    choose Step | Plant
"""


def start() -> rw.State:
    return load(RULES).start(seed=1)


def test_moves_are_written_with_them() -> None:
    """a2 lies one column before b2, b1 one row below; g is six columns from a, the second before b."""
    texts = [move.text for move in start().moves()]
    assert "0,0>-1,0" in texts and "1,0>2,0" in texts and "0,0>0,-1" in texts
    assert "-1,0>-2,0" in [move.text for move in start().play("0,0>-1,0").play("Plant 0,-1, 0,1").moves()]


@pytest.mark.parametrize("text", ["0,0>-1,0", "b2>a2", "Step b2 a2", "Step 0,0 -1,0", "Step m = b2, there = -1,0"])
def test_either_name_is_read(text: str) -> None:
    state = start().play(text)
    assert [state.game.setting.declared.board.sites[one.site] for one in state.standing()] == ["a2", "c2", "f6"]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["Plant 0,-1, 0,1", "Plant b1, b3", "Plant S = b3, b1", "Plant 0,1,0,-1"])
def test_several_sites(text: str) -> None:
    assert "Plant 0,-1, 0,1" in [move.text for move in start().moves()]
    assert len(start().play(text).standing()) == 5


def test_lists_in_notations_name_sites_as_the_board_does() -> None:
    """A comma stands between two of a list."""
    state = start().play("0,0>-1,0")
    assert state.notation() == "B:a2,c2"
    assert load(RULES).start(seed=1, setup=state.notation()).notation() == "B:a2,c2"


def test_a_record_is_replayed() -> None:
    state = start().play("0,0>-1,0").play("Plant 0,-1, 0,1")
    assert rw.read_record(state.record(), load(RULES)).state == state


def test_pictures_have_them_beside_the_rows() -> None:
    assert "| -1,0 0,0 1,0 2,0" in str(start())
