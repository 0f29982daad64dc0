"""Several layers: one component of each on a site, what lies topmost, what is empty, groups, swaps, changes of kind."""

from __future__ import annotations

import pytest

import rulewright as rw
from constructs.playing import play, texts, trail

ARENA = """
board square 4 by 1

layer ground: Ground
layer stone: Stone

tile Ground "g":
    level = 1
tile Water "w" is Ground:
    level = 2
piece Stone "s"
piece Man "m":
    power = 5

action Go:
    do:
        {do}
    say "go"

turn:
    choose Go
"""


def after(*lines: str) -> rw.State:
    """The state after an action that does these lines."""
    return play(ARENA.replace("{do}", "\n        ".join(lines)), "go")


def standing(state: rw.State) -> list[str]:
    """`a1 ground Water of White`, by site and layer."""
    declared = state.game.setting.declared
    assert declared.board is not None
    found = []
    for piece in state.standing():
        owner = f" of {declared.players[piece.owner]}" if piece.owner >= 0 else ""
        where = f"{declared.board.sites[piece.site]} {declared.layers[piece.layer].name}"
        found.append(f"{where} {declared.kinds[piece.kind].name}{owner}")
    return found


def test_each_layer_has_its_slot() -> None:
    """What no layer names stands in the layer `piece`, on top."""
    state = after(
        "place Water on a1, b1",
        "place Man of White on a1",
        "place Stone of Black on a1",
        "note(a1.ground.level)",
        "note(a1.piece.power)",
        "note(1 if a1.stone is Stone and b1.stone == none and b1.piece == none and c1.ground == none else 2)",
        "note(1 if step(d1, E).ground == none else 2)",
    )
    assert trail(state) == [2, 5, 1, 1]
    assert standing(state) == [
        "a1 ground Water",
        "a1 stone Stone of Black",
        "a1 piece Man of White",
        "b1 ground Water",
    ]
    assert str(state).splitlines()[0].split() == ["1", "|", "M", "w0", ".", "."]


def test_the_topmost_layer_owns_the_site() -> None:
    state = after(
        "place Ground of Black on a1",
        "note(1 if a1.owner == Black else 2)",
        "place Man of White on a1",
        "note(1 if a1.owner == White else 2)",
        "place Stone of Black on a1",
        "note(1 if a1.owner == White else 2)",
        "remove a1.piece",
        "note(1 if a1.owner == Black and a1.stone.owner == Black else 2)",
        "note(1 if b1.owner == none else 2)",
    )
    assert trail(state) == [1, 1, 1, 1, 1]


def test_empty_is_empty_in_all_layers() -> None:
    state = after(
        "place Ground on a1",
        "place Man of White on a1, b1",
        "note(count(empty))",
        "move a1.piece to c1",
        "note(count(empty))",
        "note(1 if a1.occupied and b1.occupied and d1.empty else 2)",
        "remove a1.ground",
        "note(1 if a1.empty else 2)",
        "note(10 * count(sites.piece) + count(sites.ground))",
        "note(count(mine.at))",
    )
    assert trail(state) == [2, 1, 1, 1, 20, 2]


def test_components_come_by_site_then_layer() -> None:
    """Placed from the right and from the top; listed from the left and from below: 1 is ground, 5 a man."""
    state = after(
        "place Man of White on b1, a1",
        "place Stone of White on b1",
        "place Ground of White on b1, a1",
        "for x in mine:",
        "    note(10 * x.at.column + (1 if x is Ground else 5 if x is Man else 3))",
        "note(1 if first(mine) is Ground else 2)",
    )
    assert trail(state) == [11, 15, 21, 23, 25, 1]


def test_a_full_slot_is_full_only_in_its_layer() -> None:
    after("place Ground on a1", "place Man of White on a1", "place Man of White on b1", "place Stone on a1")
    for line in ("place Man of Black on a1", "move b1.piece to a1"):
        with pytest.raises(rw.PlayError, match="a1 is taken already, by Man") as error:
            after("place Ground on a1", "place Man of White on a1, b1", line)
        assert error.value.code == "X101"


def test_references_follow_in_all_layers() -> None:
    state = after(
        "place Ground on a1",
        "place Man of White on a1, b1",
        "let man = a1.piece",
        "let ground = a1.ground",
        "move man to d1",
        "move b1.piece to a1",
        "note(10 * man.at.column + ground.at.column)",
        "move ground to d1",
        "note(1 if d1.ground == ground and d1.piece == man else 2)",
        "remove man",
        "note(1 if man == none and d1.piece == none and d1.ground == ground else 2)",
    )
    assert trail(state) == [41, 1, 1]


def test_swaps_within_and_between_layers() -> None:
    """Two men exchange sites; a man and a ground go each to the other's site, in their own layers."""
    state = after(
        "place Man of White on a1",
        "place Man of Black on b1",
        "place Ground on c1",
        "swap a1.piece with b1.piece",
        "swap a1.piece with c1.ground",
    )
    assert standing(state) == ["a1 ground Ground", "b1 piece Man of White", "c1 piece Man of Black"]
    state = after("place Man of White on a1", "place Ground on a1", "swap a1.piece with a1.ground")
    assert standing(state) == ["a1 ground Ground", "a1 piece Man of White"]
    with pytest.raises(rw.PlayError, match="b1 is taken already, by Man"):
        after("place Man of White on a1, b1", "place Ground on b1", "swap a1.piece with b1.ground")


def test_a_kind_changes_within_its_layer_only() -> None:
    state = after("place Ground of White on a1", "a1.ground.kind = Water", "note(a1.ground.level)")
    assert trail(state) == [2]
    state = after("place Ground of White on a1", "for x in mine:", "    x.kind = Ground")
    assert standing(state) == ["a1 ground Ground of White"]
    with pytest.raises(rw.PlayError, match="Man cannot become Ground, which stands in another layer") as error:
        after("place Man of White on a1", "for x in mine:", "    x.kind = Ground")
    assert error.value.code == "X109"


GROUPS = """
board square 4 by 1

layer ground: Ground
layer men: Man

tile Ground
piece Man

setup:
    place Ground of Black on a1, b1, c1, d1
    place Man of White on a1, b1
    place Man of Black on c1

action Go:
    do:
        note(count(group(a1)))
        note(count(group(c1)))
        remove c1.men
        remove d1.ground
        note(count(group(c1)))
        note(count(group(d1)))
    say "go"

turn:
    choose Go
"""


def test_groups_are_of_those_who_own_the_sites() -> None:
    """c1 and d1 are Black's, by the man and by the ground; then c1 alone; d1 is empty."""
    assert trail(play(GROUPS, "go")) == [2, 2, 1, 0]


EQUAL = """
board square 2 by 1

layer ground: Ground
layer men: Man

tile Ground "g"
piece Man "m"

action Put:
    pick s in sites
    pick k in {Ground, Man}
    where s.ground == none if k == Ground else s.men == none
    do:
        place k of White on s
    say "{k}{s}"

action Lift:
    pick x in mine
    do:
        remove x

action Go:
    pick x in mine
    pick there in sites
    where there.ground == none if x is Ground else there.men == none
    do:
        move x to there

turn:
    choose Put | Lift | Go
    else: nothing
"""


def test_the_same_layers_are_the_same_state() -> None:
    one, two = play(EQUAL, "ga1", "ma1"), play(EQUAL, "ma1", "ga1")
    assert one == two and one.hash == two.hash
    assert play(EQUAL, "ga1", "ma1") != play(EQUAL, "ga1", "mb1")
    assert play(EQUAL, "ga1", "mb1", "Lift a1", "ga1") == play(EQUAL, "ga1", "mb1")


def test_moves_tell_components_of_one_site_apart() -> None:
    """Both stand on a1; the default notation would name both by their site."""
    state = play(EQUAL, "ga1", "ma1")
    assert "Lift a1.ground" in texts(state) and "Lift a1.men" in texts(state)
    assert standing(state.play("Lift a1.ground")) == ["a1 men Man of White"]
    assert standing(state.play("Go a1.men b1")) == ["a1 ground Ground of White", "b1 men Man of White"]
    with pytest.raises(rw.AmbiguousMove):
        state.play("Lift x = a1")
    assert standing(state.play("Lift x = Man")) == ["a1 ground Ground of White"]
    assert "Lift a1" in texts(play(EQUAL, "ga1", "mb1"))


REPEATED = """
board square 2 by 1

layer ground: Ground
layer men: many Man

tile Ground
piece Man:
    copies = 4

position is placement

setup:
    place Ground of White on a1
    place 2 Man of White on a1

action Go:
    pick x in Ground + Man
    let there = first(sites - {x.at})
    where x is Man or there.ground == none
    do:
        move x to there
    say "{x.kind}{x.at}"

turn:
    choose Go

end:
    White wins when repetitions == 2
"""


def test_positions_repeat_layer_by_layer() -> None:
    """The ground goes to b1, a man after it: ground b1, men a1 and b1. With the ground back on a1 that is new; with the
    man back it is as after the first move. With both men on b1, either may come back: they are alike."""
    state = play(REPEATED, "Ga1", "Ma1")
    assert not state.over and not state.play("Gb1").over
    assert state.play("Mb1").over
    both = state.play("Ma1")
    assert not both.over and texts(both) == ["Gb1", "Mb1"]
    assert both.play("Mb1").over


SCENARIO = '''
board square 3 by 2

layer ground: Ground
layer men: pile Man

tile Ground "g"
piece Man "m":
    copies of each player = 5

display:
    Ground: "_"

setup:
    board """
        m3 .  M
        _  _  M2
    """

action Go:
    pick s in occupied
    do:
        move s.men to a1
    say "{s}"

turn:
    choose Go
'''


def test_pictures_show_what_lies_on_top() -> None:
    state = play(SCENARIO)
    assert standing(state)[:2] == ["a1 ground Ground", "b1 ground Ground"]
    assert standing(state)[2:] == [*["c1 men Man of White"] * 2, *["a2 men Man of Black"] * 3, "c2 men Man of White"]
    lines = str(state).splitlines()
    assert [lines[0].split()[2:], lines[1].split()[2:]] == [["m3", ".", "M"], ["_", "_", "M2"]]
    lines = str(state.play("c1").play("a2")).splitlines()
    assert [lines[0].split()[2:], lines[1].split()[2:]] == [[".", ".", "M"], ["m5", "_", "."]]
