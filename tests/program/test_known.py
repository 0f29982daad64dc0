"""What is known where statements run one after the other: only what is certain, and what becomes of it."""

import random

import pytest

from engines.programs import b, function, g, generator, n, u, var
from program.passes.test_steps import WIDTH, Board
from rulewright.engines import reference
from rulewright.program import ir
from rulewright.program.known import Known, Runner
from rulewright.program.printer import print_routine

x, y, ref = var("x"), var("y"), var("ref", ir.REF)


def filled(board: Board, at: ir.Var) -> ir.Expr:
    return b("has", ir.Load(board.filled), g(at))


def owned(board: Board, seat: int, at: ir.Var) -> ir.Expr:
    return b("has", ir.Load(board.owned, n(seat)), g(at))


def change(cell: ir.Cell, op: str, at: ir.Var, index: ir.Expr | None = None) -> ir.Store:
    return ir.Store(cell, index, b(op, ir.Load(cell, index), u("single", g(at))))


def text(board: Board, *body: ir.Stmt) -> list[str]:
    """The statements after a run through them, printed."""
    made, _ = Runner(board.sites).body(body, Known(board.sites))
    return [line.strip() for line in print_routine(function("f", (x, y, ref), made)).splitlines()[1:]]


def mark(board: Board, value: int) -> ir.Stmt:
    return ir.Store(board.mark, None, n(value))


def test_what_is_taken_away_is_not_there() -> None:
    board = Board()
    asked = ir.If(filled(board, x), [mark(board, 1)], [mark(board, 2)])
    assert text(board, change(board.filled, "without", x), asked) == ["filled -= {x}", "mark = 2"]
    assert text(board, change(board.filled, "joined", x), asked)[1:] == ["mark = 1"]


def test_of_another_number_it_is_known_only_if_it_differs() -> None:
    board = Board()
    asked = ir.If(filled(board, x), [mark(board, 1)])
    inside = [filled(board, x), u("not", filled(board, y))]
    known = ir.If(b("and", *inside), [change(board.filled, "without", y), asked])
    assert "mark = 1" in text(board, known)
    assert not any(line.startswith("if filled has x:") for line in text(board, known))
    unsure = ir.If(filled(board, x), [change(board.filled, "without", y), asked])
    assert sum(line == "if filled has x:" for line in text(board, unsure)) == 2


def test_whose_it_is() -> None:
    board = Board()
    ask = ir.Store(board.mark, None, ir.Load(board.owner, g(x)))
    assert "mark = 1" in text(board, ir.If(owned(board, 1, x), [ask]))
    assert "mark = owner[x]" in text(board, ir.If(owned(board, 2, x), [ask]))  # nobody's
    assert "mark = owner[x]" in text(board, ir.If(owned(board, 1, x), [ir.Store(board.owner, g(y), n(0)), ask]))


def test_out_of_every_set_where_it_may_be() -> None:
    board = Board()
    whose = var("whose")
    index = b("mod", g(whose), n(3))
    given = ir.Set(whose, ir.Load(board.owner, g(x)))
    taken = [given, change(board.owned, "without", x, index)]
    everywhere = [f"owned[{i}] -= {{x}}" for i in range(3)]
    assert text(board, *taken) == ["whose = owner[x]", *everywhere]
    assert text(board, ir.If(u("not", owned(board, 0, x)), taken))[-2:] == everywhere[1:]
    elsewhere = [given, ir.Store(board.owner, g(y), n(0)), taken[1]]
    assert text(board, *elsewhere)[-1] == "owned[whose % 3] -= {x}"
    assert text(board, ir.Set(whose, n(1)), taken[1])[-1] == "owned[1] -= {x}"


def test_both_branches() -> None:
    board = Board()
    asked = ir.If(filled(board, x), [mark(board, 1)])
    taken = ir.If(filled(board, x), [change(board.filled, "without", x)])
    assert "mark = 1" not in text(board, taken, asked)
    either = ir.If(owned(board, 0, y), [change(board.filled, "without", x)])
    assert "mark = 1" in text(board, either, asked)


def test_references_that_move() -> None:
    board = Board()
    asked = ir.If(b("ge", g(ref), n(0)), [mark(board, 1)])
    gone = ir.Rename(g(x), n(-1))
    same = [ir.Set(ref, g(x)), gone, asked]
    assert "mark = 1" not in text(board, ir.If(filled(board, x), same))
    apart = ir.If(b("and", filled(board, ref), u("not", filled(board, x))), [gone, asked])
    assert "mark = 1" in text(board, apart)
    assert "if ref >= 0:" not in text(board, apart)
    unsure = ir.If(b("ge", g(ref), n(0)), [gone, asked])
    assert text(board, unsure).count("if ref >= 0:") == 2


def test_nothing_is_known_after_what_is_not_seen_through() -> None:
    board = Board()
    asked = ir.If(filled(board, x), [mark(board, 1)])
    other = function("other", (), [change(board.filled, "without", y)])
    for stmt in (ir.Do(other, ()), ir.While(u("some", ir.Load(board.filled)), [change(board.filled, "without", y)])):
        assert sum(line == "if filled has x:" for line in text(board, ir.If(filled(board, x), [stmt, asked]))) == 2


# ---- what moves are listed ----


def decided(board: Board, *body: ir.Stmt) -> ir.Decide:
    """A decision whose moves are yielded by these statements, with picks `x` and `y`."""
    return ir.Decide(board.game.decision("Go", generator("moves", (), list(body))), n(0), (), var("choice"), (x, y))


def after(decide: ir.Decide, *body: ir.Stmt) -> list[ir.Stmt]:
    return [decide, ir.If(b("eq", g(decide.choice), n(0)), list(body))]


p, to = var("p"), var("to")
YIELD = ir.Yield(0, (g(p), g(to)), (g(p), g(to)))


def steps(board: Board, *ways: tuple[ir.Expr, int], plain: bool = False) -> ir.Stmt:
    mine = ir.Load(board.owned, n(0))
    listed = tuple((b("without", b("common", mine, ir.Mask(0b1111, WIDTH)), of), by) for of, by in ways)
    return ir.EachStep(p, to, listed, [YIELD], plain)


def questions(board: Board) -> list[ir.Stmt]:
    """Whether `x` is the seat's, whether `y` is, whether they differ, whether there is anything at `y`."""
    tests = [owned(board, 0, x), owned(board, 0, y), b("ne", g(x), g(y)), filled(board, y)]
    return [ir.If(test, [mark(board, 2 * i)], [mark(board, 2 * i + 1)]) for i, test in enumerate(tests)]


def down(cell: ir.Cell, by: int, index: ir.Expr | None = None) -> ir.Expr:
    return b("shift_down", ir.Load(cell, index), n(by))


def answers(board: Board, decide: ir.Decide) -> list[str]:
    lines = text(board, *after(decide, *questions(board)))
    return lines[lines.index("if choice == 0:") + 1 :]


def test_a_step_of_ones_own_to_where_none_is() -> None:
    board = Board()
    own = board.owned, n(0)
    decide = decided(board, steps(board, (down(board.filled, 3), 3), (down(own[0], 4, own[1]), 4)))
    assert answers(board, decide) == [
        "mark = 0",
        "mark = 3",
        "mark = 4",
        "if filled has y:",
        "mark = 6",
        "else:",
        "mark = 7",
    ]


def test_near_misses_of_steps() -> None:
    board = Board()
    for loop in (
        steps(board, (down(board.filled, 3), 4)),  # the set is that of another step
        steps(board, (down(board.filled, 3), 3), (ir.Mask(0, WIDTH), 4)),  # of one way nothing is known
        steps(board, (down(board.filled, 3), 3), plain=True),  # a direction
    ):
        lines = answers(board, decided(board, loop))
        assert lines[0] == "mark = 0"
        assert "if owned[0] has y:" in lines
        assert "if filled has y:" in lines


def test_two_yields_of_one_move_tell_nothing() -> None:
    board = Board()
    first, second = steps(board, (down(board.filled, 3), 3)), ir.Yield(0, (n(1), n(1)), (n(1), n(1)))
    assert "if owned[0] has x:" in answers(board, decided(board, first, second))


def test_what_is_known_of_a_move_ends_with_the_first_change() -> None:
    board = Board()
    decide = decided(board, steps(board, (down(board.filled, 3), 3)))
    test = ir.If(b("eq", g(decide.choice), n(0)), questions(board)[:1])
    assert "if owned[0] has x:" not in text(board, decide, test)
    assert "if owned[0] has x:" in text(board, decide, change(board.owned, "without", y, n(0)), test)
    assert "if owned[0] has x:" in text(board, decide, ir.Set(x, ir.Load(board.mark)), test)


# ---- any statements ----


def anything(board: Board, draw: random.Random, depth: int) -> ir.Stmt:
    """A statement that moves things about as the compiler's routines do: sets, owners and kinds stay in step."""
    at, other = draw.sample([x, y], 2)
    match draw.randrange(6):
        case 0:
            tests = [filled(board, at), owned(board, draw.randrange(2), at), b("ge", g(at), n(0)), b("ne", g(x), g(y))]
            inside = [anything(board, draw, depth - 1) for _ in range(2)] if depth else [mark(board, 1)]
            otherwise = [anything(board, draw, depth - 1)] if depth and draw.random() < 0.5 else []
            return ir.If(draw.choice(tests), inside, otherwise)
        case 1:
            return ir.If(b("and", filled(board, at), u("not", filled(board, other))), move(board, at, other))
        case 2:
            return ir.If(filled(board, at), lift(board, at))
        case 3:
            return ir.If(filled(board, other), [ir.Store(board.mark, None, ir.Load(board.owner, g(other)))])
        case 4:
            return ir.Store(board.mark, None, b("add", b("mul", ir.Load(board.mark), n(2)), filled(board, at)))
        case _:
            return ir.Set(at, n(draw.randrange(WIDTH)))


def lift(board: Board, at: ir.Var) -> list[ir.Stmt]:
    o, k = var("o"), var("k")
    return [
        ir.Set(k, ir.Load(board.kind, g(at))),
        ir.Set(o, ir.Load(board.owner, g(at))),
        change(board.owned, "without", at, b("mod", g(o), n(3))),
        change(board.of_kind, "without", at, g(k)),
        change(board.filled, "without", at),
        ir.Store(board.kind, g(at), n(-1)),
        ir.Store(board.owner, g(at), n(-1)),
    ]


def move(board: Board, at: ir.Var, to: ir.Var) -> list[ir.Stmt]:
    taken = lift(board, at)
    o, k = (stmt.var for stmt in (taken[1], taken[0]) if isinstance(stmt, ir.Set))
    return [
        *taken,
        change(board.owned, "joined", to, b("mod", g(o), n(3))),
        change(board.of_kind, "joined", to, g(k)),
        change(board.filled, "joined", to),
        ir.Store(board.kind, g(to), g(k)),
        ir.Store(board.owner, g(to), g(o)),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_any_statements_do_what_they_did(seed: int) -> None:
    draw = random.Random(seed)
    board = Board(seed)
    body = [anything(board, draw, 2) for _ in range(8)]
    made, _ = Runner(board.sites).body(body, Known(board.sites))
    engine = reference(board.program)
    for here in range(WIDTH):
        for there in (here, *draw.sample(range(WIDTH), 3)):
            ends = [
                engine.key(engine.altered(engine.start(), function("f", (x, y), list(one)), (here, there)))
                for one in (body, made)
            ]
            assert ends[0] == ends[1]
