"""What would come again from a generator does not come."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, g, generator, n, var
from rulewright.engines import reference
from rulewright.engines.native.differing import all_differ
from rulewright.program import ir, walk
from rulewright.program.finish import finish
from rulewright.program.passes import repeats
from rulewright.program.verify import verify

SITES = 6
WAYS = ir.Table("ways", (3,), ((0, 1, 2), (3, 4, 1), ()), ir.LIST)
SITE = ir.Table("site", (6,), (4, 2, 4, 0, 2, -1), ir.INT)


class Moves:
    """A generator in which for each of two members, on each of two ways, for each step a move to its site is yielded;
    `key` is made of the variables of the three loops."""

    def __init__(self, ways: ir.Table = WAYS, site: ir.Table = SITE) -> None:
        self.game = Game()
        self.tables = (ways, site)
        self.s, self.w, self.x = var("s"), var("w"), var("x")
        self.site = ir.Look(site, (g(self.x),))
        self.inner: ir.Stmt = ir.EachItem(self.x, ir.Look(ways, (g(self.w),)), [])
        self.key: tuple[ir.Expr, ...] = (g(self.s), self.site)

    def program(self, **more: object) -> ir.Program:
        self.taken = ir.Yield(0, self.key, (g(self.s), g(self.w), g(self.x)), **more)  # type: ignore[arg-type]
        assert isinstance(self.inner, ir.EachItem | ir.While | ir.Each)
        self.inner.body.append(self.taken)
        ways = ir.Each(self.w, ir.Mask(0b11, 2), [self.inner])
        self.moves = generator("moves", (), [ir.Each(self.s, ir.Mask(0b101, 3), [ways])])
        decide = ir.Decide(self.game.decision("Go", self.moves), n(0), (), var("choice"), ())
        return self.game.program([decide], self.tables)


def listed(program: ir.Program) -> list[object]:
    finish(program)
    engine = reference(program)
    return list(engine.moves(engine.start()))


def test_the_same_moves_in_the_same_order() -> None:
    expected = listed(Moves().program())
    made = Moves()
    program = made.program()
    assert not all_differ(made.moves)
    repeats.rewrite(program)
    assert made.taken.fresh
    assert all_differ(made.moves)
    again = Moves()
    program = again.program()
    repeats.rewrite(program)
    assert listed(program) == expected
    # Of sites 4, 2, 4 and 0, 2, 2 there are three for each of the two members.
    assert len(expected) == 2 * 3


def test_every_combination_of_picks_can_be_had() -> None:
    """A move may be told by picks that another one with the same key comes before."""
    made = Moves()
    program = made.program()
    repeats.rewrite(program)
    finish(program)
    (decision,) = program.decisions
    assert decision.spelled is not None
    assert not verify(program)
    engine = reference(program)
    every, once = (engine.generate(one, engine.start()) for one in (decision.spelled, decision.generator))
    # To site 4 two steps lead, to site 2 three.
    assert len(every) == 2 * 6 and len(once) == 2 * 3
    assert [one.picks for one in once] == [act.picks for act in engine.moves(engine.start())]
    assert {one.picks for one in once} < {one.picks for one in every}


def fresh(made: Moves, **more: object) -> bool:
    program = made.program(**more)
    repeats.rewrite(program)
    found = any(isinstance(stmt, ir.If) for stmt in walk.statements(made.moves.body))
    assert found == made.taken.fresh
    return made.taken.fresh


def test_a_key_that_tells_all_loops_needs_nothing() -> None:
    made = Moves()
    made.inner = ir.Each(made.x, ir.Mask(0b11, 2), [])
    made.key = (g(made.s), g(made.w), g(made.x))
    assert not fresh(made)


def test_a_member_of_a_set_is_such_a_number() -> None:
    made = Moves()
    made.inner = ir.Each(made.x, ir.Mask(0b111, 3), [])
    made.key = (g(made.s), g(made.x))
    assert fresh(made)


def test_steps_of_one_member() -> None:
    """What was seen counts for all steps of a member, and not for the next member."""
    found = []
    for rewritten in (False, True):
        made = Moves()
        program = made.program()
        ways = ((ir.Mask(0b101, 3), 0), (ir.Mask(0b110, 3), 1))
        made.moves.body[:] = [ir.EachStep(made.s, made.w, ways, [made.inner], plain=True)]
        if rewritten:
            repeats.rewrite(program)
            assert made.taken.fresh
            assert all_differ(made.moves)
        found.append(listed(program))
    # Of member 0 sites 4 and 2, of member 1 sites 0 and 2, of member 2 all three.
    assert found[0] == found[1] and len(found[0]) == 2 + 2 + 3


def test_two_numbers_are_too_many() -> None:
    made = Moves()
    made.key = (g(made.s), made.site, g(made.x))
    assert not fresh(made)


def test_an_outer_loop_that_the_key_does_not_tell() -> None:
    """Then what was seen counts for all its rounds."""
    made = Moves()
    made.key = (made.site,)
    assert fresh(made)
    assert isinstance(made.moves.body[0], ir.Set)


def test_a_number_that_may_be_none() -> None:
    assert not fresh(Moves(ways=ir.Table("ways", (3,), ((0, 1, 5), (3, 4, 1), ()), ir.LIST)))


def test_a_number_that_is_too_great() -> None:
    assert not fresh(Moves(site=ir.Table("site", (6,), (4, 2, 4, 0, 1000, -1), ir.INT)))


@pytest.mark.parametrize("more", [{"rank": (n(1),)}, {"weight": n(2)}])
def test_ranks_and_weights_count(more: dict[str, object]) -> None:
    assert not fresh(Moves(), **more)


def test_an_alternative_that_is_yielded_elsewhere_too() -> None:
    made = Moves()
    program = made.program()
    made.moves.body.append(ir.Yield(0, (n(0), n(4)), (n(0), n(0), n(0))))
    repeats.rewrite(program)
    assert not made.taken.fresh


def test_another_alternative_does_not_matter() -> None:
    made = Moves()
    program = made.program()
    made.moves.body.append(ir.Yield(1, (n(0), n(4)), (n(0), n(0), n(0))))
    repeats.rewrite(program)
    assert made.taken.fresh


def test_what_is_only_asked_for_stays() -> None:
    """Whether there is any move is known after the first one."""
    made, asked = Moves(), Moves()
    program, _ = made.program(), asked.program()
    condition = ir.SomeYield(asked.moves, ())
    program.routines += [asked.moves]
    program.main.body.insert(0, ir.If(condition, []))
    repeats.rewrite(program)
    assert made.taken.fresh
    assert not asked.taken.fresh


def test_a_variable_that_is_given_elsewhere_too() -> None:
    made = Moves()
    program = made.program()
    made.moves.body.insert(0, ir.Set(made.s, n(1)))
    repeats.rewrite(program)
    assert not made.taken.fresh


def test_rounds_that_may_go_on() -> None:
    made = Moves()
    outer = made.inner
    made.inner = ir.While(b("lt", g(made.x), n(3)), [outer])
    assert not fresh(made)
