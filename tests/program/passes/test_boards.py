"""A game of enclosing and a game of sliding on boards of many shapes: with all passes, on both engines, they stay what
they are without."""

from pathlib import Path

import pytest

from program.passes.rules import compiled, same_games
from rulewright.engines.native.whole import NativeGames
from rulewright.engines.reference import ReferenceEngine, whole
from rulewright.program import compile_game, ir, walk
from rulewright.semantics import check_text

ENCLOSING = """language 1
game "Enclosing"
players Black, White
board {board}
piece Disc
define line_from(p: player, s: site, d: direction): set of site:
    let others = (Disc of opponent of p).at
    return run(s, d, others) if past(s, d, others).owner == p else {{}}
define enclosed(p: player, s: site): set of site = union(d in all_directions: line_from(p, s, d))
define can_place(p: player): bool = any(s in empty: any(enclosed(p, s)))
setup:
    place Disc of White on {{b2, c3}}
    place Disc of Black on {{c2, b3}}
action Place:
    pick there in empty
    let turning = enclosed(mover, there)
    where any(turning)
    do:
        place Disc of mover on there
        turning.piece.owner = mover
action Pass:
    say "pass"
turn:
    choose Place else Pass
end:
    rank by count(Disc of player) when no(p in players: can_place(p))
"""

SLIDING = """language 1
game "Sliding"
players Black, White
board {board}
piece Man
piece Stone
var round: int in 0..60 = 0
define in_reach(s: site): set of site = union(d in all_directions: run(s, d, empty))
define hunted(s: site): bool = any(d in all_directions: past(s, d, empty) in (Man of opponent of mover).at)
setup:
    place Man of White on {{b2, c3}}
    place Man of Black on {{c2, b3}}
action Go:
    pick m in Man of mover
    let here = m.at
    pick there in in_reach(here)
    where not hunted(there) or hunted(here)
    do:
        round += 1
        move m to there
        place Stone on here
turn:
    choose Go
    else: mover loses
end:
    tie when round > 50
"""

BOARDS = ("square 8 by 8", "square 9 by 8", "square 5 by 13", "hex 7 by 7", "hex 12 by 6", "triangle 7", "hexagon 4")
TURNING = "square 7 by 6 wrapped"


def optimised(rules: str) -> ir.Program:
    game, problems = check_text(rules)
    assert game is not None, problems
    return compile_game(game)


@pytest.mark.parametrize("board", [*BOARDS, TURNING])
@pytest.mark.parametrize("rules", [ENCLOSING, SLIDING], ids=["enclosing", "sliding"])
def test_games_stay_the_same(rules: str, board: str, tmp_path: Path) -> None:
    text = rules.format(board=board)
    plain, fast = compiled(text), optimised(text)
    assert walks(plain)
    assert walks(fast) == (board == TURNING)
    assert same_games(plain, fast, 6) > 20
    games = NativeGames(fast, tmp_path).playouts(0, 40, 5, 300)
    assert games == whole.playouts(ReferenceEngine(fast), 0, 40, 5, 300)


def walks(program: ir.Program) -> bool:
    """Whether anything goes over sites one by one in a list of a table."""
    every = [stmt for routine in program.routines for stmt in walk.statements(routine.body)]
    return any(isinstance(stmt, ir.EachItem) and isinstance(stmt.items, ir.Look) for stmt in every)
