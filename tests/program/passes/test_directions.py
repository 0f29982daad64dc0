"""Loops over members and their directions become sets by direction, and the moves stay what they were, in order."""

import pytest

import rulewright as rw
from engines.programs import function, g, n, u, var
from program.passes.rules import compiled, moves, same_games
from rulewright.program import ir
from rulewright.program.passes import directions, seats, steps

RULES = """language 1
game "Test"
players White, Black
board square 6 by 5:
    remove {s in sites: {removed}}
facing White N, Black S
define filled: int = 2
piece Man "M":
    define ways(self): set of direction = {forward_left of self.owner, forward_right of self.owner}
    define prey(self, d: direction): site = step(self.at, d)
piece King "K" is Man:
    define ways(self): set of direction = diagonal
var limit: int in 0..40 = 0
var marked: set of site = {} until turn_end
define goal(m: Man, d: direction): set of site = steps(m.at, {d}) & empty
setup:
    place Man of White on rows(1..2)
    place Man of Black on rows(4..5)
    place King of White on c3
    place King of Black on e3
action Go:
    {moves}
    do:
        marked += {there}
        remove there.piece
        move m to there
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


def rules(*lines: str, removed: str = "(s.row + s.column) % 2 == 1") -> str:
    return RULES.replace("{removed}", removed).replace("{moves}", "\n    ".join(lines))


LEAP = ("pick m in mine", "pick d in ways(m)", "let over = prey(m, d)", "where over.piece in theirs")
LIFTED = {
    "a step": ("pick m in mine", "pick d in ways(m)", "pick there in goal(m, d)"),
    "a leap": (*LEAP, "pick there in steps(over, {d}) & empty"),
    "with a mark": (*LEAP, "where over not in marked", "pick there in steps(over, {d}) & empty"),
    "of kings": ("pick m in mine", "where m is King", "pick d in ways(m)", "pick there in goal(m, d)"),
    "any direction": ("pick m in mine", "pick d in diagonal", "pick there in steps(m.at, {d}) - mine.at"),
    "a test on the goal": ("pick m in mine", "pick d in ways(m)", "pick there in goal(m, d)", "where there.row > 1"),
    "the rest stays": (
        "pick m in mine",
        "pick d in ways(m)",
        "pick there in goal(m, d)",
        "where limit % 3 != m.at.row",
    ),
}


@pytest.mark.parametrize("removed", ["(s.row + s.column) % 2 == 1", "s == c3"])
@pytest.mark.parametrize("lines", LIFTED.values(), ids=LIFTED)
def test_moves_stay_the_same(lines: tuple[str, ...], removed: str) -> None:
    text = rules(*lines, removed=removed).replace("on c3", "on d3" if removed == "s == c3" else "on c3")
    plain, other = compiled(text), compiled(text, seats, steps)
    assert same_games(plain, other, 12) > 100
    assert " along " in moves(other)
    assert " along " not in moves(plain)


def test_draughts() -> None:
    """Where kings, too, go to the next square only, all of it is lifted; where they slide nothing is."""
    for option, lifted in (("english", True), ("international", False)):
        program = rw.load("draughts", {"rules": option}).setting.program
        assert (" along " in moves(program, 2)) is lifted


STAYS = {
    "several goals": ("pick m in mine", "pick d in ways(m)", "pick there in slide(m.at, d)"),
    "what is counted": ("pick m in mine", "pick d in ways(m)", "pick k in 1..2", "pick there in goal(m, d)"),
}


@pytest.mark.parametrize("lines", STAYS.values(), ids=STAYS)
def test_what_is_not_lifted(lines: tuple[str, ...]) -> None:
    text = rules(*lines)
    plain, other = compiled(text), compiled(text, seats, steps)
    assert " along " not in moves(other)
    assert same_games(plain, other, 3) > 10


def test_functions_in_place() -> None:
    x, y = var("x"), var("y")
    kind = ir.Table("kind", (4,), (0, 1, 0, -1), ir.INT)
    inner = function("inner", (y,), [ir.Return(ir.Look(kind, (g(y),)))], ir.INT)
    chosen = ir.If(ir.Invoke(inner, (g(x),)), [ir.Return(n(7))])
    outer = function("outer", (x,), [chosen, ir.Return(g(x))], ir.INT)
    found = directions.inlined(ir.Invoke(outer, (n(2),)))
    match found:
        case ir.Select(condition=ir.Look(indices=(ir.Num(value=2),)), a=ir.Num(value=7), b=ir.Num(value=2)):
            pass
        case _:
            pytest.fail(str(found))
    looping = function("looping", (x,), [ir.While(g(x), [ir.Set(x, n(0))]), ir.Return(g(x))], ir.INT)
    for routine in (looping, function("long", (x,), [ir.Return(u("size", ir.Mask(1, 2)))], ir.bits(2))):
        call = ir.Invoke(routine, (n(1),))
        assert directions.inlined(call) is call
