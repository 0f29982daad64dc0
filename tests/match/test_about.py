"""All about what stands on a site: fields, numbers as they are now, what a player may know of it."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.match.knowledge import Knowledge

BANNERS = """
game "Banners"
players White, Black
board square 4 by 4
layer ground: Stone
layer figures: many Figure
field level of each site: int in 0..3 = 0
piece Stone "#"
piece Figure:
    strength = 2
    speed = 4
    wounds: int in 0..3 = 0
piece Guard "G" is Figure
piece Rider "R" is Figure:
    strength = 3
    speed = 7
piece Banner "B" is Figure:
    strength = 0
    modify strength(f: Figure) by +1 when f.owner == self.owner and adjacent(f.at, self.at)
modify speed(f: Figure) at most 3 when f.at.ground != none
display:
    level: ""
setup:
    place Stone on a2
    place Guard of White on a2 with wounds = 1
    place Rider of White on a2, d4
    place Banner of White on a1, b2
    a2.level = 2
action Step:
    pick f in mine
    pick there in neighbors(f.at)
    do:
        move f to there
turn:
    choose Step
    else: nothing
end:
    tie when turn_number > 9
"""


def test_each_component_with_its_numbers_as_they_are_now() -> None:
    state = rw.loads(BANNERS).start()
    assert state.about("a2") == (
        "Stone",
        "Guard of White (wounds 1): strength 4 (printed 2), speed 3 (printed 4)",
        "Rider of White: strength 5 (printed 3), speed 3 (printed 7)",
        "on level 2",
    )
    assert state.about("D4") == ("Rider of White: strength 3, speed 7",)
    assert state.about("c3") == ()


def test_it_goes_with_the_game() -> None:
    state = rw.loads(BANNERS).start()
    moved = state.play(next(move for move in state.moves() if move.text == "Step b2 c3"))
    assert moved.about("d4") == ("Rider of White: strength 4 (printed 3), speed 7",)
    assert moved.about("a2")[2] == "Rider of White: strength 4 (printed 3), speed 3 (printed 7)"
    assert state.about("d4") == ("Rider of White: strength 3, speed 7",)


def test_no_such_site() -> None:
    with pytest.raises(KeyError):
        rw.loads(BANNERS).start().about("e5")


def test_names_for_people_and_what_they_are_not_told() -> None:
    rules = BANNERS.replace("    level:", '    wounds: "damage"\n    strength: "might"\n    speed: ""\n    level:')
    state = rw.loads(rules).start()
    assert state.about("a2")[1:3] == (
        "Guard of White (damage 1): might 4 (printed 2)",
        "Rider of White: might 5 (printed 3)",
    )
    assert "Guard of White (damage 1)" in str(state)
    one = rules.replace("    strength:", '    strength of Guard: ""\n    wounds of Guard: "hurt"\n    strength:')
    assert rw.loads(one).start().about("a2")[1:3] == (
        "Guard of White (hurt 1)",
        "Rider of White: might 5 (printed 3)",
    )
    assert "wounds" not in str(rw.loads(rules.replace('"damage"', '""')).start())


SPIES = """
game "Spies"
players White, Black
board square 3 by 1
piece Spy:
    strength = 2
piece Scout "C" is Spy:
    copies of each player = 1
piece Chief "H" is Spy:
    copies of each player = 1
    strength = 5
modify strength(s: Spy) by count(x in Chief: x.owner != s.owner)
zone camp of each player: Spy, visible to owner
setup:
    move supply(Spy of White) to camp of White
    place Scout of Black on c1
turn:
    choose Send | Wait
action Send:
    pick s in camp of mover
    do:
        flip s
        move s to a1
action Wait:
    do:
        nothing
end:
    tie when turn_number > 2
"""


def test_a_view_tells_what_its_player_knows() -> None:
    """The Chief of White makes Black's scouts stronger, but Black does not know who was sent."""
    start = rw.loads(SPIES).start()
    scout, chief = start.play("Send Scout"), start.play("Send Chief")
    for state in (scout, chief):
        assert state.view("Black").about("a1") == ("face down of White",)
    assert scout.view("White").about("a1") == ("Scout (face down) of White: strength 2",)
    assert chief.view("White").about("a1") == ("Chief (face down) of White: strength 5",)
    assert chief.about("c1") == ("Scout of Black: strength 3 (printed 2)",)
    assert scout.about("c1") == ("Scout of Black: strength 2",)
    assert scout.view("Black").about("c1") == chief.view("Black").about("c1")


def test_where_no_world_is_found_numbers_are_told_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    view = rw.loads(BANNERS).start(1).view("White")
    assert view.about("a2")[1] == "Guard of White (wounds 1): strength 4 (printed 2), speed 3 (printed 4)"
    monkeypatch.setattr(Knowledge, "some", lambda *_: ())
    assert view.about("a2") == (
        "Stone",
        "Guard of White (wounds 1): strength 2 (printed), speed 4 (printed)",
        "Rider of White: strength 3 (printed), speed 7 (printed)",
        "on level 2",
    )
    assert view.about("c3") == ()
    with pytest.raises(ValueError, match="no world"):
        view.why("Step a1 d4")
    assert view.why("step A1 b1") == ""
