"""Plain components are exchangeable; components with fields are themselves, wherever they go."""

from __future__ import annotations

from constructs.playing import board, play, texts, trail

PLAIN = """
board square 3 by 3

piece Man
piece King is Man

action Put:
    pick there in empty
    do:
        place Man of White on there
    say "{there}"

action Go:
    pick m in Man
    pick there in empty
    do:
        move m to there
    say "{m.at}{there}"

action Crown:
    pick m in Man
    do:
        m.kind = King
    say "{m.at}+"

action Stay:
    say "stay"

turn:
    choose Put | Go | Crown | Stay
"""


def test_plain_pieces_can_be_exchanged() -> None:
    """Two orders of placing; two men that change places by way of a third site; another way to the same place."""
    one, two = play(PLAIN, "a1", "b2"), play(PLAIN, "b2", "a1")
    assert one == two and one.hash == two.hash and hash(one) == hash(two)
    still = play(PLAIN, "a1", "b2", "stay", "stay", "stay")
    swapped = play(PLAIN, "a1", "b2", "a1c3", "b2a1", "c3b2")
    assert still == swapped and still.hash == swapped.hash
    assert play(PLAIN, "a1", "b2", "stay", "stay") != still  # another player's turn
    assert play(PLAIN, "a1", "b2", "a1+") == play(PLAIN, "b2", "a1", "a1+")
    assert play(PLAIN, "a1", "b2", "a1+") != play(PLAIN, "a1", "b2", "b2+")


def test_hash_follows_equality_along_all_lines() -> None:
    """Over all lines of three moves: equal states have equal hashes, different ones different hashes (64 bits)."""
    states = [play(PLAIN)]
    for _ in range(2):
        states += [state.play(move) for state in states for move in state.moves()]
    by_hash: dict[int, object] = {}
    for state in states:
        assert by_hash.setdefault(state.hash, state) == state
    assert len(by_hash) == len(set(states)) < len(states)


FIELDS = """
board square 4 by 1

piece Man:
    energy: int in 0..9 = 5
    friend: Man = none
    seen: set of site = {}
    spent: int in 0..9 = 0 until turn_end

piece King is Man:
    fame: int in 0..9 = 1

setup:
    place Man of White on a1 with energy = 7
    place Man of Black on b1 as m
    m.friend = a1.piece

procedure tell(m: Man):
    note(m.energy)
    note(m.spent)
    note(count(m.seen))
    note(0 if m.friend == none else m.friend.at.column)

action Go:
    pick m in Man
    pick there in empty
    do:
        m.energy -= 1
        m.spent += 1
        m.seen += {m.at}
        move m to there
        tell(m)
    say "{m.at}{there}"

action Renew:
    pick m in Man
    do:
        let here = m.at
        let who = m.owner
        remove m
        place Man of who on here
        tell(here.piece)
    say "{m.at}*"

action Tell:
    pick m in Man
    do:
        tell(m)
    say "{m.at}?"

action Crown:
    do:
        for m in mine:
            m.kind = King
            note(m.energy)
        for k in King:
            k.fame += 1
            note(k.fame)
            k.kind = Man
        for m in mine:
            m.kind = King
        for k in King:
            note(k.fame)
    say "crown"

action Swap:
    do:
        swap a1.piece with b1.piece
        tell(a1.piece)
        tell(b1.piece)
    say "swap"

turn:
    choose Go | Renew | Tell | Crown | Swap
"""


def test_fields_follow_the_component() -> None:
    """White's man goes a1-c1-d1: 7 - 1 - 1; spent is reset at the end of each turn; two sites seen. Black's man still
    has it for a friend, wherever it stands (d1 is 4)."""
    state = play(FIELDS, "a1c1", "c1d1")
    assert trail(state) == [6, 1, 1, 0, 5, 1, 2, 0]
    assert trail(state.play("b1?"))[8:] == [5, 0, 0, 4]


def test_a_component_placed_anew_begins_anew() -> None:
    """A new man has energy 5 again; who was a friend of the removed one has none."""
    state = play(FIELDS, "a1c1", "c1*")
    assert trail(state)[4:] == [5, 0, 0, 0]
    assert trail(state.play("b1?"))[8:] == [5, 0, 0, 0]


def test_the_kind_changes_and_what_is_common_stays() -> None:
    """Energy is the man's and stays 7. Fame is the king's: it begins (1) when the man becomes a king, is 2 after +1;
    as a man it has none, and it begins anew at the second crowning."""
    assert trail(play(FIELDS, "crown")) == [7, 2, 1]


def test_swapped_components_keep_their_fields() -> None:
    """a1 holds Black's man now, whose friend stands on b1 (2)."""
    assert trail(play(FIELDS, "swap")) == [5, 0, 0, 2, 7, 0, 0, 0]


TOLD = """
    note(m.energy)
    note(m.spent)
    note(count(m.seen))
    note(0 if m.friend == none else m.friend.at.column)
"""
QUIET = FIELDS.replace(TOLD, "\n    nothing\n")


def test_states_are_equal_when_all_that_counts_is() -> None:
    """The way through c1 or straight to d1 differs in energy and in what was seen. Going and coming back by the other
    man's turn, too. Renewing makes all forget."""
    assert play(QUIET, "a1d1") != play(QUIET, "a1c1", "c1d1")
    one = play(QUIET, "a1c1", "b1d1", "c1*", "d1*")
    two = play(QUIET, "b1d1", "a1c1", "d1*", "c1*")
    assert board(one) == board(two) == {"c1": "Man of White", "d1": "Man of Black"}
    assert one == two and one.hash == two.hash
    assert play(QUIET, "a1*", "b1*", "a1*") == play(QUIET, "b1*", "a1*", "b1*")


ORDERS = """
board square 3 by 1

piece Man:
    energy: int in 0..9 = 5

action Put:
    pick there in empty
    do:
        place Man of White on there with energy = there.column
    say "{there}"

action Lift:
    pick m in Man
    do:
        remove m
    say "-{m.at}"

turn:
    choose Put | Lift
"""


def test_men_in_the_box_are_all_alike() -> None:
    """A man that has been on the board is like one that never was."""
    rules = ORDERS.replace("choose Put", "choose Stay | Put") + 'action Stay:\n    say "stay"\n'
    assert play(rules, "a1", "-a1") == play(rules, "stay", "stay")
    assert play(rules, "a1", "-a1").hash == play(rules, "stay", "stay").hash
    assert play(rules, "a1", "b1", "-b1") == play(rules, "a1", "stay", "stay")


def test_what_was_lifted_leaves_nothing_behind() -> None:
    """Put again with the same energy, it is as it was; with another one it is not."""
    one = play(ORDERS, "a1", "b1")
    assert play(ORDERS, "a1", "b1", "-a1", "a1") == one
    assert play(ORDERS, "a1", "c1", "-c1", "b1") == one
    assert play(ORDERS, "c1", "b1", "-c1", "a1") == one
    assert play(ORDERS.replace("there.column", "9"), "a1", "b1") != one


HERO = """
board square 3 by 1

piece Man

var hero: Man = none

setup:
    place Man of White on a1, b1
    hero = a1.piece

action Go:
    pick m in Man
    pick there in empty
    do:
        move m to there
    say "{m.at}{there}"

action Stay:
    say "stay"

turn:
    choose Go | Stay
"""


def test_what_a_variable_holds_tells_positions_apart() -> None:
    """The men change places by way of c1; the board looks as if both had stayed, but the hero stands on b1 now."""
    swapped = play(HERO, "a1c1", "b1a1", "c1b1")
    stayed = play(HERO, "stay", "b1c1", "c1b1")
    assert board(swapped) == board(stayed)
    assert swapped != stayed
    without = HERO.replace("var hero: Man = none\n", "").replace("    hero = a1.piece\n", "")
    assert play(without, "a1c1", "b1a1", "c1b1") == play(without, "stay", "b1c1", "c1b1")


UNTIL = """
board square 2 by 1

piece Man:
    shield: int in 0..5 = 0 until turn_start of owner

var bonus: int = 0 until turn_end
field heat of each site: int in 0..9 = 1 until turn_start

setup:
    place Man of White on a1
    place Man of Black on b1

action Rest:
    do:
        for m in Man:
            m.shield += 1
        bonus += 1
        a1.heat += 1
        note(100 * a1.piece.shield + 10 * b1.piece.shield + bonus)
        note(a1.heat)
    say "rest"

turn:
    choose Rest
    note(bonus)
"""


def test_fields_that_reset_themselves() -> None:
    """White rests: 1 1, bonus 1. At the start of Black's turn his shield goes: White's becomes 2, his 1. Then White's
    goes: 1, his 2. The bonus and the heat begin anew each turn."""
    assert trail(play(UNTIL, "rest", "rest", "rest")) == [111, 2, 1, 211, 2, 1, 121, 2, 1]


def test_moves_of_alike_components_are_told_by_their_sites() -> None:
    assert texts(play(ORDERS, "a1", "b1")) == ["c1", "-a1", "-b1"]


FAMILIES = """
board square 3 by 1

piece Man

piece Tower:
    energy: int in 0..9 = 3

setup:
    place Man of White on a1
    place Tower of White on b1

action Build:
    do:
        let m = a1.piece
        m.kind = Tower
        the_one = only({t in Tower: t.at == a1})
        note(sum(t in Tower: t.energy))
        b1.piece.kind = Man
        note(count(Man))
        place Tower of White on c1 with energy = 8
        b1.piece.kind = Tower
        note(sum(t in Tower: t.energy))
    say "build"

var the_one: Tower = none

turn:
    choose Build
    note(the_one.energy)
"""


def test_a_component_may_become_one_with_fields() -> None:
    """Two towers of 3; one man is left; 3 + 3 (begun anew) + 8."""
    assert trail(play(FAMILIES, "build")) == [6, 1, 14, 3]
