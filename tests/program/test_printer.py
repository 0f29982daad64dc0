"""Programs as text."""

from engines.programs import Game, b, flow, function, g, generator, n, tic_tac_toe, u, var
from rulewright.program import ir
from rulewright.program.printer import print_expression, print_program, print_routine, show_set
from rulewright.source import Source, Span

PLACE = Span(Source("test.rules", "x\n"), 0, 1)

TIC_TAC_TOE = """\
program "test", 2 seats, returns in 1/1

cells
    mover: int = 0
    active: int = 0
    ended: int = 0
    returns[2]: int = 0 x2
    owned[2]: bits9 = {} x2
    empty: bits9 = {0..8}

tables
    lines[8]: bits9 = {0..2}, {3..5}, {6..8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}

flow main(start)
    while 1:
        choice, pick = mover decides 0: moves()
        put(pick)
        if won():
            ended = 1
            returns[mover] = 1
            returns[1 - mover] = -1
            finish
        if none_of(empty):
            ended = 1
            finish
        mover = 1 - mover

generator moves()
    for there in empty:
        yield Put(there)

function put(there)
    owned[mover] += {there}
    empty -= {there}

function won() -> int
    for line from 0 to 7:
        if lines[line] inside owned[mover]:
            return 1
    return 0
"""


def test_a_whole_program() -> None:
    assert print_program(tic_tac_toe()) == TIC_TAC_TOE
    assert print_program(tic_tac_toe()) == print_program(tic_tac_toe())


def test_parentheses_only_where_they_are_needed() -> None:
    x, y, z = g(var("x")), g(var("y")), g(var("z"))
    for expr, text in (
        (b("mul", b("add", x, y), z), "(x + y) * z"),
        (b("add", b("mul", x, y), z), "x * y + z"),
        (b("sub", x, b("sub", y, z)), "x - (y - z)"),
        (b("sub", b("sub", x, y), z), "x - y - z"),
        (b("or", b("and", x, y), u("not", z)), "x and y or not z"),
        (b("and", b("or", x, y), u("not", b("and", y, z))), "(x or y) and not (y and z)"),
        (u("not", b("has", x, y)), "not x has y"),
        (b("eq", b("lt", x, y), z), "(x < y) == z"),
        (ir.Select(b("eq", x, y), x, ir.Select(y, y, z)), "x if x == y else y if y else z"),
        (b("add", ir.Select(x, y, z), n(1)), "(y if x else z) + 1"),
        (u("neg", b("add", x, y)), "-(x + y)"),
        (b("nth", ir.MakeList((x, y)), n(1)), "[x, y][1]"),
        (b("head", ir.MakeList((x, y)), n(1)), "[x, y][..1]"),
        (b("tail", ir.MakeList((x, y)), n(1)), "[x, y][1..]"),
        (b("place", ir.MakeList((x, y)), n(1)), "place([x, y], 1)"),
        (b("common", x, b("without", y, u("single", z))), "x & (y - {z})"),
        (b("min", x, b("shift_up", y, n(1))), "min(x, shift_up(y, 1))"),
        (ir.Sorted(x, (y, z)), "sorted(x by y, z)"),
        (ir.QueueLength(), "length(queue)"),
        (ir.Occurrences((x, y)), "occurrences(x, y)"),
        (ir.Mask(0b1011101, 8), "{0, 2..4, 6}"),
    ):
        assert print_expression(expr) == text


def test_sets() -> None:
    assert [show_set(members) for members in (0, 1, 0b11, 0b111, 0b10110111)] == [
        "{}",
        "{0}",
        "{0, 1}",
        "{0..2}",
        "{0..2, 4, 5, 7}",
    ]


def test_every_statement() -> None:
    game = Game()
    score = game.cell("score", ir.INT, (0, 0))
    x, p, other_x, some, many = var("x"), var("p", ir.REF), var("x"), var("some", ir.bits(9)), var("many", ir.INT, 3)
    listed, failed, sort, choice = var("listed", ir.LIST), var("failed"), var("sort"), var("choice")
    moves = generator(
        "moves",
        (p,),
        [
            ir.Yield(0, (g(p),), (g(p),), (n(2),), n(3)),
            ir.Yield(1, (), (g(p),)),
            ir.Yield(1, (g(p), n(1)), (g(p),)),
            ir.YieldSubsets(some, g(listed), n(1), n(2), [ir.Yield(1, (g(some),), (g(some),))]),
            ir.YieldBags(n(2), (1, 2)),
        ],
    )
    decision = game.decision("Step", moves, True, "Jump")
    effect = function("effect", (p,), [ir.Return()])
    inner = flow("inner", (), [], ir.INT)
    check = ir.Check(0, 20, "score", PLACE)
    body: list[ir.Stmt] = [
        ir.Set(x, n(1)),
        ir.Set(x, b("add", g(x), n(2)), None, check),
        ir.Set(many, b("sub", g(many, n(0)), n(1)), n(0)),
        ir.Fill(many, n(4)),
        ir.Append(listed, g(x)),
        ir.Store(score, g(x), b("add", ir.Load(score, g(x)), n(5)), check),
        ir.If(g(x), [ir.Do(effect, (g(p),))], [ir.If(n(0), [], [ir.Do(inner, (), x)])]),
        ir.Each(p, g(some), [ir.Break()]),
        ir.EachItem(other_x, g(listed), [ir.Enqueue(0, (g(other_x),))]),
        ir.Count(x, n(1), n(3), [ir.Dequeue(sort, (x,))]),
        ir.Fail("X101", ("site ", (g(x), ir.Shown("int")), " is full"), PLACE),
        ir.Rename(g(p), n(-1)),
        ir.Record((g(x), n(2))),
        ir.ForgetRecords(),
        ir.Trial([ir.Finish()], [ir.Set(x, n(2))]),
        ir.Attempt([], failed),
        ir.Decide(decision, n(0), (g(p),), choice, (x,)),
        ir.Draw(moves, (g(p),), x, ir.DrawInfo("a die", ir.Shown("int"))),
        ir.Compound([ir.Return()], ir.Load(game.mover), True, (g(x), n(1))),
    ]
    tested = flow("tested", (), body)
    tested.about = "turn [CAP-1]"
    assert print_routine(tested, {"score"}) == TESTED
    assert print_routine(moves, (), decision) == MOVES


TESTED = """\
flow tested()
    # turn [CAP-1]
    with many[3], listed: list, p: ref, some: bits9
    x = 1
    x += 2 within 0..20
    many[0] -= 1
    every many = 4
    add x to listed
    score[x] += 5 within 0..20
    if x:
        effect(p)
    elif 0:
        nothing
    else:
        x = inner()
    for p in some:
        break
    for x2 in listed:
        enqueue 0(x2)
    for x from 1 to 3:
        sort, x = dequeue
    fail X101 "site {x} is full"
    rename p to -1
    record x, 2
    forget records
    on a copy:
        finish
    then:
        x = 2
    attempt, else failed:
        nothing
    choice, x = 0 may decide 0: moves(p)
    x = chance, a die: moves(p)
    one move of mover by path most x, 1:
        return"""

MOVES = """\
generator moves(p: ref)
    with some: bits9, listed: list
    yield Step(p) rank 2 weight 3
    yield Jump(p) key nothing
    yield Jump(p) key p, 1
    for some with 1 to 2 of listed:
        yield Jump(some)
    yield bags of 2 dice with sides 1, 2"""


def test_large_tables_and_caches() -> None:
    game = Game()
    game.cell("cache", ir.INT, (7,) * 5, kept=False)
    game.cell("marks", ir.refs(4), (3,), guarded=True)
    game.queue = [(), (ir.REF, ir.INT)]
    large = ir.Table("large", (3, 6), tuple(range(18)), ir.INT)
    text = print_program(game.program([], (large,)))
    assert "    cache[5]: int = 7 x5, a cache\n" in text
    assert "    marks: refs4 = {0, 1}, none too\n" in text
    assert "    large[3, 6]: int\n" in text
    assert "queue\n    0: nothing\n    1: ref, int\n" in text
