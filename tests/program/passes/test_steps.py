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
        (f"pick there in {NEXT}", "where not (there.owner == mover or there in low)"),
        (f"pick there in {NEXT}", "where there.owner == next(mover) or (there.empty and p is Man)"),
        ("pick there in neighbors(p.at)", "where there.empty and not p is Man"),
        (
            "pick there in steps(p.at, {forward, left, right})",
            "where there.owner != mover and step(there, forward).empty",
        ),
        ("pick there in (neighbors(p.at) & empty) - {step(p.at, forward)}",),
    ],
)
def test_moves_stay_the_same(lines: tuple[str, ...], wrapped: str) -> None:
    text = rules("pick p in mine", *lines, wrapped=wrapped)
    plain, other = compiled(text), compiled(text, seats, steps)
    assert (" by " in moves(other)) == (not wrapped or "step(there" in text)
    assert same_games(plain, other, 12) > 150


def test_going_round_the_board_is_another_distance() -> None:
    text = rules(
        "pick p in mine", "pick there in steps(p.at, {forward})", "where there.owner != mover", wrapped="wrapped"
    )
    plain, other = compiled(text), compiled(text, seats, steps)
    first, second = loops(other)
    assert [[step for _, step in loop.ways] for loop in (first, second)] == [[-15, 5], [-5, 15]]
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


# ---- conditions as sets ----

WIDTH, WIDE = 12, 4
SITES = range(WIDTH)
UP = ir.Table("up", (WIDTH + 1,), (*(s + WIDE if s + WIDE < WIDTH else -1 for s in SITES), -1), ir.INT)
NEAR = ir.Table(
    "near",
    (WIDTH + 1,),
    (*(sum(1 << t for t in (s - 1, s + 1) if t // WIDE == s // WIDE and t >= 0) for s in SITES), 0),
    ir.bits(WIDTH),
)


class Board:
    """A program with the compiler's cells of a board of 3 rows of 4, and a state of random components."""

    def __init__(self, seed: int = 0) -> None:
        self.game = game = Game()
        draw = random.Random(seed)
        owner = tuple(draw.choice([-1, -1, 0, 1]) for _ in SITES)
        kind = tuple(draw.randrange(3) if seat >= 0 else -1 for seat in owner)

        def those(of: tuple[int, ...], value: int) -> int:
            return sum(1 << s for s in SITES if of[s] == value)

        bits = ir.bits(WIDTH)
        self.owner = game.cell("owner", ir.INT, owner, guarded=True)
        self.kind = game.cell("kind", ir.INT, kind, guarded=True)
        self.owned = game.cell("owned", bits, (those(owner, 0), those(owner, 1), 0))
        self.of_kind = game.cell("of_kind", bits, tuple(those(kind, k) for k in range(3)))
        self.filled = game.cell("filled", bits, (((1 << WIDTH) - 1) ^ those(owner, -1),))
        self.mark = game.cell("mark", ir.INT, (-1,))
        self.program = game.program([], (UP, NEAR))
        found = lifting.sites_of(self.program)
        assert found is not None
        self.sites = found

    def value(self, expr: ir.Expr, kind: ir.IrType, **known: ir.Var) -> object:
        engine = reference(self.program)
        return engine.evaluate(function("tested", (), [ir.Return(expr)], kind), engine.start())

    def lift(self, *body: ir.Stmt, after: tuple[ir.Stmt, ...] = ()) -> tuple[int, ir.Routine]:
        """How many loops are lifted in a function with this body."""
        routine = function("tested", (), [*body, *after, ir.Return(n(0))], ir.INT)
        return steps.lift(routine.body, routine, self.sites), routine


p, to, seat = var("p"), var("to"), var("seat")


def conditions(board: Board) -> dict[str, ir.Expr]:
    at, there = g(p), g(to)
    above = ir.Look(UP, (there,))
    return {
        "owner": b("eq", ir.Load(board.owner, there), n(1)),
        "other owner": b("ne", ir.Load(board.owner, there), n(0)),
        "own owner": b("eq", ir.Load(board.owner, at), n(0)),
        "kind": b("eq", ir.Load(board.kind, at), n(2)),
        "no kind": b("eq", ir.Load(board.kind, there), n(-1)),
        "filled": b("has", ir.Load(board.filled), there),
        "empty": u("not", b("has", ir.Load(board.filled), there)),
        "above": b("has", ir.Load(board.filled), above),
        "above is nowhere": b("eq", above, n(-1)),
        "owner above": b("ne", ir.Load(board.owner, above), n(1)),
        "same row": b("has", ir.Look(NEAR, (at,)), there),
        "who is there": b(
            "has", ir.Load(board.owned, n(1)), ir.Select(b("has", ir.Load(board.filled), there), there, n(-1))
        ),
        "mark": b("ge", ir.Load(board.mark), n(0)),
    }


@pytest.mark.parametrize("name", conditions(Board()))
@pytest.mark.parametrize("step", [-5, -1, 0, 3, 4])
def test_a_set_holds_those_for_which_the_condition_holds(name: str, step: int) -> None:
    for seed in range(4):
        board = Board(seed)
        test = conditions(board)[name]
        sources = sum(1 << s for s in SITES if 0 <= s + step < WIDTH)
        for whole in (test, u("not", test), b("and", test, conditions(board)["owner"])):
            found = Member(board.sites, p, sources, to, step).where(whole)
            assert found is not None
            lifted = board.value(found, ir.bits(WIDTH))
            assert isinstance(lifted, int)
            for s in (s for s in SITES if sources >> s & 1):
                routine = function("tested", (p, to), [ir.Return(whole)], ir.INT)
                engine = reference(board.program)
                assert lifted >> s & 1 == engine.evaluate(routine, engine.start(), (s, s + step)), s


def test_what_is_not_known_of_all_members_is_no_set() -> None:
    board = Board()
    member = Member(board.sites, p, (1 << WIDTH) - 1, to, 1, frozenset((seat,)))
    called = ir.Invoke(function("ask", (to,), [ir.Return(ir.Load(board.mark))], ir.INT), (g(to),))
    for test in (
        b("eq", ir.Load(board.owner, g(to)), n(-1)),  # nobody's, or nothing there
        b("eq", ir.Load(board.owner, g(to)), ir.Load(board.mark)),
        b("eq", ir.Load(board.owner, g(to)), g(seat)),
        b("has", ir.Load(board.owned, g(seat)), g(to)),  # `seat` changes in the loop
        b("has", ir.Load(board.filled), ir.Load(board.mark)),
        called,
    ):
        assert member.where(test) is None


# ---- loops that are lifted, and those that stay ----


def nest(board: Board, *body: ir.Stmt, goals: ir.Expr | None = None) -> ir.Each:
    inner = ir.Each(to, goals or ir.Look(NEAR, (g(p),)), list(body))
    return ir.Each(p, ir.Load(board.owned, n(0)), [inner])


def add(count: ir.Var) -> ir.Stmt:
    return ir.Set(count, b("add", g(count), n(1)))


def test_a_loop_that_only_asks_becomes_a_condition() -> None:
    board = Board()
    empty = u("not", b("has", ir.Load(board.filled), g(to)))
    count, routine = board.lift(nest(board, ir.If(empty, [ir.Return(n(1))])))
    assert count == 1
    assert isinstance(routine.body[0], ir.If)


def test_goals_that_are_the_same_for_all_are_narrowed_by_where_they_are() -> None:
    board = Board()
    near = b("has", ir.Look(NEAR, (g(p),)), g(to))
    free = b("without", ir.Mask((1 << WIDTH) - 1, WIDTH), ir.Load(board.filled))
    assert board.lift(nest(board, ir.If(near, [add(var("count"))]), goals=free))[0] == 1
    assert board.lift(nest(board, add(var("count")), goals=free))[0] == 0


def test_what_cannot_be_lifted_stays_in_the_body() -> None:
    board = Board()
    ask = ir.Invoke(function("ask", (to,), [ir.Return(ir.Load(board.mark))], ir.INT), (g(to),))
    empty = u("not", b("has", ir.Load(board.filled), g(to)))
    count, routine = board.lift(nest(board, ir.If(b("and", empty, b("and", ask, empty)), [add(var("count"))])))
    (loop, _) = routine.body
    assert count == 1
    assert isinstance(loop, ir.EachStep)
    (test,) = loop.body
    assert isinstance(test, ir.If)
    assert [one for one in walk.within([test.condition]) if one is ask]


@pytest.mark.parametrize("what", ["store", "break", "read after", "set again", "goals change", "call"])
def test_loops_that_stay(what: str) -> None:
    board = Board()
    count, of = var("count"), var("of", ir.bits(WIDTH))
    change = ir.Store(board.mark, None, n(1))
    body: list[ir.Stmt] = [add(count)]
    goals: ir.Expr | None = None
    after: tuple[ir.Stmt, ...] = ()
    match what:
        case "store":
            body.append(change)
        case "call":
            body.append(ir.Do(function("change", (), [change]), ()))
        case "break":
            body.append(ir.If(b("gt", g(count), n(3)), [ir.Break()]))
        case "read after":
            after = (ir.Return(g(to)),)
        case "set again":
            body.append(ir.Set(p, n(0)))
        case "goals change":
            goals = b("common", ir.Look(NEAR, (g(p),)), g(of))
            body.append(ir.Set(of, ir.Mask(3, WIDTH)))
    assert board.lift(nest(board, add(count)))[0] == 1
    assert board.lift(nest(board, *body, goals=goals), after=after)[0] == 0


def test_a_break_of_a_loop_inside_is_its_own() -> None:
    board = Board()
    inner = ir.Count(var("i"), n(0), n(5), [ir.If(b("gt", g(to), n(3)), [ir.Break()])])
    assert board.lift(nest(board, inner))[0] == 1


def either(board: Board, every: ir.Expr) -> ir.Each:
    near = b("has", ir.Look(NEAR, (g(p),)), g(to))
    free = b("without", ir.Mask((1 << WIDTH) - 1, WIDTH), ir.Load(board.filled))
    return nest(board, ir.If(b("or", near, every), [ir.Append(var("out", ir.LIST), g(to))]), goals=free)


def test_near_or_anywhere_becomes_two_loops() -> None:
    board = Board()
    count, routine = board.lift(either(board, b("gt", ir.Load(board.mark), n(0))))
    assert count == 1
    (test, _) = routine.body
    assert isinstance(test, ir.If)
    (far,), (near,) = test.then, test.otherwise
    assert isinstance(far, ir.Each)
    assert isinstance(near, ir.EachStep)
    assert near.var is not far.var
    assert board.lift(either(board, ir.Invoke(function("ask", (), [ir.Return(n(0))], ir.INT), ())))[0] == 0


def test_men_in_morris_go_near_or_fly() -> None:
    plain, other = compiled("morris"), compiled("morris", seats, steps)
    text = moves(other)
    assert "if in_hand[0] == 0 and size(owned[0]) == 3:" in text
    assert "in neighbors[" in text
    assert "mover == 1" not in text  # nobody else can be asked for what he has in hand
    assert same_games(plain, other, 4, most=150) > 300


def test_without_a_mover_the_routine_stays_as_a_third_way() -> None:
    game = compiled("breakthrough")
    sites = lifting.sites_of(game)
    assert sites is not None
    generator = game.decisions[0].generator
    (loop,) = generator.body
    assert isinstance(loop, ir.Each)
    loop.members = ir.Load(sites.filled)
    seats.rewrite(game)
    (test,) = generator.body
    assert isinstance(test, ir.If)
    (second,) = test.otherwise
    assert isinstance(second, ir.If)
    assert [type(stmt) for stmt in second.otherwise] == [ir.Each]
