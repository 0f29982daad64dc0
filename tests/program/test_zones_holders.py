"""Zones of components, swaps with zones, zones that are known only in play."""

from __future__ import annotations

import pytest

from program.zoned import after
from rulewright.engines.protocol import PlayError

ARMIES = """
players White, Black
board square 3 by 1
piece Army:
    copies of each player = 2
card Order:
    copies = 1
card Spy is Order:
    copies = 1
zone plans of each Army: Order, ordered, visible to owner
zone box
zone reserve: Army
"""


def test_every_component_has_its_own_zone() -> None:
    t, s = after(
        ARMIES,
        "place Army of White on a1",
        "place Army of Black on b1",
        "let a = the Army of White",
        "let b = the Army of Black",
        "place Order in plans of a",
        "place Spy in plans of b",
        "note(10 * count(plans of a) + count(plans of b))",
        "note(1 if top(plans of b) is Spy and top(plans of a) is not Spy else 0)",
        "note(1 if top(plans of b).holder == b and top(plans of b).zone.owner == Black else 0)",
        "move a to c1",
        "note(1 if top(plans of the Army of White) is Order and a.at == c1 and a.holder == none else 0)",
        "move a to reserve",
        "note(1 if only(reserve) == a and count(plans of a) == 1 else 0)",
    )
    assert t.trail(s) == [11, 1, 1, 1, 1]


def test_its_owner_looks_into_it_also_when_that_changes() -> None:
    lines = ("place Army of White on a1", "let a = the Army of White", "place Spy in plans of a")
    t, s = after(ARMIES, *lines)
    holding = next(zone for zone in range(len(t.program.zones)) if t.view(s, "contents", zone))
    (spy,) = t.view(s, "contents", holding)
    assert t.program.zones[holding].holder == t.view(s, "refs_on", 0, 0)[0]
    assert (t.seats(t.view(s, "known", spy)), t.seats(t.view(s, "viewers", spy))) == ("W", "W")
    t, s = after(ARMIES, *lines, "a.owner = Black")
    assert (t.seats(t.view(s, "known", spy)), t.seats(t.view(s, "viewers", spy))) == ("WB", "B")


def test_its_content_leaves_the_game_with_it() -> None:
    t, s = after(
        ARMIES + "when removed(x, here):\n    note(1 if x is Army else 2 if x is Spy else 3)\n",
        "place Army of White on a1",
        "place Spy, Order in plans of the Army of White",
        "remove a1.piece",
        "note(10 * count(supply(Order)) + count(supply(Army of White)))",
        "place Army of Black on a1",
        "note(count(plans of the Army of Black))",
    )
    assert t.trail(s) == [1, 2, 3, 22, 0]


def test_a_set_goes_with_all_that_it_holds() -> None:
    t, s = after(
        ARMIES + "when removed(x, here):\n    note(1 if here == a1 else 2 if here == b1 else 3)\n",
        "place Army of White on a1, b1",
        "place Spy in plans of first(a in Army: a.at == b1)",
        "remove Army of White",
        "note(count(supply(Order)))",  # nowhere placed by name, Order only gathers: the spy is in the supply again
    )
    assert t.trail(s) == [1, 2, 3, 1]


def test_no_component_no_zone() -> None:
    t, s = after(
        ARMIES,
        "note(count(plans of the Army of Black))",
        "place Spy in plans of first(Army)",
        "note(count(supply(Order)))",
    )
    assert t.trail(s) == [0, 1]


# ---- swaps ----

MEN = """
players White, Black
board square 2 by 1
piece Man:
    copies = 4
    size: int in 0..9 = 0
zone row: ordered
zone box: hidden

when moved(x, here, there):
    note(10 + x.size)
when placed(x, there) if there in sites:
    note(20 + x.size)
when removed(x, here):
    note(30 + x.size)
when dealt(x, there):
    note(40 + x.size)
"""

STAND = (
    "place Man in row with size = 3",
    "place Man in row with size = 2",
    "place Man in row with size = 1",
    "place Man on a1 with size = 4",
    "noted = 0",
)


def test_between_the_board_and_a_row() -> None:
    t, s = after(
        MEN,
        *STAND,
        "for m in row where m.size == 2:",
        "    swap a1.piece with m",
        "note(a1.piece.size)",
        "note(row[2].size)",
        "note(row[1].size + row[3].size)",
    )
    assert t.trail(s) == [34, 22, 2, 4, 4]


def test_inside_a_row() -> None:
    for i, j in (1, 3), (3, 1):
        lines = f"for m in row where m.size == {i}:", f"    for k in row where k.size == {j}:", "        swap m with k"
        t, s = after(MEN, *STAND, *lines, "note(row[1].size)", "note(row[2].size)", "note(row[3].size)")
        assert t.trail(s) == [3, 2, 1]


def test_between_two_zones() -> None:
    t, s = after(
        MEN,
        *STAND,
        "move a1.piece to box",
        "noted = 0",
        "for m in row where m.size == 3:",
        "    for k in box:",
        "        swap m with k",
        "note(row[3].size)",
        "note(first(box).size)",
    )
    assert t.trail(s) == [43, 44, 4, 3]


def test_on_the_board_as_ever() -> None:
    t, s = after(MEN, *STAND, "move row[1] to b1", "noted = 0", "swap a1.piece with b1.piece", "note(a1.piece.size)")
    assert t.trail(s) == [14, 11, 1]


# ---- zones known only in play ----

KINDS = """
players White, Black
card Beast
card Plant
zone den: Beast
zone bed: Plant
zone heap

procedure send(x: Beast, z: zone):
    move x to z
"""


def test_a_zone_as_an_argument() -> None:
    t, s = after(KINDS, "place Beast in heap", "for b in heap where b is Beast:", "    note(1)", "place Plant in heap")
    assert (t.lies(s, "heap"), t.trail(s)) == ("Beast Plant", [1])


def test_a_zone_known_in_play_takes_only_its_kind() -> None:
    t, s = after(
        KINDS, "place Beast in den", "send(only(den), heap)", "for b in heap where b is Beast:", "    send(b, den)"
    )
    assert t.lies(s, "den") == "Beast"
    with pytest.raises(PlayError, match="Beast cannot come into bed") as error:
        after(KINDS, "place Beast in den", "send(only(den), bed)")
    assert error.value.code == "X110"
