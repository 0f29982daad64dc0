"""What lies in zones and in which order: placing, moving, dealing, the supply; what the rules ask of zones."""

from __future__ import annotations

import pytest

from program.zoned import after, do, table
from rulewright.engines.protocol import PlayError

CARDS = """
card Ace
card King
card Queen
card Jack
zone deck: ordered
zone hand of each player: visible to owner
zone pile: ordered, hidden
zone pool
"""


def test_the_first_named_lies_on_top() -> None:
    t, s = after(CARDS, "place Ace, King in deck", "place Queen in deck")
    assert t.lies(s, "deck") == "Queen Ace King"


def test_several_of_a_kind() -> None:
    t, s = after("card Coin:\n    copies = 3\nzone purse", "place 2 Coin in purse", "place Coin in purse")
    assert t.lies(s, "purse") == "Coin Coin Coin"


def test_no_more_than_the_copies() -> None:
    with pytest.raises(PlayError, match="no Coin is left"):
        after(
            "card Coin:\n    copies = 2\nzone purse\nzone box",
            "place 2 Coin in purse",
            "move purse to box",
            "place Coin in purse",
        )


def test_an_unordered_zone_that_all_see_lists_by_kind() -> None:
    t, s = after(CARDS, "place Queen, Ace in pool", "place King in pool")
    assert t.lies(s, "pool") == "Ace King Queen"


def test_an_unordered_zone_that_somebody_does_not_see_keeps_the_order_of_arrival() -> None:
    t, s = after(CARDS, "place Queen in hand of White", "place Ace in hand of White", "place King in hand of White")
    assert t.lies(s, "hand of White") == "Queen Ace King"


def test_move_to_the_top_and_to_the_bottom() -> None:
    t, s = after(
        CARDS,
        "place Ace, King, Queen in deck",
        "place Jack in hand of White",
        "move top(deck) to deck bottom",
        "for c in hand of White:",
        "    move c to deck",
        "move bottom(deck) to pile",
    )
    assert (t.lies(s, "deck"), t.lies(s, "pile")) == ("Jack King Queen", "Ace")


def test_a_whole_zone_goes_as_it_lies() -> None:
    t, s = after(CARDS, "place Ace, King in deck", "place Queen, Jack in pile", "move deck to pile")
    assert (t.lies(s, "deck"), t.lies(s, "pile")) == ("", "Ace King Queen Jack")
    t, s = after(CARDS, "place Ace, King in deck", "place Queen, Jack in pile", "move deck to pile bottom")
    assert t.lies(s, "pile") == "Queen Jack Ace King"


def test_a_set_goes_in_its_order() -> None:
    t, s = after(
        CARDS, "place King, Ace, Queen in pool", "place Jack in deck", "move {c in pool: c is not King} to deck"
    )
    assert (t.lies(s, "pool"), t.lies(s, "deck")) == ("King", "Ace Queen Jack")


def test_a_list_goes_in_its_order_and_none_is_nothing() -> None:
    t, s = after(
        CARDS,
        "place Ace, King in pool",
        "place Queen, Jack in deck",
        "move [only({c in pool: c is King}), top(pile), only({c in pool: c is Ace})] to deck",
    )
    assert t.lies(s, "deck") == "King Ace Queen Jack"


def test_moving_where_it_is_changes_nothing_but_the_end_of_an_ordered_zone() -> None:
    t, s = after(
        CARDS, "place King, Ace in pool", "move pool to pool", "place Queen, Jack in deck", "move deck to deck bottom"
    )
    assert (t.lies(s, "pool"), t.lies(s, "deck")) == ("Ace King", "Queen Jack")
    t, s = after(CARDS, "place Ace, King, Queen in deck", "move {c in deck: c is King or c is Queen} to deck")
    assert t.lies(s, "deck") == "King Queen Ace"


def test_deal_takes_one_after_the_other_as_many_as_there_are() -> None:
    t, s = after(
        CARDS, "place Ace, King, Queen in deck", "deal 2 from deck to pile", "deal 5 from deck to hand of Black"
    )
    assert (t.lies(s, "pile"), t.lies(s, "hand of Black"), t.lies(s, "deck")) == ("King Ace", "Queen", "")
    t, s = after(CARDS, "place Ace, King, Queen in deck", "deal 2 from deck to pile bottom")
    assert t.lies(s, "pile") == "Ace King"


SUPPLY = """
card Suit:
    copies = 0
card Heart is Suit:
    copies = 2
card Spade is Suit:
    copies = 1
card Joker:
    copies = 1
token Chip:
    copies of each player = 2
zone deck: ordered
zone stack of each player
zone box
"""


def test_the_supply_moves_by_kind_in_order_of_declaration() -> None:
    t, s = after(SUPPLY, "move supply(Suit) to deck")
    assert t.lies(s, "deck") == "Heart Heart Spade"
    t, s = after(SUPPLY, "place Heart in box", "move supply(Suit) to deck", "move supply(Joker) to deck")
    assert t.lies(s, "deck") == "Joker Heart Spade"


def test_the_supply_of_a_player() -> None:
    t, s = after(
        SUPPLY,
        "note(count(supply(Chip of White)))",
        "place Chip of White in box",
        "move supply(Chip of White) to stack of White",
        "note(count(supply(Chip of White)))",
        "note(count(supply(Chip of Black)))",
        "note(1 if any(supply(Suit)) else 0)",
        "note(count(supply(Suit)))",
    )
    assert t.lies(s, "stack of White") == "Chip"
    assert t.trail(s) == [2, 0, 2, 1, 3]


def test_what_was_removed_is_supply_again() -> None:
    t, s = after(SUPPLY, "move supply(Suit) to deck", "remove top(deck)", "remove deck", "note(count(supply(Suit)))")
    assert t.trail(s) == [3]
    assert t.lies(s, "deck") == ""


def test_what_is_asked_of_zones() -> None:
    t, s = after(
        CARDS,
        "place Ace, King, Queen in deck",
        "place Jack in hand of Black",
        "note(count(deck))",
        "note(1 if top(deck) is Ace and bottom(deck) is Queen else 0)",
        "note(bottom(deck).position)",
        "note(1 if any(hand of Black) and no(hand of White) and no(pool) else 0)",
        "note(1 if top(deck).zone == deck and only(hand of Black).zone == hand of Black else 0)",
        "note(1 if only(hand of Black).zone.owner == Black and deck.owner == none else 0)",
        "note(1 if top(deck) in deck and top(deck) not in pool and top(pile) not in deck else 0)",
        "note(1 if top(pile) == none and top(pile).zone == none else 0)",
        "note(count(c in deck: c is not King))",
        "note(1 if first(deck) is Ace and deck[2] is King else 0)",
        "note(count(deck + hand of Black))",
    )
    assert t.trail(s) == [3, 1, 3, 1, 1, 1, 1, 1, 2, 1, 4]


def test_position_is_asked_only_where_there_is_one() -> None:
    for line in ("note(only(pool).position)", "note(top(pile).position)"):
        with pytest.raises(PlayError, match="position"):
            after(CARDS, "place Ace in pool", line)


def test_sets_list_the_board_first_and_then_zone_after_zone() -> None:
    t, s = after(
        "board square 2 by 1\npiece Man:\n    copies = 4\nzone box\nzone stack: ordered\nzone spare: hidden",
        "place Man on b1",
        "place Man in spare",
        "place Man in stack",
        "place Man on a1",
        "let all_of_them = {x in spare: true} + Man + {x in stack: true}",
        "for x in all_of_them:",
        "    note(1 if x.at == a1 else 2 if x.at == b1 else 3 if x.zone == stack else 4)",
    )
    assert t.trail(s) == [1, 2, 3, 4]


def test_only_what_is_on_the_board_or_in_zones_in_play_counts_as_in_play() -> None:
    t, s = after(
        "board square 2 by 1\npiece Man:\n    copies of each player = 3\nzone box\nzone camp: in_play",
        "place Man of White on a1",
        "place Man of White in box",
        "place Man of White in camp",
        "note(10 * count(Man of White) + count(mine))",
        "move box to camp",
        "note(10 * count(Man of White) + count(Man))",
        "move a1.piece to box",
        "note(10 * count(Man of White) + count(Man))",
        "move camp to box",
        "note(10 * count(Man of White) + count(Man))",
        "for m in box where m.owner == White:",
        "    m.owner = Black",
        "note(10 * count(Man of Black) + count(supply(Man of White)))",
    )
    assert t.trail(s) == [22, 33, 22, 0, 3]


def test_between_board_and_zones() -> None:
    t, s = after(
        "board square 2 by 1\npiece Man:\n    copies = 2\nzone box: ordered",
        "place Man on a1",
        "let m = a1.piece",
        "move m to box",
        "note(1 if a1.empty and m.zone == box and m.at == none else 0)",
        "move m to b1",
        "note(1 if b1.piece == m and m.zone == none and no(box) else 0)",
        "deal 1 from box to a1",
        "place Man in box",
        "deal 1 from box to a1",
        "note(1 if a1.piece != m and not a1.empty else 0)",
    )
    assert t.trail(s) == [1, 1, 1]


def test_a_full_site_takes_no_card() -> None:
    with pytest.raises(PlayError, match="a1 is taken already, by Man"):
        after(
            "board square 2 by 1\npiece Man:\n    copies = 2\nzone box: ordered",
            "place Man on a1",
            "place Man in box",
            "deal 1 from box to a1",
        )


def test_zones_of_numbers_and_of_enums() -> None:
    t, s = after(
        "enum Colour: red, blue\ncard Ace\ncard King\nzone door of each 3..4\nzone row of each Colour",
        "place Ace in door of 4",
        "place King in row of blue",
        "note(1 if no(door of 3) and any(door of 4) and any(row of blue) and no(row of red) else 0)",
    )
    assert t.trail(s) == [1]
    assert [info.label for info in t.program.zones] == ["3", "4", "red", "blue"]


def test_there_is_no_zone_of_another_number() -> None:
    with pytest.raises(PlayError, match="there is no door of 5"):
        after("card Ace\nzone door of each 3..4\nvar n: int = 5", "place Ace in door of n")


def test_of_nobody_is_no_zone() -> None:
    t, s = after(
        CARDS + "var who: player = none",
        "place Ace in hand of who",
        "note(count(hand of who))",
        "note(1 if no(hand of who) and top(deck) not in hand of who else 0)",
        "place King in deck",
        "move deck to hand of who",
        "deal 1 from deck to hand of who",
        "note(count(deck) + count(c in hand of who: true))",
    )
    assert t.trail(s) == [0, 1, 1]


def test_the_same_state_whatever_the_order_in_which_it_came_about() -> None:
    """What cannot make a difference makes none."""
    one, s = after(CARDS, "place Ace in pool", "place King in pool", "place Queen in deck")
    other, u = after(CARDS, "place Queen in deck", "place King in pool", "place Ace in pool")
    assert one.engine.key(s)[0] == other.engine.key(u)[0]


def test_a_copy_of_a_state_is_untouched() -> None:
    t = table(do(CARDS, "place Ace in deck", "move deck to pool", "remove pool"))
    first = t.start()
    key = t.engine.key(first)
    t.play(first, "Go", "Go")
    assert t.engine.key(first) == key


def test_states_with_cards_are_kept_as_bytes() -> None:
    t, s = after(CARDS, "place Ace, King in deck", "place Queen in hand of White")
    again = t.engine.unpack(t.engine.pack(s))
    assert t.engine.key(again) == t.engine.key(s)
    assert t.lies(again, "deck") == "Ace King"
