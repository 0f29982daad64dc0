"""What lies face down, in pictures and in words, for those who know it and for those who do not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright.cli.playing import sentences

RULES = """
game "Ambush"
players South, North
board square 3 by 1
piece Spy "S"
piece Guard "G"
setup:
    place Spy of South on a1
    place Guard of North on c1
action Hide:
    pick p in mine
    do:
        flip p
    say "hide {p.at}"
turn:
    choose Hide
end:
    tie when turn_number > 6
"""


@pytest.fixture
def hidden() -> rw.State:
    """South's Spy was turned over in the open: both know what lies there."""
    return rw.loads(RULES).start(1).play("hide a1")


def test_what_is_known_keeps_its_letter(hidden: rw.State) -> None:
    assert str(hidden).splitlines()[0] == "1 | S? .  g"
    assert [piece.name for piece in hidden.pieces()] == ["Spy (face down)", "Guard"]
    assert sentences(hidden) == ["South: Spy (face down) on a1.", "North: Guard on c1."]


def test_turned_back_it_is_as_before(hidden: rw.State) -> None:
    again = hidden.play("hide c1").play("hide a1")
    assert str(again).splitlines()[0] == "1 | S  .  g?"


SECRET = """
game "Ambush"
players South, North
board square 3 by 1
card Ambush
card Spy "S" is Ambush
card Guard "G" is Ambush:
    copies = 2
zone hand of each player: Ambush, visible to owner
setup:
    place Spy of South, Guard of South in hand of South
    place Guard of North in hand of North
action Lay:
    pick c in hand of mover
    pick there in empty
    do:
        flip c
        move c to there
turn:
    choose Lay
end:
    tie when turn_number > 2
"""


def test_who_does_not_know_it_sees_a_mark_of_its_owner() -> None:
    state = rw.loads(SECRET).start(1).play("Lay Spy b1")
    south, north = state.view("South"), state.view("North")
    assert str(south).splitlines()[0] == "1 | .  S? ."
    assert str(north).splitlines()[0] == "1 | .  ?1 ."
    assert [(piece.kind, piece.name) for piece in north.pieces()] == [("", "face down")]
    assert sentences(north)[0] == "South: face down on b1."
    assert "face down of South on b1" in north.svg() and "Spy" not in north.svg()
    assert north.log == ("South: Lay hand of South b1",)


def test_a_face_down_piece_is_no_kind_in_json(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    import json

    from rulewright.cli.group import root

    monkeypatch.chdir(tmp_path)
    (tmp_path / "ambush.rules").write_text(SECRET)
    result = CliRunner().invoke(
        root, ["show", "ambush.rules", "--moves", "Lay Spy b1", "--as", "North", "--format", "json"]
    )
    (piece,) = json.loads(result.output)["board"]
    assert piece == {"site": "b1", "layer": "piece", "kind": None, "owner": "South", "face_down": True}
