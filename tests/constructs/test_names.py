"""Names of the rules never meet those of the machinery behind them."""

from __future__ import annotations

from constructs.playing import play, shown, trail

OWN = """
board square 3 by 1

piece Man:
    copies of each player = 2

region limit of White = {a1, c1}
region limit of Black = {a1, b1, c1}

var last: int in 0..9 = 1
var starter: int in 0..9 = 2
var depth: int in 0..9 = 3
var chain: int in 0..9 = 4
var begun: int in 0..9 = 5
var again_and: int in 0..9 = 6
var kind_of: int in 0..9 = 7
var filled: int in 0..9 = 8
field height of each site: int in 0..9 = 9

setup:
    place Man of White on a1

when moved(x, here, there):
    if x.at != c1:
        move x to step(there, E)

when round_end():
    note(last + 10 * starter + 100 * depth)

action Go:
    do:
        if any(Man):
            move first(Man) to b1
        note(chain + begun + filled + a1.height)
        for p in players:
            note(count(limit of p))
    say "go"

action Stay:
    say "stay"

turn:
    choose Go | Stay
    if turn_number == 1:
        again
"""


def test_variables_may_be_called_anything() -> None:
    """The man goes on to c1, a reaction within a reaction; rounds are counted; White has two turns. Regions
    have names that tables of the program have, too."""
    state = play(OWN, "go", "stay", "stay")
    assert trail(state) == [26, 2, 3, 321]
    assert [shown(state, name) for name in ("last", "starter", "depth", "chain")] == ["1", "2", "3", "4"]
