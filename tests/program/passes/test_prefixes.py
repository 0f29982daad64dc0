"""Walks over lists end where something is in the way."""

from collections.abc import Callable
from itertools import product
from types import ModuleType

import pytest

from engines.programs import Game, b, function, g, generator, n, u, var
from rulewright.engines import reference
from rulewright.engines.native.differing import all_differ
from rulewright.program import ir, walk
from rulewright.program.finish import finish
from rulewright.program.passes import prefixes, repeats
from rulewright.program.verify import verify
from rulewright.source import Span
from rulewright.source.files import Source

SITES = 4
# Steps 0..5 and none: two ways, 0 1 2 and 3 4 5; each step leads to a site, and a way may come to a site again.
WAY = ir.Table("way", (2, 3), ((0, 1, 2), (3, 4, 5), (), (), (), ()), ir.LIST)
BEFORE = ir.Table("before", (7,), ((), (0,), (0, 1), (), (3,), (3, 4), ()), ir.LIST)
SITE = ir.Table("site", (7,), (1, 2, 3, 0, 1, 0, -1), ir.INT)
LEVEL = ir.Table("level", (7,), (0, 1, 1, 0, 0, 2, 0), ir.INT)
PLACE = Span(Source("test.rules", "test"), 0, 4)


class Walks:
    """A function that adds up, as bits, the steps of both ways that satisfy a condition, by the cells `taken` and
    `theirs`."""

    def __init__(self, before: ir.Table = BEFORE) -> None:
        self.game = Game()
        self.taken = self.game.cell("taken", ir.bits(SITES), (0,))
        self.theirs = self.game.cell("theirs", ir.bits(SITES), (0,))
        self.x, self.w, self.start, self.out = var("x"), var("w"), var("start"), var("out", ir.bits(6))
        h, step, of = var("h"), var("step"), var("of")
        ok = b("or", b("has", self.empty(), self.site(h)), b("eq", self.site(h), g(of)))
        loop = ir.EachItem(h, ir.Look(before, (g(step),)), [ir.If(ir.negated(ok), [ir.Return(n(0))])])
        self.free = function("free", (step, of), [loop, ir.Return(n(1))], ir.INT)
        y = var("y")
        fails = ir.If(b("lt", g(y), n(0)), [ir.Fail("X105", ("no",), PLACE)])
        self.level = function("level_of", (y,), [fails, ir.Return(ir.Look(LEVEL, (g(y),)))], ir.INT)

    def empty(self) -> ir.Expr:
        return b("without", ir.Mask((1 << SITES) - 1, SITES), ir.Load(self.taken))

    def site(self, step: ir.Var) -> ir.Expr:
        return ir.Look(SITE, (g(step),))

    def hit(self) -> ir.Expr:
        return b("has", ir.Load(self.theirs), self.site(self.x))

    def is_free(self) -> ir.Expr:
        return ir.Invoke(self.free, (g(self.x), g(self.start)))

    def is_high(self, least: int = 1) -> ir.Expr:
        return b("ge", ir.Invoke(self.level, (g(self.x),)), n(least))

    def found(self, condition: ir.Expr, *more: ir.Stmt) -> ir.Routine:
        add = ir.Set(self.out, b("joined", g(self.out), u("single", g(self.x))))
        self.loop = ir.EachItem(self.x, ir.Look(WAY, (n(0), g(self.w))), [ir.If(condition, [add, *more])])
        self.ways = ir.Each(self.w, ir.Mask(0b11, 2), [self.loop])
        return function("found", (self.start,), [self.ways, ir.Return(g(self.out))], ir.bits(6))

    def values(self, tested: ir.Routine) -> list[object]:
        """What the function gives for all states and starts."""
        program = self.game.program([], (WAY, BEFORE, SITE, LEVEL))
        program.routines += [self.free, self.level, tested]
        engine = reference(program)
        out = []
        for taken, theirs in product(range(1 << SITES), repeat=2):
            store = [ir.Store(self.taken, None, ir.Mask(taken, SITES))]
            store += [ir.Store(self.theirs, None, ir.Mask(theirs, SITES))]
            for start in range(-1, SITES):
                call = ir.Return(ir.Invoke(tested, (n(start),)))
                out.append(engine.evaluate(function("all", (), [*store, call], ir.bits(6)), engine.start()))
        return out

    def rewritten(self, tested: ir.Routine) -> ir.Routine:
        program = self.game.program([], (WAY, BEFORE, SITE, LEVEL))
        program.routines += [self.free, self.level, tested]
        prefixes.rewrite(program)
        self.made = program.tables[4:]
        return tested

    def ends(self) -> bool:
        """Whether the loop can be left before its end."""
        return any(isinstance(stmt, ir.Break) for stmt in walk.statements([self.loop]))

    def starts(self) -> bool:
        """Whether only some of the ways are walked."""
        return not isinstance(self.ways.members, ir.Mask)

    def chosen(self) -> bool:
        """Whether the loop goes over fewer items."""
        assert isinstance(self.loop.items, ir.Look)
        return self.loop.items.table is not WAY


Condition = Callable[[Walks], ir.Expr]

CONDITIONS: dict[str, Condition] = {
    "free and hit": lambda t: b("and", t.is_free(), t.hit()),
    "hit and free": lambda t: b("and", t.hit(), t.is_free()),
    "hit and high": lambda t: b("and", t.hit(), t.is_high()),
    "hit, high and free": lambda t: b("and", b("and", t.hit(), t.is_high()), t.is_free()),
    "of the highest": lambda t: b("and", t.is_high(2), t.is_free()),
    "hit or free": lambda t: b("or", t.hit(), t.is_free()),
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_the_same_is_found(condition: Condition) -> None:
    plain, fast = Walks(), Walks()
    expected = plain.values(plain.found(condition(plain)))
    assert fast.values(fast.rewritten(fast.found(condition(fast)))) == expected
    assert len(set(expected)) > 1


@pytest.mark.parametrize("name", ["free and hit", "hit and free", "hit, high and free", "of the highest"])
def test_a_walk_ends_where_something_is_in_the_way(name: str) -> None:
    made = Walks()
    made.rewritten(made.found(CONDITIONS[name](made)))
    assert made.ends()
    assert made.starts()
    assert isinstance(made.free.body[0], ir.Return)
    (sets, *_) = made.made
    assert sets.values == (0, 0b10, 0b110, 0, 0b1, 0b11, 0)


def test_items_that_fail_a_condition_of_their_own_are_left_out() -> None:
    made = Walks()
    made.rewritten(made.found(CONDITIONS["hit and high"](made)))
    assert made.chosen()
    assert isinstance(made.loop.items, ir.Look)
    assert made.loop.items.table.values == ((1, 2), (5,), (), (), (), ())


def test_a_condition_that_may_hold_again_does_not_end_the_walk() -> None:
    """What is before an item need not be before the next one."""
    other = ir.Table("before", (7,), ((), (0,), (1,), (), (3,), (3, 4), ()), ir.LIST)
    plain, made = Walks(other), Walks(other)
    expected = plain.values(plain.found(plain.is_free()))
    assert made.values(made.rewritten(made.found(made.is_free()))) == expected
    assert not made.ends()


def test_who_asks_for_the_last_way_gets_it() -> None:
    made = Walks()
    tested = made.found(made.is_free())
    tested.body.insert(1, ir.If(b("eq", g(made.w), n(0)), [ir.Return(ir.Mask(0, 6))]))
    made.rewritten(tested)
    assert made.ends()
    assert not made.starts()


def test_a_way_on_which_more_is_done_is_walked() -> None:
    made = Walks()
    tested = made.found(made.is_free())
    made.ways.body.append(ir.Set(made.out, ir.Mask(1, 6)))
    made.rewritten(tested)
    assert made.ends()
    assert not made.starts()


def test_what_is_on_a_site_belongs_to_somebody() -> None:
    """Who asks for the owner of what stands there asks for the owner of the site."""
    game = Game()
    x, filled = var("x"), game.cell("filled", ir.bits(SITES), (0,))
    stands = ir.Select(b("has", ir.Load(filled), g(x)), g(x), n(-1))
    for name, plainer in (("owned", True), ("theirs", False)):
        asked = prefixes.plain(b("has", ir.Load(game.cell(name, ir.bits(SITES), (0,))), stands))
        assert isinstance(asked, ir.Binary)
        assert isinstance(asked.b, ir.Get) is plainer


def test_a_walk_whose_start_changes_on_the_way_goes_on() -> None:
    made = Walks()
    tested = made.found(made.is_free(), ir.Set(made.start, n(0)))
    made.rewritten(tested)
    assert not made.ends()


def test_a_walk_that_changes_the_state_goes_on() -> None:
    made = Walks()
    tested = made.found(made.is_free(), ir.Store(made.taken, None, ir.Mask(0, SITES)))
    made.rewritten(tested)
    assert not made.ends()


def test_who_asks_for_the_last_item_gets_it() -> None:
    made = Walks()
    tested = made.found(made.is_free())
    tested.body.insert(1, ir.If(b("eq", g(made.x), n(5)), [ir.Return(ir.Mask(0, 6))]))
    made.rewritten(tested)
    assert not made.ends()


def test_nothing_is_asked_before_what_may_fail() -> None:
    """The number of a step that may be none is an error, and stays one."""
    made = Walks()
    fails = b("gt", ir.Binary("add", g(made.start), n(2**31 - 1), PLACE), n(0))
    made.rewritten(made.found(b("and", b("and", fails, made.is_high()), made.is_free())))
    assert not made.chosen()


def test_a_table_of_none_is_not_a_set() -> None:
    """A step that leads nowhere is in no set."""
    lost = ir.Table("site", (7,), (1, -1, 3, 0, 1, 0, -1), ir.INT)
    made = Walks()
    h, step = var("h"), var("step")
    ok = b("has", made.empty(), ir.Look(lost, (g(h),)))
    loop = ir.EachItem(h, ir.Look(BEFORE, (g(step),)), [ir.If(ir.negated(ok), [ir.Return(n(0))])])
    made.free = function("free", (step, var("of")), [loop, ir.Return(n(1))], ir.INT)
    made.rewritten(made.found(made.is_free()))
    assert isinstance(made.free.body[0], ir.EachItem)


# ---- from all members at once ----

# From each of four sites two ways lead; what is on them before a step may be the site where they start.
ROWS: tuple[tuple[int, ...], ...] = (
    *((0, 1, 2), (3, 4), ()),
    *((1, 2), (5,), ()),
    *((2,), (3, 4, 5), ()),
    *((), (3, 5), ()),
    *((), (), ()),
)
FROM = ir.Table("way", (5, 3), ROWS, ir.LIST)
ON_WAY = ir.Table("on_way", (7,), (0, 0b10, 0b110, 0, 0b1, 0b11, 0), ir.bits(SITES))


class Members:
    """A generator of the steps to theirs from all of `mine`, along ways on which nothing stands but who starts there.
    `own`: even who starts there is in the way."""

    def __init__(self, own: bool = False, of: ir.Expr | None = None) -> None:
        self.walks = Walks()
        game = self.walks.game
        self.mine = game.cell("mine", ir.bits(SITES), (0b1011,))
        s, w, x = var("s"), var("w"), self.walks.x
        way: ir.Expr = b("common", ir.Look(ON_WAY, (g(x),)), ir.Load(self.walks.taken))
        if not own:
            way = b("without", way, u("single", g(s)))
        test = b("and", u("none_of", way), self.walks.hit())
        taken = [ir.If(test, [ir.Yield(0, (g(s), self.walks.site(x)), (g(s), g(w), g(x)))])]
        loop = ir.EachItem(x, ir.Look(FROM, (g(s), g(w))), taken)
        members = ir.Load(self.mine) if of is None else of
        self.moves = generator("moves", (), [ir.Each(s, members, [ir.Each(w, ir.Mask(0b11, 2), [loop])])])
        self.game = game

    def program(self, *passes: ModuleType, taken: int = 0, theirs: int = 0, mine: int = 0) -> ir.Program:
        """The moves are offered where these are the cells."""
        cells = ((self.walks.taken, taken), (self.walks.theirs, theirs), (self.mine, mine))
        body: list[ir.Stmt] = [ir.Store(cell, None, ir.Mask(value, SITES)) for cell, value in cells]
        decision = self.game.decision("Go", self.moves, optional=True)
        program = self.game.program([*body, ir.Decide(decision, n(0), (), var("choice"), ())], (FROM, ON_WAY, SITE))
        for one in passes:
            one.rewrite(program)
        finish(program)
        assert not verify(program)
        return program

    def steps(self) -> list[ir.EachStep]:
        return [stmt for stmt in walk.statements(self.moves.body) if isinstance(stmt, ir.EachStep)]


@pytest.mark.parametrize("passes", [(prefixes,), (prefixes, repeats)])
@pytest.mark.parametrize("own", [False, True])
def test_the_same_moves_of_all_members(own: bool, passes: tuple[ModuleType, ...]) -> None:
    found = []
    for taken, theirs, mine in product(range(1 << SITES), (0b0110, 0b1101), (0b1011, 0b0100)):
        plain, fast = Members(own), Members(own)
        (one, other) = (
            reference(made.program(*more, taken=taken, theirs=theirs, mine=mine))
            for made, more in ((plain, ()), (fast, passes))
        )
        moves = one.moves(one.start())
        assert moves == other.moves(other.start())
        assert len(fast.steps()) == 1 and fast.steps()[0].plain
        assert all_differ(fast.moves) is (repeats in passes)
        found.append(moves)
    assert len(set(found)) > 10


def test_members_that_are_computed_are_asked_one_by_one() -> None:
    for of in (ir.Mask(0b1011, SITES), u("single", n(1))):
        made = Members(of=of)
        made.program(prefixes)
        assert not made.steps()


def test_a_flow_goes_through_its_loops_one_by_one() -> None:
    made = Members()
    made.moves.sort = "flow"
    for stmt in walk.statements(made.moves.body):
        for inner in walk.bodies(stmt):
            inner[:] = [ir.Tell((n(1),)) if isinstance(one, ir.Yield) else one for one in inner]
    program = made.game.program([], (FROM, ON_WAY, SITE))
    program.routines.append(made.moves)
    prefixes.rewrite(program)
    assert not made.steps()
