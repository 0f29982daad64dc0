"""Loops that are divided by a question that is the same in every round."""

from __future__ import annotations

import pytest

from program.passes.rules import compiled, moves, same_games
from rulewright.engines.native.differing import all_differ
from rulewright.program.passes import unswitching

RACE = """language 1
game "Race"
players White, Black
board square 5 by 4
piece Man
piece Pawn is Man
piece Rook is Man

setup:
    place Pawn of White on a1, c1, e1
    place Pawn of Black on b4, d4
    place Rook of White on b1
    place Rook of Black on c4

region last of White = rows(4)
region last of Black = rows(1)

action Go:
    pick m in mine
    pick there in neighbors(m.at) - mine.at
    pick into in {Rook, Pawn} when m is Pawn and there in last of mover
    do:
        remove there.piece
        move m to there
        if into != none:
            m.kind = into
    say "{m.at}{there}{into}"

turn:
    choose Go
    else: mover loses

end:
    player loses when no(mine)
"""

EACH = RACE.replace("m is Pawn and there in last of mover", "there in last of mover")
LAST = RACE.replace("m is Pawn and there in last of mover", "there in last of mover and m is Pawn")
LONE = RACE.replace("{Rook, Pawn}", "{Rook}")


def test_how_it_reads() -> None:
    """The loop over where a man goes, for pawns and for others; the others become nothing else."""
    assert moves(compiled(RACE)).count("for there") == 1
    lines = [line.strip() for line in moves(compiled(RACE, unswitching)).splitlines()]
    at = next(i for i, line in enumerate(lines) if line.startswith("if kind[m] =="))
    assert lines[at + 1].startswith("for there in ") and lines[at + 2].startswith("if last[mover] has there")
    assert lines[at + 3].startswith("for into in elements") and lines[at + 4] == "yield 0(m, there, into)"
    assert lines[at + 5 : at + 8] == ["else:", "yield 0(m, there, -1)", "else:"]
    other = lines[at + 7 :]
    assert other[1].startswith("for there2 in ")
    assert other[2] == "yield 0(m, there2, -1)"


@pytest.mark.parametrize("rules", [EACH, LAST])
def test_a_question_about_the_round_stays_in_the_loop(rules: str) -> None:
    assert moves(compiled(rules, unswitching)).count("for there") == 1


@pytest.mark.parametrize("rules", [RACE, EACH, LAST, LONE])
def test_the_same_games(rules: str) -> None:
    plain, divided = compiled(rules), compiled(rules, unswitching)
    assert same_games(plain, divided, 8, most=60) > 100
    assert all_differ(divided.decisions[0].generator)


def test_chess() -> None:
    assert same_games(compiled("chess"), compiled("chess", unswitching), 2, most=80) > 80
