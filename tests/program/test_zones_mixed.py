"""Zones beside everything else: plain pieces, layers and piles, changes of kind and owner, positions, scenarios."""

from __future__ import annotations

from program.zoned import after, do, table

MIXED = """
players White, Black
board square 3 by 1
piece Pawn "P":
    copies of each player = 2
card Card:
    copies = 0
card Ace is Card:
    copies = 2
card King is Card:
    copies = 2
zone deck: Card, ordered, hidden
zone hand of each player: Card, visible to owner
zone pool: Card
"""


def test_plain_pieces_stay_plain() -> None:
    t, s = after(
        MIXED,
        "place Pawn of White on a1",
        "let p = a1.piece",
        "move p to b1",
        "note(count(supply(Pawn of White)))",
        "place Pawn of Black on a1",
        "swap a1.piece with b1.piece",
        "note(1 if p.at == a1 and b1.piece.owner == Black else 0)",
        "note(10 * count(supply(Pawn of White)) + count(supply(Pawn of Black)))",
        "remove p",
        "note(10 * count(supply(Pawn of White)) + count(supply(Pawn of Black)))",
        "place Pawn of White on a1, c1",
        "note(10 * count(supply(Pawn of White)) + count(mine))",
    )
    assert t.trail(s) == [1, 1, 11, 21, 2]
    place = next(cell for cell in t.program.cells if cell.name == "place")
    assert place.size == 4  # only the cards have numbers


def test_a_change_of_kind_in_a_zone() -> None:
    t, s = after(
        MIXED,
        "place Ace, King in pool",
        "let a = first(c in pool: c is Ace)",
        "a.kind = King",
        "place Ace in pool",
        "note(10 * count(supply(Ace)) + count(supply(King)))",
    )
    assert (t.lies(s, "pool"), t.trail(s)) == ("Ace King King", [10])
    t, s = after(
        MIXED, "place King, Ace, King in deck", "shuffle deck", "for c in {d in deck: d is Ace}:", "    c.kind = King"
    )
    assert (t.lies(s, "deck"), t.loose(s, "deck")) == ("King King King", (0, 3))


def test_a_change_of_kind_and_owner_in_and_out_of_play() -> None:
    t, s = after(
        MIXED + "zone camp: Card, in_play\n",
        "place Ace of White in hand of White",
        "let a = only(hand of White)",
        "a.kind = King",
        "a.owner = Black",
        "note(10 * count(King) + count(supply(Ace)))",
        "move a to camp",
        "note(10 * count(King of Black) + count(Ace))",
        "a.kind = Ace",
        "note(10 * count(King) + count(Ace))",
    )
    assert t.trail(s) == [2, 10, 1]


PILES = """
players White, Black
board square 2 by 1
layer stack: pile Bug
layer many_here: many Egg
piece Bug:
    copies = 4
piece Egg:
    copies = 4
    hatched: bool = false
zone box: ordered
zone nest: Egg

when placed(x, there):
    note(1)
when removed(x, here):
    note(2)
when moved(x, here, there):
    note(3)
"""


def test_a_list_goes_on_a_pile_with_its_first_on_top() -> None:
    t, s = after(
        PILES,
        "place 2 Bug in box",
        "let first_one = top(box)",
        "move box to a1",
        "note(10 * count(a1.stack) + (1 if top(a1.stack) == first_one else 0))",
        "move a1.stack to b1",
        "note(1 if top(b1.stack) == first_one else 0)",
        "move b1.stack to box",
        "note(1 if top(box) == first_one else 0)",
    )
    assert t.trail(s) == [1, 1, 21, 3, 3, 1, 2, 2, 1]


def test_one_from_the_middle_of_a_pile() -> None:
    t, s = after(
        PILES,
        "place 3 Bug on a1",
        "let middle = a1.stack[2]",
        "move middle to box",
        "note(10 * count(a1.stack) + count(box))",
        "move middle to a1",
        "note(1 if top(a1.stack) == middle else 0)",
    )
    assert t.trail(s) == [1, 1, 1, 2, 21, 1, 1]


def test_a_crowd_and_a_nest() -> None:
    t, s = after(
        PILES,
        "place 3 Egg on a1",
        "noted = 0",
        "let e = first(a1.many_here)",
        "move a1.many_here - {e} to nest",
        "note(10 * count(a1.many_here) + count(nest))",
        "move nest to b1",
        "note(10 * count(b1.many_here) + count(nest))",
    )
    assert t.trail(s) == [2, 2, 12, 1, 1, 20]


def test_the_position_counts_only_the_board() -> None:
    rules = """
players White, Black
board square 2 by 1
piece Man:
    copies = 2
zone camp: in_play
zone box
position is placement
setup:
    place Man on a1
    place Man in camp
action Go:
    do:
        move camp to box
turn:
    choose Go
end:
    tie when repetitions >= 3
"""
    t = table(rules)
    s = t.start()
    before = t.engine.position(s)
    assert t.engine.position(t.play(s, "Go")) == before
    assert t.engine.ended(t.play(s, "Go", "Go"))


def test_a_var_holds_a_card_until_it_leaves_the_game() -> None:
    t, s = after(
        MIXED + "var marked: Card = none\n",
        "place Ace, King in deck",
        "marked = bottom(deck)",
        "shuffle deck",
        "note(1 if marked is King and marked in deck else 0)",
        "move marked to pool",
        "note(1 if marked in pool and count(deck) == 1 else 0)",
        "remove pool",
        "note(1 if marked == none else 0)",
    )
    assert t.trail(s) == [1, 1, 1]


def test_a_loop_follows_what_it_goes_through() -> None:
    t, s = after(
        MIXED,
        "place Ace, King, Ace in deck",
        "for c in {d in deck: true}:",
        "    move c to pool",
        "    if count(pool) == 2:",
        "        remove deck",
        "    note(count(pool))",
    )
    assert t.trail(s) == [1, 2]


def test_no_more_numbers_than_copies() -> None:
    t = table(do(MIXED, "move supply(Card) to deck", "remove deck", "move supply(Card) to pool"))
    s = t.play(t.start(), "Go")
    assert t.lies(s, "pool") == "Ace Ace King King"


def test_two_seats_do_not_mix_up_whose_move_it_is() -> None:
    t, s = after(MIXED, "place Ace in hand of mover", "note(count(hand of White))", "note(count(hand of opponent))")
    assert t.trail(s) == [1, 0]


ASKING = """
players White, Black
card Card:
    copies = 0
    rank = 0
card Two is Card:
    copies = 2
    rank = 2
card Five is Card:
    copies = 2
    rank = 5
card Nine is Card:
    copies = 1
    rank = 9
zone deck: Card, ordered
zone hand of each player: Card, visible to owner
zone pool: Card

define worth(z: zone): int = sum(c in z: c.rank) if count(z) > 0 else 0
define best_of(p: player): Card = best(c in hand of p: c.rank)
define all_of(p: player): set of Card = hand of p + pool
"""


def test_zones_in_definitions_and_binders() -> None:
    t, s = after(
        ASKING,
        "place Two, Nine, Five in hand of White",
        "place Two in pool",
        "place Five in deck",
        "note(1 if best_of(White) is Nine and best_of(Black) == none else 0)",
        "note(sum(c in all_of(White): c.rank))",
        "note(count(p in players: any(hand of p)))",
        "note(count(union(p in players: hand of p)))",
        "note(min(c in hand of White: c.rank))",
        "note(count(prefix(c in deck: c.rank > 2)))",
        "note(1 if all(c in hand of White: c.zone == hand of White) and no(c in pool: c is Nine) else 0)",
        "note(count(hand of White - {c in hand of White: c is Five}))",
        "note(count((hand of White & {c in hand of White: c.rank > 4}).kind))",
        "for c in hand of White by 0 - c.rank:",
        "    note(10 + c.rank)",
    )
    assert t.trail(s) == [1, 18, 1, 3, 2, 1, 1, 2, 2, 19, 15, 12]


def test_a_zone_is_handed_to_a_definition() -> None:
    t, s = after(
        ASKING,
        "place Two, Five in deck",
        "place Nine in hand of Black",
        "note(worth(deck))",
        "note(count(hand of opponent))",
        "let z = hand of opponent",
        "note(count(z) + (1 if z.owner == Black else 0))",
    )
    assert t.trail(s) == [7, 1, 2]


def test_what_is_tried_for_after_is_not_told_and_changes_nothing() -> None:
    rules = (
        ASKING
        + """
setup:
    place Two, Five, Nine in hand of White

define left: int = sum(c in hand of White: c.rank)

action Play:
    pick c in hand of White
    do:
        move c to pool
    after left >= 11 "too little is left"

turn:
    choose Play
"""
    )
    t = table(rules)
    s = t.start()
    told = t.told(s)
    assert set(t.moves(s)) == {"Play Five", "Play Two"}
    assert t.told(s) == told and len(t.refs(s, "hand of White")) == 3


def test_one_move_of_several_cards() -> None:
    """Two cards in whatever order: ways that leave equal states are one move."""
    rules = (
        ASKING
        + """
setup:
    place Two, Five, Nine in hand of White

action Play:
    pick c in hand of White
    do:
        move c to pool

turn:
    one move:
        choose Play
        choose Play
    tie
"""
    )
    t = table(rules)
    s = t.start()
    moves = t.engine.moves(s)
    assert len(moves) == 3
    assert {t.lies(t.engine.apply(s, act), "pool") for act in moves} == {"Two Five", "Two Nine", "Five Nine"}
