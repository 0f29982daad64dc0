"""Events of zones: which one it is, their order, who reacts; components that have zones; swaps."""

from __future__ import annotations

from program.zoned import after

BOARD = """
players White, Black
board square 3 by 1
piece Man:
    copies = 4
zone box
zone deck: ordered
zone camp: in_play

when placed(x, there):
    note(1 if there == a1 else 2)
when moved(x, here, there):
    note(3)
when removed(x, here):
    note(4 if here != none else 5)
when dealt(x, there):
    note(6 if there == box else 7 if there == deck else 8)
"""


def test_what_came_from_where_tells_which_event_it_is() -> None:
    t, s = after(
        BOARD,
        "place Man on a1",
        "let m = a1.piece",
        "move m to b1",
        "move m to box",
        "move m to deck",
        "move m to a1",
        "remove m",
    )
    assert t.trail(s) == [1, 3, 4, 7, 1, 4]


def test_new_in_a_zone_and_out_of_the_game_from_a_zone() -> None:
    t, s = after(BOARD, "place Man in box", "place 2 Man in deck", "remove box")
    assert t.trail(s) == [6, 7, 7, 5]


def test_a_whole_zone_goes_before_its_events_run() -> None:
    t, s = after(
        BOARD + "when dealt(x, there) last:\n    note(20 + count(deck))\n",
        "place 3 Man in box",
        "note(0)",
        "move box to deck",
    )
    assert t.trail(s)[t.trail(s).index(0) :] == [0, 7, 20 + 3, 7, 20 + 3, 7, 20 + 3]


def test_dealing_is_done_before_its_events_run() -> None:
    t, s = after(
        BOARD + "when dealt(x, there) last:\n    note(20 + count(deck))\n",
        "place 3 Man in deck",
        "note(0)",
        "deal 2 from deck to camp",
    )
    assert t.trail(s)[t.trail(s).index(0) :] == [0, 8, 21, 8, 21]


def test_staying_is_no_event() -> None:
    t, s = after(BOARD, "place 2 Man in deck", "move top(deck) to deck bottom", "move deck to deck", "move box to box")
    assert t.trail(s) == [7, 7]


def test_the_supply_comes_into_the_game_with_its_events() -> None:
    t, s = after(BOARD, "place Man on c1", "move supply(Man) to deck")
    assert t.trail(s) == [2, 7, 7, 7]


KINDS = """
players White, Black
board square 3 by 1
card Imp:
    copies = 1
    when placed(self, there):
        note(1)
    when dealt(self, there):
        note(2)
    when removed(self, here):
        note(3)
    when called(n):
        note(10 + n)
card Owl:
    copies = 1
    when dealt(x, there):
        note(4)
event called(n: int)
zone box
zone camp: in_play
zone deck: ordered
"""


def test_only_what_is_in_play_reacts_but_to_what_happens_to_itself() -> None:
    t, s = after(
        KINDS,
        "place Imp in box",
        "emit called(0)",
        "place Owl in box",
        "for i in box where i is Imp:",
        "    move i to camp",
        "emit called(1)",
        "for i in camp where i is Imp:",
        "    move i to a1",
        "    emit called(2)",
        "    move i to box",
        "    emit called(3)",
    )
    assert t.trail(s) == [2, 2, 11, 1, 12, 3]


def test_reactions_in_zones_in_play_come_by_place() -> None:
    t, s = after(
        "players White, Black\nboard square 2 by 1\nevent called(n: int)\nzone camp: in_play, ordered\nzone box\n"
        "card Bug:\n    size = 0\n    copies = 0\n    when called(n):\n        note(self.size)\n"
        "card Ant is Bug:\n    size = 1\n    copies = 1\ncard Bee is Bug:\n    size = 2\n    copies = 1\n"
        "card Cow is Bug:\n    size = 3\n    copies = 1\ncard Dog is Bug:\n    size = 4\n    copies = 1\n",
        "place Cow, Ant in camp",
        "place Bee on b1",
        "place Dog in box",
        "emit called(0)",
    )
    assert t.trail(s) == [2, 3, 1]


def test_a_reactor_that_has_left_play_is_skipped() -> None:
    t, s = after(
        "players White, Black\nevent called(n: int)\nzone camp: in_play, ordered\nzone box\n"
        "card Ant:\n    when called(n):\n        note(1)\n        move camp to box\n"
        "card Bee:\n    when called(n):\n        note(2)\n",
        "place Ant, Bee in camp",
        "emit called(0)",
    )
    assert t.trail(s) == [1]
