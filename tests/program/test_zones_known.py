"""Who knows which card it is: by seeing it lie, by `reveal`, by turning it; and how it is forgotten again."""

from __future__ import annotations

from program.zoned import after, do, table
from rulewright.program.tellings import FLIPPED, MOVED, SHOWN, SHUFFLED

CARDS = """
players White, Black
card Ace
card King
card Queen
card Jack
zone deck: ordered, hidden
zone hand of each player: visible to owner
zone secret: hidden
zone spy: visible to Black
zone pool
"""


def test_who_looks_there_knows_it() -> None:
    t, s = after(
        CARDS,
        "place Ace in deck",
        "place King in hand of White",
        "place Queen in spy",
        "place Jack in pool",
    )
    assert [t.known(s, zone) for zone in ("deck", "hand of White", "spy", "pool")] == [[""], ["W"], ["B"], ["WB"]]


def test_who_saw_it_knows_it_where_it_goes() -> None:
    t, s = after(
        CARDS,
        "place Ace in hand of White",
        "place King in pool",
        "move hand of White to deck",
        "move pool to hand of Black",
    )
    assert (t.known(s, "deck"), t.known(s, "hand of Black")) == (["W"], ["WB"])


def test_passing_a_card_from_hand_to_hand() -> None:
    """White knew nothing of what Black held; now each knows what went over, and Black what White has."""
    t, s = after(CARDS, "place Ace, King in hand of Black", "move first(hand of Black) to hand of White")
    assert t.lies(s, "hand of White") == "King"
    assert (t.known(s, "hand of White"), t.known(s, "hand of Black")) == (["WB"], ["B"])


def test_one_of_several_goes_unseen() -> None:
    """Black saw both cards go into White's hand. One of them goes under the deck: Black cannot tell which."""
    lines = ("place Ace, King in pool", "move pool to hand of White")
    t, s = after(CARDS, *lines)
    assert t.known(s, "hand of White") == ["WB", "WB"]
    t, s = after(CARDS, *lines, "move first(hand of White) to deck")
    assert (t.known(s, "hand of White"), t.known(s, "deck")) == (["W"], ["W"])


def test_all_that_lay_there_go_unseen_together() -> None:
    t, s = after(CARDS, "place Ace, King in pool", "move pool to hand of White", "move hand of White to secret")
    assert t.known(s, "secret") == ["WB", "WB"]


def test_all_but_one_go_unseen_together() -> None:
    t, s = after(
        CARDS,
        "place Ace, King, Queen in pool",
        "move pool to hand of White",
        "move {c in hand of White: c is not King} to secret",
    )
    assert (t.known(s, "hand of White"), t.known(s, "secret")) == (["W"], ["W", "W"])


def test_one_of_several_goes_where_it_is_seen() -> None:
    t, s = after(
        CARDS, "place Ace, King, Queen in pool", "move pool to hand of White", "move first(hand of White) to pool"
    )
    assert (t.known(s, "hand of White"), t.known(s, "pool")) == (["WB", "WB"], ["WB"])


def test_from_a_hidden_ordered_zone_the_place_tells_which_it_is() -> None:
    t, s = after(CARDS, "place Ace, King in pool", "move pool to deck", "move top(deck) to secret")
    assert (t.known(s, "deck"), t.known(s, "secret")) == (["WB"], ["WB"])


def test_a_shuffle_is_forgetting() -> None:
    t, s = after(CARDS, "place Ace, King, Queen in pool", "move pool to deck", "shuffle deck")
    assert t.known(s, "deck") == ["", "", ""]
    t, s = after(CARDS, "place Ace in pool", "move pool to deck", "shuffle deck")
    assert t.known(s, "deck") == ["WB"]


def test_who_sees_the_zone_all_the_time_knows_its_cards_after_a_shuffle() -> None:
    rules = CARDS.replace("zone spy: visible to Black", "zone spy: ordered, visible to Black")
    t, s = after(rules, "place Ace, King in pool", "move pool to spy", "shuffle spy")
    assert t.known(s, "spy") == ["B", "B"]


def test_reveal_to_one_and_to_all() -> None:
    t, s = after(CARDS, "place Ace, King, Queen in deck", "reveal top(deck) to Black", "reveal bottom(deck)")
    assert t.known(s, "deck") == ["B", "", "WB"]


def test_to_reveal_a_zone_or_a_set() -> None:
    t, s = after(
        CARDS,
        "place Ace, King in secret",
        "reveal secret to White",
        "place Queen, Jack in hand of Black",
        "reveal {c in hand of Black: c is Jack}",
    )
    assert t.known(s, "secret") == ["W", "W"]
    assert [t.name(s, ref) + "." + t.seats(t.view(s, "known", ref)) for ref in t.refs(s, "hand of Black")] == [
        "Jack.WB",
        "Queen.B",
    ]


def test_to_reveal_an_open_order_decides_it() -> None:
    t = table(do(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "reveal deck to White"))
    s = t.play(t.start(None), "Go")
    assert len(t.chance(s)) == 3
    s = t.engine.apply(s, t.engine.outcomes(s)[2][0])
    s = t.engine.apply(s, t.engine.outcomes(s)[1][0])
    assert (t.lies(s, "deck"), t.loose(s, "deck"), t.known(s, "deck")) == ("Queen King Ace", (0, 0), ["W", "W", "W"])


def test_a_peek_at_the_top_is_known_to_one() -> None:
    t, s = after(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "reveal top(deck) to White", "shuffle deck")
    assert t.known(s, "deck") == ["", "", ""]
    t, s = after(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "reveal top(deck) to White")
    assert (t.known(s, "deck"), t.loose(s, "deck")) == (["W", "", ""], (1, 3))


def test_a_card_that_is_dealt_is_known_to_its_owner_only() -> None:
    t, s = after(
        CARDS,
        "place Ace, King, Queen in deck",
        "shuffle deck",
        "deal 1 from deck to hand of Black",
        "deal 1 from deck to pool",
    )
    assert (t.known(s, "hand of Black"), t.known(s, "pool"), t.known(s, "deck")) == (["B"], ["WB"], [""])


FLIPPING = """
players White, Black
board square 2 by 1
piece Man:
    copies = 3
zone hand of each player: visible to owner
zone pool
zone deck: ordered, hidden
"""


def test_a_face_turned_down_stays_known_until_it_is_mixed() -> None:
    t, s = after(
        FLIPPING, "place Man on a1", "flip a1.piece", "note(1 if a1.piece.face_down else 0)", "move a1.piece to pool"
    )
    assert (t.trail(s), t.known(s, "pool")) == ([1], ["WB"])
    assert t.seats(t.view(s, "viewers", t.refs(s, "pool")[0])) == ""
    t, s = after(FLIPPING, "place Man in pool", "flip pool", "flip pool", "note(1 if only(pool).face_down else 0)")
    assert t.trail(s) == [0]


def test_face_down_from_a_hand_to_the_board_nobody_else_sees_it() -> None:
    t, s = after(
        FLIPPING, "place Man in hand of White", "flip hand of White", "let m = only(hand of White)", "move m to a1"
    )
    (ref,) = t.view(s, "refs_on", 0, 0)
    assert t.seats(t.view(s, "known", ref)) == "W"
    u, v = after(
        FLIPPING,
        "place Man in hand of White",
        "flip hand of White",
        "let m = only(hand of White)",
        "move m to a1",
        "flip m",
    )
    (ref,) = u.view(v, "refs_on", 0, 0)
    assert u.seats(u.view(v, "known", ref)) == "WB"


def test_a_new_one_lies_face_up() -> None:
    t, s = after(
        FLIPPING,
        "place 3 Man in pool",
        "flip pool",
        "remove pool",
        "place Man on a1",
        "note(1 if a1.piece.face_down else 0)",
    )
    assert t.trail(s) == [0]
    (ref,) = t.view(s, "refs_on", 0, 0)
    assert t.seats(t.view(s, "known", ref)) == "WB"


def test_a_face_down_component_modifies_nothing_but_reacts() -> None:
    t, s = after(
        FLIPPING.replace(
            "    copies = 3\n",
            "    copies = 3\n    modify power(n: int) by +1\n    when turned(n):\n        note(n)\n",
        )
        + "event turned(n: int)\ndefine power(n: int): int = n\n",
        "place Man on a1",
        "note(power(3))",
        "flip a1.piece",
        "note(power(3))",
        "emit turned(7)",
    )
    assert t.trail(s) == [4, 3, 7]


def test_what_chance_changes_unseen_is_not_known_any_more() -> None:
    rules = """
players White, Black
die d6: 1..6
token Die:
    copies = 2
    value: int in 0..6 = 0
zone cup of each player: visible to owner
zone pool
"""
    t, s = after(
        rules, "place Die in pool", "move pool to cup of White", "for d in cup of White:", "    d.value = roll d6"
    )
    assert t.known(s, "cup of White") == ["W"]
    t, s = after(rules, "place Die in pool", "move pool to cup of White", "for d in cup of White:", "    d.value = 3")
    assert t.known(s, "cup of White") == ["WB"]


# ---- what is told ----


def test_what_is_told_of_moves_and_shuffles() -> None:
    t, s = after(
        CARDS, "place Ace, King in deck", "shuffle deck", "place Queen in hand of White", "move hand of White to deck"
    )
    ace, king, queen = range(3)
    first = t.program.first_zone
    deck, hand = first + t.number("deck"), first + t.number("hand of White")
    assert t.told(s)[-5:] == [
        (MOVED, king, 1, -1, -1, -1, deck, 0, 0, 0),
        (MOVED, ace, 0, -1, -1, -1, deck, 0, 0, 0),
        (SHUFFLED, deck),
        (MOVED, queen, 2, -1, -1, -1, hand, -1, 0, 1),
        (MOVED, queen, 2, -1, hand, -1, deck, 0, 1, 1),
    ]


def test_what_is_told_of_a_deal_and_of_a_reveal() -> None:
    t, s = after(CARDS, "place King, Ace in deck", "deal 1 from deck to pool", "reveal bottom(deck) to Black")
    first = t.program.first_zone
    deck, pool = first + t.number("deck"), first + t.number("pool")
    assert t.told(s)[-2:] == [(MOVED, 1, 1, -1, deck, 0, pool, -1, 0, 3), (SHOWN, 0, 0, -1, deck, 0, 2)]


def test_what_comes_out_of_an_open_order_by_its_kind_has_no_position() -> None:
    t, s = after(CARDS, "place Ace, King, Queen in deck", "shuffle deck", "move {c in deck: c is King} to pool")
    deck = t.program.first_zone + t.number("deck")
    assert t.told(s)[-1][:6] == (MOVED, 1, 1, -1, deck, -1)


def test_turning_is_told_and_face_up_moves_on_the_board_are_not() -> None:
    t, s = after(FLIPPING, "place Man on a1", "let m = a1.piece", "move m to b1", "flip m", "move m to a1", "flip m")
    assert [part[0] for part in t.told(s)] == [FLIPPED, MOVED, FLIPPED]
    assert t.told(s)[0][4:] == (1, -1, 1, 3, 3)


def test_games_that_hide_nothing_tell_nothing() -> None:
    t, s = after("card Ace\nzone pool\nzone box: ordered", "place Ace in pool", "move pool to box")
    assert t.told(s) == []
    assert "known" not in [cell.name for cell in t.program.cells]


def test_to_turn_what_lies_in_an_open_order_decides_nothing() -> None:
    rules = FLIPPING.replace("    copies = 3\n", "    copies = 3\n    size: int in 0..9 = 0\n")
    t, s = after(
        rules, "place 3 Man in deck", "shuffle deck", "flip {m in deck: true}", "note(count(m in deck: m.face_down))"
    )
    assert (t.trail(s), t.loose(s, "deck")) == ([3], (0, 3))


FACES = """
players White, Black
board square 3 by 1
layer ground: Tile
layer men: Man
tile Tile:
    copies = 3
piece Man:
    copies of each player = 2

when moved(x, here, there):
    note(1)
"""


def test_faces_without_zones() -> None:
    t, s = after(
        FACES,
        "place Tile on a1, b1",
        "place Man of White on a1",
        "flip a1.ground",
        "note(10 + count(x in Tile: x.face_down))",
        "let tile = a1.ground",
        "move tile to c1",
        "note(10 + (1 if c1.ground.face_down and not b1.ground.face_down else 0))",
        "swap c1.ground with b1.ground",
        "note(10 + (1 if b1.ground.face_down else 0))",
        "move a1.men to b1",
        "flip b1.ground",
        "remove b1.ground",
        "place Tile on a1",
        "note(10 + count(x in Tile: x.face_down))",
    )
    assert t.trail(s) == [11, 1, 11, 1, 1, 11, 1, 10]
    assert [part[0] for part in t.told(s)] == [FLIPPED, MOVED, MOVED, FLIPPED]  # the tile moved and was swapped
    assert "contents" not in t.program.views
