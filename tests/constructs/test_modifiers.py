"""`modify`: becomes, then by, then at most, then at least; on definitions and on constants, in kinds and outside."""

from __future__ import annotations

from constructs.playing import load, play, texts

CHAIN = """
option base: 0..30 = 3

board square 5 by 5

piece Fighter:
    strength = 3

piece Giant is Fighter:
    strength = 5

piece Banner

var seen: int = 0

define power(f: Fighter): int = f.strength
define power(g: Giant): int = g.strength * 2

modify power(f: Fighter) at least 2 when f.at.row == 5
modify power(f: Fighter) at most 9
modify power(f: Fighter) by +4 when f.at.row == 2
modify power(f: Fighter) by -6 when f.at.row >= 4
modify power(f: Fighter) becomes base when f.at.row == 3
modify power(f: Fighter) by +1 when f.at.column == 5
modify power(f: Giant) by +2 when f.at.column == 4

setup:
    place Fighter of White on a1, a2, a3, a4, a5, e2, e5
    place Giant of Black on b1, b2, b3, b4, b5, d4

action Show:
    pick f in Fighter
    pick k in -30..40
    where k == power(f)
    do:
        seen = 10 * k + f.at.row
    say "{f.at}:{k}"

turn:
    choose Show
"""


def powers(state) -> dict[str, int]:
    return {site: int(k) for site, k in (text.split(":") for text in texts(state))}


def test_becomes_by_at_most_at_least() -> None:
    """Fighters 3, giants 10 before all modifiers.

    row 1: fighter 3, giant at most 9. Row 2: 7; 14 -> 9; e2: 3 + 4 + 1 = 8. Row 3 becomes 3 for all. Row 4: -3; 4;
    d4: 10 - 6 + 2 = 6 (only giants profit). Row 5: -3 -> 2; 4; e5: 3 - 6 + 1 = -2 -> 2."""
    assert powers(play(CHAIN)) == {
        "a1": 3, "b1": 9, "a2": 7, "b2": 9, "e2": 8, "a3": 3, "b3": 3,
        "a4": -3, "b4": 4, "d4": 6, "a5": 2, "b5": 4, "e5": 2,
    }  # fmt: skip


def test_bounds_come_after_becomes() -> None:
    """Becomes 20 is capped to 9, wherever the lines stand."""
    found = powers(load(CHAIN, base=20).start(seed=1))
    assert (found["a3"], found["b3"]) == (9, 9)


def test_at_least_comes_after_at_most() -> None:
    rules = CHAIN.replace("at least 2 when f.at.row == 5", "at least 12 when f.at.row == 5")
    found = powers(play(rules))
    assert (found["a5"], found["b5"], found["b4"]) == (12, 12, 4)


CONSTANTS = """
board square 4 by 1

piece Fighter:
    strength = 3

    modify strength(f: Fighter) by +1 when f.owner == self.owner and f != self

piece Giant is Fighter:
    strength = 5

piece Curse:
    modify strength(f: Fighter) by -2 when adjacent(f.at, self.at)

var seen: int = 0

define double(f: Fighter): int = 2 * f.strength

setup:
    place Fighter of White on a1
    place Giant of White on b1
    place Curse of Black on c1
    place Giant of Black on d1

action Show:
    pick f in Fighter
    pick k in 0..40
    where k == double(f)
    do:
        seen = 10 * k + f.at.column
    say "{f.at}:{k}"

action Drop:
    do:
        remove c1.piece
    say "drop"

turn:
    choose Show | Drop
"""


def test_a_constant_is_modified_everywhere() -> None:
    """White's two help each other: 4 and 6; the curse takes 2 from b1 and d1: 4, 4, 3. Doubled by the definition."""
    state = play(CONSTANTS)
    assert texts(state) == ["a1:8", "b1:8", "d1:6", "drop"]
    assert texts(state.play("drop")) == ["a1:8", "b1:12", "d1:10", "drop"]


BECOMES = """
players White, Black
board square 3 by 3

piece Man

piece Flag:
    value = 0
    modify reach_of(m: Man) becomes self.value when m.at.row == 1
    modify reach_of(m: Man) becomes self.value + 1 when m.at.row == 2

piece Red is Flag:
    value = 20

piece Blue is Flag:
    value = 30

var seen: int = 0

define reach_of(m: Man): int = 1
modify reach_of(m: Man) becomes 10

setup:
    place Man of White on a1, a2
    place Blue of White on b3
    place Red of White on c3
    place Red of Black on a3

action Show:
    pick m in Man
    pick k in 0..40
    where k == reach_of(m)
    do:
        seen = 10 * k + m.at.row
    say "{m.at}:{k}"

action Pass:
    say "pass"
action Strike:
    do:
        remove a3.piece
    say "strike"

turn:
    choose Show | Pass | Strike
"""


def test_the_last_becomes_in_trigger_order_wins() -> None:
    """Outside kinds first (10), then the active player's, then the others'. On White's turn Black's flag is last: 20;
    in Black's turn White's flags are the last: by declaration, then component - b3 (30), c3 (20): the last one, c3."""
    assert texts(play(BECOMES))[:2] == ["a1:20", "a2:21"]
    state = play(BECOMES, "pass")
    assert texts(state)[:2] == ["a1:20", "a2:21"]
    # Without Black's flag White's are the last on both turns, and c3 after b3.
    assert texts(play(BECOMES, "strike"))[:2] == ["a1:20", "a2:21"]
    swapped = BECOMES.replace("Blue of White on b3", "Blue of White on c3").replace(
        "Red of White on c3", "Red of White on b3"
    )
    assert texts(play(swapped))[:2] == ["a1:20", "a2:21"]
    assert texts(play(swapped, "pass"))[:2] == ["a1:30", "a2:31"]
    assert texts(play(swapped, "strike"))[:2] == ["a1:30", "a2:31"]


OTHERS = """
board square 3 by 1

piece Man
piece Wall

define may_stop(m: Man, s: site): bool = s.empty
define goals(m: Man): set of site = neighbors(m.at)
modify may_stop(m: Man, s: site) becomes true when s.piece is Wall
modify goals(m: Man) becomes {m.at} when m.at == b1

setup:
    place Man of White on a1
    place Wall on b1
    place Man of Black on c1

action Go:
    pick m in Man of mover
    pick there in goals(m)
    where may_stop(m, there)
    do:
        remove there.piece
        move m to there
    say "{m.at}{there}"

turn:
    choose Go
    else: mover loses
"""


def test_becomes_works_for_any_type() -> None:
    state = play(OTHERS)
    assert texts(state) == ["a1b1"]
    # On b1 Black's goals are its neighbours a1 (none), b1 (a man, no wall): nothing.
    assert state.play("a1b1").outcome == "White wins"
