"""Flows cut into blocks: what is cut, what stays, which slots are reset; and that cutting changes nothing."""

import random
from dataclasses import dataclass, field

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from rulewright.engines import reference
from rulewright.program import flowgraph, ir
from rulewright.program.blocks import cut as cut_open
from rulewright.program.finish import complete
from rulewright.source import Source, Span

PLACE = Span(Source("test.rules", "x\n"), 0, 1)
GO = generator("go", (), [ir.Yield(0, (), ())])
ASK = ir.Decision(0, "Go", GO, (ir.Alternative("Go", (), ()),), False, "")


def ask(choice: ir.Var, *args: ir.Expr) -> ir.Stmt:
    return ir.Decide(ASK, n(0), args, choice, ())


def cut(*body: ir.Stmt, params: tuple[ir.Var, ...] = ()) -> flowgraph.Flow:
    routine = flow("tested", params, list(body))
    complete([routine])
    return cut_open(routine)


def ends(cut_flow: flowgraph.Flow) -> list[str]:
    return [type(block.end).__name__ for block in cut_flow.blocks]


def names(variables: tuple[ir.Var, ...]) -> list[str]:
    return [var.name for var in variables]


def test_statements_without_stops_stay_in_one_block() -> None:
    x = var("x")
    made = cut(
        ir.Set(x, n(0)), ir.While(b("lt", g(x), n(3)), [ir.Set(x, b("add", g(x), n(1))), ir.If(n(0), [ir.Break()])])
    )
    assert ends(made) == ["Return"]
    assert len(made.blocks[0].statements) == 2


def test_an_if_with_a_stop_becomes_a_branch() -> None:
    x, choice = var("x"), var("choice")
    made = cut(ir.Set(x, n(0)), ir.If(g(x), [ask(choice)]), ir.Set(x, n(1)))
    assert ends(made) == ["Branch", "DecideStop", "Return"]
    branch, stop = made.blocks[0].end, made.blocks[1].end
    # the empty other side goes straight on
    assert isinstance(branch, flowgraph.Branch) and (branch.then, branch.otherwise) == (1, 2)
    assert isinstance(stop, flowgraph.DecideStop) and stop.after == 2


def test_a_loop_over_a_set_keeps_what_remains() -> None:
    x, choice = var("x"), var("choice")
    made = cut(ir.Each(x, ir.Mask(5, 3), [ask(choice)]))
    assert ends(made) == ["Goto", "Branch", "DecideStop", "Return"]
    rest = next(local for local in made.slots if local.name == "x.rest")
    assert str(rest.type) == "bits3"
    stop = made.blocks[2].end
    assert isinstance(stop, flowgraph.DecideStop) and stop.after == 1
    # x is not needed after the stop, nor what was chosen in the round before
    assert names(made.blocks[2].resets) == ["x", "choice"]


def test_breaks_and_returns_leave_cut_loops() -> None:
    i, choice = var("i"), var("choice")
    made = cut(
        ir.Count(i, n(1), n(3), [ir.If(g(i), [ir.Break()]), ask(choice), ir.If(g(choice), [ir.Return()])]),
        ask(choice),
    )
    assert ends(made).count("DecideStop") == 2
    assert ends(made).count("Return") == 2


def test_slots_hold_arrays_and_come_in_order() -> None:
    p, x, many = var("p"), var("x"), var("many", ir.INT, 4)
    made = cut(ir.Set(x, g(p)), ir.Fill(many, n(0)), ir.Set(x, g(many, n(1))), params=(p,))
    assert [(local.name, slot) for local, slot in made.slots.items()] == [("p", 0), ("x", 1), ("many", 2)]
    assert made.size == 6


def test_only_dead_slots_that_were_set_are_reset() -> None:
    a, c, d, choice, again = var("a"), var("c"), var("d"), var("choice"), var("again")
    made = cut(
        ir.Set(a, n(1)),
        ir.Set(c, n(2)),
        ask(choice, g(a)),
        ir.Set(d, b("add", g(c), g(choice))),
        ask(again, g(d)),
    )
    # at the first stop a is dead (its value is kept as an argument), c is not; at the second everything is
    assert names(made.blocks[0].resets) == ["a"]
    assert names(made.blocks[1].resets) == ["c", "choice", "d"]


def test_picks_that_are_read_after_other_stops_do_not_linger() -> None:
    """A loop: what was picked is dead at the next stop, though the same local is read after it."""
    choice, pick, total = var("choice"), var("pick"), var("total")
    decide = ir.Decide(ASK, n(0), (), choice, (pick,))
    made = cut(
        ir.Set(total, n(0)),
        ir.While(n(1), [decide, ir.If(b("eq", g(choice), n(0)), [ir.Set(total, b("add", g(total), g(pick)))])]),
    )
    stop = next(block for block in made.blocks if isinstance(block.end, flowgraph.DecideStop))
    assert names(stop.resets) == ["choice", "pick"]


def test_compound_stops_have_an_entry_and_a_leave() -> None:
    x, choice = var("x"), var("choice")
    made = cut(ir.Compound([ask(choice), ir.Set(x, g(choice))], n(0), False, (g(x),)), ask(choice))
    assert ends(made) == ["CompoundEnter", "DecideStop", "DecideStop", "CompoundLeave", "Return"]
    enter, leave = made.blocks[0].end, made.blocks[3].end
    assert isinstance(enter, flowgraph.CompoundEnter) and (enter.entry, enter.after) == (1, 2)
    assert isinstance(leave, flowgraph.CompoundLeave) and leave.after == 2
    # the rank reads x before it is reset
    assert names(made.blocks[3].resets) == ["x", "choice"]


def test_a_call_of_a_flow_ends_a_block_and_one_of_a_function_does_not() -> None:
    x, y = var("x"), var("y")
    plain = function("plain", (), [ir.Return(n(3))], ir.INT)
    inner = flow("inner", (q := var("q"),), [ir.Return(g(q))], ir.INT)
    made = cut(ir.Do(plain, (), x), ir.Do(inner, (g(x),), y), ir.Do(plain, (), x), ir.Return())
    assert ends(made) == ["CallFlow", "Return"]
    assert names(made.blocks[0].resets) == ["x"]


# ---- cutting changes nothing ----


@dataclass
class Maker:
    """Makes random programs over a few locals; loops are bounded."""

    rng: random.Random
    stops: bool = False
    ints: list[ir.Var] = field(default_factory=lambda: [var(f"i{k}") for k in range(3)])
    following: list[ir.Var] = field(default_factory=lambda: [var(f"r{k}", ir.REF) for k in range(2)])
    some: ir.Var = field(default_factory=lambda: var("some", ir.refs(8)))
    array: ir.Var = field(default_factory=lambda: var("array", ir.REF, 2))
    out: ir.Cell = field(default_factory=lambda: ir.Cell("out", ir.INT, 1, (0,)))
    tick: ir.Routine = field(default_factory=lambda: flow("tick", (), []))
    move: ir.Routine = field(default_factory=lambda: function("move", (), []))

    def number(self, depth: int = 2) -> ir.Expr:
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice([g(rng.choice(self.ints)), g(rng.choice(self.following)), n(rng.randrange(8))])
        match rng.randrange(5):
            case 0:
                return b(rng.choice(["add", "sub", "min", "max"]), self.number(depth - 1), self.number(depth - 1))
            case 1:
                return b(rng.choice(["eq", "lt", "le"]), self.number(depth - 1), self.number(depth - 1))
            case 2:
                return u(rng.choice(["size", "least", "some"]), g(self.some))
            case 3:
                return g(self.array, n(rng.randrange(2)))
            case _:
                return ir.Select(self.number(depth - 1), self.number(depth - 1), self.number(depth - 1))

    def place(self) -> ir.Expr:
        return b("mod", self.number(), n(8))

    def note(self) -> ir.Stmt:
        mixed = b("add", b("mul", ir.Load(self.out), n(31)), self.number())
        return ir.Store(self.out, None, b("mod", mixed, n(1_000_003)))

    def body(self, depth: int, looped: bool = False) -> list[ir.Stmt]:
        return [self.statement(depth, looped) for _ in range(self.rng.randint(1, 4))]

    def plain(self) -> ir.Stmt:
        made = self.statement(0, False)
        return self.note() if isinstance(made, ir.Do) and made.routine is self.tick else made

    def statement(self, depth: int, looped: bool) -> ir.Stmt:
        rng = self.rng
        kind = rng.randrange(17 if depth else 9)
        match kind:
            case 0 | 1:
                return ir.Set(rng.choice(self.ints), self.number())
            case 2:
                return ir.Set(rng.choice(self.following), self.place())
            case 3:
                return ir.Set(self.some, b("joined", u("single", self.place()), u("single", self.place())))
            case 4:
                return ir.Set(self.array, self.place(), n(rng.randrange(2)))
            case 5:
                return ir.Rename(self.place(), b("sub", b("mod", self.number(), n(9)), n(1)))
            case 6:
                return ir.Do(self.tick, ())
            case 7:
                return ir.Do(self.move, ())
            case 8:
                return ir.Break() if looped and rng.random() < 0.5 else self.note()
            case 9 | 10:
                return ir.If(self.number(), self.body(depth - 1, looped), self.body(depth - 1, looped))
            case 11:
                return ir.Each(rng.choice(self.following), g(self.some), [self.note(), *self.body(depth - 1, True)])
            case 12:
                items = ir.MakeList((self.place(), self.place()))
                return ir.EachItem(rng.choice(self.following), items, [self.note(), *self.body(depth - 1, True)])
            case 13:
                return ir.Count(rng.choice(self.ints), n(0), n(rng.randrange(3)), self.body(depth - 1, True))
            case 14:
                # nothing may stop in a trial of a flow, so it holds single statements
                inner = [self.plain() for _ in range(3)]
                return ir.Trial(inner, [self.plain(), ir.Set(rng.choice(self.ints), self.number())])
            case 15:
                inside = [self.plain(), ir.Fail("X999", (), PLACE)] if rng.random() < 0.5 else [self.plain()]
                return ir.Attempt(inside, rng.choice(self.ints))
            case _:
                limit, step = var("limit"), var("step")
                return ir.If(
                    n(1),
                    [
                        ir.Set(limit, n(0)),
                        ir.While(
                            b("lt", g(limit), n(2)),
                            [ir.Set(limit, b("add", g(limit), n(1))), *self.body(depth - 1, True)],
                        ),
                        ir.Set(step, g(limit)),
                    ],
                )

    def end(self) -> list[ir.Stmt]:
        self_notes: list[ir.Stmt] = []
        values = [*map(g, self.ints), *map(g, self.following), u("size", g(self.some)), u("least", g(self.some))]
        values += [g(self.array, n(0)), g(self.array, n(1))]
        for value in values:
            mixed = b("add", b("mul", ir.Load(self.out), n(31)), value)
            self_notes.append(ir.Store(self.out, None, b("mod", mixed, n(1_000_003))))
        return self_notes


@pytest.mark.parametrize("seed", range(250))
def test_cutting_changes_nothing(seed: int) -> None:
    """The same statements as a function, as a flow that is not cut, and as one that is cut at calls of an empty flow.

    References in the function follow by `keep`, those in the flows by their slots.
    """
    results = []
    for form in ("function", "whole", "cut"):
        maker = Maker(random.Random(seed))
        maker.move.body = [ir.Rename(n(2), n(5)), ir.Rename(n(3), n(-1))]
        if form != "cut":
            maker.tick.sort = "function"
        body = [*maker.body(3), *maker.end()]
        game = Game(cells=[])
        game.cells.append(maker.out)
        if form == "function":
            body = [ir.Do(function("tested", (), body), ())]
        engine = reference(game.program(body))
        state = engine.start()
        assert engine.stopped(state).kind == "idle"
        results.append(state.cells[maker.out.offset])
    assert results[0] == results[1] == results[2]
