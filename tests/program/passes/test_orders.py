"""Who moves next is asked first, where the order of the seats does not matter."""

import pytest

from engines.programs import Game, b, function, g, n, u, var
from program.passes.rules import compiled, same_games
from program.passes.walking import Both
from rulewright.program import ir
from rulewright.program.passes import fills, orders
from rulewright.program.printer import print_routine


class Asking:
    """A program with a function that asks each seat whether what it owns holds site 2."""

    def __init__(self) -> None:
        game = Game()
        self.owned = game.cell("owned", ir.bits(4), (0b0011, 0b0100))
        self.p, s = var("p"), var("s")
        held = b("has", ir.Load(self.owned, g(s)), n(2))
        self.holds = function("holds", (s,), [ir.If(held, [ir.Return(n(1))]), ir.Return(n(0))], ir.INT)
        self.test = ir.If(ir.Invoke(self.holds, (g(self.p),)), [ir.Return(n(7))])
        self.loop = ir.Each(self.p, ir.Mask(0b11, 2), [self.test])
        self.ask = function("ask", (), [self.loop, ir.Return(n(0))], ir.INT)
        self.made = game.program([])
        self.made.routines += [self.ask, self.holds]

    def stays(self) -> bool:
        orders.rewrite(self.made)
        return isinstance(self.ask.body[0], ir.Each)


def test_reads() -> None:
    asking = Asking()
    assert not asking.stays()
    assert print_routine(asking.ask) == (
        "function ask() -> int\n"
        "    if mover == 0:\n"
        "        if holds(1):\n"
        "            return 7\n"
        "        if holds(0):\n"
        "            return 7\n"
        "    else:\n"
        "        if holds(0):\n"
        "            return 7\n"
        "        if holds(1):\n"
        "            return 7\n"
        "    return 0"
    )
    assert Both(asking.made, asking.ask)(asking.ask) == 7


def test_games_stay_the_same() -> None:
    plain, other = compiled("reversi"), compiled("reversi", fills, orders)
    assert "if mover == 0:" in print_routine(next(one for one in other.routines if one.name == "no"))
    assert same_games(plain, other, 8) > 400


def test_of_a_seat_only_what_is_asked_of_seats_counts() -> None:
    """What would be asked of nobody may loop."""
    asking = Asking()
    s, x = asking.holds.params[0], var("x")
    loops = function("loops", (), [ir.Each(x, ir.Mask(1, 1), []), ir.Return(n(1))], ir.INT)
    asking.holds.body = [ir.Return(ir.Select(b("ge", g(s), n(0)), n(0), ir.Invoke(loops, ())))]
    assert not asking.stays()


def test_what_loops_is_asked_in_order() -> None:
    """It may take longer than is allowed."""
    asking = Asking()
    asking.holds.body.insert(0, ir.Each(var("x"), ir.Mask(1, 1), []))
    assert asking.stays()


def test_what_may_fail_is_asked_in_order() -> None:
    asking = Asking()
    s = asking.holds.params[0]
    asking.holds.body[-1] = ir.Return(b("div", n(1), g(s)))
    assert asking.stays()


def test_answers_that_differ_are_given_in_order() -> None:
    asking = Asking()
    asking.test.then[:] = [ir.Return(g(asking.p))]
    assert asking.stays()


@pytest.mark.parametrize("members", [0b01, 0b111])
def test_other_than_all_seats_are_asked_in_order(members: int) -> None:
    asking = Asking()
    asking.loop.members = ir.Mask(members, 3)
    assert asking.stays()


def test_more_than_a_question_stays() -> None:
    asking = Asking()
    asking.loop.body.append(ir.Set(var("count"), n(1)))
    assert asking.stays()


def test_a_condition_without_a_question_about_the_seat_stays() -> None:
    asking = Asking()
    asking.test.condition = u("some", ir.Load(asking.owned, g(asking.p)))
    assert asking.stays()
