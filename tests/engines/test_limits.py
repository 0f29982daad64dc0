"""What breaks down while rules run: code, words and place of each error, and that the state stays as it was."""

import pytest

from engines.programs import Game, b, function, g, generator, n, var
from rulewright.engines import Act, PlayError, errors, reference
from rulewright.program import ir
from rulewright.source import Source, Span

SOURCE = Source("test.rules", "score += 1\n")
PLACE = Span(SOURCE, 0, 5)


def caught(*body: ir.Stmt, game: Game | None = None) -> PlayError:
    engine = reference((game or Game()).program([]))
    with pytest.raises(PlayError) as info:
        engine.evaluate(function("tested", (), list(body)), engine.start())
    return info.value


def local(value: int) -> tuple[ir.Expr, ir.Stmt]:
    x = var("x")
    return g(x), ir.Set(x, n(value))


@pytest.mark.parametrize(
    ("op", "a", "c", "code"),
    [
        ("add", 2**31 - 1, 1, errors.OVERFLOW),
        ("sub", -(2**31), 1, errors.OVERFLOW),
        ("mul", 2**16, 2**15, errors.OVERFLOW),
        ("div", -(2**31), -1, errors.OVERFLOW),
        ("div", 7, 0, errors.DIVISION),
        ("mod", 7, 0, errors.DIVISION),
    ],
)
def test_arithmetic(op: str, a: int, c: int, code: str) -> None:
    x, setting = local(a)
    error = caught(setting, ir.Set(var("y"), ir.Binary(op, x, n(c), PLACE)))
    assert (error.code, error.span) == (code, PLACE)


def test_results_that_just_fit() -> None:
    x, setting = local(2**31 - 2)
    engine = reference(Game().program([]))
    routine = function("tested", (), [setting, ir.Return(ir.Binary("add", x, n(1), PLACE))], ir.INT)
    assert engine.evaluate(routine, engine.start()) == 2**31 - 1


def test_ranges_of_stored_values() -> None:
    game = Game()
    score = game.cell("score", ir.INT, (0, 0))
    check = ir.Check(0, 20, "score of North", PLACE)
    x, setting = local(21)
    for stored in (ir.Store(score, n(1), x, check), ir.Set(var("y"), x, None, check)):
        error = caught(setting, stored, game=Game() if isinstance(stored, ir.Set) else game)
        assert error.code == errors.OUT_OF_RANGE
        assert error.message == "score of North would become 21; it must be from 0 to 20."
        assert error.span == PLACE


def test_the_state_before_an_error_is_unchanged() -> None:
    game = Game()
    score = game.cell("score", ir.INT, (0,))
    x, choice, pick = var("x"), var("choice"), var("pick")
    amounts = generator("amounts", (), [ir.Count(x, n(1), n(2), [ir.Yield(0, (g(x),), (g(x),))])])
    engine = reference(
        game.program(
            [
                ir.Decide(game.decision("Add", amounts), n(0), (), choice, (pick,)),
                ir.Store(score, None, g(pick), ir.Check(0, 9, "score", PLACE)),
                ir.Store(score, None, b("mul", ir.Load(score), n(8)), ir.Check(0, 9, "score", PLACE)),
            ]
        )
    )
    state = engine.start()
    key = engine.key(state)
    with pytest.raises(PlayError, match="score would become 16"):
        engine.apply(state, Act(0, (2,), (2,)))
    assert engine.key(state) == key
    assert engine.stopped(engine.apply(state, Act(0, (1,), (1,)))).kind == "idle"


def test_endless_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engines.errors.MAX_ITERATIONS", 10_000)
    x, i, j = var("x"), var("i"), var("j")
    error = caught(ir.Set(x, n(0)), ir.While(n(1), [ir.Set(x, b("add", g(x), n(1)))]))
    assert error.code == errors.ENDLESS and "tested goes round in a loop" in error.message
    assert caught(ir.Count(i, n(1), n(10**9), [])).code == errors.ENDLESS
    many = ir.Mask((1 << 200) - 1, 200)
    assert caught(ir.Each(i, many, [ir.Each(j, many, [])])).code == errors.ENDLESS
    engine = reference(Game().program([]))
    enough = function("enough", (), [ir.Count(i, n(1), n(9_999), [])])
    engine.evaluate(enough, engine.start())


def test_flows_that_never_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engines.errors.MAX_ITERATIONS", 10_000)
    game = Game()
    choice = var("choice")
    none = generator("none", (), [])
    engine = reference(game.program([ir.While(n(1), [ir.Decide(game.decision("No", none), n(0), (), choice, ())])]))
    with pytest.raises(PlayError) as info:
        engine.start()
    assert info.value.code == errors.ENDLESS


def test_too_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.engines.errors.MAX_MOVES", 100)
    for count, fine in ((100, True), (101, False)):
        game = Game()
        x, choice, pick = var("x"), var("choice"), var("pick")
        moves = generator("moves", (), [ir.Count(x, n(1), n(count), [ir.Yield(0, (g(x),), (g(x),))])])
        engine = reference(game.program([ir.Decide(game.decision("Many", moves), n(0), (), choice, (pick,))]))
        if fine:
            assert len(engine.moves(engine.start())) == count
        else:
            with pytest.raises(PlayError, match="more than 100 moves") as info:
                engine.start()
            assert info.value.code == errors.TOO_MANY_MOVES


def test_a_full_queue() -> None:
    game = Game()
    game.queue = [()]
    x = var("x")
    error = caught(ir.Count(x, n(1), n(65_536), [ir.Enqueue(0, ())]), game=game)
    assert error.code == errors.QUEUE_FULL and "65,535" in error.message
    game = Game()
    game.queue = [()]
    engine = reference(game.program([]))
    fits = function("fits", (), [ir.Count(x, n(1), n(65_535), [ir.Enqueue(0, ())])])
    engine.evaluate(fits, engine.start())


@pytest.mark.parametrize("index", [-1, 2])
def test_items_outside_a_list(index: int) -> None:
    x, setting = local(index)
    items = ir.MakeList((n(5), n(6)))
    error = caught(setting, ir.Set(var("y"), ir.Binary("nth", items, x, PLACE)))
    assert (error.code, error.span) == (errors.OUTSIDE_LIST, PLACE)
    assert f"no item {index}" in error.message


def test_rules_that_fail_by_themselves() -> None:
    enum = ir.Shown("enum", ("land", "water"))
    error = caught(
        ir.Fail(
            "X101",
            (
                "at ",
                (n(3), ir.Shown("int")),
                ", ",
                (n(1), enum),
                ", ",
                (n(-1), enum),
                ", ",
                (ir.Mask(0b11, 2), ir.Shown("set", (), enum)),
                ", ",
                (ir.MakeList((n(1), n(0))), ir.Shown("list", (), ir.Shown("bool"))),
            ),
            PLACE,
        )
    )
    assert (error.code, error.span) == ("X101", PLACE)
    assert error.message == str(error) == "at 3, water, none, {land, water}, [true, false]"


def test_an_attempt_catches_an_error() -> None:
    game = Game()
    failed = var("failed")
    x, setting = local(0)
    attempted = ir.Attempt([ir.Set(var("y"), ir.Binary("div", n(1), x, PLACE))], failed)
    engine = reference(game.program([]))
    routine = function("tested", (), [setting, attempted, ir.Return(g(failed))], ir.INT)
    assert engine.evaluate(routine, engine.start()) == 1
    fine = function("fine", (), [ir.Attempt([], failed), ir.Return(g(failed))], ir.INT)
    assert engine.evaluate(fine, engine.start()) == 0


def test_an_attempt_keeps_references_right() -> None:
    failed, p = var("failed"), var("p", ir.REF)
    breaking = function("breaking", (), [ir.Rename(n(1), n(2)), ir.Set(var("y"), ir.Binary("div", n(1), n(0), PLACE))])
    engine = reference(Game().program([]))
    routine = function(
        "tested", (), [ir.Set(p, n(1)), ir.Attempt([ir.Do(breaking, ())], failed), ir.Return(g(p))], ir.INT
    )
    assert engine.evaluate(routine, engine.start()) == 2


def test_rules_that_nest_too_deeply() -> None:
    deep = function("deep", (), [])
    deep.body.append(ir.Do(deep, ()))
    error = caught(ir.Do(deep, ()))
    assert error.code == errors.TOO_DEEP


def test_every_code_has_a_title() -> None:
    names = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, str)}
    assert names == set(errors.CODES)
