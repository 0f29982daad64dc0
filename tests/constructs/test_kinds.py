"""Members of kinds: actions and definitions of a child replace its parent's; dispatch; `self`."""

from __future__ import annotations

from constructs.playing import board, play, texts, trail

ACTIONS = """
board square 3 by 3

piece Ship:
    action Go:
        pick self in mine
        pick there in steps(self.at, orthogonal) & empty
        do:
            move self to there
            note(1)

piece Man:
    action Go:
        pick self in mine
        pick there in steps(self.at, {N}) & empty
        do:
            move self to there
            note(2)

piece King is Man:
    action Go:
        pick self in mine
        pick there in steps(self.at, diagonal) & empty
        where there.row > 1 "a king does not go back"
        do:
            move self to there
            note(3)

piece Page is Man

piece Rock

setup:
    place King of White on a1
    place Man of White on b1
    place Page of White on c1
    place Ship of White on c3
    place Rock of White on a3
    place King of Black on c2

turn:
    choose Go
"""


def test_a_childs_action_replaces_its_parents() -> None:
    """By kind as declared: the ship on c3 goes to b3 (c2 is taken); men and pages (a page has the man's action) from b1
    to b2, c1 not (c2 taken); the king on a1 diagonally to b2."""
    state = play(ACTIONS)
    assert texts(state) == ["Go c3 b3", "Go b1 b2", "Go a1 b2"]
    assert trail(state.play("Go a1 b2")) == [3]
    assert trail(state.play("Go b1 b2")) == [2]
    # Black's king goes to b3, not to b1 (taken); no man's way for it.
    black = state.play("Go b1 b2")
    assert texts(black) == ["Go c2 b3"]


DISPATCH = """
board square 3 by 1

piece Beast:
    legs = 4
    define noise(self): int = 1
    define twice(self): int = 2 * noise(self)
    procedure greet(self):
        note(10)
        note(self.legs)

piece Bird is Beast:
    legs = 2
    define noise(self): int = 5
    procedure greet(self):
        note(20)
        note(self.legs)

piece Owl is Bird:
    define noise(self): int = 7

piece Worm is Beast:
    legs = 0

define loud(x: Beast): int = noise(x) + 100
define loud(x: Owl): int = noise(x) + 1000

setup:
    place Owl of White on a1
    place Worm of White on b1

action Look:
    do:
        for x in Beast:
            greet(x)
            note(noise(x))
            note(twice(x))
            note(loud(x))

action Nothing:
    do:
        note(noise(c1.piece))
        note(loud(c1.piece))
        greet(c1.piece)
        note(0)

turn:
    choose Look | Nothing
"""


def test_the_most_specific_kind_wins() -> None:
    """Owl: greets as a bird with 2 legs (its parent's constant), noise 7, twice 14 (through its own noise), loud 1007.
    Worm: as a beast, 0 legs, 1, 2, 101."""
    assert trail(play(DISPATCH, "Look")) == [20, 2, 7, 14, 1007, 10, 0, 1, 2, 101]


def test_none_takes_the_most_general() -> None:
    """A function of none takes the most general body: 1 and 101."""
    rules = DISPATCH.replace("        note(self.legs)\n", "")
    assert trail(play(rules, "Nothing")) == [1, 101, 10, 0]


IS_A = """
board square 3 by 1

enum Colour: red, green

piece Beast:
    colour: Colour = green
piece Bird is Beast
piece Owl is Bird

setup:
    place Owl of White on a1
    place Beast of White on b1 with colour = red

action Look:
    do:
        note(1 if a1.piece is Bird else 0)
        note(1 if b1.piece is Bird else 0)
        note(1 if c1.piece is not Bird else 0)
        note(1 if a1.piece.kind == Owl else 0)
        note(1 if a1.piece.kind == Bird else 0)
        note(count(Bird))
        note(count(Beast of White))
        note(1 if a1.piece.colour == green else 0)
        note(1 if b1.piece.colour == red else 0)
        a1.piece.kind = Beast
        note(count(Bird))

turn:
    choose Look
"""


def test_kinds_as_values() -> None:
    """Owl is a Bird; nothing is no bird; its kind is exactly Owl."""
    assert trail(play(IS_A, "Look")) == [1, 0, 1, 1, 0, 1, 2, 1, 1, 0]


PROMOTION = """
board square 2 by 3
facing White N, Black S

piece Man "m":
    action Step:
        pick self in mine
        pick there in steps(self.at, {forward}) & empty
        do:
            move self to there
            if there.row == 3:
                pick k in {Lady, Knight}
                self.kind = k
                note(count(Man))

piece Lady "l"
piece Knight "n" is Man:
    action Step:
        pick self in mine
        pick there in empty
        do:
            move self to there

setup:
    place Man of White on a2
    place Man of Black on b2

turn:
    choose Step
    else: nothing
"""


def test_promotion_to_a_kind_that_is_picked() -> None:
    state = play(PROMOTION, "Step a2 a3")
    assert state.question == "pick k" and state.mover == "White"
    assert texts(state) == ["Lady", "Knight"]
    knight = state.play("Knight")
    assert board(knight) == {"a3": "Knight of White", "b2": "Man of Black"}
    assert trail(knight) == [2]  # a knight is a man
    assert trail(state.play("Lady")) == [1]
    # Black steps to b1; the knight has its own way then.
    assert texts(knight.play("Step b2 b1")) == ["Step a3 a1", "Step a3 a2", "Step a3 b2", "Step a3 b3"]


NOTHING = """
board square 3 by 3

piece Man:
    fast = true
    tired: bool = true

field wet of each site: bool = true

setup:
    place Man of White on a1

action Ask:
    pick s in {a1, b2}
    do:
        if s.piece.fast:
            note(1)
        if s.piece.tired:
            note(2)
        if step(s, W).wet:
            note(3)
        if not s.piece.fast and not s.piece.tired:
            note(4)

turn:
    choose Ask
"""


def test_what_is_asked_of_nothing_is_false() -> None:
    """A constant and a field of what stands nowhere, a field of a site that is not there."""
    assert trail(play(NOTHING, "Ask a1")) == [1, 2]
    assert trail(play(NOTHING, "Ask b2")) == [3, 4]
