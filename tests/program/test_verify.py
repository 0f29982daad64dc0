"""The verifier: right programs pass, and each broken rule is reported."""

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, tic_tac_toe, u, var
from rulewright.program import ir
from rulewright.program.verify import verify
from rulewright.source import Source, Span

PLACE = Span(Source("test.rules", "x\n"), 0, 1)


def test_a_right_program() -> None:
    assert verify(tic_tac_toe()) == []


def test_a_list_of_sets() -> None:
    assert in_function(ir.EachItem(SOME, ir.MakeList((S, S)), [])) == []


def in_function(*body: ir.Stmt, result: ir.IrType | None = None) -> list[str]:
    return verify(Game().program([ir.Do(function("tested", (), list(body), result), ())]))


def in_generator(*body: ir.Stmt) -> list[str]:
    x = var("x")
    moves = generator("tested", (), list(body))
    return verify(Game().program([ir.Set(x, ir.CountYields(moves, ()))]))


def in_flow(*body: ir.Stmt) -> list[str]:
    return verify(Game().program(list(body)))


def reported(problems: list[str], part: str) -> None:
    assert len(problems) == 1, problems
    assert part in problems[0]


X, SOME, LISTED, MANY = var("x"), var("some", ir.bits(4)), var("listed", ir.LIST), var("many", ir.INT, 3)
S, L = ir.Mask(3, 4), ir.MakeList((n(1),))
FOREIGN = ir.Cell("foreign", ir.INT, 1, (0,))
PURE = function("pure", (q := var("q"),), [ir.Return(g(q))], ir.INT)
CHANGING = function("changing", (), [ir.ForgetRecords(), ir.Return(n(1))], ir.INT)


@pytest.mark.parametrize(
    ("stmt", "part"),
    [
        (ir.Set(X, S), "x = {0, 1} is bits4, not int"),
        (ir.Set(SOME, ir.Mask(31, 5)), "wider than bits4"),
        (ir.Set(X, n(1), n(0)), "no array"),
        (ir.Set(MANY, n(1)), "no array"),
        (ir.Fill(X, n(1)), "no array"),
        (ir.Append(X, n(1)), "no list"),
        (ir.Append(LISTED, S), "an item of listed"),
        (ir.Set(X, b("add", n(1), S)), "an operand is bits4, no int"),
        (ir.Set(X, u("size", n(1))), "an operand is int, no set"),
        (ir.Set(X, u("size", L)), "an operand is list, no set"),
        (ir.Set(X, b("same", S, n(1))), "an operand is int, no set"),
        (ir.Set(X, b("nth", S, n(1))), "no list"),
        (ir.Set(X, u("huge", n(1))), "no operator huge with one operand"),
        (ir.Set(X, b("power", n(1), n(2))), "no operator power with two operands"),
        (ir.Set(X, ir.Select(n(1), n(1), S)), "an operand is bits4, no int"),
        (ir.Set(LISTED, ir.MakeList((n(1), S))), "an operand is bits4, no int"),
        (ir.EachItem(X, ir.MakeList((S,)), []), "an item for x"),
        (ir.Set(SOME, ir.Mask(16, 4)), "outside its width"),
        (ir.Set(X, g(var("unset"))), "unset is read and never set"),
        (ir.Set(X, ir.Load(FOREIGN)), "the cell foreign does not belong"),
        (ir.Store(FOREIGN, None, n(1)), "the cell foreign does not belong"),
        (ir.Set(X, ir.Look(ir.Table("far", (1,), (0,), ir.INT), (n(0),))), "the table far does not belong"),
        (ir.Set(X, ir.Invoke(PURE, ())), "pure has 1 parameters and gets 0 arguments"),
        (ir.Set(X, ir.Invoke(PURE, (S,))), "an operand is bits4, no int"),
        (ir.Set(X, ir.Invoke(CHANGING, ())), "changing changes the state"),
        (ir.Set(X, ir.SomeYield(PURE, (n(1),))), "pure is no generator"),
        (ir.Do(PURE, (S,), X), "q of pure {0, 1} is bits4, not int"),
        (ir.Do(PURE, (n(1),), SOME), "pure returns int for some: bits4"),
        (ir.Do(function("silent", (), []), (), X), "silent returns nothing for x"),
        (ir.Do(generator("moves", (), []), ()), "moves is a generator and is done"),
        (ir.Set(X, n(1), None, ir.Check(3, 2, "x", PLACE)), "the range 3..2 of x is empty"),
        (ir.Break(), "a break leaves no loop"),
        (ir.While(n(1), [ir.Trial([ir.Break()], [])]), "a break leaves no loop"),
        (ir.Trial([], [ir.Finish()]), "the end of a trial finishes the game"),
        (ir.Each(X, L, []), "the loop over x: [1] is list, no set"),
        (ir.EachItem(X, S, []), "the loop over x: {0, 1} is bits4, no list"),
        (ir.Each(SOME, S, []), "some goes over members and is no int"),
        (ir.If(S, []), "a condition: {0, 1} is bits4, no int"),
        (ir.Enqueue(0, ()), "the queue has no sort 0"),
        (ir.Return(n(1)), "a return has a value where none is returned"),
    ],
)
def test_statements(stmt: ir.Stmt, part: str) -> None:
    reported(in_function(stmt), part)


def test_returns() -> None:
    reported(in_function(ir.Return(), result=ir.INT), "a return has a value")
    reported(in_function(ir.Return(S), result=ir.INT), "the result {0, 1} is bits4, not int")
    assert in_function(ir.Return(n(1)), result=ir.INT) == []


def test_the_queue() -> None:
    for stmt, part in (
        (ir.Enqueue(0, (n(1),)), "entries of sort 0 have 2 values, not 1"),
        (ir.Enqueue(0, (n(1), n(2))), "a value of an entry of sort 0 2 is int, not bits4"),
        (ir.Dequeue(X, (var("y"),)), "an entry with 2 values is taken into 1"),
        (ir.Dequeue(X, (SOME, SOME)), "an entry's int is taken into some: bits4"),
    ):
        game = Game()
        game.queue = [(ir.INT, ir.bits(4))]
        reported(verify(game.program([stmt])), part)


def test_generators_leave_the_state_alone() -> None:
    reported(in_generator(ir.ForgetRecords()), "a generator changes the state: ForgetRecords")
    reported(in_generator(ir.Do(CHANGING, ())), "a generator changes the state: Do")
    assert in_generator(ir.Trial([ir.Do(CHANGING, ())], []), ir.Yield(0, (), ())) == []
    reported(
        in_generator(ir.Yield(0, (n(1),), ()), ir.Yield(0, (), ())), "yields of alternative 0 have different numbers"
    )
    reported(in_generator(ir.Yield(0, (), (), (n(1),)), ir.Yield(1, (), ())), "yields of the generator have different")


def test_yields_and_stops_stay_where_they_belong() -> None:
    # finish refuses these already, so the routines are changed afterwards
    inner = flow("inner", (), [])
    for sort, stmt, part in (
        ("function", ir.Yield(0, (), ()), "a function holds a Yield"),
        ("flow", ir.Yield(0, (), ()), "a flow holds a Yield"),
        ("function", ir.Do(inner, ()), "a function holds a Do, which may stop"),
    ):
        routine = ir.Routine("tested", (), None, [], sort=sort)
        program = Game().program([ir.Do(inner, ()), ir.Do(routine, ())])
        routine.body.append(stmt)
        problems = verify(program)
        assert any(part in problem for problem in problems), problems
    with pytest.raises(ValueError, match="function tested holds a Yield"):
        in_function(ir.Yield(0, (), ()))


def test_nothing_stops_or_leaves_inside_a_trial_of_a_flow() -> None:
    inner = flow("inner", (), [])
    reported(in_flow(ir.Trial([ir.Do(inner, ())], [])), "a Do may stop inside a trial or an attempt")
    reported(in_flow(ir.Attempt([ir.Return()], X)), "a return leads out of a trial")
    reported(in_flow(ir.While(n(1), [ir.Attempt([ir.Break()], X)])), "a break leaves no loop")
    assert in_function(ir.While(n(1), [ir.Attempt([ir.Break()], X)])) == []


def test_compound_stops() -> None:
    outcomes = generator("outcomes", (), [ir.Yield(0, (), (n(1),))])
    draw = ir.Draw(outcomes, (), X, ir.DrawInfo("", ir.Shown("int")))
    reported(in_flow(ir.Compound([ir.Return()], n(0), False, ())), "a return leads out of a compound stop")
    reported(in_flow(ir.Compound([draw], n(0), False, ())), "chance is drawn inside a compound stop")
    reported(in_flow(ir.While(n(1), [ir.Compound([ir.Break()], n(0), False, ())])), "a break leaves no loop")
    assert in_flow(draw) == []


def test_decisions() -> None:
    game = Game()
    moves = generator("moves", (), [ir.Yield(0, (n(1),), (n(1),)), ir.Yield(1, (), ())])
    decision = game.decision("Step", moves)
    choice = var("choice")
    program = game.program([ir.Decide(decision, S, (n(1),), choice, (SOME,))])
    problems = verify(program)
    assert len(problems) == 4
    assert "main: moves has 0 parameters and gets 1 arguments" in problems
    assert "main: the chooser {0, 1} is bits4, not int" in problems
    assert "main: 1 is taken into some: bits4" in problems
    assert "decision Step has no alternative 1" in problems


def test_outcomes_without_a_value() -> None:
    outcomes = generator("outcomes", (), [ir.Yield(0, (), ())])
    draw = ir.Draw(outcomes, (), X, ir.DrawInfo("", ir.Shown("int")))
    reported(in_flow(draw), "outcomes yields an outcome without a value for x")


def test_computing_in_circles() -> None:
    one = function("one", (), [], ir.INT)
    two = function("two", (), [ir.Return(ir.Invoke(one, ()))], ir.INT)
    one.body.append(ir.Return(ir.Invoke(two, ())))
    problems = in_flow(ir.Set(X, ir.Invoke(one, ())))
    reported(problems, "one computes itself by way of two")
    # effects may reach themselves: reactions nest
    effect = function("effect", (), [])
    effect.body.append(ir.Do(effect, ()))
    assert in_flow(ir.Do(effect, ())) == []


def test_the_program_as_a_whole() -> None:
    program = tic_tac_toe()
    program.cells[0].offset = 3
    assert any("before the end of another one" in problem for problem in verify(program))
    program = tic_tac_toe()
    program.cells[4].init = (1 << 9, 0)
    reported(verify(program), "starts with members outside its width")
    program = tic_tac_toe()
    program.tables[0].shape = (7,)
    reported(verify(program), "table lines has the shape (7,) and 8 values")
    program = tic_tac_toe()
    program.seats = 3
    reported(verify(program), "fewer returns than seats")
    program = tic_tac_toe()
    program.position = PURE
    assert "the position is not a generator without parameters" in verify(program)
    program = tic_tac_toe()
    program.routines.pop()
    reported(verify(program), "won is not in the program's list")
