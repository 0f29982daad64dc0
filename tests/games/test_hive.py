"""Hive, which needs piles: counts of positions against the published ones.

The numbers are those of the base game without expansions, in which no queen may come first: 4, 96, 1440, 21600, 516240
(Jon Thysell, Mzinga, "Perft"). The board of this text is smaller than the game's, which has none; four plies never
reach its edge.
"""

from __future__ import annotations

import pytest

import rulewright as rw

RULES = """
language 1

game "Hive"

players White, Black

board hex 15 by 15

layer hive: pile Bug

define height(s: site): int = count(s.hive)
define others(s: site): set of site = occupied if height(s) > 1 else occupied - {s}
define gate(s: site, t: site): set of site = neighbors(s) & neighbors(t)

## One step along the hive, for a bug that started from `start`: it fits through the gate and keeps contact.
define slides(s: site, start: site): set of site = {t in neighbors(s) & empty: count(gate(s, t) & others(start)) == 1}

piece Bug:
    define goals(self): set of site = {}

piece Queen "Q" is Bug:
    copies of each player = 1
    define goals(self): set of site = slides(self.at, self.at)

piece Ant "A" is Bug:
    copies of each player = 3
    define goals(self): set of site = reach(s from {self.at}: slides(s, self.at)) - {self.at}

piece Spider "S" is Bug:
    copies of each player = 2
    define goals(self): set of site = union(a in slides(self.at, self.at): union(b in slides(a, self.at) - {self.at}:
        slides(b, self.at) - {self.at, a}))

piece Hopper "G" is Bug:
    copies of each player = 3
    define goals(self): set of site = union(d in all_directions where step(self.at, d).occupied:
        {past(self.at, d, occupied)})

piece Beetle "B" is Bug:
    copies of each player = 2
    define goals(self): set of site = {t in neighbors(self.at): climbs(self, t)}

define climbs(b: Beetle, t: site): bool:
    let contact = t.occupied or any(neighbors(t) & others(b.at))
    return contact and max(height(b.at) - 1, height(t)) >= min(g in gate(b.at, t): height(g))

define one_hive(b: Bug): bool:
    let rest = others(b.at)
    return reach(s from {first(neighbors(b.at) & rest)}: neighbors(s) & rest) == rest

define held(p: player): set of site = {s in occupied: s.owner == p}

define landing: set of site:
    if no(Bug):
        return {site(8, 8)}
    if no(mine):
        return neighbors(occupied) & empty
    return neighbors(held(mover)) & empty - neighbors(held(opponent))

action Enter:
    pick k in {Queen, Spider, Beetle, Hopper, Ant}
    where any(supply(k of mover))
    where round_number > 1 or k != Queen "the queen does not come first"
    where round_number < 4 or k == Queen or any(Queen of mover) "the queen comes by the fourth turn"
    pick there in landing
    do:
        place k of mover on there

action Move:
    pick b in {b in mine: b == top(b.at.hive)}
    where any(Queen of mover) "the queen comes first"
    where height(b.at) > 1 or one_hive(b) "the hive must stay one"
    pick there in goals(b)
    do:
        move b to there

action Pass:
    say "pass"

turn:
    choose Enter | Move else Pass

define surrounded(p: player): bool = any(q in Queen of p: no(neighbors(q.at) & empty))

end:
    tie when surrounded(mover) and surrounded(opponent)
    player loses when surrounded(player)
"""


@pytest.fixture(scope="module")
def hive() -> rw.Game:
    return rw.loads(RULES)


def test_perft(hive: rw.Game) -> None:
    assert [hive.start().perft(depth) for depth in range(1, 5)] == [4, 96, 1440, 21600]


def test_who_lies_below_cannot_move(hive: rw.Game) -> None:
    """Black's beetle holds the hive together until Black's queen has gone round to h9, where she touches White's bugs,
    too. Then it climbs on White's ant, which cannot move any more; the site is Black's now, so White cannot enter
    beside it."""
    state = hive.start()
    for words in ("Ant h8", "Beetle i8", "Queen g8", "Queen j8", "Ant g9"):
        state = state.play(f"Enter {words}")
    assert state.why("Move i8 h8") == "the hive must stay one"
    for words in ("Move j8 i9", "Enter Ant f8", "Move i9 h9", "Enter Beetle f9", "Move i8 h8"):
        state = state.play(words)
    site = state.game.setting.declared.board.index["h8"]  # type: ignore[union-attr]
    kinds = state.game.setting.declared.kinds
    pile = [(kinds[piece.kind].name, piece.owner) for piece in state.standing() if piece.site == site]
    assert pile == [("Beetle", 1), ("Ant", 0)]
    moves = [move.text for move in state.moves()]
    assert not [text for text in moves if text.startswith("Move h8")]
    assert not [text for text in moves if text.startswith("Enter") and text.endswith(("i7", "h7", "g10"))]
    assert any(text.startswith("Move f8") for text in moves)
