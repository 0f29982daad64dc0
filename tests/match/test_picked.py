"""Who stands where a move says, in the lists of moves at the terminal."""

from __future__ import annotations

import rulewright as rw
from rulewright.cli.menu import menu
from rulewright.match.picked import names_on_board

DUEL = """
language 1
game "Duel"
players Red, Blue
board square 4 by 2
piece Fighter:
    damage: int in 0..9 = 0
    blows: int in 0..9 = 0
piece Knight is Fighter
piece Ogre is Fighter
piece Stone
display:
    Ogre: "O", "O", "green ogre"
setup:
    place Knight of Red on a1
    place Ogre of Red on b1
    place Knight of Blue on c1
    place Ogre of Blue on d1
    place Stone of Red on a2
    place Stone of Blue on d2
action Hit:
    pick f in Fighter of mover
    pick g in Fighter of enemies(mover)
    do:
        g.damage += 1
        f.blows += 1
    say "{f.at}x{g.at}"
action Push:
    pick s in Stone of mover
    pick there in neighbors(s.at)
    where there.empty
    do:
        move s to there
    say "{s.at}-{there}"
turn:
    TURN
end:
    tie when turn_number > 9
"""


def entries(turn: str, change: tuple[str, str] = ("", "")) -> list[str]:
    state = rw.loads(DUEL.replace("TURN", turn).replace(*change)).start(1)
    return [entry.told for entry in menu(state.moves()).entries]


def test_components_with_fields_are_named_where_they_differ() -> None:
    """Four ways to hit; a stone has no fields, and is told by its letter."""
    assert entries("choose Hit | Push") == [
        "a1xc1 (Knight)",
        "a1xd1 (Knight, green ogre)",
        "b1xc1 (green ogre, Knight)",
        "b1xd1 (green ogre)",
        "a2-b2",
    ]


def test_what_is_the_same_everywhere_is_not_told() -> None:
    one = ("place Ogre of Red on b1", "nothing")
    assert entries("may choose Hit", one) == ["a1xc1 (Knight)", "a1xd1 (green ogre)", "decline"]
    two = ("place Ogre of Red on b1", "place Knight of Red on b1")
    assert entries("choose Hit", two) == [
        "a1xc1 (Knight)",
        "a1xd1 (green ogre)",
        "b1xc1 (Knight)",
        "b1xd1 (green ogre)",
    ]
    three = ("place Ogre of Blue on d1", "nothing")
    assert entries("may choose Hit", three) == ["a1xc1 (Knight)", "b1xc1 (green ogre)", "decline"]


def test_of_a_single_move_everything_is_told() -> None:
    knights = DUEL.replace("place Ogre of Red on b1", "nothing").replace("place Knight of Blue on c1", "nothing")
    state = rw.loads(knights.replace("TURN", "may choose Hit")).start(1)
    assert [entry.told for entry in menu(state.moves()).entries] == ["a1xd1 (Knight, green ogre)", "decline"]


def test_what_is_said_anyway_is_not_said_again() -> None:
    told = entries("choose Hit", ('say "{f.at}x{g.at}"', 'say "{f.at} hits the Knight or what stands on {g.at}"'))
    assert told[0] == "a1 hits the Knight or what stands on c1"
    assert told[1] == "a1 hits the Knight or what stands on d1 (green ogre)"


def test_an_entry_is_meant_by_its_label_alone() -> None:
    shown = menu(rw.loads(DUEL.replace("TURN", "choose Hit")).start(1).moves())
    entry = shown.chosen("a1xd1")
    assert entry is not None and entry.label == "a1xd1" and shown.chosen("2") == entry


SPIES = """
language 1
game "Spies"
players South, North
board square 3 by 1
card Agent:
    tired: bool = false
card Spy "S" is Agent
card Guard "G" is Agent:
    copies = 2
zone hand of each player: Agent, visible to owner
setup:
    place Spy of South, Guard of South in hand of South
    place Guard of North in hand of North
action Play:
    pick c in hand of mover
    pick there in empty
    do:
        flip c
        move c to there
action Tire:
    pick a in Agent
    where a.at != none
    do:
        a.tired = true
    say "tire {a.at}"
turn:
    choose Play | Tire
end:
    tie when turn_number > 6
"""


def test_what_the_mover_does_not_know_has_no_name() -> None:
    state = rw.loads(SPIES).start(1)
    hidden = next(move for move in state.moves() if move.text.startswith("Play") and move.text.endswith("a1"))
    after = state.play(hidden)
    tire = next(move for move in after.moves() if move.text == "tire a1")
    assert names_on_board(tire) == ("",)
    back = after.play(next(move for move in after.moves() if move.text.endswith("c1")))
    own = {move.text: names_on_board(move) for move in back.moves() if move.text.startswith("tire")}
    assert own == {"tire a1": (hidden.picks["c"],), "tire c1": ("",)}
