"""Loops over steps become sets, and the moves stay what they were, in the same order."""

import random

import pytest

from engines.programs import Game, b, function, g, n, u, var
from program.passes.rules import compiled, moves, same_games
from rulewright.engines import reference
from rulewright.program import ir, walk
from rulewright.program.passes import lifting, seats, steps
from rulewright.program.passes.lifting import Member

RULES = """language 1
game "Test"
players White, Black
board square 5 by 4 {wrapped}
facing White N, Black S
piece Man "M"
piece King "K"
region low = rows(1..2)
var limit: int in 0..40 = 0
setup:
    place Man of White on {a1, c1, e1, b2, d2}
    place King of White on {c2}
    place Man of Black on {a4, b4, d4, e4}
    place King of Black on {c4}
action Go:
    {moves}
    do:
        remove there.piece
        move p to there
        limit += 1
action Rest:
    do:
        limit += 1
turn:
    choose Go | Rest
end:
    tie when limit > 30
    player loses when no(Man of player)
"""

NEXT = "steps(p.at, {forward, forward_left, forward_right})"


def rules(*lines: str, wrapped: str = "") -> str:
    """A game in which men go as these lines say."""
    return RULES.replace("{wrapped}", wrapped).replace("{moves}", "\n    ".join(lines))


def loops(program: ir.Program, name: str = "moves_Go_or_Rest") -> list[ir.EachStep]:
    """The loops over steps in the generator of the first decision."""
    body = program.decisions[0].generator.body
    return [stmt for stmt in walk.statements(body) if isinstance(stmt, ir.EachStep)]


@pytest.mark.parametrize("wrapped", ["", "wrapped"])
@pytest.mark.parametrize(
    "lines",
    [
        (f"pick there in {NEXT}", "where there.owner != mover"),
        (f"pick there in {NEXT}", "where there.empty or there != step(p.at, forward)", "where there.owner != mover"),
        (f"pick there in {NEXT}", "where not (there.owner == mover or low has there)"),
        (f"pick there in {NEXT}", "where there.owner == next(mover) or (there.empty and p is Man)"),
        ("pick there in neighbors(p.at)", "where there.empty and not p is Man"),
        ("pick there in steps(p.at, {forward, left, right})", "where there.owner != mover and step(there, forward).empty"),
        ("pick there in such(s in neighbors(p.at): s.empty)",),
    ],
)
def test_moves_stay_the_same(lines: tuple[str, ...], wrapped: str) -> None:
    text = rules("pick p in mine", *lines, wrapped=wrapped)
    plain, other = compiled(text), compiled(text, seats, steps)
    assert same_games(plain, other, 12) > 150


def test_breakthrough() -> None:
    plain, other = compiled("breakthrough"), compiled("breakthrough", seats, steps)
    assert same_games(plain, other, 6) > 200
    text = moves(other)
    assert "by 8 from owned[0] & {0..55} - shift_down(filled, 8)" in text
    assert "by -8 from owned[1] & {8..63} - shift_up(filled, 8)" in text
    assert text.count("if ") == 1


def test_surakarta_needs_no_seats() -> None:
    plain, other = compiled("surakarta"), compiled("surakarta", steps)
    assert "by 7 from owned[mover] & " in moves(other)
    assert same_games(plain, other, 2, most=40) > 40
